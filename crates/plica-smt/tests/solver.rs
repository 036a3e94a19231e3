//! The pipeline: its stages, its caches, its limits, and its failures.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{Chance, input, satisfiable_by_search, satisfies, symbol_of};
use plica_smt::{Answer, Budget, Choice, Solver, SolverConfig, SolverError, UnknownReason, Work};
use plica_term::{ConstValue, Model, Sort, TermId, TermPool};

fn solver(pool: &Arc<TermPool>, config: SolverConfig) -> Solver {
    Solver::new(pool.clone(), config).expect("a solver")
}

/// Two 64-bit factors of a product of two primes, neither of them one: far beyond any time limit of a test.
fn factoring(pool: &TermPool) -> Vec<TermId> {
    let (x, y) = (input(pool, "x", Sort::Bv(64)), input(pool, "y", Sort::Bv(64)));
    let wide = |t| pool.zext(t, 128);
    let product = pool.mul(wide(x), wide(y));
    // Two primes with nothing special about them.
    let n = 11_400_714_819_323_198_549u128 * 14_029_467_366_897_019_727;
    vec![pool.eq(product, pool.bv(n, 128)), pool.ult(pool.bv(1, 64), x), pool.ule(x, y)]
}

fn choices() -> Vec<Choice> {
    vec![
        Choice::Auto,
        #[cfg(feature = "bitwuzla")]
        Choice::Bitwuzla,
        #[cfg(feature = "z3")]
        Choice::Z3,
        Choice::Pipe(format!("'{}' -in", common::z3_program())),
    ]
}

#[test]
fn hard_queries_end_at_their_limit() {
    let by_work = SolverConfig { work_limit: Work::millis(100), ..Default::default() };
    let by_time = SolverConfig { time_limit: Some(Duration::from_millis(300)), ..Default::default() };
    for (choice, config) in choices().into_iter().flat_map(|c| [(c.clone(), by_work.clone()), (c, by_time.clone())]) {
        let by_counts = config.time_limit.is_none();
        let pool = Arc::new(TermPool::new());
        let mut solver = solver(&pool, SolverConfig { choice: choice.clone(), ..config });
        let query = factoring(&pool);
        let started = Instant::now();
        let answer = solver.check(&query, None);
        // What is asked by a pipe cannot be held, and the clock on the wall ends what it ends.
        let goes_on = by_counts && !matches!(choice, Choice::Pipe(_));
        let why = if goes_on { UnknownReason::Paused } else { UnknownReason::Timeout };
        assert_eq!(answer, Answer::Unknown(why), "{choice:?}");
        assert!(started.elapsed() < Duration::from_secs(10), "{choice:?} took {:?}", started.elapsed());
        assert_eq!(solver.stats().unknown.get("timeout"), Some(&1));
        // The same question with the same limit is not tried again; and the solver goes on working.
        let asked = solver.stats().to_backend;
        assert_eq!(solver.check(&query, None), Answer::Unknown(UnknownReason::Timeout));
        assert_eq!(solver.stats().to_backend, asked);
        let easy = pool.ult(input(&pool, "z", Sort::Bv(64)), pool.bv(5, 64));
        assert!(solver.check(&[easy], None).is_sat());
    }
}

#[test]
fn the_second_stage_is_reached_and_ends_in_time() {
    let pool = Arc::new(TermPool::new());
    let config = SolverConfig { work_limit: Work::millis(400), first_stage: Work::millis(50), ..Default::default() };
    let mut solver = solver(&pool, config);
    let started = Instant::now();
    assert!(solver.check(&factoring(&pool), None).is_unknown());
    // Products take longer than their work says; the net is below them.
    assert!(started.elapsed() < Duration::from_secs(10), "took {:?}", started.elapsed());
    assert_eq!(solver.stats().to_second_stage, 1);
}

/// The interrupt comes in the first stage, between two stages, and in the last one.
#[test]
fn an_interrupt_ends_a_running_query() {
    for choice in choices() {
        for after in [0, 1, 100, 500, 1_000, 2_000, 4_000, 8_000, 20_000, 100_000] {
            is_interrupted(&choice, Duration::from_micros(after));
        }
    }
}

fn is_interrupted(choice: &Choice, after: Duration) {
    let pool = Arc::new(TermPool::new());
    let interrupt = Arc::new(AtomicBool::new(false));
    let config = SolverConfig {
        choice: choice.clone(),
        work_limit: Work::millis(60_000),
        interrupt: interrupt.clone(),
        ..Default::default()
    };
    let mut solver = solver(&pool, config);
    let query = factoring(&pool);
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(after);
            interrupt.store(true, Ordering::Relaxed);
        });
        let answer = solver.check(&query, None);
        assert_eq!(answer, Answer::Unknown(UnknownReason::Interrupted), "{choice:?} after {after:?}");
    });
    // It would run for a minute; how soon it stops is the machine's affair.
    assert!(started.elapsed() < Duration::from_secs(20), "{choice:?} took {:?}", started.elapsed());
    // What was interrupted is not remembered as undecidable.
    interrupt.store(false, Ordering::Relaxed);
    solver.set_budget(Budget::AtMost(Work::millis(50)));
    let why = if matches!(choice, Choice::Pipe(_)) { UnknownReason::Timeout } else { UnknownReason::Paused };
    assert_eq!(solver.check(&query, None), Answer::Unknown(why), "{choice:?}");
}

#[test]
fn a_question_that_is_paused_goes_on_where_it_was() {
    let pool = Arc::new(TermPool::new());
    let [x, y] = ["x", "y"].map(|name| input(&pool, name, Sort::Bv(40)));
    // The product of two primes, and there are no others.
    let (p, q) = (1_009u128, 1_013u128);
    let in_range = |t| [pool.ult(pool.bv(1, 40), t), pool.ult(t, pool.bv(1 << 12, 40))];
    let mut query = vec![pool.eq(pool.mul(x, y), pool.bv(p * q, 40)), pool.ne(x, pool.bv(p, 40))];
    query.push(pool.ne(x, pool.bv(q, 40)));
    query.extend([x, y].into_iter().flat_map(in_range));
    for first_stage in [Work::units(20_000), Work::units(1)] {
        let config = SolverConfig { first_stage, ..SolverConfig::default() };
        let mut alone = solver(&pool, config.clone());
        assert_eq!(alone.check(&query, None), Answer::Unsat);
        let mut paused = solver(&pool, config);
        let (mut asked, share) = (0, Work::units(10_000));
        paused.set_budget(Budget::AtMost(share));
        let answer = loop {
            asked += 1;
            match paused.check(&query, None) {
                Answer::Unknown(UnknownReason::Paused) if asked < 100 => {}
                answer => break answer,
            }
        };
        assert_eq!(answer, Answer::Unsat, "after {asked} times {share:?}");
        // What was done is not done again.
        assert!(
            asked > 2 && paused.work() <= alone.work().part(2, 1),
            "{asked}: {:?} {:?}",
            paused.work(),
            alone.work()
        );
        // The same once more: counts decide, not the machine.
        let mut again = solver(&pool, SolverConfig { first_stage, ..SolverConfig::default() });
        again.set_budget(Budget::AtMost(share));
        let times = (1..).find(|_| again.check(&query, None) == Answer::Unsat);
        assert_eq!((times, again.work()), (Some(asked), paused.work()));
    }
}

#[test]
fn independent_conditions_are_answered_apart() {
    let pool = Arc::new(TermPool::new());
    let mut solver = solver(&pool, SolverConfig::default());
    let (x, y) = (input(&pool, "x", Sort::Bv(8)), input(&pool, "y", Sort::Bv(8)));
    let square = |t| pool.mul(t, t);
    let pc = [pool.eq(square(x), pool.bv(49, 8)), pool.eq(square(y), pool.bv(81, 8))];
    let first = solver.check(&pc, None);
    assert!(satisfies(&pool, first.model().expect("sat"), &pc));
    assert_eq!((solver.stats().slices, solver.stats().to_backend), (2, 2));
    // Only the slice of x is asked; y keeps its value.
    let hint = first.model().expect("sat");
    let value = |m: &Model, t| m.get(symbol_of(&pool, t));
    let x_now = value(hint, x).expect("named").bits();
    let extra = pool.ne(x, pool.bv(x_now, 8));
    let second = solver.check_with_hint(&pc, Some(extra), Some(hint));
    let model = second.model().expect("49 has several roots modulo 256");
    assert!(satisfies(&pool, model, &[pc[0], pc[1], extra]));
    assert_eq!(value(model, y), value(hint, y));
    assert_eq!((solver.stats().slices, solver.stats().to_backend), (3, 3));
}

#[test]
fn hints_answer_without_solving() {
    let pool = Arc::new(TermPool::new());
    let mut solver = solver(&pool, SolverConfig::default());
    let (x, fresh) = (input(&pool, "x", Sort::Bv(8)), input(&pool, "fresh", Sort::Bv(8)));
    let pc = [pool.ult(pool.bv(9, 8), x)];
    let hint = Arc::new([(symbol_of(&pool, x), ConstValue::Bv(20))].into_iter().fold(Model::new(), |mut m, (s, v)| {
        m.set(s, v);
        m
    }));
    let holds = pool.ult(pool.bv(5, 8), x);
    assert_eq!(solver.check_with_hint(&pc, Some(holds), Some(&hint)), Answer::Sat(hint.clone()));
    // A symbol that the hint does not name is zero, and is named in the answer.
    let about_fresh = pool.ult(fresh, x);
    let answer = solver.check_with_hint(&pc, Some(about_fresh), Some(&hint));
    assert_eq!(answer.model().and_then(|m| m.get(symbol_of(&pool, fresh))), Some(ConstValue::Bv(0)));
    assert!(solver.check_with_hint(&pc, Some(pool.false_()), Some(&hint)).is_unsat());
    assert_eq!(solver.check_with_hint(&pc, None, Some(&hint)), Answer::Sat(hint.clone()));
    let stats = solver.stats();
    assert_eq!((stats.by_hint, stats.by_constant, stats.to_backend), (3, 1, 0));
}

#[test]
fn answers_cores_and_models_are_reused() {
    let pool = Arc::new(TermPool::new());
    let mut solver = solver(&pool, SolverConfig::default());
    let (x, y) = (input(&pool, "x", Sort::Bv(8)), input(&pool, "y", Sort::Bv(8)));
    let product = pool.mul(x, y);
    let odd = pool.eq(pool.and(product, pool.bv(1, 8)), pool.bv(1, 8));
    let even_x = pool.eq(pool.and(x, pool.bv(1, 8)), pool.bv(0, 8));
    assert!(solver.check(&[odd, even_x], None).is_unsat());
    assert!(solver.check(&[even_x, odd], None).is_unsat());
    assert_eq!((solver.stats().by_cache, solver.stats().to_backend), (1, 1));
    // A superset of what is contradictory is contradictory.
    let small = pool.ult(y, pool.bv(200, 8));
    assert!(solver.check(&[odd, small, even_x], None).is_unsat());
    assert_eq!((solver.stats().by_core, solver.stats().to_backend), (1, 1));
    // A subset of what has a model has that model.
    assert!(solver.check(&[odd, small], None).is_sat());
    assert!(solver.check(&[odd], None).is_sat());
    assert_eq!((solver.stats().by_model, solver.stats().to_backend), (1, 2));
}

/// What is left of conditions under each other is of several of them: each is in the core.
#[test]
fn a_core_of_what_is_left_is_one_of_what_was_there() {
    let pool = Arc::new(TermPool::new());
    let mut solver = solver(&pool, SolverConfig::default());
    let [x, y, z, small] = ["x", "y", "z", "small"].map(|name| input(&pool, name, Sort::Bv(8)));
    let odd = |t: TermId| pool.eq(pool.and(t, pool.bv(1, 8)), pool.bv(1, 8));
    let (of_product, even) = (odd(pool.mul(x, y)), pool.not(odd(x)));
    let either = pool.or(of_product, odd(pool.mul(z, z)));
    let neither = pool.not(odd(pool.mul(z, z)));
    assert!(solver.check(&[either, neither, even], None).is_unsat());
    let others = pool.ult(pool.add(small, x), pool.add(z, y));
    assert!(solver.check(&[either, others, neither, even], None).is_unsat());
    assert_eq!(solver.stats().by_core, 1);
    for conditions in [[either, neither, others], [either, even, others], [neither, even, others]] {
        let answer = solver.check(&conditions, None);
        assert!(answer.model().is_some_and(|model| satisfies(&pool, model, &conditions)));
    }
}

/// The pipeline with and without its caches and hints, on the same random walk, against exhaustive search. Paths are
/// like merged ones, too: some conditions are choices over earlier ones.
#[test]
fn caches_change_no_answer() {
    let pool = Arc::new(TermPool::new());
    let mut with = solver(&pool, SolverConfig::default());
    let mut without = solver(&pool, SolverConfig { caches: false, ..Default::default() });
    let mut chance = Chance::new(7);
    let symbols: Vec<TermId> = (0..4).map(|i| input(&pool, &format!("s{i}"), Sort::Bv(4))).collect();
    for _ in 0..60 {
        let mut pc: Vec<TermId> = Vec::new();
        let mut asked: Vec<TermId> = vec![pool.ult(symbols[0], pool.bv(9, 4))];
        let mut hint = Arc::new(Model::new());
        for _ in 0..8 {
            let (a, b) = (chance.pick(&symbols), chance.pick(&symbols));
            let (before, other) = (chance.pick(&asked), chance.pick(&asked));
            let value = pool.bv(u128::from(chance.bits()), 4);
            let extra = match chance.below(8) {
                0 => pool.ult(pool.mul(a, b), value),
                1 => pool.eq(pool.add(a, b), value),
                2 => pool.and(pool.ne(a, value), pool.ule(b, value)),
                3 => pool.not(pool.eq(pool.xor(a, b), value)),
                4 => pool.or(before, pool.eq(a, value)),
                5 => pool.or(pool.not(before), other),
                6 => pool.ult(pool.ite(before, a, pool.mul(b, b)), value),
                _ => pool.not(before),
            };
            asked.push(extra);
            let mut all = pc.clone();
            all.push(extra);
            let truth = satisfiable_by_search(&pool, &symbols, &all);
            let answers = [
                with.check_with_hint(&pc, Some(extra), Some(&hint)),
                with.check(&pc, Some(extra)),
                without.check(&pc, Some(extra)),
            ];
            for answer in &answers {
                assert!(!answer.is_unknown());
                assert_eq!(answer.is_sat(), truth);
                if let Some(model) = answer.model() {
                    assert!(satisfies(&pool, model, &all));
                }
            }
            if let [Answer::Sat(model), ..] = answers {
                pc = all;
                hint = model;
            }
        }
    }
    let stats = with.stats();
    assert!(stats.by_hint > 0 && stats.by_cache > 0 && stats.by_model > 0, "{stats:?}");
    assert_eq!(stats.bad_models, 0);
    assert!(stats.to_backend < without.stats().to_backend);
}

#[test]
fn models_name_every_symbol_of_the_query() {
    let pool = Arc::new(TermPool::new());
    let mut solver = solver(&pool, SolverConfig::default());
    let a = input(&pool, "a", Sort::Array { index: 8, elem: 8 });
    let (x, y) = (input(&pool, "x", Sort::Bv(8)), input(&pool, "y", Sort::Bv(8)));
    let pc = [pool.or(pool.ult(x, y), pool.eq(pool.select(a, x), y)), pool.ult(y, pool.bv(3, 8))];
    let answer = solver.check(&pc, None);
    let model = answer.model().expect("sat");
    for t in [a, x, y] {
        assert!(model.get(symbol_of(&pool, t)).is_some());
    }
}

#[test]
fn constants_need_no_solver() {
    let pool = Arc::new(TermPool::new());
    let mut solver = solver(&pool, SolverConfig::default());
    assert!(solver.check(&[pool.true_()], None).is_sat());
    assert!(solver.check(&[], None).is_sat());
    assert!(solver.check(&[pool.true_(), pool.false_()], None).is_unsat());
    assert_eq!((solver.stats().by_constant, solver.stats().to_backend), (3, 0));
}

#[test]
fn dumped_queries_are_complete_files() {
    let pool = Arc::new(TermPool::new());
    let folder = std::env::temp_dir().join(format!("plica-dump-{}", std::process::id()));
    let mut solver = solver(&pool, SolverConfig { dump_queries: Some(folder.clone()), ..Default::default() });
    let x = input(&pool, "a name with | in it", Sort::Bv(8));
    assert!(solver.check(&[pool.ult(x, pool.bv(1, 8))], None).is_sat());
    // Two bounds would contradict each other without a solver.
    assert!(
        solver
            .check(&[pool.ult(x, pool.bv(1, 8)), pool.eq(pool.and(x, pool.bv(2, 8)), pool.bv(2, 8))], None)
            .is_unsat()
    );
    let mut texts: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).expect("a file"))
        .collect();
    texts.sort();
    std::fs::remove_dir_all(&folder).expect("removable");
    assert_eq!(texts.len(), 2);
    assert!(texts[0].starts_with("; sat, by ") && texts[1].starts_with("; unsat, by "), "{texts:?}");
    assert!(texts.iter().all(|t| t.contains("(assert ") && t.contains("(check-sat)")));
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_at_once() {
    let pool = Arc::new(TermPool::new());
    let config = SolverConfig { dump_queries: Some("/proc/plica/queries".into()), ..Default::default() };
    assert!(matches!(Solver::new(pool, config), Err(SolverError::DumpFolder(_))));
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let pool = Arc::new(TermPool::new());
    let x = input(&pool, "x", Sort::Bv(32));
    let chain = |depth: u128| {
        let sum = (0..depth).fold(x, |t, i| pool.xor(pool.add(t, x), pool.bv(i * 7919 + 1, 32)));
        pool.ult(sum, pool.bv(1 << 31, 32))
    };
    // Encoding is the same for all back ends; the text needs no solver.
    assert!(plica_smt::to_smtlib(&pool, &[chain(50_000)]).contains("(check-sat)"));
    assert!(solver(&pool, SolverConfig::default()).check(&[chain(300)], None).is_sat());
}

#[cfg(all(feature = "bitwuzla", feature = "z3"))]
#[test]
fn cross_checking_asks_two() {
    let pool = Arc::new(TermPool::new());
    let mut solver = solver(&pool, SolverConfig { cross_check: true, ..Default::default() });
    let x = input(&pool, "x", Sort::Bv(8));
    assert!(solver.check(&[pool.eq(pool.mul(x, x), pool.bv(49, 8))], None).is_sat());
    assert!(solver.check(&[pool.eq(pool.mul(x, x), pool.bv(3, 8))], None).is_unsat());
    assert_eq!(solver.stats().cross_checked, 2);
    // Two solvers, and trying all values.
    assert_eq!(solver.stats().backends.len(), 3);
    assert_eq!(solver.take_error(), None);
}

/// A "solver" that is a shell script, given the text after `-c`.
fn script(text: &str) -> Choice {
    Choice::Pipe(format!("sh -c '{text}'"))
}

#[test]
fn cross_checking_stops_on_disagreement() {
    let pool = Arc::new(TermPool::new());
    let liar = script("while read line; do if [ \"$line\" = \"(check-sat)\" ]; then echo unsat; fi; done");
    let mut solver = solver(&pool, SolverConfig { choice: liar, cross_check: true, ..Default::default() });
    let x = input(&pool, "x", Sort::Bv(8));
    let answer = solver.check(&[pool.ult(x, pool.bv(9, 8))], None);
    assert_eq!(answer, Answer::Unknown(UnknownReason::Disagreement));
    let Some(SolverError::Disagreement { said, query }) = solver.take_error() else { panic!("no error") };
    assert!(said.contains("says sat") && query.contains("check-sat"), "{said}\n{query}");
}

#[test]
fn models_that_do_not_satisfy_the_query_are_refused() {
    let pool = Arc::new(TermPool::new());
    let liar = script(
        "while read line; do case \"$line\" in \"(check-sat)\") echo sat;; \"(get-value\"*) echo \"((x #xff))\";; esac; done",
    );
    let mut solver = solver(&pool, SolverConfig { choice: liar, ..Default::default() });
    let x = input(&pool, "x", Sort::Bv(8));
    assert_eq!(solver.check(&[pool.ult(x, pool.bv(9, 8))], None), Answer::Unknown(UnknownReason::BadModel));
    assert_eq!(solver.stats().bad_models, 1);
}

#[test]
fn a_solver_that_dies_is_reported_and_started_again() {
    let pool = Arc::new(TermPool::new());
    let dying = script("echo no more memory >&2; read line; exit 7");
    let mut solver = solver(&pool, SolverConfig { choice: dying, ..Default::default() });
    let x = input(&pool, "x", Sort::Bv(8));
    for _ in 0..2 {
        let Answer::Unknown(UnknownReason::Died(why)) = solver.check(&[pool.ult(x, pool.bv(9, 8))], None) else {
            panic!("it answered")
        };
        assert!(why.contains("exit status: 7") && why.contains("no more memory"), "{why}");
    }
}

#[test]
fn a_solver_that_does_not_exist_or_talks_nonsense_is_reported() {
    let pool = Arc::new(TermPool::new());
    let x = input(&pool, "x", Sort::Bv(8));
    let query = [pool.ult(x, pool.bv(9, 8))];
    let ask = |choice| solver(&pool, SolverConfig { choice, ..Default::default() }).check(&query, None);
    for (command, name) in [("/nowhere/solver --fast", "/nowhere/solver"), ("no-such-solver -in", "no-such-solver")] {
        let choice = Choice::Pipe(command.into());
        let missing = Solver::new(pool.clone(), SolverConfig { choice, ..Default::default() });
        assert!(matches!(missing, Err(SolverError::NoProgram(named)) if named == name));
    }
    let nonsense = ask(script("echo \"(error \\\"what?\\\")\"; cat >/dev/null"));
    assert!(matches!(&nonsense, Answer::Unknown(UnknownReason::Protocol(_))), "{nonsense:?}");
    let empty = Solver::new(pool.clone(), SolverConfig { choice: Choice::Pipe(" ".into()), ..Default::default() });
    assert!(matches!(empty, Err(SolverError::BadCommand(_))));
}
