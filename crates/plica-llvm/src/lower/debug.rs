//! Source positions, names and signs from debug information.
//!
//! Oblivious to commands. Invariant: garbled metadata, cyclic scopes included, yields unknown positions, nothing worse.

use std::sync::Arc;

use plica_ir::{DebugLoc, FileId, Scope, ScopeId, SourceFile, SourceMap};
use rustc_hash::FxHashMap;

use crate::ast::{DebugKind, FunctionDecl, InstKind, LocalId, MdId, MdNode, MdValue, Module, Param, Passing, ValueRef};

const MAX_INLINED: u32 = 200;

/// What has been found out about one module's metadata.
#[derive(Default)]
pub(super) struct Positions {
    scopes: FxHashMap<(Option<MdId>, Option<MdId>), ScopeId>,
    entities: FxHashMap<MdId, ScopeId>,
}

/// A variable, function or global as the source declares it.
pub(super) struct Declared {
    pub name: Option<Arc<str>>,
    pub at: DebugLoc,
    /// Unknown where there is no type.
    pub signed: Option<bool>,
}

impl Positions {
    /// The position that a DILocation stands for.
    pub fn of(&mut self, module: &Module, map: &mut SourceMap, id: Option<MdId>) -> DebugLoc {
        id.and_then(|id| self.location(module, map, id, 0)).unwrap_or(DebugLoc::UNKNOWN)
    }

    fn location(&mut self, module: &Module, map: &mut SourceMap, id: MdId, depth: u32) -> Option<DebugLoc> {
        let MdNode::Location(at) = module.metadata.get(id)? else { return None };
        let (line, column) = (at.line, at.column);
        if let Some(&scope) = self.scopes.get(&(at.scope, at.inlined_at)) {
            return Some(DebugLoc { line, column, scope });
        }
        if depth > MAX_INLINED {
            return None;
        }
        let place = module.location(id)?;
        let inlined_at = at.inlined_at.and_then(|call| self.location(module, map, call, depth + 1));
        let file = file(map, place.file, place.directory);
        let scope = scope(map, Scope { file, function: place.function.into(), inlined_at });
        self.scopes.insert((at.scope, at.inlined_at), scope);
        Some(DebugLoc { line, column, scope })
    }

    /// What a DILocalVariable, DIGlobalVariable(Expression) or DISubprogram says.
    pub fn declared(&mut self, module: &Module, map: &mut SourceMap, id: MdId) -> Declared {
        let id = module.md_node(id, "var").unwrap_or(id);
        let line = module.md_int(id, "line").and_then(|l| u32::try_from(l).ok()).unwrap_or(0);
        let name = module.md_str(id, "name").filter(|n| !n.is_empty()).map(Arc::from);
        let scope = match self.entities.get(&id) {
            Some(&scope) => scope,
            None => {
                let scope = entity_scope(module, map, id);
                self.entities.insert(id, scope);
                scope
            }
        };
        Declared { name, at: DebugLoc { line, column: 0, scope }, signed: signed(module, id) }
    }
}

fn file(map: &mut SourceMap, name: &str, directory: &str) -> FileId {
    let known = map.files.iter().position(|f| &*f.name == name && &*f.directory == directory);
    FileId(known.unwrap_or_else(|| {
        map.files.push(SourceFile { name: name.into(), directory: directory.into() });
        map.files.len() - 1
    }) as u32)
}

fn scope(map: &mut SourceMap, scope: Scope) -> ScopeId {
    map.scopes.push(scope);
    ScopeId(map.scopes.len() as u32 - 1)
}

fn entity_scope(module: &Module, map: &mut SourceMap, id: MdId) -> ScopeId {
    let mut function = "";
    let mut at = Some(id);
    for _ in 0..100 {
        let Some(node) = at else { break };
        if module.md_kind(node) == Some("DISubprogram") {
            function = module.md_str(node, "name").unwrap_or("");
            break;
        }
        at = module.md_node(node, "scope");
    }
    let file_node = module.md_node(id, "file");
    let text = |key| file_node.and_then(|f| module.md_str(f, key)).unwrap_or("");
    let (name, directory) = (text("filename"), text("directory"));
    if name.is_empty() && function.is_empty() {
        return ScopeId(0);
    }
    let file = file(map, name, directory);
    scope(map, Scope { file, function: function.into(), inlined_at: None })
}

/// Is the variable of a signed integer type?
fn signed(module: &Module, variable: MdId) -> Option<bool> {
    let mut ty = module.md_node(variable, "type")?;
    for _ in 0..50 {
        if let Some(encoding) = module.md_str(ty, "encoding") {
            return Some(matches!(encoding, "DW_ATE_signed" | "DW_ATE_signed_char"));
        }
        if module.md_str(ty, "tag").is_some_and(|t| t == "DW_TAG_pointer_type") {
            return Some(false);
        }
        ty = module.md_node(ty, "baseType")?;
    }
    None
}

/// The source variables that allocas and parameters of a function stand for.
pub(super) fn variables(f: &FunctionDecl) -> FxHashMap<LocalId, MdId> {
    let mut declared = FxHashMap::default();
    let is_param = |id: LocalId| (id.0 as usize) < f.params.len();
    for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
        if let InstKind::Debug(record) = &inst.kind
            && let (Some(variable), [location]) = (record.variable, &record.location[..])
            && let ValueRef::Local(id) = location.value
            && (record.kind == DebugKind::Declare || (record.kind == DebugKind::Value && is_param(id)))
        {
            declared.entry(id).or_insert(variable);
        }
    }
    for inst in f.blocks.first().map_or(&[][..], |b| &b.instructions) {
        if let InstKind::Store { value, ptr, .. } = &inst.kind
            && let (ValueRef::Local(param), ValueRef::Local(slot)) = (value.value, ptr.value)
            && is_param(param)
            && let Some(&variable) = declared.get(&slot)
        {
            declared.entry(param).or_insert(variable);
        }
    }
    declared
}

/// A linker name as people write it: C++ and Rust names demangled, others as they are.
pub(crate) fn display(name: &str) -> Arc<str> {
    if let Some(path) = rust_path(name) {
        return path;
    }
    if name.starts_with("_Z")
        && let Ok(symbol) = cpp_demangle::Symbol::new(name)
        && let Ok(text) = symbol.demangle(&cpp_demangle::DemangleOptions::default())
    {
        return text.into();
    }
    name.into()
}

/// The path of a function of Rust's, by its linker name.
pub(crate) fn rust_path(name: &str) -> Option<Arc<str>> {
    rustc_demangle::try_demangle(name).ok().map(|path| format!("{path:#}").into())
}

/// Was the module optimised? Debug information says so, and clang describes accesses by type (TBAA) only then; but they
/// also do where clang prepared for an optimiser that never came.
pub(super) fn is_optimised(module: &Module) -> bool {
    !module.as_written && is_marked_optimised(module) && !looks_as_written(module)
}

/// clang stores every parameter to memory of its own first, which is the first thing that an optimiser undoes.
fn looks_as_written(module: &Module) -> bool {
    let mut stored = false;
    for f in module.functions.iter().filter(|f| f.defined) {
        let direct = |p: &Param| p.attrs.passing == Passing::Direct;
        let params: Vec<LocalId> = f.params.iter().filter(|p| direct(p)).map(|p| p.local).collect();
        let is_param = |value: ValueRef| matches!(value, ValueRef::Local(id) if params.contains(&id));
        for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
            let mut uses = false;
            match &inst.kind {
                InstKind::Debug(_) => {}
                InstKind::Store { value, ptr, .. } if is_param(value.value) && !is_param(ptr.value) => stored = true,
                _ => inst.for_each_operand(|op| uses |= is_param(op.value)),
            }
            if uses {
                return false;
            }
        }
    }
    stored
}

fn is_marked_optimised(module: &Module) -> bool {
    let units = module.metadata.named(&module.names, "llvm.dbg.cu");
    let by_type = |id| match module.metadata.get(id) {
        Some(MdNode::Tuple { elements, .. }) => {
            elements.iter().any(|e| matches!(e, MdValue::Str(s) if module.name(*s).ends_with("TBAA")))
        }
        _ => false,
    };
    units.iter().any(|&unit| module.md_str(unit, "isOptimized") == Some("true")) || module.metadata.ids().any(by_type)
}
