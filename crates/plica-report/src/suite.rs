//! A test suite: a test for each way through the program that covers something new, and one for each error.
//!
//! Oblivious to how tests are found and to the folder that they are written to. Invariant: every error of the report
//! has a test of its own; whether the suite is complete follows from the report's verdict alone.

use crate::printable::printable_line;
use crate::text::{findings, paint};
use crate::wording::number;
use crate::{Ending, Expected, InputValue, Report, SourceProvider, TextStyle, Verdict};

/// A test: inputs, and what they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuiteTest {
    /// What it is the first to cover, `abs, line 12`; for an error its message.
    pub label: String,
    /// The inputs, in the order in which the program reads them.
    pub inputs: Vec<InputValue>,
    /// The error that it ends in, by its position in the report.
    pub error: Option<usize>,
    /// Was its run not followed to its end?
    pub cut: bool,
    /// The error that it is there for, by its position in the report. Others may end in the same error; they are there
    /// for what they cover.
    pub shows: Option<usize>,
    /// What its run shows of itself, if it ends by itself.
    pub ending: Option<Ending>,
    /// Where it was written.
    pub file: Option<String>,
}

/// A test suite and the run that it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The tests: those that are there for what they cover first, then one for each error.
    pub tests: Vec<SuiteTest>,
    /// Errors, what was left open, statistics.
    pub report: Report,
    /// Sides of branches that some test covers.
    pub covered: u64,
    /// Sides of branches in the functions that the program can call.
    pub sides: u64,
}

impl Suite {
    /// The suite of these tests and one for each of the report's errors.
    pub fn new(mut tests: Vec<SuiteTest>, report: Report, covered: u64, sides: u64) -> Self {
        tests.extend(report.errors.iter().enumerate().map(|(i, error)| SuiteTest {
            label: error.message.clone(),
            inputs: error.inputs.clone(),
            error: Some(i),
            shows: Some(i),
            ..SuiteTest::default()
        }));
        Suite { tests, report, covered, sides }
    }

    /// What is to happen when a test runs, if it is an error.
    pub fn expected(&self, test: &SuiteTest) -> Option<Expected> {
        let error = self.report.errors.get(test.error?)?;
        Some(Expected { kind: error.kind, file: error.location.file.clone(), line: error.location.line })
    }

    /// Notes where a test was written.
    pub fn written(&mut self, test: usize, file: String) {
        let Some(test) = self.tests.get_mut(test) else { return };
        if let Some(error) = test.shows.and_then(|error| self.report.errors.get_mut(error)) {
            error.test = Some(file.clone());
        }
        test.file = Some(file);
    }

    /// The suite as text for a person: errors, what was left open, and a line that says what there is. `verbose` lists
    /// the tests.
    pub fn to_text(&self, sources: &mut dyn SourceProvider, style: TextStyle) -> String {
        let mut text = findings(&self.report, sources, style);
        if style.verbose {
            let name = |i: usize, test: &SuiteTest| test.file.clone().unwrap_or_else(|| format!("test {}", i + 1));
            for (i, test) in self.tests.iter().enumerate() {
                let kind = test.error.and_then(|error| self.report.errors.get(error)).map(|error| error.kind);
                let kind = kind.map_or_else(String::new, |kind| format!("error[{kind}]: "));
                let cut = if test.cut { " (not followed to its end)" } else { "" };
                let line = format!("  {}   {kind}{}{cut}", name(i, test), test.label);
                text.push_str(&format!("{}\n", printable_line(&line)));
            }
        }
        text.push_str(&self.summary(style.colour));
        text.push('\n');
        text
    }

    fn summary(&self, colour: bool) -> String {
        let (verdict, open) = match self.report.verdict {
            Verdict::Holds => ("complete", String::new()),
            Verdict::Violated => ("violated", self.shown_by()),
            Verdict::Undecided => {
                let open = self.report.reasons.iter().map(|reason| reason.count).sum();
                ("incomplete", format!(", {} left open", number(open, "part", "parts")))
            }
        };
        let tests = number(self.tests.len() as u64, "test", "tests");
        let text = format!("{verdict}: {tests}, {} of {} sides of branches covered{open}", self.covered, self.sides);
        format!("{} ({:.2} s)", paint(&text, self.report.verdict, colour), self.report.stats.seconds("time_s"))
    }

    /// `, 2 errors: see out/test000007.ktest, out/test000008.ktest`.
    fn shown_by(&self) -> String {
        let errors = number(self.report.errors.len() as u64, "error", "errors");
        let named = self.report.errors.iter().filter_map(|error| error.test.as_deref());
        let mut files: Vec<String> = named.map(printable_line).collect();
        let more = files.len().saturating_sub(SHOWN_FILES);
        files.truncate(SHOWN_FILES);
        match (files.is_empty(), more) {
            (true, _) => format!(", {errors}"),
            (false, 0) => format!(", {errors}: see {}", files.join(", ")),
            (false, more) => format!(", {errors}: see {} and {more} more", files.join(", ")),
        }
    }
}

/// Tests of errors that the last line names.
const SHOWN_FILES: usize = 3;
