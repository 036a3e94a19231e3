//! What Rust programs call in the standard library that is compiled elsewhere: the start of the program, and panics.
//!
//! Functions are known by their demangled paths, since the linker names change with every compiler.

use plica_ir::{Arg, Operand, Ty};

use crate::builtin::{Builtin, Call};
use crate::fault::{FaultKind, StopKind};
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::State;
use crate::step::{Offset, stop};
use crate::value::Value;

/// What calls `main`, by its demangled path.
pub(super) const START: &str = "std::rt::lang_start_internal";

/// The model of a function by its demangled path.
pub(super) fn lookup(path: &str) -> Option<Builtin> {
    if path == START {
        Some(start)
    } else if starts_thread(path) {
        Some(thread)
    } else {
        is_panic(path).then_some(panic as Builtin)
    }
}

/// The models that what is linked with a program calls.
pub(super) fn lookup_name(name: &str) -> Option<Builtin> {
    Some(match name {
        "plica_rust_panics" => panics,
        "plica_entry_elements" => entry_elements,
        "plica_rust_panic_text" => panic_text,
        _ => return None,
    })
}

/// Does a panic at this path format what it says? The others end the program themselves.
pub(super) fn says_why(path: &str) -> bool {
    is_panic(path) && !path.starts_with("std::panicking::begin_panic")
}

/// Does the function of this demangled path start a thread?
fn starts_thread(path: &str) -> bool {
    (path.starts_with("std::thread::") || path.starts_with("<std::thread::")) && path.contains("::spawn")
}

/// Does it catch panics, where these unwind the stack?
fn catches_panics(path: &str) -> bool {
    ["std::panic::catch_unwind", "std::panicking::catch_unwind", "std::panicking::try"]
        .iter()
        .any(|p| path.starts_with(p))
}

/// Does the function of this demangled path panic?
pub(super) fn is_panic(path: &str) -> bool {
    let panics = [
        "core::panicking::",
        "std::panicking::begin_panic",
        "core::option::unwrap_failed",
        "core::option::expect_failed",
        "core::result::unwrap_failed",
        "core::slice::index::slice_",
        "core::str::slice_error_fail",
        "core::cell::panic_",
        "alloc::raw_vec::capacity_overflow",
        "alloc::raw_vec::handle_error",
    ];
    panics.iter().any(|p| path.starts_with(p))
}

/// `lang_start_internal(main: &dyn Fn() -> i32, argc, argv, sigpipe)`: calls `main`.
fn start(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    /// Where the table of a `dyn Fn` has the function: behind drop, size, align, `call_once` and `call_mut`.
    const CALL: u64 = 5 * 8;
    let (table, off) = m.locate(s, call.operand(1), CALL + 8, false)?;
    let function = m.read(s, table, m.shifted(off, CALL), 8);
    let target = match function.as_pointer() {
        Value::Ptr { obj, off: 0 } => m.object_function(obj),
        _ => None,
    };
    let Some(target) = target else {
        return Err(m.fault(FaultKind::InvalidCall, "the table of main holds no function"));
    };
    m.enter(s, target, &[Arg { value: call.operand(0), ty: Ty::Ptr, byval: None }])?;
    Ok(None)
}

/// The function that calls this panics: an error of whoever called that. A run that is to tell what the panic says goes
/// on.
fn panics(m: &Machine, s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    if m.config.spell_panics {
        return Ok(None);
    }
    s.pop_frame();
    panics_with(m, s, "panic".into())
}

/// A panic is an error unless the program is prepared for it. Nothing is unwound here, so then it is not followed.
fn panics_with(m: &Machine, s: &State, message: String) -> Flow<Option<Value>> {
    if s.frames().any(|frame| catches_panics(&m.program.func(frame.func).display)) {
        return Err(stop(StopKind::Unsupported, "unsupported: a panic that `catch_unwind` catches"));
    }
    Err(m.fault(FaultKind::Panic, message))
}

fn thread(_m: &Machine, _s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    Err(stop(StopKind::Unsupported, "unsupported: a thread is started"))
}

/// How many elements vectors and slices may have that are arguments.
fn entry_elements(m: &Machine, s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    m.note(s, Premise::Lengths);
    Ok(Some(Value::int(m.config.elements.into(), 64)))
}

/// What a panic says has been put together: a text and its length.
fn panic_text(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let said = text(m, s, call.operand(0), call.operand(1)).unwrap_or_default();
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Err(m.fault(FaultKind::Panic, lines.join(", ")))
}

fn panic(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let name = call.path.rsplit("::").next().unwrap_or(call.path);
    let known = |i: usize, s: &mut State| m.arg(s, call, i).ok().and_then(Value::as_const);
    let message = match name {
        "panic_bounds_check" => match (known(0, s), known(1, s)) {
            (Some(i), Some(n)) => format!("index {i} is out of bounds of a slice of length {n}"),
            _ => "an index is out of bounds of its slice".to_string(),
        },
        // `panic(message: &str)`: a pointer and a length.
        "panic" | "panic_nounwind" | "expect_failed" => {
            text(m, s, call.operand(0), call.operand(1)).unwrap_or_else(|| "panic".to_string())
        }
        "panic_fmt" | "panic_display" => "panic".to_string(),
        "unwrap_failed" => "unwrap or expect of what holds no value".to_string(),
        // A panic with a text that was given as it is: `panic!(text)` of older editions.
        _ if call.path.starts_with("std::panicking::begin_panic") && call.args.len() == 3 => {
            text(m, s, call.operand(0), call.operand(1)).unwrap_or_else(|| "panic".to_string())
        }
        _ => match name.strip_prefix("panic_const_") {
            Some(what) => format!("panic: {}", what.replace('_', " ")),
            None => format!("panic ({name})"),
        },
    };
    panics_with(m, s, message)
}

/// The text of a `&str`, if it is known.
fn text(m: &Machine, s: &mut State, data: Operand, len: Operand) -> Option<String> {
    let Value::Ptr { obj, off } = m.get(s, data).ok()?.as_pointer() else { return None };
    let len = m.get(s, len).ok()?.as_const()?.min(Machine::MAX_TEXT);
    let Value::Int { bits: size, .. } = s.heap.get(obj)?.size else { return None };
    let end = off.checked_add(len).filter(|&end| end <= size)?;
    let bytes: Option<Vec<u8>> =
        (off..end).map(|at| m.read(s, obj, Offset::Known(at), 1).as_const().map(|b| b as u8)).collect();
    String::from_utf8(bytes?).ok()
}
