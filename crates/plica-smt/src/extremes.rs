//! Comparisons of maxima and minima, as comparisons of what these are of: `max(p, q) < z` is `p < z and q < z`.
//!
//! Where paths were merged that looked for the largest element, or sorted, the numbers are choices by their own order,
//! `if p < q then q else p`, and choices of these. That the result is not less than any of them takes a solver time
//! exponential in their number: it has no names for how an element compares with a result in between, and does not
//! invent them. Here these comparisons are made, one for each pair, as in a lattice; most are known at once. Of other
//! choices a comparison is made for each side where it is known for one, `if c then true else q < z`, or where both
//! that are compared choose by the same. Oblivious to solvers. Invariant: a result has the value of the original under
//! every assignment.

use plica_term::{Op, Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::comparison::{Relation, compared, comparison};
use crate::contextual::{Consequence, Simplified};
use crate::shape::{CHOICE, EXTREME, FORALL, LAMBDA, Shapes};
use crate::slice::conjuncts;
use crate::tuning;

/// A maximum or a minimum of two terms, in the order of signed values or of unsigned ones.
#[derive(Clone, Copy)]
struct Extreme {
    is_max: bool,
    signed: bool,
}

/// What is said of two terms, and in the order of signed values, if in an order.
type Said = (Relation, Option<bool>);

fn between(pool: &TermPool, (relation, signed): Said, terms: [TermId; 2]) -> TermId {
    compared(pool, relation, signed == Some(true), terms)
}

/// What was made of comparisons so far.
#[derive(Default)]
pub(crate) struct Extremes {
    compared: FxHashMap<(Said, [TermId; 2]), TermId>,
    done: FxHashMap<TermId, TermId>,
    looked_at: u64,
}

impl Extremes {
    /// The conditions without comparisons of maxima and minima, and how many terms were looked at; nothing if that
    /// makes no difference.
    pub(crate) fn apart(
        &mut self,
        pool: &TermPool,
        shapes: &mut Shapes,
        conditions: &[TermId],
    ) -> (Option<Simplified>, u64) {
        let shape = conditions.iter().fold(0, |all, &t| all | shapes.of(pool, t));
        if shape & EXTREME == 0 || shape & (FORALL | LAMBDA) != 0 {
            return (None, 0);
        }
        if self.compared.len() + self.done.len() > tuning::RESULTS_KEPT.get() {
            *self = Extremes::default();
        }
        self.looked_at = 0;
        let (mut all, mut changed) = (Simplified::with_capacity(conditions.len()), false);
        for &t in conditions {
            let made = self.without(pool, shapes, t);
            // Else solvers have more to do: what is compared shared the conditions of its choices with the rest.
            let pays = made != t && self.is_plain(pool, shapes, made);
            let made = if pays { made } else { t };
            changed |= pays;
            let mut parts = Vec::new();
            if !conjuncts(pool, made, &mut parts) {
                return (Some(vec![Consequence { term: pool.false_(), of: vec![t] }]), self.looked_at);
            }
            all.extend(parts.into_iter().map(|term| Consequence { term, of: vec![t] }));
        }
        all.sort_by_key(|c| c.term);
        all.dedup_by_key(|c| c.term);
        (changed.then_some(all), self.looked_at)
    }

    /// Is it known, or made of comparisons in which nothing is chosen?
    fn is_plain(&mut self, pool: &TermPool, shapes: &mut Shapes, t: TermId) -> bool {
        let (mut stack, mut seen) = (vec![t], FxHashSet::from_iter([t]));
        while let Some(t) = stack.pop() {
            self.looked_at += 1;
            let node = pool.node(t);
            let of_conditions = node.args.iter().any(|&a| pool.sort(a) == Sort::BOOL);
            if of_conditions && node.sort == Sort::BOOL {
                stack.extend(node.args.iter().filter(|&&a| seen.insert(a)));
            } else if node.args.iter().any(|&a| shapes.of(pool, a) & CHOICE != 0) {
                return false;
            }
        }
        true
    }

    /// A condition without them, as far as they are parts of what it says and not of numbers.
    fn without(&mut self, pool: &TermPool, shapes: &mut Shapes, t: TermId) -> TermId {
        let mut done = std::mem::take(&mut self.done);
        let made = pool.rebuild(t, &mut done, |part| {
            self.looked_at += 1;
            if pool.sort(part) != Sort::BOOL || shapes.of(pool, part) & EXTREME == 0 {
                return Some(part);
            }
            let (said, terms) = of_numbers(pool, part)?;
            let made = self.compare(pool, said, terms, 0);
            if made != part || said.0 != Relation::Equal {
                return Some(made);
            }
            let [x, y] = terms;
            let Some(Extreme { signed, .. }) = extreme(pool, x).or_else(|| extreme(pool, y)) else {
                return Some(part);
            };
            let at_most = (Relation::AtMost, Some(signed));
            let either = [[x, y], [y, x]].map(|terms| self.compare(pool, at_most, terms, 0));
            Some(pool.and_all(&either))
        });
        self.done = done;
        made
    }

    /// How two terms compare, as a condition on what they are of.
    fn compare(&mut self, pool: &TermPool, said: Said, terms: [TermId; 2], depth: u32) -> TermId {
        let plain = between(pool, said, terms);
        let within = depth < tuning::DEPTH_OF_EXTREMES.get() && self.looked_at < tuning::TERMS_OF_EXTREMES.get();
        if is_known(pool, plain) || !within {
            return plain;
        }
        if let Some(&known) = self.compared.get(&(said, terms)) {
            return known;
        }
        self.looked_at += 1;
        // What is newer may have the other in it, and is then known soon.
        let sides = if terms[0].index() > terms[1].index() { [true, false] } else { [false, true] };
        let apart = |left| self.apart_at(pool, said, terms, left, depth + 1);
        let made = sides.into_iter().find_map(apart).unwrap_or(plain);
        self.compared.insert((said, terms), made);
        made
    }

    /// The same by what one side is of, the left one or the right one, if it is of several.
    fn apart_at(&mut self, pool: &TermPool, said: Said, [x, y]: [TermId; 2], left: bool, depth: u32) -> Option<TermId> {
        let (side, other) = if left { (x, y) } else { (y, x) };
        let mut with = |part: TermId, other: TermId| {
            self.compare(pool, said, if left { [part, other] } else { [other, part] }, depth)
        };
        let (condition, [p, q]) = choice(pool, side)?;
        let extreme = extreme(pool, side).filter(|extreme| Some(extreme.signed) == said.1);
        let Some(Extreme { is_max, .. }) = extreme else {
            let same = choice(pool, other).filter(|(of_other, _)| *of_other == condition);
            let [r, s] = same.map_or([other; 2], |(_, of_other)| of_other);
            let [first, second] = [with(p, r), with(q, s)];
            let pays = same.is_some() || is_known(pool, first) || is_known(pool, second);
            return pays.then(|| pool.ite(condition, first, second));
        };
        // All are less than something if the largest is, and one is if the smallest is.
        let all = is_max == left;
        let first = with(p, other);
        if if all { pool.is_false(first) } else { pool.is_true(first) } {
            return Some(first);
        }
        let second = with(q, other);
        Some(if all { pool.and(first, second) } else { pool.or(first, second) })
    }
}

/// What a condition says of two numbers, if it is no negation.
fn of_numbers(pool: &TermPool, t: TermId) -> Option<(Said, [TermId; 2])> {
    let (relation, signed, terms) = comparison(pool, t)?;
    (relation != Relation::Different && pool.sort(terms[0]) != Sort::BOOL).then_some(((relation, signed), terms))
}

fn is_known(pool: &TermPool, condition: TermId) -> bool {
    pool.is_true(condition) || pool.is_false(condition)
}

/// The condition of a choice, and what it is between; also of reading somewhere, or what was written.
fn choice(pool: &TermPool, t: TermId) -> Option<(TermId, [TermId; 2])> {
    let node = pool.node(t);
    match (node.op, &node.args[..]) {
        (Op::Ite, &[condition, p, q]) => Some((condition, [p, q])),
        (Op::Select, &[array, index]) => {
            let at = pool.node(index);
            if let (Op::Ite, &[condition, p, q]) = (at.op, &at.args[..]) {
                return Some((condition, [pool.select(array, p), pool.select(array, q)]));
            }
            let stored = pool.node(array);
            let (Op::Store, &[below, at, value]) = (stored.op, &stored.args[..]) else { return None };
            Some((pool.eq(index, at), [value, pool.select(below, index)]))
        }
        _ => None,
    }
}

fn extreme(pool: &TermPool, t: TermId) -> Option<Extreme> {
    if !is_by_order(pool, t) {
        return None;
    }
    let node = pool.node(t);
    let &[condition, p, q] = &node.args[..] else { return None };
    // However the pool writes these comparisons.
    [true, false].into_iter().find_map(|signed| {
        let compares =
            |x, y| [Relation::Less, Relation::AtMost].iter().any(|&r| compared(pool, r, signed, [x, y]) == condition);
        let is_max = match [compares(p, q), compares(q, p)] {
            [true, _] => false,
            [_, true] => true,
            _ => return None,
        };
        Some(Extreme { is_max, signed })
    })
}

/// Is it a choice of a number by how two terms compare?
pub(crate) fn is_by_order(pool: &TermPool, t: TermId) -> bool {
    let node = pool.node(t);
    let is_number = node.sort != Sort::BOOL && matches!(node.sort, Sort::Bv(_));
    node.op == Op::Ite && is_number && comparison(pool, node.args[0]).is_some_and(|(_, signed, _)| signed.is_some())
}

#[cfg(test)]
mod tests {
    use plica_term::{ConstValue, Evaluator, Model, SymbolKind};

    use super::*;

    fn apart(pool: &TermPool, t: TermId) -> Option<Vec<TermId>> {
        let left = Extremes::default().apart(pool, &mut Shapes::default(), &[t]).0?;
        Some(left.into_iter().map(|c| c.term).collect())
    }

    /// The larger one, or the smaller one, as programs choose it.
    fn extreme_of(pool: &TermPool, is_max: bool, signed: bool, x: TermId, y: TermId) -> TermId {
        let less = if signed { pool.slt(x, y) } else { pool.ult(x, y) };
        if is_max { pool.ite(less, y, x) } else { pool.ite(less, x, y) }
    }

    #[test]
    fn the_largest_of_many_is_not_less_than_any() {
        let pool = TermPool::new();
        let symbols: Vec<TermId> =
            (0..300).map(|i| pool.symbol(&format!("s{i}"), Sort::Bv(32), SymbolKind::Input)).collect();
        for signed in [false, true] {
            let largest =
                symbols[1..].iter().fold(symbols[0], |largest, &s| extreme_of(&pool, true, signed, largest, s));
            let less = |x, y| if signed { pool.slt(x, y) } else { pool.ult(x, y) };
            for &s in &symbols {
                assert_eq!(apart(&pool, less(largest, s)), Some(vec![pool.false_()]));
                assert_eq!(apart(&pool, pool.not(less(largest, s))), Some(vec![]));
            }
            // In the other order that does not follow.
            let other = if signed { pool.ult(largest, symbols[7]) } else { pool.slt(largest, symbols[7]) };
            assert_eq!(apart(&pool, other), None);
        }
    }

    #[test]
    fn what_is_chosen_by_the_same_is_compared_side_by_side() {
        let pool = TermPool::new();
        let [x, y, z, at] = ["x", "y", "z", "at"].map(|name| pool.symbol(name, Sort::Bv(8), SymbolKind::Input));
        let later = pool.ult(x, y);
        let (largest, place) = (pool.ite(later, y, x), pool.ite(later, pool.bv(1, 8), pool.bv(0, 8)));
        let array = [x, y]
            .into_iter()
            .enumerate()
            .fold(pool.const_array(8, pool.bv(0, 8)), |array, (i, v)| pool.store(array, pool.bv(i as u128, 8), v));
        assert_eq!(apart(&pool, pool.ne(pool.select(array, place), largest)), Some(vec![pool.false_()]));
        // Of a place that is not known it is asked whether it is one at which that is not known.
        assert_eq!(apart(&pool, pool.ult(largest, pool.select(array, at))), Some(vec![pool.false_()]));
        // What is chosen by something else stays, and so do numbers.
        let condition = pool.eq(z, y);
        assert_eq!(apart(&pool, pool.ult(largest, pool.ite(condition, z, pool.add(x, z)))), None);
        assert_eq!(apart(&pool, pool.ult(pool.add(largest, z), x)), None);
    }

    /// Random conditions on four numbers of two bits with many choices by orders, held against all assignments.
    #[test]
    fn what_is_left_is_equivalent() {
        let pool = TermPool::new();
        let symbols: Vec<TermId> =
            (0..4).map(|i| pool.symbol(&format!("s{i}"), Sort::Bv(2), SymbolKind::Input)).collect();
        let models: Vec<Model> = (0..1u128 << 8)
            .map(|bits| {
                let mut model = Model::new();
                for (i, &t) in symbols.iter().enumerate() {
                    pool.free_symbols(t).iter().for_each(|&id| model.set(id, ConstValue::Bv(bits >> (2 * i) & 3)));
                }
                model
            })
            .collect();
        let mut random = fastrand::Rng::with_seed(7);
        let (mut changed, mut known) = (0, 0);
        let (mut extremes, mut shapes) = (Extremes::default(), Shapes::default());
        for _ in 0..3000 {
            let mut numbers = symbols.clone();
            numbers.push(pool.bv(random.u128(..4), 2));
            for _ in 0..random.usize(2..12) {
                let mut number = || numbers[random.usize(..numbers.len())];
                let (x, y, z) = (number(), number(), number());
                let made = match random.u8(..8) {
                    0 => pool.add(x, y),
                    1 => pool.ite(pool.eq(x, y), z, x),
                    2 => pool.ite(pool.ult(x, y), z, y),
                    _ => extreme_of(&pool, random.bool(), random.u8(..4) == 0, x, y),
                };
                numbers.push(made);
            }
            let mut condition = || {
                let mut number = || numbers[numbers.len() - 1 - random.usize(..numbers.len().min(5))];
                let (x, y) = (number(), number());
                match random.u8(..6) {
                    0 => pool.eq(x, y),
                    1 => pool.slt(x, y),
                    2 => pool.sle(x, y),
                    3 => pool.ule(x, y),
                    _ => pool.ult(x, y),
                }
            };
            let (a, b) = (condition(), condition());
            let slice = if random.bool() { vec![a, b] } else { vec![pool.or(a, pool.not(b))] };
            let Some(left) = extremes.apart(&pool, &mut shapes, &slice).0 else { continue };
            changed += 1;
            known += usize::from(left.is_empty() || left.iter().any(|c| pool.is_false(c.term)));
            for model in &models {
                let holds = |t: TermId| Evaluator::new(&pool, model).holds(t);
                assert_eq!(slice.iter().all(|&t| holds(t)), left.iter().all(|c| holds(c.term)));
                assert!(left.iter().all(|c| holds(c.term) || !c.of.iter().all(|&t| holds(t))));
            }
        }
        assert!(changed > 500 && known > 100, "{changed} {known}");
    }
}
