//! Bit-vector places of 4 to 6 bits, for all counts up to 2^(w+2).

use plica_term::{Op, Sort};

use crate::harness::Bench;

const W: u32 = 5;
const COUNTS: u128 = 1 << (W + 2);

fn scalar(build: impl Fn(&mut Bench, plica_term::TermId) -> plica_term::TermId) -> Bench {
    let mut b = Bench::new(W + 8);
    let x = b.place("x", Sort::Bv(W));
    let u = build(&mut b, x);
    b.update(x, u);
    b
}

#[test]
fn constants_and_invariants_are_added() {
    for k in [1u128, 3, 31, 30] {
        let b = scalar(|b, x| b.pool.add(x, b.pool.bv(k, W)));
        b.check(12, COUNTS, &[], true);
    }
    let b = scalar(|b, x| {
        let c = b.input("c", Sort::Bv(W));
        b.pool.add(x, c)
    });
    b.check(20, COUNTS, &[], true);
    let b = scalar(|b, x| {
        let c = b.input("c", Sort::Bv(W));
        b.pool.sub(x, c)
    });
    b.check(20, COUNTS, &[], true);
}

#[test]
fn the_form_of_an_increment_is_a_plain_sum() {
    let b = scalar(|b, x| b.pool.add(x, b.pool.bv(1, W)));
    let forms = b.check(2, COUNTS, &[], true);
    let want = b.pool.add(b.recurrences[0].initial, b.pool.extract(b.counter, W - 1, 0));
    assert_eq!(forms.values[0].as_ref().ok(), Some(&want));
}

#[test]
fn the_counter_may_be_narrower_than_the_place() {
    let mut b = Bench::new(4);
    let x = b.place("x", Sort::Bv(9));
    let y = b.place("y", Sort::Bv(9));
    let z = b.place("z", Sort::Bv(9));
    b.update(x, b.pool.add(x, b.pool.bv(3, 9)));
    b.update(y, b.pool.add(y, x));
    b.update(z, b.pool.shl(z, b.pool.bv(1, 9)));
    b.check(12, 15, &[], true);
}

#[test]
fn counters_through_promotion() {
    for signed in [false, true] {
        let b = scalar(|b, x| {
            let wide = if signed { b.pool.sext(x, 12) } else { b.pool.zext(x, 12) };
            b.pool.extract(b.pool.add(wide, b.pool.bv(1, 12)), W - 1, 0)
        });
        b.check(12, COUNTS, &[], true);
        let b = scalar(|b, x| {
            let (c, d) = (b.input("c", Sort::Bv(12)), b.input("d", Sort::Bv(W)));
            let wide = if signed { b.pool.sext(x, 12) } else { b.pool.zext(x, 12) };
            let sum = b.pool.add(b.pool.add(wide, c), b.pool.sext(d, 12));
            b.pool.extract(sum, W - 1, 0)
        });
        b.check(12, COUNTS, &[], true);
    }
}

#[test]
fn affine_maps() {
    for c in 0..(1u128 << W) {
        let b = scalar(|b, x| {
            let d = b.input("d", Sort::Bv(W));
            b.pool.add(b.pool.mul(x, b.pool.bv(c, W)), d)
        });
        b.check(4, COUNTS, &[], true);
        let b = scalar(|b, x| b.pool.mul(x, b.pool.bv(c, W)));
        b.check(4, COUNTS, &[], true);
        let b = scalar(|b, x| b.pool.sub(b.pool.mul(x, b.pool.bv(c, W)), b.pool.bv(7, W)));
        b.check(4, COUNTS, &[], true);
    }
}

#[test]
fn shifts_by_constants_and_invariants() {
    for op in [Op::Shl, Op::Lshr, Op::Ashr] {
        for by in 0..=W + 1 {
            let b = scalar(|b, x| b.pool.build(op, Sort::Bv(W), &[x, b.pool.bv(by.into(), W)]));
            b.check(8, COUNTS, &[], true);
        }
        for (w, cw) in [(1, 9), (2, 3), (4, 12), (5, 2), (6, 14)] {
            let mut b = Bench::new(cw);
            let (x, c) = (b.place("x", Sort::Bv(w)), b.input("c", Sort::Bv(w)));
            b.update(x, b.pool.build(op, Sort::Bv(w), &[x, c]));
            b.check(40, (1 << (w + 2)).min((1 << cw) - 1), &[], true);
        }
    }
}

#[test]
fn divisions_by_constants() {
    for op in [Op::Udiv, Op::Sdiv] {
        for w in [4, 5, 6] {
            for by in 2..(1u128 << (w - 1)) {
                let mut b = Bench::new(w + 8);
                let x = b.place("x", Sort::Bv(w));
                b.update(x, b.pool.build(op, Sort::Bv(w), &[x, b.pool.bv(by, w)]));
                if b.solve().values[0].is_ok() {
                    b.check(24, 20, &[], true);
                } else {
                    assert!(by.is_power_of_two() && op == Op::Sdiv, "{by}");
                }
            }
        }
    }
}

#[test]
fn toggles_and_masks() {
    let b = scalar(|b, x| b.pool.not(x));
    b.check(6, COUNTS, &[], true);
    for op in [Op::Xor, Op::And, Op::Or] {
        let b = scalar(|b, x| {
            let c = b.input("c", Sort::Bv(W));
            b.pool.build(op, Sort::Bv(W), &[x, c])
        });
        b.check(20, COUNTS, &[], true);
    }
    let b = scalar(|b, x| {
        let c = b.input("c", Sort::Bv(W));
        b.pool.sub(c, x)
    });
    b.check(20, COUNTS, &[], true);
}

#[test]
fn exchanges_and_rotations() {
    for n in 2..=4usize {
        let mut b = Bench::new(W + 8);
        let places: Vec<_> = (0..n).map(|i| b.place(&format!("p{i}"), Sort::Bv(W))).collect();
        for i in 0..n {
            b.update(places[i], places[(i + 1) % n]);
        }
        b.check(6, COUNTS, &[], true);
    }
}

#[test]
fn sums_of_sums_up_to_degree_five() {
    let mut b = Bench::new(W + 8);
    let c = b.input("c", Sort::Bv(W));
    let mut below = c;
    let mut places = Vec::new();
    for i in 0..5 {
        let x = b.place(&format!("x{i}"), Sort::Bv(W));
        places.push(x);
        b.update(x, b.pool.add(x, below));
        below = x;
    }
    b.check(16, COUNTS, &[], true);
    let x = b.place("x5", Sort::Bv(W));
    b.update(x, b.pool.add(x, below));
    assert!(b.refusal(x).contains("sum"));
}

#[test]
fn sums_of_products() {
    let mut b = Bench::new(W + 8);
    let (i, j, s, t) =
        (b.place("i", Sort::Bv(W)), b.place("j", Sort::Bv(W)), b.place("s", Sort::Bv(W)), b.place("t", Sort::Bv(W)));
    let c = b.input("c", Sort::Bv(W));
    b.update(i, b.pool.add(i, b.pool.bv(1, W)));
    b.update(j, b.pool.sub(j, c));
    b.update(s, b.pool.add(s, b.pool.mul(i, j)));
    let square = b.pool.mul(b.pool.mul(i, i), i);
    b.update(t, b.pool.add(t, b.pool.mul(b.pool.not(square), j)));
    b.check(24, COUNTS, &[], true);
}

#[test]
fn delayed_copies_and_their_chains() {
    let mut b = Bench::new(W + 8);
    let (x, y, z, v) =
        (b.place("x", Sort::Bv(W)), b.place("y", Sort::Bv(W)), b.place("z", Sort::Bv(W)), b.place("v", Sort::Bv(W)));
    let r = b.fresh("in", W);
    b.update(x, b.pool.add(x, b.pool.bv(3, W)));
    b.update(y, b.pool.udiv(x, b.pool.bv(3, W)));
    b.update(z, b.pool.add(y, r));
    b.update(v, b.pool.mul(z, z));
    b.check(24, COUNTS, &[], true);
}

#[test]
fn a_copy_one_step_ahead_is_linear() {
    let mut b = Bench::new(W + 8);
    let x = b.place("x", Sort::Bv(W));
    let ahead = b.pool.add(b.recurrences[0].initial, b.pool.bv(3, W));
    let y = b.place_from("y", ahead);
    let next = b.pool.add(x, b.pool.bv(3, W));
    b.update(x, next);
    b.update(y, b.pool.add(next, b.pool.bv(3, W)));
    let forms = b.check(6, COUNTS, &[], true);
    let both = (forms.values[0].clone().unwrap(), forms.values[1].clone().unwrap());
    assert_eq!(b.pool.sub(both.1, both.0), b.pool.bv(3, W));
}

#[test]
fn choices_by_invariant_conditions() {
    let mut b = Bench::new(W + 8);
    let (x, y, c, d) =
        (b.place("x", Sort::Bv(W)), b.place("y", Sort::Bv(W)), b.input("c", Sort::BOOL), b.input("d", Sort::Bv(W)));
    let low = b.pool.ult(d, b.pool.bv(9, W));
    let up = b.pool.add(x, b.pool.bv(1, W));
    let twice = b.pool.shl(x, b.pool.bv(1, W));
    b.update(x, b.pool.ite(c, up, b.pool.ite(low, twice, d)));
    b.update(y, b.pool.add(y, b.pool.ite(c, x, d)));
    b.check(40, COUNTS, &[], true);
}

#[test]
fn vector_systems() {
    // Fibonacci, with something added; it has no simpler form.
    let mut b = Bench::new(W + 8);
    let (x, y, d) = (b.place("x", Sort::Bv(W)), b.place("y", Sort::Bv(W)), b.input("d", Sort::Bv(W)));
    b.update(x, y);
    b.update(y, b.pool.add(b.pool.add(x, y), d));
    b.check(16, COUNTS, &[], true);
    // x' = 3x + i, i' = i + 2
    let mut b = Bench::new(W + 8);
    let (x, i) = (b.place("x", Sort::Bv(W)), b.place("i", Sort::Bv(W)));
    b.update(x, b.pool.add(b.pool.mul(x, b.pool.bv(3, W)), i));
    b.update(i, b.pool.add(i, b.pool.bv(2, W)));
    b.check(16, COUNTS, &[], true);
}

#[test]
fn widened_counters_are_exact_under_side_conditions() {
    for signed in [false, true] {
        for step in [1u128, 3, 31, 29] {
            let mut b = Bench::new(W + 8);
            let (i, s) = (b.place("i", Sort::Bv(W)), b.place("s", Sort::Bv(9)));
            b.update(i, b.pool.add(i, b.pool.bv(step, W)));
            let wide = if signed { b.pool.sext(i, 9) } else { b.pool.zext(i, 9) };
            b.update(s, b.pool.add(s, wide));
            b.check(32, COUNTS, &[], false);
        }
    }
}

#[test]
fn side_conditions_allow_all_that_does_not_wrap() {
    let mut b = Bench::new(W + 8);
    let i = b.place_from("i", b.pool.bv(0, W));
    let s = b.place("s", Sort::Bv(9));
    b.update(i, b.pool.add(i, b.pool.bv(1, W)));
    b.update(s, b.pool.add(s, b.pool.zext(i, 9)));
    let forms = b.solve();
    let model = b.random_model(&mut crate::harness::Random(3), 0);
    // i takes the values 0 to 31 in iterations 0 to 31.
    assert_eq!(b.compare(&forms, &model, COUNTS, &[]), 33);
}

#[test]
fn what_has_no_form_is_refused_with_a_reason() {
    let mut b = Bench::new(W + 8);
    let (i, f, g, h) =
        (b.place("i", Sort::Bv(W)), b.place("f", Sort::Bv(W)), b.place("g", Sort::Bv(W)), b.place("h", Sort::Bv(W)));
    let r = b.fresh("in", W);
    b.update(i, b.pool.add(i, b.pool.bv(1, W)));
    b.update(f, b.pool.mul(f, i));
    b.update(g, b.pool.add(g, r));
    b.update(h, b.pool.add(h, b.pool.and(g, i)));
    assert!(b.refusal(f).contains("multiplied"), "{}", b.refusal(f));
    assert!(b.refusal(g).contains("sum"), "{}", b.refusal(g));
    assert!(b.refusal(h).contains("depends on g"), "{}", b.refusal(h));
    assert!(b.solve().values[0].is_ok());
}

#[test]
fn places_may_be_their_own_initial_values() {
    let mut b = Bench::new(W + 8);
    let x = b.input("x", Sort::Bv(W));
    let y = b.input("y", Sort::Bv(W));
    for t in [x, y] {
        b.recurrences.push(plica_templates::closed::Recurrence { symbol: t, initial: t, update: t });
    }
    b.update(x, b.pool.add(x, b.pool.bv(1, W)));
    b.update(y, b.pool.add(y, x));
    b.check(6, COUNTS, &[], true);
}
