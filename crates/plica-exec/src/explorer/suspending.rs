//! Leaves at heads of loops that are suspended: an iteration calls a function that is to be explored first, so that its
//! summary can take the place of the call.
//!
//! Oblivious to why a summary is of use there. Invariant: a leaf that is suspended is unknown, and is resumed before
//! the run ends by itself.

use plica_tree::NodeId;

use super::{Explorer, Pending};
use crate::calls::Ahead;
use crate::ids::UnitId;
use crate::state::State;

/// Choices for which a leaf waits at most.
const LONGEST: u64 = 1024;

/// A leaf at the head of a loop that waits for a unit to be explored.
pub(super) struct Suspended {
    /// The leaf.
    pub leaf: NodeId,
    /// What goes on there.
    pub state: Box<State>,
    /// The unit.
    pub on: UnitId,
    /// The choice at which it goes on anyway.
    pub until: u64,
}

impl Explorer<'_> {
    /// A loop can be folded better once a unit is explored, which has no calls by that. The leaf is unknown until then.
    pub(super) fn suspend(&mut self, leaf: NodeId, state: State, first: Ahead) {
        let on = first.unit;
        self.bring_forward(on, first.fresh);
        let until = self.turns + LONGEST;
        self.units[self.at].suspended.push(Suspended { leaf, state: Box::new(state), on, until });
    }

    /// Goes on with the leaves that were suspended until their unit was explored, or for so long; with all of them, if
    /// there is nothing else to do. False if there are none.
    pub(super) fn resume_suspended(&mut self, all: bool) -> bool {
        let mut any = false;
        for at in self.units.keys() {
            let suspended = std::mem::take(&mut self.units[at].suspended);
            let due = |x: &Suspended| {
                let on = &self.units[x.on];
                all || on.closed || on.abandoned || self.turns >= x.until
            };
            let (due, rest): (Vec<Suspended>, Vec<Suspended>) = suspended.into_iter().partition(due);
            let unit = &mut self.units[at];
            unit.suspended = rest;
            for x in due.into_iter().rev() {
                unit.forget();
                unit.put(x.leaf, Pending::State(x.state, None));
                any = true;
            }
        }
        any
    }
}
