//! States compared and changed from outside: what folding a loop needs to know and to do.
//!
//! Oblivious to loops and templates. Nothing here is checked as an access of the program would be.

use plica_ir::VarId;
use plica_term::{Substitution, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::memory::{Content, Difference, Heap, Liveness, Place, points_to, rewrite, substitute};
use crate::state::{Frame, State};
use crate::step::{Offset, extent};
use crate::value::{ObjId, Value};

/// How an object differs from what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectChange {
    /// It was not there.
    Created,
    /// It is gone, was freed, or has another size.
    Status,
    /// Its contents have become another array, or an array at all.
    Whole,
    /// Its contents differ at known offsets: offset and length in bytes.
    Cells(Vec<(u64, u64)>),
}

impl State {
    /// The objects that differ from those of an earlier state of the same path.
    pub fn object_changes(&self, earlier: &State) -> Vec<(ObjId, ObjectChange)> {
        let mut out = Vec::new();
        for id in self.heap.changed(&earlier.heap) {
            let change = match (self.heap.get(id), earlier.heap.get(id)) {
                (Some(_), None) => ObjectChange::Created,
                (Some(now), Some(was)) if now.live == was.live && now.size == was.size => {
                    match now.content.difference(&was.content) {
                        Difference::Whole => ObjectChange::Whole,
                        Difference::Cells(cells) if cells.is_empty() => continue,
                        Difference::Cells(cells) => ObjectChange::Cells(cells),
                    }
                }
                (None, None) => continue,
                _ => ObjectChange::Status,
            };
            out.push((id, change));
        }
        out
    }

    /// Are all objects what they were in an earlier state of the same path? Some may have come and gone since: what
    /// holds no other addresses than it did then does not know of these.
    pub(crate) fn same_objects(&self, earlier: &State) -> bool {
        self.heap.all_changed(&earlier.heap, |id| match (self.heap.get(id), earlier.heap.get(id)) {
            (Some(now), Some(was)) => now.is_same(was),
            (Some(now), None) => {
                matches!(now.live, Liveness::Freed(_) | Liveness::Dead) && id >= earlier.heap.next_id()
            }
            (None, None) => true,
            (None, Some(_)) => false,
        })
    }

    /// Does a variable or a changed object hold the address of an object that came and went since an earlier state of
    /// the same path?
    pub fn points_to_gone(&self, pool: &TermPool, earlier: &State, live: &[VarId]) -> bool {
        let (from, to) = (earlier.heap.next_id(), self.heap.next_id());
        let gone = |id: ObjId| from <= id && id < to && self.heap.get(id).is_none();
        let held = |v: &VarId| points_to(pool, self.top.vars[v.index()], &gone);
        let holds = |id: &ObjId| self.heap.get(*id).is_some_and(|o| o.content.points_to(pool, &gone));
        from < to && (live.iter().any(held) || self.heap.changed(&earlier.heap).iter().any(holds))
    }

    /// The contents of an object if they are an array with nothing on top of it.
    pub fn array_term(&self, obj: ObjId) -> Option<TermId> {
        self.heap.get(obj)?.content.array_term()
    }

    /// A condition has come to hold: choices that depend on it, in the current frame and in what summaries have
    /// written, are made. Nothing else is looked at.
    pub fn learn(&mut self, pool: &TermPool, cond: TermId) {
        let Some(merged) = &self.merged else { return };
        let known = FxHashMap::from_iter([(cond, pool.true_()), (pool.not(cond), pool.false_())]);
        let mut change = |t: TermId| pool.replace(t, &known);
        for v in &mut self.top.vars {
            *v = rewrite(pool, *v, &mut change);
        }
        for &obj in merged {
            if let Some(object) = self.heap.get_mut(obj) {
                object.content.rewrite(pool, &mut change);
            }
        }
    }

    /// Replaces symbols in the frames above `depth` callers and in the objects that differ from those of `earlier`. The
    /// path condition is left alone. Gives the bytes of these objects, which had to be looked at.
    pub fn substitute(&mut self, pool: &TermPool, sub: &mut Substitution, depth: u32, earlier: &Heap) -> u64 {
        let mut frames = Vec::new();
        while self.depth > depth {
            let Some(node) = self.callers.take() else { break };
            self.depth -= 1;
            self.callers = node.rest.clone();
            frames.push(std::mem::replace(&mut self.top, node.frame.clone()));
        }
        substitute_frame(&mut self.top, pool, sub);
        while let Some(mut frame) = frames.pop() {
            substitute_frame(&mut frame, pool, sub);
            self.push_frame(frame);
        }
        let mut looked_at = 0;
        for id in self.heap.changed(earlier) {
            if let Some(object) = self.heap.get_mut(id) {
                looked_at += object.content.stored();
                object.size = substitute(pool, sub, object.size);
                object.content.substitute(pool, sub);
            }
        }
        looked_at
    }
}

fn substitute_frame(frame: &mut Frame, pool: &TermPool, sub: &mut Substitution) {
    for v in &mut frame.vars {
        *v = substitute(pool, sub, *v);
    }
    for arg in &mut frame.varargs {
        arg.value = substitute(pool, sub, arg.value);
    }
}

impl Machine {
    /// The value of a variable of the current frame; one never written gets its unknown value. `None` where that is an
    /// error that is looked for.
    pub fn settled(&self, s: &mut State, var: VarId) -> Option<Value> {
        match s.top.vars[var.index()] {
            Value::Uninit if self.config.checks.covers(FaultKind::UninitializedRead) => None,
            _ => self.get(s, plica_ir::Operand::Var(var)).ok(),
        }
    }

    /// Was some of these bytes (at most 16) never written, where reading that is an error that is looked for?
    pub fn may_be_unset(&self, s: &State, obj: ObjId, off: u64, size: u64) -> bool {
        let unset = |o: &crate::memory::Object| o.content.unwritten_bits(&self.pool, off, size) != 0;
        self.config.checks.covers(FaultKind::UninitializedRead) && s.heap.get(obj).is_some_and(unset)
    }

    /// The bytes of an object at a known offset; at most 16.
    pub fn peek_cell(&self, s: &mut State, obj: ObjId, off: u64, size: u64) -> Value {
        self.read(s, obj, Offset::Known(off), size)
    }

    /// Overwrites bytes of an object at a known offset.
    pub fn poke_cell(&self, s: &mut State, obj: ObjId, off: u64, size: u64, value: Value) {
        self.write(s, obj, Offset::Known(off), size, value);
    }

    /// The contents of an object as an array term, which they become; with the bytes of an element. `cell` is the
    /// width where the object has none of its own.
    pub fn as_array(&self, s: &mut State, obj: ObjId, cell: u32) -> Option<(TermId, u32)> {
        self.note_written(s, obj);
        let object = s.heap.get_mut(obj)?;
        let place = Place { pool: &self.pool, obj, mode: &self.mode };
        let own = if object.cell == 0 { cell } else { object.cell };
        Some(object.content.make_array(place, own, extent(object.size)))
    }

    /// Makes an object's contents an array term with elements of `cell` bytes.
    pub fn set_array(&self, s: &mut State, obj: ObjId, term: TermId, cell: u32) {
        if let Some(object) = s.heap.get_mut(obj) {
            object.content = Content::array(term, cell, extent(object.size));
        }
    }

    /// The width in bytes of an object's elements once its contents are an array.
    pub fn array_cell(&self, s: &State, obj: ObjId) -> Option<u32> {
        s.heap.get(obj)?.content.array_cell()
    }
}
