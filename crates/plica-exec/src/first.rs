//! The first input: values that a run is to begin with, so that the path they take is explored before all others
//! (Algorithm 1 of Anand, Godefroid and Tillmann 2008 begins with an input, too).
//!
//! Oblivious to the explorer. A state keeps the first input as long as its model gives every input the value that is named
//! here; inputs that are not named may have any. Invariant: nothing but the order of exploring depends on it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plica_term::{ConstValue, Evaluator, TermId, TermPool};

use crate::event::{Event, Input};
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

    /// The names that no path asked for.
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

impl State {
    /// Gives a new input its first value.
    pub(crate) fn give_first(&mut self, pool: &TermPool, input: &Input) {
        let Some(first) = self.first.clone() else { return };
        let before = self.events.iter().filter(|e| matches!(e, Event::Input(i) if i.name == input.name)).count();
        for (part, value) in first.parts(pool, input, before) {
            if let Some(symbol) = pool.as_symbol(part) {
                Arc::make_mut(&mut self.model).set(symbol, ConstValue::Bv(value));
            }
        }
    }

    /// Is the state on the path of the first input?
    pub(crate) fn is_first(&self, pool: &TermPool) -> bool {
        let Some(first) = &self.first else { return false };
        let mut eval = Evaluator::new(pool, &self.model);
        let mut counts: HashMap<&str, usize> = HashMap::new();
        self.events.iter().all(|event| {
            let Event::Input(input) = event else { return true };
            let nth = counts.entry(&input.name).or_default();
            *nth += 1;
            first.parts(pool, input, *nth - 1).into_iter().all(|(part, value)| eval.eval(part).bits() == value)
        })
    }
}
