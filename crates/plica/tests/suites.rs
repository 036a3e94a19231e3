//! Test suites of small programs: what a suite says of itself is held against runs that know nothing of it.
//!
//! Each test is run natively. What the tests cover together is counted by `plica check` on a program that makes all the
//! runs one after the other, inputs written into it: a single path. Oblivious to how tests are found.

mod common;

use common::Folder;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// Arguments of `plica test`, each a way of finding the same.
const ROWS: [&[&str]; 3] = [&["--calls", "inline"], &["--calls", "summary"], &["--loops", "unroll", "--calls", "auto"]];

fn plica(args: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plica")).args(args).args(files).output().unwrap()
}

fn json(output: &Output) -> Value {
    let said = || String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said()))
}

/// The inputs of a test, from its JSON twin.
fn inputs(test: &Path) -> Vec<i32> {
    let twin: Value = serde_json::from_slice(&std::fs::read(test.with_extension("json")).unwrap()).unwrap();
    let value = |o: &Value| o["value"].as_str().unwrap().parse().unwrap();
    twin["objects"].as_array().unwrap().iter().map(value).collect()
}

/// How many locations of the program runs on these inputs cover together.
fn covered(folder: &Folder, source: &str, tests: &[&Vec<i32>]) -> u64 {
    let list: Vec<String> = tests.iter().flat_map(|t| t.iter()).map(|i| format!("{i}LL")).collect();
    let mut runs = String::new();
    let mut at = 0;
    for test in tests {
        runs.push_str(&format!("  next = given + {at};\n  program_main();\n"));
        at += test.len();
    }
    let text = format!(
        "#define main program_main\n{source}\n#undef main\n\
         static const long long given[] = {{{}, 0}};\nstatic const long long *next = given;\n\
         int __VERIFIER_nondet_int(void) {{ return (int)*next++; }}\n\
         int main(void) {{\n  next = given;\n  __VERIFIER_nondet_int();\n{runs}  return 0;\n}}\n",
        if list.is_empty() { "0".to_owned() } else { list.join(", ") },
    );
    let file = folder.write("runs.c", text);
    let report = json(&plica(&["check", "--loops", "unroll", "--calls", "inline", "--format", "json"], &[&file]));
    assert_eq!(report["stats"]["paths"], 1, "nothing is unknown");
    // The starts of the two functions that are called here and not in the program count too.
    report["stats"]["covered_locations"].as_u64().unwrap().saturating_sub(2)
}

/// Makes the suite of a program in each way. Answers how many of its locations are covered, which must not depend on the way.
fn suite(name: &str, status: i32) -> (u64, u64) {
    let folder = Folder::new();
    let source = std::fs::read_to_string(format!("{}/tests/suites/{name}.c", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let program = folder.write(&format!("{name}.c"), &source);
    let mut answers = Vec::new();
    for (row, args) in ROWS.iter().enumerate() {
        let out = folder.0.join(format!("suite{row}"));
        let line = [&["test", "--format", "json"], *args].concat();
        let output = plica(&line, &[&program, Path::new("-o"), &out]);
        assert_eq!(output.status.code(), Some(status), "{name}, {args:?}: {output:?}");
        let suite = json(&output);
        let tests = suite["tests"].as_array().unwrap();
        let files: Vec<&Path> = tests.iter().map(|t| Path::new(t["test"].as_str().unwrap())).collect();
        let errors = suite["errors"].as_array().unwrap().len();

        // Natively, the last ones show the errors that they are there for, and the others end without one.
        let line = ["replay", "--format", "json"];
        for (i, file) in files.iter().enumerate() {
            let shows = i >= files.len() - errors;
            let run = plica(&line, &[file]);
            assert_eq!(run.status.code(), Some(i32::from(shows)), "{name}, {args:?}, test {i}: {run:?}");
            let said = String::from_utf8_lossy(&run.stdout);
            assert!(!said.contains("inputs-exhausted"), "{name}, {args:?}, test {i}: {said}");
        }

        // They cover what the suite says, and none can go.
        let given: Vec<Vec<i32>> = files.iter().map(|file| inputs(file)).collect();
        let all: Vec<&Vec<i32>> = given.iter().collect();
        let count = suite["covered_locations"].as_u64().unwrap();
        assert_eq!(covered(&folder, &source, &all), count, "{name}, {args:?}: {given:?}");
        for i in 0..files.len() - errors {
            let mut others = all.clone();
            others.remove(i);
            assert!(covered(&folder, &source, &others) < count, "{name}, {args:?}: test {i} of {given:?} can go");
        }
        answers.push((count, suite["locations"].as_u64().unwrap()));
    }
    assert!(answers.iter().all(|a| *a == answers[0]), "{name}: {answers:?}");
    answers[0]
}

/// Everything can be covered.
#[track_caller]
fn complete(name: &str) {
    let (covered, locations) = suite(name, 0);
    assert_eq!(covered, locations);
}

#[test]
fn branches_inside_of_a_loop() {
    complete("loop");
}

#[test]
fn branches_of_a_callee() {
    complete("callee");
}

#[test]
fn inputs_of_callees() {
    complete("inputs");
}

#[test]
fn recursion() {
    complete("recursion");
}

#[test]
fn a_switch_of_which_one_branch_cannot_be_taken() {
    let (covered, locations) = suite("switch", 0);
    assert_eq!(covered + 1, locations, "three steps never fill the stack");
}

#[test]
fn dead_code_is_shown_to_be_dead() {
    let (covered, locations) = suite("dead", 0);
    assert_eq!(covered + 3, locations, "the two statements that are never executed, and what only they lead to");
}

#[test]
fn an_error_has_a_test_of_its_own() {
    let (covered, locations) = suite("error", 1);
    assert_eq!(covered, locations);
}
