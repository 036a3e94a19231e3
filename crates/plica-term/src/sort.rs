//! Sorts of terms, and the width arithmetic that everything else shares. Oblivious to terms.

/// The widest bit-vector there is, in bits. Constants are held as `u128`.
pub const MAX_WIDTH: u32 = 128;

/// An IEEE 754 binary format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatFormat {
    /// `_Float16`: 5 exponent bits, 11 significand bits (hidden one included).
    F16,
    /// `float`: 8 and 24.
    F32,
    /// `double`: 11 and 53.
    F64,
    /// `long double` of x86-64: 15 and 64. In memory the leading bit of the significand is not hidden.
    F80,
}

impl FloatFormat {
    /// Exponent width in bits.
    pub fn exponent(self) -> u32 {
        match self {
            FloatFormat::F16 => 5,
            FloatFormat::F32 => 8,
            FloatFormat::F64 => 11,
            FloatFormat::F80 => 15,
        }
    }

    /// Significand width in bits, the hidden bit included, as SMT-LIB counts it.
    pub fn significand(self) -> u32 {
        match self {
            FloatFormat::F16 => 11,
            FloatFormat::F32 => 24,
            FloatFormat::F64 => 53,
            FloatFormat::F80 => 64,
        }
    }

    /// Width in memory in bits.
    pub fn width(self) -> u32 {
        self.packed() + u32::from(self == FloatFormat::F80)
    }

    /// Width in bits with the leading bit hidden, as in the interchange formats of IEEE 754 and in SMT-LIB.
    pub fn packed(self) -> u32 {
        self.exponent() + self.significand()
    }

    /// The bit pattern that stands for every NaN produced by an operation: positive, quiet, no payload.
    pub fn canonical_nan(self) -> u128 {
        match self {
            FloatFormat::F16 => 0x7e00,
            FloatFormat::F32 => 0x7fc0_0000,
            FloatFormat::F64 => 0x7ff8_0000_0000_0000,
            FloatFormat::F80 => 0x7fff_c000_0000_0000_0000,
        }
    }
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Sort {
    /// Bit-vector of 1 to [`MAX_WIDTH`] bits. Width 1 is also the sort of conditions.
    Bv(u32),
    /// Total map from `index`-bit to `elem`-bit vectors.
    Array {
        /// Index width in bits.
        index: u32,
        /// Element width in bits.
        elem: u32,
    },
    /// IEEE 754 number (a value, not its bits).
    Float(FloatFormat),
}

impl Sort {
    /// The sort of conditions.
    pub const BOOL: Sort = Sort::Bv(1);

    /// The width of a bit-vector sort; `None` for other sorts.
    pub fn bv_width(self) -> Option<u32> {
        match self {
            Sort::Bv(w) => Some(w),
            _ => None,
        }
    }
}

/// The `w` low bits set (`1 <= w <= 128`).
pub fn mask(w: u32) -> u128 {
    if w >= 128 { u128::MAX } else { (1u128 << w) - 1 }
}

/// The inverse of an odd number modulo 2^128.
pub fn inverse(odd: u128) -> u128 {
    // Newton: each step doubles the number of correct bits; an odd number is its own inverse modulo 8.
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))))
}

/// The value of the `w`-bit vector `v` read as two's complement.
pub fn sign_extend(v: u128, w: u32) -> i128 {
    if w >= 128 { v as i128 } else { ((v << (128 - w)) as i128) >> (128 - w) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_numbers_have_inverses() {
        let odd = (0..200).map(|i: u128| i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_0c2a_5b1d_4e67) | 1);
        odd.for_each(|k| assert_eq!(k.wrapping_mul(inverse(k)), 1));
    }
}
