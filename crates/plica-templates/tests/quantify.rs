//! Conditions of κ iterations against their enumeration: all values of 4-bit variables, all numbers of iterations.

use std::sync::Arc;

use plica_templates::quantify::{Discharge, determined, forall_counted};
use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, SymbolKind, TermId, TermPool, mask};

const W: u32 = 4;
/// Width of the bound symbol.
const CW: u32 = 6;

struct Bench {
    pool: TermPool,
    /// τ and κ.
    tau: TermId,
    kappa: TermId,
    /// Initial value, bound, and another bound.
    x0: TermId,
    e: TermId,
    f: TermId,
}

fn bench() -> Bench {
    let pool = TermPool::new();
    let symbol = |name: &str, w: u32, kind: SymbolKind| pool.symbol(name, Sort::Bv(w), kind);
    let (tau, kappa) = (symbol("t", CW, SymbolKind::Bound), symbol("k", CW, SymbolKind::Kappa { at: 0 }));
    let [x0, e, f] = ["x0", "e", "f"].map(|n| symbol(n, W, SymbolKind::Input));
    Bench { pool, tau, kappa, x0, e, f }
}

impl Bench {
    /// `x0 + stride·τ`
    fn walk(&self, stride: u128) -> TermId {
        self.walk_from(self.x0, stride)
    }

    fn walk_from(&self, from: TermId, stride: u128) -> TermId {
        let w = self.pool.width(from);
        let by = self.pool.mul(self.pool.resize_unsigned(self.tau, w), self.pool.bv(stride, w));
        self.pool.add(from, by)
    }

    fn set(&self, model: &mut Model, t: TermId, v: u128) {
        model.set(self.pool.as_symbol(t).expect("a symbol"), ConstValue::Bv(v));
    }

    /// All assignments of the three variables (of the first two and zero, if the third does not occur).
    fn models(&self, t: TermId) -> Vec<Model> {
        let free = self.pool.free_symbols(t);
        let values = |s: TermId| {
            let occurs = self.pool.as_symbol(s).is_some_and(|s| free.binary_search(&s).is_ok());
            0..if occurs { 1u128 << self.pool.width(s) } else { 1 }
        };
        let mut out = Vec::new();
        for x in values(self.x0) {
            for e in values(self.e) {
                for f in values(self.f) {
                    let mut m = Model::new();
                    self.set(&mut m, self.x0, x);
                    self.set(&mut m, self.e, e);
                    self.set(&mut m, self.f, f);
                    out.push(m);
                }
            }
        }
        out
    }

    /// Compares for all assignments and all limits; gives how the parts were discharged.
    fn check(&self, body: TermId) -> Discharge {
        let pool = &self.pool;
        let bound = pool.as_symbol(self.tau).expect("a symbol");
        let (closed, tally) = forall_counted(pool, bound, self.kappa, body);
        // Enough to go round and to come back; a quantifier that stays is slow to evaluate.
        let most = if tally.quantified > 0 { 20 } else { mask(CW) };
        let models = self.models(body);
        // All of them, or where there are very many or they take long one in so many.
        let step = match (models.len() > 1000, tally.quantified > 0) {
            (_, true) => 13,
            (true, _) => 11,
            _ => 1,
        };
        for mut model in models.into_iter().step_by(step) {
            let (mut all, mut failed) = (true, 0);
            for k in 0..=most {
                self.set(&mut model, self.tau, k.wrapping_sub(1) & mask(CW));
                if k > 0 {
                    all &= all && Evaluator::new(pool, &model).holds(body);
                    failed += u32::from(!all);
                }
                // Long after it failed now and then is enough.
                if failed > 3 && k % 9 != 0 && k != most {
                    continue;
                }
                let mut at = model.clone();
                self.set(&mut at, self.kappa, k);
                let got = Evaluator::new(pool, &at).try_bits(closed);
                let context = || format!("{} for {}", pool.infix(closed), pool.infix(body));
                assert_eq!(got, Some(u128::from(all)), "at {k}, {model:?}: {}", context());
            }
        }
        tally
    }

    fn closes(&self, body: TermId) {
        let tally = self.check(body);
        assert_eq!(tally.quantified, 0, "{}", self.pool.infix(body));
    }

    /// The number of iterations of `while (stay) …` is found, and is that number wherever there is one.
    fn determines(&self, stay: TermId) {
        let pool = &self.pool;
        let bound = pool.as_symbol(self.tau).expect("a symbol");
        let (closed, _) = forall_counted(pool, bound, self.kappa, stay);
        let map = [(bound, self.kappa)].into_iter().collect();
        let exit = pool.not(pool.substitute(stay, &map));
        let Some(count) = determined(pool, self.kappa, &[closed, exit]) else {
            panic!("not determined: {}", pool.infix(stay));
        };
        for model in self.models(stay) {
            let mut at = model.clone();
            for k in 0..=mask(CW) {
                self.set(&mut at, self.kappa, k);
                let mut eval = Evaluator::new(pool, &at);
                if eval.holds(closed) && eval.holds(exit) {
                    assert_eq!(eval.try_bits(count), Some(k), "{} for {}", pool.infix(count), pool.infix(stay));
                }
            }
        }
    }
}

const ORDERS: [Op; 4] = [Op::Ult, Op::Ule, Op::Slt, Op::Sle];

#[test]
fn comparisons_with_an_invariant() {
    for op in ORDERS {
        for stride in [1, 2, 3, 5, 8, 15, 14, 13] {
            for turned in [false, true] {
                for negated in [false, true] {
                    let b = bench();
                    let x = b.walk(stride);
                    let args = if turned { [b.e, x] } else { [x, b.e] };
                    let t = b.pool.build(op, Sort::BOOL, &args);
                    let body = if negated { b.pool.not(t) } else { t };
                    let tally = b.check(body);
                    assert_eq!(tally.quantified, usize::from(stride != 1 && stride != 15), "{stride}");
                }
            }
        }
    }
}

#[test]
fn comparisons_with_constants_are_closed() {
    for op in ORDERS {
        for stride in [1, 2, 3, 15, 13] {
            for k in 0..16 {
                let b = bench();
                let (x, k) = (b.walk(stride), b.pool.bv(k, W));
                let t = b.pool.build(op, Sort::BOOL, &[x, k]);
                let tally = b.check(t);
                assert!(tally.quantified == 0 || stride != 1 && stride != 15);
                b.check(b.pool.build(op, Sort::BOOL, &[k, x]));
            }
        }
    }
}

#[test]
fn equalities_are_always_closed() {
    for stride in 1..16 {
        let b = bench();
        let x = b.walk(stride);
        b.closes(b.pool.eq(x, b.e));
        b.closes(b.pool.ne(x, b.e));
        b.closes(b.pool.ne(x, b.pool.bv(6, W)));
        let y = b.walk_from(b.e, 3);
        b.closes(b.pool.ne(x, y));
        b.closes(b.pool.eq(x, y));
    }
}

#[test]
fn range_tests() {
    for stride in [1, 15] {
        let b = bench();
        let x = b.walk(stride);
        b.closes(b.pool.ult(b.pool.sub(x, b.f), b.e));
        let inside = b.pool.and(b.pool.ule(b.e, x), b.pool.ult(x, b.f));
        b.closes(inside);
    }
}

#[test]
fn invariant_parts_are_pulled_out() {
    let b = bench();
    let (x, c) = (b.walk(1), b.pool.ult(b.e, b.f));
    let less = b.pool.slt(x, b.e);
    b.closes(b.pool.or(c, less));
    b.closes(b.pool.and(c, less));
    b.closes(b.pool.not(b.pool.and(c, less)));
    b.closes(b.pool.ite(c, less, b.pool.ne(x, b.f)));
    b.closes(b.pool.xor(c, less));
    b.closes(b.pool.or(c, b.pool.and(less, b.pool.or(b.pool.eq(b.f, b.e), b.pool.ne(x, b.f)))));
}

#[test]
fn overflow_checks_are_sets_of_constants() {
    for (stride, add) in [(1, 1), (2, 2), (15, 15), (3, 3), (1, 5)] {
        let b = bench();
        let p = &b.pool;
        let x = b.walk(stride);
        let (k, zero) = (p.bv(add, W), p.bv(0, W));
        let neg = |t| p.slt(t, zero);
        let sum = p.add(x, k);
        let same = p.eq(neg(x), neg(k));
        let overflow = p.and(same, p.ne(neg(sum), neg(x)));
        b.closes(p.not(overflow));
        b.closes(p.not(p.ult(sum, x)));
        // A constant range, from inside and from outside.
        let outside = p.or(p.ult(x, p.bv(3, W)), p.ult(p.bv(9, W), x));
        b.closes(outside);
        b.check(p.not(outside));
    }
    let b = bench();
    let x = b.walk(1);
    // x + e wraps, for an e that is not a constant.
    b.closes(b.pool.not(b.pool.ult(b.pool.add(x, b.e), x)));
}

#[test]
fn extensions_compared_with_wider_invariants() {
    for op in [Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Eq] {
        for signed in [false, true] {
            for stride in [1, 15] {
                for turned in [false, true] {
                    let pool = TermPool::new();
                    let symbol = |name: &str, w: u32, kind: SymbolKind| pool.symbol(name, Sort::Bv(w), kind);
                    let (tau, kappa) =
                        (symbol("t", CW, SymbolKind::Bound), symbol("k", CW, SymbolKind::Kappa { at: 0 }));
                    let (x0, e) = (symbol("x0", 3, SymbolKind::Input), symbol("e", 6, SymbolKind::Input));
                    let f = symbol("f", 6, SymbolKind::Input);
                    let b = Bench { tau, kappa, x0, e, f, pool };
                    let x = b.walk(stride);
                    let wide = if signed { b.pool.sext(x, 6) } else { b.pool.zext(x, 6) };
                    let args = if turned { [b.e, wide] } else { [wide, b.e] };
                    let t = b.pool.build(op, Sort::BOOL, &args);
                    b.closes(t);
                    b.closes(b.pool.not(t));
                    // With an offset it is exact while the narrow value does not wrap, and quantified beyond.
                    let moved = b.pool.add(wide, b.pool.bv(5, 6));
                    let args = if turned { [b.e, moved] } else { [moved, b.e] };
                    b.check(b.pool.build(op, Sort::BOOL, &args));
                }
            }
        }
    }
}

#[test]
fn two_values_that_meet() {
    let b = bench();
    let (x, y) = (b.walk(1), b.walk_from(b.e, 15));
    b.closes(b.pool.ult(x, y));
    b.closes(b.pool.slt(x, y));
    b.check(b.pool.ule(x, y));
    b.check(b.pool.sle(x, y));
    b.check(b.pool.not(b.pool.ult(x, y)));
}

#[test]
fn what_reads_an_array_stays_quantified_alone() {
    let b = bench();
    let p = &b.pool;
    let a = p.symbol("a", Sort::Array { index: W, elem: W }, SymbolKind::Input);
    let x = b.walk(1);
    let read = p.ne(p.select(a, x), p.bv(0, W));
    let body = p.and(p.and(p.ult(x, b.e), read), p.ult(b.f, b.e));
    let tally = b.check(body);
    assert_eq!(tally, Discharge { closed: 2, quantified: 1 });
    // With contents, too.
    let bound = p.as_symbol(b.tau).expect("a symbol");
    let (closed, _) = forall_counted(p, bound, b.kappa, body);
    let mut model = Model::new();
    let contents = ArrayValue { entries: (3..9u128).map(|i| (i, i)).collect(), default: 0 };
    model.set(p.as_symbol(a).expect("a symbol"), ConstValue::Array(Arc::new(contents)));
    b.set(&mut model, b.x0, 3);
    b.set(&mut model, b.e, 12);
    for k in 0..16 {
        b.set(&mut model, b.kappa, k);
        assert_eq!(Evaluator::new(p, &model).holds(closed), k <= 6);
    }
}

#[test]
fn counts_are_determined() {
    for stride in [1, 15] {
        for op in ORDERS {
            let b = bench();
            let x = b.walk(stride);
            b.determines(b.pool.build(op, Sort::BOOL, &[x, b.e]));
            b.determines(b.pool.build(op, Sort::BOOL, &[b.e, x]));
        }
        let b = bench();
        b.determines(b.pool.ne(b.walk(stride), b.e));
        b.determines(b.pool.ne(b.walk(stride), b.pool.bv(0, W)));
        b.determines(b.pool.eq(b.walk(stride), b.e));
    }
    for stride in [2, 3, 14] {
        let b = bench();
        b.determines(b.pool.ult(b.walk(stride), b.pool.bv(9, W)));
        b.determines(b.pool.ne(b.walk(stride), b.e));
    }
    let b = bench();
    let less = b.pool.slt(b.walk(1), b.e);
    b.determines(b.pool.and(less, b.pool.ult(b.e, b.f)));
    b.determines(b.pool.ult(b.walk(1), b.walk_from(b.e, 15)));
}

#[test]
fn a_loop_up_to_a_bound_runs_for_their_difference() {
    let b = bench();
    let p = &b.pool;
    let (stay, at) = (p.ult(b.walk(1), b.e), [(p.as_symbol(b.tau).expect("a symbol"), b.kappa)].into_iter().collect());
    let closed = forall_counted(p, p.as_symbol(b.tau).expect("a symbol"), b.kappa, stay).0;
    let exit = p.not(p.substitute(stay, &at));
    let want = p.ite(p.ult(b.x0, b.e), p.zext(p.sub(b.e, b.x0), CW), p.bv(0, CW));
    assert_eq!(determined(p, b.kappa, &[closed, exit]), Some(want));
}

#[test]
fn no_count_is_invented() {
    let b = bench();
    let p = &b.pool;
    // Any number of iterations.
    assert_eq!(determined(p, b.kappa, &[p.ult(b.x0, b.e)]), None);
    assert_eq!(determined(p, b.kappa, &[p.ule(b.kappa, p.zext(b.e, CW))]), None);
}

/// A deterministic generator (xorshift).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 20
}

fn random_condition(b: &Bench, s: &mut u64, depth: u32) -> TermId {
    let p = &b.pool;
    if depth > 0 && !next(s).is_multiple_of(3) {
        let (x, y) = (random_condition(b, s, depth - 1), random_condition(b, s, depth - 1));
        return match next(s) % 6 {
            0 | 1 => p.and(x, y),
            2 => p.or(x, y),
            3 => p.xor(x, y),
            4 => p.not(x),
            _ => p.ite(p.ult(b.e, p.bv(5, W)), x, y),
        };
    }
    let mut side = || {
        let stride = [1, 15, 2, 13][next(s) as usize % 4];
        let value = match next(s) % 5 {
            0 | 1 => b.walk(stride),
            2 => b.e,
            3 => b.walk_from(b.e, 15),
            _ => p.bv(u128::from(next(s)), W),
        };
        match next(s) % 5 {
            0 => p.add(value, p.bv(u128::from(next(s)), W)),
            1 => p.mul(value, p.bv(u128::from(next(s) % 4), W)),
            _ => value,
        }
    };
    let (x, y) = (side(), side());
    let (x, y) = match next(s) % 4 {
        0 => (p.sext(x, 6), p.sext(y, 6)),
        1 => (p.zext(x, 6), p.sext(y, 6)),
        _ => (x, y),
    };
    let op = [Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Eq][next(s) as usize % 5];
    p.build(op, Sort::BOOL, &[x, y])
}

#[test]
fn random_conditions_agree_with_their_enumeration() {
    let mut state = 0x1234_5678_9abc_def1;
    let mut total = Discharge::default();
    for _ in 0..400 {
        let b = bench();
        let tally = b.check(random_condition(&b, &mut state, 2));
        total.closed += tally.closed;
        total.quantified += tally.quantified;
    }
    assert!(total.closed > total.quantified, "{total:?}");
}
