//! Answers of solvers in the store.
//!
//! Oblivious to what queries mean. Invariant: a query is a part of its key as a whole, with the solvers that are asked.

use plica_smt::AnswerStore;
use plica_store::{Key, KeyWriter};

use super::{ANSWERS, Shared};
use crate::cli::SolverOptions;

/// What keeps the answers of a run's solver.
pub(crate) struct Answers {
    store: Shared,
    solver: String,
}

impl Answers {
    /// Answers of these solvers in a store.
    pub fn new(store: Shared, options: &SolverOptions) -> Answers {
        Answers { store, solver: format!("{:?}", options.choice) }
    }

    fn key(&self, query: &[u8]) -> Key {
        let mut w = KeyWriter::new("answer");
        w.part("solver", &self.solver);
        w.part("query", query);
        w.finish()
    }
}

impl AnswerStore for Answers {
    fn find(&mut self, query: &[u8]) -> Option<(Vec<u8>, bool)> {
        let key = self.key(query);
        let mut store = self.store.lock().ok()?;
        Some((store.get(ANSWERS, &key)?, store.verifies(&key)))
    }

    fn keep(&mut self, query: &[u8], answer: &[u8]) {
        let key = self.key(query);
        if let Ok(mut store) = self.store.lock() {
            store.put(ANSWERS, key, answer);
        }
    }
}
