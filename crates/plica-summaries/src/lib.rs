//! Compositional symbolic execution: a function is explored once, on its own inputs, and its callers use the summary.
//!
//! What this crate is: units, their summaries, the invocation graph, and reachability modulo summaries (Vanoverberghe
//! and Piessens 2010; the two demand-driven queries are those of Anand, Godefroid and Tillmann 2008). It joins the
//! explorer through the traits
//! [`Calls`](plica_explore::Calls) and [`Reach`]. Oblivious to trees, to search and to templates.
//!
//! Everything that a formula says about another function it says through an *context* (`context`): a chain of
//! calls, under which each symbol of the called function's unit has an image in the caller's terms. Going down into a
//! summary and up to the callers are the same substitution.

mod calls;
mod context;
mod input;
mod modulo;
mod paths;
mod reachable;
mod stable;
mod story;
pub mod tuning;
mod unit;
mod view;

use std::sync::Arc;
use std::time::Duration;

use cranelift_entity::PrimaryMap;
use plica_exec::{CallId, ContextId, Machine, OutcomeId, State, UnitId};
use plica_explore::{Calls, Dependencies, Oracle, Query, Reach, Reached, Whole};
use plica_ir::FuncId;
use plica_smt::{Answer, Budget, Lane, Solver, Work};
use plica_term::{TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use context::Contexts;
use unit::Unit;

pub use unit::{EffectClass, ParamShape, SummaryPath, ValueKind, WriteSlot};
pub use view::{CallView, Comes, Meaning, UnitView};

/// Which calls are summarised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SummaryPolicy {
    /// All; those that cannot be end the path undecided.
    Always,
    /// Those in which the path forks, if they can be.
    Auto,
}

/// How much is looked at for one question. All is doubled when nothing else is left to be done.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Summaries written out.
    pub definitions: usize,
    /// Calls in a chain.
    pub chain: usize,
    /// Chains.
    pub chains: usize,
    /// Calls that are looked into to hold a model against the summaries.
    pub calls: u32,
    /// How often they are doubled. Not doubled itself.
    pub rounds: u32,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            definitions: tuning::DEFINITIONS_PER_QUESTION.get(),
            chain: tuning::CHAIN_LENGTH.get(),
            chains: tuning::CHAINS_PER_QUESTION.get(),
            calls: tuning::CALLS_EVALUATED.get(),
            rounds: tuning::EFFORTS.get(),
        }
    }
}

/// A call of a unit.
pub(crate) struct Call {
    /// The unit that it enters.
    pub unit: UnitId,
    /// The unit that the caller belongs to.
    pub caller: UnitId,
    /// The state at the start of the called function.
    pub state: State,
    /// The calling context that its model is of.
    pub context: ContextId,
    /// Does the program make it? Else it stands for the calls that all iterations of a loop make, and leads nowhere.
    pub made: bool,
}

/// Counts that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SummaryCounters {
    /// Questions about whole paths.
    pub questions: u64,
    /// Those answered without a solver.
    pub by_evaluation: u64,
    /// Summaries of calls that had to be written out.
    pub definitions: u64,
    /// Refutations in which unexplored leaves were left free.
    pub relevant: u64,
    /// Calls in iterations of loops in general that summaries took the place of.
    pub composed: u64,
}

/// A refutation that further paths may undo.
struct Refutation {
    /// What it rests on.
    waits: Dependencies,
    /// How much was known of that.
    known: usize,
    /// Is it known to be none once unexplored leaves are left free?
    relevant: bool,
}

/// See the crate's description.
pub struct Composer {
    /// The solver.
    pub solver: Solver,
    /// Counts.
    pub counters: SummaryCounters,
    /// Bounds at first.
    pub bounds: Bounds,
    machine: Arc<Machine>,
    policy: SummaryPolicy,
    units: PrimaryMap<UnitId, Unit>,
    calls: PrimaryMap<CallId, Call>,
    contexts: Contexts,
    /// Functions that are executed in place, and why.
    refused: FxHashMap<FuncId, String>,
    /// Conditions of whole paths that cannot hold together, so far.
    refuted: FxHashMap<Box<[TermId]>, Refutation>,
    /// Conditions of paths that can, if the callers of the outermost unit are left aside.
    allowed: FxHashSet<Box<[TermId]>>,
    /// Conditions of units that can hold, if the callers are left aside.
    possible: FxHashSet<Box<[TermId]>>,
    /// Outcomes that had to be written out.
    wanted: FxHashSet<OutcomeId>,
    /// Definitions of outcomes, and how much was known of the unit when they were written.
    written: FxHashMap<OutcomeId, ((usize, bool), TermId)>,
    /// How much effort is made, in doublings.
    effort: u32,
    /// Work that all questions may have taken when the present one of whole paths is given up, if there is more than
    /// one.
    until: Option<Work>,
    /// What went wrong that should not have: no answer rests on it.
    defect: Option<String>,
}

impl Composer {
    /// One for a program that `machine` explores.
    pub fn new(machine: Arc<Machine>, solver: Solver, policy: SummaryPolicy) -> Composer {
        Composer {
            solver,
            counters: SummaryCounters::default(),
            bounds: Bounds::default(),
            units: PrimaryMap::from_iter([Unit::program(machine.clone())]),
            machine,
            policy,
            calls: PrimaryMap::new(),
            contexts: Contexts::default(),
            refused: FxHashMap::default(),
            refuted: FxHashMap::default(),
            allowed: FxHashSet::default(),
            possible: FxHashSet::default(),
            wanted: FxHashSet::default(),
            written: FxHashMap::default(),
            effort: 0,
            until: None,
            defect: None,
        }
    }

    fn pool(&self) -> Arc<TermPool> {
        self.machine.pool.clone()
    }
}

impl Oracle for Composer {
    fn check(&mut self, query: Query<'_>) -> Answer {
        Oracle::check(&mut self.solver, query)
    }

    fn work(&self) -> Work {
        self.solver.work()
    }

    fn beside(&self) -> Work {
        self.solver.beside()
    }

    fn saved(&self) -> Work {
        self.solver.saved()
    }

    fn queries(&self) -> (u64, Duration) {
        Oracle::queries(&self.solver)
    }
}

impl Reach for Composer {
    fn reach(&mut self, whole: Whole<'_>) -> Reached {
        self.solver.set_budget(whole.budget);
        self.until = match whole.budget {
            Budget::Usual => None,
            Budget::AtMost(work) | Budget::Exactly(work) => Some(self.solver.work().plus(work)),
        };
        let reached = self.in_context(whole);
        self.solver.set_budget(Budget::Usual);
        reached
    }

    fn turn_to(&mut self, lane: Lane) {
        self.solver.turn_to(lane);
    }

    fn try_harder(&mut self) -> bool {
        self.effort += 1;
        self.effort <= self.bounds.rounds
    }

    fn calls(&mut self) -> Option<&mut dyn Calls> {
        Some(self)
    }

    fn judge(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}
