//! Block operations that the compiler may also express as intrinsics, and what the models in C ask of blocks.

use plica_ir::{BinOp, Flags, Ty};

use crate::builtin::{Builtin, Call};
use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::step::{Offset, Overlap};
use crate::value::Value;

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    Some(match name {
        "memcpy" | "__memcpy_chk" | "mempcpy" | "__mempcpy_chk" => copy,
        "memmove" | "__memmove_chk" => shift,
        "memset" | "__memset_chk" => fill,
        "__plica_same_object" => same_object,
        "__plica_check_apart" => check_apart,
        "__plica_check_room" => check_room,
        "__plica_check_text" => check_text,
        MARK_OF_CONSTANTS => constant,
        _ => return None,
    })
}

/// The variants that know the room, with the number of bytes and the room as their third and fourth arguments.
fn within_room(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<&'static str> {
    let function = ["mempcpy", "memcpy", "memmove", "memset"].into_iter().find(|&f| call.name.contains(f));
    let function = function.unwrap_or_default();
    if call.name.ends_with("_chk") {
        let (needed, room) = (m.arg(s, call, 2)?, m.arg(s, call, 3)?);
        require_room(m, s, function, needed, room)?;
    }
    Ok(function)
}

/// What a function writes or reads has to be within the member array, or the block, that it is given.
fn require_room(m: &Machine, s: &mut State, function: &str, needed: Value, room: Value) -> Flow {
    let ok = m.pool.ule(needed.to_term(&m.pool), room.to_term(&m.pool));
    m.require(s, ok, FaultKind::OutOfBounds, || match room.as_const() {
        Some(room) => format!("{function} leaves the bounds of an array: there is room for {room} bytes"),
        None => format!("{function} leaves the bounds of an array"),
    })
}

/// What marks a local variable as constant.
pub(crate) const MARK_OF_CONSTANTS: &str = "__plica_constant";

/// `void __plica_constant(const void *variable)`: a local variable has been initialised and is constant from now on.
fn constant(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (obj, _) = m.resolve(s, call.operand(0))?;
    if let Some(object) = s.heap.get_mut(obj) {
        object.constant = true;
    }
    Ok(None)
}

/// `void __plica_check_room(const char *function, size_t needed, size_t room)`
fn check_room(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (name, needed, room) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?, m.arg(s, call, 2)?);
    let name = m.text_at(s, name).unwrap_or_default();
    require_room(m, s, &name, needed, room)?;
    Ok(None)
}

/// `void __plica_check_text(const char *text, size_t room, size_t size)`: a member array of this size is read as a
/// text, which has to end in what is left of it. Where it ends is not decided.
fn check_text(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (left, all) = (m.arg(s, call, 1)?, m.arg(s, call, 2)?);
    let Some(room) = left.as_const().or(all.as_const()).filter(|room| *room <= Machine::MAX_TEXT) else {
        return Ok(None);
    };
    let (obj, off) = m.resolve(s, call.operand(0))?;
    let size = m.live_object(s, obj, off)?.size.as_const();
    match (off, size) {
        // An object that ends before the member does has bounds of its own, which the reading function keeps.
        (_, None) => return Ok(None),
        (Offset::Known(at), Some(size)) if size.saturating_sub(at) < room => return Ok(None),
        (Offset::Known(_), Some(_)) => {}
        (_, Some(_)) => m.check_access(s, obj, off, left, false)?,
    }
    let mut ends = Vec::new();
    for at in 0..room {
        let byte = m.read(s, obj, m.shifted(off, at), 1);
        if byte.as_const() == Some(0) && left.as_const().is_some() {
            return Ok(None);
        }
        let mut ends_here = m.pool.eq(byte.to_term(&m.pool), m.pool.bv(0, u8::BITS));
        if let Value::Term(left) = left {
            ends_here = m.pool.and(ends_here, m.pool.ult(m.pool.bv(at.into(), 64), left));
        }
        ends.push(ends_here);
    }
    let ok = m.pool.or_all(&ends);
    let size = all.as_const().unwrap_or(room);
    m.require(s, ok, FaultKind::OutOfBounds, || format!("a text does not end within its array of {size} bytes"))?;
    Ok(None)
}

fn copy(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let name = within_room(m, s, call)?;
    m.copy_block(s, call.operand(0), call.operand(1), call.operand(2), Overlap::Fault(name))?;
    let to = m.arg(s, call, 0)?;
    if name == "memcpy" {
        return Ok(Some(to));
    }
    // The end of what was written.
    let len = m.arg(s, call, 2)?;
    Ok(Some(m.binary(s, BinOp::Add, Ty::Int(64), Flags::default(), to, len)?))
}

fn shift(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    within_room(m, s, call)?;
    m.copy_block(s, call.operand(0), call.operand(1), call.operand(2), Overlap::Allowed)?;
    Ok(Some(m.arg(s, call, 0)?))
}

fn fill(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    within_room(m, s, call)?;
    m.fill_block(s, call.operand(0), call.operand(1), call.operand(2))?;
    Ok(Some(m.arg(s, call, 0)?))
}

/// `int __plica_same_object(const void *a, const void *b)`: do both point into one object? Only there can they overlap.
fn same_object(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (a, b) = (m.resolve(s, call.operand(0))?, m.resolve(s, call.operand(1))?);
    Ok(Some(Value::int(u64::from(a.0 == b.0 && a.0.0 != 0), 32)))
}

/// `void __plica_check_apart(const char *function, const void *to, size_t n, const void *from, size_t m)`: the `n`
/// bytes that a function writes and the `m` bytes that it reads have to be different ones.
fn check_apart(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (to, from) = (m.resolve(s, call.operand(1))?, m.resolve(s, call.operand(3))?);
    if to.0 != from.0 {
        return Ok(None);
    }
    let pool = &m.pool;
    let (written, read) = (m.arg(s, call, 2)?.to_term(pool), m.arg(s, call, 4)?.to_term(pool));
    let (to, from) = (to.1.value().to_term(pool), from.1.value().to_term(pool));
    let none = |n| pool.eq(n, pool.bv(0, 64));
    let behind = |a, n, b| pool.ule(pool.add(a, n), b);
    let ok = pool.or_all(&[none(written), none(read), behind(to, written, from), behind(from, read, to)]);
    let name = m.arg(s, call, 0)?;
    let name = m.text_at(s, name).unwrap_or_default();
    m.require(s, ok, FaultKind::OverlappingCopy, || format!("{name} between places that overlap"))?;
    Ok(None)
}
