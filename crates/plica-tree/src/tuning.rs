//! What is traded in the search: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

plica_tuning::tuning! { "tree":
    /// One choice in so many is the oldest leaf, under each fair policy but the adversary: a leaf with `m` older ones
    /// is chosen after at most `m + 1` times so many choices. A shorter period leaves no path behind for long; a longer
    /// one lets the policy have its way.
    pub FAIR_LEAF_PERIOD: usize = 16, OneIn, 2..=1 << 20;

    /// With more leaves than this a frontier is full: what is chosen is explored for a stretch then, so that paths end.
    /// More leave a policy its way for longer, for as many states in memory; fewer keep programs whose paths fork fast
    /// within little memory.
    pub LEAVES_OF_FULL_FRONTIER: usize = 1 << 16, Count, 2..=1 << 31;

    /// In a full frontier, the choices for which the subtree of a leaf is explored before a policy chooses again. More
    /// end larger subtrees; fewer leave a policy more of its way.
    pub(crate) CHOICES_OF_STRETCH: usize = 1 << 10, Count, 0..=1 << 31;

    /// Draws of a leaf that are refused before one is taken as it is, after much was covered at once. More keep to the
    /// weights; fewer bound the time of a choice.
    pub(crate) DRAWS_REFUSED: usize = 64, Count, 0..=1 << 16;
}
