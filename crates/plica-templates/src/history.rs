//! Places without a closed form, kept as the sequence of their values: an array H with H[0] the value before the loop
//! and ∀τ<κ. H[τ+1] = the value that iteration τ makes of H[τ].
//!
//! Exact, but nothing is known about H[κ] beyond what instances of the condition say; a sum over an array is such a
//! place. Sequences are named by what defines them, so two loops that compute the same sequence compute the same H.
//! Terms only.

use plica_term::{Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::closed::{ClosedForms, PerIteration, Recurrence, solve};
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
    /// Per recurrence: is it kept as a sequence?
    pub sequence: Vec<bool>,
    /// What holds of the sequences' starts.
    pub starts: Vec<TermId>,
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
        return Ok(Solution { values, side, fresh: fresh.to_vec(), steps: Vec::new(), sequence, starts: Vec::new() });
    }
    let open: Vec<usize> = (0..values.len()).filter(|&i| values[i].is_err()).collect();
    if open.len() > tuning::PLACES_AS_SEQUENCES.get() {
        let why = values[open[0]].clone().err().unwrap_or_default();
        return Err((open[0], why));
    }
    let mut budget = tuning::NODES_OF_SEQUENCE.get();
    for &i in &open {
        let why = values[i].clone().err().unwrap_or_default();
        let number = matches!(pool.sort(recurrences[i].symbol), Sort::Bv(_));
        if !number || !small(pool, recurrences[i].update, &mut budget) {
            return Err((i, why));
        }
    }
    let width = pool.width(counter);
    let names = names(pool, recurrences, fresh, &open, width);
    let mut fresh = fresh.to_vec();
    for (&i, name) in open.iter().zip(names) {
        let Sort::Bv(elem) = pool.sort(recurrences[i].symbol) else { continue };
        let history = pool.symbol(&name, Sort::Array { index: width, elem }, SymbolKind::Sequence);
        fresh.push(PerIteration { symbol: recurrences[i].symbol, history });
    }
    let closed: Vec<Recurrence> =
        recurrences.iter().enumerate().filter(|(i, _)| !open.contains(i)).map(|(_, r)| *r).collect();
    let ClosedForms { values: solved, side } = solve(pool, &closed, &fresh, counter);
    let mut solved = solved.into_iter();
    let (mut values, mut steps, mut starts) = (Vec::new(), Vec::new(), Vec::new());
    for (i, r) in recurrences.iter().enumerate() {
        if !open.contains(&i) {
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
        starts.push(pool.eq(pool.select(history, pool.bv(0, width)), r.initial));
        let next = pool.add(counter, pool.bv(1, width));
        steps.push(pool.eq(pool.select(history, next), r.update));
    }
    let sequence = (0..recurrences.len()).map(|i| open.contains(&i)).collect();
    Ok(Solution { values, side, fresh, steps, sequence, starts })
}

/// Names for the sequences of the places `open`, by what defines them.
fn names(
    pool: &TermPool,
    recurrences: &[Recurrence],
    fresh: &[PerIteration],
    open: &[usize],
    width: u32,
) -> Vec<String> {
    let tau = pool.symbol(&format!("τ.{width}"), Sort::Bv(width), SymbolKind::Bound);
    let mut map: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    for (n, &i) in open.iter().enumerate() {
        let symbol = recurrences[i].symbol;
        let own = pool.symbol(&format!("sequence {n}"), pool.sort(symbol), SymbolKind::General);
        map.extend(pool.as_symbol(symbol).map(|id| (id, own)));
    }
    // The others by their values in iteration τ, as far as they do not depend on the sequences.
    let others: Vec<Recurrence> =
        recurrences.iter().enumerate().filter(|(i, _)| !open.contains(i)).map(|(_, r)| *r).collect();
    for (r, value) in others.iter().zip(solve(pool, &others, fresh, tau).values) {
        if let (Some(id), Ok(value)) = (pool.as_symbol(r.symbol), value) {
            map.insert(id, value);
        }
    }
    for f in fresh {
        map.extend(pool.as_symbol(f.symbol).map(|id| (id, pool.select(f.history, tau))));
    }
    let mut sub = Substitution::new(map);
    let ids: Vec<String> = open
        .iter()
        .map(|&i| format!("{},{}", sub.apply(pool, recurrences[i].update).index(), recurrences[i].initial.index()))
        .collect();
    let all = ids.join(";");
    (0..open.len()).map(|n| format!("sequence {n} of {all}")).collect()
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
