//! What is traded in the command line and the driver: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

use std::time::Duration;

use plica_smt::Work;

plica_tuning::tuning! { "driver":
    /// Time of a native run that is to confirm an error. More confirm slower programs; less ends sooner.
    pub(crate) NATIVE_RUN_TIME: Duration = 10_000_000, Micros, 1_000..=1 << 42;

    /// The part of the time limit that a question may take at first. A larger part answers harder questions at once; a
    /// smaller keeps time for others.
    pub(crate) QUESTION_SHARE: u64 = 5, OneIn, 1..=1 << 10;
    /// The same where tests are made, of which hard questions give fewer than others.
    pub(crate) QUESTION_SHARE_OF_TESTS: u64 = 60, OneIn, 1..=1 << 10;
    /// What a question may take at least where there is a time limit. More answers harder questions in short runs; less
    /// keeps time for others.
    pub(crate) QUESTION_LEAST: Work = 500_000, Work, 1..=1_000_000;

    /// How long the last word waits for whoever is writing. More loses less of what was found; less ends sooner where
    /// nobody reads.
    pub(crate) LAST_WORD_WAIT: Duration = 300_000, Micros, 0..=10_000_000;
    /// The part of the run that folding a loop took for it to be named where the run ends early. A larger part names
    /// fewer loops; a smaller names some that are not to blame.
    pub(crate) STALLED_SHARE: u32 = 40, Percent, 0..=100;

    /// Commands of the second exploration for a suite, unless `--max-steps` says otherwise. More cover more; fewer end
    /// sooner.
    pub(crate) SUITE_COMMANDS: u64 = 10_000_000, Count, 1..=1 << 40;
    /// Time that the second exploration may take, or twice as long as the first. More cover more; less ends sooner.
    pub(crate) SUITE_TIME: Duration = 10_000_000, Micros, 0..=1 << 42;
    /// Time for tests of the paths that a limit leaves open, at most. More cover more of them; less leaves more for
    /// exploring.
    pub(crate) SUITE_SPARE_TIME: Duration = 5_000_000, Micros, 0..=1 << 42;

    /// Iterations of a folded loop on the way to an error, beyond which a run is not kept in a store. More keep more
    /// runs, each of which is executed again when it is read; fewer read quicker.
    pub(crate) STORED_ITERATIONS: u128 = 100_000, Count, 0..=1 << 20;
    /// Bytes of the input of an error that a run after an edit may begin with. More find errors with longer inputs
    /// sooner; fewer look less at whether paths have such an input.
    pub(crate) FIRST_INPUT: usize = 4096, Count, 0..=1 << 30;
    /// Commands of the run that confirms an error which was kept, at most. More read errors behind longer runs; fewer
    /// end sooner where a store is not to be trusted.
    pub(crate) STORED_COMMANDS: u64 = 1 << 28, Count, 1..=1 << 40;

    /// How often the clock, signals and memory are looked at beside the run. A longer period costs less; a shorter one
    /// keeps to limits more closely.
    pub(crate) CLOCK_PERIOD: Duration = 10_000, Micros, 100..=1_000_000;

    /// How often the watchdog looks. A longer period costs less; a shorter one keeps to limits more closely.
    pub(crate) WATCHDOG_PERIOD: Duration = 20_000, Micros, 100..=1_000_000;
    /// How long the engine is given to end by itself. More lets it say more; less keeps to limits more closely.
    pub(crate) WATCHDOG_GRACE: Duration = 300_000, Micros, 0..=10_000_000;

    /// How often the line of progress changes. A longer period costs less; a shorter one shows more.
    pub(crate) LINE_PERIOD: Duration = 200_000, Micros, 0..=10_000_000;
}
