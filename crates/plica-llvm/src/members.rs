//! Member arrays and rows that are given to functions of the C library: what these write or read has to stay within.
//!
//! The bounds of the whole object do not tell: `strcpy(user.name, text)` may run over into the member behind it. Copies
//! and fills get a check of their length, calls that read a text one of where it ends; calls of functions that write
//! texts become calls of the variants that know how much room there is (those of `_FORTIFY_SOURCE`, and some more of
//! the same form). Oblivious to what the functions do. Invariant: only arrays are bounded that are named as such right
//! at the call (`user.name`, `rows[i]`), of more than one element: a shorter one may be the head of an array of unknown
//! length.

use plica_ir::Rule;
use rustc_hash::FxHashMap;

use self::library::{Bounded, block_operation, bounded_function, scanner, texts_printed, texts_read};
use crate::ast::{
    Call, CallArg, CalledOperand, CastOpcode, ConstExpr, Constant, FunctionDecl, GlobalRef, InstKind, Instruction,
    LocalId, Module, ParamAttrs, Type, TypeId, TypeTable, TypedValue, ValueRef,
};
use crate::insert::{call, check, declare, take};

mod library;

pub use library::is_bounded;

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
    let mut puts = Vec::new();
    for (b, block) in f.blocks.iter().enumerate() {
        for (i, inst) in block.instructions.iter().enumerate() {
            let rooms = Rooms { module, f, made: &made, rows: true };
            match &inst.kind {
                InstKind::Call(call) | InstKind::Invoke { call, .. } => {
                    let CalledOperand::Value(ValueRef::Global(name)) = call.callee else { continue };
                    let name = module.name(name);
                    if !is_own(name) {
                        puts.extend(rooms.needed(call, name).into_iter().map(|put| (b, i, put)));
                    }
                }
                InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => {
                    puts.extend(rooms.stepped(ptr.value).map(|put| (b, i, put)));
                }
                _ => {}
            }
        }
    }
    // From behind, so that places stay what they were.
    for (b, i, put) in puts.into_iter().rev() {
        match put {
            Put::Variant(function, room) => {
                if let Some(call) = call_at(f, b, i) {
                    make_variant(module, call, function, room);
                }
            }
            Put::Scanner(variant, rooms) => {
                if let Some(call) = call_at(f, b, i) {
                    make_scanner(module, call, variant, &rooms);
                }
            }
            Put::Most(number, most, text) => {
                let at = f.blocks[b].instructions[i].clone();
                let code = check(module, f, &at, number, (most, Rule::ArrayBounds, text.into()));
                f.blocks[b].instructions.splice(i..i, code);
            }
            Put::Text(text, room) => {
                let at = f.blocks[b].instructions[i].clone();
                let code = check_text(module, &at, text, room);
                f.blocks[b].instructions.insert(i, code);
            }
        }
    }
}

/// What a call needs, since it is given a member array.
enum Put {
    /// To be the variant that knows how much room there is.
    Variant(&'static Bounded, u64),
    /// To be the variant that knows it of each argument behind the format.
    Scanner(&'static str, Vec<Option<u64>>),
    /// A check before it that a number is at most another, and what is wrong otherwise.
    Most(TypedValue, u64, String),
    /// A check before it that a text ends within its array.
    Text(TypedValue, u64),
}

fn call_at(f: &mut FunctionDecl, block: usize, at: usize) -> Option<&mut Call> {
    match &mut f.blocks[block].instructions[at].kind {
        InstKind::Call(call) | InstKind::Invoke { call, .. } => Some(call),
        _ => None,
    }
}

/// Where a text is to end within its array: the executor has a model of what is called.
const CHECK_TEXT: &str = "__plica_check_text";

fn check_text(module: &mut Module, at: &Instruction, text: TypedValue, room: u64) -> Instruction {
    let room = TypedValue { ty: TypeTable::I64, value: ValueRef::Const(module.constants.int(room.into())) };
    call(module, at, CHECK_TEXT, &[text, room])
}

/// Makes a call one of the variant that is told, behind each argument that the format is about, how much room there is.
fn make_scanner(module: &mut Module, call: &mut Call, variant: &'static str, rooms: &[Option<u64>]) {
    let mut args = call.args.to_vec();
    let fixed = call.args.len() - rooms.len();
    for (n, room) in rooms.iter().enumerate().rev() {
        let value = ValueRef::Const(module.constants.int(room.unwrap_or(u64::MAX).into()));
        let operand = TypedValue { ty: TypeTable::I64, value };
        args.insert(fixed + n + 1, CallArg { operand, attrs: ParamAttrs::default() });
    }
    let Type::Function { ret, .. } = *module.types.get_resolved(call.fn_ty) else { return };
    redirect(module, call, variant, args, ret, (call.fn_ty, true));
}

/// Has a call go to another function, of this type, with these arguments.
fn redirect(
    module: &mut Module,
    call: &mut Call,
    to: &'static str,
    args: Vec<CallArg>,
    ret: TypeId,
    (ty, varargs): (TypeId, bool),
) {
    call.callee = CalledOperand::Value(ValueRef::Global(declare(module, to, ret, ty, varargs)));
    (call.args, call.fn_ty) = (args.into(), ty);
    call.attrs = Box::default();
    call.attr_groups = Box::default();
}

/// Makes a call one of the variant that knows the room.
fn make_variant(module: &mut Module, call: &mut Call, function: &Bounded, room: u64) {
    let Type::Function { ret, params, varargs } = module.types.get_resolved(call.fn_ty).clone() else { return };
    let (mut args, mut params) = (call.args.to_vec(), params.to_vec());
    for &(before, value) in function.more.iter().rev() {
        let ty = if value.is_some() { TypeTable::I32 } else { TypeTable::I64 };
        let value = ValueRef::Const(module.constants.int(value.unwrap_or(room / function.size).into()));
        if before > args.len() || before > params.len() {
            // It is not called as it is declared.
            return;
        }
        args.insert(before, CallArg { operand: TypedValue { ty, value }, attrs: ParamAttrs::default() });
        params.insert(before, ty);
    }
    let ty = module.types.intern(Type::Function { ret, params: params.into(), varargs });
    redirect(module, call, function.variant, args, ret, (ty, varargs));
}

/// Looks for the arrays that addresses are the start of.
#[derive(Clone, Copy)]
struct Rooms<'a> {
    module: &'a Module,
    f: &'a FunctionDecl,
    made: &'a FxHashMap<LocalId, (usize, usize)>,
    /// Are rows of tables arrays of their own?
    rows: bool,
}

impl Rooms<'_> {
    /// What a call of a function of the library needs.
    fn needed(&self, call: &Call, name: &str) -> Vec<Put> {
        let arg = |n: usize| call.args.get(n).map(|arg| arg.operand);
        let room = |n: usize| self.room(arg(n)?.value);
        let mut puts = Vec::new();
        if let Some(function) = block_operation(name) {
            let whole = Rooms { rows: function.rows, ..*self };
            let least = function.arrays.iter().filter_map(|&n| whole.room(arg(n)?.value)).min();
            let size =
                function.unit.map_or(Some(function.size), |n| u64::try_from(self.module.int(arg(n)?.value)?).ok());
            if let (Some(room), Some(length), Some(size @ 1..)) = (least, arg(function.length), size)
                && self.module.int(length.value).is_none_or(|n| n > u128::from(room / size))
            {
                puts.push(Put::Most(length, room / size, function.text(room)));
            }
        }
        if let Some(variant) = scanner(name)
            && let Type::Function { params, varargs: true, .. } = self.module.types.get_resolved(call.fn_ty)
        {
            let rooms: Vec<Option<u64>> = (params.len()..call.args.len()).map(room).collect();
            if rooms.iter().any(Option::is_some) {
                puts.push(Put::Scanner(variant, rooms));
            }
        }
        for n in texts_read(name).chain(texts_printed(name, |n| self.text(arg(n)?.value))) {
            if let (Some(text), Some(room)) = (arg(n), room(n)) {
                puts.push(Put::Text(text, room));
            }
        }
        if let Some(function) = bounded_function(name)
            && let Some(room) = function.arrays.iter().filter_map(|&n| room(n)).min()
        {
            puts.push(Put::Variant(function, room));
        }
        puts
    }

    /// What an access needs at a place that is computed from the start of an array (`*(user.name + i)`).
    fn stepped(&self, address: ValueRef) -> Option<Put> {
        let ValueRef::Local(id) = address else { return None };
        let InstKind::Gep { source, base, indices, .. } = self.made(id)? else { return None };
        let &[index] = &indices[..] else { return None };
        let elements = self.room(base.value)?.checked_div(self.element(*source)?)?;
        // What is known is within if it is small.
        let outside = self.module.int(index.value).is_none_or(|index| index >= u128::from(elements));
        let text = || format!("an index leaves the bounds of an array of {elements} elements");
        outside.then(|| Put::Most(index, elements.saturating_sub(1), text()))
    }

    /// The contents of a constant text.
    fn text(&self, address: ValueRef) -> Option<Box<[u8]>> {
        let mut address = address;
        if let Some(Constant::Expr(expr)) = self.module.constant(address)
            && let ConstExpr::Gep { base, indices, .. } = &**expr
            && indices.iter().all(|index| self.module.int(index.value) == Some(0))
        {
            address = base.value;
        }
        let ValueRef::Global(name) = address else { return None };
        let GlobalRef::Var(at) = self.module.global(name)? else { return None };
        let text = self.module.globals.get(at as usize).filter(|g| g.constant)?;
        match self.module.constant(text.init?)? {
            Constant::Bytes(bytes) => Some(bytes.clone()),
            _ => None,
        }
    }

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
                    ConstExpr::Gep { source, base, indices, .. } => {
                        let (last, path) = indices.split_last()?;
                        // Where LLVM makes an address one of another type it writes a narrower number.
                        let start = last.ty == TypeTable::I64 && self.module.int(last.value) == Some(0);
                        start.then(|| self.array(self.bounded(*source, path, self.is_part(base.value))?))?
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
                    ConstExpr::Gep { source, base, indices, .. } => {
                        self.bounded(*source, indices, self.is_part(base.value))
                    }
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
        // Who reads a member of a union may look at what another one has written behind it.
        let is_part =
            is_part && !(1..path.len()).any(|n| self.walk(source, &path[..n]).is_some_and(|ty| self.is_union(ty)));
        let fits = match self.module.types.get_resolved(self.walk(source, path)?) {
            Type::Array { .. } => self.rows && index != Some(0),
            Type::Struct { fields, .. } => is_part || index.is_none_or(|index| index + 1 < fields.len() as u128),
            _ => false,
        };
        fits.then(|| self.walk(source, indices))?
    }

    /// Is the address that of a variable, or within something? A variable that is taken for one of another type may go
    /// on behind that, and so may what is at the end of something that may.
    fn is_part(&self, address: ValueRef) -> bool {
        let within = |source, base: ValueRef, indices: &[TypedValue]| {
            self.is_part(base) || !self.is_last(source, indices).unwrap_or(false)
        };
        match address {
            ValueRef::Local(id) => match self.made(id) {
                Some(InstKind::Alloca { .. }) => true,
                Some(InstKind::Gep { source, base, indices, .. }) => within(*source, base.value, indices),
                _ => false,
            },
            ValueRef::Const(id) => match self.module.constants.get(id) {
                Constant::Expr(expr) => match &**expr {
                    ConstExpr::Gep { source, base, indices, .. } => within(*source, base.value, indices),
                    _ => false,
                },
                _ => true,
            },
            _ => true,
        }
    }

    /// Is it what clang calls a union?
    fn is_union(&self, ty: TypeId) -> bool {
        matches!(self.module.types.get(ty), Type::Named { name, .. } if self.module.name(*name).starts_with("union."))
    }

    /// Is it the last member of a structure that indices lead to?
    fn is_last(&self, source: TypeId, indices: &[TypedValue]) -> Option<bool> {
        let (last, path) = indices.split_last().filter(|(_, path)| !path.is_empty())?;
        match self.module.types.get_resolved(self.walk(source, path)?) {
            Type::Struct { fields, .. } => Some(self.module.int(last.value)? + 1 == fields.len() as u128),
            _ => None,
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
