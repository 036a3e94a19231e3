//! What is traded in the search: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

plica_tuning::tuning! { "tree":
    /// One choice in so many is the oldest leaf, under each fair policy but the adversary: a leaf with `m` older ones
    /// is chosen after at most `m + 1` times so many choices. A shorter period leaves no path behind for long; a longer
    /// one lets the policy have its way.
    pub FAIR_LEAF_PERIOD: usize = 16, OneIn, 2..=1 << 20;

    /// Draws of a leaf that are refused before one is taken as it is, after much was covered at once. More keep to the
    /// weights; fewer bound the time of a choice.
    pub(crate) DRAWS_REFUSED: usize = 64, Count, 0..=1 << 16;
}
