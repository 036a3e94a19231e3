//! Queries that are about few values, by trying all of them.
//!
//! What is unknown is often a few bytes, or numbers between narrow bounds, and what is asked of them is hard for a
//! solver and easy to compute: quotients, remainders, powers. Where bounds leave a query few enough assignments, each
//! is tried, the terms of a symbol as soon as it has its value, so that a condition that fails ends all that begins
//! with these values. Measured: a proof about the greatest common divisor of two bytes took more than 15 s, and takes
//! 1.6 s. Oblivious to where bounds come from and to solvers. Invariant: *unsat* is said only when no assignment was
//! left out but those that a bound of the query excludes.

use std::sync::Arc;

use plica_term::{ConstValue, Model, Op, Sort, SymbolId, TableData, TermId, TermPool, eval_bv};
use rustc_hash::FxHashMap;

use crate::answer::UnknownReason;
use crate::backend::{Backend, BackendAnswer, Limit, query_symbols};
use crate::bounds::{Values, intervals};
use crate::cuts::Cuts;
use crate::products::parts_first;
use crate::race::Maker;
use crate::tuning;
use crate::work::Work;

/// The name of trying all assignments among the back ends.
pub(crate) const NAME: &str = "enumeration";

/// A term, computed from others.
struct Step {
    op: Op,
    to: usize,
    args: Vec<usize>,
    widths: Vec<u32>,
    width: u32,
    /// What the term is read from, if it is an element of a known table.
    table: Option<TableData>,
}

/// What is known as soon as a symbol has its value.
#[derive(Default)]
struct Level {
    steps: Vec<Step>,
    /// Conditions, by where their values are.
    conditions: Vec<usize>,
}

/// A symbol and the values that it may have.
struct Unknown {
    symbol: SymbolId,
    values: Values,
}

/// A query as a program that tries values.
pub(crate) struct Enumeration {
    unknowns: Vec<Unknown>,
    /// One for each unknown, and before them one for what depends on none.
    levels: Vec<Level>,
    /// Where the value of each unknown goes.
    places: Vec<usize>,
    slots: Vec<u128>,
}

/// The values that each symbol of a query may have, by its bounds; nothing of those that are no numbers.
fn values(pool: &TermPool, query: &[TermId]) -> impl Iterator<Item = (SymbolId, Option<Values>)> {
    let bounds = intervals(pool, query);
    query_symbols(pool, query).into_iter().map(move |symbol| {
        let term = pool.symbol_term(symbol);
        let Sort::Bv(width) = pool.sort(term) else { return (symbol, None) };
        (symbol, Some(bounds.get(&term).map_or_else(|| Values::all(width), |known| known.values())))
    })
}

/// How many values each symbol of a query may have.
pub(crate) fn assignments(pool: &TermPool, query: &[TermId]) -> FxHashMap<SymbolId, u128> {
    values(pool, query).filter_map(|(symbol, values)| Some((symbol, values?.count))).collect()
}

/// There is something in the query that cannot be computed, or too much.
struct Beyond;

impl Enumeration {
    /// The program of a query, if that has no other values than bit-vectors and few assignments to try.
    pub(crate) fn new(pool: &TermPool, query: &[TermId]) -> Option<Enumeration> {
        let mut unknowns = Vec::new();
        let mut assignments: u128 = 1;
        for (symbol, values) in values(pool, query) {
            let values = values?;
            assignments = assignments.checked_mul(values.count).filter(|n| *n <= tuning::ASSIGNMENTS_TRIED.get())?;
            unknowns.push(Unknown { symbol, values });
        }
        // Those with few values first, so that what ends early ends much.
        unknowns.sort_by_key(|unknown| (unknown.values.count, unknown.symbol));
        let mut program = Enumeration {
            levels: (0..=unknowns.len()).map(|_| Level::default()).collect(),
            places: vec![0; unknowns.len()],
            slots: Vec::new(),
            unknowns,
        };
        program.compile(pool, query)?;
        Some(program)
    }

    fn compile(&mut self, pool: &TermPool, query: &[TermId]) -> Option<()> {
        let order: FxHashMap<SymbolId, usize> =
            self.unknowns.iter().enumerate().map(|(i, unknown)| (unknown.symbol, i)).collect();
        // The place and the level of each term.
        let mut made: FxHashMap<TermId, (usize, usize)> = FxHashMap::default();
        for t in parts_first(pool, query)? {
            let node = pool.node(t);
            if matches!(node.op, Op::Table(_)) {
                continue;
            }
            let width = pool.sort(t).bv_width()?;
            let to = self.slots.len();
            self.slots.push(pool.const_value(t).unwrap_or(0));
            if let Op::Symbol(symbol) = node.op {
                let at = *order.get(&symbol)?;
                self.places[at] = to;
                made.insert(t, (to, at + 1));
                continue;
            }
            let table = node.args.first().and_then(|&of| match (node.op, pool.node(of).op) {
                (Op::Select, Op::Table(id)) => Some(pool.table_data(id).clone()),
                _ => None,
            });
            let args = &node.args[usize::from(table.is_some())..];
            let parts: Option<Vec<(usize, usize)>> = args.iter().map(|a| made.get(a).copied()).collect();
            let parts = parts?;
            let level = parts.iter().map(|&(_, level)| level).max().unwrap_or(0);
            made.insert(t, (to, level));
            if !matches!(node.op, Op::Const(_)) {
                let widths = args.iter().map(|&a| pool.sort(a).bv_width()).collect::<Option<_>>()?;
                let args = parts.iter().map(|&(place, _)| place).collect();
                self.levels[level].steps.push(Step { op: node.op, to, args, widths, width, table });
            }
        }
        for t in query {
            let (place, level) = made[t];
            self.levels[level].conditions.push(place);
        }
        Some(())
    }

    /// What trying all assignments takes at most.
    pub(crate) fn most(&self) -> Work {
        let mut times: u64 = 1;
        let mut steps: u64 = self.levels[0].cost();
        for (unknown, level) in self.unknowns.iter().zip(&self.levels[1..]) {
            times = times.saturating_mul(unknown.values.count as u64);
            steps = steps.saturating_add(times.saturating_mul(level.cost()));
        }
        Work::of_steps(steps)
    }

    /// Tries the assignments, if that is done within the limit and all terms have values.
    pub(crate) fn run(mut self, query: &[TermId], limit: &Limit) -> Option<BackendAnswer> {
        let found = match self.values(limit) {
            Ok(found) => found,
            Err(Beyond) => return None,
        };
        if !found {
            return Some(BackendAnswer::Unsat(query.to_vec()));
        }
        let mut model = Model::new();
        for (unknown, &place) in self.unknowns.iter().zip(&self.places) {
            model.set(unknown.symbol, ConstValue::Bv(self.slots[place]));
        }
        Some(BackendAnswer::Sat(model))
    }

    /// Looks for values that satisfy all conditions, and leaves them in their places.
    fn values(&mut self, limit: &Limit) -> Result<bool, Beyond> {
        let mut steps = 0;
        if !self.level(0, &mut steps)? {
            return Ok(false);
        }
        // Which value each unknown has next, of those that are given one.
        let mut next: Vec<u128> = vec![0];
        while let Some(&now) = next.last() {
            let at = next.len() - 1;
            let Some(unknown) = self.unknowns.get(at) else { return Ok(true) };
            let Some(value) = unknown.values.get(now) else {
                next.pop();
                continue;
            };
            next[at] += 1;
            self.slots[self.places[at]] = value;
            if self.level(at + 1, &mut steps)? {
                next.push(0);
            }
            if steps >= tuning::STEPS_BETWEEN_LOOKS.get()
                && limit.advance(Work::of_steps(std::mem::take(&mut steps))).is_some()
            {
                return Err(Beyond);
            }
        }
        limit.spend(Work::of_steps(steps));
        Ok(false)
    }

    /// Computes what is known at a level. Do its conditions hold?
    fn level(&mut self, at: usize, steps: &mut u64) -> Result<bool, Beyond> {
        let Enumeration { levels, slots, .. } = self;
        *steps += levels[at].cost();
        for Step { op, to, args, widths, width, table } in &levels[at].steps {
            let mut values = [0; MOST_ARGS];
            let values = values.get_mut(..args.len()).ok_or(Beyond)?;
            values.iter_mut().zip(args).for_each(|(value, &arg)| *value = slots[arg]);
            let first = widths.first().copied().unwrap_or(*width);
            slots[*to] = match (op, &*values) {
                (Op::Select, &[index]) => table.as_ref().ok_or(Beyond)?.at(index),
                (Op::Ite, &[c, a, b]) => {
                    if c == 1 {
                        a
                    } else {
                        b
                    }
                }
                _ => eval_bv(*op, first, *width, values, widths).ok_or(Beyond)?,
            };
        }
        Ok(levels[at].conditions.iter().all(|&place| slots[place] == 1))
    }
}

/// Tries all assignments of the inputs, or of what is computed of them, as one among other back ends.
pub(crate) struct Trying {
    pub(crate) pool: Arc<TermPool>,
    /// What makes a solver that finds inputs which lead to what was found.
    pub(crate) solver: Maker,
}

impl Backend for Trying {
    fn name(&self) -> &str {
        NAME
    }

    fn check(&mut self, query: &[TermId], limit: &Limit) -> BackendAnswer {
        let told = match Enumeration::new(&self.pool, query) {
            Some(enumeration) => enumeration.run(query, limit),
            None => Cuts::new(&self.pool, query).and_then(|cuts| cuts.decide(&self.pool, query, &self.solver, limit)),
        };
        told.unwrap_or(BackendAnswer::Unknown(UnknownReason::Incomplete(NAME.into())))
    }
}

/// No operator on bit-vectors has more arguments.
const MOST_ARGS: usize = 3;

impl Level {
    fn cost(&self) -> u64 {
        self.steps.len() as u64 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::WorkClock;
    use plica_term::{Evaluator, SymbolKind};
    use std::sync::Arc;

    fn limit(units: u64) -> Limit {
        Limit::after(Work::units(units), &Arc::new(WorkClock::default()), &Arc::default())
    }

    #[test]
    fn bounds_leave_few_values_of_wide_numbers() {
        let pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Bv(32), SymbolKind::Input));
        let value = |v: u128| pool.bv(v, 32);
        let minus = |v: u128| pool.neg(value(v));
        let mut query = vec![
            pool.sle(minus(20), a),
            pool.slt(a, value(20)),
            pool.ult(value(2), b),
            pool.ult(b, value(9)),
            pool.eq(pool.srem(a, b), minus(7)),
        ];
        let program = Enumeration::new(&pool, &query).expect("40 values of a, 6 of b");
        let Some(BackendAnswer::Sat(model)) = program.run(&query, &limit(1 << 30)) else { panic!("-7 is -7 % 8") };
        assert!(query.iter().all(|&t| Evaluator::new(&pool, &model).holds(t)), "{model:?}");
        query[4] = pool.eq(pool.srem(a, b), minus(8));
        let program = Enumeration::new(&pool, &query).expect("as many");
        assert_eq!(program.run(&query, &limit(1 << 30)), Some(BackendAnswer::Unsat(query.clone())));
        // Too much: nothing is said.
        let program = Enumeration::new(&pool, &query[..4]).expect("as many");
        assert!(program.most() > Work::NONE);
        query.remove(0);
        assert!(Enumeration::new(&pool, &query).is_none(), "two thousand million values");
    }

    /// Random conditions over all operators on three numbers of three bits, against all values.
    #[test]
    fn what_is_tried_is_what_holds() {
        let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let pool = TermPool::new();
        let symbols = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bv(3), SymbolKind::Input));
        let ids = symbols.map(|t| pool.as_symbol(t).expect("a symbol"));
        let table = pool.table(TableData { index: 3, elem: 3, elems: vec![4, 7, 0, 2, 6].into(), default: 5 });
        let mut answers = [0; 2];
        for round in 0..400 {
            let mut terms = symbols.to_vec();
            terms.extend((0..8).map(|v| pool.bv(v, 3)));
            let mut conditions = Vec::new();
            for _ in 0..14 {
                let [a, b, c] = [(); 3].map(|()| terms[below(terms.len())]);
                conditions.push(match below(4) {
                    0 => pool.ult(a, b),
                    1 => pool.sle(a, b),
                    2 => pool.slt(a, b),
                    _ => pool.eq(a, b),
                });
                let condition = conditions[below(conditions.len())];
                let wide = pool.concat(a, b);
                terms.push(match below(15) {
                    13 => pool.select(table, a),
                    0 => pool.add(a, b),
                    1 => pool.mul(a, b),
                    2 => pool.udiv(a, b),
                    3 => pool.urem(a, b),
                    4 => pool.sdiv(a, b),
                    5 => pool.srem(a, b),
                    6 => pool.shl(a, b),
                    7 => pool.lshr(a, b),
                    8 => pool.ashr(a, b),
                    9 => pool.xor(a, b),
                    10 => pool.ite(condition, b, c),
                    11 => pool.extract(wide, 4, 2),
                    12 => pool.extract(pool.sext(a, 5), 4, 2),
                    _ => pool.neg(a),
                });
            }
            let query: Vec<TermId> = (0..1 + round % 4).map(|_| conditions[below(conditions.len())]).collect();
            let satisfied = (0..1u128 << 9).any(|values| {
                let mut model = Model::new();
                ids.iter().zip(0..).for_each(|(&id, i)| model.set(id, ConstValue::Bv(values >> (3 * i) & 7)));
                let mut evaluator = Evaluator::new(&pool, &model);
                query.iter().all(|&t| evaluator.holds(t))
            });
            let program = Enumeration::new(&pool, &query).expect("three numbers of three bits");
            match program.run(&query, &limit(1 << 30)) {
                Some(BackendAnswer::Unsat(_)) => assert!(!satisfied, "{query:?}"),
                Some(BackendAnswer::Sat(mut model)) => {
                    crate::cascade::complete(&pool, &query, &mut model);
                    assert!(query.iter().all(|&t| Evaluator::new(&pool, &model).holds(t)), "{query:?}");
                }
                other => panic!("{other:?}"),
            }
            answers[usize::from(satisfied)] += 1;
        }
        assert!(answers.iter().all(|&n| n > 40), "{answers:?}");
    }
}
