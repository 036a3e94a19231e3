//! Floats: where plica's operators and SMT-LIB's differ, namely in conversions.
//!
//! Oblivious to back ends. SMT-LIB cannot name the bits of a float, so [`plica_term::Op::FpToBits`] introduces a vector
//! that converts to it; and SMT-LIB leaves conversions to integers open outside the range, where plica gives zero.

use plica_term::{FloatFormat, FpRel, FpUnary, Op, Sort, TermId};

use crate::encode::Encoder;
use crate::sink::{EncodeError, Prim, Sink, SinkSort};

/// The bits of `±(2^power + plus)` as SMT-LIB has them, where the number is representable. `None` where 2^power is
/// beyond the format.
fn integer_bits(format: FloatFormat, negative: bool, power: u32, plus_one: bool) -> Option<u128> {
    let fraction_bits = format.significand() - 1;
    let bias = (1u32 << (format.exponent() - 1)) - 1;
    if power > bias {
        return None;
    }
    // 2^power + 1 = 2^power * (1 + 2^-power); with power 0 it would be 2, which no caller needs.
    let fraction = if plus_one { 1u128 << (fraction_bits - power) } else { 0 };
    let sign = u128::from(negative) << (format.packed() - 1);
    Some(sign | u128::from(power + bias) << fraction_bits | fraction)
}

/// Narrower integers are converted through this width: Bitwuzla 0.8 breaks down on conversions to a single bit.
const NARROWEST: u32 = 8;

impl<S: Sink> Encoder<S> {
    pub(crate) fn make_float(&mut self, sink: &mut S, t: TermId, args: &[S::Term]) -> Result<S::Term, EncodeError> {
        let pool = self.pool().clone();
        let node = pool.node(t);
        let result = SinkSort::Of(node.sort);
        let format = match node.sort {
            Sort::Float(format) => Some(format),
            _ => None,
        };
        let argument_format = node.args.first().and_then(|&a| match pool.sort(a) {
            Sort::Float(format) => Some(format),
            _ => None,
        });
        let (prim, sort) = match (node.op, format, argument_format) {
            (Op::FpFromBits, Some(f), _) => return float_of(sink, f, args[0]),
            (Op::FpToFp, Some(f), _) => (Prim::FpToFp(f), result),
            (Op::FpFromSbv | Op::FpFromUbv, Some(f), _) => {
                let signed = node.op == Op::FpFromSbv;
                let mut integer = args[0];
                let width = pool.width(node.args[0]);
                if let Some(more) = NARROWEST.checked_sub(width).filter(|&more| more > 0) {
                    let extend = if signed { Prim::Sext(more) } else { Prim::Zext(more) };
                    integer = sink.apply(extend, SinkSort::Of(Sort::Bv(NARROWEST)), &[integer])?;
                }
                let prim = if signed { Prim::FpFromSbv(f) } else { Prim::FpFromUbv(f) };
                return sink.apply(prim, result, &[integer]);
            }
            (Op::FpToBits, _, Some(f)) => return self.make_bits(sink, node.args[0], args[0], f),
            (Op::FpToSbv | Op::FpToUbv, _, Some(f)) => {
                let width = node.sort.bv_width().unwrap_or(0);
                return make_to_int(sink, args[0], f, matches!(node.op, Op::FpToSbv), width);
            }
            (Op::FpAdd, ..) => (Prim::FpAdd, result),
            (Op::FpSub, ..) => (Prim::FpSub, result),
            (Op::FpMul, ..) => (Prim::FpMul, result),
            (Op::FpDiv, ..) => (Prim::FpDiv, result),
            (Op::FpFma, ..) => (Prim::FpFma, result),
            (Op::FpSqrt, ..) => (Prim::FpSqrt, result),
            (Op::FpRound(mode), ..) => (Prim::FpRound(mode), result),
            (Op::FpNeg, ..) => (Prim::FpNeg, result),
            (Op::FpAbs, ..) => (Prim::FpAbs, result),
            (Op::FpRel(FpRel::Eq), ..) => (Prim::FpEq, SinkSort::Bool),
            (Op::FpRel(FpRel::Lt), ..) => (Prim::FpLt, SinkSort::Bool),
            (Op::FpRel(FpRel::Le), ..) => (Prim::FpLe, SinkSort::Bool),
            (Op::FpIs(p), ..) => (Prim::FpIs(p), SinkSort::Bool),
            // As a circuit it has thousands of stages: no solver gets anywhere with it.
            (Op::FpFmod, ..) => return Err(EncodeError::Unsupported("fmod of symbolic numbers")),
            _ => return Err(EncodeError::Unsupported("an operator of floats")),
        };
        sink.apply(prim, sort, args)
    }

    /// The bits of a float, NaN being the canonical one.
    fn make_bits(
        &mut self,
        sink: &mut S,
        of: TermId,
        float: S::Term,
        format: FloatFormat,
    ) -> Result<S::Term, EncodeError> {
        let sort = Sort::Bv(format.packed());
        let is_nan = sink.apply(Prim::FpIs(FpUnary::IsNan), SinkSort::Bool, &[float])?;
        let canonical = sink.bv_value(packed_nan(format), format.packed())?;
        if self.is_open(of) {
            // The vector would depend on the bound symbol.
            return Err(EncodeError::Unsupported("the bits of a float under a quantifier"));
        }
        let name = self.fresh_name("bits");
        let bits = sink.constant(&name, SinkSort::Of(sort))?;
        let back = sink.apply(Prim::FpFromBits(format), SinkSort::Of(Sort::Float(format)), &[bits])?;
        let same = sink.apply(Prim::Eq, SinkSort::Bool, &[back, float])?;
        let is_canonical = sink.apply(Prim::Eq, SinkSort::Bool, &[bits, canonical])?;
        let nan_case = sink.apply(Prim::Implies, SinkSort::Bool, &[is_nan, is_canonical])?;
        self.definitions.extend([same, nan_case]);
        if format == FloatFormat::F80 { unpack(sink, bits) } else { Ok(bits) }
    }
}

/// The canonical NaN as SMT-LIB has it.
fn packed_nan(format: FloatFormat) -> u128 {
    plica_term::mask(format.exponent() + 1) << (format.significand() - 2)
}

/// The number with these bits.
pub(crate) fn float_of<S: Sink>(sink: &mut S, format: FloatFormat, bits: S::Term) -> Result<S::Term, EncodeError> {
    let bits = if format == FloatFormat::F80 { pack(sink, bits)? } else { bits };
    sink.apply(Prim::FpFromBits(format), SinkSort::Of(Sort::Float(format)), &[bits])
}

const EXPONENT: u32 = 15;
const FRACTION: u32 = 63;

/// Bits `hi` down to `lo`.
fn field<S: Sink>(sink: &mut S, bits: S::Term, hi: u32, lo: u32) -> Result<S::Term, EncodeError> {
    sink.apply(Prim::Extract { hi, lo }, SinkSort::Of(Sort::Bv(hi - lo + 1)), &[bits])
}

fn concat<S: Sink>(sink: &mut S, width: u32, hi: S::Term, lo: S::Term) -> Result<S::Term, EncodeError> {
    sink.apply(Prim::Concat, SinkSort::Of(Sort::Bv(width)), &[hi, lo])
}

/// Is a part of that width zero?
fn is_zero<S: Sink>(sink: &mut S, part: S::Term, width: u32) -> Result<S::Term, EncodeError> {
    let zero = sink.bv_value(0, width)?;
    sink.apply(Prim::Eq, SinkSort::Bool, &[part, zero])
}

/// The 80 bits of a `long double` without the leading bit of the significand. Without it set no other exponent than
/// zero is one of a number; with it set, zero stands for one.
fn pack<S: Sink>(sink: &mut S, bits: S::Term) -> Result<S::Term, EncodeError> {
    let packed = FloatFormat::F80.packed();
    let sign = field(sink, bits, 79, 79)?;
    let exponent = field(sink, bits, 78, 64)?;
    let leading = field(sink, bits, FRACTION, FRACTION)?;
    let fraction = field(sink, bits, FRACTION - 1, 0)?;
    let (least, none) = (is_zero(sink, exponent, EXPONENT)?, is_zero(sink, leading, 1)?);
    let (some, greater) =
        (sink.apply(Prim::Not, SinkSort::Bool, &[none])?, sink.apply(Prim::Not, SinkSort::Bool, &[least])?);
    let pseudo = sink.apply(Prim::And, SinkSort::Bool, &[least, some])?;
    let one = sink.bv_value(1, EXPONENT)?;
    let exponent = sink.apply(Prim::Ite, SinkSort::Of(Sort::Bv(EXPONENT)), &[pseudo, one, exponent])?;
    let magnitude = concat(sink, EXPONENT + FRACTION, exponent, fraction)?;
    let number = concat(sink, packed, sign, magnitude)?;
    let unnormal = sink.apply(Prim::And, SinkSort::Bool, &[greater, none])?;
    let nan = sink.bv_value(packed_nan(FloatFormat::F80), packed)?;
    sink.apply(Prim::Ite, SinkSort::Of(Sort::Bv(packed)), &[unnormal, nan, number])
}

/// The other way round: the leading bit is set where the exponent is not zero.
fn unpack<S: Sink>(sink: &mut S, packed: S::Term) -> Result<S::Term, EncodeError> {
    let top = field(sink, packed, 78, FRACTION)?;
    let exponent = field(sink, packed, 77, FRACTION)?;
    let fraction = field(sink, packed, FRACTION - 1, 0)?;
    let least = is_zero(sink, exponent, EXPONENT)?;
    let (zero, one) = (sink.bv_value(0, 1)?, sink.bv_value(1, 1)?);
    let leading = sink.apply(Prim::Ite, SinkSort::Of(Sort::Bv(1)), &[least, zero, one])?;
    let significand = concat(sink, FRACTION + 1, leading, fraction)?;
    concat(sink, FloatFormat::F80.width(), top, significand)
}

/// Conversion to an integer towards zero; NaN and what is out of range give zero.
fn make_to_int<S: Sink>(
    sink: &mut S,
    float: S::Term,
    format: FloatFormat,
    signed: bool,
    width: u32,
) -> Result<S::Term, EncodeError> {
    let sort = SinkSort::Of(Sort::Bv(width));
    let number = |sink: &mut S, bits: u128| {
        let bits = sink.bv_value(bits, format.packed())?;
        sink.apply(Prim::FpFromBits(format), SinkSort::Of(Sort::Float(format)), &[bits])
    };
    // The largest magnitude is 2^top - 1 above and 2^top (signed) or 0 (unsigned) below; the fraction is cut off.
    let top = if signed { width - 1 } else { width };
    let mut inside = Vec::new();
    for p in [FpUnary::IsNan, FpUnary::IsInf] {
        let is = sink.apply(Prim::FpIs(p), SinkSort::Bool, &[float])?;
        inside.push(sink.apply(Prim::Not, SinkSort::Bool, &[is])?);
    }
    if let Some(bits) = integer_bits(format, false, top, false) {
        let above = number(sink, bits)?;
        inside.push(sink.apply(Prim::FpLt, SinkSort::Bool, &[float, above])?);
    }
    if !signed {
        // Above -1.
        if let Some(bits) = integer_bits(format, true, 0, false) {
            let below = number(sink, bits)?;
            inside.push(sink.apply(Prim::FpLt, SinkSort::Bool, &[below, float])?);
        }
    } else if top > 0 && top < format.significand() {
        // -(2^top + 1) is a number of the format: strictly above it.
        if let Some(bits) = integer_bits(format, true, top, true) {
            let below = number(sink, bits)?;
            inside.push(sink.apply(Prim::FpLt, SinkSort::Bool, &[below, float])?);
        }
    } else if top == 0 {
        // One signed bit: 0 and -1, so strictly above -2.
        if let Some(bits) = integer_bits(format, true, 1, false) {
            let below = number(sink, bits)?;
            inside.push(sink.apply(Prim::FpLt, SinkSort::Bool, &[below, float])?);
        }
    } else if let Some(bits) = integer_bits(format, true, top, false) {
        // Numbers of that size are integers: -2^top itself is the last one inside.
        let below = number(sink, bits)?;
        inside.push(sink.apply(Prim::FpLe, SinkSort::Bool, &[below, float])?);
    }
    let mut all = sink.bool_value(true)?;
    for condition in inside {
        all = sink.apply(Prim::And, SinkSort::Bool, &[all, condition])?;
    }
    let enough = width.max(NARROWEST);
    let prim = if signed { Prim::FpToSbv(enough) } else { Prim::FpToUbv(enough) };
    let mut converted = sink.apply(prim, SinkSort::Of(Sort::Bv(enough)), &[float])?;
    if enough > width {
        converted = sink.apply(Prim::Extract { hi: width - 1, lo: 0 }, sort, &[converted])?;
    }
    let zero = sink.bv_value(0, width)?;
    sink.apply(Prim::Ite, sort, &[all, converted, zero])
}
