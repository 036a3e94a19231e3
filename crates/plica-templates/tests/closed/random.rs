//! Random systems: whatever has a closed form has the right one.

use plica_term::{Sort, TermId};

use crate::harness::{Bench, Random};

const W: u32 = 4;
const ARRAY: Sort = Sort::Array { index: 6, elem: W };

/// A random bit-vector term over the leaves; small depths make most systems solvable.
fn term(b: &Bench, random: &mut Random, leaves: &[TermId], arrays: &[TermId], depth: u32) -> TermId {
    let p = &b.pool;
    if depth == 0 || random.next().is_multiple_of(4) {
        return match random.next() % 4 {
            0 => p.bv(u128::from(random.next()), W),
            _ => leaves[random.next() as usize % leaves.len()],
        };
    }
    let mut sub = || term(b, random, leaves, arrays, depth - 1);
    let (x, y) = (sub(), sub());
    let constant = p.bv(u128::from(random.next() % 4), W);
    match random.next() % 16 {
        0..=5 => p.add(x, y),
        6 => p.sub(x, y),
        7 => p.mul(x, constant),
        8 => p.mul(x, y),
        9 => p.xor(x, constant),
        10 => p.lshr(x, constant),
        11 => p.extract(p.add(p.sext(x, 7), p.zext(y, 7)), W - 1, 0),
        12 => p.select(arrays[random.next() as usize % arrays.len()], p.zext(x, 6)),
        13 => p.ite(p.ult(x, constant), y, x),
        14 => p.and(x, y),
        _ => p.udiv(x, constant),
    }
}

#[test]
fn random_systems_agree_with_their_iteration() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let (mut solved, mut all) = (0, 0);
    for _ in 0..1500 {
        let mut b = Bench::new(12);
        let places: Vec<TermId> = (0..3).map(|i| b.place(&format!("p{i}"), Sort::Bv(W))).collect();
        let array = b.place("a", ARRAY);
        let (other, c, r) = (b.input("o", ARRAY), b.input("c", Sort::Bv(W)), b.fresh("in", W));
        // The first place walks, so that indices do.
        let step = [1, 15, 3, 2][random.next() as usize % 4];
        b.update(places[0], b.pool.add(places[0], b.pool.bv(step, W)));
        let leaves = [places[0], places[1], places[2], c, r, places[0]];
        for &x in &places[1..] {
            let u = term(&b, &mut random, &leaves, &[array, other], 2);
            let u = if random.next().is_multiple_of(2) { b.pool.add(x, u) } else { u };
            b.update(x, u);
        }
        let mut u = array;
        for _ in 0..=random.next() % 2 {
            let index = match random.next() % 4 {
                0 => b.pool.zext(c, 6),
                1 => b.pool.bv(u128::from(random.next()), 6),
                2 => b.pool.add(b.pool.zext(places[0], 6), b.pool.bv(u128::from(random.next() % 6), 6)),
                _ => b.pool.zext(places[0], 6),
            };
            let value = match random.next() % 3 {
                0 => b.pool.add(b.pool.select(u, index), c),
                _ => term(&b, &mut random, &leaves, &[u, other], 2),
            };
            let stored = b.pool.store(u, index, value);
            u = if random.next().is_multiple_of(4) { b.pool.ite(b.pool.ult(c, value), stored, u) } else { stored };
        }
        b.update(array, u);
        let forms = b.solve();
        all += forms.values.len();
        solved += forms.values.iter().filter(|v| v.is_ok()).count();
        let elements: Vec<u128> = (0..64).step_by(3).chain([1, 2, 16, 63]).collect();
        for _ in 0..2 {
            let model = b.random_model(&mut random, 64);
            b.compare(&forms, &model, 19, &elements);
        }
    }
    assert!(solved * 2 > all, "{solved} of {all}");
}
