//! Sums and products that have parts in common, put together so that they share them, for hard queries.
//!
//! Constructors sort the addends of a sum by their terms, so that `(a + b) + c` may become `(a + c) + b`, and what it
//! had in common with `a + b` is gone. To a solver these are then two circuits, and that they agree is as hard as
//! any question about sums. Here the addends of all sums of a query are looked at together, and the two that occur
//! together most often become a part (Paar's greedy method), until none does twice. Products alike. Measured: whether
//! `a + c ≤ b + c` follows from `a ≤ b` for sums of products is found out in 0.4 s where it took 6 s. Oblivious to
//! solvers and to widths. Invariant: the addends of what is planned for a sum, with their multiplicities, are those of
//! the sum.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use plica_term::{Op, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tuning;

/// A part of a sum or of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// A term that is none itself, or stays as it is.
    Whole(TermId),
    /// The two parts of [`Sharing::pair`].
    Pair(usize),
}

/// How the sums and products of a query are put together.
#[derive(Default)]
pub(crate) struct Sharing {
    pairs: Vec<(Part, Part)>,
    /// The parts of each, in order.
    parts: FxHashMap<TermId, Vec<Part>>,
}

impl Sharing {
    /// Plans for a query in which terms are used so often. Sums of so many addends that they become trees are left out.
    pub(crate) fn new(pool: &TermPool, query: &[TermId], uses: &FxHashMap<TermId, u32>) -> Sharing {
        let mut sharing = Sharing::default();
        for op in [Op::Mul, Op::Add] {
            sharing.plan(pool, op, &roots(pool, op, query), uses);
        }
        sharing
    }

    /// The parts of a sum or a product, if something is planned for it.
    pub(crate) fn parts(&self, t: TermId) -> Option<&[Part]> {
        self.parts.get(&t).map(Vec::as_slice)
    }

    /// The parts of a pair.
    pub(crate) fn pair(&self, number: usize) -> (Part, Part) {
        self.pairs[number]
    }

    fn plan(&mut self, pool: &TermPool, op: Op, roots: &[TermId], uses: &FxHashMap<TermId, u32>) {
        let mut table = Table::default();
        let mut planned = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.iter().rev().copied().collect();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            let Some(parts) = expanded(pool, op, t, uses) else {
                stack.extend(pool.node(t).args.iter().rev().filter(|&&a| pool.node(a).op == op));
                continue;
            };
            // Those that stay whole are put together for themselves.
            stack.extend(parts.iter().rev().filter(|&&a| pool.node(a).op == op));
            // Constants stay last: with them something is simpler than a circuit.
            let (constants, parts): (Vec<TermId>, Vec<TermId>) =
                parts.into_iter().partition(|&a| pool.const_value(a).is_some());
            table.add(parts.into_iter().map(Part::Whole));
            planned.push((t, constants));
        }
        table.share(&mut self.pairs);
        for ((t, constants), row) in planned.into_iter().zip(table.rows) {
            let mut parts: Vec<Part> = row.into_iter().map(|item| table.items[item]).collect();
            parts.extend(constants.into_iter().map(Part::Whole));
            self.parts.insert(t, parts);
        }
    }
}

/// The terms of an operator that something else than a term of that operator uses.
fn roots(pool: &TermPool, op: Op, query: &[TermId]) -> Vec<TermId> {
    let mut roots = Vec::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<TermId> = query.iter().rev().copied().collect();
    while let Some(t) = stack.pop() {
        let node = pool.node(t);
        if !seen.insert(t) || matches!(node.op, Op::Lambda(_) | Op::Forall(_)) {
            continue;
        }
        if node.op != op {
            roots.extend(node.args.iter().copied().filter(|&a| pool.node(a).op == op));
        }
        stack.extend(node.args.iter().rev());
    }
    roots
}

/// The parts of a sum or a product: of those within all, or, if these are too many or some occur twice, of those within
/// that occur only here. `None` if they are still too many.
fn expanded(pool: &TermPool, op: Op, t: TermId, uses: &FxHashMap<TermId, u32>) -> Option<Vec<TermId>> {
    let most = tuning::ADDENDS_AS_TREE.get();
    let expand = |through: &dyn Fn(TermId) -> bool| {
        let mut parts = Vec::new();
        let mut stack = vec![t];
        while let Some(next) = stack.pop() {
            if next == t || pool.node(next).op == op && through(next) {
                stack.extend(pool.node(next).args.iter().rev());
            } else {
                parts.push(next);
            }
            if parts.len() + stack.len() >= most {
                return None;
            }
        }
        Some(parts)
    };
    let twice = |parts: &[TermId]| {
        let mut seen = FxHashSet::default();
        !parts.iter().all(|p| seen.insert(*p))
    };
    // Powers are what they are because they are made of powers.
    let all = expand(&|_| true).filter(|parts| !twice(parts));
    all.or_else(|| expand(&|inner| uses.get(&inner) == Some(&1)).filter(|parts| !twice(parts)))
}

/// The parts of sums, one row each, while common pairs are looked for.
#[derive(Default)]
struct Table {
    items: Vec<Part>,
    numbers: FxHashMap<Part, usize>,
    rows: Vec<Vec<usize>>,
    /// The rows in which an item occurs, or did.
    rows_of: Vec<Vec<usize>>,
    together: FxHashMap<(usize, usize), u32>,
    /// Pairs that occurred so often once; those that occur most often, and first, come first.
    queue: BinaryHeap<(u32, Reverse<(usize, usize)>)>,
}

impl Table {
    fn number(&mut self, part: Part) -> usize {
        *self.numbers.entry(part).or_insert_with(|| {
            self.items.push(part);
            self.rows_of.push(Vec::new());
            self.items.len() - 1
        })
    }

    fn add(&mut self, parts: impl Iterator<Item = Part>) {
        let row: Vec<usize> = parts.map(|part| self.number(part)).collect();
        let number = self.rows.len();
        for (i, &x) in row.iter().enumerate() {
            self.rows_of[x].push(number);
            for &y in &row[..i] {
                self.count(x, y);
            }
        }
        self.rows.push(row);
    }

    fn count(&mut self, x: usize, y: usize) {
        let pair = (x.min(y), x.max(y));
        let count = self.together.entry(pair).or_default();
        *count += 1;
        if *count > 1 {
            self.queue.push((*count, Reverse(pair)));
        }
    }

    /// Makes one item of two that occur together, as long as there are such that do so twice.
    fn share(&mut self, pairs: &mut Vec<(Part, Part)>) {
        while let Some((count, Reverse((x, y)))) = self.queue.pop() {
            let now = self.together[&(x, y)];
            if now != count {
                // It has become rarer in the meantime; it waits for its turn.
                if now > 1 && now < count {
                    self.queue.push((now, Reverse((x, y))));
                }
                continue;
            }
            pairs.push((self.items[x], self.items[y]));
            let joined = self.number(Part::Pair(pairs.len() - 1));
            for number in self.rows_of[x].clone() {
                let row = &self.rows[number];
                let (Some(at), true) = (row.iter().position(|&i| i == x), row.contains(&y)) else { continue };
                let mut row = std::mem::take(&mut self.rows[number]);
                row[at] = joined;
                row.retain(|&i| i != y);
                for &other in row.iter().filter(|&&i| i != joined) {
                    for gone in [x, y] {
                        if let Some(count) = self.together.get_mut(&(gone.min(other), gone.max(other))) {
                            *count -= 1;
                        }
                    }
                    self.count(joined, other);
                }
                self.rows_of[joined].push(number);
                self.rows[number] = row;
            }
            self.together.insert((x, y), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{Sort, SymbolKind};

    #[test]
    fn what_two_sums_have_in_common_is_one_part() {
        let pool = TermPool::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|n| pool.symbol(n, Sort::Bv(8), SymbolKind::Input));
        // Sorted, neither holds the other.
        let (short, long) = (pool.add(a, c), pool.add(pool.add(pool.add(a, b), c), d));
        let query = [pool.ult(short, long)];
        let uses = FxHashMap::default();
        let sharing = Sharing::new(&pool, &query, &uses);
        assert_eq!(sharing.parts(short), Some(&[Part::Pair(0)][..]));
        assert_eq!(sharing.pair(0), (Part::Whole(a), Part::Whole(c)));
        let mut parts = sharing.parts(long).unwrap().to_vec();
        parts.retain(|&p| p != Part::Pair(0));
        assert_eq!(parts, [Part::Whole(b), Part::Whole(d)]);
    }

    #[test]
    fn powers_are_not_taken_apart() {
        let pool = TermPool::new();
        let x = pool.symbol("x", Sort::Bv(8), SymbolKind::Input);
        let square = pool.raw(Op::Mul, Sort::Bv(8), &[x, x]);
        let fourth = pool.raw(Op::Mul, Sort::Bv(8), &[square, square]);
        let sharing = Sharing::new(&pool, &[pool.eq(fourth, pool.bv(16, 8))], &FxHashMap::default());
        assert_eq!((sharing.parts(fourth), sharing.parts(square)), (None, None));
    }
}
