//! Reading what holds terms into a pool.
//!
//! Oblivious to the values, which read themselves. Invariants: whatever the bytes are, the answer is a value or an
//! error; a node gets into the pool only if its operands are there and have the sorts that its operator takes.

use plica_stable::{ByteDecoder, ByteReader, ConditionDecoder, Decode, DecodeError};
use smallvec::SmallVec;

use super::encoder::sorts;
use super::typing::{arity, result_sort, states_sort};
use super::{MAGIC, TermDecoder, VERSION};
use crate::op::{Op, SymbolId, TableId, UninterpretedId};
use crate::pool::{FuncInfo, SymbolInfo, TableData, TermId, TermPool};
use crate::sort::{MAX_WIDTH, Sort, mask};

/// Reads values that an [`Encoder`](crate::Encoder) has written: `T::decode(&mut decoder)` for each in the same order,
/// then [`Decoder::finish`].
pub struct Decoder<'a> {
    pool: &'a TermPool,
    reader: ByteReader<'a>,
    /// What references stand for: first places in the sections, then numbers in values.
    terms: Vec<TermId>,
    symbols: Vec<SymbolId>,
    functions: Vec<UninterpretedId>,
    tables: Vec<TableId>,
}

impl<'a> Decoder<'a> {
    /// Reads the sections: what the values refer to is in the pool then.
    pub fn new(pool: &'a TermPool, bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Decoder::renaming(pool, bytes, |_| {})
    }

    /// The same, with free symbols changed before they get into the pool: where names are taken that mean something
    /// else there.
    pub fn renaming(
        pool: &'a TermPool,
        bytes: &'a [u8],
        rename: impl Fn(&mut SymbolInfo),
    ) -> Result<Self, DecodeError> {
        let reader = ByteReader::new(bytes);
        let (terms, symbols, functions, tables) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut d = Decoder { pool, reader, terms, symbols, functions, tables };
        if !d.read_bytes(MAGIC.len()).is_ok_and(|bytes| bytes == MAGIC) {
            return Err(DecodeError { what: "not an encoding of terms".into(), at: 0 });
        }
        let version = d.read_number()?;
        if version != VERSION {
            return Err(d.error(format!("version {version} of the format, not {VERSION}")));
        }
        let mark = d.read_number()?;
        let symbols = d.section(|d| &mut d.symbols, |d| d.symbol(&rename))?;
        let functions = d.section(|d| &mut d.functions, Self::function)?;
        let tables = d.section(|d| &mut d.tables, Self::table)?;
        let terms = d.section(|d| &mut d.terms, Self::node)?;
        // Who wrote the terms has said by it what they may be made of.
        pool.raise_mark(mark);
        Ok(Decoder { terms, symbols, functions, tables, ..d })
    }

    /// The pool.
    pub fn pool(&self) -> &'a TermPool {
        self.pool
    }

    /// That all was read.
    pub fn finish(self) -> Result<(), DecodeError> {
        self.reader.finish()
    }

    /// Reads a section into its list, and gives those of it that values name.
    fn section<T: Copy>(
        &mut self,
        list: impl Fn(&mut Self) -> &mut Vec<T>,
        read: impl Fn(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Vec<T>, DecodeError> {
        let count = self.read_count()?;
        let room = self.room::<T>(count);
        list(self).reserve(room);
        for _ in 0..count {
            let item = read(self)?;
            list(self).push(item);
        }
        let count = self.read_count()?;
        let mut named = Vec::with_capacity(self.room::<T>(count));
        let all = std::mem::take(list(self));
        for _ in 0..count {
            let place = self.read_number()?;
            named.push(look_up(self, &all, place)?);
        }
        *list(self) = all;
        Ok(named)
    }

    fn symbol(&mut self, rename: impl Fn(&mut SymbolInfo)) -> Result<SymbolId, DecodeError> {
        let mut info = SymbolInfo::decode(self)?;
        if !info.kind.is_bound() {
            rename(&mut info);
        }
        Ok(self.pool.declare_symbol(info))
    }

    fn function(&mut self) -> Result<UninterpretedId, DecodeError> {
        let FuncInfo { name, params, result } = FuncInfo::decode(self)?;
        Ok(self.pool.func(&name, &params, result))
    }

    fn table(&mut self) -> Result<TableId, DecodeError> {
        let data = TableData::decode(self)?;
        let fits = |value: u64| u128::from(value) <= mask(data.elem);
        let is_table = (1..=MAX_WIDTH).contains(&data.index)
            && (1..=u64::BITS).contains(&data.elem)
            && data.elems.len() as u128 <= mask(data.index).saturating_add(1)
            && data.elems.iter().copied().chain([data.default]).all(fits);
        if is_table { Ok(self.pool.declare_table(data)) } else { Err(self.error("no table")) }
    }

    fn node(&mut self) -> Result<TermId, DecodeError> {
        let op = Op::decode(self)?;
        let stated = states_sort(op).then(|| Sort::decode(self)).transpose()?;
        let arity = arity(self.pool, op);
        if arity > self.remaining() {
            return Err(self.error("the input ends too early"));
        }
        let mut args: SmallVec<[TermId; 3]> = SmallVec::new();
        for _ in 0..arity {
            let before = self.read_number()?;
            // A distance of zero, to the node itself, wraps around to a place that there is not.
            let place = (self.terms.len() as u64).wrapping_sub(before);
            args.push(look_up(self, &self.terms, place)?);
        }
        match result_sort(self.pool, op, stated, &sorts(self.pool, &args)) {
            Some(sort) => Ok(self.pool.intern_ordered(op, sort, &mut args)),
            None => Err(self.error(format!("operands of a wrong sort for {op:?}"))),
        }
    }
}

/// What a number stands for.
fn look_up<T: Copy>(d: &Decoder, list: &[T], number: u64) -> Result<T, DecodeError> {
    let item = usize::try_from(number).ok().and_then(|at| list.get(at)).copied();
    item.ok_or_else(|| d.error(format!("a reference to number {number} of {}", list.len())))
}

impl ByteDecoder for Decoder<'_> {
    #[inline]
    fn read_bytes(&mut self, count: usize) -> Result<&[u8], DecodeError> {
        self.reader.read_bytes(count)
    }

    fn position(&self) -> usize {
        self.reader.position()
    }

    fn remaining(&self) -> usize {
        self.reader.remaining()
    }

    fn nesting(&mut self) -> &mut u32 {
        self.reader.nesting()
    }
}

impl TermDecoder for Decoder<'_> {
    fn read_term(&mut self) -> Result<TermId, DecodeError> {
        let number = self.read_number()?;
        look_up(self, &self.terms, number)
    }

    fn read_symbol(&mut self) -> Result<SymbolId, DecodeError> {
        let number = self.read_number()?;
        look_up(self, &self.symbols, number)
    }

    fn read_function(&mut self) -> Result<UninterpretedId, DecodeError> {
        let number = self.read_number()?;
        look_up(self, &self.functions, number)
    }

    fn read_table(&mut self) -> Result<TableId, DecodeError> {
        let number = self.read_number()?;
        look_up(self, &self.tables, number)
    }
}

impl ConditionDecoder for Decoder<'_> {
    fn read_condition(&mut self) -> Result<u32, DecodeError> {
        self.read_term().map(TermId::index)
    }
}
