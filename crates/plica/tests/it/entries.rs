//! Functions with pointers as where execution starts: what people read of an error, and how a native run takes
//! descriptions of memory that nobody has written.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: what is compared is what people read, but for the
//! folder of the program (`UPDATE_EXPECT=1 cargo test` rewrites it).

use crate::common::Folder;
use expect_test::{Expect, expect};
use plica_report::{FUNCTION, MEMORY, ProgramInfo, TestCase, TestObject, write_test_json};
use std::process::Command;

/// What `plica check --entry f` says of a program's errors.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let folder = Folder::new();
    let program = folder.write("a.c", text);
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["check", "--entry", "f", "--loops", "unroll", "--calls", "inline"])
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

/// A replay of `f(p)` with this description of memory and this address.
fn replay(memory: &[u8], address: u64) -> String {
    let folder = Folder::new();
    let program = folder.write("a.c", "int f(int *p) { return p ? 10 / *p : 0; }\n");
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
        (named(""), "is not there"),
    ] {
        let said = replay(&memory, 96);
        assert!(said.contains(message) && !said.contains("Sanitizer"), "{message}: {said}");
    }
}
