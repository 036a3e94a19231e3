//! The seam to the engine: one function that runs the analysis and answers with a report.
//!
//! Oblivious to the command line, test files and rendering. Invariant: only this module names the engine.

use crate::cli::AnalysisOptions;
use crate::error::UserError;
use crate::progress::Progress;
use plica_report::{Report, TreeView};
use std::sync::atomic::AtomicBool;

/// What a run needs besides its options.
pub struct Session<'a> {
    /// What to explore and how.
    pub options: &'a AnalysisOptions,
    /// Set when the run is to end with what it has (Ctrl-C).
    pub cancel: &'a AtomicBool,
    /// Who wants to know how it goes.
    pub progress: &'a dyn Progress,
    /// Whether the execution tree is wanted.
    pub want_tree: bool,
}

/// What a run gives back.
pub struct Outcome {
    /// The report. Its errors are confirmed by the evaluator; what it does not confirm is a reason, not an error.
    pub report: Report,
    /// The execution tree, if it was wanted.
    pub tree: Option<TreeView>,
    /// Types of the parameters of `--entry F` (`i32`, `u8`, `f64`, `ptr`), for native runs; empty for `main`.
    pub entry_params: Vec<String>,
}

/// Runs the analysis.
pub fn run(session: &Session<'_>) -> Result<Outcome, UserError> {
    let _ = (session.cancel, session.progress, session.want_tree);
    Err(UserError::new(format!("cannot analyse {}: the engine is not joined yet", session.options.inputs[0].display())))
}
