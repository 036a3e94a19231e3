//! The explorer: chooses leaves, runs them to their next decision, and is the only one to change the tree.
//!
//! It is oblivious to what commands mean (the stepper knows) and to how reachability is answered (`Reach`). It keeps
//! the states of the unknown leaves; a leaf that is settled has none. Invariant: at the end of a run every leaf is
//! settled, so that "holds" means that nothing was left out.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plica_ir::{FuncId, Loc};
use plica_smt::{Answer, UnknownReason};
use plica_term::Evaluator;
use plica_tree::{
    Child, CoverageView, ErrorRecord, FailReason, Kind, NodeId, Search, Site, Status, StopReason, Tree, TreeError,
};

use crate::confirm::{Setup, confirm, restrict};
use crate::covered::Covered;
use crate::event::{Event, unfold};
use crate::fault::{Fault, Stop, StopKind};
use crate::finding::Finding;
use crate::fold::{Exit, Fold, Folded, Mark as LoopMark, Side, Way, apply, feasible};
use crate::limits::{Limits, resident_memory};
use crate::machine::Machine;
use crate::outcome::{Effect, Outcome};
use crate::reach::Reach;
use crate::state::State;

/// Commands executed between two looks at the limits.
const BATCH: u64 = 1 << 16;
/// Time for a question that is probably not answered.
const HARD_LIMIT: Duration = Duration::from_millis(400);
/// Decisions with one feasible side before another leaf may have its turn.
const TURN: u64 = 64;
/// Longest period, in commands, of a path that repeats itself to be noticed.
const PERIOD: u64 = 4096;
/// Decisions between two looks at the memory.
const MEMORY_PERIOD: u64 = 256;

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
    /// Paths that came to a state seen before.
    pub covered: u64,
    /// Loops whose folding was taken back, since it led to questions without an answer.
    pub undone: u64,
    /// Loops that were folded.
    pub folded: u64,
    /// Paths that were seen to repeat themselves for ever.
    pub diverging: u64,
    /// Most memory seen in use, bytes.
    pub peak_memory: u64,
}

/// Why paths ended without an answer: the reason, where, and how many.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The class.
    pub reason: MarkReason,
    /// For people.
    pub text: Arc<str>,
    /// Where the first of them ended.
    pub site: Option<(FuncId, Loc)>,
    /// On how many paths.
    pub count: u64,
}

/// The class of a [`Mark`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkReason {
    /// The path was not followed further.
    Stopped(StopReason),
    /// plica could not decide.
    Failed(FailReason),
}

/// See the module's description.
pub struct Explorer<'a> {
    machine: &'a Machine,
    reach: &'a mut dyn Reach,
    setup: &'a Setup<'a>,
    fold: Option<&'a mut dyn Fold>,
    covered: Option<Covered>,
    limits: Limits,
    cancel: &'a AtomicBool,
    tree: Tree,
    search: Box<dyn Search + Send>,
    /// Chooses among the leaves that are deferred.
    deferred: Box<dyn Search + Send>,
    turns: u64,
    states: HashMap<NodeId, State>,
    /// How many batches in a row the leaf has run without a decision.
    batches: HashMap<NodeId, u64>,
    findings: Vec<Finding>,
    marks: Vec<Mark>,
    counters: Counters,
    decisions: u64,
    on_tick: &'a mut dyn FnMut(&Counters, &Tree, u64, usize),
}

/// What an explorer gives back.
pub struct Explored {
    /// The tree, every leaf settled.
    pub tree: Tree,
    /// Faults, one per kind and place.
    pub findings: Vec<Finding>,
    /// Reasons for not saying "holds".
    pub marks: Vec<Mark>,
    /// Counts.
    pub counters: Counters,
}

/// What an explorer is made of.
pub struct Exploration<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The reachability check.
    pub reach: &'a mut dyn Reach,
    /// Makes initial states.
    pub setup: &'a Setup<'a>,
    /// Folds loops, if they are to be folded.
    pub fold: Option<&'a mut dyn Fold>,
    /// The search policy.
    pub search: Box<dyn Search + Send>,
    /// The search policy for what is deferred.
    pub deferred: Box<dyn Search + Send>,
    /// The bounds.
    pub limits: Limits,
    /// Set when the run is to end.
    pub cancel: &'a AtomicBool,
    /// Called now and then with counts, tree, queries and the number of findings.
    pub on_tick: &'a mut dyn FnMut(&Counters, &Tree, u64, usize),
}

struct Visits<'a>(&'a Machine);

impl CoverageView for Visits<'_> {
    fn visits(&self, site: Site) -> u64 {
        self.0.coverage.visits(FuncId(site.function), Loc(site.location))
    }
}

impl<'a> Explorer<'a> {
    /// Explores until everything is settled or a bound is hit.
    pub fn run(e: Exploration<'a>, entry: FuncId) -> Result<Explored, TreeError> {
        let tree = Tree::new(Site { function: entry.0, location: 0 });
        let mut x = Explorer {
            machine: e.machine,
            reach: e.reach,
            setup: e.setup,
            fold: e.fold,
            covered: None,
            limits: e.limits,
            cancel: e.cancel,
            tree,
            search: e.search,
            deferred: e.deferred,
            turns: 0,
            states: HashMap::new(),
            batches: HashMap::new(),
            findings: Vec::new(),
            marks: Vec::new(),
            counters: Counters { states: 1, ..Counters::default() },
            decisions: 0,
            on_tick: e.on_tick,
        };
        let root = x.tree.root();
        match (x.setup)(x.machine) {
            Ok(state) => {
                x.covered = x.fold.is_some().then(|| Covered::new(state.heap.clone()));
                x.open(root, state);
                x.explore()?;
            }
            Err(stop) => x.stop(root, stop, None)?,
        }
        Ok(Explored { tree: x.tree, findings: x.findings, marks: x.marks, counters: x.counters })
    }

    fn explore(&mut self) -> Result<(), TreeError> {
        while let Some(leaf) = self.choose() {
            let Some(state) = self.states.remove(&leaf) else { continue };
            if state.folded.as_ref().is_some_and(|mark| mark.is_undone()) {
                self.tree.settle(leaf, Status::Finished)?;
                continue;
            }
            if let Some(reason) = self.advance(leaf, state)? {
                self.end(reason);
                break;
            }
        }
        Ok(())
    }

    /// The leaf to go on with. Those that are deferred have every eighth choice.
    fn choose(&mut self) -> Option<NodeId> {
        self.turns += 1;
        let visits = Visits(self.machine);
        let mut order = [&mut self.search, &mut self.deferred];
        if self.turns.is_multiple_of(8) {
            order.reverse();
        }
        order.into_iter().find_map(|search| search.choose(&self.tree, &visits))
    }

    /// Puts a leaf into the frontier.
    fn open(&mut self, leaf: NodeId, state: State) {
        let search = if state.deferred { &mut self.deferred } else { &mut self.search };
        search.add(&self.tree, leaf);
        self.states.insert(leaf, state);
    }

    /// Settles everything that is still unknown: a bound was hit.
    fn end(&mut self, reason: StopReason) {
        let detail = self.marks.len() as u32;
        let count = self.tree.stop_unknown(reason, Some(detail)) as u64;
        self.marks.push(Mark { reason: MarkReason::Stopped(reason), text: "".into(), site: None, count });
        // Freeing a million states takes seconds, and the process is about to end.
        std::mem::forget(std::mem::take(&mut self.states));
    }

    /// Looks at the bounds of the run.
    fn bound(&mut self) -> Option<StopReason> {
        let c = self.tree.conclusion();
        let confirmed = self.findings.iter().filter(|f| f.confirmed).count();
        let hit = self.limits.hit(self.cancel, self.counters.steps, c.paths(), confirmed as u64);
        if hit.is_some() {
            return hit;
        }
        let memory = resident_memory();
        self.counters.peak_memory = self.counters.peak_memory.max(memory);
        (self.on_tick)(&self.counters, &self.tree, self.reach.queries(), self.findings.len());
        self.limits.memory.is_some_and(|l| memory >= l).then_some(StopReason::MemoryLimit)
    }

    /// Runs a leaf until it is settled or expanded, or for one batch. Answers which bound was hit, if one was; the
    /// leaf is unknown then.
    fn advance(&mut self, leaf: NodeId, mut s: State) -> Result<Option<StopReason>, TreeError> {
        let mut implied = 0;
        loop {
            let before = s.steps;
            let outcome = self.machine.run(&mut s, BATCH);
            self.counters.steps += s.steps - before;
            match outcome {
                Outcome::Pause => {
                    let hit = self.bound();
                    let batches = self.batches.entry(leaf).or_insert(0);
                    *batches += 1;
                    let batches = *batches;
                    if batches.is_power_of_two() && self.diverges(&mut s) {
                        self.counters.diverging += 1;
                        self.tree.settle(leaf, Status::Finished)?;
                        return Ok(hit);
                    }
                    // Nothing was decided: what is executed fast anyway is folded only if that is easy.
                    self.reach.hurry(Some(HARD_LIMIT));
                    let folded = batches.is_power_of_two() && self.fold_marked(leaf, &s, true)?;
                    self.reach.hurry(None);
                    if folded {
                        return Ok(hit);
                    }
                    self.open(leaf, s);
                    return Ok(hit);
                }
                Outcome::Decide(alternatives) => {
                    self.decisions += 1;
                    if self.decisions.is_multiple_of(MEMORY_PERIOD)
                        && let Some(hit) = self.bound()
                    {
                        return Ok(Some(hit));
                    }
                    if self.limits.deadline.is_some_and(|d| std::time::Instant::now() >= d) {
                        return Ok(Some(StopReason::TimeLimit));
                    }
                    let total = alternatives.len();
                    self.reach.hurry(s.hard.then_some(HARD_LIMIT));
                    let mut sides = feasible(self.machine, self.reach, &s, alternatives);
                    self.reach.hurry(None);
                    if self.cancel.load(std::sync::atomic::Ordering::Relaxed) {
                        return Ok(Some(self.bound().unwrap_or(StopReason::Cancelled)));
                    }
                    if sides.is_empty() {
                        self.fail(leaf, FailReason::Internal, "no side of a decision is feasible", &s)?;
                        return Ok(None);
                    }
                    if let [Side { answer: Ok(model), .. }] = &sides[..] {
                        // The others are refuted, so the condition is implied and need not be kept.
                        s.model = model.clone();
                    }
                    if sides.len() == 1
                        && sides[0].answer.is_ok()
                        && let Some(side) = sides.pop()
                    {
                        self.counters.implied += u64::from(total > 1);
                        implied += 1;
                        match apply(self.machine, &mut s, side.alternative) {
                            // Other leaves have a right to be looked at, however much is decided here without a fork.
                            None if implied >= TURN => {
                                // Each of these decisions was a question: a loop of them is worth folding.
                                if self.fold_marked(leaf, &s, false)? {
                                    return Ok(self.error_bound());
                                }
                                self.open(leaf, s);
                                return Ok(None);
                            }
                            None => continue,
                            Some(Outcome::Head) => {
                                if self.arrive(&mut s) {
                                    self.tree.settle(leaf, Status::Finished)?;
                                    return Ok(None);
                                }
                                continue;
                            }
                            Some(end) => {
                                self.settle(leaf, end, &s)?;
                                return Ok(self.error_bound());
                            }
                        }
                    }
                    if self.fold_marked(leaf, &s, false)? {
                        return Ok(self.error_bound());
                    }
                    self.machine.unquiet(&s);
                    self.fork(leaf, s, sides, total)?;
                    return Ok(self.error_bound());
                }
                Outcome::Head => {
                    if self.arrive(&mut s) {
                        self.tree.settle(leaf, Status::Finished)?;
                        return Ok(None);
                    }
                }
                end => {
                    self.settle(leaf, end, &s)?;
                    return Ok(self.error_bound().or_else(|| {
                        let c = self.tree.conclusion();
                        self.limits.paths.is_some_and(|l| c.paths() >= l).then_some(StopReason::PathLimit)
                    }));
                }
            }
        }
    }

    /// Does the path repeat itself for ever? Then it never gets anywhere, in particular to no error. Looked for by
    /// single steps, so only now and then.
    fn diverges(&mut self, s: &mut State) -> bool {
        let earlier = s.clone();
        let mut found = false;
        while !found && s.steps < earlier.steps + PERIOD {
            // Whatever else happens happens again when the command is executed again.
            if self.machine.run(s, 1) != Outcome::Pause {
                break;
            }
            found = s.repeats(&earlier);
        }
        self.counters.steps += s.steps - earlier.steps;
        found
    }

    fn error_bound(&self) -> Option<StopReason> {
        let confirmed = self.findings.iter().filter(|f| f.confirmed).count() as u64;
        self.limits.errors.is_some_and(|l| confirmed >= l).then_some(StopReason::StoppedAtError)
    }

    /// Control is at the head of a loop. True if all ways on from there are explored already.
    fn arrive(&mut self, s: &mut State) -> bool {
        // A path that others cover by now must not leave a record here, which would end one of them.
        if s.folded.as_ref().is_some_and(|mark| mark.is_undone()) {
            return true;
        }
        if !s.pc.is_empty() && self.covered.as_mut().is_some_and(|c| c.covers(self.machine, s)) {
            self.counters.covered += 1;
            return true;
        }
        let way = self.fold.as_mut().and_then(|f| f.wants(s.top.func, s.top.loc));
        match way {
            // A loop that is taken in another way from now on stays so.
            Some(way) if way != Way::Fold => s.go(way),
            way => s.enter_loop(way.is_some()),
        }
        false
    }

    /// Goes back to the head of a loop that the state is in and folds it, if that can be done; `easy`: only if there is
    /// nothing hard about it.
    fn fold_marked(&mut self, leaf: NodeId, s: &State, easy: bool) -> Result<bool, TreeError> {
        for mark in s.marks() {
            let Some(fold) = &mut self.fold else { return Ok(false) };
            if !mark.take() {
                continue;
            }
            let mut way = if easy { Way::Easy } else { mark.way };
            let mut folded = fold.fold(self.machine, self.reach, &mark.state, way);
            let open = |f: &Folded| matches!(f, Folded::Exits { exits, .. } if exits.iter().any(|e| e.answer.is_err()));
            if easy && open(&folded) {
                fold.regret(mark.state.top.func, mark.state.top.loc);
                continue;
            }
            if way == Way::Fold && open(&folded) {
                way = Way::Chunk;
                fold.regret(mark.state.top.func, mark.state.top.loc);
                folded = fold.fold(self.machine, self.reach, &mark.state, way);
            }
            if let Folded::Exits { template, exits } = folded {
                self.leave(leaf, template, exits, &mark, way)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gives a leaf one child per exit of the folded loop at which it stands.
    fn leave(
        &mut self,
        leaf: NodeId,
        template: u32,
        exits: Vec<Exit>,
        mark: &Arc<LoopMark>,
        way: Way,
    ) -> Result<(), TreeError> {
        let (func, head, depth) = (mark.state.top.func, mark.state.top.loc, mark.state.depth);
        self.counters.folded += 1;
        if exits.is_empty() {
            self.counters.diverging += 1;
            return self.tree.settle(leaf, Status::Finished);
        }
        let child = |(i, exit): (usize, &Exit)| Child {
            site: Site { function: exit.state.top.func.0, location: exit.state.top.loc.0 },
            kind: Kind::Folded { template, exit: i as u32 },
            condition: Some(exit.condition.index()),
        };
        let children: Vec<Child> = exits.iter().enumerate().map(child).collect();
        let range = self.tree.expand(leaf, &children)?;
        for (exit, child) in exits.into_iter().zip(range.iter()) {
            let mut state = exit.state;
            if state.hard && !mark.state.hard {
                mark.set_hard();
            }
            match exit.answer {
                Err(reason) => {
                    state.folded = Some(mark.clone());
                    self.give_up(child, &reason, &state)?;
                    continue;
                }
                Ok(model) => state.model = model,
            }
            state.folded = Some(mark.clone());
            self.counters.states += 1;
            let end = match exit.end {
                Some(end) => Some(end),
                // The way out may lead to the head of another loop.
                None if (state.top.func, state.top.loc, state.depth) == (func, head, depth) => {
                    // So many iterations are done, and there may be more.
                    state.go(way);
                    None
                }
                None => match self.machine.border(&mut state) {
                    Some(Outcome::Head) => self.arrive(&mut state).then_some(Outcome::Finished),
                    end => end,
                },
            };
            match end {
                Some(end) => self.settle(child, end, &state)?,
                None => self.open(child, state),
            }
        }
        Ok(())
    }

    fn fork(&mut self, leaf: NodeId, s: State, sides: Vec<Side>, total: usize) -> Result<(), TreeError> {
        self.counters.forks += 1;
        let check = sides.iter().any(|x| matches!(x.alternative.effect, Effect::Fault(_) | Effect::Stop(_)));
        let children: Vec<Child> = sides
            .iter()
            .map(|x| {
                let (func, mut loc) = (s.top.func, s.top.loc);
                let effect = &x.alternative.effect;
                if let Effect::Goto(l) = effect {
                    loc = *l;
                }
                let kind = match effect {
                    Effect::Fault(_) | Effect::Stop(_) => Kind::ErrorCheck { passes: false },
                    Effect::Constrain if check => Kind::ErrorCheck { passes: true },
                    Effect::Goto(_) if total == 2 => Kind::Branch { taken: x.index == 0 },
                    Effect::Goto(_) => Kind::SwitchCase(x.index as u32),
                    Effect::Bind(_, value) => Kind::PointerChoice { object: object_of(*value) },
                    _ => Kind::Choice(x.index as u32),
                };
                let site = Site { function: func.0, location: loc.0 };
                Child { site, kind, condition: Some(x.alternative.cond.index()) }
            })
            .collect();
        let range = self.tree.expand(leaf, &children)?;
        let too_deep = self.limits.depth.is_some_and(|d| u64::from(self.tree.node(leaf).depth()) + 1 > d);
        let last = sides.len() - 1;
        let mut original = Some(s);
        for (i, (side, child)) in sides.into_iter().zip(range.iter()).enumerate() {
            // The last side takes the state itself.
            let state = if i == last { original.take() } else { original.clone() };
            let Some(mut state) = state else { continue };
            let model = match side.answer {
                Ok(model) => model,
                Err(reason) => {
                    self.give_up(child, &reason, &state)?;
                    continue;
                }
            };
            self.counters.states += u64::from(i > 0);
            state.pc.push(side.alternative.cond);
            state.model = model;
            let end = match apply(self.machine, &mut state, side.alternative) {
                Some(Outcome::Head) => self.arrive(&mut state).then_some(Outcome::Finished),
                end => end,
            };
            match end {
                Some(end) => self.settle(child, end, &state)?,
                None if too_deep => {
                    let stop = Stop::new(StopKind::Bound, "the limit on the depth of paths");
                    self.stop(child, stop, Some((state.top.func, state.top.loc)))?;
                }
                None => self.open(child, state),
            }
        }
        Ok(())
    }

    /// Settles a leaf whose path has ended.
    fn settle(&mut self, leaf: NodeId, end: Outcome, s: &State) -> Result<(), TreeError> {
        match end {
            Outcome::Finished | Outcome::Infeasible => self.tree.settle(leaf, Status::Finished),
            Outcome::Fault(fault) => self.found(leaf, fault, s),
            Outcome::Stop(stop) => self.stop(leaf, stop, Some((s.top.func, s.top.loc))),
            Outcome::Pause | Outcome::Decide(_) | Outcome::Head | Outcome::Left => Ok(()),
        }
    }

    /// A fault: confirmed unless the same one was confirmed before.
    fn found(&mut self, leaf: NodeId, fault: Fault, s: &State) -> Result<(), TreeError> {
        let site = (s.top.func, s.top.loc);
        let kind = fault.kind;
        let same = |f: &Finding| f.fault.kind == kind && f.site() == site;
        let known = self.findings.iter().position(same);
        if let Some(i) = known
            && self.findings[i].confirmed
        {
            self.findings[i].paths += 1;
            return self.tree.settle(leaf, Status::Error(ErrorRecord(i as u32)));
        }
        let mut finding = Finding::new(fault, s, s.pc.clone(), s.model.clone());
        self.fewer_iterations(&mut finding);
        finding.model = restrict(&self.machine.pool, &finding);
        if let Some((inputs, folds)) = unfold(&self.machine.pool, &finding.events, &finding.model) {
            (finding.inputs, finding.folds) = (inputs, folds);
            finding.confirmed = confirm(self.machine, self.setup, &finding);
        }
        let i = match known {
            Some(i) => {
                finding.paths = self.findings[i].paths + 1;
                if finding.confirmed {
                    self.findings[i] = finding;
                }
                i
            }
            None => {
                self.findings.push(finding);
                self.findings.len() - 1
            }
        };
        if self.findings[i].confirmed {
            self.tree.settle(leaf, Status::Error(ErrorRecord(i as u32)))
        } else {
            let text = format!("{} (the concrete run did not get there)", self.findings[i].fault.message);
            self.fail(leaf, FailReason::Unconfirmed, &text, s)
        }
    }

    /// Looks for a model in which folded loops run less often: tests are to be small, and confirming them short.
    fn fewer_iterations(&mut self, finding: &mut Finding) {
        let pool = &self.machine.pool;
        for event in &finding.events {
            let Event::Folded(fold) = event else { continue };
            for bound in [8u128, 1 << 6, 1 << 10, 1 << 16] {
                if Evaluator::new(pool, &finding.model).eval(fold.count).bits() <= bound {
                    break;
                }
                let few = pool.ule(fold.count, pool.bv(bound, pool.width(fold.count)));
                if let Answer::Sat(model) = self.reach.check(&finding.pc, few, &finding.model) {
                    finding.pc.push(few);
                    finding.model = model;
                    break;
                }
            }
        }
    }

    fn stop(&mut self, leaf: NodeId, stop: Stop, site: Option<(FuncId, Loc)>) -> Result<(), TreeError> {
        let reason = match stop.kind {
            StopKind::Unsupported => StopReason::UnsupportedFeature,
            StopKind::NoModel => StopReason::NoModel,
            StopKind::UncheckedUndefined => StopReason::UncheckedUndefined,
            StopKind::CallDepth => StopReason::CallDepthLimit,
            StopKind::Objects => StopReason::ObjectSizeLimit,
            StopKind::Bound => StopReason::DepthLimit,
        };
        let detail = self.mark(MarkReason::Stopped(reason), stop.message, site);
        self.tree.settle(leaf, Status::Stopped { reason, detail: Some(detail) })
    }

    fn fail(&mut self, leaf: NodeId, reason: FailReason, text: &str, s: &State) -> Result<(), TreeError> {
        let detail = self.mark(MarkReason::Failed(reason), text.into(), Some((s.top.func, s.top.loc)));
        self.tree.settle(leaf, Status::Failed { reason, detail: Some(detail) })
    }

    /// A question about a path was not answered. If a loop was folded on the way, the path goes back to it, and the loop
    /// is taken in the next of the ways that there are. That covers the path, and all others through the folded loop.
    fn give_up(&mut self, leaf: NodeId, reason: &UnknownReason, s: &State) -> Result<(), TreeError> {
        let (Some(mark), Some(fold)) = (&s.folded, &mut self.fold) else {
            let (class, text) = fail_class(reason);
            return self.fail(leaf, class, &text, s);
        };
        match mark.culprit().undo() {
            Some(state) => {
                fold.regret(state.top.func, state.top.loc);
                self.counters.undone += 1;
                // What paths saw that are now given up for this one must not end it.
                if let Some(covered) = &mut self.covered {
                    covered.forget();
                }
                self.counters.states += 1;
                self.open(leaf, state);
                Ok(())
            }
            None => self.tree.settle(leaf, Status::Finished),
        }
    }

    /// Counts a reason, once per class and text.
    fn mark(&mut self, reason: MarkReason, text: Arc<str>, site: Option<(FuncId, Loc)>) -> u32 {
        if let Some(i) = self.marks.iter().position(|m| m.reason == reason && m.text == text) {
            self.marks[i].count += 1;
            return i as u32;
        }
        self.marks.push(Mark { reason, text, site, count: 1 });
        self.marks.len() as u32 - 1
    }
}

fn object_of(v: crate::value::Value) -> u32 {
    match v {
        crate::value::Value::Ptr { obj, .. } | crate::value::Value::SymPtr { obj, .. } => obj.0,
        _ => 0,
    }
}

fn fail_class(reason: &UnknownReason) -> (FailReason, String) {
    let class = match reason {
        UnknownReason::Timeout => FailReason::SolverTimeout,
        UnknownReason::Died(_) | UnknownReason::Protocol(_) | UnknownReason::Memory | UnknownReason::BadModel => {
            FailReason::SolverFailure
        }
        UnknownReason::Disagreement => FailReason::SolverDisagreement,
        UnknownReason::Incomplete(_) | UnknownReason::Unsupported(_) | UnknownReason::Interrupted => {
            FailReason::SolverIncomplete
        }
    };
    (class, reason.to_string())
}
