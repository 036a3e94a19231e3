//! The digits of a `long double`: what `printf` asks of a number of the x87.
//!
//! Oblivious to formats. Invariant: digits are those of the exact value, rounded once, ties to even.

use num_bigint::BigUint;

use crate::builtin::format::{Digits, Hexadecimal};

const TOP: i32 = 0x7fff;
const BIAS: i32 = 16383;

/// The bits of a number, none of which is one that no operation makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extended(pub u128);

impl Extended {
    fn raw(self) -> i32 {
        (self.0 >> 64) as i32 & TOP
    }

    fn significand(self) -> u64 {
        self.0 as u64
    }

    /// An integer without leading zeros, and how many of its digits are behind the point.
    fn digits(self) -> (String, usize) {
        let power = self.raw().max(1) - BIAS - 63;
        let significand = BigUint::from(self.significand());
        if power >= 0 {
            return ((significand << power).to_string(), 0);
        }
        let behind = power.unsigned_abs();
        // m / 2^n = m * 5^n / 10^n
        ((significand * BigUint::from(5u32).pow(behind)).to_string(), behind as usize)
    }
}

/// `digits` without the last `cut` of them, rounded to nearest, ties to even.
fn rounded(digits: &str, cut: usize) -> String {
    let digits = format!("{digits:0>least$}", least = cut + 1);
    let (kept, lost) = digits.split_at(digits.len() - cut);
    let odd = kept.ends_with(['1', '3', '5', '7', '9']);
    let up = match lost.as_bytes().first() {
        Some(b'6'..) => true,
        Some(b'5') => odd || lost[1..].contains(|c| c != '0'),
        _ => false,
    };
    if !up {
        return kept.to_string();
    }
    let unchanged = kept.trim_end_matches('9');
    let zeros = "0".repeat(kept.len() - unchanged.len());
    match unchanged.as_bytes().split_last() {
        Some((last, before)) => format!("{}{}{zeros}", String::from_utf8_lossy(before), char::from(last + 1)),
        None => format!("1{zeros}"),
    }
}

/// With a point before the last `behind` digits, of which there are more.
fn pointed(mut digits: String, behind: usize) -> String {
    if behind > 0 {
        digits.insert(digits.len() - behind, '.');
    }
    digits
}

impl Digits for Extended {
    fn is_negative(self) -> bool {
        self.0 >> 79 & 1 == 1
    }

    fn is_nan(self) -> bool {
        self.raw() == TOP && self.significand() != 1 << 63
    }

    fn is_finite(self) -> bool {
        self.raw() != TOP
    }

    fn fixed(self, precision: usize) -> String {
        let (digits, behind) = self.digits();
        let digits = match behind.checked_sub(precision) {
            Some(cut) => rounded(&digits, cut),
            None => digits + &"0".repeat(precision - behind),
        };
        pointed(format!("{digits:0>least$}", least = precision + 1), precision)
    }

    fn scientific(self, precision: usize) -> (String, i32) {
        let (digits, behind) = self.digits();
        let mut exponent = if self.significand() == 0 { 0 } else { digits.len() as i32 - 1 - behind as i32 };
        let mut shown = match digits.len().checked_sub(precision + 1) {
            Some(cut) => rounded(&digits, cut),
            None => format!("{digits:0<all$}", all = precision + 1),
        };
        if shown.len() > precision + 1 {
            // Rounding carried into a further digit, and left zeros.
            shown.pop();
            exponent += 1;
        }
        (pointed(shown, precision), exponent)
    }

    /// The first digit has four bits, as glibc has it for this format.
    fn hexadecimal(self) -> Hexadecimal {
        let significand = self.significand();
        let exponent = if significand == 0 { 0 } else { self.raw().max(1) - BIAS - 3 };
        Hexadecimal { first: significand >> 60, fraction: significand & ((1 << 60) - 1), digits: 15, exponent }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::builtin::format::{Spec, float, parse_spec};
    use std::ffi::{CString, c_char, c_int};

    /// A `long double` as an argument: what is too large for registers lies where one does, in its first bytes.
    #[repr(C, align(16))]
    #[derive(Clone, Copy)]
    struct Argument([u64; 4]);

    unsafe extern "C" {
        fn snprintf(to: *mut c_char, size: usize, format: *const c_char, ...) -> c_int;
    }

    fn expected(format: &str, bits: u128) -> Vec<u8> {
        let format = CString::new(format).unwrap();
        let mut buf = vec![0u8; 20_000];
        let value = Argument([bits as u64, (bits >> 64) as u64, 0, 0]);
        // SAFETY: the buffer has the stated size; the format has one conversion, of a `long double`, whose ten bytes
        // begin the argument, which is passed in memory and aligned as one.
        let n = unsafe { snprintf(buf.as_mut_ptr().cast(), buf.len(), format.as_ptr(), value) };
        buf.truncate(n as usize);
        buf
    }

    fn spec(format: &str) -> Spec {
        parse_spec(&mut &format.as_bytes()[1..]).unwrap_or_else(|| panic!("{format}"))
    }

    #[test]
    fn long_doubles_are_written_as_the_c_library_does() {
        let of = |exponent: u128, significand: u64| exponent << 64 | u128::from(significand);
        let mut values = vec![
            0,
            1 << 79,
            1,
            of(0, u64::MAX >> 1),
            of(1, 1 << 63),
            of(0x7ffe, u64::MAX),
            of(0x7fff, 1 << 63),
            of(0xffff, 1 << 63),
            of(0x7fff, 3 << 62),
            of(0x3fff, 1 << 63),
            of(0x3fff, 3 << 62),
            of(0x4000, 5 << 61),
            of(0xbffd, 0xaaaa_aaaa_aaaa_aaab),
            of(0x3ffe, u64::MAX),
            of(0x4002, 0x9fff_ffff_ffff_ffff),
            of(0x4012, 0xf423_f7ff_ffff_ffff),
            of(0x403e, u64::MAX),
        ];
        let mut state = 1u64;
        for _ in 0..30 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let near = 0x3fff - 40 + u128::from(state >> 33) % 120;
            values.push(of(near | u128::from(state & 1) << 15, state ^ (state >> 29) | 1 << 63));
        }
        let flags = ["", "-", "+", " ", "#", "0", "+#0", "-#"];
        for flags in flags {
            for size in ["", "30", ".0", ".1", ".5", ".15", ".20", "40.17"] {
                for letter in ["f", "F", "e", "E", "g", "G", "a", "A"] {
                    let format = format!("%{flags}{size}L{letter}");
                    let spec = spec(&format);
                    let digits = spec.precision().unwrap_or(6).max(1) - 1;
                    for &bits in &values {
                        let v = Extended(bits);
                        // As for doubles: glibc loses zeros there.
                        let carries = v.is_finite() && v.scientific(digits).1 != v.scientific(40).1;
                        if carries && spec.alternate && letter.eq_ignore_ascii_case("g") {
                            continue;
                        }
                        let (got, wanted) = (float(&spec, v), expected(&format, bits));
                        let show = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
                        assert_eq!(show(&got), show(&wanted), "{format} of {bits:#x}");
                    }
                }
            }
        }
        let all = [1, of(0x3ffd, 0xaaaa_aaaa_aaaa_aaab), of(0x7ffe, u64::MAX)];
        for (format, bits) in ["%.16500Lf", "%.17000Le", "%.17000Lg"].into_iter().flat_map(|f| all.map(|v| (f, v))) {
            if expected(format, bits).len() < 20_000 {
                assert!(float(&spec(format), Extended(bits)) == expected(format, bits), "{format} of {bits:#x}");
            }
        }
    }
}
