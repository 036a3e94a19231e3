//! Models of instances made into models of quantifiers: cells that nothing else reads get a value that satisfies the
//! bodies.
//!
//! Oblivious to how instances were chosen. The ground conditions read finitely many cells; every other cell of an array
//! that is only ever read may change. One value per array is looked for that satisfies all bodies at cells of that
//! kind, by one small query without arrays. Whether the whole then is a model is for the caller to evaluate.

use std::sync::Arc;

use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::{is_open, spine};
use super::problem::Problem;
use crate::backend::{BackendAnswer, Limit};
use crate::cascade::Cascade;
use crate::lambda::substituted;
use crate::shape::FORALL;
use crate::stats::SolverStats;
use crate::tuning;

/// The model with the free cells of arrays chosen anew; `None` when no choice is in sight.
pub(crate) fn repaired(
    problem: &mut Problem<'_>,
    model: &Model,
    cascade: &mut Cascade,
    limit: &Limit,
    stats: &mut SolverStats,
) -> Option<Model> {
    let pool = problem.pool;
    problem.update_points();
    let mut evaluator = Evaluator::new(pool, model);
    let mut arrays: FxHashSet<SymbolId> = FxHashSet::default();
    let mut active = Vec::new();
    for q in problem.defining() {
        if evaluator.try_bits(q.guard) == Some(1) {
            let count = evaluator.try_bits(q.limit)?;
            if count > 0 {
                arrays.extend(q.reads.iter().map(|r| r.array));
                active.push((q.bound, count, q.body));
            }
        }
    }
    arrays.retain(|a| !problem.whole_arrays().contains(a));
    if arrays.is_empty() {
        return None;
    }
    let mut bodies = Bodies {
        pool,
        evaluator: &mut evaluator,
        arrays: &arrays,
        limits: Vec::new(),
        free: FxHashMap::default(),
        done: FxHashMap::default(),
    };
    let mut conditions = Vec::new();
    for (bound, count, body) in active {
        let Some(generic) = bodies.generic(body) else { continue };
        let width = pool.symbol_info(bound).sort.bv_width().unwrap_or(1);
        if !is_open(pool, generic) {
            conditions.push(generic);
        } else {
            // The value itself matters: no cell value may suit all, but often one does.
            for value in [0, count / 2, count - 1] {
                conditions.push(substituted(pool, bound, pool.bv(value, width), generic));
            }
        }
    }
    let (free, limits) = (bodies.free, bodies.limits);
    conditions.retain(|&t| !pool.is_true(t) && !is_open(pool, t) && problem.shapes.of(pool, t) & FORALL == 0);
    if conditions.iter().any(|&t| pool.is_false(t)) || free.is_empty() {
        return None;
    }
    // Loops within the bodies run but a few times if they may: the model has to be evaluated.
    let few = |most: u128| {
        limits.iter().map(move |&l| {
            let width = pool.width(l).max(1);
            pool.ule(l, pool.bv(most.min(mask(width)), width))
        })
    };
    let mut chosen = None;
    for most in [Some(tuning::INNER_ITERATIONS_FIRST.get()), Some(tuning::INNER_ITERATIONS_SECOND.get()), None] {
        let mut query = conditions.clone();
        query.extend(most.into_iter().flat_map(few));
        query.retain(|&t| !pool.is_true(t));
        query.sort_unstable();
        query.dedup();
        let verdict = match query.iter().any(|&t| pool.is_false(t)) {
            true => BackendAnswer::Unsat(Vec::new()),
            false if query.is_empty() => BackendAnswer::Sat(Model::new()),
            false => cascade.decide(&query, limit, stats),
        };
        if let BackendAnswer::Sat(model) = verdict {
            chosen = Some(model);
            break;
        }
        if limits.is_empty() {
            break;
        }
    }
    let chosen = chosen?;
    let mut whole = model.clone();
    for (array, symbol) in free {
        let Some(value) = chosen.get(symbol) else { continue };
        let mut contents = ArrayValue { default: value.bits(), ..Default::default() };
        let old = model.array(array).cloned().unwrap_or_default();
        for &point in problem.points.get(&array).into_iter().flatten() {
            let at = evaluator.try_bits(point)?;
            contents.entries.insert(at, old.get(at));
        }
        whole.set(array, ConstValue::Array(Arc::new(contents)));
    }
    Some(whole)
}

/// Makes bodies generic: what the model gives a value is that value, and a read at an index that depends on a bound
/// symbol is a fresh symbol of its array.
struct Bodies<'a, 'b> {
    pool: &'a TermPool,
    evaluator: &'a mut Evaluator<'b>,
    arrays: &'a FxHashSet<SymbolId>,
    /// How many values quantifiers within bodies range over.
    limits: Vec<TermId>,
    /// The symbol that stands for a free cell of each array.
    free: FxHashMap<SymbolId, SymbolId>,
    done: FxHashMap<TermId, Option<TermId>>,
}

impl Bodies<'_, '_> {
    fn generic(&mut self, t: TermId) -> Option<TermId> {
        let pool = self.pool;
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = pool.node(top);
            let made = if !is_open(pool, top) {
                match node.sort {
                    Sort::Bv(w) => self.evaluator.try_bits(top).map(|v| pool.bv(v, w)),
                    _ => Some(top),
                }
            } else if node.op == Op::Select && is_open(pool, node.args[1]) && !spine(pool, node.args[0]).0.is_empty() {
                self.cell(node.args[0], node.sort)
            } else {
                let before = stack.len();
                stack.extend(node.args.iter().copied().filter(|a| !self.done.contains_key(a)));
                if stack.len() > before {
                    continue;
                }
                let args: Option<Vec<TermId>> = node.args.iter().map(|a| self.done[a]).collect();
                match (node.op, args) {
                    (_, None) => None,
                    (_, Some(args)) if args[..] == node.args[..] && !matches!(node.op, Op::Forall(_)) => Some(top),
                    (Op::Forall(bound), Some(args)) => self.inner(bound, args[0], args[1]),
                    (op, Some(args)) => Some(pool.build(op, node.sort, &args)),
                }
            };
            self.done.insert(top, made);
            stack.pop();
        }
        self.done[&t]
    }

    /// A quantifier within a body, as few instances.
    fn inner(&mut self, bound: SymbolId, limit: TermId, body: TermId) -> Option<TermId> {
        let pool = self.pool;
        let whole = pool.forall(bound, limit, body);
        if !matches!(pool.node(whole).op, Op::Forall(_)) {
            if !is_open(pool, limit) {
                self.limits.push(limit);
            }
            return Some(whole);
        }
        let width = pool.symbol_info(bound).sort.bv_width()?;
        let (count, few) = match pool.const_value(limit) {
            Some(count) if count <= tuning::INNER_ITERATIONS_FIXED.get() => (count, pool.true_()),
            Some(_) => return None,
            None => (
                tuning::INNER_ITERATIONS_FIRST.get().min(mask(width)),
                pool.ule(limit, pool.bv(tuning::INNER_ITERATIONS_FIRST.get().min(mask(width)), width)),
            ),
        };
        Some((0..count).map(|v| pool.bv(v, width)).fold(few, |all, v| {
            let instance = substituted(pool, bound, v, body);
            pool.and(all, pool.implies(pool.ult(v, limit), instance))
        }))
    }

    fn cell(&mut self, array: TermId, sort: Sort) -> Option<TermId> {
        let (symbols, _) = spine(self.pool, array);
        let [symbol] = symbols[..] else { return None };
        if !self.arrays.contains(&symbol) {
            return None;
        }
        let fresh = self.pool.symbol(&format!("cell of {}", symbol.0), sort, SymbolKind::Input);
        let Op::Symbol(id) = self.pool.node(fresh).op else { return None };
        self.free.insert(symbol, id);
        Some(fresh)
    }
}
