//! Loops: arriving at their heads, and folding them.

use std::sync::Arc;

use plica_exec::Outcome;
use plica_smt::Budget;
use plica_tree::{Child, Kind, Site, TreeError};

use crate::backtrack::Checkpoint;
use crate::explorer::{Explorer, Found};
use crate::fold::{Exit, Folded, Strategy, Task};
use crate::leaf::{Leaf, LeafId};
use crate::oracle::Asker;
use crate::scopes::Scoped;

impl Explorer<'_> {
    /// Control is at the head of a loop. True if all ways on from there are explored already.
    pub(crate) fn arrive(&mut self, leaf: &mut Leaf) -> bool {
        // A path that others cover by now must not leave a record here, which would end one of them.
        if leaf.is_rolled_back() {
            return true;
        }
        // Without conditions nothing is unknown, and whatever goes round is noticed as such.
        if (!leaf.state.pc.is_empty() || leaf.composed) && self.is_covered(leaf) {
            return true;
        }
        let spent = self.work();
        let (func, head) = (leaf.state.top.func, leaf.state.top.loc);
        match self.fold.as_mut().and_then(|f| f.wants(func, head, spent)) {
            // What led to questions without an answer on this path is not tried again on it.
            Some(_) if leaf.way() == Strategy::Unroll => leaf.enter_loop(false),
            // A loop that is taken in another way from now on stays so.
            Some(way) if way != Strategy::Fold => leaf.go(way),
            way => leaf.enter_loop(way.is_some()),
        }
        false
    }

    /// Are all ways on from a state explored already, or going to be?
    pub(crate) fn is_covered(&mut self, leaf: &Leaf) -> bool {
        let machine = self.machine(leaf.id.unit);
        let covered = &mut self.units[leaf.id.unit].covered;
        let is = covered.as_mut().is_some_and(|c| c.covers(&machine, &leaf.state, leaf.composed));
        self.counters.covered += u64::from(is);
        is
    }

    /// Goes back to the head of a loop that the path is in and folds it, if that can be done, with so much work for a
    /// question; with an `effort` only if that is worth it for what is executed fast anyway, and for no more than so
    /// many commands.
    pub(crate) fn fold_marked(&mut self, leaf: &Leaf, budget: Budget, effort: Option<u64>) -> Result<bool, TreeError> {
        let machine = self.machine(leaf.id.unit);
        let checkpoints = leaf.scopes.fresh(&leaf.state);
        let share = effort.map(|effort| effort / checkpoints.len().max(1) as u64);
        for checkpoint in checkpoints {
            if checkpoint.is_tried() || checkpoint.way == Strategy::Call && effort.is_some() {
                continue;
            }
            if checkpoint.way == Strategy::Call {
                checkpoint.take();
                let at = checkpoint.leaf.clone().at(leaf.id.node);
                if self.call(&at, Some(checkpoint.clone()))? {
                    return Ok(true);
                }
                continue;
            }
            let Some(fold) = &mut self.fold else { return Ok(false) };
            let state = &checkpoint.leaf.state;
            let (func, head) = (state.top.func, state.top.loc);
            let mut way = share.map_or(checkpoint.way, Strategy::Easy);
            self.listener.hear(Found::Folding(Some((func, head))), self.reach);
            let task = Task { state, way, in_place: checkpoint.leaf.backtrack.in_place };
            let mut folded = fold.fold(&machine, Asker { reach: self.reach, budget }, task);
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
                fold.regret(func, head);
                folded = fold.fold(&machine, Asker { reach: self.reach, budget }, Task { way, ..task });
            }
            self.listener.hear(Found::Folding(None), self.reach);
            match folded {
                Folded::Refused | Folded::Dear => {}
                Folded::First(unit) => {
                    let mut waiting = checkpoint.leaf.clone().at(leaf.id.node);
                    waiting.go(checkpoint.way);
                    self.suspend(waiting, unit);
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
                        let mut endless = checkpoint.leaf.clone().at(leaf.id.node);
                        endless.state.reach.came_by(trail);
                        self.settle(&endless, Outcome::Finished)?;
                        return Ok(true);
                    }
                    exits.iter_mut().for_each(|exit| exit.state.reach.came_by(trail.iter().copied()));
                    self.leave(leaf.id, template, exits, &checkpoint, way)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Gives a leaf one child per exit of the folded loop at which it stands.
    fn leave(
        &mut self,
        at: LeafId,
        template: u32,
        exits: Vec<Exit>,
        checkpoint: &Arc<Checkpoint>,
        way: Strategy,
    ) -> Result<(), TreeError> {
        let before = &checkpoint.leaf;
        let (func, head, depth) = (before.state.top.func, before.state.top.loc, before.state.depth);
        self.counters.folded += 1;
        let child = |(i, exit): (usize, &Exit)| Child {
            site: Site { function: exit.state.top.func.0, location: exit.state.top.loc.0 },
            kind: Kind::Folded { template, exit: i as u32 },
            condition: Some(exit.condition.index()),
        };
        let children: Vec<Child> = exits.iter().enumerate().map(child).collect();
        let range = self.tree(at).expand(at.node, &children)?;
        for (exit, node) in exits.into_iter().zip(range.iter()) {
            if exit.hard && !before.backtrack.hard {
                checkpoint.set_hard();
            }
            let mut leaf = before.onward(node, exit.state);
            leaf.backtrack.hard |= exit.hard;
            leaf.backtrack.last = Some(checkpoint.clone());
            match exit.answer {
                Err(reason) => {
                    self.give_up(&leaf, &reason)?;
                    continue;
                }
                Ok(model) => leaf.state.model = model,
            }
            self.counters.states += 1;
            let state = &leaf.state;
            let again = (state.top.func, state.top.loc, state.depth) == (func, head, depth);
            if leaf.composed {
                // The exits were found with callers and callees left aside.
                leaf.state.reach.doubt();
                if again {
                    leaf.go(way);
                }
                self.put(leaf, exit.end);
                continue;
            }
            let end = match exit.end {
                Some(end) => Some(end),
                // The way out may lead to the head of another loop.
                None if again => {
                    // So many iterations are done, and there may be more.
                    leaf.go(way);
                    None
                }
                None => self.machine(at.unit).border(&mut leaf.state),
            };
            if let Some(leaf) = self.arrived(leaf, end)? {
                self.open(leaf);
            }
        }
        Ok(())
    }
}
