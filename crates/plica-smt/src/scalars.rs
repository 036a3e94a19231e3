//! Arrays that are read at known indices only, taken apart into scalars.
//!
//! An input of many bytes is one array symbol `T`. As long as a query reads it as `T[0]`, `T[7]`, ... and nowhere else,
//! each of these is a symbol of its own as far as the query is concerned: conditions on different elements are
//! independent, and no back end has to know arrays. So `T[i]` becomes the symbol `Tᵢ` before conditions are sliced, and
//! a model gives `T` the elements that it gives the `Tᵢ`. Oblivious to where arrays come from. Invariant: within one
//! query an array is taken apart everywhere or nowhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use plica_term::{ArrayValue, ConstValue, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tuning;

/// The arrays of a condition.
#[derive(Clone, Default)]
struct Uses {
    /// Read at known indices only.
    apart: Vec<SymbolId>,
    /// The others.
    whole: Vec<SymbolId>,
}

/// What has been taken apart so far.
#[derive(Default)]
pub(crate) struct Scalars {
    uses: FxHashMap<TermId, Arc<Uses>>,
    /// Conditions all of whose arrays are taken apart.
    done: FxHashMap<TermId, TermId>,
    /// The array and the index that a scalar stands for.
    places: FxHashMap<SymbolId, (SymbolId, u128)>,
}

impl Scalars {
    /// The conditions with arrays taken apart as far as all of them allow it.
    pub(crate) fn apart(&mut self, pool: &TermPool, conditions: &mut [TermId]) {
        let uses: Vec<Option<Arc<Uses>>> = conditions.iter().map(|&t| self.uses(pool, t)).collect();
        if uses.iter().all(Option::is_none) {
            return;
        }
        let mut whole: FxHashSet<SymbolId> = uses.iter().flatten().flat_map(|u| u.whole.iter().copied()).collect();
        // A condition is rewritten with all of its arrays or not at all.
        let stays = |u: &Uses, whole: &FxHashSet<SymbolId>| {
            !u.whole.is_empty() || u.apart.iter().any(|array| whole.contains(array))
        };
        loop {
            let before = whole.len();
            for u in uses.iter().flatten() {
                if stays(u, &whole) {
                    whole.extend(&u.apart);
                }
            }
            if whole.len() == before {
                break;
            }
        }
        for (t, u) in conditions.iter_mut().zip(&uses) {
            if u.as_ref().is_some_and(|u| !stays(u, &whole)) {
                *t = self.rewritten(pool, *t);
            }
        }
    }

    /// Adds a part of a model to another model: scalars as elements of their arrays.
    pub(crate) fn give_back(&self, part: &Model, model: &mut Model) {
        let mut elements = Vec::new();
        for (s, value) in part.iter() {
            match self.places.get(&s) {
                Some(&(array, at)) => elements.push((array, at, value.bits())),
                None => model.set(s, value),
            }
        }
        for (array, at, bits) in elements {
            match model.array_mut(array) {
                Some(contents) => {
                    Arc::make_mut(contents).entries.insert(at, bits);
                }
                None => {
                    let contents = ArrayValue { entries: BTreeMap::from([(at, bits)]), default: 0 };
                    model.set(array, ConstValue::Array(Arc::new(contents)));
                }
            }
        }
    }

    /// The arrays of a condition, if it has any.
    fn uses(&mut self, pool: &TermPool, t: TermId) -> Option<Arc<Uses>> {
        let has_arrays = |t: TermId| pool.free_kinds(t).arrays;
        if !has_arrays(t) {
            return None;
        }
        if let Some(known) = self.uses.get(&t) {
            return Some(known.clone());
        }
        let (mut apart, mut whole) = (FxHashSet::default(), FxHashSet::default());
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if !seen.insert(t) || !has_arrays(t) {
                continue;
            }
            if seen.len() > tuning::NODES_FOR_SCALARS.get() {
                whole.extend(pool.free_symbols(t).iter().copied());
                stack.iter().for_each(|&t| whole.extend(pool.free_symbols(t).iter().copied()));
                break;
            }
            if let Some((array, _)) = element(pool, t) {
                apart.insert(array);
                continue;
            }
            let node = pool.node(t);
            match node.op {
                Op::Symbol(s) => {
                    whole.insert(s);
                }
                _ => stack.extend_from_slice(&node.args),
            }
        }
        let sorted = |set: FxHashSet<SymbolId>| {
            let mut all: Vec<SymbolId> = set.into_iter().filter(|&s| is_array(pool, s)).collect();
            all.sort_unstable();
            all
        };
        apart.retain(|s| !whole.contains(s));
        let uses = Arc::new(Uses { apart: sorted(apart), whole: sorted(whole) });
        if self.uses.len() > tuning::RESULTS_KEPT.get() {
            self.uses.clear();
        }
        self.uses.insert(t, uses.clone());
        Some(uses)
    }

    /// A term with scalars in place of elements.
    fn rewritten(&mut self, pool: &TermPool, t: TermId) -> TermId {
        if self.done.len() > tuning::RESULTS_KEPT.get() {
            self.done.clear();
        }
        let Scalars { done, places, .. } = self;
        pool.rebuild(t, done, |t| match element(pool, t) {
            Some((array, at)) => Some(scalar(pool, places, (array, at), pool.sort(t))),
            None => (!pool.free_kinds(t).arrays).then_some(t),
        })
    }
}

fn scalar(
    pool: &TermPool,
    places: &mut FxHashMap<SymbolId, (SymbolId, u128)>,
    place: (SymbolId, u128),
    sort: Sort,
) -> TermId {
    let scalar = pool.symbol(&format!("element {} of {}", place.1, place.0.0), sort, SymbolKind::Input);
    if let Some(id) = pool.as_symbol(scalar) {
        places.insert(id, place);
    }
    scalar
}

fn is_array(pool: &TermPool, s: SymbolId) -> bool {
    let info = pool.symbol_info(s);
    matches!(info.sort, Sort::Array { .. }) && !info.kind.is_bound()
}

/// The array symbol and the index, if the term reads an array symbol at a known index.
fn element(pool: &TermPool, t: TermId) -> Option<(SymbolId, u128)> {
    let node = pool.node(t);
    if node.op != Op::Select {
        return None;
    }
    let array = pool.as_symbol(node.args[0]).filter(|&s| is_array(pool, s))?;
    Some((array, pool.const_value(node.args[1])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_scalars_unless_the_array_is_used_otherwise() {
        let pool = TermPool::new();
        let sort = Sort::Array { index: 64, elem: 8 };
        let [a, b] = ["a", "b"].map(|n| pool.symbol(n, sort, SymbolKind::Input));
        let i = pool.symbol("i", Sort::Bv(64), SymbolKind::Input);
        let at = |array, i| pool.select(array, pool.bv(i, 64));
        let (low, both) = (pool.ult(at(a, 3), pool.bv(7, 8)), pool.ult(at(a, 3), at(b, 4)));
        let unknown = pool.ult(pool.select(b, i), pool.bv(9, 8));
        let mut scalars = Scalars::default();
        let arrays = |t: TermId| pool.free_symbols(t).iter().filter(|&&s| is_array(&pool, s)).count();

        let mut all = [low, both];
        scalars.apart(&pool, &mut all);
        assert_eq!(all.map(arrays), [0, 0]);
        let shared = |x: TermId, y: TermId| pool.free_symbols(x).iter().any(|s| pool.free_symbols(y).contains(s));
        assert!(shared(all[0], all[1]), "both speak of a[3]");

        // b is read at an unknown index, so it stays, and what is compared with its elements stays too.
        let mut all = [low, both, unknown];
        scalars.apart(&pool, &mut all);
        assert_eq!(all, [low, both, unknown]);
        let mut all = [low, unknown];
        scalars.apart(&pool, &mut all);
        assert_eq!((arrays(all[0]), all[1]), (0, unknown));

        // A model of the scalars is one of the array, and keeps what is known of its other elements.
        let id = pool.as_symbol(a).unwrap();
        let mut model = Model::new();
        let known = ArrayValue { entries: BTreeMap::from([(1, 11), (3, 33)]), default: 2 };
        model.set(id, ConstValue::Array(Arc::new(known)));
        let mut part = Model::new();
        part.set(pool.free_symbols(all[0])[0], ConstValue::Bv(5));
        scalars.give_back(&part, &mut model);
        let Some(contents) = model.array(id) else { panic!("no array") };
        assert_eq!([1, 3, 4].map(|i| contents.get(i)), [11, 5, 2]);
    }
}
