//! The explorer: chooses leaves, runs them to their next decision, and is the only one to change trees.
//!
//! It is oblivious to what commands mean (the stepper knows) and to how reachability is answered (`Reach`). It keeps
//! the states of the unknown leaves; a leaf that is settled has none. Where calls are summarised there are several
//! *units*, each a function with a tree of its own; else there is one, the program. Invariant: at the end of a run
//! every leaf is settled, so that "holds" means that nothing was left out that was looked for.
//!
//! `schedule` and `directed` say which leaf is next, `pruning` leaves out what cannot matter, `advance` runs a leaf,
//! `fork` expands it, `looping` folds loops, `calling` summarises calls, `waiting` has what waits, `suspending` and
//! `postponing` say when it goes on, `ending` settles, `testing` keeps tests, `limits` has the bounds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cranelift_entity::PrimaryMap;
use plica_exec::{Finding, Machine, Outcome, Setup, UnitId};
use plica_ir::{FuncId, Loc};
use plica_smt::{Lane, Work};
use plica_tree::{Conclusion, FailReason, NodeId, Search, Site, Status, StopReason, Tree, TreeError};

use crate::alternatives::LoopMeans;
use crate::choice::{Choices, TakenBy};
use crate::course::{Course, Settled};
use crate::first::FirstInput;
use crate::fold::Fold;
use crate::fuzzing::Fuzzer;
use crate::general::Generalisers;
use crate::leaf::{Leaf, LeafId};
use crate::limits::{Bounds, Limits};
use crate::oracle::Reach;
use crate::prelude::Prelude;
use crate::replay::Replay;
use crate::results::Results;
use crate::schedule::Schedule;
use crate::scouting::Scouts;
use crate::suite::{Test, Tests};
use crate::tuning;
use crate::unit::{Pending, Unit, UnitMachine};
use crate::waiting::Waiting;

/// Counts that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Commands executed.
    pub steps: u64,
    /// States made: one at the start, and one for every further side of a decision.
    pub states: u64,
    /// Decisions of which more than one side is feasible.
    pub forks: u64,
    /// Decisions of which exactly one side is feasible.
    pub implied: u64,
    /// Paths that came to an end of the program, or go on for ever.
    pub ended: u64,
    /// Paths that came to a state seen before.
    pub covered: u64,
    /// Loops whose folding was taken back, since it led to questions without an answer.
    pub undone: u64,
    /// Loops that were folded.
    pub folded: u64,
    /// Calls that a summary took the place of.
    pub called: u64,
    /// Leaves that were unreachable so far and became unknown again.
    pub reopened: u64,
    /// Paths that were seen to repeat themselves for ever.
    pub diverging: u64,
    /// Concrete runs on inputs made by chance.
    pub fuzzed: u64,
    /// Those of them that came to something new.
    pub fuzzed_new: u64,
    /// Most memory seen in use, bytes.
    pub peak_memory: u64,
}

/// Why paths ended without an answer: the reason, where, and how many.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The class.
    pub reason: GapKind,
    /// For people.
    pub text: Arc<str>,
    /// Where the first of them ended; where a limit cut the run off, the decision behind which most is unknown.
    pub site: Option<(FuncId, Loc)>,
    /// On how many paths.
    pub count: u64,
}

/// The class of a [`Gap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GapKind {
    /// The path was not followed further.
    Stopped(StopReason),
    /// plica could not decide.
    Failed(FailReason),
}

/// Makes search policies: one for each unit and one for what is deferred in it.
pub type MakeSearch<'a> = dyn Fn() -> Box<dyn Search + Send> + 'a;

/// See the module's description.
pub struct Explorer<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) reach: &'a mut dyn Reach,
    pub(crate) setup: &'a Setup<'a>,
    pub(crate) fold: Option<&'a mut dyn Fold>,
    pub(crate) replay: Option<&'a mut dyn Replay>,
    /// Are all calls replayed? Else those of the course for that.
    pub(crate) replays_all: bool,
    pub(crate) loops: LoopMeans,
    pub(crate) choices: Choices,
    /// The path up to where courses may differ, as long as none has begun.
    pub(crate) prelude: Option<Box<Prelude>>,
    /// Has a path forked in a function that could be summarised?
    pub(crate) forks_in_calls: bool,
    /// Does a path go on and on with unknown values, and nothing is decided?
    pub(crate) goes_on_unknown: bool,
    /// Terms that were made in such stretches.
    pub(crate) quiet_terms: u64,
    pub(crate) generalisers: Generalisers,
    /// Work of attempts to fold that were broken off.
    pub(crate) broken_off: Work,
    pub(crate) make_search: &'a MakeSearch<'a>,
    pub(crate) listener: &'a mut dyn Listener,
    pub(crate) units: PrimaryMap<UnitId, Unit>,
    /// The units whose leaves were looked at since it was last seen which are closed.
    pub(crate) touched: BTreeSet<UnitId>,
    pub(crate) schedule: Schedule,
    pub(crate) scouts: Scouts,
    pub(crate) fuzzer: Option<Fuzzer>,
    pub(crate) waiting: Waiting,
    pub(crate) bounds: Bounds<'a>,
    pub(crate) results: Results,
    pub(crate) counters: Counters,
}

/// Called now and then with counts, the trees together, queries and the time they took, and the number of findings.
pub type Tick<'a> = dyn FnMut(&Counters, &Conclusion, (u64, Duration), usize) + 'a;

/// What is of use whatever becomes of the run.
pub enum Found<'a> {
    /// An error, confirmed.
    Error(&'a Finding),
    /// A test that covers something new.
    Test(&'a Test),
    /// The loop at this head is being folded from now on; `None`: it is no longer.
    Folding(Option<(FuncId, Loc)>),
}

/// Is told at once what is found.
pub trait Listener {
    /// Something was found. What is known of calls is to be had from whoever judges reachability.
    fn hear(&mut self, found: Found<'_>, reach: &mut dyn Reach);
}

/// Listens to nothing.
impl Listener for () {
    fn hear(&mut self, _: Found<'_>, _: &mut dyn Reach) {}
}

/// What an explorer gives back.
pub struct Explored {
    /// The program's tree, every leaf settled.
    pub tree: Tree,
    /// The trees of the functions that were explored on their own.
    pub units: Vec<Explicit>,
    /// Faults, one per kind and place.
    pub findings: Vec<Finding>,
    /// Reasons for not saying "holds".
    pub gaps: Vec<Gap>,
    /// Is one of these that states were taken for alike that differ in the ids of objects, and these turned out to
    /// matter? A run that tells them apart from the start ([`MachineConfig::ids_apart`]) has no such gap.
    ///
    /// [`MachineConfig::ids_apart`]: plica_exec::MachineConfig::ids_apart
    pub ids_mattered: bool,
    /// Counts.
    pub counters: Counters,
    /// The tests, if they were wanted.
    pub tests: Option<Tests>,
    /// How loops and calls were taken where there was a choice.
    pub taken: TakenBy,
    /// What has settled the run.
    pub settled: Option<Settled>,
    /// What each course of the run was charged with, if it was a choice among them.
    pub charged: BTreeMap<Course, Work>,
}

/// A function that was explored on its own.
pub struct Explicit {
    /// The unit.
    pub unit: UnitId,
    /// Which function.
    pub function: FuncId,
    /// Its tree.
    pub tree: Tree,
    /// Was it given up? Its calls were executed in place then.
    pub abandoned: bool,
}

impl Explored {
    /// What all trees say together.
    pub fn conclusion(&self) -> Conclusion {
        let mut all = self.tree.conclusion().clone();
        self.units.iter().filter(|u| !u.abandoned).for_each(|u| all.add(u.tree.conclusion()));
        all
    }
}

/// What an explorer is made of.
pub struct Exploration<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The reachability check.
    pub reach: &'a mut dyn Reach,
    /// Makes initial states.
    pub setup: &'a Setup<'a>,
    /// What the run is to begin with.
    pub first: Option<&'a Arc<FirstInput>>,
    /// What has settled an earlier run, which is then tried first.
    pub settled: Option<Settled>,
    /// Folds loops, if they are to be folded.
    pub fold: Option<&'a mut dyn Fold>,
    /// Replays calls, if they are to be replayed.
    pub replay: Option<&'a mut dyn Replay>,
    /// Are they all? Else only in one course of a run that is a choice among courses.
    pub replays_all: bool,
    /// When they are.
    pub loops: LoopMeans,
    /// Is the program run on inputs that are made by chance, beside exploring it?
    pub fuzz: bool,
    /// Makes search policies.
    pub search: &'a MakeSearch<'a>,
    /// Are functions from which no way leads to a target explored only as far as others wait for their paths, at first?
    pub directed: bool,
    /// Are the targets all that is looked for? Then what cannot matter for them is left out.
    pub focused: bool,
    /// The bounds.
    pub limits: Limits,
    /// Set when the run is to end.
    pub cancel: &'a AtomicBool,
    /// Wants to know how it goes.
    pub on_tick: &'a mut Tick<'a>,
    /// Is told at once what is found.
    pub listener: &'a mut dyn Listener,
}

impl<'a> Explorer<'a> {
    /// Explores until everything is settled or a bound is hit.
    pub fn run(e: Exploration<'a>, entry: FuncId) -> Result<Explored, TreeError> {
        Explorer::run_for(None, e, entry)
    }

    /// The same, keeping tests besides those that there are.
    pub fn run_for(tests: Option<Tests>, e: Exploration<'a>, entry: FuncId) -> Result<Explored, TreeError> {
        let mut x = Explorer {
            machine: e.machine,
            reach: e.reach,
            setup: e.setup,
            fold: e.fold,
            replay: e.replay,
            replays_all: e.replays_all,
            loops: e.loops,
            choices: Choices::default(),
            prelude: None,
            forks_in_calls: false,
            goes_on_unknown: false,
            quiet_terms: 0,
            generalisers: Generalisers::default(),
            broken_off: Work::NONE,
            make_search: e.search,
            listener: e.listener,
            units: PrimaryMap::from_iter([Unit::new(entry, None, e.search)]),
            touched: BTreeSet::new(),
            schedule: Schedule::new(e.directed, e.focused),
            scouts: Scouts::new(),
            // Where there are targets, what else a run may come to is not looked for.
            fuzzer: (e.fuzz && !e.focused && !e.directed).then(Fuzzer::new),
            waiting: Waiting::default(),
            bounds: Bounds::new(e.limits, e.cancel, e.on_tick),
            results: Results::new(tests),
            counters: Counters { states: 1, ..Counters::default() },
        };
        match (x.setup)(x.machine) {
            Ok(state) => {
                if x.fold.is_some() || x.machine.config.calls {
                    x.units[UnitId::PROGRAM].watch(state.heap.clone());
                }
                // A test is what happens in the program as it is.
                let watched = x.units[UnitId::PROGRAM].covered.is_some();
                let generalises = x.results.tests.is_none() && watched && !x.machine.counts_objects();
                if generalises {
                    x.generalisers = Generalisers::new(x.machine, &state.heap);
                }
                let mut leaf = Leaf::root(UnitId::PROGRAM, state, Course::Each);
                if let Some(input) = e.first {
                    leaf.begin_with(&x.machine.pool, input);
                }
                x.begin(leaf, e.settled.unwrap_or_default());
                x.explore()?;
            }
            Err(stop) => x.stop((LeafId { unit: UnitId::PROGRAM, node: NodeId::ROOT }, None), stop, None)?,
        }
        let whatever_ids = x.units.values().any(|unit| unit.covered.as_ref().is_some_and(|c| c.whatever_ids));
        let ids_mattered = whatever_ids && x.machine.tells_ids_apart();
        if ids_mattered {
            let text = "an address is used as a number, or in an order, after paths were taken for one that differ in \
                addresses alone";
            x.results.gap(GapKind::Stopped(StopReason::UnsupportedFeature), text.into(), None);
        }
        let mut trees = x.units.into_iter().map(|(unit, u)| Explicit {
            unit,
            function: u.function,
            tree: u.tree,
            abandoned: u.abandoned,
        });
        let tree = trees.next().map_or_else(|| Tree::new(Site::default()), |u| u.tree);
        let units = trees.collect();
        let Results { findings, gaps, tests, .. } = x.results;
        x.choices.note_charges();
        let Choices { taken, settled, charged, .. } = x.choices;
        let counters = x.counters;
        Ok(Explored { tree, units, findings, gaps, ids_mattered, counters, tests, taken, settled, charged })
    }

    fn explore(&mut self) -> Result<(), TreeError> {
        while let Some((id, open)) = self.choose()? {
            self.touched.insert(id.unit);
            let (branch, before, choices) = (open.branch(), self.work(), self.choices.len());
            let scouting = self.is_scouting();
            self.reach.turn_to(Lane(self.choices.course(branch).number()));
            let hit = match open {
                Pending::State(parked) => {
                    let (leaf, end) = parked.wake();
                    self.look(Leaf { scouts: scouting, ..leaf }, end)?
                }
                Pending::Call(called) => self.resume(called)?,
                Pending::Untried(untried) => self.try_alternative(untried)?,
            };
            let work = self.work().minus(before);
            if scouting {
                self.scouted(work);
            }
            // What scouts cost says nothing of the alternatives that they are in.
            self.review(branch, if scouting { Work::NONE } else { work }, choices);
            self.check_closed()?;
            self.resume_suspended(false);
            let hit = hit.or_else(|| self.fuzz());
            // Whatever was executed last may have met the end of the run, which it left to us to notice.
            if let Some(reason) = hit.or(self.bounds.over).or_else(|| self.machine.config.meter.over()) {
                self.test_open(reason);
                self.end(reason);
                return Ok(());
            }
        }
        match self.bounds.over {
            Some(reason) => self.end(reason),
            None => self.leave_rest(),
        }
        Ok(())
    }

    /// The work that was done so far: executing and asking.
    pub(crate) fn work(&self) -> Work {
        let decisions = tuning::WORK_PER_DECISION.get().part(self.bounds.decisions, 1);
        let paths = tuning::WORK_PER_PATH.get().part(self.counters.states, 1);
        let terms = tuning::WORK_PER_QUIET_TERM.get().part(self.quiet_terms, 1);
        let commands = Work::of_commands(self.counters.steps + self.machine.config.meter.commands());
        let asked = self.reach.work().plus(self.reach.beside());
        asked.plus(commands).plus(decisions).plus(paths).plus(terms)
    }

    /// The machine that executes a leaf.
    pub(crate) fn machine_of(&self, leaf: &Leaf) -> UnitMachine<'a> {
        match self.generalisers.of(leaf.course) {
            Some(generaliser) => UnitMachine::Own(generaliser.machine.clone()),
            _ => self.machine(leaf.id.unit),
        }
    }

    /// The machine of a unit.
    pub(crate) fn machine(&self, unit: UnitId) -> UnitMachine<'a> {
        match &self.units[unit].machine {
            Some(own) => UnitMachine::Own(own.clone()),
            None => UnitMachine::Program(self.machine),
        }
    }

    /// The tree that a leaf is of.
    pub(crate) fn tree(&mut self, leaf: LeafId) -> &mut Tree {
        self.touched.insert(leaf.unit);
        &mut self.units[leaf.unit].tree
    }

    /// Puts a leaf into the frontier.
    pub(crate) fn open(&mut self, leaf: Leaf) {
        self.put(leaf, None);
    }

    /// The same, with how its path ends, if it does.
    pub(crate) fn put(&mut self, leaf: Leaf, end: Option<Outcome>) {
        let LeafId { unit, node } = leaf.id;
        debug_assert!(self.units[unit].tree.node(node).status() == Status::Unknown, "only unknown leaves are kept");
        self.file(Pending::path(self.machine, leaf, end));
    }

    /// What all trees say together.
    pub(crate) fn conclusion(&self) -> Conclusion {
        let mut all = Conclusion::default();
        self.units.values().filter(|u| !u.abandoned).for_each(|u| all.add(u.tree.conclusion()));
        all
    }
}
