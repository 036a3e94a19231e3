//! Closed forms: the value of each place after any number of iterations, from the effect of one.
//!
//! Terms only: oblivious to programs, states and solvers. Invariant: a closed form is exact modulo 2^w for every count
//! that satisfies the side conditions; where none is known the place is refused with a reason.

pub(crate) mod affine;
pub(crate) mod array;
mod cells;
pub(crate) mod normal;
pub(crate) mod poly;
mod scalar;
mod system;

use plica_term::{Op, Substitution, SymbolKind, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::tuning;

/// A place that an iteration changes.
#[derive(Clone, Copy, Debug)]
pub struct Recurrence {
    /// The symbol that stands for the value before an iteration (bit-vector or array).
    pub symbol: TermId,
    /// The value before the first iteration.
    pub initial: TermId,
    /// The value after an iteration, over the symbols of all recurrences, the fresh symbols, and whatever is invariant.
    pub update: TermId,
}

/// A value that each iteration makes anew: an input, memory never written, an inner loop's count.
#[derive(Clone, Copy, Debug)]
pub struct PerIteration {
    /// The symbol that stands for it in one iteration.
    pub symbol: TermId,
    /// The array of its values, indexed by the number of the iteration (as wide as the counter).
    pub history: TermId,
}

/// What [`solve`] gives.
#[derive(Clone, Debug)]
pub struct ClosedForms {
    /// Per recurrence: the value after `counter` iterations, or why there is no closed form.
    pub values: Vec<Result<TermId, String>>,
    /// Conditions on `counter` under which the values are exact. If they hold for a count they hold for smaller ones.
    pub side: Vec<TermId>,
}

/// The values of all places after `counter` iterations, `counter` being a bit-vector symbol that occurs nowhere else.
pub fn solve(pool: &TermPool, recurrences: &[Recurrence], fresh: &[PerIteration], counter: TermId) -> ClosedForms {
    let symbols: Vec<_> = recurrences.iter().filter_map(|r| system::symbol_of(pool, r.symbol)).collect();
    let mentions = |t: TermId| pool.free_symbols(t).iter().any(|s| symbols.contains(s));
    if !recurrences.iter().any(|r| mentions(r.initial)) {
        return split(pool, recurrences, fresh, counter, tuning::CONDITIONS_SPLIT.get());
    }
    // The same symbols stand for the values before the first iteration: another name for the places.
    let mut map = FxHashMap::default();
    for &s in &symbols {
        let info = pool.symbol_info(s);
        map.insert(s, pool.symbol(&format!("{} before", info.name), info.sort, SymbolKind::General));
    }
    let mut by = Substitution::new(map);
    let renamed: Vec<Recurrence> = recurrences
        .iter()
        .map(|r| Recurrence { symbol: by.apply(pool, r.symbol), initial: r.initial, update: by.apply(pool, r.update) })
        .collect();
    split(pool, &renamed, fresh, counter, tuning::CONDITIONS_SPLIT.get())
}

/// Solves; what is refused is tried again under an invariant condition and under its negation.
fn split(
    pool: &TermPool,
    recurrences: &[Recurrence],
    fresh: &[PerIteration],
    counter: TermId,
    splits: u32,
) -> ClosedForms {
    let whole = system::solve(pool, recurrences, fresh, counter);
    let Some(rest) = splits.checked_sub(1) else { return whole };
    let refused = recurrences.iter().zip(&whole.values).filter(|(_, v)| v.is_err()).map(|(r, _)| r);
    let varying: Vec<_> = recurrences.iter().map(|r| r.symbol).chain(fresh.iter().map(|f| f.symbol)).collect();
    let Some(condition) = refused.into_iter().find_map(|r| invariant_choice(pool, r.update, &varying)) else {
        return whole;
    };
    let under = |holds: bool| {
        let decided: Vec<Recurrence> = recurrences
            .iter()
            .map(|r| Recurrence { update: normal::decided(pool, r.update, condition, holds), ..*r })
            .collect();
        split(pool, &decided, fresh, counter, rest)
    };
    let (yes, no) = (under(true), under(false));
    let both = |(a, b): (Result<TermId, String>, Result<TermId, String>)| Ok(pool.ite(condition, a?, b?));
    let side = |forms: &[TermId], not: TermId| forms.iter().map(move |&s| pool.or(not, s)).collect::<Vec<_>>();
    let mut all = side(&yes.side, pool.not(condition));
    all.extend(side(&no.side, condition));
    ClosedForms { values: yes.values.into_iter().zip(no.values).map(both).collect(), side: all }
}

/// The condition of a choice in `t` that no iteration changes.
fn invariant_choice(pool: &TermPool, t: TermId, varying: &[TermId]) -> Option<TermId> {
    let varying: Vec<_> = varying.iter().filter_map(|&t| system::symbol_of(pool, t)).collect();
    let mut nodes = normal::nodes(pool, t, tuning::NODES_SEARCHED_FOR_SPLIT.get())?;
    nodes.sort_unstable();
    let invariant = |c: TermId| pool.free_symbols(c).iter().all(|s| !varying.contains(s));
    nodes.into_iter().map(|t| pool.node(t)).find(|n| n.op == Op::Ite && invariant(n.args[0])).map(|n| n.args[0])
}
