//! What every solver back end offers, and how long it may take.
//!
//! Oblivious to caches and slicing: a back end is asked a list of conditions and answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plica_term::{Model, SymbolId, TermId, TermPool};

use crate::answer::UnknownReason;
use crate::sink::EncodeError;

/// How long a back end may take, and who may stop it before.
#[derive(Clone, Debug)]
pub struct Limit {
    /// When to give up.
    pub deadline: Instant,
    /// Set when the whole run is being ended.
    pub interrupt: Arc<AtomicBool>,
    /// Set when another back end has answered meanwhile.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Limit {
    /// A limit that begins now.
    pub fn after(duration: Duration, interrupt: &Arc<AtomicBool>) -> Self {
        let now = Instant::now();
        // A duration too long for the clock is as good as none: a century.
        let deadline = now.checked_add(duration).unwrap_or(now + Duration::from_secs(3_000_000_000));
        Limit { deadline, interrupt: interrupt.clone(), cancel: None }
    }

    /// The reason to stop now, if there is one.
    pub fn exceeded(&self) -> Option<UnknownReason> {
        let set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if set(&self.interrupt) || self.cancel.as_ref().is_some_and(|c| set(c)) {
            Some(UnknownReason::Interrupted)
        } else if Instant::now() >= self.deadline {
            Some(UnknownReason::Timeout)
        } else {
            None
        }
    }

    /// The time that is left.
    pub fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The same limit, cut to `duration` from now.
    pub fn at_most(&self, duration: Duration) -> Limit {
        let mut shorter = self.clone();
        if let Some(end) = Instant::now().checked_add(duration) {
            shorter.deadline = shorter.deadline.min(end);
        }
        shorter
    }
}

/// What a back end found out. Its model is not yet checked: only [`crate::Solver`] makes an [`crate::Answer`] of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Satisfiable, claims the back end, under this assignment of the query's symbols.
    Sat(Model),
    /// Unsatisfiable; already these conditions of the query are (all of them when the back end does not know better).
    Unsat(Vec<TermId>),
    /// Not found out.
    Unknown(UnknownReason),
}

/// A solver.
pub trait Backend: Send {
    /// Its name, for reports.
    fn name(&self) -> &str;

    /// Can the conditions (terms of sort `BV(1)`) hold together?
    fn check(&mut self, query: &[TermId], limit: &Limit) -> Verdict;
}

impl From<EncodeError> for UnknownReason {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Unsupported(what) => UnknownReason::Unsupported(what),
            EncodeError::Refused(why) => UnknownReason::Incomplete(why),
        }
    }
}

/// The free symbols of all conditions, each once, sorted.
pub(crate) fn query_symbols(pool: &TermPool, query: &[TermId]) -> Vec<SymbolId> {
    let mut all: Vec<SymbolId> = Vec::new();
    for &t in query {
        all.extend_from_slice(&pool.free_symbols(t));
    }
    all.sort_unstable();
    all.dedup();
    all
}
