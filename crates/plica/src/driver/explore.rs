//! The exploration itself: machine, oracle, folder and search policy are given to the explorer, and watched.
//!
//! Oblivious to what becomes of what is found.

use std::time::{Duration, Instant};

use plica_exec::Machine;
use plica_explore::{Exploration, Explored, Explorer, Found, Limits, Listener, LoopMeans, Merging, Reach};
use plica_replay::{Aim, Replayer};
use plica_templates::{Compose, Folder};

use super::clock::Clock;
use super::prepare::Prepared;
use super::store::{Keeper, StoredLessons, Trees};
use super::{Session, Want, library, outcome, setup, suite, summaries};
use crate::cli::{CallPolicy, LoopPolicy, MergePolicy, SearchPolicy};
use crate::error::UserError;
use crate::progress::Snapshot;

/// What exploring gives.
pub(crate) struct Ran {
    /// Trees, findings, tests and counts.
    pub explored: Explored,
    /// Who folded loops, with the templates.
    pub folder: Folder,
    /// Who replayed calls, with the choice trees.
    pub replayer: Replayer,
}

/// Explores until all is known or a limit is hit.
pub fn explore(session: &Session<'_>, p: &mut Prepared, covered: Option<plica_ir::BitSet>) -> Result<Ran, UserError> {
    let options = session.options;
    let (mut folder, mut replayer) = (Folder::new(p.deadline), Replayer::default());
    if session.want == Want::Suite {
        folder.compose = Compose::Never;
    }
    if let Some(keeper) = p.keeper.as_ref().filter(|_| options.calls == CallPolicy::Replay) {
        replayer.keep_trees(Box::new(Trees::new(keeper.store.clone(), options, &p.program)?));
    }
    if options.target.is_some() {
        replayer.aim = match options.search {
            SearchPolicy::TargetOnly => Aim::Only,
            _ => Aim::First,
        };
    }
    let policy = setup::policy(options.search);
    let make_state = |m: &Machine| setup::initial(m, p.entry, options);
    let mut tick =
        |c: &plica_explore::Counters, now: &plica_tree::Conclusion, asked: (u64, Duration), errors: usize| {
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
    let tests = (session.want == Want::Suite).then(|| suite::tests(&p.program, covered.as_ref(), options.limits.time));
    let count = tests.as_ref().map(|_| suite::Count::new(&p.machine, p.entry, covered.as_ref()));
    let lessons = p.keeper.as_ref().and_then(Keeper::lessons);
    let known = lessons.and_then(StoredLessons::input);
    let exploration = Exploration {
        machine: &p.machine,
        reach: p.judge.reach(),
        setup: &make_state,
        first: p.first.as_ref().or(known.as_ref()),
        settled: lessons.and_then(StoredLessons::settled),
        fold: (options.loops != LoopPolicy::Unroll).then_some(&mut folder as &mut dyn plica_explore::Fold),
        replay: matches!(options.calls, CallPolicy::Replay | CallPolicy::Auto)
            .then_some(&mut replayer as &mut dyn plica_explore::Replay),
        replays_all: options.calls == CallPolicy::Replay,
        loops: match (options.loops, options.merge) {
            (LoopPolicy::Auto, MergePolicy::Off) => LoopMeans::Auto(Merging::Never),
            (LoopPolicy::Auto, MergePolicy::Auto) => LoopMeans::Auto(Merging::Auto),
            (LoopPolicy::Auto, MergePolicy::First) => LoopMeans::Auto(Merging::First),
            (LoopPolicy::Unroll, _) => LoopMeans::Walk,
            (LoopPolicy::Compact, _) => LoopMeans::Fold,
        },
        fuzz: options.fuzzes(),
        search: &|| plica_tree::make(policy, options.seed),
        directed: matches!(options.search, SearchPolicy::Target | SearchPolicy::TargetOnly),
        // What a suite covers is looked for too.
        focused: session.want != Want::Suite && p.machine.looks_for_targets_only(),
        limits: limits(session, p.deadline),
        cancel: session.cancel,
        on_tick: &mut tick,
        listener: &mut Herald { machine: &p.machine, session, count },
    };
    let clock = Clock { deadline: p.deadline, cancel: session.cancel, interrupt: &p.interrupt, meter: &p.meter };
    let explored = clock
        .watch(|| Explorer::run_for(tests, exploration, p.entry))
        .map_err(|e| UserError::new(format!("exploration broke off: {e}")))?;
    if let Some(error) = p.judge.solver().take_error() {
        let help = match error {
            plica_smt::SolverError::DumpFolder(_) => {
                "make room on the disk that `--dump-queries` writes to, or let it name another folder"
            }
            _ => "keep the query: it shows a defect of a solver or of plica",
        };
        return Err(UserError::new(error.to_string()).help(help));
    }
    Ok(Ran { explored, folder, replayer })
}

fn limits(session: &Session<'_>, deadline: Option<Instant>) -> Limits {
    let options = session.options;
    Limits {
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
        question: super::prepare::question_share(options),
    }
}

/// Passes on what the explorer finds.
struct Herald<'a> {
    machine: &'a Machine,
    session: &'a Session<'a>,
    /// Where tests are looked for.
    count: Option<suite::Count>,
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
            Found::Test(test) => {
                let sides = self.count.as_mut().map(|count| count.add(&test.covered)).unwrap_or_default();
                self.session.progress.way(outcome::inputs(self.machine, &test.witness), suite::ending(test), sides);
            }
        }
    }
}
