//! Leaves at heads of loops that are put aside: an iteration calls a function that is to be explored first, so that its
//! summary can take the place of the call.
//!
//! Oblivious to why a summary is of use there. Invariant: a leaf that is put aside is unknown, and is taken up before
//! the run ends by itself.

use plica_tree::NodeId;

use super::{Explorer, Open};
use crate::calls::Ahead;
use crate::state::State;

/// Choices for which a leaf waits at most.
const LONGEST: u64 = 1024;

/// A leaf at the head of a loop that waits for a unit to be explored.
pub(super) struct Aside {
    /// The leaf.
    pub leaf: NodeId,
    /// What goes on there.
    pub state: Box<State>,
    /// The unit.
    pub on: usize,
    /// The choice at which it goes on anyway.
    pub until: u64,
}

impl Explorer<'_> {
    /// A loop can be folded better once a unit is explored, which has no calls by that. The leaf is unknown until then.
    pub(super) fn put_aside(&mut self, leaf: NodeId, state: State, first: Ahead) {
        let on = first.unit as usize;
        self.bring_forward(on, first.fresh);
        let until = self.turns + LONGEST;
        self.units[self.at].aside.push(Aside { leaf, state: Box::new(state), on, until });
    }

    /// Goes on with the leaves that were put aside until their unit was explored, or for so long; with all of them, if
    /// there is nothing else to do. False if there are none.
    pub(super) fn take_up(&mut self, all: bool) -> bool {
        let mut any = false;
        for at in 0..self.units.len() {
            let aside = std::mem::take(&mut self.units[at].aside);
            let due = |x: &Aside| {
                let on = &self.units[x.on];
                all || on.closed || on.abandoned || self.turns >= x.until
            };
            let (due, rest): (Vec<Aside>, Vec<Aside>) = aside.into_iter().partition(due);
            let unit = &mut self.units[at];
            unit.aside = rest;
            for x in due.into_iter().rev() {
                unit.forget();
                unit.put(x.leaf, Open::State(x.state, None));
                any = true;
            }
        }
        any
    }
}
