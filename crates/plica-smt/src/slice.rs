//! Independence: conditions that share no symbol, directly or through others, can be answered apart.
//!
//! Oblivious to what the conditions say. One pass over the conditions with a union-find over their symbols.

use plica_term::{Op, Sort, SymbolId, TermId, TermPool};

/// Union-find over symbols, emptied in constant time.
#[derive(Default)]
pub(crate) struct Slicer {
    parent: Vec<u32>,
    /// The round in which an entry of `parent` was written; entries of older rounds are void.
    round_of: Vec<u32>,
    round: u32,
}

impl Slicer {
    fn begin(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.round_of.fill(0);
            self.round = 1;
        }
    }

    fn find(&mut self, symbol: u32) -> u32 {
        let i = symbol as usize;
        if i >= self.parent.len() {
            self.parent.resize(i + 1, 0);
            self.round_of.resize(i + 1, 0);
        }
        if self.round_of[i] != self.round {
            self.round_of[i] = self.round;
            self.parent[i] = symbol;
            return symbol;
        }
        let mut root = symbol;
        while self.parent[root as usize] != root {
            // Halve the way for those who come later.
            let above = self.parent[self.parent[root as usize] as usize];
            self.parent[root as usize] = above;
            root = above;
        }
        root
    }

    /// Joins all symbols of a condition; returns one of them.
    fn join(&mut self, symbols: &[SymbolId]) -> Option<u32> {
        let (first, rest) = symbols.split_first()?;
        let mut root = self.find(first.0);
        for s in rest {
            let other = self.find(s.0);
            if other != root {
                self.parent[other as usize] = root;
                root = self.find(root);
            }
        }
        Some(first.0)
    }

    /// The conditions of `pc` that bear on `seeds`, and the seeds themselves.
    pub(crate) fn relevant(&mut self, pool: &TermPool, pc: &[TermId], seeds: &[TermId]) -> Vec<TermId> {
        self.begin();
        let mut seed_symbol = None;
        for &seed in seeds {
            let symbols = pool.free_symbols(seed);
            let Some(one) = self.join(&symbols) else { continue };
            if let Some(other) = seed_symbol.replace(one) {
                let (a, b) = (self.find(one), self.find(other));
                self.parent[a as usize] = b;
            }
        }
        let mut slice: Vec<TermId> = seeds.to_vec();
        let Some(seed_symbol) = seed_symbol else { return slice };
        let owners: Vec<Option<u32>> = pc.iter().map(|&t| self.join(&pool.free_symbols(t))).collect();
        let root = self.find(seed_symbol);
        for (&t, owner) in pc.iter().zip(owners) {
            if owner.is_some_and(|symbol| self.find(symbol) == root) {
                slice.push(t);
            }
        }
        slice
    }

    /// All conditions, parted into groups that share no symbol.
    pub(crate) fn partition(&mut self, pool: &TermPool, conditions: &[TermId]) -> Vec<Vec<TermId>> {
        self.begin();
        let owners: Vec<Option<u32>> = conditions.iter().map(|&t| self.join(&pool.free_symbols(t))).collect();
        let mut groups: Vec<(Option<u32>, Vec<TermId>)> = Vec::new();
        let mut group_of: rustc_hash::FxHashMap<u32, usize> = rustc_hash::FxHashMap::default();
        for (&t, owner) in conditions.iter().zip(owners) {
            let Some(symbol) = owner else {
                groups.push((None, vec![t]));
                continue;
            };
            let root = self.find(symbol);
            let at = *group_of.entry(root).or_insert_with(|| {
                groups.push((Some(root), Vec::new()));
                groups.len() - 1
            });
            groups[at].1.push(t);
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// The conjuncts of a condition, without constants. `false` when one of them is the constant false.
pub(crate) fn conjuncts(pool: &TermPool, condition: TermId, out: &mut Vec<TermId>) -> bool {
    let mut stack = vec![condition];
    while let Some(t) = stack.pop() {
        if pool.is_true(t) {
            continue;
        }
        if pool.is_false(t) {
            return false;
        }
        let node = pool.node(t);
        if node.op == Op::And && node.sort == Sort::BOOL {
            stack.extend(node.args.iter().copied());
        } else {
            out.push(t);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::SymbolKind;

    #[test]
    fn groups_are_joined_through_shared_symbols() {
        let pool = TermPool::new();
        let s: Vec<TermId> = (0..6).map(|i| pool.symbol(&format!("s{i}"), Sort::Bv(8), SymbolKind::Input)).collect();
        let link = |a: usize, b: usize| pool.ult(s[a], s[b]);
        let conditions = [link(0, 1), link(2, 3), link(4, 5), link(3, 5)];
        let mut slicer = Slicer::default();
        let groups = slicer.partition(&pool, &conditions);
        assert_eq!(groups, vec![vec![conditions[0]], vec![conditions[1], conditions[2], conditions[3]]]);
        let seed = pool.eq(s[2], pool.bv(1, 8));
        assert_eq!(
            slicer.relevant(&pool, &conditions, &[seed]),
            vec![seed, conditions[1], conditions[2], conditions[3]]
        );
        let seed = pool.eq(s[0], pool.bv(1, 8));
        assert_eq!(slicer.relevant(&pool, &conditions, &[seed]), vec![seed, conditions[0]]);
    }

    #[test]
    fn conjunctions_are_taken_apart() {
        let pool = TermPool::new();
        let b: Vec<TermId> = (0..3).map(|i| pool.symbol(&format!("b{i}"), Sort::BOOL, SymbolKind::Input)).collect();
        let all = pool.and(pool.and(b[0], b[1]), b[2]);
        let mut out = Vec::new();
        assert!(conjuncts(&pool, all, &mut out));
        out.sort();
        assert_eq!(out, b);
        assert!(!conjuncts(&pool, pool.false_(), &mut out));
    }
}
