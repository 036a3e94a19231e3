//! Comparisons in as few bits as their sides need, for hard queries.
//!
//! Programs count and add in 32 or 64 bits what fits into eight, and the circuits that a solver makes of that are as
//! wide as the program says. Where both sides of a comparison are known to be small, only their low bits are compared,
//! and low bits of sums and products need the low bits of their parts only. Long sums, which programs make addend by
//! addend, become trees: a circuit of less depth. Measured: with both, a count of 64 bits is proved in a quarter of the
//! time by Z3 and at all by Bitwuzla. Other sums, and products, are put together so that they share parts
//! ([`sharing`]), in widths that let them ([`widths`]). Oblivious to solvers. Invariant: each condition has the value
//! it had, under every assignment.

mod sharing;
mod widths;

use plica_term::{Op, Sort, TermId, TermPool, mask};
use rustc_hash::FxHashMap;

use crate::products::bits;
use crate::tuning;
use sharing::{Part, Sharing};
use widths::Widths;

/// The conditions of a query, each in as few bits as it needs.
pub(crate) fn narrow(pool: &TermPool, query: &[TermId]) -> Vec<TermId> {
    let Some((uses, terms)) = uses(pool, query) else { return query.to_vec() };
    let mut narrower = Narrower {
        pool,
        sharing: Sharing::new(pool, query, &uses),
        widths: Widths::new(pool, &terms),
        uses,
        whole: FxHashMap::default(),
        low: FxHashMap::default(),
        pairs: FxHashMap::default(),
    };
    query.iter().map(|&t| narrower.whole(t)).collect()
}

/// How often each term is used in the query, and the terms, parts first, if there are not too many.
fn uses(pool: &TermPool, query: &[TermId]) -> Option<(FxHashMap<TermId, u32>, Vec<TermId>)> {
    let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
    let mut terms = Vec::new();
    // With the parts of a term above it, it is met again when they are done.
    let mut stack: Vec<(TermId, bool)> = query.iter().map(|&t| (t, false)).collect();
    while let Some((t, done)) = stack.pop() {
        if done {
            terms.push(t);
            continue;
        }
        let count = uses.entry(t).or_default();
        *count += 1;
        if *count == 1 {
            stack.push((t, true));
            stack.extend(pool.node(t).args.iter().map(|&a| (a, false)));
        }
        if uses.len() > tuning::NODES_NARROWED.get() {
            return None;
        }
    }
    Some((uses, terms))
}

/// The bits in which two terms have to be compared, if that is not all of them.
fn needed(pool: &TermPool, a: TermId, b: TermId) -> Option<u32> {
    let Sort::Bv(w) = pool.sort(a) else { return None };
    let (_, x, ..) = pool.range(a);
    let (_, y, ..) = pool.range(b);
    let n = bits(x.max(y));
    (n < w).then_some(n)
}

struct Narrower<'a> {
    pool: &'a TermPool,
    uses: FxHashMap<TermId, u32>,
    sharing: Sharing,
    widths: Widths,
    /// Terms in full, and the low bits of terms and of pairs of parts.
    whole: FxHashMap<TermId, TermId>,
    low: FxHashMap<(TermId, u32), TermId>,
    pairs: FxHashMap<(usize, u32), TermId>,
}

impl Narrower<'_> {
    /// The term with all comparisons within it narrowed.
    fn whole(&mut self, t: TermId) -> TermId {
        if let Some(&known) = self.whole.get(&t) {
            return known;
        }
        if let Some(sum) = self.shared(t, self.pool.sort(t)).or_else(|| self.tree(t, self.pool.sort(t))) {
            self.whole.insert(t, sum);
            return sum;
        }
        let node = self.pool.node(t);
        let fewer = match (node.op, &node.args[..]) {
            (Op::Eq | Op::Ult | Op::Ule, &[a, b]) => self.compared_in(a, b),
            _ => None,
        };
        let args: Vec<TermId> = match (node.op, fewer) {
            // Bodies are for others to simplify.
            (Op::Lambda(_) | Op::Forall(_), _) => node.args.to_vec(),
            (_, Some(n)) => node.args.iter().map(|&a| self.low(a, n)).collect(),
            (_, None) => node.args.iter().map(|&a| self.whole(a)).collect(),
        };
        let result = if args[..] == node.args[..] { t } else { self.pool.build(node.op, node.sort, &args) };
        self.whole.insert(t, result);
        result
    }

    /// The bits in which two terms are compared, if that is not all of them.
    fn compared_in(&self, a: TermId, b: TermId) -> Option<u32> {
        let n = self.widths.of(a, b, needed(self.pool, a, b)?);
        (n < self.pool.width(a)).then_some(n)
    }

    /// A sum or a product as it was planned, in the width of `sort`.
    fn shared(&mut self, t: TermId, sort: Sort) -> Option<TermId> {
        let Sort::Bv(n) = sort else { return None };
        let parts = self.sharing.parts(t)?.to_vec();
        let op = self.pool.node(t).op;
        let mut whole: Option<TermId> = None;
        for part in parts {
            let part = self.part(op, part, n);
            whole = Some(whole.map_or(part, |before| self.both(op, before, part)));
        }
        whole
    }

    fn part(&mut self, op: Op, part: Part, n: u32) -> TermId {
        match part {
            Part::Whole(t) => self.low(t, n),
            Part::Pair(number) => {
                if let Some(&known) = self.pairs.get(&(number, n)) {
                    return known;
                }
                let (a, b) = self.sharing.pair(number);
                let (a, b) = (self.part(op, a, n), self.part(op, b, n));
                let both = self.both(op, a, b);
                self.pairs.insert((number, n), both);
                both
            }
        }
    }

    /// As it stands: to the pool's rules all orders are the same.
    fn both(&self, op: Op, a: TermId, b: TermId) -> TermId {
        let pool = self.pool;
        if pool.const_value(a).or(pool.const_value(b)).is_some() {
            return pool.build(op, pool.sort(a), &[a, b]);
        }
        pool.raw(op, pool.sort(a), &[a, b])
    }

    /// A long sum as a tree, in the width of `sort`.
    fn tree(&mut self, t: TermId, sort: Sort) -> Option<TermId> {
        let Sort::Bv(n) = sort else { return None };
        let is_sum = |t: TermId| self.pool.node(t).op == Op::Add;
        if !is_sum(t) {
            return None;
        }
        let mut addends = Vec::new();
        let mut stack = vec![t];
        while let Some(next) = stack.pop() {
            // A sum within that is needed elsewhere too stays whole.
            if is_sum(next) && (next == t || self.uses.get(&next) == Some(&1)) {
                stack.extend(self.pool.node(next).args.iter().rev());
            } else {
                addends.push(next);
            }
        }
        if addends.len() < tuning::ADDENDS_AS_TREE.get() {
            return None;
        }
        let mut level: Vec<TermId> = addends.into_iter().map(|a| self.low(a, n)).collect();
        while level.len() > 1 {
            // As it stands: to the pool's rules all orders of the addends are the same.
            let both = |pair: &[TermId]| match *pair {
                [a, b] => self.pool.raw(Op::Add, sort, &[a, b]),
                _ => pair[0],
            };
            level = level.chunks(2).map(both).collect();
        }
        level.pop()
    }

    /// The `n` low bits of a term.
    fn low(&mut self, t: TermId, n: u32) -> TermId {
        let pool = self.pool;
        if pool.width(t) == n {
            return self.whole(t);
        }
        if let Some(&known) = self.low.get(&(t, n)) {
            return known;
        }
        if let Some(sum) = self.shared(t, Sort::Bv(n)).or_else(|| self.tree(t, Sort::Bv(n))) {
            self.low.insert((t, n), sum);
            return sum;
        }
        let node = pool.node(t);
        let result = match (node.op, &node.args[..]) {
            (Op::Const(value), _) => pool.bv(value & mask(n), n),
            (Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Neg | Op::Not, args) => {
                let args: Vec<TermId> = args.iter().map(|&a| self.low(a, n)).collect();
                pool.build(node.op, Sort::Bv(n), &args)
            }
            (Op::Shl, &[x, by]) => match pool.const_value(by) {
                Some(k) if k < u128::from(n) => pool.shl(self.low(x, n), pool.bv(k, n)),
                Some(_) => pool.bv(0, n),
                None => pool.extract(self.whole(t), n - 1, 0),
            },
            (Op::Ite, &[c, x, y]) => pool.ite(self.whole(c), self.low(x, n), self.low(y, n)),
            (Op::Zext | Op::Sext, &[x]) if pool.width(x) >= n => self.low(x, n),
            (Op::Zext, &[x]) => pool.zext(self.whole(x), n),
            (Op::Sext, &[x]) => pool.sext(self.whole(x), n),
            (Op::Extract { lo: 0, .. }, &[x]) => self.low(x, n),
            (Op::Extract { lo, .. }, &[x]) => pool.extract(self.whole(x), lo + n - 1, lo),
            (Op::Concat, &[high, low]) => match pool.width(low) {
                w if w >= n => self.low(low, n),
                w => pool.concat(self.low(high, n - w), self.whole(low)),
            },
            _ => pool.extract(self.whole(t), n - 1, 0),
        };
        self.low.insert((t, n), result);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{ConstValue, Evaluator, Model, SymbolKind};

    /// A small generator of pseudo-random numbers (xorshift64*).
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, n: u64) -> u64 {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) % n
        }
    }

    fn input(pool: &TermPool, name: &str, width: u32) -> TermId {
        pool.symbol(name, Sort::Bv(width), SymbolKind::Input)
    }

    #[test]
    fn a_count_of_bits_is_compared_in_the_bits_of_a_count() {
        let pool = TermPool::new();
        let x = input(&pool, "x", 64);
        let count = (0..64).map(|i| pool.zext(pool.extract(x, i, i), 64)).reduce(|a, b| pool.add(a, b)).unwrap();
        let other = pool.zext(input(&pool, "y", 5), 64);
        let [narrowed] = narrow(&pool, &[pool.eq(count, other)])[..] else { panic!("one for each") };
        // 64 needs seven bits.
        let (mut sums, mut deepest) = (0, 0);
        let mut stack = vec![(narrowed, 0)];
        while let Some((t, depth)) = stack.pop() {
            let node = pool.node(t);
            if node.op == Op::Add {
                assert_eq!(pool.width(t), 7);
                sums += 1;
            }
            deepest = deepest.max(depth);
            stack.extend(node.args.iter().map(|&a| (a, depth + u32::from(node.op == Op::Add))));
        }
        // A tree of 64 leaves.
        assert_eq!((sums, deepest), (63, 6));
    }

    #[test]
    fn narrowed_conditions_have_the_values_they_had() {
        let pool = TermPool::new();
        let mut chance = Chance(77);
        let symbols = [input(&pool, "a", 8), input(&pool, "b", 3), input(&pool, "c", 1)];
        let mut changed = 0;
        for _ in 0..400 {
            // Values of 24 bits, small at first.
            let mut values: Vec<TermId> = symbols.iter().map(|&s| pool.zext(s, 24)).collect();
            let mut conditions = Vec::new();
            for _ in 0..14 {
                let mut any = || values[chance.below(values.len() as u64) as usize];
                let (a, b) = (any(), any());
                let k = chance.below(6);
                values.push(match chance.below(12) {
                    0 | 1 => pool.add(a, b),
                    2 => pool.mul(a, b),
                    3 => pool.neg(a),
                    4 => pool.and(a, pool.bv(u128::from(chance.below(1 << 10)), 24)),
                    5 => pool.shl(a, pool.bv(u128::from(k), 24)),
                    6 => pool.lshr(a, pool.bv(u128::from(k), 24)),
                    7 => pool.zext(pool.extract(a, 5 + k as u32, k as u32), 24),
                    8 => pool.sext(pool.extract(a, 7, 0), 24),
                    9 => pool.urem(a, b),
                    10 => pool.zext(pool.concat(pool.extract(a, 3, 0), pool.extract(b, 4, 0)), 24),
                    _ => {
                        let op = [Op::Eq, Op::Ult, Op::Ule, Op::Slt][chance.below(4) as usize];
                        conditions.push(pool.build(op, Sort::BOOL, &[a, b]));
                        pool.ite(conditions[conditions.len() - 1], a, b)
                    }
                });
            }
            let [.., a, b] = values[..] else { continue };
            conditions.extend([pool.eq(a, b), pool.ult(a, b)]);
            if chance.below(4) == 0 {
                // A long sum, of parts that are sums too.
                let sum = (0..20).fold(a, |sum, _| {
                    pool.raw(Op::Add, Sort::Bv(24), &[sum, values[chance.below(values.len() as u64) as usize]])
                });
                conditions.push(pool.ult(sum, pool.bv(999, 24)));
                conditions.push(pool.eq(pool.extract(sum, 9, 0), pool.extract(b, 12, 3)));
            }
            let narrowed = narrow(&pool, &conditions);
            changed += usize::from(narrowed != conditions);
            for _ in 0..8 {
                let mut model = Model::new();
                for s in symbols {
                    let value = u128::from(chance.below(1 << pool.width(s)));
                    model.set(pool.as_symbol(s).unwrap(), ConstValue::Bv(value));
                }
                let mut evaluator = Evaluator::new(&pool, &model);
                for (&before, &after) in conditions.iter().zip(&narrowed) {
                    assert_eq!(evaluator.holds(before), evaluator.holds(after));
                }
            }
        }
        assert!(changed > 100, "{changed}");
    }
}
