//! The condition of κ iterations, ∀τ<κ. φ(τ), written without a quantifier where it can be.
//!
//! Terms only: oblivious to programs, states and solvers.

use plica_term::{Op, SymbolId, TermId, TermPool};

/// A term equivalent to `∀ bound < limit. body`.
pub fn forall(pool: &TermPool, bound: SymbolId, limit: TermId, body: TermId) -> TermId {
    pool.forall(bound, limit, body)
}

/// The id of a symbol term.
pub fn symbol_id(pool: &TermPool, t: TermId) -> Option<SymbolId> {
    match pool.node(t).op {
        Op::Symbol(s) => Some(s),
        _ => None,
    }
}
