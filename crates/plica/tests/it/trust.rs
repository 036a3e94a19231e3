//! What comes from elsewhere is not trusted: test cases do not choose what clang does, texts do not reach a terminal
//! raw, and IR that is none is told from a defect.
//!
//! Oblivious to the engine: it runs the built `plica`.

use crate::common::Folder;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

fn plica(args: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plica")).args(args).args(files).output().unwrap()
}

fn said(output: &Output) -> String {
    (String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr)).into_owned()
}

const GOOD: &str = "int main(void) { return 0; }\n";

/// A test case that names these sources and options.
fn test_case(folder: &Folder, inputs: &[&str], clang_args: &[&str]) -> std::path::PathBuf {
    let program = json!({ "inputs": inputs, "clang_args": clang_args });
    let test = json!({ "format": "plica-test", "version": 1, "program": program, "objects": [] });
    folder.write("t.json", test.to_string())
}

#[test]
fn a_test_case_does_not_choose_what_clang_does() {
    let folder = Folder::new();
    folder.write("a.c", GOOD);
    let out = folder.0.join("written");
    let (o, mf) = (format!("-o{}", out.display()), format!("-MF{}", out.display()));
    let apart = ["-o", "-MF", "-Xclang", "-load", "-B", "-fpass-plugin=./x.so", "--config=x", "-wrapper", "-imacros"];
    let joined = ["-fplugin=./x.so", "@options", "-save-temps", "-B.", "-Wl,-x", "-specs=x", &o, &mf];
    for option in joined.into_iter().chain(apart) {
        let run = plica(&["replay"], &[&test_case(&folder, &["a.c"], &[option])]);
        assert_eq!(run.status.code(), Some(2), "{option}: {}", said(&run));
        assert!(said(&run).contains("may not choose") && said(&run).contains(option), "{}", said(&run));
    }
    assert!(!out.exists());
    let run = plica(&["replay"], &[&test_case(&folder, &["a.c"], &["-DA=1", "-std=c99", "-Wall", "-fsigned-char"])]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
}

#[test]
fn sources_elsewhere_have_to_be_allowed() {
    let (folder, other) = (Folder::new(), Folder::new());
    let source = other.write("a.c", GOOD);
    let test = test_case(&folder, &[source.to_str().unwrap()], &[]);
    let run = plica(&["replay"], &[&test]);
    assert_eq!(run.status.code(), Some(2));
    assert!(said(&run).contains("--allow-sources"), "{}", said(&run));
    let run = plica(&["replay", "--allow-sources", other.0.to_str().unwrap()], &[&test]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    let run = plica(&["replay", "--program"], &[&source, &test]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    // A link does not lead out.
    std::os::unix::fs::symlink(&source, folder.0.join("link.c")).unwrap();
    let run = plica(&["replay"], &[&test_case(&folder, &["link.c"], &[])]);
    assert_eq!(run.status.code(), Some(2), "{}", said(&run));
    // Nor do headers that are forced on a program.
    folder.write("b.c", GOOD);
    let header = format!("-include{}", source.display());
    let run = plica(&["replay"], &[&test_case(&folder, &["b.c"], &[&header])]);
    assert_eq!(run.status.code(), Some(2), "{}", said(&run));
}

#[test]
fn control_characters_do_not_reach_a_terminal() {
    let folder = Folder::new();
    let program = "#include \"plica.h\"\nint main(void) {\n  int x = plica_int(\"a\\033[2Jb\");\n  \
        if (x == 3) plica_assert(\"\x1b[31m\" && x != 3); /* \x1b]0;title\x07 */\n  return 0;\n}\n";
    let file = folder.write("a\u{1b}[5mb.c", program);
    let clean = |output: &Output, own: bool| {
        let text = said(output);
        let raw = text.chars().any(|c| c.is_control() && c != '\n' && !(own && c == '\u{1b}'));
        assert!(!raw && !text.contains("\u{1b}[2J") && !text.contains("\u{1b}[5m"), "{text:?}");
        assert!(!text.contains("\u{1b}]0;") && !text.contains("\u{1b}[31m"), "{text:?}");
        text
    };
    assert!(clean(&plica(&["check", "-v"], &[&file]), false).contains("\\x1b[2J"));
    clean(&plica(&["check", "--color", "always"], &[&file]), true);
    clean(&plica(&["explain"], &[&file]), false);
    let out = folder.0.join("o\u{1b}[5mut");
    clean(&plica(&["test", "-v"], &[&file, Path::new("-o"), &out]), false);
    clean(&plica(&["check"], &[&folder.0.join("none\u{1b}[5m.c")]), false);
    clean(&plica(&["check", "--no-such\u{1b}[5m"], &[]), false);
    let broken = folder.write("bro\u{1b}[5mken.c", "int main(void) { return \u{1b}[2J; }\n");
    clean(&plica(&["check"], &[&broken]), false);
    for test in std::fs::read_dir(&out).unwrap() {
        let test = test.unwrap().path();
        clean(&plica(&["replay", "--allow-sources"], &[&folder.0, &test]), false);
    }
}

#[test]
fn invalid_ir_is_bad_input_with_its_line() {
    let folder = Folder::new();
    for (line, body) in [
        (2, "  %x = load i16, i33 5\n  ret i32 0\n"),
        (2, "  ret i64 0\n"),
        (3, "  %x = add i32 1, 2\n  %y = add i64 %x, 2\n  ret i32 0\n"),
        (2, "  store i32 1, i32 2\n  ret i32 0\n"),
        (2, "  %x = add float 1.0, 2.0\n  ret i32 0\n"),
        (2, "  %x = trunc i32 1 to i64\n  ret i32 0\n"),
        (2, "  br i32 1, label %a, label %a\na:\n  ret i32 0\n"),
        (2, "  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 0\n"),
        (4, "  br label %a\na:\n  %x = phi i32 [1, %a]\n  ret i32 %x\n"),
        (2, "  switch i32 1, label %a [i32 1, label %a i32 1, label %a]\na:\n  ret i32 0\n"),
        (2, "  %x = select i32 1, i32 1, i32 2\n  ret i32 0\n"),
        (2, "  %x = call i32 (i32) @main()\n  ret i32 0\n"),
        (2, "  %x = add i32 %nowhere, 1\n  ret i32 0\n"),
        (2, "  call void @nowhere()\n  ret i32 0\n"),
        (2, "  store i32* @nowhere, i32** null\n  ret i32 0\n"),
        (2, "  store [2 x i8] c\"abc\", [2 x i8]* null\n  ret i32 0\n"),
        (4, "  ret i32 0\n}\n@g = global [3 x i32] [i32 1, i32 2]\ndefine void @f() {\n  ret void\n"),
        (4, "  ret i32 0\n}\n@g = global {i32, i8} {i32 1, i32 2}\ndefine void @f() {\n  ret void\n"),
        (
            6,
            "  ret i32 0\n}\ndeclare void @llvm.assume(i1)\ndefine void @f() {\n  call void @llvm.assume(i32 1)\n  ret void\n",
        ),
    ] {
        let file = folder.write("a.ll", format!("define i32 @main() {{\n{body}}}\n"));
        let run = plica(&["check"], &[&file]);
        let text = said(&run);
        assert_eq!(run.status.code(), Some(2), "{body}{text}");
        assert!(text.contains(&format!("line {line}")) && !text.contains("defect"), "{body}{text}");
    }
    // What no way leads to may use what it likes, and ways may come from one block twice.
    let body = "  br label %a\na:\n  ret i32 0\nb:\n  %x = add i32 %x, 1\n  switch i32 %x, label %c [i32 1, label %c]\nc:\n  \
        %p = phi i32 [1, %b], [1, %b]\n  ret i32 %p\n";
    let file = folder.write("b.ll", format!("define i32 @main() {{\n{body}}}\n"));
    let run = plica(&["check"], &[&file]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
}

#[test]
fn queries_that_cannot_be_written_are_about_the_disk() {
    let folder = Folder::new();
    let program = "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() * 7 == 3; }\n";
    let program =
        program.replace("return", "if").replace("== 3;", "== 3) return 1; return 0;").replacen("if ", "if (", 1);
    let program = folder.write("a.c", program);
    let queries = folder.0.join("queries");
    // Something is in the way of the first.
    std::fs::create_dir_all(queries.join("q000001.smt2")).unwrap();
    let run = plica(&["check", "--dump-queries"], &[&queries, &program]);
    let text = said(&run);
    assert_eq!(run.status.code(), Some(2), "{text}");
    assert!(text.contains("q000001.smt2") && text.contains("disk") && !text.contains("defect"), "{text}");
}

#[test]
fn an_inline_function_without_an_external_definition_is_explained() {
    let folder = Folder::new();
    let file = folder.write("a.c", "inline int f(int x) { return x; }\nint main(void) { return f(0); }\n");
    let text = said(&plica(&["check"], &[&file]));
    assert!(text.contains("defined `inline`") && text.contains("static inline"), "{text}");
    let run = plica(&["check"], &[&file, Path::new("--"), Path::new("-fgnu89-inline")]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    let file = folder.write("b.c", "int f(int x);\nint main(void) { return f(0); }\n");
    let text = said(&plica(&["check"], &[&file]));
    assert!(text.contains("has no model") && !text.contains("inline"), "{text}");
}

#[test]
fn an_error_in_a_model_is_placed_at_the_call() {
    let folder = Folder::new();
    let source = "#include <string.h>\nint main(void) {\n  char b[4];\n  strcpy(b, \"too long\");\n  return b[0];\n}\n";
    let file = folder.write("a.c", source);
    let run = plica(&["check", "--format", "json"], &[&file]);
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    let error = &report["errors"][0];
    assert_eq!((&error["line"], &error["function"]), (&json!(4), &json!("main")), "{report}");
    assert_eq!(error["trace"][0]["library"], "strcpy (plica's model)");
    let text = said(&plica(&["check"], &[&file]));
    assert!(text.contains("in strcpy (plica's model)") && !text.contains("/models/"), "{text}");
    // When it is found and at the end it is the same error.
    assert_eq!(text.matches("error[").count(), 1, "{text}");
}

#[test]
fn what_holds_of_main_is_not_taken_for_what_proofs_say() {
    let folder = Folder::new();
    let proof = "#[cfg(kani)]\nmod proofs {\n    #[kani::proof]\n    fn all_are_small() { assert!(kani::any::<u8>() < 9); }\n}\n";
    for main in ["fn main() {}\n", "fn main() { println!(\"here\"); }\n", "pub fn f() {}\n"] {
        let file = folder.write("a.rs", format!("{proof}{main}"));
        let run = plica(&["check"], &[&file]);
        let text = said(&run);
        assert_eq!(run.status.code(), Some(2), "{text}");
        assert!(text.contains("--entry proofs::all_are_small"), "{text}");
        let run = plica(&["check", "--entry", "proofs::all_are_small"], &[&file]);
        assert_eq!(run.status.code(), Some(1), "{}", said(&run));
    }
    let run = plica(&["check", "--entry", "main"], &[&folder.write("a.rs", format!("{proof}fn main() {{}}\n"))]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
}

#[test]
fn a_trace_of_rust_starts_in_the_users_code() {
    let folder = Folder::new();
    let source = "extern \"C\" { fn __VERIFIER_nondet_int() -> i32; }\nfn g(x: Option<i32>) -> i32 {\n    x.unwrap()\n}\n\
        fn main() {\n    let n = unsafe { __VERIFIER_nondet_int() };\n    g(if n == 7 { None } else { Some(n) });\n}\n";
    let run = plica(&["check", "--format", "json"], &[&folder.write("a.rs", source)]);
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    let error = &report["errors"][0];
    assert_eq!(error["line"], 3, "{report}");
    let trace = error["trace"].as_array().unwrap();
    assert!(trace[0]["function"].as_str().unwrap().ends_with('g'), "{report}");
    assert!(trace[0]["library"].as_str().unwrap().contains("unwrap"), "{report}");
    assert!(trace.len() <= 3, "{report}");
}
