//! The bounds of a run, and how full they are. Each that is hit leaves a mark in the tree.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use plica_smt::Work;
use plica_tree::StopReason;

/// Bounds; `None` is unbounded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// When the run ends.
    pub deadline: Option<Instant>,
    /// Memory of the process, bytes.
    pub memory: Option<u64>,
    /// Executed commands in total.
    pub steps: Option<u64>,
    /// Decisions on one path.
    pub depth: Option<u64>,
    /// Paths that reach an end.
    pub paths: Option<u64>,
    /// Distinct errors after which the run ends.
    pub errors: Option<u64>,
    /// The work after which a question is put off, to be asked again with more when nothing else is to be done; none is
    /// where there is no such bound.
    pub question: Option<Work>,
}

impl Limits {
    /// Which bound of the whole run is hit, if any. Depth is no bound of the whole run.
    pub(crate) fn hit(&self, cancel: &AtomicBool, steps: u64, paths: u64, errors: u64) -> Option<StopReason> {
        let over = |limit: Option<u64>, n: u64| limit.is_some_and(|l| n >= l);
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Some(StopReason::TimeLimit)
        } else if cancel.load(Ordering::Relaxed) {
            Some(StopReason::Cancelled)
        } else if over(self.steps, steps) {
            Some(StopReason::StepLimit)
        } else if over(self.paths, paths) {
            Some(StopReason::PathLimit)
        } else if over(self.errors, errors) {
            Some(StopReason::StoppedAtError)
        } else {
            None
        }
    }
}
