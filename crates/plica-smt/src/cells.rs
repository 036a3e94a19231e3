//! Arrays whose cells are symbols of their own, made into arrays of symbolic contents.
//!
//! Oblivious to where the cells come from. An input array is often a thousand symbols, each stored at its place. Read
//! at an index that is not known, that is a thousand choices, and a quantifier over such reads is hopeless. So the
//! symbols `s₀ … sₙ₋₁` become the cells of one array symbol `T`: `sᵢ` is `T[i]`, and the stores are `λj. j < n ? T[j] :
//! rest[j]`. That renames values and loses nothing: a model gives `sᵢ` what it gives `T[i]`. Only queries with
//! quantifiers are treated so. Invariant: within one query, either all occurrences of a symbol are renamed or none is.

use plica_term::{ConstValue, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tuning;

/// The array that a symbol is a cell of.
#[derive(Clone, Copy)]
struct Place {
    array: TermId,
    at: u128,
}

/// The renaming, and what has been renamed so far.
#[derive(Default)]
pub(crate) struct Cells {
    places: FxHashMap<SymbolId, Place>,
    /// How many cells each array has, from 0 on.
    counts: FxHashMap<TermId, u128>,
    seen: FxHashSet<TermId>,
    done: FxHashMap<TermId, TermId>,
    fresh: u32,
}

/// Stores at constant indices, the ones that count, and the array below them.
struct Run {
    stores: FxHashMap<u128, TermId>,
    below: TermId,
}

fn run_of(pool: &TermPool, array: TermId) -> Run {
    let (mut stores, mut below) = (FxHashMap::default(), array);
    loop {
        let node = pool.node(below);
        if node.op != Op::Store {
            return Run { stores, below };
        }
        let Some(at) = pool.const_value(node.args[1]) else { return Run { stores, below } };
        stores.entry(at).or_insert(node.args[2]);
        below = node.args[0];
    }
}

impl Cells {
    /// Looks for arrays of cells in a condition. All conditions of a query come first, then [`Cells::renamed`].
    pub(crate) fn find(&mut self, pool: &TermPool, t: TermId) {
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            let node = pool.node(t);
            if node.op != Op::Store {
                stack.extend_from_slice(&node.args);
                continue;
            }
            // The stores of a run are looked at together.
            let run = run_of(pool, t);
            self.found(pool, node.sort, &run);
            if run.stores.is_empty() {
                stack.extend_from_slice(&node.args);
            } else {
                stack.push(run.below);
                stack.extend(run.stores.values());
            }
        }
    }

    fn found(&mut self, pool: &TermPool, sort: Sort, run: &Run) {
        let Sort::Array { elem, .. } = sort else { return };
        let mut count = 0u128;
        let mut symbols = FxHashSet::default();
        // Overwritten cells are skipped: the symbols around them are still an array's.
        let mut cells = Vec::new();
        while let Some(&value) = run.stores.get(&count) {
            if let Op::Symbol(s) = pool.node(value).op
                && pool.width(value) == elem
                && !pool.symbol_info(s).kind.is_bound()
                && !self.places.contains_key(&s)
                && symbols.insert(s)
            {
                cells.push((s, count));
            }
            count += 1;
        }
        if cells.len() < tuning::CELLS_WORTH_ARRAY.get() {
            return;
        }
        self.fresh += 1;
        let name = format!("cells of {}!{}", cells[0].0.0, self.fresh);
        let array = pool.symbol(&name, sort, SymbolKind::Input);
        for (s, at) in cells {
            self.places.insert(s, Place { array, at });
        }
        self.counts.insert(array, count);
        // What was renamed without this array may hold its cells.
        self.done.clear();
    }

    /// The condition with cells renamed.
    pub(crate) fn renamed(&mut self, pool: &TermPool, t: TermId) -> TermId {
        if self.places.is_empty() {
            return t;
        }
        if self.done.len() > tuning::RESULTS_KEPT.get() {
            self.done.clear();
        }
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = pool.node(top);
            let run =
                if node.op == Op::Store { Some(run_of(pool, top)).filter(|r| !r.stores.is_empty()) } else { None };
            let before = stack.len();
            match &run {
                Some(run) => {
                    stack.extend(run.stores.values().copied().filter(|a| !self.done.contains_key(a)));
                    stack.extend(Some(run.below).filter(|a| !self.done.contains_key(a)));
                }
                None => stack.extend(node.args.iter().copied().filter(|a| !self.done.contains_key(a))),
            }
            if stack.len() > before {
                continue;
            }
            let made = match (&run, node.op) {
                (Some(run), _) => self.rebuilt(pool, node.sort, run),
                (None, Op::Symbol(s)) => match self.places.get(&s) {
                    Some(place) => cell(pool, *place),
                    None => top,
                },
                (None, op) => {
                    let args: Vec<TermId> = node.args.iter().map(|a| self.done[a]).collect();
                    if args[..] == node.args[..] { top } else { pool.build(op, node.sort, &args) }
                }
            };
            self.done.insert(top, made);
            stack.pop();
        }
        self.done[&t]
    }

    /// A run of stores as stores over an array of cells, if most of them are its cells.
    fn rebuilt(&self, pool: &TermPool, sort: Sort, run: &Run) -> TermId {
        let Sort::Array { index, .. } = sort else { return run.below };
        let mut votes: FxHashMap<TermId, u128> = FxHashMap::default();
        let place = |at: u128, value: TermId| match pool.node(value).op {
            Op::Symbol(s) => self.places.get(&s).filter(|p| p.at == at && pool.sort(p.array) == sort),
            _ => None,
        };
        for (&at, &value) in &run.stores {
            if let Some(place) = place(at, value) {
                *votes.entry(place.array).or_default() += 1;
            }
        }
        let mut array = self.done[&run.below];
        let most = votes.into_iter().max_by_key(|&(array, votes)| (votes, array));
        let chosen =
            most.map(|(a, _)| (a, self.counts[&a])).filter(|&(_, n)| (0..n).all(|i| run.stores.contains_key(&i)));
        if let Some((cells, count)) = chosen {
            let bound = pool.symbol("cell", Sort::Bv(index), SymbolKind::Bound);
            let Op::Symbol(symbol) = pool.node(bound).op else { return array };
            let inside = pool.select(cells, bound);
            array = if index < 128 && count >> index != 0 {
                cells
            } else {
                let within = pool.ult(bound, pool.bv(count, index));
                pool.lambda(symbol, pool.ite(within, inside, pool.select(array, bound)))
            };
        }
        let mut rest: Vec<(u128, TermId)> = run
            .stores
            .iter()
            .map(|(&at, &value)| (at, value))
            .filter(|&(at, value)| {
                chosen.is_none() || place(at, value).is_none_or(|p| Some(p.array) != chosen.map(|c| c.0))
            })
            .collect();
        // Highest index first, as arrays are often filled: the order is the same every time.
        rest.sort_unstable_by_key(|&(at, _)| at);
        for (at, value) in rest {
            array = pool.store(array, pool.bv(at, index), self.done[&value]);
        }
        array
    }

    /// Gives the cells among `symbols` the values that their arrays have.
    pub(crate) fn give_back(&self, symbols: &[SymbolId], pool: &TermPool, model: &mut Model) {
        for &s in symbols {
            let Some(place) = self.places.get(&s) else { continue };
            let Op::Symbol(array) = pool.node(place.array).op else { continue };
            let Some(value) = model.array(array).map(|contents| contents.get(place.at)) else { continue };
            model.set(s, ConstValue::Bv(value));
        }
    }
}

fn cell(pool: &TermPool, place: Place) -> TermId {
    let width = match pool.sort(place.array) {
        Sort::Array { index, .. } => index,
        _ => 1,
    };
    pool.select(place.array, pool.bv(place.at, width))
}
