//! Functions that a module defines and that are not executed as they are: they lose their bodies.
//!
//! Oblivious to which functions these are. Invariant: what is left of such a function is a declaration, and every
//! mention of it means that.

use crate::ast::{Alias, AliasKind, FunctionDecl, GlobalRef, Linkage, Module, TypeTable, TypedValue, ValueRef};
use crate::lower::rust_path;

/// What takes the place of a function's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The executor, which knows it by its path.
    Model,
    /// The function that is linked by this name.
    Function(&'static str),
    /// Nothing, but it can also be linked by this name.
    Itself(&'static str),
}

/// Replaces the bodies of functions by what there is for their demangled paths. Programs of Rust come with their
/// standard library, and some of it (its start, panics, random numbers) is not executed as it is.
///
/// `replacement` is given the path and the number of parameters.
pub fn replace_bodies(module: &mut Module, replacement: impl Fn(&str, usize) -> Option<Replacement>) {
    for i in 0..module.functions.len() {
        let f = &mut module.functions[i];
        let name = module.names.resolve(f.name);
        let path = if f.defined { rust_path(name) } else { None };
        let Some(replacement) = path.and_then(|path| replacement(&path, f.params.len())) else { continue };
        if let Replacement::Itself(other) = replacement {
            let other = module.names.intern(other);
            let target = TypedValue { ty: TypeTable::PTR, value: ValueRef::Global(f.name) };
            module.by_name.insert(other, GlobalRef::Alias(module.aliases.len() as u32));
            let (kind, linkage) = (AliasKind::Alias, Linkage::External);
            module.aliases.push(Alias { name: other, kind, linkage, ty: f.ty, target, line: f.line });
            continue;
        }
        undefine(f);
        if let Replacement::Function(other) = replacement {
            lead_to(module, i, other);
        }
    }
}

/// The functions of these names (as linked, or demangled paths of Rust) lose their bodies, and what is linked by the
/// name that `stub` gives takes their place; where it gives none, what is linked by their own. Answers which of the
/// names there were.
pub fn stub_functions<'a>(
    module: &mut Module,
    names: &[&'a str],
    stub: impl Fn(&str) -> Option<String>,
) -> Vec<&'a str> {
    let mut found = Vec::new();
    // Demangling takes its time in a program that comes with its library.
    let functions = if names.is_empty() { 0 } else { module.functions.len() };
    for i in 0..functions {
        let linked = module.names.resolve(module.functions[i].name);
        let path = rust_path(linked);
        let is_meant = |name: &&&'a str| **name == linked || path.as_deref() == Some(**name);
        let Some(&name) = names.iter().find(is_meant) else { continue };
        found.push(name);
        undefine(&mut module.functions[i]);
        if let Some(other) = stub(name) {
            lead_to(module, i, &other);
        }
    }
    found
}

fn undefine(f: &mut FunctionDecl) {
    f.defined = false;
    (f.locals, f.blocks) = (Vec::new(), Vec::new());
    (f.personality, f.dbg) = (None, None);
    f.linkage = Linkage::External;
}

/// A declared function is linked by another name, which its old one means in this module.
fn lead_to(module: &mut Module, i: usize, other: &str) {
    let f = &mut module.functions[i];
    let other = module.names.intern(other);
    let old = std::mem::replace(&mut f.name, other);
    let target = TypedValue { ty: TypeTable::PTR, value: ValueRef::Global(other) };
    module.by_name.insert(other, GlobalRef::Function(i as u32));
    module.by_name.insert(old, GlobalRef::Alias(module.aliases.len() as u32));
    let (kind, linkage) = (AliasKind::Alias, Linkage::Internal);
    module.aliases.push(Alias { name: old, kind, linkage, ty: f.ty, target, line: f.line });
}
