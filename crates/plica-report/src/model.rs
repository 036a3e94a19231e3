//! The report of a run: verdict, errors, reasons for indecision, statistics.
//!
//! Oblivious to rendering and to the engine. Invariant: [`Report::decide`] is the only place that turns findings into a
//! verdict: any error means violated, any reason without an error means undecided, neither means holds.

use crate::{AssumptionKind, ErrorKind, InputValue, ReasonKind, Stats};
use std::fmt;

/// What a run has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every path was explored to its end and none ends in an error.
    Holds,
    /// At least one error was found, and confirmed.
    Violated,
    /// No error was found, but something was left unexplored.
    Undecided,
}

impl Verdict {
    /// The stable name: `holds`, `violated`, `undecided`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Undecided => "undecided",
        }
    }

    /// The verdict with this stable name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Verdict::Holds, Verdict::Violated, Verdict::Undecided].into_iter().find(|v| v.name() == name)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place in the source of the program under analysis. Whatever is not known is empty or zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// Path of the file as the compiler recorded it.
    pub file: String,
    /// Line, counted from 1; 0 if unknown.
    pub line: u32,
    /// Column in bytes, counted from 1; 0 if unknown.
    pub column: u32,
    /// Function by its source name.
    pub function: String,
}

impl Location {
    /// `file:line:column`, without what is unknown; empty if nothing is known.
    pub fn place(&self) -> String {
        match (self.file.as_str(), self.line, self.column) {
            ("", ..) => String::new(),
            (file, 0, _) => file.to_owned(),
            (file, line, 0) => format!("{file}:{line}"),
            (file, line, column) => format!("{file}:{line}:{column}"),
        }
    }

    /// Whether anything is known.
    pub fn is_known(&self) -> bool {
        !self.file.is_empty() || !self.function.is_empty()
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        match (place.is_empty(), self.function.is_empty()) {
            (false, false) => write!(f, "{} ({place})", self.function),
            (false, true) => f.write_str(&place),
            (true, false) => f.write_str(&self.function),
            (true, true) => f.write_str("unknown location"),
        }
    }
}

/// One level of the call stack at an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StackFrame {
    /// The function and the place in it: the error itself for the innermost frame, the call for the others.
    pub location: Location,
    /// The call with its arguments as the caller has them, `f(n - 1, 3)`; empty if that is not known.
    pub call: String,
    /// When the call happens: conditions on the caller's inputs that hold together.
    pub when: Vec<String>,
    /// The function of a library that is entered here, and in which it happens; empty if there is none. What calls what
    /// inside of a library is not shown.
    pub library: String,
}

/// How often a folded loop ran on the way to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopCount {
    /// Where the loop starts.
    pub location: Location,
    /// Whether it is a function that calls itself.
    pub recursive: bool,
    /// The name of its parameter: `κ₁`.
    pub name: String,
    /// Number of completed iterations.
    pub count: u64,
}

/// What stands behind an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confirmation {
    /// No concrete run reproduced it.
    None,
    /// The concrete evaluator reproduced it on the inputs.
    Evaluator,
    /// A native build of the program, with sanitizers, reproduced it on the inputs.
    Native,
}

impl Confirmation {
    /// The stable name; `None` for [`Confirmation::None`].
    pub fn name(self) -> Option<&'static str> {
        match self {
            Confirmation::None => None,
            Confirmation::Evaluator => Some("evaluator"),
            Confirmation::Native => Some("native"),
        }
    }

    /// The one with this stable name.
    pub(crate) fn from_name(name: Option<&str>) -> Option<Self> {
        [Confirmation::None, Confirmation::Evaluator, Confirmation::Native].into_iter().find(|c| c.name() == name)
    }
}

/// An error of the program, with inputs that lead to it.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorReport {
    /// The class of the error.
    pub kind: ErrorKind,
    /// One line, specific: `assertion failed: a[i] != x`.
    pub message: String,
    /// Where it happens.
    pub location: Location,
    /// The call stack, innermost frame first.
    pub trace: Vec<StackFrame>,
    /// Number of decisions (branches with more than one feasible side) on the path.
    pub path_length: u64,
    /// The inputs, in the order in which the program reads them.
    pub inputs: Vec<InputValue>,
    /// How often the folded loops on the path ran, in the order of the path.
    pub loops: Vec<LoopCount>,
    /// The test case that was written for it.
    pub test: Option<String>,
    /// What concrete run stands behind it.
    pub confirmation: Confirmation,
    /// Functions on whose results and effects it depends and plica made up (`--externals havoc`, `--stub`).
    pub made_up: Vec<String>,
    /// Of what the inputs' pointers lead to, what it takes (`l->next is null`). Empty: it happens whatever that is, as
    /// long as pointers that are followed lead to objects of their own. `None`: no pointer is an input.
    pub when: Option<Vec<String>>,
    /// The functions with which runs began that end in it, where each of several functions was where one begins. What
    /// else is said here is of the first.
    pub entries: Vec<String>,
}

impl ErrorReport {
    /// An error with nothing but its class, text and place; the rest is filled in by field.
    pub fn new(kind: ErrorKind, message: impl Into<String>, location: Location) -> Self {
        ErrorReport {
            kind,
            message: message.into(),
            location,
            trace: Vec::new(),
            path_length: 0,
            inputs: Vec::new(),
            loops: Vec::new(),
            test: None,
            confirmation: Confirmation::None,
            made_up: Vec::new(),
            when: None,
            entries: Vec::new(),
        }
    }

    /// Whether a concrete run reproduced it.
    pub fn confirmed(&self) -> bool {
        self.confirmation != Confirmation::None
    }
}

/// Why a part of the program was not decided, with the number of times that it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The class of the reason.
    pub kind: ReasonKind,
    /// One line, specific: `calls foo, which has no model`.
    pub text: String,
    /// How many leaves of the tree end for this reason.
    pub count: u64,
    /// Where it happened (first), if that is in one place.
    pub location: Option<Location>,
}

/// A proof that did not need to explore everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The target that cannot be reached, as the command line names it; `None` if it is any error.
    pub target: Option<String>,
    /// Leaves that were left unexplored.
    pub leaves: u64,
    /// Functions in which they are.
    pub functions: u64,
}

impl Proof {
    /// What was proved: `the target f is unreachable`.
    pub fn claim(&self) -> String {
        match &self.target {
            Some(target) => format!("the target {target} is unreachable"),
            None => "no error is reachable".to_owned(),
        }
    }
}

/// Something that a run took for granted about the world, where it made use of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The class.
    pub kind: AssumptionKind,
    /// One line: `allocation never fails`.
    pub text: String,
    /// In how many places of the program it was used; 0 where that is not counted.
    pub places: u64,
    /// The option without which, or with which, it is not taken for granted; `None` if there is none.
    pub option: Option<String>,
}

/// That no input passes what the program assumes by itself (`klee_assume` and its kin).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vacuity {
    /// The assumption behind which no path got.
    pub location: Option<Location>,
}

impl fmt::Display for Vacuity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no input passes the assumptions of the program")?;
        match &self.location {
            Some(location) => write!(f, ": they contradict each other at {location}"),
            None => Ok(()),
        }
    }
}

/// What a verdict rests on, besides what was explored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounds {
    /// What was taken for granted.
    pub assumptions: Vec<Assumption>,
    /// Why *holds* says nothing, if it does.
    pub vacuity: Option<Vacuity>,
    /// Assertions that no path reached.
    pub unreached: Vec<Location>,
}

/// Everything that a run has to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The errors, in the order in which they were found.
    pub errors: Vec<ErrorReport>,
    /// What kept the run from deciding, most frequent first.
    pub reasons: Vec<Reason>,
    /// Counters and times.
    pub stats: Stats,
    /// What stands behind *holds*, where it is not that everything was explored.
    pub proof: Option<Proof>,
    /// What the verdict rests on.
    pub grounds: Grounds,
    /// The tuning constants that were set to other values than their defaults, by name.
    pub tuning: Vec<(String, u64)>,
    /// What has become of the errors of an earlier run, if that was asked for.
    pub since: Option<Since>,
}

/// The errors of a run held against those of an earlier one. Each is told by its class, its text and its function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// Those that were not there.
    pub new: Vec<String>,
    /// Those that were there and were not found now.
    pub gone: Vec<String>,
    /// Those that are still there.
    pub remaining: Vec<String>,
    /// Whether everything was looked at, so that what was not found is fixed.
    pub is_complete: bool,
}

impl Report {
    /// A report whose verdict follows from the findings. Reasons of the same kind, text and location are added up.
    pub fn decide(errors: Vec<ErrorReport>, reasons: Vec<Reason>, stats: Stats) -> Self {
        let mut merged: Vec<Reason> = Vec::new();
        for reason in reasons {
            let same =
                |r: &&mut Reason| r.kind == reason.kind && r.text == reason.text && r.location == reason.location;
            match merged.iter_mut().find(same) {
                Some(known) => known.count += reason.count,
                None => merged.push(reason),
            }
        }
        merged.sort_by_key(|reason| std::cmp::Reverse(reason.count));
        let verdict = match (errors.is_empty(), merged.is_empty()) {
            (false, _) => Verdict::Violated,
            (true, false) => Verdict::Undecided,
            (true, true) => Verdict::Holds,
        };
        Report {
            verdict,
            errors,
            reasons: merged,
            stats,
            proof: None,
            grounds: Grounds::default(),
            tuning: Vec::new(),
            since: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> Reason {
        Reason { kind: ReasonKind::NoModel, text: text.into(), count: 1, location: None }
    }

    #[test]
    fn the_verdict_follows_from_the_findings() {
        let error = ErrorReport::new(ErrorKind::Abort, "aborts", Location::default());
        let decide = |errors, reasons| Report::decide(errors, reasons, Stats::default()).verdict;
        assert_eq!(decide(vec![], vec![]), Verdict::Holds);
        assert_eq!(decide(vec![], vec![reason("a")]), Verdict::Undecided);
        assert_eq!(decide(vec![error.clone()], vec![]), Verdict::Violated);
        assert_eq!(decide(vec![error], vec![reason("a")]), Verdict::Violated);
    }

    #[test]
    fn equal_reasons_are_counted_together_and_the_most_frequent_is_first() {
        let report = Report::decide(vec![], vec![reason("a"), reason("b"), reason("b")], Stats::default());
        let seen: Vec<_> = report.reasons.iter().map(|r| (r.text.as_str(), r.count)).collect();
        assert_eq!(seen, [("b", 2), ("a", 1)]);
    }

    #[test]
    fn places_leave_out_what_is_unknown() {
        let mut location = Location { file: "a.c".into(), line: 3, column: 7, function: "f".into() };
        assert_eq!(location.to_string(), "f (a.c:3:7)");
        location.column = 0;
        assert_eq!(location.place(), "a.c:3");
        location.line = 0;
        assert_eq!(location.place(), "a.c");
        assert_eq!(Location::default().to_string(), "unknown location");
    }
}
