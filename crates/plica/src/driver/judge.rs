//! Who judges reachability: the solver alone where calls are executed in place, modulo summaries else.

use std::sync::Arc;
use std::time::Duration;

use plica_exec::{Machine, Reach};
use plica_smt::{Answer, Solver};
use plica_summaries::{Composer, Policy};
use plica_term::{Model, TermId};

use crate::cli::CallPolicy;

/// Reachability in a program whose calls are all executed in place: satisfiability.
pub struct Classic {
    solver: Solver,
    /// Time for a question.
    limit: Duration,
}

impl Reach for Classic {
    fn check(&mut self, pc: &[TermId], cond: TermId, hint: &Arc<Model>) -> Answer {
        self.solver.check_with_hint(pc, Some(cond), Some(hint))
    }

    fn hurry(&mut self, limit: Option<Duration>) {
        let limit = limit.map_or(self.limit, |l| l.min(self.limit));
        self.solver.set_time_limit(limit);
    }

    fn insist(&mut self, time: Option<Duration>) {
        self.solver.set_time_limit(time.unwrap_or(self.limit));
    }

    fn queries(&self) -> (u64, Duration) {
        let stats = self.solver.stats();
        (stats.queries, stats.solver_time)
    }
}

/// The judge that a policy asks for.
pub enum Judge {
    /// The solver alone.
    Classic(Box<Classic>),
    /// Modulo summaries.
    Composer(Box<Composer>),
}

impl Judge {
    pub fn new(policy: CallPolicy, machine: &Arc<Machine>, solver: Solver) -> Judge {
        let policy = match policy {
            CallPolicy::Summary => Policy::Always,
            CallPolicy::Auto => Policy::Auto,
            // Replay is refused by the command line.
            CallPolicy::Inline | CallPolicy::Replay => {
                let limit = solver.time_limit();
                return Judge::Classic(Box::new(Classic { solver, limit }));
            }
        };
        Judge::Composer(Box::new(Composer::new(machine.clone(), solver, policy)))
    }

    pub fn reach(&mut self) -> &mut dyn Reach {
        match self {
            Judge::Classic(judge) => &mut **judge,
            Judge::Composer(judge) => &mut **judge,
        }
    }

    /// What composing took.
    pub fn composed(&self) -> plica_summaries::Counters {
        match self {
            Judge::Classic(_) => plica_summaries::Counters::default(),
            Judge::Composer(judge) => judge.counters,
        }
    }

    /// Summaries, if there are any.
    pub fn composer(&mut self) -> Option<&mut Composer> {
        match self {
            Judge::Classic(_) => None,
            Judge::Composer(judge) => Some(judge),
        }
    }

    pub fn solver(&mut self) -> &mut Solver {
        match self {
            Judge::Classic(judge) => &mut judge.solver,
            Judge::Composer(judge) => &mut judge.solver,
        }
    }
}
