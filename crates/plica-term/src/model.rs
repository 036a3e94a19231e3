//! Assignments of constants to symbols: what a solver returns and the evaluator reads. Oblivious to terms.

use std::collections::BTreeMap;
use std::sync::Arc;

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

/// A symbol with its value, in 16 bytes: every path that waits has a model.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Entry {
    Bits(SymbolId, u64),
    Wide(SymbolId, Box<u128>),
    Array(SymbolId, Arc<ArrayValue>),
}

const _: () = assert!(size_of::<Entry>() <= 16);

impl Entry {
    fn new(s: SymbolId, value: ConstValue) -> Entry {
        match value {
            ConstValue::Bv(bits) => {
                u64::try_from(bits).map_or_else(|_| Entry::Wide(s, Box::new(bits)), |b| Entry::Bits(s, b))
            }
            ConstValue::Array(array) => Entry::Array(s, array),
        }
    }

    fn symbol(&self) -> SymbolId {
        let (Entry::Bits(s, _) | Entry::Wide(s, _) | Entry::Array(s, _)) = self;
        *s
    }

    fn value(&self) -> ConstValue {
        match self {
            Entry::Bits(_, bits) => ConstValue::Bv(u128::from(*bits)),
            Entry::Wide(_, bits) => ConstValue::Bv(**bits),
            Entry::Array(_, array) => ConstValue::Array(array.clone()),
        }
    }
}

/// An assignment. A symbol without an entry is zero (arrays: zero everywhere).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// In the order of the symbols.
    entries: Vec<Entry>,
}

impl Model {
    /// The empty assignment: everything is zero.
    pub fn new() -> Self {
        Self::default()
    }

    fn find(&self, s: SymbolId) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&s, Entry::symbol)
    }

    fn entry(&self, s: SymbolId) -> Option<&Entry> {
        self.find(s).ok().map(|at| &self.entries[at])
    }

    /// Does the assignment name a symbol?
    pub fn names(&self, s: SymbolId) -> bool {
        self.find(s).is_ok()
    }

    /// The value of a symbol, if the assignment names it.
    pub fn get(&self, s: SymbolId) -> Option<ConstValue> {
        self.entry(s).map(Entry::value)
    }

    /// The bits of a symbol, if the assignment names it; those of an array are 0.
    pub fn bits(&self, s: SymbolId) -> Option<u128> {
        self.entry(s).map(|entry| match entry {
            Entry::Bits(_, bits) => u128::from(*bits),
            Entry::Wide(_, bits) => **bits,
            Entry::Array(..) => 0,
        })
    }

    /// The value of a symbol, if the assignment names it and it is an array.
    pub fn array(&self, s: SymbolId) -> Option<&Arc<ArrayValue>> {
        match self.entry(s)? {
            Entry::Array(_, array) => Some(array),
            _ => None,
        }
    }

    /// The same, to be changed in place.
    pub fn array_mut(&mut self, s: SymbolId) -> Option<&mut Arc<ArrayValue>> {
        match self.find(s).ok().map(|at| &mut self.entries[at])? {
            Entry::Array(_, array) => Some(array),
            _ => None,
        }
    }

    /// Sets the value of a symbol.
    pub fn set(&mut self, s: SymbolId, v: ConstValue) {
        let entry = Entry::new(s, v);
        // Values mostly come in the order of their symbols.
        if self.entries.last().is_none_or(|last| last.symbol() < s) {
            return self.entries.push(entry);
        }
        match self.find(s) {
            Ok(at) => self.entries[at] = entry,
            Err(at) => self.entries.insert(at, entry),
        }
    }

    /// All entries, in the order of the symbols.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, ConstValue)> {
        self.entries.iter().map(|entry| (entry.symbol(), entry.value()))
    }

    /// What it says of these symbols.
    pub fn only(&self, keep: impl Fn(SymbolId) -> bool) -> Model {
        Model { entries: self.entries.iter().filter(|entry| keep(entry.symbol())).cloned().collect() }
    }

    /// Takes over the other assignment's entries, which win over those here.
    pub fn extend(&mut self, other: &Model) {
        let (mut ours, mut theirs) = (std::mem::take(&mut self.entries).into_iter().peekable(), other.entries.iter());
        self.entries.reserve(ours.len() + theirs.len());
        for entry in &mut theirs {
            self.entries.extend(std::iter::from_fn(|| ours.next_if(|own| own.symbol() < entry.symbol())));
            ours.next_if(|own| own.symbol() == entry.symbol());
            self.entries.push(entry.clone());
        }
        self.entries.extend(ours);
    }

    /// Gives back room that is kept for further entries.
    pub fn shrink_to_fit(&mut self) {
        self.entries.shrink_to_fit();
    }

    /// Number of symbols named.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Does it name no symbol?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_a_map() {
        let mut random = fastrand::Rng::with_seed(1);
        let value = |random: &mut fastrand::Rng| match random.u8(..3) {
            0 => ConstValue::Bv(u128::from(random.u64(..))),
            1 => ConstValue::Bv(random.u128(..)),
            _ => ConstValue::Array(Arc::new(ArrayValue { default: random.u128(..), ..ArrayValue::default() })),
        };
        for _ in 0..200 {
            let mut maps: [(Model, BTreeMap<u32, ConstValue>); 2] = Default::default();
            for (model, map) in &mut maps {
                for _ in 0..random.usize(..30) {
                    let (s, v) = (random.u32(..40), value(&mut random));
                    model.set(SymbolId(s), v.clone());
                    map.insert(s, v);
                }
            }
            let [(mut model, mut map), (other, more)] = maps;
            model.extend(&other);
            map.extend(more);
            assert!(model.iter().map(|(s, v)| (s.0, v)).eq(map.clone()));
            assert_eq!(model.len(), map.len());
            for s in 0..40 {
                let (id, known) = (SymbolId(s), map.get(&s).cloned());
                assert_eq!(model.get(id), known);
                assert_eq!(model.names(id), known.is_some());
                assert_eq!(model.bits(id), known.as_ref().map(ConstValue::bits));
                let array = known.and_then(|v| if let ConstValue::Array(array) = v { Some(array) } else { None });
                assert_eq!(model.array(id).cloned(), array);
                assert_eq!(model.array_mut(id).cloned(), array);
            }
        }
    }
}
