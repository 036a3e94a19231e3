//! Before exploring: the program is read, and options become what the engine knows.
//!
//! Oblivious to what is found. Invariant: what can be wrong with the command line is said here, before the run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use plica_exec::{Checks, FaultKind, InputBounds, Machine, MachineConfig, Meter};
use plica_explore::FirstInput;
use plica_ir::{FuncId, Program, Rule};
use plica_smt::{Solver, SolverConfig, Work};
use plica_term::TermPool;

use super::judge::Judge;
use super::store::{self, Answers, Keeper};
use super::{Session, Want, frontend, outcome, setup};
use crate::cli::{
    AllocationOption, AnalysisOptions, CallPolicy, ClockOption, EntryGlobals, EntryInputs, EntryPointers, Environment,
    ExternalsOption, LoopPolicy, SolverChoice,
};
use crate::error::UserError;
use crate::tuning;

/// What exploring starts from.
pub(crate) struct Prepared {
    /// The program.
    pub program: Arc<Program>,
    /// Where it starts.
    pub entry: FuncId,
    /// Types of the parameters of that function, where it is not `main`.
    pub entry_params: Vec<String>,
    /// What executes it.
    pub machine: Arc<Machine>,
    /// How full the limits are.
    pub meter: Arc<Meter>,
    /// What judges reachability, with the solver, which stops where `interrupt` is set.
    pub judge: Judge,
    /// See [`Prepared::judge`].
    pub interrupt: Arc<AtomicBool>,
    /// The input that is followed first.
    pub first: Option<Arc<FirstInput>>,
    /// When the run is to end.
    pub deadline: Option<Instant>,
    /// What the compiler said; often empty.
    pub warnings: String,
    /// What is to be told about the program.
    pub remarks: Vec<String>,
    /// The store, if there is one.
    pub keeper: Option<Keeper>,
}

/// Reads the program and makes what explores it; see [`MachineConfig::ids_apart`].
pub fn prepare(session: &Session<'_>, ids_apart: bool) -> Result<Prepared, UserError> {
    let options = session.options;
    let deadline = options.limits.time.map(|t| session.started + t);
    session.progress.stage("reading the program");
    let mut loaded = frontend::load(options)?;
    if session.want == Want::Suite {
        plica_ir::split_sides(&mut loaded.program);
    }
    let mut keeper = store::open(session, &mut loaded.program)?;
    let program = Arc::new(loaded.program);
    let entry = setup::entry(&program, options)?;
    let entry_params = setup::entry_params(&program, entry);
    session.progress.loaded(&entry_params);
    let meter = Arc::new(Meter::new(options.limits.memory));
    let pool = Arc::new(TermPool::new());
    let config = machine_config(options, &program, entry, meter.clone())?;
    let config = MachineConfig { ids_apart, ..config };
    let machine = Arc::new(Machine::new(program.clone(), pool.clone(), config));
    let interrupt = Arc::new(AtomicBool::new(false));
    let mut solver = Solver::new(pool, solver_config(options, interrupt.clone(), deadline)?)
        .map_err(|e| UserError::new(e.to_string()).help("choose another solver with --solver"))?;
    if let Some(keeper) = &mut keeper {
        keeper.about(session, &program, entry)?;
        if options.solver.dump_queries.is_none() {
            solver.keep_answers(Box::new(Answers::new(keeper.store.clone(), &options.solver)));
        }
    }
    let judge = Judge::new(options.calls, &machine, solver);
    let first = setup::first_input(options)?;
    let (warnings, remarks) = (loaded.warnings, loaded.remarks);
    Ok(Prepared {
        program,
        entry,
        entry_params,
        machine,
        meter,
        judge,
        interrupt,
        first,
        deadline,
        warnings,
        remarks,
        keeper,
    })
}

fn machine_config(
    options: &AnalysisOptions,
    program: &Program,
    entry: FuncId,
    meter: Arc<Meter>,
) -> Result<MachineConfig, UserError> {
    let EntryInputs { globals, pointers, objects, elements } = options.entry_inputs;
    let bounds = InputBounds { objects, elements, null: pointers == EntryPointers::Any };
    Ok(MachineConfig {
        checks: checks(options, program),
        stack: options.stack_size,
        externals: match options.externals {
            ExternalsOption::Stop => plica_exec::Externals::Stop,
            ExternalsOption::Havoc => plica_exec::Externals::Havoc,
        },
        allocation: match options.allocation {
            AllocationOption::Succeeds => plica_exec::Allocation::Succeeds,
            AllocationOption::MayFail => plica_exec::Allocation::MayFail,
        },
        environment: match options.environment {
            Environment::Empty => None,
            Environment::Bytes(most) => Some(most),
        },
        files: Arc::new(setup::files(options)?),
        clock_is_known: options.clock == ClockOption::Known,
        targets: setup::targets(program, options.target.as_ref())?,
        echo: options.echo,
        fold: options.loops != LoopPolicy::Unroll,
        calls: options.calls != CallPolicy::Inline,
        inputs: (&*program.func(entry).name != "main").then_some((entry, bounds)),
        elements,
        input_globals: globals == EntryGlobals::Any,
        meter,
        ..MachineConfig::default()
    })
}

/// What is looked for: what was asked for, and what the program itself was compiled to look for.
fn checks(options: &AnalysisOptions, program: &Program) -> Checks {
    let mut own = Checks::NONE;
    if options.checks.takes_those_of_the_program() {
        for command in program.functions.iter().flat_map(|f| &f.code) {
            if let plica_ir::Command::Check { rule, .. } = command
                && *rule != Rule::Declared
            {
                own = own.with(FaultKind::of(*rule));
            }
        }
    }
    let wanted = |k: &&FaultKind| options.checks.reports(outcome::error_kind(**k)) || own.covers(**k);
    FaultKind::ALL.iter().filter(wanted).fold(Checks::NONE, |c, &k| c.with(k))
}

/// What a question may take at first where the run has a time limit, since one must not take all of it (see
/// [`plica_explore::Limits::question`]). With a time of its own each question is given all of that at once.
pub fn question_share(options: &AnalysisOptions) -> Option<Work> {
    let time = options.limits.time.filter(|_| options.solver.timeout.is_none())?;
    let share = if options.for_tests { tuning::QUESTION_SHARE_OF_TESTS.get() } else { tuning::QUESTION_SHARE.get() };
    Some(Work::of(time).part(1, share).clamp(tuning::QUESTION_LEAST.get(), SolverConfig::default().work_limit))
}

fn solver_config(
    options: &AnalysisOptions,
    interrupt: Arc<AtomicBool>,
    deadline: Option<Instant>,
) -> Result<SolverConfig, UserError> {
    let o = &options.solver;
    let mut config = SolverConfig { interrupt, deadline, cross_check: o.cross_check, ..SolverConfig::default() };
    config.dump_queries = o.dump_queries.clone();
    config.work_limit = question_share(options).unwrap_or(config.work_limit);
    if let Some(time) = o.timeout {
        (config.time_limit, config.work_limit) = (Some(time), Work::of(time));
    }
    config.choice = match &o.choice {
        SolverChoice::Auto => plica_smt::Choice::Auto,
        SolverChoice::Bitwuzla => plica_smt::Choice::Bitwuzla,
        SolverChoice::Z3 => plica_smt::Choice::Z3,
        SolverChoice::Command(words) => plica_smt::Choice::Pipe(quoted(words)),
    };
    Ok(config)
}

/// A command line as a shell would be given it; it is split again where the solver is started.
fn quoted(words: &[String]) -> String {
    let quote = |w: &String| format!("'{}'", w.replace('\'', "'\\''"));
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}
