//! What an incremental solver holds: which conditions, each behind which literal, and whether it is time for a new one.
//!
//! Oblivious to the solver; `T` is its literal.

use plica_term::{Op, Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tuning;

/// The conditions that a solver holds.
pub(crate) struct Load<T> {
    literals: FxHashMap<TermId, T>,
    /// How many of the encoder's definitions have been asserted.
    pub(crate) definitions: usize,
    /// The terms that the conditions are made of.
    terms: FxHashSet<TermId>,
    /// About how many gates their circuit has.
    gates: u64,
    /// How many of them are accesses to arrays, or arrays.
    arrays: u64,
}

impl<T> Default for Load<T> {
    fn default() -> Self {
        Load { literals: FxHashMap::default(), definitions: 0, terms: FxHashSet::default(), gates: 0, arrays: 0 }
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

    /// Counts what a condition adds to the circuit that the solver holds.
    pub(crate) fn add(&mut self, pool: &TermPool, t: TermId) {
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            if self.count(pool, t) {
                todo.extend(&pool.node(t).args);
            }
        }
    }

    /// Counts one term, unless it was. Says whether it was not.
    fn count(&mut self, pool: &TermPool, t: TermId) -> bool {
        let new = self.terms.insert(t);
        if new {
            let node = pool.node(t);
            self.gates += gates(node.op, node.sort);
            let table = |t: &TermId| matches!(pool.node(*t).op, Op::Table(_));
            let array = match node.op {
                // What is known becomes a circuit.
                Op::Table(_) => false,
                Op::Select => !node.args.first().is_some_and(table),
                _ => matches!(node.sort, Sort::Array { .. }),
            };
            self.arrays += u64::from(array);
        }
        new
    }

    /// Does this hold of what a query has in common with what is held, and of every part of that?
    pub(crate) fn holds_of_shared(&self, pool: &TermPool, query: &[TermId], holds: impl Fn(&Load<T>) -> bool) -> bool {
        let (mut shared, mut seen) = (Load::default(), FxHashSet::default());
        let mut todo = query.to_vec();
        while let Some(t) = todo.pop() {
            if !holds(&shared) {
                return false;
            }
            if seen.insert(t) {
                if self.terms.contains(&t) {
                    shared.count(pool, t);
                }
                todo.extend(&pool.node(t).args);
            }
        }
        holds(&shared)
    }

    /// How many terms the conditions are made of that the solver holds.
    pub(crate) fn terms(&self) -> u64 {
        self.terms.len() as u64
    }

    /// About how many gates the circuit has that the solver holds.
    pub(crate) fn gates(&self) -> u64 {
        self.gates
    }

    /// How many accesses to arrays, and arrays, the solver holds.
    pub(crate) fn arrays(&self) -> u64 {
        self.arrays
    }

    pub(crate) fn clear(&mut self) {
        *self = Load::default();
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

/// About how many gates an operator takes as a circuit; `sort` is that of its result.
fn gates(op: Op, sort: Sort) -> u64 {
    let width: u64 = match sort {
        // A comparison, mostly; its arguments' width is not at hand.
        Sort::Bv(1) => 8,
        Sort::Bv(width) => width.into(),
        Sort::Float(format) => format.width().into(),
        Sort::Array { elem, .. } => elem.into(),
    };
    match op {
        Op::Const(_) | Op::Symbol(_) | Op::Extract { .. } | Op::Concat | Op::Zext | Op::Sext | Op::Not => 0,
        Op::Mul | Op::FpAdd | Op::FpSub | Op::FpMul => width * width,
        Op::FpDiv | Op::FpFma | Op::FpSqrt => 6 * width * width,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => 3 * width * width,
        Op::Umulo | Op::Smulo => 1024,
        Op::Shl | Op::Lshr | Op::Ashr => 8 * width,
        Op::Add | Op::Neg => 6 * width,
        _ => width,
    }
}
