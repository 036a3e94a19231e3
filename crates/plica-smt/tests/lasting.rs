//! Answers that outlive a run: asked in another pool, under other names, in another order, they are the ones that hold.
//!
//! Oblivious to where answers are kept: here it is a map. Invariant: whatever bytes come back for a query, a model that
//! leaves the solver satisfies it.

mod common;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use common::{Chance, input, satisfiable_by_search, satisfies};
use plica_smt::{Answer, AnswerStore, Solver, SolverConfig};
use plica_term::{Sort, TermId, TermPool};

/// Answers in memory, as a store would have them.
#[derive(Clone, Default)]
struct Map {
    all: Arc<Mutex<HashMap<Vec<u8>, Vec<u8>>>>,
    verifies: bool,
}

impl AnswerStore for Map {
    fn find(&mut self, query: &[u8]) -> Option<(Vec<u8>, bool)> {
        Some((self.all.lock().unwrap().get(query)?.clone(), self.verifies))
    }

    fn keep(&mut self, query: &[u8], answer: &[u8]) {
        self.all.lock().unwrap().insert(query.to_vec(), answer.to_vec());
    }
}

/// Keeps cheap answers too.
fn keep_all() {
    let constant = plica_smt::tuning::ALL.iter().find(|constant| constant.name() == "smt.work_kept");
    constant.unwrap().set(0).unwrap();
}

fn solver(pool: &Arc<TermPool>, map: &Map) -> Solver {
    let mut solver = Solver::new(pool.clone(), SolverConfig { caches: false, ..Default::default() }).unwrap();
    solver.keep_answers(Box::new(map.clone()));
    solver
}

/// A random query over four numbers and an array.
fn query(pool: &TermPool, names: &[String], chance: &mut Chance) -> (Vec<TermId>, Vec<TermId>) {
    let symbols: Vec<TermId> = names.iter().map(|name| input(pool, name, Sort::Bv(4))).collect();
    let conditions = (0..1 + chance.below(5)).map(|_| {
        let (a, b) = (chance.pick(&symbols), chance.pick(&symbols));
        let value = pool.bv(u128::from(chance.bits() & 15), 4);
        match chance.below(5) {
            0 => pool.ult(pool.mul(a, b), value),
            1 => pool.eq(pool.add(a, b), value),
            2 => pool.and(pool.ne(a, value), pool.ule(b, value)),
            3 => pool.ult(pool.add(a, value), pool.mul(b, b)),
            _ => pool.not(pool.eq(pool.xor(a, b), value)),
        }
    });
    let conditions = conditions.collect();
    (symbols, conditions)
}

#[test]
fn answers_hold_in_other_pools_under_other_names() {
    keep_all();
    let map = Map::default();
    let names = |prefix: &str| (0..4).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>();
    let mut asked = [0; 2];
    for round in 0..2 {
        let pool = Arc::new(TermPool::new());
        if round == 1 {
            // Other terms are there already, so that all numbers are others.
            query(&pool, &names("other"), &mut Chance::new(99));
            (0..7).for_each(|i| assert!(pool.width(input(&pool, &format!("more{i}"), Sort::Bv(4))) == 4));
        }
        let mut solver = solver(&pool, &map);
        let mut chance = Chance::new(3);
        for _ in 0..300 {
            let (symbols, conditions) = query(&pool, &names(["a", "zz"][round]), &mut chance);
            let truth = satisfiable_by_search(&pool, &symbols, &conditions);
            match solver.check(&conditions, None) {
                Answer::Sat(model) => assert!(truth && satisfies(&pool, &model, &conditions)),
                Answer::Unsat => assert!(!truth),
                unknown => panic!("{unknown:?}"),
            }
        }
        asked[round] = solver.stats().to_backend;
    }
    assert!(asked[1] * 20 < asked[0], "{asked:?}");
}

#[test]
fn equal_forms_are_equal_queries() {
    keep_all();
    let map = Map::default();
    let pool = Arc::new(TermPool::new());
    let [x, y, z] = ["x", "y", "z"].map(|name| input(&pool, name, Sort::Bv(8)));
    let wide = input(&pool, "w", Sort::Bv(9));
    let five = pool.bv(5, 8);
    // Each of these is another question, though some have the same shape.
    let queries = [
        vec![pool.ult(pool.mul(x, x), five)],
        vec![pool.ult(pool.mul(x, y), five)],
        vec![pool.ult(five, pool.mul(x, y))],
        vec![pool.ult(pool.mul(x, y), pool.bv(6, 8))],
        vec![pool.ult(pool.mul(x, y), five), pool.ult(pool.mul(y, z), five)],
        vec![pool.ult(pool.mul(x, y), five), pool.ult(pool.mul(x, y), z)],
        vec![pool.ult(pool.mul(wide, wide), pool.bv(5, 9))],
    ];
    let mut solver = solver(&pool, &map);
    for (i, query) in queries.iter().enumerate() {
        solver.check(query, None);
        assert_eq!(map.all.lock().unwrap().len(), i + 1, "{i}");
    }
    // And these are among them.
    for query in [[pool.ult(pool.mul(z, z), five)], [pool.ult(pool.mul(z, y), five)]] {
        solver.check(&query, None);
        assert_eq!(map.all.lock().unwrap().len(), queries.len());
    }
}

#[test]
fn whatever_comes_back_models_are_models() {
    keep_all();
    let map = Map::default();
    let pool = Arc::new(TermPool::new());
    let array = input(&pool, "array", Sort::Array { index: 8, elem: 8 });
    let [x, y] = ["x", "y"].map(|name| input(&pool, name, Sort::Bv(8)));
    let read = pool.select(pool.store(array, x, pool.bv(3, 8)), y);
    let conditions = [pool.ult(pool.mul(read, x), y), pool.ult(pool.bv(40, 8), x)];
    assert!(solver(&pool, &map).check(&conditions, None).is_sat());
    let kept: Vec<(Vec<u8>, Vec<u8>)> = map.all.lock().unwrap().clone().into_iter().collect();
    for (query, answer) in kept {
        for bit in 0..8 * answer.len() {
            let mut changed = answer.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            // An answer of the other kind is what checksums are for.
            if bit / 8 < 3 {
                continue;
            }
            let other = Map::default();
            other.all.lock().unwrap().insert(query.clone(), changed);
            match solver(&pool, &other).check(&conditions, None) {
                Answer::Sat(model) => assert!(satisfies(&pool, &model, &conditions)),
                other => panic!("{bit}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_wrong_answer_is_noticed_where_answers_are_found_again() {
    keep_all();
    let pool = Arc::new(TermPool::new());
    let [x, y] = ["x", "y"].map(|name| input(&pool, name, Sort::Bv(8)));
    let right = [pool.ult(pool.mul(x, y), pool.bv(5, 8))];
    // No square is 2 modulo 256.
    let wrong = [pool.eq(pool.mul(x, x), pool.bv(2, 8))];
    let map = Map::default();
    solver(&pool, &map).check(&right, None);
    solver(&pool, &map).check(&wrong, None);
    assert_eq!(map.all.lock().unwrap().len(), 2);
    // Each has the other's answer.
    let swapped = {
        let all = map.all.lock().unwrap().clone();
        let values: Vec<Vec<u8>> = all.values().cloned().collect();
        all.keys().cloned().zip(values.into_iter().rev()).collect::<HashMap<_, _>>()
    };
    let map = Map { all: Arc::new(Mutex::new(swapped)), verifies: true };
    let mut solver = solver(&pool, &map);
    assert!(solver.check(&right, None).is_sat());
    let error = solver.take_error().map(|error| error.to_string());
    assert!(error.as_ref().is_some_and(|error| error.contains("not the one that was found again")), "{error:?}");
    // A model of the other query is none of this one, so that is asked like a new one.
    assert!(solver.check(&wrong, None).is_unsat());
    assert!(solver.take_error().is_none());
}
