//! The subjects of bench/replay have the paths and the branches on inputs that the paper of memoized replay counts, and
//! replaying calls comes to the same paths with fewer questions.
//!
//! Oblivious to the engine: it runs the built `plica`, mostly with loops unrolled. Invariant: what the paper calls a
//! question is two for each branch on inputs, and a branch is a fork or one that the path implies.

use std::path::Path;
use std::process::Command;

/// The counts of a subject, whose verdict has to be `holds`.
#[track_caller]
fn counted(subject: &str, options: &[&str], main: &str) -> serde_json::Value {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/replay").join(subject);
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["check", "--format", "json", "--time-limit", "120s"])
        .args(options)
        .arg(&program)
        .args(["--", &format!("-DMAIN={main}")])
        .output()
        .expect("plica runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["verdict"], "holds", "{subject} {main}: {report}");
    report["stats"].clone()
}

/// The same with loops unrolled.
#[track_caller]
fn stats(subject: &str, calls: &str, options: &[&str], main: &str) -> serde_json::Value {
    counted(subject, &[&["--loops", "unroll", "--calls", calls], options].concat(), main)
}

fn count(stats: &serde_json::Value, name: &str) -> u64 {
    stats[name].as_u64().unwrap_or_else(|| panic!("{name} is counted"))
}

/// Has branches on inputs counted as the paper does: its tool does not know that what a path implies of a number makes
/// later branches known.
const AS_IN_THE_PAPER: [&str; 2] = ["--tune", "exec.numbers_pinned=0"];

/// Paths and branches on inputs of a subject with calls in place.
#[track_caller]
fn counts(subject: &str, options: &[&str], main: &str) -> (u64, u64) {
    let stats = stats(subject, "inline", &[options, &AS_IN_THE_PAPER].concat(), main);
    (count(&stats, "paths"), count(&stats, "forks") + count(&stats, "implied_branches"))
}

/// Replaying comes to as many paths as executing in place does, with no more than such a share of the questions, the
/// building of trees included.
#[track_caller]
fn saves(subject: &str, options: &[&str], main: &str, share: f64) {
    let options = [options, &AS_IN_THE_PAPER].concat();
    let [plain, replayed] = ["inline", "replay"].map(|calls| stats(subject, calls, &options, main));
    assert_eq!(count(&plain, "paths"), count(&replayed, "paths"), "{subject} {main}");
    let questions = [&plain, &replayed].map(|stats| count(stats, "queries") as f64);
    assert!(questions[1] <= share * questions[0], "{subject} {main}: {questions:?}");
}

/// The counts of a subject of which the courses of a run have equal turns from the start on.
#[track_caller]
fn counted_in_turns(subject: &str, options: &[&str], main: &str) -> serde_json::Value {
    let none = ["work_of_first_courses", "work_before_folding", "work_before_enumerating", "work_while_folding"];
    let none = none.map(|name| format!("{name}=0"));
    let equal = ["share_of_folding_course=1", "share_of_walking_course=1", "work_of_course=1000"].map(str::to_owned);
    let constants = none.iter().chain(&equal).map(|constant| format!("explore.{constant}")).collect::<Vec<_>>();
    let turns: Vec<&str> = constants.iter().flat_map(|constant| ["--tune", constant]).collect();
    counted(subject, &[&turns, options].concat(), main)
}

/// Lists that are built and changed by functions.
#[test]
fn calls_are_replayed_in_a_course_of_a_default_run() {
    let stats = counted_in_turns("linkedlist.c", &[], "Call3Times");
    let said = ["work_of_course_replay", "calls_replayed"].map(|name| count(&stats, name));
    assert!(said.iter().all(|&n| n > 0), "{said:?}");
}

/// Where the user says how loops are taken, courses differ by how calls are.
#[test]
fn calls_are_chosen_where_loops_are_walked() {
    let stats = counted_in_turns("wbs.c", &["--loops", "unroll"], "launch");
    let said = ["walk", "summary", "replay"].map(|course| count(&stats, &format!("work_of_course_{course}")));
    assert!(said.iter().all(|&n| n > 0), "{said:?}");
    assert!(stats["work_of_course_fold_in_place"].is_null(), "{stats}");
}

#[test]
fn examples_have_the_paths_of_the_paper() {
    assert_eq!(counts("pq.c", &[], "p"), (3, 3));
    assert_eq!(counts("pq.c", &[], "q"), (2, 5));
}

#[test]
fn wheel_brakes_have_the_paths_and_branches_of_the_paper() {
    assert_eq!(counts("wbs.c", &[], "update"), (144, 239));
    assert_eq!(counts("wbs.c", &[], "main1"), (144, 1_103));
    assert_eq!(counts("wbs.c", &[], "main2"), (144, 1_871));
    assert_eq!(counts("wbs.c", &[], "launch"), (24 * 24 * 24, 13_823));
}

#[test]
fn collision_avoidance_has_the_paths_and_branches_of_the_paper() {
    assert_eq!(counts("tcas.c", &[], "climb"), (14, 15));
    assert_eq!(counts("tcas.c", &[], "descend"), (14, 15));
    assert_eq!(counts("tcas.c", &[], "alt_sep"), (68, 339));
}

#[test]
fn the_altitude_switch_has_parts_of_the_size_of_the_paper() {
    assert_eq!(counts("asw.c", &[], "main1").1, 21);
    assert_eq!(counts("asw.c", &[], "main2").1, 201);
}

/// Null, which swapNode takes for granted it is not; no second node; the second is the first; two in order or not. What
/// follows the two is copied and never followed, so its four shapes are one path.
#[test]
fn swapping_nodes_forks_where_pointers_are_followed() {
    assert_eq!(counts("swapnode.c", &["--entry", "swapNode"], "swapNode").0, 5);
}

/// The paper's share is 0.54 for launch, 0.28 and 0.36 for main1 and main2, 0.38 for ASW, 0.42 for TCAS, 0.16 for simp.
#[test]
fn questions_are_saved_where_the_paper_saves_them() {
    saves("wbs.c", &[], "main1", 0.5);
    saves("wbs.c", &[], "main2", 0.3);
    saves("wbs.c", &[], "launch", 0.05);
    saves("asw.c", &[], "main3", 0.1);
    saves("tcas.c", &[], "alt_sep", 0.5);
    // Its divisions are hard to decide for all numbers.
    saves("rational.c", &["--tune", "replay.work_of_tree=1000000"], "simp", 0.5);
}

/// Structures that the functions change are inputs or made by the program; pointers among them are followed in between.
#[test]
fn structures_are_replayed() {
    saves("heapop.c", &["--entry", "r"], "q", 0.7);
    saves("linkedlist.c", &["--entry", "Call3Times", "--entry-objects", "2"], "Call3Times", 0.7);
    saves("swapnode.c", &["--entry", "call3Times"], "callTwice", 1.5);
}

/// The trees of the paper's figure 3: p has a side for each order of its arguments, and whether they meet then.
#[test]
fn the_tree_of_an_example_is_shown() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/replay/pq.c");
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["explain", "--loops", "unroll", "--calls", "replay", "--tune", "replay.calls_before_tree=1"])
        .arg(&program)
        .args(["--", "-DMAIN=q"])
        .output()
        .expect("plica runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let tree = "  y < x\n    y == x - 1: returns\n    y != x - 1: returns\n\
                \x20 x <= y\n    x == y + 1: returns\n    x != y + 1: returns\n";
    assert!(said.contains(tree), "{said}");
    assert!(said.contains("2 choice trees, 3 calls replayed"), "{said}");
}

/// A run that keeps to paths which lead to the target: its errors and reasons.
fn kept_to(case: &str, flags: &[&str]) -> [Vec<String>; 2] {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/replay").join(case);
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["check", "--loops", "auto", "--calls", "replay", "--tune", "replay.calls_before_tree=1"])
        .args(["--target", "goal", "--search", "target-only", "--format", "json"])
        .arg(&program)
        .arg("--")
        .args(flags)
        .output()
        .expect("plica runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    [("errors", "kind"), ("reasons", "text")].map(|(list, member)| {
        let texts = report[list].as_array().into_iter().flatten().filter_map(|one| one[member].as_str());
        texts.map(str::to_owned).collect()
    })
}

const LEFT_OUT: &str = "paths through a function that do not lead to the target";

/// What goes on in a call of which paths are left out has the conditions of what is followed, although no decision
/// parts it from what is left out.
#[test]
fn nothing_left_out_is_gone_on_with() {
    let [errors, reasons] = kept_to("target_behind_an_open_loop.c", &["-DMOST=80"]);
    assert_eq!((&errors[..], &reasons[..]), (&["target-reached".into()][..], &[LEFT_OUT.into()][..]));
}

/// Calls that cannot lead to the target yet are gone through.
#[test]
fn a_target_that_needs_other_calls_first_is_found() {
    let [errors, reasons] = kept_to("target_after_other_calls_bad.c", &[]);
    assert_eq!((&errors[..], &reasons[..]), (&["target-reached".into()][..], &[LEFT_OUT.into()][..]));
    let [errors, reasons] = kept_to("target_after_other_calls_bad.c", &["-DCALLS=2"]);
    assert!(errors.is_empty() && reasons.is_empty(), "{errors:?} {reasons:?}");
}

/// Beside the execution tree there are the choice trees: a pair at each leaf, and what is called by its tree.
#[test]
fn choice_trees_are_part_of_the_execution_tree() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/replay/pq.c");
    let folder = crate::common::Folder::new();
    let file = folder.0.join("tree.json");
    let status = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["tree", "-q", "--loops", "unroll", "--calls", "replay", "--tune", "replay.calls_before_tree=1", "-o"])
        .args([&file, &program])
        .args(["--", "-DMAIN=q"])
        .status();
    assert!(status.expect("plica runs").success());
    let tree: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).expect("a tree")).expect("JSON");
    let trees = tree["choice_trees"].as_array().expect("choice trees");
    let named = |name: &str| trees.iter().position(|tree| tree["function"] == name).expect("the function has a tree");
    let of = |name: &str, kind: &str| -> Vec<&serde_json::Value> {
        trees[named(name)]["nodes"].as_array().into_iter().flatten().filter(|node| node["kind"] == kind).collect()
    };
    let when: Vec<String> = of("p", "end").iter().map(|leaf| leaf["when"].to_string()).collect();
    let pairs = [r#"["y < x","y == x - 1"]"#, r#"["y < x","y != x - 1"]"#, r#"["x <= y","x == y + 1"]"#];
    assert_eq!((&when[..3], when.len()), (&pairs.map(str::to_owned)[..], 4));
    // Sums that wrap around lead to all paths of p from both of its calls.
    assert_eq!((of("q", "end").len(), of("q", "call").len()), (8, 8));
    assert!(of("q", "call").iter().all(|call| call["tree"] == named("p")));
    let nodes = tree["nodes"].as_array().expect("nodes");
    assert!(nodes.iter().any(|node| node["kind"] == "replayed" && node["replayed"] == named("q")));
}
