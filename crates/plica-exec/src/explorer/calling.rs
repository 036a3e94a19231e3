//! Calls that summaries take the place of.
//!
//! A call's leaf gets a child that waits for the unit of the called function: for each class of paths that return, the
//! way on after the call branches off there. Oblivious to what summaries say. Invariant: a leaf sleeps only as long as
//! nothing has changed of what its refutation rests on (the report's `rec` and `rer`).

use std::sync::Arc;

use plica_tree::{Child, Kind, NodeId, Site, Status, StopReason, TreeError};

use super::advance::Next;
use super::directed::Need;
use super::unit::{Called, Unit};
use super::{Explorer, GapKind, Pending};
use crate::backtrack::Checkpoint;
use crate::calls::{CallDecision, Dependencies, Entered, Fresh};
use crate::fault::{Stop, StopKind};
use crate::fold::Strategy;
use crate::ids::UnitId;
use crate::machine::Machine;
use crate::outcome::Outcome;
use crate::state::State;

impl Explorer<'_> {
    /// Control is at the start of a function, or elsewhere. `None` where there is nothing to do about calls.
    pub(super) fn arrive_call(&mut self, leaf: NodeId, s: &mut State) -> Result<Option<Next>, TreeError> {
        if s.top.loc.0 != 0 || s.callers.is_none() {
            return Ok(None);
        }
        let machine = self.machine();
        let Some(calls) = self.reach.calls() else { return Ok(None) };
        match calls.decide(&machine, s) {
            CallDecision::Later => s.go(Strategy::Call),
            CallDecision::Now if self.is_covered(s) => {
                self.settle(leaf, Outcome::Finished, s)?;
                return Ok(Some(Next::Done));
            }
            CallDecision::Now if self.call(leaf, s, None)? => return Ok(Some(Next::Done)),
            // A function that may call itself is like the head of a loop.
            _ if machine.config.fold && machine.is_recursive(s.top.func) => return Ok(None),
            _ => s.enter_loop(false),
        }
        Ok(Some(Next::On))
    }

    /// Has a summary take the place of a call, at whose callee's start the state is. False if that cannot be. With a
    /// checkpoint it may be rolled back.
    pub(super) fn call(
        &mut self,
        leaf: NodeId,
        s: &State,
        checkpoint: Option<Arc<Checkpoint>>,
    ) -> Result<bool, TreeError> {
        // A path that only calls takes no decision. Asked first: a unit is filed here as soon as it has a number.
        if !s.reach.is_confirmed() && !self.spend()? {
            return Ok(true);
        }
        let Some(calls) = self.reach.calls() else { return Ok(false) };
        let (unit, call, fresh) = match calls.enter(self.at, s) {
            Entered::Inline => return Ok(false),
            Entered::Refused(why) => {
                let stop = Stop::new(StopKind::Unsupported, why);
                self.stop(leaf, stop, Some((s.top.func, s.top.loc)))?;
                return Ok(true);
            }
            Entered::Unit { unit, call, fresh } => (unit, call, fresh),
        };
        self.counters.called += 1;
        self.bring_forward(unit, fresh);
        let child = self.wait(leaf, s)?;
        self.follow_into(unit, call, s, child);
        let matters = !self.focused || self.machine().matters_behind(s);
        let open = Pending::Call(Called { call, seen: 0, matters, checkpoint });
        let known = self.reach.calls().is_some_and(|calls| calls.classes(call) > 0);
        if known {
            self.units[self.at].put(child, open);
        } else {
            self.refute(child, open, Dependencies { returns: vec![unit], calls: Vec::new() })?;
        }
        // A new way to call the unit: what was unreachable in it may not be so any more.
        self.unblock(|waits| waits.calls.contains(&unit))?;
        Ok(true)
    }

    /// A unit is asked for: it comes first from now on.
    pub(super) fn bring_forward(&mut self, unit: UnitId, fresh: Fresh) {
        if let Some(fresh) = fresh {
            let (machine, state) = *fresh;
            let mut new = Unit::new(state.top.func, Some(machine), self.make_search);
            new.watch(state.heap.clone());
            let leads_on = if self.focused { Machine::matters_within } else { Machine::leads_to_target };
            new.leads_on = self.directed && leads_on(self.machine, state.top.func);
            new.put(NodeId::ROOT, Pending::State(Box::new(state), None));
            let filed = self.units.push(new);
            debug_assert_eq!(filed, unit, "whoever keeps summaries has numbered a unit that was not filed here");
        }
        self.recent.retain(|u| *u != unit);
        self.recent.push(unit);
    }

    /// Gives a leaf a child that stands for the rest of its path, after a call. If the call may not return and it is
    /// not known whether the path gets there, a second child is to find out.
    fn wait(&mut self, leaf: NodeId, s: &State) -> Result<NodeId, TreeError> {
        let probe = !s.reach.is_confirmed() && !self.covers(s);
        let children = vec![after_call(s); 1 + usize::from(probe)];
        let range = self.tree().expand(leaf, &children)?;
        if let Some(probe) = range.get(1) {
            self.units[self.at].probes += 1;
            self.units[self.at].put(probe, Pending::State(Box::new(s.clone()), Some(Outcome::Finished)));
        }
        Ok(range.get(0).unwrap_or(leaf))
    }

    /// Goes on after a call: a way for each class of paths that has come about since it was last looked at.
    pub(super) fn resume(&mut self, leaf: NodeId, called: Called) -> Result<Option<StopReason>, TreeError> {
        if let Some(hit) = self.pace() {
            return Ok(Some(hit));
        }
        let Called { call, seen, checkpoint, .. } = &called;
        let (call, seen) = (*call, *seen);
        if checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.is_rolled_back()) {
            self.tree().settle(leaf, Status::Finished)?;
            return Ok(None);
        }
        let machine = self.machine();
        let Some(calls) = self.reach.calls() else { return Ok(None) };
        match calls.in_place(call) {
            Some(Ok(mut state)) => {
                self.units[self.at].forget();
                state.go(Strategy::Unroll);
                self.open(leaf, state);
                return Ok(None);
            }
            Some(Err(why)) => {
                self.stop(leaf, Stop::new(StopKind::Unsupported, why), None)?;
                return Ok(None);
            }
            None => {}
        }
        let unit = calls.unit(call);
        let classes = calls.classes(call);
        let states: Vec<State> = (seen..classes).filter_map(|class| calls.after(&machine, call, class)).collect();
        let closed = self.units[unit].closed;
        let open = Pending::Call(Called { seen: classes, checkpoint: checkpoint.clone(), ..called });
        let waits =
            if closed { Dependencies::default() } else { Dependencies { returns: vec![unit], calls: Vec::new() } };
        if states.is_empty() {
            self.refute(leaf, open, waits)?;
            return Ok(None);
        }
        let mut children: Vec<Child> = states.iter().map(after_call).collect();
        if !closed {
            children.extend(states.first().map(after_call));
        }
        let range = self.tree().expand(leaf, &children)?;
        if !closed && let Some(rest) = range.get(children.len() - 1) {
            self.refute(rest, open, waits)?;
        }
        for (mut state, child) in states.into_iter().zip(range.iter()) {
            self.counters.states += 1;
            if checkpoint.is_some() {
                state.backtrack.last.clone_from(checkpoint);
            }
            // Where it is not known yet whether the path goes on, arriving there is noticed later.
            let end = if state.reach.is_confirmed() { machine.border(&mut state) } else { None };
            if let Some(state) = self.arrived(child, state, end)? {
                self.open(child, state);
            }
        }
        Ok(None)
    }

    /// A path of the unit has returned. False if that has shown that the unit is none.
    pub(super) fn summarise(&mut self, s: &State) -> Result<bool, TreeError> {
        let unit = self.at;
        let Some(calls) = self.reach.calls() else { return Ok(true) };
        let result = calls.returned(unit, s.clone());
        match result {
            Ok(()) => {
                self.units[self.at].returned += 1;
                self.units[self.at].news = true;
                Ok(true)
            }
            Err(why) => {
                self.abandon(&why)?;
                Ok(false)
            }
        }
    }

    /// Has the present unit turned out not to be one? Then it is given up.
    pub(super) fn is_refused(&mut self) -> Result<bool, TreeError> {
        let refusal = match &self.machine().mode {
            crate::fresh::Mode::Unit(memory) => memory.refusal(),
            _ => None,
        };
        match refusal {
            Some(why) => self.abandon(&why).map(|()| true),
            None => Ok(false),
        }
    }

    /// Are units given up that are too much to explore ahead of their callers?
    pub(super) fn gives_up(&mut self) -> bool {
        self.reach.calls().is_some_and(|calls| calls.gives_up())
    }

    /// Gives the present unit up: calls of it are executed in place.
    pub(super) fn abandon(&mut self, why: &str) -> Result<(), TreeError> {
        let unit = self.at;
        self.units[self.at].abandoned = true;
        self.units[self.at].leak();
        if let Some(calls) = self.reach.calls() {
            calls.give_up(unit, why);
        }
        self.unblock(|waits| waits.returns.contains(&unit) || waits.calls.contains(&unit))
    }

    /// Where calls go on only when all paths of a unit are known, units may wait for each other. Gives such units up;
    /// false if there are none.
    pub(super) fn untie(&mut self) -> Result<bool, TreeError> {
        let mut any = false;
        if !self.gives_up() {
            return Ok(false);
        }
        let wanted = self.wanted(Need::Classes);
        for unit in self.units.keys().skip(1) {
            let u = &self.units[unit];
            if u.closed || u.abandoned || self.may_stay_open(unit, &wanted) {
                continue;
            }
            self.at = unit;
            self.abandon("its paths wait for other calls")?;
            any = true;
        }
        Ok(any)
    }

    /// Tells when all leaves of a unit are settled for good; what waits for it need not wait any more.
    pub(super) fn check_closed(&mut self) -> Result<(), TreeError> {
        for unit in self.units.keys().skip(1) {
            let living = !self.units[unit].abandoned;
            if living && let Some(why) = self.reach.calls().and_then(|calls| calls.violated(unit)) {
                // What followed from the summary may have been used already, so the run can no longer say "holds".
                self.gap(GapKind::Stopped(StopReason::UnsupportedFeature), why.as_str().into(), None);
                self.at = unit;
                self.abandon(&why)?;
            }
            let u = &mut self.units[unit];
            let later = self.later.iter().any(|(at, _, _)| *at == unit);
            if u.closed || u.abandoned || later || u.left_out || u.may_return() {
                continue;
            }
            u.closed = true;
            u.news = true;
            let total = u.returned + u.probes == u.tree.leaves().count() as u64;
            if let Some(calls) = self.reach.calls() {
                calls.close(unit, total);
            }
        }
        Ok(())
    }

    /// Tells those who wait for a unit that paths of it have returned.
    pub(super) fn notify(&mut self, unit: UnitId) -> Result<bool, TreeError> {
        let news = std::mem::take(&mut self.units[unit].news);
        if news {
            self.unblock(|waits| waits.returns.contains(&unit))?;
        }
        Ok(news)
    }

    /// Makes leaves unknown again that were unreachable so far.
    fn unblock(&mut self, due: impl Fn(&Dependencies) -> bool) -> Result<(), TreeError> {
        for u in self.units.values_mut().filter(|u| !u.abandoned) {
            let mut leaves: Vec<NodeId> =
                u.blocked.iter().filter(|(_, (_, w))| due(w)).map(|(&leaf, _)| leaf).collect();
            leaves.sort_unstable();
            for leaf in leaves {
                if let Some((open, _)) = u.blocked.remove(&leaf) {
                    u.tree.reopen(leaf)?;
                    self.counters.reopened += 1;
                    u.put(leaf, open);
                }
            }
        }
        Ok(())
    }
}

/// The child for what follows a call.
fn after_call(s: &State) -> Child {
    let site = Site { function: s.top.func.0, location: s.top.loc.0 };
    Child { site, kind: Kind::Call { function: s.top.func.0 }, condition: None }
}
