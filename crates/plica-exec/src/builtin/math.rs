//! Functions of `math.h`. What IEEE 754 defines exactly is also computed on symbolic arguments; the others are
//! computed by the system's own mathematical library on known arguments, and end the path on symbolic ones.
//!
//! Oblivious to `errno`, to exceptions, and to `long double`. Rounding is to nearest. Invariant: `f` variants compute
//! in single precision throughout.

use plica_ir::{BinOp, CastOp, FCmpOp, FloatKind, Operand, Ty, UnOp};

use crate::builtin::{Builtin, Call};
use crate::fault::StopKind;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::State;
use crate::step::stop;
use crate::value::Value;

const SINGLE: Ty = Ty::Float(FloatKind::Single);
const DOUBLE: Ty = Ty::Float(FloatKind::Double);

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    let (plain, _) = split_name(name)?;
    Some(match plain {
        "frexp" => frexp,
        "modf" => modf,
        "ldexp" | "scalbn" | "scalbln" => ldexp,
        "fma" => fma,
        "fdim" => fdim,
        "fmin" | "fmax" | "fmod" | "copysign" => exact_binary,
        "lround" | "llround" | "lrint" | "llrint" => to_integer,
        "isnan" | "isinf" | "finite" | "fpclassify" | "signbit" => classify,
        _ if rounding(plain).is_some() => exact_unary,
        _ if unary(plain).is_some() => known_unary,
        _ if binary(plain).is_some() => known_binary,
        _ => return None,
    })
}

/// The name of the function for doubles, and the type that this one is for. `None` for names that cannot be one.
fn split_name(name: &str) -> Option<(&str, Ty)> {
    let (inner, internal) = match name.strip_prefix("__") {
        Some(inner) => (inner.strip_suffix("_finite").unwrap_or(inner), true),
        None => (name, false),
    };
    let known = |n: &str| {
        let classifies = matches!(n, "isnan" | "isinf" | "finite" | "fpclassify" | "signbit");
        let always_internal = matches!(n, "fpclassify" | "signbit");
        if classifies {
            internal || !always_internal
        } else {
            is_function(n) && (!internal || name.ends_with("_finite"))
        }
    };
    if known(inner) {
        return Some((inner, DOUBLE));
    }
    let plain = inner.strip_suffix('f')?;
    known(plain).then_some((plain, SINGLE))
}

fn is_function(plain: &str) -> bool {
    let other = [
        "frexp", "modf", "ldexp", "scalbn", "scalbln", "fma", "fdim", "fmin", "fmax", "fmod", "copysign", "lround",
        "llround", "lrint", "llrint",
    ];
    other.contains(&plain) || rounding(plain).is_some() || unary(plain).is_some() || binary(plain).is_some()
}

/// Functions that the term language has.
fn rounding(plain: &str) -> Option<UnOp> {
    Some(match plain {
        "sqrt" => UnOp::FSqrt,
        "fabs" => UnOp::FAbs,
        "floor" => UnOp::FFloor,
        "ceil" => UnOp::FCeil,
        "trunc" => UnOp::FTrunc,
        "round" => UnOp::FRound,
        "rint" => UnOp::FRint,
        "nearbyint" => UnOp::FNearbyInt,
        "roundeven" => UnOp::FRoundEven,
        _ => return None,
    })
}

/// A function in both precisions.
type Unary = (fn(f64) -> f64, fn(f32) -> f32);
type Binary = (fn(f64, f64) -> f64, fn(f32, f32) -> f32);

/// Functions of one argument that are only computed on known ones.
fn unary(plain: &str) -> Option<Unary> {
    Some(match plain {
        "exp" => (f64::exp, f32::exp),
        "exp2" => (f64::exp2, f32::exp2),
        "expm1" => (f64::exp_m1, f32::exp_m1),
        "log" => (f64::ln, f32::ln),
        "log2" => (f64::log2, f32::log2),
        "log10" => (f64::log10, f32::log10),
        "log1p" => (f64::ln_1p, f32::ln_1p),
        "sin" => (f64::sin, f32::sin),
        "cos" => (f64::cos, f32::cos),
        "tan" => (f64::tan, f32::tan),
        "asin" => (f64::asin, f32::asin),
        "acos" => (f64::acos, f32::acos),
        "atan" => (f64::atan, f32::atan),
        "sinh" => (f64::sinh, f32::sinh),
        "cosh" => (f64::cosh, f32::cosh),
        "tanh" => (f64::tanh, f32::tanh),
        "cbrt" => (f64::cbrt, f32::cbrt),
        _ => return None,
    })
}

/// The same of two arguments.
fn binary(plain: &str) -> Option<Binary> {
    Some(match plain {
        "pow" => (f64::powf, f32::powf),
        "atan2" => (f64::atan2, f32::atan2),
        "hypot" => (f64::hypot, f32::hypot),
        "nextafter" => (next_after_double, next_after_single),
        _ => return None,
    })
}

fn next_after_double(from: f64, to: f64) -> f64 {
    match from.partial_cmp(&to) {
        None => f64::NAN,
        Some(std::cmp::Ordering::Less) => from.next_up(),
        Some(std::cmp::Ordering::Equal) => to,
        Some(std::cmp::Ordering::Greater) => from.next_down(),
    }
}

fn next_after_single(from: f32, to: f32) -> f32 {
    match from.partial_cmp(&to) {
        None => f32::NAN,
        Some(std::cmp::Ordering::Less) => from.next_up(),
        Some(std::cmp::Ordering::Equal) => to,
        Some(std::cmp::Ordering::Greater) => from.next_down(),
    }
}

/// Name without suffix, and type; for names that [`lookup`] has accepted.
fn parts<'a>(call: &Call<'a>) -> (&'a str, Ty) {
    split_name(call.name).unwrap_or((call.name, DOUBLE))
}

impl Machine {
    /// An argument of a floating-point type.
    fn number(&self, s: &mut State, call: &Call<'_>, i: usize, ty: Ty) -> Flow<Value> {
        let float = call.args.get(i).is_some_and(|a| a.ty == ty);
        if !float {
            // A call without a prototype: the argument is in another register than the function looks at.
            let message = format!("an argument of {} is not of the type that it takes", call.name);
            return Err(stop(StopKind::UncheckedUndefined, message));
        }
        self.arg(s, call, i)
    }

    /// A known argument, as a double (which holds every float).
    fn known_number(&self, s: &mut State, call: &Call<'_>, i: usize, ty: Ty) -> Flow<f64> {
        match (self.number(s, call, i, ty)?, ty) {
            (Value::Int { bits, .. }, SINGLE) => Ok(f64::from(f32::from_bits(bits as u32))),
            (Value::Int { bits, .. }, _) => Ok(f64::from_bits(bits)),
            _ => Err(stop(StopKind::Symbolic, format!("unsupported: {} of a symbolic argument", call.name))),
        }
    }
}

/// A number that is exact in `ty`, as a value.
fn value(ty: Ty, v: f64) -> Value {
    if ty == SINGLE { single(v as f32) } else { Value::int(v.to_bits(), 64) }
}

fn single(v: f32) -> Value {
    Value::int(u64::from(v.to_bits()), 32)
}

fn exact_unary(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (plain, ty) = parts(call);
    if plain == "sqrt" {
        m.note(s, Premise::MathErrors);
    }
    let x = m.number(s, call, 0, ty)?;
    m.float_unary(rounding(plain).unwrap_or(UnOp::FAbs), ty, x).map(Some)
}

fn known_unary(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.note_name(s, Premise::Mathematics, call.name);
    m.note(s, Premise::MathErrors);
    let (plain, ty) = parts(call);
    let x = m.known_number(s, call, 0, ty)?;
    Ok(unary(plain).map(|(double, float)| if ty == SINGLE { single(float(x as f32)) } else { value(ty, double(x)) }))
}

fn known_binary(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.note_name(s, Premise::Mathematics, call.name);
    m.note(s, Premise::MathErrors);
    let (plain, ty) = parts(call);
    let (x, y) = (m.known_number(s, call, 0, ty)?, m.known_number(s, call, 1, ty)?);
    Ok(binary(plain).map(
        |(double, float)| {
            if ty == SINGLE { single(float(x as f32, y as f32)) } else { value(ty, double(x, y)) }
        },
    ))
}

fn exact_binary(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (plain, ty) = parts(call);
    let op = match plain {
        "fmin" => BinOp::FMinNum,
        "fmax" => BinOp::FMaxNum,
        "fmod" => {
            m.note(s, Premise::MathErrors);
            BinOp::FRem
        }
        _ => BinOp::FCopySign,
    };
    let (x, y) = (m.number(s, call, 0, ty)?, m.number(s, call, 1, ty)?);
    m.float_binary(s, op, ty, x, y).map(Some)
}

fn fma(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (_, ty) = parts(call);
    let (x, y, z) = (m.number(s, call, 0, ty)?, m.number(s, call, 1, ty)?, m.number(s, call, 2, ty)?);
    m.fma(ty, x, y, z).map(Some)
}

/// `x - y` where that is positive, else 0; NaN if one is.
fn fdim(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.note(s, Premise::MathErrors);
    let (_, ty) = parts(call);
    let (x, y) = (m.number(s, call, 0, ty)?, m.number(s, call, 1, ty)?);
    let below = m.float_compare(FCmpOp::Ole, ty, x, y)?.to_term(&m.pool);
    let difference = m.float_binary(s, BinOp::FSub, ty, x, y)?.to_term(&m.pool);
    Ok(Some(Value::of_term(&m.pool, m.pool.ite(below, m.pool.bv(0, ty.width()), difference))))
}

/// Out of range, the result is that of the processor's conversion: the least number.
fn to_integer(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (plain, ty) = parts(call);
    let x = m.number(s, call, 0, ty)?;
    let op = if plain.ends_with("rint") { UnOp::FRint } else { UnOp::FRound };
    let x = m.float_unary(op, ty, x)?;
    let width = call.result_width().max(32);
    let limit = 2f64.powi(width as i32 - 1);
    let above = m.float_compare(FCmpOp::Oge, ty, x, value(ty, -limit))?.to_term(&m.pool);
    let below = m.float_compare(FCmpOp::Olt, ty, x, value(ty, limit))?.to_term(&m.pool);
    let converted = m.float_cast(s, CastOp::FpToSi, ty, Ty::Int(width), x)?.to_term(&m.pool);
    let least = m.pool.bv(1 << (width - 1), width);
    Ok(Some(Value::of_term(&m.pool, m.pool.ite(m.pool.and(above, below), converted, least))))
}

/// The results are glibc's: `isinf` tells the sign, `fpclassify` numbers the classes from NaN, infinite, zero and
/// subnormal to normal.
fn classify(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (plain, ty) = parts(call);
    let x = m.number(s, call, 0, ty)?;
    let pool = &m.pool;
    // The bits of the mask are those of LLVM's is.fpclass.
    let is = |mask: u64| -> Flow<_> { Ok(m.is_fp_class(ty, x, Value::int(mask, 32))?.to_term(pool)) };
    let int = |n: u32| pool.bv(u128::from(n), 32);
    let (nan, minus_inf, plus_inf, zero, subnormal) = (0x003, 0x004, 0x200, 0x060, 0x090);
    let t = match plain {
        "isnan" => pool.zext(is(nan)?, 32),
        "isinf" => pool.ite(is(plus_inf)?, int(1), pool.ite(is(minus_inf)?, int(u32::MAX), int(0))),
        "finite" => pool.zext(pool.not(is(nan | minus_inf | plus_inf)?), 32),
        "signbit" => {
            let bits = x.to_term(pool);
            let top = ty.width() - 1;
            pool.zext(pool.extract(bits, top, top), 32)
        }
        _ => {
            let small = pool.ite(is(zero)?, int(2), pool.ite(is(subnormal)?, int(3), int(4)));
            pool.ite(is(nan)?, int(0), pool.ite(is(minus_inf | plus_inf)?, int(1), small))
        }
    };
    Ok(Some(Value::of_term(pool, t)))
}

/// `x * 2^n`, rounded once.
fn scale(x: f64, n: i64, ty: Ty) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let (fraction, exponent) = split(x);
    let exponent = (i64::from(exponent) + n).clamp(-5000, 5000) as i32;
    let (least, most) = if ty == SINGLE { (-149, 128) } else { (-1074, 1024) };
    if exponent > most {
        return f64::INFINITY.copysign(x);
    }
    // The fraction has as many digits as the result can hold behind the point; then the scaling is exact.
    let digits = (exponent - least).min(if ty == SINGLE { 24 } else { 53 });
    if digits < 0 {
        return 0f64.copysign(x);
    }
    let rounded = (fraction * 2f64.powi(digits)).round_ties_even();
    let rest = exponent - digits;
    // In two steps: 2^rest itself may be no double.
    rounded * 2f64.powi(rest / 2) * 2f64.powi(rest - rest / 2)
}

/// `x = fraction * 2^exponent` with a fraction from 0.5 to 1; `x` is finite and not zero.
fn split(x: f64) -> (f64, i32) {
    let raw = (x.to_bits() >> 52) & 0x7ff;
    if raw == 0 {
        let (fraction, exponent) = split(x * 2f64.powi(64));
        return (fraction, exponent - 64);
    }
    (f64::from_bits((x.to_bits() & !(0x7ff << 52)) | (1022 << 52)), raw as i32 - 1022)
}

fn ldexp(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.note(s, Premise::MathErrors);
    let (_, ty) = parts(call);
    let x = m.known_number(s, call, 0, ty)?;
    let n = match m.arg(s, call, 1)? {
        Value::Int { bits, width } => crate::value::signed(bits, width),
        _ => return Err(stop(StopKind::Symbolic, format!("unsupported: {} by a symbolic exponent", call.name))),
    };
    Ok(Some(value(ty, scale(x, n, ty))))
}

/// Writes the second result of a function through the pointer in argument 1.
fn write_out(m: &Machine, s: &mut State, target: Operand, v: Value) -> Flow {
    let size = u64::from(v.width(&m.pool)) / 8;
    let (obj, off) = m.locate(s, target, size, true)?;
    m.write(s, obj, off, size, v);
    Ok(())
}

fn frexp(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (_, ty) = parts(call);
    let x = m.known_number(s, call, 0, ty)?;
    let (fraction, exponent) = if x == 0.0 || !x.is_finite() { (x, 0) } else { split(x) };
    write_out(m, s, call.operand(1), Value::int(exponent as u64, 32))?;
    Ok(Some(value(ty, fraction)))
}

fn modf(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (_, ty) = parts(call);
    let x = m.known_number(s, call, 0, ty)?;
    let fraction = if x.is_infinite() { 0.0 } else { x - x.trunc() };
    write_out(m, s, call.operand(1), value(ty, x.trunc()))?;
    Ok(Some(value(ty, fraction.copysign(x))))
}
