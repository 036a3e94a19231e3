//! Fig. 2 of Vanoverberghe and Piessens 2010 under its own schedule (§2.2): the worst that is fair.
//!
//! The adversary is not on the command line, so the driver is called. Oblivious to the engine.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use plica::cli::{self, Request, SearchPolicy};
use plica::driver::{self, Session, Want};
use plica::progress;
use plica_report::{Report, Verdict};

/// A run under the adversary with these macros.
#[track_caller]
fn run(flags: &[&str], macros: &[String]) -> Report {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/calls/fig2.c");
    let fixed = ["plica", "check", "--calls", "summary", "--loops", "unroll", "--time-limit", "60s"];
    let mut line: Vec<std::ffi::OsString> = fixed.iter().chain(flags).map(Into::into).collect();
    line.extend([program.into(), "--".into()]);
    line.extend(macros.iter().map(Into::into));
    let Ok(Request::Check(mut command)) = cli::parse(line) else { panic!("the command line is right") };
    command.analysis.search = SearchPolicy::Adversary;
    let cancel = AtomicBool::new(false);
    let progress = progress::for_terminal(true);
    let session = Session {
        options: &command.analysis,
        cancel: &cancel,
        progress: progress.as_ref(),
        want: Want::Report,
        started: std::time::Instant::now(),
    };
    driver::run(&session).unwrap_or_else(|_| panic!("a report")).report
}

/// Each x up to 8 is concluded to be reachable, and no highlighted statement is on the way.
#[test]
fn every_x_is_reached_in_the_end() {
    for x in 0..=8 {
        let report = run(&["--max-errors", "1"], &[format!("-DREACH={x}")]);
        let places: Vec<&str> = report.errors.iter().map(|e| e.location.function.as_str()).collect();
        assert_eq!(report.verdict, Verdict::Violated, "x = {x}: {:?}", report.reasons);
        assert_eq!(places, ["visit"], "x = {x}");
    }
}

/// Neither highlighted statement ever is.
#[test]
fn the_highlighted_statements_are_not() {
    let report = run(&[], &[]);
    assert_eq!(report.verdict, Verdict::Holds, "{:?} {:?}", report.errors, report.reasons);
}
