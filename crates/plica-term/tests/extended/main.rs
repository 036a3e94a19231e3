//! Long doubles of x86-64 against the machine and its C library: arithmetic, conversions and comparisons of numbers of
//! every magnitude, and of bits that no operation makes.

use std::path::Path;
use std::process::Command;

use plica_term::{FloatFormat, FpRel, FpUnary, Op, RoundingMode, TermId, TermPool};

const F80: FloatFormat = FloatFormat::F80;

/// Builds `native.c` and runs it; none without a clang for this machine.
fn native(rounds: u32) -> Option<String> {
    if !cfg!(target_arch = "x86_64") {
        return None;
    }
    let folder = std::env::temp_dir().join(format!("plica-extended-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let program = folder.join("native");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/extended/native.c");
    let options = ["-O1", "-fno-builtin", "-ffp-contract=off", "-fno-math-errno", "-w"];
    let built = Command::new("clang").args(options).arg(source).arg("-o").arg(&program).arg("-lm").status();
    if !built.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no clang");
        return None;
    }
    let output = Command::new(&program).arg(rounds.to_string()).output().expect("the program runs");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// The value of a term of constants.
fn known(pool: &TermPool, t: TermId, what: &str) -> u128 {
    pool.const_value(t).unwrap_or_else(|| panic!("{what}: not folded"))
}

/// What the terms make of a line.
fn value(pool: &TermPool, name: &str, args: &[u128]) -> u128 {
    let int = |width: u32| pool.bv(args[0], width);
    let float = |i: usize| pool.fp_from_bits(pool.bv(args[i], 80), F80);
    let bits = |t: TermId| pool.fp_to_bits(t);
    let arith = |op: Op, n: usize| bits(pool.fp_arith(op, &(0..n).map(float).collect::<Vec<_>>()));
    let round = |mode| bits(pool.fp_round(mode, float(0)));
    let term = match name {
        "add" => arith(Op::FpAdd, 2),
        "sub" => arith(Op::FpSub, 2),
        "mul" => arith(Op::FpMul, 2),
        "div" => arith(Op::FpDiv, 2),
        "fmod" => arith(Op::FpFmod, 2),
        "fma" => arith(Op::FpFma, 3),
        "sqrt" => arith(Op::FpSqrt, 1),
        "rint" => round(RoundingMode::NearestEven),
        "round" => round(RoundingMode::NearestAway),
        "trunc" => round(RoundingMode::TowardZero),
        "floor" => round(RoundingMode::TowardNegative),
        "ceil" => round(RoundingMode::TowardPositive),
        "eq" => pool.fp_rel(FpRel::Eq, float(0), float(1)),
        "lt" => pool.fp_rel(FpRel::Lt, float(0), float(1)),
        "le" => pool.fp_rel(FpRel::Le, float(0), float(1)),
        "nan" => pool.fp_is(FpUnary::IsNan, float(0)),
        "double" => bits(pool.fp_to_fp(float(0), FloatFormat::F64)),
        "float" => bits(pool.fp_to_fp(float(0), FloatFormat::F32)),
        "int32" => pool.fp_to_int(float(0), true, 32),
        "int64" => pool.fp_to_int(float(0), true, 64),
        "uint64" => pool.fp_to_int(float(0), false, 64),
        "of_int64" => bits(pool.fp_from_int(int(64), true, F80)),
        "of_uint64" => bits(pool.fp_from_int(int(64), false, F80)),
        "of_double" => bits(pool.fp_to_fp(pool.fp_from_bits(int(64), FloatFormat::F64), F80)),
        "of_float" => bits(pool.fp_to_fp(pool.fp_from_bits(int(32), FloatFormat::F32), F80)),
        _ => panic!("{name}?"),
    };
    known(pool, term, name)
}

/// The bits of a number of this format with one NaN.
fn canonical(pool: &TermPool, bits: u128, format: FloatFormat) -> u128 {
    known(pool, pool.fp_to_bits(pool.fp_from_bits(pool.bv(bits, format.width()), format)), "bits")
}

#[test]
fn arithmetic_is_that_of_the_machine() {
    let Some(text) = native(3000) else { return };
    let mut lines = 0;
    let mut pool = TermPool::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or("");
        let numbers: Vec<u128> = words.map(|w| u128::from_str_radix(w, 16).expect("hexadecimal")).collect();
        let (&result, args) = numbers.split_last().expect("a result");
        let expected = match name {
            "double" => canonical(&pool, result, FloatFormat::F64),
            "float" => canonical(&pool, result, FloatFormat::F32),
            "eq" | "lt" | "le" | "nan" | "int32" | "int64" | "uint64" => result,
            _ => canonical(&pool, result, F80),
        };
        assert_eq!(value(&pool, name, args), expected, "{line}");
        lines += 1;
        if lines % 10_000 == 0 {
            pool = TermPool::new();
        }
    }
    assert!(lines > 100_000, "{lines} lines");
}

#[test]
fn integers_out_of_range_give_zero_and_halves_are_rounded_once() {
    let pool = TermPool::new();
    let float = |bits: u128| pool.fp_from_bits(pool.bv(bits, 80), F80);
    // 2^63, 2^64, -2^63
    let (two63, two64, least) = (0x403e_8000_0000_0000_0000, 0x403f_8000_0000_0000_0000, 0xc03e_8000_0000_0000_0000);
    let int = |bits, signed, width| known(&pool, pool.fp_to_int(float(bits), signed, width), "an integer");
    assert_eq!(int(two63, true, 64), 0);
    assert_eq!(int(two63, false, 64), 1 << 63);
    assert_eq!(int(two64, false, 64), 0);
    assert_eq!(int(least, true, 64), 1 << 63);
    assert_eq!(int(least | 1, true, 64), 0);
    assert_eq!(int(F80.canonical_nan(), true, 64), 0);
    assert_eq!(int(two64, true, 128), 1 << 64);
    assert_eq!(int(0xbffe_8000_0000_0000_0000, false, 8), 0);
    // 2049 + 2^-40 is above the tie between two halves; by way of a double as well, by way of a single not.
    let half = |bits| known(&pool, pool.fp_to_bits(pool.fp_to_fp(float(bits), FloatFormat::F16)), "a half");
    assert_eq!(half(0x400a_8010_0000_0000_0000), 0x6800);
    assert_eq!(half(0x400a_8010_0000_0000_0001), 0x6801);
    let nearest = |v: u128| known(&pool, pool.fp_to_bits(pool.fp_from_int(pool.bv(v, 128), false, F80)), "a number");
    assert_eq!(nearest((1 << 64) + 1), two64);
    assert_eq!(nearest((1 << 65) + 6), 0x4040_8000_0000_0000_0002);
    assert_eq!(nearest(u128::MAX), 0x407f_8000_0000_0000_0000);
}

#[test]
fn a_number_has_one_form() {
    let pool = TermPool::new();
    let cases: [(u128, u128); 8] = [
        // A denormal with the leading bit is the normal number.
        (0x0000_8000_0000_0000_0001, 0x0001_8000_0000_0000_0001),
        (0x8000_ffff_ffff_ffff_ffff, 0x8001_ffff_ffff_ffff_ffff),
        // Without it, other exponents are none.
        (0x3fff_4000_0000_0000_0000, F80.canonical_nan()),
        (0x7fff_0000_0000_0000_0000, F80.canonical_nan()),
        (0xffff_0000_0000_0000_0001, F80.canonical_nan()),
        (0xffff_8000_0000_0000_0001, F80.canonical_nan()),
        (0xffff_8000_0000_0000_0000, 0xffff_8000_0000_0000_0000),
        (0x8000_0000_0000_0000_0000, 0x8000_0000_0000_0000_0000),
    ];
    for (bits, form) in cases {
        assert_eq!(canonical(&pool, bits, F80), form, "{bits:#x}");
    }
}
