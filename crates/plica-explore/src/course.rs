//! Courses: ways to take all loops and all calls of a run.
//!
//! Choices within choices multiply, and a bad one makes all that is inside it dear. So the run as a whole is a choice
//! among courses (docs/flow-choices.md, step 6). Oblivious to what they cost. Invariant: each covers all inputs.

use plica_tree::Means;

use crate::alternatives::LoopMeans;

/// See the module's description.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Course {
    /// Loops as the user wants them, by default each by whatever settles it first; calls in place where there are other
    /// courses.
    #[default]
    First,
    /// Loops walked, calls in place.
    Walk,
    /// Loops folded, calls summarised where they fork.
    Summary,
    /// Loops folded, calls in place.
    Fold,
    /// Loops walked, calls in place, with states made more general at the heads of loops.
    General,
}

impl Course {
    /// All of them, as they lie in the choice, where the last comes again and again, each time with what was learned
    /// before.
    pub(crate) const ALL: [Course; 5] = [Course::First, Course::Walk, Course::Summary, Course::Fold, Course::General];

    /// The course at a place in the choice.
    pub(crate) fn at(place: u8) -> Course {
        Course::ALL.get(usize::from(place)).copied().unwrap_or(Course::General)
    }

    /// How the tree calls its alternative.
    pub(crate) fn means(self) -> Means {
        match self {
            Course::First => Means::Auto,
            Course::Walk => Means::Walk,
            Course::Summary => Means::Summary,
            Course::Fold => Means::FoldInPlace,
            Course::General => Means::General,
        }
    }

    /// How loops are taken in it, if the user wants them so.
    pub(crate) fn loops(self, wanted: LoopMeans) -> LoopMeans {
        match self {
            Course::First => wanted,
            Course::Walk | Course::General => LoopMeans::Walk,
            Course::Summary | Course::Fold => LoopMeans::Fold,
        }
    }
}
