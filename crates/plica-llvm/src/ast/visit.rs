//! What an instruction uses and where it goes: operands and successors, one function each.
//!
//! Oblivious to order of evaluation. Invariant: every operand and every successor is visited, in the order of the text.

use super::constant::TypedValue;
use super::instruction::{BlockId, Call, CalledOperand, Clause, InstKind, Instruction};
use super::types::TypeTable;

impl Instruction {
    /// Calls `visit` for each operand: the callee of a call (as a `ptr`), arguments, what bundles hold; not for labels.
    pub fn for_each_operand(&self, mut visit: impl FnMut(TypedValue)) {
        use InstKind::*;
        match &self.kind {
            Br(_) | Unreachable | Fence(_) | Unknown { .. } => {}
            Ret(value) => value.iter().copied().for_each(visit),
            CondBr { cond, .. } | Check { cond, .. } => visit(*cond),
            Switch { value, cases, .. } => {
                visit(*value);
                cases.iter().for_each(|(case, _)| visit(*case));
            }
            IndirectBr { address, .. } => visit(*address),
            Invoke { call, .. } | CallBr { call, .. } | Call(call) => call_operands(call, visit),
            Resume(value) | FNeg { value, .. } | Cast { value, .. } | Freeze(value) => visit(*value),
            Binary { lhs, rhs, .. } | ICmp { lhs, rhs, .. } | FCmp { lhs, rhs, .. } => {
                visit(*lhs);
                visit(*rhs);
            }
            Select { cond, then, els } => [cond, then, els].into_iter().copied().for_each(visit),
            Alloca { count, .. } => count.iter().copied().for_each(visit),
            Load { ptr, .. } => visit(*ptr),
            Store { value, ptr, .. } | AtomicRmw { value, ptr, .. } => {
                visit(*value);
                visit(*ptr);
            }
            CmpXchg { ptr, expected, new, .. } => [ptr, expected, new].into_iter().copied().for_each(visit),
            Gep { base, indices, .. } => {
                visit(*base);
                indices.iter().copied().for_each(visit);
            }
            ExtractElement { vector, index } => {
                visit(*vector);
                visit(*index);
            }
            InsertElement { vector, element, index } => {
                [vector, element, index].into_iter().copied().for_each(visit);
            }
            ShuffleVector { lhs, rhs, mask } => [lhs, rhs, mask].into_iter().copied().for_each(visit),
            ExtractValue { aggregate, .. } => visit(*aggregate),
            InsertValue { aggregate, element, .. } => {
                visit(*aggregate);
                visit(*element);
            }
            Phi(incoming) => incoming.iter().for_each(|&(value, _)| visit(TypedValue { ty: self.ty, value })),
            VaArg { list } => visit(*list),
            LandingPad { clauses, .. } => clauses.iter().for_each(|clause| match clause {
                Clause::Catch(operand) | Clause::Filter(operand) => visit(*operand),
            }),
            Debug(record) => record.location.iter().copied().for_each(visit),
        }
    }
}

fn call_operands(call: &Call, mut visit: impl FnMut(TypedValue)) {
    if let CalledOperand::Value(value) = call.callee {
        visit(TypedValue { ty: TypeTable::PTR, value });
    }
    call.args.iter().for_each(|arg| visit(arg.operand));
    call.bundles.iter().flat_map(|bundle| &bundle.operands).copied().for_each(visit);
}

impl InstKind {
    /// Where control may go next, in the order of the text; empty for instructions that end no block.
    pub fn successors(&self) -> Vec<BlockId> {
        use InstKind::*;
        match self {
            Br(target) => vec![*target],
            CondBr { then, els, .. } => vec![*then, *els],
            Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|(_, target)| *target)).collect()
            }
            IndirectBr { targets, .. } => targets.to_vec(),
            Invoke { normal, unwind, .. } => vec![*normal, *unwind],
            CallBr { normal, indirect, .. } => std::iter::once(*normal).chain(indirect.iter().copied()).collect(),
            _ => Vec::new(),
        }
    }
}
