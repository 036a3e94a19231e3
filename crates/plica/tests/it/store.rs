//! The store of `--cache`: a later run says what the first one said, whatever the store is like, and what an answer
//! depends on is in its key.
//!
//! Runs with a new, a filled and no store are held against each other; stores are damaged, shared, swapped and cut off.
//! Oblivious to how entries lie on the disk, but for the name of the file. Invariant: a run that says something else
//! with a store than without is a failure, whatever was done to the store.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::common::Folder;
use serde_json::Value;

const FILE: &str = "plica-store.sqlite";

/// A run of `plica check` in a folder: its exit status, its output, what it complains about.
fn check(folder: &Folder, arguments: &str) -> (Option<i32>, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_plica"))
        .arg("check")
        .args(arguments.split_whitespace())
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

/// The report, its counts apart.
fn report(folder: &Folder, arguments: &str) -> (Value, Value) {
    let (_, out, complaints) = check(folder, &format!("--format json {arguments}"));
    let mut report: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{arguments}: {e}: {complaints}"));
    let stats = report["stats"].take();
    (report, stats)
}

/// Is the answer one that is in the store?
fn is_known(folder: &Folder, arguments: &str) -> bool {
    report(folder, &format!("--cache c --cache-mode ro {arguments}")).1["from_store"] == 1
}

const PROGRAM: &str = r#"
#include <assert.h>
#include "plica.h"
int limit = 40;
static int twice(int x) { return 2 * x; }
static int unused(int x) { assert(x > 3); return x - 1; }
static int (*chosen)(int) = twice;
int main(void) {
    int n = plica_int("n");
    if (n > 0 && n < limit) {
        int s = 0;
        for (int i = 0; i < n; i++) s += chosen(i);
        assert(s >= 0);
        assert(s != 30 * 29);
    }
    return 0;
}
"#;

/// Programs of all verdicts, with their options.
fn programs(folder: &Folder) -> Vec<String> {
    folder.write("sum.c", PROGRAM);
    folder.write(
        "list.c",
        "#include <stdlib.h>\nstruct node { int value; struct node *next; };\nint last(struct node *l) {\n    \
         while (l->next) l = l->next;\n    return 100 / l->value;\n}\n",
    );
    folder.write(
        "holds.c",
        "#include \"plica.h\"\n#include <stdlib.h>\n#include <string.h>\nint main(void) {\n    char s[4];\n    \
         plica_bytes(s, 4, \"s\");\n    s[3] = 0;\n    char *t = malloc(8);\n    strcpy(t, s);\n    \
         plica_assert(strlen(t) < 4);\n    free(t);\n    return 0;\n}\n",
    );
    folder.write(
        "open.c",
        "int unknown(int);\nint main(int argc, char **argv) { if (argc > 7) return 1; return unknown(argc); }\n",
    );
    folder.write(
        "pow.c",
        "#include \"plica.h\"\nstatic unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n\
         int main(void) {\n    unsigned n = plica_int(\"n\"), a = plica_int(\"a\");\n    if (n > 6) return 0;\n    \
         plica_assert(fib(n) * a != 35);\n    return 0;\n}\n",
    );
    [
        "sum.c",
        "--entry last list.c",
        "holds.c",
        "holds.c --allocation may-fail",
        "open.c",
        "pow.c",
        "--calls inline pow.c",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// A report without the line that has times.
fn untimed(text: &str) -> String {
    text.lines().filter(|line| !line.contains(" s)")).collect::<Vec<_>>().join("\n")
}

/// A report without the order of errors, and what tells inputs that lead to one from others that do: a run after an
/// edit begins with what an earlier one knew, and may find others.
fn essence(mut report: Value) -> Value {
    let errors = report["errors"].as_array_mut().unwrap();
    errors.sort_by_key(|error| format!("{} {}", error["line"], error["message"]));
    for error in errors {
        for which in ["inputs", "path_length", "loops"] {
            error[which].take();
        }
    }
    report
}

#[test]
fn a_later_run_says_the_same_in_every_format() {
    let folder = Folder::new();
    for program in programs(&folder) {
        let (plain, _) = report(&folder, &program);
        let (cold, counts) = report(&folder, &format!("--cache c {program}"));
        assert_eq!(plain, cold, "{program}");
        assert_eq!(counts["from_store"], 0, "{program}");
        let (warm, again) = report(&folder, &format!("--cache c {program}"));
        assert_eq!(cold, warm, "{program}");
        assert_eq!(again["from_store"], 1, "{program}: {cold}");
        for count in ["paths", "queries", "steps", "states"] {
            assert_eq!(counts[count], again[count], "{program}");
        }
        let (status, plain, _) = check(&folder, &program);
        let (warm_status, warm, _) = check(&folder, &format!("--cache c {program}"));
        assert_eq!((status, untimed(&plain)), (warm_status, untimed(&warm)), "{program}");
        let results = |options: &str| -> Value {
            let (_, out, _) = check(&folder, &format!("--format sarif {options} {program}"));
            serde_json::from_str::<Value>(&out).unwrap()["runs"][0]["results"].take()
        };
        assert_eq!(results(""), results("--cache c"), "{program}");
    }
}

#[test]
fn tests_of_errors_are_written_from_the_store_too() {
    let folder = Folder::new();
    folder.write("sum.c", PROGRAM);
    check(&folder, "--cache c -o first sum.c");
    let (_, text, _) = check(&folder, "--cache c -o second sum.c");
    assert!(text.contains("second/test000001"), "{text}");
    let read = |name: &str| std::fs::read(folder.0.join(name).join("test000001.ktest")).unwrap();
    assert_eq!(read("first"), read("second"));
}

#[test]
fn comments_and_moved_lines_reach_nothing_and_places_are_right() {
    let folder = Folder::new();
    folder.write("sum.c", PROGRAM);
    report(&folder, "--cache c sum.c");
    let moved =
        PROGRAM.replace("int limit", "/* a comment */\n\n\nint limit").replace("s += chosen", "\n    s += chosen");
    folder.write("sum.c", &moved);
    let (plain, _) = report(&folder, "sum.c");
    let (warm, counts) = report(&folder, "--cache c sum.c");
    assert_eq!((plain, &counts["from_store"]), (warm, &Value::from(1)));
}

#[test]
fn an_edit_reaches_what_can_be_executed_and_nothing_else() {
    let folder = Folder::new();
    folder.write("sum.c", PROGRAM);
    report(&folder, "--cache c sum.c");
    let known = |from: &str, to: &str| {
        assert!(PROGRAM.contains(from));
        folder.write("sum.c", PROGRAM.replace(from, to));
        let known = is_known(&folder, "sum.c");
        let [plain, warm] = ["", "--cache c --cache-mode ro"].map(|cache| report(&folder, &format!("{cache} sum.c")).0);
        assert_eq!(essence(plain), essence(warm), "{to}");
        known
    };
    // Nothing leads there.
    assert!(known("return x - 1;", "return x - 2;"));
    assert!(known("return x - 1;", "extern int puts(const char *); puts(\"text\"); return x;"));
    assert!(known("static int unused", "static int more(int y) { return y / 2; }\nint other = 5;\nstatic int unused"));
    // By a pointer in a global, by a value of one, by what is looked for.
    assert!(!known("return 2 * x", "return x + x + x"));
    assert!(!known("limit = 40", "limit = 41"));
    assert!(!known("s >= 0", "s >= 1"));
    assert!(!known("= twice;", "= unused;"));
}

#[test]
fn answers_of_solvers_are_used_after_an_edit() {
    let folder = Folder::new();
    // Without an error, whose input the next run would begin with.
    let program = PROGRAM.replace("30 * 29", "-1");
    folder.write("sum.c", &program);
    report(&folder, "--cache c --loops unroll --tune smt.work_kept=0 sum.c");
    folder.write("sum.c", program.replace("return 2 * x", "return x + x"));
    let (warm, counts) = report(&folder, "--cache c --loops unroll --tune smt.work_kept=0 sum.c");
    assert_eq!(counts["from_store"], 0);
    assert!(counts["store_found"].as_u64().unwrap() > 20, "{counts}");
    assert_eq!(warm, report(&folder, "--loops unroll --tune smt.work_kept=0 sum.c").0);
    // The course is that of the first run: what answers had cost is counted again.
    let (_, first) = report(&folder, "--cache d --loops unroll --tune smt.work_kept=0 sum.c");
    for count in ["paths", "queries", "states", "tree_nodes"] {
        assert_eq!(first[count], counts[count], "{count}");
    }
}

#[test]
fn a_run_after_an_edit_begins_with_what_was_learned() {
    let folder = Folder::new();
    // Where an error was: the path of its input is the first one.
    let program = "#include \"plica.h\"\nint main(void) {\n    int n = 0;\n    for (int i = 0; i < 12; i++) if \
                   (plica_int(\"x\") == 7 * i) n++;\n    plica_assert(n != 12);\n    return EDIT;\n}\n";
    let run = |edit: &str, cache: &str| {
        folder.write("sum.c", program.replace("EDIT", edit));
        let (found, stats) = report(&folder, &format!("--loops unroll --calls inline --max-errors 1 {cache} sum.c"));
        assert_eq!(found["errors"][0]["kind"], "assertion-failure", "{found}");
        stats["queries"].as_u64().unwrap()
    };
    run("0", "--cache c");
    let (warm, cold) = (run("1", "--cache c"), run("1", ""));
    assert!(warm < cold / 2, "{warm} {cold}");
    // How the run was settled: that goes first.
    let program =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/calls/hwm.c")).unwrap();
    folder.write("hwm.c", &program);
    let (_, first) = report(&folder, "--cache c hwm.c");
    folder.write("hwm.c", program.replacen("int main(void) {", "int main(void) {\n    volatile int edit = 1;", 1));
    let (_, again) = report(&folder, "--cache c hwm.c");
    let queries = [&first, &again].map(|stats| stats["queries"].as_u64().unwrap());
    assert!(again["from_store"] == 0 && queries[1] < queries[0] / 2, "{queries:?}");
}

#[test]
fn choice_trees_are_used_as_long_as_nothing_differs_below_their_functions() {
    let folder = Folder::new();
    let program = "#include \"plica.h\"\nstatic int inner(int x) { return x > 10 ? 2 : x > 5 ? 1 : 0; }\n\
                   static int outer(int x) { return inner(x) + inner(x + 3); }\nstatic int other(int x) { return x > 7; }\n\
                   int main(void) {\n    int a = plica_int(\"a\"), b = plica_int(\"b\");\n    int s = outer(a) + outer(b) + \
                   other(a) + other(b);\n    plica_assert(s != 10);\n    return 0;\n}\n";
    let rows = "--loops unroll --calls replay --tune replay.calls_before_tree=1";
    // How many trees are those of an earlier run after an edit; the answer is that of a run without a store.
    let recalled = |from: &str, to: &str| {
        assert!(program.contains(from));
        folder.write("it.c", program);
        report(&folder, &format!("--cache c {rows} it.c"));
        folder.write("it.c", program.replacen(from, to, 1));
        let (warm, stats) = report(&folder, &format!("--cache c --cache-mode ro {rows} it.c"));
        assert_eq!(essence(warm), essence(report(&folder, &format!("{rows} it.c")).0), "{to}");
        assert_eq!(stats["from_store"], 0, "{to}");
        stats["choice_trees_from_store"].as_u64().unwrap()
    };
    // Of what is called by a function whose tree is there no tree is asked for.
    assert_eq!(recalled("s != 10", "s != 9"), 2);
    assert_eq!(recalled("return x > 7", "return x > 8"), 1);
    assert_eq!(recalled("return inner(x) +", "return 1 + inner(x) +"), 2);
    assert_eq!(recalled("x > 10 ? 2", "x > 10 ? 3"), 1);
    // Numbers of what comes behind are others then.
    assert_eq!(recalled("int main(void) {", "int more;\nint main(void) {\n    more = plica_int(\"more\");"), 0);
}

#[test]
fn what_a_pointer_may_lead_to_is_below_a_function() {
    let folder = Folder::new();
    let program = "#include \"plica.h\"\nstatic void (*cb)(int);\nstatic int r;\nstatic void hit(void) { r = 9; }\n\
                   static void foo(int x) { if (x > 10) hit(); else r = 2; }\n\
                   static void g(int x) { if ((unsigned long)cb >> 36 == 5) cb(x); else r = 3; }\n\
                   static void f(int x) { g(x); }\n\
                   int main(void) { cb = foo; f(7); f(plica_int(\"a\")); return 0; }\n";
    let rows = "--loops unroll --calls replay --search target-only --target hit";
    for program in [program.to_owned(), program.replace("x > 10", "x < 5")] {
        folder.write("it.c", &program);
        let (warm, _) = report(&folder, &format!("--cache c {rows} it.c"));
        assert_eq!(warm["verdict"], "violated");
        assert_eq!(essence(warm), essence(report(&folder, &format!("{rows} it.c")).0));
    }
}

#[test]
fn a_long_input_of_an_earlier_error_holds_nothing_up() {
    let folder = Folder::new();
    let program = "#include \"plica.h\"\nstatic int a[100000], b[100000];\nint main(void) {\n    int n = \
                   plica_int(\"n\");\n    plica_assume(n >= 0 && n <= 100000);\n    PLICA_SYMBOLIC(a);\n    \
                   for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];\n    \
                   for (int i = 0; i < n; i++) plica_assert(a[i] == b[i]);\n    return 0;\n}\n";
    folder.write("it.c", program);
    assert_eq!(report(&folder, "--cache c it.c").0["verdict"], "violated");
    folder.write("it.c", program.replace("b[i] = a[n - 1 - i]", "b[i] = a[i]"));
    assert_eq!(report(&folder, "--cache c --time-limit 20s it.c").0["verdict"], "holds");
}

#[test]
fn every_option_that_matters_is_in_the_key() {
    let folder = Folder::new();
    let program = "#include \"plica.h\"\nint f(int x) { return 7 / (x | 1); }\nint g(int x) { return x; }\n\
                   int main(void) { return f(plica_int(\"x\")); }\n";
    folder.write("a.c", program);
    folder.write("t.json", r#"{"inputs": []}"#);
    report(&folder, "--cache c a.c");
    assert!(is_known(&folder, "a.c"));
    let matter = [
        "--entry f",
        "--entry g",
        "--args 3",
        "--environment empty",
        "--allocation may-fail",
        "--target f",
        "--target a.c:2",
        "--checks +overflow",
        "--checks assert",
        "--externals havoc",
        "--loops unroll",
        "--merge off",
        "--fuzz off",
        "--calls inline",
        "--search dfs",
        "--first-input x=3",
        "--seed 1",
        "--stack-size 1MiB",
        "--entry-objects 3",
        "--entry-elements 3",
        "--entry-pointers non-null",
        "--max-steps 100000",
        "--max-depth 100000",
        "--max-paths 100000",
        "--max-errors 100000",
        "--solver z3",
        "--cross-check",
        "--tune explore.quiet_batches=17",
    ];
    for option in matter {
        let tuned = option.starts_with("--tune");
        let (_, _, complaints) = check(&folder, &format!("-q {option} a.c"));
        if tuned && complaints.contains("no tuning constant") {
            panic!("{complaints}");
        }
        assert!(!is_known(&folder, &format!("{option} a.c")), "{option}");
    }
    // What a clock or the memory cut is not kept, and what they did not cut they did not change.
    for option in ["--time-limit 50s", "--memory-limit 4GiB", "--solver-timeout 9s", "--confirm evaluator", "--jobs 1"]
    {
        assert!(is_known(&folder, &format!("{option} a.c")), "{option}");
    }
}

#[test]
fn what_a_limit_cut_is_not_kept() {
    let folder = Folder::new();
    folder.write("sum.c", PROGRAM.replace("s >= 0", "s != 6"));
    for option in ["--max-paths 2", "--max-depth 2", "--time-limit 1ms", "--max-errors 1"] {
        let (report, _) = report(&folder, &format!("--cache c {option} sum.c"));
        assert_ne!(report["reasons"], Value::Array(Vec::new()), "{option}");
        assert!(!is_known(&folder, &format!("{option} sum.c")), "{option}");
    }
    assert!(!is_known(&folder, "sum.c"));
}

#[test]
fn a_mode_says_what_may_be_done() {
    let folder = Folder::new();
    folder.write("sum.c", PROGRAM);
    let (status, _, complaints) = check(&folder, "--cache c --cache-mode require sum.c");
    assert!(status == Some(2) && complaints.contains("has no answer for this program"), "{complaints}");
    check(&folder, "--cache c --cache-mode off sum.c");
    check(&folder, "--cache c --cache-mode ro sum.c");
    assert!(!folder.0.join("c").exists());
    check(&folder, "--cache c sum.c");
    let before = std::fs::read(folder.0.join("c").join(FILE)).unwrap();
    assert_eq!(check(&folder, "--cache c --cache-mode require sum.c").0, Some(1));
    let (_, off) = report(&folder, "--cache c --cache-mode off sum.c");
    assert!(off["from_store"].is_null());
    assert_eq!(before, std::fs::read(folder.0.join("c").join(FILE)).unwrap());
    let verify = "--cache c --cache-mode verify --tune store.hits_verified=1 sum.c";
    let (_, verified) = report(&folder, verify);
    assert_eq!(verified["from_store"], 0, "it is found out again");
    for command in ["stats", "verify", "prune", "clear"] {
        let done =
            Command::new(env!("CARGO_BIN_EXE_plica")).args(["cache", command, "c"]).current_dir(&folder.0).output();
        assert_eq!(done.unwrap().status.code(), Some(0), "{command}");
    }
    assert!(!folder.0.join("c").join(FILE).exists());
}

/// Does something to the file of a store.
fn change(folder: &Folder, sql: &str) {
    let connection = rusqlite::Connection::open(folder.0.join("c").join(FILE)).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[test]
fn an_entry_under_another_key_is_no_answer() {
    let folder = Folder::new();
    folder.write("good.c", "int main(void) { return 0; }\n");
    folder.write("bad.c", "int main(int argc, char **argv) { return 1 / (argc - 1); }\n");
    check(&folder, "--cache c good.c");
    let key = "SELECT key FROM entries WHERE kind = 1";
    change(&folder, &format!("CREATE TABLE kept AS {key}; ALTER TABLE kept RENAME TO good"));
    change(&folder, "CREATE TABLE answer AS SELECT value FROM entries WHERE kind = 1");
    let text = |sql: &str| {
        let connection = rusqlite::Connection::open(folder.0.join("c").join(FILE)).unwrap();
        connection.query_row(sql, [], |row| row.get::<_, Vec<u8>>(0)).unwrap()
    };
    let (answer, good) = (text("SELECT value FROM answer"), text("SELECT key FROM good"));
    change(&folder, "DROP TABLE answer; DROP TABLE good");
    assert!(is_known(&folder, "good.c"));
    check(&folder, "--cache c bad.c");
    assert!(is_known(&folder, "bad.c"));
    let connection = rusqlite::Connection::open(folder.0.join("c").join(FILE)).unwrap();
    connection.execute("UPDATE entries SET value = ?1 WHERE kind = 1 AND key != ?2", [&answer, &good]).unwrap();
    drop(connection);
    let (status, _, complaints) = check(&folder, "--cache c --cache-mode ro bad.c");
    assert_eq!(status, Some(1), "{complaints}");
    assert!(complaints.contains("warning: the store in c: it is damaged"), "{complaints}");
}

#[test]
fn whatever_the_store_is_like_the_verdict_is_right_and_one_word_is_said() {
    let folder = Folder::new();
    folder.write("a.c", "int main(int argc, char **argv) { return 1 / (argc - 1); }\n");
    let (plain, _) = report(&folder, "a.c");
    check(&folder, "--cache c a.c");
    let file = folder.0.join("c").join(FILE);
    let whole = std::fs::read(&file).unwrap();
    let mut stores: Vec<Vec<u8>> =
        vec![Vec::new(), vec![0; 5000], b"SQLite format 3\0".repeat(300), whole[..3000].into()];
    for at in (0..whole.len()).step_by(whole.len() / 12) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        stores.push(bytes);
    }
    for (i, bytes) in stores.iter().enumerate() {
        for mode in ["ro", "rw"] {
            std::fs::write(&file, bytes).unwrap();
            let (status, out, complaints) = check(&folder, &format!("--format json --cache c --cache-mode {mode} a.c"));
            let mut report: Value = serde_json::from_str(&out).unwrap();
            report["stats"].take();
            assert_eq!((status, &report), (Some(1), &plain), "{i}: {complaints}");
            assert!(complaints.matches("warning: the store").count() <= 1, "{complaints}");
            assert!(!complaints.contains("panicked"), "{complaints}");
        }
    }
    std::fs::write(&file, &whole).unwrap();
    change(&folder, "PRAGMA user_version = 99");
    let (status, _, complaints) = check(&folder, "--cache c a.c");
    assert!(status == Some(1) && complaints.contains("no store of this version of plica"), "{complaints}");
}

#[test]
fn a_store_that_cannot_grow_or_be_written_changes_no_verdict() {
    let folder = Folder::new();
    folder.write("sum.c", PROGRAM);
    let (plain, _) = report(&folder, "--loops unroll --tune smt.work_kept=0 sum.c");
    let script = |limit: &str, arguments: &str| {
        let done = Command::new("sh")
            .args(["-c", &format!("{limit}; exec \"$0\" check --format json --loops unroll {arguments} sum.c")])
            .arg(env!("CARGO_BIN_EXE_plica"))
            .current_dir(&folder.0)
            .output()
            .unwrap();
        let mut report: Value = serde_json::from_slice(&done.stdout).unwrap_or_default();
        report["stats"].take();
        (report, String::from_utf8_lossy(&done.stderr).into_owned())
    };
    folder.write("sum.ll", "");
    let lowered = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["lower", "sum.c", "-o", "sum.ll"])
        .current_dir(&folder.0)
        .status();
    assert!(lowered.unwrap().success());
    // Files of at most 16 blocks of 512 bytes: no room for a batch.
    let done = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" check --format json --loops unroll --tune smt.work_kept=0 --cache small sum.ll"])
        .arg(env!("CARGO_BIN_EXE_plica"))
        .current_dir(&folder.0)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(report["verdict"], plain["verdict"]);
    let complaints = String::from_utf8_lossy(&done.stderr);
    assert!(complaints.matches("warning: the store in small").count() == 1, "{complaints}");
    // A folder in the place of which there is a file.
    folder.write("taken", "");
    let (found, complaints) = script("true", "--cache taken");
    assert_eq!((&found["verdict"], &found["errors"]), (&plain["verdict"], &plain["errors"]));
    assert!(complaints.matches("warning: the store in taken").count() == 1, "{complaints}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_be_read_only_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("sum.c", PROGRAM);
    check(&folder, "--cache c sum.c");
    let store = folder.0.join("c");
    for end in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(store.join(format!("{FILE}{end}")));
    }
    let allow = |file: u32, dir: u32| {
        std::fs::set_permissions(store.join(FILE), std::fs::Permissions::from_mode(file)).unwrap();
        std::fs::set_permissions(&store, std::fs::Permissions::from_mode(dir)).unwrap();
    };
    allow(0o444, 0o555);
    for mode in ["ro", "rw", "require"] {
        let (report, counts) = report(&folder, &format!("--cache c --cache-mode {mode} sum.c"));
        assert_eq!((&report["verdict"], &counts["from_store"]), (&Value::from("violated"), &Value::from(1)), "{mode}");
    }
    allow(0o644, 0o755);
}

#[test]
fn errors_are_told_apart_from_those_of_an_earlier_run() {
    let folder = Folder::new();
    let program = |first: &str, second: &str| {
        format!(
            "#include \"plica.h\"\nint main(void) {{\n    int x = plica_int(\"x\");\n    plica_assert(x != {first});\n    \
             plica_assert(x != {second});\n    return 0;\n}}\n"
        )
    };
    folder.write("a.c", program("1", "2"));
    let (status, _, complaints) = check(&folder, "--since c a.c");
    assert!(status == Some(2) && complaints.contains("knows of no earlier run"), "{complaints}");
    check(&folder, "--cache c a.c");
    folder.write("a.c", format!("// Moved.\n\n{}", program("1", "3")));
    let (report, _) = report(&folder, "--cache c --since c a.c");
    let texts = |name: &str| report["since"][name].as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>();
    assert!(texts("new").len() == 1 && texts("new")[0].contains("x != 3"), "{report}");
    assert!(texts("fixed").len() == 1 && texts("fixed")[0].contains("x != 2"), "{report}");
    assert!(texts("remaining").len() == 1 && texts("remaining")[0].contains("x != 1"), "{report}");
    // It has become the last run itself.
    let (_, text, _) = check(&folder, "--since c a.c");
    assert!(text.contains("since the earlier run: 0 new, 0 fixed, 2 remaining"), "{text}");
}

#[test]
fn what_an_edit_reaches_is_explained() {
    let folder = Folder::new();
    let program = "int limit = 3;\nstatic const char *name(void) { return \"a\"; }\n\
                   static int leaf(int x) { return x + limit; }\nstatic int other(int x) { return x; }\n\
                   int main(int argc, char **argv) { return leaf(argc) + other(argc) + name()[0]; }\n";
    let explain = |program: &str, options: &str| {
        folder.write("a.c", program);
        let done = Command::new(env!("CARGO_BIN_EXE_plica"))
            .args(["explain", "--cache", "c", "a.c"])
            .args(options.split_whitespace())
            .current_dir(&folder.0)
            .output()
            .unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    assert!(!explain(program, "--loops auto").contains("since the run"));
    check(&folder, "--cache c a.c");
    let same = explain(&format!("\n\n// A comment.\n{program}"), "--loops auto");
    assert!(same.contains("nothing has changed that can be executed"), "{same}");
    let edited = explain(&program.replace("x + limit", "x - limit"), "--loops auto");
    for line in [
        "  leaf: it has changed\n",
        "  other: the same\n",
        "  name: the same\n",
        "  main: the function leaf, which it leads to, has changed\n",
    ] {
        assert!(edited.contains(line), "{line}{edited}");
    }
    let other = explain(&program.replace("limit = 3", "limit = 4"), "--loops auto");
    assert!(other.contains("  leaf: the global limit, which it leads to, has changed\n"), "{other}");
    let text = explain(&program.replace("\"a\"", "\"b\""), "--loops auto");
    assert!(text.contains("  name: it has changed\n") && text.contains("  leaf: the same\n"), "{text}");
    let options = explain(program, "--seed 5 --loops auto");
    assert!(options.contains("  leaf: the options, or plica itself, have changed\n"), "{options}");
}

/// How many times something is tried that is left to chance.
fn times(few: u32, many: u32) -> u32 {
    if crate::common::in_full() { many } else { few }
}

/// Entries of the store in a folder.
fn entries(store: &Path) -> u64 {
    let count =
        |connection: rusqlite::Connection| connection.query_row("SELECT count(*) FROM entries", [], |row| row.get(0));
    rusqlite::Connection::open(store.join(FILE)).and_then(count).unwrap_or(0)
}

#[cfg(unix)]
#[test]
fn runs_that_are_killed_leave_a_store_that_is_whole() {
    use std::os::unix::process::ExitStatusExt;
    let folder = Folder::new();
    // Long enough for batches to be on their way when it is killed.
    folder.write("sum.c", PROGRAM.replace("limit = 40", "limit = 150"));
    let lowered = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["lower", "sum.c", "-o", "sum.ll"])
        .current_dir(&folder.0)
        .status();
    assert!(lowered.unwrap().success());
    // A batch each few answers, so that many are cut off.
    let options = "--loops unroll --tune store.entries_waiting=2 --tune smt.work_kept=0 sum.ll";
    let (plain, _) = report(&folder, options);
    let start = Instant::now();
    report(&folder, &format!("--cache whole {options}"));
    let (time, all) = (start.elapsed(), entries(&folder.0.join("whole")));
    let (mut seed, mut killed, mut in_part, mut round) = (12345_u64, 0, 0, 0);
    while killed < times(8, 200) {
        // Each store is met by runs that go on with what those before had written.
        let store = format!("c{}", round / 4);
        let mut run = Command::new(env!("CARGO_BIN_EXE_plica"))
            .args(["check", "-q", "--cache", &store, "--seed", &round.to_string()])
            .args(options.split_whitespace())
            .current_dir(&folder.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        std::thread::sleep(time.mul_f64((seed >> 33) as f64 / f64::from(1_u32 << 31)));
        let _ = run.kill();
        killed += u32::from(run.wait().unwrap().signal().is_some());
        let (found, _) = report(&folder, &format!("--cache {store} --cache-mode ro {options}"));
        assert_eq!(plain, found, "after {round}");
        in_part += u32::from((1..all).contains(&entries(&folder.0.join(&store))));
        if round % 4 == 3 {
            assert_eq!(plain, report(&folder, &format!("--cache {store} {options}")).0, "after {round}");
            let (_, counts) = report(&folder, &format!("--cache {store} --cache-mode ro {options}"));
            assert_eq!(counts["from_store"], 1, "after {round}");
            let verified = Command::new(env!("CARGO_BIN_EXE_plica"))
                .args(["cache", "verify", &store])
                .current_dir(&folder.0)
                .output()
                .unwrap();
            assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
        }
        round += 1;
        assert!(round < 20 * (killed + 5), "runs are over before they are killed");
    }
    println!("{round} runs, {killed} killed before their end; a store was written in part after {in_part}");
}

#[test]
fn four_runs_at_once_share_a_store() {
    let folder = Folder::new();
    folder.write("sum.c", PROGRAM);
    let (plain, _) = report(&folder, "--loops unroll --tune smt.work_kept=0 sum.c");
    for _ in 0..times(1, 20) {
        let runs: Vec<_> = (0..4)
            .map(|seed| {
                Command::new(env!("CARGO_BIN_EXE_plica"))
                    .args(["check", "--format", "json", "--loops", "unroll", "--cache", "c"])
                    .args(["--tune", "store.entries_waiting=3", "--tune", "smt.work_kept=0"])
                    .args(["--seed", &(seed / 2).to_string(), "sum.c"])
                    .current_dir(&folder.0)
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .unwrap()
            })
            .collect();
        for run in runs {
            let done = run.wait_with_output().unwrap();
            let report: Value = serde_json::from_slice(&done.stdout).unwrap();
            assert_eq!(report["verdict"], plain["verdict"]);
            assert_eq!(String::from_utf8_lossy(&done.stderr), "");
        }
    }
    assert!(Path::new(&folder.0.join("c").join(FILE)).exists());
}
