//! Native runs show what really happens on a test case: one program per class of errors, through `plica replay`.
//!
//! Oblivious to the engine: the test cases are written here. Invariant: nothing but programs of this file is executed.

use crate::common::Folder;
use plica_report::{ErrorKind, Expected, TestCase, TestObject, write_ktest, write_test_json};
use std::path::Path;
use std::process::{Command, Output};

fn test(objects: &[(&str, &[u8])]) -> TestCase {
    let object = |&(name, bytes): &(&str, &[u8])| TestObject {
        name: name.into(),
        bytes: bytes.to_vec(),
        ..TestObject::default()
    };
    TestCase { args: vec!["program".into()], objects: objects.iter().map(object).collect(), ..TestCase::default() }
}

fn replay(args: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plica")).arg("replay").args(args).output().unwrap()
}

/// Replays a test case on a program; what was printed, and the exit status.
fn run(source: &str, test: &TestCase) -> (String, i32) {
    let folder = Folder::new();
    let program = folder.write("program.c", source);
    let ktest = folder.write("t.ktest", write_ktest(test));
    let output = replay(&[&ktest, Path::new("--program"), &program, Path::new("--time-limit"), Path::new("5s")]);
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (text.replace(&folder.0.display().to_string(), "."), output.status.code().unwrap())
}

#[track_caller]
fn shows(source: &str, test: &TestCase, kind: ErrorKind, line: u32) {
    let (text, status) = run(source, test);
    assert!(text.contains(&format!("error[{kind}] at ")), "{text}");
    assert!(text.contains(&format!("program.c:{line}")), "{text}");
    assert_eq!(status, 1);
}

#[test]
fn inputs_are_read_in_order_and_assertions_fail_where_they_stand() {
    let source = "#include <assert.h>\n#include \"plica.h\"\n\
        int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n  int x = plica_int(\"x\"); char s[3]; plica_make_symbolic(s, 3, \"s\");\n\
        int y = __VERIFIER_nondet_int();\n\
        assert(!(x == 7 && s[1] == 'b' && y == -2));\n}\n";
    let inputs = test(&[("x", &[7, 0, 0, 0]), ("s", b"abc"), ("y", &[0xfe, 0xff, 0xff, 0xff])]);
    shows(source, &inputs, ErrorKind::AssertionFailure, 7);
    let (text, status) = run(source, &test(&[("x", &[7, 0, 0, 0])]));
    assert!(text.contains("no error (exit status 0)") && text.contains("note: inputs-exhausted: s"), "{text}");
    assert_eq!(status, 0);
}

#[test]
fn error_calls_are_located_at_their_caller() {
    let source = "int main(void) {\n  if (__VERIFIER_nondet_uint() > 2)\n    __VERIFIER_error();\n}\n";
    shows(source, &test(&[("x", &[3, 0, 0, 0])]), ErrorKind::ErrorCall, 3);
}

#[test]
fn error_functions_of_the_program_are_errors_whatever_their_bodies() {
    let source =
        "void reach_error(void) {}\nint main(void) {\n  if (__VERIFIER_nondet_uint() > 2)\n    reach_error();\n}\n";
    shows(source, &test(&[("x", &[3, 0, 0, 0])]), ErrorKind::ErrorCall, 4);
}

#[test]
fn memory_errors() {
    let out = "#include <stdlib.h>\nint main(void) {\n  int *a = malloc(8);\n  return a[__VERIFIER_nondet_int()];\n}\n";
    shows(out, &test(&[("i", &[2, 0, 0, 0])]), ErrorKind::OutOfBounds, 4);
    let freed = "#include <stdlib.h>\nint main(void) {\n  int *a = malloc(8);\n  free(a);\n  return *a;\n}\n";
    shows(freed, &test(&[]), ErrorKind::UseAfterFree, 5);
    let null = "int main(void) {\n  int *volatile p = 0;\n  return *p;\n}\n";
    shows(null, &test(&[]), ErrorKind::NullDereference, 3);
}

#[test]
fn arithmetic_errors() {
    let source = "int main(void) {\n  int d = __VERIFIER_nondet_int();\n  return 7 / d;\n}\n";
    shows(source, &test(&[("d", &[0; 4])]), ErrorKind::DivisionByZero, 3);
}

#[test]
fn without_sanitizers_the_errors_are_shown_and_what_to_install_is_said() {
    let folder = Folder::new();
    let program = folder.write("program.c", "int main(void) {\n  return 7 / __VERIFIER_nondet_int();\n}\n");
    // A clang that compiles and does not link.
    let text = "#!/bin/sh\ncase \" $* \" in *' -c '* | *' -S '* | *' -dumpversion '*) exec clang \"$@\" ;; esac\n\
        echo 'ld: cannot find libclang_rt.asan-x86_64.a: No such file' >&2\nexit 1\n";
    let clang = folder.write("clang-of-the-test", text);
    std::fs::set_permissions(&clang, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let plica = |args: &[&str], file: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
        let output = command.args(args).arg(file).env("PLICA_CLANG", &clang).output().unwrap();
        (String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr)).into_owned()
            + &output.status.to_string()
    };
    let said = plica(&["check", "--confirm", "native"], &program);
    assert!(said.contains("error[division-by-zero]") && said.contains("violated: 1 error"), "{said}");
    assert!(said.contains("apt-get install libclang-rt-") && said.ends_with("exit status: 2"), "{said}");
    let test = folder.write("t.ktest", write_ktest(&test(&[("x", &[0; 4])])));
    let said = plica(&["replay", "--program", program.to_str().unwrap()], &test);
    assert!(said.contains("apt-get install libclang-rt-") && said.ends_with("exit status: 2"), "{said}");
    // What no native run can be made of is refused before the analysis.
    let rust = folder.write("program.rs", "fn main() { panic!() }\n");
    let said = plica(&["check", "--confirm", "native"], &rust);
    assert!(said.contains("is Rust") && !said.contains("violated"), "{said}");
}

#[test]
fn harnesses_for_cbmc() {
    let source = "unsigned nondet_uint(void);\nint main(void) {\n  unsigned x = nondet_uint();\n  __CPROVER_assume(x > 2);\n\
        \x20 __CPROVER_assert(x != 3, \"not three\");\n}\n";
    shows(source, &test(&[("x", &[3, 0, 0, 0])]), ErrorKind::AssertionFailure, 5);
    let (text, status) = run(source, &test(&[("x", &[2, 0, 0, 0])]));
    assert!(text.contains("an assumption is false on these inputs"), "{text}");
    assert_eq!(status, 3);
}

#[test]
fn false_assumptions_end_undecided() {
    let source = "int main(void) {\n  klee_assume(__VERIFIER_nondet_int() > 0);\n  return *(volatile int *)0;\n}\n";
    let (text, status) = run(source, &test(&[("x", &[0; 4])]));
    assert!(text.contains("an assumption is false on these inputs"), "{text}");
    assert_eq!(status, 3);
}

#[test]
fn endless_programs_end_at_the_time_limit() {
    let folder = Folder::new();
    let program = folder.write("program.c", "int main(void) { for (;;) {} }\n");
    let ktest = folder.write("t.ktest", write_ktest(&test(&[])));
    let output = replay(&[&ktest, Path::new("-p"), &program, Path::new("--time-limit"), Path::new("300ms")]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("time limit reached"));
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn arguments_of_main_come_from_the_test_case() {
    let source = "#include <string.h>\nint main(int argc, char **argv) {\n  \
        if (argc == 3 && !strcmp(argv[1], \"a b\") && !strcmp(argv[2], \"c\"))\n    __VERIFIER_error();\n}\n";
    shows(source, &test(&[("argv[1]", b"a b\0"), ("argv[2]", b"c\0d")]), ErrorKind::ErrorCall, 4);
}

#[test]
fn the_json_twin_names_program_entry_and_expectation() {
    let folder = Folder::new();
    let program = folder.write("f.c", "int f(int a, double b) {\n  if (a == 3 && b > 1) __builtin_trap();\n  return 0;\n}\nint main(void) { return 5; }\n");
    let mut test = test(&[("a", &[3, 0, 0, 0]), ("b", &1.5f64.to_le_bytes())]);
    test.program = Some(plica_report::ProgramInfo {
        inputs: vec![program.display().to_string()],
        entry: Some("f".into()),
        entry_params: vec!["i32".into(), "f64".into()],
        ..Default::default()
    });
    test.expected = Some(Expected { kind: ErrorKind::Abort, file: "f.c".into(), line: 2 });
    let ktest = folder.write("t.ktest", write_ktest(&test));
    folder.write("t.json", write_test_json(&test));
    let output = replay(&[&ktest]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("(as expected)"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let json = replay(&[&folder.0.join("t.json"), Path::new("--format"), Path::new("json")]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["runs"][0]["reproduced"], true);
}

#[test]
fn what_cannot_be_replayed_is_said() {
    let folder = Folder::new();
    let garbage = folder.write("t.ktest", b"KTEST\0\0");
    let refused = |args: &[&Path]| {
        let output = replay(args);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&[&garbage]).contains("the .ktest file is cut off"));
    assert!(refused(&[&folder.0.join("none.ktest")]).contains("there is no file"));
    let lonely = folder.write("lonely.ktest", write_ktest(&test(&[])));
    assert!(refused(&[&lonely]).contains("does not say which program it is for"));
    let broken = folder.write("broken.c", "int main(void) { return x; }\n");
    let text = refused(&[&lonely, Path::new("-p"), &broken]);
    assert!(text.contains("clang cannot compile the program") && text.contains("undeclared identifier 'x'"), "{text}");
}

#[test]
fn nothing_stays_behind_in_the_temporary_folder() {
    let folder = Folder::new();
    let program = folder.write("program.c", "int main(void) { return 0; }\n");
    let ktest = folder.write("t.ktest", write_ktest(&test(&[])));
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args([Path::new("replay"), &ktest, Path::new("-p"), &program])
        .env("TMPDIR", &folder.0)
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2);
}

#[test]
fn every_class_that_a_native_run_can_see_is_told_apart() {
    let body = |body: &str| {
        format!(
            "#include <stdlib.h>\n#include <string.h>\nint global[2];\nint main(void) {{\n  int x = __VERIFIER_nondet_int();\n  {body}\n}}\n"
        )
    };
    // The input is 1; the error is on line 6.
    for (kind, text) in [
        (ErrorKind::DivisionOverflow, "return (-2147483647 - x) / -x;"),
        (ErrorKind::ShiftRange, "return x << (x + 31);"),
        (ErrorKind::SignedOverflow, "return 2147483647 + x;"),
        (ErrorKind::UnreachableCode, "if (x) __builtin_unreachable();"),
        (ErrorKind::DoubleFree, "char *p = malloc(3); free(p); free(p);"),
        (ErrorKind::InvalidFree, "char *p = malloc(3); free(p + x);"),
        (ErrorKind::OutOfBounds, "return global[x + 1];"),
        (ErrorKind::OutOfBounds, "int a[2]; return a[x + 1];"),
        (ErrorKind::OutOfBounds, "char a[3]; strcpy(a, \"four\"); return a[0];"),
        (ErrorKind::Abort, "abort();"),
        (ErrorKind::Abort, "__builtin_trap();"),
        (ErrorKind::InvalidDereference, "return *(int *)(0x100000000 + x);"),
        (ErrorKind::OverlappingCopy, "char a[9] = {0}; memcpy(a, a + x, 5); return a[0];"),
        (ErrorKind::MemoryLeak, "global[0] = *(int *)calloc(1, 4);"),
    ] {
        let (said, status) = run(&body(text), &test(&[("x", &[1, 0, 0, 0])]));
        assert!(said.contains(&format!("error[{kind}]")) && said.contains("program.c:6"), "{kind}: {said}");
        assert_eq!(status, 1);
    }
}
