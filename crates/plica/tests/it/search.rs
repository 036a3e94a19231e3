//! What search policies are good for, seen from outside: how much work an error takes.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: only numbers of queries are compared, no times.

use crate::common::Folder;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The number of queries until the first error of a program is found.
#[track_caller]
fn queries(program: &Path, search: &str, more: &[&str]) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    command.args(["check", "--format", "json", "--loops", "unroll", "--max-errors", "1", "--search", search]);
    let output = command.args(more).arg(program).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["verdict"], "violated", "{search}: {report}");
    report["stats"]["queries"].as_u64().unwrap()
}

/// An error four steps away, and a loop with many more ways in which it does not come nearer.
const FAR_AWAY: &str = "#include \"plica.h\"
static int bits(unsigned char c) {
    int n = 0;
    for (int b = 0; b < 8; b++) if (c >> b & 1) n++;
    return n;
}
int main(void) {
    int state = 0, sum = 0;
    for (int i = 0; i < 40; i++) {
        unsigned char c = plica_uchar(\"c\");
        if (state == 0 && c == 'p') state = 1;
        else if (state == 1 && c == 'l') state = 2;
        else if (state == 2 && c == 'i') state = 3;
        else if (state == 3 && c == 'c') goto ERROR;
        else sum += bits(c);
    }
    return sum;
ERROR:
    plica_assert(0);
    return 1;
}
";

#[test]
fn a_target_is_reached_with_fewer_questions() {
    let folder = Folder::new();
    let program = folder.write("far.c", FAR_AWAY);
    let label = ["--target", "label:ERROR"];
    let towards = queries(&program, "target", &label);
    assert!(towards * 2 <= queries(&program, "bfs", &label));
    assert!(towards * 2 <= queries(&program, "coverage", &label));
    // Without a target it is the assertion, which is as near.
    assert!(queries(&program, "target", &[]) <= towards + 1);
}

/// A call that never comes back to the target has as many paths as it likes; they come last.
#[test]
fn paths_without_a_way_to_the_target_wait() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>\n#include \"plica.h\"\n\
        static void lost(void) { for (;;) if (plica_uchar(\"c\") == 7) exit(0); }\n\
        int main(void) {\n  if (plica_uchar(\"a\") != 5) lost();\n  if (plica_uchar(\"b\") != 6) lost();\n\
        \x20 if (plica_uchar(\"d\") != 7) lost();\n  plica_assert(0);\n}\n";
    let program = folder.write("lost.c", text);
    let towards = queries(&program, "target", &[]);
    assert!(towards <= 4, "{towards} queries for three branches");
    assert!(towards < queries(&program, "bfs", &[]));
}

/// What is far from the target goes on for ever, and the target needs a path of a function that is wanted by nobody
/// yet.
#[test]
fn a_directed_run_gives_each_function_its_turn() {
    let folder = Folder::new();
    let text = "#include \"plica.h\"\n\
        static int f(int x) {\n  if (x == 1) return 3;\n  return x == 77 ? 7 : 0;\n}\n\
        int main(void) {\n  int x = plica_int(\"x\"), y = plica_int(\"y\");\n  unsigned n = 0;\n\
        \x20 if (y) for (;;) n += plica_int(\"z\") ? 1 : 2;\n\
        \x20 if (f(x) == 7) plica_error(\"found\");\n  return 0;\n}\n";
    let program = folder.write("starve.c", text);
    for calls in ["inline", "summary", "auto"] {
        let asked = queries(&program, "target", &["--calls", calls, "--max-steps", "1000000"]);
        assert!(asked < 200, "{calls}: {asked} queries");
    }
}
