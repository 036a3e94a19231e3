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
            | ErrorKind::ReadOnlyWrite => Check::Pointer,
            ErrorKind::OutOfBounds | ErrorKind::OverlappingCopy => Check::Bounds,
            ErrorKind::UseAfterFree | ErrorKind::DoubleFree | ErrorKind::InvalidFree => Check::Free,
            ErrorKind::DivisionByZero | ErrorKind::DivisionOverflow => Check::Div,
            ErrorKind::ShiftRange => Check::Shift,
            ErrorKind::UnreachableCode => Check::Unreachable,
            ErrorKind::SignedOverflow => Check::Overflow,
            ErrorKind::MemoryLeak => Check::Leaks,
            ErrorKind::UninitializedRead => Check::Uninit,
            ErrorKind::TargetReached | ErrorKind::StackOverflow => return None,
        })
    }
}

/// A set of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckSet(u16);

impl Default for CheckSet {
    /// The checks that are on without an option.
    fn default() -> Self {
        CheckSet::collect(|&(_, _, on, _)| on)
    }
}

impl CheckSet {
    /// No check.
    pub const EMPTY: CheckSet = CheckSet(0);

    fn collect(wanted: impl Fn(&(Check, &'static str, bool, &'static str)) -> bool) -> Self {
        let bits = Check::TABLE.iter().filter(|row| wanted(row)).map(|row| 1 << row.0 as u16);
        CheckSet(bits.fold(0, |set, bit| set | bit))
    }

    /// Every check.
    pub fn all() -> Self {
        CheckSet::collect(|_| true)
    }

    /// Whether a check is in the set.
    pub fn has(self, check: Check) -> bool {
        self.0 & (1 << check as u16) != 0
    }

    /// Whether an error of this kind is to be reported.
    pub fn reports(self, kind: ErrorKind) -> bool {
        Check::of(kind).is_none_or(|check| self.has(check))
    }

    /// The set with a name: a check, or one of the groups `memory`, `default`, `all`, `none`.
    fn named(name: &str) -> Option<CheckSet> {
        match name {
            "default" => Some(CheckSet::default()),
            "all" => Some(CheckSet::all()),
            "none" => Some(CheckSet::EMPTY),
            "memory" => Some(CheckSet::collect(|row| matches!(row.0, Check::Pointer | Check::Bounds | Check::Free))),
            "null" => Some(CheckSet::collect(|row| row.0 == Check::Pointer)),
            _ => {
                let set = CheckSet::collect(|row| row.1 == name);
                (set != CheckSet::EMPTY).then_some(set)
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
            set = Some(CheckSet(if removed.is_some() { start.0 & !named.0 } else { start.0 | named.0 }));
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
        assert_eq!(default, "assert abort pointer bounds free div shift unreachable");
        assert_eq!(names("+overflow"), format!("{default} overflow"));
        assert_eq!(names("default,overflow"), format!("{default} overflow"));
        assert_eq!(names("no-shift"), default.replace(" shift", ""));
        assert_eq!(names("all,-uninit,-leaks"), format!("{default} overflow"));
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
