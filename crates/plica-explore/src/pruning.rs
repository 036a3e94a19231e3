//! Leaving out what cannot matter for the target, where nothing else is looked for.
//!
//! Two things are left out: paths from which no way leads to a target (`relevance`), as soon as they are seen to be
//! such, and in a directed run what is left when no unit matters any more and nobody who does waits for one. Oblivious
//! to why a way leads somewhere. Invariant: no leaf that sleeps or waits for effort is left out, and no unit counts as
//! closed of which a path was left out that may return.

use std::collections::HashSet;

use plica_exec::UnitId;
use plica_tree::{Status, TreeError};

use crate::directed::Need;
use crate::explorer::Explorer;
use crate::leaf::Leaf;
use crate::schedule::Chosen;
use crate::unit::{Called, Pending};

impl Explorer<'_> {
    /// Settles a leaf if its path, which goes on, cannot matter for a target any more.
    pub(crate) fn leaves_out(&mut self, leaf: &Leaf) -> Result<bool, TreeError> {
        if !self.schedule.focused {
            return Ok(false);
        }
        let (unit, machine) = (leaf.id.unit, self.machine(leaf.id.unit));
        if machine.matters(&leaf.state) {
            return Ok(false);
        }
        // Whoever called the unit goes on to nothing that matters, else the path would. But what returns is not all
        // that is known.
        self.units[unit].left_out |= unit != UnitId::PROGRAM && machine.may_return(&leaf.state);
        self.tree(leaf.id).settle(leaf.id.node, Status::Irrelevant)?;
        Ok(true)
    }

    /// The leaf to go on with in a directed run when no unit leads on by itself and none is wanted: there is none that
    /// matters.
    pub(crate) fn choose_last(&mut self) -> Result<Chosen, TreeError> {
        for unit in self.units.keys() {
            // Who sleeps must not miss a path that has returned.
            if self.notify(unit)? {
                return Ok(Chosen::Again);
            }
        }
        Ok(Chosen::Nothing)
    }

    /// The units whose paths somebody who matters waits for, directly or by way of others.
    pub(crate) fn wanted(&self, need: Need) -> HashSet<UnitId> {
        let mut wanted = HashSet::new();
        let mut todo: Vec<UnitId> = self.units.keys().filter(|&unit| self.units[unit].leads_on).collect();
        let mut seen: HashSet<UnitId> = todo.iter().copied().collect();
        // A call that goes on already waits for a way to go on otherwise.
        let counts = |called: &Called| called.matters && (need == Need::Classes || called.seen == 0);
        let matters = |open: &Pending| !matches!(open, Pending::Call(called) if !counts(called));
        while let Some(unit) = todo.pop() {
            let sleeping = self.waiting.blocked_in(unit).filter(|(open, _)| matters(open));
            let sleeping = sleeping.flat_map(|(_, waits)| waits.returns.iter().copied());
            let suspended = self.waiting.suspended.iter().filter(|x| x.open.id().unit == unit);
            for other in sleeping.chain(suspended.map(|x| x.on)) {
                wanted.insert(other);
                if seen.insert(other) {
                    todo.push(other);
                }
            }
        }
        wanted
    }

    /// Need nobody wait for a unit to be closed?
    pub(crate) fn may_stay_open(&self, unit: UnitId, wanted: &HashSet<UnitId>) -> bool {
        self.units[unit].left_out || self.schedule.focused && self.schedule.directed && !wanted.contains(&unit)
    }

    /// Settles what a directed run has not chosen in the end: nothing that is looked for can come of it. Other runs
    /// choose all that there is.
    pub(crate) fn leave_rest(&mut self) {
        if self.schedule.focused && self.schedule.directed {
            for unit in self.units.values_mut().filter(|u| !u.abandoned) {
                unit.tree.leave_out_unknown();
                unit.leak();
            }
            self.waiting.leak();
        }
    }
}
