//! Whether addresses that nothing has followed are compared for equality only.
//!
//! Then it is no matter which of the objects that are not there a new one is (docs/theory.md, L2). Oblivious to where
//! they lead. Invariant: "yes" only if no condition tells two such objects apart.

use plica_term::{Op, Sort, SymbolKind, TermId};
use rustc_hash::FxHashSet;

use crate::lazy::LazyInputs;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

impl Machine {
    /// Is a value an unknown number that an input pointer is part of?
    pub(crate) fn has_input_pointer(&self, v: Value) -> bool {
        matches!(v, Value::Term(t) if self.lazy.is_some() && self.speaks_of_pointers(t))
    }

    fn speaks_of_pointers(&self, t: TermId) -> bool {
        self.pool.free_symbols(t).iter().any(|&symbol| self.pool.symbol_info(symbol).kind.is_address())
    }

    /// Does the path condition compare input pointers for equality only, but for what was known of them from the start?
    pub(super) fn only_compares(&self, s: &State, lazy: &LazyInputs) -> bool {
        let conditions: Vec<TermId> = s.pc.iter().copied().filter(|&t| self.speaks_of_pointers(t)).collect();
        let mut known = FxHashSet::default();
        for &t in &conditions {
            for &symbol in self.pool.free_symbols(t).iter() {
                if let SymbolKind::Address { pointee } = self.pool.symbol_info(symbol).kind {
                    let range = self.pointer_range(lazy, self.pool.symbol_term(symbol), pointee);
                    known.extend(self.pool.conjuncts(range));
                    known.insert(range);
                }
            }
        }
        let mut todo: Vec<TermId> = conditions.into_iter().flat_map(|t| self.pool.conjuncts(t)).collect();
        let mut seen = FxHashSet::default();
        while let Some(t) = todo.pop() {
            if known.contains(&t) || !self.speaks_of_pointers(t) || !seen.insert(t) {
                continue;
            }
            let node = self.pool.node(t);
            let is_truth = |t: TermId| self.pool.sort(t) == Sort::BOOL;
            let harmless = match node.op {
                Op::Symbol(_) | Op::Ite | Op::Eq => true,
                // What is made of truth values is one; of numbers only equality is.
                _ => is_truth(t) && node.args.iter().all(|&arg| is_truth(arg) || !self.speaks_of_pointers(arg)),
            };
            if !harmless {
                return false;
            }
            todo.extend(node.args.iter().copied());
        }
        true
    }
}
