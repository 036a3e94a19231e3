//! Functions of `math.h`. What IEEE 754 defines exactly is also computed on symbolic arguments; the others are
//! computed by the system's own mathematical library on known arguments. On symbolic ones they are functions of which
//! only bounds are known (`bounds.rs`): the result is what the function's array holds at the argument, so that equal
//! arguments have equal results wherever they occur. What takes numbers apart (`frexp`, `ldexp`, `remainder`) is C:
//! `runtime/models/fractions.c`.
//!
//! Oblivious to `errno` and to exceptions. Rounding is to nearest. Invariant: `f` variants compute in single precision
//! throughout, `l` variants in that of the x87; of the results of these on unknown arguments not even bounds are known.

use plica_ir::{BinOp, CastOp, FCmpOp, FloatKind, Ty, UnOp};
use plica_term::{Sort, SymbolKind, TermId};

use crate::builtin::bounds::{Computed, Format};
use crate::builtin::x87::extended;
use crate::builtin::{Builtin, Call};
use crate::fault::StopKind;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::State;
use crate::step::stop;
use crate::tuning;
use crate::value::Value;

const SINGLE: Ty = Ty::Float(FloatKind::Single);
const DOUBLE: Ty = Ty::Float(FloatKind::Double);
const EXTENDED: Ty = Ty::Float(FloatKind::Extended);

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    let (plain, ty) = split_name(name)?;
    Some(match plain {
        _ if ty == EXTENDED && is_of_library(plain) => of_extended,
        "fma" => fma,
        "fdim" => fdim,
        "fmin" | "fmax" | "fmod" | "copysign" => exact_binary,
        "lround" | "llround" | "lrint" | "llrint" => to_integer,
        "isnan" | "isinf" | "finite" | "fpclassify" | "signbit" => classify,
        _ if rounding(plain).is_some() => exact_unary,
        _ if unary(plain).is_some() => bounded_unary,
        _ if binary(plain).is_some() => bounded_binary,
        _ if of_order(plain).is_some() => bounded_order,
        _ => return None,
    })
}

/// Is it computed on known arguments only, and a function within bounds on others?
pub(super) fn is_bounded(name: &str) -> bool {
    split_name(name).is_some_and(|(plain, _)| is_of_library(plain))
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
    if let Some(plain) = inner.strip_suffix('f') {
        return known(plain).then_some((plain, SINGLE));
    }
    let plain = inner.strip_suffix('l')?;
    (known(plain) && (!is_of_library(plain) || extended(plain).is_some())).then_some((plain, EXTENDED))
}

/// Does the system's library compute it?
fn is_of_library(plain: &str) -> bool {
    unary(plain).is_some() || binary(plain).is_some() || of_order(plain).is_some()
}

fn is_function(plain: &str) -> bool {
    let other = ["fma", "fdim", "fmin", "fmax", "fmod", "copysign", "lround", "llround", "lrint", "llrint"];
    other.contains(&plain) || rounding(plain).is_some() || is_of_library(plain)
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
pub(super) type Unary = (fn(f64) -> f64, fn(f32) -> f32);
type Binary = (fn(f64, f64) -> f64, fn(f32, f32) -> f32);
type OfOrder = (fn(i32, f64) -> f64, fn(i32, f32) -> f32);

/// What Rust's own library has no stable name for, or computes in another way than C's.
mod c {
    use std::ffi::{CStr, c_char, c_int, c_void};
    use std::sync::LazyLock;

    macro_rules! functions {
        ($($double:ident $single:ident,)*) => {
            // SAFETY: functions of numbers, of the library that every program is linked with, without preconditions.
            unsafe extern "C" {
                $(pub safe fn $double(x: f64) -> f64;
                pub safe fn $single(x: f32) -> f32;)*
            }
        };
    }
    // SAFETY: as above.
    unsafe extern "C" {
        fn dlopen(file: *const c_char, how: c_int) -> *mut c_void;
        fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
        pub safe fn jn(order: i32, x: f64) -> f64;
        pub safe fn jnf(order: i32, x: f32) -> f32;
        pub safe fn yn(order: i32, x: f64) -> f64;
        pub safe fn ynf(order: i32, x: f32) -> f32;
    }
    functions! {
        acosh acoshf, asinh asinhf, atanh atanhf, erf erff, erfc erfcf, lgamma lgammaf, tgamma tgammaf,
        j0 j0f, j1 j1f, y0 y0f, y1 y1f,
    }

    /// A function of the library that Rust's own has by the same name, which a linker prefers; null if it is not found.
    fn shared(name: &CStr) -> *mut c_void {
        const RTLD_LAZY: c_int = 1;
        // SAFETY: texts with an end, and a library that is loaded already.
        unsafe {
            let library = dlopen(c"libm.so.6".as_ptr(), RTLD_LAZY);
            if library.is_null() { library } else { dlsym(library, name.as_ptr()) }
        }
    }

    type OfDouble = extern "C" fn(f64) -> f64;
    type OfSingle = extern "C" fn(f32) -> f32;

    pub fn cbrt(x: f64) -> f64 {
        // SAFETY: the type is that of the function; none is one at null.
        static FOUND: LazyLock<Option<OfDouble>> = LazyLock::new(|| unsafe { std::mem::transmute(shared(c"cbrt")) });
        FOUND.map_or_else(|| x.cbrt(), |f| f(x))
    }

    pub fn cbrtf(x: f32) -> f32 {
        // SAFETY: as above.
        static FOUND: LazyLock<Option<OfSingle>> = LazyLock::new(|| unsafe { std::mem::transmute(shared(c"cbrtf")) });
        FOUND.map_or_else(|| x.cbrt(), |f| f(x))
    }
}

/// Functions of one argument that are computed on known ones.
pub(super) fn unary(plain: &str) -> Option<Unary> {
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
        "cbrt" => (c::cbrt, c::cbrtf),
        "acosh" => (|x| c::acosh(x), |x| c::acoshf(x)),
        "asinh" => (|x| c::asinh(x), |x| c::asinhf(x)),
        "atanh" => (|x| c::atanh(x), |x| c::atanhf(x)),
        "erf" => (|x| c::erf(x), |x| c::erff(x)),
        "erfc" => (|x| c::erfc(x), |x| c::erfcf(x)),
        "lgamma" => (|x| c::lgamma(x), |x| c::lgammaf(x)),
        "tgamma" => (|x| c::tgamma(x), |x| c::tgammaf(x)),
        "j0" => (|x| c::j0(x), |x| c::j0f(x)),
        "j1" => (|x| c::j1(x), |x| c::j1f(x)),
        "y0" => (|x| c::y0(x), |x| c::y0f(x)),
        "y1" => (|x| c::y1(x), |x| c::y1f(x)),
        _ => return None,
    })
}

/// The same of two arguments.
fn binary(plain: &str) -> Option<Binary> {
    Some(match plain {
        "pow" => (f64::powf, f32::powf),
        "atan2" => (f64::atan2, f32::atan2),
        "hypot" => (f64::hypot, f32::hypot),
        _ => return None,
    })
}

/// The same of an order and an argument.
fn of_order(plain: &str) -> Option<OfOrder> {
    Some(match plain {
        "jn" => (|n, x| c::jn(n, x), |n, x| c::jnf(n, x)),
        "yn" => (|n, x| c::yn(n, x), |n, x| c::ynf(n, x)),
        _ => return None,
    })
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
        let value = self.arg(s, call, i)?;
        self.expect_number(s, ty, value)?;
        Ok(value)
    }
}

/// A number that is exact in `ty`, as a value.
fn value(ty: Ty, v: f64) -> Value {
    if ty == SINGLE { Value::int(u64::from((v as f32).to_bits()), 32) } else { Value::int(v.to_bits(), 64) }
}

fn exact_unary(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (plain, ty) = parts(call);
    if plain == "sqrt" {
        m.note(s, Premise::MathErrors);
    }
    let x = m.number(s, call, 0, ty)?;
    m.float_unary(s, rounding(plain).unwrap_or(UnOp::FAbs), ty, x).map(Some)
}

/// The arguments of a function that the system's library computes, and a premise on that.
fn arguments<const N: usize>(m: &Machine, s: &mut State, call: &Call<'_>, ty: Ty) -> Flow<[Value; N]> {
    m.note_name(s, Premise::Mathematics, call.name);
    m.note(s, Premise::MathErrors);
    let mut values = [Value::NULL; N];
    for (i, value) in values.iter_mut().enumerate() {
        *value = m.number(s, call, i, ty)?;
    }
    Ok(values)
}

/// What the function's array holds at an argument: the same wherever it occurs.
fn applied(m: &Machine, (plain, ty): (&str, Ty), index: TermId) -> TermId {
    let suffix = match ty {
        SINGLE => "f",
        EXTENDED => "l",
        _ => "",
    };
    let sort = Sort::Array { index: m.pool.width(index), elem: ty.width() };
    let function = m.pool.symbol(&format!("{plain}{suffix}"), sort, SymbolKind::Function);
    m.pool.select(function, index)
}

fn bounded_unary(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (plain, ty) = parts(call);
    let [x] = arguments(m, s, call, ty)?;
    if let Some(x) = x.as_const() {
        return Ok(on_bits(plain, ty, x).map(|bits| Value::int(bits, ty.width())));
    }
    let Some((double, _)) = unary(plain) else { return Ok(None) };
    let x = x.to_term(&m.pool);
    let bits = |x: u64| on_bits(plain, ty, x).unwrap_or(x);
    let computed = Computed { bits: &bits, double: &double };
    let result = Format::new(&m.pool, ty).unary(plain, &computed, x, applied(m, (plain, ty), x));
    Ok(Some(Value::of_term(&m.pool, result)))
}

fn bounded_binary(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (plain, ty) = parts(call);
    let [x, y] = arguments(m, s, call, ty)?;
    if let (Some(x), Some(y)) = (x.as_const(), y.as_const()) {
        return Ok(on_both(plain, ty, x, y).map(|bits| Value::int(bits, ty.width())));
    }
    let (x, y) = (x.to_term(&m.pool), y.to_term(&m.pool));
    let any = applied(m, (plain, ty), m.pool.concat(x, y));
    Ok(Some(Value::of_term(&m.pool, Format::new(&m.pool, ty).binary(plain, x, y, any))))
}

/// The same on long doubles.
fn of_extended(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (plain, ty) = parts(call);
    let Some(function) = extended(plain) else { return Ok(None) };
    m.note_name(s, Premise::Mathematics, call.name);
    m.note(s, Premise::MathErrors);
    let mut terms = Vec::new();
    for i in 0..function.arity() {
        let number = m.number(s, call, i, ty)?;
        terms.push(number.to_term(&m.pool));
    }
    let known: Option<Vec<u128>> = terms.iter().map(|&t| m.pool.const_value(t)).collect();
    let result = match (known, &terms[..]) {
        (Some(bits), _) => m.pool.bv(function.on(&bits), ty.width()),
        (None, &[x]) => return Ok(Some(m.number_of(ty, Value::of_term(&m.pool, applied(m, (plain, ty), x))))),
        // No number has the bits of two such arguments.
        (None, _) => {
            return Err(stop(StopKind::Symbolic, format!("unsupported: {} of an unknown argument", call.name)));
        }
    };
    Ok(Some(Value::of_term(&m.pool, result)))
}

/// Bessel's functions: of their results on unknown arguments nothing is known, but that equal ones give equal results.
fn bounded_order(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.note_name(s, Premise::Mathematics, call.name);
    m.note(s, Premise::MathErrors);
    let (plain, ty) = parts(call);
    let n = m.arg(s, call, 0)?;
    let order = m.fit(n, Ty::Int(32)).as_const();
    // The library counts up to it.
    let Some(n) = order.filter(|&n| u64::from((n as u32 as i32).unsigned_abs()) <= tuning::ORDERS.get()) else {
        return Err(stop(StopKind::Symbolic, format!("unsupported: {} of a symbolic or a high order", call.name)));
    };
    let x = m.number(s, call, 1, ty)?;
    if let Some(x) = x.as_const() {
        return Ok(on_order(plain, ty, n, x).map(|bits| Value::int(bits, ty.width())));
    }
    let index = m.pool.concat(m.pool.bv(u128::from(n), 32), x.to_term(&m.pool));
    Ok(Some(Value::of_term(&m.pool, applied(m, (plain, ty), index))))
}

/// The same of an order and an argument.
fn on_order(plain: &str, ty: Ty, n: u64, x: u64) -> Option<u64> {
    let (double, float) = of_order(plain)?;
    let n = n as u32 as i32;
    Some(match ty {
        SINGLE => u64::from(float(n, f32::from_bits(x as u32)).to_bits()),
        _ => double(n, f64::from_bits(x)).to_bits(),
    })
}

/// The result's bits for those of an argument.
pub(super) fn on_bits(plain: &str, ty: Ty, x: u64) -> Option<u64> {
    let (double, float) = unary(plain)?;
    Some(match ty {
        SINGLE => u64::from(float(f32::from_bits(x as u32)).to_bits()),
        _ => double(f64::from_bits(x)).to_bits(),
    })
}

/// The same of two arguments.
pub(super) fn on_both(plain: &str, ty: Ty, x: u64, y: u64) -> Option<u64> {
    let (double, float) = binary(plain)?;
    Some(match ty {
        SINGLE => u64::from(float(f32::from_bits(x as u32), f32::from_bits(y as u32)).to_bits()),
        _ => double(f64::from_bits(x), f64::from_bits(y)).to_bits(),
    })
}

/// What the array of a function (`applied`) holds at an index if it is that of the system's library.
pub(crate) fn library_value(name: &str, index: u128) -> Option<u128> {
    let (plain, ty) = split_name(name)?;
    let bits = match ty {
        EXTENDED => return extended(plain).map(|function| function.on(&[index])),
        _ if unary(plain).is_some() => on_bits(plain, ty, index as u64),
        _ if of_order(plain).is_some() => on_order(plain, ty, (index >> ty.width()) as u64, index as u64),
        SINGLE => on_both(plain, ty, u64::from((index >> 32) as u32), u64::from(index as u32)),
        _ => on_both(plain, ty, (index >> 64) as u64, index as u64),
    };
    bits.map(u128::from)
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
    m.fma(s, ty, x, y, z).map(Some)
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
    let x = m.float_unary(s, op, ty, x)?;
    let width = call.result_width().max(32);
    let limit = |v: f64| match ty {
        EXTENDED => m.float_cast(s, CastOp::FpExt, DOUBLE, ty, value(DOUBLE, v)),
        _ => Ok(value(ty, v)),
    };
    let limits = [limit(-2f64.powi(width as i32 - 1))?, limit(2f64.powi(width as i32 - 1))?];
    let above = m.float_compare(FCmpOp::Oge, ty, x, limits[0])?.to_term(&m.pool);
    let below = m.float_compare(FCmpOp::Olt, ty, x, limits[1])?.to_term(&m.pool);
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
    let is = |mask: u64| -> Flow<_> { Ok(m.is_fp_class(s, ty, x, Value::int(mask, 32))?.to_term(pool)) };
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

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::process::Command;

    use super::*;

    const UNARY: &str = "exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh cbrt acosh asinh \
                         atanh erf erfc lgamma tgamma j0 j1 y0 y1";
    const BINARY: &str = "pow atan2 hypot";

    /// A program that prints for each function in both precisions the bits of two arguments and of the result.
    fn source() -> String {
        let mut text = String::from(
            "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n\
             static unsigned long of(double x) { unsigned long n; return memcpy(&n, &x, 8), n; }\n\
             static unsigned off(float x) { unsigned n; return memcpy(&n, &x, 4), n; }\n\
             int main(void) {\nunsigned long seed = 1;\nfor (int i = 0; i < 400; i++) {\n\
             double x[2];\nfloat y[2];\nfor (int j = 0; j < 2; j++) {\nseed = seed * 6364136223846793005 + 1442695040888963407;\n\
             y[j] = x[j] = ((long)seed >> 11) * 0x1p-52 * (i % 4 == 0 ? 1 : i % 4 == 1 ? 30 : i % 4 == 2 ? 700 : 1e30);\n}\n",
        );
        for name in UNARY.split_whitespace().chain(BINARY.split_whitespace()) {
            let arguments = |x: char| if unary(name).is_some() { format!("{x}[0]") } else { format!("{x}[0], {x}[1]") };
            let (x, y) = (arguments('x'), arguments('y'));
            let _ = writeln!(text, "printf(\"{name} %lx %lx %lx\\n\", of(x[0]), of(x[1]), of({name}({x})));");
            let _ = writeln!(text, "printf(\"{name}f %x %x %x\\n\", off(y[0]), off(y[1]), off({name}f({y})));");
        }
        text + "}\nreturn 0;\n}\n"
    }

    #[test]
    fn known_arguments_have_the_results_of_the_c_library() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, program) = (folder.path().join("math.c"), folder.path().join("math"));
        std::fs::write(&file, source()).expect("a file");
        let built =
            Command::new("clang").args(["-fno-builtin", "-w"]).arg(&file).args(["-lm", "-o"]).arg(&program).status();
        if !built.is_ok_and(|status| status.success()) {
            eprintln!("skipped: no clang");
            return;
        }
        let output = Command::new(&program).output().expect("it runs").stdout;
        let text = String::from_utf8(output).expect("text");
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let bits: Vec<u64> = words[1..].iter().map(|w| u64::from_str_radix(w, 16).expect("hexadecimal")).collect();
            let (plain, ty) = split_name(words[0]).expect("a function");
            let result =
                if unary(plain).is_some() { on_bits(plain, ty, bits[0]) } else { on_both(plain, ty, bits[0], bits[1]) };
            let number =
                |bits: u64| if ty == SINGLE { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
            let result = result.expect("a number");
            assert!(result == bits[2] || number(result).is_nan() && number(bits[2]).is_nan(), "{line}: {result:x}");
        }
        assert!(text.lines().count() > 20_000);
    }
}
