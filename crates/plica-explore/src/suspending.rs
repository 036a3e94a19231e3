//! Leaves at heads of loops that are suspended: an iteration calls a function that is to be explored first, so that its
//! summary can take the place of the call.
//!
//! Oblivious to why a summary is of use there. Invariant: a leaf that is suspended is unknown, and is resumed before
//! the run ends by itself.

use plica_exec::UnitId;

use crate::calls::Ahead;
use crate::explorer::Explorer;
use crate::tuning;
use crate::unit::Pending;

/// A leaf at the head of a loop that waits for a unit to be explored.
pub(crate) struct Suspended {
    /// The leaf.
    pub open: Pending,
    /// The unit.
    pub on: UnitId,
    /// The choice at which it goes on anyway.
    pub until: u64,
}

impl Explorer<'_> {
    /// A loop can be folded better once a unit is explored, which has no calls by that. The leaf is unknown until then.
    pub(crate) fn suspend(&mut self, open: Pending, first: Ahead) {
        let on = first.unit;
        self.bring_forward(on, first.fresh);
        let until = self.schedule.turns + tuning::CHOICES_SUSPENDED.get();
        self.waiting.suspended.push(Suspended { open, on, until });
    }

    /// Goes on with the leaves that were suspended until their unit was explored, or for so long; with all of them, if
    /// there is nothing else to do. False if there are none.
    pub(crate) fn resume_suspended(&mut self, all: bool) -> bool {
        let (units, turn) = (&self.units, self.schedule.turns);
        let due = |x: &mut Suspended| all || units[x.on].closed || units[x.on].abandoned || turn >= x.until;
        let mut due: Vec<Suspended> = self.waiting.suspended.extract_if(.., due).collect();
        // Unit by unit, the newest first.
        due.reverse();
        due.sort_by_key(|x| x.open.id().unit);
        due.retain(|x| !self.choices.is_lost(x.open.branch()));
        let any = !due.is_empty();
        for Suspended { open, .. } in due {
            self.units[open.id().unit].forget();
            self.file(open);
        }
        any
    }
}
