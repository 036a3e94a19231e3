//! Which allocas live as long as a block: each time their block is entered they are new objects.
//!
//! Compilers mark the block with `llvm.lifetime.start` and `llvm.lifetime.end`. LLVM gives the memory one address all
//! the same, and an optimiser may compute addresses in it ahead of the marker, or use them beyond one. So an alloca
//! counts only if it has one start, and all its other uses come after it: then every address in use was made of the
//! newest object. Oblivious to commands.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{Call, CalledOperand, CastOpcode, FunctionDecl, InstKind, LocalId, Module, ValueRef};

/// Which end of a block a marker stands at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeEdge {
    Start,
    End,
}

/// The allocas of a function that live as long as a block.
#[derive(Default)]
pub(super) struct Scopes {
    scoped: FxHashSet<LocalId>,
    /// Allocas by themselves and by the casts that (with typed pointers) markers are given.
    names: FxHashMap<LocalId, LocalId>,
}

/// A place in a function: block and instruction.
type At = (usize, usize);

#[derive(Default)]
struct Found {
    starts: Vec<At>,
    uses: Vec<At>,
}

impl Scopes {
    pub fn of(module: &Module, f: &FunctionDecl) -> Scopes {
        let mut names: FxHashMap<LocalId, LocalId> = FxHashMap::default();
        let mut found: FxHashMap<LocalId, Found> = FxHashMap::default();
        for inst in f.blocks.first().map_or(&[][..], |b| &b.instructions) {
            if let (InstKind::Alloca { count: None, inalloca: false, .. }, Some(id)) = (&inst.kind, inst.result) {
                names.insert(id, id);
                found.insert(id, Found::default());
            }
        }
        for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
            if let InstKind::Cast { op: CastOpcode::BitCast, value, .. } = &inst.kind
                && let (Some(result), ValueRef::Local(id)) = (inst.result, value.value)
                && let Some(&id) = names.get(&id)
            {
                names.insert(result, id);
            }
        }
        let mut scopes = Scopes { scoped: FxHashSet::default(), names };
        for (b, block) in f.blocks.iter().enumerate() {
            for (i, inst) in block.instructions.iter().enumerate() {
                match &inst.kind {
                    // A cast is another name, which is used where it is used.
                    InstKind::Debug(_) | InstKind::Cast { op: CastOpcode::BitCast, .. } => {}
                    InstKind::Call(call) if edge(module, call).is_some() => {
                        if let Some((id, ScopeEdge::Start)) = scopes.marks(module, call)
                            && let Some(found) = found.get_mut(&id)
                        {
                            found.starts.push((b, i));
                        }
                    }
                    InstKind::Phi(incoming) => {
                        for (value, from) in incoming.iter() {
                            if let ValueRef::Local(id) = value
                                && let Some(found) = scopes.names.get(id).and_then(|id| found.get_mut(id))
                            {
                                found.uses.push((from.0 as usize, usize::MAX));
                            }
                        }
                    }
                    _ => inst.for_each_operand(|op| {
                        if let ValueRef::Local(id) = op.value
                            && let Some(found) = scopes.names.get(&id).and_then(|id| found.get_mut(id))
                        {
                            found.uses.push((b, i));
                        }
                    }),
                }
            }
        }
        let lives = |(id, found): (LocalId, Found)| match found.starts[..] {
            [start] if all_behind(f, start, &found.uses) => Some(id),
            _ => None,
        };
        scopes.scoped = found.into_iter().filter_map(lives).collect();
        scopes
    }

    /// Does the alloca live as long as a block?
    pub fn has(&self, id: LocalId) -> bool {
        self.scoped.contains(&id)
    }

    /// The alloca at an edge of whose block the call is, if it is such a marker.
    pub fn edge(&self, module: &Module, call: &Call) -> Option<(LocalId, ScopeEdge)> {
        self.marks(module, call).filter(|(id, _)| self.has(*id))
    }

    fn marks(&self, module: &Module, call: &Call) -> Option<(LocalId, ScopeEdge)> {
        let edge = edge(module, call)?;
        let ValueRef::Local(id) = call.args.last()?.operand.value else { return None };
        Some((*self.names.get(&id)?, edge))
    }
}

fn edge(module: &Module, call: &Call) -> Option<ScopeEdge> {
    let CalledOperand::Value(ValueRef::Global(name)) = call.callee else { return None };
    let name = module.name(name).strip_prefix("llvm.lifetime.")?;
    Some(if name.starts_with("start") { ScopeEdge::Start } else { ScopeEdge::End })
}

/// Does every way to these places lead past `start`?
fn all_behind(f: &FunctionDecl, start: At, uses: &[At]) -> bool {
    let before = |&(b, i): &At| b == start.0 && i < start.1;
    if uses.iter().any(before) {
        return false;
    }
    let used: FxHashSet<usize> = uses.iter().map(|u| u.0).filter(|&b| b != start.0).collect();
    let mut seen = vec![false; f.blocks.len()];
    let mut stack = if start.0 == 0 { vec![] } else { vec![0usize] };
    while let Some(b) = stack.pop() {
        if b == start.0 || std::mem::replace(&mut seen[b], true) {
            continue;
        }
        if used.contains(&b) {
            return false;
        }
        let next = f.blocks[b].instructions.last().map(|i| i.kind.successors()).unwrap_or_default();
        stack.extend(next.into_iter().map(|b| b.0 as usize).filter(|&b| b < seen.len()));
    }
    true
}
