//! Loops: arriving at their heads, and folding them.

use std::sync::Arc;

use plica_exec::Outcome;
use plica_ir::{FuncId, Loc};
use plica_smt::{Budget, Work};
use plica_tree::{Child, Kind, Means, Site, TreeError};

use crate::advance::Looked;
use crate::alternatives::{LoopMeans, Untried};
use crate::calls::Ahead;
use crate::checkpoint::Checkpoint;
use crate::choice::Branch;
use crate::explorer::{Explorer, Found};
use crate::fold::{Exit, Folded, Strategy, Task};
use crate::leaf::{Leaf, LeafId};
use crate::oracle::Asker;
use crate::scopes::Scoped;
use crate::unit::Pending;

/// What became of a leaf at whose place a loop was to be folded.
enum Became {
    /// Nothing: it cannot be folded.
    Refused,
    /// Nothing so far: it takes more than it may.
    Dear,
    /// Nothing so far: a function is to be explored first.
    Waits(Ahead),
    /// This is what comes of the loop.
    Folded(FoldedLoop),
}

/// A loop that was taken as a whole, whose exits are still to be followed.
pub(crate) struct FoldedLoop {
    /// The number of its template; nothing if it was executed beside the tree.
    pub template: Option<u32>,
    pub exits: Vec<Exit>,
    /// Did summaries take the place of calls in the loop?
    pub composed: bool,
    /// What was executed in it, where it is not known yet whether the program gets there.
    pub trail: Vec<(FuncId, Loc)>,
}

impl Explorer<'_> {
    /// Control is at the head of a loop. True if all ways on from there are explored already.
    pub(crate) fn arrive(&mut self, leaf: &mut Leaf) -> bool {
        let generalises = leaf.course.generalises();
        if let Some(generaliser) = self.generalisers.of_mut(leaf.course) {
            generaliser.arrive(leaf, self.reach);
        }
        // Without conditions nothing is unknown, and whatever goes round is noticed as such.
        let known = leaf.state.pc.is_empty() && !leaf.composed && !generalises;
        let covered = !known && self.is_covered(leaf);
        if let Some(generaliser) = self.generalisers.of_mut(leaf.course) {
            generaliser.note_end(covered);
        }
        if covered {
            return true;
        }
        let spent = self.choices.spent_in(leaf.course).unwrap_or_else(|| self.work());
        let (func, head) = (leaf.state.top.func, leaf.state.top.loc);
        let folds = leaf.course.loops(self.loops) != LoopMeans::Walk;
        let fold = self.fold.as_mut().filter(|_| folds);
        match fold.and_then(|f| f.wants((leaf.course, (func, head)), spent)) {
            // A loop that is taken in another way from now on stays so.
            Some(way) if way != Strategy::Fold => leaf.go(way),
            way => leaf.enter_loop(way.is_some()),
        }
        false
    }

    /// Are all ways on from a state explored already, or going to be?
    pub(crate) fn is_covered(&mut self, leaf: &Leaf) -> bool {
        let (machine, done) = (self.machine(leaf.id.unit), self.work());
        let covered = &mut self.units[leaf.id.unit].covered;
        let is = covered.as_mut().is_some_and(|c| {
            c.allow(done);
            c.covers(&machine, leaf, &self.choices)
        });
        self.counters.covered += u64::from(is);
        is
    }

    /// Begins an alternative: folds the loop, or has a summary take the place of the call.
    pub(crate) fn try_alternative(&mut self, untried: Box<Untried>) -> Looked {
        if let Some(hit) = self.pace() {
            return Ok(Some(hit));
        }
        let Untried { id, branch, means, ref checkpoint, .. } = *untried;
        self.choices[branch.choice].alternatives[usize::from(branch.place)].begun = true;
        let mut leaf = checkpoint.leaf.clone().at(id.node);
        leaf.branch = Some(branch);
        leaf.in_place |= means == Means::FoldInPlace;
        if means == Means::Summary {
            if !self.call(&leaf, Some(branch))? {
                self.drop_alternatives(branch.choice, &[Means::Summary]);
            }
            return Ok(self.error_bound());
        }
        if means.is_beside_tree() {
            return self.sweep_on(leaf, untried);
        }
        let way = if means == Means::Chunk { Strategy::Chunk } else { Strategy::Fold };
        let limit = self.loops.is_auto().then(|| self.choices.left(branch));
        let became = match self.fold_at(&leaf, way, Budget::Usual, limit)? {
            // These few iterations were walked already.
            Became::Folded(folded) if !self.weigh(branch, &folded.exits, leaf.hard) => Became::Refused,
            became => became,
        };
        match became {
            Became::Dear => {
                // Others have their turns, and then it may take more.
                let had = limit.unwrap_or(Work::NONE);
                self.broken_off = self.broken_off.plus(had);
                self.choices.end_turns(branch, had);
                self.file(Pending::Untried(untried));
            }
            // What cannot be folded at all cannot be so in part.
            Became::Refused if way == Strategy::Chunk => self.drop_alternatives(branch.choice, &[means]),
            Became::Refused => {
                self.drop_alternatives(branch.choice, &[Means::Fold, Means::FoldInPlace, Means::Chunk]);
            }
            Became::Waits(unit) => self.suspend(Pending::Untried(untried), unit),
            Became::Folded(folded) => {
                if !folded.composed {
                    self.drop_alternatives(branch.choice, &[Means::FoldInPlace]);
                }
                self.leave(&leaf, folded, way)?;
            }
        }
        Ok(self.error_bound())
    }

    /// Goes back to the head of a loop that the path is in and folds it, if that is worth it for what is executed fast
    /// anyway: for no more than so many commands.
    pub(crate) fn fold_quietly(&mut self, leaf: &Leaf, budget: Budget, effort: u64) -> Result<bool, TreeError> {
        for (checkpoint, way) in quiet_loops(leaf, effort) {
            if self.fold_from(leaf, &checkpoint, way, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Would it be folded? Nothing becomes of that.
    pub(crate) fn would_fold_quietly(&mut self, leaf: &Leaf, budget: Budget, effort: u64) -> Result<bool, TreeError> {
        for (checkpoint, way) in quiet_loops(leaf, effort) {
            let mut before = self.at_checkpoint(leaf, &checkpoint);
            // Nor does anything become of units.
            before.in_place = true;
            match self.fold_at(&before, way, budget, None)? {
                Became::Folded(_) | Became::Waits(_) => return Ok(true),
                Became::Refused => _ = checkpoint.take(),
                Became::Dear => {}
            }
        }
        Ok(false)
    }

    /// Folds a loop in place of a leaf that is in it, without another alternative. False if that cannot be.
    pub(crate) fn fold_from(
        &mut self,
        leaf: &Leaf,
        checkpoint: &Checkpoint,
        way: Strategy,
        budget: Budget,
    ) -> Result<bool, TreeError> {
        let mut before = self.at_checkpoint(leaf, checkpoint);
        match self.fold_at(&before, way, budget, None)? {
            // It is tried again when it has run for longer.
            Became::Dear => return Ok(false),
            Became::Refused => {
                checkpoint.take();
                return Ok(false);
            }
            Became::Waits(unit) => {
                before.go(checkpoint.way);
                self.suspend(Pending::path(self.machine, before, None), unit);
            }
            Became::Folded(folded) => self.leave(&before, folded, way)?,
        }
        checkpoint.take();
        Ok(true)
    }

    /// The path as it was at a checkpoint, in place of a leaf that it has come to since.
    fn at_checkpoint(&self, leaf: &Leaf, checkpoint: &Checkpoint) -> Leaf {
        let mut before = checkpoint.leaf.clone().at(leaf.id.node);
        before.branch = leaf.branch;
        before
    }

    /// Folds the loop at whose head a leaf is, if that can be done, with so much work for a question, and for all.
    fn fold_at(
        &mut self,
        leaf: &Leaf,
        way: Strategy,
        budget: Budget,
        limit: Option<Work>,
    ) -> Result<Became, TreeError> {
        let machine = self.machine(leaf.id.unit);
        let Some(fold) = &mut self.fold else { return Ok(Became::Refused) };
        let head = (leaf.state.top.func, leaf.state.top.loc);
        self.listener.hear(Found::Folding(Some(head)), self.reach);
        let task = Task { state: &leaf.state, way, in_place: leaf.in_place, course: leaf.course };
        let until = limit.map(|limit| self.reach.work().plus(limit));
        let folded = fold.fold(&machine, Asker { reach: self.reach, budget, until }, task);
        self.listener.hear(Found::Folding(None), self.reach);
        match folded {
            Folded::Refused => Ok(Became::Refused),
            Folded::Dear => Ok(Became::Dear),
            Folded::First(unit) => Ok(Became::Waits(unit)),
            Folded::Exits { template, exits, composed, trail } => {
                Ok(Became::Folded(FoldedLoop { template: Some(template), exits, composed, trail }))
            }
        }
    }

    /// The loop of a choice was folded: how much may this alternative cost? False if walking has proved to be better.
    fn weigh(&mut self, b: Branch, exits: &[Exit], known_hard: bool) -> bool {
        let choice = &mut self.choices[b.choice];
        let walked = choice.walked;
        let hard = exits.iter().any(|exit| exit.hard);
        choice.alternatives[usize::from(b.place)].hard |= hard && !known_hard;
        let short = exits.iter().all(|exit| exit.short);
        choice.alternatives[usize::from(b.place)].folded = true;
        let preferred = !hard && !short;
        self.open_choice(b, preferred);
        if preferred {
            self.choices.pays(b);
        }
        exits.is_empty() || !(walked && short)
    }

    /// Gives a leaf one child per exit of the folded loop at which it stands.
    pub(crate) fn leave(&mut self, before: &Leaf, folded: FoldedLoop, way: Strategy) -> Result<(), TreeError> {
        let FoldedLoop { template, mut exits, trail, .. } = folded;
        self.counters.folded += u64::from(template.is_some());
        if exits.is_empty() {
            // It never ends.
            self.counters.diverging += 1;
            let mut endless = before.clone();
            endless.state.reach.came_by(trail);
            return self.settle(&endless, Outcome::Finished);
        }
        // What stays in it for ever passes its assumptions, whether or not anything comes out.
        let leaves = exits.iter().any(|exit| exit.end != Some(Outcome::Infeasible));
        self.counters.ended += u64::from(template.is_some() && !leaves);
        exits.iter_mut().for_each(|exit| exit.state.reach.came_by(trail.iter().copied()));
        let at: LeafId = before.id;
        let (func, head, depth) = (before.state.top.func, before.state.top.loc, before.state.depth);
        let child = |(i, exit): (usize, &Exit)| Child {
            site: Site { function: exit.state.top.func.0, location: exit.state.top.loc.0 },
            kind: match template {
                Some(template) => Kind::Folded { template, exit: i as u32 },
                None => Kind::Merged { exit: i as u32 },
            },
            condition: Some(exit.condition.index()),
        };
        let children: Vec<Child> = exits.iter().enumerate().map(child).collect();
        let range = self.tree(at).expand(at.node, &children)?;
        for (exit, node) in exits.into_iter().zip(range.iter()) {
            let mut leaf = before.onward(node, exit.state);
            leaf.hard |= exit.hard;
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

/// The loops that a path is in and that may be folded, with a share of so many commands each.
fn quiet_loops(leaf: &Leaf, effort: u64) -> impl Iterator<Item = (Arc<Checkpoint>, Strategy)> + use<> {
    let checkpoints = leaf.scopes.fresh(&leaf.state);
    let way = Strategy::Easy(effort / checkpoints.len().max(1) as u64);
    let due = |checkpoint: &Arc<Checkpoint>| !checkpoint.is_tried() && checkpoint.way != Strategy::Call;
    checkpoints.into_iter().map(|(_, checkpoint)| checkpoint).filter(due).map(move |checkpoint| (checkpoint, way))
}
