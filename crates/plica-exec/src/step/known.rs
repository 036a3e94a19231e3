//! Floating point on known numbers of the machine's own formats, without terms: what runs in loops.
//!
//! Oblivious to states. Invariant: an answer is bit for bit that of the float terms, but for the payload and the sign
//! of a NaN, which are the machine's; `None` leaves the question to them.

use plica_ir::{BinOp, CastOp, FloatKind, Ty, UnOp};

use crate::value::{Value, signed};

const SINGLE: Ty = Ty::Float(FloatKind::Single);
const DOUBLE: Ty = Ty::Float(FloatKind::Double);

fn single(v: f32) -> Value {
    Value::int(u64::from(v.to_bits()), 32)
}

fn double(v: f64) -> Value {
    Value::int(v.to_bits(), 64)
}

/// The number as a double; exact.
fn widened(ty: Ty, v: Value) -> Option<f64> {
    match (ty, v) {
        (DOUBLE, Value::Int { bits, .. }) => Some(f64::from_bits(bits)),
        (SINGLE, Value::Int { bits, .. }) => Some(f64::from(f32::from_bits(bits as u32))),
        _ => None,
    }
}

/// The four operations and the remainder.
pub(super) fn arithmetic(op: BinOp, ty: Ty, a: Value, b: Value) -> Option<Value> {
    let (Value::Int { bits: a, .. }, Value::Int { bits: b, .. }) = (a, b) else { return None };
    // Written once for two types.
    macro_rules! result {
        ($x:expr, $y:expr) => {
            match op {
                BinOp::FAdd => $x + $y,
                BinOp::FSub => $x - $y,
                BinOp::FMul => $x * $y,
                BinOp::FDiv => $x / $y,
                BinOp::FRem => $x % $y,
                _ => return None,
            }
        };
    }
    match ty {
        DOUBLE => Some(double(result!(f64::from_bits(a), f64::from_bits(b)))),
        SINGLE => Some(single(result!(f32::from_bits(a as u32), f32::from_bits(b as u32)))),
        _ => None,
    }
}

/// Conversions between floats, and between floats and integers of at most 64 bits.
pub(super) fn cast(op: CastOp, from: Ty, to: Ty, a: Value) -> Option<Value> {
    let Value::Int { bits, width } = a else { return None };
    let r = to.width();
    Some(match op {
        CastOp::FpTrunc if (from, to) == (DOUBLE, SINGLE) => single(f64::from_bits(bits) as f32),
        CastOp::FpExt if (from, to) == (SINGLE, DOUBLE) => double(f64::from(f32::from_bits(bits as u32))),
        CastOp::SiToFp if to == DOUBLE => double(signed(bits, width) as f64),
        CastOp::SiToFp if to == SINGLE => single(signed(bits, width) as f32),
        CastOp::UiToFp if to == DOUBLE => double(bits as f64),
        CastOp::UiToFp if to == SINGLE => single(bits as f32),
        // Out of range, and from a NaN, the terms give zero.
        CastOp::FpToSi if r <= 64 => {
            let (t, bound) = (widened(from, a)?.trunc(), 2f64.powi(r as i32 - 1));
            Value::int(if t >= -bound && t < bound { t as i64 as u64 } else { 0 }, r)
        }
        CastOp::FpToUi if r <= 64 => {
            let t = widened(from, a)?.trunc();
            Value::int(if t >= 0.0 && t < 2f64.powi(r as i32) { t as u64 } else { 0 }, r)
        }
        _ => return None,
    })
}

/// Was a number out of the range of the integer that it was converted to?
pub(super) fn left_range(from: Ty, a: Value, result: Value) -> bool {
    result.as_const() == Some(0) && widened(from, a).is_some_and(|x| x.is_nan() || x.abs() >= 1.0)
}

/// Roots and roundings to integral numbers. What these give for a single is exact in a double, or rounds there
/// innocuously.
pub(super) fn unary(op: UnOp, ty: Ty, a: Value) -> Option<Value> {
    let x = widened(ty, a)?;
    let r = match op {
        UnOp::FSqrt => x.sqrt(),
        UnOp::FFloor => x.floor(),
        UnOp::FCeil => x.ceil(),
        UnOp::FTrunc => x.trunc(),
        UnOp::FRound => x.round(),
        UnOp::FRint | UnOp::FNearbyInt | UnOp::FRoundEven => x.round_ties_even(),
        _ => return None,
    };
    Some(if ty == SINGLE { single(r as f32) } else { double(r) })
}

/// Minimum and maximum. Of two equal numbers the sign counts: -0 is less than +0.
pub(super) fn extreme(op: BinOp, ty: Ty, a: Value, b: Value) -> Option<Value> {
    let (min, quiet) = match op {
        BinOp::FMinNum => (true, true),
        BinOp::FMaxNum => (false, true),
        BinOp::FMinimum => (true, false),
        BinOp::FMaximum => (false, false),
        _ => return None,
    };
    let (x, y) = (widened(ty, a)?, widened(ty, b)?);
    if x.is_nan() {
        return Some(if quiet { b } else { a });
    }
    if y.is_nan() {
        return Some(if quiet { a } else { b });
    }
    let less = x < y || (x == y && x.is_sign_negative());
    Some(if less == min { a } else { b })
}

/// `a * b + c`, rounded once.
pub(super) fn fma(ty: Ty, a: Value, b: Value, c: Value) -> Option<Value> {
    let (x, y, z) = (widened(ty, a)?, widened(ty, b)?, widened(ty, c)?);
    // Back to the single it was is exact.
    Some(if ty == SINGLE { single((x as f32).mul_add(y as f32, z as f32)) } else { double(x.mul_add(y, z)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{Evaluator, FloatFormat, Model, TermPool};

    const ODD: [f64; 18] = [
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        1e-320,
        16_777_217.0,
        3.4e38,
        3.5e38,
        -2_147_483_648.9,
        4_294_967_295.5,
        9.3e18,
        -9.3e18,
        1.9e19,
        f64::INFINITY,
        f64::NAN,
    ];

    fn formats() -> [(Ty, FloatFormat); 2] {
        [(SINGLE, FloatFormat::F32), (DOUBLE, FloatFormat::F64)]
    }

    fn numbers(ty: Ty) -> Vec<Value> {
        ODD.iter().map(|&x| if ty == SINGLE { single(x as f32) } else { double(x) }).collect()
    }

    fn agree(pool: &TermPool, fast: Option<Value>, term: plica_term::TermId, what: &str) {
        let model = Model::new();
        let slow = Evaluator::new(pool, &model).eval(term).bits();
        let fast = fast.unwrap_or_else(|| panic!("{what}: no answer"));
        let Value::Int { bits, width } = fast else { panic!("{what}: no number") };
        let nan = match width {
            32 => f32::from_bits(bits as u32).is_nan() && f32::from_bits(slow as u32).is_nan(),
            _ => f64::from_bits(bits).is_nan() && f64::from_bits(slow as u64).is_nan(),
        };
        assert!(u128::from(bits) == slow || nan, "{what}: {bits:#x}, as a term {slow:#x}");
    }

    #[test]
    fn conversions_agree_with_the_terms() {
        let pool = TermPool::new();
        for (ty, format) in formats() {
            for v in numbers(ty) {
                let f = pool.fp_from_bits(v.to_term(&pool), format);
                for (other, target) in formats() {
                    let op = if other.width() < ty.width() { CastOp::FpTrunc } else { CastOp::FpExt };
                    if other != ty {
                        let term = pool.fp_to_bits(pool.fp_to_fp(f, target));
                        agree(&pool, cast(op, ty, other, v), term, &format!("{op:?} {v:?}"));
                    }
                }
                for w in [8, 32, 63, 64] {
                    for (op, is_signed) in [(CastOp::FpToSi, true), (CastOp::FpToUi, false)] {
                        let term = pool.fp_to_int(f, is_signed, w);
                        agree(&pool, cast(op, ty, Ty::Int(w), v), term, &format!("{op:?} {v:?} to {w} bits"));
                    }
                }
            }
            for n in [0, 1, 0x7f, 0x80, 0xff, 16_777_217, 0x7fff_ffff, 0xffff_ffff, 1 << 63, u64::MAX] {
                for w in [8, 32, 64] {
                    for (op, is_signed) in [(CastOp::SiToFp, true), (CastOp::UiToFp, false)] {
                        let v = Value::int(n, w);
                        let term = pool.fp_to_bits(pool.fp_from_int(v.to_term(&pool), is_signed, format));
                        agree(&pool, cast(op, Ty::Int(w), ty, v), term, &format!("{op:?} {v:?}"));
                    }
                }
            }
        }
    }

    #[test]
    fn operators_agree_with_the_terms() {
        use plica_term::{Op, RoundingMode};
        let pool = TermPool::new();
        for (ty, format) in formats() {
            let float = |v: Value| pool.fp_from_bits(v.to_term(&pool), format);
            for v in numbers(ty) {
                let check = |op, t| agree(&pool, unary(op, ty, v), pool.fp_to_bits(t), &format!("{op:?} {v:?}"));
                check(UnOp::FSqrt, pool.fp_arith(Op::FpSqrt, &[float(v)]));
                check(UnOp::FFloor, pool.fp_round(RoundingMode::TowardNegative, float(v)));
                check(UnOp::FCeil, pool.fp_round(RoundingMode::TowardPositive, float(v)));
                check(UnOp::FTrunc, pool.fp_round(RoundingMode::TowardZero, float(v)));
                check(UnOp::FRound, pool.fp_round(RoundingMode::NearestAway, float(v)));
                check(UnOp::FRint, pool.fp_round(RoundingMode::NearestEven, float(v)));
                for w in numbers(ty) {
                    let term = pool.fp_to_bits(pool.fp_arith(Op::FpFma, &[float(v), float(w), float(v)]));
                    agree(&pool, fma(ty, v, w, v), term, &format!("fma {v:?} {w:?}"));
                }
            }
        }
    }

    #[test]
    fn the_lesser_zero_is_the_negative_one_and_a_nan_loses_or_wins() {
        let (zero, minus, nan) = (double(0.0), double(-0.0), double(f64::NAN));
        for (a, b) in [(zero, minus), (minus, zero)] {
            assert_eq!(extreme(BinOp::FMinNum, DOUBLE, a, b), Some(minus));
            assert_eq!(extreme(BinOp::FMaximum, DOUBLE, a, b), Some(zero));
        }
        for (a, b) in [(zero, nan), (nan, zero)] {
            assert_eq!(extreme(BinOp::FMaxNum, DOUBLE, a, b), Some(zero));
            assert_eq!(extreme(BinOp::FMinimum, DOUBLE, a, b), Some(nan));
        }
        assert_eq!(extreme(BinOp::FMinNum, SINGLE, single(2.0), single(-3.0)), Some(single(-3.0)));
    }
}
