//! The progress line: what a long run is doing, on a terminal only.
//!
//! Oblivious to the engine, which hands in numbers. Invariant: nothing is written when standard error is not a
//! terminal, and the line is gone before anything else is printed.

use plica_report::{Ending, ErrorReport, InputValue, Location, Reason, ReasonKind};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::tuning;

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Paths that reached an end.
    pub paths: u64,
    /// Leaves that wait to be explored.
    pub frontier: u64,
    /// States made.
    pub states: u64,
    /// Executed instructions.
    pub steps: u64,
    /// Queries that a solver answered.
    pub queries: u64,
    /// Errors found.
    pub errors: u64,
    /// Time spent in solvers.
    pub solver_time: Duration,
    /// Memory in use, in bytes; 0 if unknown.
    pub memory: u64,
}

/// How many sides of branches are covered, and how many there are.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sides {
    /// By the tests so far.
    pub covered: u64,
    /// Of what the program can call.
    pub all: u64,
}

/// Who listens to the progress of a run.
pub trait Progress: Sync {
    /// Shows the numbers, if the last ones are old enough. Cheap enough to be called at every decision.
    fn tick(&self, snapshot: &Snapshot);
    /// Shows what the run is doing before there are numbers (compiling, reading).
    fn stage(&self, text: &'static str);
    /// Shows how many runs have ended of how many.
    fn runs(&self, _ended: usize, _all: usize) {}
    /// Takes the line away.
    fn clear(&self);
    /// The program was read; its entry has parameters of these types.
    fn loaded(&self, _entry_params: &[String]) {}
    /// An error was found.
    fn error(&self, _error: ErrorReport) {}
    /// Inputs were found that cover something new: so much with those before.
    fn way(&self, _inputs: Vec<InputValue>, _ending: Option<Ending>, _sides: Sides) {}
    /// The loop there is being folded; `None`: it is no longer.
    fn folding(&self, _at: Option<Location>) {}
    /// The reason to give, beside the limit itself, where folding one loop took most of a run that came to a limit.
    fn stalled(&self, _limit: ReasonKind) -> Option<Reason> {
        None
    }
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn tick(&self, _: &Snapshot) {}
    fn stage(&self, _: &'static str) {}
    fn clear(&self) {}
}

/// The line on standard error.
#[derive(Debug)]
pub struct ProgressLine {
    start: Instant,
    /// When the line was last written, and whether it is on the screen.
    state: Mutex<(Instant, bool)>,
}

impl ProgressLine {
    fn write(&self, text: &str) {
        let Ok(mut state) = self.state.lock() else { return };
        *state = (Instant::now(), !text.is_empty());
        // Carriage return, text, erase to the end of the line. A terminal that is gone is no reason to stop.
        let _ = write!(std::io::stderr(), "\r{text}\u{1b}[K");
        let _ = std::io::stderr().flush();
    }
}

impl Progress for ProgressLine {
    fn tick(&self, snapshot: &Snapshot) {
        let is_due = self.state.try_lock().is_ok_and(|state| state.0.elapsed() >= tuning::LINE_PERIOD.get());
        if is_due {
            self.write(&line(self.start.elapsed(), snapshot));
        }
    }

    fn stage(&self, text: &'static str) {
        self.write(text);
    }

    fn runs(&self, ended: usize, all: usize) {
        self.write(&format!("{} s · {ended} of {all} functions", self.start.elapsed().as_secs()));
    }

    fn clear(&self) {
        if self.state.lock().is_ok_and(|state| state.1) {
            self.write("");
        }
    }
}

/// The line if standard error is a terminal and the user did not ask for quiet, otherwise nothing.
pub fn for_terminal(quiet: bool) -> Box<dyn Progress> {
    if quiet || !std::io::stderr().is_terminal() {
        return Box::new(Silent);
    }
    let now = Instant::now();
    // The first numbers come after a moment: a short run shows no line at all.
    Box::new(ProgressLine { start: now, state: Mutex::new((now, false)) })
}

fn line(elapsed: Duration, snapshot: &Snapshot) -> String {
    let mut text = format!(
        "{} s · {} paths, {} waiting · {} steps · {} queries, {} s in solvers",
        elapsed.as_secs(),
        short(snapshot.paths),
        short(snapshot.frontier),
        short(snapshot.steps),
        short(snapshot.queries),
        snapshot.solver_time.as_secs(),
    );
    if snapshot.memory > 0 {
        text.push_str(&format!(" · {} MiB", snapshot.memory >> 20));
    }
    if snapshot.errors > 0 {
        text.push_str(&format!(" · {} errors", snapshot.errors));
    }
    text
}

/// A number in at most five characters or so: `950`, `12.3k`, `4.5M`.
fn short(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.1}G", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_short() {
        let snapshot = Snapshot { paths: 12_345, steps: 4_500_000_000, memory: 3 << 20, ..Snapshot::default() };
        let text = line(Duration::from_secs(7), &snapshot);
        assert_eq!(text, "7 s · 12.3k paths, 0 waiting · 4.5G steps · 0 queries, 0 s in solvers · 3 MiB");
        assert!(text.chars().count() < 100);
    }
}
