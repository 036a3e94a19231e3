//! What was found so far, kept where no end of the run can take it away.
//!
//! Errors are shown, and written as test cases, when they are found. When the run does not end by itself, the ledger
//! makes a report of what there is and ends the process. Oblivious to the engine. Invariant: each error is shown once,
//! and no one prints after the last word was said.

use crate::cli::{Format, Talk};
use crate::error::UserError;
use crate::folder::TestFolder;
use crate::native::BuildTarget;
use crate::output;
use crate::progress::{Progress, Sides, Snapshot};
use crate::scratch::Scratch;
use crate::suite;
use crate::tuning;
use plica_report::{
    Ending, ErrorReport, ExitStatus, InputValue, Location, Reason, ReasonKind, Report, Stats, Suite, SuiteTest, Verdict,
};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// What a command answers with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Response {
    /// A report.
    Report(Format),
    /// A test suite and its report.
    Suite(Format),
    /// Something that cannot be had before the run has ended.
    Whole,
}

/// An error, and what became of it.
struct Kept {
    error: ErrorReport,
    shown: bool,
}

/// Which loops were folded, and for how long.
#[derive(Default)]
struct Folding {
    now: Option<(Location, Instant)>,
    before: Vec<(Location, Duration)>,
}

#[derive(Default)]
struct Book {
    errors: Vec<Kept>,
    ways: Vec<(Vec<InputValue>, Option<Ending>)>,
    /// What these cover.
    sides: Sides,
    entry_params: Vec<String>,
    /// The first thing that could not be written.
    failure: Option<UserError>,
    stage: &'static str,
    snapshot: Snapshot,
    folding: Folding,
    /// Set when the command goes on by itself to print what it has.
    closed: bool,
}

/// See the module's description.
pub(crate) struct Ledger<'a> {
    answer: Response,
    talk: Talk,
    command_line: &'a [String],
    /// Where test cases go.
    folder: Option<TestFolder>,
    /// The program without the types of its entry's parameters, which are known later.
    program: BuildTarget,
    /// Are errors shown and written when they are found? If not they are yet to be confirmed.
    at_once: bool,
    progress: Box<dyn Progress>,
    /// When the command began.
    pub started: Instant,
    book: Mutex<Book>,
}

impl<'a> Ledger<'a> {
    /// An empty one.
    pub fn new(answer: Response, talk: Talk, command_line: &'a [String], program: BuildTarget) -> Ledger<'a> {
        let progress = crate::progress::for_terminal(talk.quiet);
        let (folder, at_once, started) = (None, true, Instant::now());
        Ledger { answer, talk, command_line, folder, program, at_once, progress, started, book: Mutex::default() }
    }

    /// Test cases go there.
    pub fn into_folder(self, folder: Option<TestFolder>) -> Ledger<'a> {
        Ledger { folder, ..self }
    }

    /// Errors are shown and written only at the end.
    pub fn unconfirmed(self, unconfirmed: bool) -> Ledger<'a> {
        Ledger { at_once: !unconfirmed, ..self }
    }

    /// Where test cases go, if they go anywhere.
    pub fn folder(&self) -> Option<&TestFolder> {
        self.folder.as_ref()
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The program with the types of the parameters of its entry.
    pub fn program(&self) -> BuildTarget {
        BuildTarget { entry_params: self.book().entry_params.clone(), ..self.program.clone() }
    }

    /// Takes away the line that shows how it goes.
    pub fn quiet(&self) {
        self.progress.clear();
    }

    /// Says what the run is doing.
    pub fn stage(&self, text: &'static str) {
        self.book().stage = text;
        self.progress.stage(text);
    }

    /// The run is over and the command prints what it has: from now on there is no last word. Waits for ever if that is
    /// being said.
    pub fn close(&self) {
        self.progress.clear();
        self.book().closed = true;
    }

    /// Writes the test cases of errors that have none, and shows the errors that were not shown yet if errors are shown
    /// one by one. Gives the first thing that could not be written.
    pub fn settle(&self, report: &mut Report) -> Option<UserError> {
        let mut book = self.book();
        let program = BuildTarget { entry_params: book.entry_params.clone(), ..self.program.clone() };
        let mut known: Vec<Kept> = std::mem::take(&mut book.errors);
        for error in &mut report.errors {
            let same = |k: &Kept| {
                (k.error.kind, &k.error.location, &k.error.inputs) == (error.kind, &error.location, &error.inputs)
            };
            match known.iter().position(same).map(|i| known.swap_remove(i)) {
                Some(Kept { error: before, shown: true }) => error.test = before.test,
                _ => {
                    let failure = self.write(error, &program);
                    book.failure = book.failure.take().or(failure);
                    self.show(error, &mut book);
                }
            }
        }
        book.failure.take()
    }

    fn write(&self, error: &mut ErrorReport, program: &BuildTarget) -> Option<UserError> {
        let folder = self.folder.as_ref()?;
        match folder.write(&suite::of_error(program, error)) {
            Ok(file) => {
                error.test = Some(file);
                None
            }
            Err(failure) => Some(failure),
        }
    }

    fn show(&self, error: &ErrorReport, book: &mut Book) {
        if matches!(self.answer, Response::Report(Format::Text) | Response::Suite(Format::Text)) {
            self.progress.clear();
            let failure = output::print_error(error, self.talk).err();
            book.failure = book.failure.take().or(failure);
        }
    }

    /// Ends the process with what there is.
    pub fn last_word(&self, why: ReasonKind) -> ! {
        let deadline = Instant::now() + tuning::LAST_WORD_WAIT.get();
        let mut book = loop {
            match self.book.try_lock() {
                Ok(book) => break Some(book),
                Err(TryLockError::Poisoned(poisoned)) => break Some(poisoned.into_inner()),
                // Whoever is writing may be so for ever: nobody reads.
                Err(TryLockError::WouldBlock) if Instant::now() >= deadline => break None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        if book.as_ref().is_some_and(|book| book.closed) {
            // All is being printed: a moment more.
            drop(book.take());
            std::thread::sleep(tuning::LAST_WORD_WAIT.get());
        }
        let status = book.as_mut().map_or(ExitStatus::Undecided, |book| self.report(book, why));
        Scratch::end();
        signal_hook::low_level::exit(i32::from(status.code()))
    }

    fn report(&self, book: &mut Book, why: ReasonKind) -> ExitStatus {
        self.progress.clear();
        let program = BuildTarget { entry_params: book.entry_params.clone(), ..self.program.clone() };
        let mut errors = Vec::new();
        for mut kept in std::mem::take(&mut book.errors) {
            if !kept.shown {
                let failure = self.write(&mut kept.error, &program);
                book.failure = book.failure.take().or(failure);
                self.show(&kept.error, book);
            }
            errors.push(kept.error);
        }
        let mut reasons = vec![Reason { kind: why, text: said(why, book.stage), count: 1, location: None }];
        reasons.extend(stalled(&book.folding, self.started.elapsed(), why));
        let mut stats = Stats::default();
        stats.set_seconds("time_s", self.started.elapsed().as_secs_f64());
        let now = book.snapshot;
        // The last look at the numbers may be older than the last error.
        let paths = now.paths.max(errors.len() as u64);
        let counts = [("paths", paths), ("states", now.states), ("steps", now.steps), ("queries", now.queries)];
        counts.into_iter().for_each(|(name, count)| stats.set_count(name, count));
        stats.set_count("paths_cut", now.frontier);
        stats.set_seconds("solver_time_s", now.solver_time.as_secs_f64());
        let mut report = Report::decide(errors, reasons, stats);
        report.tuning = crate::driver::tuned();
        let status = ExitStatus::from(report.verdict);
        let printed = match self.answer {
            Response::Report(format) => output::print_report(&report, format, self.talk, self.command_line),
            Response::Suite(format) => {
                // Not as few as they could be, but all that there are.
                report.verdict = if report.errors.is_empty() { Verdict::Undecided } else { Verdict::Violated };
                let tests = std::mem::take(&mut book.ways).into_iter();
                let tests =
                    tests.map(|(inputs, ending)| SuiteTest { inputs, ending, ..SuiteTest::default() }).collect();
                let mut suite = Suite::new(tests, report, book.sides.covered, book.sides.all);
                let written = self.folder.as_ref().map_or(Ok(()), |f| suite::write(f, &mut suite, &program));
                written.and_then(|()| output::print_suite(&suite, format, self.talk))
            }
            Response::Whole => Err(UserError::new(format!("{}, so there is nothing to show", said(why, book.stage)))),
        };
        let failed = book.failure.take().or(printed.err());
        if let Some(failure) = &failed {
            let _ = failure.print();
        }
        match failed {
            Some(_) if self.answer != Response::Whole => ExitStatus::BadInput,
            _ => status,
        }
    }

    /// The loop that took most of the run, if one did.
    pub fn stalled(&self, why: ReasonKind) -> Option<Reason> {
        stalled(&self.book().folding, self.started.elapsed(), why)
    }
}

/// Why the run ended, and what it was doing.
fn said(why: ReasonKind, stage: &str) -> String {
    let ended = match why {
        ReasonKind::MemoryLimit => "the memory limit was reached",
        ReasonKind::Interrupted => "the run was interrupted",
        _ => "the time limit ran out",
    };
    if stage.is_empty() { ended.to_owned() } else { format!("{ended} while {stage}") }
}

fn stalled(folding: &Folding, elapsed: Duration, why: ReasonKind) -> Option<Reason> {
    let mut all = folding.before.clone();
    if let Some((at, since)) = &folding.now {
        add(&mut all, at.clone(), since.elapsed());
    }
    let (at, spent) = all.into_iter().max_by_key(|(_, spent)| *spent)?;
    if spent.as_secs_f64() < f64::from(tuning::STALLED_SHARE.get()) / 100.0 * elapsed.as_secs_f64() {
        return None;
    }
    let text = format!(
        "folding a loop took {:.1} s of {:.1} s: `--loops unroll` executes it instead",
        spent.as_secs_f64(),
        elapsed.as_secs_f64()
    );
    Some(Reason { kind: why, text, count: 1, location: Some(at) })
}

fn add(all: &mut Vec<(Location, Duration)>, at: Location, spent: Duration) {
    match all.iter_mut().find(|(known, _)| *known == at) {
        Some(entry) => entry.1 += spent,
        None => all.push((at, spent)),
    }
}

impl Progress for Ledger<'_> {
    fn tick(&self, snapshot: &Snapshot) {
        self.book().snapshot = *snapshot;
        self.progress.tick(snapshot);
    }

    fn stage(&self, text: &'static str) {
        Ledger::stage(self, text);
    }

    fn clear(&self) {
        self.progress.clear();
    }

    fn loaded(&self, entry_params: &[String]) {
        let mut book = self.book();
        book.entry_params = entry_params.to_vec();
        book.stage = "";
    }

    fn error(&self, mut error: ErrorReport) {
        let mut book = self.book();
        if self.at_once {
            let program = BuildTarget { entry_params: book.entry_params.clone(), ..self.program.clone() };
            let failure = self.write(&mut error, &program);
            book.failure = book.failure.take().or(failure);
            self.show(&error, &mut book);
        }
        book.errors.push(Kept { error, shown: self.at_once });
    }

    fn way(&self, inputs: Vec<InputValue>, ending: Option<Ending>, sides: Sides) {
        let mut book = self.book();
        book.ways.push((inputs, ending));
        book.sides = sides;
    }

    fn folding(&self, at: Option<Location>) {
        let folding = &mut self.book().folding;
        if let Some((at, since)) = folding.now.take() {
            add(&mut folding.before, at, since.elapsed());
        }
        folding.now = at.map(|at| (at, Instant::now()));
    }

    fn stalled(&self, why: ReasonKind) -> Option<Reason> {
        Ledger::stalled(self, why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_whose_folding_took_most_of_the_run_is_named() {
        let at = Location { file: "a.c".into(), line: 7, column: 1, function: "f".into() };
        let other = Location { line: 9, ..at.clone() };
        let seconds = Duration::from_secs;
        let before = vec![(at.clone(), seconds(3)), (other, seconds(1))];
        let folding = Folding { now: None, before };
        let reason = stalled(&folding, seconds(5), ReasonKind::TimeLimit).unwrap();
        assert_eq!((reason.kind, reason.location.as_ref()), (ReasonKind::TimeLimit, Some(&at)));
        assert_eq!(reason.text, "folding a loop took 3.0 s of 5.0 s: `--loops unroll` executes it instead");
        assert!(stalled(&folding, seconds(50), ReasonKind::TimeLimit).is_none());
        // The one that is being folded counts.
        let since = Instant::now().checked_sub(seconds(2)).unwrap();
        let folding = Folding { now: Some((at, since)), before: Vec::new() };
        assert!(stalled(&folding, seconds(3), ReasonKind::MemoryLimit).is_some());
    }

    #[test]
    fn the_last_word_says_what_the_run_was_doing() {
        assert_eq!(said(ReasonKind::TimeLimit, ""), "the time limit ran out");
        let said = said(ReasonKind::Interrupted, "reading the program");
        assert_eq!(said, "the run was interrupted while reading the program");
    }
}
