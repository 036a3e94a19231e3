//! A page: bytes that are known, and cells that are terms or pointers, on a short stretch of an object.
//!
//! Oblivious to what lies under it (bytes that were never written are *absent* here and looked up in the object's
//! base). Invariant: a cell never overlaps another cell or a known byte.

use std::collections::BTreeMap;

use plica_term::TermPool;

use crate::value::Value;

/// Length of a page in bytes; the page of a small object is shorter.
pub const PAGE: usize = 4096;

const ABSENT: u8 = 0;
const KNOWN: u8 = 1;
const CELL: u8 = 2;

/// A value that is not a number, in `size` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Bytes it takes.
    pub size: u8,
    /// The value, of `8 * size` bits.
    pub value: Value,
}

/// See the module's description.
#[derive(Clone, Debug)]
pub struct Page {
    bytes: Box<[u8]>,
    tags: Box<[u8]>,
    cells: BTreeMap<u16, Cell>,
}

/// What a stretch of a page holds.
pub enum Found {
    /// Known bytes, little-endian.
    Known(u128),
    /// Exactly one cell.
    Cell(Value),
    /// Nothing.
    Absent,
    /// Some of everything; look at single bytes.
    Mixed,
}

impl Page {
    /// A page of which nothing was written.
    pub fn new(len: usize) -> Page {
        Page { bytes: vec![0; len].into(), tags: vec![ABSENT; len].into(), cells: BTreeMap::new() }
    }

    /// What `size` bytes (at most 16, within the page) from `at` hold.
    pub fn find(&self, at: usize, size: usize) -> Found {
        let tags = &self.tags[at..at + size];
        match tags[0] {
            KNOWN if tags.iter().all(|&t| t == KNOWN) => {
                let mut buf = [0u8; 16];
                buf[..size].copy_from_slice(&self.bytes[at..at + size]);
                Found::Known(u128::from_le_bytes(buf))
            }
            CELL => match self.cells.get(&(at as u16)) {
                Some(c) if c.size as usize == size => Found::Cell(c.value),
                _ => Found::Mixed,
            },
            ABSENT if tags.iter().all(|&t| t == ABSENT) => Found::Absent,
            _ => Found::Mixed,
        }
    }

    /// The byte at `at`, or nothing if it is absent.
    pub fn byte(&self, pool: &TermPool, at: usize) -> Option<Value> {
        match self.tags[at] {
            ABSENT => None,
            KNOWN => Some(Value::int(u64::from(self.bytes[at]), 8)),
            _ => {
                let (start, cell) = self.cell_around(at)?;
                let lo = (at - start) as u32 * 8;
                Some(Value::of_term(pool, pool.extract(cell.value.to_term(pool), lo + 7, lo)))
            }
        }
    }

    /// Is the byte at `at` not absent?
    pub fn is_present(&self, at: usize) -> bool {
        self.tags[at] != ABSENT
    }

    /// The cell that the byte at `at` belongs to.
    pub fn cell(&self, at: usize) -> Option<Cell> {
        if self.tags[at] == CELL { self.cell_around(at).map(|c| c.1) } else { None }
    }

    fn cell_around(&self, at: usize) -> Option<(usize, Cell)> {
        self.cells.range(..=at as u16).next_back().map(|(&start, &cell)| (start as usize, cell))
    }

    /// Writes known bytes.
    pub fn write_known(&mut self, pool: &TermPool, at: usize, data: &[u8]) {
        self.clear(pool, at, data.len());
        self.bytes[at..at + data.len()].copy_from_slice(data);
        self.tags[at..at + data.len()].fill(KNOWN);
    }

    /// Writes a cell.
    pub fn write_cell(&mut self, pool: &TermPool, at: usize, cell: Cell) {
        let size = cell.size as usize;
        self.clear(pool, at, size);
        self.tags[at..at + size].fill(CELL);
        self.cells.insert(at as u16, cell);
    }

    /// Makes a stretch absent. Cells that reach into it from outside are split into bytes first.
    pub fn clear(&mut self, pool: &TermPool, at: usize, size: usize) {
        if self.cells.is_empty() {
            self.tags[at..at + size].fill(ABSENT);
            return;
        }
        for edge in [at, at + size] {
            self.split(pool, edge);
        }
        let inside: Vec<u16> =
            self.cells.range(at as u16..).map(|c| *c.0).take_while(|&c| (c as usize) < at + size).collect();
        for c in inside {
            self.cells.remove(&c);
        }
        self.tags[at..at + size].fill(ABSENT);
    }

    /// Splits the cell that has `edge` strictly inside it, if there is one, into single bytes.
    fn split(&mut self, pool: &TermPool, edge: usize) {
        let Some((&start, &cell)) = self.cells.range(..edge as u16).next_back() else { return };
        let (start, size) = (start as usize, cell.size as usize);
        if start + size <= edge {
            return;
        }
        self.cells.remove(&(start as u16));
        let term = cell.value.to_term(pool);
        // A cell that is a constant marks unwritten bytes, and so do its parts.
        let marks = matches!(cell.value, Value::Term(_)) && pool.const_value(term).is_some();
        for i in 0..size {
            let lo = i as u32 * 8;
            let part = pool.extract(term, lo + 7, lo);
            match if marks { Value::Term(part) } else { Value::of_term(pool, part) } {
                Value::Int { bits, .. } => {
                    self.bytes[start + i] = bits as u8;
                    self.tags[start + i] = KNOWN;
                }
                value => {
                    self.cells.insert((start + i) as u16, Cell { size: 1, value });
                }
            }
        }
    }

    /// The stretches of the page in order: offset and contents. Known bytes come one by one cell of `grain` bytes
    /// where they are aligned and complete, else as single bytes.
    pub fn entries(&self) -> impl Iterator<Item = (usize, Entry<'_>)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < self.tags.len() && self.tags[at] == ABSENT {
                at += 1;
            }
            if at >= self.tags.len() {
                return None;
            }
            let start = at;
            if self.tags[at] == KNOWN {
                while at < self.tags.len() && self.tags[at] == KNOWN {
                    at += 1;
                }
                return Some((start, Entry::Known(&self.bytes[start..at])));
            }
            let cell = self.cells.get(&(at as u16)).copied()?;
            at += cell.size as usize;
            Some((start, Entry::Cell(cell)))
        })
    }
}

/// A stretch of a page that is not absent.
pub enum Entry<'a> {
    /// Known bytes.
    Known(&'a [u8]),
    /// A cell.
    Cell(Cell),
}
