//! Test suites of small programs: what a suite says of itself is held against runs that know nothing of it.
//!
//! Each test is run natively. What the tests cover together is counted by `plica check` on a program that makes all the
//! runs one after the other, inputs written into it: a single path. Oblivious to how tests are found.

use crate::common::Folder;
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

/// How many sides of branches runs of the program on these inputs cover together.
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
    let out = folder.0.join("runs");
    let line = ["test", "--loops", "unroll", "--calls", "inline", "--format", "json"];
    let report = json(&plica(&line, &[&file, Path::new("-o"), &out]));
    assert_eq!(report["stats"]["paths"], 1, "nothing is unknown");
    report["covered_sides"].as_u64().unwrap()
}

/// Makes the suite of a program in each way. Answers how many of its sides of branches are covered, which must not
/// depend on the way.
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
        let line = ["replay", "--format", "json", "--allow-sources", folder.0.to_str().unwrap()];
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
        let count = suite["covered_sides"].as_u64().unwrap();
        assert_eq!(covered(&folder, &source, &all), count, "{name}, {args:?}: {given:?}");
        for i in 0..files.len() - errors {
            let mut others = all.clone();
            others.remove(i);
            assert!(covered(&folder, &source, &others) < count, "{name}, {args:?}: test {i} of {given:?} can go");
        }
        answers.push((count, suite["sides"].as_u64().unwrap()));
    }
    assert!(answers.iter().all(|a| *a == answers[0]), "{name}: {answers:?}");
    answers[0]
}

/// Everything can be covered.
#[track_caller]
fn complete(name: &str) {
    let (covered, sides) = suite(name, 0);
    assert_eq!(covered, sides);
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
fn branches_inside_of_a_loop_of_a_callee() {
    complete("folded");
}

#[test]
fn inputs_of_callees() {
    complete("inputs");
}

#[test]
fn what_cannot_be_summarised() {
    complete("shapes");
}

#[test]
fn recursion() {
    complete("recursion");
}

#[test]
fn a_switch_of_which_one_branch_cannot_be_taken() {
    let (covered, sides) = suite("switch", 0);
    assert_eq!(covered + 1, sides, "three steps never fill the stack");
}

#[test]
fn dead_code_is_shown_to_be_dead() {
    let (covered, sides) = suite("dead", 0);
    assert_eq!(covered + 2, sides, "the ways to the two statements that are never executed");
}

#[test]
fn an_error_has_a_test_of_its_own() {
    let (covered, sides) = suite("error", 1);
    assert_eq!(covered, sides);
}

#[test]
fn every_operand_and_every_case_has_its_sides() {
    let (covered, sides) = suite("operands", 0);
    assert_eq!((covered, sides), (16, 16), "six of `||`, four of `&&`, two of the choice, three cases and the rest");
}

/// A program of `tests/suites` and what `plica test` says of it.
fn tested(folder: &Folder, name: &str, args: &[&str]) -> Value {
    let program = format!("{}/tests/suites/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let program = folder.write(&format!("{name}.c"), std::fs::read_to_string(program).unwrap());
    let line = [&["test", "--format", "json"], args].concat();
    json(&plica(&line, &[&program, Path::new("-o"), &folder.0.join("out")]))
}

#[test]
fn places_on_failing_runs_have_tests_that_say_so() {
    for args in ROWS {
        let folder = Folder::new();
        let suite = tested(&folder, "failing", args);
        assert_eq!(suite["covered_sides"], suite["sides"], "{suite}");
        assert_eq!(suite["errors"].as_array().unwrap().len(), 1);
        let tests = suite["tests"].as_array().unwrap();
        assert_eq!(tests.len(), 4, "one for each case: {suite}");
        let mut values: Vec<i32> = Vec::new();
        for test in tests {
            let file = Path::new(test["test"].as_str().unwrap());
            let fails = test["error"].is_number();
            let value = inputs(file)[0];
            values.push(value);
            assert_eq!(fails, [5, 6, 9].contains(&value), "{test}");
            // The file says it, and the run shows it.
            let twin = std::fs::read_to_string(file.with_extension("json")).unwrap();
            assert_eq!(twin.contains("assertion-failure"), fails, "{twin}");
            let line = ["replay", "--allow-sources", folder.0.to_str().unwrap()];
            let run = plica(&line, &[file]);
            assert_eq!(run.status.code(), Some(i32::from(fails)), "{run:?}");
            assert_eq!(String::from_utf8_lossy(&run.stdout).contains("(as expected)"), fails, "{run:?}");
        }
        values.sort_unstable();
        assert!([5, 6, 9].iter().all(|fails| values.contains(fails)), "each has a file of its own: {values:?}");
    }
}

#[test]
fn each_side_has_a_test_where_all_runs_fail_at_one_place() {
    for args in ROWS {
        let suite = tested(&Folder::new(), "all_fail", args);
        assert_eq!(suite["errors"].as_array().unwrap().len(), 1);
        let tests = suite["tests"].as_array().unwrap();
        assert!(tests.iter().all(|test| test["error"] == 0), "{args:?}: {suite}");
        let value = |test: &Value| test["inputs"][0]["value"].as_str().unwrap().parse().unwrap();
        let values: Vec<i32> = tests.iter().map(value).collect();
        assert!(values.contains(&3) && values.iter().any(|&x| x != 3), "{args:?}: {values:?}");
    }
}

#[test]
fn what_follows_an_operation_that_can_fail_has_a_test() {
    for args in ROWS {
        let folder = Folder::new();
        let suite = tested(&folder, "behind", args);
        let value = |test: &Value| inputs(Path::new(test["test"].as_str().unwrap()))[0];
        let values: Vec<i32> = suite["tests"].as_array().unwrap().iter().map(value).collect();
        assert!(values.contains(&9) && values.contains(&-9), "the errors: {values:?}");
        assert!(values.iter().any(|&x| x > 5 && x != 9), "{args:?}: {values:?}");
        assert!(values.iter().any(|&x| x < -5 && x != -9), "{args:?}: {values:?}");
    }
}

#[test]
fn no_side_is_taken_for_covered_that_what_was_never_written_leads_to() {
    for args in ROWS {
        let folder = Folder::new();
        let suite = tested(&folder, "unwritten", args);
        assert_eq!([&suite["covered_sides"], &suite["sides"]], [4, 4], "{args:?}: {suite}");
        let value = |test: &Value| inputs(Path::new(test["test"].as_str().unwrap()))[0];
        let values: Vec<i32> = suite["tests"].as_array().unwrap().iter().map(value).collect();
        assert!(values.contains(&77), "{args:?}: {values:?}");
        let suite = tested(&Folder::new(), "unwritten", &[args, &["-D", "ALONE"]].concat());
        assert_eq!([&suite["covered_sides"], &suite["sides"]], [5, 6], "{args:?}: {suite}");
        assert_eq!(suite["verdict"], "undecided", "{args:?}: {suite}");
    }
}

#[test]
fn sides_before_a_call_that_never_returns_have_tests() {
    for args in ROWS {
        let suite = tested(&Folder::new(), "in_vain", args);
        let counts = ["covered_sides", "sides"].map(|name| suite[name].as_u64().unwrap());
        assert_eq!(counts, [4, 6], "{args:?}: {suite}");
        assert_eq!(suite["reasons"].as_array().unwrap().len(), 0, "{args:?}: {suite}");
    }
}

#[test]
fn sides_that_no_caller_asks_for_are_not_left_open() {
    // So few commands that the loop cannot be unrolled. Where walking has the first turn it uses up more of them.
    for (calls, steps) in [("inline", "3000"), ("summary", "3000"), ("auto", "30000")] {
        let args = ["--calls", calls, "--max-steps", steps];
        let suite = tested(&Folder::new(), "apart", &args);
        assert_eq!(suite["verdict"], "holds", "{args:?}: {suite}");
        assert_eq!([&suite["covered_sides"], &suite["sides"]], [11, 12], "{args:?}: {suite}");
    }
}

#[test]
fn paths_that_a_limit_leaves_open_have_tests() {
    let folder = Folder::new();
    // No path ends: the program reads for ever.
    let program = "int __VERIFIER_nondet_int(void);\nint main(void) {\n  unsigned n = 0;\n  for (;;) {\n    \
        int x = __VERIFIER_nondet_int();\n    if (x == 5) n += 3;\n    else if (x == 77) n += 2;\n    \
        if (n > 40) n = 0;\n  }\n}\n";
    let program = folder.write("a.c", program);
    let args = ["test", "--format", "json", "--loops", "unroll", "--max-steps", "20000"];
    let suite = json(&plica(&args, &[&program, Path::new("-o"), &folder.0.join("out")]));
    assert_eq!(suite["verdict"], "undecided");
    assert!(suite["covered_sides"].as_u64().unwrap() >= 5, "{suite}");
    let tests = suite["tests"].as_array().unwrap();
    assert!(!tests.is_empty() && tests.iter().all(|test| test["cut"] == true), "{suite}");
    let twin = std::fs::read_to_string(folder.0.join("out/test000001.json")).unwrap();
    assert!(twin.contains("not followed to its end"), "{twin}");
}

#[test]
fn a_suite_can_be_moved_with_its_program() {
    let folder = Folder::new();
    tested(&folder, "operands", &[]);
    let twin = std::fs::read_to_string(folder.0.join("out/test000001.json")).unwrap();
    assert!(!twin.contains(folder.0.to_str().unwrap()), "{twin}");
    let moved = folder.0.join("moved");
    std::fs::create_dir(&moved).unwrap();
    for name in ["out", "operands.c"] {
        std::fs::rename(folder.0.join(name), moved.join(name)).unwrap();
    }
    let line = ["replay", "--allow-sources", moved.to_str().unwrap()];
    let run = plica(&line, &[&moved.join("out/test000001.ktest")]);
    assert!(String::from_utf8_lossy(&run.stdout).contains("no error"), "{run:?}");
}
