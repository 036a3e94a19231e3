//! Reading what AddressSanitizer, UndefinedBehaviorSanitizer, LeakSanitizer and the replay runtime print.
//!
//! Oblivious to processes: text in, findings out. Invariant: every line of any text is understood or skipped; nothing
//! in it makes this fail.

use plica_report::{ErrorKind, Location};

/// One error that a native run reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NativeError {
    /// Its class.
    pub kind: ErrorKind,
    /// The words of whoever reported it.
    pub text: String,
    /// Where it happened: the innermost place in the program's own source.
    pub location: Location,
}

/// All that the messages of a run say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Read {
    /// Errors, in order.
    pub findings: Vec<NativeError>,
    /// Notes of the replay runtime.
    pub notes: Vec<String>,
}

/// Reads the messages of a run.
pub fn read(text: &str) -> Read {
    let mut read = Read::default();
    // Stack frames belong to the last finding, as long as it has no place yet.
    let mut wants_frame = false;
    for line in text.lines() {
        if let Some(frame) = frame(line) {
            if wants_frame && let Some(last) = read.findings.last_mut() {
                last.location = frame;
                wants_frame = false;
            }
            continue;
        }
        let found = match line.strip_prefix("plica-replay:\t") {
            Some(event) => runtime_event(event, &mut read.notes),
            None => undefined_behaviour(line).or_else(|| sanitizer_error(line)).or_else(|| uncaught(line)),
        };
        if let Some(finding) = found {
            wants_frame = finding.location.line == 0 && !is_jump(&finding.text);
            read.findings.push(finding);
        }
    }
    read
}

/// `error<TAB>kind<TAB>file<TAB>line<TAB>function<TAB>message` or `note<TAB>what<TAB>text`.
fn runtime_event(event: &str, notes: &mut Vec<String>) -> Option<NativeError> {
    let fields: Vec<&str> = event.split('\t').collect();
    match fields.as_slice() {
        ["error", kind, file, line, function, message @ ..] => Some(NativeError {
            kind: ErrorKind::from_name(kind)?,
            text: message.join("\t"),
            location: Location {
                file: (*file).to_owned(),
                line: line.parse().unwrap_or_default(),
                column: 0,
                function: (*function).to_owned(),
            },
        }),
        ["note", rest @ ..] => {
            notes.push(rest.join(": ").trim_end_matches([':', ' ']).to_owned());
            None
        }
        _ => None,
    }
}

/// `file:line:column: runtime error: text`
fn undefined_behaviour(line: &str) -> Option<NativeError> {
    let (place, text) = line.split_once(": runtime error: ")?;
    Some(NativeError { kind: undefined_kind(text)?, text: text.to_owned(), location: place_of(place)? })
}

fn undefined_kind(text: &str) -> Option<ErrorKind> {
    let has = |part: &str| text.contains(part);
    Some(if has("division by zero") {
        ErrorKind::DivisionByZero
    } else if has("division of") && has("cannot be represented") {
        ErrorKind::DivisionOverflow
    } else if has("shift exponent") {
        ErrorKind::ShiftRange
    } else if has("signed integer overflow") || has("negation of") || has("left shift of") {
        ErrorKind::SignedOverflow
    } else if has("unreachable program point") || has("without returning a value") {
        ErrorKind::UnreachableCode
    } else if has("out of bounds") || has("insufficient space") || has("variable length array bound") {
        ErrorKind::OutOfBounds
    } else if has("null pointer") && (has("load of") || has("store to") || has("access within") || has("call on")) {
        ErrorKind::NullDereference
    } else {
        return None;
    })
}

/// `==123==ERROR: AddressSanitizer: kind on ...`
fn sanitizer_error(line: &str) -> Option<NativeError> {
    let (_, rest) = line.split_once("==ERROR: ")?;
    let (tool, text) = rest.split_once(": ")?;
    let kind = match tool {
        "LeakSanitizer" => ErrorKind::MemoryLeak,
        "AddressSanitizer" => address_kind(text)?,
        "UndefinedBehaviorSanitizer" => address_kind(text)?,
        _ => return None,
    };
    Some(NativeError { kind, text: text.to_owned(), location: Location::default() })
}

fn address_kind(text: &str) -> Option<ErrorKind> {
    let starts = |part: &str| text.starts_with(part);
    Some(if starts("attempting double-free") {
        ErrorKind::DoubleFree
    } else if starts("attempting free")
        || starts("alloc-dealloc-mismatch")
        || starts("attempting to call malloc_usable")
    {
        ErrorKind::InvalidFree
    } else if starts("heap-use-after-free") || starts("stack-use-after") {
        ErrorKind::UseAfterFree
    } else if starts("stack-overflow") {
        ErrorKind::StackOverflow
    } else if text.contains("-overflow")
        || text.contains("underflow")
        || starts("negative-size-param")
        || starts("global-")
    {
        ErrorKind::OutOfBounds
    } else if text.contains("-param-overlap") {
        ErrorKind::OverlappingCopy
    } else if starts("SEGV") || starts("BUS") {
        let address = text.split("unknown address 0x").nth(1).and_then(|rest| rest.split_whitespace().next());
        match address.and_then(|digits| u64::from_str_radix(digits, 16).ok()) {
            Some(address) if address < 4096 => ErrorKind::NullDereference,
            _ => ErrorKind::InvalidDereference,
        }
    } else if starts("allocator is out of memory") {
        // An operator `new`: where the C++ library's throws, the sanitizer's ends the program.
        ErrorKind::UncaughtException
    } else if starts("FPE") {
        ErrorKind::DivisionByZero
    } else if starts("ABRT") || starts("ILL") || starts("TRAP") {
        ErrorKind::Abort
    } else if starts("wild-") || starts("unknown-crash") || starts("use-after-poison") {
        ErrorKind::InvalidDereference
    } else {
        return None;
    })
}

/// Is it a call of what is no function? The stack is then without the frame of the caller, so that the innermost place
/// in it is another.
fn is_jump(text: &str) -> bool {
    let number = |before: &str| text.split(before).nth(1)?.split([' ', ')']).next();
    text.starts_with("SEGV") && number("unknown address ").is_some_and(|address| number("(pc ") == Some(address))
}

/// What the C++ library says before it aborts.
fn uncaught(line: &str) -> Option<NativeError> {
    line.starts_with("terminate called").then(|| NativeError {
        kind: ErrorKind::UncaughtException,
        text: line.to_owned(),
        location: Location::default(),
    })
}

/// `    #1 0x55d in function file:line:column`; the frames of the runtimes are not the program's.
fn frame(line: &str) -> Option<Location> {
    let rest = line.trim_start().strip_prefix('#')?;
    let (_, rest) = rest.split_once(" in ")?;
    // Paths may hold blanks; they begin at the root, or the file is not the program's.
    let (function, place) = rest.split_at(rest.find(" /")?);
    let mut location = place_of(place.trim_start())?;
    if is_foreign(&location.file) || location.line == 0 {
        return None;
    }
    // C++ names have their parameters behind them, and may hold blanks.
    location.function = function.split('(').next().unwrap_or(function).to_owned();
    Some(location)
}

/// Whether a file belongs to a runtime or a library. The program's own files are named from the root, since that is how
/// they are given to the compiler; the C library's may be relative to where it was built.
fn is_foreign(file: &str) -> bool {
    const FOLDERS: &[&str] = &["/plica-native-", "/compiler-rt/", "/usr/include/", "/usr/lib/", "/sysdeps/", "/nptl/"];
    !file.starts_with('/') || FOLDERS.iter().any(|folder| file.contains(folder))
}

/// `file:line:column` or `file:line`.
fn place_of(place: &str) -> Option<Location> {
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let (file, line, column) = match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some((file, line)) => (file, line, last),
        None => (rest, last, 0),
    };
    Some(Location { file: file.to_owned(), line, column, function: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> (ErrorKind, String) {
        let read = read(text);
        (read.findings[0].kind, read.findings[0].location.to_string())
    }

    #[test]
    fn address_sanitizer() {
        let text = "\
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x602000000014 thread T0
    #0 0x493 in __interceptor_memcpy /build/llvm/compiler-rt/lib/asan/x.cpp:5:3
    #1 0x4c3 in std::f(int, char) /tmp/a b.cpp:4:12
    #2 0x4c4 in main /tmp/a.c:9:3
0x602 is located 0 bytes to the right
    #0 0x49 in malloc (/tmp/a+0x49)
    #1 0x4c in main /tmp/a.c:8:3";
        assert_eq!(read(text).findings.len(), 1);
        assert_eq!(read(text).findings[0].location.line, 4);
    }

    #[test]
    fn segmentation_faults_near_zero_are_null() {
        let text =
            |address: &str| format!("==7==ERROR: AddressSanitizer: SEGV on unknown address {address} (pc 0x4c)\n");
        assert_eq!(first(&text("0x000000000008")).0, ErrorKind::NullDereference);
        assert_eq!(first(&text("0x7f0000000008")).0, ErrorKind::InvalidDereference);
        assert_eq!(first("==7==ERROR: AddressSanitizer: SEGV on unknown address").0, ErrorKind::InvalidDereference);
    }

    #[test]
    fn calls_of_what_is_no_function_have_no_place() {
        let text = "\
==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x000000000000 bp 0x7ff sp 0x7ff T0)
    #0 0x0  (<unknown module>)
    #1 0x55d in caller_of_the_caller /tmp/a.c:1:52";
        assert_eq!(read(text).findings[0].kind, ErrorKind::NullDereference);
        assert_eq!(read(text).findings[0].location.line, 0);
    }

    #[test]
    fn undefined_behaviour_sanitizer() {
        let kind =
            |text: &str| undefined_behaviour(&format!("a.c:3:7: runtime error: {text}")).map(|finding| finding.kind);
        assert_eq!(kind("division by zero"), Some(ErrorKind::DivisionByZero));
        assert_eq!(
            kind("division of -2147483648 by -1 cannot be represented in type 'int'"),
            Some(ErrorKind::DivisionOverflow)
        );
        assert_eq!(kind("shift exponent 40 is too large for 32-bit type 'int'"), Some(ErrorKind::ShiftRange));
        assert_eq!(kind("signed integer overflow: 1 + 2147483647"), Some(ErrorKind::SignedOverflow));
        assert_eq!(kind("execution reached an unreachable program point"), Some(ErrorKind::UnreachableCode));
        assert_eq!(kind("index 5 out of bounds for type 'int[5]'"), Some(ErrorKind::OutOfBounds));
        assert_eq!(kind("load of null pointer of type 'int'"), Some(ErrorKind::NullDereference));
        assert_eq!(kind("load of misaligned address 0x1 for type 'int'"), None);
        assert_eq!(first("a.c:3:7: runtime error: division by zero").1, "a.c:3:7");
    }

    #[test]
    fn the_replay_runtime() {
        let text = "\
plica-replay:\tnote\tinputs-exhausted\tx
plica-replay:\terror\terror-call\t\t0\t\treach_error
    #0 0x4c in error /tmp/plica-native-1-0/native_replay.c:90:3
    #1 0x4c in check /tmp/a.c:5
plica-replay:\terror\tassertion-failure\tb.c\t7\tf\tx > 0
    #0 0x4c in f /tmp/other.c:5:1
==7==ERROR: AddressSanitizer: ABRT on unknown address 0x000000001f89
    #0 0x7f in __pthread_kill_implementation nptl/./nptl/pthread_kill.c:44:76
    #1 0x7f in abort stdlib/./stdlib/abort.c:79:7
    #2 0x4c in main /tmp/reentry.c:6:3";
        let read = read(text);
        assert_eq!(read.notes, ["inputs-exhausted: x"]);
        assert_eq!(read.findings[0].location.to_string(), "check (/tmp/a.c:5)");
        assert_eq!(read.findings[1].location.to_string(), "f (b.c:7)");
        assert_eq!(read.findings[1].text, "x > 0");
        assert_eq!(read.findings[2].location.to_string(), "main (/tmp/reentry.c:6:3)");
    }

    #[test]
    fn garbage_is_skipped() {
        for text in [
            "#",
            "# in ",
            "#1 in x",
            "==ERROR: ",
            "a: runtime error: division by zero",
            "plica-replay:\t",
            ":::",
            "#0 in a :",
        ] {
            assert_eq!(read(text).findings, [], "{text}");
        }
    }
}
