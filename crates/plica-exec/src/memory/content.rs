//! The contents of an object: pages over a base.
//!
//! Accesses at known offsets go to pages. The first access at a symbolic offset *flushes* the pages into an array
//! term of the object's cell width, which becomes the base; later writes at known offsets again go to pages, over it.
//! Oblivious to bounds, which callers have checked. Invariant: reading the same unwritten bytes twice gives the same
//! value, also after forking (the symbols are named by object and offset).

use std::sync::Arc;

use plica_term::{Op, Sort, TableData, TermId, TermPool};
use smallvec::SmallVec;

use crate::fresh::Mode;
use crate::memory::page::{Cell, Entry, Found, PAGE, Page};
use crate::value::{ObjId, Value};

/// What the bytes are that no page holds.
#[derive(Clone, Debug)]
pub(super) enum Base {
    /// Never written: a symbol per cell, made when first read.
    Uninit,
    /// Zero.
    Zero,
    /// Known bytes; zero behind their end.
    Bytes(Arc<[u8]>),
    /// An array term with 64-bit indices, one element per `cell` bytes.
    Array { term: TermId, cell: u32 },
}

/// What contents need to know about where they are.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The pool.
    pub pool: &'a TermPool,
    /// The object, which names the symbols of unwritten bytes.
    pub obj: ObjId,
    /// How symbols come into being.
    pub mode: &'a Mode,
}

/// See the module's description.
#[derive(Clone, Debug)]
pub struct Content {
    pub(super) base: Base,
    pub(super) page_len: usize,
    /// Most objects have one page.
    pub(super) pages: SmallVec<[Option<Arc<Page>>; 1]>,
}

impl Content {
    fn over(base: Base, size: Option<u64>) -> Content {
        let page_len = size.map_or(PAGE, |s| s.clamp(8, PAGE as u64).next_multiple_of(8) as usize);
        Content { base, page_len, pages: SmallVec::new() }
    }

    /// Never written. `size`: of the object, if it is known.
    pub fn uninit(size: Option<u64>) -> Content {
        Content::over(Base::Uninit, size)
    }

    /// Zero.
    pub fn zero(size: Option<u64>) -> Content {
        Content::over(Base::Zero, size)
    }

    /// Known bytes.
    pub fn bytes(data: Arc<[u8]>) -> Content {
        let size = data.len() as u64;
        Content::over(Base::Bytes(data), Some(size))
    }

    /// An array term with 64-bit indices and elements of `cell` bytes.
    pub fn array(term: TermId, cell: u32, size: Option<u64>) -> Content {
        Content::over(Base::Array { term, cell }, size)
    }

    /// The page of a byte, and where in it. Written so that no division is left.
    #[inline]
    fn page_of(&self, off: u64) -> (usize, usize) {
        let off = off as usize;
        if off < self.page_len {
            (0, off)
        } else if self.page_len == PAGE {
            (off / PAGE, off % PAGE)
        } else {
            (off / self.page_len, off % self.page_len)
        }
    }

    fn page_mut(&mut self, index: usize) -> &mut Page {
        if index >= self.pages.len() {
            self.pages.resize(index + 1, None);
        }
        let len = self.page_len;
        Arc::make_mut(self.pages[index].get_or_insert_with(|| Arc::new(Page::new(len))))
    }

    fn find(&self, off: u64, size: u64) -> Found {
        let (index, at) = self.page_of(off);
        if at + size as usize > self.page_len {
            return Found::Mixed;
        }
        match self.pages.get(index) {
            Some(Some(page)) => page.find(at, size as usize),
            _ => Found::Absent,
        }
    }

    /// Is a part of an address among these bytes, and not all of it?
    pub fn splits_address(&self, off: u64, size: u64) -> bool {
        (off..off + size).any(|o| {
            let (index, at) = self.page_of(o);
            let cell = self.pages.get(index).and_then(|page| page.as_ref()?.cell(at));
            cell.is_some_and(|(start, cell)| {
                let begins = o - (at - start) as u64;
                cell.value.is_pointer() && (begins < off || begins + u64::from(cell.size) > off + size)
            })
        })
    }

    /// The value of `size` bytes (1 to 16) at a known offset, `8 * size` bits wide.
    pub fn read(&mut self, place: Place<'_>, off: u64, size: u64) -> Value {
        match self.find(off, size) {
            Found::Known(v) => known(place.pool, v, size),
            // The constant of a marked cell (see `fix`) reads as the number that it is.
            Found::Cell(Value::Term(t)) => Value::of_term(place.pool, t),
            Found::Cell(v) => v,
            Found::Absent => self.read_base(place, off, size),
            Found::Mixed => {
                let bytes: Vec<Value> = (off..off + size).map(|o| self.read_byte(place, o)).collect();
                join(place.pool, &bytes)
            }
        }
    }

    /// As [`Content::read`], where that changes nothing: a read that gives unwritten bytes their value, or that has to
    /// put bytes together, is left to it. Sharing between states is not broken up.
    #[inline]
    pub fn peek(&self, pool: &TermPool, off: u64, size: u64) -> Option<Value> {
        match self.find(off, size) {
            Found::Known(v) => Some(known(pool, v, size)),
            Found::Cell(Value::Term(t)) => Some(Value::of_term(pool, t)),
            Found::Cell(v) => Some(v),
            Found::Absent if !matches!(self.base, Base::Uninit) => Some(self.read_fixed(pool, off, size)),
            _ => None,
        }
    }

    fn read_byte(&mut self, place: Place<'_>, off: u64) -> Value {
        let (index, at) = self.page_of(off);
        let found = match self.pages.get(index) {
            Some(Some(page)) => page.byte(place.pool, at),
            _ => None,
        };
        found.unwrap_or_else(|| self.read_base(place, off, 1))
    }

    fn read_base(&mut self, place: Place<'_>, off: u64, size: u64) -> Value {
        if !matches!(self.base, Base::Uninit) {
            return self.read_fixed(place.pool, off, size);
        }
        let value = place.mode.uninit_cell(place.pool, place.obj, off, size as u32);
        self.fix(place.pool, off, size, value);
        value
    }

    /// What the base holds, which has values everywhere.
    fn read_fixed(&self, pool: &TermPool, off: u64, size: u64) -> Value {
        match &self.base {
            Base::Zero | Base::Uninit => known(pool, 0, size),
            Base::Bytes(data) => {
                let mut buf = [0u8; 16];
                let start = (off as usize).min(data.len());
                let end = (off as usize + size as usize).min(data.len());
                buf[..end - start].copy_from_slice(&data[start..end]);
                known(pool, u128::from_le_bytes(buf), size)
            }
            Base::Array { term, cell } => {
                Value::of_term(pool, select_bytes(pool, *term, *cell, pool.bv(u128::from(off), 64), size))
            }
        }
    }

    /// Were any of these bytes never written? What was read or copied from elsewhere before it was written still
    /// counts as unwritten. Once the contents are an array, this is no longer known, and the answer is no.
    pub fn is_uninit(&self, pool: &TermPool, off: u64, size: u64) -> bool {
        let (widest, end) = (16, off + size);
        (off..end).step_by(widest as usize).any(|at| self.unwritten_bits(pool, at, widest.min(end - at)) != 0)
    }

    /// Which bits of the number in these bytes (1 to 16) were never written? [`Content::is_uninit`] asks for any, of
    /// any number of bytes.
    pub fn unwritten_bits(&self, pool: &TermPool, off: u64, size: u64) -> u128 {
        let below = |bits: u32| u128::MAX >> (128 - bits);
        let base = |bits| if matches!(self.base, Base::Uninit) { below(bits) } else { 0 };
        match self.find(off, size) {
            Found::Known(_) => 0,
            Found::Cell(v) => unwritten_in(pool, v),
            Found::Absent => base(8 * size as u32),
            Found::Mixed => (0..size).fold(0, |all, i| {
                let (index, at) = self.page_of(off + i);
                let byte = match self.pages.get(index) {
                    Some(Some(page)) if page.is_present(at) => page
                        .cell(at)
                        .map_or(0, |(start, cell)| (unwritten_in(pool, cell.value) >> (8 * (at - start))) & 0xff),
                    _ => base(8),
                };
                all | byte << (8 * i)
            }),
        }
    }

    /// The value of `size` bytes that are moved to another place, where confirming has given bytes that were never
    /// written a number: a number could not tell that they are these, so that the value has symbols for them.
    pub fn read_marked(&mut self, place: Place<'_>, off: u64, size: u64) -> Value {
        let byte = |at: u64| {
            let value = self.read_byte(place, at);
            if !self.is_uninit(place.pool, at, 1) || !matches!(value, Value::Int { .. }) {
                return value;
            }
            Value::Term(place.mode.unwritten_byte(place.pool, place.obj, at))
        };
        let bytes: Vec<Value> = (off..off + size).map(byte).collect();
        join(place.pool, &bytes)
    }

    /// Was none of it written, as far as nothing was?
    pub fn is_unwritten(&self) -> bool {
        matches!(self.base, Base::Uninit) && self.pages.iter().flatten().next().is_none()
    }

    /// May there be bytes that were never written? An array is not known to have any; of an object without a known
    /// size, or of a large one, some are taken to be.
    pub fn may_be_unwritten(&self, pool: &TermPool, size: Option<u64>) -> bool {
        let looked_through = |size: u64| size <= 16 * PAGE as u64;
        match self.base {
            Base::Array { .. } => false,
            Base::Uninit if !size.is_some_and(looked_through) => true,
            _ => size.is_some_and(|size| looked_through(size) && self.is_uninit(pool, 0, size)),
        }
    }

    /// Does any cell hold a pointer?
    pub fn holds_pointers(&self) -> bool {
        let is = |e: Entry<'_>| matches!(e, Entry::Cell(cell) if cell.value.object().is_some());
        self.pages.iter().flatten().any(|page| page.entries().any(|(_, e)| is(e)))
    }

    /// Gives bytes that were never written their unknown value. It is kept as a cell even where it is a number (when
    /// an error is confirmed), which marks the bytes as unwritten.
    fn fix(&mut self, pool: &TermPool, off: u64, size: u64, value: Value) {
        let (index, at) = self.page_of(off);
        let term = value.to_term(pool);
        if at + size as usize <= self.page_len {
            let pointer = matches!(value, Value::Ptr { .. } | Value::SymPtr { .. });
            let value = if pointer { value } else { Value::Term(term) };
            self.page_mut(index).write_cell(pool, at, Cell { size: size as u8, value });
            return;
        }
        for i in 0..size {
            let lo = i as u32 * 8;
            self.fix(pool, off + i, 1, Value::Term(pool.extract(term, lo + 7, lo)));
        }
    }

    /// Writes `size` bytes (1 to 16) at a known offset; the value is `8 * size` bits wide.
    pub fn write(&mut self, pool: &TermPool, off: u64, size: u64, value: Value) {
        let (index, at) = self.page_of(off);
        if at + size as usize > self.page_len {
            // Across a page border: byte by byte.
            let term = value.to_term(pool);
            for i in 0..size {
                let lo = i as u32 * 8;
                self.write(pool, off + i, 1, Value::of_term(pool, pool.extract(term, lo + 7, lo)));
            }
            return;
        }
        let page = self.page_mut(index);
        match value {
            Value::Int { bits, .. } => page.write_known(pool, at, &bits.to_le_bytes()[..size as usize]),
            Value::Term(t) if pool.const_value(t).is_some() => {
                let bits = pool.const_value(t).unwrap_or(0);
                page.write_known(pool, at, &bits.to_le_bytes()[..size as usize]);
            }
            value => page.write_cell(pool, at, Cell { size: size as u8, value }),
        }
    }

    /// Writes known bytes at a known offset.
    pub fn write_bytes(&mut self, pool: &TermPool, off: u64, data: &[u8]) {
        let (mut off, mut rest) = (off, data);
        while !rest.is_empty() {
            let (index, at) = self.page_of(off);
            let n = rest.len().min(self.page_len - at);
            self.page_mut(index).write_known(pool, at, &rest[..n]);
            off += n as u64;
            rest = &rest[n..];
        }
    }

    /// The whole pages of known bytes that `len` bytes from a known offset begin with, to be shared with a place at
    /// another offset.
    pub fn whole_pages(&self, off: u64, len: u64, there: u64) -> Option<Vec<Arc<Page>>> {
        let page = PAGE as u64;
        if self.page_len != PAGE || !off.is_multiple_of(page) || !there.is_multiple_of(page) || len < page {
            return None;
        }
        let pages = self.pages.get((off / page) as usize..((off + len) / page) as usize)?;
        pages.iter().map(|p| p.clone().filter(|p| p.is_known())).collect()
    }

    /// Are these very pages at a known offset?
    pub fn has_pages(&self, off: u64, pages: &[Arc<Page>]) -> bool {
        let first = off as usize / PAGE;
        let same = |(own, page): (&Option<Arc<Page>>, &Arc<Page>)| own.as_ref().is_some_and(|p| Arc::ptr_eq(p, page));
        let own = self.pages.get(first..first + pages.len());
        self.page_len == PAGE && own.is_some_and(|own| own.iter().zip(pages).all(same))
    }

    /// Puts pages at a known offset, where pages begin.
    pub fn put_pages(&mut self, off: u64, pages: Vec<Arc<Page>>) {
        let first = off as usize / PAGE;
        if self.pages.len() < first + pages.len() {
            self.pages.resize(first + pages.len(), None);
        }
        for (own, page) in self.pages[first..].iter_mut().zip(pages) {
            *own = Some(page);
        }
    }

    /// Can pages be put into it?
    pub fn has_full_pages(&self) -> bool {
        self.page_len == PAGE
    }

    /// A copy of `len` bytes from a known offset, to be written elsewhere with [`Content::copy_in`]. Unwritten bytes
    /// get their unknown values first, so that both copies agree.
    pub fn copy_out(&mut self, place: Place<'_>, off: u64, len: u64, cell: u32) -> Vec<(u64, Piece)> {
        let end = off + len;
        let mut out: Vec<(u64, Piece)> = Vec::new();
        let mut at = off;
        while at < end {
            let aligned = |n: u64| at.is_multiple_of(n) && at + n <= end && !matches!(self.find(at, n), Found::Mixed);
            let wanted = [u64::from(natural(cell, 8)), 8, 4, 2];
            let size = wanted.into_iter().find(|&n| aligned(n)).unwrap_or(1);
            // Asked first: reading gives unwritten bytes a value.
            let unwritten = self.is_uninit(place.pool, at, size);
            let value = self.read(place, at, size);
            match (value, out.last_mut()) {
                (value, _) if unwritten => out.push((at - off, Piece::Unwritten(size, value))),
                (Value::Int { bits, .. }, Some((_, Piece::Known(data)))) => {
                    data.extend_from_slice(&bits.to_le_bytes()[..size as usize]);
                }
                (Value::Int { bits, .. }, _) => {
                    out.push((at - off, Piece::Known(bits.to_le_bytes()[..size as usize].to_vec())));
                }
                (value, _) => out.push((at - off, Piece::Value(size, value))),
            }
            at += size;
        }
        out
    }

    /// Writes what [`Content::copy_out`] gave.
    pub fn copy_in(&mut self, pool: &TermPool, off: u64, pieces: &[(u64, Piece)]) {
        for (at, piece) in pieces {
            match piece {
                Piece::Known(data) => self.write_bytes(pool, off + at, data),
                Piece::Value(size, value) => self.write(pool, off + at, *size, *value),
                Piece::Unwritten(size, value) => self.fix(pool, off + at, *size, *value),
            }
        }
    }

    /// Pointers that the contents hold; `None` if there may be some that cannot be told.
    pub fn pointers(&self) -> Option<Vec<ObjId>> {
        if matches!(self.base, Base::Array { .. }) {
            return None;
        }
        let mut out = Vec::new();
        for page in self.pages.iter().flatten() {
            for (_, entry) in page.entries() {
                let Entry::Cell(cell) = entry else { continue };
                match cell.value.object() {
                    Some(obj) => out.push(obj),
                    None if cell.size >= 8 => return None,
                    None => {}
                }
            }
        }
        Some(out)
    }

    /// The value at a symbolic offset (a 64-bit term). `size` as in [`Content::read`], `cell` the natural cell.
    pub fn read_symbolic(&mut self, place: Place<'_>, off: TermId, size: u64, cell: u32, extent: Option<u64>) -> Value {
        let (term, cell) = self.flush(place, natural(cell, size), extent);
        Value::of_term(place.pool, select_bytes(place.pool, term, cell, off, size))
    }

    /// Writes at a symbolic offset.
    pub fn write_symbolic(
        &mut self,
        place: Place<'_>,
        off: TermId,
        size: u64,
        cell: u32,
        extent: Option<u64>,
        value: Value,
    ) {
        let pool = place.pool;
        let (term, cell) = self.flush(place, natural(cell, size), extent);
        let value = value.to_term(pool);
        let term = store_bytes(pool, term, cell, off, size, value);
        self.base = Base::Array { term, cell };
    }

    /// The contents as an array term, which they become, and the bytes of an element.
    pub fn make_array(&mut self, place: Place<'_>, cell: u32, extent: Option<u64>) -> (TermId, u32) {
        self.flush(place, natural(cell, 1), extent)
    }

    /// The known bytes that the pages lie over, if there are such, to be put where they are shared.
    pub fn known_bytes(&mut self) -> Option<&mut Arc<[u8]>> {
        match &mut self.base {
            Base::Bytes(data) => Some(data),
            _ => None,
        }
    }

    /// The array term if the contents are one with nothing on top of it.
    pub fn array_term(&self) -> Option<TermId> {
        match self.base {
            Base::Array { term, .. } if self.pages.iter().all(Option::is_none) => Some(term),
            _ => None,
        }
    }

    /// The bytes of an element if the contents are an array with nothing on top of it.
    pub fn array_cell(&self) -> Option<u32> {
        match self.base {
            Base::Array { cell, .. } => Some(cell),
            _ => None,
        }
    }

    /// Turns the contents into an array term, if they are not one yet, and takes all pages into it. An object that is
    /// an array already keeps its cell width.
    fn flush(&mut self, place: Place<'_>, cell: u32, extent: Option<u64>) -> (TermId, u32) {
        let pool = place.pool;
        if let Base::Array { term, cell } = self.base {
            if self.pages.iter().all(Option::is_none) {
                return (term, cell);
            }
            let term = self.store_pages(place, term, cell);
            self.base = Base::Array { term, cell };
            self.pages.clear();
            return (term, cell);
        }
        let w = u64::from(cell);
        let covered = (self.pages.len() * self.page_len) as u64;
        let base_len = match &self.base {
            Base::Bytes(data) => data.len() as u64,
            _ => 0,
        };
        let cells = covered.max(base_len).min(extent.unwrap_or(u64::MAX)).div_ceil(w);
        // Nothing is left of what the object held before it was written.
        if matches!(self.base, Base::Uninit) && extent.is_some_and(|bytes| !self.is_uninit(pool, 0, bytes)) {
            self.base = Base::Zero;
        }
        // All numbers of one cell each: a table, and on top of it the cells that are no numbers.
        // What is mostly zero and large is not worth a table.
        let written = self.pages.iter().filter(|page| page.is_some()).count() * self.page_len;
        let sparse = matches!(self.base, Base::Zero) && cells > 1 << 20 && (written as u64) < cells * w / 2;
        let table_ok = w <= 8 && !sparse && !matches!(self.base, Base::Uninit);
        let mut term = match &self.base {
            Base::Uninit => place.mode.uninit_array(pool, place.obj, cell),
            _ if table_ok => {
                let elems: Vec<u64> = (0..cells)
                    .map(|i| match self.read(place, i * w, w) {
                        Value::Int { bits, .. } => bits,
                        _ => 0,
                    })
                    .collect();
                let table = TableData { index: 64, elem: cell * 8, elems: elems.into(), default: 0 };
                if table.elems.iter().all(|&e| e == 0) {
                    pool.const_array(64, pool.bv(0, cell * 8))
                } else {
                    pool.table(table)
                }
            }
            _ => pool.const_array(64, pool.bv(0, cell * 8)),
        };
        if table_ok {
            for i in 0..cells {
                let value = self.read(place, i * w, w);
                if !matches!(value, Value::Int { .. }) {
                    term = pool.store(term, pool.bv(u128::from(i), 64), value.to_term(pool));
                }
            }
        } else if sparse || matches!(self.base, Base::Uninit) {
            term = self.store_pages(place, term, cell);
        } else {
            for i in 0..cells {
                let value = self.read(place, i * w, w).to_term(pool);
                term = pool.store(term, pool.bv(u128::from(i), 64), value);
            }
        }
        self.base = Base::Array { term, cell };
        self.pages.clear();
        (term, cell)
    }

    /// Stores what the pages hold into an array term.
    fn store_pages(&self, place: Place<'_>, mut term: TermId, cell: u32) -> TermId {
        let pool = place.pool;
        for (p, page) in self.pages.iter().enumerate() {
            let Some(page) = page else { continue };
            let start = (p * self.page_len) as u64;
            for (at, entry) in page.entries() {
                let off = start + at as u64;
                match entry {
                    Entry::Cell(c) => {
                        let value = c.value.to_term(pool);
                        term = store_bytes(pool, term, cell, pool.bv(u128::from(off), 64), u64::from(c.size), value);
                    }
                    Entry::Known(bytes) => {
                        let mut i = 0;
                        while i < bytes.len() {
                            let w = cell as usize;
                            let aligned = (off as usize + i).is_multiple_of(w);
                            let n = if aligned && i + w <= bytes.len() { w } else { 1 };
                            let mut buf = [0u8; 16];
                            buf[..n].copy_from_slice(&bytes[i..i + n]);
                            let value = pool.bv(u128::from_le_bytes(buf), n as u32 * 8);
                            let at = pool.bv(u128::from(off + i as u64), 64);
                            term = store_bytes(pool, term, cell, at, n as u64, value);
                            i += n;
                        }
                    }
                }
            }
        }
        term
    }
}

/// A stretch of bytes on its way from one object to another.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Known bytes.
    Known(Vec<u8>),
    /// So many bytes with this value.
    Value(u64, Value),
    /// The same, never written.
    Unwritten(u64, Value),
}

/// Which bits of a cell's value stand for memory never written? Those of the symbols of such memory, where they are
/// only moved within the value, and all of a constant: only [`Content::fix`] makes cells of constants.
fn unwritten_in(pool: &TermPool, v: Value) -> u128 {
    let Value::Term(t) = v else { return 0 };
    if pool.const_value(t).is_some() { u128::MAX >> (128 - pool.width(t)) } else { pool.unset_bits(t) }
}

/// The cell width in bytes for an object accessed at a symbolic offset: its own, else that of the access.
fn natural(cell: u32, size: u64) -> u32 {
    let usable = |c: u32| c.is_power_of_two() && c <= 16;
    if cell != 0 && usable(cell) {
        cell
    } else if usable(size as u32) {
        size as u32
    } else {
        1
    }
}

fn known(pool: &TermPool, v: u128, size: u64) -> Value {
    if size <= 8 {
        Value::Int { width: size as u32 * 8, bits: v as u64 }
    } else {
        Value::Term(pool.bv(v, size as u32 * 8))
    }
}

/// Bytes, lowest first, as one value.
fn join(pool: &TermPool, bytes: &[Value]) -> Value {
    let mut all = bytes[0].to_term(pool);
    for b in &bytes[1..] {
        all = pool.concat(b.to_term(pool), all);
    }
    Value::of_term(pool, all)
}

/// The sort of contents with elements of `cell` bytes.
pub fn array_sort(cell: u32) -> Sort {
    Sort::Array { index: 64, elem: cell * 8 }
}

/// Is the offset known to be a multiple of `cell` (a power of two)?
fn aligned(pool: &TermPool, off: TermId, cell: u32) -> bool {
    let low = u128::from(cell) - 1;
    cell == 1
        || pool.known_bits(off).0 & low == low
        || pool.const_value(pool.extract(off, cell.trailing_zeros() - 1, 0)) == Some(0)
}

/// The bits of an offset above its `scale` low bits, if these are known to be zero.
pub fn quotient(pool: &TermPool, t: TermId, scale: u32) -> Option<TermId> {
    quotient_in(pool, t, scale, 12)
}

/// Sums nested more deeply than `depth` are not looked into.
fn quotient_in(pool: &TermPool, t: TermId, scale: u32, depth: u32) -> Option<TermId> {
    let w = pool.width(t);
    if scale == 0 {
        return Some(t);
    }
    let low = (1u128 << scale) - 1;
    if pool.known_bits(t).0 & low != low {
        return None;
    }
    let node = pool.node(t);
    // A sum of such is the sum of what is above.
    if node.op == Op::Add
        && depth > 0
        && let Some(a) = quotient_in(pool, node.args[0], scale, depth - 1)
        && let Some(b) = quotient_in(pool, node.args[1], scale, depth - 1)
    {
        return Some(pool.add(a, b));
    }
    Some(pool.extract(t, w - 1, scale))
}

/// Index of the element in which the byte at `off` lies.
fn element(pool: &TermPool, off: TermId, cell: u32) -> TermId {
    let shift = cell.trailing_zeros();
    if shift == 0 {
        return off;
    }
    let above = quotient(pool, off, shift).unwrap_or_else(|| pool.extract(off, 63, shift));
    pool.zext(above, 64)
}

/// `size` bytes at byte offset `off` of an array of `cell`-byte elements.
fn select_bytes(pool: &TermPool, array: TermId, cell: u32, off: TermId, size: u64) -> TermId {
    if size == u64::from(cell) && aligned(pool, off, cell) {
        return pool.select(array, element(pool, off, cell));
    }
    if size > u64::from(cell) && size.is_multiple_of(u64::from(cell)) && aligned(pool, off, cell) {
        let parts = size / u64::from(cell);
        let part = |i: u64| {
            let at = pool.add(off, pool.bv(u128::from(i * u64::from(cell)), 64));
            pool.select(array, element(pool, at, cell))
        };
        return (1..parts).fold(part(0), |low, i| pool.concat(part(i), low));
    }
    let byte = |i: u64| {
        let at = pool.add(off, pool.bv(u128::from(i), 64));
        let elem = pool.select(array, element(pool, at, cell));
        if cell == 1 {
            return elem;
        }
        pool.extract(pool.lshr(elem, bit_in_cell(pool, at, cell)), 7, 0)
    };
    (1..size).fold(byte(0), |low, i| pool.concat(byte(i), low))
}

/// The position in bits of the byte at `at` in its element, as a term of the element's width.
fn bit_in_cell(pool: &TermPool, at: TermId, cell: u32) -> TermId {
    let within = pool.extract(at, cell.trailing_zeros() - 1, 0);
    pool.shl(pool.zext(within, cell * 8), pool.bv(3, cell * 8))
}

/// The array after `size` bytes at byte offset `off` have become `value`.
fn store_bytes(pool: &TermPool, array: TermId, cell: u32, off: TermId, size: u64, value: TermId) -> TermId {
    if size == u64::from(cell) && aligned(pool, off, cell) {
        return pool.store(array, element(pool, off, cell), value);
    }
    let mut array = array;
    if size > u64::from(cell) && size.is_multiple_of(u64::from(cell)) && aligned(pool, off, cell) {
        for i in 0..size / u64::from(cell) {
            let at = pool.add(off, pool.bv(u128::from(i * u64::from(cell)), 64));
            let lo = i as u32 * cell * 8;
            let part = pool.extract(value, lo + cell * 8 - 1, lo);
            array = pool.store(array, element(pool, at, cell), part);
        }
        return array;
    }
    for i in 0..size {
        let at = pool.add(off, pool.bv(u128::from(i), 64));
        let lo = i as u32 * 8;
        let byte = pool.extract(value, lo + 7, lo);
        if cell == 1 {
            array = pool.store(array, at, byte);
            continue;
        }
        let index = element(pool, at, cell);
        let bit = bit_in_cell(pool, at, cell);
        let hole = pool.not(pool.shl(pool.bv(0xff, cell * 8), bit));
        let kept = pool.and(pool.select(array, index), hole);
        let new = pool.or(kept, pool.shl(pool.zext(byte, cell * 8), bit));
        array = pool.store(array, index, new);
    }
    array
}
