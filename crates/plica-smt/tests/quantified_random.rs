//! Random queries with quantifiers and λ-arrays over four bits: the pipeline against expansion.
//!
//! A limit of four bits makes the conjunction of the fifteen instances an exact reference. It is decided by a back end
//! itself, so that nothing of what is tested takes part in it.
#![cfg(all(feature = "bitwuzla", feature = "z3"))]

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Chance, input, limit, satisfies, symbol_of};
use plica_smt::{Answer, Backend, BackendAnswer, Bitwuzla, Choice, Solver, SolverConfig, Z3};
use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::FxHashMap;

const W: u32 = 4;
const ARRAY: Sort = Sort::Array { index: W, elem: W };

struct Maker {
    pool: Arc<TermPool>,
    chance: Chance,
    numbers: Vec<TermId>,
    conditions: Vec<TermId>,
    arrays: Vec<TermId>,
    binders: u32,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let pool = Arc::new(TermPool::new());
        let number = |name: &str| input(&pool, name, Sort::Bv(W));
        Maker {
            numbers: vec![number("x"), number("y"), number("κ"), number("λ")],
            conditions: vec![input(&pool, "c", Sort::BOOL)],
            arrays: vec![input(&pool, "A", ARRAY), input(&pool, "B", ARRAY)],
            chance: Chance::new(seed),
            pool,
            binders: 0,
        }
    }

    fn bound(&mut self, name: &str) -> (SymbolId, TermId) {
        self.binders += 1;
        let t = self.pool.symbol(&format!("{name}{}", self.binders % 5), Sort::Bv(W), SymbolKind::Bound);
        (symbol_of(&self.pool, t), t)
    }

    fn number(&mut self, scope: &[TermId], depth: u32) -> TermId {
        let p = self.pool.clone();
        let leaf = match self.chance.below(4) {
            0 => p.bv(self.chance.bits().into(), W),
            1 => self.chance.pick(&self.numbers),
            _ if !scope.is_empty() => self.chance.pick(scope),
            _ => self.chance.pick(&self.numbers),
        };
        if depth == 0 {
            return leaf;
        }
        match self.chance.below(9) {
            0 => leaf,
            1 => p.add(self.number(scope, depth - 1), leaf),
            2 => p.sub(self.number(scope, depth - 1), leaf),
            3 => p.shl(self.number(scope, depth - 1), p.bv(1, W)),
            4 => p.sext(p.extract(self.number(scope, depth - 1), 2, 0), W),
            5 => p.mul(leaf, p.bv(3, W)),
            _ => {
                let (array, index) = (self.array(scope, depth - 1), self.number(scope, depth - 1));
                // As it stands, so that reads of λ-arrays reach the solver.
                p.raw(Op::Select, Sort::Bv(W), &[array, index])
            }
        }
    }

    fn array(&mut self, scope: &[TermId], depth: u32) -> TermId {
        let p = self.pool.clone();
        if depth == 0 || self.chance.below(3) > 0 {
            return self.chance.pick(&self.arrays);
        }
        match self.chance.below(3) {
            0 => {
                let (index, value) = (self.number(scope, depth - 1), self.number(scope, depth - 1));
                p.store(self.array(scope, depth - 1), index, value)
            }
            1 => {
                let c = self.condition(scope, depth - 1);
                p.ite(c, self.array(scope, depth - 1), self.array(scope, depth - 1))
            }
            _ => {
                let (symbol, t) = self.bound("j");
                let mut scope = scope.to_vec();
                scope.push(t);
                let (x, y, edge) =
                    (self.number(&scope, depth - 1), self.number(&scope, depth - 1), self.chance.pick(&self.numbers));
                p.lambda(symbol, p.ite(p.ult(t, edge), x, y))
            }
        }
    }

    fn condition(&mut self, scope: &[TermId], depth: u32) -> TermId {
        let p = self.pool.clone();
        match self.chance.below(9) {
            0 if depth > 0 => p.and(self.condition(scope, depth - 1), self.condition(scope, depth - 1)),
            1 if depth > 0 => p.or(self.condition(scope, depth - 1), self.condition(scope, depth - 1)),
            2 => self.chance.pick(&self.conditions),
            k => {
                let (a, b) = (self.number(scope, depth), self.number(scope, depth.saturating_sub(1)));
                match k {
                    3 | 4 => p.eq(a, b),
                    5 | 6 => p.ne(a, b),
                    7 => p.ult(a, b),
                    _ => p.sle(a, b),
                }
            }
        }
    }

    fn forall(&mut self, scope: &[TermId], depth: u32) -> TermId {
        let p = self.pool.clone();
        let deep = u32::from(self.chance.below(4) == 0);
        let limit = self.number(scope, deep);
        let (symbol, t) = self.bound("τ");
        let mut inner = scope.to_vec();
        inner.push(t);
        let body = if depth > 0 && self.chance.below(8) == 0 {
            let nested = self.forall(&inner, depth - 1);
            match self.chance.below(3) {
                0 => nested,
                1 => p.not(nested),
                _ => p.or(nested, self.condition(&inner, 1)),
            }
        } else {
            self.condition(&inner, 2)
        };
        p.forall(symbol, limit, body)
    }

    fn query(&mut self) -> Vec<TermId> {
        let p = self.pool.clone();
        let mut query = Vec::new();
        for _ in 0..3 + self.chance.below(5) {
            query.push(match self.chance.below(8) {
                0 | 1 => self.condition(&[], 2),
                2 => p.or(self.forall(&[], 1), self.condition(&[], 1)),
                3 => p.not(self.forall(&[], 1)),
                4 => p.ite(self.condition(&[], 1), self.forall(&[], 1), self.forall(&[], 1)),
                5 => {
                    let kappa = self.chance.pick(&self.numbers);
                    p.ult(p.bv(self.chance.below(14) as u128, W), kappa)
                }
                _ => self.forall(&[], 1),
            });
        }
        query
    }

    /// The same with every quantifier spelled out, and λ-arrays simplified.
    fn expanded(&self, t: TermId, done: &mut FxHashMap<TermId, TermId>) -> TermId {
        if let Some(&known) = done.get(&t) {
            return known;
        }
        let p = &self.pool;
        let node = p.node(t);
        let args: Vec<TermId> = node.args.iter().map(|&a| self.expanded(a, done)).collect();
        let made = match node.op {
            Op::Forall(s) => (0..16).fold(p.true_(), |all, v| {
                let value = p.bv(v, W);
                let instance = p.substitute(args[1], &FxHashMap::from_iter([(s, value)]));
                p.and(all, p.implies(p.ult(value, args[0]), instance))
            }),
            _ if args.is_empty() => t,
            op => p.build(op, node.sort, &args),
        };
        done.insert(t, made);
        made
    }

    fn model(&mut self) -> Model {
        let mut model = Model::new();
        for &t in self.numbers.iter().chain(&self.conditions) {
            let value = self.chance.bits() as u128 & plica_term::mask(self.pool.width(t));
            model.set(symbol_of(&self.pool, t), ConstValue::Bv(value));
        }
        for &t in &self.arrays {
            let entries = (0..16).map(|i| (i, self.chance.bits() as u128 & 15)).collect();
            let value = ArrayValue { entries, default: 0 };
            model.set(symbol_of(&self.pool, t), ConstValue::Array(Arc::new(value)));
        }
        model
    }
}

#[test]
fn random_queries_are_decided_like_their_expansion() {
    let (mut sat, mut unsat) = (0, 0);
    let mut counts = plica_smt::SolverStats::default();
    // A third of the queries, unless `./x test --all` asks for all.
    let in_full = std::env::var_os("PLICA_TESTS").is_some_and(|size| size == "all");
    let seeds = if in_full { 50 } else { 16 };
    for seed in 0..seeds {
        let mut maker = Maker::new(seed + 1);
        let pool = maker.pool.clone();
        let config = SolverConfig { choice: Choice::Auto, caches: seed % 2 == 0, ..Default::default() };
        let mut solver = Solver::new(pool.clone(), config).expect("a solver");
        let mut references: [Box<dyn Backend>; 2] =
            [Box::new(Bitwuzla::incremental(pool.clone())), Box::new(Z3::incremental(pool.clone()))];
        let mut done = FxHashMap::default();
        for round in 0..60 {
            let query = maker.query();
            let what = |t: &[TermId]| t.iter().map(|&t| pool.infix(t)).collect::<Vec<_>>().join("\n  ∧ ");
            let expanded: Vec<TermId> = query.iter().map(|&t| maker.expanded(t, &mut done)).collect();
            let truth = references
                .iter_mut()
                .map(|r| r.check(&expanded, &limit(Duration::from_secs(20))))
                .find(|v| !matches!(v, BackendAnswer::Unknown(_)));
            match (solver.check(&query, None), truth) {
                (Answer::Sat(model), Some(BackendAnswer::Sat(_))) => {
                    assert!(satisfies(&pool, &model, &expanded), "{seed}.{round}: {model:?}\n{}", what(&query));
                    assert!(satisfies(&pool, &model, &query), "{seed}.{round}: {model:?}\n{}", what(&query));
                    sat += 1;
                }
                (Answer::Unsat, Some(BackendAnswer::Unsat(_))) => unsat += 1,
                (answer, truth) => panic!("{seed}.{round}: {answer:?}, but {truth:?}:\n    {}", what(&query)),
            }
        }
        counts.add(solver.stats());
    }
    println!("{sat} sat, {unsat} unsat; {counts:?}");
    let least = 6 * seeds;
    assert!(sat > least && unsat > least, "one-sided: {sat} sat, {unsat} unsat");
}

#[test]
fn quantifiers_evaluate_like_their_expansion() {
    for seed in 0..20 {
        let mut maker = Maker::new(seed + 1000);
        let pool = maker.pool.clone();
        let mut done = FxHashMap::default();
        for _ in 0..100 {
            let t = maker.forall(&[], 2);
            let expanded = maker.expanded(t, &mut done);
            for _ in 0..5 {
                let model = maker.model();
                let (a, b) =
                    (Evaluator::new(&pool, &model).try_bits(t), Evaluator::new(&pool, &model).try_bits(expanded));
                assert_eq!(a, b, "{}", pool.infix(t));
            }
        }
    }
}
