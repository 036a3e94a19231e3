//! Intrinsic operations: block copies and fills, lifetimes, object sizes, traps.

use plica_ir::{Intrinsic, Operand, VarId};

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::memory::{Content, Liveness, PAGE, Place};
use crate::outcome::Flow;
use crate::state::State;
use crate::step::Offset;
use crate::step::extent;
use crate::tuning;
use crate::value::{ObjId, Value};

/// May the source and the destination of a block copy overlap?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overlap<'a> {
    /// As for `memmove`.
    Allowed,
    /// As for the function with this name: `memcpy`.
    Fault(&'a str),
}

impl Machine {
    pub(crate) fn intrinsic(&self, s: &mut State, dst: Option<VarId>, op: Intrinsic, args: &[Operand]) -> Flow {
        match op {
            Intrinsic::Memcpy => self.copy_block(s, args[0], args[1], args[2], Overlap::Fault("memcpy")),
            Intrinsic::Memmove => self.copy_block(s, args[0], args[1], args[2], Overlap::Allowed),
            Intrinsic::Memset => self.fill_block(s, args[0], args[1], args[2]),
            Intrinsic::VaStart => self.va_start(s, args[0]),
            Intrinsic::VaArg => self.va_arg(s, args[0], args[1]),
            Intrinsic::VaEnd => Ok(()),
            Intrinsic::VaCopy => {
                self.copy_block(s, args[0], args[1], Operand::Int { width: 64, bits: 24 }, Overlap::Allowed)
            }
            Intrinsic::Trap => Err(self.fault(FaultKind::Abort, "the program traps")),
            Intrinsic::Assume => {
                let cond = self.get(s, args[0])?.to_term(&self.pool);
                self.require(s, cond, FaultKind::Unreachable, || "an assumption of the compiler does not hold".into())
            }
            Intrinsic::Error => {
                let name = &self.program.func(s.top.func).display;
                Err(self.fault(FaultKind::ErrorCall, format!("{name} is called")))
            }
            Intrinsic::Within => {
                let (index, count) = (self.get(s, args[0])?, self.get(s, args[1])?);
                let inside = self.compare(s, plica_ir::CmpOp::Ult, index, count).to_term(&self.pool);
                self.require(s, inside, FaultKind::OutOfBounds, || {
                    let count = count.as_const().unwrap_or(0);
                    match index.as_const() {
                        Some(index) => format!("element {index} of a vector of {count}"),
                        None => format!("access outside the bounds of a vector of {count} elements"),
                    }
                })
            }
            Intrinsic::ObjectSize => {
                let size = self.object_size(s, args)?;
                if let Some(dst) = dst {
                    s.set(dst, size);
                }
                Ok(())
            }
            Intrinsic::LifetimeStart => {
                if let Value::Ptr { obj, .. } = self.get(s, args[0])?.as_pointer()
                    && let Some(object) = s.heap.get_mut(obj)
                {
                    object.live = Liveness::Live;
                    object.constant = false;
                    object.content = Content::uninit(extent(object.size));
                }
                Ok(())
            }
            Intrinsic::ScopeEnd => {
                // The variable is only looked at: on ways past the start of the block it has no object.
                if let Operand::Var(var) = args[0]
                    && let Value::Ptr { obj, .. } = s.top.vars[var.index()]
                {
                    s.end_objects(|o| o == obj);
                }
                Ok(())
            }
            Intrinsic::StackSave => {
                if let Some(dst) = dst {
                    s.set(dst, Value::int(u64::from(s.heap.next_id().0), 64));
                }
                Ok(())
            }
            Intrinsic::StackRestore => {
                if let Value::Int { bits, .. } = self.get(s, args[0])? {
                    s.end_objects(|o| u64::from(o.0) >= bits);
                }
                Ok(())
            }
            Intrinsic::LifetimeEnd => {
                if let Value::Ptr { obj, .. } = self.get(s, args[0])?.as_pointer()
                    && let Some(object) = s.heap.get_mut(obj)
                {
                    object.live = Liveness::Dead;
                    object.constant = false;
                }
                Ok(())
            }
        }
    }

    fn object_size(&self, s: &mut State, args: &[Operand]) -> Flow<Value> {
        let pointer = self.get(s, args[0])?.as_pointer();
        let unknown = |m: &Machine, s: &mut State| -> Flow<Value> {
            let min = m.get(s, args[1])?.as_const().unwrap_or(0);
            Ok(Value::int(if min == 1 { 0 } else { u64::MAX }, 64))
        };
        let Value::Ptr { obj, off } = pointer else { return unknown(self, s) };
        match s.heap.get(obj).map(|o| o.size) {
            Some(Value::Int { bits, .. }) => Ok(Value::int(bits.saturating_sub(off), 64)),
            _ => unknown(self, s),
        }
    }

    /// The length of a block operation as a number; `None` for zero. The blocks (and which are written) are checked
    /// before the lengths are told apart, so that a length out of bounds is one error and not one for each length.
    fn block_length(&self, s: &mut State, len: Value, blocks: &[(Operand, bool)]) -> Flow<Option<u64>> {
        if len.as_const().is_none() {
            let term = len.to_term(&self.pool);
            if self.split(s, self.pool.eq(term, self.pool.bv(0, self.pool.width(term))))? {
                return Ok(None);
            }
            for (ptr, write) in blocks {
                let (obj, off) = self.resolve(s, *ptr)?;
                self.check_access(s, obj, off, self.fit(len, plica_ir::Ty::Int(64)), *write)?;
            }
        }
        Ok(Some(self.concretize(s, len)?).filter(|len| *len > 0))
    }

    /// `memcpy` and `memmove`: the source is read as a whole before the destination is written.
    pub(crate) fn copy_block(
        &self,
        s: &mut State,
        dst: Operand,
        src: Operand,
        len: Operand,
        overlap: Overlap<'_>,
    ) -> Flow {
        let len = self.get(s, len)?;
        let Some(len) = self.block_length(s, len, &[(dst, true), (src, false)])? else { return Ok(()) };
        let to = self.locate(s, dst, len, true)?;
        let from = self.locate(s, src, len, false)?;
        self.limit_block(len, tuning::BYTES_COPIED.get(), "copied")?;
        // What is read is kept until it is written.
        self.afford(2 * len)?;
        if let Overlap::Fault(function) = overlap
            && to.0 == from.0
        {
            self.check_apart(s, function, to.1, from.1, len)?;
        }
        self.transfer(s, to, from, len)
    }

    /// Source and destination, in bounds of one object, are the same (compilers copy structures onto themselves) or do
    /// not overlap.
    fn check_apart(&self, s: &State, function: &str, to: Offset, from: Offset, len: u64) -> Flow {
        let pool = &self.pool;
        let (to, from) = (to.value().to_term(pool), from.value().to_term(pool));
        let len = pool.bv(u128::from(len), 64);
        let behind = |a, b| pool.ule(pool.add(a, len), b);
        let ok = pool.or_all(&[pool.eq(to, from), behind(to, from), behind(from, to)]);
        self.require(s, ok, FaultKind::OverlappingCopy, || format!("{function} between places that overlap"))
    }

    /// Copies between places that were checked.
    pub(crate) fn transfer(&self, s: &mut State, to: (ObjId, Offset), from: (ObjId, Offset), len: u64) -> Flow {
        if let ((to_obj, Offset::Known(to_off)), (from_obj, Offset::Known(from_off))) = (to, from) {
            let shared = share_pages(s, (to_obj, to_off), (from_obj, from_off), len);
            let (to_off, from_off, len) = (to_off + shared, from_off + shared, len - shared);
            let place = Place { pool: &self.pool, obj: from_obj, mode: &self.mode };
            let Some(source) = s.heap.get_mut(from_obj) else { return Ok(()) };
            // In parts, between which the clock is looked at. No part ends within an aligned cell.
            let end = from_off + len;
            let part = tuning::PAGES_BETWEEN_LOOKS.get() * PAGE as u64;
            let mut at = from_off;
            let mut parts = Vec::new();
            while at < end {
                self.afford(0)?;
                let next = end.min((at / part + 1) * part);
                parts.push((to_off + (at - from_off), source.content.copy_out(place, at, next - at, source.cell)));
                at = next;
            }
            let Some(target) = s.heap.get_mut(to_obj) else { return Ok(()) };
            for (at, pieces) in parts {
                self.afford(0)?;
                target.content.copy_in(&self.pool, at, &pieces);
            }
            return Ok(());
        }
        // At a symbolic offset: in steps of the largest cell that both sides can have.
        let cell = |s: &State, o: ObjId| s.heap.get(o).map_or(1, |o| u64::from(o.cell));
        let step = match (cell(s, to.0), cell(s, from.0)) {
            (a, b) if a == b && a > 0 && a <= 8 && len.is_multiple_of(a) => a,
            (0, a) | (a, 0) if a > 0 && a <= 8 && len.is_multiple_of(a) => a,
            _ => 1,
        };
        let mut values: Vec<Value> = Vec::new();
        for i in 0..len / step {
            self.afford(tuning::BYTES_PER_TERM.get())?;
            values.push(self.read(s, from.0, self.shifted(from.1, i * step), step));
        }
        for (i, value) in values.into_iter().enumerate() {
            self.afford(tuning::BYTES_PER_TERM.get())?;
            self.write(s, to.0, self.shifted(to.1, i as u64 * step), step, value);
        }
        Ok(())
    }

    /// The offset `n` bytes further on.
    pub(crate) fn shifted(&self, off: Offset, n: u64) -> Offset {
        match off {
            Offset::Known(o) => Offset::Known(o.wrapping_add(n)),
            Offset::Symbolic(t) => Offset::Symbolic(self.pool.add(t, self.pool.bv(u128::from(n), 64))),
        }
    }

    pub(crate) fn fill_block(&self, s: &mut State, dst: Operand, byte: Operand, len: Operand) -> Flow {
        let len = self.get(s, len)?;
        let Some(len) = self.block_length(s, len, &[(dst, true)])? else { return Ok(()) };
        let byte = self.get(s, byte)?;
        let byte = self.fit(byte, plica_ir::Ty::Int(8));
        let (obj, off) = self.locate(s, dst, len, true)?;
        match (byte, off) {
            (Value::Int { bits, .. }, Offset::Known(off)) => {
                self.limit_block(len, tuning::BYTES_FILLED.get(), "filled")?;
                self.afford(len)?;
                if let Some(object) = s.heap.get_mut(obj) {
                    let chunk = [bits as u8; 4096];
                    for at in (0..len).step_by(chunk.len()) {
                        self.afford(0)?;
                        let n = (len - at).min(chunk.len() as u64) as usize;
                        object.content.write_bytes(&self.pool, off + at, &chunk[..n]);
                    }
                }
            }
            _ => {
                self.limit_block(len, tuning::TERMS_AT_ONCE.get(), "filled")?;
                self.afford(len * tuning::BYTES_PER_TERM.get())?;
                for i in 0..len {
                    // What was filled until then is on a path that ends there.
                    self.afford(0)?;
                    self.write(s, obj, self.shifted(off, i), 1, byte);
                }
            }
        }
        Ok(())
    }
}

/// Copies the whole pages of known bytes that a block begins with, where they lie alike in both objects, by sharing
/// them; how many bytes these are.
fn share_pages(s: &mut State, to: (ObjId, u64), from: (ObjId, u64), len: u64) -> u64 {
    let Some(pages) = s.heap.get(from.0).and_then(|o| o.content.whole_pages(from.1, len, to.1)) else { return 0 };
    let Some(target) = s.heap.get(to.0).filter(|o| o.content.has_full_pages()) else { return 0 };
    let bytes = (pages.len() * PAGE) as u64;
    // What is there already is not written: states that share the object go on sharing it.
    if !target.content.has_pages(to.1, &pages)
        && let Some(target) = s.heap.get_mut(to.0)
    {
        target.content.put_pages(to.1, pages);
    }
    bytes
}
