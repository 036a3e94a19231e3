//! `--each-function`: what is checked of a program's functions, each of which is where a run begins.
//!
//! Such a run is given the whole command line again, and before it which function it is about and where the program
//! lies lowered. Oblivious to how runs are started. Invariant: a run of a function means every option as the command
//! line does that started it, but for what is said of all functions together.

use std::ffi::OsString;

use super::built_as;
use super::flags::CheckFlags;
use super::options::{Confirm, EachFunction, FUNCTION_TIME, Format};
use super::project::Build;
use crate::error::UserError;

/// What is asked for with `--each-function`; nothing for a run of one function, whose options are changed to what they
/// mean for it.
pub(super) fn take(flags: &mut CheckFlags, args: &[OsString]) -> Result<Option<EachFunction>, UserError> {
    let Some(pattern) = flags.analysis.each_function.take() else { return Ok(None) };
    let of_one = flags.analysis.lowered.is_some();
    if !of_one {
        refuse(flags)?;
    }
    let one_build = flags.out_dir.is_some() || flags.analysis.confirm == Confirm::Native;
    let options = &mut flags.analysis;
    let build = options.build.take().map(|build| Build::read(&build)).transpose()?;
    if options.inputs.is_empty() {
        options.inputs = build.as_ref().map(Build::sources).unwrap_or_default();
    }
    if options.inputs.is_empty() {
        return Err(UserError::new("`--each-function` is given no file whose functions it could check")
            .help("name source files, or with `-p DIR` the folder of a build whose compile_commands.json names some"));
    }
    if let Some(file) = options.inputs.iter().find(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        return Err(UserError::new(format!("`--each-function` takes C and C++, and `{}` is Rust", file.display()))
            .help("check one function with `--entry F`, or the proofs of a package with `cargo plica`"));
    }
    let own = std::mem::take(&mut options.clang_args);
    let of_file = |file| built_as(build.as_ref(), std::slice::from_ref(file), own.clone());
    let clang_args = options.inputs.iter().map(of_file).collect::<Result<Vec<_>, _>>()?;
    options.clang_args = match built_as(build.as_ref(), &options.inputs, own) {
        Ok(args) => args,
        // Only a native run builds all files alike.
        Err(error) if one_build => return Err(error),
        Err(_) => clang_args.concat(),
    };
    options.time_limit.get_or_insert(FUNCTION_TIME);
    let jobs = options.jobs;
    if jobs > 0 {
        options.jobs = 1;
        let share = || Some(crate::memory::default_limit()? / jobs as u64);
        options.memory_limit = options.memory_limit.or_else(share);
    }
    if of_one {
        flags.format = Format::Json;
        if options.entry.as_deref() != Some("main") {
            options.arguments.0 = None;
        }
        return Ok(None);
    }
    let pattern = Some(pattern).filter(|pattern| !pattern.is_empty());
    let args = args.iter().skip(2).cloned().collect();
    Ok(Some(EachFunction { pattern, clang_args, jobs, args }))
}

/// Refuses what is about one run.
fn refuse(flags: &CheckFlags) -> Result<(), UserError> {
    let options = &flags.analysis;
    let rows = [
        (options.entry.is_some(), "--entry", "which is one function: leave out one of the two"),
        (
            options.since.is_some(),
            "--since",
            "which is about the errors of one run: leave it out, or name an `--entry`",
        ),
        (options.echo, "--echo", "which writes into the answer on standard output: leave it out"),
        (options.dump_queries.is_some(), "--dump-queries", "since runs would write the same files: name an `--entry`"),
    ];
    match rows.into_iter().find(|row| row.0) {
        None => Ok(()),
        Some((_, option, why)) => {
            let (why, help) = why.split_once(": ").unwrap_or((why, ""));
            Err(UserError::new(format!("`--each-function` does not go with `{option}`, {why}")).help(help))
        }
    }
}
