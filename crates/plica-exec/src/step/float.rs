//! Floating point. Values are bits as they are in memory; a symbolic operation goes through a float term and back to
//! bits.
//!
//! Rounding is to nearest even throughout (`fesetround` is not modelled). Bits of a `long double` that no operation
//! makes are computed with as the x87 does; where it and the library differ about them the path stops.

use plica_ir::{BinOp, CastOp, FCmpOp, FloatKind, Ty, UnOp};
use plica_term::{FloatFormat, FpRel, FpUnary, Op, RoundingMode, TermId, TermPool};

use crate::fault::{FaultKind, StopKind};
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::State;
use crate::step::{known, stop, x87};
use crate::value::Value;

/// The format of a float type.
fn format(ty: Ty) -> FloatFormat {
    match ty {
        Ty::Float(FloatKind::Half) => FloatFormat::F16,
        Ty::Float(FloatKind::Single) => FloatFormat::F32,
        Ty::Float(FloatKind::Extended) => FloatFormat::F80,
        _ => FloatFormat::F64,
    }
}

/// Both operands as doubles, if the type is `double` and both are known.
fn doubles(ty: Ty, a: Value, b: Value) -> Option<(f64, f64)> {
    match (ty, a, b) {
        (Ty::Float(FloatKind::Double), Value::Int { bits: x, .. }, Value::Int { bits: y, .. }) => {
            Some((f64::from_bits(x), f64::from_bits(y)))
        }
        _ => None,
    }
}

/// The same for `float`.
fn singles(ty: Ty, a: Value, b: Value) -> Option<(f32, f32)> {
    match (ty, a, b) {
        (Ty::Float(FloatKind::Single), Value::Int { bits: x, .. }, Value::Int { bits: y, .. }) => {
            Some((f32::from_bits(x as u32), f32::from_bits(y as u32)))
        }
        _ => None,
    }
}

const EXTENDED: Ty = Ty::Float(FloatKind::Extended);

/// The bits of an `extended` with the leading bit of the significand as the exponent asks for it.
fn leading(pool: &TermPool, bits: TermId) -> TermId {
    let bit = pool.ne(pool.extract(bits, 78, 64), pool.bv(0, 15));
    pool.concat(pool.extract(bits, 79, 64), pool.concat(bit, pool.extract(bits, 62, 0)))
}

impl Machine {
    /// The bits as a float term.
    pub(super) fn float(&self, ty: Ty, v: Value) -> TermId {
        self.pool.fp_from_bits(v.to_term(&self.pool), format(ty))
    }

    /// A float term as bits.
    fn bits(&self, f: TermId) -> Value {
        Value::of_term(&self.pool, self.pool.fp_to_bits(f))
    }

    /// The bits of a number are among those that operations make: of an `extended` the leading bit of the significand
    /// is set where the exponent is not zero. What compilers and libraries say of others is not one thing.
    pub(crate) fn expect_number(&self, s: &State, ty: Ty, v: Value) -> Flow {
        if ty != EXTENDED {
            return Ok(());
        }
        let pool = &*self.pool;
        let bits = v.to_term(pool);
        let is_number = pool.eq(pool.extract(bits, 63, 63), pool.ne(pool.extract(bits, 78, 64), pool.bv(0, 15)));
        if pool.node(bits).op == Op::FpToBits || self.split(s, is_number)? {
            return Ok(());
        }
        Err(stop(StopKind::UncheckedUndefined, "a long double has bits that no operation makes"))
    }

    /// Any number of that type, from any bits; such as are those of one stay as they are.
    pub(crate) fn number_of(&self, ty: Ty, bits: Value) -> Value {
        if ty != EXTENDED {
            return bits;
        }
        Value::of_term(&self.pool, leading(&self.pool, bits.to_term(&self.pool)))
    }

    /// The bits of a number are looked at. Those of a NaN that an operation made are chosen here, and the machine may
    /// choose others.
    pub(crate) fn note_nan(&self, s: &State, v: Value) {
        let Value::Term(t) = v else { return };
        let pool = &*self.pool;
        let may_be_nan = |t: TermId| {
            let node = pool.node(t);
            node.op == Op::FpToBits && pool.const_value(pool.fp_is(FpUnary::IsNan, node.args[0])) != Some(0)
        };
        // Its sign may have been changed in between.
        if may_be_nan(t) || pool.node(t).args.iter().any(|&arg| may_be_nan(arg)) {
            self.note(s, Premise::NotANumber);
        }
    }

    /// The bits of a known `extended`.
    fn known_extended(&self, ty: Ty, v: Value) -> Option<u128> {
        if ty == EXTENDED { self.pool.const_value(v.to_term(&self.pool)) } else { None }
    }

    /// The result of an operation on operands of that type, with the NaN of the processor where all is known.
    fn with_nan(&self, ty: Ty, result: Value, operands: &[Value]) -> Value {
        let Some(bits) = self.known_extended(ty, result).filter(|&bits| x87::is_nan(bits)) else { return result };
        let operands: Option<Vec<u128>> = operands.iter().map(|&v| self.known_extended(ty, v)).collect();
        let nan = operands.map_or(bits, |operands| x87::nan_of(&operands));
        Value::of_term(&self.pool, self.pool.bv(nan, 80))
    }

    /// The conversion of a known NaN to or from an `extended`.
    fn converted_nan(&self, from: Ty, to: Ty, a: Value) -> Option<Value> {
        let pool = &*self.pool;
        let bits = pool.const_value(a.to_term(pool))?;
        pool.is_true(pool.fp_is(FpUnary::IsNan, self.float(from, a))).then_some(())?;
        let fraction = |ty: Ty| if ty.width() == 64 { Some((11, 52)) } else { (ty.width() == 32).then_some((8, 23)) };
        let nan = if from == EXTENDED {
            let (exponent, fraction) = fraction(to)?;
            x87::narrowed(bits, exponent, fraction)
        } else if to == EXTENDED {
            let (exponent, fraction) = fraction(from)?;
            x87::widened(bits, exponent, fraction)
        } else {
            return None;
        };
        Some(Value::of_term(pool, pool.bv(nan, to.width())))
    }

    pub(crate) fn float_binary(&self, s: &State, op: BinOp, ty: Ty, a: Value, b: Value) -> Flow<Value> {
        if let Some(r) = known::arithmetic(op, ty, a, b) {
            return Ok(r);
        }
        if let Some(r) = known::extreme(op, ty, a, b) {
            return Ok(r);
        }
        let pool = &*self.pool;
        if op == BinOp::FCopySign {
            // On bits: a NaN keeps its payload. The sign of the second operand counts also where that is a NaN.
            self.note_nan(s, b);
            let w = ty.width();
            let (x, y) = (a.to_term(pool), b.to_term(pool));
            let t = pool.concat(pool.extract(y, w - 1, w - 1), pool.extract(x, w - 2, 0));
            return Ok(Value::of_term(pool, t));
        }
        let (x, y) = (self.float(ty, a), self.float(ty, b));
        let arith = |op| self.with_nan(ty, self.bits(pool.fp_arith(op, &[x, y])), &[a, b]);
        let nan = |t| pool.fp_is(FpUnary::IsNan, t);
        Ok(match op {
            BinOp::FAdd => arith(Op::FpAdd),
            BinOp::FSub => arith(Op::FpSub),
            BinOp::FMul => arith(Op::FpMul),
            BinOp::FDiv => arith(Op::FpDiv),
            BinOp::FRem => arith(Op::FpFmod),
            BinOp::FMinNum | BinOp::FMaxNum | BinOp::FMinimum | BinOp::FMaximum => {
                let (min, quiet) = match op {
                    BinOp::FMinNum => (true, true),
                    BinOp::FMaxNum => (false, true),
                    BinOp::FMinimum => (true, false),
                    _ => (false, false),
                };
                self.expect_number(s, ty, a)?;
                self.expect_number(s, ty, b)?;
                // Of two equal numbers the one with (min) or without (max) the sign counts: -0 < +0.
                let less = pool.or(
                    pool.fp_rel(FpRel::Lt, x, y),
                    pool.and(pool.fp_rel(FpRel::Eq, x, y), pool.fp_is(FpUnary::IsNegative, x)),
                );
                let (p, q) = if min { (x, y) } else { (y, x) };
                let picked = pool.ite(less, p, q);
                let r = if quiet {
                    pool.ite(nan(x), y, pool.ite(nan(y), x, picked))
                } else {
                    pool.ite(nan(x), x, pool.ite(nan(y), y, picked))
                };
                self.bits(r)
            }
            _ => return Err(stop(StopKind::Unsupported, format!("the operator {op:?} on floats"))),
        })
    }

    pub(crate) fn float_unary(&self, s: &State, op: UnOp, ty: Ty, a: Value) -> Flow<Value> {
        if let Some(r) = known::unary(op, ty, a) {
            return Ok(r);
        }
        if matches!(op, UnOp::FRound | UnOp::FRoundEven | UnOp::FFloor | UnOp::FCeil | UnOp::FTrunc) {
            // No instruction does it by itself.
            self.expect_number(s, ty, a)?;
        }
        let pool = &*self.pool;
        let w = ty.width();
        // Sign operations are bit operations: a NaN keeps its payload.
        if matches!(op, UnOp::FNeg | UnOp::FAbs) {
            let x = a.to_term(pool);
            let sign = pool.bv(1 << (w - 1), w);
            let t = if op == UnOp::FNeg { pool.xor(x, sign) } else { pool.and(x, pool.not(sign)) };
            return Ok(Value::of_term(pool, t));
        }
        let x = self.float(ty, a);
        let r = match op {
            UnOp::FSqrt => pool.fp_arith(Op::FpSqrt, &[x]),
            UnOp::FFloor => pool.fp_round(RoundingMode::TowardNegative, x),
            UnOp::FCeil => pool.fp_round(RoundingMode::TowardPositive, x),
            UnOp::FTrunc => pool.fp_round(RoundingMode::TowardZero, x),
            UnOp::FRound => pool.fp_round(RoundingMode::NearestAway, x),
            UnOp::FRint | UnOp::FNearbyInt | UnOp::FRoundEven => pool.fp_round(RoundingMode::NearestEven, x),
            _ => return Err(stop(StopKind::Unsupported, format!("the operator {op:?} on floats"))),
        };
        Ok(self.with_nan(ty, self.bits(r), &[a]))
    }

    pub(crate) fn fma(&self, s: &State, ty: Ty, a: Value, b: Value, c: Value) -> Flow<Value> {
        if let Some(r) = known::fma(ty, a, b, c) {
            return Ok(r);
        }
        for v in [a, b, c] {
            self.expect_number(s, ty, v)?;
        }
        let (x, y, z) = (self.float(ty, a), self.float(ty, b), self.float(ty, c));
        let r = self.bits(self.pool.fp_arith(Op::FpFma, &[x, y, z]));
        if ty != EXTENDED {
            return Ok(r);
        }
        // The library's function multiplies and adds where that is no number.
        let product = self.with_nan(ty, self.bits(self.pool.fp_arith(Op::FpMul, &[x, y])), &[a, b]);
        Ok(self.with_nan(ty, r, &[product, c]))
    }

    pub(crate) fn float_compare(&self, op: FCmpOp, ty: Ty, a: Value, b: Value) -> Flow<Value> {
        let widened = doubles(ty, a, b).or_else(|| singles(ty, a, b).map(|(x, y)| (f64::from(x), f64::from(y))));
        if let Some((x, y)) = widened {
            let unordered = x.is_nan() || y.is_nan();
            return Ok(Value::bool(match op {
                FCmpOp::False => false,
                FCmpOp::Oeq => x == y,
                FCmpOp::Ogt => x > y,
                FCmpOp::Oge => x >= y,
                FCmpOp::Olt => x < y,
                FCmpOp::Ole => x <= y,
                FCmpOp::One => !unordered && x != y,
                FCmpOp::Ord => !unordered,
                FCmpOp::Ueq => unordered || x == y,
                FCmpOp::Ugt => unordered || x > y,
                FCmpOp::Uge => unordered || x >= y,
                FCmpOp::Ult => unordered || x < y,
                FCmpOp::Ule => unordered || x <= y,
                FCmpOp::Une => x != y,
                FCmpOp::Uno => unordered,
                FCmpOp::True => true,
            }));
        }
        let pool = &*self.pool;
        let (x, y) = (self.float(ty, a), self.float(ty, b));
        let unordered = || pool.or(pool.fp_is(FpUnary::IsNan, x), pool.fp_is(FpUnary::IsNan, y));
        let (eq, lt, le) = (FpRel::Eq, FpRel::Lt, FpRel::Le);
        let t = match op {
            FCmpOp::False => pool.false_(),
            FCmpOp::True => pool.true_(),
            FCmpOp::Oeq => pool.fp_rel(eq, x, y),
            FCmpOp::Ogt => pool.fp_rel(lt, y, x),
            FCmpOp::Oge => pool.fp_rel(le, y, x),
            FCmpOp::Olt => pool.fp_rel(lt, x, y),
            FCmpOp::Ole => pool.fp_rel(le, x, y),
            FCmpOp::Une => pool.not(pool.fp_rel(eq, x, y)),
            FCmpOp::One => pool.and(pool.not(unordered()), pool.not(pool.fp_rel(eq, x, y))),
            FCmpOp::Ord => pool.not(unordered()),
            FCmpOp::Uno => unordered(),
            FCmpOp::Ueq => pool.or(unordered(), pool.fp_rel(eq, x, y)),
            // Unordered or greater is not (less or equal), and so on.
            FCmpOp::Ugt => pool.not(pool.fp_rel(le, x, y)),
            FCmpOp::Uge => pool.not(pool.fp_rel(lt, x, y)),
            FCmpOp::Ult => pool.not(pool.fp_rel(le, y, x)),
            FCmpOp::Ule => pool.not(pool.fp_rel(lt, y, x)),
        };
        Ok(Value::of_term(pool, t))
    }

    pub(crate) fn float_cast(&self, s: &State, op: CastOp, from: Ty, to: Ty, a: Value) -> Flow<Value> {
        let known = known::cast(op, from, to, a);
        if matches!(op, CastOp::FpToUi | CastOp::FpToSi)
            && known.map_or_else(|| !self.stays_in_range(op, from, to, a), |r| known::left_range(from, a, r))
            && !self.config.checks.covers(FaultKind::FloatCast)
        {
            self.note(s, Premise::FloatRange);
        }
        if let Some(r) = known {
            return Ok(r);
        }
        if matches!(op, CastOp::FpTrunc | CastOp::FpExt)
            && let Some(nan) = self.converted_nan(from, to, a)
        {
            return Ok(nan);
        }
        let pool = &*self.pool;
        let r = to.width();
        Ok(match op {
            CastOp::FpTrunc | CastOp::FpExt => self.bits(pool.fp_to_fp(self.float(from, a), format(to))),
            CastOp::UiToFp => self.bits(pool.fp_from_int(a.to_term(pool), false, format(to))),
            CastOp::SiToFp => self.bits(pool.fp_from_int(a.to_term(pool), true, format(to))),
            CastOp::FpToUi => Value::of_term(pool, pool.fp_to_int(self.float(from, a), false, r)),
            CastOp::FpToSi => Value::of_term(pool, pool.fp_to_int(self.float(from, a), true, r)),
            _ => {
                let signed = op == CastOp::FpToSiSat;
                let x = self.float(from, a);
                let exact = pool.fp_to_int(x, signed, r);
                let (low, high) = if signed {
                    (pool.bv(1 << (r - 1), r), pool.bv((1 << (r - 1)) - 1, r))
                } else {
                    (pool.bv(0, r), pool.bv(u128::MAX, r))
                };
                // Out of range the exact conversion gives zero, so the limits are compared as floats.
                let above = pool.fp_rel(FpRel::Le, pool.fp_from_int(high, signed, format(from)), x);
                let below = pool.fp_rel(FpRel::Le, x, pool.fp_from_int(low, signed, format(from)));
                Value::of_term(pool, pool.ite(above, high, pool.ite(below, low, exact)))
            }
        })
    }

    /// Is it a known `extended` within the range of the integer that it is converted to?
    fn stays_in_range(&self, op: CastOp, from: Ty, to: Ty, a: Value) -> bool {
        if self.known_extended(from, a).is_none() {
            return false;
        }
        let (pool, x) = (&*self.pool, self.float(from, a));
        let result = pool.const_value(pool.fp_to_int(x, op == CastOp::FpToSi, to.width()));
        let one = pool.fp_from_int(pool.bv(1, 8), false, format(from));
        let fraction = || pool.is_true(pool.fp_rel(FpRel::Lt, pool.fp_arith(Op::FpAbs, &[x]), one));
        result.is_some_and(|n| n != 0) || fraction()
    }

    /// `llvm.is.fpclass`: the mask's bits are signalling NaN, quiet NaN, -inf, -normal, -subnormal, -0, +0,
    /// +subnormal, +normal, +inf.
    pub(crate) fn is_fp_class(&self, s: &State, ty: Ty, a: Value, mask: Value) -> Flow<Value> {
        self.expect_number(s, ty, a)?;
        let pool = &*self.pool;
        let Some(mask) = mask.as_const() else {
            return Err(stop(StopKind::Unsupported, "is.fpclass with a class that is not constant"));
        };
        let x = self.float(ty, a);
        let raw = a.to_term(pool);
        let w = ty.width();
        let negative = pool.extract(raw, w - 1, w - 1);
        let quiet_bit = format(ty).significand() - 2;
        let quiet = pool.extract(raw, quiet_bit, quiet_bit);
        let is = |p| pool.fp_is(p, x);
        let nan = is(FpUnary::IsNan);
        let with_sign = |p, minus: bool| pool.and(is(p), if minus { negative } else { pool.not(negative) });
        let classes = [
            pool.and(nan, pool.not(quiet)),
            pool.and(nan, quiet),
            with_sign(FpUnary::IsInf, true),
            with_sign(FpUnary::IsNormal, true),
            with_sign(FpUnary::IsSubnormal, true),
            with_sign(FpUnary::IsZero, true),
            with_sign(FpUnary::IsZero, false),
            with_sign(FpUnary::IsSubnormal, false),
            with_sign(FpUnary::IsNormal, false),
            with_sign(FpUnary::IsInf, false),
        ];
        let chosen: Vec<TermId> =
            classes.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, t)| *t).collect();
        Ok(Value::of_term(pool, pool.or_all(&chosen)))
    }
}
