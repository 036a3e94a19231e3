//! Queries without their products: what makes a query unsatisfiable is often not what products are.
//!
//! That a product is the same as another of the same factors, that it is no larger than its factors allow, or zero with
//! one of them: that is often all that a contradiction needs, and to find out even that much of circuits for products
//! takes a SAT solver long. So each product becomes a symbol of its own, about which only such things are known, as far
//! as models go against them. Divisions alike. Measured: a question whether keys in a hash table are found again, which
//! no solver answered in eight seconds, takes milliseconds. Oblivious to solvers. Invariant: if the query has a model,
//! so has what is made of it, with the same values of its symbols.

use std::sync::Arc;

use plica_term::{Evaluator, Op, Sort, SymbolKind, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::UnknownReason;
use crate::backend::{Backend, BackendAnswer, Limit, about, conditions_of};
use crate::cache::satisfies;
use crate::cascade::complete;
use crate::tuning;

/// A query without its products.
pub(crate) struct Abstraction {
    /// The conditions, in their order.
    pub(crate) conditions: Vec<TermId>,
    /// How large the symbols are that took the places of products.
    pub(crate) bounds: Vec<TermId>,
    /// What else is known of them: much, of which little is needed.
    pub(crate) lemmas: Vec<TermId>,
}

/// Asks a solver about queries without their products, and again with what a model goes against, as long as there is
/// something, and it does not take many turns.
pub(crate) struct WithoutProducts {
    pool: Arc<TermPool>,
    solver: Box<dyn Backend>,
    name: String,
}

impl WithoutProducts {
    pub(crate) fn new(pool: Arc<TermPool>, solver: Box<dyn Backend>) -> WithoutProducts {
        let name = format!("{} without products", solver.name());
        WithoutProducts { pool, solver, name }
    }

    fn decide(&mut self, query: &[TermId], limit: &Limit) -> Option<BackendAnswer> {
        let pool = &*self.pool;
        let abstraction = without_products(pool, query)?;
        let mut asked: Vec<TermId> = abstraction.conditions.iter().chain(&abstraction.bounds).copied().collect();
        let mut left = abstraction.lemmas;
        for _ in 0..=tuning::TURNS_WITHOUT_PRODUCTS.get() {
            let mut model = match self.solver.check(&asked, limit) {
                BackendAnswer::Sat(model) => model,
                BackendAnswer::Unsat(core) => {
                    return Some(BackendAnswer::Unsat(conditions_of(query, &abstraction.conditions, &core)));
                }
                BackendAnswer::Unknown(_) => return None,
            };
            complete(pool, &asked, &mut model);
            let mut inputs = about(pool, query, &model);
            complete(pool, query, &mut inputs);
            if satisfies(pool, &inputs, query) {
                return Some(BackendAnswer::Sat(inputs));
            }
            complete(pool, &left, &mut model);
            let mut evaluator = Evaluator::new(pool, &model);
            let before = left.len();
            left.retain(|&lemma| {
                let holds = evaluator.holds(lemma);
                if !holds {
                    asked.push(lemma);
                }
                holds
            });
            if left.len() == before {
                return None;
            }
        }
        None
    }
}

impl Backend for WithoutProducts {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, query: &[TermId], limit: &Limit) -> BackendAnswer {
        let told = self.decide(query, limit);
        let nothing = || UnknownReason::Incomplete(self.name.clone());
        told.unwrap_or_else(|| BackendAnswer::Unknown(limit.exceeded().unwrap_or_else(nothing)))
    }
}

/// A product that has become a symbol.
struct Product {
    op: Op,
    /// The factors, without products in them.
    factors: [TermId; 2],
    value: TermId,
    /// Is it no larger than its width allows, whatever the factors are?
    fits: bool,
}

/// The query without its products, if it has some, and not too many.
pub(crate) fn without_products(pool: &TermPool, query: &[TermId]) -> Option<Abstraction> {
    let mut of: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut products: Vec<Product> = Vec::new();
    let mut bounds = Vec::new();
    for t in parts_first(pool, query)? {
        let node = pool.node(t);
        let args: Vec<TermId> = node.args.iter().map(|a| of[a]).collect();
        let result = match (node.op, node.sort, &args[..]) {
            (op, Sort::Bv(width), &[a, b]) if is_product(pool, t) => {
                if products.len() >= tuning::PRODUCTS_LEFT_OUT.get() {
                    return None;
                }
                let largest = pool.range(t).1;
                let bits = bits(largest);
                let name = format!("product {} of {bits}", t.index());
                let symbol = pool.symbol(&name, Sort::Bv(bits), SymbolKind::Input);
                bounds.push(pool.ule(symbol, pool.bv(largest, bits)));
                let value = pool.zext(symbol, width);
                let fits = op == Op::Mul && fits(pool, node.args[0], node.args[1], width);
                products.push(Product { op, factors: [a, b], value, fits });
                value
            }
            _ if args[..] == node.args[..] => t,
            // As it stands: what sums share they shall share.
            (Op::Add, _, &[a, b]) if pool.const_value(a).or(pool.const_value(b)).is_none() => {
                pool.raw(Op::Add, node.sort, &args)
            }
            _ => pool.build(node.op, node.sort, &args),
        };
        of.insert(t, result);
    }
    if products.is_empty() {
        return None;
    }
    let mut lemmas = Vec::new();
    for (i, product) in products.iter().enumerate() {
        product.own(pool, &mut lemmas);
        products[..i].iter().for_each(|other| product.beside(pool, other, &mut lemmas));
    }
    bounds.retain(|&t| !pool.is_true(t));
    lemmas.retain(|&t| !pool.is_true(t));
    Some(Abstraction { conditions: query.iter().map(|t| of[t]).collect(), bounds, lemmas })
}

impl Product {
    /// What is known of it alone.
    fn own(&self, pool: &TermPool, lemmas: &mut Vec<TermId>) {
        if self.op != Op::Mul {
            return;
        }
        let zero = pool.bv(0, pool.width(self.value));
        let [a, b] = self.factors;
        let is_zero = pool.eq(self.value, zero);
        for (x, y) in [(a, b), (b, a)] {
            let without = pool.eq(x, zero);
            lemmas.push(pool.implies(without, is_zero));
            if self.fits {
                lemmas.push(pool.or(without, pool.ule(y, self.value)));
            }
        }
    }

    /// What is known of it beside another one.
    fn beside(&self, pool: &TermPool, other: &Product, lemmas: &mut Vec<TermId>) {
        let ([a, b], [c, d]) = (self.factors, other.factors);
        if self.op != other.op || pool.sort(a) != pool.sort(c) {
            return;
        }
        let equal = pool.eq(self.value, other.value);
        let same = pool.and(pool.eq(a, c), pool.eq(b, d));
        if b == d && self.op == Op::Mul && pool.const_value(b).is_some_and(|k| k % 2 == 1) {
            // Odd numbers have inverses.
            lemmas.push(pool.eq(same, equal));
        } else if !pool.is_false(same) {
            lemmas.push(pool.implies(same, equal));
        }
    }
}

/// The terms of a query, parts first, if it has no bound symbols.
pub(crate) fn parts_first(pool: &TermPool, query: &[TermId]) -> Option<Vec<TermId>> {
    let mut terms = Vec::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<(TermId, bool)> = query.iter().rev().map(|&t| (t, false)).collect();
    while let Some((t, done)) = stack.pop() {
        if done {
            terms.push(t);
        } else if seen.insert(t) {
            let node = pool.node(t);
            if matches!(node.op, Op::Lambda(_) | Op::Forall(_)) || seen.len() > tuning::NODES_NARROWED.get() {
                return None;
            }
            stack.push((t, true));
            stack.extend(node.args.iter().rev().map(|&a| (a, false)));
        }
    }
    Some(terms)
}

/// Is it a product, or a quotient, that takes a large circuit?
pub(crate) fn is_product(pool: &TermPool, t: TermId) -> bool {
    let node = pool.node(t);
    match (node.op, &node.args[..]) {
        (Op::Mul, &[a, b]) => match pool.const_value(b).or(pool.const_value(a)) {
            // A sum of so many.
            Some(k) => addends(k) >= tuning::ADDENDS_OF_PRODUCT.get(),
            None => true,
        },
        (Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem, &[_, b]) => !pool.const_value(b).is_some_and(u128::is_power_of_two),
        _ => false,
    }
}

/// How many bits a number has, one at least.
pub(crate) fn bits(number: u128) -> u32 {
    (u128::BITS - number.leading_zeros()).max(1)
}

/// How many powers of two have to be added and subtracted to get a number.
fn addends(k: u128) -> u32 {
    // The digits of its non-adjacent form.
    let triple = k.wrapping_mul(3);
    (triple ^ k).count_ones()
}

/// Is the product of two terms less than two to the `width`, whatever values they have?
fn fits(pool: &TermPool, a: TermId, b: TermId, width: u32) -> bool {
    let (x, y) = (pool.range(a).1, pool.range(b).1);
    x.checked_mul(y).is_some_and(|p| p <= plica_term::mask(width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{ConstValue, Evaluator, Model};

    fn input(pool: &TermPool, name: &str, width: u32) -> TermId {
        pool.symbol(name, Sort::Bv(width), SymbolKind::Input)
    }

    #[test]
    fn numbers_are_sums_of_few_powers_of_two() {
        let plain = |k: i64| (0..9).flat_map(|i| [1 << i, -(1 << i)]).any(|p: i64| p == k);
        for k in 1..200i64 {
            let two = (0..9).flat_map(|i| [1 << i, -(1 << i)]).any(|p: i64| plain(k - p));
            assert_eq!(addends(k as u128) <= 1, plain(k), "{k}");
            assert_eq!(addends(k as u128) <= 2, plain(k) || two, "{k}");
        }
    }

    #[test]
    fn what_is_known_of_products_holds_for_all_values() {
        let pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| input(&pool, name, 3));
        let wide = |t| pool.zext(t, 6);
        let odd = |t: TermId| pool.mul(pool.sext(t, 8), pool.bv(0x4d, 8));
        let products = [
            pool.mul(a, b),
            pool.mul(a, c),
            pool.mul(pool.mul(a, b), c),
            pool.mul(wide(a), wide(b)),
            pool.mul(wide(a), wide(pool.add(b, c))),
            odd(a),
            odd(b),
            pool.udiv(a, b),
            pool.urem(c, b),
            pool.sdiv(a, c),
        ];
        let query: Vec<TermId> = products.iter().map(|&p| pool.ne(p, pool.bv(1, pool.width(p)))).collect();
        let without = without_products(&pool, &query).unwrap();
        assert!(
            without
                .conditions
                .iter()
                .all(|&t| parts_first(&pool, &[t]).unwrap().iter().all(|&t| !is_product(&pool, t)))
        );
        assert!(without.lemmas.len() > 8, "{}", without.lemmas.len());
        for values in 0..512u128 {
            let mut model = Model::new();
            for (i, t) in [a, b, c].into_iter().enumerate() {
                model.set(pool.as_symbol(t).unwrap(), ConstValue::Bv(values >> (3 * i) & 7));
            }
            // The symbols have the values of their products.
            let mut with = model.clone();
            for t in parts_first(&pool, &query).unwrap().into_iter().filter(|&t| is_product(&pool, t)) {
                let ConstValue::Bv(value) = Evaluator::new(&pool, &model).eval(t) else { panic!("a number") };
                let bits = bits(pool.range(t).1);
                let symbol = input(&pool, &format!("product {} of {bits}", t.index()), bits);
                with.set(pool.as_symbol(symbol).unwrap(), ConstValue::Bv(value));
            }
            let mut evaluator = Evaluator::new(&pool, &with);
            assert!(without.bounds.iter().chain(&without.lemmas).all(|&t| evaluator.holds(t)), "{values}");
            for (&before, &after) in query.iter().zip(&without.conditions) {
                assert_eq!(evaluator.holds(before), evaluator.holds(after), "{values}");
            }
        }
    }
}
