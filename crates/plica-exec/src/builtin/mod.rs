//! Models of functions that programs call but do not define, by family. A body in the program takes precedence.
//!
//! Only what needs the machine is here (memory, inputs, output, process); the rest of the C library is C code that
//! is compiled with the program. A model either returns a value, interrupts before it changes anything (a decision:
//! it runs again), or ends the path.

mod alloc;
mod course;
mod format;
mod harness;
mod math;
mod memory;
mod print;
mod process;
mod rust;
mod stdio;
#[cfg(test)]
mod tests;

use plica_ir::{Arg, Operand, Ty};

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::step::Offset;
use crate::value::Value;

pub(crate) use course::{Course, course};
pub(crate) use print::conversions;

/// A call of a modelled function.
pub struct Call<'a> {
    /// The arguments.
    pub args: &'a [Arg],
    /// Types of the result's scalars: none or one for the functions modelled here.
    pub results: &'a [Ty],
    /// The function's linker name.
    pub name: &'a str,
    /// Its demangled path.
    pub path: &'a str,
}

impl Call<'_> {
    /// The operand of an argument; missing ones (old C) are indeterminate.
    pub fn operand(&self, i: usize) -> Operand {
        self.args.get(i).map_or(Operand::Undef { width: 64 }, |a| a.value)
    }

    /// Width of the result in bits; 0 for none.
    pub fn result_width(&self) -> u32 {
        self.results.first().map_or(0, |t| t.width())
    }
}

/// A library model. The result is fitted to the type the caller expects.
pub type Builtin = fn(&Machine, &mut State, &Call<'_>) -> Flow<Option<Value>>;

/// The model of a function, if there is one.
pub fn builtin_by_name(name: &str) -> Option<Builtin> {
    harness::lookup(name)
        .or_else(|| memory::lookup(name))
        .or_else(|| alloc::lookup(name))
        .or_else(|| process::lookup(name))
        .or_else(|| stdio::lookup(name))
        .or_else(|| math::lookup(name))
}

/// The model of a function of Rust's library, by its demangled path.
pub fn builtin_by_path(path: &str) -> Option<Builtin> {
    rust::lookup(path)
}

/// Is a call of this function an assertion? Answers whether it tests itself, rather than being what a failed test calls.
pub fn asserts(name: &str) -> Option<bool> {
    match name {
        "__VERIFIER_assert" => Some(true),
        "plica_unreachable" => None,
        _ => match course(name, name) {
            Course::Checks(FaultKind::Assertion) => Some(true),
            Course::Faults(FaultKind::Assertion) => Some(false),
            _ => None,
        },
    }
}

/// Does the executor itself model this function?
pub fn is_modelled(name: &str) -> bool {
    builtin_by_name(name).is_some()
}

impl Machine {
    /// The longest text read from memory for names and messages.
    pub(crate) const MAX_TEXT: u64 = 4096;

    /// The NUL-terminated text at a pointer, for names and messages. Symbolic bytes show as `?`; nothing is checked
    /// beyond the object's end, and nothing is decided.
    pub(crate) fn text_at(&self, s: &mut State, ptr: Value) -> Option<String> {
        let Value::Ptr { obj, off } = ptr.as_pointer() else { return None };
        let Value::Int { bits: size, .. } = s.heap.get(obj)?.size else { return None };
        let mut bytes = Vec::new();
        for at in off..size.min(off.saturating_add(Self::MAX_TEXT)) {
            match self.read(s, obj, Offset::Known(at), 1) {
                Value::Int { bits: 0, .. } => break,
                Value::Int { bits, .. } => bytes.push(bits as u8),
                _ => bytes.push(b'?'),
            }
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The value of an argument.
    pub(crate) fn arg(&self, s: &mut State, call: &Call<'_>, i: usize) -> Flow<Value> {
        self.get(s, call.operand(i))
    }
}
