//! What a solver can answer, and every way in which it can fail to.
//!
//! Oblivious to back ends. Invariant: an answer is never a `bool`, and every `Unknown` says why.

use std::fmt;
use std::sync::Arc;

use plica_term::Model;

/// The answer to "can all these conditions hold together?".
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// They can: under this assignment, which the evaluator has checked.
    Sat(Arc<Model>),
    /// They cannot.
    Unsat,
    /// Not found out.
    Unknown(UnknownReason),
}

impl Answer {
    /// The assignment, when there is one.
    pub fn model(&self) -> Option<&Arc<Model>> {
        match self {
            Answer::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// Is it known that the conditions can hold?
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Is it known that the conditions cannot hold?
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }

    /// Is nothing known?
    pub fn is_unknown(&self) -> bool {
        matches!(self, Answer::Unknown(_))
    }
}

/// Why there is no answer. Closed: reports count by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnknownReason {
    /// The time limit of the query ran out.
    Timeout,
    /// So did the work that it may take for now. Asked again, it goes on where it was, unless too many others were
    /// asked in between.
    Paused,
    /// The run is being ended (Ctrl-C, or its own limits).
    Interrupted,
    /// The back end gave up by itself; its own words.
    Incomplete(String),
    /// Neither instances nor the solvers' own methods decide the quantifiers; why the last of these did not.
    Quantifiers(Box<UnknownReason>),
    /// No back end here can express this operator.
    Unsupported(&'static str),
    /// The solver's process ended in mid-query, or could not be started; what is known about it.
    Died(String),
    /// The solver ran out of memory.
    Memory,
    /// The solver's assignment does not satisfy the query under the evaluator. A defect of plica or of the solver.
    BadModel,
    /// Two solvers contradict each other (cross-checking). A defect of one of them, or of plica.
    Disagreement,
    /// The solver answered something that is not an answer; its words.
    Protocol(String),
}

impl UnknownReason {
    /// Is it that there was too little work, or time?
    pub fn is_for_time(&self) -> bool {
        matches!(self, UnknownReason::Timeout | UnknownReason::Paused)
    }

    /// A short name for counting, the same for all details.
    pub fn name(&self) -> &'static str {
        match self {
            UnknownReason::Timeout | UnknownReason::Paused => "timeout",
            UnknownReason::Interrupted => "interrupted",
            UnknownReason::Incomplete(_) => "incomplete",
            UnknownReason::Quantifiers(_) => "quantifier",
            UnknownReason::Unsupported(_) => "unsupported",
            UnknownReason::Died(_) => "died",
            UnknownReason::Memory => "memory",
            UnknownReason::BadModel => "bad-model",
            UnknownReason::Disagreement => "disagreement",
            UnknownReason::Protocol(_) => "protocol",
        }
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Timeout | UnknownReason::Paused => write!(f, "the solver's time limit ran out"),
            UnknownReason::Interrupted => write!(f, "the solver was interrupted"),
            UnknownReason::Incomplete(why) => write!(f, "the solver gave up: {why}"),
            UnknownReason::Quantifiers(why) => write!(f, "the solver gave up: quantifiers are left open: {why}"),
            UnknownReason::Unsupported(what) => write!(f, "no solver at hand can express {what}"),
            UnknownReason::Died(why) => write!(f, "the solver died: {why}"),
            UnknownReason::Memory => write!(f, "the solver ran out of memory"),
            UnknownReason::BadModel => {
                write!(f, "the solver's assignment does not satisfy the query (a defect of plica or of the solver)")
            }
            UnknownReason::Disagreement => write!(f, "two solvers contradict each other"),
            UnknownReason::Protocol(what) => write!(f, "the solver's answer makes no sense: {what}"),
        }
    }
}

/// An error that ends the use of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverError {
    /// The back end that was asked for is not part of this build.
    NotBuilt(&'static str),
    /// The solver's command line is empty or cannot be split into words.
    BadCommand(String),
    /// The program that the command line names is not there.
    NoProgram(String),
    /// The folder for dumped queries cannot be written.
    DumpFolder(String),
    /// Cross-checking found a contradiction; who said what about which query (SMT-LIB text, or the file that has it).
    Disagreement {
        /// What each back end said.
        said: String,
        /// The query as SMT-LIB.
        query: String,
    },
    /// An answer that was kept from an earlier run is not the one that was found out again.
    Stored {
        /// The query as SMT-LIB.
        query: String,
    },
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::NotBuilt(name) => write!(f, "this plica was built without {name}"),
            SolverError::BadCommand(command) => write!(f, "not a command line for a solver: '{command}'"),
            SolverError::NoProgram(name) => write!(f, "there is no program '{name}' that could be run as a solver"),
            SolverError::DumpFolder(why) => write!(f, "cannot write queries to {why}"),
            SolverError::Disagreement { said, query } => write!(f, "solvers disagree: {said}; the query:\n{query}"),
            SolverError::Stored { query } => {
                write!(f, "an answer in the store is not the one that was found again; the query:\n{query}")
            }
        }
    }
}

impl std::error::Error for SolverError {}
