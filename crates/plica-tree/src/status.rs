//! The status of a node, with the evidence for it.
//!
//! Oblivious to what the records hold: evidence is the number of a record in a table that the explorer keeps.
//! Invariant: no status that decides a leaf comes without evidence, and none that leaves it undecided without a reason.
//! An irrelevant leaf has neither: what is looked for decides that, not the tree.

use crate::{FailReason, StopReason};

/// The number of the record of an unsatisfiable query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnsatRecord(pub u32);

/// The number of the record of an error: its kind, its place and its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ErrorRecord(pub u32);

/// How far a proof that a leaf is unreachable reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// Proved whatever further exploration finds (unexplored leaves were left free in the query).
    ForGood,
    /// Proved with what is explored now: new leaves elsewhere may make this one reachable, which reopens it.
    SoFar,
}

/// The status of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A leaf that is not yet decided and that the search may choose.
    Unknown,
    /// An interior node; what is known is known of its children.
    Expanded,
    /// The path ends there normally.
    Finished,
    /// No input gets there.
    Unreachable {
        /// Whether later exploration can change that.
        extent: Extent,
        /// The query that was unsatisfiable.
        evidence: UnsatRecord,
    },
    /// An input was found that breaks the program there.
    Error(ErrorRecord),
    /// plica could not decide the leaf. The only settled status that may have children.
    Failed {
        /// Why.
        reason: FailReason,
        /// The number of the explorer's record with details, if there is one.
        detail: Option<u32>,
    },
    /// The path was not followed further, since nothing that the run looks for can come of it: no way leads from there
    /// to the target. It says nothing of what else is there, so a run that looks for more has no such leaves.
    Irrelevant,
    /// Another alternative covers the same inputs and is settled, so that nothing has to be known about this node. Also
    /// of nodes that had failed or were stopped in an alternative that is not needed any more.
    Superseded,
    /// The path was not followed further.
    Stopped {
        /// Why.
        reason: StopReason,
        /// The number of the explorer's record with details (the function without a model, the place), if there is one.
        detail: Option<u32>,
    },
}

impl Status {
    /// The stable name, as in a printed tree.
    pub fn name(self) -> &'static str {
        match self {
            Status::Unknown => "unknown",
            Status::Expanded => "expanded",
            Status::Finished => "finished",
            Status::Unreachable { extent: Extent::ForGood, .. } => "unreachable",
            Status::Unreachable { extent: Extent::SoFar, .. } => "unreachable-so-far",
            Status::Error(_) => "error",
            Status::Failed { .. } => "failed",
            Status::Irrelevant => "irrelevant",
            Status::Superseded => "superseded",
            Status::Stopped { .. } => "stopped",
        }
    }

    /// The name of the reason, where the status has one.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Status::Failed { reason, .. } => Some(reason.name()),
            Status::Stopped { reason, .. } => Some(reason.name()),
            _ => None,
        }
    }

    /// Whether a leaf may be settled to this status.
    pub fn is_settled(self) -> bool {
        !matches!(self, Status::Unknown | Status::Expanded)
    }
}
