//! Variables past whose declarations a jump leads: a `switch`, a `goto`, or, for all of a function, a computed `goto`.
//!
//! A variable lives as long as its block, however control comes there, and has no value yet. Oblivious to what is
//! jumped by. Invariant: where control may come to a block from outside and from inside, a start is put before that
//! only the former comes to, or nothing is marked.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{At, Control, Mark, Says, Where, callee, entry, inner_block, known_to_others, successors};
use crate::ast::{CastOpcode, DebugKind, FunctionDecl, InstKind, LocalId, MdId, Module, ValueRef};

const INSIDE: Where = Where { inside: true, outside: false };
const OUTSIDE: Where = Where { inside: false, outside: true };

/// Marks for the variables of a function that have none.
pub(super) fn marks(module: &Module, f: &FunctionDecl) -> Vec<Mark> {
    let marked = marked(module, f);
    let blocks = blocks(module, f);
    let allocas = entry(f).iter().filter(|inst| matches!(inst.kind, InstKind::Alloca { count: None, .. }));
    let found = allocas.filter_map(|inst| inst.result).filter(|id| !marked.contains(id) && blocks.contains_key(id));
    let mut marks = Vec::new();
    let mut controls: FxHashMap<MdId, Control> = FxHashMap::default();
    for variable in known_to_others(module, f, found.collect()) {
        let block = blocks[&variable];
        let control = controls.entry(block).or_insert_with(|| Control::of(module, f, block));
        if let Some(starts) = starts(f, control) {
            marks.extend(starts.into_iter().map(|at| Mark { at, says: Says::Start, object: variable }));
            marks.extend(control.ends(variable));
        }
    }
    marks
}

/// The variables that clang has marked.
pub(super) fn marked(module: &Module, f: &FunctionDecl) -> FxHashSet<LocalId> {
    let mut names: FxHashMap<LocalId, LocalId> = FxHashMap::default();
    let mut marked = FxHashSet::default();
    for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
        match &inst.kind {
            InstKind::Cast { op: CastOpcode::BitCast, value, .. } => {
                if let (Some(result), ValueRef::Local(id)) = (inst.result, value.value) {
                    names.insert(result, id);
                }
            }
            InstKind::Call(call) if callee(module, call).is_some_and(|n| n.starts_with("llvm.lifetime.start")) => {
                if let Some(ValueRef::Local(id)) = call.args.last().map(|arg| arg.operand.value) {
                    marked.insert(names.get(&id).copied().unwrap_or(id));
                }
            }
            _ => {}
        }
    }
    marked
}

/// The blocks that variables are declared in, but for the function's own.
pub(super) fn blocks(module: &Module, f: &FunctionDecl) -> FxHashMap<LocalId, MdId> {
    let mut blocks = FxHashMap::default();
    for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
        if let InstKind::Debug(record) = &inst.kind
            && record.kind == DebugKind::Declare
            && let (Some(variable), [location]) = (record.variable, &record.location[..])
            && let ValueRef::Local(id) = location.value
            && let Some(block) = module.md_node(variable, "scope").and_then(|scope| inner_block(module, scope))
        {
            blocks.insert(id, block);
        }
    }
    blocks
}

/// Where control comes into the block. Nothing where that cannot be told.
fn starts(f: &FunctionDecl, control: &Control) -> Option<Vec<At>> {
    let mut starts = FxHashSet::default();
    for (b, places) in control.places.iter().enumerate() {
        let Some(&(_, first)) = places.first() else { continue };
        match control.entered[b] {
            // Whatever tells nothing before belongs to what is inside.
            OUTSIDE if first => _ = starts.insert((b, behind_phis(f, b))),
            Where { inside: true, outside: true } if first => {
                for before in (0..f.blocks.len()).filter(|&before| successors(f, before).any(|next| next == b)) {
                    match control.left[before] {
                        OUTSIDE => _ = starts.insert((before, f.blocks[before].instructions.len() - 1)),
                        INSIDE => {}
                        other if other == Where::default() => {}
                        _ => return None,
                    }
                }
            }
            _ => {}
        }
        let into = places.windows(2).filter(|pair| !pair[0].1 && pair[1].1);
        starts.extend(into.map(|pair| (b, pair[0].0 + 1)));
    }
    Some(starts.into_iter().collect())
}

fn behind_phis(f: &FunctionDecl, b: usize) -> usize {
    let is_first = |kind: &InstKind| matches!(kind, InstKind::Phi(_) | InstKind::Alloca { .. } | InstKind::Debug(_));
    f.blocks[b].instructions.iter().take_while(|inst| is_first(&inst.kind)).count()
}
