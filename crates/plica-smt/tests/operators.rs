//! Every operator in every back end, held against the evaluator.

mod common;

use std::sync::Arc;

use plica_smt::{Backend, BackendAnswer, Limit, UnknownReason, Work};

use common::{Chance, backends, expect, input, satisfiable_by_search};
use plica_term::{
    ConstValue, Evaluator, FloatFormat, FpRel, FpUnary, Model, Op, RoundingMode, Sort, SymbolKind, TableData, TermId,
    TermPool,
};

const BINARY: &[Op] =
    &[Op::And, Op::Or, Op::Xor, Op::Add, Op::Mul, Op::Udiv, Op::Urem, Op::Sdiv, Op::Srem, Op::Shl, Op::Lshr, Op::Ashr];

const RELATIONS: &[Op] = &[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Umulo, Op::Smulo];

/// Each binary operator and relation at widths 1 to 4, once for a result that occurs and for one that may not.
#[test]
fn binary_operators_agree_with_exhaustive_search() {
    let pool = Arc::new(TermPool::new());
    let mut all = backends(&pool);
    let mut chance = Chance::new(1);
    for width in 1..=4 {
        let (x, y) =
            (input(&pool, &format!("x{width}"), Sort::Bv(width)), input(&pool, &format!("y{width}"), Sort::Bv(width)));
        for &op in BINARY.iter().chain(RELATIONS) {
            let sort = if RELATIONS.contains(&op) { Sort::BOOL } else { Sort::Bv(width) };
            let t = pool.build(op, sort, &[x, y]);
            let value = pool.bv(u128::from(chance.bits()), pool.width(t));
            let bound = pool.bv(u128::from(chance.bits()), width);
            let query = [pool.eq(t, value), pool.ult(x, bound)];
            if query.iter().any(|&q| pool.is_true(q) || pool.is_false(q)) {
                continue;
            }
            let sat = satisfiable_by_search(&pool, &[x, y], &query);
            for backend in &mut all {
                expect(&pool, backend.as_mut(), &query, sat, &format!("{op:?} at width {width}"));
            }
        }
    }
}

/// Random terms over three symbols, all operators mixed.
#[test]
fn random_terms_agree_with_exhaustive_search() {
    let pool = Arc::new(TermPool::new());
    let mut all = backends(&pool);
    let mut chance = Chance::new(2);
    let width = 3;
    let symbols: Vec<TermId> = (0..3).map(|i| input(&pool, &format!("s{i}"), Sort::Bv(width))).collect();
    for round in 0..120 {
        let query = [condition(&pool, &mut chance, &symbols), condition(&pool, &mut chance, &symbols)];
        if query.iter().any(|&q| pool.is_true(q) || pool.is_false(q)) {
            continue;
        }
        let sat = satisfiable_by_search(&pool, &symbols, &query);
        for backend in &mut all {
            expect(&pool, backend.as_mut(), &query, sat, &format!("round {round}"));
        }
    }
}

/// Questions that a back end is stopped at, again and again, and that share conditions: what it comes to in the end,
/// going on where it was, is what a search through all values comes to.
#[cfg(feature = "bitwuzla")]
#[test]
fn stopped_solvers_go_on_where_they_were() {
    let pool = Arc::new(TermPool::new());
    let mut backend = plica_smt::Bitwuzla::incremental(pool.clone());
    let mut chance = Chance::new(3);
    let width = 7;
    let symbols: Vec<TermId> = (0..2).map(|i| input(&pool, &format!("p{i}"), Sort::Bv(width))).collect();
    let [x, y] = symbols[..] else { panic!("two symbols") };
    let of = |op, a, b| pool.build(op, Sort::Bv(width), &[a, b]);
    let mut conditions = Vec::new();
    while conditions.len() < 24 {
        let number = pool.bv(u128::from(chance.bits()), width);
        let product = of(Op::Mul, of(Op::Xor, x, number), of(Op::Add, y, of(Op::Mul, x, x)));
        let other = of(chance.pick(&[Op::Urem, Op::Udiv, Op::Mul, Op::Sdiv]), product, of(Op::Xor, y, x));
        let bound = pool.bv(u128::from(chance.bits()), width);
        let condition = pool.build(chance.pick(&[Op::Ult, Op::Slt, Op::Eq]), Sort::BOOL, &[other, bound]);
        if !pool.is_true(condition) && !pool.is_false(condition) {
            conditions.push(condition);
        }
    }
    let (mut stopped, mut answers) = (0, [0; 2]);
    let mut open: Vec<Vec<TermId>> =
        (0..60).map(|_| (0..3 + chance.below(3)).map(|_| chance.pick(&conditions)).collect()).collect();
    while !open.is_empty() {
        let query = open.swap_remove(chance.below(open.len()));
        let work = Work::units(100 + 50 * stopped + chance.below(1000) as u64);
        match backend.check(&query, &Limit::after(work, &Arc::default(), &Arc::default())) {
            BackendAnswer::Unknown(UnknownReason::Timeout) => {
                stopped += 1;
                open.push(query);
            }
            BackendAnswer::Unknown(why) => panic!("{why}"),
            answer => {
                let sat = satisfiable_by_search(&pool, &symbols, &query);
                assert_eq!(matches!(answer, BackendAnswer::Sat(_)), sat, "{query:?}");
                answers[usize::from(sat)] += 1;
            }
        }
    }
    assert!(stopped > 20 && answers.iter().all(|&n| n > 5), "{stopped} stopped, {answers:?}");
}

/// A random condition built from a few random terms.
fn condition(pool: &TermPool, chance: &mut Chance, symbols: &[TermId]) -> TermId {
    let width = pool.width(symbols[0]);
    let mut values: Vec<TermId> = symbols.to_vec();
    let mut conditions: Vec<TermId> = Vec::new();
    for _ in 0..12 {
        let (a, b) = (chance.pick(&values), chance.pick(&values));
        match chance.below(8) {
            0..=2 => values.push(pool.build(chance.pick(BINARY), Sort::Bv(width), &[a, b])),
            3 => values.push(pool.bv(u128::from(chance.bits()), width)),
            4 => values.push(if chance.below(2) == 0 { pool.not(a) } else { pool.neg(a) }),
            5 => conditions.push(pool.build(chance.pick(RELATIONS), Sort::BOOL, &[a, b])),
            6 => {
                let wide = if chance.below(2) == 0 { pool.concat(a, b) } else { pool.sext(a, 2 * width) };
                let lo = chance.below(width as usize + 1) as u32;
                values.push(pool.extract(wide, lo + width - 1, lo));
            }
            _ => {
                if let [c, d, ..] = conditions[..] {
                    values.push(pool.ite(c, a, b));
                    // Conditions are vectors of one bit: as such and as truth values.
                    conditions.push(pool.build(chance.pick(BINARY), Sort::BOOL, &[c, d]));
                    values.push(pool.zext(d, width));
                }
            }
        }
    }
    let last = *values.last().expect("there are symbols");
    conditions.push(pool.eq(last, pool.bv(u128::from(chance.bits()), width)));
    let mut all = conditions[conditions.len() - 1];
    for _ in 0..2 {
        let one = chance.pick(&conditions);
        all = if chance.below(2) == 0 { pool.or(all, one) } else { pool.xor(all, one) };
    }
    all
}

#[test]
fn wide_vectors_keep_all_their_bits() {
    let pool = Arc::new(TermPool::new());
    for width in [63, 64, 65, 127, 128] {
        let x = input(&pool, &format!("w{width}"), Sort::Bv(width));
        let big = pool.bv(u128::MAX / 3, width);
        let query = [pool.eq(pool.add(x, pool.bv(1, width)), big)];
        for backend in &mut backends(&pool) {
            expect(&pool, backend.as_mut(), &query, true, &format!("width {width}"));
        }
    }
}

#[test]
fn arrays_are_read_written_compared_and_returned() {
    let pool = Arc::new(TermPool::new());
    let sort = Sort::Array { index: 8, elem: 8 };
    let (a, b) = (input(&pool, "a", sort), input(&pool, "b", sort));
    let (i, j) = (input(&pool, "i", Sort::Bv(8)), input(&pool, "j", Sort::Bv(8)));
    let c = |v: u128| pool.bv(v, 8);
    let stored = pool.store(pool.store(a, i, c(7)), j, c(9));
    let constant = pool.const_array(8, i);
    let cases = [
        (vec![pool.eq(pool.select(stored, i), c(7)), pool.ne(i, j)], true),
        (vec![pool.eq(pool.select(stored, i), c(8))], false),
        (vec![pool.eq(pool.select(stored, c(200)), c(5)), pool.ult(i, c(100)), pool.ult(j, c(100))], true),
        (vec![pool.eq(a, b), pool.ne(pool.select(a, i), pool.select(b, i))], false),
        (vec![pool.not(pool.eq(a, b)), pool.eq(pool.select(a, i), pool.select(b, i))], true),
        (vec![pool.eq(pool.select(constant, j), c(3)), pool.ult(i, c(3))], false),
        (vec![pool.eq(pool.select(pool.ite(pool.ult(i, j), a, b), i), c(1)), pool.ult(j, i)], true),
    ];
    for backend in &mut backends(&pool) {
        for (n, (query, sat)) in cases.iter().enumerate() {
            expect(&pool, backend.as_mut(), query, *sat, &format!("array case {n}"));
        }
    }
}

#[test]
fn tables_are_read_in_and_out_of_range() {
    let pool = Arc::new(TermPool::new());
    let elems: Vec<u64> = (0..100).map(|i: u64| i * i % 251).collect();
    for index in [5, 7, 64] {
        let table = pool.table(TableData { index, elem: 8, elems: elems.clone().into(), default: 0xee });
        let i = input(&pool, &format!("i{index}"), Sort::Bv(index));
        let read = pool.select(table, i);
        let at = pool.bv(17, index);
        let written = pool.store(table, at, pool.bv(0xef, 8));
        let cases = [
            (vec![pool.eq(read, pool.bv(49, 8)), pool.ult(i, pool.bv(8, index))], true),
            (vec![pool.eq(read, pool.bv(48, 8)), pool.ult(i, pool.bv(8, index))], false),
            (vec![pool.eq(read, pool.bv(0xee, 8))], index != 5),
            (vec![pool.eq(pool.select(written, i), pool.bv(0xef, 8))], true),
            (vec![pool.eq(pool.select(written, i), pool.bv(0xef, 8)), pool.ne(i, at)], false),
        ];
        for backend in &mut backends(&pool) {
            for (n, (query, sat)) in cases.iter().enumerate() {
                expect(&pool, backend.as_mut(), query, *sat, &format!("table with index width {index}, case {n}"));
            }
        }
    }
}

/// A program that fills a table by assignments: as stores over an array this did not come back.
#[test]
fn tables_filled_by_stores_are_read_fast() {
    let pool = Arc::new(TermPool::new());
    let i = input(&pool, "i", Sort::Bv(64));
    let mut array = pool.const_array(64, pool.bv(0, 8));
    // What was never written is symbolic.
    let unwritten = input(&pool, "unwritten", Sort::Array { index: 64, elem: 8 });
    let mut partly = unwritten;
    for k in 0..256u128 {
        array = pool.store(array, pool.bv(k, 64), pool.bv(k * 37 + 5, 8));
        partly = pool.store(partly, pool.bv(k, 64), pool.bv(k * 37 + 5, 8));
    }
    let written = pool.store(array, i, pool.bv(1, 8));
    let j = input(&pool, "j", Sort::Bv(64));
    let cases = [
        (vec![pool.eq(pool.select(array, i), pool.bv(200, 8))], true),
        (vec![pool.eq(pool.select(array, i), pool.bv(200, 8)), pool.ult(pool.bv(255, 64), i)], false),
        (vec![pool.ne(pool.select(written, j), pool.select(array, j)), pool.ne(i, j)], false),
        (vec![pool.ne(pool.select(partly, i), pool.select(array, i)), pool.ult(i, pool.bv(256, 64))], false),
        (vec![pool.ne(pool.select(partly, i), pool.select(unwritten, i)), pool.ult(pool.bv(255, 64), i)], false),
        (vec![pool.eq(pool.select(partly, i), pool.bv(3, 8)), pool.ult(pool.bv(300, 64), i)], true),
        (vec![pool.ne(pool.select(written, j), pool.select(array, j)), pool.ult(i, pool.bv(9, 64))], true),
    ];
    for backend in &mut backends(&pool) {
        for (n, (query, sat)) in cases.iter().enumerate() {
            expect(&pool, backend.as_mut(), query, *sat, &format!("filled table, case {n}"));
        }
    }
}

#[test]
fn bounded_quantifiers_range_below_their_limit() {
    let pool = Arc::new(TermPool::new());
    let k = pool.symbol("k", Sort::Bv(4), SymbolKind::Bound);
    let bound = common::symbol_of(&pool, k);
    let (n, x) = (input(&pool, "n", Sort::Bv(4)), input(&pool, "x", Sort::Bv(4)));
    let body = pool.ult(pool.mul(k, x), pool.bv(5, 4));
    let all = pool.forall(bound, n, body);
    let cases = [
        (vec![all, pool.eq(n, pool.bv(5, 4)), pool.eq(x, pool.bv(1, 4))], true),
        (vec![all, pool.eq(n, pool.bv(6, 4)), pool.eq(x, pool.bv(1, 4))], false),
        (vec![pool.not(all), pool.eq(n, pool.bv(0, 4))], false),
        (vec![all, pool.eq(n, pool.bv(15, 4)), pool.ult(pool.bv(0, 4), x)], false),
    ];
    for backend in &mut backends(&pool) {
        for (i, (query, sat)) in cases.iter().enumerate() {
            expect(&pool, backend.as_mut(), query, *sat, &format!("quantifier case {i}"));
        }
    }
}

/// Bits worth trying in a format: zeros, ones, extremes, infinities, NaNs, halves, and chance.
fn interesting(format: FloatFormat, chance: &mut Chance) -> u128 {
    let (w, s) = (format.packed(), format.significand());
    let mask = plica_term::mask(w);
    let infinity = plica_term::mask(format.exponent()) << (s - 1);
    let one = plica_term::mask(format.exponent() - 1) << (s - 1);
    let sign = 1u128 << (w - 1);
    let base =
        chance.pick(&[0, 1, infinity, infinity - 1, infinity | 1, one, one | 1 << (s - 2), one + (3 << (s - 1))]);
    let bits = match chance.below(3) {
        0 => (u128::from(chance.bits()) << 64 | u128::from(chance.bits())) & mask,
        1 => base,
        _ => base | sign,
    };
    if format != FloatFormat::F80 {
        return bits;
    }
    // The leading bit, which other formats hide, is mostly as operations make it.
    let leading =
        if chance.below(8) == 0 { u128::from(chance.below(2) as u64) } else { u128::from(bits << 50 >> 113 != 0) };
    bits >> 63 << 64 | leading << 63 | bits & plica_term::mask(63)
}

/// Each operator of floats on chosen bits: the back end must agree with the evaluator, in both directions.
#[test]
fn float_operators_agree_with_the_evaluator() {
    let mut chance = Chance::new(3);
    let formats = [FloatFormat::F16, FloatFormat::F32, FloatFormat::F64];
    // Half precision and single, unless `./x test --all` asks for all.
    let in_full = std::env::var_os("PLICA_TESTS").is_some_and(|size| size == "all");
    for format in formats.into_iter().take(if in_full { 3 } else { 2 }) {
        let pool = Arc::new(TermPool::new());
        let mut all = backends(&pool);
        let bits: Vec<TermId> = (0..3).map(|i| input(&pool, &format!("b{i}"), Sort::Bv(format.width()))).collect();
        let f: Vec<TermId> = bits.iter().map(|&b| pool.fp_from_bits(b, format)).collect();
        for (name, result) in float_results(&pool, &f, &bits, format) {
            // Circuits of doubles take a while, and the encoding does not depend on the format.
            let (rounds, skip) = if format == FloatFormat::F16 { (2, 1) } else { (1, 2) };
            for _ in 0..rounds {
                let values: Vec<u128> = (0..3).map(|_| interesting(format, &mut chance)).collect();
                let mut model = Model::new();
                let mut query = Vec::new();
                for (&b, &v) in bits.iter().zip(&values) {
                    model.set(common::symbol_of(&pool, b), ConstValue::Bv(v));
                    query.push(pool.eq(b, pool.bv(v, format.width())));
                }
                let expected = Evaluator::new(&pool, &model).eval(result).bits();
                let expected = pool.bv(expected, pool.width(result));
                let what = format!("{format:?} {name} of {values:x?}, expected {expected:?}");
                query.push(pool.eq(result, expected));
                for backend in all.iter_mut().step_by(skip) {
                    expect(&pool, backend.as_mut(), &query, true, &what);
                }
                let last = query.len() - 1;
                query[last] = pool.ne(result, expected);
                for backend in all.iter_mut().step_by(skip) {
                    expect(&pool, backend.as_mut(), &query, false, &what);
                }
            }
        }
    }
}

/// Every operator of floats, as bits.
fn float_results(pool: &TermPool, f: &[TermId], bits: &[TermId], format: FloatFormat) -> Vec<(String, TermId)> {
    let mut all = Vec::new();
    for op in [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv] {
        all.push((format!("{op:?}"), pool.fp_to_bits(pool.fp_arith(op, &f[..2]))));
    }
    all.push(("FpFma".into(), pool.fp_to_bits(pool.fp_arith(Op::FpFma, f))));
    for op in [Op::FpSqrt, Op::FpNeg, Op::FpAbs] {
        all.push((format!("{op:?}"), pool.fp_to_bits(pool.fp_arith(op, &f[..1]))));
    }
    for mode in [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::TowardZero,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
    ] {
        all.push((format!("round {mode:?}"), pool.fp_to_bits(pool.fp_round(mode, f[0]))));
    }
    for rel in [FpRel::Eq, FpRel::Lt, FpRel::Le] {
        all.push((format!("{rel:?}"), pool.fp_rel(rel, f[0], f[1])));
    }
    for p in
        [FpUnary::IsNan, FpUnary::IsInf, FpUnary::IsZero, FpUnary::IsSubnormal, FpUnary::IsNormal, FpUnary::IsNegative]
    {
        all.push((format!("{p:?}"), pool.fp_is(p, f[0])));
    }
    for to in [FloatFormat::F16, FloatFormat::F32, FloatFormat::F64, FloatFormat::F80] {
        all.push((format!("to {to:?}"), pool.fp_to_bits(pool.fp_to_fp(f[0], to))));
    }
    for signed in [false, true] {
        all.push((format!("from int, signed {signed}"), pool.fp_to_bits(pool.fp_from_int(bits[0], signed, format))));
        for width in [1, 8, 11, 12, 16, 24, 32, 64] {
            all.push((format!("to int of {width}, signed {signed}"), pool.fp_to_int(f[0], signed, width)));
        }
    }
    all.push(("choice".into(), pool.fp_to_bits(pool.ite(pool.fp_rel(FpRel::Lt, f[0], f[1]), f[0], f[1]))));
    all
}

/// Long doubles: all bits are read as the processor does, and what is computed has those that operations make. The
/// circuits of the operators are those of the other formats.
#[test]
fn long_doubles_agree_with_the_evaluator() {
    let mut chance = Chance::new(5);
    let pool = Arc::new(TermPool::new());
    let mut all = backends(&pool);
    let bits: Vec<TermId> = (0..3).map(|i| input(&pool, &format!("b{i}"), Sort::Bv(80))).collect();
    let f: Vec<TermId> = bits.iter().map(|&b| pool.fp_from_bits(b, FloatFormat::F80)).collect();
    let in_full = std::env::var_os("PLICA_TESTS").is_some_and(|size| size == "all");
    for (name, result) in float_results(&pool, &f, &bits, FloatFormat::F80) {
        if !in_full && ["FpDiv", "FpFma", "FpSqrt"].contains(&&*name) {
            continue;
        }
        for _ in 0..2 {
            let values: Vec<u128> = (0..3).map(|_| interesting(FloatFormat::F80, &mut chance)).collect();
            let mut model = Model::new();
            let mut query = Vec::new();
            for (&b, &v) in bits.iter().zip(&values) {
                model.set(common::symbol_of(&pool, b), ConstValue::Bv(v));
                query.push(pool.eq(b, pool.bv(v, 80)));
            }
            let expected = Evaluator::new(&pool, &model).eval(result).bits();
            let expected = pool.bv(expected, pool.width(result));
            let what = format!("{name} of {values:x?}, expected {expected:?}");
            query.push(pool.eq(result, expected));
            for backend in all.iter_mut().step_by(2) {
                expect(&pool, backend.as_mut(), &query, true, &what);
            }
            let last = query.len() - 1;
            query[last] = pool.ne(result, expected);
            for backend in all.iter_mut().step_by(2) {
                expect(&pool, backend.as_mut(), &query, false, &what);
            }
        }
    }
}

/// The edges of the integers that a conversion can give, where a float next to them exists.
#[test]
fn conversions_to_integers_end_where_the_integers_end() {
    let pool = Arc::new(TermPool::new());
    let mut all = backends(&pool);
    let b = input(&pool, "b", Sort::Bv(64));
    let f = pool.fp_from_bits(b, FloatFormat::F64);
    for (signed, width) in [(true, 8), (false, 8), (true, 32), (false, 32), (true, 64), (false, 64), (true, 1)] {
        let result = pool.fp_to_int(f, signed, width);
        let top = 2f64.powi(width as i32 - i32::from(signed));
        let bottom = if signed { -top } else { 0.0 };
        for edge in [top, bottom] {
            for value in [edge, edge.next_up(), edge.next_down(), edge - 1.0, edge + 1.0, edge - 0.5, edge + 0.5] {
                let mut model = Model::new();
                model.set(common::symbol_of(&pool, b), ConstValue::Bv(value.to_bits().into()));
                let expected = Evaluator::new(&pool, &model).eval(result).bits();
                let query =
                    [pool.eq(b, pool.bv(value.to_bits().into(), 64)), pool.ne(result, pool.bv(expected, width))];
                // One back end in each of the libraries: the encoding is shared.
                for backend in all.iter_mut().step_by(2) {
                    expect(&pool, backend.as_mut(), &query, false, &format!("{value} to {width}, signed {signed}"));
                }
            }
        }
    }
}
