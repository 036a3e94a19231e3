//! The paths of a unit, which have much in common: each is a list of conditions in the order of its decisions, so
//! together they are a tree.
//!
//! As a tree they make a formula as large as the tree, where a list of paths would be as large as its square; and a
//! model that a path's condition rules out is asked nothing about the other paths behind that condition. Oblivious to
//! what conditions say.

use plica_term::{TermId, TermPool};

/// Does one of these ways hold, of which each is a conjunction?
pub(crate) fn any(pool: &TermPool, ways: &[&[TermId]]) -> TermId {
    if let [way] = ways {
        return pool.and_all(way);
    }
    // What begins alike, in the order of the ways.
    let mut groups: Vec<(TermId, Vec<&[TermId]>)> = Vec::new();
    for way in ways {
        let Some((&first, rest)) = way.split_first() else { return pool.true_() };
        match groups.iter_mut().find(|(known, _)| *known == first) {
            Some((_, group)) => group.push(rest),
            None => groups.push((first, vec![rest])),
        }
    }
    // No choices (ite) although two sides exclude each other: Bitwuzla rewrites nested ones in exponential time.
    groups.into_iter().fold(pool.false_(), |all, (first, group)| pool.or(all, pool.and(first, any(pool, &group))))
}

/// Goes through paths one after the other: which conditions need not be asked about, since a path before had them too?
#[derive(Default)]
pub(crate) struct Walk {
    /// So many of the first conditions of the path before hold.
    hold: usize,
    /// Does the one after them not?
    ends: bool,
}

impl Walk {
    /// The next path begins with so many conditions of the path before. Where to begin with its conditions; `None` if
    /// it is ruled out already.
    pub fn next(&mut self, alike: usize) -> Option<usize> {
        if self.ends && self.hold < alike {
            return None;
        }
        self.ends = false;
        self.hold = self.hold.min(alike);
        Some(self.hold)
    }

    /// A condition of the path was asked about.
    pub fn answer(&mut self, holds: bool) {
        self.ends = !holds;
        self.hold += usize::from(holds);
    }
}

/// How many of their first conditions two paths have in common.
pub(crate) fn alike(a: &[TermId], b: &[TermId]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use plica_term::{ConstValue, Evaluator, Model, Sort, SymbolKind};

    use super::*;

    fn values(pool: &TermPool, n: u32) -> Vec<TermId> {
        (0..n).map(|i| pool.symbol(&format!("x{i}"), Sort::BOOL, SymbolKind::Input)).collect()
    }

    /// Ways that are made of a number: which values occur, and how.
    fn ways(pool: &TermPool, x: &[TermId], random: &mut fastrand::Rng) -> Vec<Vec<TermId>> {
        let literal = |r: &mut fastrand::Rng| {
            let t = x[r.usize(..x.len())];
            if r.bool() { t } else { pool.not(t) }
        };
        let mut all: Vec<Vec<TermId>> = Vec::new();
        for _ in 0..random.usize(..6) {
            let mut way = match all.last() {
                Some(last) if random.bool() => last[..random.usize(..=last.len())].to_vec(),
                _ => Vec::new(),
            };
            way.extend((0..random.usize(..4)).map(|_| literal(random)));
            all.push(way);
        }
        all
    }

    fn models(pool: &TermPool, x: &[TermId]) -> Vec<Model> {
        let model = |bits: u32| {
            let mut m = Model::new();
            for (i, &t) in x.iter().enumerate() {
                m.set(pool.as_symbol(t).unwrap(), ConstValue::Bv(u128::from(bits >> i & 1)));
            }
            m
        };
        (0..1 << x.len()).map(model).collect()
    }

    /// Looks at many lists of ways under all models.
    fn for_many(seed: u64, look: impl Fn(&TermPool, &[Vec<TermId>], &Model)) {
        let pool = TermPool::new();
        let x = values(&pool, 4);
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..300 {
            let all = ways(&pool, &x, &mut random);
            models(&pool, &x).iter().for_each(|m| look(&pool, &all, m));
        }
    }

    #[test]
    fn the_tree_says_what_the_paths_say() {
        for_many(7, |pool, all, m| {
            let tree = any(pool, &all.iter().map(|w| &w[..]).collect::<Vec<_>>());
            let mut eval = Evaluator::new(pool, m);
            let list = all.iter().any(|way| way.iter().all(|&t| eval.holds(t)));
            assert_eq!(eval.holds(tree), list, "{all:?}");
        });
    }

    #[test]
    fn a_walk_finds_the_paths_that_a_model_takes() {
        for_many(11, |pool, all, m| {
            let mut eval = Evaluator::new(pool, m);
            let mut walk = Walk::default();
            for (i, way) in all.iter().enumerate() {
                let same = if i == 0 { 0 } else { alike(&all[i - 1], way) };
                let from = walk.next(same);
                let mut taken = from.is_some();
                for &t in &way[from.unwrap_or(way.len())..] {
                    taken = eval.holds(t);
                    walk.answer(taken);
                    if !taken {
                        break;
                    }
                }
                assert_eq!(taken, way.iter().all(|&t| eval.holds(t)), "{all:?} {i}");
            }
        });
    }

    #[test]
    fn paths_of_a_loop_make_a_formula_that_grows_with_their_number() {
        let pool = TermPool::new();
        let x = values(&pool, 200);
        let path = |n: usize| x[..n].iter().copied().chain([pool.not(x[n])]).collect::<Vec<_>>();
        let all: Vec<Vec<TermId>> = (0..199).map(path).collect();
        let before = pool.len();
        any(&pool, &all.iter().map(|w| &w[..]).collect::<Vec<_>>());
        assert!(pool.len() - before < 2_000, "{}", pool.len() - before);
    }
}
