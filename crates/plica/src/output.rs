//! Everything that plica writes: the report on standard output, test cases and trees in files.
//!
//! Oblivious to what is in them. Invariant: a reader that goes away (`plica ... | head -1`) is no error; a folder or
//! file that cannot be written is named before the run where that is possible.

use crate::cli::{Colour, Format, Talk};
use crate::error::UserError;
use crate::folder;
use crate::inputs;
use crate::native::{Agreement, NativeRun, paths};
use plica_report::{
    ErrorReport, Explanation, Report, SourceCache, Suite, Survey, TestCase, TextStyle, error_to_text,
    explanation_to_json, explanation_to_text, printable, printable_json, read_test_case, suite_to_json, survey_to_json,
    to_json_string, to_sarif, to_text,
};
use serde_json::{Value, json};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Writes to standard output.
pub fn print(text: &str) -> Result<(), UserError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(UserError::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints one error as text.
pub fn print_error(error: &ErrorReport, talk: Talk) -> Result<(), UserError> {
    print(&error_to_text(error, &mut SourceCache::default(), style(talk)))
}

/// Prints a report in the form that was asked for. As text without its errors, which are printed one by one.
pub fn print_report(report: &Report, format: Format, talk: Talk, command_line: &[String]) -> Result<(), UserError> {
    let text = match format {
        Format::Text => to_text(report, &mut SourceCache::default(), style(talk)),
        Format::Json => printable_json(&to_json_string(report)),
        Format::Sarif => printable_json(&pretty(&to_sarif(report, env!("CARGO_PKG_VERSION"), command_line))),
    };
    print(&text)
}

/// Prints what was found out about each function.
pub fn print_survey(survey: &Survey, format: Format, talk: Talk, command_line: &[String]) -> Result<(), UserError> {
    match format {
        Format::Text => print(&survey.to_text(&mut SourceCache::default(), style(talk))),
        Format::Json => print(&printable_json(&survey_to_json(survey))),
        Format::Sarif => print_report(&survey.report, format, talk, command_line),
    }
}

/// Prints what a test suite is. As text without its errors, which are printed one by one.
pub fn print_suite(suite: &Suite, format: Format, talk: Talk) -> Result<(), UserError> {
    print(&match format {
        Format::Json => printable_json(&suite_to_json(suite)),
        _ => suite.to_text(&mut SourceCache::default(), style(talk)),
    })
}

/// Prints what became of the loops and functions.
pub fn print_explanation(explanation: &Explanation, format: Format, talk: Talk) -> Result<(), UserError> {
    print(&match format {
        Format::Json => printable_json(&explanation_to_json(explanation)),
        _ => printable(&explanation_to_text(explanation, &mut SourceCache::default(), talk.verbose)),
    })
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

fn style(talk: Talk) -> TextStyle {
    TextStyle { colour: colour(talk.colour), verbose: talk.verbose, brief: talk.quiet, without_errors: true }
}

fn colour(colour: Colour) -> bool {
    match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => {
            std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

/// Finds out whether a file can be written. What is in it stays.
pub fn probe_file(file: &Path) -> Result<(), UserError> {
    folder::probe(file).map_err(|error| cannot_write(file, &error))
}

/// Writes a file.
pub fn write_file(file: &Path, text: &str) -> Result<(), UserError> {
    folder::replace(file, text.as_bytes()).map_err(|error| cannot_write(file, &error))
}

fn cannot_write(file: &Path, error: &std::io::Error) -> UserError {
    UserError::new(format!("cannot write `{}`: {error}", file.display()))
        .help("name a file in a folder that exists and can be written to")
}

/// Reads a test case. What only the JSON twin of a `.ktest` knows (program, expectation) is taken from it if it is
/// there and holds the same inputs.
pub fn read_test(path: &Path) -> Result<TestCase, UserError> {
    inputs::readable(path)?;
    let read = |path: &Path| -> Result<TestCase, UserError> {
        let bytes = std::fs::read(path)
            .map_err(|error| UserError::new(format!("`{}` cannot be read: {error}", path.display())))?;
        read_test_case(&bytes).map_err(|error| {
            UserError::new(format!("`{}`: {error}", path.display()))
                .help("test cases are the .ktest and .json files that `plica check -o DIR` writes")
        })
    };
    let mut test = read(path)?;
    if test.program.is_none()
        && let Ok(twin) = read(&path.with_extension("json"))
        && same_inputs(&twin, &test)
    {
        test.program = twin.program;
        test.expected = twin.expected;
    }
    Ok(paths::enter(&test, path.parent().unwrap_or(Path::new(""))))
}

fn same_inputs(a: &TestCase, b: &TestCase) -> bool {
    let same = |(a, b): (&plica_report::TestObject, &plica_report::TestObject)| a.name == b.name && a.bytes == b.bytes;
    a.objects.len() == b.objects.len() && a.objects.iter().zip(&b.objects).all(same)
}

/// Prints what replays showed.
pub fn print_replay(runs: &[(PathBuf, TestCase, NativeRun)], format: Format) -> Result<(), UserError> {
    if format == Format::Json {
        let runs: Vec<Value> = runs.iter().map(|(path, test, run)| replay_json(path, test, run)).collect();
        return print(&printable_json(&pretty(&json!({ "runs": runs }))));
    }
    let mut text = String::new();
    for (path, test, run) in runs {
        text.push_str(&format!("{}: {}\n", path.display(), outcome(run)));
        if let Some(expected) = &test.expected {
            let said = match run.agrees_with(expected) {
                Agreement::Reproduced => "as expected",
                Agreement::NotShown => "not shown by this run",
                Agreement::Contradicted => "not reproduced",
            };
            let place =
                if expected.line > 0 { format!(" at {}:{}", expected.file, expected.line) } else { String::new() };
            text.push_str(&format!("  expected: {}{place} ({said})\n", expected.kind));
        }
        for note in &run.notes {
            text.push_str(&format!("  note: {note}\n"));
        }
    }
    print(&printable(&text))
}

fn outcome(run: &NativeRun) -> String {
    match run.error() {
        Some(finding) if finding.location.is_known() => {
            format!("error[{}] at {}: {}", finding.kind, finding.location, finding.text)
        }
        Some(finding) => format!("error[{}]: {}", finding.kind, finding.text),
        None if run.assumption_failed => "an assumption is false on these inputs".to_owned(),
        None => format!("no error ({})", run.ended),
    }
}

fn replay_json(path: &Path, test: &TestCase, run: &NativeRun) -> Value {
    let findings: Vec<Value> = run
        .findings
        .iter()
        .map(|finding| {
            json!({
                "kind": finding.kind.name(),
                "message": finding.text,
                "file": finding.location.file,
                "line": finding.location.line,
                "function": finding.location.function,
            })
        })
        .collect();
    let reproduced = test.expected.as_ref().map(|expected| run.agrees_with(expected) == Agreement::Reproduced);
    json!({
        "test": path.display().to_string(),
        "ended": run.ended.to_string(),
        "errors": findings,
        "assumption_failed": run.assumption_failed,
        "expected": test.expected.as_ref().map(|expected| expected.kind.name()),
        "reproduced": reproduced,
        "notes": run.notes,
    })
}

/// Passes on what the program said by functions of its harness, and what it is to be told about them.
pub fn print_remarks(remarks: &[String], talk: Talk) {
    if talk.quiet {
        return;
    }
    for remark in remarks {
        // The text is the program's: it must not steer the terminal.
        let plain = |c: char| if c.is_control() && c != '\n' { '?' } else { c };
        eprintln!("{}", remark.chars().map(plain).collect::<String>());
    }
}

/// Passes on what the compiler said about the program, for people at a terminal and for those who ask for more.
pub fn print_warnings(warnings: &str, talk: Talk) {
    if !warnings.is_empty() && !talk.quiet && (talk.verbose || std::io::stderr().is_terminal()) {
        eprint!("{}", printable(warnings));
    }
}
