//! The reachability check that the explorer relies on.
//!
//! Oblivious to how it is answered: today by the solver alone, later modulo summaries. An answer is never a `bool`.

use std::sync::Arc;
use std::time::Duration;

use plica_smt::Answer;
use plica_term::{Model, TermId};

/// Asks whether some input satisfies a path condition.
pub trait Reach {
    /// Can `pc` and `cond` hold together? `hint` satisfies `pc`.
    fn check(&mut self, pc: &[TermId], cond: TermId, hint: &Arc<Model>) -> Answer;

    /// Bounds the time for each of the next questions, until it is called with `None`: for those that are worth no more.
    fn hurry(&mut self, _limit: Option<Duration>) {}

    /// Queries answered so far, for progress.
    fn queries(&self) -> u64;
}
