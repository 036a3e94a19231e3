//! Is it known how much a program asks for?
//!
//! Oblivious to what is done with it. Invariant: a number that is not written in the program counts as any.

use crate::ast::{CalledOperand, InstKind, Instruction, Module, Symbol, ValueRef};

/// Is a function called with nothing but constants up to `most` as its first argument, and not given to anybody?
pub fn takes_at_most(module: &Module, function: &str, most: u128) -> bool {
    let Some(function) = module.names.lookup(function) else { return true };
    let mut code = module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    code.all(|inst| is_within(module, inst, function, most) || !mentions(inst, function))
}

fn is_within(module: &Module, inst: &Instruction, function: Symbol, most: u128) -> bool {
    let (InstKind::Call(call) | InstKind::Invoke { call, .. }) = &inst.kind else { return false };
    let first = call.args.first().and_then(|arg| module.int(arg.operand.value));
    matches!(call.callee, CalledOperand::Value(ValueRef::Global(callee)) if callee == function)
        && first.is_some_and(|size| size <= most)
}

fn mentions(inst: &Instruction, function: Symbol) -> bool {
    let mut found = false;
    inst.for_each_operand(|operand| found |= operand.value == ValueRef::Global(function));
    found
}
