//! Places without a closed form, kept as the sequence of their values: an array H with H[0] the value before the loop
//! and ∀τ<κ. H[τ+1] = the value that iteration τ makes of H[τ].
//!
//! Exact, but nothing is known about H[κ] beyond what instances of the condition say; a sum over an array is such a
//! place. Those that count get sequences of how many iterations went which way (see `counts`). Sequences are named by
//! what defines them, so two loops that compute the same sequence compute the same H.
//! Terms only.

use plica_term::{Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::closed::{ClosedForms, PerIteration, Recurrence, solve};
use crate::counts::{self, counts};
use crate::tuning;

/// Closed forms where there are any, sequences for the rest.
pub(crate) struct Solution {
    /// Values after κ iterations, per recurrence.
    pub values: Vec<TermId>,
    /// Where they hold; conditions on κ.
    pub side: Vec<TermId>,
    /// What each iteration makes anew, sequences included.
    pub fresh: Vec<PerIteration>,
    /// What holds of every iteration `counter`, over the symbols of an iteration and `counter`.
    pub steps: Vec<TermId>,
    /// Per recurrence: does it rest on a sequence?
    pub sequence: Vec<bool>,
    /// What holds of the sequences at their starts, and after `counter` iterations.
    pub ends: Vec<TermId>,
    /// Numbers after `counter` iterations that are never less after more of them, and what iteration `counter` makes
    /// of each, over the symbols of an iteration and `counter`.
    pub rising: Vec<(TermId, TermId)>,
}

/// Solves recurrences for `counter` iterations. `Err` names the place (by its position) and the reason.
pub fn solve_all(
    pool: &TermPool,
    recurrences: &[Recurrence],
    fresh: &[PerIteration],
    counter: TermId,
) -> Result<Solution, (usize, String)> {
    let ClosedForms { values, side } = solve(pool, recurrences, fresh, counter);
    if values.iter().all(Result::is_ok) {
        let values = values.into_iter().flatten().collect();
        let sequence = vec![false; recurrences.len()];
        let (steps, ends, rising) = (Vec::new(), Vec::new(), Vec::new());
        return Ok(Solution { values, side, fresh: fresh.to_vec(), steps, sequence, ends, rising });
    }
    let refused: Vec<usize> = (0..values.len()).filter(|&i| values[i].is_err()).collect();
    let mut budget = tuning::NODES_OF_SEQUENCE.get();
    let counts = counts(pool, recurrences, fresh, &refused)
        .filter(|counts| counts.ways().iter().all(|way| small(pool, way.condition, &mut budget)));
    let counted: &[usize] = counts.as_ref().map_or(&[], |counts| &counts.places);
    let open: Vec<usize> = refused.iter().copied().filter(|i| !counted.contains(i)).collect();
    let why = |i: usize| (i, values[i].clone().err().unwrap_or_default());
    if open.len() > tuning::PLACES_AS_SEQUENCES.get() {
        return Err(why(open[0]));
    }
    for &i in &open {
        let number = matches!(pool.sort(recurrences[i].symbol), Sort::Bv(_));
        if !number || !small(pool, recurrences[i].update, &mut budget) {
            return Err(why(i));
        }
    }
    let width = pool.width(counter);
    let mut names = Names::new(pool, recurrences, fresh, &refused, width);
    let next = pool.add(counter, pool.bv(1, width));
    let (mut fresh, mut steps, mut ends, mut rising) = (fresh.to_vec(), Vec::new(), Vec::new(), Vec::new());
    let mut step = |sequence: TermId, first: TermId, update: TermId| {
        ends.push(pool.eq(pool.select(sequence, pool.bv(0, width)), first));
        steps.push(pool.eq(pool.select(sequence, next), update));
    };
    for &i in &open {
        let Sort::Bv(elem) = pool.sort(recurrences[i].symbol) else { continue };
        let history = pool.symbol(&names.of_place(i), Sort::Array { index: width, elem }, SymbolKind::Sequence);
        fresh.push(PerIteration { symbol: recurrences[i].symbol, history });
        step(history, recurrences[i].initial, recurrences[i].update);
    }
    if let Some(counts) = &counts {
        let mut taken = Vec::new();
        let mut others = (counter, next);
        for way in counts.ways() {
            let sequence = counts::sequence(pool, &names.of_count(pool, way.condition), width);
            let now = pool.select(sequence, counter);
            let one = pool.ite(way.condition, pool.bv(1, width), pool.bv(0, width));
            let then = pool.add(now, one);
            step(sequence, pool.bv(0, width), then);
            rising.push((now, then));
            others = (pool.sub(others.0, now), pool.sub(others.1, then));
            taken.push(sequence);
        }
        let bound = pool.symbol(&format!("κ.{width}"), Sort::Bv(width), SymbolKind::Bound);
        let at = |count: TermId| -> Vec<TermId> { taken.iter().map(|&c| pool.select(c, count)).collect() };
        for (n, &i) in counts.places.iter().enumerate() {
            let Some(id) = pool.as_symbol(bound) else { continue };
            let value = counts.value(pool, recurrences[i].initial, n, bound, &at(bound));
            fresh.push(PerIteration { symbol: recurrences[i].symbol, history: pool.lambda(id, value) });
        }
        ends.extend(counts.bounds(pool, counter, &at(counter)));
        rising.push(others);
    }
    let closed: Vec<Recurrence> =
        recurrences.iter().enumerate().filter(|(i, _)| !refused.contains(i)).map(|(_, r)| *r).collect();
    let ClosedForms { values: solved, side } = solve(pool, &closed, &fresh, counter);
    let mut solved = solved.into_iter();
    let mut values = Vec::new();
    for (i, r) in recurrences.iter().enumerate() {
        if !refused.contains(&i) {
            match solved.next() {
                Some(Ok(value)) => values.push(value),
                Some(Err(why)) => return Err((i, why)),
                None => return Err((i, "it was lost".into())),
            }
            continue;
        }
        let Some(history) = fresh.iter().find(|f| f.symbol == r.symbol).map(|f| f.history) else {
            return Err((i, "it was lost".into()));
        };
        values.push(pool.select(history, counter));
    }
    let sequence = (0..recurrences.len()).map(|i| refused.contains(&i)).collect();
    Ok(Solution { values, side, fresh, steps, sequence, ends, rising })
}

/// Names of sequences, by what defines them.
struct Names {
    /// An iteration's symbols as what they are in iteration τ, the places without a closed form by their numbers.
    during: Substitution,
    /// These places, and what stands for them.
    refused: Vec<usize>,
    own: Vec<SymbolId>,
    /// What all of them are defined by.
    all: String,
}

impl Names {
    fn new(
        pool: &TermPool,
        recurrences: &[Recurrence],
        fresh: &[PerIteration],
        refused: &[usize],
        width: u32,
    ) -> Names {
        let tau = pool.symbol(&format!("τ.{width}"), Sort::Bv(width), SymbolKind::Bound);
        let mut map: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut own = Vec::new();
        for (n, &i) in refused.iter().enumerate() {
            let symbol = recurrences[i].symbol;
            let stands = pool.symbol(&format!("sequence {n}"), pool.sort(symbol), SymbolKind::General);
            own.extend(pool.as_symbol(stands));
            map.extend(pool.as_symbol(symbol).map(|id| (id, stands)));
        }
        // The others by their values in iteration τ, as far as they do not depend on the sequences.
        let others: Vec<Recurrence> =
            recurrences.iter().enumerate().filter(|(i, _)| !refused.contains(i)).map(|(_, r)| *r).collect();
        let mut unknown = Vec::new();
        for (r, value) in others.iter().zip(solve(pool, &others, fresh, tau).values) {
            match (pool.as_symbol(r.symbol), value) {
                (Some(id), Ok(value)) => drop(map.insert(id, value)),
                // Its symbol may mean something else in another loop.
                (id, _) => {
                    own.extend(id);
                    unknown.push(*r);
                }
            }
        }
        for f in fresh {
            map.extend(pool.as_symbol(f.symbol).map(|id| (id, pool.select(f.history, tau))));
        }
        let mut during = Substitution::new(map);
        let defining = refused.iter().map(|&i| &recurrences[i]).chain(&unknown);
        let mut defined = |r: &Recurrence| format!("{},{}", during.apply(pool, r.update).index(), r.initial.index());
        let ids: Vec<String> = defining.map(&mut defined).collect();
        Names { during, refused: refused.to_vec(), own, all: ids.join(";") }
    }

    /// Of the values of a place.
    fn of_place(&self, place: usize) -> String {
        let n = self.refused.iter().position(|&i| i == place).unwrap_or_default();
        format!("sequence {n} of {}", self.all)
    }

    /// Of how often a condition of an iteration has held. One that is about no such place defines the sequence alone.
    fn of_count(&mut self, pool: &TermPool, condition: TermId) -> String {
        let condition = self.during.apply(pool, condition);
        let alone = !pool.free_symbols(condition).iter().any(|s| self.own.contains(s));
        let of = if alone { "" } else { &self.all };
        format!("sequence of {} {of}", condition.index())
    }
}

/// Has the term at most so many nodes? They are counted off.
fn small(pool: &TermPool, t: TermId, budget: &mut usize) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            if *budget == 0 {
                return false;
            }
            *budget -= 1;
            stack.extend(pool.node(t).args.iter());
        }
    }
    true
}
