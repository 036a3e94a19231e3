//! Which checks of an index need not be made, since an access right behind them leaves the object otherwise.
//!
//! Oblivious to how branches become checks. Invariant: "no" is always a safe answer.

use plica_ir::Rule;

use super::{Joiner, made};
use crate::ast::{
    BlockId, CalledOperand, GlobalRef, ICmpPred, InstKind, Instruction, LocalId, Type, TypeId, TypedValue, ValueRef,
};

impl Joiner<'_> {
    /// Is it the check of an index into an array that is a variable of its own, and is the element accessed behind it?
    /// Then an access that it forbids leaves the object. Of an array of arrays only if the row is indexed in turn, by a
    /// checked index. Where only an address is made (`&a[i]`, `&a[i].f`) nothing else would tell that it is wrong.
    pub(super) fn is_of_whole_object(&self, b: usize, cond: TypedValue, good: BlockId) -> bool {
        let Some(len) = self.bound(&self.f.blocks[b].instructions, cond) else { return false };
        let code = &self.f.blocks[good.0 as usize].instructions;
        for (i, inst) in code.iter().enumerate() {
            match &inst.kind {
                InstKind::Cast { .. } | InstKind::Debug(_) => {}
                InstKind::Gep { .. } if !inst.result.is_some_and(|at| self.is_accessed(&code[i + 1..], at)) => {
                    return false;
                }
                InstKind::Gep { base, indices, .. } if indices.len() == 1 => {
                    return self.is_start_of_array(b, base.value, len);
                }
                InstKind::Gep { source, base, indices, .. } => {
                    let &Type::Array { len: n, elem } = self.module.types.get_resolved(*source) else { return false };
                    let within = indices.len() == 2 && n == len && self.declared(base.value) == Some(*source);
                    let is_row = matches!(self.module.types.get_resolved(elem), Type::Array { .. });
                    return within && (!is_row || inst.result.is_some_and(|row| self.is_indexed(&code[i + 1..], row)));
                }
                _ => return false,
            }
        }
        false
    }

    /// Is the address that is made first bound to a reference right behind? Then there has to be an element, while a
    /// pointer may lead one past the last.
    pub(super) fn is_made_a_reference(&self, good: BlockId) -> bool {
        let code = &self.f.blocks[good.0 as usize].instructions;
        let Some(guard) = self.guard(code).filter(|guard| guard.violation.of_reference) else { return false };
        let is_made = |i: &&Instruction| !matches!(i.kind, InstKind::Cast { .. } | InstKind::Debug(_));
        let Some(Instruction { result: Some(address), kind: InstKind::Gep { .. }, .. }) = code.iter().find(is_made)
        else {
            return false;
        };
        let cond = self.parts(good.0 as usize, guard.cond).map_or(guard.cond, |parts| parts.0);
        matches!(made(code, cond.value).map(|i| &i.kind),
            Some(InstKind::ICmp { lhs, .. }) if lhs.value == ValueRef::Local(*address))
    }

    /// For an address that is not used clang lets the index be the length too. No longer.
    pub(super) fn exclude_end(&mut self, b: usize, cond: TypedValue) {
        let made = |i: &&mut Instruction| i.result.map(ValueRef::Local) == Some(cond.value);
        if let Some(InstKind::ICmp { pred: pred @ ICmpPred::Ule, .. }) =
            self.f.blocks[b].instructions.iter_mut().rev().find(made).map(|i| &mut i.kind)
        {
            *pred = ICmpPred::Ult;
        }
    }

    /// Does the code read or write within what an address points to? Other accesses and checks may come before it.
    fn is_accessed(&self, code: &[Instruction], address: LocalId) -> bool {
        let mut made = vec![address];
        let mut code = code;
        // What an index was compared with right before.
        let mut bound = None;
        // A row's element lies behind the check of its own index.
        for _ in 0..4 {
            for inst in code {
                let of = |op: &TypedValue| matches!(op.value, ValueRef::Local(id) if made.contains(&id));
                match &inst.kind {
                    InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } if of(ptr) => return true,
                    InstKind::Cast { value: from, .. } if of(from) => made.extend(inst.result),
                    InstKind::Gep { source, base: from, indices, .. } if of(from) => {
                        if !self.stays_within(*source, indices, bound) {
                            return false;
                        }
                        made.extend(inst.result);
                    }
                    InstKind::Call(call) => {
                        let CalledOperand::Value(ValueRef::Global(name)) = call.callee else { return false };
                        let name = self.module.name(name);
                        if name.starts_with("llvm.mem") && call.args.iter().any(|arg| of(&arg.operand)) {
                            // A length of zero accesses nothing.
                            let length = call.args.get(2).and_then(|arg| self.module.int(arg.operand.value));
                            return length.is_some_and(|n| n > 0);
                        }
                        if !name.starts_with("llvm.") {
                            return false;
                        }
                    }
                    _ => {}
                }
            }
            let Some(guard) = self.guard(code) else { return false };
            let is_index = guard.violation.rule == Rule::ArrayBounds && !guard.negated;
            bound = if is_index { self.bound(code, guard.cond) } else { None };
            code = &self.f.blocks[guard.good.0 as usize].instructions;
        }
        false
    }

    /// Do these indices lead to a part of what a pointer to this type points to? A variable index into an array does
    /// where it was checked right before against the array's length.
    fn stays_within(&self, source: TypeId, indices: &[TypedValue], bound: Option<u64>) -> bool {
        let [first, rest @ ..] = indices else { return false };
        if self.module.int(first.value) != Some(0) {
            return false;
        }
        let mut ty = source;
        for index in rest {
            let known = self.module.int(index.value);
            ty = match (self.module.types.get_resolved(ty), known) {
                (Type::Array { len, elem }, Some(i)) if i < u128::from(*len) => *elem,
                (Type::Array { len, elem }, None) if bound == Some(*len) && rest.len() == 1 => *elem,
                (Type::Struct { .. }, Some(_)) if rest.len() == 1 => return true,
                _ => return false,
            };
        }
        true
    }

    /// Is it the address of the first element of an array of this length that is a variable of its own?
    fn is_start_of_array(&self, b: usize, address: ValueRef, len: u64) -> bool {
        let made = made(&self.f.blocks[b].instructions, address);
        let Some(InstKind::Gep { source, base, indices, .. }) = made.map(|i| &i.kind) else { return false };
        let is_first = indices.iter().all(|i| self.module.int(i.value) == Some(0));
        let fits = matches!(self.module.types.get_resolved(*source), Type::Array { len: n, elem }
            if *n == len && !matches!(self.module.types.get_resolved(*elem), Type::Array { .. }));
        is_first && fits && self.declared(base.value) == Some(*source)
    }

    /// `icmp ult x, n` with a constant, at the end of code: n. For an address that is not used clang writes `ule`.
    fn bound(&self, code: &[Instruction], cond: TypedValue) -> Option<u64> {
        match &made(&code[code.len().saturating_sub(4)..], cond.value)?.kind {
            InstKind::ICmp { pred: ICmpPred::Ult, rhs, .. } => u64::try_from(self.module.int(rhs.value)?).ok(),
            _ => None,
        }
    }

    /// The type of the variable that an address is the start of.
    fn declared(&self, base: ValueRef) -> Option<TypeId> {
        match base {
            ValueRef::Global(name) => match self.module.by_name.get(&name)? {
                GlobalRef::Var(at) => Some(self.module.globals.get(*at as usize)?.ty),
                _ => None,
            },
            ValueRef::Local(_) => match made(&self.f.blocks.first()?.instructions, base)?.kind {
                InstKind::Alloca { ty, count: None, .. } => Some(ty),
                _ => None,
            },
            _ => None,
        }
    }

    /// Does the next code that uses the row compare an index with its length?
    fn is_indexed(&self, code: &[Instruction], row: LocalId) -> bool {
        // The code behind it ends in the branch of the check of the index, or the index is a constant.
        let ends_in_check = self.guard(code).is_some_and(|guard| guard.violation.rule == Rule::ArrayBounds);
        let uses = |i: &Instruction| {
            let mut found = false;
            i.for_each_operand(|op| found |= op.value == ValueRef::Local(row));
            found
        };
        ends_in_check && !code.iter().any(uses)
    }
}
