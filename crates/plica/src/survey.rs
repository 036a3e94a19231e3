//! `plica check --each-function`: every function of a program is where a run begins, each in a process of its own that
//! reads what was lowered once.
//!
//! Oblivious to the engine. Invariant: what a run cannot say for itself is a reason, of its function alone; only what
//! is wrong with the input or the command line ends all.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use plica_report::{ExitStatus, FunctionReport, Reason, ReasonKind, Survey, read_report};

use crate::cli::{CheckCommand, Confirm, EachFunction, LimitOptions};
use crate::commands::{prepare, program_analysed, watched};
use crate::driver::{self, Entries, EntryFunction};
use crate::error::UserError;
use crate::folder::TestFolder;
use crate::interrupt::Signals;
use crate::ledger::{Ledger, Response};
use crate::native::{self, BuildTarget};
use crate::runs::{self, Ended, Ran};
use crate::{output, progress};

/// Checks each function.
pub fn run(
    command: &CheckCommand,
    each: &EachFunction,
    command_line: &[String],
    signals: &Signals,
) -> Result<ExitStatus, UserError> {
    let (options, begin) = (&command.analysis, Instant::now());
    prepare(options)?;
    if options.confirm == Confirm::Native {
        native::build::can_be_built(&program_analysed(options))?;
    }
    command.out_dir.as_deref().map(TestFolder::open).transpose()?;
    let lowered = tempfile::tempdir().map_err(|error| UserError::new(format!("cannot make a folder: {error}")))?;
    let ledger = Ledger::new(Response::Whole, command.talk, command_line, BuildTarget::default());
    let (warnings, Entries { all, remarks }) = watched(&ledger, LimitOptions::default(), signals, || {
        ledger.stage("lowering the program");
        let warnings = driver::lower_each(options, &each.clang_args, lowered.path())?;
        ledger.stage("reading the program");
        Ok((warnings, driver::entries(options, lowered.path(), each.pattern.as_deref())?))
    })?;
    output::print_warnings(&warnings, command.talk);
    output::print_remarks(&remarks, command.talk);

    let progress = progress::for_terminal(command.talk.quiet);
    let commands = all.iter().map(|entry| check(each, entry).map(Some)).collect::<Result<_, _>>()?;
    let mut functions = Vec::new();
    runs::all(commands, each.jobs, signals, |at, ran| {
        functions.push(said(&all[at], ran)?);
        progress.runs(functions.len(), all.len());
        Ok(())
    })?;
    progress.clear();
    let survey = Survey::new(functions, begin.elapsed().as_secs_f64());
    output::print_survey(&survey, command.format, command.talk, command_line)?;
    Ok(ExitStatus::from(survey.report.verdict))
}

/// The run that begins with a function: the command line again, and what it is about.
fn check(each: &EachFunction, entry: &EntryFunction) -> Result<Command, UserError> {
    let option = |name: &str, value: &Path| {
        let mut option = std::ffi::OsString::from(name);
        option.push(value);
        option
    };
    let mut check = runs::check()?;
    check.arg(option("--lowered=", &entry.lowered)).arg(option("--entry=", entry.name.as_ref())).args(&each.args);
    Ok(check)
}

/// What is known of a function.
fn said(entry: &EntryFunction, ran: Option<Ran>) -> Result<FunctionReport, UserError> {
    let location = entry.location.clone();
    let unknown = |kind, text, seconds| {
        let why = Reason { kind, text, count: 1, location: None };
        FunctionReport::unknown(entry.location.clone(), seconds, why)
    };
    let Some(ran) = ran else {
        let text = "the run was interrupted before a function was checked".to_owned();
        return Ok(unknown(ReasonKind::Interrupted, text, 0.0));
    };
    match (ran.ended, read_report(&ran.text)) {
        (Ended::BadInput, _) => Err(UserError::new(format!("{}: {}", location.function, ran.failure()))),
        (Ended::With(_), Some(report)) => Ok(FunctionReport { location, seconds: ran.seconds, report }),
        _ => {
            let text = format!("plica ended without a report: {}", ran.failure().lines().next().unwrap_or_default());
            Ok(unknown(ReasonKind::Internal, text, ran.seconds))
        }
    }
}
