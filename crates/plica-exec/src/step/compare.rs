//! Comparison of integers and pointers.

use plica_ir::{CmpOp, GlobalId};
use plica_term::TermId;

use crate::machine::Machine;
use crate::memory::{Liveness, ObjectKind};
use crate::premise::Premise;
use crate::state::State;
use crate::step::assign::offset_term;
use crate::step::extent;
use crate::value::{ObjId, Value, signed};

impl Machine {
    #[inline]
    pub(crate) fn compare(&self, s: &State, op: CmpOp, a: Value, b: Value) -> Value {
        if let (Value::Int { width, bits: x }, Value::Int { bits: y, .. }) = (a, b) {
            return Value::bool(op.holds((x, y), (signed(x, width), signed(y, width))));
        }
        self.compare_slow(s, op, a, b)
    }

    fn compare_slow(&self, s: &State, op: CmpOp, a: Value, b: Value) -> Value {
        let pool = &*self.pool;
        if a.is_pointer() || b.is_pointer() {
            self.note_compared(s, op, a, b);
            match (a.as_pointer().object(), b.as_pointer().object()) {
                // Within one object the offsets decide; they may be negative (one before the start), so signed.
                (Some(o), Some(p)) if o == p => {
                    let (x, y) = (offset_term(self, a.as_pointer()), offset_term(self, b.as_pointer()));
                    let op = match op {
                        CmpOp::Ugt => CmpOp::Sgt,
                        CmpOp::Uge => CmpOp::Sge,
                        CmpOp::Ult => CmpOp::Slt,
                        CmpOp::Ule => CmpOp::Sle,
                        other => other,
                    };
                    return Value::of_term(pool, self.compare_terms(op, x, y));
                }
                // Different objects are never equal; their order is that of their ids. What is compared as a signed
                // number may be an error code: there the sign counts.
                (Some(o), Some(p)) if !matches!(op, CmpOp::Sgt | CmpOp::Sge | CmpOp::Slt | CmpOp::Sle) => {
                    // Before all objects there is null, and so it is where the program runs.
                    if !matches!(op, CmpOp::Eq | CmpOp::Ne) && o.0 != 0 && p.0 != 0 {
                        self.note(s, Premise::PointerOrder);
                    }
                    if matches!(op, CmpOp::Eq | CmpOp::Ne)
                        && (!(self.is_inside(s, a) && self.is_inside(s, b)) || self.may_be_merged(s, o, p))
                    {
                        self.note(s, Premise::PointerEquality);
                    }
                    return Value::bool(match op {
                        CmpOp::Eq => false,
                        CmpOp::Ne => true,
                        CmpOp::Ugt | CmpOp::Uge => o > p,
                        _ => o < p,
                    });
                }
                _ => {}
            }
        }
        if !matches!(op, CmpOp::Eq | CmpOp::Ne) && (self.has_input_pointer(a) || self.has_input_pointer(b)) {
            self.note(s, Premise::PointerOrder);
        }
        Value::of_term(pool, self.compare_terms(op, a.to_term(pool), b.to_term(pool)))
    }

    /// Does a pointer lead to a byte that nothing else can have the address of? Null does, in its way. What is freed
    /// does not, nor what is behind the end.
    fn is_inside(&self, s: &State, pointer: Value) -> bool {
        match pointer.as_pointer() {
            Value::Ptr { obj, .. } if obj.0 == 0 => true,
            Value::Ptr { obj, off } => s.heap.get(obj).is_some_and(|object| {
                // At the start of an object whose size is not known there is a byte of it.
                let inside = extent(object.size).map_or(off == 0, |size| off < size);
                inside && !matches!(object.live, Liveness::Freed(_) | Liveness::Dead)
            }),
            _ => false,
        }
    }

    /// May a compiler or a linker lay these objects over each other? They are constants, and of one at least the
    /// address means nothing, as that of a string literal.
    fn may_be_merged(&self, s: &State, o: ObjId, p: ObjId) -> bool {
        let program = &self.program;
        let anonymous = |id: ObjId| id.0 != 0 && program.anonymous.contains(&GlobalId(id.0 - 1));
        let constant = |id: ObjId| s.heap.get(id).is_some_and(|o| o.constant && o.kind == ObjectKind::Global);
        (anonymous(o) || anonymous(p)) && constant(o) && constant(p)
    }

    fn compare_terms(&self, op: CmpOp, x: TermId, y: TermId) -> TermId {
        let pool = &*self.pool;
        match op {
            CmpOp::Eq => pool.eq(x, y),
            CmpOp::Ne => pool.ne(x, y),
            CmpOp::Ugt => pool.ult(y, x),
            CmpOp::Uge => pool.ule(y, x),
            CmpOp::Ult => pool.ult(x, y),
            CmpOp::Ule => pool.ule(x, y),
            CmpOp::Sgt => pool.slt(y, x),
            CmpOp::Sge => pool.sle(y, x),
            CmpOp::Slt => pool.slt(x, y),
            CmpOp::Sle => pool.sle(x, y),
        }
    }
}
