//! Queries that are about few values of what is computed from wide numbers, by trying all of these.
//!
//! The date of a moment is computed from the number of its day, modulo those of four centuries; what is looked up in a
//! table, from a hash modulo its size. Such a remainder has few values, and conditions that are hard for a solver are
//! functions of them: so the lowest terms with few values, over symbols with many, become symbols of their own, and
//! conditions that share none are tried apart. If some have no values there, the query has none; else a solver is asked
//! for inputs that lead to those that were found. Measured: that the date of any moment has a month, which no
//! solver showed in twenty seconds, takes 0.15. Oblivious to where bounds come from. Invariant: whatever
//! satisfies the query gives values to what is cut that satisfy what is made of it.

use std::sync::Arc;

use plica_term::{Op, Sort, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::backend::{BackendAnswer, Limit};
use crate::bounds::intervals;
use crate::enumeration::{Enumeration, assignments};
use crate::products::{is_product, parts_first};
use crate::race::Maker;
use crate::slice::Slicer;
use crate::tuning;

/// A query with symbols in the places of what it is about.
pub(crate) struct Cuts {
    /// Its conditions, and the bounds of the symbols; in parts that share no symbol.
    parts: Vec<Vec<TermId>>,
    /// Which term each symbol stands for.
    stands_for: FxHashMap<SymbolId, TermId>,
}

impl Cuts {
    /// Cuts a query with products, or quotients, where that leaves few values.
    pub(crate) fn new(pool: &TermPool, query: &[TermId]) -> Option<Cuts> {
        let terms = parts_first(pool, query)?;
        if !terms.iter().any(|&t| is_product(pool, t)) {
            return None;
        }
        let bounds = intervals(pool, query);
        let is_narrow = |t: TermId| {
            let (least, most, below, above) = pool.range(t);
            let count = (most - least).min(above.wrapping_sub(below) as u128).saturating_add(1);
            let known = bounds.get(&t).map_or(count, |known| known.values().count);
            count.min(known) <= tuning::VALUES_OF_CUT.get()
        };
        let mut stands_for = FxHashMap::default();
        // What stands for a term; nothing where that has too many values.
        let mut of: FxHashMap<TermId, Option<TermId>> = FxHashMap::default();
        let mut known = Vec::new();
        for &t in &terms {
            let node = pool.node(t);
            if matches!(node.op, Op::Table(_)) {
                of.insert(t, Some(t));
                continue;
            }
            let Sort::Bv(width) = node.sort else { return None };
            let args: Option<Vec<TermId>> = node.args.iter().map(|a| of[a]).collect();
            let is_symbol = pool.as_symbol(t).is_some();
            let made = match args {
                Some(args) if !is_symbol => {
                    Some(if args[..] == node.args[..] { t } else { pool.build(node.op, node.sort, &args) })
                }
                _ if !is_narrow(t) => None,
                _ if is_symbol => Some(t),
                _ => {
                    let symbol = pool.symbol(&format!("value {}", t.index()), node.sort, SymbolKind::Input);
                    stands_for.insert(pool.as_symbol(symbol)?, t);
                    let (least, most, below, above) = pool.range(t);
                    known.push(pool.ule(pool.bv(least, width), symbol));
                    known.push(pool.ule(symbol, pool.bv(most, width)));
                    known.push(pool.sle(pool.bv(below as u128, width), symbol));
                    known.push(pool.sle(symbol, pool.bv(above as u128, width)));
                    Some(symbol)
                }
            };
            of.insert(t, made);
        }
        // A condition that was cut itself says nothing any more.
        let about =
            |t: &TermId| of[t].filter(|made| pool.as_symbol(*made).is_none_or(|s| !stands_for.contains_key(&s)));
        let mut conditions: Vec<TermId> = query.iter().filter_map(about).collect();
        conditions.extend(known.into_iter().filter(|t| !pool.is_true(*t)));
        let parts = Slicer::default().partition(pool, &conditions);
        (!stands_for.is_empty()).then_some(Cuts { parts, stands_for })
    }

    /// What inputs have to lead to; nothing if no values of what was cut are an answer.
    fn values(&self, pool: &TermPool, limit: &Limit) -> Option<Vec<TermId>> {
        let limit = limit.at_most(tuning::WORK_OF_CUTS.get());
        let mut found = Vec::new();
        for part in &self.parts {
            let part = few(pool, part);
            let Some(enumeration) = Enumeration::new(pool, &part) else { continue };
            match enumeration.run(&part, &limit) {
                Some(BackendAnswer::Unsat(_)) => return None,
                Some(BackendAnswer::Sat(model)) => {
                    for (symbol, value) in model.iter() {
                        let of = self.stands_for.get(&symbol).copied().unwrap_or_else(|| pool.symbol_term(symbol));
                        found.push(pool.eq(of, pool.bv(value.bits(), pool.width(of))));
                    }
                }
                _ => {}
            }
        }
        Some(found)
    }

    /// Are there no such values?
    pub(crate) fn refutes(&self, pool: &TermPool, limit: &Limit) -> bool {
        self.values(pool, limit).is_none()
    }

    /// Asks a solver for inputs that lead to such values, if there are any.
    pub(crate) fn decide(
        &self,
        pool: &Arc<TermPool>,
        query: &[TermId],
        solver: &Maker,
        limit: &Limit,
    ) -> Option<BackendAnswer> {
        let Some(values) = self.values(pool, limit) else { return Some(BackendAnswer::Unsat(query.to_vec())) };
        let asked: Vec<TermId> = query.iter().copied().chain(values).filter(|t| !pool.is_true(*t)).collect();
        match limit.exceeded() {
            None => {
                Some(solver(pool.clone()).check(&asked, limit)).filter(|told| matches!(told, BackendAnswer::Sat(_)))
            }
            Some(_) => None,
        }
    }
}

/// Conditions of a part that have few assignments together: those that are about few values by themselves first.
fn few(pool: &TermPool, part: &[TermId]) -> Vec<TermId> {
    let counts = assignments(pool, part);
    let count = |symbols: &[SymbolId]| {
        symbols.iter().fold(1u128, |all, symbol| all.saturating_mul(counts.get(symbol).copied().unwrap_or(u128::MAX)))
    };
    let mut conditions: Vec<(u128, TermId)> = part.iter().map(|&t| (count(&pool.free_symbols(t)), t)).collect();
    conditions.sort_by_key(|&(count, _)| count);
    let mut symbols: Vec<SymbolId> = Vec::new();
    let mut kept = Vec::new();
    for (_, t) in conditions {
        let before = symbols.len();
        let own = pool.free_symbols(t);
        let more: Vec<SymbolId> = own.iter().copied().filter(|s| !symbols.contains(s)).collect();
        symbols.extend(more);
        if count(&symbols) <= tuning::ASSIGNMENTS_TRIED.get() {
            kept.push(t);
        } else {
            symbols.truncate(before);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{Work, WorkClock};
    use plica_term::{ConstValue, Evaluator, Model};

    fn limit() -> Limit {
        Limit::after(Work::units(1 << 40), &Arc::new(WorkClock::default()), &Arc::default())
    }

    fn holds(pool: &TermPool, query: &[TermId], values: &[(TermId, u128)]) -> bool {
        let mut model = Model::new();
        for &(t, value) in values {
            model.set(pool.as_symbol(t).expect("a symbol"), ConstValue::Bv(value));
        }
        let mut evaluator = Evaluator::new(pool, &model);
        query.iter().all(|&t| evaluator.holds(t))
    }

    #[test]
    fn days_of_any_moment_are_few() {
        let pool = TermPool::new();
        let moment = pool.symbol("moment", Sort::Bv(40), SymbolKind::Input);
        let number = |k: u128| pool.bv(k, 40);
        let day = pool.urem(pool.udiv(moment, number(86400)), number(1461));
        let year = pool.udiv(day, number(365));
        // No more days than there are: a sum that stands for a larger number than the other.
        let days = pool.add(pool.mul(year, number(365)), pool.urem(day, number(7)));
        let never = [pool.ult(pool.add(day, number(6)), days)];
        let cuts = Cuts::new(&pool, &never).expect("1461 days");
        assert!(cuts.values(&pool, &limit()).is_none());
        let last = [pool.eq(year, number(4)), pool.ult(number(1 << 39), moment)];
        let cuts = Cuts::new(&pool, &last).expect("1461 days");
        let values = cuts.values(&pool, &limit()).expect("the last day of four years");
        assert_eq!(values, [pool.eq(day, number(1460))]);
    }

    /// Random conditions on remainders and quotients of wide numbers: what is refuted holds for no sample.
    #[test]
    fn what_is_refuted_never_holds() {
        let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 24
        };
        let pool = TermPool::new();
        let inputs = ["x", "y"].map(|name| pool.symbol(name, Sort::Bv(40), SymbolKind::Input));
        let number = |k: u64| pool.bv(u128::from(k), 40);
        let mut answers = [0; 2];
        for round in 0..300 {
            let mut terms = inputs.to_vec();
            for _ in 0..8 {
                let [a, b] = [(); 2].map(|()| terms[next() as usize % terms.len()]);
                let [small, large] = [number(2 + next() % 9), number((1 << 37) + next() % (1 << 37))];
                terms.push(match next() % 7 {
                    0 | 1 => pool.urem(a, small),
                    2 => pool.udiv(a, large),
                    3 => pool.add(a, b),
                    4 => pool.mul(a, small),
                    5 => pool.ite(pool.ult(a, large), a, b),
                    _ => pool.udiv(a, small),
                });
            }
            let condition =
                |t: TermId, k: u64| if k.is_multiple_of(2) { pool.ult(t, number(k)) } else { pool.eq(t, number(k)) };
            let query: Vec<TermId> =
                (0..1 + round % 3).map(|_| condition(terms[2 + next() as usize % 8], next() % 12)).collect();
            let samples: Vec<[u64; 2]> = (0..400).map(|_| [(); 2].map(|()| next() >> (next() % 40))).collect();
            let sampled = samples.iter().any(|[x, y]| {
                let [x, y] = [*x, *y].map(|v| u128::from(v) & 0xff_ffff_ffff);
                holds(&pool, &query, &[(inputs[0], x), (inputs[1], y)])
            });
            let Some(cuts) = Cuts::new(&pool, &query) else { continue };
            let refuted = cuts.values(&pool, &limit()).is_none();
            assert!(!(refuted && sampled), "{query:?}");
            answers[usize::from(refuted)] += 1;
        }
        assert!(answers[0] > 40 && answers[1] > 20, "{answers:?}");
    }
}
