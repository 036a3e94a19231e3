//! How calls are summarised, as the explorer sees it: a state at the start of a function in, a unit to explore and
//! states after the call out.
//!
//! Oblivious to how summaries are kept and composed: whoever implements these traits knows. A *unit* is a function
//! explored on its own inputs, in a tree of its own; unit 0 is the program. A *class* of a unit's paths are those that
//! return and write the same places: a call has a way on for each class.

use std::sync::Arc;

use plica_exec::{CallId, ContextId, Machine, State, Unfolded, UnitId};
use plica_ir::{FuncId, Loc};
use plica_smt::UnknownReason;
use plica_term::{Model, TermId};

/// Whether a path is reachable, all that leads to it included.
#[derive(Debug)]
pub enum Reached {
    /// It is: the values of all unknowns, and the chain of calls.
    Sat(Arc<Model>, ContextId),
    /// It is not, as far as is known.
    Unsat(Dependencies),
    /// No answer.
    Unknown(UnknownReason),
    /// No answer yet: to be asked again, when more effort will be made.
    Later,
}

/// What a refutation rests on besides logic. If nothing, it is for good.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// Units of which no further path returns.
    pub returns: Vec<UnitId>,
    /// Units that are not called in further ways.
    pub calls: Vec<UnitId>,
}

impl Dependencies {
    /// Can nothing change it?
    pub fn is_for_good(&self) -> bool {
        self.returns.is_empty() && self.calls.is_empty()
    }

    /// Adds what another refutation rests on.
    pub fn merge(&mut self, other: &Dependencies) {
        for (to, from) in [(&mut self.returns, &other.returns), (&mut self.calls, &other.calls)] {
            to.extend(from);
            to.sort_unstable();
            to.dedup();
        }
    }
}

/// What is done at the start of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallDecision {
    /// It is executed in place.
    Inline,
    /// It is executed in place, and summarised if that leads to a fork.
    Later,
    /// It is summarised.
    Now,
}

/// The machine and the first state of a new unit.
pub type Fresh = Option<Box<(Arc<Machine>, State)>>;

/// What came of the wish to summarise a call.
pub enum Entered {
    /// It is executed in place.
    Inline,
    /// It cannot be summarised, for this reason, and is not to be executed in place.
    Refused(String),
    /// The call, and the unit that it enters.
    Unit {
        /// The unit.
        unit: UnitId,
        /// The call.
        call: CallId,
        /// Set if the unit is a new one.
        fresh: Fresh,
    },
}

/// What a call comes to in one iteration of a loop in general. Such a call is none that the program makes: it stands
/// for those of all iterations.
pub enum Composed {
    /// It is executed in place.
    InPlace,
    /// All that can come of it, each with its condition.
    Ways {
        /// The states after it.
        after: Vec<State>,
        /// The state at the start of the called function, if there is something for which it does not return.
        rest: Option<Box<State>>,
    },
    /// The function is to be explored first.
    First(Ahead),
}

/// A unit that is to be explored before a loop is folded.
pub struct Ahead {
    /// The unit.
    pub unit: UnitId,
    /// Set if it is a new one.
    pub fresh: Fresh,
}

impl std::fmt::Debug for Ahead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.unit)
    }
}

/// A path from the program's start to a state of a unit.
pub struct Story {
    /// The functions on the stack with the location each is at, innermost first.
    pub trace: Vec<(FuncId, Loc)>,
    /// The calls of units on the stack, innermost first.
    pub calls: Vec<CallId>,
    /// The whole path condition.
    pub pc: Vec<TermId>,
    /// What was given on the way.
    pub unfolded: Unfolded,
}

/// Control at the start of a function.
#[derive(Clone, Copy)]
pub struct CallSite<'a> {
    /// The machine of the unit that the caller belongs to.
    pub machine: &'a Machine,
    /// The state.
    pub state: &'a State,
    /// The calling context that the state's model is of.
    pub context: ContextId,
    /// Did summaries lead to questions without an answer on this path? Then calls are executed in place, if they may.
    pub in_place: bool,
}

/// Says what is done about calls.
pub trait CallDecider {
    /// What is to be done here?
    fn decide(&mut self, site: CallSite<'_>) -> CallDecision;

    /// Are units given up that have more paths than may be explored ahead of their callers, or lead to hard questions?
    fn gives_up(&self) -> bool;
}

/// Keeps units, their calls and their summaries.
pub trait Summaries {
    /// Notes a call.
    fn enter(&mut self, site: CallSite<'_>) -> Entered;

    /// Has a summary take the place of a call in one iteration of a loop in general. The call is no invocation: nothing
    /// is reachable by it.
    fn compose(&mut self, site: CallSite<'_>) -> Composed;

    /// A path of a unit has returned. Why the unit is no longer one, if it is none.
    fn returned(&mut self, unit: UnitId, s: State) -> Result<(), String>;

    /// No further path of a unit returns. `total`: as many paths have returned as there are, whatever the inputs.
    fn close(&mut self, unit: UnitId, total: bool);

    /// The unit that a call enters.
    fn unit(&self, call: CallId) -> UnitId;

    /// Does a call that entered a unit no longer meet what the unit takes for granted by now? Why not, once.
    fn violated(&mut self, unit: UnitId) -> Option<String>;

    /// A unit is given up: its calls are executed in place from now on.
    fn give_up(&mut self, unit: UnitId, why: &str);

    /// How many classes of paths the unit of a call has that the call can go on by.
    fn classes(&self, call: CallId) -> u32;

    /// The state after a call by way of one of the classes; it is not confirmed.
    fn after(&mut self, machine: &Machine, call: CallId, class: u32) -> Option<State>;

    /// If the unit was given up: is the call to be executed in place, or why not?
    fn in_place(&self, call: CallId) -> Option<Result<(), String>>;
}

/// Says which paths of units a run of the program takes.
pub trait Witnesses {
    /// Does the path that the program's start takes through these calls, outermost first, take this path of the unit
    /// that the last one enters? The path is that of the model of the first call's state, or of the state itself if
    /// there is no call.
    fn takes(&mut self, chain: &[CallId], s: &State) -> bool;

    /// The same for the path on which a further call is made.
    fn follows(&mut self, chain: &[CallId], call: CallId) -> bool;

    /// How the program gets to a state of a unit under the state's model, in the model's calling context.
    fn story(&mut self, unit: UnitId, context: ContextId, s: &State) -> Option<Story>;
}

/// Who summarises calls does all of this.
pub trait Calls: CallDecider + Summaries + Witnesses {}

impl<T: CallDecider + Summaries + Witnesses> Calls for T {}
