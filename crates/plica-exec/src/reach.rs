//! The reachability check that the explorer relies on.
//!
//! Oblivious to how it is answered: today by the solver alone, later modulo summaries. An answer is never a `bool`.

use std::sync::Arc;

use plica_smt::Answer;
use plica_term::{Model, TermId};

/// Asks whether some input satisfies a path condition.
pub trait Reach {
    /// Can `pc` and `cond` hold together? `hint` satisfies `pc`.
    fn check(&mut self, pc: &[TermId], cond: TermId, hint: &Arc<Model>) -> Answer;

    /// Queries answered so far, for progress.
    fn queries(&self) -> u64;
}
