//! What the result of a run depends on.
//!
//! Oblivious to what becomes of it. Invariant: options are taken apart by patterns without a rest, so that a new one
//! does not compile before somebody has said whether an answer depends on it.

use plica_ir::{FuncId, Program};
use plica_store::{Key, KeyWriter};

use super::super::{setup, tuning};
use crate::cli::{AnalysisOptions, FirstInputOption, LimitOptions, SolverOptions};
use crate::error::UserError;
use crate::output;

/// The name of what a run finds out.
pub fn of_run(options: &AnalysisOptions, program: &Program, entry: FuncId) -> Result<Key, UserError> {
    let mut w = KeyWriter::new("run");
    machine(&mut w);
    add_options(&mut w, options, program)?;
    w.part("entry", &entry);
    w.part("program", &plica_ir::content(program));
    Ok(w.finish())
}

/// The name of all that a run depends on besides the program.
pub fn of_options(options: &AnalysisOptions, program: &Program) -> Result<Key, UserError> {
    let mut w = KeyWriter::new("options");
    machine(&mut w);
    add_options(&mut w, options, program)?;
    Ok(w.finish())
}

/// What of this machine may decide. What functions of `math.h` give is not written down: a run that used one is not
/// kept.
fn machine(w: &mut KeyWriter) {
    w.part("architecture", std::env::consts::ARCH);
    w.part("system", std::env::consts::OS);
}

fn add_options(w: &mut KeyWriter, options: &AnalysisOptions, program: &Program) -> Result<(), UserError> {
    let AnalysisOptions {
        // The program that they lead to is in the key.
        inputs: _,
        clang_args: _,
        lowered: _,
        entry,
        // Where it is not, the entry is `main`.
        entry_is_named: _,
        entry_inputs,
        arguments,
        environment,
        // What they hold is.
        files: _,
        clock,
        // How long a question may take at first says nothing of its answer.
        for_tests: _,
        allocation,
        target,
        loops,
        merge,
        fuzz,
        calls,
        search,
        checks,
        stack_size,
        externals,
        // The program has them.
        stubs: _,
        // A run that is to print is not kept.
        echo: _,
        // What is found is confirmed in the same way, natively afterwards.
        confirm: _,
        limits,
        solver,
        first_input,
        seed,
        jobs,
        // Their values are, those of all constants.
        tuning: _,
        cache: _,
        // It is told and changes nothing.
        since: _,
    } = options;
    // Clocks and memory leave a reason where they cut a run, and such a run is not kept; what they did not cut they did
    // not change. Bounds that are counted are in the key: the same command is to say the same.
    let LimitOptions { time: _, memory: _, steps, depth, paths, errors } = limits;
    // A run that writes its queries is not kept.
    let SolverOptions { choice, cross_check, dump_queries: _, timeout: _ } = solver;
    let mut add = |name: &str, value: &dyn std::fmt::Debug| w.part(name, &format!("{value:?}"));
    add("entry's name", entry);
    add("entry's inputs", entry_inputs);
    add("arguments", arguments);
    add("environment", environment);
    add("files", &setup::files(options)?);
    add("clock", clock);
    add("allocation", allocation);
    add("target", target);
    add("loops", loops);
    add("merge", merge);
    add("fuzz", fuzz);
    add("calls", calls);
    add("search", search);
    add("checks", checks);
    add("stack", stack_size);
    add("externals", externals);
    add("limits", &(steps, depth, paths, errors));
    add("solver", &(choice, cross_check));
    add("seed", seed);
    add("jobs", jobs);
    add("tuning", &tuning::values());
    w.part("targets", &setup::targets(program, target.as_ref())?);
    match first_input {
        None => {}
        Some(FirstInputOption::Values(values)) => w.part("first input", &format!("{values:?}")),
        Some(FirstInputOption::Test(path)) => {
            let test = output::read_test(path)?;
            test.objects.iter().for_each(|object| {
                w.part("first input's name", &object.name);
                w.part("first input's bytes", &object.bytes);
            });
        }
    }
    Ok(())
}
