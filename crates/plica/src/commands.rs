//! The subcommands: what happens around the engine.
//!
//! Oblivious to how the engine works. Invariant: the exit status follows from the report alone, and everything that
//! can be found wrong before a long run (inputs, output folders) is found before it.

use crate::cli::{
    AnalysisOptions, CheckCommand, Command, Confirm, ExplainCommand, LoopPolicy, ReplayCommand, TestCommand,
    TreeCommand, TreeFormat,
};
use crate::driver::{self, Outcome, Session, Want};
use crate::error::UserError;
use crate::native::{Agreement, NativeProgram, Program};
use crate::output;
use crate::{inputs, interrupt, native, progress, suite};
use plica_report::{
    Confirmation, ExitStatus, Expected, Explanation, Fault, Reason, ReasonKind, Report, Stats, Suite, TestCase,
};
use std::path::PathBuf;
use std::time::Duration;

/// Runs a command.
pub fn run(command: Command, command_line: &[String]) -> Result<ExitStatus, UserError> {
    match command {
        Command::Check(command) => check(&command, command_line),
        Command::Test(command) => test(&command),
        Command::Tree(command) => tree(&command),
        Command::Replay(command) => replay(&command),
        Command::Explain(command) => explain(&command),
    }
}

fn check(command: &CheckCommand, command_line: &[String]) -> Result<ExitStatus, UserError> {
    let options = &command.analysis;
    inputs::check(&options.inputs)?;
    if let Some(folder) = &command.out_dir {
        output::prepare_folder(folder)?;
    }
    if let Some(folder) = &options.solver.dump_queries {
        output::prepare_folder(folder)?;
    }
    let cancel = interrupt::cancel_flag();
    let progress = progress::for_terminal(command.talk.quiet);
    let stuck = || {
        progress.clear();
        let report = Report::decide(Vec::new(), vec![driver::stuck()], Stats::default());
        let printed = output::print_report(&report, command.format, command.talk, command_line);
        std::process::exit(i32::from(printed.map_or(ExitStatus::Undecided, |()| report.verdict.into()).code()));
    };
    let session =
        Session { options, cancel: &cancel, progress: progress.as_ref(), want: Want::Report, stuck: Some(&stuck) };
    let result = driver::run(&session);
    progress.clear();
    let Outcome { mut report, entry_params, warnings, .. } = result?;
    output::print_warnings(&warnings, command.talk);
    let program = program_analysed(options, entry_params);
    if options.confirm == Confirm::Native && !report.errors.is_empty() {
        progress.stage("confirming natively");
        let confirmed = confirm_natively(report, &program);
        progress.clear();
        report = confirmed?;
    }
    if let Some(folder) = &command.out_dir {
        for (number, error) in report.errors.iter_mut().enumerate() {
            let test = suite::of_error(&program, error);
            error.test = Some(output::write_test(folder, number + 1, &test)?);
        }
    }
    output::print_report(&report, command.format, command.talk, command_line)?;
    Ok(ExitStatus::from(report.verdict))
}

/// The program that a run was about, as a replay builds it.
fn program_analysed(options: &AnalysisOptions, entry_params: Vec<String>) -> Program {
    Program {
        inputs: options.inputs.clone(),
        clang_args: options.clang_args.clone(),
        entry: (options.entry != "main").then(|| options.entry.clone()),
        entry_params,
    }
}

fn test(command: &TestCommand) -> Result<ExitStatus, UserError> {
    let options = &command.analysis;
    inputs::check(&options.inputs)?;
    output::prepare_folder(&command.out_dir)?;
    if let Some(folder) = &options.solver.dump_queries {
        output::prepare_folder(folder)?;
    }
    let cancel = interrupt::cancel_flag();
    let progress = progress::for_terminal(command.talk.quiet);
    let session = Session { options, cancel: &cancel, progress: progress.as_ref(), want: Want::Suite, stuck: None };
    let result = driver::run(&session);
    progress.clear();
    let outcome = result?;
    output::print_warnings(&outcome.warnings, command.talk);
    let program = program_analysed(options, outcome.entry_params);
    let found = outcome.suite.unwrap_or_default();
    let suite = Suite::new(found.ways, outcome.report, found.covered, found.locations);
    suite::finish(&command.out_dir, suite, &program, command.format, command.talk)
}

/// How long a native run may take to confirm an error.
const CONFIRM_LIMIT: Duration = Duration::from_secs(10);

/// Runs every error natively. One that a native run would have to show and does not is a defect of plica, and becomes
/// a reason instead of an error.
fn confirm_natively(report: Report, program: &Program) -> Result<Report, UserError> {
    let native = NativeProgram::build(program)?;
    let mut errors = Vec::new();
    let mut reasons = report.reasons;
    for mut error in report.errors {
        let test = suite::of_error(program, &error);
        let expected = Expected { kind: error.kind, file: error.location.file.clone(), line: error.location.line };
        let run = native.run(&test, CONFIRM_LIMIT)?;
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
    let Report { proof, grounds, .. } = report;
    Ok(Report { proof, grounds, ..Report::decide(errors, reasons, report.stats) })
}

fn tree(command: &TreeCommand) -> Result<ExitStatus, UserError> {
    let options = &command.analysis;
    inputs::check(&options.inputs)?;
    if let Some(file) = &command.file {
        // Before the run, since it may be long.
        output::write_file(file, "")?;
    }
    let cancel = interrupt::cancel_flag();
    let progress = progress::for_terminal(command.talk.quiet);
    let session = Session { options, cancel: &cancel, progress: progress.as_ref(), want: Want::Tree, stuck: None };
    let result = driver::run(&session);
    progress.clear();
    let outcome = result?;
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
                    file.display(),
                    tree.nodes.len(),
                    outcome.report.verdict
                ))?;
            }
        }
        None => output::print(&text)?,
    }
    Ok(ExitStatus::from(outcome.report.verdict))
}

fn explain(command: &ExplainCommand) -> Result<ExitStatus, UserError> {
    let options = &command.analysis;
    inputs::check(&options.inputs)?;
    if let Some(file) = &command.graph {
        // Before the run, since it may be long.
        output::write_file(file, "")?;
    }
    let cancel = interrupt::cancel_flag();
    let progress = progress::for_terminal(command.talk.quiet);
    let session =
        Session { options, cancel: &cancel, progress: progress.as_ref(), want: Want::Explanation, stuck: None };
    let result = driver::run(&session);
    progress.clear();
    let outcome = result?;
    output::print_warnings(&outcome.warnings, command.talk);
    // What a limit cut off may hold further loops and functions.
    let cut = outcome.report.reasons.iter().filter(|reason| reason.kind.fault() == Fault::Resource);
    let explanation = Explanation {
        incomplete: cut.map(|reason| reason.text.clone()).collect(),
        verdict: outcome.report.verdict,
        compact: options.loops == LoopPolicy::Compact,
        loops: outcome.loops,
        functions: outcome.functions,
    };
    if let Some(file) = &command.graph {
        let graph = &explanation.functions.graph;
        if graph.nodes.is_empty() {
            let _ = std::fs::remove_file(file);
            return Err(UserError::new("there is no invocation graph to write").help("leave out `--graph`"));
        }
        output::write_file(file, &graph.to_dot())?;
    }
    output::print_explanation(&explanation, command.format, command.talk)?;
    // Loops and functions are explained, whatever the program does.
    Ok(ExitStatus::Holds)
}

fn replay(command: &ReplayCommand) -> Result<ExitStatus, UserError> {
    let mut status = ExitStatus::Holds;
    let mut built: Option<(Program, NativeProgram)> = None;
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
fn program_of(test: &TestCase, command: &ReplayCommand, path: &std::path::Path) -> Result<Program, UserError> {
    let info = test.program.clone().unwrap_or_default();
    let mut program = Program {
        inputs: info.inputs.iter().map(PathBuf::from).collect(),
        clang_args: info.clang_args,
        entry: info.entry,
        entry_params: info.entry_params,
    };
    if !command.program.is_empty() {
        program.inputs.clone_from(&command.program);
    } else if program.inputs.is_empty() {
        program.inputs =
            test.args.first().map(PathBuf::from).filter(|name| inputs::check(&[name]).is_ok()).into_iter().collect();
    }
    if program.inputs.is_empty() {
        return Err(UserError::new(format!("`{}` does not say which program it is for", path.display()))
            .help("name the source files with `--program FILE`"));
    }
    if !command.clang_args.is_empty() {
        program.clang_args.clone_from(&command.clang_args);
    }
    inputs::check(&program.inputs)?;
    Ok(program)
}
