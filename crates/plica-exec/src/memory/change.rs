//! What differs between two contents of one object, and substitution in contents.
//!
//! Oblivious to why they differ. Contents that hold the same bytes in different forms may count as different.

use plica_term::{Op, Sort, Substitution, TermId, TermPool};
use rustc_hash::FxHashSet;

use crate::describe::{Describing, Item};
use crate::memory::content::{Base, Content};
use crate::memory::object::Object;
use crate::memory::page::{Entry, Found};
use crate::value::{ObjId, Value, decode};

/// What differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// Stretches at known offsets: offset and length in bytes.
    Cells(Vec<(u64, u64)>),
    /// The contents have become another array, or an array at all.
    Whole,
}

impl Object {
    /// Is it the same, holding the same? Answers "no" for contents that are the same in different forms.
    pub(crate) fn is_same(&self, other: &Object) -> bool {
        let Object { size, kind, live, constant, cell, name: _, site, content } = self;
        let nothing = |d: Difference| matches!(d, Difference::Cells(cells) if cells.is_empty());
        (size, kind, live, constant, cell, site)
            == (&other.size, &other.kind, &other.live, &other.constant, &other.cell, &other.site)
            && nothing(content.difference(&other.content))
            && nothing(other.content.difference(content))
    }
}

impl Content {
    /// Where the contents differ from earlier ones of the same object.
    pub fn difference(&self, earlier: &Content) -> Difference {
        let same_base = match (&self.base, &earlier.base) {
            (Base::Uninit, Base::Uninit) | (Base::Zero, Base::Zero) => true,
            (Base::Bytes(a), Base::Bytes(b)) => std::sync::Arc::ptr_eq(a, b),
            (Base::Array { term: a, .. }, Base::Array { term: b, .. }) => a == b,
            _ => false,
        };
        if !same_base || self.page_len != earlier.page_len {
            return Difference::Whole;
        }
        let mut cells = Vec::new();
        for (i, page) in self.pages.iter().enumerate() {
            let Some(page) = page else { continue };
            let old = earlier.pages.get(i).and_then(|p| p.as_ref());
            if old.is_some_and(|old| std::sync::Arc::ptr_eq(page, old)) {
                continue;
            }
            let start = (i * self.page_len) as u64;
            let was = |at: usize, size: usize| old.map_or(Found::Absent, |old| old.find(at, size));
            for (at, entry) in page.entries() {
                match entry {
                    Entry::Cell(cell) => {
                        let size = cell.size as usize;
                        if !matches!(was(at, size), Found::Cell(v) if v == cell.value) {
                            cells.push((start + at as u64, size as u64));
                        }
                    }
                    Entry::Known(bytes) => {
                        // Neighbours that both differ belong together.
                        let mut run: Option<(usize, usize)> = None;
                        for (j, &b) in bytes.iter().enumerate() {
                            if matches!(was(at + j, 1), Found::Known(v) if v == u128::from(b)) {
                                continue;
                            }
                            run = match run {
                                Some((from, len)) if from + len == j && len < 8 => Some((from, len + 1)),
                                other => {
                                    cells.extend(other.map(|(f, n)| (start + (at + f) as u64, n as u64)));
                                    Some((j, 1))
                                }
                            };
                        }
                        cells.extend(run.map(|(f, n)| (start + (at + f) as u64, n as u64)));
                    }
                }
            }
        }
        Difference::Cells(cells)
    }

    /// A description of all that the contents hold.
    /// Ends early, somewhere behind them, where there are more than `most` items.
    pub(crate) fn describe(&self, d: &mut Describing<'_>, most: usize) {
        match &self.base {
            Base::Uninit => d.push(Item::Raw(0)),
            Base::Zero => d.push(Item::Raw(1)),
            Base::Bytes(data) => d.extend([Item::Raw(2), Item::Raw(data.as_ptr() as u64)]),
            Base::Array { term, cell } => {
                d.push(Item::Raw(3 + u64::from(*cell)));
                d.array(*term);
            }
        }
        for (i, page) in self.pages.iter().enumerate() {
            if d.len() > most {
                return;
            }
            let Some(page) = page else { continue };
            for (at, entry) in page.entries() {
                d.push(Item::Raw((i * self.page_len + at) as u64));
                match entry {
                    Entry::Cell(cell) => {
                        d.push(Item::Raw(100 + u64::from(cell.size)));
                        d.stored(cell.value);
                    }
                    Entry::Known(bytes) => d.bytes(bytes),
                }
            }
        }
        d.push(Item::Raw(u64::MAX));
    }

    /// How many bytes are kept: those of pages that were written to.
    pub fn stored(&self) -> u64 {
        (self.pages.iter().flatten().count() * self.page_len) as u64
    }

    /// Replaces symbols in all that the contents hold.
    pub fn substitute(&mut self, pool: &TermPool, sub: &mut Substitution) {
        self.rewrite(pool, &mut |t| sub.apply(pool, t));
    }

    /// Do the contents hold the address of one of these objects? A part of an address is not recognised.
    pub fn points_to(&self, pool: &TermPool, these: &dyn Fn(ObjId) -> bool) -> bool {
        let in_base = matches!(&self.base, Base::Array { term, .. } if names(pool, *term, these));
        let cells = self.pages.iter().flatten().flat_map(|page| page.entries());
        in_base || { cells }.any(|(_, e)| matches!(e, Entry::Cell(c) if points_to(pool, c.value, these)))
    }

    /// Replaces all terms that the contents hold.
    pub fn rewrite(&mut self, pool: &TermPool, change: &mut dyn FnMut(TermId) -> TermId) {
        if let Base::Array { term, .. } = &mut self.base {
            *term = change(*term);
        }
        let mut changed = Vec::new();
        for (i, page) in self.pages.iter().enumerate() {
            let Some(page) = page else { continue };
            for (at, entry) in page.entries() {
                if let Entry::Cell(cell) = entry {
                    let new = rewrite(pool, cell.value, change);
                    if new != cell.value {
                        changed.push(((i * self.page_len + at) as u64, u64::from(cell.size), new));
                    }
                }
            }
        }
        for (off, size, value) in changed {
            self.write(pool, off, size, value);
        }
    }
}

/// Is it, or may it be, the address of one of these objects?
pub fn points_to(pool: &TermPool, value: Value, these: &dyn Fn(ObjId) -> bool) -> bool {
    match value {
        Value::Int { width: 64, bits } => these(decode(bits).0),
        Value::Term(t) => names(pool, t, these),
        _ => value.object().is_some_and(these),
    }
}

/// Is there a constant in the term that is an address of one of these objects?
fn names(pool: &TermPool, t: TermId, these: &dyn Fn(ObjId) -> bool) -> bool {
    let (mut seen, mut stack) = (FxHashSet::from_iter([t]), vec![t]);
    while let Some(t) = stack.pop() {
        let node = pool.node(t);
        if let (Op::Const(bits), Sort::Bv(64)) = (node.op, node.sort)
            && these(decode(bits as u64).0)
        {
            return true;
        }
        stack.extend(node.args.iter().filter(|&&a| seen.insert(a)));
    }
    false
}

/// A value with symbols replaced.
pub fn substitute(pool: &TermPool, sub: &mut Substitution, value: Value) -> Value {
    rewrite(pool, value, &mut |t| sub.apply(pool, t))
}

/// A value with its term replaced.
pub fn rewrite(pool: &TermPool, value: Value, change: &mut dyn FnMut(TermId) -> TermId) -> Value {
    match value {
        Value::Term(t) => Value::of_term(pool, change(t)),
        Value::SymPtr { obj, off } => Value::pointer(obj, Value::of_term(pool, change(off))),
        other => other,
    }
}
