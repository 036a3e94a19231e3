//! Queries with bounded quantifiers and λ-arrays, of the shapes that folded loops give: each is decided.

mod common;

use std::sync::Arc;

use common::{input, satisfies};
use plica_smt::{Answer, Solver, SolverConfig};
use plica_term::{Op, Sort, SymbolId, SymbolKind, TermId, TermPool};

/// Terms of the tests: 64-bit indices, counters of 40 bits.
struct Terms {
    pool: Arc<TermPool>,
}

impl Terms {
    fn new() -> Self {
        Terms { pool: Arc::new(TermPool::new()) }
    }

    fn array(&self, name: &str, elem: u32) -> TermId {
        input(&self.pool, name, Sort::Array { index: 64, elem })
    }

    fn number(&self, name: &str, width: u32) -> TermId {
        input(&self.pool, name, Sort::Bv(width))
    }

    fn kappa(&self, name: &str) -> TermId {
        self.pool.symbol(name, Sort::Bv(40), SymbolKind::Kappa { at: 0 })
    }

    /// `∀τ<limit. body(τ)`
    fn forall(&self, limit: TermId, body: impl Fn(TermId) -> TermId) -> TermId {
        let (symbol, t) = self.bound(&format!("τ{}", limit.index()), self.pool.width(limit));
        self.pool.forall(symbol, limit, body(t))
    }

    fn bound(&self, name: &str, width: u32) -> (SymbolId, TermId) {
        let t = self.pool.symbol(name, Sort::Bv(width), SymbolKind::Bound);
        match self.pool.node(t).op {
            Op::Symbol(s) => (s, t),
            _ => unreachable!("a symbol is a symbol"),
        }
    }

    /// `sext(i + trunc(τ))` as a 64-bit index, times `size`: an `int` that counts through an array.
    fn at(&self, start: TermId, t: TermId, size: u128) -> TermId {
        let p = &self.pool;
        let counter = p.add(start, p.extract(t, 31, 0));
        p.mul(p.sext(counter, 64), p.bv(size, 64))
    }

    /// Four bytes from an index on, lowest first.
    fn word(&self, memory: TermId, at: TermId) -> TermId {
        let p = &self.pool;
        let byte = |k: u128| p.select(memory, p.add(at, p.bv(k, 64)));
        p.concat(p.concat(p.concat(byte(3), byte(2)), byte(1)), byte(0))
    }

    #[track_caller]
    fn expect(&self, query: &[TermId], sat: bool) -> Solver {
        let mut solver = Solver::new(self.pool.clone(), SolverConfig::default()).expect("a solver");
        let answer = solver.check(query, None);
        match &answer {
            Answer::Sat(model) => {
                assert!(sat, "should be unsat");
                assert!(satisfies(&self.pool, model, query), "a wrong model: {model:?}");
            }
            Answer::Unsat => assert!(!sat, "should be sat"),
            Answer::Unknown(why) => panic!("{why}; {:?}", solver.stats()),
        }
        println!("{:?}", solver.stats().quantified);
        solver
    }
}

/// `for (i = 0; i < n && a[i] != q; i++);`
fn search(t: &Terms, memory: TermId, bytes: bool) -> (Vec<TermId>, TermId, TermId, TermId) {
    let p = &t.pool;
    let (n, q, kappa) = (t.number("n", 32), t.number("q", 32), t.kappa("κ"));
    let zero = p.bv(0, 32);
    let read = |at| if bytes { t.word(memory, at) } else { p.select(memory, at) };
    let condition = t.forall(kappa, |tau| p.and(p.slt(p.extract(tau, 31, 0), n), p.ne(read(t.at(zero, tau, 4)), q)));
    (vec![condition], n, q, kappa)
}

#[test]
fn linear_search() {
    for bytes in [false, true] {
        let t = Terms::new();
        let p = &t.pool;
        let memory = t.array("a", if bytes { 8 } else { 32 });
        let read = |at| if bytes { t.word(memory, at) } else { p.select(memory, at) };
        let (mut query, n, q, kappa) = search(&t, memory, bytes);
        // Found at κ.
        let i = p.extract(kappa, 31, 0);
        query.push(p.slt(i, n));
        query.push(p.eq(read(t.at(p.bv(0, 32), kappa, 4)), q));
        t.expect(&query, true);
        // There is an earlier one: contradiction.
        let k = t.number("k", 32);
        query.push(p.eq(read(p.mul(p.sext(k, 64), p.bv(4, 64))), q));
        query.push(p.slt(k, i));
        query.push(p.sle(p.bv(0, 32), k));
        query.push(p.ult(kappa, p.bv(1 << 31, 40)));
        t.expect(&query, false);
    }
}

#[test]
fn a_search_that_runs_long() {
    for least in [1u128, 10, 100, 1000, 20_000] {
        let t = Terms::new();
        let p = &t.pool;
        let memory = t.array("a", 32);
        let (mut query, n, q, kappa) = search(&t, memory, false);
        query.push(p.eq(p.extract(kappa, 31, 0), n));
        query.push(p.ule(p.bv(least, 40), kappa));
        query.push(p.eq(p.select(memory, p.bv(8, 64)), p.bv(7, 32)));
        query.push(p.ult(q, p.bv(100, 32)));
        t.expect(&query, true);
    }
}

#[test]
fn comparison_of_strings() {
    let t = Terms::new();
    let p = &t.pool;
    let (a, b) = (t.array("a", 8), t.array("b", 8));
    let kappa = t.kappa("κ");
    let at = |tau| p.extract(p.zext(tau, 72), 63, 0);
    let same = t.forall(kappa, |tau| {
        let (x, y) = (p.select(a, at(tau)), p.select(b, at(tau)));
        p.and(p.eq(x, y), p.ne(x, p.bv(0, 8)))
    });
    // Equal strings of some length.
    let ends = |s| p.eq(p.select(s, at(kappa)), p.bv(0, 8));
    t.expect(&[same, ends(a), ends(b)], true);
    t.expect(&[same, ends(a), ends(b), p.ult(p.bv(50, 40), kappa)], true);
    // They differ before the end: contradiction.
    let k = t.number("k", 64);
    let differ = p.ne(p.select(a, k), p.select(b, k));
    let before = p.ult(k, at(kappa));
    t.expect(&[same, ends(a), ends(b), differ, before], false);
    // One holds an x before the end, the other a y.
    let (j, x, y) = (t.number("j", 64), p.bv(120, 8), p.bv(121, 8));
    let has = |s, j, c| p.eq(p.select(s, j), c);
    t.expect(&[same, ends(a), has(a, k, x), has(b, j, y), before, p.ult(j, at(kappa))], true);
    t.expect(&[same, ends(a), has(a, k, x), has(b, k, y), before], false);
}

#[test]
fn a_copy_is_equal() {
    for elem in [8, 32] {
        let t = Terms::new();
        let p = &t.pool;
        let (a, b) = (t.array("a", elem), t.array("b", elem));
        let kappa = t.kappa("κ");
        let (j, tj) = t.bound("j", 64);
        let copied = p.lambda(j, p.ite(p.ult(tj, p.zext(kappa, 64)), p.select(a, tj), p.select(b, tj)));
        let k = t.number("k", 64);
        let differ = p.ne(p.select(copied, k), p.select(a, k));
        t.expect(&[differ, p.ult(k, p.zext(kappa, 64))], false);
        t.expect(&[differ], true);
        // The copying loop ended at the first zero; then the copy is searched for one.
        let at = |tau| p.zext(tau, 64);
        let zero = p.bv(0, elem);
        let copying = t.forall(kappa, |tau| p.ne(p.select(a, at(tau)), zero));
        let second = t.kappa("κ2");
        let store = p.store(copied, at(kappa), zero);
        let searching = t.forall(second, |tau| p.ne(p.select(store, at(tau)), zero));
        let found = p.eq(p.select(store, at(second)), zero);
        t.expect(&[copying, searching, found, p.eq(kappa, second)], true);
        t.expect(&[copying, searching, found, p.ne(kappa, second), p.ult(kappa, second)], false);
        t.expect(&[copying, searching, found, p.ult(second, kappa)], false);
    }
}

#[test]
fn inputs_of_each_iteration() {
    let t = Terms::new();
    let p = &t.pool;
    let inputs = input(p, "in", Sort::Array { index: 40, elem: 1 });
    let wide = input(p, "wide", Sort::Array { index: 72, elem: 1 });
    let kappa = t.kappa("κ");
    let wide_kappa = p.symbol("κ'", Sort::Bv(72), SymbolKind::Kappa { at: 0 });
    let all = t.forall(kappa, |tau| p.select(inputs, tau));
    let none = t.forall(wide_kappa, |tau| p.not(p.select(wide, tau)));
    let query = vec![all, none, p.ult(p.bv(9, 40), kappa), p.ult(p.bv(1000, 72), wide_kappa)];
    t.expect(&query, true);
    let mut query = query;
    query.push(p.select(wide, p.bv(77, 72)));
    t.expect(&query, false);
}

#[test]
fn values_that_depend_on_the_iteration() {
    let t = Terms::new();
    let p = &t.pool;
    let a = t.array("a", 32);
    let kappa = t.kappa("κ");
    let zero = p.bv(0, 32);
    let rising = t.forall(kappa, |tau| p.eq(p.select(a, t.at(zero, tau, 4)), p.extract(tau, 31, 0)));
    t.expect(&[rising, p.ule(p.bv(3, 40), kappa)], true);
    t.expect(&[rising, p.ule(p.bv(30, 40), kappa)], true);
    t.expect(&[rising, p.ule(p.bv(300, 40), kappa)], true);
    t.expect(&[rising, p.ule(p.bv(30, 40), kappa), p.eq(p.select(a, p.bv(16, 64)), zero)], false);
}

#[test]
fn thousands_of_cells_that_depend_on_their_place() {
    let t = Terms::new();
    let p = &t.pool;
    let a = t.array("a", 32);
    let (n, kappa) = (t.number("n", 32), t.kappa("κ"));
    let number = |tau| p.extract(tau, 31, 0);
    let cell = |tau| p.select(a, t.at(p.bv(0, 32), tau, 1));
    let rising = t.forall(kappa, |tau| p.or(p.eq(cell(tau), number(tau)), p.ult(cell(tau), p.bv(0, 32))));
    let below = t.forall(kappa, |tau| p.ult(cell(tau), n));
    // The last cell is as large as only a long loop makes it.
    let query = [rising, below, p.ule(p.bv(9_999, 32), cell(kappa)), p.eq(cell(kappa), number(kappa))];
    let solver = t.expect(&query, true);
    assert_eq!(solver.stats().quantified.sat_repaired, 1);
}

#[test]
fn sequences_follow_from_their_starts() {
    let t = Terms::new();
    let p = &t.pool;
    let a = t.array("a", 32);
    let history = input(p, "H", Sort::Array { index: 40, elem: 32 });
    let (one, kappa) = (p.bv(1, 40), t.kappa("κ"));
    let at = |tau| p.select(history, tau);
    let cell = |tau| p.select(a, p.zext(tau, 64));
    let step = |tau| p.add(p.mul(at(tau), p.bv(5, 32)), cell(tau));
    let steps = t.forall(kappa, |tau| p.eq(at(p.add(tau, one)), step(tau)));
    let few = t.forall(kappa, |tau| p.ne(cell(tau), p.extract(tau, 31, 0)));
    let start = p.eq(at(p.bv(0, 40)), p.bv(1, 32));
    let query = [start, steps, few, p.ult(p.bv(700, 40), kappa)];
    t.expect(&query, true);
    t.expect(&[start, steps, p.ule(one, kappa), p.eq(at(one), cell(p.bv(0, 40)))], false);
}

#[test]
fn sequences_come_to_where_iterations_lead() {
    // Two registers that instructions count and exchange: no value between the ends follows from the ends.
    let t = Terms::new();
    let p = &t.pool;
    let code = input(p, "code", Sort::Array { index: 64, elem: 8 });
    let register = |name| p.symbol(name, Sort::Array { index: 40, elem: 32 }, SymbolKind::Sequence);
    let (a, b) = (register("A"), register("B"));
    let (first, one, kappa) = (p.bv(0, 40), p.bv(1, 40), t.kappa("κ"));
    let is = |tau, k| p.eq(p.select(code, p.zext(tau, 64)), p.bv(k, 8));
    let step = |own, other, up: u128, down: u128| {
        t.forall(kappa, |tau| {
            let (now, by) = (p.select(own, tau), |n: u128| p.bv(n & 0xffff_ffff, 32));
            let counted = p.ite(is(tau, down), p.add(now, by(u128::MAX)), now);
            let counted = p.ite(is(tau, up), p.add(now, by(1)), counted);
            p.eq(p.select(own, p.add(tau, one)), p.ite(is(tau, 5), p.select(other, tau), counted))
        })
    };
    let known = t.forall(kappa, |tau| p.and(p.ult(p.bv(0, 8), p.select(code, p.zext(tau, 64))), p.not(is(tau, 2))));
    let start = |own| p.eq(p.select(own, first), p.bv(0, 32));
    let ends = |own, n: i32| p.eq(p.select(own, kappa), p.bv(u128::from(n as u32), 32));
    let query = [start(a), start(b), step(a, b, 1, 2), step(b, a, 3, 4), known, p.ult(kappa, p.bv(1000, 40))];
    let to = |x, y| [&query[..], &[ends(a, x), ends(b, y)]].concat();
    // No instruction counts the first register down, so that has to be done in the second one.
    for (x, y) in [(20, 40), (-20, 3), (-25, -31), (0, 0)] {
        let solver = t.expect(&to(x, y), true);
        assert_eq!(solver.stats().quantified.sat_searched, 1, "{x}, {y}");
    }
}

#[test]
fn numbers_alone_are_contradictory_whatever_their_sum_is_made_of() {
    // Four loops, each behind the end of the one before; the last runs to the end, so its κ is known.
    let t = Terms::new();
    let p = &t.pool;
    let text = t.array("text", 8);
    let kappas =
        [t.kappa("κ1"), t.kappa("κ2"), t.kappa("κ3"), p.symbol("κ4", Sort::Bv(40), SymbolKind::Kappa { at: 1 })];
    let length = t.number("length", 32);
    let number = |n: u128| p.bv(n, 32);
    let mut query = vec![p.sle(number(0), length), p.slt(length, number(1001))];
    let mut begin = number(0);
    for (n, &kappa) in kappas.iter().enumerate() {
        let at = p.add(begin, p.extract(kappa, 31, 0));
        let searched = t.forall(kappa, |tau| {
            p.ne(p.select(text, p.zext(p.add(begin, p.extract(tau, 31, 0)), 64)), p.bv(n as u128, 8))
        });
        let left = p.add(p.sub(p.sub(length, begin), number(5)), number(1));
        let within = p.and(p.sle(p.add(begin, number(5)), length), p.ule(kappa, p.zext(left, 40)));
        query.extend([searched, p.or(p.eq(kappa, p.bv(0, 40)), within)]);
        if n < 3 {
            query.extend([p.sle(p.add(at, number(5)), length), p.ult(at, number(1001))]);
            begin = p.add(at, number(5));
        } else {
            let runs = p.ite(p.sle(p.add(begin, number(5)), length), p.zext(left, 40), p.bv(0, 40));
            query.extend([p.slt(length, p.add(at, number(5))), p.ne(kappa, runs)]);
        }
    }
    t.expect(&query, false);
    query.pop();
    t.expect(&query, true);
}

#[test]
fn one_cell_makes_a_hint_a_model() {
    let t = Terms::new();
    let p = &t.pool;
    let text = t.array("text", 8);
    let (kappa, i) = (t.kappa("κ"), t.number("i", 64));
    let none = t.forall(kappa, |tau| p.ne(p.select(text, p.zext(tau, 64)), p.bv(7, 8)));
    let pc = vec![none, p.ult(p.bv(50, 40), kappa), p.ult(kappa, p.bv(60, 40)), p.ult(p.bv(70, 64), i)];
    let mut solver = Solver::new(p.clone(), SolverConfig::default()).expect("a solver");
    let Answer::Sat(hint) = solver.check(&pc, None) else { panic!("no model") };
    let asked = solver.stats().to_backend;
    let found = p.eq(p.select(text, i), p.bv(7, 8));
    let Answer::Sat(model) = solver.check_with_hint(&pc, Some(found), Some(&hint)) else { panic!("no model") };
    assert!(satisfies(p, &model, &[&pc[..], &[found]].concat()));
    assert_eq!(solver.stats().to_backend, asked);
}

#[test]
fn negated_and_disjoined_quantifiers() {
    let t = Terms::new();
    let p = &t.pool;
    let a = t.array("a", 8);
    let (kappa, n) = (t.kappa("κ"), t.kappa("n"));
    let at = |tau| p.zext(tau, 64);
    let positive = |limit| t.forall(limit, |tau| p.slt(p.bv(0, 8), p.select(a, at(tau))));
    let (c, d) = (input(p, "c", Sort::BOOL), input(p, "d", Sort::BOOL));
    let (all, more) = (positive(kappa), positive(n));
    t.expect(&[p.not(all)], true);
    t.expect(&[p.not(all), more, p.ule(kappa, n)], false);
    t.expect(&[p.not(all), more, p.ule(n, kappa)], true);
    t.expect(&[p.or(p.and(c, all), p.and(d, more)), p.eq(p.select(a, p.bv(0, 64)), p.bv(0, 8))], true);
    let one = p.bv(1, 40);
    let query = [
        p.or(p.and(c, all), p.and(d, more)),
        p.eq(p.select(a, p.bv(0, 64)), p.bv(0, 8)),
        p.ule(one, n),
        p.ule(one, kappa),
    ];
    t.expect(&query, false);
    t.expect(&[p.ite(c, all, p.not(more)), p.eq(c, p.not(more)), p.ule(p.bv(5, 40), n)], true);
}

#[test]
fn nested_loops() {
    let t = Terms::new();
    let p = &t.pool;
    let a = t.array("a", 32);
    let lengths = input(p, "K", Sort::Array { index: 40, elem: 40 });
    let kappa = t.kappa("κ");
    let q = t.number("q", 32);
    let (outer, to) = t.bound("o", 40);
    let (inner, ti) = t.bound("i", 40);
    let limit = p.select(lengths, to);
    // Rows of sixteen.
    let at = |row, column| p.add(p.shl(p.zext(row, 64), p.bv(6, 64)), p.shl(p.zext(column, 64), p.bv(2, 64)));
    let body = p.forall(inner, limit, p.ne(p.select(a, at(to, ti)), q));
    let long = p.ule(p.bv(2, 40), limit);
    let all = p.forall(outer, kappa, p.and(long, body));
    t.expect(&[all, p.ule(p.bv(3, 40), kappa)], true);
    t.expect(&[all, p.ule(p.bv(20, 40), kappa)], true);
    let cell = p.select(a, at(p.bv(2, 40), p.bv(1, 40)));
    t.expect(&[all, p.ule(p.bv(3, 40), kappa), p.eq(cell, q)], false);
}

#[test]
fn a_million_iterations_are_evaluated() {
    let t = Terms::new();
    let p = &t.pool;
    let a = t.array("a", 32);
    let (mut query, n, q, kappa) = search(&t, a, false);
    query.push(p.eq(p.extract(kappa, 31, 0), n));
    query.push(p.eq(kappa, p.bv(1_000_000, 40)));
    query.push(p.eq(p.select(a, p.bv(4_000_000, 64)), q));
    t.expect(&query, true);
}

#[test]
fn equal_arrays_given_by_formulas() {
    for (elem, index) in [(1, 72), (8, 64), (32, 16)] {
        let t = Terms::new();
        let p = &t.pool;
        let sort = Sort::Array { index, elem };
        let (a, b, c) = (input(p, "a", sort), input(p, "b", sort), input(p, "c", Sort::BOOL));
        let (j, tj) = t.bound("j", index);
        let (n, k) = (t.number("n", index), t.number("k", index));
        let copied = p.lambda(j, p.ite(p.ult(tj, n), p.select(a, tj), p.select(b, tj)));
        let read = |array, at| p.select(array, at);
        // A choice of arrays, with a store over it.
        let chosen = p.store(p.ite(c, a, copied), p.bv(3, index), p.bv(1, elem));
        t.expect(&[c, p.ult(k, p.bv(3, index)), p.ne(read(chosen, k), read(a, k))], false);
        t.expect(&[p.not(c), p.ult(k, p.bv(3, index)), p.ne(read(chosen, k), read(a, k))], true);
        // As a whole: Z3 alone knows what that means, and its models can be evaluated at small indices only.
        if index == 16 {
            let mut solver = Solver::new(t.pool.clone(), SolverConfig::default()).expect("a solver");
            let answer = solver.check(&[p.eq(copied, a), p.ult(k, n), p.ne(read(copied, k), read(a, k))], None);
            assert_eq!(answer, Answer::Unsat);
        }
        let either = p.ite(c, a, b);
        t.expect(&[p.eq(either, a), p.ne(read(either, k), read(a, k))], false);
        t.expect(&[p.eq(either, b), p.ne(read(either, k), read(a, k))], true);
    }
}

#[test]
fn counting_twice() {
    // Both loops see every element as equal to q, or the second sees one that is not: the sets of cells meet.
    let t = Terms::new();
    let p = &t.pool;
    let a = t.array("a", 32);
    let (first, second) = (t.kappa("κ1"), t.kappa("κ2"));
    let q = t.number("q", 32);
    let at = |tau| p.shl(p.zext(tau, 64), p.bv(2, 64));
    let all = t.forall(first, |tau| p.eq(p.select(a, at(tau)), q));
    // From behind: the second loop runs downwards from κ1 - 1.
    let none = t.forall(second, |tau| {
        let i = p.sub(p.sub(first, p.bv(1, 40)), tau);
        p.ne(p.select(a, at(i)), q)
    });
    let ran = |k| p.ult(p.bv(0, 40), k);
    t.expect(&[all, none, ran(first)], true);
    t.expect(&[all, none, ran(first), ran(second), p.ule(second, first)], false);
    // The second one starts behind the end of the first.
    let behind = t.forall(second, |tau| p.ne(p.select(a, at(p.add(tau, first))), q));
    t.expect(
        &[all, behind, p.ult(p.bv(100, 40), first), p.ult(p.bv(7, 40), second), p.ult(first, p.bv(1 << 30, 40))],
        true,
    );
    let k = t.number("k", 40);
    let hit = p.eq(p.select(a, at(k)), q);
    let small = |k| p.ult(k, p.bv(1 << 30, 40));
    let last = p.add(first, second);
    t.expect(&[all, behind, hit, p.ule(first, k), p.ult(k, last), small(first), small(second)], false);
}

#[test]
fn an_array_of_a_thousand_symbols() {
    let t = Terms::new();
    let p = &t.pool;
    // As an executor gives an input: each cell a symbol, some of them overwritten, the rest zero.
    let mut memory = p.const_array(64, p.bv(0, 8));
    let cells: Vec<TermId> = (0..1000).map(|i| t.number(&format!("text[{i}]"), 8)).collect();
    for (i, &cell) in cells.iter().enumerate() {
        memory = p.store(memory, p.bv(i as u128, 64), cell);
    }
    let written = p.store(memory, p.bv(5, 64), p.bv(7, 8));
    let (kappa, second) = (t.kappa("κ"), t.kappa("κ2"));
    let at = |tau| p.zext(tau, 64);
    let searched = t.forall(kappa, |tau| p.ne(p.select(memory, at(tau)), p.bv(7, 8)));
    let found = p.eq(p.select(memory, at(kappa)), p.bv(7, 8));
    let again = t.forall(second, |tau| p.ne(p.select(written, at(tau)), p.bv(7, 8)));
    let inside = p.ult(kappa, p.bv(1000, 40));
    t.expect(&[searched, found, inside, p.ult(p.bv(300, 40), kappa)], true);
    t.expect(&[searched, found, inside, p.ult(p.bv(300, 40), kappa), p.eq(cells[300], p.bv(7, 8))], false);
    t.expect(&[searched, found, again, p.ult(p.bv(5, 40), second)], false);
    t.expect(
        &[searched, again, p.eq(second, p.bv(5, 40)), p.eq(cells[5], p.bv(9, 8)), p.ult(p.bv(8, 40), kappa)],
        true,
    );
    t.expect(&[searched, p.not(again), p.eq(kappa, second), p.ult(p.bv(3, 40), kappa)], true);
}

/// `κ` iterations of which those count in which a cell has a property: the sequence of how many there have been.
fn counted(t: &Terms, kappa: TermId, name: &str, property: impl Fn(TermId) -> TermId) -> (Vec<TermId>, TermId) {
    let p = &t.pool;
    let w = p.width(kappa);
    let counts = p.symbol(name, Sort::Array { index: w, elem: w }, SymbolKind::Sequence);
    let step = t.forall(kappa, |tau| {
        let one = p.ite(property(tau), p.bv(1, w), p.bv(0, w));
        p.eq(p.select(counts, p.add(tau, p.bv(1, w))), p.add(p.select(counts, tau), one))
    });
    let end = p.select(counts, kappa);
    (vec![step, p.eq(p.select(counts, p.bv(0, w)), p.bv(0, w)), p.ule(end, kappa)], end)
}

#[test]
fn so_many_of_the_iterations_count() {
    for (many, of) in [(3u128, 5u128), (10, 10), (500, 1000), (0, 700)] {
        let t = Terms::new();
        let p = &t.pool;
        let (cells, x, kappa) = (t.array("a", 32), t.number("x", 32), t.kappa("κ"));
        let cell = |i| p.select(cells, p.zext(i, 64));
        let (mut query, end) = counted(&t, kappa, "counts", |tau| p.eq(cell(tau), x));
        query.extend([p.eq(end, p.bv(many, 40)), p.eq(kappa, p.bv(of, 40))]);
        t.expect(&query, true);
        // One of the cells has another use.
        query.push(p.eq(cell(p.bv(2, 40)), p.add(x, p.bv(7, 32))));
        t.expect(&query, many < of);
        query.push(p.eq(end, p.add(kappa, p.bv(1, 40))));
        t.expect(&query, false);
    }
}

#[test]
fn what_one_loop_counts_settles_what_another_does() {
    let t = Terms::new();
    let p = &t.pool;
    let (cells, x, kappa) = (t.array("a", 32), t.number("x", 32), t.kappa("κ"));
    let cell = |i| p.eq(p.select(cells, p.zext(i, 64)), x);
    let (mut query, forwards) = counted(&t, kappa, "forwards", cell);
    let last = p.sub(kappa, p.bv(1, 40));
    let (other, backwards) = counted(&t, kappa, "backwards", |tau| cell(p.sub(last, tau)));
    query.extend(other);
    query.extend([p.eq(forwards, p.bv(100, 40)), p.ult(p.bv(90, 40), backwards), p.ult(kappa, p.bv(300, 40))]);
    t.expect(&query, true);
}

#[test]
fn bytes_have_a_sum() {
    let t = Terms::new();
    let p = &t.pool;
    let (cells, kappa) = (t.array("a", 8), t.kappa("κ"));
    let sums = p.symbol("sums", Sort::Array { index: 40, elem: 32 }, SymbolKind::Sequence);
    let step = t.forall(kappa, |tau| {
        let byte = p.zext(p.select(cells, p.zext(tau, 64)), 32);
        p.eq(p.select(sums, p.add(tau, p.bv(1, 40))), p.add(p.select(sums, tau), byte))
    });
    let start = p.eq(p.select(sums, p.bv(0, 40)), p.bv(0, 32));
    let end = p.eq(p.select(sums, kappa), p.bv(54_321, 32));
    t.expect(&[step, start, end, p.ult(kappa, p.bv(500, 40)), p.ult(p.bv(300, 40), kappa)], true);
}
