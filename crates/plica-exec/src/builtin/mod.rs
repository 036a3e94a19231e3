//! Models of functions that programs call but do not define, by family. A body in the program takes precedence.
//!
//! Only what needs the machine is here (memory, inputs, output, process); the rest of the C library is C code that
//! is compiled with the program. A model either returns a value, interrupts before it changes anything (a decision:
//! it runs again), or ends the path.

mod alloc;
mod bounds;
mod course;
mod ending;
mod extended;
mod files;
mod format;
mod harness;
mod inverse;
mod klee;
mod math;
mod memory;
mod numbers;
mod print;
mod process;
mod rust;
mod stdio;
mod stub;
#[cfg(test)]
mod tests;
mod unwind;
mod x87;

use plica_ir::{
    Arg, Block, Callee, Command, DebugLoc, FuncId, Function, Global, GlobalId, Init, Intrinsic, Loc, Operand, Program,
    Ty,
};

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::step::Offset;
use crate::value::Value;

pub(crate) use alloc::ERRNO;
pub use alloc::{ADDRESS_SPACE, looked_up, throws};
pub(crate) use course::{Course, course};
pub use files::{GivenContent, GivenFiles};
pub(crate) use inverse::arguments_for;
pub(crate) use math::library_value;
pub(crate) use memory::MARK_OF_CONSTANTS;
pub(crate) use print::conversions;
pub use stub::Stub;

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
        .or_else(|| klee::lookup(name))
        .or_else(|| memory::lookup(name))
        .or_else(|| alloc::lookup(name))
        .or_else(|| process::lookup(name))
        .or_else(|| files::lookup(name))
        .or_else(|| numbers::lookup(name))
        .or_else(|| stdio::lookup(name))
        .or_else(|| unwind::lookup(name))
        .or_else(|| stub::lookup(name))
        .or_else(|| math::lookup(name))
        .or_else(|| rust::lookup_name(name))
}

/// The model of a function of Rust's library, by its demangled path.
pub fn builtin_by_path(path: &str) -> Option<Builtin> {
    rust::lookup(path).or_else(|| alloc::lookup_path(path))
}

/// Does the executor itself model the function of this demangled path? Then it does so whatever body there is.
pub fn is_modelled_by_path(path: &str) -> bool {
    builtin_by_path(path).is_some()
}

/// Is it a function of Rust's library that panics and tells why by formatting it?
pub fn says_why(path: &str) -> bool {
    rust::says_why(path)
}

/// Is a call of this function an assertion? Answers whether it tests itself, rather than being what a failed test
/// calls.
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

/// What the executor makes of a function that it models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinKind {
    /// It does something to the state, as the function would.
    Machine,
    /// A floating-point operation, on any arguments.
    Operation,
    /// It is computed on known arguments; on others only bounds of its result are known.
    Bounded,
}

/// What the executor makes of this function, if it models it.
pub fn builtin_kind(name: &str) -> Option<BuiltinKind> {
    match math::lookup(name) {
        Some(_) if math::is_bounded(name) => Some(BuiltinKind::Bounded),
        Some(_) => Some(BuiltinKind::Operation),
        None => builtin_by_name(name).map(|_| BuiltinKind::Machine),
    }
}

/// Does the executor itself model this function?
pub fn is_modelled(name: &str) -> bool {
    builtin_by_name(name).is_some()
}

/// The table of what `klee_alias_function` says: a pointer for each function, null where its name stands for itself. It
/// is a variable of the program, so it is kept, folded and summarised like any other.
pub(crate) const ALIASES: &str = "klee_alias_function";

/// May the program make up the name of a function and have that called? Then nothing of it is out of reach.
pub fn may_call_by_name(program: &Program) -> bool {
    program.globals_by_name.contains_key(ALIASES)
}

/// SV-COMP's assumption in plain C, which programs for it define: `if (!cond) { abort(); }`.
const ASSUMES: &str = "assume_abort_if_not";

/// Makes the calls of `abort` in SV-COMP's assumption ones of an assumption that does not hold.
fn assume_for_abort(program: &mut Program) {
    let is_undefined = |f: &FuncId| program.func(*f).is_declaration();
    let assumes = |f: &Function| &*f.name == ASSUMES && !f.is_declaration();
    let Some(abort) = program.function("abort").filter(is_undefined) else { return };
    if !program.functions.iter().any(assumes) {
        return;
    }
    const MODEL: &str = "__VERIFIER_assume";
    let model = program.function(MODEL).filter(is_undefined).unwrap_or_else(|| {
        let id = FuncId(program.functions.len() as u32);
        let f = Function { name: MODEL.into(), display: MODEL.into(), ..program.func(abort).clone() };
        program.functions.push(f);
        program.by_name.entry(MODEL.into()).or_insert(id);
        id
    });
    let never = Arg { value: Operand::Int { width: 32, bits: 0 }, ty: Ty::Int(32), byval: None };
    for f in program.functions.iter_mut().filter(|f| assumes(f)) {
        for command in &mut f.code {
            if let Command::Call { callee: callee @ Callee::Direct(_), args, .. } = command
                && *callee == Callee::Direct(abort)
            {
                (*callee, *args) = (Callee::Direct(model), [never].into());
            }
        }
    }
}

/// Makes a linked program one that the machine runs: functions that mark errors do that whatever body they have, and
/// SV-COMP's assumption assumes; its end runs what is to run then, and there is a place for what the program says of
/// its functions.
pub fn prepare(program: &mut Program) {
    assume_for_abort(program);
    for (id, f) in program.functions.iter_mut().enumerate() {
        if matches!(&*f.name, "reach_error" | "__VERIFIER_error") && !f.is_declaration() {
            let at = f.locs.iter().copied().find(|l| l.line > 0).unwrap_or(f.decl);
            let error = Command::Intrinsic { dst: None, op: Intrinsic::Error, args: Box::default() };
            (f.code, f.locs) = (vec![error, Command::Unreachable], vec![at; 2]);
            f.blocks = vec![Block { start: Loc(0), name: "entry".into() }];
            f.labels.clear();
            // The error is at its caller.
            program.library.insert(FuncId(id as u32));
        }
    }
    ending::add_calls(program);
    if program.function(ALIASES).is_some_and(|f| program.func(f).is_declaration()) {
        let id = GlobalId(program.globals.len() as u32);
        program.globals_by_name.insert(ALIASES.into(), id);
        program.globals.push(Global {
            name: ALIASES.into(),
            size: 8 * program.functions.len() as u64,
            cell: 8,
            constant: false,
            init: Init::Zero,
            decl: DebugLoc::UNKNOWN,
        });
    }
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
