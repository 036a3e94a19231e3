//! End-to-end cases: every program under `tests/cases`, under every policy row, against its own comments.
//!
//! The comments at the head of a program (`//`, or `;` in LLVM IR) say what is expected:
//! ```text
//! // run: check --checks leaks -- -DN=3     more arguments (optional)
//! // with: other.c second.c                 more source files, beside this one (optional)
//! // verdict: violated                      holds, violated or undecided
//! // error: out-of-bounds at 12             every error that is to be reported; the line may be left out
//! // reason: calls foo                      a part of a reason's text (optional, repeatable)
//! // loops: compact                         only under rows that fold loops: unrolled it takes too long (optional)
//! // compact: holds                         what rows that fold loops say if others leave it undecided (optional)
//! // native: no                             native runs cannot show it (optional)
//! // helper                                 not a case of its own
//! ```
//! The row of plica's defaults reads the sources; the others read what `plica lower` has made of them, once for each
//! case. `PLICA_CASES=text` runs only the cases whose path contains the text, `PLICA_ROWS=text` only the rows whose
//! name does, `PLICA_TIMES=FILE` writes how long each run took. What `tests/slow.tsv` lists runs in full tests only, or
//! where rows are named.
//!
//! Oblivious to the engine: it runs the built `plica` and reads its JSON. Invariant: rows never contradict each other,
//! every reported error is confirmed and expected, and every expected error is reported.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// One combination of policies.
struct Row {
    name: &'static str,
    flags: &'static [&'static str],
    /// Whether loops are folded.
    compact: bool,
    /// Whether it may leave a case undecided that others decide, or say `holds` on an assumption that it names and that
    /// the case breaks. Other contradictions are never allowed.
    may_be_undecided: bool,
    /// Whether it reads the sources, and confirms errors natively too.
    source: bool,
}

const fn row(name: &'static str, flags: &'static [&'static str]) -> Row {
    Row { name, flags, compact: false, may_be_undecided: false, source: false }
}

const ROWS: &[Row] = &[
    row("dfs", &["--calls", "inline", "--search", "dfs", "--loops", "unroll"]),
    row("bfs", &["--calls", "inline", "--search", "bfs", "--loops", "unroll"]),
    row("random-path", &["--calls", "inline", "--search", "random-path", "--loops", "unroll"]),
    row("coverage", &["--calls", "inline", "--search", "coverage", "--loops", "unroll"]),
    row("fair", &["--calls", "inline", "--search", "fair", "--loops", "unroll"]),
    Row {
        compact: true,
        ..row("coverage, compact", &["--calls", "inline", "--search", "coverage", "--loops", "compact"])
    },
    Row { compact: true, ..row("dfs, compact", &["--calls", "inline", "--search", "dfs", "--loops", "compact"]) },
    Row { compact: true, ..row("target, compact", &["--calls", "inline", "--search", "target", "--loops", "compact"]) },
    Row { may_be_undecided: true, ..row("summary", &["--calls", "summary", "--loops", "unroll"]) },
    Row {
        may_be_undecided: true,
        compact: true,
        ..row("summary, compact", &["--calls", "summary", "--loops", "compact"])
    },
    Row {
        may_be_undecided: true,
        ..row("summary, target", &["--calls", "summary", "--search", "target", "--loops", "unroll"])
    },
    row("auto", &["--calls", "auto", "--loops", "unroll"]),
    Row { compact: true, ..row("auto, compact", &["--calls", "auto", "--loops", "compact"]) },
    Row { compact: true, ..row("either", &["--calls", "inline", "--loops", "auto"]) },
    Row {
        may_be_undecided: true,
        compact: true,
        ..row("summary, either", &["--calls", "summary", "--search", "random-path", "--loops", "auto"])
    },
    Row {
        may_be_undecided: true,
        compact: true,
        ..row("merging", &["--calls", "inline", "--merge", "first", "--tune", "explore.work_of_turn=100000"])
    },
    Row {
        may_be_undecided: true,
        compact: true,
        ..row(
            "general",
            &[
                "--tune",
                "explore.work_of_first_courses=0",
                "--tune",
                "explore.share_of_folding_course=1",
                "--tune",
                "explore.share_of_walking_course=1",
                "--tune",
                "explore.values_told_apart=1",
                "--tune",
                "replay.calls_before_tree=1",
                "--tune",
                "replay.calls_before_judging=1000000000",
            ],
        )
    },
    row(
        "replay",
        &[
            "--calls",
            "replay",
            "--loops",
            "unroll",
            "--tune",
            "replay.calls_before_tree=1",
            "--tune",
            "replay.calls_before_judging=1000000000",
        ],
    ),
    Row {
        compact: true,
        ..row(
            "replay, either",
            &[
                "--calls",
                "replay",
                "--loops",
                "auto",
                "--tune",
                "replay.calls_before_tree=1",
                "--tune",
                "replay.calls_before_judging=1000000000",
            ],
        )
    },
    Row {
        compact: true,
        ..row(
            "fuzzing",
            &[
                "--calls",
                "inline",
                "--loops",
                "auto",
                "--fuzz",
                "on",
                "--tune",
                "explore.work_before_fuzzing=0",
                "--tune",
                "explore.share_of_fuzzing=1",
            ],
        )
    },
    Row {
        may_be_undecided: true,
        compact: true,
        ..row(
            "enumerating",
            &["--tune", "explore.work_before_enumerating=300000", "--tune", "explore.share_of_enumerating=2"],
        )
    },
    Row { compact: true, source: true, ..row("default", &[]) },
];

/// Cases of which some runs take long: they begin before the others, so that none of them is left at the end.
const SLOW: &[&str] = &[
    "calls/folded_recursion_callee_fails.c",
    "calls/folded_recursion_calls.c",
    "calls/hanoi_towers.c",
    "calls/many_calls_ahead.c",
    "calls/return_in_a_loop_of_calls.c",
    "c/deep_recursion.c",
    "harness/args_bad.c",
    "library/numbers.c",
    "library/numbers_bad.c",
    "loops/recursion_exceeds_the_stack.c",
    "loops/recursion_fits_the_stack.c",
];

/// Cases are small: what takes longer than this, on a machine with other work to do, is a case that does not end.
const TIME_LIMIT: Duration = Duration::from_secs(120);
/// The same for rows that may leave a case undecided: what they have not decided by then they hardly ever do.
const TIME_LIMIT_OF_UNDECIDED: Duration = Duration::from_secs(15);

#[derive(Clone, Debug, Default, PartialEq)]
struct Case {
    path: PathBuf,
    flags: Vec<String>,
    clang_args: Vec<String>,
    with: Vec<String>,
    verdict: String,
    /// The verdict of rows that fold loops, where it is a more decided one.
    compact: Option<String>,
    /// Whether it runs under rows that fold loops only.
    compact_only: bool,
    errors: Vec<(String, Option<u64>)>,
    reasons: Vec<String>,
    native: bool,
    helper: bool,
}

/// A case, and what its source files were lowered to.
struct Lowered {
    case: Case,
    files: Vec<PathBuf>,
}

fn parse_case(path: &Path, text: &str) -> Result<Case, String> {
    let mut case = Case { path: path.to_owned(), native: true, ..Case::default() };
    for line in text.lines() {
        let line = line.trim();
        let Some(comment) = line.strip_prefix("//").or_else(|| line.strip_prefix(';')) else {
            if line.is_empty() {
                continue;
            }
            break;
        };
        let comment = comment.trim_start_matches(['!', '/']).trim();
        let Some((key, value)) = comment.split_once(':').map(|(key, value)| (key, value.trim())) else {
            case.helper |= comment == "helper";
            continue;
        };
        match key {
            "run" => {
                let mut words = value.split_whitespace().map(str::to_owned);
                if words.next().as_deref() != Some("check") {
                    return Err("`run:` has to begin with `check`".into());
                }
                let words: Vec<String> = words.collect();
                let cut = words.iter().position(|word| word == "--").unwrap_or(words.len());
                case.flags = words[..cut].to_vec();
                case.clang_args = words.get(cut + 1..).unwrap_or_default().to_vec();
            }
            "with" => case.with = value.split_whitespace().map(str::to_owned).collect(),
            "verdict" if ["holds", "violated", "undecided"].contains(&value) => case.verdict = value.to_owned(),
            "verdict" => return Err(format!("`{value}` is not a verdict")),
            "compact" if ["holds", "violated"].contains(&value) => case.compact = Some(value.to_owned()),
            "compact" => return Err(format!("`{value}` is not a more decided verdict")),
            "loops" if value == "compact" => case.compact_only = true,
            "loops" => return Err("`loops:` names the policy without which the case does not end: `compact`".into()),
            "error" => {
                let (kind, line) = match value.split_once(" at ") {
                    Some((kind, line)) => {
                        (kind, Some(line.trim().parse().map_err(|_| format!("`{line}` is not a line number"))?))
                    }
                    None => (value, None),
                };
                if plica_report::ErrorKind::from_name(kind.trim()).is_none() {
                    return Err(format!("`{kind}` is not a class of errors"));
                }
                case.errors.push((kind.trim().to_owned(), line));
            }
            "reason" => case.reasons.push(value.to_owned()),
            "native" => case.native = value != "no",
            _ => {}
        }
    }
    if case.helper {
        return Ok(case);
    }
    if case.verdict.is_empty() {
        return Err("there is no `verdict:` in its first comments".into());
    }
    if case.compact.is_some() && (case.verdict != "undecided" || case.compact_only) {
        return Err("`compact:` is for cases that are undecided under other rows".into());
    }
    if (case.verdict == "violated" || case.compact.as_deref() == Some("violated")) == case.errors.is_empty() {
        return Err("`violated` and `error:` go together".into());
    }
    Ok(case)
}

impl Case {
    /// Whether it is run under a row.
    fn runs_under(&self, row: &Row) -> bool {
        row.compact || !self.compact_only
    }

    /// What is expected under a row.
    fn verdict(&self, row: &Row) -> &str {
        self.compact.as_deref().filter(|_| row.compact).unwrap_or(&self.verdict)
    }

    /// Whether errors are confirmed natively under a row: once for each case.
    fn is_native(&self, row: &Row) -> bool {
        // clang's sanitizers cannot run Rust.
        row.source && self.native && self.path.extension().is_some_and(|extension| extension != "rs")
    }

    /// Its source files.
    fn sources(&self) -> Vec<PathBuf> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        std::iter::once(self.path.clone()).chain(self.with.iter().map(|name| folder.join(name))).collect()
    }

    /// The arguments that say what is checked, which clang has to know.
    fn checks(&self) -> &[String] {
        let at = self.flags.iter().position(|flag| flag == "--checks");
        at.map_or(&[], |at| &self.flags[at..(at + 2).min(self.flags.len())])
    }

    /// What its sources are lowered to, in a folder.
    fn lower(&self, folder: &Path) -> Result<Vec<PathBuf>, String> {
        let one = |(number, source): (usize, PathBuf)| {
            if source.extension().is_some_and(|extension| extension == "ll") {
                return Ok(source);
            }
            let file = folder.join(format!("{number}.ll"));
            let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
            command.arg("lower").args(self.checks()).arg("-o").args([&file, &source]).arg("--").args(&self.clang_args);
            match output(&mut command)? {
                (Some(0), _, _) => Ok(file),
                (status, _, stderr) => Err(format!("  cannot be lowered ({status:?}):\n{stderr}")),
            }
        };
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        self.sources().into_iter().enumerate().map(one).collect()
    }
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            programs(&path, found);
        } else if matches!(extension, Some("c" | "i" | "cpp" | "rs" | "ll")) {
            found.push(path);
        }
    }
}

/// Runs one case under one row; what is wrong, if anything is.
fn run(Lowered { case, files }: &Lowered, row: &Row) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    command.args(["check", "--format", "json"]).args(row.flags).args(&case.flags);
    if !case.flags.iter().any(|flag| flag.starts_with("--time-limit")) {
        let limit = if row.may_be_undecided { TIME_LIMIT_OF_UNDECIDED } else { TIME_LIMIT };
        command.args(["--time-limit", &format!("{}s", limit.as_secs())]);
    }
    if case.is_native(row) {
        command.args(["--confirm", "native"]);
    }
    if row.source {
        command.args(case.sources()).arg("--").args(&case.clang_args);
    } else {
        command.args(files);
    }
    let (status, stdout, stderr) = output(&mut command)?;
    let report: Value = serde_json::from_str(&stdout)
        .map_err(|error| format!("exit status {status:?}, no JSON ({error})\n{stdout}{stderr}"))?;
    compare(case, row, status, &report).map_err(|mut complaint| {
        let brief = |list: &Value| list.as_array().into_iter().flatten().map(line_of).collect::<String>();
        let _ = write!(complaint, "\n  errors:\n{}  reasons:\n{}", brief(&report["errors"]), brief(&report["reasons"]));
        let _ = write!(complaint, "{}", stderr.lines().map(|line| format!("  | {line}\n")).collect::<String>());
        complaint
    })
}

fn line_of(item: &Value) -> String {
    let text = item["message"].as_str().or(item["text"].as_str()).unwrap_or_default();
    let kind = item["kind"].as_str().unwrap_or_default();
    let confirmed = item["confirmed_by"].as_str().map(|by| format!(" [{by}]")).unwrap_or_default();
    format!("    {kind} at {}: {text}{confirmed}\n", item["line"])
}

/// Runs a command to its end, or to a generous limit.
fn output(command: &mut Command) -> Result<(Option<i32>, String, String), String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start plica: {error}"))?;
    let drain = |pipe: Option<Box<dyn std::io::Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = drain(child.stdout.take().map(|pipe| Box::new(pipe) as _));
    let stderr = drain(child.stderr.take().map(|pipe| Box::new(pipe) as _));
    let end = Instant::now() + TIME_LIMIT * 2;
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if Instant::now() > end => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("plica did not end, not even long after its time limit".into());
            }
            None => std::thread::sleep(Duration::from_millis(3)),
        }
    };
    Ok((status.code(), stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default()))
}

/// Where recursion is summarised its depth is not known, which the report names as an assumption: such a `holds` says
/// that there is no error but for an exhausted stack.
fn is_but_for_the_stack(case: &Case, report: &Value) -> bool {
    let assumed =
        report["assumptions"].as_array().into_iter().flatten().any(|assumption| assumption["kind"] == "stack");
    let only_of_stack = !case.errors.is_empty() && case.errors.iter().all(|(kind, _)| kind == "stack-overflow");
    report["verdict"] == "holds" && assumed && only_of_stack
}

fn compare(case: &Case, row: &Row, status: Option<i32>, report: &Value) -> Result<(), String> {
    let mut complaints = String::new();
    let verdict = report["verdict"].as_str().unwrap_or("none");
    let less_decided = row.may_be_undecided && (verdict == "undecided" || is_but_for_the_stack(case, report));
    let wanted = case.verdict(row);
    if verdict != wanted && !less_decided {
        let _ = writeln!(complaints, "  verdict: expected {wanted}, got {verdict}");
    }
    let expected_status = match verdict {
        "holds" => Some(0),
        "violated" => Some(1),
        _ => Some(3),
    };
    if status != expected_status {
        let _ = writeln!(complaints, "  exit status {status:?} does not go with the verdict {verdict}");
    }
    let empty = Vec::new();
    let errors = report["errors"].as_array().unwrap_or(&empty);
    let mut seen = BTreeSet::new();
    for error in errors {
        let kind = error["kind"].as_str().unwrap_or_default();
        let line = error["line"].as_u64();
        let expected = |(_, (k, l)): &(usize, &(String, Option<u64>))| k == kind && (l.is_none() || *l == line);
        match case.errors.iter().enumerate().find(expected) {
            Some((at, _)) => {
                seen.insert(at);
            }
            None => {
                let _ = writeln!(complaints, "  not expected: {kind} at {}", error["line"]);
            }
        }
        if error["confirmed"] != true {
            let _ = writeln!(complaints, "  not confirmed: {kind} at {}", error["line"]);
        }
    }
    for (at, (kind, line)) in case.errors.iter().enumerate() {
        if !seen.contains(&at) && !less_decided && wanted == "violated" {
            let line = line.map(|line| format!(" at {line}")).unwrap_or_default();
            let _ = writeln!(complaints, "  not reported: {kind}{line}");
        }
    }
    // Whatever is left undecided, nothing may be found that then is not there.
    for reason in report["reasons"].as_array().into_iter().flatten().filter(|r| r["fault"] == "defect") {
        let _ = writeln!(complaints, "  a defect of plica: {}", reason["text"]);
    }
    // A more decided verdict has lost its reasons.
    for part in case.reasons.iter().filter(|_| wanted == case.verdict) {
        let texts = report["reasons"].as_array().into_iter().flatten();
        let shows = |reason: &Value| {
            reason["text"].as_str().is_some_and(|text| text.contains(part)) || reason["kind"].as_str() == Some(part)
        };
        if !texts.into_iter().any(shows) {
            let _ = writeln!(complaints, "  no reason contains: {part}");
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints) }
}

/// Does a piece of work for each item, on all processors.
fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

fn push<T>(list: &Mutex<Vec<T>>, item: T) {
    list.lock().expect("nobody panics with the list").push(item);
}

/// The runs that take so long that a landing does without: cases and rows.
fn slow_runs() -> Vec<(String, String)> {
    let text = include_str!("../../../../tests/slow.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    lines.flat_map(|(case, rows)| rows.split("; ").map(move |row| (case.to_owned(), row.to_owned()))).collect()
}

#[test]
fn slow_runs_are_runs_of_cases_that_are_there() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let slow = slow_runs();
    for (case, row) in &slow {
        assert!(tests.join(case).is_file(), "{case} is not there");
        // What a user runs is always tried.
        assert!(ROWS.iter().any(|known| known.name == row && row != "default"), "{case}: [{row}]");
    }
    let left = |case: &str| slow.iter().filter(|run| run.0 == case).count();
    assert!(slow.iter().all(|(case, _)| left(case) + 8 <= ROWS.len()), "a case runs under at least eight rows");
}

#[test]
fn cases_end_as_their_comments_say() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let wanted = std::env::var("PLICA_CASES").unwrap_or_default();
    let mut paths = Vec::new();
    programs(&tests.join("cases"), &mut paths);
    paths.sort();
    let mut cases = Vec::new();
    let mut complaints = String::new();
    for path in paths.iter().filter(|path| path.display().to_string().contains(&wanted)) {
        let shown = path.strip_prefix(&tests).unwrap_or(path);
        match std::fs::read_to_string(path).map_err(|error| error.to_string()).and_then(|text| parse_case(path, &text))
        {
            Ok(case) if case.helper => {}
            Ok(case) => cases.push(case),
            Err(error) => {
                let _ = writeln!(complaints, "{}: {error}", shown.display());
            }
        }
    }
    let start = Instant::now();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("e2e-{}", std::process::id()));
    let (lowered, failures) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    in_parallel(&cases.into_iter().enumerate().collect::<Vec<_>>(), |(number, case)| {
        match case.lower(&folder.join(number.to_string())) {
            Ok(files) => push(&lowered, Lowered { case: case.clone(), files }),
            Err(complaint) => push(&failures, (case.path.clone(), "lowered", complaint)),
        }
    });
    let lowering = start.elapsed();
    let mut cases = lowered.into_inner().unwrap_or_default();
    let is_slow = |case: &Case| SLOW.iter().any(|name| case.path.ends_with(name));
    cases.sort_by_key(|lowered| (!is_slow(&lowered.case), lowered.case.path.clone()));
    let named = std::env::var("PLICA_ROWS").unwrap_or_default();
    let all = crate::common::in_full() || !named.is_empty();
    let left_out = if all { Vec::new() } else { slow_runs() };
    let rows = |lowered: &Lowered| {
        let shown = lowered.case.path.strip_prefix(&tests).unwrap_or(&lowered.case.path);
        let left = |row: &&Row| !left_out.iter().any(|(case, name)| Path::new(case) == shown && name == row.name);
        let wanted = |row: &&Row| row.name.contains(&named) && lowered.case.runs_under(row);
        ROWS.iter().filter(wanted).filter(left).collect::<Vec<_>>()
    };
    let jobs: Vec<(&Lowered, &Row)> =
        cases.iter().flat_map(|lowered| rows(lowered).into_iter().map(move |row| (lowered, row))).collect();
    let took = Mutex::new(Vec::new());
    in_parallel(&jobs, |&(lowered, row)| {
        let start = Instant::now();
        let outcome = run(lowered, row);
        push(&took, (start.elapsed(), &lowered.case.path, row.name));
        if let Err(complaint) = outcome {
            push(&failures, (lowered.case.path.clone(), row.name, complaint));
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
    let mut failures = failures.into_inner().unwrap_or_default();
    failures.sort();
    for (path, row, complaint) in &failures {
        let shown = path.strip_prefix(&tests).unwrap_or(path);
        let _ = writeln!(complaints, "{} [{row}]\n{complaint}", shown.display());
    }
    let mut took = took.into_inner().unwrap_or_default();
    took.sort_by_key(|run| std::cmp::Reverse(run.0));
    for (time, path, row) in took.iter().take(20) {
        println!("{:.1} s: {} [{row}]", time.as_secs_f64(), path.strip_prefix(&tests).unwrap_or(path).display());
    }
    // For who looks for what makes the tests slow.
    if let Some(file) = std::env::var_os("PLICA_TIMES") {
        let line = |(time, path, row): &(Duration, &PathBuf, &str)| {
            format!("{:.2}\t{}\t{row}\n", time.as_secs_f64(), path.strip_prefix(&tests).unwrap_or(path).display())
        };
        std::fs::write(&file, took.iter().map(line).collect::<String>()).expect("the times can be written");
    }
    println!("{:.1} s for lowering, {:.1} s in all", lowering.as_secs_f64(), start.elapsed().as_secs_f64());
    println!("{} cases, {} runs under {} rows, {} failures", cases.len(), jobs.len(), ROWS.len(), failures.len());
    assert!(complaints.is_empty(), "\n{complaints}\n{} of {} runs failed", failures.len(), jobs.len());
}

#[test]
fn the_comments_of_a_case_are_read() {
    let text = "// run: check --checks leaks -- -DN=3\n// verdict: violated\n// error: memory-leak\n// A text: with a colon.\n\
        // error: out-of-bounds at 12\n// reason: calls foo\n// native: no\nint main(void) { /* verdict: holds */ }\n";
    let case = parse_case(Path::new("a.c"), text).unwrap();
    assert_eq!(case.flags, ["--checks", "leaks"]);
    assert_eq!(case.clang_args, ["-DN=3"]);
    assert_eq!(case.errors, [("memory-leak".to_owned(), None), ("out-of-bounds".to_owned(), Some(12))]);
    assert_eq!((case.verdict.as_str(), case.native), ("violated", false));
    assert_eq!(case.reasons, ["calls foo"]);
    let wrong = |text: &str| parse_case(Path::new("a.c"), text).unwrap_err();
    assert!(wrong("int main(void) {}\n// verdict: holds\n").contains("no `verdict:`"));
    assert!(wrong("// verdict: fine\n").contains("not a verdict"));
    assert!(wrong("// verdict: violated\n").contains("go together"));
    assert!(wrong("// verdict: violated\n// error: oops at 3\n").contains("not a class of errors"));
    assert!(wrong("// verdict: holds\n// compact: holds\n").contains("undecided under other rows"));
    assert!(wrong("// verdict: undecided\n// compact: violated\n").contains("go together"));
    assert!(parse_case(Path::new("a.c"), "// helper\n").unwrap().helper);
}

#[test]
fn rows_that_fold_loops_decide_more() {
    let (unroll, compact) = (&ROWS[0], ROWS.iter().find(|row| row.compact).unwrap());
    let case = |text: &str| parse_case(Path::new("a.c"), text).unwrap();
    let more = case("// verdict: undecided\n// reason: time-limit\n// compact: holds\n");
    assert_eq!((more.verdict(unroll), more.verdict(compact)), ("undecided", "holds"));
    let holds = serde_json::from_str(r#"{"verdict":"holds","errors":[],"reasons":[]}"#).unwrap();
    assert_eq!(compare(&more, compact, Some(0), &holds), Ok(()));
    assert!(compare(&more, unroll, Some(0), &holds).unwrap_err().contains("expected undecided, got holds"));
    let only = case("// verdict: holds\n// loops: compact\n");
    assert!(only.runs_under(compact) && !only.runs_under(unroll));
    let sources: Vec<&Row> = ROWS.iter().filter(|row| only.is_native(row)).collect();
    assert!(sources.len() == 1 && only.runs_under(sources[0]) && !only.is_native(compact));
    assert_eq!(
        case("// run: check --search dfs --checks +overflow --seed 1\n// verdict: holds\n").checks(),
        ["--checks", "+overflow"]
    );
}

#[test]
fn contradictions_are_found() {
    let case = parse_case(Path::new("a.c"), "// verdict: violated\n// error: abort at 3\n").unwrap();
    let lenient = Row { may_be_undecided: true, ..row("x", &[]) };
    let said = |text: &str, row: &Row, status| compare(&case, row, Some(status), &serde_json::from_str(text).unwrap());
    let right = r#"{"verdict":"violated","errors":[{"kind":"abort","line":3,"confirmed":true}],"reasons":[]}"#;
    assert_eq!(said(right, &ROWS[0], 1), Ok(()));
    assert!(said(right, &ROWS[0], 0).unwrap_err().contains("exit status"));
    assert!(said(&right.replace("true", "false"), &ROWS[0], 1).unwrap_err().contains("not confirmed: abort"));
    assert!(said(&right.replace(":3", ":4"), &ROWS[0], 1).unwrap_err().contains("not expected: abort at 4"));
    let undecided = r#"{"verdict":"undecided","errors":[],"reasons":[]}"#;
    assert!(said(undecided, &ROWS[0], 3).unwrap_err().contains("expected violated, got undecided"));
    assert_eq!(said(undecided, &lenient, 3), Ok(()));
    let holds = r#"{"verdict":"holds","errors":[],"reasons":[]}"#;
    assert!(said(holds, &lenient, 0).unwrap_err().contains("expected violated, got holds"));
}
