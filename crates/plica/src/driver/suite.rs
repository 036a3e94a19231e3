//! Test suites: from the runs that the explorer kept to as few tests as cover the same.
//!
//! Folding a loop shows what follows it and not every way through it; a summary shows how a callee returns and not who
//! calls it in vain. So where something is left that no test covers after either, or that either could not do, the
//! program is explored once more, loops unrolled, calls in place and within bounds. Oblivious to files and to how tests
//! are shown. Invariant: what is neither covered nor shown to be unreachable is a reason for an incomplete suite.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plica_exec::{Coverage, Finding, Machine};
use plica_explore::{Explored, TestEnd, Tests};
use plica_ir::{BitSet, FuncId, Loc, Program, ends, sides};
use plica_report::{Ending, ErrorKind, ErrorReport, InputValue, Location, Reason, ReasonKind, Report, SuiteTest};

use super::{RunResult, Session, library, outcome};
use crate::cli::{AnalysisOptions, CallPolicy, FuzzPolicy, LimitOptions, LoopPolicy};
use crate::error::UserError;
use crate::progress::{Progress, Sides, Snapshot};
use crate::tuning;

/// An error by its class and place.
type ErrorKey = (ErrorKind, Location);

/// A way through the program: what it is given, and the numbers of the locations that it covers.
struct Way {
    inputs: Vec<InputValue>,
    covered: BitSet,
    /// The error that it ends in.
    error: Option<ErrorKey>,
    /// Was it not followed to its end?
    cut: bool,
    /// What it shows of itself at its own end.
    ending: Option<Ending>,
}

/// What one exploration gives to a suite.
pub(crate) struct Part {
    program: Arc<Program>,
    entry: FuncId,
    numbers: Arc<Coverage>,
    ways: Vec<Way>,
    /// The runs that show the errors.
    errors: Vec<Way>,
    /// By tests and errors, here and before; what is not looked for counts as covered.
    covered: BitSet,
    /// What may be reachable for all that is known, covered or not.
    open: BitSet,
    /// Does something that was never written decide on some paths?
    unset: bool,
    /// Were loops folded, or calls summarised?
    composed: bool,
}

/// A suite as it is handed out.
#[derive(Default)]
pub(crate) struct Found {
    /// The tests besides those of the report's errors: what they are the first to cover.
    pub tests: Vec<SuiteTest>,
    /// Sides of branches that some test covers.
    pub covered: u64,
    /// Sides of branches in the functions that the program can call.
    pub sides: u64,
}

/// The tests to be: all sides of branches and all functions of the program's own are looked for, and the ends of what
/// may fail. Of the time that the exploration may take a part is kept back for the paths that it leaves open.
pub fn tests(program: &Program, covered: Option<&BitSet>, time: Option<Duration>) -> Tests {
    let numbers = Coverage::new(program);
    let all = || (0..program.functions.len() as u32).map(FuncId);
    let starts = all().filter(|&f| program.is_own(f)).map(|f| (f, Loc(0)));
    let wanted = numbers.numbers(all().flat_map(|f| [sides(program, f, []), ends(program, f)].concat()).chain(starts));
    Tests::new(&numbers, wanted, covered, spare(time))
}

/// Counts the sides of branches that tests cover while they are found, for a run that is ended by others.
pub(crate) struct Count {
    all: BitSet,
    covered: BitSet,
    number: u64,
}

impl Count {
    /// Of a program, with what is covered already.
    pub fn new(machine: &Machine, entry: FuncId, known: Option<&BitSet>) -> Count {
        let roots = machine.program.constructors.iter().copied();
        let all = machine.coverage.numbers(sides(&machine.program, entry, roots));
        let mut covered = known.cloned().unwrap_or_else(|| machine.coverage.numbers([]));
        covered.intersect(&all);
        let number = all.iter().count() as u64;
        Count { all, covered, number }
    }

    /// With one test more.
    pub fn add(&mut self, covered: &BitSet) -> Sides {
        self.covered.union(covered);
        self.covered.intersect(&self.all);
        Sides { covered: self.covered.iter().count() as u64, all: self.number }
    }
}

/// What is kept back of a limit on time.
pub fn spare(time: Option<Duration>) -> Duration {
    time.map_or(tuning::SUITE_SPARE_TIME.get(), |time| (time / 10).min(tuning::SUITE_SPARE_TIME.get()))
}

fn key(program: &Program, finding: &Finding) -> ErrorKey {
    (outcome::error_kind(finding.fault.kind), library::place(program, &finding.trace))
}

/// What the run of a test shows of itself, if it ends by itself.
pub fn ending(test: &plica_explore::Test) -> Option<Ending> {
    let status = test.shown.status.filter(|_| test.end == TestEnd::Finished)?;
    Some(Ending { status, output: test.shown.output.clone() })
}

impl Part {
    /// The tests of an exploration.
    pub fn of(machine: &Machine, entry: FuncId, explored: &Explored, tests: &Tests) -> Part {
        let error = |i: usize| explored.findings.get(i).map(|f| key(&machine.program, f));
        let way = |t: &plica_explore::Test| Way {
            inputs: outcome::inputs(machine, &t.witness),
            covered: t.covered.clone(),
            error: match t.end {
                TestEnd::Fault(i) => error(i),
                _ => None,
            },
            cut: t.end == TestEnd::Cut,
            ending: ending(t),
        };
        let shown = |(i, covered): &(usize, BitSet)| {
            let finding = explored.findings.get(*i)?;
            let (inputs, covered) = (outcome::inputs(machine, &finding.witness), covered.clone());
            Some(Way { inputs, covered, error: Some(key(&machine.program, finding)), cut: false, ending: None })
        };
        // A fold may hide ways through its loop, and a path to a callee that never returns has no end of its own.
        let composed = explored.counters.folded > 0 || explored.counters.called > 0;
        let mut open = tests.lost.clone();
        if composed {
            open.union(&machine.coverage.set());
        }
        Part {
            program: machine.program.clone(),
            entry,
            numbers: machine.coverage.clone(),
            ways: tests.tests.iter().map(way).collect(),
            errors: tests.findings.iter().filter_map(shown).collect(),
            covered: tests.covered.clone(),
            open,
            unset: tests.unset,
            composed,
        }
    }

    fn left_open(&self) -> Vec<usize> {
        self.open.iter().filter(|&i| !self.covered.contains(i)).collect()
    }

    /// Takes in what a further exploration found; `complete` if nothing was left out of it.
    fn join(&mut self, other: Part, complete: bool) {
        self.ways.extend(other.ways);
        // An error that is known has its test. Another run that ends in it may cover more, so it may be a test too.
        let known = |way: &Way| self.errors.iter().any(|shown| shown.error == way.error);
        let (ways, errors): (Vec<Way>, Vec<Way>) = other.errors.into_iter().partition(known);
        self.ways.extend(ways);
        self.errors.extend(errors);
        self.covered.union(&other.covered);
        self.unset |= other.unset;
        if complete {
            self.open = other.open;
        } else {
            self.open.union(&other.open);
        }
    }

    /// Leaves out every way of which all is covered by others. What is left is irredundant: no way can go. One stays,
    /// also where there is nothing to cover.
    fn reduce(&mut self) {
        let mut left = self.ways.len() + self.errors.len();
        let mut times: HashMap<usize, u32> = HashMap::new();
        for way in self.ways.iter().chain(&self.errors) {
            way.covered.iter().for_each(|i| *times.entry(i).or_default() += 1);
        }
        self.ways.retain(|way| {
            let needed = left == 1 || way.covered.iter().any(|i| times[&i] == 1);
            if !needed {
                left -= 1;
                way.covered.iter().for_each(|i| *times.entry(i).or_default() -= 1);
            }
            needed
        });
    }

    fn place(&self, number: usize) -> Option<Location> {
        let site = self.numbers.place(number)?;
        Some(outcome::site_location(&self.program, site)).filter(Location::is_known)
    }

    /// The suite that goes with these errors.
    fn finish(mut self, errors: &[ErrorReport]) -> Found {
        self.reduce();
        let mut before = self.numbers.numbers([]);
        let mut tests = Vec::new();
        for way in &self.ways {
            let mut places = way.covered.iter().filter(|&i| !before.contains(i)).filter_map(|i| self.place(i));
            let label = places.next().map_or_else(String::new, |at| format!("{}, line {}", at.function, at.line));
            let is = |e: &ErrorReport| way.error.as_ref().is_some_and(|key| (key.0, &key.1) == (e.kind, &e.location));
            let error = errors.iter().position(is);
            let (inputs, ending) = (way.inputs.clone(), way.ending.clone());
            tests.push(SuiteTest { label, inputs, error, cut: way.cut, ending, ..SuiteTest::default() });
            before.union(&way.covered);
        }
        for error in &self.errors {
            before.union(&error.covered);
        }
        let covered: Vec<(FuncId, Loc)> = before.iter().filter_map(|i| self.numbers.place(i)).collect();
        let roots = covered.iter().map(|at| at.0).chain(self.program.constructors.iter().copied());
        let all = sides(&self.program, self.entry, roots);
        let covered = covered.iter().filter(|at| all.binary_search(at).is_ok()).count() as u64;
        Found { tests, covered, sides: all.len() as u64 }
    }
}

/// Passes on what is new.
struct Known<'a> {
    errors: &'a [ErrorReport],
    progress: &'a dyn Progress,
}

impl Progress for Known<'_> {
    fn tick(&self, snapshot: &Snapshot) {
        self.progress.tick(snapshot);
    }

    fn stage(&self, text: &'static str) {
        self.progress.stage(text);
    }

    fn clear(&self) {
        self.progress.clear();
    }

    fn loaded(&self, entry_params: &[String]) {
        self.progress.loaded(entry_params);
    }

    fn error(&self, error: ErrorReport) {
        if !self.errors.iter().any(|known| same(known, &error)) {
            self.progress.error(error);
        }
    }

    fn way(&self, inputs: Vec<InputValue>, ending: Option<Ending>, sides: Sides) {
        self.progress.way(inputs, ending, sides);
    }

    fn folding(&self, at: Option<Location>) {
        self.progress.folding(at);
    }
}

/// Is it the same error at the same place?
fn same(a: &ErrorReport, b: &ErrorReport) -> bool {
    (a.kind, &a.location) == (b.kind, &b.location)
}

/// May there be no such reason where loops are unrolled and calls executed in place?
fn is_of_policy(kind: ReasonKind, calls: CallPolicy) -> bool {
    match kind {
        ReasonKind::SolverTimeout | ReasonKind::SolverUnknown => true,
        // Not every function can be summarised.
        ReasonKind::UnsupportedFeature => calls == CallPolicy::Summary,
        _ => false,
    }
}

/// Explores for a suite.
pub fn analyse(session: &Session<'_>) -> Result<RunResult, UserError> {
    let options = session.options;
    // What folding and summaries do not get done in their part of the time may be quick without them.
    let plain = options.loops == LoopPolicy::Unroll && options.calls == CallPolicy::Inline;
    let share = options.limits.time.map(|t| if plain { t } else { t * 2 / 5 });
    let limits = LimitOptions { time: share, ..options.limits };
    let mut first =
        super::analyse(&Session { options: &AnalysisOptions { limits, ..options.clone() }, ..*session }, None)?;
    let Some(mut part) = first.suite_part.take() else { return Ok(first) };
    let Report { mut errors, mut reasons, mut stats, proof, grounds, tuning, .. } = first.report;
    let spent = stats.seconds("time_s");
    let time = tuning::SUITE_TIME.get().max(Duration::from_secs_f64(2.0 * spent));
    let time = options.limits.time.map_or(time, |t| t.saturating_sub(Duration::from_secs_f64(spent)));
    let cut = !plain && reasons.iter().any(|r| r.kind == ReasonKind::TimeLimit);
    let stuck = !plain && reasons.iter().any(|r| is_of_policy(r.kind, options.calls));
    if (cut || stuck || part.composed && !part.left_open().is_empty()) && !time.is_zero() {
        // Who limits the time need not have the commands counted too.
        let steps = options.limits.steps.or(options.limits.time.is_none().then_some(tuning::SUITE_COMMANDS.get()));
        let limits = LimitOptions { time: Some(time), steps, ..options.limits };
        let fuzz = if options.fuzzes() { FuzzPolicy::On } else { FuzzPolicy::Off };
        let (loops, calls) = (LoopPolicy::Unroll, CallPolicy::Inline);
        let options = AnalysisOptions { loops, calls, fuzz, limits, ..options.clone() };
        let progress = Known { errors: &errors, progress: session.progress };
        let again = Session { options: &options, progress: &progress, started: Instant::now(), ..*session };
        let second = super::analyse(&again, Some(part.covered.clone()))?;
        stats.set_seconds("time_s", spent + second.report.stats.seconds("time_s"));
        let known = |e: &ErrorReport| errors.iter().any(|o| same(o, e));
        let new: Vec<bool> = second.report.errors.iter().map(|e| !known(e)).collect();
        let complete = second.report.reasons.is_empty();
        if let Some(more) = second.suite_part {
            part.join(more, complete);
        }
        if complete {
            // All was explored after all.
            reasons.clear();
        } else if cut {
            reasons.retain(|r| r.kind != ReasonKind::TimeLimit);
            reasons.extend(second.report.reasons);
        }
        errors.extend(second.report.errors.into_iter().zip(new).filter(|(_, new)| *new).map(|(e, _)| e));
    }
    let open = part.left_open();
    if let Some(&at) = open.first() {
        let text = "no test was found for places in the program that may be reachable".to_owned();
        let location = part.place(at);
        use ReasonKind::{Interrupted, MemoryLimit, StepLimit, TimeLimit, UncheckedUndefined};
        let cut = reasons.iter().map(|r| r.kind).find(|kind| matches!(kind, TimeLimit | MemoryLimit | Interrupted));
        let kind = cut.unwrap_or(if part.unset { UncheckedUndefined } else { StepLimit });
        reasons.push(Reason { kind, text, count: open.len() as u64, location });
    }
    let report = Report { proof, grounds, tuning, ..Report::decide(errors, reasons, stats) };
    let found = part.finish(&report.errors);
    Ok(RunResult { report, suite: Some(found), ..first })
}
