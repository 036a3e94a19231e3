//! The command line and the driver: joins the parts of plica, picks the solver and the policies.
//!
//! [`cli`] turns arguments into plain [`cli::Request`]s, [`driver`] runs the engine and answers with a
//! [`plica_report::Report`], [`commands`] does what is left: test files, native confirmation, rendering, the exit
//! status.
//! [`native`] builds and runs the program under analysis with clang's sanitizers, and only when asked to.
//!
//! Invariant: only [`driver`] names the engine; the rest of this crate knows the report and the options.

mod beside;
mod cargo;
pub mod cli;
mod commands;
pub mod driver;
pub mod error;
mod folder;
mod inputs;
mod interrupt;
mod ledger;
mod listing;
mod memory;
mod native;
mod output;
pub mod progress;
mod runs;
mod scratch;
mod suite;
mod survey;
mod tuning;
mod watchdog;

use std::ffi::OsString;
use std::process::ExitCode;

/// Runs plica with these arguments (the program's name first) and returns its exit status.
pub fn main_with(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let command_line: Vec<String> = args.iter().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let command = match cli::parse(args) {
        Ok(command) => command,
        Err(stop) => return stop.print(),
    };
    let signals = interrupt::Signals::listen();
    let scratch = scratch::Scratch::make();
    let status = match commands::run(command, &command_line, &signals) {
        Ok(status) => status.code(),
        Err(error) => error.print(),
    };
    drop(scratch);
    if scratch::has_other_threads() {
        // A library that did not listen is still at work, and must not find its memory gone.
        signal_hook::low_level::exit(i32::from(status));
    }
    ExitCode::from(status)
}
