//! What is to be seen of folded loops: explanations, counts in reports, nodes of trees.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: an explanation's exit status says whether there is
//! one, not what the program does.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn plica(args: &[&str], program: &str) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root: PathBuf = std::fs::canonicalize(root).unwrap();
    Command::new(env!("CARGO_BIN_EXE_plica")).args(args).arg(program).current_dir(root).output().unwrap()
}

/// A loop that counts one number down and another one up, and an assertion behind it that fails for one input.
const TRANSFER: &str = "tests/cases/loops/transfer_far_bad.c";

#[test]
fn an_explanation_shows_templates_whatever_the_verdict() {
    let output = plica(&["explain", "--format", "json"], TRANSFER);
    assert_eq!(output.status.code(), Some(0));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["verdict"], "violated");
    let found = &said["loops"][0];
    assert_eq!((&found["line"], &found["function"]), (&Value::from(11), &Value::from("main")));
    let effect = found["templates"][0]["effect"].as_array().unwrap();
    let after: Vec<_> = effect.iter().map(|e| (e["place"].as_str().unwrap(), e["after"].as_str().unwrap())).collect();
    assert_eq!(after, [("x", "n - κ"), ("y", "κ")]);
}

#[test]
fn an_explanation_of_nothing_is_an_error() {
    let output = plica(&["explain"], "tests/cases/loops/no_such_file.c");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no_such_file.c"));
}

#[test]
fn unrolled_loops_have_nothing_to_explain() {
    let output = plica(&["explain", "--loops", "unroll", "--max-paths", "3"], TRANSFER);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("without `--loops compact`"));
}

#[test]
fn errors_say_how_often_folded_loops_ran() {
    let json = plica(&["check", "--loops", "compact", "--format", "json"], TRANSFER);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    let ran = &json["errors"][0]["loops"][0];
    assert_eq!((&ran["line"], &ran["count"]), (&Value::from(11), &Value::from(4_000_000_000_u64)));
    let sarif = plica(&["check", "--loops", "compact", "--format", "sarif"], TRANSFER);
    let sarif: Value = serde_json::from_slice(&sarif.stdout).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["properties"]["loops"][0]["count"], 4_000_000_000_u64);
    let text = plica(&["check", "--loops", "compact"], TRANSFER);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("loop at line 11 ran κ") && text.contains(" = 4000000000 times"), "{text}");
}

#[test]
fn trees_mark_folded_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.json");
    plica(&["tree", "--loops", "compact", "-q", "-o", &file.display().to_string()], TRANSFER);
    let tree: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let folded: Vec<&Value> = tree["nodes"].as_array().unwrap().iter().filter(|n| n["kind"] == "folded").collect();
    assert!(!folded.is_empty());
    for node in folded {
        assert_eq!((&node["fold"]["template"], &node["fold"]["line"]), (&Value::from(0), &Value::from(11)));
        assert!(node["label"].as_str().unwrap().starts_with("loop at line 11, κ"), "{node}");
    }
    let dot = plica(&["tree", "--loops", "compact", "-o", "-"], TRANSFER);
    assert!(String::from_utf8_lossy(&dot.stdout).contains("shape=folder"));
}

/// Linear search in an array of symbolic contents and length: two exits, for any number of iterations, and the same for
/// its recursive twin. The other nodes are the root and what may be done about the loop: it is folded, and the rest is
/// not needed.
#[test]
fn a_linear_search_has_two_exits() {
    for name in ["linear_search_three_nodes", "linear_search_recursive_three_nodes"] {
        let flags = ["check", "--loops", "compact", "--calls", "inline", "--format", "json"];
        let json = plica(&flags, &format!("tests/cases/loops/{name}.c"));
        let json: Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(
            (&json["verdict"], &json["stats"]["paths"], &json["stats"]["tree_nodes"]),
            (&Value::from("holds"), &Value::from(2), &Value::from(1 + 3 + 2)),
            "{name}"
        );
    }
}

#[test]
fn what_comes_before_the_courses_of_a_run_is_executed_once() {
    // Turns are so short that several courses have theirs.
    let args = ["check", "--format", "json", "--tune", "explore.work_of_course=1000"];
    let output = plica(&args, "tests/cases/loops/table_before_choices.c");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let steps = report["stats"]["steps"].as_u64().unwrap();
    // Each of the 50,000 elements takes some commands, and hardly anything comes after them.
    assert!(report["verdict"] == "holds" && (50_000 * 8..50_000 * 10).contains(&steps), "{steps}: {report}");
}

#[test]
fn what_no_input_decides_is_executed_once() {
    let steps = |options: &[&str]| {
        let args = [&["check", "--format", "json"], options].concat();
        let output = plica(&args, "tests/cases/loops/table_without_inputs.c");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        assert_eq!(report["verdict"], "holds", "{report}");
        report["stats"]["steps"].as_u64()
    };
    // The rest is what it takes to see that folding does not pay.
    let both = (steps(&[]), steps(&["--loops", "unroll", "--calls", "inline"]));
    let once = matches!(both, (Some(default), Some(walked)) if walked <= default && default < walked * 5 / 4);
    assert!(once, "{both:?} steps by default, and walked");
}
