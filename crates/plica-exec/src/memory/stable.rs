//! Memory as bytes: a heap with its objects, their contents page by page.
//!
//! A page is written as what it holds, not as what was written to it; it takes 8 KiB when it is read, however little
//! that is. What heaps share is written with each of them.
//! Oblivious to sizes: whether contents fit their object is for [`Machine::admit`](crate::Machine::admit) to say.
//! Invariants: the objects of a heap that was read have ids below the next one, a page is as long as the pages of its
//! object are, and no cell overlaps another or known bytes.

use std::sync::Arc;

use plica_stable::{Decode, DecodeError, Encode, encodable};
use plica_term::{TermDecoder, TermEncoder, TermPool};
use smallvec::SmallVec;

use crate::memory::content::{Base, Content, array_sort};
use crate::memory::page::{Cell, Entry, PAGE, Page};
use crate::memory::{Allocator, Family, Heap, Liveness, Object, ObjectKind};
use crate::value::{MAX_OBJECTS, ObjId, Value};

encodable! {
    enum Family { Malloc, New, NewArray, Rust }
    struct Allocator { family, alignment }
    enum ObjectKind { Global, Stack, Heap(allocator), Environment, Input, Fixed(at) }
    enum Liveness { Live, Freed(loc), Dead, Opaque }
}

encodable! { TermEncoder, TermDecoder =>
    enum Base { Uninit, Zero, Bytes(data), Array { term, cell } }
    struct Object { size, kind, live, constant, cell, name, site, content }
}

impl<E: TermEncoder> Encode<E> for Heap {
    fn encode(&self, e: &mut E) {
        self.next_id().encode(e);
        e.write_count(self.iter().count());
        self.iter().for_each(|entry| entry.encode(e));
    }
}

impl<D: TermDecoder> Decode<D> for Heap {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let next = ObjId::decode(d)?;
        if next.0 > MAX_OBJECTS {
            return Err(d.error("more objects than pointers can name"));
        }
        let mut heap = Heap::new(next.0);
        let mut free = ObjId(0);
        for _ in 0..d.read_count()? {
            let (id, object) = <(ObjId, Object)>::decode(d)?;
            if id < free || id >= next {
                return Err(d.error("objects that are not in the order of their ids"));
            }
            free = ObjId(id.0 + 1);
            heap.put(id, object);
        }
        Ok(heap)
    }
}

impl<E: TermEncoder> Encode<E> for Content {
    fn encode(&self, e: &mut E) {
        let Content { base, page_len, pages } = self;
        base.encode(e);
        page_len.encode(e);
        pages.encode(e);
    }
}

impl<D: TermDecoder> Decode<D> for Content {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let (base, page_len) = <(Base, usize)>::decode(d)?;
        if page_len == 0 || page_len > PAGE || !page_len.is_multiple_of(8) {
            return Err(d.error("pages of no length that they can have"));
        }
        let count = d.read_count()?;
        let mut pages = SmallVec::with_capacity(d.room::<Option<Arc<Page>>>(count));
        for _ in 0..count {
            pages.push(if bool::decode(d)? { Some(Arc::new(read_page(d, page_len)?)) } else { None });
        }
        Ok(Content { base, page_len, pages })
    }
}

/// A stretch is told by how far behind the one before it starts, and by the bytes of its cell, zero for known bytes.
impl<E: TermEncoder> Encode<E> for Page {
    fn encode(&self, e: &mut E) {
        e.write_count(self.entries().count());
        let mut end = 0;
        for (at, entry) in self.entries() {
            (at - end).encode(e);
            match entry {
                Entry::Known(bytes) => {
                    0u8.encode(e);
                    e.write_count(bytes.len());
                    e.buffer().extend_from_slice(bytes);
                    end = at + bytes.len();
                }
                Entry::Cell(Cell { size, value }) => {
                    size.encode(e);
                    value.encode(e);
                    end = at + usize::from(size);
                }
            }
        }
    }
}

impl Content {
    /// Do the contents end where an object of this size (if it is known) does?
    pub fn ends_with(&self, size: Option<u64>) -> bool {
        let data = match &self.base {
            Base::Bytes(data) => data.len() as u64,
            _ => 0,
        };
        let paged = self.page_len == PAGE || size.is_some_and(|size| size <= self.page_len as u64);
        // Pages are made to be written to.
        let last = self.pages.len().saturating_sub(1) * self.page_len;
        let written = self.pages.last().is_none_or(Option::is_some);
        paged && written && size.is_none_or(|size| data <= size && last as u64 <= size)
    }

    /// Is all that the contents hold of the width that it takes there? `fits`: is a value one of so many bits?
    pub fn is_sound(&self, pool: &TermPool, fits: impl Fn(Value, u32) -> bool) -> bool {
        let base = match self.base {
            Base::Array { term, cell } => matches!(cell, 1 | 2 | 4 | 8 | 16) && pool.sort(term) == array_sort(cell),
            Base::Uninit | Base::Zero | Base::Bytes(_) => true,
        };
        let is_cell = |(_, entry): (usize, Entry<'_>)| match entry {
            Entry::Known(_) => true,
            Entry::Cell(Cell { size, value }) => {
                (1..=16).contains(&size) && !matches!(value, Value::Int { .. }) && fits(value, 8 * u32::from(size))
            }
        };
        base && self.pages.iter().flatten().all(|page| page.entries().all(is_cell))
    }
}

fn read_page<D: TermDecoder>(d: &mut D, len: usize) -> Result<Page, DecodeError> {
    let mut page = Page::new(len);
    let mut at = 0usize;
    for _ in 0..d.read_count()? {
        at = at.saturating_add(usize::decode(d)?);
        let (size, fits) = match u8::decode(d)? {
            0 => {
                let count = d.read_count()?;
                (count, page.put(at, Entry::Known(d.read_bytes(count)?)))
            }
            size => {
                let value = Value::decode(d)?;
                (usize::from(size), page.put(at, Entry::Cell(Cell { size, value })))
            }
        };
        if !fits {
            return Err(d.error("a stretch that does not fit into its page"));
        }
        at = at.saturating_add(size);
    }
    Ok(page)
}
