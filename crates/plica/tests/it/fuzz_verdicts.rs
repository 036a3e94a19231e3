//! Random programs with few inputs: plica's verdicts are those of trying every input natively.
//!
//! `scripts/fuzz_verdicts.py` writes the programs, tries them with sanitizers and compares; this runs it with fixed
//! seeds. `PLICA_FUZZ_COUNT` says how many programs (8 unless told, 20 for `./x test --all`, two verdicts each),
//! `PLICA_FUZZ_SEED` with which seed to begin. Without python3 or clang the test says so and checks nothing. Oblivious
//! to how programs come about. Invariant: one wrong verdict, or an input that breaks nothing, fails the test; an
//! undecided verdict does not.

use std::path::Path;
use std::process::Command;

fn found(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_string())
}

#[test]
fn verdicts_are_those_of_native_enumeration() {
    let clang = std::iter::once("clang".to_string()).chain((14..=22).map(|v| format!("clang-{v}"))).any(|c| found(&c));
    if !clang || !found("python3") {
        eprintln!("skipped: this needs clang and python3");
        return;
    }
    let count = if crate::common::in_full() { "20" } else { "8" };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/fuzz_verdicts.py");
    let output = Command::new("python3")
        .arg(script)
        .args(["--plica", env!("CARGO_BIN_EXE_plica"), "--limit", "10"])
        .args(["--count", &setting("PLICA_FUZZ_COUNT", count), "--seed", &setting("PLICA_FUZZ_SEED", "1")])
        .output()
        .expect("python3 was found");
    let text = String::from_utf8_lossy(&output.stdout);
    let summary = text.lines().find(|line| line.contains(" same, ")).unwrap_or_default();
    assert!(summary.contains(" 0 wrong, "), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(!summary.starts_with("0 same"), "nothing was compared: {text}");
}
