//! A page: bytes that are known, and cells that are terms or pointers, on a short stretch of an object.
//!
//! Oblivious to what lies under it (bytes that were never written are *absent* here and looked up in the object's
//! base). Invariant: a cell never overlaps another cell or a known byte.

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

/// A cell and where it starts.
#[derive(Clone, Copy, Debug)]
struct Placed {
    value: Value,
    start: u16,
    size: u8,
}

impl Placed {
    fn cell(self) -> (usize, Cell) {
        (usize::from(self.start), Cell { size: self.size, value: self.value })
    }
}

/// See the module's description.
#[derive(Clone, Debug)]
pub struct Page {
    /// The bytes, and behind them as many tags: one block, since most pages are small and short-lived.
    data: Box<[u8]>,
    /// In the order of where they start: a list, since pages are copied more often than a cell comes into their middle.
    cells: Vec<Placed>,
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
        // Zero is the tag of an absent byte.
        Page { data: vec![0; 2 * len].into(), cells: Vec::new() }
    }

    #[inline]
    fn parts(&self) -> (&[u8], &[u8]) {
        self.data.split_at(self.data.len() / 2)
    }

    #[inline]
    fn parts_mut(&mut self) -> (&mut [u8], &mut [u8]) {
        let len = self.data.len() / 2;
        self.data.split_at_mut(len)
    }

    /// Is every byte known?
    pub fn is_known(&self) -> bool {
        self.parts().1.iter().all(|&tag| tag == KNOWN)
    }

    /// What `size` bytes (at most 16, within the page) from `at` hold.
    pub fn find(&self, at: usize, size: usize) -> Found {
        let (bytes, tags) = self.parts();
        let (bytes, tags) = (&bytes[at..at + size], &tags[at..at + size]);
        // The usual sizes without a loop.
        match size {
            1 if tags[0] == KNOWN => return Found::Known(u128::from(bytes[0])),
            4 if tags == [KNOWN; 4] => return Found::Known(u128::from(number::<4>(bytes))),
            8 if tags == [KNOWN; 8] => return Found::Known(u128::from(number::<8>(bytes))),
            _ => {}
        }
        match tags[0] {
            KNOWN if tags.iter().all(|&t| t == KNOWN) => {
                let mut buf = [0u8; 16];
                buf[..size].copy_from_slice(bytes);
                Found::Known(u128::from_le_bytes(buf))
            }
            CELL => match self.starting(at) {
                Some(c) if c.size as usize == size => Found::Cell(c.value),
                _ => Found::Mixed,
            },
            ABSENT if tags.iter().all(|&t| t == ABSENT) => Found::Absent,
            _ => Found::Mixed,
        }
    }

    /// The byte at `at`, or nothing if it is absent.
    pub fn byte(&self, pool: &TermPool, at: usize) -> Option<Value> {
        let (bytes, tags) = self.parts();
        match tags[at] {
            ABSENT => None,
            KNOWN => Some(Value::int(u64::from(bytes[at]), 8)),
            _ => {
                let (start, cell) = self.cell_around(at)?;
                let lo = (at - start) as u32 * 8;
                Some(Value::of_term(pool, pool.extract(cell.value.to_term(pool), lo + 7, lo)))
            }
        }
    }

    /// Is the byte at `at` not absent?
    pub fn is_present(&self, at: usize) -> bool {
        self.parts().1[at] != ABSENT
    }

    /// The cell that the byte at `at` belongs to, and where it starts.
    pub fn cell(&self, at: usize) -> Option<(usize, Cell)> {
        if self.parts().1[at] == CELL { self.cell_around(at) } else { None }
    }

    fn cell_around(&self, at: usize) -> Option<(usize, Cell)> {
        self.cells[..self.place(at + 1)].last().map(|c| c.cell())
    }

    /// How many cells start before `at`.
    fn place(&self, at: usize) -> usize {
        self.cells.partition_point(|c| usize::from(c.start) < at)
    }

    /// The cell that starts at `at`.
    fn starting(&self, at: usize) -> Option<Cell> {
        self.cells.get(self.place(at)).map(|c| c.cell()).filter(|(start, _)| *start == at).map(|(_, cell)| cell)
    }

    /// Puts in a cell where there is none.
    fn insert(&mut self, at: usize, Cell { size, value }: Cell) {
        let place = self.place(at);
        self.cells.insert(place, Placed { value, start: at as u16, size });
    }

    /// Writes known bytes.
    pub fn write_known(&mut self, pool: &TermPool, at: usize, data: &[u8]) {
        if !self.cells.is_empty() {
            self.clear(pool, at, data.len());
        }
        let n = data.len();
        let (bytes, tags) = self.parts_mut();
        let (bytes, tags) = (&mut bytes[at..at + n], &mut tags[at..at + n]);
        match n {
            1 => (bytes[0], tags[0]) = (data[0], KNOWN),
            4 => {
                bytes.copy_from_slice(&number::<4>(data).to_le_bytes()[..4]);
                tags.copy_from_slice(&[KNOWN; 4]);
            }
            8 => {
                bytes.copy_from_slice(&number::<8>(data).to_le_bytes());
                tags.copy_from_slice(&[KNOWN; 8]);
            }
            _ => {
                bytes.copy_from_slice(data);
                tags.fill(KNOWN);
            }
        }
    }

    /// Writes a cell.
    pub fn write_cell(&mut self, pool: &TermPool, at: usize, cell: Cell) {
        let size = cell.size as usize;
        self.clear(pool, at, size);
        self.parts_mut().1[at..at + size].fill(CELL);
        self.insert(at, cell);
    }

    /// Makes a stretch absent. Cells that reach into it from outside are split into bytes first.
    pub fn clear(&mut self, pool: &TermPool, at: usize, size: usize) {
        if self.cells.is_empty() {
            self.parts_mut().1[at..at + size].fill(ABSENT);
            return;
        }
        for edge in [at, at + size] {
            self.split(pool, edge);
        }
        let inside = self.place(at)..self.place(at + size);
        self.cells.drain(inside);
        self.parts_mut().1[at..at + size].fill(ABSENT);
    }

    /// Splits the cell that has `edge` strictly inside it, if there is one, into single bytes.
    fn split(&mut self, pool: &TermPool, edge: usize) {
        let Some(place) = self.place(edge).checked_sub(1) else { return };
        let (start, cell) = self.cells[place].cell();
        let size = cell.size as usize;
        if start + size <= edge {
            return;
        }
        self.cells.remove(place);
        let term = cell.value.to_term(pool);
        // A cell that is a constant marks unwritten bytes, and so do its parts.
        let marks = matches!(cell.value, Value::Term(_)) && pool.const_value(term).is_some();
        for i in 0..size {
            let lo = i as u32 * 8;
            let part = pool.extract(term, lo + 7, lo);
            match if marks { Value::Term(part) } else { Value::of_term(pool, part) } {
                Value::Int { bits, .. } => {
                    let (bytes, tags) = self.parts_mut();
                    (bytes[start + i], tags[start + i]) = (bits as u8, KNOWN);
                }
                value => self.insert(start + i, Cell { size: 1, value }),
            }
        }
    }

    /// Puts in a stretch of which nothing was written. False if there is no such stretch here.
    pub(super) fn put(&mut self, at: usize, entry: Entry<'_>) -> bool {
        let (size, tag) = match entry {
            Entry::Known(bytes) => (bytes.len(), KNOWN),
            Entry::Cell(cell) => (cell.size as usize, CELL),
        };
        let (bytes, tags) = self.parts_mut();
        let here = at..at.saturating_add(size);
        let (Some(bytes), Some(tags)) = (bytes.get_mut(here.clone()), tags.get_mut(here)) else { return false };
        if size == 0 || tags.iter().any(|&tag| tag != ABSENT) {
            return false;
        }
        tags.fill(tag);
        match entry {
            Entry::Known(data) => bytes.copy_from_slice(data),
            Entry::Cell(cell) => self.insert(at, cell),
        }
        true
    }

    /// The stretches of the page in order: offset and contents. Known bytes come one by one cell of `grain` bytes
    /// where they are aligned and complete, else as single bytes.
    pub fn entries(&self) -> impl Iterator<Item = (usize, Entry<'_>)> {
        let (bytes, tags) = self.parts();
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < tags.len() && tags[at] == ABSENT {
                at += 1;
            }
            if at >= tags.len() {
                return None;
            }
            let start = at;
            if tags[at] == KNOWN {
                while at < tags.len() && tags[at] == KNOWN {
                    at += 1;
                }
                return Some((start, Entry::Known(&bytes[start..at])));
            }
            let cell = self.starting(at)?;
            at += cell.size as usize;
            Some((start, Entry::Cell(cell)))
        })
    }
}

/// The first `N` bytes (at most 8, and there are as many) as a number.
#[inline]
fn number<const N: usize>(bytes: &[u8]) -> u64 {
    let mut buf = [0u8; 8];
    buf[..N].copy_from_slice(&bytes[..N]);
    u64::from_le_bytes(buf)
}

/// A stretch of a page that is not absent.
pub enum Entry<'a> {
    /// Known bytes.
    Known(&'a [u8]),
    /// A cell.
    Cell(Cell),
}
