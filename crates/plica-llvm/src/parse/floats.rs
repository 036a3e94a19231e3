//! Floating-point literals: from text to the bit pattern of the type's format.
//!
//! Oblivious to everything else. Invariant: the result has no bits above the format's width.

use crate::ast::FloatType;

/// The bits of a decimal literal such as `1.000000e+00`. LLVM writes decimals only for `float` and `double`, and only
/// where they are exact; for the other formats the nearest double is converted.
pub(super) fn decimal(text: &str, kind: FloatType) -> Option<u128> {
    text.parse().ok().map(|value| from_f64(value, kind))
}

/// The bits of a hexadecimal literal: `0x` is a double's pattern whatever the type, a letter names another format.
pub(super) fn hexadecimal(text: &str, kind: FloatType) -> Option<u128> {
    let digits = text.strip_prefix("0x")?;
    // The parser of integers would accept a sign.
    let hex = |s: &str| if s.starts_with('+') { None } else { u128::from_str_radix(s, 16).ok() };
    // 128-bit patterns are written with the low word first.
    let swapped = |s: &str| match s.len() {
        0..=16 => hex(s),
        17..=32 => Some(hex(s.get(..16)?)? | hex(s.get(16..)?)? << 64),
        _ => None,
    };
    let (bits, width) = match digits.as_bytes().first()? {
        b'K' => (hex(&digits[1..])?, 80),
        b'L' | b'M' => (swapped(&digits[1..])?, 128),
        b'H' | b'R' => (hex(&digits[1..])?, 16),
        _ => {
            let bits = u64::try_from(hex(digits)?).ok()?;
            return Some(from_f64(f64::from_bits(bits), kind));
        }
    };
    (width == kind.bits() && (width == 128 || bits >> width == 0)).then_some(bits)
}

/// Exponent and fraction widths of an IEEE format.
fn shape(kind: FloatType) -> (u32, u32) {
    match kind {
        FloatType::Half => (5, 10),
        FloatType::BFloat => (8, 7),
        FloatType::Float => (8, 23),
        FloatType::Double => (11, 52),
        // The integer bit is explicit there; it is put in below.
        FloatType::X86Fp80 => (15, 63),
        FloatType::Fp128 => (15, 112),
        FloatType::PpcFp128 => (11, 52),
    }
}

/// Converts a double, rounding to nearest even, and keeps the payload of a NaN.
pub(super) fn from_f64(value: f64, kind: FloatType) -> u128 {
    let bits = value.to_bits();
    if matches!(kind, FloatType::Double | FloatType::PpcFp128) {
        // A ppc_fp128 is the sum of two doubles; the first one is this value and the second one 0.
        return u128::from(bits);
    }
    let (exp_width, frac_width) = shape(kind);
    let sign = u128::from(bits >> 63);
    let exponent = (bits >> 52 & 0x7FF) as i32;
    let fraction = u128::from(bits & ((1 << 52) - 1));
    let max_exp = (1u128 << exp_width) - 1;
    let bias = (1i32 << (exp_width - 1)) - 1;
    let assemble = |exp: u128, frac: u128| {
        let integer_bit = if kind == FloatType::X86Fp80 { u128::from(exp != 0) << 63 } else { 0 };
        let frac_field = if kind == FloatType::X86Fp80 { 64 } else { frac_width };
        sign << (exp_width + frac_field) | exp << frac_field | integer_bit | frac
    };
    if exponent == 0x7FF {
        let payload = if frac_width >= 52 { fraction << (frac_width - 52) } else { fraction >> (52 - frac_width) };
        let lost_nan = fraction != 0 && payload == 0;
        return assemble(max_exp, payload | u128::from(lost_nan) << (frac_width - 1));
    }
    if exponent == 0 && fraction == 0 {
        return assemble(0, 0);
    }
    // value = mantissa · 2^(scale), with the mantissa's top bit at 52.
    let (mut mantissa, mut scale) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    while mantissa >> 52 == 0 {
        mantissa <<= 1;
        scale -= 1;
    }
    let target = scale + 52 + bias;
    if frac_width >= 52 {
        // Both wider formats hold every double as a normal number.
        return assemble(target as u128, (mantissa << (frac_width - 52)) & ((1 << frac_width) - 1));
    }
    // Subnormal results lose more bits than normal ones.
    let shift = (52 - frac_width) as i32 + if target <= 0 { 1 - target } else { 0 };
    let rounded = if shift > 54 {
        0
    } else {
        let kept = mantissa >> shift;
        let rest = mantissa & ((1 << shift) - 1);
        let half = 1u128 << (shift - 1);
        kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
    };
    // A carry out of the fraction goes into the exponent, which is what rounding up means.
    let magnitude = if target <= 0 { rounded } else { ((target as u128) << frac_width) + rounded - (1 << frac_width) };
    if magnitude >> frac_width >= max_exp {
        return assemble(max_exp, 0);
    }
    sign << (exp_width + frac_width) | magnitude
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_agrees_with_the_machine() {
        let values = [
            0.0,
            -0.0,
            1.0,
            0.1,
            -2.5,
            1e38,
            3.5e38,
            1e-40,
            1e-46,
            7.1e-46,
            1.4e-45,
            f64::INFINITY,
            16777217.0,
            5e-324,
        ];
        for v in values {
            assert_eq!(from_f64(v, FloatType::Float), u128::from((v as f32).to_bits()), "{v}");
        }
        let mut seed = 1u64;
        for _ in 0..20000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Exponents around those of floats, subnormal ones included.
            let v = f64::from_bits(seed >> 12 | (0x360 + seed % 0x140) << 52);
            assert_eq!(from_f64(v, FloatType::Float), u128::from((v as f32).to_bits()), "{v:e}");
        }
    }

    #[test]
    fn other_formats() {
        assert_eq!(from_f64(1.5, FloatType::Half), 0x3E00);
        assert_eq!(from_f64(65520.0, FloatType::Half), 0x7C00);
        assert_eq!(from_f64(65519.0, FloatType::Half), 0x7BFF);
        assert_eq!(from_f64(6e-8, FloatType::Half), 1);
        assert_eq!(from_f64(-1.0, FloatType::BFloat), 0xBF80);
        assert_eq!(from_f64(1.5, FloatType::X86Fp80), 0x3FFF_C000_0000_0000_0000);
        assert_eq!(from_f64(-2.0, FloatType::Fp128), 0xC000 << 112);
        assert_eq!(from_f64(f64::INFINITY, FloatType::X86Fp80), 0x7FFF_8000_0000_0000_0000);
    }

    #[test]
    fn literals() {
        assert_eq!(decimal("1.000000e+00", FloatType::Double), Some(0x3FF0_0000_0000_0000));
        assert_eq!(hexadecimal("0x3FB99999A0000000", FloatType::Float), Some(u128::from(0.1f32.to_bits())));
        assert_eq!(hexadecimal("0xK3FFFC000000000000000", FloatType::X86Fp80), Some(0x3FFF_C000_0000_0000_0000));
        assert_eq!(hexadecimal("0xL00000000000000013FFF000000000000", FloatType::Fp128), Some(0x3FFF << 112 | 1));
        assert_eq!(hexadecimal("0xH3C00", FloatType::Half), Some(0x3C00));
        assert_eq!(hexadecimal("0xR3F80", FloatType::BFloat), Some(0x3F80));
        for bad in ["0x", "0xK", "0xH12345", "0xHzz", "0x+1", "0x11111111111111111", "0xK3FFF"] {
            assert_eq!(hexadecimal(bad, FloatType::Half), None, "{bad}");
        }
        assert_eq!(hexadecimal("0x7FF4000000000000", FloatType::Float), Some(0x7FA0_0000), "signalling NaN");
    }
}
