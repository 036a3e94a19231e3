//! Closed forms: the value of each place after any number of iterations, from the effect of one.
//!
//! Terms only: oblivious to programs, states and solvers. Invariant: a closed form is exact modulo 2^w for every count
//! that satisfies the side conditions; where none is known the place is refused with a reason.

use plica_term::{TermId, TermPool};

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
pub struct Fresh {
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
pub fn solve(pool: &TermPool, recurrences: &[Recurrence], fresh: &[Fresh], counter: TermId) -> ClosedForms {
    let _ = (pool, fresh, counter);
    ClosedForms {
        values: recurrences
            .iter()
            .map(|r| if r.update == r.symbol { Ok(r.initial) } else { Err("not yet".into()) })
            .collect(),
        side: Vec::new(),
    }
}
