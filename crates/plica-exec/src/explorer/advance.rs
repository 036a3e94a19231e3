//! Running a leaf: to its next decision, or for one batch.
//!
//! Oblivious to what becomes of the sides of a decision.

use std::time::Duration;

use plica_smt::{Answer, Budget, Work};
use plica_tree::{NodeId, Status, StopReason, TreeError};

use super::fork::{Side, Standing};
use super::{Explorer, Pending};
use crate::calls::{Dependencies, Reached};
use crate::fold::{apply, feasible};
use crate::ids::UnitId;
use crate::outcome::{Alternative, Outcome};
use crate::state::State;

/// Commands executed between two looks at the limits.
const BATCH: u64 = 1 << 16;
/// Work for a question that is probably not answered.
const HARD_LIMIT: Work = Work::millis(400);
/// A path that runs without a decision is looked at for folding after so many batches, for this part of what it has
/// executed, and with so much work for a question, at least and per batch.
const QUIET_BATCHES: u64 = 16;
const QUIET_SHARE: u64 = 16;
/// One new term in so many commands: not all values are known.
const SYMBOLIC: u64 = 64;
/// What executing costs there, in commands on known values.
const SLOWER: u64 = 1 << 10;
const QUIET_LIMIT: Work = Work::millis(20);
const QUIET_LIMIT_PER_BATCH: Work = Work::units(100);
/// Decisions with one feasible side before another leaf may have its turn.
const TURN: u64 = 64;
/// Longest period, in commands, of a path that repeats itself to be noticed.
const PERIOD: u64 = 4096;
/// Who watches is told how it goes after so long, where decisions take long.
const TICK: Duration = Duration::from_millis(100);
/// Decisions between two looks at the memory.
const MEMORY_PERIOD: u64 = 256;

/// Does the path go on, after control has moved?
pub(super) enum Next {
    /// Yes.
    On,
    /// The leaf is settled or expanded.
    Done,
}

impl Explorer<'_> {
    /// Looks at a leaf: finds out first whether it is reachable, where that is not known.
    /// `end` is how its path ends then, if it does.
    pub(super) fn look(
        &mut self,
        leaf: NodeId,
        mut s: State,
        end: Option<Outcome>,
    ) -> Result<Option<StopReason>, TreeError> {
        if end.is_none() && self.leaves_out(leaf, &s)? {
            return Ok(None);
        }
        if s.reach.is_confirmed() {
            return self.advance(leaf, s);
        }
        if end.is_none() && self.is_ahead() {
            return self.look_ahead(leaf, s);
        }
        if let Some(hit) = self.pace() {
            return Ok(Some(hit));
        }
        let yes = self.machine.pool.true_();
        match self.reach.reach(self.at, &s, yes) {
            Reached::Sat(model, context) => {
                (s.model, s.context) = (model, context);
                for (func, loc) in s.reach.confirm() {
                    self.machine.coverage.visit(func, loc);
                }
                if end == Some(Outcome::Returned) {
                    // The summary has the path already.
                    self.test(&s, false);
                    self.tree().settle(leaf, Status::Finished)?;
                    return Ok(None);
                }
                let end = end.or_else(|| self.machine().border(&mut s));
                match self.arrived(leaf, s, end)? {
                    Some(s) => self.advance(leaf, s),
                    None => Ok(self.error_bound()),
                }
            }
            Reached::Unsat(waits) => {
                self.refute(leaf, Pending::State(Box::new(s), end), waits)?;
                Ok(None)
            }
            Reached::Later => {
                self.later.push((self.at, leaf, Pending::State(Box::new(s), end)));
                Ok(None)
            }
            Reached::Unknown(why) => {
                self.give_up(leaf, &why, &s)?;
                Ok(None)
            }
        }
    }

    /// The same for a leaf of a unit that is explored ahead of its callers: whatever they do.
    fn look_ahead(&mut self, leaf: NodeId, mut s: State) -> Result<Option<StopReason>, TreeError> {
        if !s.reach.is_stale() {
            return self.advance(leaf, s);
        }
        let all = self.machine.pool.and_all(&s.pc);
        match self.reach.check(&[], all, &s.model) {
            Answer::Sat(model) => {
                s.model = model;
                s.reach.refresh();
                let end = self.machine().border(&mut s);
                match self.arrived(leaf, s, end)? {
                    Some(s) => self.advance(leaf, s),
                    None => Ok(None),
                }
            }
            Answer::Unsat => {
                self.refute(leaf, Pending::State(Box::new(s), None), Dependencies::default())?;
                Ok(None)
            }
            Answer::Unknown(why) => {
                self.give_up(leaf, &why, &s)?;
                Ok(None)
            }
        }
    }

    /// Runs a leaf until it is settled or expanded, or for one batch. Answers which bound was hit, if one was; the
    /// leaf is unknown then.
    fn advance(&mut self, leaf: NodeId, mut s: State) -> Result<Option<StopReason>, TreeError> {
        let machine = self.machine();
        let mut implied = 0;
        loop {
            let (before, terms) = (s.steps, machine.pool.len());
            let outcome = machine.run(&mut s, BATCH);
            self.counters.steps += s.steps - before;
            if self.is_refused()? {
                return Ok(None);
            }
            let goes_on = matches!(outcome, Outcome::Pause | Outcome::Decide(_));
            if goes_on && self.leaves_out(leaf, &s)? {
                return Ok(None);
            }
            match outcome {
                Outcome::Pause => {
                    let hit = self.bound();
                    if !s.reach.is_confirmed() && !self.spend()? {
                        return Ok(hit);
                    }
                    let batches = self.units[self.at].batches.entry(leaf).or_insert(0);
                    *batches += 1;
                    let batches = *batches;
                    if batches.is_power_of_two() && self.diverges(&mut s) {
                        self.counters.diverging += 1;
                        self.settle(leaf, Outcome::Finished, &s)?;
                        return Ok(hit);
                    }
                    // Nothing was decided: nothing that counts depends on an input, and executing is the fastest that
                    // there is, unless it takes very long. To find out is to cost a small part of it.
                    let concrete = (machine.pool.len() - terms) as u64 * SYMBOLIC < s.steps - before;
                    let due = batches.is_power_of_two() && (batches >= QUIET_BATCHES || !concrete);
                    // Where terms are made executing is slow, and what is folded is what they are about.
                    let worth = if concrete { batches } else { batches * SLOWER };
                    if !(due && self.fold_quiet(leaf, &s, worth)?) {
                        self.open(leaf, s);
                    }
                    return Ok(hit);
                }
                Outcome::Decide(alternatives) => {
                    if let Some(hit) = self.pace() {
                        self.test(&s, true);
                        return Ok(Some(hit));
                    }
                    let total = alternatives.len();
                    self.reach.set_budget(if s.backtrack.hard { Budget::AtMost(HARD_LIMIT) } else { Budget::Usual });
                    let mut sides = self.sides(&s, alternatives);
                    self.reach.set_budget(Budget::Usual);
                    if self.cancel.load(std::sync::atomic::Ordering::Relaxed) {
                        return Ok(Some(self.bound().unwrap_or(StopReason::Cancelled)));
                    }
                    if sides.is_empty() {
                        self.fail(leaf, plica_tree::FailReason::Internal, "no side of a decision is feasible", &s)?;
                        return Ok(None);
                    }
                    if let [Side { standing: Standing::Feasible(model, context), .. }] = &sides[..] {
                        // The others are refuted, so the condition is implied and need not be kept.
                        (s.model, s.context) = (model.clone(), *context);
                        self.counters.implied += u64::from(total > 1);
                        implied += 1;
                        let Some(side) = sides.pop() else { return Ok(None) };
                        s.learn(&machine.pool, side.alternative.cond);
                        match apply(&machine, &mut s, side.alternative) {
                            // Other leaves have a right to be looked at, however much is decided here without a fork.
                            None if implied >= TURN => {
                                // Each of these decisions was a question: a loop of them is worth folding.
                                if !self.fold_marked(leaf, &s, None)? {
                                    self.open(leaf, s);
                                    return Ok(None);
                                }
                                return Ok(self.error_bound());
                            }
                            None => continue,
                            Some(Outcome::Head) => match self.head(leaf, &mut s)? {
                                Next::Done => return Ok(self.error_bound()),
                                Next::On => continue,
                            },
                            Some(end) => {
                                self.settle(leaf, end, &s)?;
                                return Ok(self.error_bound());
                            }
                        }
                    }
                    if self.fold_marked(leaf, &s, None)? {
                        return Ok(self.error_bound());
                    }
                    machine.unquiet(&s);
                    if !s.reach.is_confirmed() && !self.spend()? {
                        return Ok(None);
                    }
                    self.fork(leaf, s, sides, total)?;
                    return Ok(self.error_bound());
                }
                Outcome::Head => {
                    if let Some(hit) = self.pace() {
                        self.test(&s, true);
                        return Ok(Some(hit));
                    }
                    if let Next::Done = self.head(leaf, &mut s)? {
                        return Ok(self.error_bound());
                    }
                }
                end => {
                    self.settle(leaf, end, &s)?;
                    return Ok(self.error_bound().or_else(|| {
                        let paths = self.limits.paths?;
                        (self.conclusion().followed() >= paths).then_some(StopReason::PathLimit)
                    }));
                }
            }
        }
    }

    /// Folds a loop that has run for so many batches without a decision, if that is worth it.
    fn fold_quiet(&mut self, leaf: NodeId, s: &State, batches: u64) -> Result<bool, TreeError> {
        let worth = QUIET_LIMIT_PER_BATCH.part(batches, 1).clamp(QUIET_LIMIT, HARD_LIMIT);
        self.reach.set_budget(Budget::AtMost(worth));
        let folded = self.fold_marked(leaf, s, Some(batches * BATCH / QUIET_SHARE));
        self.reach.set_budget(Budget::Usual);
        folded
    }

    /// Looks at the clock at a decision, and at the other bounds now and then.
    pub(super) fn pace(&mut self) -> Option<StopReason> {
        self.decisions += 1;
        if self.ticked.elapsed() >= TICK {
            self.tick(&self.conclusion());
        }
        let hit = if self.decisions.is_multiple_of(MEMORY_PERIOD) { self.bound() } else { None };
        hit.or_else(|| self.out_of_time())
    }

    /// Is the run over, as far as that can be told at once?
    pub(super) fn out_of_time(&self) -> Option<StopReason> {
        let late = || self.limits.deadline.is_some_and(|d| std::time::Instant::now() >= d);
        self.machine.config.meter.over().or_else(|| late().then_some(StopReason::TimeLimit))
    }

    /// Is the present unit explored ahead of its callers?
    pub(super) fn is_ahead(&self) -> bool {
        self.at != UnitId::PROGRAM && self.units[self.at].ahead > 0
    }

    /// Takes a fork ahead of the callers into account. False if the unit was given up for having too many.
    pub(super) fn spend(&mut self) -> Result<bool, TreeError> {
        if self.at == UnitId::PROGRAM {
            return Ok(true);
        }
        let unit = &mut self.units[self.at];
        unit.ahead = unit.ahead.saturating_sub(1);
        if unit.ahead > 0 {
            return Ok(true);
        }
        if !self.gives_up() {
            return Ok(true);
        }
        self.abandon("it has too many paths")?;
        Ok(false)
    }

    /// The sides of a decision that can be followed now or may be later.
    pub(super) fn sides(&mut self, s: &State, alternatives: Vec<Alternative>) -> Vec<Side> {
        if !s.composed || !s.reach.is_confirmed() {
            // In a unit that is explored ahead of its callers: whatever they do, and whatever calls return.
            let sides = feasible(self.machine, self.reach, s, alternatives);
            return sides.into_iter().map(Side::from).collect();
        }
        let mut sides = Vec::new();
        for (index, alternative) in alternatives.into_iter().enumerate() {
            let standing = match self.reach.reach(self.at, s, alternative.cond) {
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

    /// Control has moved: the path has come to an end, to a head, or somewhere else. Gives the state back if it goes
    /// on.
    pub(super) fn arrived(
        &mut self,
        leaf: NodeId,
        mut s: State,
        end: Option<Outcome>,
    ) -> Result<Option<State>, TreeError> {
        match end {
            Some(Outcome::Head | Outcome::Entered) => match self.head(leaf, &mut s)? {
                Next::Done => Ok(None),
                Next::On => Ok(Some(s)),
            },
            Some(end) => self.settle(leaf, end, &s).map(|()| None),
            None if self.leaves_out(leaf, &s)? => Ok(None),
            None => Ok(Some(s)),
        }
    }

    /// Control is at the head of a loop or at the start of a function.
    pub(super) fn head(&mut self, leaf: NodeId, s: &mut State) -> Result<Next, TreeError> {
        if self.leaves_out(leaf, s)? {
            return Ok(Next::Done);
        }
        if let Some(next) = self.arrive_call(leaf, s)? {
            return Ok(next);
        }
        if self.arrive(s) {
            self.settle(leaf, Outcome::Finished, s)?;
            return Ok(Next::Done);
        }
        Ok(Next::On)
    }

    /// Does the path repeat itself for ever? Then it never gets anywhere, in particular to no error. Looked for by
    /// single steps, so only now and then.
    fn diverges(&mut self, s: &mut State) -> bool {
        let machine = self.machine();
        let earlier = s.clone();
        let mut found = false;
        while !found && s.steps < earlier.steps + PERIOD {
            // Whatever else happens happens again when the command is executed again.
            if machine.run(s, 1) != Outcome::Pause {
                break;
            }
            found = s.repeats(&earlier);
        }
        self.counters.steps += s.steps - earlier.steps;
        found
    }
}
