//! What is traded in replay: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

use plica_smt::Work;

plica_tuning::tuning! { "replay":
    /// Objects of each type that the pointers of a function may lead to where its choice tree is built. More replay
    /// calls on larger structures; fewer make smaller trees.
    pub(crate) OBJECTS: u32 = 8, Count, 1..=1 << 10;
    /// Elements of an array whose length the type does not say, there. More replay calls on longer arrays; fewer make
    /// smaller trees.
    pub(crate) ELEMENTS: u32 = 8, Count, 1..=1 << 10;
    /// Nodes of a choice tree. More replay functions with more paths; fewer leave more of them to the callers.
    pub(crate) NODES: usize = 2048, Count, 1..=1 << 24;
    /// Commands of a path of a choice tree. More replay longer paths; fewer build faster.
    pub(crate) COMMANDS_OF_PATH: u64 = 100_000, Count, 1..=1 << 40;
    /// How often the head of a loop may be come to with inputs deciding in between, where loops have other means than
    /// walking them; else the loop is left to callers. More replay longer loops; fewer leave sooner what may not end.
    pub(crate) ARRIVALS_AT_HEAD: u32 = 6, Count, 0..=1 << 20;
    /// Work for building a choice tree. More build trees of functions with harder conditions; less costs less where
    /// nothing comes of it.
    pub(crate) WORK_OF_TREE: Work = 300_000, Work, 0..=1 << 50;

    /// Leaves of a choice tree that a call may come to, as far as that is told without asking; what is beyond them is
    /// left to the caller to explore. More replay more of functions with many paths; fewer ask less at a call.
    pub(crate) LEAVES_OF_CALL: usize = 256, Count, 1..=1 << 20;

    /// Calls of a function with which its choice tree is built. More spare functions that are called seldom; fewer save
    /// more where they are called often.
    pub(crate) CALLS_BEFORE_TREE: u64 = 2, Count, 1..=1 << 40;
    /// Commands of a path through a call that is replayed. More replay longer calls at once; fewer let other paths have
    /// their turn.
    pub(crate) COMMANDS_OF_CALL: u64 = 1 << 20, Count, 1..=1 << 40;
    /// Commands without a decision after which such a path is looked at for going round for ever, and twice as many
    /// each time then. More look at fewer; fewer notice sooner.
    pub(crate) COMMANDS_BEFORE_LOOKING: u64 = 4096, Count, 1..=1 << 40;
    /// Calls of a function after which it is judged whether replaying it pays. More are surer; fewer waste less.
    pub(crate) CALLS_BEFORE_JUDGING: u64 = 16, Count, 1..=1 << 40;
    /// Of so many calls of a function replaying has to save one question, on the average. More replay what decides
    /// little; fewer execute it in place.
    pub(crate) CALLS_PER_SAVED: u64 = 4, Count, 1..=1 << 20;
    /// Calls of which a function's tree does not tell enough, after which it is given up if they are most. More wait
    /// for calls of which it does; fewer waste less.
    pub(crate) CALLS_IN_VAIN: u64 = 256, Count, 1..=1 << 40;
}
