//! Queries with bounded quantifiers, `∀τ<κ. body`, answered by ground queries wherever that is possible.
//!
//! Oblivious to where quantifiers come from. The steps, each counted in [`crate::QuantifiedStats`]:
//!
//! 0. where sequences are to come to certain values, iterations are executed on values (`search`); what is said of
//!    numbers alone may be contradictory (`ties`);
//! 1. instances at the *index set* (where reads of the body meet reads elsewhere, the first and the last value), with
//!    the wish that no quantifier is over more than a few values: contradictory without need of the wish is final; a
//!    model is evaluated, repaired (`repair`, `pointwise`, `schedule`), or refuted by values at which it fails, which
//!    are new instances;
//! 2. the same without the wish: contradictory is final;
//! 3. the same with ever larger bounds on the number of values, so that models stay small enough to evaluate;
//! 4. the solvers' own quantifiers; then `Unknown`.
//!
//! Invariant: a model that leaves here satisfies the query, quantifiers included, under the evaluator.

mod index;
mod machine;
mod pointwise;
mod problem;
mod repair;
mod schedule;
mod search;
mod ties;

use plica_term::tuning::EVALUATOR_STEPS;
use plica_term::{Evaluator, Model, TermId, TermPool};

use crate::answer::UnknownReason;
use crate::backend::{BackendAnswer, Limit, query_symbols};
use crate::cache::satisfies_within;
use crate::cascade::{Cascade, complete};
use crate::shape::Shapes;
use crate::stats::SolverStats;
use crate::tuning;
use crate::work::Work;
use problem::{Instances, Problem};

pub(crate) use pointwise::nudged;

/// The steps, one after the other.
fn stages() -> [Stage; 9] {
    let (turns, few) = (tuning::TURNS_PER_STAGE.get(), tuning::TURNS_UNBOUNDED.get());
    let bounded = |bound| Stage { bound: Some(bound), turns, saturate: false };
    [
        bounded(tuning::QUANTIFIED_VALUES_FIRST.get()),
        Stage { bound: None, turns: few, saturate: false },
        bounded(1 << 4),
        Stage { bound: None, turns: few, saturate: true },
        bounded(1 << 6),
        bounded(1 << 8),
        bounded(1 << 12),
        bounded(1 << 16),
        bounded(1 << 20),
    ]
}

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
        if self.memo.len() > tuning::INSTANCES_KEPT.get() {
            self.memo.clear();
        }
        // The solvers' own quantifiers get a share of the time.
        let own = limit.at_most(limit.remaining().part(2, 3));
        let mut problem = Problem::new(pool, shapes, &mut self.memo, query);
        let verdict = by_search(&mut problem, cascade, query, &own, stats)
            .or_else(|| by_numbers(&problem, cascade, &own, stats))
            .or_else(|| by_instances(&mut problem, cascade, query, &own, stats));
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
        BackendAnswer::Unknown(UnknownReason::Quantifiers(Box::new(reason)))
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
    // First only what the quantifiers of the query itself need: most contradictions are among these instances.
    problem.saturate(2, tuning::INSTANCES_OF_OWN.get(), false);
    for Stage { bound, turns, saturate } in stages() {
        if saturate && !problem.saturate(3, tuning::INSTANCES_OF_ALL.get(), true) {
            continue;
        }
        let large = bound.is_some_and(|b| b > tuning::VALUES_OF_LARGE_MODEL.get());
        let steps = if large { EVALUATOR_STEPS.get() } else { tuning::MODEL_STEPS.get() };
        let fits = |model: &Model| satisfies_within(pool, model, query, steps);
        let mut may_schedule = true;
        for turn in 0..turns {
            // Looking at models is work, too.
            limit.spend(Work::of_evaluated(limit.steps()));
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
                    return Some(refuted(problem, &core, stats));
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
                        && satisfies_within(pool, &mended, query, EVALUATOR_STEPS.get()) == Some(true)
                    {
                        found = Some((restricted(pool, query, &mended), Found::Repaired));
                    } else if std::mem::take(&mut may_schedule)
                        && let Some(scheduled) = {
                            let accepts = |model: &Model| {
                                satisfies_within(pool, model, query, EVALUATOR_STEPS.get()) == Some(true)
                            };
                            schedule::scheduled(problem, &model, cascade, limit, stats, &accepts)
                        }
                    {
                        found = Some((restricted(pool, query, &scheduled), Found::Repaired));
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
                    Found::AtOnce if bound == Some(tuning::QUANTIFIED_VALUES_FIRST.get()) => &mut counts.sat_small,
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

/// The answer where sequences are to come to certain values, if executing iterations leads to these.
fn by_search(
    problem: &mut Problem<'_>,
    cascade: &mut Cascade,
    query: &[TermId],
    limit: &Limit,
    stats: &mut SolverStats,
) -> Option<BackendAnswer> {
    let pool = problem.pool;
    let sought = search::limits(problem);
    if sought.is_empty() {
        return None;
    }
    // Without instances: how sequences get to where the model has them is left to the search.
    let wish = problem.bounds_but(tuning::QUANTIFIED_VALUES_FIRST.get(), &sought);
    let mut found = None;
    for wish in [Some(&wish).filter(|wish| !wish.is_empty()), None] {
        let mut ground = problem.ground.clone();
        ground.extend(wish.into_iter().flatten());
        ground.sort_unstable();
        ground.dedup();
        stats.quantified.ground_queries += 1;
        match cascade.decide(&ground, &limit.at_most(limit.remaining().part(1, 3)), stats) {
            BackendAnswer::Sat(model) => found = Some(model),
            BackendAnswer::Unsat(core) if wish.is_none() => return Some(refuted(problem, &core, stats)),
            _ => {}
        }
        if found.is_some() {
            break;
        }
    }
    let mut model = found?;
    complete(pool, query, &mut model);
    let accepts = |model: &Model| satisfies_within(pool, model, query, EVALUATOR_STEPS.get()) == Some(true);
    let found = schedule::searched(problem, &model, cascade, limit, stats, &accepts)?;
    stats.quantified.sat_searched += 1;
    Some(BackendAnswer::Sat(restricted(pool, query, &found)))
}

/// The answer if the conditions about numbers alone, in which no array occurs, are contradictory.
fn by_numbers(
    problem: &Problem<'_>,
    cascade: &mut Cascade,
    limit: &Limit,
    stats: &mut SolverStats,
) -> Option<BackendAnswer> {
    let pool = problem.pool;
    let numbers = problem.numbers();
    let plain = || numbers.iter().map(|&t| (t, t)).collect();
    // First with less in them, which is mostly as contradictory.
    for conditions in ties::relaxed(pool, &numbers).into_iter().chain([plain()]) {
        let mut query: Vec<TermId> = conditions.iter().map(|c| c.0).filter(|&t| !pool.is_true(t)).collect();
        query.sort_unstable();
        query.dedup();
        if query.is_empty() {
            continue;
        }
        stats.quantified.ground_queries += 1;
        let verdict = match query.iter().find(|&&t| pool.is_false(t)) {
            Some(&t) => BackendAnswer::Unsat(vec![t]),
            None => cascade.decide(&query, &limit.at_most(limit.remaining().part(1, 3)), stats),
        };
        if let BackendAnswer::Unsat(core) = verdict {
            let of: Vec<TermId> = conditions.iter().filter(|c| core.contains(&c.0)).map(|c| c.1).collect();
            return Some(refuted(problem, &of, stats));
        }
    }
    None
}

/// The answer where these ground conditions are contradictory.
fn refuted(problem: &Problem<'_>, core: &[TermId], stats: &mut SolverStats) -> BackendAnswer {
    stats.quantified.unsat_by_instances += 1;
    BackendAnswer::Unsat(problem.core_of(core))
}

/// At how many values quantifiers fail under the model, as far as that is counted.
fn failures(problem: &Problem<'_>, model: &Model) -> usize {
    let mut evaluator = Evaluator::new(problem.pool, model).with_steps(tuning::MODEL_STEPS.get());
    let mut count = 0;
    for q in &problem.quantifiers {
        if evaluator.try_bits(q.guard) == Some(1) {
            count += evaluator.counterexamples(q.term, tuning::FAILING_VALUES.get()).map_or(0, |failing| failing.len());
        }
    }
    count
}

/// Adds instances at values at which quantifiers fail under the model. Says whether there are any.
fn refute(problem: &mut Problem<'_>, model: &Model, turn: usize) -> bool {
    let pool = problem.pool;
    let mut evaluator = Evaluator::new(pool, model).with_steps(tuning::MODEL_STEPS.get());
    let mut failing = Vec::new();
    for (which, q) in problem.quantifiers.iter().enumerate() {
        if evaluator.try_bits(q.guard) != Some(1) {
            continue;
        }
        let width = pool.symbol_info(q.bound).sort.bv_width().unwrap_or(1);
        let mut values = evaluator.counterexamples(q.term, tuning::FAILING_VALUES.get() << turn).unwrap_or_default();
        // What one iteration hands to the next is settled by all of them together.
        if let Some(count) = evaluator.try_bits(q.limit).filter(|&n| n <= tuning::VALUES_SPELLED_OUT.get())
            && turn > 0
            && !values.is_empty()
        {
            values = (0..count).collect();
        }
        failing.extend(values.into_iter().map(|v| (which, pool.bv(v, width))));
    }
    let (before, known) = (problem.instances, problem.quantifiers.len());
    for (which, at) in failing {
        if problem.instances < tuning::INSTANCES_IN_ALL.get() {
            problem.instantiate(which, at);
        }
    }
    if problem.quantifiers.len() > known {
        problem.saturate(1, tuning::INSTANCES_OF_ALL.get(), true);
    }
    problem.instances > before
}

/// The values of the query's own symbols.
fn restricted(pool: &TermPool, query: &[TermId], model: &Model) -> Model {
    let mut own = Model::new();
    for symbol in query_symbols(pool, query) {
        if let Some(value) = model.get(symbol) {
            own.set(symbol, value);
        }
    }
    own
}
