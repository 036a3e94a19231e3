//! What `plica explain` says about functions that were explored on their own.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: what is compared is what people read, but for the
//! folder of the program (`UPDATE_EXPECT=1 cargo test` rewrites it).

use crate::common::Folder;
use expect_test::{Expect, expect};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What a command says, with its exit status.
fn plica(program: &Path, args: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    let output = command.args(args).args(["--calls", "summary"]).arg(program).output().unwrap();
    let folder = format!("{}/", program.parent().unwrap().display());
    (String::from_utf8(output.stdout).unwrap().replace(&folder, ""), output.status.code())
}

/// The explanation of a program's functions.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let folder = Folder::new();
    let program = folder.write("a.c", format!("#include \"plica.h\"\n{text}"));
    let (said, status) = plica(&program, &["explain"]);
    let said: Vec<&str> = said.lines().map(str::trim_end).collect();
    let start = said.iter().position(|line| line.starts_with("function ")).unwrap_or(0);
    expected.assert_eq(&(said[start..].join("\n") + "\n"));
    assert_eq!(status, Some(0));
}

/// The example of Anand, Godefroid and Tillmann.
#[test]
fn a_function_without_a_side_effect() {
    check(
        "int my_abs(int x) { return x < 0 ? -x : x; }
int main(void) {
    int p = plica_int(\"p\"), q = plica_int(\"q\");
    if (p > 0 && my_abs(q) == p - 5) plica_assert(q != 37);
    return 0;
}
",
        expect![[r#"
            function my_abs at a.c:2   2 cases
                int my_abs(int x) { return x < 0 ? -x : x; }
              reads  x   parameter
              when x >= 0: returns x
              when x < 0: returns -x

            1 summary (2 cases), 0 executed in place
        "#]],
    );
}

#[test]
fn a_global_is_written_on_one_path() {
    check(
        "static int last;
static void note(int x) { if (x > 3) last = last + x; }
int main(void) {
    last = plica_int(\"last\");
    note(plica_int(\"n\"));
    return last;
}
",
        expect![[r#"
            function note at a.c:3   2 cases
                static void note(int x) { if (x > 3) last = last + x; }
              reads  x      parameter
                     last   global
              when x < 4: returns
              when x >= 4: returns, writes last = x + last

            1 summary (2 cases), 0 executed in place
        "#]],
    );
}

#[test]
fn what_is_behind_a_pointer_has_its_name() {
    check(
        "static void raise(int *p, int by) { if (*p < by) *p = *p + by; }
static int first(const int *v, unsigned i) { return v[i & 3]; }
int main(void) {
    int n = plica_int(\"n\"), v[4];
    for (int i = 0; i < 4; i++) v[i] = plica_int(\"v\");
    raise(&n, plica_int(\"by\"));
    return first(v, plica_uint(\"i\")) == n;
}
",
        expect![[r#"
            function raise at a.c:2 where p is &n   2 cases
                static void raise(int *p, int by) { if (*p < by) *p = *p + by; }
              reads  by   parameter
                     *p   what p points to
              when by <= *p: returns
              when *p < by: returns, writes *p = by + *p

            function first at a.c:3 where v is &v   1 case
                static int first(const int *v, unsigned i) { return v[i & 3]; }
              reads  i   parameter
                     v   what v points to
              always: returns v[(u2)(i2)i]

            2 summaries (3 cases), 0 executed in place
        "#]],
    );
}

#[test]
fn a_function_that_calls_itself() {
    check(
        "static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int main(void) {
    int n = plica_int(\"n\");
    if (n >= 0 && n < 5) return factorial(n);
    return 0;
}
",
        expect![[r#"
            function factorial at a.c:2   2 cases, unreachable: 1 so far
                static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
              reads  n   parameter
              when n < 2: returns 1
              when n >= 2: returns n * factorial(n - 1), calls factorial(n - 1)

            1 summary (2 cases), 0 executed in place
        "#]],
    );
}

const DEEP: &str = "static int digit(int c) {
    plica_assert(c >= 48);
    return c - 48;
}
static int number(int c, int d) {
    if (d < 58) return digit(c + 1) * 10 + digit(d);
    return -1;
}
int main(void) {
    int c = plica_int(\"c\");
    if (c > 50 && c < 58) return number(c, plica_int(\"d\"));
    return 0;
}
";

#[test]
fn an_error_in_a_callee_has_its_chain() {
    check(
        DEEP,
        expect![[r#"
        function digit at a.c:2   2 cases
            static int digit(int c) {
          reads  c   parameter
          when c >= 48: returns c - 48
          when c < 48: error: the assertion c >= 48 fails

        function number at a.c:6   2 cases
            static int number(int c, int d) {
          reads  c   parameter
                 d   parameter
          when d >= 58: returns -1
          when d < 58 and c + 1 >= 48 and d >= 48: returns c * 10 + d - 518

        the assertion-failure (the assertion c >= 48 fails) is reached by these calls:
          main (a.c:12:34) calls number(c, d) when c >= 51 and c < 58
            number (a.c:7:44) calls digit(d) when d < 58 and c + 1 >= 48
              digit (a.c:3:5)

        2 summaries (4 cases), 0 executed in place
    "#]],
    );
}

#[test]
fn the_trace_of_an_error_says_with_what_functions_are_called() {
    let folder = Folder::new();
    let program = folder.write("a.c", format!("#include \"plica.h\"\n{DEEP}"));
    let (said, status) = plica(&program, &["check"]);
    assert_eq!(status, Some(1), "{said}");
    let trace = [
        "0: digit (a.c:3:5)",
        "1: number (a.c:7:44) calls digit(d) when d < 58 and c + 1 >= 48",
        "2: main (a.c:12:34) calls number(c, d) when c >= 51 and c < 58",
    ];
    let said: Vec<&str> = said.lines().map(str::trim).filter(|line| line.contains(" (a.c:")).collect();
    assert_eq!(said, trace);
    let (said, _) = plica(&program, &["check", "--format", "json"]);
    let report: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["stats"]["summary_cases"], 3, "{report}");
}

#[test]
fn the_graph_of_calls() {
    let folder = Folder::new();
    let program = folder.write("a.c", format!("#include \"plica.h\"\n{DEEP}"));
    let dot = folder.0.join("a.dot");
    let (_, status) = plica(&program, &["explain", "--graph", dot.to_str().unwrap()]);
    assert_eq!(status, Some(0));
    let graph = std::fs::read_to_string(&dot).unwrap();
    let edges: Vec<&str> = graph.lines().filter(|line| line.contains("->")).map(str::trim).collect();
    let expected = [
        r#"u0 -> u1 [label="(c, d)\nline 12\nwhen c >= 51\nand c < 58"];"#,
        r#"u1 -> u2 [label="(c + 1)\nline 7\nwhen d < 58"];"#,
        r#"u1 -> u2 [label="(d)\nline 7\nwhen d < 58\nand c + 1 >= 48"];"#,
    ];
    assert_eq!(edges, expected);
}

#[test]
fn a_target_that_no_call_reaches_is_proved_so() {
    let folder = Folder::new();
    let text = "static int half(int x) {
    if (x % 2 != 0) goto ODD;
    return x / 2;
ODD:
    return -1;
}
int main(void) { return half(2 * plica_short(\"n\")); }
";
    let program = folder.write("a.c", format!("#include \"plica.h\"\n{text}"));
    let (said, status) = plica(&program, &["check", "--target", "label:ODD"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("the target label:ODD is unreachable: proved with"), "{said}");
}

#[test]
fn a_template_names_the_functions_that_take_part_by_their_summaries() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/calls");
    for (name, function) in [("folded_loop_calls.c", "weight"), ("folded_loop_callee_of_a_callee_fails.c", "outer")] {
        let (said, status) = plica(&cases.join(name), &["explain"]);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains(&format!("  calls by summary      {function}\n")), "{said}");
    }
    // Few ways through an iteration: its calls are executed in place.
    let (said, _) = plica(&cases.join("loop_seen_before_a_summary_is_given_up.c"), &["explain"]);
    assert!(!said.contains("calls by summary"), "{said}");
}
