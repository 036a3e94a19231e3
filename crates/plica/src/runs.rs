//! Several runs of `plica check`, each in a process of its own, so many at a time.
//!
//! Oblivious to what they check. Invariant: what came of each is told in the order in which they were given; a signal
//! that this process is sent reaches those that run, and none is begun after it; when [`all`] returns none runs.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use plica_report::Verdict;

use crate::error::UserError;
use crate::interrupt::Signals;
use crate::tuning;

/// What came of a run.
pub(crate) struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// How long it took.
    pub seconds: f64,
    /// What it has written to standard output.
    pub text: String,
    /// What it has written to standard error.
    pub complaint: String,
}

/// So many signals have a run end at once.
const AT_ONCE: usize = 2;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// With a verdict.
    With(Verdict),
    /// The input or the command line is wrong.
    BadInput,
    /// By a signal, or as only what is broken ends.
    Otherwise,
}

impl Ran {
    /// What is wrong, where it did not end with a verdict.
    pub fn failure(&self) -> String {
        let text = self.complaint.trim_end().trim_start_matches("error: ");
        if text.is_empty() { "it ended without a word".to_owned() } else { text.to_owned() }
    }
}

/// This program, to check something.
pub fn check() -> Result<Command, UserError> {
    let plica = std::env::current_exe()
        .map_err(|error| UserError::new(format!("cannot find the program that is running: {error}")))?;
    let mut command = Command::new(plica);
    command.arg("check");
    Ok(command)
}

/// Runs commands, at most `jobs` at a time. `done` is told what came of each; nothing where there is none, or it was
/// not begun since a signal came. What it fails with ends all.
pub fn all(
    commands: Vec<Option<Command>>,
    jobs: usize,
    signals: &Signals,
    mut done: impl FnMut(usize, Option<Ran>) -> Result<(), UserError>,
) -> Result<(), UserError> {
    let commands: Vec<_> = commands.into_iter().map(std::sync::Mutex::new).collect();
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<_>| {
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(command) = commands.get(at)
        {
            let stopped = over.load(Ordering::Relaxed) || signals.count() > 0;
            let command = command.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
            let ran = command.filter(|_| !stopped).map(|command| run(command, signals, &over)).transpose();
            if sender.send((at, ran)).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(commands.len()) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let (mut early, mut first) = (BTreeMap::new(), 0);
        for (at, ran) in &receiver {
            early.insert(at, ran);
            while let Some(ran) = early.remove(&first) {
                let ran = ran.map_err(|error| UserError::new(format!("plica could not be started: {error}")));
                let told = ran.and_then(|ran| done(first, ran));
                // Whoever still runs has no one to tell.
                told.inspect_err(|_| over.store(true, Ordering::Relaxed))?;
                first += 1;
            }
        }
        Ok(())
    })
}

fn run(mut command: Command, signals: &Signals, over: &AtomicBool) -> std::io::Result<Ran> {
    // Files take all that is written, however long nobody reads.
    let (out, err) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let begin = Instant::now();
    command.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(err.try_clone()?);
    // What the terminal sends is passed on by us.
    let mut child = command.process_group(0).spawn()?;
    let (mut told, mut pause) = (0, Duration::from_millis(1));
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let sent = if over.load(Ordering::Relaxed) { AT_ONCE } else { signals.count() };
        if sent > told {
            told += 1;
            // Not an interrupt: shells have what runs in the background ignore it, and catch it themselves until they
            // have become another program.
            // SAFETY: kill takes two integers and touches no memory of ours.
            unsafe { libc::kill(-child.id().cast_signed(), libc::SIGTERM) };
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(tuning::CLOCK_PERIOD.get());
    };
    let ended = match status.code() {
        Some(0) => Ended::With(Verdict::Holds),
        Some(1) => Ended::With(Verdict::Violated),
        Some(2) => Ended::BadInput,
        Some(3) => Ended::With(Verdict::Undecided),
        _ => Ended::Otherwise,
    };
    Ok(Ran { ended, seconds: begin.elapsed().as_secs_f64(), text: written(out)?, complaint: written(err)? })
}

fn written(mut file: File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(scripts: &[&str]) -> Vec<Option<Command>> {
        let command = |script: &&str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            Some(command)
        };
        scripts.iter().map(command).collect()
    }

    #[test]
    fn runs_are_told_in_their_order_with_what_came_of_them() {
        let scripts = ["sleep 0.2; echo a; exit 1", "echo b; echo error: bad >&2; exit 2", "kill -9 $$", "exit 3"];
        for jobs in [1, 3, 9] {
            let mut told = Vec::new();
            let done = |at, ran: Option<Ran>| {
                let ran = ran.unwrap();
                told.push((at, ran.ended, ran.text.clone(), ran.failure()));
                Ok(())
            };
            all(commands(&scripts), jobs, &Signals::default(), done).unwrap();
            let silent = "it ended without a word".to_owned();
            let expected = [
                (0, Ended::With(Verdict::Violated), "a\n".to_owned(), silent.clone()),
                (1, Ended::BadInput, "b\n".to_owned(), "bad".to_owned()),
                (2, Ended::Otherwise, String::new(), silent.clone()),
                (3, Ended::With(Verdict::Undecided), String::new(), silent),
            ];
            assert_eq!(told, expected);
        }
    }

    #[test]
    fn a_failure_ends_those_that_run() {
        let begin = Instant::now();
        let mut told = 0;
        let scripts = ["sleep 0.2; exit 2", "trap '' INT; sleep 60", "sleep 60"];
        let failed = all(commands(&scripts), 2, &Signals::default(), |_, ran| {
            told += 1;
            Err(UserError::new(ran.map(|ran| ran.failure()).unwrap_or_default()))
        });
        assert!(failed.is_err() && told == 1);
        assert!(begin.elapsed() < Duration::from_secs(30));
    }
}
