//! The end of the program: `exit`, `abort`, failed assertions.

use plica_ir::Ty;
use plica_term::{Sort, SymbolKind};

use crate::builtin::{Builtin, Call};
use crate::event::InputOrigin;
use crate::fault::{FaultKind, StopKind};
use crate::fresh::Mode;
use crate::machine::Machine;
use crate::outcome::{Flow, Interrupt, Outcome};
use crate::premise::Premise;
use crate::state::{Frame, State};
use crate::step::stop;
use crate::value::Value;

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    Some(match name {
        "exit" | "_exit" | "_Exit" | "klee_silent_exit" | "plica_exit" => exit,
        "abort" | "__plica_abort" => abort,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" => assert_fail,
        _ if is_unfollowed(name) => unsupported,
        "plica_environment_variable" => environment_variable,
        "plica_fixed_hash_keys" => fixed_hash_keys,
        "plica_plain_processor" => plain_processor,
        "plica_status_of_child" => status_of_child,
        "__stack_chk_fail" => stack_smashed,
        "__plica_undefined" => undefined,
        ASSERTED_BY_LIBRARY => library_assertion,
        _ => return None,
    })
}

/// What libstdc++ calls where a condition on which its functions are defined does not hold, if it was asked to look
/// (`_GLIBCXX_ASSERTIONS`): `std::__glibcxx_assert_fail(file, line, function, condition)`.
pub(super) const ASSERTED_BY_LIBRARY: &str = "_ZSt21__glibcxx_assert_failPKciS0_S0_";

/// Is it a function after which it is not known where control goes?
pub(super) fn is_unfollowed(name: &str) -> bool {
    let jumps = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"];
    jumps.contains(&name)
}

fn exit(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let status = m.arg(s, call, 0)?;
    if let Mode::Concrete(world) = &m.mode {
        world.ends(status.as_const().map(|status| status as u8));
    }
    Err(match call.name {
        // These run nothing any more.
        "_exit" | "_Exit" | "klee_silent_exit" | "plica_exit" => {
            m.check_leaks(s, s.frames())?;
            Box::new(Outcome::Finished)
        }
        _ => m.end(s, s.frames()),
    })
}

impl Machine {
    /// The regular end of the program. What runs then is called before (`ending.rs`); where that was not possible the
    /// path is undecided. `running` are the frames of the functions that have not returned.
    pub(crate) fn end<'a>(&self, s: &State, running: impl Iterator<Item = &'a Frame>) -> Interrupt {
        if let Some(&f) = self.program.destructors.first() {
            let name = &self.program.func(f).display;
            return stop(StopKind::Unsupported, format!("unsupported: the destructor {name}, which runs at the end"));
        }
        match self.check_leaks(s, running) {
            Ok(()) => Box::new(Outcome::Finished),
            Err(leak) => leak,
        }
    }
}

fn abort(m: &Machine, _s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    Err(m.fault(FaultKind::Abort, "the program calls abort"))
}

fn assert_fail(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    // The text is the first argument of __assert_fail, the third or fourth of its kin.
    let text = m.arg(s, call, 0)?;
    let text = m.text_at(s, text).unwrap_or_default();
    Err(m.fault(FaultKind::Assertion, format!("the assertion {text} fails")))
}

/// `void __plica_undefined(const char *text)`: a model is asked for what the rules of its function forbid.
fn undefined(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let text = m.arg(s, call, 0)?;
    Err(m.fault(FaultKind::InvalidBuiltin, m.text_at(s, text).unwrap_or_default()))
}

/// Nearly all that the library asks for is that an index, an iterator or what is looked into is within its container,
/// and what a pointer leads to.
fn library_assertion(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let text = m.arg(s, call, 3)?;
    let text = m.text_at(s, text).unwrap_or_default();
    let of_pointer = text.contains("nullptr") || text.contains("pointer()");
    let kind = if of_pointer { FaultKind::NullDereference } else { FaultKind::OutOfBounds };
    // Where nobody looks for that, the program has asked for it itself, and ends there.
    let kind = if m.config.checks.covers(kind) { kind } else { FaultKind::Abort };
    Err(m.fault(kind, format!("what the C++ library requires does not hold: {text}")))
}

fn stack_smashed(m: &Machine, _s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    Err(m.fault(FaultKind::Abort, "the guard of a stack frame was overwritten"))
}

/// `unsigned plica_status_of_child(int child)`: how a child ended, which is a process of the same program on paths of
/// its own. On this one it is a function that nobody can compute, so an error that depends on it is not believed.
fn status_of_child(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    if let Mode::Unit(unit) = &m.mode {
        unit.refuse("it asks how a child process has ended");
        return Err(stop(StopKind::Unsupported, "unsupported: the status of a child in a function on its own"));
    }
    let child = m.arg(s, call, 0)?;
    let child = m.fit(child, Ty::Int(32)).to_term(&m.pool);
    let sort = Sort::Array { index: 32, elem: 32 };
    let statuses = m.pool.symbol("the status of a child process", sort, SymbolKind::Function);
    Ok(Some(Value::of_term(&m.pool, m.pool.select(statuses, child))))
}

/// The program asks which optional features the processor has.
fn plain_processor(m: &Machine, s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    m.note(s, Premise::Processor);
    Ok(None)
}

/// The keys of Rust's hash maps are used.
fn fixed_hash_keys(m: &Machine, s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    m.note(s, Premise::HashKeys);
    Ok(None)
}

/// A variable of the environment that was not asked for before: null, or any string within the bound.
fn environment_variable(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.note(s, Premise::Environment);
    let Some(most) = m.config.environment else { return Ok(Some(Value::NULL)) };
    let name = m.arg(s, call, 0)?;
    let what = format!("getenv({:?})", m.text_at(s, name).unwrap_or_default());
    if !m.choice(s, &format!("{what} is set"))? {
        return Ok(Some(Value::NULL));
    }
    let full = || stop(StopKind::Objects, "more objects than pointers can name");
    let obj = m.environment_object(s, vec![0; most as usize + 1], &what).ok_or_else(full)?;
    m.symbolic_bytes(s, obj, 0, u64::from(most), &what, InputOrigin::Call);
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

fn unsupported(_m: &Machine, _s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    Err(stop(StopKind::Unsupported, format!("unsupported: {}", call.name)))
}
