//! Each rewrite rule proved by the solver: on its examples, and on random terms over them, the simplified term never
//! differs from the one as it stands. An unknown is a failure. Rules of λ-arrays are held against the evaluator only
//! (in the crate of terms): no solver here takes a λ.

mod common;
#[path = "../../plica-term/tests/examples/mod.rs"]
mod examples;

use std::sync::Arc;
use std::time::Duration;

use common::{Chance, backends, limit};
use examples::{Reader, Twin, examples};
use plica_smt::{Backend, BackendAnswer};
use plica_term::{Op, Sort, TermPool};

/// Asks for an assignment under which the twins differ.
fn prove(pool: &TermPool, backend: &mut dyn Backend, (simple, plain): Twin, what: &str) {
    if simple == plain {
        return;
    }
    let same = pool.raw(Op::Eq, Sort::BOOL, &[simple, plain]);
    let differ = pool.raw(Op::Not, Sort::BOOL, &[same]);
    match backend.check(&[differ], &limit(Duration::from_secs(60))) {
        BackendAnswer::Unsat(_) => {}
        BackendAnswer::Sat(model) => panic!("{what} is not {} under {model:?}", pool.infix(simple)),
        BackendAnswer::Unknown(why) => panic!("{}: {what}: {why}", backend.name()),
    }
}

fn has_lambda(text: &str) -> bool {
    text.contains("(lam ")
}

#[test]
fn every_rule_is_proved_by_the_solver() {
    for width in [4, 8] {
        let pool = Arc::new(TermPool::new());
        let reader = Reader::new(&pool, width);
        let mut all = backends(&pool);
        let backend = all[0].as_mut();
        for e in examples() {
            for text in [e.fires, e.misses].into_iter().filter(|t| !has_lambda(t)) {
                prove(&pool, backend, reader.read(text), &format!("{:?} at width {width}: {text}", e.rule));
            }
        }
    }
}

#[test]
fn random_terms_over_the_examples_are_proved_by_the_solver() {
    let pool = Arc::new(TermPool::new());
    let reader = Reader::new(&pool, 4);
    let mut all = backends(&pool);
    let backend = all[0].as_mut();
    let mut chance = Chance::new(5);
    let texts = examples().into_iter().flat_map(|e| [e.fires, e.misses]).filter(|t| !has_lambda(t));
    let mut terms: Vec<Twin> = texts.map(|t| reader.read(t)).collect();
    const WORDS: &[Op] = &[Op::Add, Op::Mul, Op::And, Op::Or, Op::Xor, Op::Udiv, Op::Urem, Op::Shl, Op::Lshr, Op::Ashr];
    const RELATIONS: &[Op] = &[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Umulo, Op::Smulo];
    for round in 0..300 {
        let width = [1, 3, 4, 4, 4, 6][chance.below(6)];
        let fitting: Vec<Twin> = terms.iter().copied().filter(|t| pool.width(t.0) == width).collect();
        let (a, b) = (chance.pick(&fitting), chance.pick(&fitting));
        let (op, sort) = match chance.below(3) {
            0 => (chance.pick(RELATIONS), Sort::BOOL),
            1 => (Op::Concat, Sort::Bv(2 * width)),
            _ => (chance.pick(WORDS), Sort::Bv(width)),
        };
        let twin = (pool.build(op, sort, &[a.0, b.0]), pool.raw(op, sort, &[a.1, b.1]));
        prove(&pool, backend, twin, &format!("round {round}: {op:?}"));
        // Not too deep: products of products are hard.
        if chance.below(4) == 0 {
            terms.push(twin);
        }
    }
}
