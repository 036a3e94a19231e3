//! What an incremental solver holds: which conditions, each behind which literal, and whether it is time for a new one.
//!
//! Oblivious to the solver; `T` is its literal.

use plica_term::TermId;
use rustc_hash::FxHashMap;

use crate::tuning;

/// The conditions that a solver holds.
pub(crate) struct Load<T> {
    literals: FxHashMap<TermId, T>,
    /// How many of the encoder's definitions have been asserted.
    pub(crate) definitions: usize,
}

impl<T> Default for Load<T> {
    fn default() -> Self {
        Load { literals: FxHashMap::default(), definitions: 0 }
    }
}

impl<T: Copy> Load<T> {
    /// Is nothing asserted?
    pub(crate) fn is_empty(&self) -> bool {
        self.literals.is_empty() && self.definitions == 0
    }

    pub(crate) fn literal(&self, t: TermId) -> Option<T> {
        self.literals.get(&t).copied()
    }

    pub(crate) fn insert(&mut self, t: TermId, literal: T) {
        self.literals.insert(t, literal);
    }

    pub(crate) fn clear(&mut self) {
        self.literals.clear();
        self.definitions = 0;
    }

    /// How many of a query's conditions are held?
    pub(crate) fn shared(&self, query: &[TermId]) -> usize {
        query.iter().filter(|t| self.literals.contains_key(t)).count()
    }

    /// Is a new solver better for this query: does it share nothing with what is held, or is most of that stale?
    pub(crate) fn is_stale(&self, query: &[TermId]) -> bool {
        if self.literals.is_empty() {
            return false;
        }
        let shared = self.shared(query);
        let stale = self.literals.len() - shared;
        (shared == 0 && stale > 0) || stale > tuning::STALE_CONDITIONS.get().max(2 * query.len())
    }
}
