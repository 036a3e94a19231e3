//! What is traded in summaries: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

plica_tuning::tuning! { "summaries":
    /// Classes of paths of a unit. More summarise functions with more kinds of effects; fewer execute these in place,
    /// or leave them undecided.
    pub(crate) CLASSES_PER_UNIT: usize = 24, Count, 1..=1 << 12;
    /// Places that a class of paths writes. More summarise functions that write more; fewer execute these in place, or
    /// leave them undecided.
    pub(crate) SLOTS_PER_CLASS: usize = 64, Count, 0..=1 << 16;

    /// Units of one function. More suit more kinds of calls; fewer explore less, and execute the other calls in place,
    /// or leave them undecided.
    pub(crate) UNITS_PER_FUNCTION: usize = 8, Count, 1..=1 << 10;
    /// Units of a function after which it gets a general one, which takes no number for granted. More keep to what
    /// callers pass; fewer explore less.
    pub(crate) SPECIAL_UNITS_PER_FUNCTION: usize = 2, Count, 0..=1 << 10;
    /// Units of a function beyond which calls in iterations in general make no more. More fold more loops with calls;
    /// fewer leave room for the program's own calls.
    pub(crate) UNITS_BEFORE_ITERATIONS: usize = 4, Count, 0..=1 << 10;
    /// Paths of a summary that is written out at its calls. More need no symbols for what calls give; fewer make
    /// smaller formulas.
    pub(crate) PATHS_WRITTEN_OUT: usize = 24, Count, 0..=1 << 12;

    /// How many times more often than for a question the calls that are looked into for a story are doubled: it goes
    /// through all functions on the stack. More tell longer stories; fewer give up sooner.
    pub(crate) STORY_DOUBLINGS: u32 = 3, Count, 0..=16;

    /// Calls that a question defines by their summaries. More answer more at once; fewer make smaller questions.
    /// Doubled with each effort.
    pub(crate) DEFINITIONS_PER_QUESTION: usize = 128, Count, 1..=1 << 20;
    /// Calls in a chain of callers. More reach deeper functions; fewer make smaller questions. Doubled with each
    /// effort.
    pub(crate) CHAIN_LENGTH: usize = 12, Count, 1..=1 << 16;
    /// Chains of callers that are tried for a question. More reach more; fewer give up sooner. Doubled with each
    /// effort.
    pub(crate) CHAINS_PER_QUESTION: usize = 96, Count, 1..=1 << 16;
    /// Calls that are looked into to hold a model against the summaries. More accept more models; fewer make questions
    /// cheaper. Doubled with each effort.
    pub(crate) CALLS_EVALUATED: u32 = 512, Count, 1..=1 << 14;
    /// How often these four are doubled before the run is undecided. More decide more; fewer end sooner.
    pub(crate) EFFORTS: u32 = 4, Count, 0..=12;
}
