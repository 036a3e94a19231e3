//! Questions about paths, and who answers them.
//!
//! Oblivious to how they are answered: by the solver alone where calls are executed in place, modulo summaries else. An
//! answer is never a `bool`. Invariant: what may be done about a question comes with it, so that no question is asked
//! under the bound of another.

use std::sync::Arc;
use std::time::Duration;

use plica_exec::{Alternative, ContextId, Machine, State, UnitId};
use plica_smt::{Answer, Budget, Lane, Solver, UnknownReason, Work};
use plica_term::{Evaluator, Model, TermId};

use crate::calls::{Calls, Dependencies, Reached};

/// Can these hold together, whatever the callers of a unit do and whatever summarised calls return?
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// A path condition.
    pub pc: &'a [TermId],
    /// One more condition.
    pub cond: TermId,
    /// Satisfies the path condition.
    pub hint: &'a Arc<Model>,
    /// What may be done about it.
    pub budget: Budget,
}

/// Answers questions about conditions.
pub trait Oracle {
    /// Can the conditions hold together?
    fn check(&mut self, query: Query<'_>) -> Answer;

    /// The work that all questions took so far.
    fn work(&self) -> Work;

    /// The work that was done beside that, which questions do not have less for.
    fn beside(&self) -> Work {
        Work::NONE
    }

    /// The work that answers had taken which were there sooner since they were remembered, or tried before.
    fn saved(&self) -> Work {
        Work::NONE
    }

    /// Queries answered so far, and the time that took; for progress.
    fn queries(&self) -> (u64, Duration);
}

/// Is there an input of the program that leads to a state of a unit?
#[derive(Clone, Copy)]
pub struct Whole<'a> {
    /// The unit.
    pub unit: UnitId,
    /// The state.
    pub state: &'a State,
    /// The calling context that the state's model is of.
    pub context: ContextId,
    /// One more condition.
    pub cond: TermId,
    /// What may be done about it.
    pub budget: Budget,
}

impl<'a> Whole<'a> {
    /// The part of the question that is about the unit alone.
    pub fn within(&self) -> Query<'a> {
        Query { pc: &self.state.pc, cond: self.cond, hint: &self.state.model, budget: self.budget }
    }
}

/// Answers questions about whole paths, from the program's start.
pub trait Reach: Oracle {
    /// Is the state reachable?
    fn reach(&mut self, whole: Whole<'_>) -> Reached {
        match self.check(whole.within()) {
            Answer::Sat(model) => Reached::Sat(model, ContextId::NONE),
            Answer::Unsat => Reached::Unsat(Dependencies::default()),
            Answer::Unknown(why) => Reached::Unknown(why),
        }
    }

    /// From now on it is this one who asks.
    fn turn_to(&mut self, _lane: Lane) {}

    /// Has more effort made for questions that were put off. False if there is no more to be made.
    fn try_harder(&mut self) -> bool {
        false
    }

    /// Summaries, if calls are summarised.
    fn calls(&mut self) -> Option<&mut dyn Calls> {
        None
    }

    /// Whoever judges, for those who know who that is.
    fn judge(&mut self) -> Option<&mut dyn std::any::Any> {
        None
    }
}

impl Oracle for Solver {
    fn check(&mut self, query: Query<'_>) -> Answer {
        self.check_within(query.budget, query.pc, Some(query.cond), Some(query.hint))
    }

    fn work(&self) -> Work {
        Solver::work(self)
    }

    fn beside(&self) -> Work {
        Solver::beside(self)
    }

    fn saved(&self) -> Work {
        Solver::saved(self)
    }

    fn queries(&self) -> (u64, Duration) {
        (self.stats().queries, self.stats().solver_time)
    }
}

/// Where calls are executed in place reachability is satisfiability.
impl Reach for Solver {
    fn turn_to(&mut self, lane: Lane) {
        Solver::turn_to(self, lane);
    }
}

/// Who answers, and what may be done about each question.
pub struct Asker<'a> {
    /// Who answers.
    pub reach: &'a mut dyn Reach,
    /// What may be done about each question.
    pub budget: Budget,
    /// What the oracle may have done in all when the last of them is answered.
    pub until: Option<Work>,
}

/// A side of a decision that was found feasible, or not decided.
pub struct Side {
    /// Its place among the alternatives.
    pub index: usize,
    /// The side.
    pub alternative: Alternative,
    /// A model of the path condition and the side's condition.
    pub answer: Result<Arc<Model>, UnknownReason>,
}

impl Asker<'_> {
    /// The same, for a while.
    pub fn again(&mut self) -> Asker<'_> {
        Asker { reach: self.reach, budget: self.budget, until: self.until }
    }

    /// The same for answers that are worth no more than so much work.
    pub fn at_most(&mut self, work: Work) -> Asker<'_> {
        let work = match self.budget {
            Budget::Usual => work,
            Budget::AtMost(most) | Budget::Exactly(most) => most.min(work),
        };
        Asker { reach: self.reach, budget: Budget::AtMost(work), until: self.until }
    }

    /// May no more questions be asked?
    pub fn is_spent(&self) -> bool {
        self.until.is_some_and(|until| self.reach.work() >= until)
    }

    /// Can a condition hold in a state besides its path condition?
    pub fn check(&mut self, s: &State, cond: TermId) -> Answer {
        let mut budget = self.budget;
        if let Some(until) = self.until {
            let left = until.minus(self.reach.work());
            if left == Work::NONE {
                return Answer::Unknown(UnknownReason::Timeout);
            }
            budget = match budget {
                Budget::Usual => Budget::AtMost(left),
                Budget::AtMost(most) | Budget::Exactly(most) => Budget::AtMost(most.min(left)),
            };
        }
        self.reach.check(Query { pc: &s.pc, cond, hint: &s.model, budget })
    }

    /// The same. Nothing if it is refuted, else a model of it and the path condition, or why that is not known.
    pub fn possible(&mut self, s: &State, cond: TermId) -> Option<Result<Arc<Model>, UnknownReason>> {
        match self.check(s, cond) {
            Answer::Unsat => None,
            Answer::Sat(model) => Some(Ok(model)),
            Answer::Unknown(why) => Some(Err(why)),
        }
    }

    /// The sides of a decision that are not refuted. The state's model tells one of them for nothing.
    pub fn feasible(&mut self, machine: &Machine, s: &State, alternatives: Vec<Alternative>) -> Vec<Side> {
        let mut eval = Evaluator::new(&machine.pool, &s.model);
        let known: Vec<bool> = alternatives.iter().map(|a| eval.holds(a.cond)).collect();
        drop(eval);
        let mut sides = Vec::new();
        for (index, alternative) in alternatives.into_iter().enumerate() {
            let answer = if known[index] { Some(Ok(s.model.clone())) } else { self.possible(s, alternative.cond) };
            sides.extend(answer.map(|answer| Side { index, alternative, answer }));
        }
        sides
    }
}
