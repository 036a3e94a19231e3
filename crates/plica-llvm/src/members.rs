//! Member arrays and rows that are given to functions of the C library: what these write or read has to stay within.
//!
//! The bounds of the whole object do not tell: `strcpy(user.name, text)` may run over into the member behind it. Copies
//! and fills get a check of their length, calls that read a text one of where it ends; calls of functions that write
//! texts become calls of the variants that know how much room there is (those of `_FORTIFY_SOURCE`, and some more of
//! the same form). Oblivious to what the functions do. Invariant: only arrays are bounded that are named as such right
//! at the call (`user.name`, `rows[i] + k`), of more than one element: a shorter one may be the head of an array of
//! unknown length.

use plica_ir::Rule;
use rustc_hash::FxHashMap;

use self::library::{Block, Bounded, block_operation, bounded_function, scanner, texts_printed, texts_read};
use self::rooms::{Room, Rooms};
use crate::ast::{
    BinaryOp, Call, CallArg, CalledOperand, ConstExpr, Constant, FunctionDecl, GlobalRef, InstKind, Module, ParamAttrs,
    Type, TypeId, TypeTable, TypedValue, ValueRef,
};
use crate::insert::{Before, call, declare, take};

mod library;
mod rooms;

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
        let at = f.blocks[b].instructions[i].clone();
        let mut before = Before::new(module, f, at);
        let mut variant = None;
        match put {
            Put::Variant(function, rooms) => {
                let least = rooms.iter().map(|room| left(&mut before, room)).collect::<Vec<_>>();
                let least = least.into_iter().reduce(|a, b| before.least(a, b));
                variant = least.map(|room| Changed::Variant(function, divided(&mut before, room, function.size)));
            }
            Put::Scanner(to, rooms) => {
                let none = before.number(u64::MAX);
                let rooms = rooms.iter().map(|room| room.as_ref().map_or(none, |room| left(&mut before, room)));
                variant = Some(Changed::Scanner(to, rooms.collect()));
            }
            Put::Block(function, length, size, room) => {
                let most = left(&mut before, &room);
                let most = divided(&mut before, most, size);
                before.check(length, most, Rule::ArrayBounds, function.text(room.size).into());
            }
            Put::Access(size, room) => {
                let elements = room.size / size;
                let text = format!("an index leaves the bounds of an array of {elements} elements").into();
                let (number, most) = match room {
                    Room { known: 0, step: Some((index, of)), .. } if of == size => (index, elements - 1),
                    _ => (distance(&mut before, &room), room.size - size),
                };
                before.check_known(number, most, Rule::ArrayBounds, text);
            }
            Put::Text(text, room) => {
                let (left, size) = (left(&mut before, &room), before.number(room.size));
                let code = call(before.module, &before.at, CHECK_TEXT, &[text, left, size]);
                before.code.push(code);
            }
        }
        let code = before.code;
        if let (Some(variant), InstKind::Call(call) | InstKind::Invoke { call, .. }) =
            (variant, &mut f.blocks[b].instructions[i].kind)
        {
            match variant {
                Changed::Variant(function, room) => make_variant(module, call, function, room),
                Changed::Scanner(variant, rooms) => make_scanner(module, call, variant, &rooms),
            }
        }
        f.blocks[b].instructions.splice(i..i, code);
    }
}

/// How many bytes an address lies behind the start of its array.
fn distance(before: &mut Before<'_>, room: &Room) -> TypedValue {
    let known = before.number(room.known as u64);
    let Some((index, size)) = room.step else { return known };
    let bytes = match size {
        1 => index,
        _ => {
            let size = before.number(size);
            before.binary(BinaryOp::Mul, index, size)
        }
    };
    if room.known == 0 { bytes } else { before.binary(BinaryOp::Add, bytes, known) }
}

/// How many bytes there are from an address to the end of its array, which it is checked not to leave.
fn left(before: &mut Before<'_>, room: &Room) -> TypedValue {
    if let Some(left) = room.left() {
        return before.number(left);
    }
    let distance = distance(before, room);
    let text = format!("an address leaves the bounds of an array of {} bytes", room.size);
    before.check_known(distance, room.size, Rule::ArrayBounds, text.into());
    let size = before.number(room.size);
    before.binary(BinaryOp::Sub, size, distance)
}

/// How many elements of a size so many bytes are.
fn divided(before: &mut Before<'_>, bytes: TypedValue, size: u64) -> TypedValue {
    if size == 1 {
        return bytes;
    }
    if let Some(known) = before.module.int(bytes.value) {
        return before.number(known as u64 / size);
    }
    let size = before.number(size);
    before.binary(BinaryOp::UDiv, bytes, size)
}

/// What a call becomes.
enum Changed {
    Variant(&'static Bounded, TypedValue),
    Scanner(&'static str, Vec<TypedValue>),
}

/// What a call or an access needs, since it is given a member array.
enum Put {
    /// To be the variant that knows how much room there is: the least of these.
    Variant(&'static Bounded, Vec<Room>),
    /// To be the variant that knows it of each argument behind the format.
    Scanner(&'static str, Vec<Option<Room>>),
    /// A check before it that so many elements of this size are within.
    Block(&'static Block, TypedValue, u64, Room),
    /// A check before it that an element of this size is within.
    Access(u64, Room),
    /// A check before it that a text ends within its array.
    Text(TypedValue, Room),
}

/// Where a text is to end within its array: the executor has a model of what is called.
const CHECK_TEXT: &str = "__plica_check_text";

/// Makes a call one of the variant that is told, behind each argument that the format is about, how much room there is.
fn make_scanner(module: &mut Module, call: &mut Call, variant: &'static str, rooms: &[TypedValue]) {
    let mut args = call.args.to_vec();
    let fixed = call.args.len() - rooms.len();
    for (n, &operand) in rooms.iter().enumerate().rev() {
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
fn make_variant(module: &mut Module, call: &mut Call, function: &Bounded, room: TypedValue) {
    let Type::Function { ret, params, varargs } = module.types.get_resolved(call.fn_ty).clone() else { return };
    let (mut args, mut params) = (call.args.to_vec(), params.to_vec());
    for &(before, value) in function.more.iter().rev() {
        let given = |value: u64, module: &mut Module| TypedValue {
            ty: TypeTable::I32,
            value: ValueRef::Const(module.constants.int(value.into())),
        };
        let operand = value.map_or(room, |value| given(value, module));
        if before > args.len() || before > params.len() {
            // It is not called as it is declared.
            return;
        }
        args.insert(before, CallArg { operand, attrs: ParamAttrs::default() });
        params.insert(before, operand.ty);
    }
    let ty = module.types.intern(Type::Function { ret, params: params.into(), varargs });
    redirect(module, call, function.variant, args, ret, (ty, varargs));
}

impl Rooms<'_> {
    /// What a call of a function of the library needs.
    fn needed(&self, call: &Call, name: &str) -> Vec<Put> {
        let arg = |n: usize| call.args.get(n).map(|arg| arg.operand);
        let room = |n: usize| self.room(arg(n)?.value);
        let mut puts = Vec::new();
        if let Some(function) = block_operation(name) {
            let whole = Rooms { rows: function.rows, ..*self };
            let rooms: Vec<Room> = function.arrays.iter().filter_map(|&n| whole.room(arg(n)?.value)).collect();
            let size =
                function.unit.map_or(Some(function.size), |n| u64::try_from(self.module.int(arg(n)?.value)?).ok());
            if let (Some(length), Some(size @ 1..)) = (arg(function.length), size) {
                let known = self.module.int(length.value);
                let fits = |room: &Room| room.left().zip(known).is_some_and(|(room, n)| n <= u128::from(room / size));
                let wide = |room: &Room| length.ty == TypeTable::I64 || room.left().is_some();
                let rooms = rooms.into_iter().filter(|room| !fits(room) && wide(room));
                puts.extend(rooms.map(|room| Put::Block(function, length, size, room)));
            }
        }
        if let Some(variant) = scanner(name)
            && let Type::Function { params, varargs: true, .. } = self.module.types.get_resolved(call.fn_ty)
        {
            let rooms: Vec<Option<Room>> = (params.len()..call.args.len()).map(room).collect();
            if rooms.iter().any(Option::is_some) {
                puts.push(Put::Scanner(variant, rooms));
            }
        }
        let read = texts_read(name).map(|n| (n, None));
        for (n, most) in read.chain(texts_printed(name, |n| self.text(arg(n)?.value))) {
            if let (Some(text), Some(room)) = (arg(n), room(n))
                && most.is_none_or(|most| most > room.size)
            {
                puts.push(Put::Text(text, room));
            }
        }
        if let Some(function) = bounded_function(name) {
            let rooms: Vec<Room> = function.arrays.iter().filter_map(|&n| room(n)).collect();
            puts.extend((!rooms.is_empty()).then_some(Put::Variant(function, rooms)));
        }
        puts
    }

    /// What an access needs at a place that is computed from the start of an array (`*(user.name + i)`).
    fn stepped(&self, address: ValueRef) -> Option<Put> {
        let ValueRef::Local(id) = address else { return None };
        let InstKind::Gep { source, base, indices, .. } = self.made(id)? else { return None };
        let &[index] = &indices[..] else { return None };
        let (room, size) = (self.room_behind((*source, base.value, index))?, self.element(*source)?);
        // What is known is within if it is small.
        let within = room.left().is_some_and(|left| left >= size);
        (room.size >= size && !within).then_some(Put::Access(size, room))
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
}
