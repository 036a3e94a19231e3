//! States made more general: the numbers of a state by the cells that they are in, and cells given other numbers;
//! contents of large objects as wholes.
//!
//! Cells are named alike in all states at the same place of the program, whatever ids their objects have. Oblivious to
//! which cells are to be unknown. Invariant: a number is listed only if reading its cell gives it, and nothing was said
//! about the cell as never written where that is looked for.

use plica_ir::VarId;
use plica_term::{Sort, TermId};

use crate::machine::Machine;
use crate::memory::{Liveness, Object};
use crate::state::{Frame, State};
use crate::step::extent;
use crate::tuning;
use crate::value::{ObjId, Value};

/// Where a number is. Frames are counted from the outermost; bytes are an offset and a length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CellName {
    /// In a variable of a frame.
    Var(u32, VarId),
    /// In bytes of a local object, by its place in its frame.
    Local(u32, u32, (u64, u64)),
    /// In bytes of an object that was there from the start.
    Object(ObjId, (u64, u64)),
}

impl Machine {
    /// The numbers that the continuations of a state depend on, as far as they are in cells of their own: in live
    /// variables, in local objects, and in these.
    pub fn numbers(&self, s: &State, objects: impl Iterator<Item = ObjId>) -> Vec<(CellName, TermId)> {
        let mut out = Vec::new();
        let number = |v: Value| match v {
            Value::Int { .. } | Value::Term(_) => Some(v.to_term(&self.pool)),
            _ => None,
        };
        for (frame, level) in s.frames().zip((0..=s.depth).rev()) {
            let mut var = |v: VarId| out.extend(number(frame.vars[v.index()]).map(|t| (CellName::Var(level, v), t)));
            match level == s.depth {
                true => self.liveness(frame.func).at(frame.loc).for_each(&mut var),
                false => self.live_behind_call(frame).for_each(&mut var),
            }
            for (obj, place) in frame.objects.iter().zip(0..) {
                let cells = self.numbers_in(s, *obj).into_iter();
                out.extend(cells.map(|(bytes, t)| (CellName::Local(level, place, bytes), t)));
            }
        }
        for obj in objects {
            out.extend(self.numbers_in(s, obj).into_iter().map(|(bytes, t)| (CellName::Object(obj, bytes), t)));
        }
        // That an address was never written is to be seen where it is used.
        let is_address = |t: TermId| self.pool.sort(t) == Sort::Bv(64) && self.pool.unset_bits(t) != 0;
        out.retain(|(_, t)| matches!(self.pool.sort(*t), Sort::Bv(2..)) && !is_address(*t));
        out
    }

    /// The contents of local objects, and of these, that are an array of numbers as a whole.
    pub fn arrays(&self, s: &State, objects: impl Iterator<Item = ObjId>) -> Vec<(CellName, TermId)> {
        let mut out = Vec::new();
        for (frame, level) in s.frames().zip((0..=s.depth).rev()) {
            let local = |(obj, place)| self.array_in(s, obj).map(|(b, t)| (CellName::Local(level, place, b), t));
            out.extend(frame.objects.iter().copied().zip(0..).filter_map(local));
        }
        let there = |obj| self.array_in(s, obj).map(|(bytes, t)| (CellName::Object(obj, bytes), t));
        out.extend(objects.filter_map(there));
        out
    }

    fn array_in(&self, s: &State, obj: ObjId) -> Option<((u64, u64), TermId)> {
        let object = changeable(s, obj)?;
        let (all, term) = (extent(object.size)?, object.content.array_term()?);
        // Elements of the width of an address may be some.
        let numbers = matches!(self.pool.sort(term), Sort::Array { elem: ..=32, .. });
        (numbers && cells(object).is_empty()).then_some(((0, all), term))
    }

    fn numbers_in(&self, s: &State, obj: ObjId) -> Vec<((u64, u64), TermId)> {
        let Some(object) = changeable(s, obj) else { return Vec::new() };
        let number = |off: u64, size: u64| match object.content.peek(&self.pool, off, size) {
            _ if self.may_be_unset(s, obj, off, size) => None,
            Some(v @ (Value::Int { .. } | Value::Term(_))) => Some(v.to_term(&self.pool)),
            _ => None,
        };
        cells(object).into_iter().filter_map(|(off, size)| Some(((off, size), number(off, size)?))).collect()
    }

    /// Gives cells of a state other numbers, of the same widths, and objects other contents.
    pub fn put_numbers(&self, s: &mut State, numbers: &[(CellName, TermId)]) {
        let depth = s.depth;
        let value = |t: TermId| Value::of_term(&self.pool, t);
        let mut vars: Vec<(u32, VarId, Value)> = Vec::new();
        for &(cell, t) in numbers {
            let (obj, (off, size)) = match cell {
                CellName::Var(level, v) => {
                    vars.push((level, v, value(t)));
                    continue;
                }
                CellName::Object(obj, bytes) => (Some(obj), bytes),
                CellName::Local(level, place, bytes) => {
                    let frame = s.frames().nth((depth - level) as usize);
                    (frame.and_then(|frame| frame.objects.get(place as usize).copied()), bytes)
                }
            };
            match (obj, self.pool.sort(t)) {
                (Some(obj), Sort::Array { elem, .. }) => self.set_array(s, obj, t, elem / 8),
                (Some(obj), _) => self.poke_cell(s, obj, off, size, value(t)),
                (None, _) => {}
            }
        }
        let Some(lowest) = vars.iter().map(|(level, ..)| *level).min() else { return };
        s.change_frames(lowest, |level, frame| {
            for (_, v, value) in vars.iter().filter(|(l, ..)| *l == level) {
                frame.vars[v.index()] = *value;
            }
        });
    }
}

/// An object that is there, and in which the program may write.
fn changeable(s: &State, obj: ObjId) -> Option<&Object> {
    s.heap.get(obj).filter(|o| o.live == Liveness::Live && !o.is_fixed())
}

/// The cells of an object: all of it if it is a number, else its elements, if there are few.
fn cells(object: &Object) -> Vec<(u64, u64)> {
    let Some(all) = extent(object.size) else { return Vec::new() };
    let is_number = |size: u64| matches!(size, 1 | 2 | 4 | 8);
    let cell = u64::from(object.cell);
    let size = if is_number(all) && !is_number(cell) { all } else { cell };
    if !is_number(size) || all / size > tuning::ELEMENTS_AS_CELLS.get() {
        return Vec::new();
    }
    (0..all / size).map(|i| (i * size, size)).collect()
}

impl State {
    /// Changes the frames from the current one out to that of a level, counted from the outermost.
    fn change_frames(&mut self, lowest: u32, mut change: impl FnMut(u32, &mut Frame)) {
        let mut frames = Vec::new();
        change(self.depth, &mut self.top);
        while self.depth > lowest {
            let Some(node) = self.callers.take() else { break };
            self.depth -= 1;
            self.callers = node.rest.clone();
            frames.push(std::mem::replace(&mut self.top, node.frame.clone()));
            change(self.depth, &mut self.top);
        }
        while let Some(frame) = frames.pop() {
            self.push_frame(frame);
        }
    }
}
