//! What a constructor, an evaluation and a substitution cost: `cargo run --release -p plica-term --example constructors`.
//!
//! Oblivious to programs: the terms are those of a loop over an array, as execution builds them.

use std::hint::black_box;
use std::time::Instant;

use plica_term::{ConstValue, Evaluator, Model, Op, Sort, SymbolKind, TermId, TermPool};

/// Runs `body` for `n` rounds of `ops` operations each, and prints the time of one operation.
fn measure(what: &str, n: u32, ops: u32, mut body: impl FnMut(u32)) {
    let start = Instant::now();
    for i in 0..n {
        body(i);
    }
    println!("{what:<34} {:>8.1} ns", start.elapsed().as_nanos() as f64 / f64::from(n) / f64::from(ops));
}

fn main() {
    let pool = TermPool::new();
    let inputs: Vec<TermId> =
        (0..64).map(|i| pool.symbol(&format!("n#{i}"), Sort::Bv(32), SymbolKind::Input)).collect();
    let at = |i: u32| inputs[i as usize % inputs.len()];
    const N: u32 = 200_000;

    measure("constants, new", N, 1, |i| {
        black_box(pool.bv(u128::from(i) + 1_000_000, 32));
    });
    measure("constants, known", N, 1, |i| {
        black_box(pool.bv(u128::from(i % 1000) + 1_000_000, 32));
    });
    measure("constants folded", N, 1, |i| {
        black_box(pool.add(pool.true_(), if i % 2 == 0 { pool.true_() } else { pool.false_() }));
    });
    measure("x + k, known", N, 2, |i| {
        black_box(pool.add(at(i), pool.bv(u128::from(i % 16), 32)));
    });
    measure("x + k, new", N, 2, |i| {
        black_box(pool.add(at(i), pool.bv(u128::from(i), 32)));
    });
    measure("x * y + z <s u, new", N / 4, 3, |i| {
        let product = pool.mul(at(i), pool.add(at(i / 64), pool.bv(u128::from(i), 32)));
        black_box(pool.slt(product, at(i + 1)));
    });
    measure("comparison and negation", N, 2, |i| {
        let c = pool.ult(at(i), at(i / 64));
        black_box(pool.not(c));
    });
    measure("path condition, conjunctions", N, 1, |i| {
        let (a, b) = (pool.ult(at(i), at(i / 64)), pool.slt(at(i / 7), at(i / 13)));
        black_box(pool.and(a, b));
    });
    measure("sext(x) * 4 + base", N, 3, |i| {
        let wide = pool.sext(at(i), 64);
        black_box(pool.add(pool.shl(wide, pool.bv(2, 64)), pool.bv(0x1000, 64)));
    });
    measure("word from bytes", N / 4, 7, |i| {
        let byte = |k: u32| pool.extract(at(i), 8 * k + 7, 8 * k);
        black_box((1..4).fold(byte(0), |w, k| pool.concat(byte(k), w)));
    });
    let mut sum = at(0);
    measure("running sum of inputs", N / 10, 1, |i| {
        sum = pool.add(sum, at(i * 7));
    });
    let array = pool.symbol("a#0", Sort::Array { index: 64, elem: 32 }, SymbolKind::Input);
    let mut memory = array;
    measure("store", 4096, 1, |i| {
        memory = pool.store(memory, pool.bv(u128::from(i % 256), 64), at(i));
    });
    measure("read of a constant index", N, 1, |i| {
        black_box(pool.select(memory, pool.bv(u128::from(i % 256), 64)));
    });

    // A thousand conditions of a sort over eight inputs under one model.
    let conditions: Vec<TermId> =
        (0..1000).map(|i| pool.slt(pool.add(at(i), at(i / 8)), pool.mul(at(i / 3), at(i + 5)))).collect();
    let mut model = Model::new();
    for (i, &t) in inputs.iter().enumerate() {
        if let Op::Symbol(s) = pool.node(t).op {
            model.set(s, ConstValue::Bv(i as u128 * 77));
        }
    }
    measure("evaluation of a condition", 200, 1000, |_| {
        let mut e = Evaluator::new(&pool, &model);
        black_box(conditions.iter().filter(|&&c| e.holds(c)).count());
    });
    measure("free symbols, known", N, 1, |i| {
        black_box(pool.free_symbols(conditions[i as usize % 1000]).len());
    });
    println!("{} terms", pool.len());
}
