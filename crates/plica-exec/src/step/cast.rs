//! Conversions. Pointers converted to integers and back keep their object.

use plica_ir::{CastOp, Ty};

use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::value::{Value, signed};

impl Machine {
    #[inline]
    pub(crate) fn cast(&self, s: &State, op: CastOp, from: Ty, to: Ty, a: Value) -> Flow<Value> {
        let r = to.width();
        match (op, a) {
            (CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr, Value::Int { bits, .. })
                if r <= 64 =>
            {
                Ok(Value::int(bits, r))
            }
            (CastOp::SExt, Value::Int { width, bits }) if r <= 64 => Ok(Value::int(signed(bits, width) as u64, r)),
            (CastOp::Bitcast, v @ Value::Term(_)) if matches!(from, Ty::Float(_)) && !matches!(to, Ty::Float(_)) => {
                self.note_nan(s, v);
                Ok(v)
            }
            (CastOp::Bitcast, v) => Ok(v),
            _ => self.cast_slow(s, op, from, to, a),
        }
    }

    fn cast_slow(&self, s: &State, op: CastOp, from: Ty, to: Ty, a: Value) -> Flow<Value> {
        let pool = &*self.pool;
        let r = to.width();
        match op {
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp
            | CastOp::FpToUiSat
            | CastOp::FpToSiSat => {
                self.note_addresses(s, &[a]);
                return self.float_cast(s, op, from, to, a);
            }
            // A pointer of 64 bits is the same value as an integer.
            CastOp::PtrToInt | CastOp::IntToPtr if r == 64 && a.width(pool) == 64 => return Ok(a),
            _ => {}
        }
        self.note_addresses(s, &[a]);
        let x = a.to_term(pool);
        let t = match op {
            CastOp::SExt => pool.resize_signed(x, r),
            _ => pool.resize_unsigned(x, r),
        };
        Ok(Value::of_term(pool, t))
    }
}
