//! What belongs to a library: plica's models of the C library, and the standard libraries of Rust and C++. An error in
//! one of them is shown where the program's own code got into it.
//!
//! Oblivious to errors' classes. Invariant: the file of a model is never named; it is gone when the report is read.

use std::sync::Arc;

use plica_exec::Finding;
use plica_ir::{DebugLoc, FuncId, Loc, Program};
use plica_report::{ErrorReport, Location, StackFrame};

use super::outcome::site_location;

/// Beginnings of the names of functions in standard libraries, as they are shown.
const STANDARD: &[&str] =
    &["core::", "std::", "alloc::", "<core::", "<std::", "<alloc::", "<&core::", "<[T] as core::"];

/// Runtime functions of Rust that panics go through.
const RUNTIME: &[&str] = &["rust_begin_unwind", "rust_panic"];

/// Is it not the program's own?
pub fn is_library(program: &Program, func: FuncId) -> bool {
    let f = program.func(func);
    program.is_of_library(func)
        || STANDARD.iter().any(|start| f.display.starts_with(start))
        || RUNTIME.contains(&&*f.display)
}

/// The position in the program's own code where functions of a standard library were inlined, and the outermost of
/// them.
pub fn own_position(program: &Program, at: DebugLoc) -> (DebugLoc, Option<Arc<str>>) {
    let (mut own, mut library) = (at, None);
    while program.source.is_of_library(own) {
        let scope = program.source.scope(own);
        // All of the function is the library's.
        let Some(call) = scope.inlined_at else { return (at, None) };
        (own, library) = (call, Some(scope.function.clone()));
    }
    (own, library)
}

/// Where something that happens in the innermost of these functions is shown.
pub fn place(program: &Program, trace: &[(FuncId, Loc)]) -> Location {
    let own = trace.iter().find(|site| !is_library(program, site.0)).or(trace.first());
    own.map_or_else(Location::default, |&site| site_location(program, site))
}

/// Where what is in a model is shown: by the function's name.
pub fn in_model(program: &Program, func: FuncId) -> Option<Location> {
    let function = || format!("{} (plica's model)", program.func(func).display);
    program.models.contains(&func).then(|| Location { function: function(), ..Location::default() })
}

/// Folds the frames of libraries in the traces of errors, and places the errors in the program's own code. The errors
/// are those of the confirmed findings, in their order.
pub fn fold(program: &Program, findings: &[Finding], errors: &mut [ErrorReport]) {
    for (error, finding) in errors.iter_mut().zip(findings.iter().filter(|f| f.confirmed)) {
        error.location = place(program, &finding.trace);
        let mut library: Vec<bool> = finding.trace.iter().map(|site| is_library(program, site.0)).collect();
        if library.len() != error.trace.len() {
            continue;
        }
        // The compiler's own `main`, which calls Rust's start-up code, is nobody's.
        let nobody = |site: &(FuncId, Loc)| program.func(site.0).decl.line == 0;
        if matches!(library.as_slice(), [.., true, false]) && finding.trace.last().is_some_and(nobody) {
            library.pop();
            error.trace.pop();
        }
        for (frame, (func, loc)) in error.trace.iter_mut().zip(&finding.trace) {
            let at = program.func(*func).locs.get(loc.index()).copied().unwrap_or(DebugLoc::UNKNOWN);
            frame.library = own_position(program, at).1.map_or_else(String::new, |name| name.to_string());
        }
        if library.contains(&false) {
            error.trace = folded(std::mem::take(&mut error.trace), &library);
        }
    }
}

/// Frames without those of libraries: the frame that called into one names it.
fn folded(frames: Vec<StackFrame>, library: &[bool]) -> Vec<StackFrame> {
    let mut out: Vec<StackFrame> = Vec::new();
    let mut inside: Vec<StackFrame> = Vec::new();
    for (mut frame, &library) in frames.into_iter().zip(library) {
        if library {
            inside.push(frame);
            continue;
        }
        if !inside.is_empty() {
            frame.library = named(&inside);
            inside.clear();
        }
        out.push(frame);
    }
    // What is left called the program's own code first: Rust's start.
    out
}

/// The function that was called, outermost of these, and how many more there are.
fn named(frames: &[StackFrame]) -> String {
    match frames.split_last() {
        None => String::new(),
        // Helpers of a model are nobody's concern.
        Some((called, more)) if more.is_empty() || called.location.file.is_empty() => called.location.function.clone(),
        Some((called, more)) => format!("{} and {} more of the library", called.location.function, more.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(function: &str, file: &str) -> StackFrame {
        let location = Location { file: file.into(), function: function.into(), ..Location::default() };
        StackFrame { location, ..StackFrame::default() }
    }

    #[test]
    fn a_trace_begins_in_the_programs_own_code() {
        let all = [
            ("core::panicking::panic", "/rustc/p.rs", true),
            ("core::option::Option<T>::unwrap", "/rustc/o.rs", true),
            ("a::f", "a.rs", false),
            ("a::main", "a.rs", false),
            ("std::rt::lang_start", "/rustc/r.rs", true),
        ];
        let frames = all.iter().map(|f| frame(f.0, f.1)).collect();
        let shown = folded(frames, &all.map(|f| f.2));
        let shown: Vec<(&str, &str)> = shown.iter().map(|f| (&*f.location.function, &*f.library)).collect();
        assert_eq!(shown, [("a::f", "core::option::Option<T>::unwrap and 1 more of the library"), ("a::main", ""),]);
    }

    #[test]
    fn helpers_of_a_model_are_not_shown() {
        let frames = vec![frame("put (plica's model)", ""), frame("printf (plica's model)", ""), frame("main", "a.c")];
        assert_eq!(folded(frames, &[true, true, false])[0].library, "printf (plica's model)");
    }
}
