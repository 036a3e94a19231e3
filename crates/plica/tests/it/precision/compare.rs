//! What plica concludes about a program against the truth, a row of policies at a time.
//!
//! Precision: what plica says can be reached can be, at every step and in the end, and every error that it finds is
//! one. Progress: when a run ends by itself, everything that can be reached was. Oblivious to how programs are made.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plica_exec::{Checks, Coverage, FaultKind, Machine, MachineConfig};
use plica_explore::{
    Exploration, Explored, Explorer, Fold, Limits, LoopMeans, Oracle, Query, Reach, Reached, Replay, Whole,
};
use plica_ir::FuncId;
use plica_replay::Replayer;
use plica_smt::{Answer, Solver, SolverConfig, UnknownReason, Work};
use plica_summaries::{Bounds, Composer, SummaryPolicy as Calls};
use plica_templates::{Compose, Folder};
use plica_term::{Op, TermId, TermPool};
use plica_tree::{CoverageView, FailReason, NodeId, Policy, Search, Tree};

use super::adversary::Adversary;
use super::compile::{Compiled, Site, compile};
use super::enumerate::Truth;
use super::language::{Id, Point, Program};

/// A row of policies.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called.
    pub name: &'static str,
    /// Which leaf is next; without a policy the worst one that is fair.
    pub search: Option<Policy>,
    /// When loops are folded, if they are.
    pub loops: Option<LoopMeans>,
    /// Which calls are summarised, if any are.
    pub calls: Option<Calls>,
    /// Are calls replayed?
    pub replay: bool,
    /// How it shows what was reached.
    pub evidence: Evidence,
    /// After so many questions the run is ended.
    pub questions: u64,
    /// So many runs in a hundred have to end by themselves.
    pub complete: u64,
    /// Are questions left unanswered that speak of choices, as those about merged paths do? What was merged is to be
    /// taken back then.
    pub blind: bool,
}

/// How a run shows which points it takes to be reachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// By the locations that were executed. Means something only where nothing is executed in general.
    Coverage,
    /// By an error at each point, which an input lets happen: what is reported and confirmed was reached.
    Probes,
    /// By a run for each of a few points, with the point as the target and nothing else looked for.
    Targets,
}

/// Points of a program that are targets.
const TARGETS: usize = 3;

/// What came of a run.
#[derive(Debug, Default)]
pub struct Run {
    /// Points taken to be reachable.
    reached: BTreeSet<Point>,
    /// Assertions found to fail.
    failures: BTreeSet<Id>,
    /// Did it end by itself, with nothing left open?
    pub complete: bool,
    /// Paths that came to an end.
    pub paths: u64,
    /// What else is wrong.
    wrong: Vec<String>,
}

/// Commands executed in a run.
const STEPS: u64 = 200_000;
/// Calls are nested so deep. Recursion over three bits goes less deep, if its depth has a bound at all.
const DEPTH: u32 = 64;
/// Paths that come to an end in a run.
const PATHS: u64 = 200;
/// Terms of a run.
const TERMS: usize = 3_000;
/// Leaves chosen for each question that a run may ask: a loop of calls asks none.
const CHOICES: u64 = 20;
/// No question takes as long.
const QUESTION: Work = Work::millis(400);

/// Who answers questions about reachability.
enum Judge {
    Classic(Box<Solver>),
    Composer(Box<Composer>),
}

impl Judge {
    fn reach(&mut self) -> &mut dyn Reach {
        match self {
            Judge::Classic(it) => &mut **it,
            Judge::Composer(it) => &mut **it,
        }
    }

    fn solver(&mut self) -> &mut Solver {
        match self {
            Judge::Classic(it) => it.as_mut(),
            Judge::Composer(it) => &mut it.solver,
        }
    }
}

/// Ends the run after so many questions, or when its formulas have become large. They take the same course each time,
/// which time does not.
struct Counted<'a> {
    reach: &'a mut dyn Reach,
    blind: bool,
    pool: &'a TermPool,
    questions: u64,
    terms: usize,
    asked: u64,
    cancel: &'a AtomicBool,
}

impl Counted<'_> {
    fn count(&mut self, paths: u64) {
        self.asked += paths;
        let over = self.asked.max(self.reach.queries().0) >= self.questions || self.pool.len() > self.terms;
        self.cancel.fetch_or(over, Ordering::Relaxed);
    }

    /// Is a question about these conditions not to be answered?
    fn gives_up(&self, conditions: impl Iterator<Item = TermId>) -> bool {
        let mut todo: Vec<TermId> = if self.blind { conditions.collect() } else { Vec::new() };
        let mut seen = BTreeSet::new();
        while let Some(t) = todo.pop() {
            let node = self.pool.node(t);
            if node.op == Op::Ite {
                return true;
            }
            todo.extend(node.args.iter().copied().filter(|&arg| seen.insert(arg)));
        }
        false
    }
}

impl Oracle for Counted<'_> {
    fn check(&mut self, query: Query<'_>) -> Answer {
        self.count(0);
        if self.gives_up(query.pc.iter().copied().chain([query.cond])) {
            return Answer::Unknown(UnknownReason::Timeout);
        }
        self.reach.check(query)
    }

    fn work(&self) -> Work {
        self.reach.work()
    }

    fn beside(&self) -> Work {
        self.reach.beside()
    }

    fn saved(&self) -> Work {
        self.reach.saved()
    }

    fn queries(&self) -> (u64, Duration) {
        self.reach.queries()
    }
}

impl Reach for Counted<'_> {
    fn reach(&mut self, whole: Whole<'_>) -> Reached {
        self.count(1);
        if self.gives_up(whole.state.pc.iter().copied().chain([whole.cond])) {
            return Reached::Unknown(UnknownReason::Timeout);
        }
        self.reach.reach(whole)
    }

    fn calls(&mut self) -> Option<&mut dyn plica_explore::Calls> {
        self.reach.calls()
    }

    fn turn_to(&mut self, lane: plica_smt::Lane) {
        self.reach.turn_to(lane);
    }

    fn try_harder(&mut self) -> bool {
        self.reach.try_harder()
    }
}

/// Looks at what was reached before every choice of a leaf, of which there are so many in a run.
struct Watched {
    search: Box<dyn Search + Send>,
    most: u64,
    cancel: Arc<AtomicBool>,
    coverage: Arc<Coverage>,
    /// What cannot be reached.
    beyond: Vec<Site>,
    /// The first of these that was, and when.
    found: Arc<Mutex<Option<(Site, u64)>>>,
    choices: u64,
}

impl Search for Watched {
    fn add(&mut self, tree: &Tree, leaf: NodeId) {
        self.search.add(tree, leaf);
    }

    fn remove(&mut self, tree: &Tree, leaf: NodeId) -> bool {
        self.search.remove(tree, leaf)
    }

    fn choose(&mut self, tree: &Tree, view: &dyn CoverageView) -> Option<NodeId> {
        self.choices += 1;
        self.cancel.fetch_or(self.choices > self.most, Ordering::Relaxed);
        let mut found = self.found.lock().expect("no panic in here");
        if found.is_none() {
            let wrong = self.beyond.iter().find(|s| self.coverage.visits(s.0, s.1) > 0);
            *found = wrong.map(|&site| (site, self.choices));
        }
        self.search.choose(tree, view)
    }

    fn len(&self) -> usize {
        self.search.len()
    }
}

/// The points that are made targets, with their places.
fn targets(compiled: &Compiled) -> Vec<(Site, Point)> {
    let mut all: Vec<(Site, Point)> = compiled.points.iter().map(|(&site, &point)| (site, point)).collect();
    all.sort_unstable();
    let every = all.len().div_ceil(TARGETS).max(1);
    all.into_iter().skip(every / 2).step_by(every).collect()
}

/// Runs plica on a program, once or for each of the targets.
fn run(p: &Program, truth: &Truth, row: &Row) -> Run {
    if row.evidence != Evidence::Targets {
        return run_for(p, truth, row, None);
    }
    let runs = targets(&compile(p, false)).into_iter().map(|(site, _)| run_for(p, truth, row, Some(site)));
    let nothing = Run { complete: true, ..Run::default() };
    runs.fold(nothing, |mut all, mut run| {
        all.reached.append(&mut run.reached);
        all.complete &= run.complete;
        all.paths += run.paths;
        all.wrong.append(&mut run.wrong);
        all
    })
}

fn run_for(p: &Program, truth: &Truth, row: &Row, target: Option<Site>) -> Run {
    let compiled = compile(p, row.evidence == Evidence::Probes);
    let checks = match target {
        Some(_) => Checks::NONE.with(FaultKind::TargetReached),
        None => Checks::NONE.with(FaultKind::Assertion).with(FaultKind::ErrorCall),
    };
    let (fold, calls) = (row.loops.is_some(), row.calls.is_some() || row.replay);
    let targets = target.into_iter().collect();
    let config = MachineConfig { checks, fold, calls, targets, max_depth: DEPTH, ..MachineConfig::default() };
    let pool = Arc::new(TermPool::new());
    let machine = Arc::new(Machine::new(Arc::new(compiled.ir.clone()), pool.clone(), config));
    let cancel = Arc::new(AtomicBool::new(false));
    let config = SolverConfig { work_limit: QUESTION, ..SolverConfig::default() };
    let solver = Solver::new(pool, config).expect("a solver");
    let mut judge = match row.calls {
        Some(policy) => {
            let mut composer = Composer::new(machine.clone(), solver, policy);
            composer.bounds = Bounds { definitions: 32, chain: 8, chains: 32, calls: 128, rounds: 1 };
            Judge::Composer(Box::new(composer))
        }
        None => Judge::Classic(Box::new(solver)),
    };
    // Courses share what a run may take.
    let courses = if row.calls == Some(Calls::Auto) && row.loops.is_some_and(LoopMeans::is_auto) { 5 } else { 1 };
    let questions = row.questions * courses;
    let found = Arc::default();
    let watched = || -> Box<dyn Search + Send> {
        let shown = row.evidence == Evidence::Coverage;
        let beyond = compiled.points.iter().filter(|x| shown && !truth.points.contains(x.1));
        Box::new(Watched {
            search: match row.search {
                Some(policy) => plica_tree::make(policy, 1),
                None => Box::new(Adversary::default()),
            },
            most: CHOICES * questions,
            cancel: Arc::clone(&cancel),
            coverage: machine.coverage.clone(),
            beyond: beyond.map(|x| *x.0).collect(),
            found: Arc::clone(&found),
            choices: 0,
        })
    };
    let setup = |machine: &Machine| {
        let mut s = machine.initial_state(FuncId(0))?;
        machine.set_entry_inputs(&mut s, FuncId(0))?;
        Ok(s)
    };
    let mut folder = Folder::new(None);
    folder.compose = Compose::Always;
    let mut replayer = Replayer::eager();
    let exploration = Exploration {
        machine: &machine,
        reach: &mut Counted {
            reach: judge.reach(),
            blind: row.blind,
            pool: &machine.pool,
            questions,
            terms: TERMS * courses as usize,
            asked: 0,
            cancel: &cancel,
        },
        setup: &setup,
        first: None,
        settled: None,
        fold: row.loops.map(|_| &mut folder as &mut dyn Fold),
        replay: (row.replay || courses > 1).then_some(&mut replayer as &mut dyn Replay),
        replays_all: row.replay,
        loops: row.loops.unwrap_or(LoopMeans::Fold),
        fuzz: false,
        search: &watched,
        directed: row.search == Some(Policy::Target),
        focused: machine.looks_for_targets_only(),
        limits: Limits { steps: Some(STEPS), paths: Some(PATHS * courses), ..Limits::default() },
        cancel: &cancel,
        on_tick: &mut |_, _, _, _| {},
        listener: &mut (),
    };
    let explored = Explorer::run(exploration, FuncId(0)).expect("the explorer keeps to the tree's rules");
    let mut wrong = Vec::new();
    if let Some(error) = judge.solver().take_error() {
        wrong.push(error.to_string());
    }
    if let Some(((func, loc), choice)) = *found.lock().expect("no panic in here") {
        wrong.push(format!("location {} of f{} was reached before choice {choice}", loc.0, func.0));
    }
    conclude(&compiled, &machine, &explored, row, wrong)
}

/// What a run says.
fn conclude(compiled: &Compiled, machine: &Machine, explored: &Explored, row: &Row, mut wrong: Vec<String>) -> Run {
    let (mut reached, mut failures) = (BTreeSet::new(), BTreeSet::new());
    for finding in &explored.findings {
        let site = finding.site();
        if !finding.confirmed {
            wrong.push(format!("not confirmed: {} at {site:?}", finding.fault.message));
        } else if let Some(point) = compiled.probes.get(&site) {
            reached.insert(*point);
        } else if finding.fault.kind == FaultKind::TargetReached {
            reached.extend(compiled.points.get(&site));
        } else if let Some(id) = compiled.failures.get(&site) {
            failures.insert(*id);
        } else {
            wrong.push(format!("{} at {site:?}, where nothing can fail", finding.fault.message));
        }
    }
    if row.evidence == Evidence::Coverage {
        let visited = compiled.points.iter().filter(|(s, _)| machine.coverage.visits(s.0, s.1) > 0);
        reached = visited.map(|x| *x.1).collect();
    }
    let c = explored.conclusion();
    if row.blind && c.failed_for(FailReason::SolverTimeout) > 0 {
        // In place paths are not merged, so these programs have no choices there.
        wrong.push("a call whose summary led to a question without an answer was not taken back".into());
    }
    let complete = explored.gaps.is_empty() && c.unknown() + c.failed() + c.stopped() == 0;
    Run { reached, failures, complete, paths: c.paths(), wrong }
}

/// Runs plica and compares. `Err` says what is wrong.
pub fn compare(p: &Program, truth: &Truth, row: &Row) -> Result<Run, String> {
    let attempt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(p, truth, row)));
    let Ok(mut it) = attempt else { return Err("it panics".into()) };
    let compiled = compile(p, false);
    let (mut points, mut failures): (BTreeSet<Point>, BTreeSet<Id>) =
        (compiled.points.values().copied().collect(), truth.failures.iter().copied().collect());
    if row.evidence == Evidence::Targets {
        points = targets(&compiled).into_iter().map(|x| x.1).collect();
        failures.clear();
    }
    points.retain(|x| truth.points.contains(x));
    differ("points", &it.reached, &points, it.complete, &mut it.wrong);
    differ("failing assertions", &it.failures, &failures, it.complete, &mut it.wrong);
    if it.wrong.is_empty() { Ok(it) } else { Err(it.wrong.join("\n")) }
}

fn differ<T: Ord + std::fmt::Debug>(
    what: &str,
    found: &BTreeSet<T>,
    all: &BTreeSet<T>,
    complete: bool,
    wrong: &mut Vec<String>,
) {
    let more: Vec<_> = found.difference(all).collect();
    let less: Vec<_> = all.difference(found).collect();
    if !more.is_empty() || complete && !less.is_empty() {
        wrong.push(format!("{what}: found {found:?}\nthere are {all:?}\nwrongly found {more:?}"));
        if complete {
            wrong.push(format!("missed, though the run ended by itself, {less:?}"));
        }
    }
}
