//! Loads, stores and stack allocation. Oblivious to how places are found and checked (`access`).

use std::sync::Arc;

use plica_ir::{Operand, Ty, VarId};

use crate::fault::FaultKind;
use crate::fresh::Mode;
use crate::machine::Machine;
use crate::memory::{Content, Liveness, Object, ObjectKind, Place};
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::State;
use crate::step::Offset;
use crate::value::{ObjId, Value};

impl Machine {
    /// `reads`: the bits of the value that the program reads, see [`plica_ir::Command::Load`].
    pub(crate) fn load(&self, s: &mut State, ptr: Operand, ty: Ty, reads: Option<Operand>) -> Flow<Value> {
        let size = ty.store_size();
        let (obj, off) = self.locate(s, ptr, size, false)?;
        let moved = match reads {
            Some(Operand::Int { bits, .. }) => bits == 0,
            Some(Operand::Wide { index, .. }) => self.program.wide.get(index as usize) == Some(&0),
            _ => false,
        };
        if self.config.checks.covers(FaultKind::UninitializedRead) {
            let unwritten = self.check_initialized(s, obj, off, size, reads)?;
            if unwritten && moved {
                return Ok(self.cut(self.read_moved(s, obj, off, size), ty));
            }
        }
        let value = self.loaded(s, obj, off, size);
        // Copies of what was never written are written.
        if let Value::Term(t) = value
            && !moved
            && !self.config.checks.covers(FaultKind::UninitializedRead)
            && self.pool.free_kinds(t).unset
        {
            self.note(s, Premise::Unwritten);
        }
        if matches!(ty, Ty::Float(_)) {
            self.note_addresses(s, &[value]);
        }
        if matches!(ty, Ty::Int(_)) {
            self.note_nan(s, value);
        }
        Ok(self.cut(value, ty))
    }

    fn loaded(&self, s: &mut State, obj: ObjId, off: Offset, size: u64) -> Value {
        match self.peek(s, obj, off, size) {
            Some(value) => value,
            None => {
                if self.is_unwritten(s, obj, off, size) {
                    self.note(s, Premise::Unwritten);
                }
                if let Offset::Known(off) = off {
                    self.note_read(s, obj, off, size);
                }
                self.read(s, obj, off, size)
            }
        }
    }

    /// What lies in memory as a value of a type.
    #[inline]
    fn cut(&self, value: Value, ty: Ty) -> Value {
        let width = ty.width();
        if u64::from(width) == ty.store_size() * 8 {
            return value;
        }
        match value {
            Value::Int { bits, .. } => Value::int(bits, width),
            v => Value::of_term(&self.pool, self.pool.extract(v.to_term(&self.pool), width - 1, 0)),
        }
    }

    /// Bytes that are partly unwritten and only moved on: what is unwritten can be told from the value.
    fn read_moved(&self, s: &mut State, obj: ObjId, off: Offset, size: u64) -> Value {
        if let (Mode::Concrete(_), Offset::Known(off), Some(object)) = (&self.mode, off, s.heap.get_mut(obj)) {
            return object.content.read_marked(Place { pool: &self.pool, obj, mode: &self.mode }, off, size);
        }
        self.read(s, obj, off, size)
    }

    pub(crate) fn store(&self, s: &mut State, ptr: Operand, value: Operand, ty: Ty) -> Flow {
        let size = ty.store_size();
        let value = self.get_stored(s, value)?;
        let (obj, off) = self.locate(s, ptr, size, true)?;
        let value = self.widen(value, size);
        self.write(s, obj, off, size, value);
        Ok(())
    }

    /// A value as it lies in `size` bytes of memory.
    fn widen(&self, value: Value, size: u64) -> Value {
        let width = size as u32 * 8;
        match value {
            Value::Int { bits, width: w } if w != width && width <= 64 => Value::Int { width, bits },
            Value::Term(t) if self.pool.width(t) != width => Value::of_term(&self.pool, self.pool.zext(t, width)),
            v => v,
        }
    }

    /// Were the bits written that the program reads? If so: is there another that was not?
    fn check_initialized(
        &self,
        s: &mut State,
        obj: ObjId,
        off: Offset,
        size: u64,
        reads: Option<Operand>,
    ) -> Flow<bool> {
        // Reading tells that it makes an array of the object.
        let Offset::Known(off) = off else { return Ok(false) };
        let unwritten = s.heap.get(obj).map_or(0, |object| object.content.unwritten_bits(&self.pool, off, size));
        if unwritten == 0 {
            return Ok(false);
        }
        let (what, missing) = match reads {
            None => (format!("{size} bytes"), self.pool.bv(unwritten, size as u32 * 8)),
            Some(bits) => {
                let bits = self.get(s, bits)?.to_term(&self.pool);
                let width = self.pool.width(bits);
                ("bits".into(), self.pool.and(bits, self.pool.bv(unwritten, width)))
            }
        };
        let none = self.pool.eq(missing, self.pool.bv(0, self.pool.width(missing)));
        let of = || s.heap.get(obj).map_or_else(String::new, |object| self.describe(object));
        self.require(s, none, FaultKind::UninitializedRead, || {
            format!("read of {what} of {} that were never written", of())
        })?;
        Ok(true)
    }

    /// An object's contents become an array, of which it is not known any more what was written.
    pub(crate) fn note_written(&self, s: &State, obj: ObjId) {
        if self.config.checks.covers(FaultKind::UninitializedRead)
            && s.heap.get(obj).is_some_and(|o| o.content.may_be_unwritten(&self.pool, extent(o.size)))
        {
            self.note(s, Premise::Written);
        }
    }

    /// Does a read that is no [`Machine::peek`] give what was never written? Reading gives it a value, so it is told
    /// once.
    fn is_unwritten(&self, s: &State, obj: ObjId, off: Offset, size: u64) -> bool {
        // What callers have written a unit does not know.
        if matches!(&self.mode, Mode::Unit(unit) if unit.is_outer(obj)) {
            return false;
        }
        s.heap.get(obj).is_some_and(|object| match off {
            Offset::Known(off) => object.content.is_uninit(&self.pool, off, size),
            Offset::Symbolic(_) => object.content.is_unwritten(),
        })
    }

    /// What is at a place, where looking changes nothing. Then nothing that is shared with other states needs to be
    /// copied.
    #[inline]
    fn peek(&self, s: &State, obj: ObjId, off: Offset, size: u64) -> Option<Value> {
        let Offset::Known(off) = off else { return None };
        let value = s.heap.get(obj).and_then(|o| o.content.peek(&self.pool, off, size))?;
        Some(self.mode.settled(&self.pool, value))
    }

    /// Reads at a place that was checked.
    pub(crate) fn read(&self, s: &mut State, obj: ObjId, off: Offset, size: u64) -> Value {
        if let Some(value) = self.peek(s, obj, off, size) {
            return value;
        }
        if matches!(off, Offset::Symbolic(_)) {
            self.note_written(s, obj);
        }
        let Some(object) = s.heap.get_mut(obj) else { return Value::int(0, size as u32 * 8) };
        let place = Place { pool: &self.pool, obj, mode: &self.mode };
        let value = match off {
            Offset::Known(off) => object.content.read(place, off, size),
            Offset::Symbolic(off) => object.content.read_symbolic(place, off, size, object.cell, extent(object.size)),
        };
        self.mode.settled(&self.pool, value)
    }

    /// Writes at a place that was checked.
    pub(crate) fn write(&self, s: &mut State, obj: ObjId, off: Offset, size: u64, value: Value) {
        // Writing what is there already is no change: nothing shared is copied, and a loop that only does this is
        // seen to repeat its state.
        if let Offset::Known(off) = off
            && let Some(content) = s.heap.get(obj).map(|o| &o.content)
            && content.peek(&self.pool, off, size) == Some(value)
            // What was never written is written now, even if by chance with its unknown value.
            && !content.is_uninit(&self.pool, off, size)
        {
            return;
        }
        if matches!(off, Offset::Symbolic(_)) {
            self.note_written(s, obj);
        }
        let Some(object) = s.heap.get_mut(obj) else { return };
        match off {
            Offset::Known(off) => object.content.write(&self.pool, off, size, value),
            Offset::Symbolic(off) => {
                let place = Place { pool: &self.pool, obj, mode: &self.mode };
                object.content.write_symbolic(place, off, size, object.cell, extent(object.size), value);
            }
        }
    }

    pub(crate) fn alloc_stack(&self, s: &mut State, dst: VarId, size: Operand, cell: u32, name: &Arc<str>) -> Flow {
        let fixed = matches!(size, Operand::Int { .. });
        let size = self.get(s, size)?;
        // Frames of calls are held against it when they are made.
        if s.top.stack > self.config.stack && self.config.checks.covers(FaultKind::StackOverflow) {
            let message = format!("local variables do not fit a stack of {} bytes", self.config.stack);
            return Err(self.fault(FaultKind::StackOverflow, message));
        }
        if self.config.checks.covers(FaultKind::StackOverflow) && (!fixed || self.is_repeated(s, name)) {
            self.note(s, Premise::StackArrays);
        }
        let id = self.add_stack_object(s, size, cell, name.clone())?;
        s.set(dst, Value::Ptr { obj: id, off: 0 });
        Ok(())
    }

    /// Has the command that is executed made an object of the current frame that is still there? The estimate of the
    /// frame's size counts one. In the entry block, where ordinary variables are, nothing is executed twice.
    fn is_repeated(&self, s: &State, name: &Arc<str>) -> bool {
        let f = self.program.func(s.top.func);
        let Some(second) = f.blocks.get(1) else { return false };
        if s.top.loc < second.start {
            return false;
        }
        let site = f.locs[s.top.loc.index()];
        let mut objects = s.top.objects.iter().rev().filter_map(|&id| s.heap.get(id));
        objects.any(|object| object.site == site && object.name == *name)
    }

    /// A new object that dies with the current frame.
    pub(crate) fn add_stack_object(&self, s: &mut State, size: Value, cell: u32, name: Arc<str>) -> Flow<ObjId> {
        let site = self.program.func(s.top.func).locs[s.top.loc.index()];
        let object = Object {
            size,
            kind: ObjectKind::Stack,
            live: Liveness::Live,
            constant: false,
            cell,
            name,
            site,
            content: Content::uninit(extent(size)),
        };
        let id = self.add_object(s, object)?;
        s.top.objects.push(id);
        Ok(id)
    }
}

/// The size of an object if it is known.
pub(crate) fn extent(size: Value) -> Option<u64> {
    match size {
        Value::Int { bits, .. } => Some(bits),
        _ => None,
    }
}
