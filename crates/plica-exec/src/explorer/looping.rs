//! Loops: arriving at their heads, and folding them.

use std::sync::Arc;

use plica_tree::{Child, Kind, NodeId, Site, TreeError};

use super::{Explorer, Found, Pending};
use crate::backtrack::Checkpoint;
use crate::fold::{Exit, Folded, Strategy};
use crate::outcome::Outcome;
use crate::state::State;

impl Explorer<'_> {
    /// Control is at the head of a loop. True if all ways on from there are explored already.
    pub(super) fn arrive(&mut self, s: &mut State) -> bool {
        // A path that others cover by now must not leave a record here, which would end one of them.
        if s.backtrack.last.as_ref().is_some_and(|checkpoint| checkpoint.is_rolled_back()) {
            return true;
        }
        // Without conditions nothing is unknown, and whatever goes round is noticed as such.
        if (!s.pc.is_empty() || s.composed) && self.is_covered(s) {
            return true;
        }
        let spent = self.work();
        let way = self.fold.as_mut().and_then(|f| f.wants(s.top.func, s.top.loc, spent));
        match way {
            // What led to questions without an answer on this path is not tried again on it.
            Some(_) if s.unrolls() => s.enter_loop(false),
            // A loop that is taken in another way from now on stays so.
            Some(way) if way != Strategy::Fold => s.go(way),
            way => s.enter_loop(way.is_some()),
        }
        false
    }

    /// Are all ways on from a state explored already, or going to be?
    pub(super) fn is_covered(&mut self, s: &State) -> bool {
        let machine = self.machine();
        let covered = &mut self.units[self.at].covered;
        let is = covered.as_mut().is_some_and(|c| c.covers(&machine, s));
        self.counters.covered += u64::from(is);
        is
    }

    /// Goes back to the head of a loop that the state is in and folds it, if that can be done; with an `effort` only if
    /// that is worth it for what is executed fast anyway, and for no more than so many commands.
    pub(super) fn fold_marked(&mut self, leaf: NodeId, s: &State, effort: Option<u64>) -> Result<bool, TreeError> {
        let machine = self.machine();
        let marks = s.checkpoints();
        let share = effort.map(|effort| effort / marks.len().max(1) as u64);
        for checkpoint in marks {
            if checkpoint.is_tried() || checkpoint.way == Strategy::Call && effort.is_some() {
                continue;
            }
            if checkpoint.way == Strategy::Call {
                checkpoint.take();
                if self.call(leaf, &checkpoint.state, Some(checkpoint.clone()))? {
                    return Ok(true);
                }
                continue;
            }
            let Some(fold) = &mut self.fold else { return Ok(false) };
            let mut way = share.map_or(checkpoint.way, Strategy::Easy);
            self.listener.hear(Found::Folding(Some((checkpoint.state.top.func, checkpoint.state.top.loc))), self.reach);
            let mut folded = fold.fold(&machine, self.reach, &checkpoint.state, way);
            if matches!(folded, Folded::Dear) {
                self.listener.hear(Found::Folding(None), self.reach);
                // It is tried again when it has run for longer.
                continue;
            }
            checkpoint.take();
            let open = |f: &Folded| matches!(f, Folded::Exits { exits, .. } if exits.iter().any(|e| e.answer.is_err()));
            if way == Strategy::Fold && open(&folded) {
                way = Strategy::Chunk;
                checkpoint.set_piecewise();
                fold.regret(checkpoint.state.top.func, checkpoint.state.top.loc);
                folded = fold.fold(&machine, self.reach, &checkpoint.state, way);
            }
            self.listener.hear(Found::Folding(None), self.reach);
            match folded {
                Folded::Refused | Folded::Dear => {}
                Folded::First(unit) => {
                    let mut state = checkpoint.state.clone();
                    state.go(checkpoint.way);
                    self.suspend(leaf, state, unit);
                    return Ok(true);
                }
                Folded::Exits { template, mut exits, composed, trail } => {
                    if composed {
                        checkpoint.set_composed();
                    }
                    if exits.is_empty() {
                        // It never ends.
                        self.counters.folded += 1;
                        self.counters.diverging += 1;
                        let mut state = checkpoint.state.clone();
                        state.reach.came_by(trail);
                        self.settle(leaf, Outcome::Finished, &state)?;
                        return Ok(true);
                    }
                    exits.iter_mut().for_each(|exit| exit.state.reach.came_by(trail.iter().copied()));
                    self.leave(leaf, template, exits, &checkpoint, way)?;
                    return Ok(true);
                }
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
        checkpoint: &Arc<Checkpoint>,
        way: Strategy,
    ) -> Result<(), TreeError> {
        let (func, head, depth) = (checkpoint.state.top.func, checkpoint.state.top.loc, checkpoint.state.depth);
        self.counters.folded += 1;
        let child = |(i, exit): (usize, &Exit)| Child {
            site: Site { function: exit.state.top.func.0, location: exit.state.top.loc.0 },
            kind: Kind::Folded { template, exit: i as u32 },
            condition: Some(exit.condition.index()),
        };
        let children: Vec<Child> = exits.iter().enumerate().map(child).collect();
        let range = self.tree().expand(leaf, &children)?;
        for (exit, child) in exits.into_iter().zip(range.iter()) {
            let mut state = exit.state;
            if state.backtrack.hard && !checkpoint.state.backtrack.hard {
                checkpoint.set_hard();
            }
            match exit.answer {
                Err(reason) => {
                    state.backtrack.last = Some(checkpoint.clone());
                    self.give_up(child, &reason, &state)?;
                    continue;
                }
                Ok(model) => state.model = model,
            }
            state.backtrack.last = Some(checkpoint.clone());
            self.counters.states += 1;
            if state.composed {
                // The exits were found with callers and callees left aside.
                state.reach.doubt();
                if (state.top.func, state.top.loc, state.depth) == (func, head, depth) {
                    state.go(way);
                }
                let end = exit.end;
                self.units[self.at].put(child, Pending::State(Box::new(state), end));
                continue;
            }
            let end = match exit.end {
                Some(end) => Some(end),
                // The way out may lead to the head of another loop.
                None if (state.top.func, state.top.loc, state.depth) == (func, head, depth) => {
                    // So many iterations are done, and there may be more.
                    state.go(way);
                    None
                }
                None => self.machine().border(&mut state),
            };
            if let Some(state) = self.arrived(child, state, end)? {
                self.open(child, state);
            }
        }
        Ok(())
    }
}
