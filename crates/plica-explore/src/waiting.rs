//! What waits, and for what: leaves that are unreachable so far, leaves that wait for a unit to be explored, questions
//! for which more work is needed, and leaves for which larger bounds are.
//!
//! Oblivious to what has news. Invariant: whoever waits for something is found through what it waits for; nothing waits
//! twice.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use plica_exec::UnitId;

use crate::calls::Dependencies;
use crate::choice::Choices;
use crate::leaf::LeafId;
use crate::postponing::Postponed;
use crate::suspending::Suspended;
use crate::unit::Pending;

/// What the refutation of a leaf rests on: that no further path of a unit returns, or that it is not called otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Awaited {
    /// Further paths of the unit.
    Returns(UnitId),
    /// Further calls of the unit.
    Calls(UnitId),
}

/// See the module's description.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Leaves that are unreachable so far, and what may change that.
    blocked: BTreeMap<LeafId, (Pending, Dependencies)>,
    /// The same by what they wait for.
    by: BTreeMap<Awaited, BTreeSet<LeafId>>,
    /// Leaves that wait for other units to be explored.
    pub suspended: Vec<Suspended>,
    /// Sides of decisions whose questions are asked again when nothing else is left.
    pub postponed: VecDeque<Postponed>,
    /// Leaves for which more effort is needed than was made so far.
    pub later: Vec<(LeafId, Pending)>,
}

/// What a refutation rests on, one by one.
fn awaited(waits: &Dependencies) -> impl Iterator<Item = Awaited> {
    let returns = waits.returns.iter().map(|&unit| Awaited::Returns(unit));
    returns.chain(waits.calls.iter().map(|&unit| Awaited::Calls(unit)))
}

impl Waiting {
    /// A leaf is unreachable so far.
    pub fn block(&mut self, leaf: LeafId, open: Pending, waits: Dependencies) {
        for what in awaited(&waits) {
            self.by.entry(what).or_default().insert(leaf);
        }
        self.blocked.insert(leaf, (open, waits));
    }

    /// Takes out the leaves that wait for any of these, in their order.
    pub fn unblock(&mut self, what: &[Awaited]) -> Vec<(LeafId, Pending)> {
        let due: BTreeSet<LeafId> = what.iter().filter_map(|what| self.by.remove(what)).flatten().collect();
        due.into_iter().filter_map(|leaf| Some((leaf, self.take(leaf)?))).collect()
    }

    fn take(&mut self, leaf: LeafId) -> Option<Pending> {
        let (open, waits) = self.blocked.remove(&leaf)?;
        for what in awaited(&waits) {
            if let Some(leaves) = self.by.get_mut(&what) {
                leaves.remove(&leaf);
            }
        }
        Some(open)
    }

    /// Is a leaf unreachable so far?
    pub fn is_blocked(&self, leaf: LeafId) -> bool {
        self.blocked.contains_key(&leaf)
    }

    /// The leaves of a unit that are unreachable so far, with what they wait for.
    pub fn blocked_in(&self, unit: UnitId) -> impl Iterator<Item = &(Pending, Dependencies)> {
        self.blocked.range(LeafId::all(unit)).map(|(_, blocked)| blocked)
    }

    /// May something of a unit that waits lead to a path that returns?
    pub fn may_return(&self, unit: UnitId) -> bool {
        self.later.iter().any(|(leaf, _)| leaf.unit == unit)
            || self.suspended.iter().any(|x| x.open.id().unit == unit)
            || self.blocked_in(unit).any(|(open, _)| open.may_return())
    }

    /// A unit is given up: nothing of it waits any more.
    pub fn forget(&mut self, unit: UnitId) {
        let leaves: Vec<LeafId> = self.blocked.range(LeafId::all(unit)).map(|(leaf, _)| *leaf).collect();
        // Freeing states takes long.
        leaves.into_iter().filter_map(|leaf| self.take(leaf)).for_each(std::mem::forget);
        self.suspended.extract_if(.., |x| x.open.id().unit == unit).for_each(std::mem::forget);
    }

    /// Choices are settled: nothing waits any more in the alternatives that were given up for others.
    pub fn forget_lost(&mut self, choices: &Choices) {
        let lost =
            |(leaf, (open, _)): (&LeafId, &(Pending, Dependencies))| choices.is_lost(open.branch()).then_some(*leaf);
        let leaves: Vec<LeafId> = self.blocked.iter().filter_map(lost).collect();
        leaves.into_iter().for_each(|leaf| drop(self.take(leaf)));
        self.suspended.retain(|x| !choices.is_lost(x.open.branch()));
        self.postponed.retain(|x| !choices.is_lost(x.leaf.branch));
        self.later.retain(|(_, open)| !choices.is_lost(open.branch()));
    }

    /// Gives all up without freeing it.
    pub fn leak(&mut self) {
        std::mem::forget(std::mem::take(self));
    }
}
