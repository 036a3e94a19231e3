//! The first input: values that a run is to begin with, so that the path they take is explored before all others
//! (Algorithm 1 of Anand, Godefroid and Tillmann 2008 begins with an input, too).
//!
//! Oblivious to the explorer. A state keeps it as long as its model gives every input the value that is named
//! here; inputs that are not named may have any. Invariant: no verdict depends on it, only the order of exploring and which of
//! several models is found first.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plica_term::{ConstValue, SymbolId, TermId, TermPool};

use crate::event::Input;
use crate::state::State;

/// Bytes of inputs, by name and in the order in which they are asked for.
#[derive(Debug, Default)]
pub struct FirstInput {
    given: HashMap<Arc<str>, Named>,
}

#[derive(Debug, Default)]
struct Named {
    values: Vec<Vec<u8>>,
    met: AtomicBool,
}

impl FirstInput {
    /// One with these values, low bytes first. A value that is too short goes on with zeros.
    pub fn new(values: impl Iterator<Item = (Arc<str>, Vec<u8>)>) -> FirstInput {
        let mut given: HashMap<Arc<str>, Named> = HashMap::new();
        for (name, bytes) in values {
            given.entry(name).or_default().values.push(bytes);
        }
        FirstInput { given }
    }

    /// The names that no path with these values asked for.
    pub fn unmet(&self) -> Vec<&str> {
        let unmet = self.given.iter().filter(|(_, named)| !named.met.load(Ordering::Relaxed));
        let mut names: Vec<&str> = unmet.map(|(name, _)| &**name).collect();
        names.sort_unstable();
        names
    }

    /// The parts of the nth input with its name, and their values.
    fn parts(&self, pool: &TermPool, input: &Input, nth: usize) -> Vec<(TermId, u128)> {
        let Some(named) = self.given.get(&input.name) else { return Vec::new() };
        named.met.store(true, Ordering::Relaxed);
        let Some(bytes) = named.values.get(nth) else { return Vec::new() };
        let mut at = 0;
        let value = |&part: &TermId| {
            let width = pool.width(part);
            let size = width.div_ceil(8) as usize;
            let bits = (0..size).rev().fold(0, |v, i| v << 8 | u128::from(bytes.get(at + i).copied().unwrap_or(0)));
            at += size;
            (part, bits & (u128::MAX >> (128 - width)))
        };
        input.parts.iter().map(value).collect()
    }
}

/// A path whose inputs have had the values of the first input so far.
#[derive(Clone, Debug)]
pub struct First {
    input: Arc<FirstInput>,
    /// How many inputs with a name it was given.
    counts: imbl::HashMap<Arc<str>, usize>,
    given: imbl::Vector<(SymbolId, u128)>,
}

impl State {
    /// Has the path begin with an input.
    pub fn begin_with(&mut self, input: &Arc<FirstInput>) {
        self.first = Some(First { input: input.clone(), counts: imbl::HashMap::new(), given: imbl::Vector::new() });
    }

    /// Gives a new input its first value.
    pub(crate) fn give_first(&mut self, pool: &TermPool, input: &Input) {
        let Some(first) = &mut self.first else { return };
        let count = first.counts.get(&input.name).copied().unwrap_or(0);
        for (part, value) in first.input.parts(pool, input, count) {
            if let Some(symbol) = pool.as_symbol(part) {
                first.given.push_back((symbol, value));
                Arc::make_mut(&mut self.model).set(symbol, ConstValue::Bv(value));
            }
        }
        first.counts.insert(input.name.clone(), count + 1);
    }

    /// Is the state on the path of the first input?
    pub(crate) fn is_first(&self) -> bool {
        let has = |&(symbol, value): &(SymbolId, u128)| self.model.get(symbol).is_some_and(|v| v.bits() == value);
        self.first.as_ref().is_some_and(|first| first.given.iter().all(has))
    }
}
