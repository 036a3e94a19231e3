//! What calls of modelled functions do to the path, as far as their names tell.
//!
//! Oblivious to arguments and states. Invariant: a model that never returns is listed here; what is listed does what it
//! says whenever it is executed (`tests.rs` runs each).

use crate::builtin::{math, process, rust, unwind};
use crate::fault::FaultKind;

/// What a call does to the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Course {
    /// It returns, or finds a fault in how it is used: in where its pointers point to.
    Returns,
    /// The same for a function of numbers: in the types of its arguments too.
    Computes,
    /// The same for a function that prints, whose format is this argument: in whether those behind it fit.
    Prints(usize),
    /// The same for a function that fills a block of memory: its arguments are the block, its length, and perhaps a
    /// name.
    Fills,
    /// It is this fault unless its argument holds.
    Checks(FaultKind),
    /// It is this fault.
    Faults(FaultKind),
    /// The path ends there without a fault.
    Ends,
    /// The path is not followed: control goes elsewhere, or what it does later is not known.
    Unfollowed,
    /// It calls a function of the program and returns when that does.
    CallsBack,
    /// It returns, or ends the path since it is not known where an exception leads.
    LooksAhead,
}

/// What a call of the modelled function does.
pub(crate) fn course(name: &str, path: &str) -> Course {
    if let Some(kind) = unwind::error(name) {
        return Course::Faults(kind);
    }
    match name {
        "__VERIFIER_assert"
        | "klee_assert"
        | "plica_assert"
        | "__CPROVER_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition" => Course::Checks(FaultKind::Assertion),
        "plica_unreachable" | "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" => {
            Course::Faults(FaultKind::Assertion)
        }
        "reach_error" | "__VERIFIER_error" | "klee_abort" | "plica_error" | "klee_report_error" => {
            Course::Faults(FaultKind::ErrorCall)
        }
        "plica_rust_panics" | "plica_rust_panic_text" => Course::Faults(FaultKind::Panic),
        "__plica_undefined" => Course::Faults(FaultKind::InvalidBuiltin),
        process::ASSERTED_BY_LIBRARY => Course::Faults(FaultKind::OutOfBounds),
        "abort" | "__plica_abort" | "__stack_chk_fail" => Course::Faults(FaultKind::Abort),
        _ if unwind::looks_ahead(name) => Course::LooksAhead,
        "exit" | "_exit" | "_Exit" | "klee_silent_exit" | "plica_exit" => Course::Ends,
        "klee_make_symbolic" | "plica_make_symbolic" => Course::Fills,
        "__plica_check_room" => Course::Computes,
        "printf" => Course::Prints(0),
        "__printf_chk" => Course::Prints(1),
        _ if process::is_unfollowed(name) => Course::Unfollowed,
        _ if math::lookup(name).is_some() => Course::Computes,
        _ if path == rust::START => Course::CallsBack,
        _ if rust::is_panic(path) => Course::Faults(FaultKind::Panic),
        _ => Course::Returns,
    }
}
