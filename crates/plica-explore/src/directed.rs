//! Which unit is next when there is a first input, and when exploring is directed at a target.
//!
//! The first input's path comes before all others: it is followed into the units that it calls. After that, a directed
//! run looks at units from whose start a way leads to the target; at other units only when a leaf sleeps until
//! paths of theirs return (their *dangling* leaves are relevant then, in the words of Anand, Godefroid and Tillmann
//! 2008). Oblivious to which leaf of a unit is chosen. Invariant: one choice in
//! [`tuning::PATIENT_UNIT_PERIOD`] is fair, and what is left is explored in the end, unless nothing but the target is
//! looked for (`pruning`): the order changes no verdict.

use plica_exec::{CallId, UnitId};
use plica_tree::{NodeId, TreeError};

use crate::explorer::Explorer;
use crate::leaf::{Leaf, LeafId};
use crate::schedule::Chosen;
use crate::tuning;
use crate::unit::Pending;

/// What somebody waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Paths without which a leaf is refuted, or a call has no way on.
    Paths,
    /// The same, or paths of a call that write other places than those by which it goes on.
    Classes,
}

impl Explorer<'_> {
    /// The leaf at which the first input's path goes on, if there is one.
    pub(crate) fn follow(&mut self) -> Result<Option<(LeafId, Pending)>, TreeError> {
        self.schedule.following = false;
        loop {
            let unit = self.schedule.first.last().map_or(UnitId::PROGRAM, |(unit, _)| *unit);
            let node = self.next_on_first_path(unit);
            let take = |node: NodeId| Some((LeafId { unit, node }, self.units[unit].take(node)?));
            if let Some(found) = node.and_then(take) {
                self.schedule.following = true;
                return Ok(Some(found));
            }
            if self.schedule.first.pop().is_none() {
                return Ok(None);
            }
            // Its callers go on with what it has returned.
            self.notify(unit)?;
        }
    }

    /// The leaf of a unit that the first input's path comes to next.
    fn next_on_first_path(&mut self, unit: UnitId) -> Option<NodeId> {
        let chain: Vec<CallId> = self.schedule.first.iter().map(|(_, call)| *call).collect();
        let leaves = if unit == UnitId::PROGRAM { self.marked() } else { self.units[unit].running() };
        for leaf in leaves {
            if self.units[unit].batches.get(&leaf).is_some_and(|&n| n >= tuning::FIRST_PATH_BATCHES.get()) {
                continue;
            }
            let takes = match (self.units[unit].state(leaf)?, self.reach.calls()) {
                // It was marked because the path is there.
                (Pending::Call(_), _) if unit == UnitId::PROGRAM => true,
                (Pending::State(path), _) if unit == UnitId::PROGRAM && path.state.reach.is_confirmed() => true,
                (Pending::Call(called), Some(calls)) => calls.follows(&chain, called.call),
                (Pending::State(path), Some(calls)) => calls.takes(&chain, &path.state),
                (_, None) | (Pending::Untried(_), _) => false,
            };
            if takes {
                return Some(leaf);
            }
            if unit == UnitId::PROGRAM {
                self.units[UnitId::PROGRAM].unmark(leaf);
            }
        }
        None
    }

    /// The leaves of the program that the first input's path has come to, the newest first.
    fn marked(&mut self) -> Vec<NodeId> {
        let waiting = &self.waiting;
        self.units[UnitId::PROGRAM].marked(|node| waiting.is_blocked(LeafId { unit: UnitId::PROGRAM, node }))
    }

    /// The path of the first input enters a unit.
    pub(crate) fn follow_into(&mut self, unit: UnitId, call: CallId, leaf: &Leaf, child: NodeId) {
        if leaf.id.unit == UnitId::PROGRAM {
            if !leaf.is_first() {
                return;
            }
            self.schedule.first.clear();
            self.units[UnitId::PROGRAM].mark(child);
        } else if !self.schedule.following {
            return;
        }
        self.schedule.first.push((unit, call));
    }

    /// The leaf to go on with in a directed run.
    pub(crate) fn choose_directed(&mut self) -> Result<Chosen, TreeError> {
        let newest: Vec<UnitId> = self.schedule.recent.iter().rev().copied().collect();
        // What a new unit takes for granted shows when it is looked at; calls that do not meet it enter another one
        // from then on.
        let new = newest.iter().copied().find(|&unit| self.units[unit].is_new());
        if let Some(unit) = new
            && let Some((node, open)) = self.units[unit].choose(self.machine)
        {
            return Ok(Chosen::Leaf(LeafId { unit, node }, open));
        }
        for &unit in &newest {
            if self.units[unit].leads_on
                && let Some((node, open)) = self.units[unit].choose_near(self.machine)
            {
                return Ok(Chosen::Leaf(LeafId { unit, node }, open));
            }
        }
        // Those who wait are told of a unit's first paths at once, then ever more seldom.
        for &unit in &newest {
            let returned = self.units[unit].returned;
            if (returned <= tuning::RETURNS_TOLD_AT_ONCE.get() || returned.is_power_of_two()) && self.notify(unit)? {
                return Ok(Chosen::Again);
            }
        }
        for need in [Need::Paths, Need::Classes] {
            if let Some((leaf, open)) = self.choose_wanted(need, &newest) {
                return Ok(Chosen::Leaf(leaf, open));
            }
        }
        if self.schedule.focused {
            return self.choose_last();
        }
        // Nothing is wanted any more: the rest, since it may hold other errors.
        self.choose_recent(false)
    }

    /// A leaf of the units whose paths somebody waits for.
    ///
    /// What was called last comes first, but only for a stretch: to explore it as a whole would be to look at every
    /// path of it, where often the first ones do; and its callers would not come to say which they need.
    fn choose_wanted(&mut self, need: Need, newest: &[UnitId]) -> Option<(LeafId, Pending)> {
        let wanted = self.wanted(need);
        let matters = |unit: &UnitId| wanted.contains(unit) || self.schedule.focused && self.units[*unit].leads_on;
        let mut order: Vec<UnitId> = newest.iter().copied().filter(matters).collect();
        // Those first that cost no question about their callers.
        order.sort_by_key(|&unit| {
            (self.units[unit].ahead == 0, self.units[unit].turns / tuning::CHOICES_PER_STRETCH.get())
        });
        for unit in order {
            if let Some((node, open)) = self.units[unit].choose(self.machine) {
                // To see what has come of a call costs nothing.
                self.units[unit].turns += u64::from(matches!(open, Pending::State(..)));
                return Some((LeafId { unit, node }, open));
            }
        }
        None
    }
}
