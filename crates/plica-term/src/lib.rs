//! Terms: hash-consed, immutable, in an append-only pool shared by all workers.
//!
//! What this crate is: the vocabulary in which path conditions, memory contents and summaries are written.
//! It is oblivious to programs, execution and solvers. Two terms of one pool are equal exactly when their ids
//! are equal; every term is built through a simplifying constructor of [`TermPool`].
//!
//! `Bool` is `BV(1)`: one logic serves conditions and `i1` values alike, so nothing converts between them;
//! a solver back end that distinguishes the two decides per position which it needs.

mod build;
mod bv;
mod eval;
mod extended;
mod facts;
mod fp;
mod free;
mod model;
mod op;
mod pool;
mod print;
mod rewrite;
mod side;
mod sort;
mod stable;
mod substitute;
pub mod tuning;
mod unset;

pub use bv::eval_bv;
pub use eval::{Evaluator, Steps};
pub use facts::Facts;
pub use free::FreeKinds;
pub use model::{ArrayValue, ConstValue, Model};
pub use op::{FpRel, FpUnary, Op, RoundingMode, SymbolId, TableId, UninterpretedId};
pub use pool::{FuncInfo, Node, SymbolInfo, SymbolKind, TableData, TermId, TermPool};
pub use rewrite::RewriteRule;
pub use sort::{FloatFormat, MAX_WIDTH, Sort, inverse, mask, sign_extend};
pub use stable::{Decoder, Encoder, TermDecoder, TermEncoder, stable_hash};
pub use substitute::Substitution;
