//! Random programs, run concretely: plica's checksum is that of the native program.
//!
//! Csmith writes C without undefined behaviour whose one output is a checksum over all its globals, so that a wrong
//! instruction anywhere shows. `PLICA_CSMITH_COUNT` says how many programs (5 unless told, 15 for `./x test --all`),
//! `PLICA_CSMITH_SEED` with which seed to begin. Without csmith or its headers on the machine the test says so and
//! checks nothing. Oblivious to symbolic inputs: there are none. Invariant: a program that does not finish natively is
//! not counted, one that plica gets wrong fails the test.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::common::clang;

const HEADERS: &str = "/usr/include/csmith";
/// How long the native program may run; csmith's programs end at once or never.
const NATIVE_LIMIT: Duration = Duration::from_secs(5);
/// How long plica may run.
const LIMIT_SECONDS: u64 = 60;

/// Runs a command to its end or to the limit; gives its standard output if it ended by itself.
fn output(command: &mut Command, limit: Duration) -> Option<String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let mut pipe = child.stdout.take().expect("a pipe was asked for");
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = std::io::Read::read_to_end(&mut pipe, &mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let end = Instant::now() + limit;
    while child.try_wait().expect("the state of a child").is_none() {
        if Instant::now() > end {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    reader.join().ok()
}

fn checksum(text: &str) -> Option<&str> {
    text.lines().find(|line| line.starts_with("checksum = "))
}

fn found(program: impl AsRef<OsStr>) -> bool {
    // Csmith leaves a file where it runs, even when it only says its version.
    let mut command = Command::new(program);
    command.arg("--version").current_dir(std::env::temp_dir()).output().is_ok_and(|o| o.status.success())
}

/// What came of one seed.
enum Outcome {
    Same,
    /// No native checksum: nothing to compare with.
    NotCounted,
    Unfinished(u64),
    Wrong(String),
}

fn compare(seed: u64, clang: &str, folder: &Path) -> Outcome {
    // Csmith keeps what it knows of the platform in a file where it runs; two at once would read it half written.
    let folder = &folder.join(format!("seed{seed}"));
    std::fs::create_dir_all(folder).expect("a folder of its own");
    let file = |suffix: &str| -> PathBuf { folder.join(format!("seed{seed}{suffix}")) };
    let (source, native) = (file(".c"), file(""));
    let seed_text = seed.to_string();
    let arguments = [OsStr::new("--seed"), seed_text.as_ref(), OsStr::new("--output"), source.as_ref()];
    if output(Command::new("csmith").args(arguments).current_dir(folder), NATIVE_LIMIT * 4).is_none() {
        return Outcome::NotCounted;
    }
    let built = Command::new(clang)
        .args(["-w", "-O1", "-I", HEADERS, "-o"])
        .args([&native, &source])
        .status()
        .expect("clang runs");
    assert!(built.success(), "clang rejects {}", source.display());
    let Some(expected) = output(&mut Command::new(&native), NATIVE_LIMIT) else { return Outcome::NotCounted };
    let Some(expected) = checksum(&expected) else { return Outcome::NotCounted };
    let mut plica = Command::new(env!("CARGO_BIN_EXE_plica"));
    plica
        .args(["check", "--checks", "none", "--echo", "--time-limit", &format!("{LIMIT_SECONDS}s")])
        .arg(&source)
        .args(["--", "-w", "-I", HEADERS]);
    let actual = output(&mut plica, Duration::from_secs(2 * LIMIT_SECONDS)).unwrap_or_default();
    match checksum(&actual) {
        None => Outcome::Unfinished(seed),
        Some(line) if line == expected => Outcome::Same,
        Some(line) => Outcome::Wrong(format!("seed {seed}: native {expected:?}, plica {line:?}")),
    }
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs_print_the_native_checksum() {
    if !found("csmith") || !Path::new(HEADERS).join("csmith.h").exists() {
        eprintln!("nothing checked: csmith and its headers (Debian: csmith libcsmith-dev) are not installed");
        return;
    }
    let in_full = crate::common::in_full();
    let (count, first) = (number("PLICA_CSMITH_COUNT", if in_full { 15 } else { 5 }), number("PLICA_CSMITH_SEED", 1));
    let folder = std::env::temp_dir().join(format!("plica-csmith-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let (clang, next) = (clang(), AtomicU64::new(first));
    let (same, unfinished, wrong) = (AtomicU64::new(0), Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    match compare(seed, &clang, &folder) {
                        Outcome::Same => drop(same.fetch_add(1, Ordering::Relaxed)),
                        Outcome::NotCounted => (),
                        Outcome::Unfinished(seed) => unfinished.lock().expect("no panic").push(seed),
                        Outcome::Wrong(what) => wrong.lock().expect("no panic").push(what),
                    }
                }
            });
        }
    });
    let (same, unfinished) = (same.into_inner(), unfinished.into_inner().expect("no panic"));
    let wrong = wrong.into_inner().expect("no panic");
    let _ = std::fs::remove_dir_all(&folder);
    eprintln!("{same} the same, {} unfinished {unfinished:?}, {} wrong", unfinished.len(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    // 285 of 300 is what a release build is held to; a debug build on a loaded machine gets some slack.
    let counted = same + unfinished.len() as u64;
    assert!(same * 10 >= counted * 8, "only {same} of {counted} finish; not these seeds: {unfinished:?}");
}
