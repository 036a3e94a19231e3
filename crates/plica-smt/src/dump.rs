//! Writes each query that reaches a back end to a file of its own, with the answer as a comment.
//!
//! Oblivious to solving. A file that cannot be written ends the dumping, not the run; the first failure is kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plica_term::{TermId, TermPool};

use crate::answer::SolverError;
use crate::backend::BackendAnswer;
use crate::text::script;

/// Numbers the files of all solvers of this process.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// Where queries are written.
pub(crate) struct Dump {
    folder: PathBuf,
    failure: Option<String>,
}

/// A query as a complete SMT-LIB file.
pub(crate) fn query_text(pool: &Arc<TermPool>, query: &[TermId], comment: &str) -> String {
    match script(pool, query) {
        Ok(script) => format!("; {comment}\n(set-logic ALL)\n{}(check-sat)\n(exit)\n", script.text),
        Err(error) => format!("; {comment}\n; cannot be written in SMT-LIB: {error:?}\n"),
    }
}

impl Dump {
    pub(crate) fn new(folder: &Path) -> Result<Self, SolverError> {
        fs::create_dir_all(folder).map_err(|e| SolverError::DumpFolder(format!("{}: {e}", folder.display())))?;
        Ok(Dump { folder: folder.into(), failure: None })
    }

    pub(crate) fn write(
        &mut self,
        pool: &Arc<TermPool>,
        query: &[TermId],
        verdict: &BackendAnswer,
        by: &str,
        took: Duration,
    ) {
        if self.failure.is_some() {
            return;
        }
        let answer = match verdict {
            BackendAnswer::Sat(_) => "sat".to_string(),
            BackendAnswer::Unsat(_) => "unsat".to_string(),
            BackendAnswer::Unknown(reason) => format!("unknown ({})", reason.name()),
        };
        let text = query_text(pool, query, &format!("{answer}, by {by} in {:.6} s", took.as_secs_f64()));
        let file = self.folder.join(format!("q{:06}.smt2", NEXT.fetch_add(1, Ordering::Relaxed)));
        if let Err(e) = fs::write(&file, text) {
            self.failure = Some(format!("{}: {e}", file.display()));
        }
    }

    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}
