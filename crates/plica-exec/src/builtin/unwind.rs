//! What the models of exceptions ask of the machine: which handlers there are in the callers, and the end of the
//! program by `std::terminate`.
//!
//! Oblivious to which exception a handler takes. Invariant: where it is not known who calls, nobody is told that an
//! exception is or is not caught.

use plica_ir::Loc;
use plica_ir::landing::{self, LandingClause};

use crate::builtin::{Builtin, Call, ending};
use crate::fault::{FaultKind, StopKind};
use crate::fresh::Mode;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::{Frame, State};
use crate::step::stop;
use crate::value::Value;

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    Some(match name {
        "plica_handler" => handler,
        "plica_terminate" => terminate,
        "plica_jump_is_here" => jump_is_here,
        "plica_jump_leads_nowhere" => jump_leads_nowhere,
        "plica_uncaught" => uncaught,
        _ => return None,
    })
}

/// Is it a function that looks at who calls?
pub(super) fn looks_ahead(name: &str) -> bool {
    ["plica_handler", "plica_jump_is_here"].contains(&name)
}

/// The error that the function is, if it ends the program since nobody takes an exception or a jump.
pub(super) fn error(name: &str) -> Option<FaultKind> {
    match name {
        "plica_terminate" => Some(FaultKind::Abort),
        "plica_jump_leads_nowhere" => Some(FaultKind::InvalidBuiltin),
        "plica_uncaught" => Some(FaultKind::UncaughtException),
        _ => None,
    }
}

/// The answers of `plica_handler`, numbered as in `runtime/models/exceptions.c`.
#[derive(Clone, Copy)]
enum Found {
    NoMore,
    Catch,
    Allowed,
    Filter,
    Nobody,
    Somebody,
}

/// `int plica_handler(unsigned frame, unsigned clause, const void **type)`: what a clause is of the place that an
/// exception comes to in a frame, counted from the one that asks.
fn handler(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let number = |s: &mut State, i| m.arg(s, call, i).map(|v| v.as_const().unwrap_or(u64::MAX));
    let (frame, clause) = (number(s, 0)?, number(s, 1)?);
    let (to, off) = m.locate(s, call.operand(2), 8, true)?;
    let answer = |what: Found| Ok(Some(Value::int(what as u64, 32)));
    let frames: Vec<&Frame> = s.frames().take(usize::try_from(frame).unwrap_or(usize::MAX).saturating_add(1)).collect();
    let Some((&last, inner)) = frames.split_last() else { return answer(Found::Nobody) };
    if inner.iter().any(|f| m.stands_for_many(f)) {
        return Err(stop(StopKind::Unsupported, "unsupported: an exception that leaves recursion which is folded"));
    }
    if inner.len() as u64 != frame || inner.last().is_some_and(|f| f.startup) {
        return match &m.mode {
            Mode::Unit(memory) => {
                memory.refuse("an exception may leave it");
                Err(stop(StopKind::Unsupported, "unsupported: an exception that leaves a function by itself"))
            }
            // Whoever calls this function may catch it.
            _ if m.config.inputs.is_some() && inner.last().is_some_and(|f| !f.startup) => answer(Found::Somebody),
            _ => answer(Found::Nobody),
        };
    }
    let function = m.program.func(last.func);
    let Some(clauses) = landing::clauses(&m.program, function, last.loc) else {
        if *function.name == *ending::AT_EXIT {
            return answer(Found::Nobody);
        }
        let message = format!("unsupported: an exception that passes through {}", function.display);
        return Err(stop(StopKind::Unsupported, message));
    };
    let (what, ty) = match clauses.get(usize::try_from(clause).unwrap_or(usize::MAX)) {
        None => return answer(Found::NoMore),
        Some(LandingClause::Filter) => return answer(Found::Filter),
        Some(&LandingClause::Catch(ty)) => (Found::Catch, ty),
        Some(&LandingClause::Allows(ty)) => (Found::Allowed, ty),
    };
    let ty = m.get(s, ty)?;
    m.write(s, to, off, 8, ty);
    answer(what)
}

/// `void plica_jump_is_here(void)`: a place is remembered or gone back to, which needs all calls in between.
fn jump_is_here(m: &Machine, s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    if let Mode::Unit(memory) = &m.mode {
        memory.refuse("it takes part in a longjmp");
        return Err(stop(StopKind::Unsupported, "unsupported: setjmp or longjmp in a function by itself"));
    }
    if s.frames().any(|f| m.stands_for_many(f)) {
        return Err(stop(StopKind::Unsupported, "unsupported: setjmp or longjmp in recursion which is folded"));
    }
    Ok(None)
}

/// `void plica_jump_leads_nowhere(void)`: nobody that has not returned has called setjmp for that.
fn jump_leads_nowhere(m: &Machine, _s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    if m.config.inputs.is_some() {
        // Whoever calls the entry may have.
        return Err(stop(StopKind::Unsupported, "unsupported: a longjmp that leaves the function of the entry"));
    }
    // Undefined, whatever a C library makes of it: a native run may return to any place.
    Err(m.fault(FaultKind::InvalidBuiltin, "longjmp leads to a call that has ended, or to none"))
}

impl Machine {
    /// A call of a function that calls itself may stand for any number of calls, whose frames are not there.
    fn stands_for_many(&self, f: &Frame) -> bool {
        f.inside.iter().any(|i| i.fenced && i.head == Loc(0)) && self.is_recursive(f.func)
    }
}

/// `void plica_terminate(int how, const char *type, const char *what)`: the type by its name in the ABI.
fn terminate(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let how = m.arg(s, call, 0)?.as_const().unwrap_or(0);
    let message = match (how, described(m, s, call, 1)?) {
        (0, Some((exception, what))) => format!("std::terminate is called for {exception}{what}"),
        (1, _) => "throw without an exception that is being handled".to_string(),
        (2, _) => "the handler of std::terminate returns".to_string(),
        (3, _) => "a pure virtual function is called".to_string(),
        (4, _) => "a deleted virtual function is called".to_string(),
        (5, _) => "control comes to a static variable that is being initialised".to_string(),
        _ => "std::terminate is called".to_string(),
    };
    Err(m.fault(FaultKind::Abort, message))
}

/// `void plica_uncaught(const char *type, const char *what)`: an exception for which there is no handler.
fn uncaught(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (exception, what) = described(m, s, call, 0)?.unwrap_or_else(|| ("an exception".to_string(), String::new()));
    Err(m.fault(FaultKind::UncaughtException, format!("{exception} is not caught{what}")))
}

/// The exception whose type is named by this argument, and behind a colon what the next argument says of it.
fn described(m: &Machine, s: &mut State, call: &Call<'_>, first: usize) -> Flow<Option<(String, String)>> {
    let (name, what) = (m.arg(s, call, first)?, m.arg(s, call, first + 1)?);
    let what = m.text_at(s, what).map_or_else(String::new, |what| format!(": {what}"));
    Ok(m.text_at(s, name).map(|name| (format!("an exception of type {}", type_name(&name)), what)))
}

/// A type as people write it.
fn type_name(abi: &str) -> String {
    let symbol = format!("_ZTS{}", abi.trim_start_matches('*'));
    let text = cpp_demangle::Symbol::new(symbol).ok().and_then(|s| s.demangle(&Default::default()).ok());
    text.and_then(|t| t.strip_prefix("typeinfo name for ").map(str::to_string)).unwrap_or_else(|| abi.to_string())
}
