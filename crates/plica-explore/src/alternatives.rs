//! Choices among ways to take a loop or a call: when there is one, whose turn it is, and what settles it.
//!
//! Where inputs decide in a loop, walking it and folding it are two ways to cover the same inputs; so are executing a
//! call in place and a summary of it. The path gets a node with one child for each, of which one is active: only its
//! leaves are looked at. A loop is walked first, as far as its end only; if that is soon done with and few paths come
//! out, that settles it. Else the others have their turns, by what they cost. Oblivious to how loops are folded.
//! Invariant: a leaf is in its unit's frontier just if all alternatives that it lies in are active, and it does not
//! wait at the door of a loop on trial.

use std::sync::Arc;

use plica_exec::{LoopScopeId, UnitId};
use plica_ir::{FuncId, Loc};
use plica_smt::{Budget, Work};
use plica_tree::{Child, Kind, Means, NodeId, Site, TreeError};

use crate::checkpoint::Checkpoint;
use crate::choice::{Alternative, Branch, Choice, ChoiceId, Phase, Standing};
use crate::course::Course;
use crate::explorer::Explorer;
use crate::fold::Strategy;
use crate::leaf::{Leaf, LeafId};
use crate::sweeping::Sweep;
use crate::tuning;
use crate::unit::Pending;

/// How loops are taken where inputs decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopMeans {
    /// Walked.
    Walk,
    /// Folded; walked only where that cannot be, or leads to questions without an answer.
    Fold,
    /// By whatever settles it first.
    Auto(Merging),
}

impl LoopMeans {
    /// Are loops taken by whatever settles them first?
    pub fn is_auto(self) -> bool {
        matches!(self, LoopMeans::Auto(_))
    }

    /// When are paths merged?
    pub(crate) fn merging(self) -> Merging {
        match self {
            LoopMeans::Walk | LoopMeans::Fold => Merging::Never,
            LoopMeans::Auto(merging) => merging,
        }
    }
}

/// When paths that meet again in a loop go on as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merging {
    /// They do not.
    Never,
    /// Where that settles a loop first.
    Auto,
    /// That is tried before anything else.
    First,
}

/// An alternative in which nothing was begun.
pub(crate) struct Untried {
    /// The leaf that stands for it.
    pub id: LeafId,
    /// Which one.
    pub branch: Branch,
    /// How it is taken.
    pub means: Means,
    /// The path at the head of the loop, or at the start of the function.
    pub checkpoint: Arc<Checkpoint>,
    /// How far the loop, or the run, was executed beside the tree.
    pub sweep: Option<Box<Sweep>>,
}

impl Explorer<'_> {
    /// Files an alternative in which nothing was begun, with the leaf that stands for it.
    pub(crate) fn file_untried(
        &mut self,
        (id, branch): (LeafId, Branch),
        means: Means,
        checkpoint: Arc<Checkpoint>,
        sweep: Option<Box<Sweep>>,
    ) {
        self.file(Pending::Untried(Box::new(Untried { id, branch, means, checkpoint, sweep })));
    }

    /// Gives a leaf one child for each alternative.
    pub(crate) fn expand(
        &mut self,
        at: LeafId,
        site: (FuncId, Loc),
        means: &[Means],
    ) -> Result<Vec<Alternative>, TreeError> {
        let here = Site { function: site.0.0, location: site.1.0 };
        let child = |means: &Means| Child { site: here, kind: Kind::Alternative(*means), condition: None };
        let children: Vec<Child> = means.iter().map(child).collect();
        let range = self.tree(at).expand(at.node, &children)?;
        let new = |(means, node): (&Means, NodeId)| Alternative {
            means: *means,
            node,
            spent: Work::NONE,
            owes: Work::NONE,
            standing: Standing::Sound,
            begun: *means == Means::Walk,
            hard: false,
            preferred: *means == Means::Summary,
            promises: false,
            folded: false,
            just_broken: false,
        };
        Ok(means.iter().zip(range.iter()).map(new).collect())
    }

    /// Several sides of a decision are feasible, or one like it was asked many times: makes choices of the loops and
    /// the call that the path is in, as far as it can still go back to where they begin. Gives the path on if it is to
    /// be walked now.
    pub(crate) fn offer(&mut self, mut leaf: Leaf) -> Result<Option<Leaf>, TreeError> {
        self.choices.shorten(&mut leaf.branch);
        let fresh = leaf.scopes.fresh(&leaf.state);
        let loops = fresh.iter().any(|(_, c)| !c.is_tried() && c.way != Strategy::Call);
        let mut candidates = Vec::new();
        for (scope, checkpoint) in fresh {
            // A call within whose callee there is a loop waits for what becomes of that.
            let fits = loops == (checkpoint.way != Strategy::Call);
            if fits && !checkpoint.is_tried() && !self.is_walked(&leaf, &checkpoint) {
                candidates.push((scope, checkpoint));
            }
        }
        // One after the other where folding comes first, so that loops inside are folded before those around them.
        let all = leaf.course.loops(self.loops).is_auto() && loops;
        let mut taken = Vec::new();
        for (inside, (scope, checkpoint)) in candidates.into_iter().enumerate() {
            if !checkpoint.take() {
                continue;
            }
            taken.push((inside as u64, scope, checkpoint));
            if !all {
                break;
            }
        }
        if let [(_, _, checkpoint)] = &taken[..]
            && self.is_taken_by(&leaf, checkpoint, &[Means::Chunk])
            && checkpoint.way == Strategy::Chunk
        {
            let folded = self.fold_from(&leaf, checkpoint, Strategy::Chunk, Budget::Usual)?;
            return Ok((!folded).then_some(leaf));
        }
        let mut walks = true;
        for (inside, scope, checkpoint) in taken.into_iter().rev() {
            walks &= self.choose_means(&mut leaf, (inside, scope), checkpoint)?;
        }
        if walks {
            return Ok(Some(leaf));
        }
        self.open(leaf);
        Ok(None)
    }

    /// Was the same loop taken by one of these means in an alternative that the path lies in?
    fn is_taken_by(&self, leaf: &Leaf, checkpoint: &Checkpoint, means: &[Means]) -> bool {
        self.taken(leaf, checkpoint).any(|(_, taken)| means.contains(&taken))
    }

    /// The choices about the same loop that the path lies in an alternative of, and which that is.
    fn taken(&self, leaf: &Leaf, checkpoint: &Checkpoint) -> impl Iterator<Item = (&Choice, Means)> {
        let site = (checkpoint.leaf.state.top.func, checkpoint.leaf.state.top.loc);
        let around = self.choices.around(leaf.branch).map(|b| (&self.choices[b.choice], usize::from(b.place)));
        around.filter(move |(choice, _)| choice.site == site).map(|(c, place)| (c, c.alternatives[place].means))
    }

    /// Where a loop is walked instead of folded on the way here, it is walked wherever control comes to it. What could
    /// not be folded may be foldable now that more is decided.
    fn is_walked(&self, leaf: &Leaf, checkpoint: &Checkpoint) -> bool {
        self.taken(leaf, checkpoint).any(|(choice, taken)| taken == Means::Walk && !choice.is_fold_refused())
    }

    /// Makes a choice of one loop or call: the path is the one that walks from now on. Answers whether that is active.
    fn choose_means(
        &mut self,
        leaf: &mut Leaf,
        (inside, scope): (u64, LoopScopeId),
        checkpoint: Arc<Checkpoint>,
    ) -> Result<bool, TreeError> {
        let at = leaf.id;
        let state = &checkpoint.leaf.state;
        let site = (state.top.func, state.top.loc);
        let summaries = self.machine.config.calls && !leaf.in_place;
        let mut means: Vec<Means> = match checkpoint.way {
            Strategy::Call => vec![Means::Walk, Means::Summary],
            Strategy::Chunk => vec![Means::Walk, Means::Chunk],
            _ if summaries => vec![Means::Walk, Means::Fold, Means::FoldInPlace, Means::Chunk],
            _ => vec![Means::Walk, Means::Fold, Means::Chunk],
        };
        let loops = !matches!(checkpoint.way, Strategy::Call | Strategy::Chunk) && state.top.loc != Loc(0);
        // What summaries and callers say of a path is about that path alone.
        let walked = self.is_taken_by(leaf, &checkpoint, &[Means::Walk]);
        if leaf.course.loops(self.loops).merging() != Merging::Never && loops && !leaf.composed && !walked {
            // Tried before folding, since a first attempt shows soon whether paths meet.
            means.insert(1, Means::Merge);
        }
        let folds = [Means::Fold, Means::FoldInPlace, Means::Chunk];
        let known = checkpoint.way == Strategy::Call || self.is_taken_by(leaf, &checkpoint, &folds);
        let leniency = self.choices.leniency(site, leaf.branch);
        let merged = leaf.course.loops(self.loops).merging() == Merging::First
            || self.is_taken_by(leaf, &checkpoint, &[Means::Merge]);
        let place = |wanted: Means| means.iter().position(|means| *means == wanted).map(|place| place as u8);
        let merged = place(Means::Merge).filter(|_| merged);
        let trial = leaf.course.loops(self.loops).is_auto() && !known && merged.is_none() && leniency > 0;
        let most = tuning::LEAVES_OF_TRIAL.get() * leniency.max(1) as usize;
        let active = match trial {
            true => 0,
            false => merged.or(place(Means::Fold)).unwrap_or(1),
        };
        let alternatives = self.expand(at, site, &means)?;
        let walk = alternatives[0].node;
        let (phase, until) = match trial {
            true => {
                (Phase::Trial, tuning::WORK_OF_TRIAL.get().part(leniency << inside.min(3), self.sobriety(leaf.branch)))
            }
            false => (Phase::Open, self.patience(leaf.branch)),
        };
        let around = leaf.branch;
        let untried: Vec<(u8, Means, NodeId)> = alternatives
            .iter()
            .enumerate()
            .filter(|(_, a)| a.means != Means::Walk)
            .map(|(place, a)| (place as u8, a.means, a.node))
            .collect();
        let id = self.choices.push(Choice {
            unit: at.unit,
            whole: false,
            around,
            site,
            scope,
            phase,
            active,
            until,
            most,
            walked: false,
            scouted: leaf.scouts,
            alternatives,
        });
        for (place, means, node) in untried {
            let (id, branch) = (LeafId { node, ..at }, Branch { choice: id, place });
            self.file_untried((id, branch), means, checkpoint.clone(), None);
        }
        // Walking comes first among the alternatives.
        leaf.id.node = walk;
        leaf.branch = Some(Branch { choice: id, place: 0 });
        Ok(active == 0)
    }

    /// How many times shorter a trial is where loops on the way had to be folded.
    fn sobriety(&self, around: Option<Branch>) -> u64 {
        let folds = |b: &Branch| {
            let choice = &self.choices[b.choice];
            !choice.whole && choice.alternatives[usize::from(b.place)].preferred
        };
        1 << (2 * self.choices.around(around).filter(folds).count().min(2))
    }

    /// What the first turn of an alternative may cost that others only follow in case it does not pay; the more, the
    /// more such choices are around.
    pub(crate) fn patience(&self, around: Option<Branch>) -> Work {
        let open = |b: &Branch| !self.choices[b.choice].whole && self.choices[b.choice].phase == Phase::Open;
        let open = self.choices.around(around).filter(open).count();
        tuning::WORK_OF_TURN.get().part(1 << (2 * open.min(16)), 1)
    }

    /// Is the leaf to be looked at? It is if all alternatives around it are active, and it is not at a door.
    pub(crate) fn runs(&self, open: &Pending) -> bool {
        let door = match open {
            Pending::State(leaf) if !leaf.ends() && !leaf.is_first() => Some(&**leaf),
            _ => None,
        };
        self.choices.around(open.branch()).all(|b| {
            let choice = &self.choices[b.choice];
            choice.active == b.place && !(choice.phase == Phase::Trial && door.is_some_and(|leaf| is_out(choice, leaf)))
        })
    }

    /// Has the path come out of a loop that is on trial?
    pub(crate) fn at_door(&self, leaf: &Leaf) -> bool {
        let out = |b: Branch| {
            let choice = &self.choices[b.choice];
            choice.phase == Phase::Trial && is_out(choice, leaf)
        };
        leaf.branch.is_some() && !leaf.is_first() && self.choices.around(leaf.branch).any(out)
    }

    /// Puts what is kept of a leaf where it belongs.
    pub(crate) fn file(&mut self, mut open: Pending) {
        match &mut open {
            Pending::State(leaf) => self.choices.shorten(&mut leaf.branch),
            Pending::Call(called) => self.choices.shorten(&mut called.leaf.branch),
            Pending::Untried(_) => true,
        };
        let (id, runs) = (open.id(), self.runs(&open));
        self.units[id.unit].put(id.node, open, runs);
    }

    /// A leaf of an alternative was looked at, which took so much work: are choices settled by that, or is it another
    /// alternative's turn? The choices from this number on are new.
    pub(crate) fn review(&mut self, branch: Option<Branch>, work: Work, new: usize) {
        for id in (new..self.choices.len()).rev().map(ChoiceId::at) {
            if !matches!(self.choices[id].phase, Phase::Settled(_)) {
                self.judge(Branch { choice: id, place: self.choices[id].active });
            }
        }
        let around: Vec<Branch> = self.choices.around(branch).collect();
        for b in around {
            if matches!(self.choices[b.choice].phase, Phase::Settled(_)) {
                continue;
            }
            let alternative = &mut self.choices[b.choice].alternatives[usize::from(b.place)];
            alternative.spent = alternative.spent.plus(work);
            self.judge(b);
        }
    }

    /// The same for one choice.
    fn judge(&mut self, b: Branch) {
        let choice = &self.choices[b.choice];
        let unit = &self.units[choice.unit];
        if unit.abandoned {
            return;
        }
        let alternative = choice.alternatives[usize::from(b.place)];
        if let Some(generaliser) = self.generalisers.of(Course::of(alternative.means)) {
            let over = generaliser.has_seen_enough() || !unit.tree.node(alternative.node).has_unknown();
            if alternative.standing == Standing::Broken && over {
                return self.generalise_again(b);
            }
            let closes = generaliser.closes();
            self.choices[b.choice].alternatives[usize::from(b.place)].preferred = closes;
        }
        let choice = &self.choices[b.choice];
        let below = |open: &Pending| self.choices.around(open.branch()).any(|x| x == b);
        let waits = || self.waiting.blocked_in(choice.unit).any(|(open, _)| below(open));
        if !unit.tree.node(alternative.node).has_unknown() {
            return match alternative.standing {
                Standing::Sound if !waits() => self.settle_choice(b),
                Standing::Sound => {}
                _ => self.take_turns(b.choice),
            };
        }
        match choice.phase {
            // Scouts come to alternatives whose turn it is not.
            Phase::Trial if b.place == choice.active => {
                let most = choice.most;
                let counts = |node: &NodeId| match unit.state(*node) {
                    Some(Pending::Untried(_)) => !unit.is_idle(*node),
                    // Paths that a scout has left behind the door are not those that came out.
                    Some(Pending::State(leaf)) => !(leaf.scouts && is_out(choice, leaf)),
                    _ => true,
                };
                let open: Vec<NodeId> =
                    unit.tree.unknown_leaves(alternative.node).filter(counts).take(most + 1).collect();
                // Not whether it is their turn: scouts come to loops that wait at the doors of others.
                let is_inside = |node: &NodeId| match unit.state(*node) {
                    Some(Pending::State(leaf)) => !is_out(choice, leaf),
                    Some(Pending::Call(called)) => !is_out(choice, &called.leaf),
                    _ => true,
                };
                let inside = open.iter().any(is_inside) || waits();
                let few = open.len() <= tuning::LEAVES_COMMITTED.get();
                if b.place == 0 && !inside && few && alternative.standing == Standing::Sound {
                    return self.settle_choice(b);
                }
                // Nothing else was tried yet.
                let first = choice.alternatives.iter().skip(1).all(|a| a.spent == Work::NONE);
                let full = b.place == 0 && (!inside || first && open.len() > most);
                // Folding has proved to be better meanwhile, where the same loop was come to on another path.
                let learned = b.place == 0 && first && self.choices.leniency(choice.site, choice.around) == 0;
                let dear = learned || alternative.spent >= choice.until;
                let over = full || dear || alternative.standing != Standing::Sound;
                if b.place == 0 && !inside {
                    let walked = open.len() <= most;
                    self.choices[b.choice].walked = walked;
                    if walked && first && alternative.standing == Standing::Sound {
                        // What is behind the loop may be short.
                        self.open_door(b);
                        self.choices[b.choice].until = alternative.spent.part(2, 1);
                        return;
                    }
                }
                if over {
                    self.take_turns(b.choice);
                }
            }
            Phase::Open if b.place == choice.active => {
                let walks = choice.whole && alternative.means == Means::Walk;
                if walks && self.choices.forecast.is_due(alternative.spent) {
                    self.look_at_walking(b.choice);
                }
                let gone = alternative.standing == Standing::Gone;
                let until = alternative.spent.plus(tuning::WORK_OF_BROKEN.get());
                let (spent, choice) = (alternative.spent, &mut self.choices[b.choice]);
                if std::mem::take(&mut choice.alternatives[usize::from(b.place)].just_broken) {
                    choice.until = choice.until.max(until);
                }
                if gone || spent >= choice.until {
                    self.take_turns(b.choice);
                }
            }
            _ => {}
        }
    }

    /// Something has no answer in a course in which states are made more general, or is none of the program's errors:
    /// it begins anew with what it has learned, if there is another of these courses, as if it had cost as much.
    fn generalise_again(&mut self, b: Branch) {
        let Alternative { means, spent, .. } = self.choices[b.choice].alternatives[usize::from(b.place)];
        self.sample(Course::of(means));
        let Some(generaliser) = self.generalisers.of_mut(Course::of(means)) else { return };
        generaliser.begin_again();
        let choice = &mut self.choices[b.choice];
        let mut next = choice.alternatives.iter_mut().skip(1 + usize::from(b.place));
        if let Some(a) = next.find(|a| a.means == means) {
            (a.spent, a.promises) = (a.spent.max(spent), generaliser.promises());
        }
        self.drop_those(b.choice, |place, _| place == usize::from(b.place));
    }

    /// It is the turn of the alternative that has cost the least for its weight.
    fn take_turns(&mut self, id: ChoiceId) {
        let choice = &self.choices[id];
        if choice.phase == Phase::Trial && choice.is_fold_refused() {
            // Walking may have no end: what waits at the door is not to wait for merging alone.
            self.open_door(Branch { choice: id, place: 0 });
            let merge = |a: &&mut Alternative| a.means == Means::Merge;
            self.choices[id].alternatives.iter_mut().filter(merge).for_each(|a| a.preferred = true);
        }
        if self.choices[id].whole {
            self.judge_courses(id);
            if let Some((place, patience)) = self.nearly_walked(id) {
                return self.activate(id, place, patience);
            }
        }
        let choice = &self.choices[id];
        let unit = &self.units[choice.unit];
        // What attempts took that came to nothing is to be a small part of the whole.
        let most = tuning::WORK_OF_TRIAL.get().plus(self.work().part(1, tuning::WORK_OF_ATTEMPTS.get()));
        let patient = self.broken_off > most && choice.alternatives[0].standing == Standing::Sound;
        let waits = |a: &Alternative| {
            // What is beside the tree goes on where it was.
            let again = !a.means.is_beside_tree() && a.spent > Work::NONE;
            patient && again && matches!(unit.state(a.node), Some(Pending::Untried(_)))
        };
        let Some(next) = choice.next(|a| unit.tree.node(a.node).has_unknown() && !waits(a) && self.differs(choice, a))
        else {
            // What is sound and has nothing unknown waits for functions to be explored. Where nothing is, nothing can
            // settle it: what walking came to is what is said of it.
            return match choice.alternatives.iter().position(|a| a.standing == Standing::Sound) {
                Some(place) => self.choices[id].active = place as u8,
                None => {
                    let walks = choice.alternatives.iter().position(|a| a.means == Means::Walk);
                    self.settle_choice(Branch { choice: id, place: walks.unwrap_or_default() as u8 });
                }
            };
        };
        let total = choice.spent();
        let chosen = &choice.alternatives[usize::from(next)];
        let untried = matches!(self.units[choice.unit].state(chosen.node), Some(Pending::Untried(_)));
        let share = choice.sharing_with(next);
        let patience = match untried || choice.phase == Phase::Trial {
            // As much as the others have had, so that none costs much more than the one that comes to an end.
            true => choice.active().spent.minus(chosen.spent).part(1, share).max(tuning::WORK_OF_ATTEMPT.get()),
            false if choice.whole => tuning::WORK_OF_COURSE.get(),
            false => self.patience(choice.around).part(1, share),
        };
        let turn = patience.max(total.part(1, 4 * share));
        // That what is left is as much as was said shows in a turn of that length.
        let left = self.choices.left_to_enumerate.filter(|_| chosen.means == Means::Enumerate);
        self.activate(id, next, left.map_or(turn, |left| turn.min(left.max(tuning::WORK_OF_ATTEMPT.get()))));
    }

    /// It is the turn of an alternative, which may cost so much.
    fn activate(&mut self, id: ChoiceId, place: u8, patience: Work) {
        let choice = &mut self.choices[id];
        let before = std::mem::replace(&mut choice.active, place);
        choice.until = choice.active().spent.plus(patience);
        choice.alternatives[usize::from(place)].owes = Work::NONE;
        let (unit, whole) = (choice.unit, choice.whole);
        let nodes = [before, place].map(|place| choice.alternatives[usize::from(place)].node);
        if before != place && whole {
            // Where one course walks with what it has decided before, another may have everything open.
            self.machine.unquiet_all();
            self.refile_all();
        } else if before != place {
            nodes.into_iter().for_each(|node| self.refile(LeafId { unit, node }));
        }
    }

    /// What of an alternative waits at the door of the loop goes on.
    fn open_door(&mut self, b: Branch) {
        let choice = &mut self.choices[b.choice];
        choice.phase = Phase::Open;
        let at = LeafId { unit: choice.unit, node: choice.alternatives[usize::from(b.place)].node };
        self.refile(at);
    }

    /// An alternative has taken the loop of a choice as a whole: from now on the alternatives have their turns.
    pub(crate) fn open_choice(&mut self, b: Branch, preferred: bool) {
        let patience = self.patience(self.choices[b.choice].around);
        let choice = &mut self.choices[b.choice];
        choice.phase = Phase::Open;
        choice.alternatives[usize::from(b.place)].preferred = preferred;
        choice.until = choice.active().spent.plus(patience.part(1, choice.sharing_with(choice.active)));
    }

    /// Whose turn it is has changed above a node: puts the leaves below into the frontier, or takes them out.
    fn refile(&mut self, at: LeafId) {
        let leaves: Vec<NodeId> = self.units[at.unit].tree.unknown_leaves(at.node).collect();
        for node in leaves {
            let Some(runs) = self.units[at.unit].state(node).map(|open| self.runs(open)) else { continue };
            self.units[at.unit].set_idle(node, !runs);
        }
    }

    /// The same for all leaves of the run.
    fn refile_all(&mut self) {
        for unit in self.units.keys().collect::<Vec<_>>() {
            self.refile(LeafId { unit, node: NodeId::ROOT });
        }
    }

    /// Alternatives cannot be had.
    pub(crate) fn drop_alternatives(&mut self, id: ChoiceId, means: &[Means]) {
        self.drop_those(id, |_, a| means.contains(&a.means));
    }

    /// The same, by their places.
    fn drop_those(&mut self, id: ChoiceId, those: impl Fn(usize, &Alternative) -> bool) {
        let choice = &mut self.choices[id];
        let unit = choice.unit;
        let there = choice.alternatives.iter_mut().enumerate();
        let gone = there.filter(|(place, a)| those(*place, a) && a.standing != Standing::Gone);
        let gone: Vec<Alternative> = gone
            .map(|(_, a)| {
                a.standing = Standing::Gone;
                *a
            })
            .collect();
        self.lose_all(unit, &gone);
        let choice = &self.choices[id];
        let left: Vec<usize> =
            (0..choice.alternatives.len()).filter(|i| choice.alternatives[*i].standing != Standing::Gone).collect();
        match left[..] {
            [place] => self.settle_choice(Branch { choice: id, place: place as u8 }),
            _ if choice.active().standing == Standing::Gone => self.take_turns(id),
            _ => {}
        }
    }

    /// An alternative settles a choice: nothing has to be known of the others any more.
    fn settle_choice(&mut self, b: Branch) {
        let choice = &self.choices[b.choice];
        let unit = choice.unit;
        let node = choice.alternatives[usize::from(b.place)].node;
        let whole = choice.whole;
        self.settle_for(b, false);
        match whole {
            true => self.refile_all(),
            false => self.refile(LeafId { unit, node }),
        }
    }

    /// An alternative stands for a choice: gives the others up.
    fn settle_for(&mut self, b: Branch, cut: bool) {
        let choice = &self.choices[b.choice];
        let (unit, whole, of_units) = (choice.unit, choice.whole, self.choices.of_units());
        let others = self.choices.settle(b, cut);
        for other in &others {
            self.counters.undone += u64::from(other.begun && other.means != Means::Walk);
        }
        self.lose_all(unit, &others);
        if whole && Some(b) != of_units {
            // Nobody calls them any more.
            for unit in self.units.keys().skip(1).collect::<Vec<_>>() {
                self.lose(LeafId { unit, node: NodeId::ROOT });
                self.units[unit].abandoned = true;
                self.waiting.forget(unit);
            }
        }
    }

    /// Nothing has to be known any more of alternatives that were given up, nor of what waits in them.
    fn lose_all(&mut self, unit: UnitId, gone: &[Alternative]) {
        for a in gone {
            self.lose(LeafId { unit, node: a.node });
        }
        if gone.iter().any(|a| a.begun) {
            self.waiting.forget_lost(&self.choices);
        }
    }

    /// What only paths have been to that are given up for another alternative has tests of these.
    fn test_lost(&mut self, unit: UnitId, leaves: &[NodeId]) {
        for node in leaves.iter().take(tuning::LOST_PATHS_TESTED.get()) {
            if let Some(Pending::State(leaf)) = self.units[unit].state(*node)
                && leaf.state.reach.is_confirmed()
            {
                let leaf = leaf.awake();
                self.test(&leaf, true);
            }
        }
    }

    /// Nothing has to be known any more of what is at and below a node.
    pub(crate) fn lose(&mut self, at: LeafId) {
        let leaves: Vec<NodeId> = self.units[at.unit].tree.unknown_leaves(at.node).collect();
        if self.results.tests.is_some() {
            self.test_lost(at.unit, &leaves);
        }
        for node in leaves {
            self.units[at.unit].take(node);
        }
        for detail in self.tree(at).supersede(at.node).into_iter().flatten() {
            self.results.withdraw(detail);
        }
    }

    /// Nothing is left in the frontiers: choices are settled by what has nothing left either, or others have their
    /// turns. False if there is nothing to be done.
    pub(crate) fn turn_over(&mut self) -> bool {
        for id in self.choices.open() {
            let choice = &self.choices[id];
            let unit = &self.units[choice.unit];
            if unit.abandoned {
                continue;
            }
            let done = |a: &Alternative| a.standing == Standing::Sound && !unit.tree.node(a.node).has_unknown();
            if let Some(place) = choice.alternatives.iter().position(done) {
                self.settle_choice(Branch { choice: id, place: place as u8 });
                return true;
            }
            let stuck = |a: &Alternative| unit.tree.unknown_leaves(a.node).all(|node| unit.is_idle(node));
            if choice.phase == Phase::Trial && stuck(choice.active()) {
                // All that is left of the loop waits for something else, or at the door of one around it.
                let place = choice.active;
                self.open_door(Branch { choice: id, place });
                return true;
            }
        }
        for id in self.choices.open() {
            let choice = &self.choices[id];
            let unit = &self.units[choice.unit];
            if unit.abandoned || choice.phase == Phase::Trial {
                continue;
            }
            let waits = |a: &Alternative| !unit.tree.unknown_leaves(a.node).any(|node| unit.state(node).is_some());
            // The active one waits for a function, or for an answer that takes more work.
            if waits(choice.active())
                && let Some(next) = choice.next(|a| unit.tree.node(a.node).has_unknown() && !waits(a))
                && next != choice.active
            {
                self.activate(id, next, self.patience(self.choices[id].around));
                return true;
            }
        }
        false
    }

    /// The run is over: of each choice what was done last is what is said of it, but for states that were made more
    /// general, of which what is open may be nothing that the program does.
    pub(crate) fn keep_active(&mut self) {
        for id in self.choices.open() {
            let choice = &self.choices[id];
            if self.units[choice.unit].abandoned {
                continue;
            }
            let is_of_program = |a: &Alternative| a.standing != Standing::Gone && !Course::of(a.means).generalises();
            let others = choice.alternatives.iter().enumerate().filter(|(_, a)| is_of_program(a));
            // Walking has come to the most of the program.
            let other = others.max_by_key(|(_, a)| (a.means == Means::Walk, a.spent)).map(|(place, _)| place as u8);
            let active = other.filter(|_| !is_of_program(choice.active())).unwrap_or(choice.active);
            self.settle_for(Branch { choice: id, place: active }, true);
        }
    }

    /// Something on a path has no answer: the alternative that is the cause can settle nothing any more.
    pub(crate) fn break_off(&mut self, branch: Option<Branch>) {
        let course = self.choices.course(branch);
        for (site, means) in self.choices.break_off(branch) {
            if let (Some(fold), Means::Fold | Means::FoldInPlace) = (&mut self.fold, means) {
                fold.regret((course, site));
            }
        }
    }
}

/// Has a path come out of the loop that a choice is about?
fn is_out(choice: &Choice, leaf: &Leaf) -> bool {
    !leaf.state.is_within(choice.scope)
}
