//! Where nothing but a target is looked for, what cannot matter for it is left out; what can is not.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: what is left out changes no verdict. The same program
//! is run with a check on that it never fails, so that nothing is left out, and both verdicts are the same.

use crate::common::Folder;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Options under which a program is run.
const ROWS: &[&[&str]] = &[
    &["--search", "target", "--calls", "inline"],
    &["--search", "coverage", "--calls", "inline", "--loops", "unroll"],
    &["--search", "target", "--calls", "summary"],
    &["--search", "target", "--calls", "summary", "--loops", "unroll"],
    &["--search", "bfs", "--calls", "summary"],
    &["--search", "target", "--calls", "auto"],
    &["--search", "coverage", "--calls", "auto", "--loops", "unroll"],
];

fn plica(command: &str, options: &[&str], program: &Path) -> Value {
    let mut plica = Command::new(env!("CARGO_BIN_EXE_plica"));
    let output = plica.arg(command).args(options).arg(program).args(["--", "-w"]).output().unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The report on a program of which only the target is looked for.
fn report(program: &Path, target: &str, row: &[&str]) -> Value {
    plica("check", &[&["--format", "json", "--checks", "none", "--target", target], row].concat(), program)
}

const HEAD: &str = "#include <stdlib.h>\n#include \"plica.h\"\n";

/// A program in which the target, a label HIT or a function hit, is reached, or it is not known whether it is.
#[track_caller]
fn never_left_out(name: &str, text: &str, expected: &str) {
    let folder = Folder::new();
    let program = folder.write(name, format!("{HEAD}{text}\n"));
    let target = if text.contains("HIT:") { "label:HIT" } else { "hit" };
    for row in ROWS {
        let said = report(&program, target, row);
        let all = [&["--format", "json", "--checks", "abort", "--target", target], *row].concat();
        let all = plica("check", &all, &program);
        assert_eq!(said["verdict"], all["verdict"], "{row:?}: {said}\nnothing left out: {all}");
        // Not every function has a summary.
        let as_expected = said["verdict"] == expected || row.contains(&"summary") && said["verdict"] == "undecided";
        assert!(as_expected, "{row:?}: {said}");
    }
}

/// The target is unreachable whatever comes after the call, and what comes after it never ends.
const HALF: &str = "
static int half(int x) {
    if (x % 2) goto ODD;
    return x / 2;
ODD:
    return -1;
}
static int heavy(int r) {
    int s = 0;
    for (int i = 0; LIMIT; i++)
        if (plica_int(\"h\") == r + i) s += 3 * i;
    return s;
}
int main(void) {
    int n = plica_short(\"n\");
    int r = half(2 * n);
    heavy(r);
    return 0;
}
";

#[test]
fn a_refuted_target_ends_the_run() {
    let folder = Folder::new();
    for limit in ["i < 20", "1"] {
        let program = folder.write("half.c", format!("{HEAD}{}", HALF.replace("LIMIT", limit)));
        for row in ROWS {
            let said = report(&program, "label:ODD", row);
            assert_eq!(said["verdict"], "holds", "{row:?}: {said}");
            assert_eq!(said["proof"]["target"], "label:ODD", "{row:?}");
            assert!(said["proof"]["unexplored_leaves"].as_u64().unwrap() > 0, "{row:?}");
            assert_eq!(said["stats"]["forks"].as_u64().unwrap_or(0) / 3, 0, "heavy has forks, {row:?}: {said}");
        }
    }
}

#[test]
fn all_is_explored_where_more_is_looked_for() {
    let folder = Folder::new();
    let text = HALF.replace("LIMIT", "i < 3").replace("heavy(r);", "if (heavy(r) == 9) plica_error(\"rest\");");
    let program = folder.write("half.c", format!("{HEAD}{text}"));
    for row in ROWS {
        let options = [&["--format", "json", "--checks", "assert", "--target", "label:ODD"], *row].concat();
        let said = plica("check", &options, &program);
        assert_eq!(said["errors"][0]["kind"], "error-call", "{row:?}: {said}");
        assert_eq!(report(&program, "label:ODD", row)["verdict"], "holds", "{row:?}");
    }
}

/// A suite covers the program, whatever the target.
#[test]
fn a_suite_leaves_nothing_out() {
    let folder = Folder::new();
    let program = folder.write("half.c", format!("{HEAD}{}", HALF.replace("LIMIT", "i < 2")));
    let suite = folder.0.join("suite").display().to_string();
    let options = ["--format", "json", "-o", &suite, "--loops", "unroll"];
    let count =
        |more: &[&str]| plica("test", &[&options, more].concat(), &program)["stats"]["covered_locations"].clone();
    let all = count(&[]);
    assert!(all.as_u64().unwrap() > 5);
    assert_eq!(count(&["--checks", "none", "--target", "label:ODD"]), all);
}

#[test]
fn trees_show_what_was_left_out() {
    let folder = Folder::new();
    let text = "int main(void) {\n  int x = plica_int(\"x\"), y = 0;\n  if (x * 2 % 2) goto HIT;\n\
        \x20 if (x > 3) for (;;) y += plica_int(\"y\") == 4;\n  if (x * 4 % 2) goto HIT;\n  return y;\nHIT:\n  return 1;\n}\n";
    let program = folder.write("tree.c", format!("{HEAD}{text}"));
    let tree = folder.0.join("tree.json");
    let options = ["-q", "--checks", "none", "--target", "label:HIT", "-o", tree.to_str().unwrap()];
    let status = Command::new(env!("CARGO_BIN_EXE_plica")).arg("tree").args(options).arg(&program).status().unwrap();
    assert_eq!(status.code(), Some(0));
    let tree: Value = serde_json::from_slice(&std::fs::read(&tree).unwrap()).unwrap();
    let nodes = tree["nodes"].as_array().unwrap();
    let left_out: Vec<_> = nodes.iter().filter(|node| node["status"] == "irrelevant").collect();
    assert!(!left_out.is_empty(), "{tree}");
    assert!(left_out.iter().all(|node| node["label"] == "cannot matter for the target"));
}

#[test]
fn targets_in_functions_that_are_called_back() {
    never_left_out(
        "sort.c",
        "static int cmp(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x + y == 12) goto HIT;
    return x - y;
HIT:
    return 0;
}
int main(void) {
    int v[2] = { plica_char(\"a\"), 5 };
    if (plica_int(\"b\") == 3) qsort(v, 2, sizeof v[0], cmp);
    return 0;
}",
        "violated",
    );
    never_left_out(
        "pointer.c",
        "static int hit(int x) { if (x == 4) goto HIT; return x; HIT: return 0; }
static int (*table[2])(int) = { abs, hit };
int main(void) { return table[plica_int(\"i\") & 1](plica_int(\"x\")); }",
        "violated",
    );
}

#[test]
fn targets_behind_what_has_no_model() {
    let unknown = "int unknown(int);\n";
    let half = "static int half(int x) { if (x % 2) goto HIT; return x; HIT: return 0; }\n";
    let main = "int main(void) { int x = plica_int(\"x\"); if (x == 7) x = unknown(x); if (x == 7) goto HIT; return x; HIT: return 0; }";
    never_left_out("first.c", &format!("{unknown}{}", main.replace("x == 7) goto", "x * 2 % 2) goto")), "undecided");
    // Nobody knows what it calls.
    let main = "int main(void) { int x = half(2 * plica_short(\"x\")); if (x == 14) x = unknown(x); return x; }";
    never_left_out("later.c", &format!("{unknown}{half}{main}"), "undecided");
}

#[test]
fn targets_in_recursion() {
    let down = "static int down(int n) { if (n <= 0) return 0; return 1 + down(n - 1); }\n";
    let main = "int main(void) { int n = plica_uchar(\"n\"); plica_assume(n < 9); ";
    let behind = format!("{down}{main}if (down(n) == 5) goto HIT; return 0; HIT: return 1; }}");
    never_left_out("behind.c", &behind, "violated");
    let inside = "static int down(int n, int m) { if (n <= 0) { if (m == 3) goto HIT; return 0; } return down(n - 1, m + 1); HIT: return 1; }\n";
    never_left_out("inside.c", &format!("{inside}{main}return down(n, 0); }}"), "violated");
    let back = "static int down(int n) { if (n <= 0) return 0; int r = down(n - 1); if (r == 3) goto HIT; return r + 1; HIT: return 1; }\n";
    never_left_out("back.c", &format!("{back}{main}return down(n); }}"), "violated");
}

#[test]
fn targets_that_callers_come_to() {
    never_left_out(
        "callers.c",
        "static int a(int x) { return x > 3 ? x * 2 : x; }
static int b(int x) { return a(x) + a(x + 1); }
int main(void) { if (b(plica_uchar(\"x\")) == 30) goto HIT; return 0; HIT: return 1; }",
        "violated",
    );
    // What the last path of f writes is what counts.
    never_left_out(
        "class.c",
        "static int g, h;
static int f(int x) { if (x == 3) g = 1; else if (x == 5) h = 1; return 0; }
int main(void) { f(plica_int(\"x\")); if (h) goto HIT; return 0; HIT: return 1; }",
        "violated",
    );
    // The first call does not come to the target; the second does, with what comes in between.
    never_left_out(
        "twice.c",
        "static int f(int x) { if (x == 4) goto HIT; return x + 1; HIT: return 0; }
static int between(int x) { int s = 0; for (int i = 0; i < 4; i++) if (plica_int(\"h\") == x) s++; return s; }
int main(void) { int r = f(plica_uchar(\"x\") + 5); return f(between(r)); }",
        "violated",
    );
}

#[test]
fn targets_behind_loops() {
    let start = "int main(void) { unsigned n = plica_uint(\"n\"), s = 0; ";
    let behind =
        format!("{start}for (unsigned i = 0; i < n; i++) s += 3; if (s == 30) goto HIT; return 0; HIT: return 1; }}");
    never_left_out("behind.c", &behind.replace("s = 0; ", "s = 0; plica_assume(n < 20); "), "violated");
    let inside = format!(
        "{start}plica_assume(n < 20); for (unsigned i = 0; i < n; i++) {{ s += 3; if (s == 30) goto HIT; }} return 0; HIT: return 1; }}"
    );
    never_left_out("inside.c", &inside, "violated");
}

#[test]
fn targets_before_and_after_main() {
    let f = "static int g;\nstatic int f(int x) { if (x == 4) goto HIT; return x; HIT: return 0; }\n";
    let start = "__attribute__((constructor)) static void start(void) { g = f(plica_int(\"x\")); }\n";
    never_left_out("constructor.c", &format!("{f}{start}int main(void) {{ return 0; }}"), "violated");
    let start = "static int g;\n__attribute__((constructor)) static void start(void) { g = plica_int(\"x\") == 3; }\n";
    never_left_out(
        "main.c",
        &format!("{start}int main(void) {{ if (g) goto HIT; return 0; HIT: return 1; }}"),
        "violated",
    );
    let end = "static void end(void) { g = f(g); }\n";
    let at_end = format!("{f}__attribute__((destructor)) {end}int main(void) {{ g = plica_int(\"x\"); LAST }}");
    for last in ["return 0;", "exit(0);"] {
        never_left_out("destructor.c", &at_end.replace("LAST", last), "violated");
    }
    let main = "int main(void) { g = plica_int(\"x\"); if (g > 2) atexit(end); return 0; }";
    never_left_out("atexit.c", &format!("{f}{end}{main}"), "violated");
}

#[test]
fn targets_to_which_control_jumps_out_of_sight() {
    let main = "int main(void) { int x = plica_int(\"x\"); ";
    let jump = format!(
        "#include <setjmp.h>\nstatic jmp_buf b;\nstatic void f(int x) {{ if (x == 7) longjmp(b, 1); }}\n\
        {main}if (x > 3) {{ if (setjmp(b)) goto HIT; f(x); }} return 0; HIT: return 1; }}"
    );
    never_left_out("jump.c", &jump, "violated");
    let hit = "static void hit(void) {}\n";
    let assembly = format!("{hit}{main}if (x > 3) asm goto (\"\" : : : : OUT); return 0; OUT: hit(); return 1; }}");
    never_left_out("assembly.c", &assembly, "undecided");
    let computed =
        format!("{hit}{main}void *to[2] = {{ &&OUT, &&IN }}; goto *to[x & 1]; IN: hit(); return 1; OUT: return 0; }}");
    never_left_out("computed.c", &computed, "violated");
    let thrown = format!(
        "{hit}static int f(int x) {{ if (x == 4) throw 1; return x; }}\n\
        int main() {{ try {{ f(plica_int(\"x\")); }} catch (int) {{ hit(); }} return 0; }}"
    );
    never_left_out("thrown.cpp", &thrown, "violated");
}

/// Nobody knows what a program does after it did something undefined, so that is not left out.
#[test]
fn undefined_behaviour_on_the_way() {
    let half = "static int a[4];\nstatic int half(int x) { if (x % 2) goto HIT; return x; HIT: return 0; }\n";
    let main = "int main(void) { int r = half(2 * plica_short(\"x\")); ";
    for rest in
        ["a[r] = 1;", "r = 10 / r;", "r = 1 << r;", "r = *(int *)(long)r;", "if (r == 8) __builtin_unreachable();"]
    {
        never_left_out("undefined.c", &format!("{half}{main}{rest} return r; }}"), "undecided");
    }
}

/// What is told from the text to be defined is left out.
#[test]
fn what_is_always_defined_is_left_out() {
    let folder = Folder::new();
    let text = "#include <stdio.h>
static struct { int x, y[3]; } g;
static int half(int x) { if (x % 2) goto HIT; return x; HIT: return 0; }
int main(void) {
    int r = half(2 * plica_short(\"x\"));
    for (;;) {
        int a[2], b;
        plica_make_symbolic(&b, sizeof b, \"b\");
        a[1] = r;
        g.y[2] = a[1] / 3 + (b << 4);
        if (plica_int(\"y\") == g.y[2]) printf(\"%d %s\\n\", r, \"seen\");
    }
}";
    let program = folder.write("defined.c", format!("{HEAD}{text}"));
    for row in ROWS {
        let said = report(&program, "label:HIT", row);
        assert_eq!(said["verdict"], "holds", "{row:?}: {said}");
    }
}
