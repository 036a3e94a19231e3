//! Numbers from texts with unknown characters, without a path for each of the forms that they may have.

use plica_term::TermId;

use crate::builtin::{Builtin, Call};
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::step::Offset;
use crate::value::{ObjId, Value};

/// So many digits always fit into 64 bits.
const DIGITS: u64 = 18;

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    (name == "__plica_decimal").then_some(decimal)
}

/// The characters of a text that has unknown ones, if it surely ends soon within its object and was written.
fn characters(m: &Machine, s: &mut State, obj: ObjId, start: u64) -> Option<Vec<TermId>> {
    let size = s.heap.get(obj)?.size.as_const()?;
    let mut bytes = Vec::new();
    let mut any_unknown = false;
    for at in start..=start.checked_add(DIGITS)? {
        if at >= size || s.heap.get(obj)?.content.is_uninit(&m.pool, at, 1) {
            return None;
        }
        match m.read(s, obj, Offset::Known(at), 1) {
            Value::Int { bits: 0, .. } => return any_unknown.then_some(bytes),
            byte => {
                any_unknown |= byte.as_const().is_none();
                bytes.push(byte.to_term(&m.pool));
            }
        }
    }
    None
}

/// `int __plica_decimal(const char *text, long *to, int *used)`: the number as `strtol` has it, in one term, and up to
/// where it goes, which is 0 if there is none; 0 where there is nothing to gain by that, or where the text may be too
/// long.
fn decimal(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let no = Ok(Some(Value::int(0, 32)));
    let Value::Ptr { obj, off } = m.arg(s, call, 0)?.as_pointer() else { return no };
    // A block that is gone is for who reads it to find.
    if m.check_access(s, obj, Offset::Known(off), Value::int(1, 64), false).is_err() {
        return no;
    }
    let Some(bytes) = characters(m, s, obj, off) else { return no };
    let pool = &m.pool;
    let is = |b: TermId, c: u8| pool.eq(b, pool.bv(u128::from(c), 8));
    let (mut blank, mut inside, mut negative) = (pool.bool(true), pool.bool(false), pool.bool(false));
    let (mut value, mut used) = (pool.bv(0, 64), pool.bv(0, 32));
    for (at, b) in bytes.into_iter().enumerate() {
        let digit = pool.sub(b, pool.bv(u128::from(b'0'), 8));
        let is_digit = pool.ult(digit, pool.bv(10, 8));
        let is_space = pool.or(is(b, b' '), pool.ult(pool.sub(b, pool.bv(u128::from(b'\t'), 8)), pool.bv(5, 8)));
        let signs = pool.and(blank, pool.or(is(b, b'-'), is(b, b'+')));
        let counts = pool.and(pool.or(blank, inside), is_digit);
        negative = pool.ite(signs, is(b, b'-'), negative);
        let longer = pool.add(pool.mul(value, pool.bv(10, 64)), pool.zext(digit, 64));
        value = pool.ite(counts, longer, value);
        used = pool.ite(counts, pool.bv(at as u128 + 1, 32), used);
        blank = pool.and(blank, is_space);
        inside = pool.or(signs, counts);
    }
    let value = Value::of_term(pool, pool.ite(negative, pool.neg(value), value));
    for (place, size, value) in [(1, 8, value), (2, 4, Value::of_term(pool, used))] {
        let (to, at) = m.locate(s, call.operand(place), size, true)?;
        m.write(s, to, at, size, value);
    }
    Ok(Some(Value::int(1, 32)))
}
