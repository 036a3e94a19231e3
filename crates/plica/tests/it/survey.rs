//! `plica check --each-function`: which functions are checked, in which order their errors are told, what several of
//! them end in, verdicts and exit statuses, and what is refused.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: what is compared does not depend on times.

use crate::common::Folder;
use expect_test::expect;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What `plica` says in a folder, and its exit status.
#[track_caller]
fn plica(folder: &Folder, arguments: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_plica")).args(arguments).current_dir(&folder.0).output();
    let output = output.expect("plica runs");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (said.into_owned(), output.status.code().expect("no signal"))
}

/// The survey of a folder's files in JSON, and the exit status.
#[track_caller]
fn survey(folder: &Folder, arguments: &[&str]) -> (Value, i32) {
    let (said, status) = plica(folder, &[&["check", "--each-function", "--format", "json"], arguments].concat());
    (serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}")), status)
}

/// Functions with their verdicts.
fn verdicts(survey: &Value) -> Vec<String> {
    let functions = survey["functions"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    functions.map(|f| format!("{}:{} {}", text(&f["file"]), text(&f["function"]), text(&f["verdict"]))).collect()
}

const LIST: &str = "\
#include <stdlib.h>
#include \"inline.h\"
struct node { int value; struct node *next; };
static int value(struct node *p) { return p->value; }
int twice(struct node *p) { return 2 * value(p); }
int nowhere(struct node *p) { int *q = 0; return *q + (p != 0); }
static int sum(int a, int b) { return a > 0 ? a - 1 : b; }
int main(void) { return sum(1, 2) + half(2); }
";

fn list() -> Folder {
    let folder = Folder::new();
    folder.write("list.c", LIST);
    folder.write("inline.h", "static inline int half(int n) { return 10 / n; }\n");
    folder
}

#[test]
fn manifest_errors_come_first_and_duplicates_once() {
    let folder = list();
    let told = |jobs: &str| {
        let (said, status) = plica(&folder, &["check", "--each-function", "--jobs", jobs, "list.c"]);
        assert_eq!(status, 1, "{said}");
        let marks = ["error[", " --> ", "= note: manifest", "= note: latent", "= note: entry", "assumes: ", "list.c:"];
        let lines = said.lines().filter(|line| marks.iter().any(|mark| line.contains(mark)));
        // Times end the lines of the table.
        let lines: Vec<&str> =
            lines.map(|line| line.rsplit_once("  0.").map_or(line, |(row, _)| row.trim_end())).collect();
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with("5 functions: 2 hold, 3 violated; 2 errors, 1 manifest ("), "{last}");
        lines.join("\n") + "\n"
    };
    let of_one = told("1");
    assert_eq!(of_one, told("3"));
    expect![[r#"
        error[null-dereference]: dereference of a null pointer
         --> list.c:6:50
          = note: manifest: it happens whatever else the pointers lead to
          = note: entry: nowhere
        error[null-dereference]: dereference of a null pointer
         --> list.c:4:46
          = note: latent: it happens if p is null
          = note: entry: value; also from twice
        assumes: signed overflow wraps around (1 function): see --checks +overflow
        value     list.c:4    violated       1
        twice     list.c:5    violated       1
        nowhere   list.c:6    violated       1
        sum       list.c:7    holds
        main      list.c:8    holds
    "#]]
    .assert_eq(&of_one);
    let (said, _) = plica(&folder, &["check", "-q", "--each-function", "list.c"]);
    assert!(said.contains("value (list.c:4:46) (entry: value; also from twice)\n"), "{said}");
}

#[test]
fn each_function_has_a_verdict_in_json() {
    let (said, status) = survey(&list(), &["list.c"]);
    let expected = ["value violated", "twice violated", "nowhere violated", "sum holds", "main holds"];
    assert_eq!(verdicts(&said), expected.map(|text| format!("list.c:{text}")));
    assert_eq!((status, &said["verdict"]), (1, &json!("violated")));
    let errors = said["errors"].as_array().expect("errors");
    let told: Vec<_> = errors.iter().map(|e| json!([e["line"], e["manifest"], e["entries"]])).collect();
    assert_eq!(told, [json!([6, true, ["nowhere"]]), json!([4, false, ["value", "twice"]])]);
    assert_eq!(said["functions"][1]["report"]["errors"][0]["line"], 4);
    assert!(said["functions"].as_array().expect("functions").iter().all(|f| f["seconds"].as_f64() > Some(0.0)));
}

#[test]
fn sarif_has_a_result_for_each_error() {
    let (said, status) = plica(&list(), &["check", "--each-function", "--format", "sarif", "list.c"]);
    let log: Value = serde_json::from_str(&said).expect("a log");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!((status, results.len()), (1, 2));
    assert_eq!(results[1]["properties"]["entries"], json!(["value", "twice"]));
    assert_eq!(log["runs"][0]["invocations"][0]["exitCode"], 1);
}

#[test]
fn patterns_choose_functions_those_of_headers_too() {
    let folder = list();
    let chosen = |pattern: &str| {
        let (said, status) = plica(&folder, &["check", "--format", "json", pattern, "list.c"]);
        (verdicts(&serde_json::from_str(&said).expect("a survey")), status)
    };
    assert_eq!(chosen("--each-function=sum"), (vec!["list.c:sum holds".to_owned()], 0));
    assert_eq!(chosen("--each-function=ha*"), (vec!["./inline.h:half violated".to_owned()], 1));
    assert_eq!(chosen("--each-function=?a*").0.len(), 3);
}

#[test]
fn what_is_open_is_undecided_and_named_with_its_function() {
    let folder = Folder::new();
    let text = "int device(void);\nint ask(void) { return device(); }\nint one(void) { return 1; }\n\
                int main(int argc, char **argv) { for (int n = 0; argc > 1 && argv[1][0] != 'x'; n++) device(); }\n";
    folder.write("a.c", text);
    let (said, status) = plica(&folder, &["check", "--each-function", "--args", "1", "a.c"]);
    assert_eq!(status, 3, "{said}");
    assert_eq!(said.matches("warning[no-model]: calls device, which has no model\n").count(), 2, "{said}");
    assert_eq!(said.lines().filter(|line| line.ends_with("  no-model")).count(), 2, "{said}");
    assert!(said.ends_with(" s)\n") && said.contains("3 functions: 1 holds, 2 undecided ("), "{said}");
    folder.write("b.c", ENDLESS);
    let (said, status) = survey(&folder, &["--loops", "unroll", "--time-limit", "300ms", "b.c"]);
    let expected = vec!["b.c:f undecided".to_owned(), "b.c:g undecided".to_owned()];
    assert_eq!((status, verdicts(&said)), (3, expected));
    assert_eq!(said["reasons"][0]["kind"], "time-limit");
}

/// Functions that have more paths than anybody walks.
const ENDLESS: &str = "\
int f(unsigned x) { while (x) x = x * 3 + 1; return 0; }
int g(unsigned x) { return f(x); }
";

#[test]
fn a_signal_ends_the_runs_and_what_they_have_is_told() {
    let folder = Folder::new();
    folder.write("b.c", ENDLESS);
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    command
        .args(["check", "--each-function", "--loops", "unroll", "--time-limit", "100s", "--format", "json", "b.c"])
        .current_dir(&folder.0);
    let child = command.stdout(Stdio::piped()).spawn().expect("plica runs");
    std::thread::sleep(Duration::from_millis(1500));
    // The shell's own `kill`: the program of that name is not on every machine.
    let killed = Command::new("sh").args(["-c", "kill -INT \"$0\"", &child.id().to_string()]).status();
    assert!(killed.expect("a shell").success());
    let output = child.wait_with_output().expect("an end");
    let said: Value = serde_json::from_slice(&output.stdout).expect("a survey");
    assert_eq!((output.status.code(), verdicts(&said).len()), (Some(3), 2));
    let reasons = said["reasons"].as_array().expect("reasons");
    assert!(reasons.iter().all(|reason| reason["kind"] == "interrupted"), "{reasons:?}");
}

#[test]
fn static_functions_of_one_name_are_told_apart() {
    let folder = Folder::new();
    folder.write("a.c", "static int f(int n) { return 10 / n; }\nint a(void) { return f(1); }\n");
    folder.write("b.c", "static int f(int n) { return n; }\nint b(void) { return f(1); }\n");
    let (said, status) = survey(&folder, &["a.c", "b.c"]);
    assert_eq!(verdicts(&said), ["a.c:f violated", "a.c:a holds", "b.c:f holds", "b.c:b holds"]);
    assert_eq!((status, &said["errors"][0]["entries"]), (1, &json!(["f (a.c:1)"])));
    for (file, status) in [("a.c", 1), ("b.c", 0)] {
        assert_eq!(plica(&folder, &["check", "--entry", &format!("{file}:f"), "a.c", "b.c"]).1, status);
    }
}

#[test]
fn files_with_a_main_each_are_programs_of_their_own() {
    let folder = Folder::new();
    folder.write("lib.c", "int half(int n) { return 10 / n; }\n");
    folder.write("one.c", "int half(int);\nint main(void) { return half(1); }\n");
    folder.write("two.c", "int half(int);\nint main(void) { return half(0); }\n");
    let (said, status) = plica(&folder, &["check", "-v", "--each-function", "lib.c", "one.c", "two.c"]);
    assert!(status == 1 && said.contains("`main` is defined in one.c and in two.c, so"), "{said}");
    // It needs no input where main calls it.
    assert!(said.contains("= note: entry: main (two.c:2); also from half\n"), "{said}");
    assert!(said.contains("3 functions: 1 holds, 2 violated; 1 error, 1 manifest ("), "{said}");
}

#[test]
fn a_build_names_the_files_and_how_each_is_compiled() {
    let folder = Folder::new();
    folder.write("a.c", "int a(int n) { return 10 / (n | N); }\n");
    folder.write("b.c", "int b(int n) { return 10 / (n | N); }\n");
    let command = |file: &str, n: &str| json!({ "directory": folder.0, "file": file, "command": format!("cc -DN={n} -c {file}") });
    let commands = json!([command("a.c", "1"), command("b.c", "0"), command("c.S", "0")]);
    folder.write("compile_commands.json", commands.to_string());
    let (said, status) = survey(&folder, &["-p", "."]);
    assert_eq!((verdicts(&said), status), (vec!["a.c:a holds".to_owned(), "b.c:b violated".to_owned()], 1));
    assert_eq!(survey(&folder, &["-p", ".", "a.c"]).1, 0);
    // A native run builds all files alike.
    let (said, status) = plica(&folder, &["check", "--each-function", "-p", ".", "-o", "tests"]);
    assert!(status == 2 && said.contains("compiles these files differently"), "{said}");
}

#[test]
fn errors_have_tests_that_run() {
    let folder = list();
    let (said, status) = survey(&folder, &["-o", "tests", "list.c"]);
    assert_eq!(status, 1);
    for error in said["errors"].as_array().expect("errors") {
        let test = error["test"].as_str().expect("a test");
        let (said, status) = plica(&folder, &["replay", "--allow-sources", ".", test]);
        assert!(status == 1 && said.contains("(as expected)"), "{said}");
    }
}

#[test]
fn lowered_programs_are_surveyed_as_their_sources() {
    let folder = list();
    assert_eq!(plica(&folder, &["lower", "list.c", "-o", "list.ll"]).1, 0);
    assert_eq!(verdicts(&survey(&folder, &["list.ll"]).0), verdicts(&survey(&folder, &["list.c"]).0));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = list();
    folder.write("empty.c", "int number;\n");
    folder.write("only.c", "#include \"inline.h\"\nint number = sizeof(half(1));\n");
    folder.write("a.rs", "pub fn f(n: u32) -> u32 { 10 / n }\n");
    folder.write("broken.c", "int f(void) { return x; }\n");
    for (arguments, message) in [
        (&["check", "--each-function", "--entry", "f", "list.c"][..], "does not go with `--entry`"),
        (&["check", "--each-function", "--since", "d", "list.c"], "does not go with `--since`"),
        (&["check", "--each-function", "--echo", "list.c"], "does not go with `--echo`"),
        (&["check", "--each-function", "--dump-queries", "d", "list.c"], "does not go with `--dump-queries`"),
        (&["test", "--each-function", "-o", "d", "list.c"], "`--each-function` is for `plica check`"),
        (&["explain", "--each-function", "list.c"], "`--each-function` is for `plica check`"),
        (&["check", "--each-function"], "is given no file"),
        (&["check", "--each-function", "nothing.c"], "there is no file `nothing.c`"),
        (&["check", "--each-function", "empty.c"], "the files define no function"),
        (&["check", "--each-function=nobody", "list.c"], "no function is called `nobody`"),
        (&["check", "--each-function", "a.rs"], "is Rust"),
        (&["check", "--each-function", "broken.c"], "undeclared identifier"),
        (&["check", "--each-function", "--jobs", "0", "list.c"], "`--jobs 0` leaves nobody"),
        (&["check", "--jobs", "2", "list.c"], "not in this version"),
        (&["check", "--lowered", "d", "list.c"], "--each-function"),
    ] {
        let (said, status) = plica(&folder, arguments);
        assert!(
            status == 2 && said.contains(message) && said.starts_with("error: ") | said.contains("error:"),
            "{arguments:?}: {said}"
        );
    }
}
