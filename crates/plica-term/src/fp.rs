//! IEEE 754 arithmetic on bit patterns: the meaning of the float operators.
//!
//! Oblivious to terms. Invariant: every result of a float format is canonical, that is, a NaN is always
//! [`FloatFormat::canonical_nan`], so equality of bits is equality of values (`+0` and `-0` differ).
//! `F32` and `F64` are the machine's own; `F16` is computed in `F64`, which is wide enough that rounding
//! twice gives what rounding once gives (53 >= 2·11 + 2), with care taken where that argument does not hold.
//! `F80` is in `extended.rs`.

use crate::extended;
use crate::op::{FpRel, FpUnary, Op, RoundingMode};
use crate::sort::{FloatFormat, Sort, mask, sign_extend};

/// Replaces any NaN by the canonical one.
pub(crate) fn canonical(bits: u128, f: FloatFormat) -> u128 {
    if f == FloatFormat::F80 {
        return extended::canonical(bits);
    }
    let m = f.significand() - 1;
    let exp = (bits >> m) & mask(f.exponent());
    if exp == mask(f.exponent()) && bits & mask(m) != 0 { f.canonical_nan() } else { bits & mask(f.width()) }
}

/// The number with these bits; exact, but for `F80`.
fn to_f64(bits: u128, f: FloatFormat) -> f64 {
    match f {
        FloatFormat::F64 => f64::from_bits(bits as u64),
        FloatFormat::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatFormat::F16 => {
            let (exp, frac) = ((bits >> 10) & 0x1f, (bits & 0x3ff) as f64);
            let magnitude = match exp {
                0 => frac * 2f64.powi(-24),
                31 if frac == 0.0 => f64::INFINITY,
                31 => f64::NAN,
                e => (1024.0 + frac) * 2f64.powi(e as i32 - 25),
            };
            if bits & 0x8000 != 0 { -magnitude } else { magnitude }
        }
        FloatFormat::F80 => extended::to_f64(bits),
    }
}

/// The nearest number of a format, ties to even.
fn from_f64(v: f64, f: FloatFormat) -> u128 {
    if v.is_nan() {
        return f.canonical_nan();
    }
    match f {
        FloatFormat::F64 => v.to_bits() as u128,
        FloatFormat::F32 => (v as f32).to_bits() as u128,
        FloatFormat::F16 => {
            let sign = if v.is_sign_negative() { 0x8000 } else { 0 };
            let a = v.abs();
            if a >= 65520.0 {
                return sign | 0x7c00;
            }
            // The exponent of the unit in the last place, at least that of the subnormals.
            let exp = (((a.to_bits() >> 52) & 0x7ff) as i32 - 1023).max(-14);
            // Exact: scaling by a power of two, the result below 2^11.
            let units = (a * 2f64.powi(10 - exp)).round_ties_even() as u128;
            // A carry out of the fraction moves on to the exponent by itself.
            sign | ((((exp + 14) as u128) << 10) + units)
        }
        FloatFormat::F80 => extended::from_f64(v),
    }
}

fn f32_of(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

/// `a * b + c` in `F16`: the product is exact in `F64`, the sum is rounded to odd there, then to `F16`.
fn fma_f16(a: f64, b: f64, c: f64) -> u128 {
    let p = a * b;
    let s = p + c;
    if !s.is_finite() || s == 0.0 {
        return from_f64(s, FloatFormat::F16);
    }
    let bb = s - p;
    let err = (p - (s - bb)) + (c - bb);
    let odd = if err != 0.0 && s.to_bits() & 1 == 0 {
        // The neighbour of `s` in the direction of the error; its last bit is one.
        let away = (err > 0.0) == (s > 0.0);
        f64::from_bits(if away { s.to_bits() + 1 } else { s.to_bits() - 1 })
    } else {
        s
    };
    from_f64(odd, FloatFormat::F16)
}

fn round(v: f64, mode: RoundingMode) -> f64 {
    match mode {
        RoundingMode::NearestEven => v.round_ties_even(),
        RoundingMode::NearestAway => v.round(),
        RoundingMode::TowardZero => v.trunc(),
        RoundingMode::TowardPositive => v.ceil(),
        RoundingMode::TowardNegative => v.floor(),
    }
}

fn from_int(v: u128, width: u32, signed: bool, f: FloatFormat) -> u128 {
    let (negative, magnitude) = if signed {
        let s = sign_extend(v, width);
        (s < 0, s.unsigned_abs())
    } else {
        (false, v)
    };
    if f == FloatFormat::F80 {
        return extended::from_int(v, width, signed);
    }
    // Rounding is symmetric about zero, so the magnitude may be rounded alone.
    let bits = match f {
        FloatFormat::F64 => (magnitude as f64).to_bits() as u128,
        FloatFormat::F32 => (magnitude as f32).to_bits() as u128,
        FloatFormat::F16 if magnitude >= 65520 => 0x7c00,
        FloatFormat::F16 | FloatFormat::F80 => from_f64(magnitude as f64, f),
    };
    if negative { bits | (1 << (f.width() - 1)) } else { bits }
}

fn to_int(v: f64, width: u32, signed: bool) -> u128 {
    let t = v.trunc();
    if signed {
        let bound = 2f64.powi(width as i32 - 1);
        if t >= -bound && t < bound { (t as i128) as u128 & mask(width) } else { 0 }
    } else if t >= 0.0 && t < 2f64.powi(width as i32) {
        t as u128
    } else {
        0
    }
}

/// The value of a float operator. `arg` is the sort of the first argument, `result` that of the term; values go in and
/// come out as bits. `None` for operators that are not of this kind.
pub(crate) fn eval_fp(op: Op, arg: Sort, result: Sort, a: &[u128]) -> Option<u128> {
    let from = match arg {
        Sort::Float(f) => Some(f),
        _ => None,
    };
    let to = match result {
        Sort::Float(f) => Some(f),
        _ => None,
    };
    match op {
        Op::FpFromBits => return Some(canonical(a[0], to?)),
        Op::FpFromSbv => return Some(from_int(a[0], arg.bv_width()?, true, to?)),
        Op::FpFromUbv => return Some(from_int(a[0], arg.bv_width()?, false, to?)),
        _ => {}
    }
    let f = from?;
    if f == FloatFormat::F80 {
        return extended::eval(op, result, a);
    }
    let v = |i: usize| to_f64(a[i], f);
    let sign = 1u128 << (f.width() - 1);
    // The machine's arithmetic where it has the format, `F64` for `F16`.
    let arith = |on32: fn(f32, f32) -> f32, on64: fn(f64, f64) -> f64| match f {
        FloatFormat::F32 => canonical(on32(f32_of(a[0]), f32_of(a[1])).to_bits() as u128, f),
        _ => from_f64(on64(v(0), v(1)), f),
    };
    Some(match op {
        Op::FpToBits => canonical(a[0], f),
        Op::FpToFp => from_f64(v(0), to?),
        Op::FpToSbv => to_int(v(0), result.bv_width()?, true),
        Op::FpToUbv => to_int(v(0), result.bv_width()?, false),
        Op::FpAdd => arith(|x, y| x + y, |x, y| x + y),
        Op::FpSub => arith(|x, y| x - y, |x, y| x - y),
        Op::FpMul => arith(|x, y| x * y, |x, y| x * y),
        Op::FpDiv => arith(|x, y| x / y, |x, y| x / y),
        Op::FpFmod => arith(|x, y| x % y, |x, y| x % y),
        Op::FpFma => match f {
            FloatFormat::F32 => canonical(f32_of(a[0]).mul_add(f32_of(a[1]), f32_of(a[2])).to_bits() as u128, f),
            FloatFormat::F64 | FloatFormat::F80 => from_f64(v(0).mul_add(v(1), v(2)), f),
            FloatFormat::F16 => fma_f16(v(0), v(1), v(2)),
        },
        // The square root of an `F32` in `F64` is innocuous too: 53 >= 2·24 + 2.
        Op::FpSqrt => from_f64(v(0).sqrt(), f),
        Op::FpRound(mode) => from_f64(round(v(0), mode), f),
        Op::FpNeg => canonical(a[0] ^ sign, f),
        Op::FpAbs => canonical(a[0] & !sign, f),
        Op::FpRel(rel) => u128::from(match rel {
            FpRel::Eq => v(0) == v(1),
            FpRel::Lt => v(0) < v(1),
            FpRel::Le => v(0) <= v(1),
        }),
        Op::FpIs(p) => {
            let exp = (a[0] >> (f.significand() - 1)) & mask(f.exponent());
            let frac = a[0] & mask(f.significand() - 1);
            let top = exp == mask(f.exponent());
            u128::from(match p {
                FpUnary::IsNan => top && frac != 0,
                FpUnary::IsInf => top && frac == 0,
                FpUnary::IsZero => exp == 0 && frac == 0,
                FpUnary::IsSubnormal => exp == 0 && frac != 0,
                FpUnary::IsNormal => exp != 0 && !top,
                FpUnary::IsNegative => a[0] & sign != 0 && !(top && frac != 0),
            })
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const F16: Sort = Sort::Float(FloatFormat::F16);
    const F32: Sort = Sort::Float(FloatFormat::F32);
    const F64: Sort = Sort::Float(FloatFormat::F64);

    #[test]
    fn every_half_survives_the_way_through_double() {
        for bits in 0..=0xffffu128 {
            let c = canonical(bits, FloatFormat::F16);
            assert_eq!(from_f64(to_f64(bits, FloatFormat::F16), FloatFormat::F16), c, "{bits:#x}");
        }
    }

    #[test]
    fn half_rounds_to_even_and_overflows_at_the_midpoint() {
        let to = |v: f64| from_f64(v, FloatFormat::F16);
        assert_eq!(to(65519.99), 0x7bff);
        assert_eq!(to(65520.0), 0x7c00);
        assert_eq!(to(2049.0), to(2048.0));
        assert_eq!(to(2051.0), to(2052.0));
        assert_eq!(to(2f64.powi(-25)), 0);
        assert_eq!(to(2f64.powi(-25) * 1.0001), 1);
        assert_eq!(to(-0.0), 0x8000);
    }

    #[test]
    fn half_fused_multiply_add_rounds_once() {
        // 1 + 2^-24·(a tiny bit): the product decides a tie that a double sum would lose.
        let one = 0x3c00;
        let r = eval_fp(Op::FpFma, F16, F16, &[one, one, one]).unwrap_or(0);
        assert_eq!(to_f64(r, FloatFormat::F16), 2.0);
        let big = from_f64(2049.0 - 1.0, FloatFormat::F16);
        let tiny = 1; // 2^-24
        // 2048·1 + 2^-24 stays 2048.
        assert_eq!(eval_fp(Op::FpFma, F16, F16, &[big, one, tiny]), Some(big));
    }

    #[test]
    fn conversions_out_of_range_give_zero() {
        let f = |v: f64| v.to_bits() as u128;
        let s = |v: f64, w: u32| eval_fp(Op::FpToSbv, F64, Sort::Bv(w), &[f(v)]);
        let u = |v: f64, w: u32| eval_fp(Op::FpToUbv, F64, Sort::Bv(w), &[f(v)]);
        assert_eq!(s(-128.9, 8), Some(0x80));
        assert_eq!(s(-129.0, 8), Some(0));
        assert_eq!(s(127.9, 8), Some(0x7f));
        assert_eq!(s(128.0, 8), Some(0));
        assert_eq!(u(-0.9, 8), Some(0));
        assert_eq!(u(255.9, 8), Some(255));
        assert_eq!(u(256.0, 8), Some(0));
        assert_eq!(u(f64::NAN, 8), Some(0));
        assert_eq!(u(2f64.powi(127), 128), Some(1 << 127));
        assert_eq!(u(f64::INFINITY, 128), Some(0));
        assert_eq!(s(-2f64.powi(127), 128), Some(1 << 127));
    }

    #[test]
    fn integers_round_to_nearest_even() {
        assert_eq!(eval_fp(Op::FpFromUbv, Sort::Bv(128), F32, &[u128::MAX]), Some(0x7f80_0000));
        assert_eq!(eval_fp(Op::FpFromUbv, Sort::Bv(32), F32, &[(1 << 24) + 1]), Some(0x4b80_0000));
        assert_eq!(eval_fp(Op::FpFromSbv, Sort::Bv(8), F16, &[0xff]), Some(0xbc00));
        assert_eq!(eval_fp(Op::FpFromSbv, Sort::Bv(8), F16, &[0]), Some(0));
    }

    #[test]
    fn operations_return_the_canonical_nan() {
        let inf = f64::INFINITY.to_bits() as u128;
        assert_eq!(eval_fp(Op::FpSub, F64, F64, &[inf, inf]), Some(FloatFormat::F64.canonical_nan()));
        let nan = FloatFormat::F32.canonical_nan();
        assert_eq!(eval_fp(Op::FpNeg, F32, F32, &[nan]), Some(nan));
        assert_eq!(eval_fp(Op::FpFromBits, Sort::Bv(32), F32, &[0xffff_ffff]), Some(nan));
    }
}
