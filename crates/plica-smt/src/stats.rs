//! What the pipeline counts: how each query was answered, and why some were not.
//!
//! Oblivious to how the counts are shown.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::answer::UnknownReason;

/// One back end's share of the work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackendStats {
    /// Queries that it was asked.
    pub asked: u64,
    /// Answers: satisfiable.
    pub sat: u64,
    /// Answers: unsatisfiable.
    pub unsat: u64,
    /// No answer (time limit, unsupported, cancelled by a faster one).
    pub unknown: u64,
    /// Time spent.
    pub time: Duration,
}

/// How queries with bounded quantifiers were answered. `queries` is the sum of the answers below it (queries ended from
/// outside apart).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuantifiedStats {
    /// Slices with a quantifier that no cache answered.
    pub queries: u64,
    /// Contradictory by instances.
    pub unsat_by_instances: u64,
    /// Satisfied with all quantifiers over the first few values only.
    pub sat_small: u64,
    /// Satisfied by the first model of instances.
    pub sat_checked: u64,
    /// Satisfied after free cells of arrays were given other values.
    pub sat_repaired: u64,
    /// Satisfiable: sequences come to where they are to come by executing iterations.
    pub sat_searched: u64,
    /// Satisfied after models were refuted by further instances.
    pub sat_refined: u64,
    /// Answered by a solver's own quantifiers.
    pub by_solver: u64,
    /// Not answered.
    pub given_up: u64,
    /// Ground queries that all of these took.
    pub ground_queries: u64,
    /// Instances made for them.
    pub instances: u64,
}

impl QuantifiedStats {
    fn add(&mut self, other: &QuantifiedStats) {
        self.queries += other.queries;
        self.unsat_by_instances += other.unsat_by_instances;
        self.sat_small += other.sat_small;
        self.sat_checked += other.sat_checked;
        self.sat_repaired += other.sat_repaired;
        self.sat_searched += other.sat_searched;
        self.sat_refined += other.sat_refined;
        self.by_solver += other.by_solver;
        self.given_up += other.given_up;
        self.ground_queries += other.ground_queries;
        self.instances += other.instances;
    }
}

/// Counts of a solver's whole life. `queries` are the calls; below them stands which stage answered. A call may need
/// several slices, and each slice is counted where it was answered, unless that is by what is left of its conditions
/// under each other: then there are slices of that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// Calls of `check` and `check_with_hint`.
    pub queries: u64,
    /// Answered by a constant among the conditions.
    pub by_constant: u64,
    /// Answered by two bounds of the same term, which contradict each other.
    pub by_bounds: u64,
    /// Answered by evaluating the question under the hint.
    pub by_hint: u64,
    /// Slices that had to be answered.
    pub slices: u64,
    /// Slices asked before, with the same answer.
    pub by_cache: u64,
    /// Slices that contain conditions known to be contradictory.
    pub by_core: u64,
    /// Slices that a recent model satisfies.
    pub by_model: u64,
    /// Slices that are about an order of symbols alone.
    pub by_order: u64,
    /// Slices that an earlier run answered.
    pub by_store: u64,
    /// Slices that a back end was asked.
    pub to_backend: u64,
    /// Of these, the ones that the first stage left open.
    pub to_second_stage: u64,
    /// Slices that two back ends answered and agreed on (cross-checking).
    pub cross_checked: u64,
    /// Questions that the clock on the wall ended, or for which it decided who answered: another run may see another
    /// answer.
    pub by_clock: u64,
    /// Models that the evaluator refused.
    pub bad_models: u64,
    /// Slices with bounded quantifiers.
    pub quantified: QuantifiedStats,
    /// Time in back ends.
    pub solver_time: Duration,
    /// Per back end.
    pub backends: BTreeMap<String, BackendStats>,
    /// Calls answered `Unknown`, by [`UnknownReason::name`].
    pub unknown: BTreeMap<&'static str, u64>,
}

impl SolverStats {
    pub(crate) fn count_unknown(&mut self, reason: &UnknownReason) {
        *self.unknown.entry(reason.name()).or_default() += 1;
    }

    pub(crate) fn backend(&mut self, name: &str) -> &mut BackendStats {
        if !self.backends.contains_key(name) {
            self.backends.insert(name.into(), BackendStats::default());
        }
        self.backends.entry(name.into()).or_default()
    }

    /// Adds another solver's counts, as for the total of several workers.
    pub fn add(&mut self, other: &SolverStats) {
        self.queries += other.queries;
        self.by_constant += other.by_constant;
        self.by_bounds += other.by_bounds;
        self.by_hint += other.by_hint;
        self.slices += other.slices;
        self.by_cache += other.by_cache;
        self.by_core += other.by_core;
        self.by_model += other.by_model;
        self.by_order += other.by_order;
        self.by_store += other.by_store;
        self.to_backend += other.to_backend;
        self.to_second_stage += other.to_second_stage;
        self.cross_checked += other.cross_checked;
        self.by_clock += other.by_clock;
        self.bad_models += other.bad_models;
        self.quantified.add(&other.quantified);
        self.solver_time += other.solver_time;
        for (name, theirs) in &other.backends {
            let ours = self.backend(name);
            ours.asked += theirs.asked;
            ours.sat += theirs.sat;
            ours.unsat += theirs.unsat;
            ours.unknown += theirs.unknown;
            ours.time += theirs.time;
        }
        for (reason, n) in &other.unknown {
            *self.unknown.entry(reason).or_default() += n;
        }
    }
}
