//! What was found is kept: on a full disk, when plica is killed, and in a suite that cannot be whole.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: a test case is looked at as a reader would, also
//! while it is being written.

use crate::common::Folder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PLICA: &str = env!("CARGO_BIN_EXE_plica");

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A program with so many errors, each at a line and with an input of its own.
fn errors(folder: &Folder, count: u32) -> PathBuf {
    let mut text = "#include \"plica.h\"\nint main(void) {\n  int x = plica_int(\"x\");\n".to_owned();
    for i in 1..=count {
        let _ = writeln!(text, "  if (x == {i}) plica_assert(x != {i});");
    }
    folder.write("errors.c", text + "  return 0;\n}\n")
}

/// The test cases in a folder; each has to be whole. Files without a name that a reader looks for are left out.
fn whole_tests(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut tests = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if !name.starts_with("test") {
            assert!(name.starts_with(".plica-"), "{name}");
            continue;
        }
        // A number that another run took first may be given back.
        let Ok(bytes) = std::fs::read(entry.path()) else { continue };
        let test = plica_report::read_test_case(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(test.objects.len(), 1, "{name}");
        tests.insert(name, bytes);
    }
    tests
}

/// Writes tests until there are so many files, and is then killed.
fn killed_at(mut child: Child, tests: &Path, files: usize) -> BTreeMap<String, Vec<u8>> {
    let start = Instant::now();
    while whole_tests(tests).len() < files && start.elapsed() < Duration::from_secs(60) {
        if child.try_wait().unwrap().is_some() {
            break;
        }
    }
    let _ = child.kill();
    child.wait().unwrap();
    whole_tests(tests)
}

#[test]
fn nothing_half_written_is_read_as_a_test() {
    let folder = Folder::new();
    let program = errors(&folder, 120);
    let tests = folder.0.join("tests");
    let spawn = || {
        let mut command = Command::new(PLICA);
        command.args(["check", "-q", "-o"]).arg(&tests).arg(&program).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut before = BTreeMap::new();
    for more in [1, 7, 30] {
        let after = killed_at(spawn(), &tests, before.len() + more);
        assert!(after.len() >= before.len() + more);
        // What an earlier run left is as it was.
        assert!(before.iter().all(|(name, bytes)| after.get(name) == Some(bytes)));
        before = after;
    }
    // The twin comes first: there is no test without what a replay needs.
    for name in before.keys().filter_map(|name| name.strip_suffix(".ktest")) {
        assert!(before.contains_key(&format!("{name}.json")), "{name}");
    }
    let after = killed_at(spawn(), &tests, usize::MAX);
    assert_eq!(after.len() - before.len(), 240, "a run that is let be writes all");
}

#[test]
fn a_full_disk_is_an_error_that_shows_the_findings() {
    if !Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|status| status.success()) {
        eprintln!("nothing was checked: a disk of its own is not allowed here (unshare -rm)");
        return;
    }
    let folder = Folder::new();
    let program = errors(&folder, 3);
    let tests = folder.0.join("tests");
    std::fs::create_dir(&tests).unwrap();
    // Three pages: a test with its twin, and the twin of the second.
    let script =
        "mount -t tmpfs -o size=12k none \"$2\" || exit 99; \"$0\" check -o \"$2\" \"$1\"; s=$?; ls -A \"$2\"; exit $s";
    let run = Command::new("unshare").args(["-rm", "sh", "-c", script, PLICA]).args([&program, &tests]).output();
    let output = run.unwrap();
    if output.status.code() == Some(99) {
        eprintln!("nothing was checked: a disk of its own is not allowed here (mount)");
        return;
    }
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("No space left on device") && text.contains("cannot write"), "{text}");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("violated: 3 errors"), "{text}");
    assert!((4..=6).all(|line| shown.contains(&format!("errors.c:{line}:"))), "{text}");
    // The first test is whole, the second is not there at all.
    let left: Vec<&str> = shown.lines().filter(|line| line.starts_with("test0") || line.starts_with('.')).collect();
    assert_eq!(left, ["test000001.json", "test000001.ktest"], "{text}");
}

#[test]
fn a_file_that_may_not_grow_is_an_error_that_shows_the_finding() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    // A test case is larger than what plica itself writes for the compiler.
    let text = "#include \"plica.h\"\nchar a[150000];\nint main(void) {\n  plica_make_symbolic(a, sizeof a, \"a\");\n  \
        plica_assert(a[77] != 5);\n  return 0;\n}\n";
    let program = folder.write("a.c", text);
    let tests = folder.0.join("tests");
    // The compiler may write as it likes.
    let clang = std::env::var("PLICA_CLANG").unwrap_or_else(|_| "clang".into());
    let text = format!("#!/bin/sh\nulimit -S -f unlimited\nexec {clang} \"$@\"\n");
    let compiler = folder.write("compiler", text);
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).unwrap();
    let script = "ulimit -S -f 200; exec \"$0\" check -o \"$2\" \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, PLICA]).args([&program, &tests]).env("PLICA_CLANG", &compiler);
    let output = command.output().unwrap();
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("cannot write") && text.contains("violated: 1 error"), "{text}");
    assert!(whole_tests(&tests).is_empty());
    // Without the bound the test is there.
    let output = Command::new(PLICA).args(["check", "-q", "-o"]).args([&tests, &program]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(whole_tests(&tests).len(), 2);
}

#[test]
fn a_report_that_cannot_be_printed_is_an_error_and_its_tests_are_kept() {
    let folder = Folder::new();
    let program = errors(&folder, 2);
    for format in ["text", "json", "sarif"] {
        let tests = folder.0.join(format);
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(PLICA);
        command.args(["check", "--format", format, "-o"]).arg(&tests).arg(&program).stdout(full);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains("cannot write to standard output"), "{}", said(&output));
        assert_eq!(whole_tests(&tests).len(), 4, "{format}");
    }
}

#[test]
fn a_side_that_a_suite_leaves_out_has_a_reason() {
    let folder = Folder::new();
    let text = "void unknown(void);\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  \
        if (__VERIFIER_nondet_int() > 5) {\n    unknown();\n    \
        if (__VERIFIER_nondet_int() > 6) return 1;\n  }\n  return 0;\n}\n";
    let program = folder.write("a.c", text);
    let mut command = Command::new(PLICA);
    command.args(["test", "--format", "json", "-o"]).arg(folder.0.join("tests")).arg(&program);
    let output = command.output().unwrap();
    let suite: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said(&output)));
    assert!(suite["covered_sides"].as_u64() < suite["sides"].as_u64(), "{suite}");
    assert_eq!(suite["verdict"], "undecided", "{suite}");
    let reasons = suite["reasons"].as_array().unwrap();
    assert!(reasons.iter().any(|reason| reason["text"].as_str().unwrap().contains("unknown")), "{suite}");
    // The way up to there is covered.
    assert!(suite["tests"].as_array().unwrap().iter().any(|test| test["cut"] == true), "{suite}");
}
