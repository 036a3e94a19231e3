//! Models in which sequences come to where they are to come: which iterations do what is chosen, and the rest follows.
//!
//! A sequence that adds up what iterations do, `C[0] = 0 ∧ ∀τ<κ. C[τ+1] = C[τ] + (φ(τ) ? 1 : 0)`, has its values after
//! the loop fixed by a model of few instances, and between the ends there are none that suit: what iterations read was
//! chosen without regard to it. Here all its values are chosen: iterations that count first and then those that do not,
//! or the other way round; sums go up evenly. With as many iterations as the model says every quantifier is a finite
//! conjunction, and what iterations read is found by one query without quantifiers. Oblivious to how instances were
//! chosen. Whether the whole then is a model is for the caller to evaluate.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, Substitution, SymbolId, SymbolKind, TermId};
use plica_term::{TermPool, mask, sign_extend};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::is_open;
use super::pointwise;
use super::problem::{Problem, Quantifier};
use super::search::{Way, limits, ways};
use crate::backend::{BackendAnswer, Limit};
use crate::cascade::Cascade;
use crate::lambda::substituted;
use crate::scalars::Scalars;
use crate::shape::FORALL;
use crate::slice::{Slicer, conjuncts};
use crate::stats::SolverStats;
use crate::tuning;
use crate::work::Work;

/// A sequence that adds up.
#[derive(Clone, Copy)]
struct Sum {
    array: SymbolId,
    /// Its bits.
    width: u32,
    /// How many iterations there are, as the quantifier says it.
    limit: TermId,
    count: u128,
    /// The values before and after them.
    from: u128,
    to: u128,
    /// Does each iteration add one or nothing?
    counts: bool,
}

/// Values of elements of sequences.
pub(crate) type Pins = FxHashMap<(SymbolId, u128), u128>;

/// A model of the query that has as many iterations as `model`, if one is found that `accepts`.
pub(crate) fn scheduled(
    problem: &mut Problem<'_>,
    model: &Model,
    cascade: &mut Cascade,
    limit: &Limit,
    stats: &mut SolverStats,
    accepts: &dyn Fn(&Model) -> bool,
) -> Option<Model> {
    if limits(problem).is_empty() {
        return None;
    }
    let spelled = Spelled::new(problem, model, limit)?;
    if spelled.sums.is_empty() {
        return None;
    }
    // First with all numbers as they are, cell by cell.
    for (apart, pins) in schedules(&spelled.sums) {
        if limit.exceeded().is_some() {
            break;
        }
        if let Some(found) = spelled.pinned(problem, model, (apart, &pins), cascade, limit, stats, accepts) {
            return Some(found);
        }
    }
    None
}

/// A model of the query in which sequences go ways that lead to where they are to come, if one is found that `accepts`.
pub(crate) fn searched(
    problem: &mut Problem<'_>,
    model: &Model,
    cascade: &mut Cascade,
    limit: &Limit,
    stats: &mut SolverStats,
    accepts: &dyn Fn(&Model) -> bool,
) -> Option<Model> {
    ways(problem, model, limit).into_iter().find_map(|Way { model, pins }| {
        if limit.exceeded().is_some() {
            return None;
        }
        let spelled = Spelled::new(problem, &model, limit)?;
        spelled.pinned(problem, &model, (false, &pins), cascade, limit, stats, accepts)
    })
}

/// A query with as many iterations as a model says, without quantifiers.
struct Spelled {
    whole: Whole,
    /// The numbers that say which cells are read, and all of them.
    fixed: FxHashMap<SymbolId, TermId>,
    numbers: FxHashMap<SymbolId, TermId>,
    sums: Vec<Sum>,
}

impl Spelled {
    fn new(problem: &mut Problem<'_>, model: &Model, limit: &Limit) -> Option<Spelled> {
        let pool = problem.pool;
        let mut evaluator = Evaluator::new(pool, model);
        let mut fixed: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut spelled = Vec::new();
        let mut sums = Vec::new();
        let mut instances = 0;
        for (which, q) in problem.quantifiers.iter().enumerate().filter(|(_, q)| q.defines) {
            let holds = evaluator.try_bits(q.guard)?;
            fix(pool, q.guard, &mut evaluator, &mut fixed)?;
            let count = if holds == 1 { evaluator.try_bits(q.limit)? } else { 0 };
            if count == 0 {
                continue;
            }
            instances += count;
            if instances > tuning::INSTANCES_SCHEDULED.get() || problem.shapes.of(pool, q.body) & FORALL != 0 {
                return None;
            }
            let sum = sum(pool, q, count, &mut evaluator);
            spelled.push((which, count, sum.map(|sum| sum.array)));
            sums.extend(sum);
            fix(pool, q.limit, &mut evaluator, &mut fixed)?;
            for read in &q.reads {
                // An index that is not known keeps an array whole.
                fix(pool, read.index, &mut evaluator, &mut fixed)?;
            }
        }
        let before = pool.len();
        let mut whole = Whole::default();
        whole.ground.extend(problem.ground.iter().map(|&t| pool.substitute(t, &fixed)));
        for (which, count, array) in spelled {
            let q = &problem.quantifiers[which];
            let body = pool.substitute(q.body, &fixed);
            let width = pool.symbol_info(q.bound).sort.bv_width()?;
            let instances = (0..count).map(|v| substituted(pool, q.bound, pool.bv(v, width), body));
            match array {
                Some(array) => whole.steps.push((array, instances.collect())),
                None => whole.ground.extend(instances),
            }
        }
        limit.spend(Work::of_steps((pool.len() - before) as u64));
        let mut numbers = fixed.clone();
        for &t in whole.ground.iter().chain(whole.steps.iter().flat_map(|s| s.1.first())) {
            fix(pool, t, &mut evaluator, &mut numbers)?;
        }
        Some(Spelled { whole, fixed, numbers, sums })
    }

    /// A model of the query in which elements of sequences have these values, cell by cell if that is said.
    #[allow(clippy::too_many_arguments)]
    fn pinned(
        &self,
        problem: &Problem<'_>,
        model: &Model,
        (apart, pins): (bool, &Pins),
        cascade: &mut Cascade,
        limit: &Limit,
        stats: &mut SolverStats,
        accepts: &dyn Fn(&Model) -> bool,
    ) -> Option<Model> {
        let pool = problem.pool;
        let share = limit.at_most(limit.remaining().part(1, 3));
        let given = if apart { &self.numbers } else { &self.fixed };
        let part = self.whole.solved(pool, pins, apart.then_some(given), cascade, &share, stats)?;
        let mut found = model.clone();
        for (s, value) in part.iter() {
            match (part.array(s), found.array_mut(s)) {
                (Some(new), Some(old)) => Arc::make_mut(old).entries.extend(new.entries.iter()),
                _ => found.set(s, value),
            }
        }
        for (&symbol, &value) in given {
            found.set(symbol, ConstValue::Bv(pool.const_value(value)?));
        }
        for (array, elements) in pinned(pins) {
            found.set(array, ConstValue::Array(Arc::new(elements)));
        }
        if accepts(&found) {
            return Some(found);
        }
        // What the other loops make of it.
        pointwise::mended(problem, &found, limit).filter(|followed| accepts(followed))
    }
}

/// Gives the numbers in a term the values that they have.
fn fix(
    pool: &TermPool,
    t: TermId,
    evaluator: &mut Evaluator<'_>,
    fixed: &mut FxHashMap<SymbolId, TermId>,
) -> Option<()> {
    for &s in pool.free_symbols(t).iter() {
        let info = pool.symbol_info(s);
        let Sort::Bv(width) = info.sort else { continue };
        if !info.kind.is_bound() && !fixed.contains_key(&s) {
            let value = evaluator.try_bits(pool.symbol_term(s))?;
            fixed.insert(s, pool.bv(value, width));
        }
    }
    Some(())
}

/// The sequence that a quantifier says how to go on with, and what its next element is; if it is such a quantifier.
pub(crate) fn step(pool: &TermPool, q: &Quantifier) -> Option<(SymbolId, TermId)> {
    let node = pool.node(q.body);
    if node.op != Op::Eq {
        return None;
    }
    let next = pool.add(pool.symbol_term(q.bound), pool.bv(1, pool.width(q.limit)));
    [(node.args[0], node.args[1]), (node.args[1], node.args[0])].into_iter().find_map(|(side, update)| {
        let read = pool.node(side);
        if read.op != Op::Select || read.args[1] != next {
            return None;
        }
        let array = pool.as_symbol(read.args[0]).filter(|&s| pool.symbol_info(s).kind == SymbolKind::Sequence)?;
        Some((array, update))
    })
}

/// The sequence that a quantifier says how to add up, if it is such a quantifier.
fn sum(pool: &TermPool, q: &Quantifier, count: u128, evaluator: &mut Evaluator<'_>) -> Option<Sum> {
    let (array, update) = step(pool, q)?;
    let (symbol, width) = (pool.symbol_term(array), pool.width(q.limit));
    let now = pool.select(symbol, pool.symbol_term(q.bound));
    let added = pool.sub(update, now);
    if pool.free_symbols(added).contains(&array) && !adds(pool, update, now) {
        return None;
    }
    let mut at = |i: u128| evaluator.try_bits(pool.select(symbol, pool.bv(i, width)));
    let (from, to) = (at(0)?, at(count)?);
    let counts = pool.range(added).1 <= 1;
    Some(Sum { array, width: pool.width(update), limit: q.limit, count, from, to, counts })
}

/// Is `now` one of the addends of `t`?
fn adds(pool: &TermPool, t: TermId, now: TermId) -> bool {
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        let node = pool.node(t);
        match node.op {
            _ if t == now => return true,
            Op::Add => stack.extend_from_slice(&node.args),
            _ => {}
        }
    }
    false
}

/// Ways to get from the first values to the last ones, the likely ones first, and whether they are to be tried cell by
/// cell. Those of one loop go together; what is chosen for one settles what the others read.
fn schedules(sums: &[Sum]) -> Vec<(bool, Pins)> {
    let mut limits: Vec<TermId> = Vec::new();
    for s in sums {
        if !limits.contains(&s.limit) {
            limits.push(s.limit);
        }
    }
    let mut out = Vec::new();
    for limit in limits.into_iter().take(tuning::LOOPS_SCHEDULED.get()) {
        let of_loop: Vec<&Sum> = sums.iter().filter(|s| s.limit == limit).collect();
        let counts: Vec<&Sum> = of_loop.iter().copied().filter(|s| s.counts).collect();
        if counts.is_empty() {
            out.push((true, of_loop.iter().flat_map(|s| evenly(s)).collect()));
            continue;
        }
        let way = |s: &Sum| s.to.wrapping_sub(s.from) & mask(s.width);
        let taken = counts.iter().map(|s| way(s)).fold(0u128, u128::saturating_add);
        if let Some(idle) = counts[0].count.checked_sub(taken) {
            out.push((true, in_turn(counts.iter().copied(), 0)));
            out.push((true, in_turn(counts.iter().rev().copied(), idle)));
        }
        // Loops that run equally often may count apart.
        if counts.len() > 1 {
            out.extend(counts.iter().map(|&s| (true, in_turn(std::iter::once(s), 0))));
        }
    }
    let together = out.first().map(|first| (false, first.1.clone()));
    out.extend(together);
    out.push((false, Pins::default()));
    out
}

/// One way after the other, after so many iterations that go none of them.
fn in_turn<'a>(counts: impl Iterator<Item = &'a Sum>, idle: u128) -> Pins {
    let mut pins = Pins::default();
    let mut before = idle;
    for s in counts {
        let way = s.to.wrapping_sub(s.from) & mask(s.width);
        for i in 0..=s.count {
            let done = i.saturating_sub(before).min(way);
            pins.insert((s.array, i), s.from.wrapping_add(done) & mask(s.width));
        }
        before += way;
    }
    pins
}

/// The same amount in each iteration, as far as that can be.
fn evenly(s: &Sum) -> Pins {
    let way = sign_extend(s.to.wrapping_sub(s.from) & mask(s.width), s.width);
    let count = s.count as i128;
    let done = |i: u128| way.checked_mul(i as i128).map_or(0, |product| product.div_euclid(count));
    (0..=s.count).map(|i| ((s.array, i), s.from.wrapping_add(done(i) as u128) & mask(s.width))).collect()
}

/// The arrays that pins are in.
fn pinned(pins: &Pins) -> FxHashMap<SymbolId, ArrayValue> {
    let mut out: FxHashMap<SymbolId, ArrayValue> = FxHashMap::default();
    for (&(array, at), &value) in pins {
        out.entry(array).or_default().entries.insert(at, value);
    }
    out
}

/// The conditions of a query with quantifiers spelled out.
#[derive(Default)]
struct Whole {
    /// What is no step of a sequence.
    ground: Vec<TermId>,
    /// The steps of sequences.
    steps: Vec<(SymbolId, Vec<TermId>)>,
}

impl Whole {
    /// A model of the conditions in which elements of sequences have these values; with `numbers` cell by cell, and
    /// without the steps of other sequences, which follow from their starts.
    fn solved(
        &self,
        pool: &TermPool,
        pins: &Pins,
        numbers: Option<&FxHashMap<SymbolId, TermId>>,
        cascade: &mut Cascade,
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> Option<Model> {
        let before = pool.len();
        let arrays: FxHashSet<SymbolId> = pins.keys().map(|at| at.0).collect();
        let steps = self.steps.iter().filter(|(array, _)| numbers.is_none() || arrays.contains(array));
        let mut by = Substitution::new(numbers.cloned().unwrap_or_default());
        let mut done = FxHashMap::default();
        let mut query = Vec::new();
        for &t in self.ground.iter().chain(steps.flat_map(|s| &s.1)) {
            let t = pool.rebuild(by.apply(pool, t), &mut done, |t| {
                let node = pool.node(t);
                if node.op != Op::Select {
                    return None;
                }
                let (array, at) = (pool.as_symbol(node.args[0])?, pool.const_value(node.args[1])?);
                Some(pool.bv(*pins.get(&(array, at))?, node.sort.bv_width()?))
            });
            if is_open(pool, t) || !conjuncts(pool, t, &mut query) {
                return None;
            }
        }
        query.sort_unstable();
        query.dedup();
        let mut scalars = Scalars::default();
        scalars.apart(pool, &mut query);
        limit.spend(Work::of_steps((pool.len() - before) as u64));
        let mut model = Model::new();
        let groups = if numbers.is_some() { Slicer::default().partition(pool, &query) } else { vec![query] };
        let mut alike = Alike::default();
        for group in groups {
            scalars.give_back(&alike.solved(pool, &group, cascade, limit, stats)?, &mut model);
        }
        Some(model)
    }
}

/// Groups of conditions that differ in the names of symbols alone are solved once.
#[derive(Default)]
struct Alike {
    known: FxHashMap<Vec<TermId>, Option<Model>>,
}

impl Alike {
    fn solved(
        &mut self,
        pool: &TermPool,
        group: &[TermId],
        cascade: &mut Cascade,
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> Option<Model> {
        let mut own: Vec<SymbolId> = Vec::new();
        let mut map: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        for &t in group {
            for &s in pool.free_symbols(t).iter() {
                if let Entry::Vacant(place) = map.entry(s) {
                    let name = format!("unknown {}", own.len());
                    place.insert(pool.symbol(&name, pool.symbol_info(s).sort, SymbolKind::Input));
                    own.push(s);
                }
            }
        }
        let mut by = Substitution::new(map.clone());
        let renamed: Vec<TermId> = group.iter().map(|&t| by.apply(pool, t)).collect();
        let known = self.known.entry(renamed).or_insert_with_key(|renamed| match renamed.is_empty() {
            true => Some(Model::new()),
            false => match cascade.decide(renamed, limit, stats) {
                BackendAnswer::Sat(model) => Some(model),
                _ => None,
            },
        });
        let known = known.as_ref()?;
        let mut model = Model::new();
        for s in own {
            if let Some(value) = known.get(pool.as_symbol(map[&s])?) {
                model.set(s, value.clone());
            }
        }
        Some(model)
    }
}
