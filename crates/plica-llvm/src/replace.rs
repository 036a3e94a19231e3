//! Functions that a module defines and that are not executed as they are: they lose their bodies.
//!
//! Oblivious to which functions these are. Invariant: what is left of such a function is a declaration, and every
//! mention of it means that.

use crate::ast::{Alias, AliasKind, GlobalRef, Linkage, Module, TypeTable, TypedValue, ValueRef};
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
        f.defined = false;
        (f.locals, f.blocks) = (Vec::new(), Vec::new());
        (f.personality, f.dbg) = (None, None);
        f.linkage = Linkage::External;
        if let Replacement::Function(other) = replacement {
            let other = module.names.intern(other);
            let old = std::mem::replace(&mut f.name, other);
            let target = TypedValue { ty: TypeTable::PTR, value: ValueRef::Global(other) };
            module.by_name.insert(other, GlobalRef::Function(i as u32));
            module.by_name.insert(old, GlobalRef::Alias(module.aliases.len() as u32));
            let (kind, linkage) = (AliasKind::Alias, Linkage::Internal);
            module.aliases.push(Alias { name: old, kind, linkage, ty: f.ty, target, line: f.line });
        }
    }
}
