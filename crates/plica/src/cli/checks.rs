//! The list of checks: which classes of errors a run looks for.
//!
//! Oblivious to how a check works. Invariant: the names are stable; every [`ErrorKind`] belongs to exactly one check
//! or is always reported.

use plica_report::ErrorKind;

/// One check that can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Check {
    /// Failed assertions, calls that mark errors, panics.
    Assert,
    /// `abort` and traps.
    Abort,
    /// Null and invalid pointers, calls through them, writes to constants.
    Pointer,
    /// Accesses out of bounds, overlapping copies.
    Bounds,
    /// Use after free, double and invalid free.
    Free,
    /// Division by zero, and its overflow.
    Div,
    /// Shifts by the width or more.
    Shift,
    /// Code that was declared unreachable.
    Unreachable,
    /// Signed overflow.
    Overflow,
    /// Leaks.
    Leaks,
    /// Reads of uninitialised memory.
    Uninit,
    /// Builtins that are undefined for what they are given.
    Builtin,
    /// Recursion deeper than the stack.
    Stack,
    /// Floating-point values converted to integer types that they do not fit.
    FloatCast,
    /// Floating-point division by zero, overflow, and results that are no number.
    Float,
    /// Pointer arithmetic that leaves its object.
    PointerArithmetic,
    /// Pointers into different objects compared or subtracted.
    PointerComparison,
    /// Misaligned accesses.
    Alignment,
    /// Values that a `bool` or an enumeration cannot have.
    Value,
    /// Null where an attribute says that there is none.
    Nonnull,
    /// Calls of a function as one of another type.
    CallType,
    /// Implicit conversions that change the value.
    Conversion,
    /// Unsigned overflow.
    UnsignedOverflow,
}

impl Check {
    /// Every check with its name, whether it is on by default, and what it finds.
    pub const TABLE: &'static [(Check, &'static str, bool, &'static str)] = &[
        (Check::Assert, "assert", true, "failed assertions, calls that mark errors, panics"),
        (Check::Abort, "abort", true, "abort and traps"),
        (Check::Pointer, "pointer", true, "null and invalid pointers, writes to constants"),
        (Check::Bounds, "bounds", true, "accesses out of bounds, overlapping copies"),
        (Check::Free, "free", true, "use after free, double and invalid free"),
        (Check::Div, "div", true, "division by zero and its overflow"),
        (Check::Shift, "shift", true, "shifts by the width or more"),
        (Check::Unreachable, "unreachable", true, "code that was declared unreachable"),
        (Check::Overflow, "overflow", false, "signed overflow"),
        (Check::Leaks, "leaks", false, "memory that is never freed"),
        (Check::Uninit, "uninit", false, "reads of uninitialised memory"),
        (
            Check::Builtin,
            "builtin",
            true,
            "builtins that are undefined for what they are given, such as __builtin_clz(0)",
        ),
        (Check::Stack, "stack", true, "recursion deeper than the stack"),
        (Check::FloatCast, "float-cast", false, "floating-point values that do not fit the integer type they become"),
        (Check::Float, "float", false, "floating-point division by zero, overflow, results that are no number"),
        (Check::PointerArithmetic, "pointer-arithmetic", false, "pointer arithmetic that leaves its object"),
        (
            Check::PointerComparison,
            "pointer-comparison",
            false,
            "pointers into different objects compared or subtracted",
        ),
        (Check::Alignment, "alignment", false, "misaligned accesses"),
        (Check::Value, "value", false, "values that a bool or an enumeration cannot have"),
        (Check::Nonnull, "nonnull", false, "null where an attribute says that there is none"),
        (Check::CallType, "call-type", false, "calls of a function as one of another type"),
        (Check::Conversion, "conversion", false, "implicit conversions that change the value (not in `all`)"),
        (Check::UnsignedOverflow, "unsigned-overflow", false, "unsigned overflow (not in `all`)"),
    ];

    /// The check that an error belongs to; `None` for what is always reported.
    pub fn of(kind: ErrorKind) -> Option<Check> {
        Some(match kind {
            ErrorKind::AssertionFailure | ErrorKind::ErrorCall | ErrorKind::Panic | ErrorKind::UncaughtException => {
                Check::Assert
            }
            ErrorKind::Abort => Check::Abort,
            ErrorKind::NullDereference
            | ErrorKind::InvalidDereference
            | ErrorKind::InvalidCall
            | ErrorKind::UninitializedPointer
            | ErrorKind::ReadOnlyWrite => Check::Pointer,
            ErrorKind::OutOfBounds | ErrorKind::OverlappingCopy => Check::Bounds,
            ErrorKind::UseAfterFree | ErrorKind::DoubleFree | ErrorKind::InvalidFree => Check::Free,
            ErrorKind::DivisionByZero | ErrorKind::DivisionOverflow => Check::Div,
            ErrorKind::ShiftRange => Check::Shift,
            ErrorKind::UnreachableCode => Check::Unreachable,
            ErrorKind::SignedOverflow => Check::Overflow,
            ErrorKind::MemoryLeak => Check::Leaks,
            ErrorKind::UninitializedRead => Check::Uninit,
            ErrorKind::StackOverflow => Check::Stack,
            ErrorKind::InvalidBuiltin => Check::Builtin,
            ErrorKind::UnsignedOverflow => Check::UnsignedOverflow,
            ErrorKind::LossyConversion => Check::Conversion,
            ErrorKind::FloatCast => Check::FloatCast,
            ErrorKind::FloatDivision | ErrorKind::FloatOverflow | ErrorKind::NotANumber => Check::Float,
            ErrorKind::PointerArithmetic => Check::PointerArithmetic,
            ErrorKind::PointerComparison => Check::PointerComparison,
            ErrorKind::MisalignedAccess => Check::Alignment,
            ErrorKind::InvalidValue => Check::Value,
            ErrorKind::NonnullViolation => Check::Nonnull,
            ErrorKind::CallType => Check::CallType,
            ErrorKind::TargetReached => return None,
        })
    }
}

/// A set of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckSet {
    checks: u32,
    /// Was it listed check by check, so that nothing else is wanted?
    exact: bool,
}

impl Default for CheckSet {
    /// The checks that are on without an option.
    fn default() -> Self {
        CheckSet::collect(|&(_, _, on, _)| on)
    }
}

impl CheckSet {
    /// No check.
    pub const EMPTY: CheckSet = CheckSet { checks: 0, exact: true };

    fn collect(wanted: impl Fn(&(Check, &'static str, bool, &'static str)) -> bool) -> Self {
        let bits = Check::TABLE.iter().filter(|row| wanted(row)).map(|row| 1 << row.0 as u32);
        CheckSet { checks: bits.fold(0, |set, bit| set | bit), exact: false }
    }

    /// Every check of what the language leaves undefined. Unsigned arithmetic wraps round and conversions change values
    /// in many a correct program, so these are looked for by name only.
    pub fn all() -> Self {
        CheckSet::collect(|row| !matches!(row.0, Check::Conversion | Check::UnsignedOverflow))
    }

    /// Whether a check is in the set.
    pub fn has(self, check: Check) -> bool {
        self.checks & (1 << check as u32) != 0
    }

    /// Whether an error of this kind is to be reported.
    pub fn reports(self, kind: ErrorKind) -> bool {
        Check::of(kind).is_none_or(|check| self.has(check))
    }

    /// Whether errors count that the set does not name, because the program was compiled with checks for them.
    pub fn takes_those_of_the_program(self) -> bool {
        !self.exact
    }

    /// The set with a name: a check, or one of the groups `memory`, `default`, `all`, `none`.
    fn named(name: &str) -> Option<CheckSet> {
        match name {
            "default" => Some(CheckSet::default()),
            "all" => Some(CheckSet::all()),
            "none" => Some(CheckSet::EMPTY),
            "memory" => CheckSet::named("pointer,bounds,free"),
            "null" => CheckSet::named("pointer"),
            _ => {
                let set = CheckSet::collect(|row| name.split(',').any(|name| row.1 == name));
                (set.checks != 0).then_some(CheckSet { exact: true, ..set })
            }
        }
    }

    /// Reads a list: names separated by commas, of which those with `-` or `no-` in front are taken away. A list that
    /// begins with `+`, `-` or `no-` changes the default; any other list starts from nothing.
    pub fn parse(list: &str) -> Result<CheckSet, String> {
        let mut set = None;
        for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let removed = item.strip_prefix("no-").or_else(|| item.strip_prefix('-'));
            let added = item.strip_prefix('+');
            let name = removed.or(added).unwrap_or(item);
            let named = CheckSet::named(name).ok_or_else(|| unknown(name))?;
            let relative = removed.is_some() || added.is_some();
            let start = set.unwrap_or(if relative { CheckSet::default() } else { CheckSet::EMPTY });
            let checks = if removed.is_some() { start.checks & !named.checks } else { start.checks | named.checks };
            let exact = start.exact && (removed.is_some() || named.exact);
            set = Some(CheckSet { checks, exact });
        }
        set.ok_or_else(|| "the list is empty; `none` stands for no check at all".to_owned())
    }
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = Check::TABLE.iter().map(|row| row.1).chain(["memory", "default", "all", "none"]).collect();
    format!("there is no check `{name}`; the checks are {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> String {
        let set = CheckSet::parse(list).unwrap();
        let names: Vec<&str> = Check::TABLE.iter().filter(|row| set.has(row.0)).map(|row| row.1).collect();
        names.join(" ")
    }

    #[test]
    fn a_list_starts_from_nothing() {
        assert_eq!(names("assert"), "assert");
        assert_eq!(names("assert, memory"), "assert pointer bounds free");
        assert_eq!(names("memory,-free"), "pointer bounds");
        assert_eq!(names("none"), "");
    }

    #[test]
    fn a_list_that_begins_with_a_change_starts_from_the_default() {
        let default = names("default");
        assert_eq!(default, "assert abort pointer bounds free div shift unreachable builtin stack");
        let more = default.replace("unreachable", "unreachable overflow");
        assert_eq!(names("+overflow"), more);
        assert_eq!(names("default,overflow"), more);
        assert_eq!(names("no-shift"), default.replace(" shift", ""));
        assert_eq!(names("default,conversion").replace(" conversion", ""), default);
        assert!(!names("all").contains("conversion") && !names("all").contains("unsigned"));
    }

    #[test]
    fn what_the_program_was_compiled_with_counts_unless_checks_are_listed() {
        let counts = |list: &str| CheckSet::parse(list).unwrap().takes_those_of_the_program();
        assert!(counts("all") && counts("+overflow") && counts("-shift") && counts("default,leaks"));
        assert!(!counts("assert") && !counts("none") && !counts("memory,div"));
        assert!(CheckSet::default().takes_those_of_the_program());
    }

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        let error = CheckSet::parse("assert,nul").unwrap_err();
        assert!(error.starts_with("there is no check `nul`; the checks are assert, abort, pointer"), "{error}");
        assert!(CheckSet::parse(" , ").is_err());
    }

    #[test]
    fn target_is_reported_whatever_the_checks() {
        assert!(CheckSet::EMPTY.reports(ErrorKind::TargetReached));
        assert!(!CheckSet::EMPTY.reports(ErrorKind::Abort));
    }
}
