//! The first input: values that a run is to begin with, so that the path they take is explored before all others
//! (Algorithm 1 of Anand, Godefroid and Tillmann 2008 begins with an input, too).
//!
//! Oblivious to the explorer. A state keeps it as long as its model gives every input the value that is named
//! here; inputs that are not named may have any. Invariant: no verdict depends on it, only the order of exploring and
//! which of several models is found first.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plica_exec::{Event, Input, State};
use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, SymbolId, TermId, TermPool};

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
pub(crate) struct First {
    input: Arc<FirstInput>,
    /// How many inputs with a name it was given.
    counts: imbl::HashMap<Arc<str>, usize>,
    given: imbl::Vector<(Place, u128)>,
    /// So many events of the path were looked at.
    seen: usize,
}

/// What a value was given to: a symbol, or an element of an array that is one.
#[derive(Clone, Copy, Debug)]
struct Place {
    symbol: SymbolId,
    element: Option<u128>,
}

impl Place {
    fn of(pool: &TermPool, part: TermId) -> Option<Place> {
        if let Some(symbol) = pool.as_symbol(part) {
            return Some(Place { symbol, element: None });
        }
        let node = pool.node(part);
        let element = |at: TermId| pool.const_value(at);
        match (node.op, &node.args[..]) {
            (Op::Select, &[array, at]) => Some(Place { symbol: pool.as_symbol(array)?, element: Some(element(at)?) }),
            _ => None,
        }
    }

    /// A model in which all of these are so. An array is copied once, however many of its elements there are.
    fn set_all(model: &Model, places: &[(Place, u128)]) -> Model {
        let mut all = model.clone();
        let mut arrays: HashMap<SymbolId, ArrayValue> = HashMap::new();
        for &(Place { symbol, element }, value) in places {
            let Some(at) = element else {
                all.set(symbol, ConstValue::Bv(value));
                continue;
            };
            let known = || model.array(symbol).map_or_else(ArrayValue::default, |array| (**array).clone());
            arrays.entry(symbol).or_insert_with(known).entries.insert(at, value);
        }
        arrays.into_iter().for_each(|(symbol, array)| all.set(symbol, ConstValue::Array(Arc::new(array))));
        all
    }

    fn has(self, model: &Model, value: u128) -> bool {
        match (self.element, model.get(self.symbol)) {
            (None, Some(ConstValue::Bv(bits))) => bits == value,
            (Some(at), Some(ConstValue::Array(array))) => array.get(at) == value,
            _ => false,
        }
    }
}

impl First {
    /// One that was given nothing so far.
    pub fn new(input: &Arc<FirstInput>) -> First {
        First { input: input.clone(), counts: imbl::HashMap::new(), given: imbl::Vector::new(), seen: 0 }
    }

    /// Gives the inputs of a state's path that are new their first values. False if what is known of them already rules
    /// that out: then the path is not the first input's.
    pub fn give(&mut self, pool: &TermPool, s: &mut State) -> bool {
        let mut places: Vec<(Place, u128)> = Vec::new();
        // By their places: to skip those that were seen would take longer on a long path.
        for i in std::mem::replace(&mut self.seen, s.events.len())..s.events.len() {
            let Some(Event::Input(input)) = s.events.get(i) else { continue };
            let count = self.counts.get(&input.name).copied().unwrap_or(0);
            self.counts.insert(input.name.clone(), count + 1);
            let parts = self.input.parts(pool, input, count);
            places.extend(parts.into_iter().filter_map(|(part, value)| Some((Place::of(pool, part)?, value))));
        }
        if places.is_empty() {
            return true;
        }
        let model = Place::set_all(&s.model, &places);
        self.given.extend(places.iter().copied());
        let symbols: HashSet<SymbolId> = places.iter().map(|(place, _)| place.symbol).collect();
        let met = |t: &&TermId| pool.free_symbols(**t).iter().any(|symbol| symbols.contains(symbol));
        let mut eval = Evaluator::new(pool, &model);
        let agrees = s.pc.iter().filter(met).all(|&t| eval.holds(t));
        drop(eval);
        if agrees {
            s.model = Arc::new(model);
        }
        agrees
    }

    /// Has a model all the values that were given?
    pub fn is_of(&self, model: &Model) -> bool {
        self.given.iter().all(|(place, value)| place.has(model, *value))
    }
}
