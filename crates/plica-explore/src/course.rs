//! Courses: ways to take all loops and all calls of a run.
//!
//! Choices within choices multiply, and a bad one makes all that is inside it dear. So the run as a whole is a choice
//! among courses (docs/flow-choices.md, step 6). Oblivious to what they cost. Invariant: each covers all inputs.

use plica_smt::Work;
use plica_tree::Means;

use crate::alternatives::LoopMeans;
use crate::tuning;

/// See the module's description.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Course {
    /// Loops as the user wants them, by default each by whatever settles it first; calls in place where there are other
    /// courses. What a run is in that is no choice among them.
    #[default]
    Each,
    /// Loops walked, calls in place.
    Walk,
    /// Loops folded, or as the user wants them if that is in one way, calls summarised where they fork.
    Summary,
    /// Loops folded, calls in place.
    Fold,
    /// The run as one region: loops walked, calls in place, paths merged where they meet.
    Merge,
    /// Loops walked, calls in place, with states made more general at the heads of loops.
    General,
    /// The same, with candidate invariants assumed there as far as they hold.
    Invariants,
    /// Loops walked, calls replayed along choice trees.
    Replay,
    /// Loops walked, calls in place, with one value after the other for inputs that have few.
    Enumerate,
}

/// What has settled a run: the next run of a program like it begins with that. Nothing that is concluded rests on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The course.
    pub course: Course,
    /// What it has cost.
    pub cost: Work,
}

impl Default for Settled {
    /// Nothing has. Most programs that are soon done with are soon walked.
    fn default() -> Self {
        Settled { course: Course::Walk, cost: Work::NONE }
    }
}

impl Course {
    /// All of them, as they lie in the choice, where those that make states more general come again and again, each
    /// time with what was learned before.
    pub(crate) const ALL: [Course; 9] = [
        Course::Each,
        Course::Walk,
        Course::Summary,
        Course::Fold,
        Course::Merge,
        Course::General,
        Course::Invariants,
        Course::Replay,
        Course::Enumerate,
    ];

    /// The course that the tree calls so.
    pub(crate) fn of(means: Means) -> Course {
        Course::ALL.into_iter().find(|course| course.means() == means).unwrap_or_default()
    }

    /// Are states made more general in it?
    pub(crate) fn generalises(self) -> bool {
        matches!(self, Course::General | Course::Invariants)
    }

    /// How often it is begun, at most.
    pub(crate) fn attempts(self) -> usize {
        match self {
            Course::General => tuning::ATTEMPTS_AT_GENERALISING.get(),
            Course::Invariants => tuning::ATTEMPTS_AT_INVARIANTS.get(),
            _ => 1,
        }
    }

    /// Its number, the same in all runs.
    pub fn number(self) -> u8 {
        Course::ALL.iter().position(|course| *course == self).unwrap_or_default() as u8
    }

    /// The course of a number.
    pub fn of_number(number: u8) -> Option<Course> {
        Course::ALL.get(usize::from(number)).copied()
    }

    /// How the tree calls its alternative.
    pub fn means(self) -> Means {
        match self {
            Course::Each => Means::Auto,
            Course::Walk => Means::Walk,
            Course::Summary => Means::Summary,
            Course::Fold => Means::FoldInPlace,
            Course::Merge => Means::Merge,
            Course::General => Means::General,
            Course::Invariants => Means::Invariants,
            Course::Replay => Means::Replay,
            Course::Enumerate => Means::Enumerate,
        }
    }

    /// How statistics call it.
    pub fn name(self) -> String {
        self.means().name().replace(' ', "_")
    }

    /// Is it expected to come to an end before anything is seen of it?
    pub(crate) fn is_preferred_at_first(self) -> bool {
        matches!(self, Course::Walk | Course::Merge)
    }

    /// How loops are taken in it, if the user wants them so.
    pub(crate) fn loops(self, wanted: LoopMeans) -> LoopMeans {
        match self {
            Course::Each => wanted,
            Course::Summary if !wanted.is_auto() => wanted,
            Course::Summary | Course::Fold => LoopMeans::Fold,
            _ => LoopMeans::Walk,
        }
    }

    /// Does it take loops as the user wants them? Where that is in one way, courses differ by calls alone.
    pub(crate) fn is_wanted(self, wanted: LoopMeans) -> bool {
        match wanted {
            LoopMeans::Auto(_) => true,
            LoopMeans::Walk => matches!(self, Course::Walk | Course::Summary | Course::Replay),
            LoopMeans::Fold => matches!(self, Course::Fold | Course::Summary),
        }
    }
}
