//! What goes wrong around a run: inputs, tools, limits, interruption. Each ends in a message or a report, never a
//! panic.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: exit status 2 says what is wrong with this input and
//! leaves standard output empty; a run that ends early still prints a whole report.

use crate::common::Folder;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plica() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    command.arg("check").stdin(Stdio::null());
    command
}

/// The message of a run that is refused.
#[track_caller]
fn refused(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty());
    assert!(message.starts_with("error: "), "{message}");
    message
}

/// The kinds of the reasons of a run that ends undecided.
#[track_caller]
fn undecided(output: &Output) -> Vec<String> {
    let said = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&said)
        .unwrap_or_else(|error| panic!("{error}\n{said}\n{}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(report["verdict"], "undecided", "{said}");
    assert_eq!(output.status.code(), Some(3));
    let reasons = report["reasons"].as_array().unwrap();
    reasons.iter().map(|reason| reason["kind"].as_str().unwrap().to_owned()).collect()
}

/// A program that never ends and forks all the time, without holding an error.
/// Loops are not folded where a test needs this not to end.
const ENDLESS: &str = "int __VERIFIER_nondet_int(void);\n\
    int main(void) {\n  unsigned n = 0;\n  for (;;) { if (__VERIFIER_nondet_int() > 5) n++; else n += 2; }\n}\n";

#[test]
fn missing_file() {
    let message = refused(plica().arg("/no/such/file.c"));
    assert!(message.contains("there is no file `/no/such/file.c`") && message.contains("help: "), "{message}");
}

#[test]
fn folder_instead_of_a_file() {
    let folder = Folder::new();
    assert!(refused(plica().arg(&folder.0)).contains("is a folder"));
}

#[test]
fn empty_file() {
    let folder = Folder::new();
    for name in ["empty.c", "empty.ll"] {
        assert!(refused(plica().arg(folder.write(name, ""))).contains("is empty"));
    }
}

#[test]
fn file_of_an_unknown_kind() {
    let folder = Folder::new();
    assert!(refused(plica().arg(folder.write("a.txt", "x"))).contains("is not a program that plica reads"));
}

#[test]
fn unknown_flag() {
    let message = refused(plica().args(["--serach", "dfs", "a.c"]));
    assert!(message.contains("--serach") && message.contains("--search"), "{message}");
}

#[test]
fn unwritable_output_folder() {
    let folder = Folder::new();
    let program = folder.write("a.c", "int main(void) { return 0; }\n");
    let message = refused(plica().arg(&program).arg("-o").arg(program.join("below")));
    assert!(message.contains("cannot make the folder"), "{message}");
}

#[test]
fn truncated_and_garbled_ir() {
    let folder = Folder::new();
    let whole = "define i32 @main() {\nentry:\n  %x = add i32 1, 2\n  ret i32 %x\n}\n";
    for (name, text) in [
        ("cut.ll", &whole[..40]),
        ("cut_in_a_string.ll", "@s = constant [3 x i8] c\"ab"),
        ("garbled.ll", "define i32 @main( {{{ ??? \n"),
        ("binary.ll", "\u{1}\u{2}\u{3}BC\u{7f}\n"),
    ] {
        let message = refused(plica().arg(folder.write(name, text)));
        assert!(message.contains(name), "{message}");
    }
    // Every prefix of a small module is refused or analysed, and never makes plica panic.
    for end in (1..whole.len()).step_by(9) {
        let output = plica().arg(folder.write("prefix.ll", &whole[..end])).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 2)), "{end}: {output:?}");
    }
}

#[test]
fn no_clang_on_path() {
    let folder = Folder::new();
    let program = folder.write("a.c", "int main(void) { return 0; }\n");
    let message = refused(plica().arg(&program).env("PATH", &folder.0).env_remove("PLICA_CLANG"));
    assert!(message.contains("clang"), "{message}");
}

#[test]
fn clang_reporting_an_error() {
    let folder = Folder::new();
    let message = refused(plica().arg(folder.write("a.c", "int main(void) { return x; }\n")));
    assert!(message.contains("undeclared identifier") && message.contains("a.c:1"), "{message}");
}

#[test]
fn program_without_main() {
    let folder = Folder::new();
    let message = refused(plica().arg(folder.write("a.c", "int f(void) { return 0; }\n")));
    assert!(message.contains("main"), "{message}");
}

#[test]
fn target_that_is_nowhere() {
    let folder = Folder::new();
    let text = "int leave(int n) {\n  if (n) goto ERROR;\n  return 0;\n\n\nERROR:\n  return 1;\n}\n\
        int main(int argc, char **argv) { return leave(argc); }\n";
    let program = folder.write("a.c", text);
    let message = |target: &str| refused(plica().arg(&program).args(["--target", target]));
    let shown = message("label:EROR");
    assert!(
        shown.contains("the target label:EROR is nowhere") && shown.contains("label of a similar name is ERROR"),
        "{shown}"
    );
    assert!(message("label:completely_different").contains("the labels are ERROR"));
    assert!(message("leaf").contains("a function of a similar name is leave"));
    assert!(message("a.c:5").contains("the nearest line with code is 3"));
    assert!(message("b.c:2").contains("a file of a similar name is a.c"));
    let plain = folder.write("b.c", "int main(void) { return 0; }\n");
    assert!(refused(plica().arg(&plain).args(["--target", "label:ERROR"])).contains("the program has no label"));
}

#[test]
fn time_limit() {
    let folder = Folder::new();
    let start = Instant::now();
    let program = folder.write("a.c", ENDLESS);
    let output =
        plica().args(["--format", "json", "--loops", "unroll", "--time-limit", "1s"]).arg(program).output().unwrap();
    assert!(undecided(&output).contains(&"time-limit".to_owned()));
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn memory_limit() {
    let folder = Folder::new();
    let program = folder.write("a.c", ENDLESS);
    let mut command = plica();
    command.args(["--format", "json", "--memory-limit", "100MiB", "--time-limit", "60s", "--search", "bfs"]);
    command.args(["--loops", "unroll"]);
    assert!(undecided(&command.arg(program).output().unwrap()).contains(&"memory-limit".to_owned()));
}

#[test]
fn interruption_ends_a_run_with_what_it_has() {
    let folder = Folder::new();
    let program = folder.write("a.c", ENDLESS);
    let mut command = plica();
    command.args(["--format", "json", "--loops", "unroll", "--time-limit", "60s"]).arg(program);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    // The shell's own `kill`: the program of that name is not on every machine.
    let killed = Command::new("sh").args(["-c", "kill -INT \"$0\"", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert!(undecided(&child.wait_with_output().unwrap()).contains(&"interrupted".to_owned()));
}

#[test]
fn solver_killed_in_mid_query() {
    let folder = Folder::new();
    let program = "int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x * x == 49 && x != 7) return 1;\n  return 0;\n}\n";
    let solver = folder.write("solver.sh", "#!/bin/sh\nread line\nkill -9 $$\n");
    let mut command = plica();
    command.args(["--format", "json", "--time-limit", "30s", "--solver"]).arg(format!("sh {}", solver.display()));
    let kinds = undecided(&command.arg(folder.write("a.c", program)).output().unwrap());
    assert!(kinds.contains(&"solver-failure".to_owned()), "{kinds:?}");
}

#[test]
fn solver_that_knows_nothing() {
    let folder = Folder::new();
    let program = "int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x * x == 49 && x != 7) return 1;\n  return 0;\n}\n";
    let text = "while read line; do case \"$line\" in *check-sat*) echo unknown ;; esac; done\n";
    let solver = folder.write("solver.sh", text);
    let mut command = plica();
    command.args(["--format", "json", "--time-limit", "60s", "--solver"]).arg(format!("sh {}", solver.display()));
    let kinds = undecided(&command.arg(folder.write("a.c", program)).output().unwrap());
    assert!(!kinds.is_empty() && !kinds.contains(&"time-limit".to_owned()), "{kinds:?}");
}

#[test]
fn recursion_ten_thousand_deep() {
    let folder = Folder::new();
    let program = "void reach_error(void);\nint f(int n) { return n ? 1 + f(n - 1) : 0; }\n\
        int main(void) {\n  if (f(10000) != 10000) reach_error();\n  return 0;\n}\n";
    let output = plica().arg(folder.write("a.c", program)).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn test_cases_of_errors_replay_natively() {
    let folder = Folder::new();
    let program = "#include \"plica.h\"\nint main(void) {\n  int x = plica_int(\"x\");\n  plica_assert(x != 42);\n  return 0;\n}\n";
    let program = folder.write("a.c", program);
    let tests = folder.0.join("tests");
    let output = plica().arg(&program).arg("-o").arg(&tests).args(["--format", "json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let test = report["errors"][0]["test"].as_str().unwrap();
    let replay =
        Command::new(env!("CARGO_BIN_EXE_plica")).args(["replay", "-p"]).arg(&program).arg(test).output().unwrap();
    let said = String::from_utf8_lossy(&replay.stdout);
    assert!(said.contains("(as expected)"), "{said}");
    assert_eq!(replay.status.code(), Some(1));
}

#[test]
fn trees_are_written_as_json_and_dot() {
    let folder = Folder::new();
    let program = folder.write(
        "a.c",
        "int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() > 3) return 1; return 0; }\n",
    );
    for name in ["t.json", "t.dot"] {
        let file = folder.0.join(name);
        let output = Command::new(env!("CARGO_BIN_EXE_plica"))
            .args([Path::new("tree"), &program, Path::new("-o"), &file])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let text = std::fs::read_to_string(&file).unwrap();
        match name {
            "t.dot" => assert!(text.starts_with("digraph") && text.contains("->"), "{text}"),
            _ => {
                let tree: Value = serde_json::from_str(&text).unwrap();
                assert!(tree["nodes"].as_array().unwrap().len() >= 3, "{text}");
            }
        }
    }
}
