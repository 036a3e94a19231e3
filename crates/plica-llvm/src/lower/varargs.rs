//! Where a `va_arg` is: clang expands it, in the layout of x86-64, before the module is written.
//!
//! Oblivious to what a list holds. Invariant: what is not the whole of clang's pattern is passed over, so that of a
//! structure that comes in several registers nothing is said.

use plica_ir::{Command, Intrinsic};

use super::Lower;
use super::emit::Emitter;
use crate::ast::{BasicBlock, ICmpPred, InstKind, Instruction, Module, Type, TypedValue, ValueRef};

/// The last offsets in a list that leave a register of eight bytes, and one for floating-point numbers.
const LAST_WORD: u128 = 40;
const LAST_FLOAT: u128 = 160;

/// The field of a list that a block ends by comparing with the last offset that leaves a register, and whether that is
/// one for floating-point numbers: the next argument is taken.
pub(super) fn taken(module: &Module, block: &BasicBlock) -> Option<(TypedValue, bool)> {
    let [.., field, load, compare, branch] = &block.instructions[..] else { return None };
    let is_result = |value: ValueRef, of: &Instruction| of.result.is_some_and(|id| value == ValueRef::Local(id));
    let InstKind::CondBr { cond, .. } = &branch.kind else { return None };
    let InstKind::ICmp { pred: ICmpPred::Ule, lhs, rhs, .. } = &compare.kind else { return None };
    let InstKind::Load { ptr, .. } = &load.kind else { return None };
    let InstKind::Gep { source, indices, .. } = &field.kind else { return None };
    if !(is_result(cond.value, compare) && is_result(lhs.value, load) && is_result(ptr.value, field)) {
        return None;
    }
    let Type::Named { name, .. } = module.types.get(*source) else { return None };
    if module.name(*name) != "struct.__va_list_tag" {
        return None;
    }
    let float = match (indices.last().and_then(|i| module.int(i.value)), module.int(rhs.value)?) {
        (Some(0), LAST_WORD) => false,
        (Some(1), LAST_FLOAT) => true,
        _ => return None,
    };
    Some((*ptr, float))
}

impl Emitter<'_, '_> {
    /// The next argument is about to be taken: see [`taken`].
    pub fn take_argument(&mut self, field: TypedValue, float: bool) -> Lower<()> {
        let args = [self.value(field)?, self.int(1, float.into())].into();
        self.push(Command::Intrinsic { dst: None, op: Intrinsic::VaArg, args });
        Ok(())
    }
}
