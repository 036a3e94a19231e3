//! Which allocas become variables: those whose address is used for nothing but loading and storing one scalar type.
//!
//! Oblivious to commands. Invariant: a promoted alloca is read and written whole, from its first byte, and its address
//! is seen by nothing else.

use plica_ir::Ty;
use rustc_hash::FxHashMap;

use super::reads::Reads;
use super::types::Layout;
use crate::ast::{CalledOperand, CastOpcode, FunctionDecl, InstKind, LocalId, Module, ValueRef};

struct Candidate {
    size: u64,
    /// The type of all accesses seen.
    ty: Option<Ty>,
    /// The type of the alloca itself, where it is a scalar.
    own: Option<Ty>,
    good: bool,
}

/// What becomes of a function's allocas.
#[derive(Default)]
pub(super) struct Promotion {
    /// The promoted ones and the type of their variables.
    pub vars: FxHashMap<LocalId, Ty>,
    /// Bitcasts (typed pointers) of promoted allocas, made for lifetime markers.
    pub casts: FxHashMap<LocalId, LocalId>,
}

impl Promotion {
    pub fn of(module: &Module, layout: &Layout, f: &FunctionDecl, reads: &Reads) -> Promotion {
        let mut found: FxHashMap<LocalId, Candidate> = FxHashMap::default();
        for inst in f.blocks.first().map_or(&[][..], |b| &b.instructions) {
            if let (InstKind::Alloca { ty, count, inalloca: false, .. }, Some(id)) = (&inst.kind, inst.result)
                && count.is_none_or(|c| module.int(c.value) == Some(1))
                && let Ok(size) = layout.size(*ty)
            {
                found.insert(id, Candidate { size, ty: None, own: layout.scalar(*ty), good: true });
            }
        }
        if found.is_empty() {
            return Promotion::default();
        }
        let mut casts: FxHashMap<LocalId, LocalId> = FxHashMap::default();
        for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
            if let InstKind::Cast { op: CastOpcode::BitCast, value, .. } = &inst.kind
                && let (Some(result), ValueRef::Local(id)) = (inst.result, value.value)
                && found.contains_key(&id)
            {
                casts.insert(result, id);
            }
        }
        for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
            match &inst.kind {
                InstKind::Debug(_) => {}
                InstKind::Load { ptr, .. } => {
                    access(&mut found, &casts, ptr.value, layout.scalar(inst.ty));
                    // Memory tells which bit-fields were written.
                    if inst.result.is_some_and(|id| reads.is_field(id))
                        && let ValueRef::Local(id) = ptr.value
                        && let Some(c) = found.get_mut(&id)
                    {
                        c.good &= c.own.is_some();
                    }
                }
                InstKind::Store { value, ptr, .. } => {
                    access(&mut found, &casts, ptr.value, layout.scalar(value.ty));
                    reject(&mut found, &casts, value.value);
                }
                InstKind::Cast { op: CastOpcode::BitCast, .. }
                    if inst.result.is_some_and(|r| casts.contains_key(&r)) => {}
                InstKind::Call(call) if is_lifetime(module, &call.callee) => {}
                _ => inst.for_each_operand(|op| reject(&mut found, &casts, op.value)),
            }
        }
        let vars: FxHashMap<LocalId, Ty> =
            found.into_iter().filter(|c| c.1.good).filter_map(|(id, c)| Some((id, c.ty.or(c.own)?))).collect();
        casts.retain(|_, id| vars.contains_key(id));
        Promotion { vars, casts }
    }

    /// The promoted alloca that a pointer is.
    pub fn alloca(&self, value: ValueRef) -> Option<LocalId> {
        let ValueRef::Local(id) = value else { return None };
        let id = self.casts.get(&id).copied().unwrap_or(id);
        self.vars.contains_key(&id).then_some(id)
    }
}

/// Is this the intrinsic that marks the start or end of a lifetime?
pub(super) fn is_lifetime(module: &Module, callee: &CalledOperand) -> bool {
    matches!(callee, CalledOperand::Value(ValueRef::Global(name)) if module.name(*name).starts_with("llvm.lifetime."))
}

fn access(
    found: &mut FxHashMap<LocalId, Candidate>,
    casts: &FxHashMap<LocalId, LocalId>,
    ptr: ValueRef,
    ty: Option<Ty>,
) {
    let ValueRef::Local(id) = ptr else { return };
    if let Some(c) = found.get_mut(&id) {
        c.good &= ty.is_some_and(|t| t.store_size() <= c.size && c.ty.is_none_or(|seen| seen == t));
        c.ty = c.ty.or(ty);
    } else {
        reject(found, casts, ptr);
    }
}

fn reject(found: &mut FxHashMap<LocalId, Candidate>, casts: &FxHashMap<LocalId, LocalId>, value: ValueRef) {
    let ValueRef::Local(id) = value else { return };
    if let Some(c) = found.get_mut(casts.get(&id).unwrap_or(&id)) {
        c.good = false;
    }
}
