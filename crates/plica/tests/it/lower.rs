//! What `plica lower` writes is read as its source is: the same verdict, errors, reasons and assumptions, in the same
//! places.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: whatever a report on a lowered program says
//! differently fails a test, but for numbers that differ from run to run.

use crate::common::Folder;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn plica(args: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plica")).args(args).args(files).output().unwrap()
}

fn said(output: &Output) -> String {
    (String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr)).into_owned()
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(name)
}

/// What a report says but for numbers: times, and inputs that a solver is free to choose.
fn gist(report: &Output) -> Value {
    let report: Value = serde_json::from_slice(&report.stdout).unwrap_or_else(|_| panic!("{}", said(report)));
    let parts = ["kind", "message", "text", "file", "line", "column", "function", "confirmed", "fault", "places"];
    let brief = |item: &Value| parts.iter().map(|part| item[part].clone()).collect::<Value>();
    let list = |name: &str| {
        let mut items: Vec<Value> = report[name].as_array().into_iter().flatten().map(brief).collect();
        items.sort_by_key(Value::to_string);
        Value::from(items)
    };
    Value::from(vec![report["verdict"].clone(), list("errors"), list("reasons"), list("assumptions")])
}

/// Lowers a program and holds what is said of it against what is said of its source.
fn compare(source: &Path, checks: &str) {
    let folder = Folder::new();
    let ir = folder.0.join("program.ll");
    let lowered = plica(&["lower", "--checks", checks, "-o"], &[&ir, source]);
    assert!(lowered.status.success(), "{}", said(&lowered));
    for way in [["--loops", "compact"], ["--loops", "unroll"]] {
        let args = [&["check", "--format", "json", "--checks", checks], &way[..]].concat();
        let [of_source, of_ir] = [source, &ir].map(|file| plica(&args, &[file]));
        assert_eq!(of_source.status, of_ir.status, "{}: {}", source.display(), said(&of_ir));
        assert_eq!(gist(&of_source), gist(&of_ir), "{}", source.display());
        assert_eq!(of_source.stderr, of_ir.stderr, "{}", source.display());
    }
}

#[test]
fn lowered_programs_are_read_as_their_sources() {
    for name in ["c/bitfields_bad.c", "c/blocks_begin_anew.c", "errors/allocation_assumed.c", "harness/klee.c"] {
        compare(&case(name), "default");
    }
    for extension in ["cpp", "rs"] {
        let folder = case(extension).with_file_name(if extension == "rs" { "rust" } else { "cpp" });
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
        files.sort();
        assert!(!files.is_empty());
        files.iter().take(3).for_each(|path| compare(path, "default"));
    }
}

#[test]
fn what_clang_checks_goes_with_the_program() {
    let folder = Folder::new();
    let source = folder.write("a.c", "struct s { int a[2], b; } s;\nint __VERIFIER_nondet_int(void);\n\
        int main(void) {\n  int i = __VERIFIER_nondet_int();\n  if (i < 0 || i > 2) return 0;\n  return s.a[i] << 31;\n}\n");
    compare(&source, "default");
    compare(&source, "all");
    let ir = folder.0.join("a.ll");
    assert!(plica(&["lower", "--checks", "-bounds", "-o"], &[&ir, &source]).status.success());
    let run = plica(&["check"], &[&ir]);
    assert!(said(&run).contains("was lowered without what clang checks for bounds: lower it again"), "{}", said(&run));
    assert!(said(&run).contains("holds") && said(&run).contains("indices stay within members"), "{}", said(&run));
    // A comment of any other tool's says nothing.
    let text = std::fs::read_to_string(&ir).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(first.starts_with("; plica lower: language=c as-written=yes rules=builtin"), "{first}");
    let plain = folder.write("plain.ll", rest);
    assert!(!said(&plica(&["check"], &[&plain])).contains("was lowered"));
}

#[test]
fn ir_needs_no_compiler_and_neither_do_models() {
    let folder = Folder::new();
    let source =
        folder.write("a.c", "#include <string.h>\nint main(int n, char **v) { return strlen(v[0]) / (n - 1); }\n");
    let ir = folder.0.join("a.ll");
    assert!(plica(&["lower", "-o"], &[&ir, &source]).status.success());
    let run =
        Command::new(env!("CARGO_BIN_EXE_plica")).arg("check").arg(&ir).env("PATH", "/nonexistent").output().unwrap();
    assert!(said(&run).contains("error[division-by-zero]"), "{}", said(&run));
    let to_output = plica(&["lower"], &[&source]);
    assert_eq!(String::from_utf8_lossy(&to_output.stdout), std::fs::read_to_string(&ir).unwrap());
    let broken = folder.write("b.c", "int main(void) { return undeclared; }\n");
    let run = plica(&["lower", "-o"], &[&ir, &broken]);
    assert_eq!(run.status.code(), Some(2), "{}", said(&run));
    assert!(said(&run).contains("b.c:1:25: error:"), "{}", said(&run));
}
