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
}

impl Course {
    /// All of them, as they lie in the choice.
    pub(crate) const ALL: [Course; 4] = [Course::First, Course::Walk, Course::Summary, Course::Fold];

    /// How the tree calls its alternative.
    pub(crate) fn means(self) -> Means {
        match self {
            Course::First => Means::Auto,
            Course::Walk => Means::Walk,
            Course::Summary => Means::Summary,
            Course::Fold => Means::FoldInPlace,
        }
    }

    /// How loops are taken in it, if the user wants them so.
    pub(crate) fn loops(self, wanted: LoopMeans) -> LoopMeans {
        match self {
            Course::First => wanted,
            Course::Walk => LoopMeans::Walk,
            Course::Summary | Course::Fold => LoopMeans::Fold,
        }
    }
}
