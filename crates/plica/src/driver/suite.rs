//! Test suites: from the runs that the explorer kept to as few tests as cover the same.
//!
//! Folding a loop shows what follows it and not every way through it. So where loops were folded and something is left that
//! no test covers, the program is explored once more, loops unrolled and within bounds. Oblivious to files and to how
//! tests are shown. Invariant: what is neither covered nor shown to be unreachable is a reason for an incomplete suite.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use plica_exec::{Coverage, Explored, Machine, Setup, Tests, execute};
use plica_ir::{BitSet, FuncId, Loc, Program, jump_targets};
use plica_report::{ErrorReport, InputValue, Location, Reason, ReasonKind, Report};

use super::{Outcome, Session, outcome};
use crate::cli::{AnalysisOptions, CallPolicy, Limits, LoopPolicy};
use crate::error::UserError;

/// Commands of the second exploration, unless `--max-steps` says otherwise.
const STEPS: u64 = 10_000_000;
/// It may take this long, or twice as long as the first.
const TIME: Duration = Duration::from_secs(10);
/// Confirmed errors are known to end.
const NO_LIMIT: u64 = u64::MAX / 4;

/// A way through the program: what it is given, and the numbers of the locations that it covers.
struct Way {
    inputs: Vec<InputValue>,
    covered: BitSet,
}

/// What one exploration gives to a suite.
pub struct Part {
    program: Arc<Program>,
    entry: FuncId,
    numbers: Arc<Coverage>,
    ways: Vec<Way>,
    /// What the errors cover, in the order of the report.
    errors: Vec<BitSet>,
    /// By tests and errors, here and before.
    covered: BitSet,
    /// What may be reachable for all that is known, covered or not.
    open: BitSet,
    /// Were loops folded, or calls summarised?
    composed: bool,
}

/// A suite as it is handed out.
#[derive(Default)]
pub struct Found {
    /// Inputs, and what they are the first to cover.
    pub ways: Vec<(Vec<InputValue>, String)>,
    /// Locations that some test covers.
    pub covered: u64,
    /// Locations of the functions that the program can call.
    pub locations: u64,
}

impl Part {
    /// The tests of an exploration.
    pub fn of(machine: &Machine, setup: &Setup<'_>, entry: FuncId, explored: &Explored, tests: &Tests) -> Part {
        let way =
            |t: &plica_exec::Test| Way { inputs: outcome::inputs(machine, &t.witness), covered: t.covered.clone() };
        let mut covered = tests.covered.clone();
        let confirmed = explored.findings.iter().filter(|f| f.confirmed);
        let run = |w| execute(machine, setup, w, NO_LIMIT).map(|run| run.coverage.set());
        let errors: Vec<BitSet> = confirmed.map(|f| run(&f.witness).unwrap_or_default()).collect();
        for error in &errors {
            covered.union(error);
        }
        let folded = explored.counters.folded > 0;
        Part {
            program: machine.program.clone(),
            entry,
            numbers: machine.coverage.clone(),
            ways: tests.tests.iter().map(way).collect(),
            errors,
            covered,
            open: if folded { machine.coverage.set() } else { tests.lost.clone() },
            composed: folded || explored.counters.called > 0,
        }
    }

    fn left_open(&self) -> Vec<usize> {
        self.open.iter().filter(|&i| !self.covered.contains(i)).collect()
    }

    /// Takes in what a further exploration found; `complete` if nothing was left out of it. `new` tells which of its errors are.
    fn join(&mut self, other: Part, complete: bool, new: &[bool]) {
        self.ways.extend(other.ways);
        for (error, _) in other.errors.into_iter().zip(new).filter(|(_, new)| **new) {
            self.errors.push(error);
        }
        self.covered.union(&other.covered);
        if complete {
            self.open = other.open;
        } else {
            self.open.union(&other.open);
        }
    }

    /// Leaves out every way of which all is covered by others. What is left is irredundant: no way can go.
    fn reduce(&mut self) {
        let mut times: HashMap<usize, u32> = HashMap::new();
        for set in self.ways.iter().map(|w| &w.covered).chain(&self.errors) {
            set.iter().for_each(|i| *times.entry(i).or_default() += 1);
        }
        self.ways.retain(|way| {
            let needed = way.covered.iter().any(|i| times[&i] == 1);
            if !needed {
                way.covered.iter().for_each(|i| *times.entry(i).or_default() -= 1);
            }
            needed
        });
    }

    fn place(&self, number: usize) -> Option<Location> {
        let site = self.numbers.place(number)?;
        Some(outcome::site_location(&self.program, site)).filter(Location::is_known)
    }

    fn finish(mut self) -> Found {
        self.reduce();
        let mut before = self.numbers.set();
        before.iter().collect::<Vec<_>>().into_iter().for_each(|i| before.remove(i));
        let mut ways = Vec::new();
        for way in &self.ways {
            let mut places = way.covered.iter().filter(|&i| !before.contains(i)).filter_map(|i| self.place(i));
            let label = places.next().map_or_else(String::new, |at| format!("{}, line {}", at.function, at.line));
            ways.push((way.inputs.clone(), label));
            before.union(&way.covered);
        }
        let covered: Vec<(FuncId, Loc)> = self.covered.iter().filter_map(|i| self.numbers.place(i)).collect();
        let roots = covered.iter().map(|at| at.0).chain(self.program.constructors.iter().copied());
        let all = jump_targets(&self.program, self.entry, roots);
        let covered = covered.iter().filter(|at| all.binary_search(at).is_ok()).count() as u64;
        Found { ways, covered, locations: all.len() as u64 }
    }
}

/// Explores for a suite.
pub fn analyse(session: &Session<'_>) -> Result<Outcome, UserError> {
    let mut first = super::analyse(session, None)?;
    let Some(mut part) = first.suite_part.take() else { return Ok(first) };
    let Report { mut errors, mut reasons, mut stats, proof, grounds, .. } = first.report;
    let spent = stats.seconds("time_s");
    let options = session.options;
    let time = TIME.max(Duration::from_secs_f64(2.0 * spent));
    let time = options.limits.time.map_or(time, |t| time.min(t.saturating_sub(Duration::from_secs_f64(spent))));
    if part.composed && !part.left_open().is_empty() && !time.is_zero() {
        let limits = Limits { time: Some(time), steps: options.limits.steps.or(Some(STEPS)), ..options.limits };
        let options =
            AnalysisOptions { loops: LoopPolicy::Unroll, calls: CallPolicy::Inline, limits, ..options.clone() };
        let second = super::analyse(&Session { options: &options, ..*session }, Some(part.covered.clone()))?;
        stats.set_seconds("time_s", spent + second.report.stats.seconds("time_s"));
        let known = |e: &ErrorReport| errors.iter().any(|o| (o.kind, &o.location) == (e.kind, &e.location));
        let new: Vec<bool> = second.report.errors.iter().map(|e| !known(e)).collect();
        if let Some(more) = second.suite_part {
            part.join(more, second.report.reasons.is_empty(), &new);
        }
        errors.extend(second.report.errors.into_iter().zip(new).filter(|(_, new)| *new).map(|(e, _)| e));
    }
    let open = part.left_open();
    if let Some(&at) = open.first() {
        let text = "no test was found for places in the program that may be reachable".to_owned();
        let location = part.place(at);
        reasons.push(Reason { kind: ReasonKind::StepLimit, text, count: open.len() as u64, location });
    }
    let found = part.finish();
    stats.set_count("covered_locations", found.covered);
    let report = Report { proof, grounds, ..Report::decide(errors, reasons, stats) };
    Ok(Outcome { report, suite: Some(found), ..first })
}
