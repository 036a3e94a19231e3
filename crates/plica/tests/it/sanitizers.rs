//! Random programs with memory errors and undefined behaviour: plica finds the lines that clang's sanitizers find, and
//! its suites reach the places that any input reaches.
//!
//! `scripts/fuzz_sanitizers.py` writes the programs, runs them natively for all their inputs and compares the lines at
//! which runs end with an error with those of `plica check` under three policies, or what the tests of `plica test`
//! reach with what all the runs do; this runs it with fixed seeds. `PLICA_SANITIZERS_COUNT` says how many programs (8
//! unless told, 25 for `./x test --all`; for suites half as many), `PLICA_SANITIZERS_SEED` with which seed to begin.
//! Without python3, clang or its sanitizers the tests say so and check nothing. Oblivious to how programs come about.
//! Invariant: one line or place too many or too few fails a test; an undecided report that lacks one does not.

use std::path::Path;
use std::process::Command;

fn found(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_string())
}

/// Runs the script on so many programs.
fn compare(more: &[&str], programs: usize) {
    let clang = std::iter::once("clang".to_string()).chain((14..=22).map(|v| format!("clang-{v}"))).any(|c| found(&c));
    if !clang || !found("python3") {
        eprintln!("nothing checked: this needs clang and python3");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/fuzz_sanitizers.py");
    let output = Command::new("python3")
        .arg(script)
        .args(["--plica", env!("CARGO_BIN_EXE_plica"), "--limit", "10"])
        .args(["--count", &programs.to_string(), "--seed", &setting("PLICA_SANITIZERS_SEED", "1")])
        .args(more)
        .output()
        .expect("python3 was found");
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if errors.contains("not installed") {
        eprintln!("nothing checked: {}", errors.trim());
        return;
    }
    let summary = text.lines().find(|line| line.contains(" same, ")).unwrap_or_default();
    assert!(output.status.success() && summary.contains(" 0 wrong, "), "{text}{errors}");
    // Every program counts three times. Most have to be decided for this to show anything.
    let count = |kind: &str| -> usize {
        let part = summary.split(&[',', ';'][..]).find_map(|part| part.trim().strip_suffix(kind));
        part.and_then(|number| number.trim().parse().ok()).expect("the summary has this number")
    };
    let all = count("same") + count("undecided") + count("skipped");
    assert!(count("same") * 10 >= all * 7, "too little was compared: {text}");
    eprintln!("{summary}");
}

fn count() -> usize {
    let count = if crate::common::in_full() { "25" } else { "8" };
    setting("PLICA_SANITIZERS_COUNT", count).parse().expect("PLICA_SANITIZERS_COUNT is a number")
}

#[test]
fn lines_of_errors_are_those_of_the_sanitizers() {
    compare(&[], count());
}

#[test]
fn suites_reach_what_any_input_reaches() {
    compare(&["--suites"], count().div_ceil(2));
}
