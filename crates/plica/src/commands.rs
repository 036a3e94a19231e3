//! The subcommands: what happens around the engine.
//!
//! Oblivious to how the engine works. Invariant: the exit status follows from the report alone, and everything that
//! can be found wrong before a long run (inputs, output folders) is found before it.

use crate::cli::{
    AnalysisOptions, CheckCommand, Confirm, ExplainCommand, Format, LimitOptions, LoopPolicy, LowerCommand,
    ModelsCommand, ReplayCommand, Request, Talk, TestCommand, TreeCommand, TreeFormat,
};
use crate::driver::{self, RunResult, Session, Want};
use crate::error::UserError;
use crate::folder::{self, TestFolder};
use crate::interrupt::Signals;
use crate::ledger::{Ledger, Response};
use crate::native::{Agreement, BuildTarget, NativeProgram};
use crate::output;
use crate::tuning;
use crate::watchdog::Watchdog;
use crate::{cargo, inputs, listing, native, suite, survey};
use plica_report::{
    Confirmation, ExitStatus, Expected, Explanation, Reason, ReasonKind, Report, Responsibility, Suite, TestCase,
    printable, printable_json,
};
use std::path::PathBuf;

/// Runs a command.
pub fn run(command: Request, command_line: &[String], signals: &Signals) -> Result<ExitStatus, UserError> {
    match command {
        Request::Check(command) => match &command.each {
            Some(each) => survey::run(&command, each, command_line, signals),
            None => check(&command, command_line, signals),
        },
        Request::Test(command) => test(&command, command_line, signals),
        Request::Tree(command) => tree(&command, command_line, signals),
        Request::Replay(command) => replay(&command, command_line, signals),
        Request::Explain(command) => explain(&command, command_line, signals),
        Request::Lower(command) => lower(&command, command_line, signals),
        Request::Cargo(command) => cargo::run(&command, signals),
        Request::Cache(command) => driver::look_after_store(&command).and_then(|(text, status)| {
            output::print(&text)?;
            Ok(status)
        }),
        Request::Models(command) => models(&command),
        Request::ListTuning => output::print(&driver::list_tuning()).map(|()| ExitStatus::Holds),
    }
}

fn check(command: &CheckCommand, command_line: &[String], signals: &Signals) -> Result<ExitStatus, UserError> {
    let options = &command.analysis;
    prepare(options)?;
    let program = program_analysed(options);
    let native = options.confirm == Confirm::Native;
    if native {
        native::build::can_be_built(&program)?;
    }
    let folder = command.out_dir.as_deref().map(TestFolder::open).transpose()?;
    let answer = Response::Report(command.format);
    // What native runs are yet to confirm is not shown before.
    let ledger = Ledger::new(answer, command.talk, command_line, program).into_folder(folder).unconfirmed(native);
    let outcome = watched(&ledger, options.limits, signals, || {
        let mut outcome = driver::run(&session(options, &ledger, signals, Want::Report))?;
        ledger.quiet();
        output::print_warnings(&outcome.warnings, command.talk);
        output::print_remarks(&outcome.remarks, command.talk);
        if native && !outcome.report.errors.is_empty() {
            ledger.stage("confirming natively");
            match confirm_natively(&outcome.report, &ledger.program()) {
                Ok(confirmed) => outcome.report = confirmed,
                // What was found is shown all the same: a concrete run has confirmed it.
                Err(error) => return Ok((outcome, Some(error))),
            }
        }
        Ok((outcome, None))
    });
    let (outcome, unbuilt) = outcome?;
    let mut report = outcome.report;
    let failure = ledger.settle(&mut report).or(unbuilt);
    output::print_report(&report, command.format, command.talk, command_line)?;
    failure.map_or(Ok(ExitStatus::from(report.verdict)), Err)
}

/// Runs a command's work beside a watchdog, which ends the process with what the ledger has where the work does not end
/// by itself. What comes after it is printing.
pub fn watched<T>(
    ledger: &Ledger<'_>,
    limits: LimitOptions,
    signals: &Signals,
    work: impl FnOnce() -> Result<T, UserError>,
) -> Result<T, UserError> {
    let stuck = |why| ledger.last_word(why);
    let deadline = limits.time.map(|time| ledger.started + time);
    let result = Watchdog { deadline, memory: limits.memory, signals, stuck: &stuck }.watch(|| {
        let result = work();
        ledger.close();
        result
    });
    ledger.quiet();
    result
}

fn session<'a>(options: &'a AnalysisOptions, ledger: &'a Ledger<'_>, signals: &'a Signals, want: Want) -> Session<'a> {
    Session { options, cancel: signals.cancel(), progress: ledger, want, started: ledger.started }
}

/// Finds out before the run, since it may be long, what can be wrong with files.
pub fn prepare(options: &AnalysisOptions) -> Result<(), UserError> {
    driver::tune(&options.tuning)?;
    inputs::check(&options.inputs)?;
    options.solver.dump_queries.as_deref().map_or(Ok(()), folder::prepare)
}

/// The program that a run was about, as a replay builds it.
pub fn program_analysed(options: &AnalysisOptions) -> BuildTarget {
    BuildTarget {
        inputs: options.inputs.clone(),
        clang_args: options.clang_args.clone(),
        entry: (options.entry != "main").then(|| options.entry.clone()),
        entry_params: Vec::new(),
        files: driver::file_objects(options),
    }
}

fn test(command: &TestCommand, command_line: &[String], signals: &Signals) -> Result<ExitStatus, UserError> {
    let options = &command.analysis;
    prepare(options)?;
    let folder = TestFolder::open(&command.out_dir)?;
    let answer = Response::Suite(command.format);
    let ledger = Ledger::new(answer, command.talk, command_line, program_analysed(options)).into_folder(Some(folder));
    let outcome =
        watched(&ledger, options.limits, signals, || driver::run(&session(options, &ledger, signals, Want::Suite)));
    let mut outcome = outcome?;
    output::print_warnings(&outcome.warnings, command.talk);
    output::print_remarks(&outcome.remarks, command.talk);
    let failure = ledger.settle(&mut outcome.report);
    let found = outcome.suite.unwrap_or_default();
    let suite = Suite::new(found.tests, outcome.report, found.covered, found.sides);
    let status = suite::finish(ledger.folder(), suite, &ledger.program(), command.format, command.talk)?;
    failure.map_or(Ok(status), Err)
}

/// Runs every error natively. One that a native run would have to show and does not is a defect of plica, and becomes
/// a reason instead of an error.
fn confirm_natively(report: &Report, program: &BuildTarget) -> Result<Report, UserError> {
    let native = NativeProgram::build(program)?;
    let mut errors = Vec::new();
    let Report { proof, grounds, tuning, since, mut reasons, stats, .. } = report.clone();
    for mut error in report.errors.iter().cloned() {
        let test = suite::of_error(program, &error);
        let expected = Expected { kind: error.kind, file: error.location.file.clone(), line: error.location.line };
        let run = native.run(&test, tuning::NATIVE_RUN_TIME.get())?;
        // Inputs that no run can be given may have decided: the native run is then no evidence either way.
        let complete = error.inputs.iter().all(|input| input.source.is_testable());
        match run.agrees_with(&expected) {
            Agreement::Reproduced => error.confirmation = Confirmation::Native,
            Agreement::Contradicted if complete && run.ended != native::Ended::TimedOut => {
                let said = run.error().map_or_else(|| run.ended.to_string(), |finding| finding.text.clone());
                reasons.push(Reason {
                    kind: ReasonKind::Unconfirmed,
                    text: format!("{}: {}, but the native run says: {said}", error.kind, error.message),
                    count: 1,
                    location: Some(error.location),
                });
                continue;
            }
            Agreement::Contradicted | Agreement::NotShown => {}
        }
        errors.push(error);
    }
    Ok(Report { proof, grounds, tuning, since, ..Report::decide(errors, reasons, stats) })
}

fn tree(command: &TreeCommand, command_line: &[String], signals: &Signals) -> Result<ExitStatus, UserError> {
    let options = &command.analysis;
    prepare(options)?;
    // Before the run, since it may be long.
    command.file.as_deref().map_or(Ok(()), output::probe_file)?;
    let outcome = whole(options, command.talk, command_line, signals, Want::Tree)?;
    let tree = outcome.tree.unwrap_or_default();
    let text = match command.format {
        TreeFormat::Json => tree.to_json_string(),
        TreeFormat::Dot => tree.to_dot(),
    };
    match &command.file {
        Some(file) => {
            output::write_file(file, &text)?;
            if !command.talk.quiet {
                output::print(&format!(
                    "{}: {} nodes, {}\n",
                    printable(&file.display().to_string()),
                    tree.nodes.len(),
                    outcome.report.verdict
                ))?;
            }
        }
        None => output::print(&match command.format {
            TreeFormat::Json => printable_json(&text),
            TreeFormat::Dot => printable(&text),
        })?,
    }
    Ok(ExitStatus::from(outcome.report.verdict))
}

/// The outcome of a run of which nothing can be shown before its end.
fn whole(
    options: &AnalysisOptions,
    talk: Talk,
    command_line: &[String],
    signals: &Signals,
    want: Want,
) -> Result<RunResult, UserError> {
    let ledger = Ledger::new(Response::Whole, talk, command_line, program_analysed(options));
    watched(&ledger, options.limits, signals, || driver::run(&session(options, &ledger, signals, want)))
}

fn explain(command: &ExplainCommand, command_line: &[String], signals: &Signals) -> Result<ExitStatus, UserError> {
    let options = &command.analysis;
    prepare(options)?;
    // Before the run, since it may be long.
    command.graph.as_deref().map_or(Ok(()), output::probe_file)?;
    let outcome = whole(options, command.talk, command_line, signals, Want::Explanation)?;
    output::print_warnings(&outcome.warnings, command.talk);
    output::print_remarks(&outcome.remarks, command.talk);
    // What a limit cut off may hold further loops and functions.
    let bound = |fault| matches!(fault, Responsibility::Resource | Responsibility::Request);
    let cut = outcome.report.reasons.iter().filter(|reason| bound(reason.kind.fault()));
    let explanation = Explanation {
        incomplete: cut.map(|reason| reason.text.clone()).collect(),
        verdict: outcome.report.verdict,
        compact: options.loops != LoopPolicy::Unroll,
        loops: outcome.loops,
        courses: outcome.courses,
        functions: outcome.functions,
        changes: outcome.changes,
    };
    if let Some(file) = &command.graph {
        let graph = &explanation.functions.graph;
        if graph.nodes.is_empty() {
            return Err(UserError::new("there is no invocation graph to write").help("leave out `--graph`"));
        }
        output::write_file(file, &graph.to_dot())?;
    }
    output::print_explanation(&explanation, command.format, command.talk)?;
    // Loops and functions are explained, whatever the program does.
    Ok(ExitStatus::Holds)
}

fn lower(command: &LowerCommand, command_line: &[String], signals: &Signals) -> Result<ExitStatus, UserError> {
    inputs::check(&[&command.input])?;
    command.file.as_deref().map_or(Ok(()), output::probe_file)?;
    let ledger = Ledger::new(Response::Whole, command.talk, command_line, BuildTarget::default());
    let lowered = watched(&ledger, LimitOptions::default(), signals, || {
        driver::lower(&command.input, &command.clang_args, command.checks)
    })?;
    output::print_warnings(&lowered.warnings, command.talk);
    match &command.file {
        Some(file) => output::write_file(file, &lowered.text)?,
        None => output::print(&lowered.text)?,
    }
    Ok(ExitStatus::Holds)
}

fn models(command: &ModelsCommand) -> Result<ExitStatus, UserError> {
    let named = command.functions.iter().map(|name| driver::library_function(name));
    let functions: Vec<_> =
        if command.functions.is_empty() { driver::library_functions().collect() } else { named.collect() };
    let text = match command.format {
        Format::Json => listing::models_to_json(&functions),
        _ if command.functions.is_empty() => listing::models_by_header(&functions),
        _ => listing::models_to_text(&functions),
    };
    output::print(&text)?;
    Ok(ExitStatus::Holds)
}

fn replay(command: &ReplayCommand, command_line: &[String], signals: &Signals) -> Result<ExitStatus, UserError> {
    let ledger = Ledger::new(Response::Whole, command.talk, command_line, BuildTarget::default());
    watched(&ledger, LimitOptions::default(), signals, || replay_all(command))
}

fn replay_all(command: &ReplayCommand) -> Result<ExitStatus, UserError> {
    let mut status = ExitStatus::Holds;
    let mut built: Option<(BuildTarget, NativeProgram)> = None;
    let mut runs = Vec::new();
    for path in &command.tests {
        let test = output::read_test(path)?;
        let program = program_of(&test, command, path)?;
        let native = match &built {
            // Tests of one suite share their program: it is built once.
            Some((known, native)) if *known == program => native,
            _ => {
                let native = NativeProgram::build(&program)?;
                &built.insert((program, native)).1
            }
        };
        let run = native.run(&test, command.time_limit)?;
        status = match (&run, status) {
            (run, _) if run.error().is_some() => ExitStatus::Violated,
            (_, ExitStatus::Violated) => ExitStatus::Violated,
            (run, _) if run.ended == native::Ended::TimedOut || run.assumption_failed => ExitStatus::Undecided,
            (_, status) => status,
        };
        runs.push((path.clone(), test, run));
    }
    output::print_replay(&runs, command.format)?;
    Ok(status)
}

/// The program of a test case: as the command line says, else as the test case says, else as its `.ktest` names it.
/// What the test case says is looked at first: it may come from anywhere.
fn program_of(test: &TestCase, command: &ReplayCommand, path: &std::path::Path) -> Result<BuildTarget, UserError> {
    let mut info = test.program.clone().unwrap_or_default();
    if !command.program.is_empty() {
        info.inputs.clear();
    } else if info.inputs.is_empty() {
        info.inputs = test.args.first().filter(|name| inputs::check(&[name]).is_ok()).cloned().into_iter().collect();
    }
    if !command.clang_args.is_empty() {
        info.clang_args.clear();
    }
    if info.inputs.is_empty() && command.program.is_empty() {
        return Err(UserError::new(format!("`{}` does not say which program it is for", path.display()))
            .help("name the source files with `--program FILE`"));
    }
    native::trust::check(&info, path, &command.allow_sources)?;
    let program = BuildTarget {
        inputs: command.program.iter().cloned().chain(info.inputs.iter().map(PathBuf::from)).collect(),
        clang_args: command.clang_args.iter().cloned().chain(info.clang_args).collect(),
        entry: info.entry,
        entry_params: info.entry_params,
        files: Vec::new(),
    };
    inputs::check(&program.inputs)?;
    Ok(program)
}
