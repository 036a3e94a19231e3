//! Calls that summaries take the place of.
//!
//! A call's leaf gets a child that waits for the unit of the called function: for each class of paths that return, the
//! way on after the call branches off there. Oblivious to what summaries say. Invariant: a leaf sleeps only as long as
//! nothing has changed of what its refutation rests on (the report's `rec` and `rer`).

use plica_exec::{Machine, Mode, Outcome, State, Stop, StopKind, UnitId};
use plica_tree::{Child, Kind, Means, NodeId, Site, Status, StopReason, TreeError};

use crate::advance::{Looked, Next};
use crate::calls::{CallDecision, CallSite, Dependencies, Entered, Fresh};
use crate::choice::Branch;
use crate::course::Course;
use crate::directed::Need;
use crate::explorer::{Explorer, GapKind};
use crate::fold::Strategy;
use crate::leaf::{Leaf, LeafId};
use crate::scopes::Scoped;
use crate::unit::{Called, Pending, Unit};
use crate::waiting::Awaited;

impl Explorer<'_> {
    /// Control is at the start of a function, or elsewhere. `None` where there is nothing to do about calls.
    pub(crate) fn arrive_call(&mut self, leaf: &mut Leaf) -> Result<Option<Next>, TreeError> {
        if leaf.state.top.loc.0 != 0 || leaf.state.callers.is_none() {
            return Ok(None);
        }
        if self.replays(leaf) {
            return self.arrive_replay(leaf);
        }
        let machine = self.machine(leaf.id.unit);
        let Some(calls) = self.reach.calls() else { return Ok(None) };
        match calls.decide(site(&machine, leaf)) {
            CallDecision::Later => leaf.go(Strategy::Call),
            CallDecision::Now if self.is_covered(leaf) => {
                self.settle(leaf, Outcome::Finished)?;
                return Ok(Some(Next::Done));
            }
            CallDecision::Now if self.call(leaf, None)? => return Ok(Some(Next::Done)),
            // A function that may call itself is like the head of a loop.
            _ if machine.config.fold && machine.is_recursive(leaf.state.top.func) => return Ok(None),
            _ => leaf.enter_loop(false),
        }
        Ok(Some(Next::On))
    }

    /// Has a summary take the place of a call, at whose callee's start the path is. False if that cannot be. As an
    /// `alternative` it need not be had: the call may be executed in place too.
    pub(crate) fn call(&mut self, leaf: &Leaf, alternative: Option<Branch>) -> Result<bool, TreeError> {
        let at = leaf.id.unit;
        // A path that only calls takes no decision. Asked first: a unit is filed here as soon as it has a number.
        if !leaf.state.reach.is_confirmed() && !self.spend(at)? {
            return Ok(true);
        }
        let machine = self.machine(at);
        let Some(calls) = self.reach.calls() else { return Ok(false) };
        let (unit, call, fresh) = match calls.enter(site(&machine, leaf)) {
            Entered::Inline => return Ok(false),
            Entered::Refused(why) => {
                let stop = Stop::new(StopKind::Unsupported, why);
                self.stop_path(leaf, stop)?;
                return Ok(true);
            }
            Entered::Unit { unit, call, fresh } => (unit, call, fresh),
        };
        self.counters.called += 1;
        self.bring_forward(unit, fresh);
        let child = self.wait(leaf)?;
        self.follow_into(unit, call, leaf, child);
        let matters = !self.schedule.focused || machine.matters_behind(&leaf.state);
        let path = leaf.onward(child, leaf.state.clone());
        let open = Pending::Call(Box::new(Called { leaf: path, call, seen: 0, matters, alternative }));
        let known = self.reach.calls().is_some_and(|calls| calls.classes(call) > 0);
        if known {
            self.file(open);
        } else {
            let waits = Dependencies { returns: vec![unit], calls: Vec::new() };
            self.refute(LeafId { unit: at, node: child }, open, waits)?;
        }
        // A new way to call the unit: what was unreachable in it may not be so any more.
        self.unblock(&[Awaited::Calls(unit)])?;
        Ok(true)
    }

    /// A unit is asked for: it comes first from now on.
    pub(crate) fn bring_forward(&mut self, unit: UnitId, fresh: Fresh) {
        if let Some(fresh) = fresh {
            let (machine, state) = *fresh;
            let mut new = Unit::new(state.top.func, Some(machine), self.make_search);
            new.watch(state.heap.clone());
            let leads_on = if self.schedule.focused { Machine::matters_within } else { Machine::leads_to_target };
            new.leads_on = self.schedule.directed && leads_on(self.machine, state.top.func);
            let filed = self.units.push(new);
            let branch = self.choices.of_units();
            let course = if branch.is_some() { Course::Summary } else { Course::Each };
            let mut root = Leaf::root(unit, state, course);
            root.branch = branch;
            self.open(root);
            debug_assert_eq!(filed, unit, "whoever keeps summaries has numbered a unit that was not filed here");
        }
        self.schedule.recent.retain(|u| *u != unit);
        self.schedule.recent.push(unit);
    }

    /// Gives a leaf a child that stands for the rest of its path, after a call. If the call may not return and it is
    /// not known whether the path gets there, a second child is to find out.
    fn wait(&mut self, leaf: &Leaf) -> Result<NodeId, TreeError> {
        let probe = !leaf.state.reach.is_confirmed() && !self.covers(&leaf.state);
        let children = vec![after_call(&leaf.state); 1 + usize::from(probe)];
        let range = self.tree(leaf.id).expand(leaf.id.node, &children)?;
        if let Some(probe) = range.get(1) {
            self.units[leaf.id.unit].probes += 1;
            self.put(leaf.onward(probe, leaf.state.clone()), Some(Outcome::Finished));
        }
        Ok(range.get(0).unwrap_or(leaf.id.node))
    }

    /// Goes on after a call: a way for each class of paths that has come about since it was last looked at.
    pub(crate) fn resume(&mut self, called: Box<Called>) -> Looked {
        if let Some(hit) = self.pace() {
            return Ok(Some(hit));
        }
        let id = called.leaf.id;
        let (call, seen) = (called.call, called.seen);
        let machine = self.machine(id.unit);
        let Some(calls) = self.reach.calls() else { return Ok(None) };
        match calls.in_place(call) {
            Some(Ok(())) => {
                if let Some(b) = called.alternative.filter(|b| self.choices.is_open(b.choice)) {
                    self.drop_alternatives(b.choice, &[Means::Summary]);
                    return Ok(None);
                }
                self.units[id.unit].forget();
                let mut leaf = called.leaf;
                leaf.enter_loop(false);
                self.open(leaf);
                return Ok(None);
            }
            Some(Err(why)) => {
                self.stop((id, called.leaf.branch), Stop::new(StopKind::Unsupported, why), None)?;
                return Ok(None);
            }
            None => {}
        }
        let unit = calls.unit(call);
        let classes = calls.classes(call);
        let states: Vec<State> = (seen..classes).filter_map(|class| calls.after(&machine, call, class)).collect();
        let closed = self.units[unit].closed;
        let waits =
            if closed { Dependencies::default() } else { Dependencies { returns: vec![unit], calls: Vec::new() } };
        let before = called.leaf.clone();
        let rest = |node: NodeId| {
            let Called { leaf, .. } = *called;
            Pending::Call(Box::new(Called { leaf: leaf.at(node), seen: classes, ..*called }))
        };
        if states.is_empty() {
            self.refute(id, rest(id.node), waits)?;
            return Ok(None);
        }
        if let Some(b) = before.branch {
            self.choices.pays(b);
        }
        let mut children: Vec<Child> = states.iter().map(after_call).collect();
        if !closed {
            children.extend(states.first().map(after_call));
        }
        let range = self.tree(id).expand(id.node, &children)?;
        if !closed && let Some(node) = range.get(children.len() - 1) {
            self.refute(LeafId { node, ..id }, rest(node), waits)?;
        }
        for (state, node) in states.into_iter().zip(range.iter()) {
            self.counters.states += 1;
            let mut leaf = before.onward(node, state);
            // What comes out of the call is written out, or an event says that the path depends on the summary.
            leaf.composed |= leaf.state.events.len() > before.state.events.len();
            // Where it is not known yet whether the path goes on, arriving there is noticed later.
            let end = if leaf.state.reach.is_confirmed() { machine.border(&mut leaf.state) } else { None };
            if let Some(leaf) = self.arrived(leaf, end)? {
                self.open(leaf);
            }
        }
        Ok(None)
    }

    /// A path of a unit has returned. False if that has shown that the unit is none.
    pub(crate) fn summarise(&mut self, leaf: &Leaf) -> Result<bool, TreeError> {
        let unit = leaf.id.unit;
        let Some(calls) = self.reach.calls() else { return Ok(true) };
        match calls.returned(unit, leaf.state.clone()) {
            Ok(()) => {
                self.units[unit].returned += 1;
                self.units[unit].news = true;
                Ok(true)
            }
            Err(why) => {
                self.abandon(unit, &why)?;
                Ok(false)
            }
        }
    }

    /// Has a unit turned out not to be one? Then it is given up.
    pub(crate) fn is_refused(&mut self, unit: UnitId) -> Result<bool, TreeError> {
        let refusal = match &self.machine(unit).mode {
            Mode::Unit(memory) => memory.refusal(),
            _ => None,
        };
        match refusal {
            Some(why) => self.abandon(unit, &why).map(|()| true),
            None => Ok(false),
        }
    }

    /// Are units given up that are too much to explore ahead of their callers?
    pub(crate) fn gives_up(&mut self) -> bool {
        self.reach.calls().is_some_and(|calls| calls.gives_up())
    }

    /// Gives a unit up: calls of it are executed in place.
    pub(crate) fn abandon(&mut self, unit: UnitId, why: &str) -> Result<(), TreeError> {
        self.units[unit].abandoned = true;
        self.units[unit].leak();
        self.waiting.forget(unit);
        if let Some(calls) = self.reach.calls() {
            calls.give_up(unit, why);
        }
        self.unblock(&[Awaited::Returns(unit), Awaited::Calls(unit)])
    }

    /// Where calls go on only when all paths of a unit are known, units may wait for each other. Gives such units up;
    /// false if there are none.
    pub(crate) fn untie(&mut self) -> Result<bool, TreeError> {
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
            self.abandon(unit, "its paths wait for other calls")?;
            any = true;
        }
        Ok(any)
    }

    /// Tells when all leaves of a unit are settled for good; what waits for it need not wait any more. Looks at the
    /// units whose leaves were looked at since this was last done.
    pub(crate) fn check_closed(&mut self) -> Result<(), TreeError> {
        for unit in std::mem::take(&mut self.touched) {
            let living = unit != UnitId::PROGRAM && !self.units[unit].abandoned;
            if living && let Some(why) = self.reach.calls().and_then(|calls| calls.violated(unit)) {
                // What followed from the summary may have been used already, so the run can no longer say "holds".
                self.results.gap(GapKind::Stopped(StopReason::UnsupportedFeature), why.as_str().into(), None);
                self.abandon(unit, &why)?;
            }
            let u = &mut self.units[unit];
            let done = u.closed || u.abandoned || u.left_out || unit == UnitId::PROGRAM;
            if done || u.may_return() || self.waiting.may_return(unit) {
                continue;
            }
            u.closed = true;
            u.news = true;
            let needed = u.tree.leaves().filter(|(_, node)| node.status() != Status::Superseded).count();
            let total = u.returned + u.probes == needed as u64;
            if let Some(calls) = self.reach.calls() {
                calls.close(unit, total);
            }
        }
        Ok(())
    }

    /// Tells those who wait for a unit that paths of it have returned.
    pub(crate) fn notify(&mut self, unit: UnitId) -> Result<bool, TreeError> {
        let news = std::mem::take(&mut self.units[unit].news);
        if news {
            self.unblock(&[Awaited::Returns(unit)])?;
        }
        Ok(news)
    }

    /// Makes leaves unknown again that were unreachable so far.
    fn unblock(&mut self, what: &[Awaited]) -> Result<(), TreeError> {
        for (leaf, open) in self.waiting.unblock(what) {
            self.tree(leaf).reopen(leaf.node)?;
            self.counters.reopened += 1;
            self.file(open);
        }
        Ok(())
    }
}

/// Where a path stands that is at the start of a function.
fn site<'a>(machine: &'a Machine, leaf: &'a Leaf) -> CallSite<'a> {
    CallSite { machine, state: &leaf.state, context: leaf.context, in_place: leaf.in_place }
}

/// The child for what follows a call.
fn after_call(s: &State) -> Child {
    let site = Site { function: s.top.func.0, location: s.top.loc.0 };
    Child { site, kind: Kind::Call { function: s.top.func.0 }, condition: None }
}
