//! What is put into modules that clang and rustc have written: declarations, and checks before instructions.
//!
//! Oblivious to what is checked, and why. Invariant: what is there stays as it is.

use plica_ir::Rule;

use crate::ast::{
    Call, CallArg, CalledOperand, FastMath, FunctionDecl, GlobalRef, ICmpPred, InstKind, Instruction, Local, LocalId,
    Module, ParamAttrs, PoisonFlags, Symbol, Type, TypeId, TypeTable, TypedValue, ValueRef,
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

/// A call of a function without a result, in the place in the source where another instruction is.
pub(crate) fn call(module: &mut Module, at: &Instruction, name: &str, args: &[TypedValue]) -> Instruction {
    let ty = TypeTable::VOID;
    let params = args.iter().map(|arg| arg.ty).collect();
    let fn_ty = module.types.intern(Type::Function { ret: ty, params, varargs: false });
    let callee = declare(module, name, ty, fn_ty, false);
    let call = Call {
        callee: CalledOperand::Value(ValueRef::Global(callee)),
        fn_ty,
        args: args.iter().map(|&operand| CallArg { operand, attrs: ParamAttrs::default() }).collect(),
        ret_attrs: ParamAttrs::default(),
        attr_groups: Box::default(),
        attrs: Box::default(),
        fast: FastMath::default(),
        tail: None,
        bundles: Box::default(),
    };
    Instruction { result: None, ty, kind: InstKind::Call(Box::new(call)), line: at.line, dbg: at.dbg }
}
