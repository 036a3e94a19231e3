//! Every rule against the evaluator: random terms are built twice, through the constructors and as they stand, and must
//! have the same value under every assignment tried (all of them where the inputs are few bits).

use std::sync::Arc;

use crate::eval::Evaluator;
use crate::model::{ArrayValue, ConstValue, Model};
use crate::op::{FpRel, FpUnary, Op, RoundingMode, SymbolId};
use crate::pool::{SymbolKind, TableData, TermId, TermPool};
use crate::sort::{FloatFormat, Sort, mask, sign_extend};

/// SplitMix64: small, and the same everywhere.
pub(super) struct Rng(pub(super) u64);

impl Rng {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn wide(&mut self) -> u128 {
        (self.next() as u128) << 64 | self.next() as u128
    }

    /// A value with a liking for the ends of the range and for masks.
    fn value(&mut self, w: u32) -> u128 {
        let v = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (w - 1),
            4 => mask(w) >> 1,
            5 => mask(1 + self.below(w as usize) as u32) << self.below(w as usize),
            6 => 1u128 << self.below(w as usize),
            _ => self.wide(),
        };
        v & mask(w)
    }
}

/// Terms in pairs: simplified, and as they stand.
struct Twin<'a> {
    pool: &'a TermPool,
    rng: Rng,
    terms: Vec<(TermId, TermId)>,
    widths: Vec<u32>,
}

const BINARY: &[Op] =
    &[Op::And, Op::Or, Op::Xor, Op::Add, Op::Mul, Op::Udiv, Op::Urem, Op::Sdiv, Op::Srem, Op::Shl, Op::Lshr, Op::Ashr];
const RELATIONS: &[Op] = &[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Umulo, Op::Smulo];

impl Twin<'_> {
    fn symbols(&mut self, widths: &[u32]) -> Vec<SymbolId> {
        widths
            .iter()
            .enumerate()
            .map(|(i, &w)| {
                let t = self.pool.symbol(&format!("s{i}w{w}"), Sort::Bv(w), SymbolKind::Input);
                self.terms.push((t, t));
                let Op::Symbol(s) = self.pool.node(t).op else { unreachable!("a symbol is a symbol") };
                s
            })
            .collect()
    }

    /// Some pair of this width; recent ones are likelier. Resized when there is none.
    fn pick(&mut self, w: u32) -> (TermId, TermId) {
        if self.rng.below(5) == 0 {
            let k = self.rng.value(w);
            let t = self.pool.bv(k, w);
            return (t, t);
        }
        for _ in 0..6 {
            let n = self.terms.len();
            let i = if self.rng.below(2) == 0 { n - 1 - self.rng.below(n.min(4)) } else { self.rng.below(n) };
            if self.pool.width(self.terms[i].0) == w {
                return self.terms[i];
            }
        }
        let i = self.rng.below(self.terms.len());
        let (a, b) = self.terms[i];
        self.resized(a, b, w)
    }

    fn resized(&mut self, a: TermId, b: TermId, w: u32) -> (TermId, TermId) {
        let aw = self.pool.width(a);
        if aw == w {
            (a, b)
        } else if aw > w {
            let lo = self.rng.below((aw - w) as usize + 1) as u32;
            self.both(Op::Extract { hi: lo + w - 1, lo }, w, &[(a, b)])
        } else {
            let op = if self.rng.below(2) == 0 { Op::Zext } else { Op::Sext };
            self.both(op, w, &[(a, b)])
        }
    }

    fn both(&self, op: Op, w: u32, args: &[(TermId, TermId)]) -> (TermId, TermId) {
        let a: Vec<TermId> = args.iter().map(|p| p.0).collect();
        let b: Vec<TermId> = args.iter().map(|p| p.1).collect();
        (self.pool.build(op, Sort::Bv(w), &a), self.pool.intern(op, Sort::Bv(w), &b))
    }

    fn grow(&mut self) {
        let w = self.widths[self.rng.below(self.widths.len())];
        let pair = match self.rng.below(14) {
            0 => {
                let a = self.pick(w);
                let op = [Op::Not, Op::Neg][self.rng.below(2)];
                self.both(op, w, &[a])
            }
            1..=5 => {
                let (a, b) = (self.pick(w), self.pick(w));
                let op = BINARY[self.rng.below(BINARY.len())];
                self.both(op, w, &[a, b])
            }
            6 | 7 => {
                let (a, b) = (self.pick(w), self.pick(w));
                let op = RELATIONS[self.rng.below(RELATIONS.len())];
                self.both(op, 1, &[a, b])
            }
            8 | 9 => {
                let (c, a, b) = (self.pick(1), self.pick(w), self.pick(w));
                self.both(Op::Ite, w, &[c, a, b])
            }
            10 => {
                let v = self.widths[self.rng.below(self.widths.len())];
                if v + w > 128 {
                    return;
                }
                let (a, b) = (self.pick(w), self.pick(v));
                self.both(Op::Concat, v + w, &[a, b])
            }
            11 => {
                // Cut in two and put together again.
                if w < 2 {
                    return;
                }
                let (a, at) = (self.pick(w), 1 + self.rng.below(w as usize - 1) as u32);
                let hi = self.both(Op::Extract { hi: w - 1, lo: at }, w - at, &[a]);
                let lo = self.both(Op::Extract { hi: at - 1, lo: 0 }, at, &[a]);
                self.both(Op::Concat, w, &[hi, lo])
            }
            12 => {
                let (a, b) = (self.pick(1), self.pick(1));
                let op = [Op::And, Op::Or, Op::Xor, Op::Eq][self.rng.below(4)];
                self.both(op, 1, &[a, b])
            }
            _ => {
                let i = self.rng.below(self.terms.len());
                let (a, b) = self.terms[i];
                self.resized(a, b, w)
            }
        };
        self.terms.push(pair);
    }
}

/// Compares all pairs, and the facts, under a model.
fn compare(pool: &TermPool, terms: &[(TermId, TermId)], model: &Model) {
    let mut e = Evaluator::new(pool, model);
    for &(a, b) in terms {
        let (x, y) = (e.try_bits(a), e.try_bits(b));
        assert_eq!(x, y, "{}\nversus\n{}\nunder {model:?}", dump(pool, a), dump(pool, b));
        let Some(v) = x else { continue };
        for t in [a, b] {
            let (f, s) = (pool.facts(t), sign_extend(v, pool.width(t)));
            let agrees = v & f.zeros == 0
                && v & f.ones == f.ones
                && (f.umin..=f.umax).contains(&v)
                && (f.smin..=f.smax).contains(&s);
            assert!(agrees, "{f:?} excludes {v:#x} of {}", dump(pool, t));
        }
    }
}

fn dump(pool: &TermPool, t: TermId) -> String {
    let n = pool.node(t);
    let args: Vec<String> = n.args.iter().map(|&a| dump(pool, a)).collect();
    match n.op {
        Op::Const(v) => format!("{v:#x}:{}", pool.width(t)),
        Op::Symbol(s) => pool.symbol_info(s).name.to_string(),
        op => format!("{op:?}:{}({})", pool.width(t), args.join(", ")),
    }
}

fn fuzz(seeds: std::ops::Range<u64>, symbol_widths: &[u32], widths: &[u32], size: usize, samples: usize) {
    // A quarter of the terms, unless `./x test --all` asks for all.
    let in_full = std::env::var_os("PLICA_TESTS").is_some_and(|size| size == "all");
    for seed in seeds.step_by(if in_full { 1 } else { 4 }) {
        let pool = TermPool::new();
        let mut twin = Twin { pool: &pool, rng: Rng(seed), terms: Vec::new(), widths: widths.to_vec() };
        let symbols = twin.symbols(symbol_widths);
        for _ in 0..size {
            twin.grow();
        }
        let total: u32 = symbol_widths.iter().sum();
        let exhaustive = total <= 9;
        for i in 0..if exhaustive { 1 << total } else { samples } {
            let mut model = Model::new();
            let mut bits = i as u128;
            for (&s, &w) in symbols.iter().zip(symbol_widths) {
                let v = if exhaustive { bits & mask(w) } else { twin.rng.value(w) };
                bits = bits.checked_shr(w).unwrap_or(0);
                model.set(s, ConstValue::Bv(v));
            }
            compare(&pool, &twin.terms, &model);
        }
    }
}

#[test]
fn narrow_terms_keep_their_values() {
    fuzz(0..1500, &[3, 3, 1, 1], &[1, 2, 3, 4, 6], 40, 0);
    fuzz(10_000..11_000, &[2, 2, 2, 2], &[1, 2, 3, 4], 50, 0);
    fuzz(20_000..20_600, &[8], &[1, 4, 8, 16], 50, 0);
}

#[test]
fn wide_terms_keep_their_values() {
    fuzz(30_000..31_000, &[32, 32, 8, 8, 1], &[1, 8, 16, 32, 64], 50, 40);
    fuzz(40_000..40_500, &[64, 128, 32, 1], &[1, 32, 64, 128], 40, 40);
}

#[test]
fn what_a_quotient_leaves_is_a_remainder() {
    let pool = TermPool::new();
    let [x, z] = ["x", "z"].map(|name| pool.symbol(name, Sort::Bv(8), SymbolKind::Input));
    let narrow = pool.symbol("n", Sort::Bv(6), SymbolKind::Input);
    let known = |k: u128| pool.bv(k, 8);
    let raw = |op: Op, a: TermId, b: TermId| pool.intern(op, Sort::Bv(8), &[a, b]);
    let mut twins = Vec::new();
    for y in [x, pool.add(x, known(9)), pool.add(x, pool.mul(z, known(3))), pool.zext(narrow, 8)] {
        for (quotient, remainder) in [(Op::Udiv, Op::Urem), (Op::Sdiv, Op::Srem)] {
            for (k, j) in [(3, 1), (7, 1), (100, 1), (10, 2), (50, 2), (5, 3)] {
                // Multiples of sums are sums of another form.
                if j > 1 && pool.node(y).op == Op::Add {
                    continue;
                }
                let (k, j) = (known(k), known(j));
                let divided = pool.build(quotient, Sort::Bv(8), &[y, k]);
                let left = pool.sub(pool.mul(y, j), pool.mul(divided, pool.mul(k, j)));
                assert_eq!(left, pool.mul(pool.build(remainder, Sort::Bv(8), &[y, k]), j), "{}", dump(&pool, left));
                let more = pool.add(left, pool.add(z, known(77)));
                let plain = raw(Op::Mul, raw(quotient, y, k), raw(Op::Mul, k, j));
                let plain = raw(Op::Add, raw(Op::Mul, y, j), pool.intern(Op::Neg, Sort::Bv(8), &[plain]));
                twins.extend([(left, plain), (more, raw(Op::Add, raw(Op::Add, plain, z), known(77)))]);
            }
        }
    }
    for values in (0..1u128 << 22).step_by(37) {
        let mut model = Model::new();
        for (t, shift) in [(x, 0), (z, 8), (narrow, 16)] {
            let Op::Symbol(s) = pool.node(t).op else { unreachable!("a symbol is a symbol") };
            model.set(s, ConstValue::Bv(values >> shift & mask(pool.width(t))));
        }
        compare(&pool, &twins, &model);
    }
}

#[test]
fn words_survive_being_cut_into_bytes() {
    for seed in 0..400 {
        let pool = TermPool::new();
        let mut twin = Twin { pool: &pool, rng: Rng(seed + 77), terms: Vec::new(), widths: vec![8, 32] };
        twin.symbols(&[32, 32, 8, 8]);
        for _ in 0..10 {
            twin.grow();
        }
        for (t, _) in twin.terms.clone() {
            if pool.width(t) != 32 {
                continue;
            }
            let byte = |i: u32| pool.extract(t, 8 * i + 7, 8 * i);
            let word = (1..4).fold(byte(0), |w, i| pool.concat(byte(i), w));
            compare(&pool, &[(word, t)], &Model::new());
        }
    }
    // The shapes that programs store.
    let pool = TermPool::new();
    let x = pool.symbol("x", Sort::Bv(32), SymbolKind::Input);
    let c = pool.symbol("c", Sort::Bv(8), SymbolKind::Input);
    let b = pool.symbol("b", Sort::BOOL, SymbolKind::Input);
    let (sc, zc) = (pool.sext(c, 32), pool.zext(c, 32));
    let shapes = [
        x,
        sc,
        zc,
        pool.add(x, pool.bv(1, 32)),
        pool.add(sc, pool.bv(1, 32)),
        pool.add(sc, zc),
        pool.mul(x, pool.bv(12, 32)),
        pool.shl(x, pool.bv(8, 32)),
        pool.shl(zc, pool.bv(8, 32)),
        pool.zext(b, 32),
        pool.sext(b, 32),
        pool.ite(b, pool.bv(300, 32), pool.bv(7, 32)),
        pool.neg(sc),
        pool.not(x),
        pool.and(x, pool.bv(0xff00, 32)),
        pool.lshr(x, pool.bv(5, 32)),
        pool.ashr(x, pool.bv(5, 32)),
        pool.xor(x, pool.bv(0x1234, 32)),
    ];
    for t in shapes {
        let byte = |i: u32| pool.extract(t, 8 * i + 7, 8 * i);
        let left = (1..4).fold(byte(0), |w, i| pool.concat(byte(i), w));
        let right = (0..3).rev().fold(byte(3), |w, i| pool.concat(w, byte(i)));
        let pairs = pool.concat(pool.concat(byte(3), byte(2)), pool.concat(byte(1), byte(0)));
        for back in [left, right, pairs] {
            assert_eq!(back, t, "{} came back as {}", dump(&pool, t), dump(&pool, back));
        }
        let part = |i: u32| pool.shl(pool.zext(byte(i), 32), pool.bv(8 * i as u128, 32));
        let ored = (1..4).fold(part(0), |w, i| pool.or(w, part(i)));
        compare(&pool, &[(ored, t)], &Model::new());
    }
}

#[test]
fn arrays_keep_their_values() {
    for seed in 0..1500 {
        let pool = TermPool::new();
        let mut twin = Twin { pool: &pool, rng: Rng(seed), terms: Vec::new(), widths: vec![3, 4] };
        let symbols = twin.symbols(&[3, 3, 4]);
        let sort = Sort::Array { index: 3, elem: 4 };
        let a = pool.symbol("a", sort, SymbolKind::Input);
        let elems: Vec<u64> = (0..5).map(|_| twin.rng.value(4) as u64).collect();
        let table = pool.table(TableData { index: 3, elem: 4, elems: elems.into(), default: 9 });
        let fill = pool.bv(5, 4);
        let filled = pool.const_array(3, fill);
        let bound = pool.symbol("i", Sort::Bv(3), SymbolKind::Bound);
        let Op::Symbol(i) = pool.node(bound).op else { continue };
        let body = pool.add(pool.zext(bound, 4), twin.terms[2].0);
        let raw_body = pool.intern(Op::Lambda(i), sort, &[body]);
        let mut arrays = vec![(a, a), (table, table), (filled, filled), (pool.lambda(i, body), raw_body)];
        for _ in 0..25 {
            twin.grow();
            let (x, y) = arrays[twin.rng.below(arrays.len())];
            let (at, v, c) = (twin.pick(3), twin.pick(4), twin.pick(1));
            match twin.rng.below(5) {
                0 | 1 => {
                    arrays.push((pool.store(x, at.0, v.0), pool.intern(Op::Store, sort, &[y, at.1, v.1])));
                }
                2 => {
                    let (p, q) = arrays[twin.rng.below(arrays.len())];
                    arrays.push((pool.ite(c.0, x, p), pool.intern(Op::Ite, sort, &[c.1, y, q])));
                    twin.terms.push((pool.eq(x, p), pool.intern(Op::Eq, Sort::BOOL, &[y, q])));
                }
                _ => {
                    let raw = pool.intern(Op::Select, Sort::Bv(4), &[y, at.1]);
                    twin.terms.push((pool.select(x, at.0), raw));
                }
            }
        }
        for _ in 0..12 {
            let mut model = Model::new();
            for (&s, w) in symbols.iter().zip([3, 3, 4]) {
                model.set(s, ConstValue::Bv(twin.rng.value(w)));
            }
            let entries = (0..4).map(|_| (twin.rng.value(3), twin.rng.value(4))).collect();
            let Op::Symbol(s) = pool.node(a).op else { continue };
            model.set(s, ConstValue::Array(Arc::new(ArrayValue { entries, default: 2 })));
            compare(&pool, &twin.terms, &model);
        }
    }
}

#[test]
fn floats_keep_their_values() {
    const BINARY: &[Op] = &[Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpFmod];
    const UNARY: &[Op] = &[Op::FpNeg, Op::FpAbs, Op::FpSqrt, Op::FpRound(RoundingMode::NearestEven)];
    const FORMATS: [FloatFormat; 4] = [FloatFormat::F16, FloatFormat::F32, FloatFormat::F64, FloatFormat::F80];
    const ONES: [u128; 4] = [0x3c00, 0x3f80_0000, 0x3ff0_0000_0000_0000, 0x3fff_8000_0000_0000_0000];
    for seed in 0..1500 {
        let pool = TermPool::new();
        let mut rng = Rng(seed);
        let symbols: Vec<TermId> =
            [16, 32, 64, 80, 8].map(|w| pool.symbol(&format!("b{w}"), Sort::Bv(w), SymbolKind::Input)).to_vec();
        let mut floats: Vec<(TermId, TermId)> = Vec::new();
        let mut bits: Vec<(TermId, TermId)> = Vec::new();
        for ((&s, f), one) in symbols.iter().zip(FORMATS).zip(ONES) {
            for b in [s, pool.bv(one, f.width()), pool.bv(f.canonical_nan() | 1, f.width())] {
                floats.push((pool.fp_from_bits(b, f), pool.intern(Op::FpFromBits, Sort::Float(f), &[b])));
            }
        }
        for _ in 0..30 {
            let a = floats[rng.below(floats.len())];
            let sort = pool.sort(a.0);
            let same: Vec<_> = floats.iter().copied().filter(|p| pool.sort(p.0) == sort).collect();
            let b = same[rng.below(same.len())];
            let target = FORMATS[rng.below(4)];
            let make = |op: Op, sort: Sort, args: &[(TermId, TermId)]| {
                let x: Vec<TermId> = args.iter().map(|p| p.0).collect();
                let y: Vec<TermId> = args.iter().map(|p| p.1).collect();
                (pool.build(op, sort, &x), pool.intern(op, sort, &y))
            };
            match rng.below(9) {
                0 | 1 => floats.push(make(BINARY[rng.below(BINARY.len())], sort, &[a, b])),
                2 => floats.push(make(UNARY[rng.below(UNARY.len())], sort, &[a])),
                3 if sort != Sort::Float(target) => floats.push(make(Op::FpToFp, Sort::Float(target), &[a])),
                4 => {
                    let rel = [FpRel::Eq, FpRel::Lt, FpRel::Le][rng.below(3)];
                    bits.push(make(Op::FpRel(rel), Sort::BOOL, &[a, b]));
                }
                5 => {
                    let p = [FpUnary::IsNan, FpUnary::IsNegative, FpUnary::IsInf, FpUnary::IsZero][rng.below(4)];
                    bits.push(make(Op::FpIs(p), Sort::BOOL, &[a]));
                }
                6 => bits.push(make(Op::FpToSbv, Sort::Bv(32), &[a])),
                7 => {
                    let op = [Op::FpFromSbv, Op::FpFromUbv][rng.below(2)];
                    floats.push(make(op, Sort::Float(target), &[(symbols[4], symbols[4])]));
                }
                _ => {
                    let Sort::Float(f) = sort else { continue };
                    let t = make(Op::FpToBits, Sort::Bv(f.width()), &[a]);
                    floats.push(make(Op::FpFromBits, sort, &[t]));
                    bits.push(t);
                }
            }
        }
        for _ in 0..10 {
            let mut model = Model::new();
            for &s in &symbols {
                let Op::Symbol(id) = pool.node(s).op else { continue };
                model.set(id, ConstValue::Bv(rng.value(pool.width(s))));
            }
            compare(&pool, &bits, &model);
            let mut e = Evaluator::new(&pool, &model);
            for &(a, b) in &floats {
                assert_eq!(e.try_bits(a), e.try_bits(b), "{} / {}", dump(&pool, a), dump(&pool, b));
            }
        }
    }
}
