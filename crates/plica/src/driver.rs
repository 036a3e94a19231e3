//! The driver: joins front end, executor, solver, tree and search, and answers with a report.
//!
//! Oblivious to the command line, test files and rendering. Invariant: only this module and its folder name the
//! engine.

mod assumptions;
mod clock;
mod explain;
mod frontend;
mod judge;
mod library;
mod outcome;
mod readable;
mod runtime;
mod setup;
mod suite;
mod summaries;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use frontend::lower;
pub use plica_exec::resident_memory;
use plica_exec::{
    Checks, Exploration, Explored, Explorer, FaultKind, Found, Limits, Listener, Machine, MachineConfig, Meter, Reach,
};
use plica_report::{Functions, LoopView, Reason, ReasonKind, Report, Stats, TreeView, Verdict};
use plica_smt::{Solver, SolverConfig};
use plica_term::TermPool;

use crate::cli::{
    Allocation, AnalysisOptions, CallPolicy, Environment, Externals, LoopPolicy, SearchPolicy, SolverChoice,
};
use crate::error::UserError;
use crate::progress::{Progress, Snapshot};

use clock::Clock;
use judge::Judge;

/// What a run needs besides its options.
pub struct Session<'a> {
    /// What to explore and how.
    pub options: &'a AnalysisOptions,
    /// Set when the run is to end with what it has (Ctrl-C).
    pub cancel: &'a AtomicBool,
    /// Who wants to know how it goes, and is told at once what is found.
    pub progress: &'a dyn Progress,
    /// What is wanted besides the report.
    pub want: Want,
    /// When the time limit began to run.
    pub started: Instant,
}

/// What may be wanted besides the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Nothing.
    Report,
    /// The execution tree.
    Tree,
    /// What became of loops and functions.
    Explanation,
    /// Inputs that cover what can be covered.
    Suite,
}

/// What a run gives back.
pub struct Outcome {
    /// The report. Its errors are confirmed by the evaluator; what it does not confirm is a reason, not an error.
    pub report: Report,
    /// The execution tree, if it was wanted.
    pub tree: Option<TreeView>,
    /// What became of the loops, if that was wanted.
    pub loops: Vec<LoopView>,
    /// What became of the functions, if that was wanted.
    pub functions: Functions,
    /// The test suite, if it was wanted.
    pub suite: Option<suite::Found>,
    suite_part: Option<suite::Part>,
    /// What the compiler said about the program; often empty.
    pub warnings: String,
    /// What the program said of itself, or is to be told about it: what harness functions have no effect.
    pub remarks: Vec<String>,
    /// Types of the parameters of `--entry F` (`i32`, `u8`, `f64`, `ptr`), for native runs; empty for `main`.
    pub entry_params: Vec<String>,
}

/// Stack of the thread that analyses: solvers recurse over terms.
const STACK: usize = 256 << 20;

/// Runs the analysis.
pub fn run(session: &Session<'_>) -> Result<Outcome, UserError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread
            .spawn_scoped(scope, || match session.want {
                Want::Suite => suite::analyse(session),
                _ => analyse(session, None),
            })
            .map_err(|e| UserError::new(format!("cannot start a thread: {e}")).help("free some memory"))?;
        // A panic is a defect of plica; it goes on as one.
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// One exploration. For a suite, `covered` is what tests cover already.
fn analyse(session: &Session<'_>, covered: Option<plica_ir::BitSet>) -> Result<Outcome, UserError> {
    let start = Instant::now();
    let options = session.options;
    let deadline = options.limits.time.map(|t| session.started + t);
    session.progress.stage("reading the program");
    let mut loaded = frontend::load(options)?;
    if session.want == Want::Suite {
        plica_ir::split_sides(&mut loaded.program);
    }
    let program = Arc::new(loaded.program);
    let entry = setup::entry(&program, options)?;
    let entry_params = setup::entry_params(&program, entry);
    session.progress.loaded(&entry_params);
    let meter = Arc::new(Meter::new(options.limits.memory));
    let config = MachineConfig {
        checks: checks(options, &program),
        stack: options.stack_size,
        externals: match options.externals {
            Externals::Stop => plica_exec::Externals::Stop,
            Externals::Havoc => plica_exec::Externals::Havoc,
        },
        allocation: match options.allocation {
            Allocation::Succeeds => plica_exec::Allocation::Succeeds,
            Allocation::MayFail => plica_exec::Allocation::MayFail,
        },
        environment: match options.environment {
            Environment::Empty => None,
            Environment::Bytes(most) => Some(most),
        },
        targets: setup::targets(&program, options.target.as_ref())?,
        echo: options.echo,
        fold: options.loops == LoopPolicy::Compact,
        calls: options.calls != CallPolicy::Inline,
        meter: meter.clone(),
        ..MachineConfig::default()
    };
    let pool = Arc::new(TermPool::new());
    let machine = Arc::new(Machine::new(program.clone(), pool.clone(), config));
    let interrupt = Arc::new(AtomicBool::new(false));
    let solver = Solver::new(pool, solver_config(options, interrupt.clone(), deadline)?)
        .map_err(|e| UserError::new(e.to_string()).help("choose another solver with --solver"))?;
    let mut judge = Judge::new(options.calls, &machine, solver);
    let policy = setup::policy(options.search);
    let mut folder = plica_templates::Folder::new(deadline);
    if session.want == Want::Suite {
        folder.compose = plica_templates::Compose::Never;
    }
    let first = setup::first_input(options)?;
    let make_state = |m: &Machine| setup::initial(m, entry, options, first.as_ref());
    let mut tick = |c: &plica_exec::Counters, now: &plica_tree::Conclusion, asked: (u64, Duration), errors: usize| {
        session.progress.tick(&Snapshot {
            paths: now.paths(),
            frontier: now.unknown(),
            states: c.states,
            steps: c.steps,
            queries: asked.0,
            errors: errors as u64,
            solver_time: asked.1,
            memory: c.peak_memory,
        });
    };
    let exploration = Exploration {
        machine: &machine,
        reach: judge.reach(),
        setup: &make_state,
        fold: (options.loops == LoopPolicy::Compact).then_some(&mut folder as &mut dyn plica_exec::Fold),
        search: &|| plica_tree::make(policy, options.seed),
        directed: options.search == SearchPolicy::Target,
        // What a suite covers is looked for too.
        focused: session.want != Want::Suite && machine.looks_for_targets_only(),
        limits: Limits {
            // A suite takes a part of the time for the paths that are left open.
            deadline: match session.want {
                Want::Suite => deadline.map(|end| end - suite::spare(options.limits.time)),
                _ => deadline,
            },
            memory: options.limits.memory,
            steps: options.limits.steps,
            depth: options.limits.depth,
            paths: options.limits.paths,
            errors: options.limits.errors,
            // With a time of its own each question is given all of that at once.
            patient: options.solver.timeout.is_none() && options.limits.time.is_some(),
        },
        cancel: session.cancel,
        on_tick: &mut tick,
        listener: &mut Herald { machine: &machine, session },
    };
    let tests = (session.want == Want::Suite).then(|| suite::tests(&program, covered.as_ref(), options.limits.time));
    let clock = Clock { deadline, cancel: session.cancel, interrupt: &interrupt, meter: &meter };
    let explored = clock
        .watch(|| Explorer::run_for(tests, exploration, entry))
        .map_err(|e| UserError::new(format!("exploration broke off: {e}")))?;
    if let Some(error) = judge.solver().take_error() {
        let help = match error {
            plica_smt::SolverError::DumpFolder(_) => {
                "make room on the disk that `--dump-queries` writes to, or let it name another folder"
            }
            _ => "keep the query: it shows a defect of a solver or of plica",
        };
        return Err(UserError::new(error.to_string()).help(help));
    }
    let mut reasons = outcome::reasons(&program, &explored.gaps);
    let havocked = machine.premises.names(plica_exec::Premise::Externals);
    reasons.extend(havocked.into_iter().map(|name| Reason {
        kind: ReasonKind::ExternalHavoc,
        text: format!("{name} was taken to return any value and to change nothing"),
        count: 1,
        location: None,
    }));
    // "Holds" is the tree's to say; a leaf that was left open without a reason is a defect of the explorer.
    let conclusion = explored.conclusion();
    if !conclusion.holds() && conclusion.errors() == 0 && reasons.is_empty() {
        reasons.push(Reason {
            kind: ReasonKind::Internal,
            text: format!("{} leaves were left open without a reason", conclusion.unknown()),
            count: conclusion.unknown(),
            location: None,
        });
    }
    // Where the run was cut short while one loop was being folded, there is something to be done about it.
    let cut = reasons.iter().map(|r| r.kind).find(|k| matches!(k, ReasonKind::TimeLimit | ReasonKind::MemoryLimit));
    reasons.extend(cut.and_then(|kind| session.progress.stalled(kind)));
    let composed = judge.composed();
    let solver = judge.solver();
    let mut stats = stats(&explored, &machine, solver, start);
    let q = &solver.stats().quantified;
    for (name, count) in &solver.stats().unknown {
        stats.set_count(&format!("unknown_{name}"), *count);
    }
    stats.set_count("conditions_closed", folder.discharge.closed as u64);
    stats.set_count("conditions_quantified", folder.discharge.quantified as u64);
    stats.set_count("quantified_queries", q.queries);
    stats.set_count("quantified_by_instances", q.unsat_by_instances);
    stats.set_count("quantified_by_expansion", q.sat_small + q.sat_checked + q.sat_repaired + q.sat_refined);
    stats.set_count("quantified_by_solver", q.by_solver);
    stats.set_count("quantified_given_up", q.given_up);
    stats.set_count("templates", folder.templates);
    stats.set_count("cycles", folder.cycles);
    stats.set_count("loops_refused", folder.refused);
    stats.set_count("paths_covered", explored.counters.covered);
    stats.set_count("loops_unfolded", explored.counters.undone);
    stats.set_count("loops_folded", explored.counters.folded);
    stats.set_count("summaries", explored.units.iter().filter(|u| !u.abandoned).count() as u64);
    stats.set_count("summaries_given_up", explored.units.iter().filter(|u| u.abandoned).count() as u64);
    stats.set_count("calls_summarised", explored.counters.called);
    stats.set_count("calls_composed", composed.composed);
    stats.set_count("leaves_reopened", explored.counters.reopened);
    stats.set_count("paths_asked", composed.questions);
    stats.set_count("paths_asked_by_evaluation", composed.by_evaluation);
    stats.set_count("summaries_written_out", composed.definitions);
    stats.set_count("relevant_queries", composed.relevant);
    let figures = explain::figures(&folder.attempts);
    stats.set_count("folded_loops", figures.folded);
    stats.set_count("unrolled_loops", figures.unrolled);
    stats.set_count("distinct_templates", figures.templates);
    stats.set_count("summary_cases", judge.composer().map_or(0, |composer| summaries::cases(composer)));
    let mut errors = outcome::errors(&machine, &explored.findings);
    if let Some(composer) = judge.composer() {
        summaries::describe_calls(&machine, composer, &explored.findings, &mut errors);
    }
    library::fold(&program, &explored.findings, &mut errors);
    let mut report = Report::decide(errors, reasons, stats);
    report.grounds = assumptions::grounds(&machine, options, entry, &explored, report.verdict);
    if report.verdict == Verdict::Holds {
        report.proof = options.target.as_ref().and_then(|target| summaries::proof(&explored, target.to_string()));
    }
    let title = format!("{} ({})", options.inputs[0].display(), options.entry);
    let tree =
        (session.want == Want::Tree).then(|| outcome::tree(&machine, &explored, &folder.attempts, title.clone()));
    let wanted: &[_] = if session.want == Want::Explanation { &folder.attempts } else { &[] };
    let loops = explain::loops(&program, &machine.pool, wanted);
    let functions = match session.want {
        Want::Explanation => summaries::functions(&machine, judge.composer(), &explored, title),
        Want::Report | Want::Tree | Want::Suite => Functions::default(),
    };
    let tests = explored.tests.as_ref();
    let suite_part = tests.map(|tests| suite::Part::of(&machine, entry, &explored, tests));
    let mut warnings = loaded.warnings;
    // A path that was left out may have asked for it later.
    let whole = first.iter().filter(|_| explored.conclusion().irrelevant() == 0);
    for name in whole.flat_map(|first| first.unmet()) {
        warnings.push_str(&format!("warning: --first-input gives `{name}`, but its path asks for no such input (not counting what summarised functions ask for)\n"));
    }
    Ok(Outcome {
        report,
        tree,
        loops,
        functions,
        suite: None,
        suite_part,
        warnings,
        remarks: loaded.remarks.into_iter().chain(machine.remarks()).collect(),
        entry_params,
    })
}

/// Passes on what the explorer finds.
struct Herald<'a> {
    machine: &'a Machine,
    session: &'a Session<'a>,
}

impl Listener for Herald<'_> {
    fn hear(&mut self, found: Found<'_>, reach: &mut dyn Reach) {
        match found {
            Found::Error(finding) => {
                let findings = std::slice::from_ref(finding);
                let mut errors = outcome::errors(self.machine, findings);
                if let Some(composer) = reach.judge().and_then(|judge| judge.downcast_mut()) {
                    summaries::describe_calls(self.machine, composer, findings, &mut errors);
                }
                // Shown as at the end, where it is known by its place.
                library::fold(&self.machine.program, findings, &mut errors);
                errors.into_iter().for_each(|error| self.session.progress.error(error));
            }
            Found::Folding(head) => {
                let at = head.map(|head| outcome::site_location(&self.machine.program, head));
                self.session.progress.folding(at);
            }
            Found::Test(test) => self.session.progress.way(outcome::inputs(self.machine, &test.witness)),
        }
    }
}

/// What is looked for: what was asked for, and what the program itself was compiled to look for.
fn checks(options: &AnalysisOptions, program: &plica_ir::Program) -> Checks {
    let mut own = Checks::NONE;
    if options.checks.takes_those_of_the_program() {
        for command in program.functions.iter().flat_map(|f| &f.code) {
            if let plica_ir::Command::Check { rule, .. } = command {
                own = own.with(FaultKind::of(*rule));
            }
        }
    }
    let wanted = |k: &&FaultKind| options.checks.reports(outcome::error_kind(**k)) || own.covers(**k);
    FaultKind::ALL.iter().filter(wanted).fold(Checks::NONE, |c, &k| c.with(k))
}

fn solver_config(
    options: &AnalysisOptions,
    interrupt: Arc<AtomicBool>,
    deadline: Option<Instant>,
) -> Result<SolverConfig, UserError> {
    let o = &options.solver;
    let mut config = SolverConfig { interrupt, deadline, cross_check: o.cross_check, ..SolverConfig::default() };
    config.dump_queries = o.dump_queries.clone();
    // One hard query must not take all of the run's time, at first: see `Limits::patient`.
    let share = options.limits.time.map(|t| (t / 10).clamp(Duration::from_millis(500), config.time_limit));
    if let Some(t) = o.timeout.or(share) {
        config.time_limit = t;
    }
    config.choice = match &o.choice {
        SolverChoice::Auto => plica_smt::Choice::Auto,
        SolverChoice::Bitwuzla => plica_smt::Choice::Bitwuzla,
        SolverChoice::Z3 => plica_smt::Choice::Z3,
        SolverChoice::Command(words) => plica_smt::Choice::Pipe(quoted(words)),
    };
    Ok(config)
}

fn stats(explored: &Explored, machine: &Machine, solver: &Solver, start: Instant) -> Stats {
    let mut stats = Stats::default();
    let c = &explored.counters;
    stats.set_seconds("time_s", start.elapsed().as_secs_f64());
    stats.set_count("paths", explored.conclusion().paths());
    stats.set_count("paths_cut", explored.conclusion().cut());
    stats.set_count("states", c.states);
    stats.set_count("steps", c.steps);
    stats.set_count("forks", c.forks);
    stats.set_count("implied_branches", c.implied);
    stats.set_count("diverging_paths", c.diverging);
    stats.set_count("tree_nodes", explored.tree.len() as u64);
    stats.set_count("terms", machine.pool.len() as u64);
    stats.set_count("covered_locations", machine.coverage.count());
    stats.set_count("peak_memory", c.peak_memory.max(plica_exec::resident_memory()));
    let s = solver.stats();
    stats.set_count("queries", s.queries);
    stats.set_count("queries_unknown", s.unknown.values().sum());
    stats.set_seconds("solver_time_s", s.solver_time.as_secs_f64());
    stats
}

/// A command line as a shell would be given it; it is split again where the solver is started.
fn quoted(words: &[String]) -> String {
    let quote = |w: &String| format!("'{}'", w.replace('\'', "'\\''"));
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}
