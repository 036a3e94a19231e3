//! What the statuses of all nodes amount to: the verdict, in one place.
//!
//! Oblivious to the shape of the tree. Invariant: the counts are those of the nodes' statuses at any time, so *holds*
//! is exactly "every leaf is finished, unreachable, irrelevant or superseded, and nothing failed on the way".

use crate::{Extent, FailReason, Status, StopReason};

/// What a tree says about the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TreeVerdict {
    /// No input breaks the program.
    Holds,
    /// An input breaks it.
    Violated,
    /// Neither was shown.
    Undecided,
}

/// A reason for an undecided tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UndecidedReason {
    /// Leaves that nobody decided.
    Unexplored,
    /// Leaves that plica could not decide.
    Failed(FailReason),
    /// Leaves that were not followed further.
    Stopped(StopReason),
}

/// How many nodes have which status; kept up to date by the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conclusion {
    unknown: u64,
    expanded: u64,
    finished: u64,
    unreachable_for_good: u64,
    unreachable_so_far: u64,
    irrelevant: u64,
    superseded: u64,
    errors: u64,
    failed: [u64; FailReason::COUNT],
    stopped: [u64; StopReason::COUNT],
}

impl Conclusion {
    /// The count that a status belongs to.
    fn count_of(&mut self, status: Status) -> &mut u64 {
        match status {
            Status::Unknown => &mut self.unknown,
            Status::Expanded => &mut self.expanded,
            Status::Finished => &mut self.finished,
            Status::Unreachable { extent: Extent::ForGood, .. } => &mut self.unreachable_for_good,
            Status::Unreachable { extent: Extent::SoFar, .. } => &mut self.unreachable_so_far,
            Status::Irrelevant => &mut self.irrelevant,
            Status::Superseded => &mut self.superseded,
            Status::Error(_) => &mut self.errors,
            Status::Failed { reason, .. } => &mut self.failed[reason as usize],
            Status::Stopped { reason, .. } => &mut self.stopped[reason as usize],
        }
    }

    pub(crate) fn enter(&mut self, status: Status, nodes: u64) {
        *self.count_of(status) += nodes;
    }

    pub(crate) fn leave(&mut self, status: Status) {
        *self.count_of(status) -= 1;
    }

    /// Adds the counts of another tree.
    pub fn add(&mut self, other: &Conclusion) {
        self.unknown += other.unknown;
        self.expanded += other.expanded;
        self.finished += other.finished;
        self.unreachable_for_good += other.unreachable_for_good;
        self.unreachable_so_far += other.unreachable_so_far;
        self.irrelevant += other.irrelevant;
        self.superseded += other.superseded;
        self.errors += other.errors;
        self.failed.iter_mut().zip(other.failed).for_each(|(a, b)| *a += b);
        self.stopped.iter_mut().zip(other.stopped).for_each(|(a, b)| *a += b);
    }

    /// The verdict. An error decides, whatever else is left open.
    pub fn verdict(&self) -> TreeVerdict {
        if self.errors > 0 {
            TreeVerdict::Violated
        } else if self.unknown == 0 && self.failed() == 0 && self.stopped() == 0 {
            TreeVerdict::Holds
        } else {
            TreeVerdict::Undecided
        }
    }

    /// Whether no input breaks the program.
    pub fn holds(&self) -> bool {
        self.verdict() == TreeVerdict::Holds
    }

    /// Why *holds* cannot be said (beside errors), with the number of nodes each; empty where nothing is open.
    pub fn reasons(&self) -> Vec<(UndecidedReason, u64)> {
        std::iter::once((UndecidedReason::Unexplored, self.unknown))
            .chain(FailReason::ALL.iter().map(|&reason| (UndecidedReason::Failed(reason), self.failed_for(reason))))
            .chain(StopReason::ALL.iter().map(|&reason| (UndecidedReason::Stopped(reason), self.stopped_for(reason))))
            .filter(|&(_, count)| count > 0)
            .collect()
    }

    /// Leaves not yet decided.
    pub fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Interior nodes, failed ones not counted.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Leaves at which a path ends normally.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// Leaves proved unreachable to this extent.
    pub fn unreachable(&self, extent: Extent) -> u64 {
        match extent {
            Extent::ForGood => self.unreachable_for_good,
            Extent::SoFar => self.unreachable_so_far,
        }
    }

    /// Leaves that were left out since nothing that is looked for can come of them.
    pub fn irrelevant(&self) -> u64 {
        self.irrelevant
    }

    /// Nodes that need not be known since another alternative is.
    pub fn superseded(&self) -> u64 {
        self.superseded
    }

    /// Leaves that were not explored: nobody decided them, or they cannot matter.
    pub fn unexplored(&self) -> u64 {
        self.unknown + self.irrelevant
    }

    /// Leaves at which an input breaks the program.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// Failed nodes, with children or without.
    pub fn failed(&self) -> u64 {
        self.failed.iter().sum()
    }

    /// Nodes that failed for this reason.
    pub fn failed_for(&self, reason: FailReason) -> u64 {
        self.failed[reason as usize]
    }

    /// Leaves that were not followed further.
    pub fn stopped(&self) -> u64 {
        self.stopped.iter().sum()
    }

    /// Leaves not followed further for this reason.
    pub fn stopped_for(&self, reason: StopReason) -> u64 {
        self.stopped[reason as usize]
    }

    /// Paths that came to their end: finished or in an error.
    pub fn paths(&self) -> u64 {
        self.finished + self.errors
    }

    /// Paths that were not followed to their end: failed or stopped.
    pub fn cut(&self) -> u64 {
        self.failed() + self.stopped()
    }

    /// Paths that are not followed further, for whatever reason.
    pub fn followed(&self) -> u64 {
        self.paths() + self.cut()
    }
}
