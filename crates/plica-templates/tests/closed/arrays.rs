//! Arrays indexed as memory is, by 64 bits, in small ranges.

use plica_term::{Sort, TermId};

use crate::harness::Bench;

const BYTES: Sort = Sort::Array { index: 64, elem: 8 };
const ELEMENTS: [u128; 20] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 31, 32, u64::MAX as u128, u64::MAX as u128 - 1, 1 << 63];

/// A bench with a counter `i` of `w` bits from `start`, moving by `step`.
fn bench(w: u32, start: u128, step: i64) -> (Bench, TermId) {
    let mut b = Bench::new(72);
    let i = b.place_from("i", b.pool.bv(start, w));
    b.update(i, b.pool.add(i, b.pool.bv(step as u128, w)));
    (b, i)
}

#[test]
fn filling_up_and_down() {
    for (start, step) in [(0, 1), (3, 2), (12, -1), (30, -3), (1, 4)] {
        for w in [64, 32, 5] {
            let (mut b, i) = bench(w, start, step);
            let (a, v) = (b.place("a", BYTES), b.input("v", Sort::Bv(8)));
            let index = b.pool.sext(i, 64);
            b.update(a, b.pool.store(a, index, v));
            b.check(3, 14, &ELEMENTS, false);
        }
    }
}

#[test]
fn values_that_move() {
    let (mut b, i) = bench(32, 2, 1);
    let (a, x, r) = (b.place("a", BYTES), b.place("x", Sort::Bv(8)), b.fresh("in", 8));
    let other = b.input("other", BYTES);
    let index = b.pool.zext(i, 64);
    b.update(x, b.pool.add(x, b.pool.bv(3, 8)));
    let v = b.pool.add(b.pool.add(x, r), b.pool.select(other, index));
    b.update(a, b.pool.store(a, index, v));
    b.check(6, 14, &ELEMENTS, false);
}

#[test]
fn an_index_made_of_an_offset() {
    // As memory makes it: the byte offset of a four-byte element, cut to the element's number.
    let (mut b, i) = bench(32, 0, 1);
    let a = b.place("a", Sort::Array { index: 64, elem: 32 });
    let offset = b.pool.shl(b.pool.sext(i, 64), b.pool.bv(2, 64));
    let index = b.pool.zext(b.pool.extract(offset, 63, 2), 64);
    b.update(a, b.pool.store(a, index, i));
    b.check(4, 14, &ELEMENTS, false);
}

#[test]
fn a_pointer_that_walks() {
    let mut b = Bench::new(72);
    let p = b.place("p", Sort::Bv(64));
    let a = b.place("a", Sort::Array { index: 64, elem: 16 });
    b.update(p, b.pool.add(p, b.pool.bv(2, 64)));
    let index = b.pool.zext(b.pool.extract(p, 63, 1), 64);
    b.update(a, b.pool.store(a, index, b.pool.bv(7, 16)));
    b.check(4, 14, &ELEMENTS, false);
}

#[test]
fn elements_are_updated_in_place() {
    let (mut b, i) = bench(64, 1, 1);
    let a = b.place("a", BYTES);
    b.update(a, b.pool.store(a, i, b.pool.add(b.pool.select(a, i), b.pool.bv(1, 8))));
    b.check(4, 14, &ELEMENTS, false);
}

#[test]
fn elements_move_down() {
    let (mut b, i) = bench(64, 1, 1);
    let a = b.place("a", BYTES);
    let next = b.pool.add(i, b.pool.bv(1, 64));
    b.update(a, b.pool.store(a, i, b.pool.select(a, next)));
    b.check(4, 14, &ELEMENTS, false);
    // Upwards each iteration reads what the one before stored.
    let (mut b, i) = bench(64, 1, 1);
    let a = b.place("a", BYTES);
    let next = b.pool.add(i, b.pool.bv(1, 64));
    b.update(a, b.pool.store(a, next, b.pool.select(a, i)));
    assert!(b.refusal(a).contains("earlier iteration"));
    // Downwards it does not.
    let (mut b, i) = bench(64, 14, -1);
    let a = b.place("a", BYTES);
    let next = b.pool.add(i, b.pool.bv(1, 64));
    b.update(a, b.pool.store(a, next, b.pool.select(a, i)));
    b.check(4, 13, &ELEMENTS, false);
}

#[test]
fn conditional_stores() {
    let (mut b, i) = bench(32, 0, 1);
    let (a, r) = (b.place("a", BYTES), b.fresh("in", 8));
    let index = b.pool.zext(i, 64);
    let some = b.pool.ult(b.pool.select(a, index), r);
    let stored = b.pool.store(a, index, r);
    b.update(a, b.pool.ite(some, stored, a));
    b.check(6, 14, &ELEMENTS, false);
    let (mut b, i) = bench(32, 0, 1);
    let (a, r) = (b.place("a", BYTES), b.fresh("in", 8));
    let index = b.pool.zext(i, 64);
    let some = b.pool.ult(b.pool.select(a, index), r);
    let (one, other) = (b.pool.store(a, index, r), b.pool.store(a, index, b.pool.bv(9, 8)));
    b.update(a, b.pool.ite(some, one, other));
    b.check(6, 14, &ELEMENTS, false);
}

#[test]
fn several_stores_of_one_iteration() {
    let (mut b, i) = bench(64, 1, 3);
    let (a, x) = (b.place("a", BYTES), b.place("x", Sort::Bv(8)));
    b.update(x, b.pool.add(x, b.pool.bv(1, 8)));
    let at = |k: u128| b.pool.add(i, b.pool.bv(k, 64));
    let first = b.pool.store(a, i, x);
    let second = b.pool.store(first, at(1), b.pool.not(x));
    let u = b.pool.store(second, at(2), b.pool.select(second, i));
    b.update(a, u);
    b.check(4, 8, &ELEMENTS, false);
    // The second store of an iteration is at the place of the next one's first.
    let (mut b, i) = bench(64, 1, 1);
    let a = b.place("a", BYTES);
    let first = b.pool.store(a, i, b.pool.bv(1, 8));
    let u = b.pool.store(first, b.pool.add(i, b.pool.bv(1, 64)), b.pool.bv(2, 8));
    b.update(a, u);
    assert!(b.refusal(a).contains("same element"));
}

#[test]
fn reversing_in_place() {
    let (mut b, i) = bench(64, 0, 1);
    let (j, a) = (b.place_from("j", b.pool.bv(13, 64)), b.place("a", BYTES));
    b.update(j, b.pool.sub(j, b.pool.bv(1, 64)));
    let (x, y) = (b.pool.select(a, i), b.pool.select(a, j));
    let first = b.pool.store(a, i, y);
    b.update(a, b.pool.store(first, j, x));
    let forms = b.solve();
    let model = b.random_model(&mut crate::harness::Random(5), 14);
    // Seven exchanges until they meet.
    assert_eq!(b.compare(&forms, &model, 12, &ELEMENTS), 8);
}

#[test]
fn two_arrays_exchange_elements() {
    let (mut b, i) = bench(64, 2, 1);
    let (p, q) = (b.place("p", BYTES), b.place("q", BYTES));
    let (x, y) = (b.pool.select(p, i), b.pool.select(q, i));
    b.update(p, b.pool.store(p, i, y));
    b.update(q, b.pool.store(q, i, x));
    b.check(4, 10, &ELEMENTS, false);
}

#[test]
fn a_copy_that_is_then_cleared() {
    let (mut b, i) = bench(64, 2, 1);
    let (p, q) = (b.place("p", BYTES), b.place("q", BYTES));
    b.update(p, b.pool.store(p, i, b.pool.select(q, i)));
    b.update(q, b.pool.store(q, i, b.pool.bv(0, 8)));
    b.check(4, 10, &ELEMENTS, false);
}

#[test]
fn a_cell_counts() {
    let (mut b, i) = bench(32, 0, 1);
    let (a, k, x) = (b.place("a", BYTES), b.input("at", Sort::Bv(64)), b.place("x", Sort::Bv(8)));
    let more = b.pool.add(b.pool.select(a, k), b.pool.bv(3, 8));
    b.update(a, b.pool.store(a, k, more));
    b.update(x, b.pool.select(a, b.pool.zext(i, 64)));
    b.check(4, 10, &ELEMENTS, true);
}

#[test]
fn cells_beside_a_walk() {
    let (mut b, i) = bench(64, 4, 1);
    let a = b.place("a", BYTES);
    let (zero, one) = (b.pool.bv(0, 64), b.pool.bv(1, 64));
    let u = b.pool.store(a, i, b.pool.select(a, one));
    let u = b.pool.store(u, zero, b.pool.add(b.pool.select(u, zero), b.pool.bv(1, 8)));
    let u = b.pool.store(u, one, b.pool.select(u, zero));
    b.update(a, u);
    b.check(4, 10, &ELEMENTS, false);
}

#[test]
fn an_array_is_copied_as_a_whole() {
    let (mut b, i) = bench(64, 0, 1);
    let (a, c) = (b.place("a", BYTES), b.place("c", BYTES));
    b.update(a, b.pool.store(a, i, b.pool.bv(1, 8)));
    b.update(c, a);
    b.check(4, 10, &ELEMENTS, false);
}

#[test]
fn a_place_reads_what_the_loop_stored() {
    let (mut b, i) = bench(64, 2, 1);
    let (a, x) = (b.place("a", BYTES), b.place("x", Sort::Bv(8)));
    b.update(a, b.pool.store(a, i, b.pool.extract(i, 7, 0)));
    let back = b.pool.sub(i, b.pool.bv(2, 64));
    b.update(x, b.pool.select(a, back));
    b.check(4, 10, &ELEMENTS, false);
}

#[test]
fn unsupported_arrays_are_refused() {
    let (mut b, i) = bench(64, 0, 1);
    let (a, r) = (b.place("a", BYTES), b.fresh("in", 64));
    b.update(a, b.pool.store(a, r, b.pool.bv(1, 8)));
    assert!(b.refusal(a).contains("does not move by a constant"));
    let u = b.pool.store(a, i, b.pool.select(a, b.pool.zext(b.pool.select(a, i), 64)));
    b.update(a, u);
    assert!(b.refusal(a).contains("reads itself"));
    let back = b.pool.sub(i, b.pool.bv(1, 64));
    b.update(a, b.pool.store(a, i, b.pool.select(a, back)));
    assert!(b.refusal(a).contains("earlier iteration"));
}
