//! The explorer: chooses leaves, runs them to their next decision, and is the only one to change trees.
//!
//! It is oblivious to what commands mean (the stepper knows) and to how reachability is answered (`Reach`). It keeps
//! the states of the unknown leaves; a leaf that is settled has none. Where calls are summarised there are several
//! *units*, each a function with a tree of its own; else there is one, the program. Invariant: at the end of a run
//! every leaf is settled, so that "holds" means that nothing was left out that was looked for.
//!
//! `directed` says which unit is next, `pruning` leaves out what cannot matter, `advance` runs a leaf, `fork` expands
//! it, `looping` folds loops, `suspending` has them wait, `postponing` asks hard questions again, `calling` summarises
//! calls, `ending` settles, `testing` keeps tests.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cranelift_entity::PrimaryMap;
use plica_exec::{CallId, Finding, Machine, Outcome, Setup, UnitId, resident_memory};
use plica_ir::{FuncId, Loc};
use plica_smt::Work;
use plica_tree::{Conclusion, FailReason, NodeId, Search, Site, Status, StopReason, Tree, TreeError};

use crate::first::FirstInput;
use crate::fold::Fold;
use crate::leaf::{Leaf, LeafId};
use crate::limits::Limits;
use crate::oracle::Reach;
use crate::postponing::Postponed;
use crate::suite::{Test, Tests};
use crate::tuning;
use crate::unit::{Pending, Unit, UnitMachine};

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
    /// Where the first of them ended.
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

/// What came of looking for a leaf.
pub(crate) enum Chosen {
    /// This one.
    Leaf(LeafId, Pending),
    /// Some have just become unknown again.
    Again,
    /// There is none.
    Nothing,
}

/// See the module's description.
pub struct Explorer<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) reach: &'a mut dyn Reach,
    pub(crate) setup: &'a Setup<'a>,
    pub(crate) fold: Option<&'a mut dyn Fold>,
    pub(crate) limits: Limits,
    pub(crate) cancel: &'a AtomicBool,
    pub(crate) make_search: &'a MakeSearch<'a>,
    pub(crate) units: PrimaryMap<UnitId, Unit>,
    /// The units in the order in which they were called last.
    pub(crate) recent: Vec<UnitId>,
    /// The calls that the path of the first input is in, outermost first, with the units that they enter.
    pub(crate) first: Vec<(UnitId, CallId)>,
    /// Is the leaf being looked at on that path?
    pub(crate) following: bool,
    pub(crate) directed: bool,
    pub(crate) focused: bool,
    /// Leaves for which more effort is needed than was made so far.
    pub(crate) later: Vec<(LeafId, Pending)>,
    /// Sides of decisions whose questions are asked again when nothing else is left.
    pub(crate) postponed: VecDeque<Postponed>,
    pub(crate) turns: u64,
    /// Choices that went round the units.
    pub(crate) rounds: usize,
    /// When callers are told of what units have to offer that are not done yet.
    pub(crate) telling: u64,
    pub(crate) findings: Vec<Finding>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) counters: Counters,
    pub(crate) decisions: u64,
    pub(crate) refuted: u32,
    pub(crate) tests: Option<Tests>,
    /// Why the run ends, where a question found that out.
    pub(crate) over: Option<StopReason>,
    pub(crate) on_tick: &'a mut Tick<'a>,
    pub(crate) ticked: Instant,
    pub(crate) listener: &'a mut dyn Listener,
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
    /// Counts.
    pub counters: Counters,
    /// The tests, if they were wanted.
    pub tests: Option<Tests>,
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
    /// Folds loops, if they are to be folded.
    pub fold: Option<&'a mut dyn Fold>,
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
            limits: e.limits,
            cancel: e.cancel,
            make_search: e.search,
            units: PrimaryMap::from_iter([Unit::new(entry, None, e.search)]),
            recent: vec![UnitId::PROGRAM],
            first: Vec::new(),
            following: false,
            directed: e.directed,
            focused: e.focused,
            later: Vec::new(),
            postponed: VecDeque::new(),
            turns: 0,
            rounds: 0,
            telling: tuning::CHOICES_BEFORE_TELLING.get(),
            findings: Vec::new(),
            gaps: Vec::new(),
            counters: Counters { states: 1, ..Counters::default() },
            decisions: 0,
            refuted: 0,
            tests,
            over: None,
            on_tick: e.on_tick,
            ticked: Instant::now(),
            listener: e.listener,
        };
        match (x.setup)(x.machine) {
            Ok(state) => {
                if x.fold.is_some() || x.machine.config.calls {
                    x.units[UnitId::PROGRAM].watch(state.heap.clone());
                }
                let mut leaf = Leaf::root(UnitId::PROGRAM, state);
                if let Some(input) = e.first {
                    leaf.begin_with(&x.machine.pool, input);
                }
                x.open(leaf);
                x.explore()?;
            }
            Err(stop) => x.stop(LeafId { unit: UnitId::PROGRAM, node: NodeId::ROOT }, stop, None)?,
        }
        let mut trees = x.units.into_iter().map(|(unit, u)| Explicit {
            unit,
            function: u.function,
            tree: u.tree,
            abandoned: u.abandoned,
        });
        let tree = trees.next().map_or_else(|| Tree::new(Site::default()), |u| u.tree);
        let units = trees.collect();
        Ok(Explored { tree, units, findings: x.findings, gaps: x.gaps, counters: x.counters, tests: x.tests })
    }

    fn explore(&mut self) -> Result<(), TreeError> {
        while let Some((id, open)) = self.choose()? {
            let (deferred, before) = (open.is_deferred(), self.work());
            let hit = match open {
                Pending::State(leaf, _) if leaf.is_rolled_back() => {
                    self.tree(id).settle(id.node, Status::Finished)?;
                    None
                }
                Pending::State(leaf, end) => self.look(*leaf, end)?,
                Pending::Call(called) => self.resume(called)?,
            };
            let work = self.work().minus(before);
            self.units[id.unit].spent(deferred, work);
            self.check_closed()?;
            self.resume_suspended(false);
            // Whatever was executed last may have met the end of the run, which it left to us to notice.
            if let Some(reason) = hit.or(self.over).or_else(|| self.machine.config.meter.over()) {
                self.test_open(reason);
                self.end(reason);
                return Ok(());
            }
        }
        match self.over {
            Some(reason) => self.end(reason),
            None => self.leave_rest(),
        }
        Ok(())
    }

    /// The leaf to go on with.
    fn choose(&mut self) -> Result<Option<(LeafId, Pending)>, TreeError> {
        loop {
            self.turns += 1;
            let patient = self.turns.is_multiple_of(tuning::PATIENT_UNIT_PERIOD.get());
            if !patient && let Some(found) = self.follow()? {
                return Ok(Some(found));
            }
            if self.turns >= self.telling && self.units.len() > 1 {
                // Ever more seldom: who is told looks again at all that waits.
                self.telling = self.turns * 4;
                for unit in self.units.keys() {
                    self.notify(unit)?;
                }
            }
            let fair = patient || !self.directed && self.turns.is_multiple_of(tuning::FAIR_UNIT_PERIOD.get());
            let chosen = if self.directed && !fair { self.choose_directed()? } else { self.choose_recent(fair)? };
            match chosen {
                Chosen::Leaf(id, open) => return Ok(Some((id, open))),
                Chosen::Again => continue,
                Chosen::Nothing => {}
            }
            if self.resume_suspended(true) {
                continue;
            }
            // Nothing is left but what needs more effort.
            if self.ask_again()? {
                if let Some(reason) = self.out_of_time() {
                    self.end(reason);
                    return Ok(None);
                }
                continue;
            }
            if self.later.is_empty() {
                if self.untie()? {
                    continue;
                }
                return Ok(None);
            }
            let harder = self.reach.try_harder();
            for (id, open) in std::mem::take(&mut self.later) {
                if harder {
                    self.units[id.unit].put(id.node, open);
                } else {
                    let detail = self.gap(
                        GapKind::Failed(FailReason::SolverIncomplete),
                        "calls are nested without a bound that could be found".into(),
                        None,
                    );
                    let status = Status::Failed { reason: FailReason::SolverIncomplete, detail: Some(detail) };
                    self.tree(id).settle(id.node, status)?;
                }
            }
            if !harder {
                return Ok(None);
            }
        }
    }

    /// What was called last comes first, since callers need it; a fair choice goes round the units, so that none waits
    /// for ever.
    pub(crate) fn choose_recent(&mut self, fair: bool) -> Result<Chosen, TreeError> {
        let n = self.recent.len();
        self.rounds += usize::from(fair);
        for i in 0..n {
            let unit = if fair { UnitId::from_u32(((self.rounds + i) % n) as u32) } else { self.recent[n - 1 - i] };
            if let Some((node, open)) = self.units[unit].choose(self.turns, self.machine) {
                return Ok(Chosen::Leaf(LeafId { unit, node }, open));
            }
            // Those who wait for its paths are told once it has nothing more to offer.
            if self.notify(unit)? {
                return Ok(Chosen::Again);
            }
        }
        Ok(Chosen::Nothing)
    }

    /// The work that was done so far: executing and asking.
    pub(crate) fn work(&self) -> Work {
        self.reach.work().plus(Work::of_commands(self.counters.steps))
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
        &mut self.units[leaf.unit].tree
    }

    /// Puts a leaf into the frontier.
    pub(crate) fn open(&mut self, leaf: Leaf) {
        self.put(leaf, None);
    }

    /// The same, with how its path ends, if it does.
    pub(crate) fn put(&mut self, leaf: Leaf, end: Option<Outcome>) {
        let LeafId { unit, node } = leaf.id;
        self.units[unit].put(node, Pending::State(Box::new(leaf), end));
    }

    /// Settles everything that is still unknown: a bound was hit.
    pub(crate) fn end(&mut self, reason: StopReason) {
        // A path that met the end of the run has noted the gap already.
        let class = GapKind::Stopped(reason);
        let known = self.gaps.iter().position(|m| m.reason == class && m.text.is_empty());
        let detail = known.unwrap_or(self.gaps.len());
        let living = self.units.values_mut().filter(|u| !u.abandoned);
        let count: u64 = living.map(|u| u.tree.stop_unknown(reason, Some(detail as u32)) as u64).sum();
        match self.gaps.get_mut(detail) {
            Some(gap) => (gap.count, gap.site) = (gap.count + count, None),
            // What was still unknown has a reason of its own.
            None if count == 0 => {}
            None => self.gaps.push(Gap { reason: class, text: "".into(), site: None, count }),
        }
        // Freeing a million states takes seconds, and the process is about to end.
        self.units.values_mut().for_each(Unit::leak);
    }

    /// What all trees say together.
    pub(crate) fn conclusion(&self) -> Conclusion {
        let mut all = Conclusion::default();
        self.units.values().filter(|u| !u.abandoned).for_each(|u| all.add(u.tree.conclusion()));
        all
    }

    /// Says how it goes.
    pub(crate) fn tick(&mut self, now: &Conclusion) {
        self.ticked = Instant::now();
        (self.on_tick)(&self.counters, now, self.reach.queries(), self.findings.len());
    }

    /// Looks at the bounds of the run.
    pub(crate) fn bound(&mut self) -> Option<StopReason> {
        let now = self.conclusion();
        let confirmed = self.findings.iter().filter(|f| f.confirmed).count();
        let hit = self.limits.hit(self.cancel, self.counters.steps, now.followed(), confirmed as u64);
        if let Some(hit) = hit.or_else(|| self.machine.config.meter.over()) {
            return Some(hit);
        }
        let memory = resident_memory();
        self.counters.peak_memory = self.counters.peak_memory.max(memory);
        self.tick(&now);
        self.limits.memory.is_some_and(|l| memory >= l).then_some(StopReason::MemoryLimit)
    }

    pub(crate) fn error_bound(&self) -> Option<StopReason> {
        let confirmed = self.findings.iter().filter(|f| f.confirmed).count() as u64;
        self.limits.errors.is_some_and(|l| confirmed >= l).then_some(StopReason::StoppedAtError)
    }

    /// Counts a reason, once per class and text.
    pub(crate) fn gap(&mut self, reason: GapKind, text: Arc<str>, site: Option<(FuncId, Loc)>) -> u32 {
        if let Some(i) = self.gaps.iter().position(|m| m.reason == reason && m.text == text) {
            self.gaps[i].count += 1;
            return i as u32;
        }
        self.gaps.push(Gap { reason, text, site, count: 1 });
        self.gaps.len() as u32 - 1
    }
}
