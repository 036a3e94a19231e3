//! Member arrays and rows that are given to functions of the C library: what these write or read has to stay within.
//!
//! The bounds of the whole object do not tell: `strcpy(user.name, text)` may run over into the member behind it. Copies
//! and fills get a check of their length; calls of functions that write texts become calls of the variants that know
//! how much room there is (those of `_FORTIFY_SOURCE`, and some more of the same form). Oblivious to what the functions
//! do. Invariant: only arrays are bounded that are named as such right at the call (`user.name`, `rows[i]`), of more
//! than one element: a shorter one may be the head of an array of unknown length.

use plica_ir::Rule;
use rustc_hash::FxHashMap;

use crate::ast::{
    Call, CallArg, CalledOperand, CastOpcode, ConstExpr, Constant, FunctionDecl, InstKind, LocalId, Module, ParamAttrs,
    Type, TypeId, TypeTable, TypedValue, ValueRef,
};
use crate::insert::{check, declare, take};

/// A function that writes into its argument with this number (or reads it), and its variant: what is put in before
/// which argument, the size of the array where there is none.
struct Bounded {
    name: &'static str,
    variant: &'static str,
    array: usize,
    /// By the number of the argument that they come before.
    more: &'static [(usize, Option<u64>)],
}

const fn bounded(
    name: &'static str,
    variant: &'static str,
    array: usize,
    more: &'static [(usize, Option<u64>)],
) -> Bounded {
    Bounded { name, variant, array, more }
}

const BOUNDED: [Bounded; 14] = [
    bounded("strcpy", "__strcpy_chk", 0, &[(2, None)]),
    bounded("stpcpy", "__stpcpy_chk", 0, &[(2, None)]),
    bounded("strcat", "__strcat_chk", 0, &[(2, None)]),
    bounded("strncpy", "__strncpy_chk", 0, &[(3, None)]),
    bounded("strncat", "__strncat_chk", 0, &[(3, None)]),
    bounded("sprintf", "__sprintf_chk", 0, &[(1, Some(0)), (1, None)]),
    bounded("snprintf", "__snprintf_chk", 0, &[(2, Some(0)), (2, None)]),
    bounded("vsprintf", "__vsprintf_chk", 0, &[(1, Some(0)), (1, None)]),
    bounded("vsnprintf", "__vsnprintf_chk", 0, &[(2, Some(0)), (2, None)]),
    bounded("fgets", "__fgets_chk", 0, &[(1, None)]),
    bounded("fread", "__fread_chk", 0, &[(1, None)]),
    bounded("read", "__read_chk", 1, &[(3, None)]),
    bounded("recv", "__recv_chk", 1, &[(3, None)]),
    bounded("strlen", "__strlen_chk", 0, &[(1, None)]),
];

/// Is it the name of a function of the library whose member arrays are bounded?
pub fn is_bounded(name: &str) -> bool {
    block_operation(name).is_some() || BOUNDED.iter().any(|function| function.name == name)
}

/// Bounds the member arrays that a module gives to functions of the library, which those are not that the program has
/// itself.
pub fn bound_members(module: &mut Module, is_own: &dyn Fn(&str) -> bool) {
    for at in 0..module.functions.len() {
        let mut f = take(module, at);
        bound(module, &mut f, is_own);
        module.functions[at] = f;
    }
}

fn bound(module: &mut Module, f: &mut FunctionDecl, is_own: &dyn Fn(&str) -> bool) {
    let mut made = FxHashMap::default();
    for (b, block) in f.blocks.iter().enumerate() {
        for (i, inst) in block.instructions.iter().enumerate() {
            made.extend(inst.result.map(|id| (id, (b, i))));
        }
    }
    let mut checks = Vec::new();
    let mut variants = Vec::new();
    for (b, block) in f.blocks.iter().enumerate() {
        for (i, inst) in block.instructions.iter().enumerate() {
            let (InstKind::Call(call) | InstKind::Invoke { call, .. }) = &inst.kind else { continue };
            let CalledOperand::Value(ValueRef::Global(name)) = call.callee else { continue };
            let name = module.name(name);
            let function = block_operation(name);
            // Rows of a table are moved and filled together.
            let rooms = Rooms { module, f, made: &made, rows: function.is_none() };
            if let Some(function) = function.filter(|_| !is_own(name)) {
                let room = |n: usize| call.args.get(n).and_then(|arg| rooms.room(arg.operand.value));
                let source = if function == "memset" { None } else { room(1) };
                let least = room(0).into_iter().chain(source).min();
                let length = call.args.get(2).map(|arg| arg.operand);
                if let (Some(room), Some(length)) = (least, length)
                    && module.int(length.value).is_none_or(|n| n > u128::from(room))
                {
                    checks.push((b, i, length, room, function));
                }
            } else if let Some(function) = BOUNDED.iter().find(|function| function.name == name)
                && !is_own(name)
                && let Some(room) = call.args.get(function.array).and_then(|arg| rooms.room(arg.operand.value))
            {
                variants.push((b, i, function, room));
            }
        }
    }
    for (b, i, function, room) in variants {
        let inst = &mut f.blocks[b].instructions[i];
        if let InstKind::Call(call) | InstKind::Invoke { call, .. } = &mut inst.kind {
            make_variant(module, call, function, room);
        }
    }
    // From behind, so that places stay what they were.
    for (b, i, length, room, function) in checks.into_iter().rev() {
        let text = format!("{function} leaves the bounds of an array of {room} bytes").into();
        let at = f.blocks[b].instructions[i].clone();
        let code = check(module, f, &at, length, (room, Rule::ArrayBounds, text));
        f.blocks[b].instructions.splice(i..i, code);
    }
}

/// The function that the intrinsic of a copy or a fill stands for.
fn block_operation(name: &str) -> Option<&'static str> {
    ["memcpy", "memmove", "memset"].into_iter().find(|function| {
        let rest = name.strip_prefix("llvm.").and_then(|rest| rest.strip_prefix(function));
        rest.is_some_and(|rest| rest.starts_with('.')) || name == *function
    })
}

/// Makes a call one of the variant that knows the room.
fn make_variant(module: &mut Module, call: &mut Call, function: &Bounded, room: u64) {
    let Type::Function { ret, params, varargs } = module.types.get_resolved(call.fn_ty).clone() else { return };
    let (mut args, mut params) = (call.args.to_vec(), params.to_vec());
    for &(before, value) in function.more.iter().rev() {
        let ty = if value.is_some() { TypeTable::I32 } else { TypeTable::I64 };
        let value = ValueRef::Const(module.constants.int(value.unwrap_or(room).into()));
        if before > args.len() || before > params.len() {
            // It is not called as it is declared.
            return;
        }
        args.insert(before, CallArg { operand: TypedValue { ty, value }, attrs: ParamAttrs::default() });
        params.insert(before, ty);
    }
    let ty = module.types.intern(Type::Function { ret, params: params.into(), varargs });
    let name = declare(module, function.variant, ret, ty, varargs);
    (call.args, call.fn_ty) = (args.into(), ty);
    call.callee = CalledOperand::Value(ValueRef::Global(name));
    call.attrs = Box::default();
    call.attr_groups = Box::default();
}

/// Looks for the arrays that addresses are the start of.
struct Rooms<'a> {
    module: &'a Module,
    f: &'a FunctionDecl,
    made: &'a FxHashMap<LocalId, (usize, usize)>,
    /// Are rows of tables arrays of their own?
    rows: bool,
}

impl Rooms<'_> {
    /// How many bytes there are in the array that is a part of something else and that the address is the start of.
    fn room(&self, address: ValueRef) -> Option<u64> {
        match address {
            ValueRef::Local(id) => match self.made(id)? {
                InstKind::Cast { op: CastOpcode::BitCast, value, .. } => self.room(value.value),
                InstKind::Gep { source, base, indices, .. } => {
                    let [first, second] = &indices[..] else { return None };
                    let start = [first, second].iter().all(|index| self.module.int(index.value) == Some(0));
                    let part = self.part(base.value)?;
                    let same = self.module.types.resolve(part) == self.module.types.resolve(*source);
                    (start && same).then(|| self.array(*source))?
                }
                _ => None,
            },
            ValueRef::Const(id) => match self.module.constants.get(id) {
                Constant::Expr(expr) => match &**expr {
                    ConstExpr::Cast { op: CastOpcode::BitCast, value } => self.room(value.value),
                    ConstExpr::Gep { source, indices, .. } => {
                        let (last, path) = indices.split_last()?;
                        // Where LLVM makes an address one of another type it writes a narrower number.
                        let start = last.ty == TypeTable::I64 && self.module.int(last.value) == Some(0);
                        // At least one step into the object, and one into the array. The first part of something may
                        // stand for all of it, since LLVM writes conversions of addresses so.
                        let ahead = path.last().is_some_and(|index| self.module.int(index.value) != Some(0));
                        (start && ahead).then(|| self.array(self.bounded(*source, path, true)?))?
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of the part that an address leads to: a member, or an element of an array.
    fn part(&self, address: ValueRef) -> Option<TypeId> {
        match address {
            ValueRef::Local(id) => match self.made(id)? {
                InstKind::Gep { source, base, indices, .. } => self.bounded(*source, indices, self.is_part(base.value)),
                _ => None,
            },
            ValueRef::Const(id) => match self.module.constants.get(id) {
                Constant::Expr(expr) => match &**expr {
                    ConstExpr::Gep { source, indices, .. } => self.bounded(*source, indices, true),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Where indices lead to if what is there has bounds of its own: not the first row of a table, which stands for all
    /// of it (`memset(&table[0][0], 0, sizeof table)`), nor the last member of an object that may be longer than its
    /// type says, as those are that come out of `malloc`.
    fn bounded(&self, source: TypeId, indices: &[TypedValue], is_part: bool) -> Option<TypeId> {
        let (last, path) = indices.split_last().filter(|(_, path)| !path.is_empty())?;
        let index = self.module.int(last.value);
        let fits = match self.module.types.get_resolved(self.walk(source, path)?) {
            Type::Array { .. } => self.rows && index != Some(0),
            Type::Struct { fields, .. } => is_part || index.is_none_or(|index| index + 1 < fields.len() as u128),
            _ => false,
        };
        fits.then(|| self.walk(source, indices))?
    }

    /// Is the address that of a variable, or within something?
    fn is_part(&self, address: ValueRef) -> bool {
        match address {
            ValueRef::Local(id) => matches!(self.made(id), Some(InstKind::Alloca { .. } | InstKind::Gep { .. })),
            _ => true,
        }
    }

    /// Where indices lead to in a type; the first goes over whole objects of it.
    fn walk(&self, source: TypeId, indices: &[TypedValue]) -> Option<TypeId> {
        let types = &self.module.types;
        indices.get(1..)?.iter().try_fold(source, |ty, index| match types.get_resolved(ty) {
            Type::Array { elem, .. } => Some(*elem),
            Type::Struct { .. } => types.member(ty, u64::try_from(self.module.int(index.value)?).ok()?),
            _ => None,
        })
    }

    /// The size of an array of more than one number or pointer.
    fn array(&self, ty: TypeId) -> Option<u64> {
        match self.module.types.get_resolved(ty) {
            &Type::Array { len, elem } if len > 1 => len.checked_mul(self.element(elem)?),
            _ => None,
        }
    }

    fn element(&self, ty: TypeId) -> Option<u64> {
        match self.module.types.get_resolved(ty) {
            Type::Int(bits @ (8 | 16 | 32 | 64 | 128)) => Some(u64::from(*bits / 8)),
            Type::Float(float) if float.bits() != 80 => Some(u64::from(float.bits() / 8)),
            Type::Ptr { .. } => Some(8),
            &Type::Array { len, elem } => len.checked_mul(self.element(elem)?),
            _ => None,
        }
    }

    fn made(&self, id: LocalId) -> Option<&InstKind> {
        let &(block, at) = self.made.get(&id)?;
        Some(&self.f.blocks.get(block)?.instructions.get(at)?.kind)
    }
}
