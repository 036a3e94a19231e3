//! Which unit is next when there is a first input, and when exploring is directed at a target.
//!
//! The first input's path comes before all others: it is followed into the units that it calls. After that, a directed
//! run looks at units from whose start a way leads to the target; other units only when a leaf sleeps until
//! paths of theirs return (their *dangling* leaves are relevant then, in the words of Anand, Godefroid and Tillmann 2008).
//! Oblivious to which leaf of a unit is chosen. Invariant: what is left is explored in the end, so that the order changes no verdict.

use std::collections::HashSet;

use plica_tree::{NodeId, TreeError};

use super::{Chosen, Explorer, Open};

/// One choice in so many is fair also in a directed run.
const FAIR: u64 = 256;

impl Explorer<'_> {
    /// The leaf at which the first input's path goes on, if there is one.
    pub(super) fn follow(&mut self) -> Result<Option<(usize, NodeId, Open)>, TreeError> {
        self.following = false;
        loop {
            let unit = self.first.last().map_or(0, |(unit, _)| *unit);
            let leaf = self.on_first_path(unit);
            if let Some(found) = leaf.and_then(|leaf| self.units[unit].take(leaf).map(|open| (unit, leaf, open))) {
                self.following = true;
                return Ok(Some(found));
            }
            if self.first.pop().is_none() {
                return Ok(None);
            }
            // Its callers go on with what it has returned.
            self.announce(unit)?;
        }
    }

    /// The leaf of a unit that the first input's path comes to next.
    fn on_first_path(&mut self, unit: usize) -> Option<NodeId> {
        let chain: Vec<u32> = self.first.iter().map(|(_, call)| *call).collect();
        let leaves = self.units[unit].leaves(unit == 0);
        for leaf in leaves {
            let open = self.units[unit].state(leaf)?;
            let calls = self.reach.calls();
            let takes = match (open, calls) {
                (Open::Call { call, .. }, Some(calls)) => unit == 0 || calls.follows(&chain, *call),
                (Open::Call { .. }, None) => false,
                (Open::State(s, _), _) if !s.pending => unit == 0,
                (Open::State(s, _), Some(calls)) => calls.takes(&chain, s),
                (Open::State(..), None) => false,
            };
            if takes {
                return Some(leaf);
            }
        }
        None
    }

    /// The path of the first input enters a unit.
    pub(super) fn follow_into(&mut self, unit: usize, call: u32, s: &crate::state::State, child: NodeId) {
        if self.at == 0 {
            if !s.is_first(&self.machine.pool) {
                return;
            }
            self.first.clear();
            self.units[0].on_first_path(child);
        } else if !self.following {
            return;
        }
        self.first.push((unit, call));
    }

    /// The leaf to go on with in a directed run.
    pub(super) fn choose_directed(&mut self) -> Result<Chosen, TreeError> {
        if self.turns.is_multiple_of(FAIR) {
            return self.choose_recent(true);
        }
        let newest: Vec<usize> = self.recent.iter().rev().copied().collect();
        for &unit in &newest {
            if (unit == 0 || self.leads_on(unit))
                && let Some((leaf, open)) = self.units[unit].choose(self.turns, self.machine)
            {
                return Ok(Chosen::Leaf(unit, leaf, open));
            }
        }
        // Those who wait are told of a unit's first paths at once, then ever more seldom.
        for &unit in &newest {
            if self.units[unit].returned.is_power_of_two() && self.announce(unit)? {
                return Ok(Chosen::Again);
            }
        }
        let wanted = self.wanted();
        for &unit in newest.iter().filter(|unit| wanted.contains(unit)) {
            if let Some((leaf, open)) = self.units[unit].choose(self.turns, self.machine) {
                return Ok(Chosen::Leaf(unit, leaf, open));
            }
        }
        // Nothing is wanted any more: the rest, since it may hold other errors.
        self.choose_recent(false)
    }

    /// Does a way lead from the start of a unit to a target?
    fn leads_on(&self, unit: usize) -> bool {
        self.machine.leads_to_target(self.units[unit].function)
    }

    /// The units whose paths somebody waits for, directly or by way of others.
    fn wanted(&self) -> HashSet<usize> {
        let mut wanted = HashSet::new();
        let mut todo: Vec<usize> = (0..self.units.len()).filter(|&unit| unit == 0 || self.leads_on(unit)).collect();
        let mut seen: HashSet<usize> = todo.iter().copied().collect();
        while let Some(unit) = todo.pop() {
            for returns in self.units[unit].asleep.values().map(|(_, waits)| &waits.returns) {
                for &other in returns {
                    wanted.insert(other as usize);
                    if seen.insert(other as usize) {
                        todo.push(other as usize);
                    }
                }
            }
        }
        wanted
    }
}
