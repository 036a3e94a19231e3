//! Queries with bounded quantifiers, `∀τ<κ. body`, answered by ground queries wherever that is possible.
//!
//! Oblivious to where quantifiers come from. The steps, each counted in [`crate::QuantifiedStats`]:
//!
//! 1. instances at the *index set* (where reads of the body meet reads elsewhere, the first and the last value), with
//!    the wish that no quantifier is over more than a few values: contradictory without need of the wish is final; a
//!    model is evaluated, repaired (`repair`, `pointwise`), or refuted by values at which it fails, which are new
//!    instances;
//! 2. the same without the wish: contradictory is final;
//! 3. the same with ever larger bounds on the number of values, so that models stay small enough to evaluate;
//! 4. the solvers' own quantifiers; then `Unknown`.
//!
//! Invariant: a model that leaves here satisfies the query, quantifiers included, under the evaluator.

mod index;
mod pointwise;
mod problem;
mod repair;

use plica_term::{Evaluator, Model, TermId, TermPool};

use crate::answer::{QUANTIFIER, UnknownReason};
use crate::backend::{BackendAnswer, Limit, query_symbols};
use crate::cache::satisfies_within;
use crate::cascade::{Cascade, complete};
use crate::shape::Shapes;
use crate::stats::SolverStats;
use crate::work::Work;
use problem::{Instances, Problem};

/// The first wish: no quantifier over more values than this.
const SMALL: u128 = 4;
/// The steps, one after the other.
const STAGES: [Stage; 9] = [
    Stage { bound: Some(SMALL), turns: TURNS, saturate: false },
    Stage { bound: None, turns: 3, saturate: false },
    Stage { bound: Some(1 << 4), turns: TURNS, saturate: false },
    Stage { bound: None, turns: 3, saturate: true },
    Stage { bound: Some(1 << 6), turns: TURNS, saturate: false },
    Stage { bound: Some(1 << 8), turns: TURNS, saturate: false },
    Stage { bound: Some(1 << 12), turns: TURNS, saturate: false },
    Stage { bound: Some(1 << 16), turns: TURNS, saturate: false },
    Stage { bound: Some(1 << 20), turns: TURNS, saturate: false },
];
/// Ground queries per stage.
const TURNS: usize = 8;
/// From the second turn on, quantifiers over at most so many values that fail are spelled out.
const EXPANDED: u128 = 64;
/// Values at which a model fails that become instances, per quantifier; each turn doubles them.
const REFUTATIONS: usize = 16;
/// Instances from the index set of the query's own quantifiers.
const MAX_INDEX_SET: usize = 160;
/// Instances from the whole index set.
const MAX_INSTANCES: usize = 400;
/// Steps that deciding a quantifier under a model may take while larger models are not asked for.
const STEPS: u64 = 1 << 21;
/// Bounds up to this one do not ask for larger models.
const LARGE: u128 = 1 << 10;
/// Instances altogether.
const MAX_REFUTED: usize = 2000;
/// Instances remembered from query to query.
const MAX_KEPT: usize = 200_000;

/// A step towards an answer.
struct Stage {
    /// The wish that no quantifier is over more values than this.
    bound: Option<u128>,
    /// How often a model is refuted by new instances.
    turns: usize,
    /// Add the whole index set before?
    saturate: bool,
}

/// What is kept from query to query.
#[derive(Default)]
pub(crate) struct Quantified {
    memo: Instances,
}

/// How a satisfiable query was answered.
enum Found {
    /// The first model satisfied the quantifiers.
    AtOnce,
    Repaired,
    Refuting,
}

impl Quantified {
    /// Answers a query without reads of λ-arrays.
    pub(crate) fn decide(
        &mut self,
        pool: &TermPool,
        shapes: &mut Shapes,
        cascade: &mut Cascade,
        query: &[TermId],
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> BackendAnswer {
        stats.quantified.queries += 1;
        if self.memo.len() > MAX_KEPT {
            self.memo.clear();
        }
        // The solvers' own quantifiers get a share of the time.
        let own = limit.at_most(limit.remaining().part(2, 3));
        let mut problem = Problem::new(pool, shapes, &mut self.memo, query);
        let verdict = by_instances(&mut problem, cascade, query, &own, stats);
        stats.quantified.instances += problem.instances as u64;
        if let Some(verdict) = verdict {
            return verdict;
        }
        let reason = match cascade.decide_quantified(query, limit, stats) {
            BackendAnswer::Unknown(UnknownReason::Interrupted) => {
                return BackendAnswer::Unknown(UnknownReason::Interrupted);
            }
            BackendAnswer::Unknown(reason) => reason,
            definite => {
                stats.quantified.by_solver += 1;
                return definite;
            }
        };
        stats.quantified.given_up += 1;
        BackendAnswer::Unknown(UnknownReason::Incomplete(format!("{QUANTIFIER}{reason}")))
    }
}

/// The answer by ground queries, if they give one.
fn by_instances(
    problem: &mut Problem<'_>,
    cascade: &mut Cascade,
    query: &[TermId],
    limit: &Limit,
    stats: &mut SolverStats,
) -> Option<BackendAnswer> {
    let pool = problem.pool;
    let mut seen = Evaluator::steps_taken();
    // First only what the quantifiers of the query itself need: most contradictions are among these instances.
    problem.saturate(2, MAX_INDEX_SET, false);
    for Stage { bound, turns, saturate } in STAGES {
        if saturate && !problem.saturate(3, MAX_INSTANCES, true) {
            continue;
        }
        let large = bound.is_some_and(|b| b > LARGE);
        let steps = if large { Evaluator::STEPS } else { STEPS };
        let fits = |model: &Model| satisfies_within(pool, model, query, steps);
        for turn in 0..turns {
            // Looking at models is work, too.
            let evaluated = Evaluator::steps_taken();
            limit.spend(Work::of_steps(evaluated.wrapping_sub(std::mem::replace(&mut seen, evaluated))));
            if let Some(reason) = limit.exceeded() {
                return (reason == UnknownReason::Interrupted).then_some(BackendAnswer::Unknown(reason));
            }
            let mut ground = problem.ground.clone();
            ground.extend(bound.into_iter().flat_map(|b| problem.bounds(b)));
            ground.sort_unstable();
            ground.dedup();
            stats.quantified.ground_queries += 1;
            // One hard query must not take the time of all others.
            let share = limit.at_most(limit.remaining().part(1, 3));
            let mut model = match cascade.decide(&ground, &share, stats) {
                BackendAnswer::Sat(model) => model,
                BackendAnswer::Unsat(core) if bound.is_none() || core.iter().all(|&t| problem.is_ground(t)) => {
                    stats.quantified.unsat_by_instances += 1;
                    return Some(BackendAnswer::Unsat(problem.core_of(&core)));
                }
                BackendAnswer::Unsat(_) => break,
                BackendAnswer::Unknown(UnknownReason::Interrupted) => {
                    return Some(BackendAnswer::Unknown(UnknownReason::Interrupted));
                }
                BackendAnswer::Unknown(_) => break,
            };
            complete(pool, query, &mut model);
            let mut found = None;
            match fits(&model) {
                Some(true) => {
                    let how = if turn == 0 { Found::AtOnce } else { Found::Refuting };
                    found = Some((restricted(pool, query, &model), how));
                }
                _ => {
                    let repaired = repair::repaired(problem, &model, cascade, limit, stats);
                    let fit = repaired.as_ref().map(&fits);
                    if fit != Some(Some(true))
                        && let Some(mended) = pointwise::mended(problem, repaired.as_ref().unwrap_or(&model), limit)
                        && satisfies_within(pool, &mended, query, Evaluator::STEPS) == Some(true)
                    {
                        found = Some((restricted(pool, query, &mended), Found::Repaired));
                    } else if let Some(repaired) = repaired {
                        match fit.flatten() {
                            Some(true) => found = Some((restricted(pool, query, &repaired), Found::Repaired)),
                            // Whichever fails at fewer values is refuted.
                            Some(false) if failures(problem, &repaired) < failures(problem, &model) => model = repaired,
                            Some(false) => {}
                            // All that is wrong with it is its size: instances do not mend that, a bound does.
                            None => break,
                        }
                    }
                }
            }
            if let Some((model, how)) = found {
                let counts = &mut stats.quantified;
                *match how {
                    Found::AtOnce if bound == Some(SMALL) => &mut counts.sat_small,
                    Found::AtOnce => &mut counts.sat_checked,
                    Found::Repaired => &mut counts.sat_repaired,
                    Found::Refuting => &mut counts.sat_refined,
                } += 1;
                return Some(BackendAnswer::Sat(model));
            }
            if turn + 1 == turns || !refute(problem, &model, turn) {
                break;
            }
        }
    }
    None
}

/// At how many values quantifiers fail under the model, as far as that is counted.
fn failures(problem: &Problem<'_>, model: &Model) -> usize {
    let mut evaluator = Evaluator::new(problem.pool, model).with_steps(STEPS);
    let mut count = 0;
    for q in &problem.quantifiers {
        if evaluator.try_bits(q.guard) == Some(1) {
            count += evaluator.counterexamples(q.term, REFUTATIONS).map_or(0, |failing| failing.len());
        }
    }
    count
}

/// Adds instances at values at which quantifiers fail under the model. Says whether there are any.
fn refute(problem: &mut Problem<'_>, model: &Model, turn: usize) -> bool {
    let pool = problem.pool;
    let mut evaluator = Evaluator::new(pool, model).with_steps(STEPS);
    let mut failing = Vec::new();
    for (which, q) in problem.quantifiers.iter().enumerate() {
        if evaluator.try_bits(q.guard) != Some(1) {
            continue;
        }
        let width = pool.symbol_info(q.bound).sort.bv_width().unwrap_or(1);
        let mut values = evaluator.counterexamples(q.term, REFUTATIONS << turn).unwrap_or_default();
        // What one iteration hands to the next is settled by all of them together.
        if let Some(count) = evaluator.try_bits(q.limit).filter(|&n| n <= EXPANDED)
            && turn > 0
            && !values.is_empty()
        {
            values = (0..count).collect();
        }
        failing.extend(values.into_iter().map(|v| (which, pool.bv(v, width))));
    }
    let (before, known) = (problem.instances, problem.quantifiers.len());
    for (which, at) in failing {
        if problem.instances < MAX_REFUTED {
            problem.instantiate(which, at);
        }
    }
    if problem.quantifiers.len() > known {
        problem.saturate(1, MAX_INSTANCES, true);
    }
    problem.instances > before
}

/// The values of the query's own symbols.
fn restricted(pool: &TermPool, query: &[TermId], model: &Model) -> Model {
    let mut own = Model::new();
    for symbol in query_symbols(pool, query) {
        if let Some(value) = model.get(symbol) {
            own.set(symbol, value.clone());
        }
    }
    own
}
