//! Choices: places from which several alternatives each cover the same inputs, so that one of them settled is enough.
//!
//! An *or* node, where the rest of the tree is an *and* of all sides of its decisions. Oblivious to trees and states:
//! only what is chosen from, what it has cost so far, and whose turn it is. Invariant: a branch names an alternative
//! for ever; what lies in an alternative of a settled choice that did not settle it is *lost*, and nothing follows from
//! it.

use std::collections::{BTreeMap, HashMap};

use cranelift_entity::{PrimaryMap, entity_impl};
use plica_exec::{LoopScopeId, UnitId};
use plica_ir::{FuncId, Loc};
use plica_smt::Work;
use plica_tree::{Means, NodeId};

use crate::course::{Course, Settled};
use crate::forecast::Forecast;
use crate::tuning;

/// The number of a choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ChoiceId(u32);
entity_impl!(ChoiceId);

impl ChoiceId {
    /// The choice that was filed at this place.
    pub fn at(place: usize) -> ChoiceId {
        ChoiceId(place as u32)
    }
}

/// An alternative of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Branch {
    /// The choice.
    pub choice: ChoiceId,
    /// The place among its alternatives.
    pub place: u8,
}

/// How far a choice has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The loop is walked as long as that may soon be done with: what leaves it waits at its door.
    Trial,
    /// The alternatives have their turns.
    Open,
    /// This one settled it.
    Settled(u8),
}

/// What is known of an alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// It may settle the choice.
    Sound,
    /// Something in it was left without an answer: it can find errors, and settle nothing.
    Broken,
    /// It cannot be had.
    Gone,
}

/// One way to cover what the choice is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alternative {
    /// Which.
    pub means: Means,
    /// The node below which it is explored.
    pub node: NodeId,
    /// What it has cost so far.
    pub spent: Work,
    /// What a question takes, at least, that begins anew in its next turn: it waits until others have had as much.
    pub owes: Work,
    /// What is known of it.
    pub standing: Standing,
    /// Was something begun in it?
    pub begun: bool,
    /// Are questions in it probably not answered?
    pub hard: bool,
    /// Is it likely to come to an end where the others do not?
    pub preferred: bool,
    /// Is there something to be tried in it that was not tried before, or something left of its part of the work?
    pub promises: bool,
    /// Was the loop folded in it?
    pub folded: bool,
    /// Did it break in the turn that it is having? What is feasible beside what has no answer may be an error.
    pub just_broken: bool,
}

impl Alternative {
    /// What it will have cost at least once it has had its next turn.
    fn bound(&self) -> Work {
        self.spent.plus(self.owes)
    }
}

/// See the module's description.
#[derive(Debug)]
pub(crate) struct Choice {
    /// Whose tree it is in.
    pub unit: UnitId,
    /// Is it about all calls of the run? All units lie in one of its alternatives then.
    pub whole: bool,
    /// The alternative that it lies in.
    pub around: Option<Branch>,
    /// The loop, or the function.
    pub site: (FuncId, Loc),
    /// Its scope on the path.
    pub scope: LoopScopeId,
    /// How far it has come.
    pub phase: Phase,
    /// Whose turn it is.
    pub active: u8,
    /// What the trial, or this turn, may cost: the work of the active alternative at which it is over.
    pub until: Work,
    /// With how many leaves a trial is over.
    pub most: usize,
    /// Was the loop walked to its end on all paths, of which there are not many?
    pub walked: bool,
    /// Did a scout come here first? Then little is open in the loop, and what settles it is no lesson.
    pub scouted: bool,
    /// The alternatives; none is kept of a choice that is settled.
    pub alternatives: Vec<Alternative>,
}

impl Choice {
    /// What may still come of the choice when this one is left out.
    pub fn has_other(&self, place: u8) -> bool {
        let sound = |a: &Alternative| a.standing == Standing::Sound;
        self.alternatives.iter().enumerate().any(|(i, a)| i != usize::from(place) && sound(a))
    }

    /// Whose turn is next among those that `goes_on` says have something to be looked at: the one that has cost the
    /// least for its weight. One that cannot settle the choice may still find errors, and has a small share for that.
    /// Of courses some come before the others, up to a bound: most programs that are soon done with are done with in
    /// one of them, and which one that is cannot be told.
    pub fn next(&self, goes_on: impl Fn(&Alternative) -> bool) -> Option<u8> {
        let first = |(place, a): &(usize, &Alternative)| {
            a.standing == Standing::Sound && a.spent < self.before_others(*place, a) && goes_on(a)
        };
        let courses = self.alternatives.iter().enumerate().filter(|_| self.whole).filter(first);
        let course = courses.min_by_key(|(_, a)| match a.means {
            Means::Invariants => {
                a.spent.part(tuning::SHARE_BESIDE_INVARIANTS.get(), 1).plus(tuning::WORK_BEFORE_INVARIANTS.get())
            }
            _ => a.bound(),
        });
        course.map(|(place, _)| place as u8).or_else(|| self.cheapest(goes_on))
    }

    /// What a course may cost before others have their turns.
    fn before_others(&self, place: usize, a: &Alternative) -> Work {
        let most = tuning::WORK_OF_FIRST_COURSES.get();
        match (Course::of(a.means), a.preferred, a.promises) {
            (Course::Walk | Course::Fold | Course::Merge, true, _) => most,
            // Folding is worth what it costs where a loop is long; else it walks, and less well.
            (Course::Fold, false, false) => tuning::WORK_BEFORE_FOLDING.get(),
            (Course::Fold, false, true) | (Course::Walk, false, _) => tuning::WORK_WHILE_FOLDING.get(),
            // It shows soon how far it will come.
            (Course::Enumerate, true, _) => most,
            (Course::Enumerate, false, true) => tuning::WORK_BEFORE_ENUMERATING.get(),
            // As long as there is something new that may hold.
            (Course::Invariants, _, true) if self.is_due(place, a) => tuning::WORK_OF_PROMISES.get(),
            (Course::Invariants, _, false) if self.is_due(place, a) => tuning::WORK_OF_COURSE.get(),
            _ => Work::NONE,
        }
    }

    /// What all alternatives have cost: of those that come again and again each has cost what those before it have.
    pub fn spent(&self) -> Work {
        let is_last = |(i, a): &(usize, &Alternative)| {
            !self.alternatives[i + 1..].iter().any(|b| b.means == a.means && b.spent >= a.spent)
        };
        self.alternatives.iter().enumerate().filter(is_last).fold(Work::NONE, |sum, (_, a)| sum.plus(a.spent))
    }

    /// Those that make states more general come one after the other.
    fn is_due(&self, place: usize, a: &Alternative) -> bool {
        let before = |b: &Alternative| b.means == a.means && b.standing != Standing::Gone;
        !Course::of(a.means).generalises() || !self.alternatives[..place].iter().any(before)
    }

    /// The alternative that has cost the least for its weight.
    fn cheapest(&self, goes_on: impl Fn(&Alternative) -> bool) -> Option<u8> {
        let candidates = self.alternatives.iter().enumerate();
        // These are for where folding has led to questions without an answer.
        let there = |a: &Alternative| a.standing != Standing::Gone;
        let due = |place: usize, a: &Alternative| match a.means {
            Means::FoldInPlace | Means::Chunk if !a.begun => !self.is_sound(Means::Fold),
            _ => self.is_due(place, a),
        };
        let candidates = candidates.filter(|(place, a)| there(a) && due(*place, a) && goes_on(a));
        let less = |a: &Alternative| if a.standing == Standing::Broken { tuning::SHARE_BESIDE_BROKEN.get() } else { 1 };
        let key = |a: &Alternative| (a.bound().part(less(a), self.weight(a)), a.standing == Standing::Broken);
        candidates.min_by_key(|(_, a)| key(a)).map(|(place, _)| place as u8)
    }

    /// How much more than this alternative the one may cost that is expected to settle the choice.
    pub fn sharing_with(&self, place: u8) -> u64 {
        let sound = |a: &&Alternative| a.standing == Standing::Sound;
        let most = self.alternatives.iter().filter(sound).map(|a| self.weight(a)).max().unwrap_or(1);
        (most / self.weight(&self.alternatives[usize::from(place)])).max(1)
    }

    /// Was there an alternative that folds, which cannot be had?
    pub fn is_fold_refused(&self) -> bool {
        self.alternatives.iter().any(|a| a.means == Means::Fold && a.standing == Standing::Gone)
    }

    /// What is left of the turn.
    fn left(&self) -> Work {
        self.until.minus(self.active().spent)
    }

    /// The same for an alternative, if it is the one whose turn it is.
    pub fn left_of(&self, place: u8) -> Work {
        if self.active == place { self.left() } else { Work::NONE }
    }

    /// May this alternative, if there is one, settle the choice?
    pub fn is_sound(&self, means: Means) -> bool {
        self.alternatives.iter().any(|a| a.means == means && a.standing == Standing::Sound)
    }

    /// How much more an alternative may cost than one of weight one.
    fn weight(&self, a: &Alternative) -> u64 {
        match (a.preferred, a.means) {
            (true, Means::FoldInPlace) if self.whole => tuning::SHARE_OF_FOLDING_COURSE.get(),
            (true, Means::General | Means::Invariants | Means::Enumerate) => tuning::SHARE_OF_FOLDING_COURSE.get(),
            (true, Means::Walk) => tuning::SHARE_OF_WALKING_COURSE.get(),
            (true, Means::Merge) if self.whole => tuning::SHARE_OF_WALKING_COURSE.get(),
            (false, Means::FoldInPlace) if self.whole && a.promises => tuning::SHARE_OF_WALKING_COURSE.get(),
            (false, Means::FoldInPlace) if self.whole => tuning::SHARE_OF_UNFOLDED.get(),
            (true, _) => tuning::SHARE_OF_PREFERRED.get(),
            (false, Means::Walk) if self.whole => tuning::SHARE_OF_PREFERRED.get(),
            // It takes a few attempts to see whether that comes to an end.
            (false, Means::General) => tuning::SHARE_OF_ATTEMPTS.get(),
            (false, Means::Invariants) if a.promises => tuning::SHARE_OF_ATTEMPTS.get(),
            (false, _) => 1,
        }
    }

    /// The course at a place, in a choice among courses.
    pub fn course(&self, place: u8) -> Course {
        Course::of(self.alternatives[usize::from(place)].means)
    }

    /// The active alternative.
    pub fn active(&self) -> &Alternative {
        &self.alternatives[usize::from(self.active)]
    }
}

/// What came of one way to take a loop, or a call, in all choices about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// In how many choices it was tried.
    pub tried: u64,
    /// How many of them it settled.
    pub settled: u64,
    /// Work of all that was done in it.
    pub spent: Work,
}

/// Ways to take loops and calls, by their heads and starts.
pub type TakenBy = BTreeMap<((FuncId, Loc), Means), Taken>;

/// All choices of a run.
#[derive(Default)]
pub(crate) struct Choices {
    /// What came of the choices that are no longer open.
    pub taken: TakenBy,
    /// What has settled the run as a whole, if it was a choice.
    pub settled: Option<Settled>,
    /// What each course of the run was charged with, if it was a choice.
    pub charged: BTreeMap<Course, Work>,
    /// Of the choice among courses, if the run is one: how walking comes on.
    pub forecast: Forecast,
    /// The same: what enumerating will cost yet, as far as that is known.
    pub left_to_enumerate: Option<Work>,
    all: PrimaryMap<ChoiceId, Choice>,
    /// Those that are not settled, in order.
    open: std::collections::BTreeSet<ChoiceId>,
    /// How often walking a loop settled a choice although something else was tried too, less how often that did; in
    /// each course.
    walked: HashMap<(Course, (FuncId, Loc)), i32>,
}

/// Where a branch is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whereabouts {
    /// In this alternative of a choice that is not settled, or in none.
    In(Option<Branch>),
    /// In one that was not the one that settled its choice.
    Lost,
}

impl Choices {
    /// Files a choice.
    pub fn push(&mut self, choice: Choice) -> ChoiceId {
        let id = self.all.push(choice);
        self.open.insert(id);
        id
    }

    /// How many there were.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The innermost alternative around that is still to be chosen. Looks no further than that.
    pub fn find(&self, mut branch: Option<Branch>) -> Whereabouts {
        while let Some(b) = branch {
            match self.all[b.choice].phase {
                Phase::Settled(place) if place == b.place => branch = self.all[b.choice].around,
                Phase::Settled(_) => return Whereabouts::Lost,
                _ => break,
            }
        }
        Whereabouts::In(branch)
    }

    /// Lets a branch forget the choices that are settled. False if it is lost.
    pub fn shorten(&mut self, branch: &mut Option<Branch>) -> bool {
        match self.find(*branch) {
            Whereabouts::In(found) => {
                *branch = found;
                if let Some(b) = found {
                    // What is around it, too, so that no chain grows long.
                    if let Whereabouts::In(around) = self.find(self.all[b.choice].around) {
                        self.all[b.choice].around = around;
                    }
                }
                true
            }
            Whereabouts::Lost => false,
        }
    }

    /// The alternatives that are still to be chosen around a branch, innermost first; ends where one is lost.
    pub fn around(&self, branch: Option<Branch>) -> impl Iterator<Item = Branch> {
        let found = |branch| match self.find(branch) {
            Whereabouts::In(found) => found,
            Whereabouts::Lost => None,
        };
        std::iter::successors(found(branch), move |b| found(self.all[b.choice].around))
    }

    /// Is it in an alternative that was given up, for another or by itself?
    pub fn is_lost(&self, mut branch: Option<Branch>) -> bool {
        loop {
            match self.find(branch) {
                Whereabouts::Lost => return true,
                Whereabouts::In(None) => return false,
                Whereabouts::In(Some(b))
                    if self.all[b.choice].alternatives[usize::from(b.place)].standing == Standing::Gone =>
                {
                    return true;
                }
                Whereabouts::In(Some(b)) => branch = self.all[b.choice].around,
            }
        }
    }

    /// Does whatever needs what lies in one branch need what lies in the other, which therefore may rest on it?
    pub fn may_rest_on(&self, branch: Option<Branch>, on: Option<Branch>) -> bool {
        match self.find(on) {
            Whereabouts::In(None) => true,
            Whereabouts::In(Some(on)) => self.around(branch).any(|b| b == on),
            Whereabouts::Lost => false,
        }
    }

    /// What an attempt in an alternative may take: what is left of its turn, and of the turns of those around it. Of
    /// these it may be longer, by as much as they have cost so far: with less, what can be done would seem not to be.
    pub fn left(&self, branch: Branch) -> Work {
        let choice = &self.all[branch.choice];
        let around = self.around(choice.around).map(|b| &self.all[b.choice]);
        let most = around.map(|c| c.left().max(c.active().spent).max(tuning::WORK_OF_OVERRUN.get())).min();
        most.map_or(choice.left(), |most| choice.left().min(most)).max(tuning::WORK_OF_ATTEMPT.get())
    }

    /// An alternative has had so much work: the turns are over of those around it for which there was no more.
    pub fn end_turns(&mut self, branch: Branch, had: Work) {
        let over = |b: &Branch| self.all[b.choice].left() <= had;
        for b in self.around(Some(branch)).filter(over).collect::<Vec<_>>() {
            self.all[b.choice].until = Work::NONE;
        }
    }

    /// An alternative gave up what it had left of its turn. That counts as spent, so that it has more in the next: with
    /// as much as before it would come no further.
    pub fn forgo(&mut self, branch: Branch, left: Work) {
        let alternative = &mut self.all[branch.choice].alternatives[usize::from(branch.place)];
        alternative.spent = alternative.spent.plus(left);
    }

    /// A long loop was folded whose exits are not hard, or a summary used, in an alternative: the course may come to an
    /// end where others do not.
    pub fn pays(&mut self, branch: Branch) {
        let whole = self.around(Some(branch)).find(|b| self.all[b.choice].whole);
        if let Some(b) = whole {
            self.all[b.choice].alternatives[usize::from(b.place)].preferred = true;
        }
    }

    /// May something else than this alternative, or than those around it, still settle what it is about?
    pub fn has_other(&self, branch: Option<Branch>) -> bool {
        // The same question comes up however calls are taken.
        self.around(branch).any(|b| !self.all[b.choice].whole && self.all[b.choice].has_other(b.place))
    }

    /// The alternative in which units lie, if that is one.
    pub fn of_units(&self) -> Option<Branch> {
        let choice = ChoiceId::at(0);
        let whole = self.all.get(choice).filter(|choice| choice.whole)?;
        let place = whole.alternatives.iter().position(|a| a.means == Course::Summary.means())? as u8;
        Some(Branch { choice, place })
    }

    /// May a long loop still be folded in a course? One is being folded, and was not refused so far.
    pub fn may_fold(&self, course: Course) -> bool {
        let folds = |a: &Alternative| a.means == Means::Fold && a.begun && a.standing == Standing::Sound && !a.folded;
        let may = |c: &Choice| c.alternatives.iter().any(folds);
        self.open.iter().map(|id| &self.all[*id]).any(|c| may(c) && self.course(c.around) == course)
    }

    /// Is it still to be settled?
    pub fn is_open(&self, id: ChoiceId) -> bool {
        self.open.contains(&id)
    }

    /// The choices that are not settled, the last first.
    pub fn open(&self) -> Vec<ChoiceId> {
        self.open.iter().rev().copied().collect()
    }

    /// The course that a branch lies in.
    pub fn course(&self, branch: Option<Branch>) -> Course {
        self.courses(branch).map_or(Course::Each, |(choice, place)| choice.course(place))
    }

    /// The choice among courses that a branch lies in, and in which of them.
    pub fn courses(&self, branch: Option<Branch>) -> Option<(&Choice, u8)> {
        self.of_course(branch).map(|b| (&self.all[b.choice], b.place))
    }

    /// The same, as a branch.
    pub fn of_course(&self, branch: Option<Branch>) -> Option<Branch> {
        self.around(branch).find(|b| self.all[b.choice].whole)
    }

    /// What a course has cost so far; nothing if the run is no choice among courses.
    pub fn spent_in(&self, course: Course) -> Option<Work> {
        let whole = self.all.get(ChoiceId::at(0)).filter(|choice| choice.whole)?;
        whole.alternatives.iter().find(|a| a.means == course.means()).map(|a| a.spent)
    }

    /// Has a course had a turn?
    pub fn has_begun(&self, course: Course) -> bool {
        self.spent_in(course).is_some_and(|spent| spent > Work::NONE)
    }

    /// How many times more it may take to walk a loop in an alternative than one of which nothing is known; nothing
    /// where folding has proved to be better.
    pub fn leniency(&self, site: (FuncId, Loc), branch: Option<Branch>) -> u64 {
        match self.walked.get(&(self.course(branch), site)) {
            None | Some(0) => 1,
            Some(&n) if n > 0 => 1 << (2 * n.min(4)),
            Some(_) => 0,
        }
    }

    /// This alternative settles the choice, or stands for it since the run is over (`cut`). Gives the others.
    pub fn settle(&mut self, branch: Branch, cut: bool) -> Vec<Alternative> {
        self.open.remove(&branch.choice);
        if self.all[branch.choice].whole {
            self.note_charges();
        }
        let course = self.course(self.all[branch.choice].around);
        let choice = &mut self.all[branch.choice];
        for (place, a) in choice.alternatives.iter().enumerate().filter(|(_, a)| a.spent > Work::NONE && !choice.whole)
        {
            let taken = self.taken.entry((choice.site, a.means)).or_default();
            taken.tried += 1;
            taken.settled += u64::from(!cut && place == usize::from(branch.place));
            taken.spent = taken.spent.plus(a.spent);
        }
        let tried = |a: &Alternative| a.means != Means::Walk && a.spent > Work::NONE;
        if !choice.scouted && choice.alternatives.iter().any(tried) {
            let walks = choice.alternatives[usize::from(branch.place)].means == Means::Walk;
            *self.walked.entry((course, choice.site)).or_default() += if walks { 1 } else { -1 };
        }
        if choice.whole && !cut {
            let cost = choice.alternatives[usize::from(branch.place)].spent;
            self.settled = Some(Settled { course: choice.course(branch.place), cost });
        }
        choice.phase = Phase::Settled(branch.place);
        let mut others = std::mem::take(&mut choice.alternatives);
        others.remove(usize::from(branch.place));
        others
    }

    /// Notes what the courses of the run were charged with so far, if it is a choice that is not settled.
    pub fn note_charges(&mut self) {
        let whole = self.all.get(ChoiceId::at(0)).filter(|choice| choice.whole);
        for a in whole.iter().flat_map(|choice| &choice.alternatives) {
            // Each attempt of a course counts what those before it have cost.
            let charged = self.charged.entry(Course::of(a.means)).or_default();
            *charged = a.spent.max(*charged);
        }
    }

    /// Something in an alternative has no answer: the choices that nothing can settle any more break what is around
    /// them. The one that is taken to be the cause is the innermost that made questions hard, else the innermost.
    /// Gives the alternatives that were sound until now.
    pub fn break_off(&mut self, branch: Option<Branch>) -> Vec<((FuncId, Loc), Means)> {
        let mut broken = Vec::new();
        let hard = |b: &Branch| self.all[b.choice].alternatives[usize::from(b.place)].hard;
        let mut next = self.around(branch).find(hard).or_else(|| self.around(branch).next());
        while let Some(b) = next {
            let choice = &mut self.all[b.choice];
            let alternative = &mut choice.alternatives[usize::from(b.place)];
            if alternative.standing == Standing::Sound {
                alternative.standing = Standing::Broken;
                broken.push((choice.site, alternative.means));
                alternative.just_broken = true;
            }
            if choice.alternatives.iter().any(|a| a.standing == Standing::Sound) {
                break;
            }
            let around = choice.around;
            next = self.around(around).next();
        }
        broken
    }
}

impl std::ops::Index<ChoiceId> for Choices {
    type Output = Choice;

    fn index(&self, id: ChoiceId) -> &Choice {
        &self.all[id]
    }
}

impl std::ops::IndexMut<ChoiceId> for Choices {
    fn index_mut(&mut self, id: ChoiceId) -> &mut Choice {
        &mut self.all[id]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alternative(means: Means) -> Alternative {
        let (spent, standing) = (Work::NONE, Standing::Sound);
        Alternative {
            means,
            node: NodeId::ROOT,
            spent,
            owes: Work::NONE,
            standing,
            begun: true,
            hard: false,
            preferred: false,
            promises: false,
            folded: false,
            just_broken: false,
        }
    }

    fn choice(choices: &mut Choices, around: Option<Branch>) -> [Branch; 2] {
        let alternatives = vec![alternative(Means::Walk), alternative(Means::Fold)];
        let (unit, site, scope) = (UnitId::PROGRAM, (FuncId(0), Loc(1)), LoopScopeId::default());
        let (phase, active, until, most) = (Phase::Open, 0, Work::NONE, 1);
        let (whole, walked, scouted) = (false, false, false);
        let new =
            Choice { unit, whole, around, site, scope, phase, active, until, most, walked, scouted, alternatives };
        let choice = choices.push(new);
        [Branch { choice, place: 0 }, Branch { choice, place: 1 }]
    }

    #[test]
    fn a_record_counts_in_its_alternatives_only() {
        let mut choices = Choices::default();
        let [walk, fold] = choice(&mut choices, None).map(Some);
        let [inner, other] = choice(&mut choices, walk).map(Some);
        // What is in no alternative, or in one around, counts; what is in a sibling, or further inside, does not.
        let rests = [(inner, None), (inner, walk), (inner, inner), (walk, None)];
        assert!(rests.iter().all(|&(branch, on)| choices.may_rest_on(branch, on)));
        let not = [(inner, other), (inner, fold), (fold, walk), (walk, inner), (None, walk)];
        assert!(not.iter().all(|&(branch, on)| !choices.may_rest_on(branch, on)));
        // Once a choice is settled, what settled it is in what is around, and the rest is lost.
        choices.settle(inner.expect("a branch"), false);
        assert!(choices.may_rest_on(walk, inner) && !choices.may_rest_on(walk, other) && choices.is_lost(other));
        choices.settle(fold.expect("a branch"), false);
        assert!(choices.is_lost(inner) && choices.is_lost(walk) && choices.may_rest_on(None, fold));
        let mut branch = fold;
        assert!(choices.shorten(&mut branch) && branch.is_none());
    }

    #[test]
    fn a_choice_is_broken_when_nothing_can_settle_it() {
        let mut choices = Choices::default();
        let [walk, fold] = choice(&mut choices, None);
        let [inner, other] = choice(&mut choices, Some(walk));
        assert!(choices.has_other(Some(inner)));
        assert_eq!(choices.break_off(Some(inner)).len(), 1);
        assert_eq!(choices[walk.choice].alternatives[0].standing, Standing::Sound);
        // The last that was sound breaks what is around as well.
        assert_eq!(choices.break_off(Some(other)).len(), 2);
        assert_eq!(choices[walk.choice].alternatives[0].standing, Standing::Broken);
        assert_eq!(choices[walk.choice].next(|_| true), Some(fold.place));
        // What cannot be had is lost, with all that is in it, though nothing has settled the choice.
        assert!(!choices.is_lost(Some(inner)));
        choices[walk.choice].alternatives[0].standing = Standing::Gone;
        assert!(choices.is_lost(Some(walk)) && choices.is_lost(Some(inner)) && !choices.is_lost(Some(fold)));
    }

    #[test]
    fn who_has_cost_the_least_for_its_weight_is_next() {
        let mut choices = Choices::default();
        let [walk, fold] = choice(&mut choices, None);
        let choice = &mut choices[walk.choice];
        choice.alternatives[0].spent = Work::units(100);
        choice.alternatives[1].spent = Work::units(100 * tuning::SHARE_OF_PREFERRED.get() - 1);
        assert_eq!(choice.next(|_| true), Some(walk.place));
        choice.alternatives[1].preferred = true;
        assert_eq!(choice.next(|_| true), Some(fold.place));
        choice.alternatives[1].standing = Standing::Broken;
        assert_eq!(choice.next(|_| true), Some(walk.place));
        assert_eq!(choice.next(|a| a.means == Means::Fold), Some(fold.place));
    }

    #[test]
    fn three_courses_have_turns_before_the_others_and_those_that_pay_have_more() {
        let mut choices = Choices::default();
        let [first, _] = choice(&mut choices, None);
        let [inner, _] = choice(&mut choices, Some(Branch { place: 2, ..first }));
        let whole = &mut choices[first.choice];
        whole.whole = true;
        let a = whole.alternatives[0];
        whole.alternatives = Course::ALL.iter().map(|course| Alternative { means: course.means(), ..a }).collect();
        let preferred = |a: &Alternative| matches!(a.means, Means::Walk | Means::FoldInPlace | Means::Merge);
        whole.alternatives.iter_mut().for_each(|a| a.preferred = preferred(a));
        let most = tuning::WORK_OF_FIRST_COURSES.get();
        let mut spent = [0; Course::ALL.len()].map(Work::units);
        let next = |choices: &mut Choices, spent: &[Work; Course::ALL.len()]| {
            let there = choices[first.choice].alternatives.iter_mut().zip(spent);
            there.for_each(|(a, spent)| a.spent = *spent);
            choices[first.choice].next(|_| true)
        };
        // As much for one as for the other, although their shares differ.
        assert_eq!(next(&mut choices, &spent), Some(1));
        spent[1] = Work::units(1);
        assert_eq!(next(&mut choices, &spent), Some(3));
        spent[3] = Work::units(1);
        assert_eq!(next(&mut choices, &spent), Some(4));
        (spent[1], spent[3], spent[4]) = (most.minus(Work::units(1)), most, most);
        // Candidate invariants have one short turn meanwhile, and more where they promise something.
        assert_eq!(next(&mut choices, &spent), Some(6));
        spent[6] = tuning::WORK_OF_COURSE.get();
        assert_eq!(next(&mut choices, &spent), Some(1));
        choices[first.choice].alternatives[6].promises = true;
        assert_eq!(next(&mut choices, &spent), Some(6));
        spent[6] = most;
        assert_eq!(next(&mut choices, &spent), Some(1));
        // After that the others come, each as far as its share goes.
        spent[1] = most;
        assert_eq!(next(&mut choices, &spent), Some(0));
        let least = most.part(1, tuning::SHARE_OF_FOLDING_COURSE.get());
        (spent[0], spent[2]) = (least.plus(Work::units(1)), least.plus(Work::units(1)));
        (spent[5], spent[7], spent[8]) = (most, most, most);
        assert_eq!(next(&mut choices, &spent), Some(3));
        choices.pays(inner);
        assert_eq!(next(&mut choices, &spent), Some(2));
        // Folding has less before them where no long loop was folded, and where that may still be; so has walking where
        // it has no end in sight.
        let mut until = |preferred: bool, promises: bool, place: u8| {
            let a = &mut choices[first.choice].alternatives[usize::from(place)];
            (a.preferred, a.promises) = (preferred, promises);
            choices[first.choice].before_others(place.into(), &choices[first.choice].alternatives[usize::from(place)])
        };
        let [short, longer] = [tuning::WORK_BEFORE_FOLDING.get(), tuning::WORK_WHILE_FOLDING.get()];
        assert_eq!([until(false, false, 3), until(false, true, 3), until(true, false, 3)], [short, longer, most]);
        assert_eq!([until(false, false, 1), until(true, false, 1)], [longer, most]);
        // Enumerating shows soon how far it comes.
        let soon = tuning::WORK_BEFORE_ENUMERATING.get();
        assert_eq!([until(false, true, 8), until(true, true, 8), until(false, false, 8)], [soon, most, Work::NONE]);
    }

    #[test]
    fn a_long_loop_may_be_folded_while_one_is_being_folded_and_was_not_refused() {
        let mut choices = Choices::default();
        let [first, _] = choice(&mut choices, None);
        let whole = &mut choices[first.choice];
        whole.whole = true;
        whole.alternatives.iter_mut().zip([Means::FoldInPlace, Means::Walk]).for_each(|(a, means)| a.means = means);
        let [walk, _] = choice(&mut choices, Some(first));
        let mut may = |begun: bool, standing: Standing, folded: bool| {
            let fold = &mut choices[walk.choice].alternatives[1];
            (fold.begun, fold.standing, fold.folded) = (begun, standing, folded);
            assert!(!choices.may_fold(Course::Walk));
            choices.may_fold(Course::Fold)
        };
        assert!(may(true, Standing::Sound, false));
        assert!(!may(false, Standing::Sound, false) && !may(true, Standing::Gone, false));
        assert!(!may(true, Standing::Sound, true));
    }
}
