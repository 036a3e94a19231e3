//! What an object of a type holds, cell by cell. Oblivious to states.
//!
//! A pointer to a structure leads to one; a pointer to a number, a character or a pointer leads to an array of them,
//! since that is how C hands over arrays. Invariant: cells lie beside each other from the first byte to the last.

use std::sync::Arc;

use plica_ir::{DataKind, DataTypeId, Member, Program};

use crate::tuning;

/// What an object of a type holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// In the order of their offsets, as many as there may be.
    pub cells: Vec<Cell>,
    /// Bytes that are always there.
    pub head: u64,
    /// Bytes of an element of the array behind these; 0 if there is no such array.
    pub element: u64,
    /// Elements of it, at least and at most.
    pub count: (u32, u32),
    /// Is the array a text, of which the last character is null?
    pub text: bool,
}

/// A scalar in an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// How to get there: `.next`, `[2]`, `.at.x`; empty for the first element of an array.
    pub path: Arc<str>,
    /// What it is.
    pub kind: CellKind,
}

/// What a scalar in an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellKind {
    /// An integer.
    Int {
        /// Signed?
        signed: bool,
    },
    /// 0 or 1.
    Bool,
    /// A character.
    Char,
    /// An IEEE number.
    Float,
    /// A pointer to this type.
    Pointer(Option<DataTypeId>),
    /// A byte of which nothing is known: of a union, of a bit-field, between members.
    Byte,
}

impl Layout {
    /// What a pointer to a type leads to; `None` where its size is not known, or too large.
    pub fn of(program: &Program, to: Option<DataTypeId>, elements: u32) -> Option<Layout> {
        let mut cells = Cells { program, out: Vec::new(), at: 0 };
        let count = (1, elements.max(1));
        let Some(ty) = to else {
            (0..count.1).try_for_each(|i| cells.byte(u64::from(i), &format!("[{i}]")))?;
            return Some(Layout { cells: cells.out, head: 0, element: 1, count, text: false });
        };
        let data = program.types.get(ty);
        let (mut element, mut tail, mut text) = (0, (0, 0), false);
        let head = match &data.kind {
            DataKind::Opaque | DataKind::Function { .. } => return None,
            DataKind::Struct(members) => {
                let flexible = members.last().and_then(|last| match program.types.get(last.ty).kind {
                    DataKind::Array { element, count: 0 } => Some((last, element)),
                    _ => None,
                });
                cells.members(members, 0, "")?;
                let head = flexible.map_or(data.size, |(last, _)| last.offset);
                cells.fill(head, "")?;
                if let Some((last, of)) = flexible {
                    (element, tail) = (program.types.get(of).size, (0, elements));
                    for i in 0..u64::from(elements) {
                        cells.data(of, head + i * element, &format!(".{}[{i}]", last.name))?;
                    }
                }
                head
            }
            DataKind::Union(_) | DataKind::Array { .. } => {
                cells.data(ty, 0, "")?;
                data.size
            }
            kind => {
                text = matches!(kind, DataKind::Char { .. }) && &*data.name == "char";
                (element, tail) = (data.size, count);
                for i in 0..u64::from(count.1) {
                    cells.data(ty, i * element, &format!("[{i}]"))?;
                }
                0
            }
        };
        // Of nothing, and of elements without a size, nothing can be followed.
        let sized = if tail.1 > 0 { element > 0 } else { head > 0 };
        sized.then_some(Layout { cells: cells.out, head, element, count: tail, text })
    }

    /// What a global of so many bytes holds. Bytes of which its type says nothing, or of which there is no type, are
    /// numbers. `None` where it is too large.
    pub fn of_global(program: &Program, ty: Option<DataTypeId>, size: u64) -> Option<Layout> {
        let mut cells = Cells { program, out: Vec::new(), at: 0 };
        if let Some(ty) = ty {
            cells.data(ty, 0, "")?;
        }
        cells.fill(size, "")?;
        let there = cells.at == size;
        there.then_some(Layout { cells: cells.out, head: size, element: 0, count: (0, 0), text: false })
    }

    /// May the array have any of several lengths? Then the length is an input, before the cells.
    pub fn has_length(&self) -> bool {
        self.count.0 < self.count.1
    }

    /// Bytes with the most elements that there may be.
    pub fn most(&self) -> u64 {
        self.cells.last().map_or(0, |cell| cell.offset + cell.size)
    }

    /// Bytes of a cell, if all that is not a byte of unknown meaning has the same; else 0.
    pub fn cell(&self) -> u32 {
        let size = self.cells.first().map_or(0, |cell| cell.size);
        if self.cells.iter().all(|cell| cell.size == size) { size as u32 } else { 0 }
    }
}

/// Cells that are being listed, in the order of their offsets.
struct Cells<'a> {
    program: &'a Program,
    out: Vec<Cell>,
    /// The first byte that no cell has.
    at: u64,
}

impl Cells<'_> {
    /// The cells of a value of this type at an offset. `None` if there are too many.
    fn data(&mut self, ty: DataTypeId, offset: u64, path: &str) -> Option<()> {
        let program = self.program;
        let data = program.types.get(ty);
        let kind = match &data.kind {
            DataKind::Int { signed } if data.size <= 8 => CellKind::Int { signed: *signed },
            DataKind::Bool => CellKind::Bool,
            DataKind::Char { .. } => CellKind::Char,
            DataKind::Float if data.size <= 8 => CellKind::Float,
            DataKind::Pointer(to) => CellKind::Pointer(*to),
            DataKind::Struct(members) => {
                self.members(members, offset, path)?;
                return self.fill(offset + data.size, path);
            }
            DataKind::Array { element, count } => {
                let size = program.types.get(*element).size;
                for i in 0..*count {
                    self.data(*element, offset + i * size, &format!("{path}[{i}]"))?;
                }
                return Some(());
            }
            _ => return self.fill(offset + data.size, path),
        };
        // What overlaps something before it is part of that.
        if offset < self.at {
            return Some(());
        }
        self.fill(offset, path)?;
        self.push(Cell { offset, size: data.size, path: path.into(), kind })
    }

    /// Those of members. What base classes have is reached as if it were the class's own.
    fn members(&mut self, members: &[Member], offset: u64, path: &str) -> Option<()> {
        for member in members.iter().filter(|m| m.bits.is_none()) {
            // What lies before it belongs to none of them.
            self.fill(offset + member.offset, path)?;
            let dot = if member.name.is_empty() { "" } else { "." };
            self.data(member.ty, offset + member.offset, &format!("{path}{dot}{}", member.name))?;
        }
        Some(())
    }

    /// Bytes of which nothing is known, up to an offset.
    fn fill(&mut self, to: u64, path: &str) -> Option<()> {
        while self.at < to {
            let at = self.at;
            self.byte(at, &format!("{path}+{at}"))?;
        }
        Some(())
    }

    fn byte(&mut self, offset: u64, path: &str) -> Option<()> {
        self.push(Cell { offset, size: 1, path: path.into(), kind: CellKind::Byte })
    }

    fn push(&mut self, cell: Cell) -> Option<()> {
        self.at = cell.offset + cell.size;
        self.out.push(cell);
        (self.out.len() as u64 <= tuning::CELLS_OF_INPUT.get()).then_some(())
    }
}
