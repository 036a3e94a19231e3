//! What a user can set about solving. Oblivious to the command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::tuning;
use crate::work::Work;

/// Which solvers are used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// What this build has: Bitwuzla first, Z3 for what it leaves open.
    #[default]
    Auto,
    /// Bitwuzla alone.
    Bitwuzla,
    /// Z3 alone.
    Z3,
    /// An SMT-LIB solver by pipe: its command line.
    Pipe(String),
}

impl std::str::FromStr for Choice {
    type Err = std::convert::Infallible;

    /// The names of the built-in solvers mean these; anything else is a command line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "auto" => Choice::Auto,
            "bitwuzla" => Choice::Bitwuzla,
            "z3" => Choice::Z3,
            command => Choice::Pipe(command.into()),
        })
    }
}

/// The settings of a solver.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Which solvers are used.
    pub choice: Choice,
    /// Work per query, all stages together.
    pub work_limit: Work,
    /// Time per query, where a user sets one.
    pub time_limit: Option<Duration>,
    /// When the run ends: no query takes longer than that.
    pub deadline: Option<Instant>,
    /// Work of the first stage, when there is a second.
    pub first_stage: Work,
    /// Ask two back ends and stop on disagreement.
    pub cross_check: bool,
    /// Folder into which each query that reaches a back end is written.
    pub dump_queries: Option<PathBuf>,
    /// Ends running queries when set. Share it with whoever ends the run.
    pub interrupt: Arc<AtomicBool>,
    /// Use caches, cores and model reuse. Off only to test that they change nothing.
    pub caches: bool,
}

impl SolverConfig {
    /// May questions about orders alone be answered without a back end, and those about sums be asked as such of
    /// integers? Who names a back end, or holds two against each other, wants to hear what they say of the bits.
    pub(crate) fn takes_shortcuts(&self) -> bool {
        self.choice == Choice::Auto && !self.cross_check && self.caches
    }
}

impl Default for SolverConfig {
    fn default() -> Self {
        SolverConfig {
            choice: Choice::Auto,
            work_limit: tuning::WORK_PER_QUESTION.get(),
            time_limit: None,
            deadline: None,
            first_stage: tuning::WORK_OF_FIRST_STAGE.get(),
            cross_check: false,
            dump_queries: None,
            interrupt: Arc::default(),
            caches: true,
        }
    }
}
