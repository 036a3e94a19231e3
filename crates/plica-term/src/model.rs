//! Assignments of constants to symbols: what a solver returns and the evaluator reads. Oblivious to terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::op::SymbolId;

/// A constant array: finitely many entries and a default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayValue {
    /// Elements that differ from the default (not required to differ).
    pub entries: BTreeMap<u128, u128>,
    /// The element everywhere else.
    pub default: u128,
}

impl ArrayValue {
    /// The element at an index.
    pub fn get(&self, index: u128) -> u128 {
        self.entries.get(&index).copied().unwrap_or(self.default)
    }
}

/// A value of some sort. Floats are given by their bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConstValue {
    /// A bit-vector, or the bits of a float.
    Bv(u128),
    /// An array.
    Array(Arc<ArrayValue>),
}

impl ConstValue {
    /// The bits of a bit-vector or float; arrays have none and give 0.
    pub fn bits(&self) -> u128 {
        match self {
            ConstValue::Bv(v) => *v,
            ConstValue::Array(_) => 0,
        }
    }
}

/// An assignment. A symbol without an entry is zero (arrays: zero everywhere).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    pub(crate) values: FxHashMap<SymbolId, ConstValue>,
}

impl Model {
    /// The empty assignment: everything is zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a symbol, if the assignment names it.
    pub fn get(&self, s: SymbolId) -> Option<&ConstValue> {
        self.values.get(&s)
    }

    /// The value of a symbol, if the assignment names it, to be changed in place.
    pub fn get_mut(&mut self, s: SymbolId) -> Option<&mut ConstValue> {
        self.values.get_mut(&s)
    }

    /// Sets the value of a symbol.
    pub fn set(&mut self, s: SymbolId, v: ConstValue) {
        self.values.insert(s, v);
    }

    /// All entries, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &ConstValue)> {
        self.values.iter().map(|(s, v)| (*s, v))
    }

    /// Takes over the other assignment's entries, which win over those here.
    pub fn extend(&mut self, other: &Model) {
        for (s, v) in other.iter() {
            self.set(s, v.clone());
        }
    }

    /// Number of symbols named.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Does it name no symbol?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
