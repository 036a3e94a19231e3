//! What units, their calls and what comes out of these are told apart by. A number of one kind is never one of another.
//!
//! Oblivious to what they stand for. Whoever keeps summaries gives the numbers; the explorer files its own part under
//! them.

use cranelift_entity::entity_impl;
use plica_stable::encodable;

/// A unit: a function explored on its own inputs, in a tree of its own. The program itself is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(u32);
entity_impl!(UnitId, "unit");

impl UnitId {
    /// The program.
    pub const PROGRAM: UnitId = UnitId(0);
}

/// A call that enters a unit, in a state of the unit that makes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(u32);
entity_impl!(CallId, "call");

/// A calling context: the chain of calls through which the program gets to a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContextId(u32);
entity_impl!(ContextId, "context");

impl ContextId {
    /// Of a unit that is looked at on its own, as the program is.
    pub const NONE: ContextId = ContextId(0);
}

/// What comes out of a call in a context by way of a class of paths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutcomeId(u32);
entity_impl!(OutcomeId, "outcome");

encodable! {
    struct UnitId(number);
    struct CallId(number);
    struct ContextId(number);
    struct OutcomeId(number);
}
