//! What NaN the x87 makes of known `long double`s: terms know only one, the program's own run has its sign and payload.
//!
//! Oblivious to states and terms. Invariant: the bits are those of the processor's instructions.

/// What an operation on numbers gives where there is no result.
const INDEFINITE: u128 = 0xffff_c000_0000_0000_0000;
const QUIET: u128 = 1 << 62;

fn exponent(bits: u128) -> u128 {
    bits >> 64 & 0x7fff
}

fn significand(bits: u128) -> u128 {
    bits & u128::from(u64::MAX)
}

/// Is it among those bits that are no number: with an exponent, and without the leading bit?
fn is_unnormal(bits: u128) -> bool {
    exponent(bits) != 0 && significand(bits) >> 63 == 0
}

pub(super) fn is_nan(bits: u128) -> bool {
    exponent(bits) == 0x7fff && significand(bits) > 1 << 63
}

/// The NaN that an operation on these gives: of theirs a quiet one, of two the one with the larger significand.
pub(super) fn nan_of(operands: &[u128]) -> u128 {
    if operands.iter().any(|&v| is_unnormal(v)) {
        return INDEFINITE;
    }
    let nans = || operands.iter().copied().filter(|&v| is_nan(v));
    let quiet = || nans().filter(|v| v & QUIET != 0);
    // Of equal ones the positive one.
    let rank = |v: &u128| (significand(*v), v >> 79 == 0);
    let chosen = if quiet().next().is_some() { quiet().max_by_key(rank) } else { nans().max_by_key(rank) };
    chosen.map_or(INDEFINITE, |v| v | QUIET)
}

/// A NaN of an IEEE format with `fraction` bits behind an exponent of `exponent` bits.
pub(super) fn narrowed(nan: u128, exponent: u32, fraction: u32) -> u128 {
    let payload = significand(nan_of(&[nan])) & ((1 << 63) - 1);
    (nan_of(&[nan]) >> 79) << (exponent + fraction) | ((1 << exponent) - 1) << fraction | payload >> (63 - fraction)
}

/// The other way round.
pub(super) fn widened(nan: u128, exponent: u32, fraction: u32) -> u128 {
    let payload = (nan & ((1 << fraction) - 1)) << (63 - fraction);
    (nan >> (exponent + fraction) & 1) << 79 | 0x7fff << 64 | 1 << 63 | QUIET | payload
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// What `native.c` of plica-term prints; none without a clang for this machine.
    fn native() -> Option<String> {
        let folder = tempfile::tempdir().ok()?;
        let program = folder.path().join("native");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../plica-term/tests/extended/native.c");
        let options = ["-O1", "-fno-builtin", "-ffp-contract=off", "-fno-math-errno", "-w", source, "-lm", "-o"];
        let built = Command::new("clang").args(options).arg(&program).status();
        if !cfg!(target_arch = "x86_64") || !built.is_ok_and(|status| status.success()) {
            eprintln!("skipped: no clang for this machine");
            return None;
        }
        let output = Command::new(&program).arg("3000").output().ok()?;
        String::from_utf8(output.stdout).ok()
    }

    #[test]
    fn nans_are_those_of_the_machine() {
        let Some(text) = native() else { return };
        let mut seen = 0;
        for line in text.lines() {
            let mut words = line.split(' ');
            let name = words.next().unwrap_or("");
            let bits: Vec<u128> = words.map(|w| u128::from_str_radix(w, 16).expect("hexadecimal")).collect();
            let (&result, args) = bits.split_last().expect("a result");
            let made = match name {
                "add" | "sub" | "mul" | "div" | "fmod" if is_nan(result) => nan_of(&args[..2]),
                "sqrt" | "rint" | "round" | "trunc" | "floor" | "ceil" if is_nan(result) => nan_of(&args[..1]),
                "fma" if is_nan(result) => {
                    let product = nan_of(&args[..2]);
                    let made = args[..2].iter().any(|&v| is_nan(v));
                    // The product is a NaN of its own only where infinity meets zero.
                    if made { nan_of(&[product, args[2]]) } else { continue }
                }
                "double" if f64::from_bits(result as u64).is_nan() => narrowed(args[0], 11, 52),
                "float" if f32::from_bits(result as u32).is_nan() => narrowed(args[0], 8, 23),
                "of_double" if is_nan(result) => widened(args[0], 11, 52),
                "of_float" if is_nan(result) => widened(args[0], 8, 23),
                _ => continue,
            };
            assert_eq!(made, result, "{line}: {made:x}");
            seen += 1;
        }
        assert!(seen > 1000, "{seen} NaNs");
    }
}
