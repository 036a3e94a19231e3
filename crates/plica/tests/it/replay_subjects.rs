//! The subjects of bench/replay have the paths and the branches on inputs that the paper of memoized replay counts.
//!
//! Oblivious to the engine: it runs the built `plica` with loops unrolled and calls in place. Invariant: what the paper
//! calls a question is two for each branch on inputs, and a branch is a fork or one that the path implies.

use std::path::Path;
use std::process::Command;

/// Paths and branches on inputs of a subject, whose verdict has to be `holds`.
#[track_caller]
fn counts(subject: &str, options: &[&str], main: &str) -> (u64, u64) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/replay").join(subject);
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(["check", "--loops", "unroll", "--calls", "inline", "--format", "json", "--time-limit", "120s"])
        .args(options)
        .arg(&program)
        .args(["--", &format!("-DMAIN={main}")])
        .output()
        .expect("plica runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["verdict"], "holds", "{subject} {main}: {report}");
    let count = |name: &str| report["stats"][name].as_u64().unwrap_or_else(|| panic!("{name} is counted"));
    (count("paths"), count("forks") + count("implied_branches"))
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
