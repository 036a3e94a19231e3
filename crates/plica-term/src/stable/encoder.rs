//! Writing what holds terms, and hashing it.
//!
//! Oblivious to the values, which write themselves. Invariants: explicit stacks; the sections are put together by
//! [`Encoder::finish`] in the order of ids, so operands stand before operators; what is written by content does not
//! depend on ids.

use std::hash::Hash;

use plica_stable::{ByteEncoder, ConditionEncoder, Encode, hash128};
use rustc_hash::FxHashMap;

use super::typing::{result_sort, states_sort};
use super::{MAGIC, TermEncoder, VERSION};
use crate::op::{SymbolId, TableId, UninterpretedId};
use crate::pool::{TermId, TermPool};
use crate::sort::Sort;

/// How references are written.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// In values: by the number among those that values name.
    Values,
    /// Not at all: what is referred to is noted, so that it gets a place in its section.
    Noting,
    /// In sections: by the place in the section.
    Sections,
    /// By what is referred to.
    Content,
}

/// Things of one kind that are referred to.
struct References<T> {
    /// Those that values name, in the order in which they did first.
    named: Vec<T>,
    /// The places of these in `named`.
    numbers: FxHashMap<T, u32>,
    /// All, with their places in the section once there are such.
    places: FxHashMap<T, u32>,
}

impl<T: Copy + Eq + Hash + Ord> References<T> {
    fn new() -> Self {
        References { named: Vec::new(), numbers: FxHashMap::default(), places: FxHashMap::default() }
    }

    fn number(&mut self, item: T) -> u32 {
        let next = self.named.len() as u32;
        let number = *self.numbers.entry(item).or_insert(next);
        if number == next {
            self.named.push(item);
        }
        number
    }

    /// Whether it is noted for the first time.
    fn note(&mut self, item: T) -> bool {
        self.places.insert(item, 0).is_none()
    }

    /// Gives all that are named or were noted their places, and gives them in that order.
    fn settle(&mut self) -> Vec<T> {
        self.places.extend(self.named.iter().map(|&item| (item, 0)));
        let mut all: Vec<T> = self.places.keys().copied().collect();
        all.sort_unstable();
        self.places.extend(all.iter().enumerate().map(|(place, &item)| (item, place as u32)));
        all
    }

    fn place(&self, item: T) -> u32 {
        self.places.get(&item).copied().unwrap_or(u32::MAX)
    }
}

/// Writes values that hold terms of one pool: `value.encode(&mut encoder)` for each, then [`Encoder::finish`].
pub struct Encoder<'p> {
    pool: &'p TermPool,
    buffer: Vec<u8>,
    mode: Mode,
    terms: References<TermId>,
    symbols: References<SymbolId>,
    functions: References<UninterpretedId>,
    tables: References<TableId>,
    hashes: FxHashMap<TermId, u128>,
}

/// A hash of a term that is equal in every pool, whatever was made before, and on every machine.
pub fn stable_hash(pool: &TermPool, t: TermId) -> u128 {
    Encoder::new(pool).stable_hash(t)
}

impl<'p> Encoder<'p> {
    /// An encoder of terms of this pool, with nothing written.
    pub fn new(pool: &'p TermPool) -> Self {
        Encoder {
            pool,
            buffer: Vec::new(),
            mode: Mode::Values,
            terms: References::new(),
            symbols: References::new(),
            functions: References::new(),
            tables: References::new(),
            hashes: FxHashMap::default(),
        }
    }

    /// The pool.
    pub fn pool(&self) -> &'p TermPool {
        self.pool
    }

    /// See [`stable_hash`]. Hashes of sub-terms are kept as long as the encoder is.
    pub fn stable_hash(&mut self, t: TermId) -> u128 {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.hashes.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = &self.pool.node(top).args;
            stack.extend(args.iter().filter(|arg| !self.hashes.contains_key(arg)));
            if stack.len() == before {
                stack.pop();
                let hash = self.hash_node(top);
                self.hashes.insert(top, hash);
            }
        }
        self.hashes.get(&t).copied().unwrap_or_default()
    }

    /// The hash of a term from those of its operands.
    fn hash_node(&mut self, t: TermId) -> u128 {
        let node = self.pool.node(t);
        let (start, mode) = (self.buffer.len(), std::mem::replace(&mut self.mode, Mode::Content));
        node.op.encode(self);
        if states_sort(node.op) {
            node.sort.encode(self);
        }
        let swapped = match node.args[..] {
            [a, b] if node.op.is_commutative() => self.hashes.get(&b) < self.hashes.get(&a),
            _ => false,
        };
        let mut push = |arg: &TermId| {
            let hash = self.hashes.get(arg).copied().unwrap_or_default();
            self.buffer.extend_from_slice(&hash.to_le_bytes());
        };
        if swapped {
            node.args.iter().rev().for_each(&mut push)
        } else {
            node.args.iter().for_each(&mut push)
        }
        let hash = hash128(&self.buffer[start..]);
        self.buffer.truncate(start);
        self.mode = mode;
        hash
    }

    /// The bytes: what the values refer to, then the values.
    pub fn finish(mut self) -> Vec<u8> {
        let values = std::mem::take(&mut self.buffer);
        let pool = self.pool;
        self.note_all();
        self.mode = Mode::Sections;
        self.buffer.extend_from_slice(MAGIC);
        self.write_number(VERSION);
        self.write_number(pool.mark());
        let (symbols, functions, tables) = (self.symbols.settle(), self.functions.settle(), self.tables.settle());
        self.section(&symbols, |e, &s| pool.symbol_info(s).encode(e), |e| &e.symbols);
        self.section(&functions, |e, &f| pool.func_info(f).encode(e), |e| &e.functions);
        self.section(&tables, |e, &t| pool.table_data(t).encode(e), |e| &e.tables);
        let terms = self.terms.settle();
        self.section(&terms, |e, &t| e.write_node(t), |e| &e.terms);
        self.buffer.extend_from_slice(&values);
        self.buffer
    }

    /// Notes all terms at and below those that values name, and what they refer to.
    fn note_all(&mut self) {
        self.mode = Mode::Noting;
        let mut stack = self.terms.named.clone();
        while let Some(t) = stack.pop() {
            if self.terms.note(t) {
                let node = self.pool.node(t);
                node.op.encode(self);
                self.buffer.clear();
                stack.extend_from_slice(&node.args);
            }
        }
    }

    /// Writes a section: what there is, and which of it the numbers in values stand for.
    fn section<T: Copy + Eq + Hash + Ord>(
        &mut self,
        all: &[T],
        mut write: impl FnMut(&mut Self, &T),
        references: impl Fn(&Self) -> &References<T>,
    ) {
        self.write_count(all.len());
        all.iter().for_each(|item| write(self, item));
        let of = references(self);
        let named: Vec<u32> = of.named.iter().map(|&item| of.place(item)).collect();
        named.encode(self);
    }

    /// Writes an entry of the section of terms. Operands are told by how far before it they stand.
    fn write_node(&mut self, t: TermId) {
        let node = self.pool.node(t);
        node.op.encode(self);
        let stated = states_sort(node.op).then_some(node.sort);
        if let Some(sort) = stated {
            sort.encode(self);
        }
        debug_assert_eq!(
            result_sort(self.pool, node.op, stated, &sorts(self.pool, &node.args)),
            Some(node.sort),
            "{node:?} is of a wrong sort, so that it could not be read"
        );
        let place = self.terms.place(t);
        for &arg in &node.args {
            let before = place - self.terms.place(arg);
            self.write_number(u64::from(before));
        }
    }
}

/// The sorts of terms.
pub(super) fn sorts(pool: &TermPool, terms: &[TermId]) -> smallvec::SmallVec<[Sort; 3]> {
    terms.iter().map(|&t| pool.sort(t)).collect()
}

impl ByteEncoder for Encoder<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    fn set_by_content(&mut self, on: bool) -> bool {
        let mode = if on { Mode::Content } else { Mode::Values };
        std::mem::replace(&mut self.mode, mode) == Mode::Content
    }
}

impl TermEncoder for Encoder<'_> {
    fn write_term(&mut self, t: TermId) {
        let number = match self.mode {
            Mode::Values => self.terms.number(t),
            Mode::Noting => {
                self.terms.note(t);
                return;
            }
            Mode::Sections => self.terms.place(t),
            Mode::Content => {
                let hash = self.stable_hash(t);
                return self.buffer.extend_from_slice(&hash.to_le_bytes());
            }
        };
        self.write_number(u64::from(number));
    }

    fn write_symbol(&mut self, s: SymbolId) {
        let number = match self.mode {
            Mode::Values => self.symbols.number(s),
            Mode::Noting => {
                self.symbols.note(s);
                return;
            }
            Mode::Sections => self.symbols.place(s),
            Mode::Content => return self.pool.symbol_info(s).encode(self),
        };
        self.write_number(u64::from(number));
    }

    fn write_function(&mut self, f: UninterpretedId) {
        let number = match self.mode {
            Mode::Values => self.functions.number(f),
            Mode::Noting => {
                self.functions.note(f);
                return;
            }
            Mode::Sections => self.functions.place(f),
            Mode::Content => return self.pool.func_info(f).encode(self),
        };
        self.write_number(u64::from(number));
    }

    fn write_table(&mut self, t: TableId) {
        let number = match self.mode {
            Mode::Values => self.tables.number(t),
            Mode::Noting => {
                self.tables.note(t);
                return;
            }
            Mode::Sections => self.tables.place(t),
            Mode::Content => return self.pool.table_data(t).encode(self),
        };
        self.write_number(u64::from(number));
    }
}

/// A number that is no term's is written as one that no input has, so that reading it is an error.
impl ConditionEncoder for Encoder<'_> {
    fn write_condition(&mut self, number: u32) {
        match self.pool.term(number) {
            Some(t) => self.write_term(t),
            None => self.write_number(u64::MAX),
        }
    }
}
