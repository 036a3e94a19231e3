//! What a run says that it takes for granted: which assumptions are told, where, and that nothing else is.
//!
//! Oblivious to verdicts, which `tests/cases` are about. Invariant: an assumption is told where it was used, and only
//! there.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// What plica prints about a program.
fn plica(name: &str, text: &str, flags: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join(name);
    std::fs::write(&file, text).expect("a program");
    let run = Command::new(env!("CARGO_BIN_EXE_plica")).arg("check").args(flags).arg(&file).output().expect("plica");
    assert_eq!(run.status.code(), Some(0), "{text}\n{}", String::from_utf8_lossy(&run.stdout));
    String::from_utf8(run.stdout).expect("text")
}

fn json(text: &str, flags: &[&str]) -> Value {
    let flags: Vec<&str> = flags.iter().copied().chain(["--format", "json"]).collect();
    serde_json::from_str(&plica("a.c", text, &flags)).expect("JSON")
}

/// The classes of the assumptions, in their order.
fn kinds(text: &str, flags: &[&str]) -> Vec<String> {
    let report = json(text, flags);
    let all = report["assumptions"].as_array().expect("a list");
    all.iter().map(|a| a["kind"].as_str().expect("a name").to_string()).collect()
}

#[test]
fn globals_of_an_entry_have_their_initial_values_if_nothing_else_is_said() {
    let none: [&str; 0] = [];
    let entry = ["--entry", "f"];
    let told = |body: &str| kinds(body, &entry);
    assert_eq!(told("static int a;\nint f(void) { return a; }"), ["initial-globals"]);
    assert_eq!(
        told("static int a;\nstatic int g(void) { return a; }\nint f(void) { return g(); }"),
        ["initial-globals"]
    );
    assert_eq!(told("int a;\nint *const p = &a;\nint f(void) { return *p; }"), ["initial-globals"]);
    assert_eq!(told("static const int a = 1;\nint f(void) { return a; }"), none);
    assert_eq!(told("static int a;\nint f(void) { return 0; }\nint g(void) { return a; }"), none);
    assert_eq!(told("int f(void) { return \"abc\"[1] == 'b'; }"), none);
    assert_eq!(kinds("static int a;\nint f(void) { return a; }", &["--entry", "f", "--entry-globals", "any"]), none);
    assert_eq!(kinds("static int a;\nint main(void) { return a; }", &[]), none);
}

#[test]
fn only_what_was_used_is_assumed() {
    let none: [&str; 0] = [];
    let main = |body: &str| format!("#include <stdlib.h>\n#include \"plica.h\"\n{body}");
    let told = |body: &str| kinds(&main(body), &[]);
    assert_eq!(told("int main(void) { return 0; }"), none);
    assert_eq!(told("int main(int argc, char **argv) { (void)argc, (void)argv; return 0; }"), none);
    assert_eq!(told("int main(int argc, char **argv) { return argv[0][0]; }"), ["arguments"]);
    assert_eq!(told("int main(int argc) { int n = argc; return n > 3; }"), ["arguments"]);
    assert_eq!(told("int main(int argc) { if (plica_int(\"x\") == 1) return 0; exit(0); return argc; }"), none);
    assert_eq!(told("int main(int c, char **v, char **e) { return e[0] != 0; }"), ["environment"]);
    assert_eq!(told("int main(void) { free(malloc(4)); return 0; }"), ["allocation"]);
    assert_eq!(told("static void f(void) { free(malloc(4)); }\nint main(void) { return 0; }"), none);
    assert_eq!(told("int main(void) { return getenv(\"A\") == 0; }"), ["environment"]);
    // What the system tells is one of many answers where it is a known one.
    assert_eq!(told("#include <unistd.h>\nint main(void) { char s[9]; return gethostname(s, 9); }"), ["system"]);
    assert_eq!(told("#include <unistd.h>\nint main(void) { return getuid() == 7; }"), none);
    // Numbers that cannot leave their type are no matter.
    assert_eq!(told("int main(void) { return plica_uchar(\"x\") + 1; }"), none);
    assert_eq!(told("int main(void) { return plica_int(\"x\") + 1; }"), ["signed-overflow"]);
    assert_eq!(told("int main(void) { int big = 2147483647; return big + 1 > 0; }"), ["signed-overflow"]);
    assert_eq!(told("int main(void) { int x; return x == 3; }"), ["uninitialised"]);
    assert_eq!(told("int main(void) { int a[3]; a[0] = 1; return a[0]; }"), none);
    assert_eq!(told("int main(void) { int a[3]; return a[1] == 2; }"), ["uninitialised"]);
    // A copy is as unknown as what was copied; whoever reads what was written, or only copies, uses nothing of it.
    let copied = |used: &str| {
        format!("struct S {{ int a, b; }};\nint main(void) {{ struct S s, t; s.a = 1; t = s; return {used}; }}")
    };
    assert_eq!(told(&copied("t.b == 2")), ["uninitialised"]);
    assert_eq!(told(&copied("t.a == 2")), none);
    assert_eq!(told("int main(void) { return (int)plica_double(\"d\") == 3; }"), ["float-to-integer"]);
    assert_eq!(told("int main(void) { double d = 3.7; return (int)d == 3; }"), none);
    assert_eq!(told("int a, b;\nint main(void) { return &a < &b; }"), ["pointer-order"]);
    assert_eq!(told("int a[2];\nint main(void) { return &a[0] < &a[1] && a != 0; }"), none);
    assert_eq!(told("int a;\nint main(void) { return (unsigned long)&a % 16 == 0; }"), ["addresses"]);
    for number in [
        "(long)&a < 4096000",
        "(unsigned long)&a == 4096000",
        "(double)(unsigned long)&a > 1e6",
        "__builtin_popcountl((unsigned long)&a) == 3",
        "((unsigned char *)&p)[5] == 1",
        "(unsigned long)(plica_int(\"x\") ? &a : &b) >> 12 == 1",
    ] {
        let text = format!("int a, b, *p = &a;\nint main(void) {{ return {number}; }}");
        assert_eq!(told(&text), ["addresses"], "{number}");
    }
    // These are error codes, or null.
    for code in ["(long)&a < 0", "(long)&a > 4095", "p != 0"] {
        assert_eq!(told(&format!("int a, *p = &a;\nint main(void) {{ return {code}; }}")), none, "{code}");
    }
    assert_eq!(told("volatile int a;\nint main(void) { return a; }"), ["volatile"]);
    assert_eq!(told("double sin(double);\nint main(void) { return sin(1.0) > 0.5; }"), ["mathematics"]);
    assert_eq!(told("int a[2], b[2];\nint main(void) { return &a[0] == &b[1]; }"), none);
    assert_eq!(told("int a[2], b[2];\nint main(void) { return &a[2] == &b[0]; }"), ["pointer-equality"]);
    assert_eq!(told("int main(void) { const char *p = \"ab\", *q = \"b\"; return p + 1 == q; }"), ["pointer-equality"]);
    assert_eq!(told("int main(void) { const char *p = \"ab\"; int a; return p == (char *)&a || p == 0; }"), none);
    assert_eq!(told("int a[0], b[0];\nint main(void) { return a == b; }"), ["pointer-equality"]);
    let again = "int main(void) { char *p = malloc(1); free(p); char *q = malloc(1); free(q); return p == q; }";
    assert_eq!(told(again), ["allocation", "pointer-equality"]);
    let divided =
        |then: &str| format!("int main(void) {{ double d = plica_double(\"d\"), e = d / d; return {then}; }}");
    assert_eq!(told(&divided("e == 1")), none);
    assert_eq!(told(&divided("__builtin_signbit(e)")), ["nan"]);
    assert_eq!(told(&divided("__builtin_copysign(1.0, e) > 0")), ["nan"]);
    assert_eq!(told(&divided("__builtin_copysign(e, 1.0) == 1")), none);
    assert_eq!(told(&divided("-__builtin_fabs(e) == 1")), none);
    let roots = |then: &str| {
        format!(
            "#include <math.h>\n#include <errno.h>\nint main(void) {{ double d = sqrt(plica_double(\"d\")); return {then}; }}"
        )
    };
    assert_eq!(told(&roots("d == 1")), none);
    assert_eq!(told(&roots("errno")), ["math-errors"]);
    assert_eq!(
        told("int main(void) { unsigned char n = plica_uchar(\"n\"); char a[n + 1]; a[n] = 1; return a[n]; }"),
        ["stack"]
    );
    let allocas = |n: u32| {
        format!(
            "int main(void) {{ for (int i = 0; i < {n}; i++) {{ char *p = __builtin_alloca(9); p[0] = 1; }} return 0; }}"
        )
    };
    assert_eq!(told(&allocas(1)), none);
    assert_eq!(told(&allocas(2)), ["stack"]);
    let scoped = "int f(int *p) { return *p; }\nint main(void) { for (int i = 0; i < 3; i++) { int a[2] = {i}; f(a); } return 0; }";
    assert_eq!(told(scoped), none);
    assert_eq!(told("#include <stdio.h>\nint main(void) { puts(\"x\"); return 0; }"), none);
    assert_eq!(told("#include <stdio.h>\nint main(void) { return dprintf(1, \"x\") < 0; }"), ["files"]);
    assert_eq!(told("int putc(int c, void *f) { return c; }\nint main(void) { return putc(1, 0) < 0; }"), none);
    assert_eq!(told("#include <stdio.h>\nint main(void) { return puts(\"x\") < 0; }"), ["files"]);
}

/// Paths that differ in the ids of objects alone meet at the head of a loop, and behind it an address is a number: of
/// one that was there, or of one that comes to be.
#[test]
fn addresses_that_become_numbers_later_are_those_of_each_path() {
    const LOCAL: &str = "static void g(void) {\n  volatile char a[4];\n  a[0] = 1;\n\
        for (int i = 0; i < 2 && plica_bool(\"m\"); i++) a[0] = 1;\n  plica_assert((uintptr_t)a >> 36 != NUMBER);\n}\n\
        int main(void) { if (plica_bool(\"b\")) h(); g(); return 0; }\n";
    const NEW: &str = "int main(void) {\n  char *q = malloc(1);\n  if ((uintptr_t)q >> 36 == 1000000) return 1;\n\
        if (plica_bool(\"b\")) h();\n  for (int i = 0; i < 2 && plica_bool(\"m\"); i++) { }\n\
        plica_assert((uintptr_t)malloc(1) >> 36 != NUMBER);\n  return 0;\n}\n";
    let plain = ["--loops", "unroll", "--calls", "inline", "--merge", "off", "--fuzz", "off"];
    for body in [LOCAL, NEW] {
        let text = format!(
            "#include <stdint.h>\n#include <stdlib.h>\n#include \"plica.h\"\n\
            static void h(void) {{ volatile char x[4]; x[0] = 1; x[1] = x[0]; }}\n{body}"
        );
        let fails = |number: u32, flags: &[&str]| {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("a.c");
            std::fs::write(&file, text.replace("NUMBER", &number.to_string())).expect("a program");
            let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
            command.args(["check", "--time-limit", "10s"]).args(flags).arg(&file);
            command.output().expect("plica").status.code() == Some(1)
        };
        let numbers: Vec<u32> = (8..32).filter(|number| fails(*number, &plain)).collect();
        assert_eq!(numbers.len(), 2, "one on each path: {numbers:?}");
        assert!(numbers.iter().all(|number| fails(*number, &[])), "{numbers:?}");
    }
}

#[test]
fn what_a_check_does_not_see_is_assumed() {
    let none: [&str; 0] = [];
    let main = |body: &str| format!("#include <stdlib.h>\n#include \"plica.h\"\n{body}");
    let index = "unsigned i = plica_uint(\"i\"); plica_assume(i < 4);";
    let partly = main(&format!("int main(void) {{ int a[4]; {index} a[i] = 1; return a[2]; }}"));
    assert_eq!(kinds(&partly, &["--checks", "+uninit"]), ["initialised"]);
    let wholly = main(&format!("int main(void) {{ int a[4] = {{0}}; {index} a[i] = 1; return a[2]; }}"));
    assert_eq!(kinds(&wholly, &["--checks", "+uninit"]), none);
    // Blocks, too.
    for block in
        ["__builtin_memset(a + i, 0, 1);", "__builtin_memcpy(a + i, &i, 4);", "__builtin_memcpy(&i, a + i, 4);"]
    {
        let block = main(&format!("int main(void) {{ int a[4]; {index} {block} return 0; }}"));
        assert_eq!(kinds(&block, &["--checks", "+uninit"]), ["initialised"], "{block}");
    }
    let lost = main(&format!("long g[4];\nint main(void) {{ {index} g[i] = 1; malloc(4); return 0; }}"));
    assert_eq!(kinds(&lost, &["--checks", "+leaks"]), ["allocation", "reachable"]);
    let freed = main(&format!("long g[4];\nint main(void) {{ {index} g[i] = 1; free(malloc(4)); return 0; }}"));
    assert_eq!(kinds(&freed, &["--checks", "+leaks"]), ["allocation"]);
}

#[test]
fn ir_without_the_checks_of_its_source_says_so() {
    let plain = "define i32 @main() {\n  ret i32 0\n}\n";
    assert!(plica("a.ll", plain, &[]).starts_with("assumes: indices stay within members and rows"));
    assert!(plica("a.ll", plain, &["--checks", "div"]).starts_with("holds"));
    let checked = format!("declare void @__ubsan_handle_out_of_bounds(i8*, i64)\n{plain}");
    assert!(plica("a.ll", &checked, &[]).starts_with("holds"));
    let other = format!("declare void @__ubsan_handle_shift_out_of_bounds(i8*, i64, i64)\n{plain}");
    assert!(plica("a.ll", &other, &[]).starts_with("assumes: indices stay within members and rows"));
    let counts = format!("declare i32 @llvm.ctlz.i32(i32, i1)\n{checked}");
    assert!(plica("a.ll", &counts, &[]).starts_with("assumes: builtins are given what they are defined for"));
    let both = format!("declare void @__ubsan_handle_invalid_builtin_abort(i8*)\n{counts}");
    assert!(plica("a.ll", &both, &[]).starts_with("holds"));
}

#[test]
fn options_drop_what_they_are_named_for() {
    let allocates = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); if (p) *p = 1; free(p); return 0; }";
    assert_eq!(kinds(allocates, &["--allocation", "may-fail"]).len(), 0);
    let adds = "#include \"plica.h\"\nint main(void) { int x = plica_int(\"x\"); return x < 9 ? x + 1 : 0; }";
    assert_eq!(kinds(adds, &[]).len(), 1);
    assert_eq!(kinds(adds, &["--checks", "+overflow"]).len(), 0);
}

#[test]
fn the_policy_makes_no_difference() {
    let text = "#include <stdlib.h>\n#include \"plica.h\"\n\
        static int most(int a, int b) { return a > b ? a : b; }\n\
        static int more(int n) { int s = 0; for (int i = 0; i < n; i++) s += 2; return s; }\n\
        int main(void) { int *p = malloc(4); *p = most(plica_int(\"x\"), 3); int r = more(*p & 7); free(p); return r; }";
    let all: Vec<Vec<String>> = ["inline", "auto", "summary"]
        .iter()
        .flat_map(|calls| ["unroll", "compact"].map(|loops| kinds(text, &["--calls", calls, "--loops", loops])))
        .collect();
    assert!(all.iter().all(|kinds| kinds.contains(&"allocation".to_string())), "{all:?}");
}

#[test]
fn iterations_that_are_folded_ahead_of_the_callers_are_told_of() {
    let text = "#include <assert.h>\n#include \"plica.h\"\nstatic int count(int n, int k) {\n  int r = 0;\n  \
        if (k < 0) return 3;\n  for (int i = 0; i < n; i++) {\n    if (i == k) {\n      assert(n > 0);\n      r += 2;\n    \
        } else r++;\n  }\n  return r;\n}\nstatic int once(int n, int k) { return count(n, k) == 8 ? 9 : 7; }\n\
        int main(void) {\n  int n = plica_int(\"n\");\n  if (n > 100) return 0;\n  return once(n, plica_int(\"k\"));\n}\n";
    // By default the hundred iterations may be walked, which no overflow is possible in.
    for calls in ["inline", "auto", "summary"] {
        let report = json(text, &["--calls", calls, "--loops", "compact"]);
        assert_eq!(report["unreached_assertions"], Value::Array(Vec::new()), "{calls}: {report}");
        assert_eq!(report["assumptions"][0]["places"], 3, "{calls}: {report}");
    }
}

#[test]
fn text_names_the_option_before_the_verdict() {
    let text = "#include <stdlib.h>\nint main(int argc, char **argv) { free(malloc(1)); return argc; }";
    let told = plica("a.c", text, &[]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "assumes: argc is 1, and argv[0] is \"program\" (1 place): see --args ..NxLEN");
    assert_eq!(lines[1], "assumes: allocation never fails (1 place): see --allocation may-fail");
    assert!(lines[2].starts_with("holds: "), "{told}");
    let told = plica("a.c", text, &["--format", "sarif"]);
    let log: Value = serde_json::from_str(&told).expect("JSON");
    let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notes[1]["descriptor"]["id"], "assumption/allocation");
    assert_eq!(notes[1]["level"], "note");
    let bounded = plica("a.c", text, &["--args", "..3x8"]);
    assert!(
        bounded.starts_with("assumes: argc is at most 4, with arguments of at most 8 bytes (1 place)"),
        "{bounded}"
    );
}

#[test]
fn what_no_input_passes_holds_vacuously() {
    let text = "#include <assert.h>\n#include \"plica.h\"\nint main(void) {\n  int x = plica_int(\"x\");\n\
        plica_assume(x > 5);\n  plica_assume(x < 9);\n  plica_assume(x < 3);\n  assert(x);\n  return 0;\n}\n";
    for calls in ["inline", "auto", "summary"] {
        let report = json(text, &["--calls", calls]);
        assert_eq!(report["verdict"], "holds");
        assert_eq!(report["vacuous"]["line"], 7, "{report}");
        assert_eq!(report["unreached_assertions"][0]["line"], 8, "{report}");
    }
    let told = plica("a.c", text, &["-v"]);
    assert!(told.contains("not reached: the assertion at main"), "{told}");
    assert!(told.contains("holds vacuously: no input passes the assumptions"), "{told}");
    // Some pass, or nothing is assumed.
    let passes = text.replace("x < 3", "x < 8");
    assert_eq!(json(&passes, &[])["vacuous"], Value::Null);
    assert_eq!(json(&passes, &[])["unreached_assertions"], Value::Array(Vec::new()));
    assert_eq!(json("int main(void) { for (;;) {} }", &[])["vacuous"], Value::Null);
    // All that comes out of the folded loop are false assumptions: it is never left otherwise.
    let reads = "#include \"plica.h\"\nint main(void) { int s = 0; for (;;) { s = (s + plica_range(0, 3, \"x\")) % 7; \
                 plica_assert(s < 7); } }\n";
    for flags in [&["--loops", "compact"][..], &[]] {
        let report = json(reads, flags);
        assert_eq!((&report["verdict"], &report["vacuous"]), (&"holds".into(), &Value::Null), "{flags:?}");
    }
}

#[test]
fn contradictions_are_found_across_functions() {
    let text = "#include \"plica.h\"\nstatic int small(int x) {\n  plica_assume(x < 3);\n  return x;\n}\n\
        int main(void) {\n  int x = plica_int(\"x\");\n  if (x < 10) return 0 * small(20);\n  return small(x);\n}\n";
    for calls in ["inline", "auto", "summary"] {
        let report = json(text, &["--calls", calls]);
        assert_eq!(report["vacuous"]["line"], 3, "{calls}: {report}");
    }
}

#[test]
fn assertions_of_functions_that_nobody_calls_are_not_reached() {
    let text = "#include <assert.h>\n#include \"plica.h\"\nvoid f(int x) {\n  assert(x);\n}\nint main(void) {\n  \
        int x = plica_uchar(\"x\");\n  assert(x < 256);\n  klee_assert(x >= 0);\n  if (x > 300)\n    plica_assert(x);\n  return 0;\n}\n";
    let text = text.replace("klee_assert", "plica_assert");
    let report = json(&text, &[]);
    let lines: Vec<u64> = report["unreached_assertions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|at| at["line"].as_u64().expect("a line"))
        .collect();
    assert_eq!(lines, [4, 11]);
}
