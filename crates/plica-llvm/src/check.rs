//! Is a module valid LLVM IR? The reader takes what has the right shape; this looks at types, at the order of
//! definitions and uses, and at phi nodes, as LLVM's own verifier does.
//!
//! For files that people or other tools wrote; what a compiler has just written is valid. Oblivious to lowering.
//! Invariant: what is refused here LLVM refuses too; what it does not know it lets pass.

mod order;

use std::fmt;

use crate::ast::{
    BinaryOp, Call, CalledOperand, CastOpcode, Constant, FunctionDecl, GlobalRef, InstKind, Instruction, Module,
    Symbol, Type, TypeId, TypeTable, TypedValue, ValueRef,
};

/// What is wrong with a module, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidIr {
    /// Line in the text, from 1.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for InvalidIr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for InvalidIr {}

type Checked = Result<(), String>;

/// Checks every global with contents, and every function that is defined.
pub fn check(module: &Module) -> Result<(), InvalidIr> {
    for g in &module.globals {
        if let Some(value) = g.init {
            constant(module, TypedValue { ty: g.ty, value }).map_err(|message| InvalidIr { line: g.line, message })?;
        }
    }
    for f in module.functions.iter().filter(|f| f.defined) {
        let check = Check { m: module, f };
        for i in f.blocks_in_order().into_iter().flat_map(|b| &f.blocks[b.0 as usize].instructions) {
            check.instruction(i).map_err(|message| InvalidIr { line: i.line, message })?;
        }
        order::check(module, f)?;
    }
    Ok(())
}

struct Check<'m> {
    m: &'m Module,
    f: &'m FunctionDecl,
}

/// What an operand has to be.
#[derive(Clone, Copy)]
enum Kind {
    Int,
    Float,
    Ptr,
    IntOrPtr,
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Kind::Int => "an integer",
            Kind::Float => "a floating-point number",
            Kind::Ptr => "a pointer",
            Kind::IntOrPtr => "an integer or a pointer",
        }
    }
}

fn demand(holds: bool, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(message()) }
}

/// A type as it is written.
fn spell(m: &Module, ty: TypeId) -> String {
    match m.types.get(ty) {
        Type::Void => "void".into(),
        Type::Int(width) => format!("i{width}"),
        Type::Float(kind) => format!("a floating-point type of {} bits", kind.bits()),
        Type::Ptr { .. } => "ptr".into(),
        Type::Array { len, elem } => format!("[{len} x {}]", spell(m, *elem)),
        Type::Vector { len, elem, .. } => format!("<{len} x {}>", spell(m, *elem)),
        Type::Struct { .. } => "a structure".into(),
        Type::Named { name, .. } => format!("%{}", m.name(*name)),
        Type::Function { .. } => "a function type".into(),
        Type::Label => "label".into(),
        Type::Metadata => "metadata".into(),
        Type::Token => "token".into(),
        Type::Other(name) => m.name(*name).to_owned(),
    }
}

/// Are two types the same? What pointers point to is not looked at: where the text does not say it, it is guessed.
fn same(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    let (a, b) = (types.resolve(a), types.resolve(b));
    a == b
        || match (types.get(a), types.get(b)) {
            (Type::Ptr { .. }, Type::Ptr { .. }) => true,
            (Type::Array { len: m, elem: x }, Type::Array { len: n, elem: y })
            | (Type::Vector { len: m, elem: x, .. }, Type::Vector { len: n, elem: y, .. }) => {
                m == n && same(types, *x, *y)
            }
            (Type::Struct { fields: x, .. }, Type::Struct { fields: y, .. }) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(types, *x, *y))
            }
            _ => false,
        }
}

/// Is a constant, with what it consists of, of the type that is written before it?
fn constant(m: &Module, operand: TypedValue) -> Checked {
    let id = match operand.value {
        ValueRef::Const(id) => id,
        ValueRef::Global(name) => return symbol(m, name),
        _ => return Ok(()),
    };
    let ty = m.types.get_resolved(operand.ty);
    let no = || format!("a constant that is no {}", spell(m, operand.ty));
    let member = |(i, part): (usize, &TypedValue)| {
        let of = m.types.member(operand.ty, i as u64);
        demand(of.is_none_or(|of| same(&m.types, of, part.ty)), no)?;
        constant(m, *part)
    };
    match (m.constants.get(id), ty) {
        (_, Type::Other(_)) => Ok(()),
        (Constant::Int(_) | Constant::WideInt(_), ty) => demand(matches!(ty, Type::Int(_)), no),
        (Constant::Float(_), ty) => demand(matches!(ty, Type::Float(_)), no),
        (Constant::Null, ty) => demand(matches!(ty, Type::Ptr { .. }), no),
        (Constant::Bytes(bytes), Type::Array { len, elem }) => {
            let is_byte = matches!(m.types.get_resolved(*elem), Type::Int(8));
            demand(is_byte && *len == bytes.len() as u64, no)
        }
        (Constant::Array(parts), Type::Array { len, .. }) | (Constant::Vector(parts), Type::Vector { len, .. }) => {
            demand(*len == parts.len() as u64, no)?;
            parts.iter().enumerate().try_for_each(member)
        }
        (Constant::Struct(parts), Type::Struct { fields, .. }) => {
            demand(fields.len() == parts.len(), no)?;
            parts.iter().enumerate().try_for_each(member)
        }
        (Constant::Bytes(_) | Constant::Array(_) | Constant::Vector(_) | Constant::Struct(_), _) => Err(no()),
        _ => Ok(()),
    }
}

/// Newer versions of LLVM declare intrinsics themselves.
fn symbol(m: &Module, name: Symbol) -> Checked {
    let (is_there, name) = (m.global(name).is_some(), m.name(name));
    demand(is_there || name.starts_with("llvm."), || format!("there is no `@{name}`"))
}

impl Check<'_> {
    fn types(&self) -> &TypeTable {
        &self.m.types
    }

    fn spell(&self, ty: TypeId) -> String {
        spell(self.m, ty)
    }

    fn same(&self, a: TypeId, b: TypeId) -> bool {
        same(self.types(), a, b)
    }

    /// The type itself, or that of a vector's elements.
    fn scalar(&self, ty: TypeId) -> (&Type, Option<u64>) {
        match self.types().get_resolved(ty) {
            Type::Vector { len, elem, .. } => (self.types().get_resolved(*elem), Some(*len)),
            scalar => (scalar, None),
        }
    }

    fn is(&self, ty: TypeId, kind: Kind) -> bool {
        matches!(
            (self.scalar(ty).0, kind),
            (Type::Int(_), Kind::Int | Kind::IntOrPtr)
                | (Type::Float(_), Kind::Float)
                | (Type::Ptr { .. }, Kind::Ptr | Kind::IntOrPtr)
                | (Type::Other(_), _)
        )
    }

    fn operand_is(&self, what: &str, operand: TypedValue, kind: Kind) -> Checked {
        demand(self.is(operand.ty, kind), || {
            format!("{what} must be {}, and is of type {}", kind.words(), self.spell(operand.ty))
        })
    }

    fn is_sized(&self, ty: TypeId) -> bool {
        !matches!(
            self.types().get_resolved(ty),
            Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Named { .. }
        )
    }

    fn agree(&self, what: &str, a: TypeId, b: TypeId) -> Checked {
        demand(self.same(a, b), || format!("{what} is of type {}, and should be {}", self.spell(a), self.spell(b)))
    }

    /// Is the value of the type that is written before it?
    fn value(&self, operand: TypedValue) -> Checked {
        let ty = operand.ty;
        match operand.value {
            ValueRef::Local(id) => {
                let Some(local) = self.f.locals.get(id.0 as usize) else { return Ok(()) };
                // The type of what an unknown instruction gives is not known.
                demand(local.ty == TypeTable::VOID || self.same(local.ty, ty), || {
                    let (name, is) = (self.m.name(local.name), self.spell(local.ty));
                    format!("`%{name}` is of type {is}, and is used as {}", self.spell(ty))
                })
            }
            ValueRef::Global(name) => {
                symbol(self.m, name)?;
                demand(self.types().is_ptr(ty), || {
                    format!("`@{}` is the address of something, and is used as {}", self.m.name(name), self.spell(ty))
                })
            }
            ValueRef::Const(_) => constant(self.m, operand),
            ValueRef::Block(_) | ValueRef::Metadata(_) => Ok(()),
        }
    }

    fn instruction(&self, i: &Instruction) -> Checked {
        if matches!(i.kind, InstKind::Debug(_) | InstKind::Unknown { .. }) {
            return Ok(());
        }
        let mut values = Ok(());
        i.for_each_operand(|operand| {
            if values.is_ok() {
                values = self.value(operand);
            }
        });
        values?;
        match &i.kind {
            InstKind::Ret(None) => self.agree("what the function returns", TypeTable::VOID, self.f.ret),
            InstKind::Ret(Some(value)) => self.agree("what is returned", value.ty, self.f.ret),
            InstKind::CondBr { cond, .. } => self.agree("the condition of `br`", cond.ty, TypeTable::I1),
            InstKind::Switch { value, cases, .. } => {
                demand(self.types().int_width(value.ty).is_some(), || "`switch` goes by an integer".into())?;
                let mut seen = std::collections::HashSet::new();
                cases.iter().try_for_each(|(case, _)| {
                    self.agree("a case", case.ty, value.ty)?;
                    demand(matches!(case.value, ValueRef::Const(_)), || "a case must be a constant".into())?;
                    let bits = self.m.int(case.value);
                    demand(bits.is_none_or(|bits| seen.insert(bits)), || "two cases of the same value".into())
                })
            }
            InstKind::IndirectBr { address, .. } => self.operand_is("the address", *address, Kind::Ptr),
            InstKind::FNeg { value, .. } => self.operand_is("the operand of `fneg`", *value, Kind::Float),
            InstKind::Binary { op, lhs, .. } => {
                use BinaryOp::*;
                let kind = if matches!(op, FAdd | FSub | FMul | FDiv | FRem) { Kind::Float } else { Kind::Int };
                self.operand_is(&format!("an operand of `{}`", op.keyword()), *lhs, kind)
            }
            InstKind::ICmp { lhs, .. } => self.operand_is("an operand of `icmp`", *lhs, Kind::IntOrPtr),
            InstKind::FCmp { lhs, .. } => self.operand_is("an operand of `fcmp`", *lhs, Kind::Float),
            InstKind::Cast { op, value, .. } => self.cast(*op, value.ty, i.ty),
            InstKind::Select { cond, then, els } => {
                let one_bit = matches!(self.scalar(cond.ty).0, Type::Int(1));
                demand(one_bit, || format!("the condition of `select` is of type {}", self.spell(cond.ty)))?;
                self.agree("the second choice", els.ty, then.ty)
            }
            InstKind::Alloca { ty, count, .. } => {
                demand(self.is_sized(*ty), || format!("nothing of type {} can be allocated", self.spell(*ty)))?;
                count.iter().try_for_each(|count| self.operand_is("the number of elements", *count, Kind::Int))
            }
            InstKind::Load { ptr, .. } => {
                self.address("load", *ptr)?;
                demand(self.is_sized(i.ty), || format!("nothing of type {} can be loaded", self.spell(i.ty)))
            }
            InstKind::Store { ptr, value, .. } => {
                self.address("store", *ptr)?;
                demand(self.is_sized(value.ty), || format!("nothing of type {} can be stored", self.spell(value.ty)))
            }
            InstKind::AtomicRmw { ptr, .. } => self.address("atomicrmw", *ptr),
            InstKind::CmpXchg { ptr, expected, new, .. } => {
                self.address("cmpxchg", *ptr)?;
                self.agree("the new value", new.ty, expected.ty)
            }
            InstKind::Gep { source, base, indices, .. } => {
                self.operand_is("the base of `getelementptr`", *base, Kind::Ptr)?;
                demand(self.is_sized(*source), || format!("{} has no size", self.spell(*source)))?;
                indices.iter().try_for_each(|index| self.operand_is("an index", *index, Kind::Int))?;
                self.path(*source, indices)
            }
            InstKind::ExtractElement { vector, index } => {
                self.vector(*vector)?;
                self.operand_is("the index", *index, Kind::Int)
            }
            InstKind::InsertElement { vector, element, index } => {
                self.vector(*vector)?;
                self.operand_is("the index", *index, Kind::Int)?;
                let of = self.types().member(vector.ty, 0).unwrap_or(vector.ty);
                self.agree("the new element", element.ty, of)
            }
            InstKind::ShuffleVector { lhs, rhs, .. } => {
                self.vector(*lhs)?;
                self.agree("the second vector", rhs.ty, lhs.ty)
            }
            InstKind::InsertValue { aggregate, element, indices } => {
                let path = indices.iter().try_fold(aggregate.ty, |ty, &i| self.types().member(ty, u64::from(i)));
                let Some(of) = path else { return Err("this path of indices leads to no member".into()) };
                self.agree("the new member", element.ty, of)
            }
            InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => self.call(call),
            _ => Ok(()),
        }
    }

    fn address(&self, what: &str, ptr: TypedValue) -> Checked {
        demand(self.types().is_ptr(ptr.ty), || {
            format!("the address of `{what}` must be a pointer, and is of type {}", self.spell(ptr.ty))
        })
    }

    fn vector(&self, vector: TypedValue) -> Checked {
        let is = matches!(self.types().get_resolved(vector.ty), Type::Vector { .. } | Type::Other(_));
        demand(is, || format!("the operand must be a vector, and is of type {}", self.spell(vector.ty)))
    }

    /// Do the indices behind the first lead to something?
    fn path(&self, source: TypeId, indices: &[TypedValue]) -> Checked {
        let mut ty = source;
        for index in indices.iter().skip(1) {
            let at = match self.types().get_resolved(ty) {
                Type::Struct { .. } => match self.m.int(index.value).and_then(|i| u64::try_from(i).ok()) {
                    Some(at) => at,
                    // The same number for each element of a vector, or not a constant.
                    None if self.scalar(index.ty).1.is_some() => return Ok(()),
                    None => return Err("an index into a structure must be a constant".into()),
                },
                Type::Other(_) => return Ok(()),
                _ => 0,
            };
            match self.types().member(ty, at) {
                Some(member) => ty = member,
                None => return Err(format!("there is no member {at} of {}", self.spell(ty))),
            }
        }
        Ok(())
    }

    fn cast(&self, op: CastOpcode, from: TypeId, to: TypeId) -> Checked {
        use CastOpcode::*;
        let ((a, m), (b, n)) = (self.scalar(from), self.scalar(to));
        if matches!(a, Type::Other(_)) || matches!(b, Type::Other(_)) {
            return Ok(());
        }
        let fits = match (op, a, b) {
            (Trunc, Type::Int(a), Type::Int(b)) => a > b,
            (ZExt | SExt, Type::Int(a), Type::Int(b)) => a < b,
            (FpTrunc, Type::Float(a), Type::Float(b)) => a.bits() > b.bits(),
            (FpExt, Type::Float(a), Type::Float(b)) => a.bits() < b.bits(),
            (FpToUi | FpToSi, Type::Float(_), Type::Int(_)) => true,
            (UiToFp | SiToFp, Type::Int(_), Type::Float(_)) => true,
            (PtrToInt | PtrToAddr, Type::Ptr { .. }, Type::Int(_)) => true,
            (IntToPtr, Type::Int(_), Type::Ptr { .. }) => true,
            (AddrSpaceCast, Type::Ptr { .. }, Type::Ptr { .. }) => true,
            // Vectors may be taken apart; what is first class and of one size may be taken for the other.
            (BitCast, a, b) => {
                let bits = |ty: &Type, count: Option<u64>| match ty {
                    Type::Int(width) => Some(u64::from(*width) * count.unwrap_or(1)),
                    Type::Float(kind) => Some(u64::from(kind.bits()) * count.unwrap_or(1)),
                    _ => None,
                };
                let pointers = matches!(a, Type::Ptr { .. }) && matches!(b, Type::Ptr { .. });
                return demand(pointers || bits(a, m).is_some() && bits(a, m) == bits(b, n), || {
                    format!("`bitcast` from {} to {}", self.spell(from), self.spell(to))
                });
            }
            _ => false,
        };
        demand(fits && m == n, || format!("`{}` from {} to {}", op.keyword(), self.spell(from), self.spell(to)))
    }

    fn call(&self, call: &Call) -> Checked {
        if let CalledOperand::Value(ValueRef::Const(id)) = call.callee
            && matches!(self.m.constants.get(id), Constant::Int(_) | Constant::Float(_))
        {
            return Err("what is called must be a function or a pointer".into());
        }
        if let CalledOperand::Value(ValueRef::Global(name)) = call.callee {
            symbol(self.m, name)?;
            self.intrinsic(name, call)?;
        }
        let Type::Function { params, varargs, .. } = self.types().get(call.fn_ty) else { return Ok(()) };
        let fits = call.args.len() == params.len() || *varargs && call.args.len() > params.len();
        demand(fits, || format!("{} arguments for {} parameters", call.args.len(), params.len()))?;
        let pairs = call.args.iter().zip(params);
        pairs.into_iter().try_for_each(|(arg, param)| self.agree("an argument", arg.operand.ty, *param))
    }

    /// What a pointer to a function says of its type is its caller's affair; an intrinsic is called as it is declared.
    fn intrinsic(&self, name: Symbol, call: &Call) -> Checked {
        let Some(GlobalRef::Function(at)) = self.m.global(name) else { return Ok(()) };
        let declared = self.m.functions.get(at as usize).filter(|_| self.m.name(name).starts_with("llvm."));
        let params = declared.map_or(&[][..], |f| &f.params);
        let mut pairs = call.args.iter().zip(params);
        pairs.try_for_each(|(arg, param)| self.agree("an argument of an intrinsic", arg.operand.ty, param.ty))
    }
}
