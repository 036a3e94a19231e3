//! Running a leaf: to its next decision, or for one batch.
//!
//! Oblivious to what becomes of the sides of a decision.

use std::ops::ControlFlow::{self, Break, Continue};

use plica_exec::{Alternative, Outcome, UnitId, Walk, apply, or_halt};
use plica_smt::{Answer, Budget, Work};
use plica_term::{TermId, TermPool};
use plica_tree::{FailReason, Status, StopReason, TreeError};

use crate::calls::{Dependencies, Reached};
use crate::explorer::Explorer;
use crate::fork::{Side, Standing};
use crate::leaf::Leaf;
use crate::oracle::{Asker, Query, Whole};
use crate::tuning;
use crate::unit::{Pending, UnitMachine};

/// Does the path go on, after control has moved?
pub(crate) enum Next {
    /// Yes.
    On,
    /// The leaf is settled or expanded.
    Done,
}

/// What came of looking at a leaf: which bound was hit, if one was; the leaf is unknown then.
pub(crate) type Looked = Result<Option<StopReason>, TreeError>;

impl Explorer<'_> {
    /// Looks at a leaf: finds out first whether it is reachable, where that is not known.
    /// `end` is how its path ends then, if it does.
    pub(crate) fn look(&mut self, mut leaf: Leaf, end: Option<Outcome>) -> Looked {
        if end.is_none() && self.leaves_out(&leaf)? {
            return Ok(None);
        }
        if leaf.state.reach.is_confirmed() {
            // The beginning of a course may be at a head.
            let on = if end == Some(Outcome::Head) { self.head(leaf)? } else { Some(leaf) };
            return match on {
                Some(leaf) => self.advance(leaf),
                None => Ok(self.error_bound()),
            };
        }
        if end.is_none() && self.is_ahead(leaf.id.unit) {
            return self.look_ahead(leaf);
        }
        if let Some(hit) = self.pace() {
            return Ok(Some(hit));
        }
        let yes = self.machine.pool.true_();
        let budget = self.in_turn(&leaf, Budget::Usual);
        let reached = self.reach.reach(whole(&leaf, yes, budget));
        let unknown = match &reached {
            Reached::Unknown(why) => Some(why),
            _ => None,
        };
        if self.asks_again(&leaf, unknown, budget, Budget::Usual) {
            self.put(leaf, end);
            return Ok(None);
        }
        match reached {
            Reached::Sat(model, context) => {
                (leaf.state.model, leaf.context) = (model, context);
                for (func, loc) in leaf.state.reach.confirm() {
                    self.machine.coverage.visit(func, loc);
                }
                if end == Some(Outcome::Returned) {
                    // The summary has the path already.
                    self.test(&leaf, false);
                    self.tree(leaf.id).settle(leaf.id.node, Status::Finished)?;
                    return Ok(None);
                }
                let end = end.or_else(|| self.machine(leaf.id.unit).border(&mut leaf.state));
                match self.arrived(leaf, end)? {
                    Some(leaf) => self.advance(leaf),
                    None => Ok(self.error_bound()),
                }
            }
            Reached::Unsat(waits) => {
                self.refute(leaf.id, Pending::path(self.machine, leaf, end), waits)?;
                Ok(None)
            }
            Reached::Later => {
                self.waiting.later.push((leaf.id, Pending::path(self.machine, leaf, end)));
                Ok(None)
            }
            Reached::Unknown(why) => {
                self.give_up(&leaf, &why)?;
                Ok(None)
            }
        }
    }

    /// The same for a leaf of a unit that is explored ahead of its callers: whatever they do.
    fn look_ahead(&mut self, mut leaf: Leaf) -> Looked {
        if !leaf.state.reach.is_stale() {
            return self.advance(leaf);
        }
        let all = self.machine.pool.and_all(&leaf.state.pc);
        let query = Query { pc: &[], cond: all, hint: &leaf.state.model, budget: Budget::Usual };
        match self.reach.check(query) {
            Answer::Sat(model) => {
                leaf.state.model = model;
                leaf.state.reach.refresh();
                let end = self.machine(leaf.id.unit).border(&mut leaf.state);
                match self.arrived(leaf, end)? {
                    Some(leaf) => self.advance(leaf),
                    None => Ok(None),
                }
            }
            Answer::Unsat => {
                self.refute(leaf.id, Pending::path(self.machine, leaf, None), Dependencies::default())?;
                Ok(None)
            }
            Answer::Unknown(why) => {
                self.give_up(&leaf, &why)?;
                Ok(None)
            }
        }
    }

    /// Runs a leaf until it is settled or expanded, or for one batch.
    fn advance(&mut self, leaf: Leaf) -> Looked {
        self.note(&leaf);
        let machine = self.machine_of(&leaf);
        let (steps, terms, wanted) = (leaf.state.steps, machine.pool.len(), TermPool::asked_for());
        let asked = self.reach.work();
        Advance { explorer: self, machine, implied: 0, asked, steps, terms, wanted }.walk(leaf)
    }

    /// Is a unit explored ahead of its callers?
    pub(crate) fn is_ahead(&self, unit: UnitId) -> bool {
        unit != UnitId::PROGRAM && self.units[unit].ahead > 0
    }

    /// Takes a fork of a unit ahead of the callers into account. False if the unit was given up for having too many.
    pub(crate) fn spend(&mut self, unit: UnitId) -> Result<bool, TreeError> {
        if unit == UnitId::PROGRAM {
            return Ok(true);
        }
        let ahead = &mut self.units[unit].ahead;
        *ahead = ahead.saturating_sub(1);
        if *ahead > 0 || !self.gives_up() {
            return Ok(true);
        }
        self.abandon(unit, "it has too many paths")?;
        Ok(false)
    }

    /// The sides of a decision that can be followed now or may be later.
    pub(crate) fn sides(&mut self, leaf: &Leaf, alternatives: Vec<Alternative>, budget: Budget) -> Vec<Side> {
        if !leaf.composed || !leaf.state.reach.is_confirmed() {
            // In a unit that is explored ahead of its callers: whatever they do, and whatever calls return.
            let mut asker = Asker { reach: self.reach, budget, until: None };
            return asker.feasible(self.machine, &leaf.state, alternatives).into_iter().map(Side::from).collect();
        }
        let mut sides = Vec::new();
        for (index, alternative) in alternatives.into_iter().enumerate() {
            let standing = match self.reach.reach(whole(leaf, alternative.cond, budget)) {
                Reached::Sat(model, context) => Standing::Feasible(model, context),
                Reached::Unsat(waits) if waits.is_for_good() => continue,
                Reached::Unsat(waits) => Standing::Blocked(waits),
                Reached::Later => Standing::Later,
                Reached::Unknown(why) => Standing::Failed(why),
            };
            sides.push(Side { index, alternative, standing });
        }
        sides
    }

    /// Control has moved: the path has come to an end, to a head, or somewhere else. Gives the leaf back if it goes on.
    pub(crate) fn arrived(&mut self, leaf: Leaf, end: Option<Outcome>) -> Result<Option<Leaf>, TreeError> {
        match end {
            Some(Outcome::Head | Outcome::Entered) => self.head(leaf),
            Some(end) => self.settle(&leaf, end).map(|()| None),
            None if self.leaves_out(&leaf)? => Ok(None),
            None => Ok(Some(leaf)),
        }
    }

    /// Control is at the head of a loop or at the start of a function. Gives the leaf back if it goes on.
    pub(crate) fn head(&mut self, mut leaf: Leaf) -> Result<Option<Leaf>, TreeError> {
        if self.leaves_out(&leaf)? {
            return Ok(None);
        }
        if self.note_head(&mut leaf) {
            return Ok(Some(leaf));
        }
        let next = match self.arrive_call(&mut leaf)? {
            Some(next) => next,
            None if self.arrive(&mut leaf) => {
                self.settle(&leaf, Outcome::Finished)?;
                Next::Done
            }
            None => Next::On,
        };
        Ok(matches!(next, Next::On).then_some(leaf))
    }

    /// Does the path repeat itself for ever? Then it never gets anywhere, in particular to no error. Looked for by
    /// single steps, so only now and then.
    fn diverges(&mut self, leaf: &mut Leaf, commands: u64) -> bool {
        let machine = self.machine_of(leaf);
        let s = &mut leaf.state;
        let before = s.steps;
        let found = machine.goes_round(s, commands);
        self.counters.steps += s.steps - before;
        leaf.give_first(&machine.pool);
        found
    }
}

/// What a question may take, and all commands of an attempt, to fold a loop that has run for so many batches.
fn worth_of_folding(batches: u64) -> (Budget, u64) {
    let work = tuning::WORK_PER_QUIET_BATCH.get().part(batches, 1);
    let work = work.clamp(tuning::WORK_PER_QUIET_QUESTION.get(), tuning::WORK_PER_HARD_QUESTION.get());
    (Budget::AtMost(work), batches * tuning::COMMANDS_PER_BATCH.get() / tuning::QUIET_FOLDING.get())
}

/// The question whether a leaf is reachable with one more condition.
pub(crate) fn whole(leaf: &Leaf, cond: TermId, budget: Budget) -> Whole<'_> {
    Whole { unit: leaf.id.unit, state: &leaf.state, context: leaf.context, cond, budget }
}

/// The walk along a leaf.
struct Advance<'e, 'a> {
    explorer: &'e mut Explorer<'a>,
    machine: UnitMachine<'a>,
    /// Decisions with one feasible side so far.
    implied: u64,
    /// The work of all questions before.
    asked: Work,
    /// The path's commands, the terms that there were, and those that were asked for, before the last batch.
    steps: u64,
    terms: usize,
    wanted: u64,
}

impl Walk for Advance<'_, '_> {
    type Path = Leaf;
    type Halt = Looked;

    fn run(&mut self, mut leaf: Leaf) -> ControlFlow<Looked, (Leaf, Outcome)> {
        (self.steps, self.terms) = (leaf.state.steps, self.machine.pool.len());
        self.wanted = TermPool::asked_for();
        let outcome = self.machine.run(&mut leaf.state, tuning::COMMANDS_PER_BATCH.get());
        self.explorer.counters.steps += leaf.state.steps - self.steps;
        leaf.give_first(&self.machine.pool);
        if or_halt(self.explorer.is_refused(leaf.id.unit))? {
            return Break(Ok(None));
        }
        let goes_on = matches!(outcome, Outcome::Pause | Outcome::Decide(_));
        if goes_on && or_halt(self.explorer.leaves_out(&leaf))? {
            return Break(Ok(None));
        }
        Continue((leaf, outcome))
    }

    fn decide(
        &mut self,
        mut leaf: Leaf,
        alternatives: Vec<Alternative>,
    ) -> ControlFlow<Looked, (Leaf, Option<Outcome>)> {
        let x = &mut *self.explorer;
        if let Some(hit) = x.pace() {
            x.test(&leaf, true);
            return Break(Ok(Some(hit)));
        }
        if !leaf.scouts && x.at_door(&leaf) {
            x.open(leaf);
            return Break(Ok(None));
        }
        if x.decides_inside(&leaf) && or_halt(x.end_prelude(&leaf))? {
            return Break(Ok(None));
        }
        let total = alternatives.len();
        let whole = if leaf.hard { Budget::AtMost(tuning::WORK_PER_HARD_QUESTION.get()) } else { Budget::Usual };
        let budget = x.in_prelude(x.in_turn(&leaf, whole));
        let mut sides = match x.sides_or_chance(&leaf, alternatives, budget) {
            Ok(sides) => sides,
            Err(hit) => {
                x.open(leaf);
                return Break(Ok(Some(hit)));
            }
        };
        if x.bounds.cancel.load(std::sync::atomic::Ordering::Relaxed) {
            return Break(Ok(Some(x.bound().unwrap_or(StopReason::Cancelled))));
        }
        x.foresee(&leaf, &mut sides);
        if x.parts(&sides) && or_halt(x.end_prelude(&leaf))? {
            return Break(Ok(None));
        }
        let failed = sides.iter().filter_map(|side| match &side.standing {
            Standing::Failed(why) => Some(why),
            _ => None,
        });
        if x.asks_again(&leaf, failed, budget, whole) {
            x.open(leaf);
            return Break(Ok(x.error_bound()));
        }
        if sides.is_empty() {
            or_halt(x.fail(&leaf, FailReason::Internal, "no side of a decision is feasible"))?;
            return Break(Ok(None));
        }
        if let [Side { standing: Standing::Feasible(model, context), .. }] = &sides[..] {
            // The others are refuted, so the condition is implied and need not be kept.
            (leaf.state.model, leaf.context) = (model.clone(), *context);
            x.counters.implied += u64::from(total > 1);
            if x.replays(&leaf) {
                // To find that out took a question, which a choice tree may spare.
                self.machine.unquiet_call(&leaf.state);
            }
            self.implied += 1;
            let Some(side) = sides.pop() else { return Break(Ok(None)) };
            leaf.state.learn(&self.machine.pool, side.alternative.cond);
            let event = apply(&self.machine, &mut leaf.state, side.alternative);
            let asked = x.reach.work().minus(self.asked);
            let many = self.implied >= tuning::DECISIONS_PER_TURN.get() || asked >= tuning::WORK_OF_DECISIONS.get();
            if event.is_none() && many {
                // Other leaves have a right to be looked at, however much is decided here without a fork. Each of these
                // decisions was a question: a loop of them is worth folding.
                if let Some(mut leaf) = or_halt(x.offer(leaf))? {
                    // Where folding was refused before, it may be worth it by now.
                    leaf.state.report_next_heads();
                    x.open(leaf);
                }
                return Break(Ok(x.error_bound()));
            }
            if event.is_none() {
                x.note(&leaf);
            }
            return Continue((leaf, event));
        }
        let Some(leaf) = or_halt(x.offer(leaf))? else { return Break(Ok(x.error_bound())) };
        self.machine.unquiet(&leaf.state);
        if !leaf.state.reach.is_confirmed() && !or_halt(x.spend(leaf.id.unit))? {
            return Break(Ok(None));
        }
        or_halt(x.fork(leaf, sides, total))?;
        Break(Ok(x.error_bound()))
    }

    fn head(&mut self, leaf: Leaf) -> ControlFlow<Looked, Leaf> {
        if let Some(hit) = self.explorer.pace() {
            self.explorer.test(&leaf, true);
            return Break(Ok(Some(hit)));
        }
        match or_halt(self.explorer.head(leaf))? {
            Some(leaf) => Continue(leaf),
            None => Break(Ok(self.explorer.error_bound())),
        }
    }

    fn end(&mut self, leaf: Leaf, end: Outcome) -> Looked {
        if end == Outcome::Pause {
            return self.pause(leaf);
        }
        let x = &mut *self.explorer;
        x.settle(&leaf, end)?;
        Ok(x.error_bound().or_else(|| {
            let paths = x.bounds.limits.paths?;
            (x.conclusion().followed() >= paths).then_some(StopReason::PathLimit)
        }))
    }
}

impl Advance<'_, '_> {
    /// The leaf has run for a batch: others have their turn.
    fn pause(&mut self, mut leaf: Leaf) -> Looked {
        let x = &mut *self.explorer;
        let executed = leaf.state.steps - self.steps;
        let hit = x.bound();
        if !leaf.state.reach.is_confirmed() && !x.spend(leaf.id.unit)? {
            return Ok(hit);
        }
        let batches = x.units[leaf.id.unit].batches.entry(leaf.id.node).or_insert(0);
        *batches += 1;
        let batches = *batches;
        // Nothing was decided: nothing that counts depends on an input, and executing is the fastest that there is,
        // unless it takes very long. To find out is to cost a small part of it.
        x.quiet_terms += (self.machine.pool.len() - self.terms) as u64;
        // Terms may be known from other courses, which have come to the same.
        let wanted = TermPool::asked_for().wrapping_sub(self.wanted);
        let concrete = wanted.saturating_mul(tuning::COMMANDS_PER_NEW_TERM.get()) < executed;
        x.goes_on_unknown |= batches >= tuning::QUIET_BATCHES.get() && !concrete;
        if !concrete && leaf.course.generalises() {
            leaf.state.report_next_heads();
        }
        // To look is a small part of what it has executed so far.
        let worth_a_look = (batches * tuning::COMMANDS_PER_BATCH.get()) / tuning::PART_LOOKED_AT.get();
        if batches.is_power_of_two() && x.diverges(&mut leaf, worth_a_look) {
            x.counters.diverging += 1;
            x.settle(&leaf, Outcome::Finished)?;
            return Ok(hit);
        }
        let long = batches >= tuning::QUIET_BATCHES.get();
        let due = batches.is_power_of_two() && (long || !concrete);
        // Where terms are made executing is slow, and what is folded is what they are about.
        let cost = if concrete { 1 } else { tuning::COST_OF_SYMBOLIC_COMMAND.get() };
        let (budget, effort) = worth_of_folding(batches * cost);
        if x.prelude.is_some() {
            // Folding is for the courses. A loop that makes terms may be worth it.
            let over = if concrete {
                due && x.would_fold_quietly(&leaf, budget, effort)?
            } else {
                long || x.decides_inside(&leaf)
            };
            if !(over && x.end_prelude(&leaf)?) {
                x.open(leaf);
            }
        } else if !(due && x.fold_quietly(&leaf, budget, effort)?) {
            x.open(leaf);
        }
        Ok(hit)
    }
}
