//! The driver: joins front end, executor, solver, tree and search, and answers with a report.
//!
//! Oblivious to the command line, test files and rendering. Invariant: only this module and its folder name the
//! engine.

mod assumptions;
mod choice_graph;
mod choices;
mod clock;
mod collect;
mod compiled_parts;
mod entries;
mod explain;
mod explore;
mod frontend;
mod judge;
mod library;
mod models;
mod outcome;
mod prepare;
mod readable;
mod runtime;
mod rust;
mod setup;
mod shape;
mod statistics;
mod store;
mod suite;
mod summaries;
mod tuning;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub use entries::{Entries, EntryFunction, entries, lower_each};
pub use frontend::lower;
pub use models::{FunctionModel, LibraryFunction, library_function, library_functions};
pub use plica_exec::resident_memory;
pub(crate) use plica_llvm::driver::{NEWER_CXX, names_standard};
use plica_report::{FunctionChange, Functions, LoopView, Report, TakenView, TreeView};
pub use rust::harness_crates;
pub(crate) use rust::{RustProof, proofs_in};
pub use setup::file_objects;
pub use store::look_after as look_after_store;
pub use tuning::{list as list_tuning, tune, tuned};

use crate::cli::AnalysisOptions;
use crate::error::UserError;
use crate::progress::Progress;

/// What a run needs besides its options.
pub struct Session<'a> {
    /// What to explore and how.
    pub options: &'a AnalysisOptions,
    /// Set when the run is to end with what it has (Ctrl-C).
    pub cancel: &'a AtomicBool,
    /// Who wants to know how it goes, and is told at once what is found.
    pub progress: &'a dyn Progress,
    /// What is wanted besides the report.
    pub want: Want,
    /// When the time limit began to run.
    pub started: Instant,
}

/// What may be wanted besides the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Nothing.
    Report,
    /// The execution tree.
    Tree,
    /// What became of loops and functions.
    Explanation,
    /// Inputs that cover what can be covered.
    Suite,
}

/// What a run gives back.
pub struct RunResult {
    /// The report. Its errors are confirmed by the evaluator; what it does not confirm is a reason, not an error.
    pub report: Report,
    /// The execution tree, if it was wanted.
    pub tree: Option<TreeView>,
    /// What became of the loops, if that was wanted.
    pub loops: Vec<LoopView>,
    /// What became of the courses of the run, if that was wanted and there was a choice.
    pub courses: Vec<TakenView>,
    /// What became of the functions, if that was wanted.
    pub functions: Functions,
    /// What has become of functions since the run that a store knows, if that was wanted and it knows one.
    pub changes: Option<Vec<FunctionChange>>,
    /// The test suite, if it was wanted.
    pub(crate) suite: Option<suite::Found>,
    suite_part: Option<suite::Part>,
    /// What the compiler said about the program; often empty.
    pub warnings: String,
    /// What the program said of itself, or is to be told about it: what harness functions have no effect.
    pub remarks: Vec<String>,
    /// Types of the parameters of `--entry F` (`i32`, `u8`, `f64`, `ptr`), for native runs; empty for `main`.
    pub entry_params: Vec<String>,
}

/// Stack of the thread that analyses: solvers recurse over terms.
const STACK: usize = 256 << 20;

/// Runs the analysis.
pub fn run(session: &Session<'_>) -> Result<RunResult, UserError> {
    on_large_stack(|| match session.want {
        Want::Suite => suite::analyse(session),
        _ => analyse(session, None),
    })
}

fn on_large_stack<T: Send>(work: impl FnOnce() -> Result<T, UserError> + Send) -> Result<T, UserError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread
            .spawn_scoped(scope, work)
            .map_err(|e| UserError::new(format!("cannot start a thread: {e}")).help("free some memory"))?;
        // A panic is a defect of plica; it goes on as one.
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// One exploration. For a suite, `covered` is what tests cover already.
fn analyse(session: &Session<'_>, covered: Option<plica_ir::BitSet>) -> Result<RunResult, UserError> {
    let start = Instant::now();
    // Before the run writes there itself.
    let last = session.options.since.as_deref().map(|folder| store::last_in(folder, session.options)).transpose()?;
    let told = |mut result: RunResult| {
        result.report.since = last.as_ref().map(|last| store::since(last, &result.report));
        result
    };
    let mut prepared = prepare::prepare(session, false)?;
    let known = match store::recall(session, &prepared)? {
        Some(known) if !known.verifies => {
            known.report.errors.iter().for_each(|error| session.progress.error(error.clone()));
            return Ok(told(collect::recalled(session, prepared, known, start)));
        }
        other => other,
    };
    let mut ran = explore::explore(session, &mut prepared, covered)?;
    let explored = &ran.explored;
    if session.want != Want::Suite && explored.ids_mattered && explored.gaps.len() == 1 && explored.findings.is_empty()
    {
        // There would be a verdict if it had been known that addresses are used as numbers.
        drop((ran, prepared));
        prepared = prepare::prepare(session, true)?;
        ran = explore::explore(session, &mut prepared, None)?;
    }
    let result = collect::collect(session, prepared, ran, start);
    known.map_or(Ok(()), |known| store::compare(&known, &result.report))?;
    Ok(told(result))
}
