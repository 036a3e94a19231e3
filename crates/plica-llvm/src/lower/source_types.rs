//! Types of the source from debug information: what functions' parameters and globals are, and what memory they lead to
//! holds.
//!
//! [`build`] makes types of metadata, of which [`nodes`] reads single nodes; [`names`] spells them; [`params`] finds
//! out which variables of ours each parameter of the source became. Oblivious to commands. Invariants: garbled metadata
//! yields opaque types and unknown parameters, nothing worse; only types that parameters and globals lead to are made;
//! time is linear in the metadata.

mod build;
mod names;
mod nodes;
mod params;

use plica_ir::{DataKind, FuncId, GlobalId, ParamType, Types};

use self::build::Builder;
use super::link::ModuleCx;
use crate::ast::{FunctionDecl, GlobalVar, MdId, MdNode, Module};

/// Types are not followed deeper than this; what compilers write names its structures long before.
const MAX_DEPTH: u32 = 60;

/// What is being found out.
pub(super) struct SourceTypes<'m> {
    builder: Builder<'m>,
    out: Types,
}

impl<'m> SourceTypes<'m> {
    pub fn new(modules: &[&'m Module]) -> Self {
        SourceTypes { builder: Builder::new(modules), out: Types::default() }
    }

    /// What the parameters of a function are, of which there are `count` variables; `at` is the number of its module.
    pub fn function(&mut self, cx: &ModuleCx, at: usize, f: &FunctionDecl, id: FuncId, count: u32) {
        let found = params::of(&mut self.builder, cx, at, f);
        if found.len() == count as usize && found.iter().any(|param| *param != ParamType::Unknown) {
            self.out.params.insert(id, found);
        }
    }

    /// What a global of that many bytes is.
    pub fn global(&mut self, module: &Module, at: usize, g: &GlobalVar, id: GlobalId, size: u64) {
        let [dbg] = g.dbg[..] else { return };
        let whole = |e: MdId| matches!(module.metadata.get(e), Some(MdNode::Node { fields, .. }) if fields.is_empty());
        // An expression says that the global has something else in it, or a part only.
        if module.md_node(dbg, "expr").is_some_and(|e| !whole(e)) {
            return;
        }
        let variable = module.md_node(dbg, "var").unwrap_or(dbg);
        let Some(ty) = module.md_node(variable, "type").and_then(|ty| self.builder.type_of(at, ty)) else { return };
        let known = self.builder.get(ty);
        if known.size <= size && (known.size > 0 || known.kind != DataKind::Opaque) {
            self.out.globals.insert(id, ty);
        }
    }

    /// All of it.
    pub fn finish(mut self) -> Types {
        self.out.all = self.builder.finish();
        self.out
    }
}
