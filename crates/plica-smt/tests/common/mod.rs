//! What the tests of the back ends share: all back ends of this build, chance, and exhaustive search.

#![allow(dead_code)]

use std::sync::Arc;
use std::time::Duration;

use plica_smt::{Backend, BackendAnswer, Limit, Pipe, Work};
use plica_term::{ConstValue, Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool};

/// A small generator of pseudo-random numbers (xorshift64*); the same seed gives the same test.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 16) as usize % n
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The program that stands for "any SMT-LIB solver".
pub fn z3_program() -> String {
    std::env::var("PLICA_TEST_Z3").unwrap_or_else(|_| "z3".into())
}

pub fn pipe(pool: &Arc<TermPool>) -> Pipe {
    Pipe::new(pool.clone(), &format!("'{}' -in", z3_program())).expect("a command line")
}

/// Every back end of this build, in each of its modes.
pub fn backends(pool: &Arc<TermPool>) -> Vec<Box<dyn Backend>> {
    vec![
        #[cfg(feature = "bitwuzla")]
        Box::new(plica_smt::Bitwuzla::incremental(pool.clone())),
        #[cfg(feature = "bitwuzla")]
        Box::new(plica_smt::Bitwuzla::fresh(pool.clone())),
        #[cfg(feature = "z3")]
        Box::new(plica_smt::Z3::incremental(pool.clone())),
        #[cfg(feature = "z3")]
        Box::new(plica_smt::Z3::fresh(pool.clone())),
        Box::new(pipe(pool)),
    ]
}

pub fn limit(duration: Duration) -> Limit {
    Limit::after(Work::of(duration), &Arc::default(), &Arc::default())
}

pub fn input(pool: &TermPool, name: &str, sort: Sort) -> TermId {
    pool.symbol(name, sort, SymbolKind::Input)
}

pub fn symbol_of(pool: &TermPool, t: TermId) -> SymbolId {
    match pool.node(t).op {
        Op::Symbol(s) => s,
        other => panic!("not a symbol: {other:?}"),
    }
}

/// Does the model satisfy all conditions?
pub fn satisfies(pool: &TermPool, model: &Model, query: &[TermId]) -> bool {
    let mut evaluator = Evaluator::new(pool, model);
    query.iter().all(|&t| evaluator.holds(t))
}

/// Tries all values of the bit-vector symbols.
pub fn satisfiable_by_search(pool: &TermPool, symbols: &[TermId], query: &[TermId]) -> bool {
    let widths: Vec<u32> = symbols.iter().map(|&s| pool.width(s)).collect();
    let total: u32 = widths.iter().sum();
    assert!(total <= 16, "too many assignments to try");
    (0..1u128 << total).any(|mut values| {
        let mut model = Model::new();
        for (&s, &w) in symbols.iter().zip(&widths) {
            model.set(symbol_of(pool, s), ConstValue::Bv(values & plica_term::mask(w)));
            values >>= w;
        }
        satisfies(pool, &model, query)
    })
}

/// Asks a back end and holds its answer against the truth.
pub fn expect(pool: &TermPool, backend: &mut dyn Backend, query: &[TermId], sat: bool, what: &str) {
    match backend.check(query, &limit(Duration::from_secs(30))) {
        BackendAnswer::Sat(model) => {
            assert!(sat, "{}: {what}: says sat, is unsat", backend.name());
            assert!(satisfies(pool, &model, query), "{}: {what}: wrong model {model:?}", backend.name());
        }
        BackendAnswer::Unsat(core) => {
            assert!(!sat, "{}: {what}: says unsat, is sat", backend.name());
            assert!(core.iter().all(|t| query.contains(t)), "{}: {what}: a core from elsewhere", backend.name());
        }
        BackendAnswer::Unknown(why) => panic!("{}: {what}: {why}", backend.name()),
    }
}
