//! Hard programs end in time, each for another reason: what takes long lies in a solver, in folding, in
//! blocks, in models.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: a bound on time allows for a machine on
//! which others work.

use crate::common::Folder;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plica(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn report(output: &Output) -> Value {
    let said = || String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", said()))
}

/// What is reported of a program.
fn check(file: &Path, flags: &[&str]) -> Value {
    let output = plica(&["check", "--format", "json"]).arg(file).args(flags).output().expect("plica runs");
    report(&output)
}

/// A question that one course would have to ask only because it merges paths does not hold up the course that walks:
/// where that needs little, so does the run. Counts, not seconds.
#[test]
fn a_dear_question_of_one_course_ends_with_its_turn() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/small/selsort.c");
    let work = |flags: &[&str]| {
        let output = plica(&[&["check", program, "--format", "json"], flags].concat()).output().expect("plica runs");
        let report = report(&output);
        assert_eq!(report["verdict"], "holds");
        report["stats"]["solver_work"].as_u64().expect("a count")
    };
    let (merged, walked) = (work(&["--calls", "inline"]), work(&["--loops", "unroll", "--calls", "inline"]));
    assert!(merged > 4 * walked, "merging is no longer dear here: {merged} and {walked}");
    let both = work(&[]);
    assert!(8 * both < merged, "{both}, where walking takes {walked} and merging {merged}");
}

/// The largest of forty numbers is not less than any of them. Walking has up to 2^39 paths, and a solver that is asked
/// about the choices as they stand takes time exponential in their number.
#[test]
fn the_largest_of_many_is_not_less_than_any() {
    let folder = Folder::new();
    let of = |least: &str| {
        format!(
            "#include <plica.h>\nint main(void) {{\n  int a[40];\n  PLICA_SYMBOLIC(a);\n  int m = a[0];\n  \
             for (int i = 1; i < 40; i++) if (a[i] > m) m = a[i];\n  \
             for (int i = 0; i < 40; i++) plica_assert(a[i] {least} m);\n  return 0;\n}}\n"
        )
    };
    let verdict =
        |name: &str, text: String| check(&folder.write(name, text), &["--time-limit", "60s"])["verdict"].clone();
    assert_eq!(verdict("largest.c", of("<=")), "holds");
    assert_eq!(verdict("larger.c", of("<")), "violated");
}

/// Twenty decisions one after the other have a million paths, which meet behind each of them: the course that merges
/// them comes to the end, and its turn comes early. Counts, not seconds.
#[test]
fn paths_that_meet_without_a_loop_go_on_as_one() {
    let folder = Folder::new();
    let mut text = "#include <plica.h>\nint main(void) {\n  int x = 0, in;\n".to_owned();
    for i in 1..=20 {
        text += &format!("  in = plica_int(\"in\"); if (in > {i}) x += {i}; else x += 1;\n");
    }
    text += "  plica_assert(x >= 20 && x <= 210);\n  return 0;\n}\n";
    let file = folder.write("meet.c", text);
    let check = |flags: &[&str]| check(&file, flags);
    let merged = check(&[]);
    assert_eq!(merged["verdict"], "holds");
    let states = merged["stats"]["states"].as_u64().expect("a count");
    assert!(states < 1 << 17, "{states}");
    let charged = |report: &Value, course: &str| report["stats"][format!("work_of_course_{course}")].as_u64();
    assert!(charged(&merged, "merge") > Some(0) && charged(&merged, "walk") > Some(0), "{}", merged["stats"]);
    let without = check(&["--merge", "off", "--max-paths", "10000"]);
    assert_eq!(without["verdict"], "undecided", "what is left to see if walking ends in time too?");
    // A run that is cut short says it too; one without a choice has no course.
    assert!(charged(&without, "walk") > Some(0), "{}", without["stats"]);
    let walked = check(&["--loops", "unroll", "--calls", "inline", "--max-paths", "10"]);
    assert_eq!(charged(&walked, "walk"), None, "{}", walked["stats"]);
}

/// Fourteen flags that are looked at in each round of an endless loop: merged there is one path, which comes to the
/// head in the state of before. An error in the third round is none in a state that was there before.
#[test]
fn a_merged_path_ends_in_a_state_of_before() {
    let folder = Folder::new();
    let check = |locked: &str| {
        let all = |text: &str| (0..14).map(|i| text.replace('#', &i.to_string())).collect::<String>();
        let text = all("  int wanted# = plica_int(\"wanted\"), held#;\n")
            + "  int round = 0;\n  while (plica_bool(\"again\")) {\n    int ok = 1;\n    round += round < 3;\n"
            + &all("    held# = 0;\n")
            + &all(&format!("    if (wanted#) held# = {locked};\n"))
            + &all("    if (wanted#) { ok &= held# == 1; held# = 0; }\n");
        let text =
            format!("#include <plica.h>\nint main(void) {{\n{text}    plica_assert(ok);\n  }}\n  return 0;\n}}\n");
        let file = folder.write("flags.c", text);
        let file = file.to_str().expect("a path");
        report(&plica(&["check", file, "--format", "json"]).output().expect("plica runs"))
    };
    let endless = check("1");
    assert_eq!(endless["verdict"], "holds");
    let states = endless["stats"]["states"].as_u64().expect("a count");
    assert!(states < 1 << 14, "{states}");
    assert_eq!(check("round < 3")["verdict"], "violated");
}

/// What every hard program begins with.
const HEAD: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include \"plica.h\"\n\
    static int order(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : 1; }\n\
    static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n\
    int main(void) {\n  (void)order; (void)fib;\n";

/// A name, and the body of `main`.
const HARD: [(&str, &str); 20] = [
    (
        "product",
        "unsigned long x = plica_ulong(\"x\"), y = plica_ulong(\"y\");\n\
         unsigned __int128 p = (unsigned __int128)x * y;\n\
         if (x > 1 && x <= y) plica_assert((unsigned long)p != 0x4b1d3f9a77c2e6d5u || (unsigned long)(p \
         >> 64) != 0x1a2b3c4d5e6f7081u);",
    ),
    (
        "hash",
        "unsigned x = plica_uint(\"x\"), h = 2166136261u;\n\
         for (int i = 0; i < 64; i++) { h ^= x >> (i & 24); h *= 16777619u; h ^= h >> 15; }\n\
         plica_assert(h != 0xdeadbeefu);",
    ),
    (
        "copies",
        "char *p = malloc(64u << 20), *q = malloc(64u << 20);\n\
         memset(p, 1, 64u << 20);\n\
         for (int i = 0; i < 100000; i++) { memcpy(q, p, 64u << 20); memcpy(p, q, 64u << 20); }",
    ),
    (
        "moves",
        "char *p = malloc(32u << 20);\n\
         memset(p, 1, 32u << 20);\n\
         for (unsigned i = 1;; i++) { memmove(p + i % 4096, p, 31u << 20); p[i % 4096] = i; }",
    ),
    (
        "compare",
        "char *p = malloc(32u << 20), *q = malloc(32u << 20);\n\
         memset(p, 1, 32u << 20); memset(q, 1, 32u << 20);\n\
         for (;;) { p[0]++; q[0]++; if (memcmp(p, q, 32u << 20)) return 1; }",
    ),
    (
        "strings",
        "char a[200], b[200];\n\
         plica_make_symbolic(a, sizeof a, \"a\"); plica_make_symbolic(b, sizeof b, \"b\");\n\
         a[199] = b[199] = 0;\n\
         if (strcmp(a, b) < 0 && strstr(a, b)) plica_assert(strlen(a) < strlen(b));",
    ),
    (
        "sort",
        "int a[14];\n\
         plica_make_symbolic(a, sizeof a, \"a\");\n\
         for (int i = 0; i < 14; i++) for (int j = 0; j + 1 < 14; \
         j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }\n\
         for (int i = 0; i + 1 < 14; i++) plica_assert(a[i] <= a[i + 1]);",
    ),
    (
        "qsort",
        "int a[10];\n\
         plica_make_symbolic(a, sizeof a, \"a\");\n\
         qsort(a, 10, sizeof *a, order);\n\
         for (int i = 0; i + 1 < 10; i++) plica_assert(a[i] <= a[i + 1]);",
    ),
    (
        "numbers",
        "char a[40];\n\
         plica_make_symbolic(a, sizeof a, \"a\"); a[39] = 0;\n\
         char *end; long n = strtol(a, &end, 0);\n\
         plica_assert(n != 987654321 || *end != 7);",
    ),
    (
        "floats",
        "double x = plica_double(\"x\"), y = x;\n\
         for (int i = 0; i < 30; i++) y = y * y * 0.7 + x / (y + 1.5);\n\
         plica_assert(!(y > 1.25 && y < 1.2500001));",
    ),
    (
        "divisions",
        "unsigned long x = plica_ulong(\"x\"), y = plica_ulong(\"y\"), s = 0;\n\
         for (int i = 1; i < 12; i++) s += x / (y | i) * (x % (y + i + 1 ? y + i + 1 : 1));\n\
         plica_assert(s != 0x123456789abcdefu);",
    ),
    (
        "recursion",
        "unsigned n = plica_uint(\"n\");\n\
         plica_assert(fib(n % 40) != 102334155u);",
    ),
    (
        "matrix",
        "unsigned a[6][6], b[6][6], c[6][6];\n\
         plica_make_symbolic(a, sizeof a, \"a\"); plica_make_symbolic(b, sizeof b, \"b\");\n\
         for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) { c[i][j] = 0; for (int k = 0; k < 6; \
         k++) c[i][j] += a[i][k] * b[k][j]; }\n\
         plica_assert(c[5][5] * c[1][1] != c[2][3] * c[3][2] + 77);",
    ),
    (
        "indices",
        "unsigned char a[256] = {0}, k[40];\n\
         plica_make_symbolic(k, sizeof k, \"k\");\n\
         for (int i = 0; i < 256; i++) a[i] = i;\n\
         for (unsigned i = 0, j = 0; i < 256; i++) { j = (j + a[i] + k[i % 40]) & 255; \
         unsigned char t = a[i]; a[i] = a[j]; a[j] = t; }\n\
         plica_assert(a[1] != 7 || a[2] != 9);",
    ),
    (
        "collatz",
        "unsigned long n = plica_ulong(\"n\"), steps = 0;\n\
         while (n > 1) { n = n & 1 ? 3 * n + 1 : n / 2; steps++; }\n\
         plica_assert(steps != 261);",
    ),
    (
        "gcd",
        "unsigned long a = plica_ulong(\"a\"), b = plica_ulong(\"b\");\n\
         while (b) { unsigned long t = a % b; a = b; b = t; }\n\
         plica_assert(a != 1234567);",
    ),
    (
        "nested",
        "unsigned n = plica_uint(\"n\"), m = plica_uint(\"m\"), s = 0;\n\
         for (unsigned i = 0; i < n; i++) for (unsigned j = i; j < m; \
         j += 3) { if ((i ^ j) & 4) s += i * j; else s ^= j; if (s % 7 == 3) s /= 2; }\n\
         plica_assert(s != 77);",
    ),
    (
        "scan",
        "char a[300];\n\
         plica_make_symbolic(a, sizeof a, \"a\");\n\
         int depth = 0, quoted = 0, words = 0;\n\
         for (int i = 0; i < 300; i++) { if (a[i] == 34) quoted = !quoted; \
         else if (!quoted && a[i] == 40) depth++; else if (!quoted && a[i] == 41) depth--; \
         else if (a[i] == 32) words++; if (depth < 0) return 1; }\n\
         plica_assert(depth || words != 33);",
    ),
    (
        "texts",
        "char a[64];\n\
         for (unsigned i = 0;; \
         i++) { int n = snprintf(a, sizeof a, \"%u %s %08x\", i, \"text\", i * 7); \
         plica_assert(n < 64 && strlen(a) == (unsigned)n); }",
    ),
    (
        "lists",
        "struct node { struct node *next; int value; } *list = 0;\n\
         while (plica_int(\"more\")) { struct node *n = malloc(sizeof *n); n->next = list; \
         n->value = plica_int(\"v\"); list = n; int sum = 0; for (struct node *p = list; p; \
         p = p->next) sum += p->value; plica_assert(sum != 4711 || n->value != 3); }",
    ),
];

fn program(folder: &Folder, name: &str) -> PathBuf {
    let (_, body) = HARD.iter().find(|(known, _)| *known == name).unwrap();
    folder.write(&format!("{name}.c"), format!("{HEAD}{body}\n  return 0;\n}}\n"))
}

#[test]
fn twenty_hard_programs_end_in_time() {
    let folder = Folder::new();
    let limit = Duration::from_secs(2);
    // A few at a time: some of them use more than one processor.
    for some in HARD.chunks(4) {
        let start = Instant::now();
        let spawn = |(name, _): &(&str, &str)| {
            let mut command = plica(&["check", "--format", "json", "--checks", "assert", "--time-limit", "2s"]);
            command.args(["--memory-limit", "1G"]).arg(program(&folder, name)).spawn().unwrap()
        };
        let children: Vec<_> = some.iter().map(|row| (row.0, spawn(row))).collect();
        for (name, child) in children {
            let report = report(&child.wait_with_output().unwrap());
            let took = start.elapsed();
            assert!(took < limit + Duration::from_secs(4), "{name}: {took:?}");
            // Whatever was stopped was stopped for its time: nothing broke.
            let reasons = report["reasons"].as_array().unwrap();
            let in_time = |reason: &Value| ["time-limit", "solver-timeout"].iter().any(|kind| reason["kind"] == *kind);
            assert!(reasons.iter().all(in_time), "{name}: {report}");
        }
    }
}

#[test]
fn where_folding_stalls_the_report_names_the_loop_and_what_helps() {
    let folder = Folder::new();
    let mut command = plica(&["check", "--checks", "assert", "--loops", "compact", "--time-limit", "2s"]);
    let output = command.arg(program(&folder, "nested")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("folding a loop took") && text.contains("`--loops unroll` executes it"), "{text}");
    assert!(text.contains("nested.c:10:"), "{text}");
}

/// A solver that says of every question, after a while, that it is unsatisfiable; of those with the constant 0xabcd1234
/// it says nothing.
fn slow_solver(folder: &Folder, seconds: &str) -> String {
    let text = format!(
        "while read -r line; do\n  case \"$line\" in\n  '(push 1)') never= ;;\n  *abcd1234*) never=1 ;;\n  \
         '(check-sat)')\n    test -z \"$never\" || exec sleep 100\n    sleep {seconds}\n    echo unsat\n    ;;\n  \
         esac\ndone\n"
    );
    format!("sh {}", folder.write("solver.sh", text).display())
}

fn factors(product: &str) -> String {
    format!(
        "  if ((plica_uint(\"x\") * (plica_uint(\"y\") | 4) == {product}) & (plica_uint(\"z\") > 1)) plica_assert(0);\n"
    )
}

#[test]
fn a_question_that_was_put_off_is_asked_again() {
    let folder = Folder::new();
    let text = format!("#include \"plica.h\"\nint main(void) {{\n{}  return 0;\n}}\n", factors("1000000007u"));
    let program = folder.write("a.c", text);
    let run = |arguments: &[&str]| {
        let mut command = plica(&["check", "--format", "json", "--solver", &slow_solver(&folder, "3")]);
        report(&command.args(arguments).arg(&program).output().unwrap())
    };
    // At first it is given a tenth of the time, which does not do.
    assert_eq!(run(&["--time-limit", "15s"])["verdict"], "holds");
    let report = run(&["--time-limit", "15s", "--solver-timeout", "1s"]);
    assert_eq!(report["reasons"][0]["kind"], "solver-timeout", "{report}");
}

#[test]
fn a_question_without_an_answer_leaves_time_for_others() {
    let folder = Folder::new();
    let text = format!(
        "#include \"plica.h\"\nint main(void) {{\n{}{}  return 0;\n}}\n",
        factors("0xabcd1234u"),
        factors("1000000007u")
    );
    let program = folder.write("a.c", text);
    let mut command = plica(&["check", "--format", "json", "--time-limit", "12s", "--solver"]);
    let report = report(&command.arg(slow_solver(&folder, "1.8")).arg(&program).output().unwrap());
    // The first is never answered: it gets 1.2 s at first and twice as much each time after, and the second finds room.
    let reasons = report["reasons"].as_array().unwrap();
    assert_eq!((reasons.len(), &reasons[0]["count"]), (1, &Value::from(1)), "{report}");
    assert_eq!(reasons[0]["line"], 3, "{report}");
}
