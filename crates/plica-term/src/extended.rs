//! `long double` of x86-64, the 80-bit format of the x87, by LLVM's own software arithmetic.
//!
//! Oblivious to terms. What no operation makes is read as the processor reads it: an exponent that is not zero without
//! the leading bit is no number (an unnormal, a pseudo-infinity), and the exponent zero with it stands for one.
//! Invariant: every result is canonical, as in `fp.rs`; arithmetic rounds to nearest even with 64 bits of precision.

use rustc_apfloat::ieee::{Double, Half, Single, X87DoubleExtended as Extended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use crate::op::{FpRel, FpUnary, Op, RoundingMode};
use crate::sort::{FloatFormat, Sort, mask, sign_extend};

const SIGN: u128 = 1 << 79;
const LEADING: u128 = 1 << 63;
const TOP: u128 = 0x7fff;
const BIAS: i32 = 16383;

/// Exponent as it stands there, and significand with the leading bit.
fn parts(bits: u128) -> (u128, u128) {
    (bits >> 64 & TOP, bits & mask(64))
}

/// The one form of the number with these bits.
pub(crate) fn canonical(bits: u128) -> u128 {
    let bits = bits & mask(80);
    let (exponent, significand) = parts(bits);
    let has_leading = significand & LEADING != 0;
    match exponent {
        0 if has_leading => bits | 1 << 64,
        0 => bits,
        TOP if significand == LEADING => bits,
        TOP => FloatFormat::F80.canonical_nan(),
        _ if has_leading => bits,
        _ => FloatFormat::F80.canonical_nan(),
    }
}

fn bits(v: Extended) -> u128 {
    canonical(v.to_bits())
}

/// The nearest `double`.
pub(crate) fn to_f64(v: u128) -> f64 {
    let nearest: Double = Extended::from_bits(v).convert(&mut false).value;
    f64::from_bits(nearest.to_bits() as u64)
}

/// Exact.
pub(crate) fn from_f64(v: f64) -> u128 {
    let wide: Extended = Double::from_bits(u128::from(v.to_bits())).convert(&mut false).value;
    bits(wide)
}

/// The nearest number to an integer of `width` bits.
pub(crate) fn from_int(v: u128, width: u32, signed: bool) -> u128 {
    bits(if signed { Extended::from_i128(sign_extend(v, width)).value } else { Extended::from_u128(v).value })
}

/// Towards zero; 0 if that is out of range.
fn to_int(v: Extended, width: u32, signed: bool) -> u128 {
    let (w, mut exact) = (width as usize, false);
    let (status, n) = if signed {
        let r = v.to_i128_r(w, Round::TowardZero, &mut exact);
        (r.status, r.value as u128)
    } else {
        let r = v.to_u128_r(w, Round::TowardZero, &mut exact);
        (r.status, r.value)
    };
    if status.contains(Status::INVALID_OP) { 0 } else { n & mask(width) }
}

/// The nearest number of another format.
fn convert(v: Extended, to: FloatFormat) -> u128 {
    let (mut loses, nan) = (false, v.is_nan());
    if nan {
        return to.canonical_nan();
    }
    match to {
        FloatFormat::F16 => FloatConvert::<Half>::convert(v, &mut loses).value.to_bits(),
        FloatFormat::F32 => FloatConvert::<Single>::convert(v, &mut loses).value.to_bits(),
        FloatFormat::F64 => FloatConvert::<Double>::convert(v, &mut loses).value.to_bits(),
        FloatFormat::F80 => bits(v),
    }
}

/// The nearest number to the square root.
fn root(v: u128) -> u128 {
    let v = canonical(v);
    let (exponent, significand) = parts(v);
    if significand == 0 || v == FloatFormat::F80.canonical_nan() {
        return v;
    }
    if v & SIGN != 0 {
        return FloatFormat::F80.canonical_nan();
    }
    if exponent == TOP {
        return v;
    }
    // significand * 2^power, the leading bit set.
    let up = (significand as u64).leading_zeros();
    let power = exponent.max(1) as i32 - BIAS - 63 - up as i32;
    let significand = significand << up;
    // An even power is left, and a square of 127 or 128 bits.
    let shift = if power % 2 == 0 { 64 } else { 63 };
    let square = significand << shift;
    let floor = square.isqrt();
    // There is no tie: (floor + 1/2)^2 = floor^2 + floor + 1/4 is no integer.
    let nearest = floor + u128::from(square - floor * floor > floor);
    let exponent = (power - shift) / 2 + 63 + BIAS;
    (exponent as u128) << 64 | nearest
}

fn round(v: Extended, mode: RoundingMode) -> Extended {
    let mode = match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardZero => Round::TowardZero,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
    };
    v.round_to_integral(mode).value
}

fn is(p: FpUnary, v: u128) -> bool {
    let (exponent, significand) = parts(v);
    let is_nan = v == FloatFormat::F80.canonical_nan();
    match p {
        FpUnary::IsNan => is_nan,
        FpUnary::IsInf => exponent == TOP && !is_nan,
        FpUnary::IsZero => exponent == 0 && significand == 0,
        FpUnary::IsSubnormal => exponent == 0 && significand != 0,
        FpUnary::IsNormal => exponent != 0 && exponent != TOP,
        FpUnary::IsNegative => v & SIGN != 0 && !is_nan,
    }
}

/// The value of an operator on numbers of this format, given as bits; `None` for other operators.
pub(crate) fn eval(op: Op, result: Sort, a: &[u128]) -> Option<u128> {
    let v = |i: usize| Extended::from_bits(canonical(a[i]));
    Some(match op {
        Op::FpToBits => canonical(a[0]),
        Op::FpToFp => {
            let Sort::Float(to) = result else { return None };
            convert(v(0), to)
        }
        Op::FpToSbv => to_int(v(0), result.bv_width()?, true),
        Op::FpToUbv => to_int(v(0), result.bv_width()?, false),
        Op::FpAdd => bits((v(0) + v(1)).value),
        Op::FpSub => bits((v(0) - v(1)).value),
        Op::FpMul => bits((v(0) * v(1)).value),
        Op::FpDiv => bits((v(0) / v(1)).value),
        Op::FpFmod => bits(v(0).c_fmod(v(1)).value),
        Op::FpFma => bits(v(0).mul_add(v(1), v(2)).value),
        Op::FpSqrt => root(a[0]),
        Op::FpRound(mode) => bits(round(v(0), mode)),
        Op::FpNeg => canonical(canonical(a[0]) ^ SIGN),
        Op::FpAbs => canonical(canonical(a[0]) & !SIGN),
        Op::FpRel(FpRel::Eq) => u128::from(v(0) == v(1)),
        Op::FpRel(FpRel::Lt) => u128::from(v(0) < v(1)),
        Op::FpRel(FpRel::Le) => u128::from(v(0) <= v(1)),
        Op::FpIs(p) => u128::from(is(p, canonical(a[0]))),
        _ => return None,
    })
}

/// The number as text that reads as it again.
pub(crate) fn shown(v: u128) -> String {
    format!("{}L", Extended::from_bits(canonical(v)))
}
