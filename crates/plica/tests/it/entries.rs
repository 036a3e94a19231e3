//! Functions with pointers as where execution starts: what people read of an error, and how a native run takes
//! descriptions of memory that nobody has written.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: what is compared is what people read, but for the
//! folder of the program (`UPDATE_EXPECT=1 cargo test` rewrites it).

use crate::common::Folder;
use expect_test::{Expect, expect};
use plica_report::{FUNCTION, GLOBAL, MEMORY, ProgramInfo, TestCase, TestObject, write_test_json};
use std::process::Command;

/// What `plica check --entry f` says of a program's errors.
#[track_caller]
fn check(text: &str, expected: Expect) {
    check_with(&[], text, expected);
}

#[track_caller]
fn check_with(flags: &[&str], text: &str, expected: Expect) {
    let folder = Folder::new();
    let program = folder.write("a.c", text);
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["check", "--entry", "f", "--loops", "unroll", "--calls", "inline"])
        .args(flags)
        .arg(&program)
        .output()
        .expect("plica runs");
    let said = String::from_utf8(output.stdout).expect("text").replace(&format!("{}/", folder.0.display()), "");
    let lines = said.lines().map(str::trim_end);
    // Neither the source line nor how the search went.
    let told = |line: &&str| ["error[", "       ", "  = note: latent"].iter().any(|start| line.starts_with(start));
    let lines: Vec<&str> = lines.filter(told).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn memory_is_drawn_and_what_an_error_takes_of_it_is_said() {
    check(
        "
struct node { struct node *next; unsigned char tag; char *name; int (*call)(int); };
static int one(int x) { return x; }
int (*known)(int) = one;
int f(struct node *a, struct node *b, int *n) {
    if (!a || !b || !n || a == b || b->next != a || a->next != b || a->tag != 7 || a->call != one) return 0;
    if (!a->name || a->name[0] != 'h' || a->name[1] != 'i' || a->name[2]) return 0;
    return n[3] + 10 / (b->tag - 3);
}
",
        expect![[r#"
            error[out-of-bounds]: access outside the bounds of the object behind n, whose size is symbolic,
                        a -> {next -> {next = a, tag = '\0' (0), name = null, call = one}, tag = '\x07' (7), name -> "hi\0", call = one}
                        b = a->next
                        n -> {0, 0, 0}
              = note: latent: it happens if a->call is one and a->next->next is a and b is a->next and n has 3 elements
            error[division-by-zero]: division by zero
                        a -> {next -> {next = a, tag = '\x03' (3), name = null, call = one}, tag = '\x07' (7), name -> "hi\0", call = one}
                        b = a->next
                        n -> {0, 0, 0, 0, 0, 0, 0, 0}
              = note: latent: it happens if a->call is one and a->next->next is a and b is a->next and n has 8 elements
        "#]],
    );
}

#[test]
fn globals_are_drawn_behind_parameters() {
    check_with(
        &["--entry-globals", "any"],
        "
#include <stdbool.h>
struct node { int value; struct node *next; };
static int count;
static struct node *head;
static struct { bool on; double scale; char name[3]; struct node *at; } state;
static int twice(int x) { return 2 * x; }
static int (*hook)(int) = twice;
static const int limit = 3;
int f(struct node *count_of, int n) {
    static int calls;
    if (count != 4 || !count_of || head != count_of || !state.on || state.scale != 0.5 || state.name[1] != 'b') return 0;
    if (state.name[0] || state.name[2] || state.at != head || !hook || hook(n) != 8 || calls++ != 5) return 0;
    return 10 / (count_of->value - limit);
}
",
        expect![[r#"
            error[division-by-zero]: division by zero
                         count_of -> {value = 3, next = null}
                         n        = 4
                         f.calls  = 5   (global)   (line 11)
                         count    = 4   (global)   (line 4)
                         head     = count_of   (global)   (line 5)
                         state    = {on = true, scale = 0.5, name[0] = '\0' (0), name[1] = 'b' (98), name[2] = '\0' (0), at = count_of}   (global)   (line 6)
                         hook     = twice   (global)   (line 8)
        "#]],
    );
}

#[test]
fn tests_hold_globals() {
    let folder = Folder::new();
    let text = "static short count;\nint f(int n) { return n == 2 && count == 7 ? 10 / (n - 2) : 0; }\n";
    let program = folder.write("a.c", text);
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_plica")).args(arguments).output().expect("plica runs");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let (tests, program) = (folder.0.join("tests").display().to_string(), program.display().to_string());
    run(&["check", "--entry", "f", "--entry-globals", "any", "-o", &tests, &program]);
    let test = folder.0.join("tests/test000001.json").display().to_string();
    assert!(std::fs::read_to_string(&test).expect("a test case").contains("\"value\": \"count = 7\""));
    let said = run(&["replay", "--time-limit", "5s", "--allow-sources", &folder.0.display().to_string(), &test]);
    assert!(said.contains("error[division-by-zero]"), "{said}");
}

/// A replay of `f(p)` with this description of memory and this address.
fn replay(memory: &[u8], address: u64) -> String {
    let folder = Folder::new();
    let program = folder.write("a.c", "int count;\nint f(int *p) { return p ? 10 / *p : 0; }\n");
    let object =
        |name: &str, bytes: &[u8]| TestObject { name: name.into(), bytes: bytes.to_vec(), ..TestObject::default() };
    let test = TestCase {
        args: vec!["program".into()],
        objects: vec![object(MEMORY, memory), object("p", &address.to_le_bytes())],
        program: Some(ProgramInfo {
            inputs: vec![program.display().to_string()],
            entry: Some("f".into()),
            entry_params: vec!["ptr".into()],
            ..ProgramInfo::default()
        }),
        ..TestCase::default()
    };
    let test = folder.write("t.json", write_test_json(&test));
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["replay", "--time-limit", "5s", "--allow-sources"])
        .arg(&folder.0)
        .arg(&test)
        .output()
        .expect("plica runs");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn numbers(all: &[u64]) -> Vec<u8> {
    all.iter().flat_map(|n| n.to_le_bytes()).collect()
}

#[test]
fn descriptions_of_memory_that_nobody_has_written_end_with_a_message() {
    let whole = [numbers(&[96, 4, 0]), vec![0, 0, 0, 0]].concat();
    assert!(replay(&whole, 96).contains("error[division-by-zero]"));
    for length in 1..whole.len() {
        let said = replay(&whole[..length], 96);
        assert!(said.contains("cut off"), "{length}: {said}");
    }
    let named = |name: &str| [numbers(&[96, name.len() as u64, FUNCTION]), name.as_bytes().to_vec()].concat();
    let global = |name: &str, size: u64| {
        let value = [numbers(&[96, size, 0]), vec![0; size as usize]].concat();
        [numbers(&[96, name.len() as u64, GLOBAL]), name.as_bytes().to_vec(), value].concat()
    };
    for (memory, message) in [
        (numbers(&[96, u64::MAX, 0]), "cut off"),
        (numbers(&[96, 0, u64::MAX - 1]), "cut off"),
        (numbers(&[96, 0, 1 << 61]), "cut off"),
        (numbers(&[96, u64::MAX, FUNCTION]), "cut off"),
        (numbers(&[96, 8, 1, u64::MAX, 0]), "a pointer outside"),
        (numbers(&[96, 8, 1, 1, 0]), "a pointer outside"),
        (numbers(&[96, 0, 1, 0]), "a pointer outside"),
        ([numbers(&[96, 0, 0]), whole.clone()].concat(), "one address"),
        ([named("f"), whole.clone()].concat(), "one address"),
        (numbers(&[0, 0, 0]), "one address"),
        (named("nobody_has_this"), "is not there"),
        (global("nobody_has_this", 4), "is not there"),
        (global("count", 8), "is not there in that size"),
        (global("count", 1 << 20), "is not there"),
        (global("count", 4)[..40].to_vec(), "cut off"),
        ([global("count", 4), global("count", 4)].concat(), "one address"),
        ([global("count", 4), whole.clone()].concat(), "one address"),
        (numbers(&[96, 0, GLOBAL, 97, 0, 0]), "a global without a value"),
        (numbers(&[96, 0, GLOBAL, 96, 0, GLOBAL]), "a global without a value"),
        (numbers(&[0, 0, GLOBAL, 0, 0, 0]), "is not there"),
        (named(""), "is not there"),
    ] {
        let said = replay(&memory, 96);
        assert!(said.contains(message) && !said.contains("Sanitizer"), "{message}: {said}");
    }
}
