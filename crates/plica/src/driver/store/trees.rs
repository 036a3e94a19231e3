//! Choice trees in the store.
//!
//! Oblivious to what is in them. Invariant: a tree is kept under all that can be executed from its function, the
//! globals that this names, all types, and every option. What decides where objects lie is in that, since numbers are
//! written as they stand.

use std::collections::HashMap;
use std::sync::Arc;

use plica_ir::{FuncId, Program};
use plica_replay::TreeStore;
use plica_store::{Key, KeyWriter};

use super::{Shared, TREES, key};
use crate::cli::AnalysisOptions;
use crate::error::UserError;

/// What keeps the choice trees of a run.
pub(crate) struct Trees {
    store: Shared,
    program: Arc<Program>,
    options: Key,
    /// Keys of functions that were asked for: the whole of what is below one is in its key.
    keys: HashMap<FuncId, Key>,
}

impl Trees {
    /// Trees of the functions of a program in a store.
    pub fn new(store: Shared, options: &AnalysisOptions, program: &Arc<Program>) -> Result<Trees, UserError> {
        let options = key::of_options(options, program)?;
        Ok(Trees { store, program: program.clone(), options, keys: HashMap::new() })
    }

    fn key(&mut self, function: FuncId) -> Key {
        let Trees { program, options, keys, .. } = self;
        *keys.entry(function).or_insert_with(|| Trees::key_of(program, options, function))
    }

    fn key_of(program: &Program, options: &Key, function: FuncId) -> Key {
        let mut w = KeyWriter::new("choice tree");
        w.part("options", &options.bytes()[..]);
        w.part("function", &function);
        w.part("program", &plica_ir::content_from(program, function));
        w.finish()
    }
}

impl TreeStore for Trees {
    fn find(&mut self, function: FuncId) -> Option<Vec<u8>> {
        let key = self.key(function);
        let mut store = self.store.lock().ok()?;
        // What is to be found out again is not told: the run as a whole is held against what is known of it.
        if store.verifies(&key) { None } else { store.get(TREES, &key) }
    }

    fn keep(&mut self, function: FuncId, tree: &[u8]) {
        let key = self.key(function);
        if let Ok(mut store) = self.store.lock() {
            store.put(TREES, key, tree);
        }
    }
}
