//! The first input: its path comes before all others, into functions that are explored on their own too.
//!
//! Oblivious to the engine: it runs the built `plica`.

use crate::common::Folder;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn plica(flags: &[&str], program: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plica")).args(flags).arg(program).output().unwrap()
}

/// The report of a run.
#[track_caller]
fn check(program: &Path, flags: &[&str]) -> Value {
    let output = plica(&[&["check", "--format", "json"], flags].concat(), program);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// The report of a run that follows one path only.
#[track_caller]
fn first_path(program: &Path, flags: &[&str]) -> Value {
    check(program, &[&["--max-paths", "1", "--loops", "unroll"], flags].concat())
}

/// One of its 2^12 paths ends in an error.
const COMBINATION: &str = "#include \"plica.h\"
int main(void) {
    int opened = 1;
    for (int i = 0; i < 12; i++) {
        int digit = plica_int(\"digit\");
        if (digit != (i * 7) % 5) opened = 0;
    }
    char word[4];
    plica_make_symbolic(word, 4, \"word\");
    if (opened && word[0] == 'o' && word[3] == 'n') plica_error(\"it opens\");
    return 0;
}
";

const SEARCHES: [&str; 6] = ["dfs", "bfs", "random-path", "coverage", "fair", "target"];

fn combination(folder: &Folder) -> (PathBuf, String) {
    let program = folder.write("a.c", COMBINATION);
    let digits: Vec<String> = (0..12).map(|i| format!("digit={}", i * 7 % 5)).collect();
    // Low bytes first.
    (program, format!("{},word=0x6e65706f", digits.join(",")))
}

#[test]
fn the_first_path_is_that_of_the_first_input() {
    let folder = Folder::new();
    let (program, input) = combination(&folder);
    for search in SEARCHES {
        let found = first_path(&program, &["--search", search, "--first-input", &input]);
        assert_eq!(found["verdict"], "violated", "{search}: {found}");
        let other = first_path(&program, &["--search", search, "--first-input", "digit=9"]);
        assert_eq!(other["verdict"], "undecided", "{search}: {other}");
    }
}

#[test]
fn a_test_case_is_a_first_input() {
    let folder = Folder::new();
    let (program, input) = combination(&folder);
    let out = folder.0.join("out");
    let fixed = ["check", "--max-paths", "1", "--loops", "unroll", "--first-input", &input];
    plica(&[&fixed[..], &["-o", out.to_str().unwrap()]].concat(), &program);
    for name in ["test000001.ktest", "test000001.json"] {
        let test = out.join(name);
        let found = first_path(&program, &["--first-input", test.to_str().unwrap()]);
        assert_eq!(found["verdict"], "violated", "{name}: {found}");
    }
}

/// The verdict does not depend on it.
#[test]
fn all_other_paths_follow() {
    let folder = Folder::new();
    let text = "#include \"plica.h\"
int main(void) {
    int a = plica_int(\"a\"), b = plica_int(\"b\");
    if (a == 3 && b == 4) plica_error(\"both\");
    return 0;
}
";
    let program = folder.write("a.c", text);
    for calls in ["inline", "summary", "auto"] {
        for input in ["a=3,b=5", "a=3,b=4", "a=-1", "c=7"] {
            let report = check(&program, &["--calls", calls, "--first-input", input]);
            assert_eq!(report["verdict"], "violated", "{calls} {input}: {report}");
        }
    }
}

/// A path that does not end must not keep all others waiting.
#[test]
fn an_endless_first_path_is_left() {
    let folder = Folder::new();
    let text = "#include \"plica.h\"
int main(void) {
    unsigned n = 0;
    if (plica_int(\"y\") == 1) for (;;) if (plica_uchar(\"c\") != 7) n++;
    plica_error(\"behind\");
    return n;
}
";
    let program = folder.write("a.c", text);
    let flags = ["--loops", "unroll", "--max-errors", "1", "--max-paths", "5000", "--search", "bfs"];
    let report = check(&program, &[&flags[..], &["--first-input", "y=1"]].concat());
    assert_eq!(report["verdict"], "violated", "{report}");
}

/// The path is followed further into a function than it is explored ahead of its callers.
#[test]
fn a_first_path_is_followed_all_the_way() {
    let folder = Folder::new();
    let text = "#include \"plica.h\"
static int ones(unsigned x) {
    int n = 0;
    for (int i = 0; i < 30; i++) if (x >> i & 1) n++;
    return n;
}
int main(void) {
    if (ones(plica_uint(\"x\")) == 15) plica_error(\"half of them\");
    return 0;
}
";
    let program = folder.write("a.c", text);
    let flags = ["--loops", "unroll", "--max-errors", "1", "--calls", "summary", "--first-input", "x=0x7fff"];
    let report = check(&program, &flags);
    assert_eq!(report["verdict"], "violated", "{report}");
    assert!(report["stats"]["paths"].as_u64().unwrap() < 40, "{}", report["stats"]);
}

/// A value that the program rules out is no value of the first path, and makes no path up.
#[test]
fn a_value_out_of_range_is_left_out() {
    let folder = Folder::new();
    let text = "#include \"plica.h\"
int main(void) {
    int n = plica_range(0, 5, \"n\");
    plica_assert(n < 5);
    if (n == 2) plica_error(\"two\");
    return 0;
}
";
    let program = folder.write("a.c", text);
    for calls in ["inline", "summary", "auto"] {
        for input in ["n=25", "n=-1", "n=2", "n=4"] {
            let report = check(&program, &["--calls", calls, "--first-input", input]);
            assert_eq!(report["verdict"], "violated", "{calls} {input}: {report}");
            assert_eq!(report["errors"].as_array().unwrap().len(), 1, "{calls} {input}: {report}");
            assert_eq!(report["errors"][0]["kind"], "error-call", "{calls} {input}: {report}");
        }
    }
}

/// Large objects are arrays from the start where loops are folded.
#[test]
fn the_bytes_of_an_array_are_given() {
    let folder = Folder::new();
    let text = "#include \"plica.h\"
int main(void) {
    char b[40];
    plica_make_symbolic(b, 40, \"b\");
    int opened = 1;
    if (b[0] != 'A') opened = 0;
    if (b[1] != 'B') opened = 0;
    if (b[2] != 'C') opened = 0;
    if (b[3] != 'D') opened = 0;
    if (opened) plica_error(\"it opens\");
    return 0;
}
";
    let program = folder.write("a.c", text);
    for loops in ["unroll", "compact"] {
        let report = check(&program, &["--max-paths", "1", "--loops", loops, "--first-input", "b=0x44434241"]);
        assert_eq!(report["verdict"], "violated", "{loops}: {report}");
    }
}

/// The cases of `abs` that are known when the target of testAbs is found.
fn cases_of_abs(input: &str) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/calls/testabs.c");
    let flags = ["explain", "--entry", "testAbs", "--target", "label:TARGET", "--calls", "summary"];
    let more = ["--search", "target", "--max-errors", "1", "--first-input", input];
    let output = plica(&[&flags[..], &more[..]].concat(), &program);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("exploration stopped at the errors found"), "{text}");
    let cases = text.lines().filter(|line| line.trim().starts_with("when ") && line.contains(": returns "));
    cases.map(str::trim).collect::<Vec<_>>().join("; ")
}

/// The example of the demand-driven paper: its target is found with what the first input's path has shown of `abs`.
#[test]
fn nothing_new_is_explored_in_abs() {
    assert_eq!(cases_of_abs("p=1,q=1"), "when x >= 1: returns x");
}

/// From another input: what `abs` does with negative numbers is never looked at.
#[test]
fn what_is_not_relevant_is_never_explored() {
    let expected = "when x < 1 and x == 0: returns 100; when x >= 1: returns x";
    assert_eq!(cases_of_abs("p=0,q=1"), expected);
}

#[test]
fn wrong_first_inputs_are_refused() {
    let folder = Folder::new();
    let program = folder.write("a.c", "int main(void) { return 0; }\n");
    let broken = folder.write("broken.json", "{");
    let cases = [
        ("a=", "is not a number"),
        ("a=1,b", "is not NAME=NUMBER"),
        ("nothing.ktest", "nothing.ktest"),
        (broken.to_str().unwrap(), "broken.json"),
    ];
    for (input, said) in cases {
        let output = plica(&["check", "--first-input", input], &program);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{input}: {text}");
        assert!(text.contains(said), "{input}: {text}");
    }
    let output = plica(&["check", "-v", "--first-input", "zero=0"], &program);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("its path asks for no such input"));
}
