//! Block operations that the compiler may also express as intrinsics.

use crate::builtin::{Builtin, Call};
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::step::Overlap;
use crate::value::Value;

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    Some(match name {
        "memcpy" | "__memcpy_chk" => copy,
        "memmove" | "__memmove_chk" => shift,
        "memset" | "__memset_chk" => fill,
        _ => return None,
    })
}

fn copy(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.copy_block(s, call.operand(0), call.operand(1), call.operand(2), Overlap::Fault)?;
    Ok(Some(m.arg(s, call, 0)?))
}

fn shift(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.copy_block(s, call.operand(0), call.operand(1), call.operand(2), Overlap::Allowed)?;
    Ok(Some(m.arg(s, call, 0)?))
}

fn fill(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.fill_block(s, call.operand(0), call.operand(1), call.operand(2))?;
    Ok(Some(m.arg(s, call, 0)?))
}
