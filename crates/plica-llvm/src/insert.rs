//! What is put into modules that clang and rustc have written: declarations, numbers, and checks before instructions.
//!
//! Oblivious to what is checked, and why. Invariant: what is there stays as it is.

use plica_ir::Rule;

use crate::ast::{
    BinaryOp, Call, CallArg, CalledOperand, FastMath, FunctionDecl, GlobalRef, ICmpPred, InstKind, Instruction, Local,
    LocalId, Module, ParamAttrs, PoisonFlags, Symbol, Type, TypeId, TypeTable, TypedValue, ValueRef,
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

/// What is put in before an instruction, in the place in the source where that is.
pub(crate) struct Before<'a> {
    pub module: &'a mut Module,
    pub f: &'a mut FunctionDecl,
    pub at: Instruction,
    /// What there is so far.
    pub code: Vec<Instruction>,
}

impl<'a> Before<'a> {
    pub fn new(module: &'a mut Module, f: &'a mut FunctionDecl, at: Instruction) -> Before<'a> {
        Before { module, f, at, code: Vec::new() }
    }

    /// A number of 64 bits.
    pub fn number(&mut self, bits: u64) -> TypedValue {
        self.of_type(TypeTable::I64, bits)
    }

    fn of_type(&mut self, ty: TypeId, bits: u64) -> TypedValue {
        TypedValue { ty, value: ValueRef::Const(self.module.constants.int(bits.into())) }
    }

    fn push(&mut self, ty: TypeId, kind: InstKind) -> TypedValue {
        let id = LocalId(self.f.locals.len() as u32);
        self.f.locals.push(Local { name: self.module.names.intern("within"), ty, numbered: true });
        self.code.push(Instruction { result: Some(id), ty, kind, ..self.at.clone() });
        TypedValue { ty, value: ValueRef::Local(id) }
    }

    /// Arithmetic that wraps round.
    pub fn binary(&mut self, op: BinaryOp, lhs: TypedValue, rhs: TypedValue) -> TypedValue {
        let (flags, fast) = (PoisonFlags::default(), FastMath::default());
        self.push(lhs.ty, InstKind::Binary { op, flags, fast, lhs, rhs })
    }

    /// Is a number at most another?
    fn at_most(&mut self, lhs: TypedValue, rhs: TypedValue) -> TypedValue {
        self.push(TypeTable::I1, InstKind::ICmp { pred: ICmpPred::Ule, flags: PoisonFlags::default(), lhs, rhs })
    }

    /// The smaller one of two numbers.
    pub fn least(&mut self, a: TypedValue, b: TypedValue) -> TypedValue {
        let cond = self.at_most(a, b);
        self.push(a.ty, InstKind::Select { cond, then: a, els: b })
    }

    /// A check that a number is at most another: the rule that says so, and the violation.
    pub fn check(&mut self, number: TypedValue, most: TypedValue, rule: Rule, text: Box<str>) {
        let cond = self.at_most(number, most);
        let kind = InstKind::Check { cond, negated: false, rule, fatal: false, text };
        self.code.push(Instruction { result: None, ty: TypeTable::VOID, kind, ..self.at.clone() });
    }

    /// The same with a known number.
    pub fn check_known(&mut self, number: TypedValue, most: u64, rule: Rule, text: Box<str>) {
        let most = self.of_type(number.ty, most);
        self.check(number, most, rule, text);
    }
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
