//! Lowering: from the syntax tree of LLVM modules to the flowgraph. Everything that is LLVM's own ends here.
//!
//! [`link`] decides which definition each symbol has and numbers functions and globals; [`func`] lowers one function:
//! its blocks in an order in which definitions come before uses, phi nodes as copies on edges, allocas of scalars as
//! variables ([`mem2var`]). Values of aggregate and vector type become one operand a scalar ([`vector`]).
//! [`source_types`] keeps what types the source gave to parameters and globals.
//!
//! Oblivious to execution. Invariant: what cannot be lowered becomes a command that says so when it is executed; only
//! a target that is not 64-bit little-endian and symbols that clash refuse the whole program.

mod callers;
mod calls;
mod consts;
mod debug;
mod emit;
mod fold;
mod func;
mod globals;
mod intrinsics;
mod jumps;
mod link;
mod mem2var;
mod memory;
mod ops;
mod reads;
mod scopes;
mod source_types;
mod types;
mod unwind;
mod uses;
mod varargs;
mod vector;
mod wide;
mod x86;

pub(crate) use jumps::sets;
use std::fmt;

pub(crate) use debug::{display, rust_path};
pub use intrinsics::library_function;
use plica_ir::Program;

use crate::ast::Module;

/// What is unsupported about something, for a message.
type Why = String;
type Lower<T> = Result<T, Why>;

/// Why a program as a whole cannot be lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LowerError {
    /// The target is not 64-bit little-endian.
    Target {
        /// The module's source file.
        module: String,
        /// What is wrong with it.
        message: String,
    },
    /// Two modules define the same symbol.
    Duplicate {
        /// The symbol.
        symbol: String,
        /// The source files of the two modules.
        modules: [String; 2],
    },
    /// A symbol is a function in one module and a variable in another.
    Kind {
        /// The symbol.
        symbol: String,
    },
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LowerError::Target { module, message } => write!(f, "{module}: {message}"),
            LowerError::Duplicate { symbol, modules: [a, b] } => {
                write!(f, "`{symbol}` is defined in {a} and again in {b}")
            }
            LowerError::Kind { symbol } => {
                write!(f, "`{symbol}` is a function in one file and a variable in another")
            }
        }
    }
}

impl std::error::Error for LowerError {}

/// Lowers a program that is one module.
pub fn lower(module: &Module) -> Result<Program, LowerError> {
    link::link(&[module], 1)
}

/// Links modules and lowers the result.
pub fn lower_modules(modules: &[Module]) -> Result<Program, LowerError> {
    lower_with_library(modules, &[])
}

/// As [`lower_modules`]; of `library` only what the program leaves undefined counts, as with an archive: a program may
/// define a library's functions itself, or use their names for something else.
pub fn lower_with_library(modules: &[Module], library: &[Module]) -> Result<Program, LowerError> {
    link::link(&modules.iter().chain(library).collect::<Vec<_>>(), modules.len())
}

#[cfg(test)]
mod tests;
