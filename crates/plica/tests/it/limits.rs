//! Limits hold, and whatever ends a run loses nothing that was found: a test for each promise.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: a test that measures time allows for a busy machine,
//! and for less than what it would take if the limit were not looked at.

use crate::common::Folder;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// An error that is found at once, and work on blocks that takes for ever after it.
const ERROR_FIRST: &str = "#include <stdlib.h>\n#include <string.h>\n#include \"plica.h\"\n\
    int main(void) {\n  int x = plica_int(\"x\");\n  if (x == 5) plica_assert(0);\n\
    \x20 char *p = malloc(64u << 20), *q = malloc(64u << 20);\n  memset(p, 1, 64u << 20);\n\
    \x20 for (int i = 0; i < 100000; i++) { memcpy(q, p, 64u << 20); memcpy(p, q, 64u << 20); }\n  return 0;\n}\n";

/// Never ends, forks all the time, has no error where loops are not folded.
const ENDLESS: &str = "int __VERIFIER_nondet_int(void);\n\
    int main(void) {\n  unsigned n = 0;\n  for (;;) { if (__VERIFIER_nondet_int() > 5) n++; else n += 2; }\n}\n";

fn plica(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", said(output)))
}

fn kinds(report: &Value) -> Vec<&str> {
    report["reasons"].as_array().unwrap().iter().map(|reason| reason["kind"].as_str().unwrap()).collect()
}

/// The shell's own `kill`: the program of that name is not on every machine.
fn signal(child: &Child, name: &str) {
    let status = Command::new("sh").args(["-c", "kill -$1 $0", &child.id().to_string(), name]).status().unwrap();
    assert!(status.success());
}

/// A compiler that never ends, with a process of its own.
fn slow_compiler(folder: &Folder) -> PathBuf {
    script(folder, "sleep 100 &\nwait\n")
}

fn script(folder: &Folder, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.write("compiler", format!("#!/bin/sh\n{text}"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn clang() -> String {
    std::env::var("PLICA_CLANG").unwrap_or_else(|_| "clang".into())
}

/// The processes that were given this variable.
fn processes_with(variable: &str) -> usize {
    let has = |entry: &std::fs::DirEntry| {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes())
    };
    std::fs::read_dir("/proc").unwrap().flatten().filter(has).count()
}

/// Waits until it holds, for twenty seconds at most.
fn await_until(holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    names
}

#[test]
fn the_clock_is_looked_at_inside_block_operations() {
    let folder = Folder::new();
    let program = folder.write("a.c", ERROR_FIRST);
    let start = Instant::now();
    let output = plica(&["check", "--format", "json", "--time-limit", "2s"]).arg(program).output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let report = report(&output);
    assert_eq!(kinds(&report), ["time-limit"], "{report}");
    assert_eq!((output.status.code(), report["errors"].as_array().unwrap().len()), (Some(1), 1));
}

#[test]
fn the_compiler_ends_with_the_time_and_leaves_nothing() {
    let folder = Folder::new();
    let program = folder.write("a.c", ENDLESS);
    let temporary = folder.0.join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    let compiler = slow_compiler(&folder);
    let mark = format!("PLICA_TEST_MARK={}", folder.0.display());
    let run = |arguments: &[&str]| {
        let mut command = plica(arguments);
        command.arg(&program).env("TMPDIR", &temporary).env("PLICA_CLANG", &compiler);
        command.env("PLICA_TEST_MARK", &folder.0).spawn().unwrap()
    };
    let start = Instant::now();
    let output = run(&["check", "--format", "json", "--time-limit", "1s"]).wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(kinds(&report(&output)), ["time-limit"]);
    // A signal has the same effect, whatever the command.
    let tests = folder.0.join("tests").display().to_string();
    for arguments in [&["check"][..], &["test", "-o", &tests], &["tree", "-o", "-"], &["explain"]] {
        for name in ["TERM", "INT"] {
            // What the run before has killed may still be ending: it would be counted for this one, whose signal then
            // came before it is handled.
            await_until(|| processes_with(&mark) == 0);
            let mut child = run(arguments);
            // plica, the compiler and what that has started.
            await_until(|| processes_with(&mark) >= 3);
            signal(&child, name);
            let start = Instant::now();
            let status = child.wait().unwrap();
            assert!(start.elapsed() < Duration::from_secs(20), "{arguments:?}");
            assert_eq!(status.code(), Some(3), "{arguments:?}");
        }
    }
    await_until(|| processes_with(&mark) == 0);
    assert_eq!(processes_with(&mark), 0);
    assert!(files(&temporary).is_empty(), "{:?}", files(&temporary));
}

#[test]
fn a_signal_ends_an_exploration() {
    let folder = Folder::new();
    let program = folder.write("a.c", ENDLESS);
    let temporary = folder.0.join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    for name in ["TERM", "INT", "HUP"] {
        let mut command = plica(&["check", "--format", "json", "--loops", "unroll"]);
        let child = command.arg(&program).env("TMPDIR", &temporary).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        signal(&child, name);
        let start = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(20), "{name}");
        assert_eq!(kinds(&report(&output)), ["interrupted"], "{name}");
    }
    assert!(files(&temporary).is_empty());
}

#[test]
fn a_hard_question_is_given_the_time_that_is_left() {
    let folder = Folder::new();
    let program = "#include \"plica.h\"\nint main(void) {\n  unsigned x = plica_uint(\"x\");\n  int n = 0;\n\
        \x20 for (int i = 0; i < 32; i++) n += (x >> i) & 1;\n\
        \x20 unsigned y = x - ((x >> 1) & 0x55555555u);\n  y = (y & 0x33333333u) + ((y >> 2) & 0x33333333u);\n\
        \x20 y = (y + (y >> 4)) & 0x0f0f0f0fu;\n  plica_assert(n == (int)((y * 0x01010101u) >> 24));\n  return 0;\n}\n";
    let program = folder.write("a.c", program);
    let output = plica(&["check", "--time-limit", "40s"]).arg(&program).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // The first attempt alone does not do.
    let output = plica(&["check", "--time-limit", "40s", "--solver-timeout", "50ms", "--format", "json"])
        .arg(&program)
        .output()
        .unwrap();
    assert_eq!(kinds(&report(&output)), ["solver-timeout"]);
}

/// The course in which states are made more general begins anew; questions that were put off in it go with it.
#[test]
fn what_waits_in_an_attempt_that_was_given_up_is_no_matter_when_the_time_is_up() {
    let folder = Folder::new();
    let program = "#include \"plica.h\"\n#include <stdint.h>\n#include <string.h>\n\
        static uint32_t h;\n\
        static void mix(uint64_t v) { h = h * 33 ^ (uint32_t)(v ^ v >> 32); }\n\
        struct S { int a; int b[1]; unsigned c : 19; };\n\
        int main(void) {\n  unsigned char a = plica_uchar(\"a\"), b = plica_uchar(\"b\");\n\
        \x20 uint32_t t[8] = {256, 2, 0, 1 - (int8_t)b, 128, 0, a != b, 100};\n\
        \x20 int64_t z;\n  memcpy(&z, (char *)t + ((uint16_t)(255 << (b & 15))) % 25u, 8);\n  mix(z);\n\
        \x20 struct S s[4];\n  memset(s, 0, sizeof s);\n\
        \x20 s[b % 4] = s[(uint64_t)((int)(a - b) >> (a != 0)) % 4u];\n\
        \x20 for (int i = 0; i < 4; i++) mix(s[i].b[0]);\n\
        \x20 int16_t x = a == 255, y = 256, r[3] = {0, 7, 15}, *q[4] = {&x, &y, &x, &r[0]};\n\
        \x20 *q[a % 4u] += 0;\n  for (unsigned i = 0; i < 3; i++) mix(r[i]);\n\
        \x20 plica_assert((h & 0xffff) != 24795);\n  return 0;\n}\n";
    let program = folder.write("a.c", program);
    for limit in ["400ms", "700ms", "1000ms"] {
        let output = plica(&["check", "--format", "json", "--time-limit", limit]).arg(&program).output().unwrap();
        assert!([Some(0), Some(3)].contains(&output.status.code()), "{limit}: {}", said(&output));
        assert!(kinds(&report(&output)).iter().all(|kind| kind.ends_with("-limit") || *kind == "solver-timeout"));
    }
}

#[test]
fn memory_is_counted_before_it_is_taken() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>\n#include <string.h>\n\
        int main(void) { for (;;) { char *p = malloc(1 << 20); memset(p, 1, 1 << 20); } }\n";
    let program = folder.write("a.c", text);
    let command = format!(
        "ulimit -v 6000000; exec '{}' check --format json --memory-limit 300M --time-limit 60s '{}'",
        env!("CARGO_BIN_EXE_plica"),
        program.display()
    );
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    let report = report(&output);
    assert_eq!((kinds(&report), output.status.code()), (vec!["memory-limit"], Some(3)), "{report}");
    let peak = report["stats"]["peak_memory"].as_u64().unwrap();
    assert!(peak < 600 << 20, "{peak}");
}

#[test]
fn errors_are_shown_and_written_when_they_are_found() {
    let folder = Folder::new();
    let program = folder.write("a.c", ERROR_FIRST);
    let tests = folder.0.join("tests");
    let mut child = plica(&["check", "-o"]).arg(&tests).arg(&program).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let shown = lines.find(|line| line.as_ref().unwrap().contains("test case: "));
    assert!(shown.is_some(), "the error is there while the run goes on");
    // Nothing can be done about that one.
    signal(&child, "KILL");
    child.wait().unwrap();
    assert_eq!(files(&tests), ["test000001.json", "test000001.ktest"]);
    let mut replay = plica(&["replay"]);
    replay.arg("--allow-sources").arg(&folder.0);
    let output = replay.arg(tests.join("test000001.ktest")).output().unwrap();
    assert!(said(&output).contains("(as expected)"), "{}", said(&output));
}

#[test]
fn no_signal_loses_an_error() {
    let folder = Folder::new();
    let program = folder.write("a.c", ERROR_FIRST);
    for times in [1, 2] {
        let tests = folder.0.join(format!("tests{times}"));
        let child = plica(&["check", "--format", "json", "-o"]).arg(&tests).arg(&program).spawn().unwrap();
        let start = Instant::now();
        while (!tests.exists() || files(&tests).len() < 2) && start.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(20));
        }
        (0..times).for_each(|_| signal(&child, "INT"));
        let output = child.wait_with_output().unwrap();
        let report = report(&output);
        assert_eq!((kinds(&report), output.status.code()), (vec!["interrupted"], Some(1)), "{report}");
        let test = report["errors"][0]["test"].as_str().unwrap();
        assert_eq!(Path::new(test), tests.join("test000001.ktest"));
    }
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_that_shows_the_finding() {
    let folder = Folder::new();
    let program =
        folder.write("a.c", "#include \"plica.h\"\nint main(void) { plica_assert(plica_int(\"x\") != 42); }\n");
    let tests = folder.0.join("tests");
    // The folder goes away during the run, as room on a disk does.
    let compiler = script(&folder, &format!("rm -rf '{}'\nexec {} \"$@\"\n", tests.display(), clang()));
    for format in ["text", "json"] {
        let mut command = plica(&["check", "--format", format, "-o"]);
        let output = command.arg(&tests).arg(&program).env("PLICA_CLANG", &compiler).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"), "{}", said(&output));
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(found.contains("assert") && found.contains("42") && found.contains("violated"), "{found}");
    }
}

#[test]
fn runs_into_one_folder_all_keep_their_tests() {
    let folder = Folder::new();
    let tests = folder.0.join("tests");
    let program = |value: u32| {
        let text = format!("#include \"plica.h\"\nint main(void) {{ plica_assert(plica_int(\"x\") != {value}); }}\n");
        folder.write(&format!("p{value}.c"), text)
    };
    let spawn = |value| plica(&["check", "-q", "-o"]).arg(&tests).arg(program(value)).spawn().unwrap();
    // One after the other, and two at the same time.
    assert_eq!(spawn(1).wait().unwrap().code(), Some(1));
    let first = std::fs::read(tests.join("test000001.ktest")).unwrap();
    let (mut one, mut other) = (spawn(2), spawn(3));
    assert_eq!((one.wait().unwrap().code(), other.wait().unwrap().code()), (Some(1), Some(1)));
    let mut values: Vec<String> = (1..=3)
        .map(|n| {
            let test = std::fs::read(tests.join(format!("test{n:06}.json"))).unwrap();
            let test: Value = serde_json::from_slice(&test).unwrap();
            test["program"]["inputs"][0].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
        })
        .collect();
    values.sort();
    assert_eq!(values, ["p1.c", "p2.c", "p3.c"]);
    assert_eq!(std::fs::read(tests.join("test000001.ktest")).unwrap(), first);
    assert_eq!(files(&tests).len(), 6);
}

#[test]
fn paths_that_were_cut_are_not_counted_as_paths() {
    let folder = Folder::new();
    let text = "void unknown(void);\nint __VERIFIER_nondet_int(void);\n\
        int main(void) {\n  if (__VERIFIER_nondet_int() > 5) unknown();\n  return 0;\n}\n";
    let program = folder.write("a.c", text);
    let output = plica(&["check"]).arg(&program).output().unwrap();
    assert!(said(&output).contains("(1 path, 1 cut, "), "{}", said(&output));
    let whole = folder.write("b.c", "int main(void) { return 0; }\n");
    let output = plica(&["check"]).arg(&whole).output().unwrap();
    assert!(said(&output).contains("(1 path, 0 queries, "), "{}", said(&output));
}

#[test]
fn an_error_below_recursion_that_is_too_deep_to_be_run_is_no_defect() {
    let folder = Folder::new();
    let text = "#include \"plica.h\"\nint f(unsigned n) { if (n == 0) return 0; return f(n - 1) + 1; }\n\
        int main(void) { unsigned n = plica_uint(\"n\"); int r = f(n); plica_assert(r != 1234568); }\n";
    let program = folder.write("a.c", text);
    let output = plica(&["check", "--checks", "assert"]).arg(&program).output().unwrap();
    assert!(matches!(output.status.code(), Some(1 | 3)), "{}", said(&output));
    assert!(!said(&output).contains("defect"), "{}", said(&output));
}
