//! What is put into modules that clang and rustc have written: declarations, and checks before instructions.
//!
//! Oblivious to what is checked, and why. Invariant: what is there stays as it is.

use plica_ir::Rule;

use crate::ast::{
    FunctionDecl, GlobalRef, ICmpPred, InstKind, Instruction, Local, LocalId, Module, PoisonFlags, Symbol, TypeId,
    TypeTable, TypedValue, ValueRef,
};

/// Takes a function out of its module to be worked on; while it is away its name is that of one without a body.
pub(crate) fn take(module: &mut Module, at: usize) -> FunctionDecl {
    let away = FunctionDecl::declared(module.functions[at].name, TypeTable::VOID, TypeTable::VOID, false);
    std::mem::replace(&mut module.functions[at], away)
}

/// Declares a function of this name, unless there is one. Its name.
pub(crate) fn declare(module: &mut Module, name: &str, ret: TypeId, ty: TypeId, varargs: bool) -> Symbol {
    let name = module.names.intern(name);
    if module.global(name).is_none() {
        module.by_name.insert(name, GlobalRef::Function(module.functions.len() as u32));
        module.functions.push(FunctionDecl::declared(name, ret, ty, varargs));
    }
    name
}

/// What checks before an instruction that a number is at most another: the rule that says so, and the violation.
pub(crate) fn check(
    module: &mut Module,
    f: &mut FunctionDecl,
    at: &Instruction,
    number: TypedValue,
    (most, rule, text): (u64, Rule, Box<str>),
) -> Vec<Instruction> {
    let id = LocalId(f.locals.len() as u32);
    f.locals.push(Local { name: module.names.intern("within"), ty: TypeTable::I1, numbered: true });
    let rhs = TypedValue { ty: number.ty, value: ValueRef::Const(module.constants.int(most.into())) };
    let compare = InstKind::ICmp { pred: ICmpPred::Ule, flags: PoisonFlags::default(), lhs: number, rhs };
    let cond = TypedValue { ty: TypeTable::I1, value: ValueRef::Local(id) };
    let check = InstKind::Check { cond, negated: false, rule, fatal: false, text };
    vec![
        Instruction { result: Some(id), ty: TypeTable::I1, kind: compare, ..at.clone() },
        Instruction { result: None, ty: TypeTable::VOID, kind: check, ..at.clone() },
    ]
}
