//! A query as bytes that are the same wherever it is asked: in every pool, on every path, in every run.
//!
//! Symbols are numbered in the order in which they occur: whether conditions can hold together does not depend on what
//! their unknowns are called. Conditions and the operands of commutative operators are put in the order of hashes that
//! do not see names; where two of these are equal the pool's order stands, and the same query may then have other bytes
//! in another run, which is asked again. Oblivious to answers. Invariants: two queries with the same bytes are the same
//! but for the names of symbols; nothing recurses to the depth of a term.

use plica_stable::{ByteEncoder, Encode, hash128};
use plica_term::{Op, SymbolId, SymbolKind, TableId, TermEncoder, TermId, TermPool, UninterpretedId};
use rustc_hash::FxHashMap;

/// A query in its canonical form.
pub(crate) struct Canonical {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The conditions in their order.
    pub conditions: Vec<TermId>,
    /// The symbols in the order of their numbers, bound ones among them.
    pub symbols: Vec<SymbolId>,
}

/// What is known of terms without the names in them; grows with what is asked.
#[derive(Default)]
pub(crate) struct Shaped {
    hashes: FxHashMap<TermId, u128>,
    buffer: Vec<u8>,
}

impl Shaped {
    /// The hash of a term that does not see names of symbols.
    fn hash(&mut self, pool: &TermPool, t: TermId) -> u128 {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.hashes.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = pool.node(top);
            let before = stack.len();
            stack.extend(node.args.iter().filter(|arg| !self.hashes.contains_key(arg)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let mut writer = Nameless { pool, buffer: std::mem::take(&mut self.buffer) };
            writer.buffer.clear();
            node.op.encode(&mut writer);
            node.sort.encode(&mut writer);
            self.buffer = writer.buffer;
            let mut args: Vec<u128> = node.args.iter().map(|arg| self.known(*arg)).collect();
            if node.op.is_commutative() {
                args.sort_unstable();
            }
            args.iter().for_each(|arg| self.buffer.extend_from_slice(&arg.to_le_bytes()));
            self.hashes.insert(top, hash128(&self.buffer));
        }
        self.known(t)
    }

    fn known(&self, t: TermId) -> u128 {
        self.hashes.get(&t).copied().unwrap_or_default()
    }

    /// The canonical form of conditions that are to hold together.
    pub(crate) fn canonical(&mut self, pool: &TermPool, query: &[TermId]) -> Canonical {
        let mut conditions: Vec<(u128, TermId)> = query.iter().map(|&t| (self.hash(pool, t), t)).collect();
        conditions.sort_unstable();
        let conditions: Vec<TermId> = conditions.into_iter().map(|(_, t)| t).collect();
        let mut writer = Numbering {
            pool,
            buffer: Vec::new(),
            symbols: Vec::new(),
            numbers: FxHashMap::default(),
            functions: FxHashMap::default(),
        };
        let mut places: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut stack: Vec<(TermId, bool)> = Vec::new();
        for &condition in &conditions {
            stack.push((condition, false));
            while let Some((t, operands_stand)) = stack.pop() {
                if places.contains_key(&t) {
                    continue;
                }
                let node = pool.node(t);
                let args = self.ordered(node.op, &node.args);
                if !operands_stand {
                    stack.push((t, true));
                    stack.extend(args.iter().rev().map(|&arg| (arg, false)));
                    continue;
                }
                node.op.encode(&mut writer);
                node.sort.encode(&mut writer);
                writer.write_count(args.len());
                for arg in args {
                    let place = places.get(&arg).copied().unwrap_or(u32::MAX);
                    writer.write_number(u64::from(place));
                }
                places.insert(t, places.len() as u32);
            }
        }
        // Which of the nodes are conditions.
        writer.write_count(conditions.len());
        for t in &conditions {
            writer.write_number(u64::from(places.get(t).copied().unwrap_or(u32::MAX)));
        }
        Canonical { bytes: writer.buffer, conditions, symbols: writer.symbols }
    }

    /// The operands in an order that does not depend on the pool, where the order does not matter.
    fn ordered(&self, op: Op, args: &[TermId]) -> Vec<TermId> {
        let mut args = args.to_vec();
        if let [a, b] = args[..]
            && op.is_commutative()
            && self.known(b) < self.known(a)
        {
            args.swap(0, 1);
        }
        args
    }
}

/// Writes operators without the names of what they refer to.
struct Nameless<'a> {
    pool: &'a TermPool,
    buffer: Vec<u8>,
}

impl ByteEncoder for Nameless<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }
}

impl TermEncoder for Nameless<'_> {
    fn write_term(&mut self, _: TermId) {
        unreachable!("no operator refers to a term")
    }

    fn write_symbol(&mut self, s: SymbolId) {
        write_kind(self, s);
    }

    fn write_function(&mut self, f: UninterpretedId) {
        write_signature(self, f);
    }

    fn write_table(&mut self, t: TableId) {
        self.pool().table_data(t).encode(self);
    }
}

/// Writes operators with numbers for names.
struct Numbering<'a> {
    pool: &'a TermPool,
    buffer: Vec<u8>,
    symbols: Vec<SymbolId>,
    numbers: FxHashMap<SymbolId, u32>,
    functions: FxHashMap<UninterpretedId, u32>,
}

impl ByteEncoder for Numbering<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }
}

impl TermEncoder for Numbering<'_> {
    fn write_term(&mut self, _: TermId) {
        unreachable!("no operator refers to a term")
    }

    fn write_symbol(&mut self, s: SymbolId) {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(s).or_insert(next);
        if number == next {
            self.symbols.push(s);
        }
        self.write_number(u64::from(number));
        write_kind(self, s);
    }

    fn write_function(&mut self, f: UninterpretedId) {
        let next = self.functions.len() as u32;
        let number = *self.functions.entry(f).or_insert(next);
        self.write_number(u64::from(number));
        write_signature(self, f);
    }

    fn write_table(&mut self, t: TableId) {
        self.pool().table_data(t).encode(self);
    }
}

/// An encoder that knows the pool.
trait Pooled<'a>: TermEncoder {
    fn pool(&self) -> &'a TermPool;
}

impl<'a> Pooled<'a> for Nameless<'a> {
    fn pool(&self) -> &'a TermPool {
        self.pool
    }
}

impl<'a> Pooled<'a> for Numbering<'a> {
    fn pool(&self) -> &'a TermPool {
        self.pool
    }
}

/// What of a symbol a query depends on: its sort, and whether and how it is bound.
fn write_kind<'a>(e: &mut impl Pooled<'a>, s: SymbolId) {
    let info = e.pool().symbol_info(s);
    info.sort.encode(e);
    (info.kind.is_bound(), info.kind == SymbolKind::Implied).encode(e);
}

fn write_signature<'a>(e: &mut impl Pooled<'a>, f: UninterpretedId) {
    let info = e.pool().func_info(f);
    info.params.encode(e);
    info.result.encode(e);
}
