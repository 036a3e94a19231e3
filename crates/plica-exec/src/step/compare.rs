//! Comparison of integers and pointers.

use plica_ir::CmpOp;
use plica_term::TermId;

use crate::machine::Machine;
use crate::premise::Premise;
use crate::state::State;
use crate::step::assign::offset_term;
use crate::value::{Value, signed};

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
            let obj = |v: Value| match v.as_pointer() {
                Value::Ptr { obj, .. } | Value::SymPtr { obj, .. } => Some(obj),
                _ => None,
            };
            match (obj(a), obj(b)) {
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
        Value::of_term(pool, self.compare_terms(op, a.to_term(pool), b.to_term(pool)))
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
