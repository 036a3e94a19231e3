//! How long constructors and the evaluator take, in nanoseconds a call:
//! `cargo run --release -p plica-term --example throughput`. A yardstick for changes, not a test.

use std::time::Instant;

use plica_stable::{Decode, Encode};
use plica_term::{ConstValue, Decoder, Encoder, Evaluator, Model, Op, Sort, SymbolKind, TermId, TermPool};

fn time(name: &str, calls: usize, mut run: impl FnMut()) {
    let start = Instant::now();
    run();
    println!("{name:44} {:8.1} ns", start.elapsed().as_nanos() as f64 / calls as f64);
}

/// Uses a value, so that the call that made it is not optimised away.
fn keep(t: TermId) {
    std::hint::black_box(t);
}

fn main() {
    const N: usize = 200_000;
    let p = TermPool::new();
    let xs: Vec<TermId> = (0..64).map(|i| p.symbol(&format!("x{i}"), Sort::Bv(32), SymbolKind::Input)).collect();
    let x = |i: usize| xs[i % 64];

    time("constant of 32 bits, new", N, || (0..N).for_each(|i| keep(p.bv(i as u128, 32))));
    time("constant of 32 bits, there already", N, || (0..N).for_each(|i| keep(p.bv(i as u128, 32))));
    time("add of constants", N, || {
        (0..N).for_each(|i| keep(p.add(p.bv(i as u128 & 255, 32), p.bv(7, 32))));
    });
    time("x + k, new", N, || (0..N).for_each(|i| keep(p.add(x(i), p.bv((i / 64) as u128 + 1, 32)))));
    time("x + k, there already", N, || (0..N).for_each(|i| keep(p.add(x(i), p.bv((i / 64) as u128 + 1, 32)))));
    time("x + y - x (canonical sum, cancels)", N, || {
        (0..N).for_each(|i| keep(p.sub(p.add(x(i), x(i / 64 + i + 1)), x(i))));
    });
    time("sum of four addends, one at a time", 3 * N, || {
        (0..N).for_each(|i| {
            let s = p.add(x(i), x(i / 64));
            let s = p.add(s, x(i / 7));
            keep(p.add(s, x(i / 3)));
        });
    });
    time("x < k, its facts included", N, || (0..N).for_each(|i| keep(p.ult(x(i), p.bv((i / 64) as u128 + 2, 32)))));
    time("zext(x[7:0]) = k", N, || {
        (0..N).for_each(|i| {
            let low = p.extract(x(i), 7, 0);
            keep(p.eq(p.zext(low, 32), p.bv(i as u128 & 255, 32)));
        });
    });
    time("a word cut into bytes and put together", N, || {
        (0..N).for_each(|i| {
            let byte = |k: u32| p.extract(x(i), 8 * k + 7, 8 * k);
            let w = (1..4).fold(byte(0), |w, k| p.concat(byte(k), w));
            assert_eq!(w, x(i));
        });
    });
    let mut h = x(0);
    time("hash chain of 4 operators", N, || {
        for i in 0..N {
            let m = p.mul(h, p.bv(31, 32));
            let s = p.add(m, x(i));
            h = p.xor(p.udiv(s, x(i + 1)), x(i + 2));
        }
    });
    println!("{:44} {:8}", "terms in the pool", p.len());

    let conjuncts: Vec<TermId> = (0..10_000usize)
        .map(|i| {
            let s = p.add(p.mul(x(i), p.bv((i % 97) as u128 + 3, 32)), x(i * 7 + 1));
            p.ult(p.xor(s, x(i * 3 + 2)), p.bv(1 << (8 + i % 24), 32))
        })
        .collect();
    let mut model = Model::new();
    for (i, &t) in xs.iter().enumerate() {
        if let Op::Symbol(s) = p.node(t).op {
            model.set(s, ConstValue::Bv(i as u128 * 0x9e37_79b9));
        }
    }
    let mut held = 0;
    time("evaluate a conjunct of 5 operators, fresh model", 20 * conjuncts.len(), || {
        for _ in 0..20 {
            let mut e = Evaluator::new(&p, &model);
            held += conjuncts.iter().filter(|&&c| e.holds(c)).count();
        }
    });
    time("evaluate the chain, a node", 4 * N, || {
        held += Evaluator::new(&p, &model).try_bits(h).is_some() as usize;
    });
    println!("{:44} {held:8}", "held (to keep the work)");
    written();
}

/// Writing and reading, a term of a path condition at a time.
fn written() {
    const N: usize = 100_000;
    let p = TermPool::new();
    let x: Vec<TermId> = (0..8).map(|i| p.symbol(&format!("x{i}"), Sort::Bv(32), SymbolKind::Input)).collect();
    let (mut h, mut condition) = (x[0], p.true_());
    for i in (0..).take_while(|_| p.len() < N) {
        h = p.raw([Op::Add, Op::Xor, Op::Udiv, Op::Mul][i % 4], Sort::Bv(32), &[h, x[i * 7 % 8]]);
        let conjunct = p.ult(h, p.bv((i as u128 * 31) & 0xff_ffff, 32));
        condition = p.raw(Op::And, Sort::BOOL, &[condition, conjunct]);
    }
    let all: Vec<TermId> = (1..=p.len() as u32).filter_map(|i| p.term(i)).collect();
    let mut bytes = Vec::new();
    time("a term written", all.len(), || {
        let mut e = Encoder::new(&p);
        all.encode(&mut e);
        bytes = e.finish();
    });
    let fresh = TermPool::new();
    time("a term read into a fresh pool", all.len(), || {
        let read = Decoder::new(&fresh, &bytes).and_then(|mut d| Vec::<TermId>::decode(&mut d));
        assert_eq!(read.map(|read| read.len()), Ok(all.len()));
    });
    time("a term read into a pool that has it", all.len(), || {
        let read = Decoder::new(&fresh, &bytes).and_then(|mut d| Vec::<TermId>::decode(&mut d));
        assert_eq!(read.map(|read| read.len()), Ok(all.len()));
    });
    time("a term hashed", all.len(), || {
        let mut e = Encoder::new(&p);
        std::hint::black_box(all.iter().fold(0, |sum, &t| sum ^ e.stable_hash(t)));
    });
    println!("{:44} {:8.1} bytes", "a term", bytes.len() as f64 / all.len() as f64);
    let mut e = Encoder::new(&p);
    condition.encode(&mut e);
    println!("{:44} {:8.1} bytes", "a term below a condition", e.finish().len() as f64 / all.len() as f64);
}
