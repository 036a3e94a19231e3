//! Where unknown values come from: symbols when a path is explored, the model's values when it is confirmed.
//!
//! This is the only difference between exploring, exploring a unit, and confirming; everything else is one interpreter.
//! Oblivious to why a value is unknown. Symbols are named by what they stand for, so equal paths make equal symbols.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use plica_term::{Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool, mask};

use smallvec::SmallVec;

use crate::memory::array_sort;
use crate::unit::UnitMemory;
use crate::value::{ObjId, Value, WILD, encode};

/// Exploring or confirming.
#[derive(Clone, Debug)]
pub enum Mode {
    /// Unknown values are symbols.
    Symbolic,
    /// The same in a unit: memory that the unit has not written is its input.
    Unit(Arc<UnitMemory>),
    /// Unknown values are the given ones in their order, those that come in no order a model's; else zero.
    Concrete(Arc<World>),
}

/// The values of everything that is unknown while exploring.
#[derive(Debug, Default)]
pub struct World {
    /// Of what has a name that does not depend on the path: memory never written.
    model: Model,
    /// Of what the path is given, by name, in order.
    given: HashMap<Arc<str>, Vec<Parts>>,
    /// What was given so far: by place among the path's events, and how many by name.
    taken: Mutex<(HashMap<usize, Parts>, HashMap<String, usize>)>,
    /// What the program shows of itself so far.
    shown: Mutex<Visible>,
    /// Was a value asked for that was never written, and that the model does not name?
    unset: AtomicBool,
    /// Is a value that is out of the range that is asked for replaced by one of it? Nobody said which values it has to
    /// be.
    fits: bool,
}

/// What whoever runs a program sees of it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Visible {
    /// What it has written to standard output.
    pub output: Vec<u8>,
    /// The status that it has ended with, if it has ended by itself.
    pub status: Option<u8>,
}

/// The values of an input's parts.
pub type Parts = SmallVec<[u128; 1]>;

impl World {
    /// A model and the values to be given, with their names.
    pub fn new(model: Model, values: impl Iterator<Item = (Arc<str>, Parts)>) -> World {
        let mut given: HashMap<Arc<str>, Vec<Parts>> = HashMap::new();
        for (name, parts) in values {
            given.entry(name).or_default().push(parts);
        }
        World { model, given, ..World::default() }
    }

    /// Values that were made by chance: one that is out of the range that is asked for is replaced by one of it.
    pub fn of_chance(values: impl Iterator<Item = (Arc<str>, Parts)>) -> World {
        World { fits: true, ..World::new(Model::new(), values) }
    }

    /// What the program has shown of itself.
    pub fn shown(&self) -> Visible {
        self.shown.lock().map(|shown| shown.clone()).unwrap_or_default()
    }

    /// Was a value asked for that was never written, and that the model does not name?
    pub fn was_asked_for_unset(&self) -> bool {
        self.unset.load(Ordering::Relaxed)
    }

    /// One of this kind is asked for.
    fn ask(&self, kind: SymbolKind) {
        if kind.is_unset() {
            self.unset.store(true, Ordering::Relaxed);
        }
    }

    /// The program writes to standard output.
    pub(crate) fn prints(&self, bytes: &[u8]) {
        if let Ok(mut shown) = self.shown.lock() {
            shown.output.extend_from_slice(bytes);
        }
    }

    /// The program ends by itself with this status.
    pub(crate) fn ends(&self, status: Option<u8>) {
        if let Ok(mut shown) = self.shown.lock() {
            shown.status = status;
        }
    }

    /// The value that is taken next at this place is asked for as one of these numbers, in two's complement.
    pub(crate) fn fit(&self, place: usize, name: &str, range: Range<u128>, width: u32) {
        let from_low = |value: u128| value.wrapping_sub(range.start) & mask(width);
        let (count, at) = (from_low(range.end), from_low(self.take((place, 0), name)));
        if self.fits
            && let Some(within) = at.checked_rem(count).filter(|within| *within != at)
            && let Ok(mut taken) = self.taken.lock()
        {
            let value = range.start.wrapping_add(within) & mask(width);
            taken.0.insert(place, Parts::from_slice(&[value]));
        }
    }

    /// The next value with this name; the same one again for the same place.
    fn take(&self, at: (usize, usize), name: &str) -> u128 {
        let Ok(mut taken) = self.taken.lock() else { return 0 };
        let (places, counts) = &mut *taken;
        let parts = places.entry(at.0).or_insert_with(|| {
            let n = counts.entry(name.to_string()).or_default();
            *n += 1;
            self.given.get(name).and_then(|all| all.get(*n - 1)).cloned().unwrap_or_default()
        });
        parts.get(at.1).copied().unwrap_or(0)
    }
}

impl Mode {
    /// The value that a path is given: its place among the path's events and in the event, the event's name, and what
    /// the symbol is called.
    pub fn given(&self, pool: &TermPool, at: (usize, usize), names: [&str; 2], width: u32, kind: SymbolKind) -> Value {
        match self {
            Mode::Concrete(world) => {
                world.ask(kind);
                Value::of_term(pool, pool.bv(world.take(at, names[0]), width))
            }
            _ => Value::Term(pool.symbol(&self.qualified(names[1]), Sort::Bv(width), kind)),
        }
    }

    /// What exploring answers where the program asks how much is known of a value, at this place among the path's
    /// events: confirming, where all is known, gives the same answer.
    pub fn answer(&self, pool: &TermPool, at: usize, name: &str, bits: u64, width: u32) -> Value {
        match self {
            Mode::Concrete(world) => Value::of_term(pool, pool.bv(world.take((at, 0), name), width)),
            _ => Value::int(bits, width),
        }
    }

    /// The unknown value with this name.
    pub fn value(&self, pool: &TermPool, name: &str, width: u32, kind: SymbolKind) -> Value {
        let symbol = pool.symbol(&self.qualified(name), Sort::Bv(width), kind);
        match self {
            Mode::Symbolic | Mode::Unit(_) => Value::Term(symbol),
            Mode::Concrete(world) => {
                let bits = lookup(pool, symbol, |s| world.model.bits(s)).unwrap_or_else(|| {
                    world.ask(kind);
                    any(width, kind)
                });
                Value::of_term(pool, pool.bv(bits, width))
            }
        }
    }

    /// The unknown array with this name, with elements of `cell` bytes.
    pub fn array(&self, pool: &TermPool, name: &str, cell: u32, kind: SymbolKind) -> TermId {
        let symbol = pool.symbol(&self.qualified(name), array_sort(cell), kind);
        match self {
            Mode::Symbolic | Mode::Unit(_) => symbol,
            Mode::Concrete(world) => {
                let zero = pool.bv(0, cell * 8);
                let Some(a) = lookup(pool, symbol, |s| world.model.array(s)) else {
                    world.ask(kind);
                    return pool.const_array(64, zero);
                };
                let base = pool.const_array(64, pool.bv(a.default, cell * 8));
                a.entries.iter().fold(base, |t, (&i, &v)| pool.store(t, pool.bv(i, 64), pool.bv(v, cell * 8)))
            }
        }
    }

    /// Unwritten memory, `size` bytes at a known offset of an object.
    pub fn uninit_cell(&self, pool: &TermPool, obj: ObjId, off: u64, size: u32) -> Value {
        let (name, kind) = (format!("uninit{}+{off}", obj.0), SymbolKind::Unwritten { object: obj.0 });
        if let Mode::Unit(unit) = self
            && let Some(value) = unit.cell(pool, obj, off, size, &self.qualified(&name))
        {
            return value;
        }
        if let Mode::Concrete(world) = self {
            let model = &world.model;
            let symbol = pool.symbol(&name, Sort::Bv(size * 8), kind);
            if lookup(pool, symbol, |s| model.bits(s)).is_none() {
                // While exploring, the bytes may have been read at a symbolic offset: then they are in an array.
                for cell in [1, 2, 4, 8, 16] {
                    let array = pool.symbol(&array_name(obj), array_sort(cell), kind);
                    if let Some(a) = lookup(pool, array, |s| model.array(s)) {
                        let byte =
                            |o: u64| (a.get(u128::from(o / u64::from(cell))) >> (o % u64::from(cell) * 8)) & 0xff;
                        let bits = (0..u64::from(size)).fold(0, |v, i| v | (byte(off + i) << (8 * i)));
                        return Value::of_term(pool, pool.bv(bits, size * 8));
                    }
                }
            }
        }
        self.value(pool, &name, size * 8, kind)
    }

    /// The symbol of a byte of unwritten memory, also when confirming.
    pub fn unwritten_byte(&self, pool: &TermPool, obj: ObjId, off: u64) -> TermId {
        let (name, kind) = (format!("uninit{}+{off}", obj.0), SymbolKind::Unwritten { object: obj.0 });
        pool.symbol(&self.qualified(&name), Sort::Bv(8), kind)
    }

    /// The symbol of what is undefined, also when confirming.
    pub fn undefined(&self, pool: &TermPool, name: &str, width: u32) -> TermId {
        pool.symbol(&self.qualified(name), Sort::Bv(width), SymbolKind::Undefined)
    }

    /// A value that is used: where symbols stand for what was moved but never written, confirming has numbers.
    #[inline]
    pub fn settled(&self, pool: &TermPool, value: Value) -> Value {
        match (self, value) {
            (Mode::Concrete(world), Value::Term(t)) if pool.const_value(t).is_none() => {
                Value::of_term(pool, pool.bv(Evaluator::new(pool, &world.model).eval(t).bits(), pool.width(t)))
            }
            _ => value,
        }
    }

    /// All the unwritten memory of an object, as an array with elements of `cell` bytes.
    pub fn uninit_array(&self, pool: &TermPool, obj: ObjId, cell: u32) -> TermId {
        let array = self.array(pool, &array_name(obj), cell, SymbolKind::Unwritten { object: obj.0 });
        if let Mode::Unit(unit) = self {
            unit.array(pool, obj, cell, array);
        }
        array
    }

    /// A symbol's name, which in a unit says which unit it belongs to.
    pub fn qualified<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self {
            Mode::Unit(unit) => Cow::Owned(format!("{name}@{}", unit.id.as_u32())),
            _ => Cow::Borrowed(name),
        }
    }
}

/// What an unknown value is on which the path does not depend. One that was never written is an address that leads
/// nowhere, so that whoever follows it is seen to.
pub fn any(width: u32, kind: SymbolKind) -> u128 {
    if width == 64 && kind.is_unset() { u128::from(encode(WILD, 0)) } else { 0 }
}

/// The object of which a symbol is unwritten memory, if it is that.
pub fn unwritten_object(pool: &TermPool, symbol: SymbolId) -> Option<ObjId> {
    match pool.symbol_info(symbol).kind {
        SymbolKind::Unwritten { object } => Some(ObjId(object)),
        _ => None,
    }
}

fn array_name(obj: ObjId) -> String {
    format!("uninit{}[]", obj.0)
}

fn lookup<T>(pool: &TermPool, symbol: TermId, get: impl FnOnce(SymbolId) -> Option<T>) -> Option<T> {
    match pool.node(symbol).op {
        Op::Symbol(s) => get(s),
        _ => None,
    }
}
