//! Who judges reachability: the solver alone where calls are executed in place, modulo summaries else.

use std::sync::Arc;

use plica_exec::Machine;
use plica_explore::Reach;
use plica_smt::Solver;
use plica_summaries::{Composer, SummaryPolicy};

use crate::cli::CallPolicy;

/// The judge that a policy asks for.
pub(crate) enum Judge {
    /// The solver alone.
    Classic(Box<Solver>),
    /// Modulo summaries.
    Composer(Box<Composer>),
}

impl Judge {
    pub fn new(policy: CallPolicy, machine: &Arc<Machine>, solver: Solver) -> Judge {
        let policy = match policy {
            CallPolicy::Summary => SummaryPolicy::Always,
            CallPolicy::Auto => SummaryPolicy::Auto,
            CallPolicy::Inline | CallPolicy::Replay => return Judge::Classic(Box::new(solver)),
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
    pub fn composed(&self) -> plica_summaries::SummaryCounters {
        match self {
            Judge::Classic(_) => plica_summaries::SummaryCounters::default(),
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
            Judge::Classic(solver) => solver,
            Judge::Composer(judge) => &mut judge.solver,
        }
    }
}
