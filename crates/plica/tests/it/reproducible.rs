//! Runs are reproducible: the same command gives the same report, with the same counts, and the same tree, whatever
//! else the machine does meanwhile.
//!
//! Fifty of the end-to-end cases, under rows of policies in turn. Each command runs twice at once, beside a thread
//! that keeps a core busy. Only times and memory may differ. Oblivious to what the cases are about. Invariant: a run
//! of which the clock ended something is not compared, and few of them are.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::Folder;
use serde_json::Value;

const CASES: usize = 50;
/// So many of them at most may be ended by the clock.
const MAY_BE_CUT: usize = 8;

const ROWS: &[&[&str]] = &[
    &[],
    &["--loops", "unroll", "--calls", "inline"],
    &["--calls", "summary", "--loops", "unroll"],
    &["--loops", "compact", "--calls", "inline", "--search", "random-path"],
    &["--calls", "summary"],
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

/// The arguments that a case asks for; `None` for what is no case of one file, or is known to take long.
fn arguments(path: &Path) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(path).ok()?;
    let head: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim).collect();
    let is_case = head.iter().any(|line| line.starts_with("verdict:"));
    if !is_case || head.iter().any(|line| line.starts_with("with:") || line.starts_with("loops:")) {
        return None;
    }
    let run = head.iter().find_map(|line| line.strip_prefix("run: check"));
    let words: Vec<String> = run.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    (!words.iter().any(|word| word == "--time-limit" || word == "--" || word == "--solver")).then_some(words)
}

fn start(arguments: &[String], path: &Path) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(arguments)
        .args(["--time-limit", "60s"])
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A report without what is measured instead of counted.
fn counted(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.ends_with("_s") && name != "peak_memory");
            fields.values_mut().for_each(counted);
        }
        Value::Array(items) => items.iter_mut().for_each(counted),
        _ => {}
    }
}

/// Runs a command twice at once. `None` if the clock ended something in one of the runs.
fn reports(arguments: &[String], path: &Path) -> Option<[Value; 2]> {
    let runs = [(); 2].map(|()| start(arguments, path));
    let read = |child: std::process::Child| {
        let output = child.wait_with_output().unwrap();
        let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
        counted(&mut report);
        report
    };
    let both = runs.map(read);
    let cut = |report: &Value| {
        // The net below counted work is for machines that are far too busy; the report says so.
        let by_clock = report["stats"]["queries_by_clock"] != 0;
        by_clock || report["reasons"].as_array().into_iter().flatten().any(|reason| reason["kind"] == "time-limit")
    };
    (!both.iter().any(cut)).then_some(both)
}

/// The trees of the same two runs, written into a folder.
fn trees(arguments: &[String], path: &Path, folder: &Folder) -> [String; 2] {
    let run = |number| {
        let file = folder.0.join(format!("{number}.json"));
        let output = ["tree".to_owned(), "--output".into(), file.display().to_string()];
        (start(&[&output, arguments].concat(), path), file)
    };
    [0, 1].map(run).map(|(mut child, file)| {
        child.wait().unwrap();
        std::fs::read_to_string(file).unwrap()
    })
}

#[test]
fn the_same_command_gives_the_same_tree_queries_and_report_under_load() {
    let mut all = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases"), &mut all);
    all.sort();
    let cases: Vec<(PathBuf, Vec<String>)> =
        all.into_iter().filter_map(|path| arguments(&path).map(|flags| (path, flags))).collect();
    let step = cases.len() / CASES;
    let folder = Folder::new();
    let (done, mut cut, mut wrong) = (AtomicBool::new(false), 0, Vec::new());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        for (number, (path, flags)) in cases.iter().step_by(step.max(1)).take(CASES).enumerate() {
            let row = ROWS[number % ROWS.len()].iter().map(|&word| word.to_owned());
            let flags: Vec<String> = row.chain(flags.iter().cloned()).collect();
            let check = ["check".to_owned(), "--format".into(), "json".into()];
            let Some([first, second]) = reports(&[&check[..], &flags].concat(), path) else {
                cut += 1;
                continue;
            };
            let [tree, other] = trees(&flags, path, &folder);
            if first != second || tree != other {
                wrong.push(format!("{} {flags:?}\n  {}\n  {}", path.display(), first["stats"], second["stats"]));
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(wrong.is_empty(), "runs differ:\n{}", wrong.join("\n"));
    assert!(cut <= MAY_BE_CUT, "the clock ended something in {cut} runs");
}
