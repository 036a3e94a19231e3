//! Functions that a module defines and the executor has models for by their paths: they lose their bodies.
//!
//! Oblivious to which functions these are. Invariant: what is left of such a function is its declaration.

use crate::ast::Module;
use crate::lower::{display, is_rust};

/// Makes declarations of the functions whose demangled path is `modelled`. Programs of Rust come with their standard
/// library, and some of it (its start, panics) is not executed as it is.
pub fn replace_bodies(module: &mut Module, modelled: impl Fn(&str) -> bool) {
    let names = &module.names;
    for f in module.functions.iter_mut().filter(|f| f.defined) {
        let name = names.resolve(f.name);
        if !is_rust(name) || !modelled(&display(name)) {
            continue;
        }
        f.defined = false;
        (f.locals, f.blocks) = (Vec::new(), Vec::new());
        (f.personality, f.dbg) = (None, None);
    }
}
