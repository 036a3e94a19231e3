//! The solver pipeline and its back ends: can these conditions hold together, and under which inputs?
//!
//! What this crate is: [`Solver`], asked by the executor thousands of times a second, in front of solvers that take
//! milliseconds to minutes. It answers from constants, hints, caches and recent models where it can and asks a back end
//! only where it must. It is oblivious to programs, paths and trees: it sees lists of conditions.
//!
//! Invariants: an answer is never a `bool` and every unknown has a reason ([`UnknownReason`]); only this crate names a
//! solver; every model has been evaluated before it is returned; a back end never blocks for longer than its limit.
//!
//! The executor runs each solver on the thread that owns it. Solvers recurse on deep terms, so give such threads a
//! large stack.

mod answer;
mod backend;
#[cfg(feature = "bitwuzla")]
mod bitwuzla;
mod bounds;
mod cache;
mod canonical;
mod cascade;
mod cells;
mod comparison;
mod config;
mod contextual;
mod cuts;
mod dump;
mod encode;
mod encode_float;
mod enumeration;
mod extremes;
mod lambda;
mod lasting;
#[cfg(feature = "z3")]
mod linear;
#[cfg(any(feature = "bitwuzla", feature = "z3"))]
mod load;
mod multiples;
mod narrow;
mod order;
mod pace;
mod pipe;
mod products;
mod quantified;
mod quotients;
mod race;
mod scalars;
mod sexp;
mod shape;
mod sink;
mod slice;
mod solver;
mod stats;
mod tables;
mod text;
pub mod tuning;
#[cfg(feature = "z3")]
mod watch;
mod work;
#[cfg(feature = "z3")]
mod z3;
#[cfg(feature = "z3")]
mod z3_sink;

pub use answer::{Answer, SolverError, UnknownReason};
pub use backend::{Backend, BackendAnswer, Lane, Limit};
#[cfg(feature = "bitwuzla")]
pub use bitwuzla::Bitwuzla;
pub use bounds::{Ranges, Values, pinned};
pub use config::{Choice, SolverConfig};
pub use lasting::AnswerStore;
pub use pipe::Pipe;
pub use solver::Solver;
pub use stats::{BackendStats, QuantifiedStats, SolverStats};
pub use work::{Budget, Work, WorkClock};
#[cfg(feature = "z3")]
pub use z3::Z3;

/// A query as a complete SMT-LIB file, for people and other tools.
pub fn to_smtlib(pool: &std::sync::Arc<plica_term::TermPool>, query: &[plica_term::TermId]) -> String {
    dump::query_text(pool, query, "written by plica")
}
