//! From C, C++, Rust or LLVM IR to plica's flowgraph.
//!
//! [`driver`] turns an input file into textual IR by running clang, rustc or llvm-dis; [`parse`] reads that text into
//! an [`ast::Module`]; lowering turns the module into the flowgraph of `plica-ir`. The reader is written for every
//! LLVM version from 14 on and links no libLLVM.
//!
//! Oblivious to execution, solving and search. Invariant: no input text, however garbled, makes this crate panic.

pub mod ast;
mod blocks;
mod bools;
mod check;
mod constants;
pub mod driver;
mod error;
mod insert;
mod instrument;
mod lexer;
pub mod lower;
mod members;
mod parse;
mod replace;
mod sizes;

pub use blocks::mark_blocks;
pub use bools::check_bools;
pub use check::{InvalidIr, check};
pub use constants::mark_constants;
pub use error::SyntaxError;
pub use instrument::join_checks;
pub use lower::{LowerError, library_function, lower, lower_modules, lower_with_library};
pub use members::{bound_members, is_bounded};
pub use parse::parse;
pub use replace::{Replacement, replace_bodies, stub_functions};
pub use sizes::takes_at_most;
