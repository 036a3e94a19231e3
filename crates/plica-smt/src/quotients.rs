//! Quotients and remainders by known numbers as the numbers that they are: `y / c` and `y % c` become symbols `q` and
//! `r` with `y = c·q + r`, `r < c` and `q` no larger than the largest `y` over `c` (Granlund, Montgomery: *Division by
//! Invariant Integers using Multiplication*, PLDI 1994, has the converse).
//!
//! What a solver makes of a division is a circuit with a subtraction for each bit, whatever is known of `c`; a product
//! with a known number is a few additions, and what is known of `q` and `r` is known before any search. Dates, digits
//! and tables in rows are made of such quotients, one of the other. Measured: that a printed number of 64 bits has as
//! many characters as `sprintf` says takes less than half of the work. Oblivious to solvers. Invariant: the definitions
//! of `q` and `r` hold for exactly one value each, whatever the query's symbols are. So an assignment of these
//! satisfies the query just if it can be extended to one that satisfies what is made of it.

use std::sync::Arc;

use plica_term::{MAX_WIDTH, Op, Sort, SymbolId, SymbolKind, TermId, TermPool, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::backend::{Backend, BackendAnswer, Limit, about, conditions_of};
use crate::products::bits;
use crate::shape::{FORALL, LAMBDA, PRODUCT, Shapes};
use crate::tuning;

/// A solver that is asked about quotients by known numbers as numbers of their own.
pub(crate) struct WithQuotients {
    pool: Arc<TermPool>,
    solver: Box<dyn Backend>,
    quotients: Quotients,
}

impl WithQuotients {
    pub(crate) fn new(pool: Arc<TermPool>, solver: Box<dyn Backend>) -> WithQuotients {
        WithQuotients { pool, solver, quotients: Quotients::default() }
    }
}

impl Backend for WithQuotients {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn check(&mut self, query: &[TermId], limit: &Limit) -> BackendAnswer {
        let made = self.quotients.of(&self.pool, query);
        if made[..] == *query {
            return self.solver.check(query, limit);
        }
        match self.solver.check(&made, limit) {
            BackendAnswer::Sat(model) => BackendAnswer::Sat(about(&self.pool, query, &model)),
            BackendAnswer::Unsat(core) => BackendAnswer::Unsat(conditions_of(query, &made, &core)),
            unknown => unknown,
        }
    }
}

/// What is divided.
#[derive(Clone, Copy)]
struct Dividend {
    /// The term, as the query has it.
    term: TermId,
    /// What has become of it.
    made: TermId,
    /// It is no larger than that.
    most: u128,
}

/// A quotient and its remainder, as narrow as they are.
#[derive(Clone, Copy)]
struct Divided {
    by: u128,
    quotient: TermId,
    remainder: TermId,
}

/// What stands for terms that have been looked at.
#[derive(Default)]
pub(crate) struct Quotients {
    of: FxHashMap<TermId, TermId>,
    /// What is known of quotients and remainders that are symbols.
    definitions: Vec<Vec<TermId>>,
    /// By which of these each symbol is defined.
    defined: FxHashMap<SymbolId, usize>,
    /// The quotients of each dividend, by what it was divided by.
    divided: FxHashMap<TermId, Vec<Divided>>,
    shapes: Shapes,
}

impl Quotients {
    /// What is made of the conditions of a query, in their order, and after them what is known of the symbols in it.
    pub(crate) fn of(&mut self, pool: &TermPool, query: &[TermId]) -> Vec<TermId> {
        let mut made: Vec<TermId> = query.iter().map(|&t| self.condition(pool, t)).collect();
        // Definitions have symbols of others.
        let mut waiting: Vec<TermId> = made.iter().zip(query).filter(|(t, was)| t != was).map(|(&t, _)| t).collect();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        while let Some(t) = waiting.pop() {
            for number in pool.free_symbols(t).iter().filter_map(|symbol| self.defined.get(symbol)) {
                if seen.insert(*number) {
                    made.extend(&self.definitions[*number]);
                    waiting.extend(&self.definitions[*number]);
                }
            }
        }
        made
    }

    fn condition(&mut self, pool: &TermPool, t: TermId) -> TermId {
        // What is divided in the body of a binder is no single number.
        if self.shapes.of(pool, t) & (FORALL | LAMBDA | PRODUCT) != PRODUCT {
            return t;
        }
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            let node = pool.node(top);
            let before = stack.len();
            if !self.of.contains_key(&top) && self.shapes.of(pool, top) & PRODUCT != 0 {
                stack.extend(node.args.iter().filter(|a| !self.of.contains_key(a)));
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            if !self.of.contains_key(&top) {
                let args: Vec<TermId> = node.args.iter().map(|a| self.of.get(a).copied().unwrap_or(*a)).collect();
                let made = match self.divided(pool, top, &args) {
                    Some(made) => made,
                    None if args[..] == node.args[..] => top,
                    None => pool.build(node.op, node.sort, &args),
                };
                self.of.insert(top, made);
            }
        }
        self.of[&t]
    }

    /// A quotient, or a remainder, by a known number, of which the dividend has become `args[0]`.
    fn divided(&mut self, pool: &TermPool, t: TermId, args: &[TermId]) -> Option<TermId> {
        let node = pool.node(t);
        let (Sort::Bv(width), &[dividend, divisor]) = (node.sort, &node.args[..]) else { return None };
        let by = pool.const_value(divisor).filter(|k| *k > 2 && !k.is_power_of_two())?;
        let (_, most, least, _) = pool.range(dividend);
        let pays = |most: u128| bits(most) >= tuning::BITS_OF_QUOTIENTS.get();
        match node.op {
            Op::Udiv | Op::Urem if pays(most) => {
                let (quotient, remainder) = self.parts(pool, Dividend { term: dividend, made: args[0], most }, by)?;
                Some(pool.zext(if node.op == Op::Udiv { quotient } else { remainder }, width))
            }
            // They are those of the absolute values, with signs.
            Op::Sdiv | Op::Srem if by <= mask(width) >> 1 && least < 0 => {
                let negative = pool.slt(args[0], pool.bv(0, width));
                let absolute = pool.ite(negative, pool.neg(args[0]), args[0]);
                let (_, _, least, most) = pool.range(dividend);
                let most = least.unsigned_abs().max(most.unsigned_abs());
                if !pays(most) {
                    return None;
                }
                let term = pool.ite(pool.slt(dividend, pool.bv(0, width)), pool.neg(dividend), dividend);
                let (quotient, remainder) = self.parts(pool, Dividend { term, made: absolute, most }, by)?;
                let part = pool.zext(if node.op == Op::Sdiv { quotient } else { remainder }, width);
                Some(pool.ite(negative, pool.neg(part), part))
            }
            _ => None,
        }
    }

    /// Quotient and remainder of a dividend.
    fn parts(&mut self, pool: &TermPool, dividend: Dividend, by: u128) -> Option<(TermId, TermId)> {
        let before = self.divided.get(&dividend.term).map_or(&[][..], Vec::as_slice);
        if let Some(known) = before.iter().find(|known| known.by == by) {
            return Some((known.quotient, known.remainder));
        }
        // Digits: what is divided by a part of that already is divided by the rest of it.
        let coarser = before.iter().filter(|known| by.is_multiple_of(known.by)).max_by_key(|known| known.by).copied();
        let (quotient, remainder) = match coarser {
            Some(Divided { by: part, quotient, remainder }) => {
                let rest = Dividend { term: quotient, made: quotient, most: dividend.most / part };
                let (next, digit) = self.parts(pool, rest, by / part)?;
                let width = bits(by - 1);
                let digits = pool.mul(pool.zext(digit, width), pool.bv(part, width));
                (next, pool.add(digits, pool.zext(remainder, width)))
            }
            None => self.define(pool, dividend, by)?,
        };
        self.divided.entry(dividend.term).or_default().push(Divided { by, quotient, remainder });
        Some((quotient, remainder))
    }

    /// Defines quotient and remainder of a dividend as symbols.
    fn define(&mut self, pool: &TermPool, dividend: Dividend, by: u128) -> Option<(TermId, TermId)> {
        let Dividend { term, made, most } = dividend;
        // One bit more than the dividend has, so that nothing wraps round.
        let (width, sum) = (pool.width(term), bits(most.max(by)) + 1);
        if most < by || sum > MAX_WIDTH {
            return None;
        }
        let symbol = |what: &str, largest: u128| {
            let name = format!("{what} {} by {by} up to {most}", term.index());
            pool.symbol(&name, Sort::Bv(bits(largest)), SymbolKind::Input)
        };
        let (quotient, remainder) = (symbol("quotient", most / by), symbol("remainder", by - 1));
        let whole = if sum > width { pool.zext(made, sum) } else { pool.extract(made, sum - 1, 0) };
        let sum = pool.add(pool.mul(pool.zext(quotient, sum), pool.bv(by, sum)), pool.zext(remainder, sum));
        let bound = |t: TermId, largest: u128| pool.ule(t, pool.bv(largest, pool.width(t)));
        let definition = [pool.eq(sum, whole), bound(quotient, most / by), bound(remainder, by - 1)];
        let known: Vec<TermId> = definition.into_iter().filter(|t| !pool.is_true(*t)).collect();
        for symbol in [quotient, remainder] {
            self.defined.insert(pool.as_symbol(symbol)?, self.definitions.len());
        }
        self.definitions.push(known);
        Some((quotient, remainder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Solver, SolverConfig};
    use plica_term::{ConstValue, Evaluator, Model};

    /// A query holds for the same inputs as what is made of it.
    fn assert_same(solver: &mut Solver, pool: &TermPool, input: TermId, query: &[TermId]) {
        let made = Quotients::default().of(pool, query);
        let width = pool.width(input);
        for value in (0..1u128 << width).step_by(613).chain([1, (1 << width) - 1, 1 << (width - 1)]) {
            let mut model = Model::new();
            model.set(pool.as_symbol(input).expect("a symbol"), ConstValue::Bv(value));
            let mut evaluator = Evaluator::new(pool, &model);
            let holds = query.iter().all(|&t| evaluator.holds(t));
            let told = solver.check(&made, Some(pool.eq(input, pool.bv(value, width))));
            assert!(!matches!(told, Answer::Unknown(_)), "{query:?} at {value}");
            assert_eq!(matches!(told, Answer::Sat(_)), holds, "{query:?} at {value}");
        }
    }

    #[test]
    fn quotients_are_what_they_are_defined_to_be() {
        let pool = Arc::new(TermPool::new());
        let mut solver = Solver::new(pool.clone(), SolverConfig::default()).expect("a solver");
        let x = pool.symbol("x", Sort::Bv(13), SymbolKind::Input);
        let number = |k: u128| pool.bv(k, 13);
        for y in [x, pool.add(x, number(5)), pool.neg(x), pool.xor(x, number(1 << 12))] {
            for k in [3, 7, 10, 100, 1000, 4095, 5000].map(number) {
                for divided in [pool.udiv(y, k), pool.urem(y, k), pool.sdiv(y, k), pool.srem(y, k)] {
                    assert_same(&mut solver, &pool, x, &[pool.eq(divided, number(4))]);
                    assert_same(&mut solver, &pool, x, &[pool.slt(number(0), divided)]);
                }
            }
            // Digits: each quotient is one of that before it.
            let tens = [1, 10, 100, 1000].map(|k| pool.udiv(y, number(k)));
            let digits = tens.map(|t| pool.ult(pool.urem(t, number(10)), number(6)));
            assert_same(&mut solver, &pool, x, &digits);
            let rest = [pool.ult(tens[1], tens[3]), pool.ult(pool.urem(y, number(1000)), pool.urem(y, number(100)))];
            rest.iter().for_each(|t| assert_same(&mut solver, &pool, x, &[tens[2], *t].map(|t| to_truth(&pool, t))));
            let made = Quotients::default().of(&pool, &[to_truth(&pool, tens[2])]);
            assert!(made.len() > 1 && made.iter().all(|&t| !divides(&pool, t)));
        }
    }

    fn to_truth(pool: &TermPool, t: TermId) -> TermId {
        if pool.width(t) == 1 { t } else { pool.ne(t, pool.bv(0, pool.width(t))) }
    }

    fn divides(pool: &TermPool, t: TermId) -> bool {
        let terms = crate::products::parts_first(pool, &[t]).expect("no binders");
        terms.iter().any(|&t| matches!(pool.node(t).op, Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem))
    }
}
