//! The reachability check that the explorer relies on.
//!
//! Oblivious to how it is answered: by the solver alone where calls are executed in place, modulo summaries else. An
//! answer is never a `bool`.

use std::sync::Arc;
use std::time::Duration;

use plica_smt::{Answer, Budget, Solver, Work};
use plica_term::{Model, TermId};

use crate::calls::{Calls, Dependencies, Reached};
use crate::ids::{ContextId, UnitId};
use crate::state::State;

/// Asks whether some input satisfies a path condition.
pub trait Reach {
    /// Can `pc` and `cond` hold together, whatever the callers of a unit do and whatever summarised calls return?
    /// `hint` satisfies `pc`.
    fn check(&mut self, pc: &[TermId], cond: TermId, hint: &Arc<Model>) -> Answer;

    /// Is there an input of the program that leads to the state of a unit, with `cond`?
    fn reach(&mut self, _unit: UnitId, s: &State, cond: TermId) -> Reached {
        match self.check(&s.pc, cond, &s.model) {
            Answer::Sat(model) => Reached::Sat(model, ContextId::NONE),
            Answer::Unsat => Reached::Unsat(Dependencies::default()),
            Answer::Unknown(why) => Reached::Unknown(why),
        }
    }

    /// Summaries, if calls are summarised.
    fn calls(&mut self) -> Option<&mut dyn Calls> {
        None
    }

    /// Has more effort made for questions that were put off. False if there is no more to be made.
    fn try_harder(&mut self) -> bool {
        false
    }

    /// Sets what may be done about each of the next questions.
    fn set_budget(&mut self, budget: Budget);

    /// The work that all questions took so far.
    fn work(&self) -> Work;

    /// Whoever judges, for those who know who that is.
    fn judge(&mut self) -> Option<&mut dyn std::any::Any> {
        None
    }

    /// Queries answered so far, and the time that took; for progress.
    fn queries(&self) -> (u64, Duration);
}

/// Where calls are executed in place reachability is satisfiability.
impl Reach for Solver {
    fn check(&mut self, pc: &[TermId], cond: TermId, hint: &Arc<Model>) -> Answer {
        self.check_with_hint(pc, Some(cond), Some(hint))
    }

    fn set_budget(&mut self, budget: Budget) {
        Solver::set_budget(self, budget);
    }

    fn work(&self) -> Work {
        Solver::work(self)
    }

    fn queries(&self) -> (u64, Duration) {
        (self.stats().queries, self.stats().solver_time)
    }
}
