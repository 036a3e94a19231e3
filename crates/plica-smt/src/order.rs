//! Questions about orders alone: each condition compares a symbol with another one, or with a number.
//!
//! Programs that sort, search or look characters up ask by the thousand whether a few inputs can lie in such an order.
//! Their conditions are difference constraints, `x - y <= k`. A graph with an edge for each tells whether they can hold
//! together: they can if no cycle of it has a negative length, and then lengths of shortest paths are values (Bellman,
//! *On a routing problem*, 1958); else the conditions on such a cycle contradict each other. What is different is less
//! or more, which is tried one after the other. Oblivious to who asks. Invariant: an answer is exact; a question that
//! is about anything else, or takes too long, gets none.

use std::collections::BTreeSet;

use plica_term::{ConstValue, Model, Op, Sort, SymbolId, TermId, TermPool, mask};
use rustc_hash::FxHashMap;

use crate::cache::satisfies;
use crate::comparison::{Relation, comparison};
use crate::lasting::Definite;
use crate::tuning;

/// A number that never changes is the distance from this node.
const ZERO: usize = 0;

/// Of the values that are wanted each is so much more than the one before, and all are below that: samples that are all
/// equal, or all extreme, teach less.
const WANTED: i128 = 23;
const WANTED_BELOW: i128 = 61;

/// The value at `to` is at most that at `from` and `length`.
struct Edge {
    from: usize,
    to: usize,
    length: i128,
    /// The condition that says so; none for what each value of the width does.
    condition: Option<usize>,
}

/// The value at `one` is not that at `other` and `by`.
#[derive(Clone, Copy)]
struct Difference {
    one: usize,
    other: usize,
    by: i128,
    condition: usize,
}

/// Places of conditions that contradict each other.
type Conflict = BTreeSet<usize>;

/// What conditions say of symbols, which are the nodes but the first.
struct Graph {
    edges: Vec<Edge>,
    differences: Vec<Difference>,
    nodes: usize,
    /// How many edges were looked at.
    looked: u64,
    /// How many differences may still be taken as less or more.
    tries: usize,
}

/// Decides whether the conditions can hold together, and tells in how many steps, each about as long as one of the
/// evaluator. Nothing if they are about more than orders of symbols of one width, or about one symbol alone, or if it
/// takes too long.
pub(crate) fn decide(pool: &TermPool, conditions: &[TermId]) -> Option<(Definite, u64)> {
    let said: Vec<_> = conditions.iter().map(|&t| comparison(pool, t)).collect::<Option<_>>()?;
    let mut signs = said.iter().filter_map(|(_, signed, _)| *signed);
    let signed = signs.next().unwrap_or(false);
    if signs.any(|other| other != signed) {
        return None;
    }
    // Sums of what wider ones hold have no room.
    let Sort::Bv(width @ 1..=64) = pool.sort(said.first()?.2[0]) else { return None };
    let mut nodes: FxHashMap<SymbolId, usize> = FxHashMap::default();
    let mut symbols = Vec::new();
    let mut graph = Graph {
        edges: Vec::new(),
        differences: Vec::new(),
        nodes: 1,
        looked: 0,
        tries: tuning::DIFFERENCES_TRIED.get(),
    };
    for (condition, (relation, _, terms)) in said.into_iter().enumerate() {
        let mut places = [(ZERO, 0); 2];
        for (place, term) in places.iter_mut().zip(terms) {
            if pool.sort(term) != Sort::Bv(width) {
                return None;
            }
            *place = match pool.node(term).op {
                Op::Const(bits) => (ZERO, number(bits, width, signed)),
                Op::Symbol(symbol) => {
                    let node = *nodes.entry(symbol).or_insert_with(|| {
                        symbols.push(symbol);
                        symbols.len()
                    });
                    (node, 0)
                }
                _ => return None,
            };
        }
        graph.add(relation, places, condition);
    }
    if symbols.len() < 2 {
        return None;
    }
    graph.nodes += symbols.len();
    let (least, most) = match signed {
        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        false => (0, mask(width) as i128),
    };
    for node in 1..graph.nodes {
        graph.edges.push(Edge { from: ZERO, to: node, length: most, condition: None });
        graph.edges.push(Edge { from: node, to: ZERO, length: -least, condition: None });
    }
    let answer = match graph.search()? {
        Ok(values) => {
            let mut model = Model::new();
            symbols.sort_unstable();
            for symbol in symbols {
                model.set(symbol, ConstValue::Bv(values[nodes[&symbol]] as u128 & mask(width)));
            }
            let holds = satisfies(pool, &model, conditions);
            debug_assert!(holds, "values that were found go against what they were found for");
            holds.then(|| Definite::Sat(model.into()))?
        }
        Err(conflict) => Definite::Unsat(conflict.into_iter().map(|at| conditions[at]).collect()),
    };
    // Graph and model are made anew, a condition is read as a few terms are, and an edge is looked at faster than one.
    Some((answer, 256 + 16 * conditions.len() as u64 + graph.looked / 4))
}

/// The number that bits stand for.
pub(crate) fn number(bits: u128, width: u32, signed: bool) -> i128 {
    let above = if signed && bits >> (width - 1) & 1 == 1 { 1i128 << width } else { 0 };
    bits as i128 - above
}

impl Graph {
    /// Takes in what a condition says of two values, each that at a node and a number.
    fn add(&mut self, relation: Relation, [(one, more), (other, less)]: [(usize, i128); 2], condition: usize) {
        let by = less - more;
        let condition = match relation {
            Relation::Different => return self.differences.push(Difference { one, other, by, condition }),
            _ => Some(condition),
        };
        let length = if relation == Relation::Less { by - 1 } else { by };
        self.edges.push(Edge { from: other, to: one, length, condition });
        if relation == Relation::Equal {
            self.edges.push(Edge { from: one, to: other, length: -by, condition });
        }
    }

    /// Values that everything holds for, or what contradicts itself.
    fn search(&mut self) -> Option<Result<Vec<i128>, Conflict>> {
        let most = self.nodes.saturating_mul(self.edges.len()) as u64;
        if self.looked.saturating_add(most) > tuning::EDGES_LOOKED_AT.get() {
            return None;
        }
        let values = match self.values() {
            Ok(values) => values,
            Err(conflict) => return Some(Err(conflict)),
        };
        let equal = |d: &&Difference| values[d.one] - values[d.other] == d.by;
        let Some(&Difference { one, other, by, condition }) = self.differences.iter().find(equal) else {
            return Some(Ok(values));
        };
        self.tries = self.tries.checked_sub(1)?;
        let mut all = Conflict::new();
        let mut ways = [(other, one, by - 1), (one, other, -by - 1)];
        if one == ZERO {
            // Less than a number first: values are as large as they may be.
            ways.reverse();
        }
        for (from, to, length) in ways {
            self.edges.push(Edge { from, to, length, condition: Some(condition) });
            let found = self.search();
            self.edges.pop();
            match found? {
                Ok(values) => return Some(Ok(values)),
                // It does not matter what is different.
                Err(conflict) if !conflict.contains(&condition) => return Some(Err(conflict)),
                Err(conflict) => all.extend(conflict),
            }
        }
        Some(Err(all))
    }

    /// Values that all edges hold for, small and different where they may be, or the conditions of a cycle of negative
    /// length.
    fn values(&mut self) -> Result<Vec<i128>, Conflict> {
        // The largest values: how far each node is.
        let mut most = vec![i128::MAX; self.nodes];
        let mut through = vec![usize::MAX; self.nodes];
        most[ZERO] = 0;
        for pass in 0.. {
            let mut last = None;
            for (at, edge) in self.edges.iter().enumerate() {
                let length = most[edge.from].saturating_add(edge.length);
                if most[edge.from] != i128::MAX && length < most[edge.to] {
                    most[edge.to] = length;
                    through[edge.to] = at;
                    last = Some(edge.to);
                }
            }
            self.looked += self.edges.len() as u64;
            match last {
                None => break,
                Some(_) if most[ZERO] < 0 => return Err(self.cycle(&through, ZERO)),
                Some(node) if pass >= self.nodes => return Err(self.cycle(&through, node)),
                Some(_) => {}
            }
        }
        // The smallest ones that are at least those wanted. What is less than both is again what all edges hold for.
        let mut values: Vec<i128> = (0..self.nodes as i128).map(|node| node * WANTED % WANTED_BELOW).collect();
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for edge in self.edges.iter().filter(|edge| edge.from != ZERO) {
                let least = values[edge.to] - edge.length;
                if least > values[edge.from] {
                    values[edge.from] = least;
                    goes_on = true;
                }
            }
            self.looked += self.edges.len() as u64;
        }
        values.iter_mut().zip(most).for_each(|(value, most)| *value = (*value).min(most));
        Ok(values)
    }

    /// The conditions of the cycle that is come to from a node by the edges through which nodes are near.
    fn cycle(&self, through: &[usize], from: usize) -> Conflict {
        let back = |node: usize| self.edges[through[node]].from;
        let on = (0..self.nodes).fold(from, |node, _| back(node));
        let mut conflict = Conflict::new();
        let mut node = on;
        loop {
            conflict.extend(self.edges[through[node]].condition);
            node = back(node);
            if node == on {
                return conflict;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{Evaluator, SymbolKind};
    use proptest::prelude::*;

    /// Three symbols of two bits, and the numbers of that width.
    struct Few {
        pool: TermPool,
        terms: Vec<TermId>,
        symbols: Vec<SymbolId>,
    }

    impl Few {
        fn new() -> Few {
            let pool = TermPool::new();
            let named = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bv(2), SymbolKind::Input));
            let symbols = named.iter().map(|&t| pool.as_symbol(t).expect("a symbol")).collect();
            let terms = named.into_iter().chain((0..4).map(|v| pool.bv(v, 2))).collect();
            Few { pool, terms, symbols }
        }

        fn condition(&self, (relation, a, b): (u8, usize, usize), signed: bool) -> TermId {
            let (pool, a, b) = (&self.pool, self.terms[a], self.terms[b]);
            match (relation, signed) {
                (0, false) => pool.ult(a, b),
                (0, true) => pool.slt(a, b),
                (1, false) => pool.ule(a, b),
                (1, true) => pool.sle(a, b),
                (2, _) => pool.eq(a, b),
                _ => pool.not(pool.eq(a, b)),
            }
        }

        fn can_hold(&self, conditions: &[TermId]) -> bool {
            (0..64u128).any(|values| {
                let mut model = Model::new();
                for (i, &symbol) in self.symbols.iter().enumerate() {
                    model.set(symbol, ConstValue::Bv(values >> (2 * i) & 3));
                }
                let mut evaluator = Evaluator::new(&self.pool, &model);
                conditions.iter().all(|&t| evaluator.holds(t))
            })
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn answers_are_those_of_trying_all_values(
            said in prop::collection::vec((0u8..4, 0usize..3, 0usize..7), 1..9),
            signed: bool,
        ) {
            let few = Few::new();
            let all = said.into_iter().map(|said| few.condition(said, signed));
            // What is simplified to a constant is not asked.
            let conditions: Vec<TermId> = all.filter(|&t| few.pool.const_value(t).is_none()).collect();
            prop_assume!(!conditions.is_empty());
            let symbols: BTreeSet<SymbolId> =
                conditions.iter().flat_map(|&t| few.pool.free_symbols(t).to_vec()).collect();
            let Some((answer, _)) = decide(&few.pool, &conditions) else {
                prop_assert!(symbols.len() < 2, "there is no answer");
                return Ok(());
            };
            match answer {
                Definite::Sat(model) => prop_assert!(satisfies(&few.pool, &model, &conditions)),
                Definite::Unsat(core) => {
                    prop_assert!(core.iter().all(|t| conditions.contains(t)));
                    prop_assert!(!few.can_hold(&core));
                }
            }
        }
    }

    #[test]
    fn a_contradiction_names_only_what_it_takes() {
        let pool = TermPool::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| pool.symbol(name, Sort::Bv(32), SymbolKind::Input));
        let circle = [pool.slt(a, b), pool.sle(b, c), pool.sle(c, a)];
        let conditions = [&circle[..], &[pool.slt(c, d), pool.not(pool.eq(d, pool.bv(7, 32)))]].concat();
        let Some((Definite::Unsat(mut core), _)) = decide(&pool, &conditions) else { panic!("it is no circle") };
        let mut circle = circle.to_vec();
        core.sort_unstable();
        circle.sort_unstable();
        assert_eq!(core, circle);
    }

    #[test]
    fn values_are_small_and_different_where_they_may_be() {
        let pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::Bv(32), SymbolKind::Input));
        let conditions = [pool.sle(a, b), pool.sle(b, c), pool.not(pool.eq(a, c))];
        let Some((Definite::Sat(model), _)) = decide(&pool, &conditions) else { panic!("it can be so") };
        let values = [a, b, c].map(|t| pool.as_symbol(t).and_then(|s| model.bits(s)).expect("a value"));
        assert!(values[0] < values[1] && values[1] <= values[2] && values[2] < 100, "{values:?}");
    }

    #[test]
    fn other_questions_get_no_answer() {
        let pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Bv(8), SymbolKind::Input));
        let sum = pool.add(a, pool.bv(1, 8));
        for conditions in [vec![pool.ult(a, sum)], vec![pool.ult(a, b), pool.slt(b, a)]] {
            assert!(decide(&pool, &conditions).is_none());
        }
        // More symbols than there is room for, all different.
        let many: Vec<TermId> = (0..5).map(|i| pool.symbol(&format!("s{i}"), Sort::Bv(2), SymbolKind::Input)).collect();
        let pairs = (0..5).flat_map(|i| (0..i).map(move |j| (i, j)));
        let different: Vec<TermId> = pairs.map(|(i, j)| pool.not(pool.eq(many[i], many[j]))).collect();
        assert!(decide(&pool, &different).is_none());
    }
}
