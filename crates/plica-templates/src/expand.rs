//! Loops that run a few times only, iteration by iteration in one formula: no quantifier, no sequence, and no fork.
//!
//! Where the conditions bound κ by a small constant, the condition of κ iterations is a finite conjunction, and a place
//! without a closed form is a choice among the values that iterations give it. Terms only.

use plica_term::{Op, Substitution, SymbolId, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::closed::{PerIteration, Recurrence};
use crate::tuning;

/// A loop, iteration by iteration.
pub(crate) struct Expansion {
    /// The condition of iteration 0, 1, …
    pub conditions: Vec<TermId>,
    /// Values of the recurrences before iteration 0, 1, …; one more than conditions.
    pub values: Vec<Vec<TermId>>,
}

/// The first iterations of a loop; `None` if the formulas grow too large.
pub fn expand(
    pool: &TermPool,
    recurrences: &[Recurrence],
    fresh: &[PerIteration],
    phi: TermId,
    width: u32,
    iterations: u128,
) -> Option<Expansion> {
    let mut values: Vec<Vec<TermId>> = vec![recurrences.iter().map(|r| r.initial).collect()];
    let mut conditions = Vec::new();
    let before = pool.len();
    for i in 0..iterations {
        let now = values.last()?;
        let mut map: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        for (r, &value) in recurrences.iter().zip(now) {
            map.insert(pool.as_symbol(r.symbol)?, value);
        }
        for f in fresh {
            // A sequence is a place too, and has its value already.
            let value = pool.select(f.history, pool.bv(i, width));
            map.entry(pool.as_symbol(f.symbol)?).or_insert(value);
        }
        let mut sub = Substitution::new(map);
        conditions.push(sub.apply(pool, phi));
        values.push(recurrences.iter().map(|r| sub.apply(pool, r.update)).collect());
        if pool.len() - before > tuning::EXPANDED_NODES.get() {
            return None;
        }
    }
    Some(Expansion { conditions, values })
}

impl Expansion {
    /// The condition that the first `kappa` iterations happen.
    pub fn condition(&self, pool: &TermPool, kappa: TermId) -> Vec<TermId> {
        let width = pool.width(kappa);
        let number = |i: usize| pool.bv(i as u128, width);
        let each = self.conditions.iter().enumerate();
        let mut out: Vec<TermId> =
            each.map(|(i, &c)| pool.implies(pool.ult(number(i), kappa), c)).filter(|&t| !pool.is_true(t)).collect();
        out.push(pool.ule(kappa, number(self.conditions.len())));
        out
    }

    /// The value of a recurrence after `kappa` iterations, at most as many as were expanded.
    pub fn value(&self, pool: &TermPool, place: usize, kappa: TermId) -> TermId {
        let width = pool.width(kappa);
        let last = self.values[self.values.len() - 1][place];
        (0..self.values.len() - 1)
            .rev()
            .fold(last, |rest, i| pool.ite(pool.eq(kappa, pool.bv(i as u128, width)), self.values[i][place], rest))
    }
}

/// A small constant that κ does not exceed, if one of the conditions says so.
pub fn bound(pool: &TermPool, kappa: TermId, conditions: &[TermId]) -> Option<u128> {
    let most = conditions.iter().filter_map(|&c| most(pool, kappa, c)).min()?;
    (most <= tuning::EXPANDED_ITERATIONS_OPEN.get()).then_some(most)
}

/// The number if it is a small constant.
pub fn few(pool: &TermPool, count: TermId) -> Option<u128> {
    pool.const_value(count).filter(|&n| n <= tuning::EXPANDED_ITERATIONS.get())
}

/// The largest κ that a condition of a simple form admits.
fn most(pool: &TermPool, kappa: TermId, c: TermId) -> Option<u128> {
    let node = pool.node(c);
    match node.op {
        Op::Eq if node.args.contains(&kappa) => node.args.iter().find_map(|&a| pool.const_value(a)),
        Op::Ult if node.args[0] == kappa => pool.const_value(node.args[1]).map(|n| n.saturating_sub(1)),
        Op::Ule if node.args[0] == kappa => pool.const_value(node.args[1]),
        Op::Or => node.args.iter().map(|&a| most(pool, kappa, a)).try_fold(0, |m, a| Some(a?.max(m))),
        Op::And => node.args.iter().filter_map(|&a| most(pool, kappa, a)).min(),
        _ => None,
    }
}

/// Does a condition keep κ from being as large as it can be written?
pub fn bounds(pool: &TermPool, kappa: TermId, c: TermId) -> bool {
    let node = pool.node(c);
    let below = |t: TermId| pool.range(t).1 < plica_term::mask(pool.width(kappa)) - 1;
    match node.op {
        Op::Eq if node.args.contains(&kappa) => node.args.iter().all(|&a| a == kappa || below(a)),
        Op::Ult | Op::Ule if node.args[0] == kappa => below(node.args[1]),
        Op::Or => node.args.iter().all(|&a| bounds(pool, kappa, a)),
        Op::And => node.args.iter().any(|&a| bounds(pool, kappa, a)),
        Op::Ite => bounds(pool, kappa, node.args[1]) && bounds(pool, kappa, node.args[2]),
        _ => false,
    }
}

/// Is there a quantifier in the term?
pub fn is_quantified(pool: &TermPool, t: TermId) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            let node = pool.node(t);
            if matches!(node.op, Op::Forall(_)) {
                return true;
            }
            stack.extend(node.args.iter());
        }
    }
    false
}
