//! The run as a choice among courses: how they begin, and what is seen of them (docs/flow-choices.md, step 6).
//!
//! Oblivious to turns, which courses have like other alternatives. Invariant: what is seen of a course says only whose
//! turn it is; nothing is concluded from it.

use std::sync::Arc;

use plica_exec::LoopScopeId;
use plica_smt::Work;
use plica_tree::{Means, NodeId, TreeError};

use crate::alternatives::Merging;
use crate::checkpoint::Checkpoint;
use crate::choice::{Alternative, Branch, Choice, ChoiceId, Phase, Standing};
use crate::course::Course;
use crate::enumeration::Enumeration;
use crate::explorer::Explorer;
use crate::fold::Strategy;
use crate::forecast::Sight;
use crate::leaf::Leaf;
use crate::prelude::Prelude;
use crate::region::Region;
use crate::sweeping::Sweep;
use crate::tuning;

impl Explorer<'_> {
    /// The courses of the run begin behind its prelude: walking first, unless another one has settled an earlier run.
    /// That goes first, alone for a few times the work that it took then. The one that walks goes on from `walked`.
    pub(crate) fn begin_courses(&mut self, prelude: Prelude, walked: &Leaf) -> Result<(), TreeError> {
        let event = prelude.event();
        let Prelude { path: leaf, settled, .. } = prelude;
        let at = leaf.id;
        let site = (leaf.state.top.func, leaf.state.top.loc);
        // Decisions and paths beside the tree are not counted, so nothing is done there where the user bounds these.
        let bounded = self.bounds.limits.depth.is_some() || self.bounds.limits.paths.is_some();
        let enumerates = !bounded && self.results.tests.is_none();
        let start = enumerates.then(|| (self.setup)(self.machine).ok()).flatten().map(|start| start.heap);
        let there = |course: &Course| match course {
            Course::Replay => self.replay.is_some(),
            Course::Enumerate => start.is_some(),
            _ => !course.generalises() || self.generalisers.of(*course).is_some(),
        };
        let attempts = |course: Course| std::iter::repeat_n(course, course.attempts());
        let wanted = |course: &Course| course.is_wanted(self.loops) && there(course);
        let courses: Vec<Course> = Course::ALL.into_iter().filter(wanted).flat_map(attempts).collect();
        let means: Vec<Means> = courses.iter().map(|course| course.means()).collect();
        let mut alternatives = self.expand(at, site, &means)?;
        for a in &mut alternatives {
            (a.begun, a.preferred) = (true, Course::of(a.means).is_preferred_at_first());
        }
        let nodes: Vec<NodeId> = alternatives.iter().map(|a| a.node).collect();
        let (first, alone) = match self.loops.merging() {
            Merging::First => (Course::Merge, tuning::WORK_OF_FIRST_COURSES.get()),
            _ => (settled.course, settled.cost.part(tuning::SHARE_OF_SETTLED.get(), 1)),
        };
        let active = courses.iter().position(|course| *course == first).unwrap_or_default() as u8;
        let choice = self.choices.push(Choice {
            unit: at.unit,
            whole: true,
            around: None,
            site,
            scope: LoopScopeId::default(),
            phase: Phase::Open,
            active,
            until: tuning::WORK_OF_COURSE.get().plus(alone),
            most: 0,
            walked: false,
            scouted: false,
            alternatives,
        });
        for (place, (node, course)) in nodes.into_iter().zip(courses).enumerate() {
            let (from, event) = match course {
                Course::Walk => (walked.clone().walked(), None),
                _ => (leaf.clone(), event.clone()),
            };
            let (mut leaf, branch) = (from.at(node), Branch { choice, place: place as u8 });
            leaf.branch = Some(branch);
            leaf.course = course;
            leaf.in_place = course != Course::Summary;
            let machine = self.machine(at.unit);
            let sweep = match (course, &start) {
                (Course::Merge, _) => {
                    let keep = self.results.tests.is_some();
                    Sweep::Merging(Region::of_run(&machine, leaf.state.clone(), event, keep))
                }
                (Course::Enumerate, Some(start)) => {
                    Sweep::Enumerating(Enumeration::of_run(&machine, start.clone(), leaf.state.clone(), event))
                }
                _ => {
                    self.put(leaf, event);
                    continue;
                }
            };
            let (id, checkpoint) = (leaf.id, Arc::new(Checkpoint::at(leaf, Strategy::Fold)));
            self.file_untried((id, branch), course.means(), checkpoint, Some(Box::new(sweep)));
        }
        if bounded || self.loops.merging() == Merging::Never {
            self.drop_alternatives(choice, &[Means::Merge]);
        }
        Ok(())
    }

    /// What is seen of the courses of a run that is a choice among them: may a long loop still be folded in the one
    /// that folds, and may the one that walks come to an end?
    pub(crate) fn judge_courses(&mut self, id: ChoiceId) {
        self.look_at_walking(id);
        let folds = !self.choices.has_begun(Course::Fold) || self.choices.may_fold(Course::Fold);
        let all = self.choices[id].spent();
        let hopeless = self.choices.forecast.is_beyond(all);
        let left = self.choices.left_to_enumerate;
        for a in &mut self.choices[id].alternatives {
            match Course::of(a.means) {
                Course::Fold => a.promises = folds,
                Course::Walk => a.preferred = !hopeless,
                // It is worth it as soon as what is left is little beside what all have had.
                Course::Enumerate => {
                    a.preferred = left.is_some_and(|left| left <= all.part(1, tuning::SHARE_LEFT_TO_ENUMERATE.get()));
                    a.promises = a.preferred || a.spent <= all.part(1, tuning::SHARE_OF_ENUMERATING.get());
                }
                _ => {}
            }
        }
    }

    /// Of a choice about the run as a whole: the course that walks, and what it may cost, if by how it comes on it will
    /// be done before it has cost much more than all others have had.
    pub(crate) fn nearly_walked(&mut self, id: ChoiceId) -> Option<(u8, Work)> {
        let (place, walking) = self.walking(id)?;
        let unit = &self.units[self.choices[id].unit];
        // What waits for a function, or for an answer, is not done any sooner.
        unit.tree.unknown_leaves(walking.node).find(|node| unit.state(*node).is_some())?;
        let others = self.choices[id].spent().minus(walking.spent);
        // Merging may be done sooner, and does not show when.
        let share = walking.spent.part(1, tuning::SHARE_BESIDE_MERGING.get()).max(tuning::WORK_BEFORE_FORECAST.get());
        let early = |a: &Alternative| a.means == Means::Merge && a.standing == Standing::Sound && a.spent < share;
        let choice = &self.choices[id];
        if choice.alternatives.iter().any(|a| early(a) && self.differs(choice, a)) {
            return None;
        }
        let end = self.choices.forecast.end_within(others)?;
        let rest = end.minus(walking.spent).part(5, 4).min(walking.spent.part(1, 2));
        Some((place, rest.max(tuning::WORK_OF_COURSE.get())))
    }

    /// The course that walks, of a choice about the run as a whole, and its place.
    fn walking(&self, id: ChoiceId) -> Option<(u8, Alternative)> {
        let walks = |(_, a): &(usize, &Alternative)| a.means == Means::Walk && a.standing == Standing::Sound;
        self.choices[id].alternatives.iter().enumerate().find(walks).map(|(place, a)| (place as u8, *a))
    }

    /// Notes how the course that walks comes on.
    pub(crate) fn look_at_walking(&mut self, id: ChoiceId) {
        let Some((_, walking)) = self.walking(id) else { return };
        if !self.choices.forecast.is_news(walking.spent) {
            return;
        }
        let tree = &self.units[self.choices[id].unit].tree;
        let most = tuning::NODES_OF_FORECAST.get();
        match tree.unknown_part(walking.node, most).filter(|part| *part > 0.0) {
            Some(unknown) => {
                let open = tree.unknown_leaves(walking.node).count();
                self.choices.forecast.note(Sight { spent: walking.spent, unknown, open });
            }
            // There are too many nodes, or it is too small a part for a number.
            None => self.choices.forecast.lose_sight(),
        }
    }

    /// Of a choice about the run as a whole: does this alternative do something that walking does not? There may be
    /// nothing to summarise so far, no loop in which inputs decide, and none that goes on without. Folding always is
    /// taken to: it is what comes upon such loops.
    pub(crate) fn differs(&self, choice: &Choice, a: &Alternative) -> bool {
        match a.means {
            _ if !choice.whole || !choice.is_sound(Means::Walk) => true,
            Means::Summary | Means::Replay => self.forks_in_calls,
            Means::General | Means::Invariants if self.goes_on_unknown => true,
            // Only where loops may be folded choices are made of them: the course that folds has by then.
            Means::Auto | Means::General | Means::Invariants => self.choices.len() > 1,
            Means::Merge => self.counters.forks >= tuning::FORKS_WORTH_MERGING.get(),
            Means::Enumerate => a.promises && self.counters.forks > 0,
            _ => true,
        }
    }
}
