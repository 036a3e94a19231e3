//! Integer arithmetic and bit operations, with the checks for division, shifts and overflow.

use plica_ir::{BinOp, Flags, Ty, UnOp};
use plica_term::TermId;

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::State;
use crate::step::assign::offset_term;
use crate::value::{OFFSET_BITS, Value, cut, signed};

/// Does the sum, difference or product of two numbers leave their type, of at most 64 bits?
#[inline]
fn wraps(op: BinOp, width: u32, x: i64, y: i64) -> bool {
    let (x, y) = (i128::from(x), i128::from(y));
    let exact = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        _ => return false,
    };
    let limit = 1i128 << (width - 1);
    exact < -limit || exact >= limit
}

impl Machine {
    #[inline]
    pub(crate) fn binary(&self, s: &mut State, op: BinOp, ty: Ty, flags: Flags, a: Value, b: Value) -> Flow<Value> {
        if let (Value::Int { width, bits: x }, Value::Int { bits: y, .. }) = (a, b) {
            let fast = match op {
                BinOp::Add => x.wrapping_add(y),
                BinOp::Sub => x.wrapping_sub(y),
                BinOp::Mul => x.wrapping_mul(y),
                BinOp::And => return Ok(Value::Int { width, bits: x & y }),
                BinOp::Or => return Ok(Value::Int { width, bits: x | y }),
                BinOp::Xor => return Ok(Value::Int { width, bits: x ^ y }),
                _ => return self.binary_int(s, op, ty, width, x, y),
            };
            if flags.nsw {
                if self.config.checks.covers(FaultKind::SignedOverflow) {
                    self.check_overflow(s, op, a.to_term(&self.pool), b.to_term(&self.pool))?;
                } else if wraps(op, width, signed(x, width), signed(y, width)) {
                    self.note(s, Premise::Overflow);
                }
            }
            return Ok(Value::int(fast, width));
        }
        self.binary_slow(s, op, ty, flags, a, b)
    }

    /// Machine-word arithmetic, less frequent operators.
    fn binary_int(&self, s: &mut State, op: BinOp, ty: Ty, width: u32, x: u64, y: u64) -> Flow<Value> {
        let (sx, sy) = (signed(x, width), signed(y, width));
        let in_range = y < u64::from(width);
        Ok(match op {
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem if y == 0 => {
                return Err(self.fault(FaultKind::DivisionByZero, "division by zero"));
            }
            BinOp::SDiv | BinOp::SRem if sy == -1 && x == cut(1 << (width - 1), width) => {
                return Err(self.fault(FaultKind::DivisionOverflow, "the quotient does not fit its type"));
            }
            BinOp::UDiv => Value::int(x / y, width),
            BinOp::URem => Value::int(x % y, width),
            BinOp::SDiv => Value::int(sx.wrapping_div(sy) as u64, width),
            BinOp::SRem => Value::int(sx.wrapping_rem(sy) as u64, width),
            BinOp::Shl | BinOp::LShr | BinOp::AShr if !in_range => {
                return Err(self.fault(FaultKind::ShiftRange, format!("shift of a {width}-bit value by {y}")));
            }
            BinOp::Shl => Value::int(x << y, width),
            BinOp::LShr => Value::int(x >> y, width),
            BinOp::AShr => Value::int((sx >> y) as u64, width),
            _ => {
                let (a, b) = (Value::Int { width, bits: x }, Value::Int { width, bits: y });
                return self.binary_slow(s, op, ty, Flags::default(), a, b);
            }
        })
    }

    fn binary_slow(&self, s: &mut State, op: BinOp, ty: Ty, flags: Flags, a: Value, b: Value) -> Flow<Value> {
        if matches!(ty, Ty::Float(_)) {
            return self.float_binary(s, op, ty, a, b);
        }
        if let Some(v) = self.pointer_binary(op, a, b) {
            return Ok(v);
        }
        if op == BinOp::And && (a.is_pointer() || b.is_pointer()) {
            self.check_aligned(s, a, b)?;
        }
        self.note_addresses(s, &[a, b]);
        let pool = &*self.pool;
        let (x, y) = (a.to_term(pool), b.to_term(pool));
        let w = pool.width(x);
        if flags.nsw {
            if self.config.checks.covers(FaultKind::SignedOverflow) {
                self.check_overflow(s, op, x, y)?;
            } else if self.may_wrap(op, x, y) {
                self.note(s, Premise::Overflow);
            }
        }
        let r = match op {
            BinOp::Add => pool.add(x, y),
            BinOp::Sub => pool.sub(x, y),
            BinOp::Mul => pool.mul(x, y),
            BinOp::And => pool.and(x, y),
            BinOp::Or => pool.or(x, y),
            BinOp::Xor => pool.xor(x, y),
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => {
                let zero = pool.bv(0, w);
                self.require(s, pool.ne(y, zero), FaultKind::DivisionByZero, || "division by zero".into())?;
                if matches!(op, BinOp::SDiv | BinOp::SRem) && w > 1 {
                    let least = pool.eq(x, pool.bv(1 << (w - 1), w));
                    let minus_one = pool.eq(y, pool.bv(u128::MAX, w));
                    let ok = pool.not(pool.and(least, minus_one));
                    self.require(s, ok, FaultKind::DivisionOverflow, || "the quotient does not fit its type".into())?;
                }
                match op {
                    BinOp::UDiv => pool.udiv(x, y),
                    BinOp::URem => pool.urem(x, y),
                    BinOp::SDiv => pool.sdiv(x, y),
                    _ => pool.srem(x, y),
                }
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let ok = pool.ult(y, pool.bv(u128::from(w), w));
                self.require(s, ok, FaultKind::ShiftRange, || {
                    format!("shift of a {w}-bit value by its width or more")
                })?;
                match op {
                    BinOp::Shl => pool.shl(x, y),
                    BinOp::LShr => pool.lshr(x, y),
                    _ => pool.ashr(x, y),
                }
            }
            BinOp::SMin => pool.ite(pool.slt(x, y), x, y),
            BinOp::SMax => pool.ite(pool.slt(x, y), y, x),
            BinOp::UMin => pool.ite(pool.ult(x, y), x, y),
            BinOp::UMax => pool.ite(pool.ult(x, y), y, x),
            BinOp::UAddO | BinOp::SAddO | BinOp::USubO | BinOp::SSubO | BinOp::UMulO | BinOp::SMulO => {
                self.overflow_bit(op, x, y)
            }
            BinOp::UAddSat => pool.ite(self.overflow_bit(BinOp::UAddO, x, y), pool.bv(u128::MAX, w), pool.add(x, y)),
            BinOp::USubSat => pool.ite(pool.ult(x, y), pool.bv(0, w), pool.sub(x, y)),
            BinOp::SAddSat => self.saturate(BinOp::SAddO, x, y, pool.add(x, y)),
            BinOp::SSubSat => self.saturate(BinOp::SSubO, x, y, pool.sub(x, y)),
            BinOp::UShlSat | BinOp::SShlSat => {
                let shifted = pool.shl(x, y);
                let signed = op == BinOp::SShlSat;
                let back = if signed { pool.ashr(shifted, y) } else { pool.lshr(shifted, y) };
                let limit = if signed { self.extreme(x) } else { pool.bv(u128::MAX, w) };
                pool.ite(pool.eq(back, x), shifted, limit)
            }
            _ => pool.bv(0, w),
        };
        Ok(Value::of_term(pool, r))
    }

    /// Arithmetic on pointers that were converted to integers keeps their object where it can.
    fn pointer_binary(&self, op: BinOp, a: Value, b: Value) -> Option<Value> {
        let pool = &*self.pool;
        let is_ptr = |v: Value| matches!(v, Value::Ptr { .. } | Value::SymPtr { .. });
        let obj = |v: Value| match v {
            Value::Ptr { obj, .. } | Value::SymPtr { obj, .. } => Some(obj),
            _ => None,
        };
        match (op, is_ptr(a), is_ptr(b)) {
            (BinOp::Sub, true, true) if obj(a) == obj(b) => {
                Some(Value::of_term(pool, pool.sub(offset_term(self, a), offset_term(self, b))))
            }
            (BinOp::Add, true, false) | (BinOp::Sub, true, false) if self.is_offset(op, b) => {
                let n = b.to_term(pool);
                let off = offset_term(self, a);
                let off = if op == BinOp::Add { pool.add(off, n) } else { pool.sub(off, n) };
                Some(Value::pointer(obj(a)?, Value::of_term(pool, off)))
            }
            (BinOp::Add, false, true) => self.pointer_binary(op, b, a),
            _ => None,
        }
    }

    /// Is this number an offset, rather than an address or a distance between objects? What is added to a pointer is
    /// taken for one unless it is known not to be; what is subtracted only if it is known to be one.
    fn is_offset(&self, op: BinOp, v: Value) -> bool {
        let n = v.to_term(&self.pool);
        let (_, _, least, most) = self.pool.range(n);
        let near = least >= -(1 << (OFFSET_BITS - 1)) && most < 1 << OFFSET_BITS;
        near || (op == BinOp::Add && self.pool.const_value(n).is_none())
    }

    /// May signed arithmetic leave its type, as far as the ranges of the operands tell?
    fn may_wrap(&self, op: BinOp, x: TermId, y: TermId) -> bool {
        let width = self.pool.width(x);
        let ((_, _, low, high), (_, _, least, most)) = (self.pool.range(x), self.pool.range(y));
        let ends = [(low, least), (low, most), (high, least), (high, most)];
        width > 64 || ends.into_iter().any(|(x, y)| wraps(op, width, x as i64, y as i64))
    }

    fn check_overflow(&self, s: &State, op: BinOp, x: TermId, y: TermId) -> Flow {
        let bit = match op {
            BinOp::Add => BinOp::SAddO,
            BinOp::Sub => BinOp::SSubO,
            BinOp::Mul => BinOp::SMulO,
            _ => return Ok(()),
        };
        let ok = self.pool.not(self.overflow_bit(bit, x, y));
        let name = match op {
            BinOp::Add => "addition",
            BinOp::Sub => "subtraction",
            _ => "multiplication",
        };
        self.require(s, ok, FaultKind::SignedOverflow, || format!("signed {name} overflows"))
    }

    fn overflow_bit(&self, op: BinOp, x: TermId, y: TermId) -> TermId {
        let pool = &*self.pool;
        let w = pool.width(x);
        let zero = pool.bv(0, w);
        let neg = |t| pool.slt(t, zero);
        match op {
            BinOp::UAddO => pool.ult(pool.add(x, y), x),
            BinOp::USubO => pool.ult(x, y),
            BinOp::UMulO => pool.umulo(x, y),
            BinOp::SMulO => pool.smulo(x, y),
            BinOp::SAddO => {
                let sum = pool.add(x, y);
                let same = pool.eq(neg(x), neg(y));
                pool.and(same, pool.ne(neg(sum), neg(x)))
            }
            _ => {
                let diff = pool.sub(x, y);
                let differ = pool.ne(neg(x), neg(y));
                pool.and(differ, pool.ne(neg(diff), neg(x)))
            }
        }
    }

    fn saturate(&self, overflow: BinOp, x: TermId, y: TermId, r: TermId) -> TermId {
        self.pool.ite(self.overflow_bit(overflow, x, y), self.extreme(x), r)
    }

    /// The least number if `x` is negative, else the greatest.
    fn extreme(&self, x: TermId) -> TermId {
        let pool = &*self.pool;
        let w = pool.width(x);
        let least = pool.bv(1 << (w - 1), w);
        pool.ite(pool.slt(x, pool.bv(0, w)), least, pool.not(least))
    }

    pub(crate) fn unary(&self, s: &State, op: UnOp, ty: Ty, a: Value) -> Flow<Value> {
        if matches!(ty, Ty::Float(_)) {
            return self.float_unary(s, op, ty, a);
        }
        let pool = &*self.pool;
        let w = ty.width();
        if let Value::Int { bits, width } = a {
            let r = match op {
                UnOp::CtPop => u64::from(bits.count_ones()),
                UnOp::Ctlz => u64::from(bits.leading_zeros() - (64 - width)),
                UnOp::Cttz => u64::from(bits.trailing_zeros().min(width)),
                UnOp::BSwap => bits.swap_bytes() >> (64 - width),
                UnOp::BitReverse => bits.reverse_bits() >> (64 - width),
                _ => signed(bits, width).unsigned_abs(),
            };
            return Ok(Value::int(r, width));
        }
        self.note_addresses(s, &[a]);
        let x = a.to_term(pool);
        let bit = |i: u32| pool.extract(x, i, i);
        let r = match op {
            UnOp::CtPop => (0..w).fold(pool.bv(0, w), |sum, i| pool.add(sum, pool.zext(bit(i), w))),
            // The last bit looked at wins, so the most significant one comes last, or first.
            UnOp::Ctlz => {
                (0..w).fold(pool.bv(u128::from(w), w), |r, i| pool.ite(bit(i), pool.bv(u128::from(w - 1 - i), w), r))
            }
            UnOp::Cttz => {
                (0..w).rev().fold(pool.bv(u128::from(w), w), |r, i| pool.ite(bit(i), pool.bv(u128::from(i), w), r))
            }
            UnOp::BSwap => {
                let byte = |i: u32| pool.extract(x, i * 8 + 7, i * 8);
                (1..w / 8).fold(byte(0), |hi, i| pool.concat(hi, byte(i)))
            }
            UnOp::BitReverse => (1..w).fold(bit(0), |hi, i| pool.concat(hi, bit(i))),
            _ => pool.ite(pool.slt(x, pool.bv(0, w)), pool.neg(x), x),
        };
        Ok(Value::of_term(pool, r))
    }

    /// `fshl` / `fshr`: the shift amount counts modulo the width.
    pub(crate) fn funnel(&self, left: bool, a: Value, b: Value, n: Value) -> Value {
        let pool = &*self.pool;
        let (a, b, n) = (a.to_term(pool), b.to_term(pool), n.to_term(pool));
        let w = pool.width(a);
        let width = pool.bv(u128::from(w), w);
        let n = pool.urem(n, width);
        let rest = pool.sub(width, n);
        // A shift by the full width gives zero, which is right for the other half.
        let r = if left {
            pool.or(pool.shl(a, n), pool.lshr(b, rest))
        } else {
            pool.or(pool.shl(a, rest), pool.lshr(b, n))
        };
        Value::of_term(pool, r)
    }
}
