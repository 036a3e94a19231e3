//! Native runs: the program under analysis, built with clang's sanitizers, on one test case.
//!
//! Used by `--confirm native` and `plica replay` only: it executes the program under analysis on this machine.
//! [`build`] makes the executable, [`exec`] runs it under a time limit, [`findings`] reads what the sanitizers and
//! `runtime/native_replay.c` say. [`paths`] makes test cases movable, [`trust`] says what they may choose.
//!
//! Oblivious to the engine. Invariant: a run never outlives its time limit, and nothing stays behind on disk.

pub mod build;
pub mod exec;
pub mod findings;
mod flags;
pub mod paths;
pub mod trust;

pub(crate) use build::{BuildTarget, NativeProgram};
pub(crate) use exec::Ended;
pub(crate) use findings::NativeError;

use crate::error::UserError;
use plica_report::{ARGC, ErrorKind, Expected, Location, TestCase, argument_position, write_ktest};
use std::time::Duration;

/// The exit statuses with which `runtime/native_replay.c` ends a run.
const EXIT_ASSUMPTION: i32 = 98;
const EXIT_NO_TEST: i32 = 96;

/// What a native run showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NativeRun {
    /// How the process ended.
    pub ended: Ended,
    /// What the sanitizers and the replay runtime reported, in order.
    pub findings: Vec<NativeError>,
    /// Whether an assumption of the program was false on these inputs.
    pub assumption_failed: bool,
    /// What did not go as the test case says: inputs that are missing or of another size.
    pub notes: Vec<String>,
}

/// How a native run relates to an error that was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// The run ends in that error.
    Reproduced,
    /// The run does not show it, but a native run cannot always show errors of this class.
    NotShown,
    /// The run does not end in that error, although it would have to.
    Contradicted,
}

impl NativeRun {
    /// The first error of the run.
    pub fn error(&self) -> Option<&NativeError> {
        self.findings.first()
    }

    /// Whether the run shows an error. What is reported is compared by its class and, where both are known, its line.
    pub fn agrees_with(&self, expected: &Expected) -> Agreement {
        // An exception that is not caught is an abort, of which the C++ library says why.
        let is_uncaught = |found: ErrorKind| (found, expected.kind) == (ErrorKind::UncaughtException, ErrorKind::Abort);
        let fits = |finding: &&NativeError| {
            (family(finding.kind) == family(expected.kind) || is_uncaught(finding.kind))
                && (expected.line == 0 || finding.location.line == 0 || finding.location.line == expected.line)
        };
        if self.findings.iter().any(|finding| fits(&finding)) {
            return Agreement::Reproduced;
        }
        match family(expected.kind) {
            Family::Marked | Family::Division | Family::Panic => Agreement::Contradicted,
            Family::Access | Family::Free | Family::Arithmetic | Family::Unseen => Agreement::NotShown,
        }
    }
}

/// Classes of errors that a native run cannot tell apart for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// Assertions, error calls, aborts: all end the process on purpose.
    Marked,
    Division,
    Panic,
    /// Bad accesses. A native run misses those that happen to land in another object.
    Access,
    Free,
    Arithmetic,
    /// What no sanitizer of ours sees.
    Unseen,
}

fn family(kind: ErrorKind) -> Family {
    match kind {
        ErrorKind::AssertionFailure | ErrorKind::ErrorCall | ErrorKind::Abort => Family::Marked,
        ErrorKind::DivisionByZero | ErrorKind::DivisionOverflow => Family::Division,
        ErrorKind::Panic | ErrorKind::UncaughtException => Family::Panic,
        ErrorKind::NullDereference
        | ErrorKind::InvalidDereference
        | ErrorKind::OutOfBounds
        | ErrorKind::UseAfterFree
        | ErrorKind::ReadOnlyWrite
        | ErrorKind::InvalidCall
        | ErrorKind::OverlappingCopy
        | ErrorKind::StackOverflow => Family::Access,
        ErrorKind::DoubleFree | ErrorKind::InvalidFree => Family::Free,
        ErrorKind::ShiftRange
        | ErrorKind::SignedOverflow
        | ErrorKind::UnreachableCode
        | ErrorKind::InvalidBuiltin
        | ErrorKind::PointerArithmetic
        | ErrorKind::MisalignedAccess
        | ErrorKind::InvalidValue
        | ErrorKind::NonnullViolation
        | ErrorKind::CallType => Family::Arithmetic,
        ErrorKind::MemoryLeak
        | ErrorKind::UninitializedRead
        | ErrorKind::UninitializedPointer
        | ErrorKind::UnsignedOverflow
        | ErrorKind::LossyConversion
        | ErrorKind::FloatCast
        | ErrorKind::FloatDivision
        | ErrorKind::FloatOverflow
        | ErrorKind::NotANumber
        | ErrorKind::PointerComparison
        | ErrorKind::TargetReached => Family::Unseen,
    }
}

impl NativeProgram {
    /// Runs the program on a test case.
    pub fn run(&self, test: &TestCase, limit: Duration) -> Result<NativeRun, UserError> {
        let (arguments, inputs) = split_arguments(test);
        let ktest = self.folder().join("input.ktest");
        std::fs::write(&ktest, write_ktest(&inputs))
            .map_err(|error| UserError::new(format!("cannot write `{}`: {error}", ktest.display())))?;
        let output = exec::run(self, &ktest, &arguments, limit)?;
        let read = findings::read(&output.stderr);
        let mut findings = read.findings;
        if findings.is_empty()
            && let Some(kind) = by_signal(output.ended)
        {
            let text = format!("the process ended: {}", output.ended);
            findings.push(NativeError { kind, text, location: Location::default() });
        }
        let mut notes = read.notes;
        if findings.iter().any(|finding| finding.location.line == 0) && self.symbolizer().is_none() {
            notes.push("lines are missing since there is no llvm-symbolizer: it comes with LLVM's tools".to_owned());
        }
        if output.ended == Ended::Exited(EXIT_NO_TEST) {
            return Err(UserError::new(format!("the native run cannot read its inputs: {}", notes.join("; "))));
        }
        Ok(NativeRun {
            ended: output.ended,
            findings,
            assumption_failed: output.ended == Ended::Exited(EXIT_ASSUMPTION),
            notes,
        })
    }
}

/// What a signal means when nobody said more.
fn by_signal(ended: Ended) -> Option<ErrorKind> {
    match ended {
        Ended::Signal(libc::SIGABRT | libc::SIGILL | libc::SIGTRAP) => Some(ErrorKind::Abort),
        Ended::Signal(libc::SIGSEGV | libc::SIGBUS) => Some(ErrorKind::InvalidDereference),
        Ended::Signal(libc::SIGFPE) => Some(ErrorKind::DivisionByZero),
        _ => None,
    }
}

/// Takes the objects that are arguments of the command line (`argv[1]`, KLEE's `arg00`) out of a test case.
fn split_arguments(test: &TestCase) -> (Vec<Vec<u8>>, TestCase) {
    let mut arguments: Vec<(u32, Vec<u8>)> = Vec::new();
    let mut inputs = TestCase { objects: Vec::new(), ..test.clone() };
    for object in &test.objects {
        match argument_position(&object.name) {
            Some(position) => {
                // A C string ends at its first zero, and so does what a process can be given.
                let text = object.bytes.split(|&byte| byte == 0).next().unwrap_or_default();
                arguments.push((position, text.to_vec()));
            }
            None => inputs.objects.push(object.clone()),
        }
    }
    arguments.sort_by_key(|argument| argument.0);
    // Where the number of arguments is an input, those behind it are not there.
    if let Some(at) = inputs.objects.iter().position(|object| object.name == ARGC) {
        let count = inputs.objects.remove(at).bytes.iter().rev().fold(0, |n, &byte| n << 8 | usize::from(byte));
        // Those that nobody looks at are not in the test case.
        arguments.resize(count.clamp(1, 1 + MOST_ARGUMENTS) - 1, (u32::MAX, Vec::new()));
    }
    (arguments.into_iter().map(|argument| argument.1).collect(), inputs)
}

/// More arguments than this a native run is not given.
const MOST_ARGUMENTS: usize = 1 << 12;

#[cfg(test)]
mod tests {
    use super::*;
    use plica_report::TestObject;

    fn object(name: &str, bytes: &[u8]) -> TestObject {
        TestObject { name: name.into(), bytes: bytes.to_vec(), ..TestObject::default() }
    }

    #[test]
    fn arguments_are_told_from_inputs_and_end_at_the_first_zero() {
        let objects =
            vec![object("argv[2]", b"b\0c"), object("x", &[1]), object("argv[1]", b"a\0"), object("argc", &[2])];
        let (arguments, inputs) = split_arguments(&TestCase { objects, ..TestCase::default() });
        assert_eq!(arguments, [b"a".to_vec(), b"b".to_vec()]);
        let names: Vec<_> = inputs.objects.iter().map(|object| object.name.as_str()).collect();
        assert_eq!(names, ["x", "argc"]);
    }

    #[test]
    fn a_test_case_may_say_how_many_arguments_there_are() {
        let count = |n: u8| {
            let objects = vec![object(ARGC, &[n, 0, 0, 0]), object("argv[1]", b"a"), object("argv[2]", b"b")];
            split_arguments(&TestCase { objects, ..TestCase::default() }).0.len()
        };
        assert_eq!([0, 1, 2, 3, 5].map(count), [0, 0, 1, 2, 4]);
    }

    #[test]
    fn agreement_asks_for_the_class_and_the_line() {
        let finding =
            |kind, line| NativeError { kind, text: String::new(), location: Location { line, ..Location::default() } };
        let run = |findings| NativeRun { ended: Ended::Exited(1), findings, assumption_failed: false, notes: vec![] };
        let expected = |kind, line| Expected { kind, file: String::new(), line };
        let assertion = run(vec![finding(ErrorKind::AssertionFailure, 3)]);
        assert_eq!(assertion.agrees_with(&expected(ErrorKind::AssertionFailure, 3)), Agreement::Reproduced);
        assert_eq!(assertion.agrees_with(&expected(ErrorKind::AssertionFailure, 4)), Agreement::Contradicted);
        assert_eq!(assertion.agrees_with(&expected(ErrorKind::OutOfBounds, 3)), Agreement::NotShown);
        assert_eq!(run(vec![]).agrees_with(&expected(ErrorKind::DivisionByZero, 3)), Agreement::Contradicted);
    }
}
