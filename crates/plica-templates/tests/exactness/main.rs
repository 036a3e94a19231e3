//! Exactness: the exits of folded loops are those of the loops, for thousands of generated ones over small numbers.
//!
//! Sets of exit states are compared by running the program: see `compare`. Invariant: deterministic; a failure prints
//! the loop, the inputs, and what differs.

mod arrays;
mod carry;
mod compare;
mod compile;
mod fill;
mod generate;
mod loops;
mod mixtures;
mod scalars;
mod show;
mod ways;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plica_term::TermPool;

use compare::{Checked, Plain, check};
use generate::{KINDS, Rng, program};

/// Loops that share a pool and a solver.
const CHUNK: u64 = 52;
/// Vectors of inputs per loop.
const VECTORS: usize = 16;
/// Loops that take longer are named.
const SLOW: Duration = Duration::from_secs(3);
/// Solvers recurse over terms.
const STACK: usize = 256 << 20;

/// Why what is no loop is refused.
const NO_LOOP: &str = "no way leads back to its head";

/// What came of the loops of a kind.
#[derive(Clone, Default)]
struct Tally {
    loops: u64,
    folded: u64,
    vectors: u64,
    ended: u64,
    beyond: u64,
    unmapped: u64,
    time: Duration,
    reasons: BTreeMap<String, u64>,
}

#[derive(Default)]
struct Result {
    kinds: Vec<Tally>,
    wrong: Vec<(u64, String)>,
}

/// The number in a variable of the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn run(from: u64, to: u64) -> Result {
    let next = AtomicU64::new(from);
    let result = Mutex::new(Result { kinds: vec![Tally::default(); KINDS.len()], wrong: Vec::new() });
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let work = || {
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= to {
                return;
            }
            let pool = Arc::new(TermPool::new());
            let mut reach = Plain::new(&pool);
            for n in start..(start + CHUNK).min(to) {
                let (kind, p) = program(n);
                if std::env::var("EXACTNESS_KIND").is_ok_and(|only| only != KINDS[kind].0) {
                    continue;
                }
                let clock = Instant::now();
                let mut rng = Rng(n);
                let attempt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    check(&p, &pool, &mut reach, &mut rng, VECTORS)
                }));
                let checked = attempt.unwrap_or_else(|_| Err(format!("{p}\nit panics")));
                if clock.elapsed() > SLOW {
                    println!("loop {n} ({}) took {:.1} s\n{p}", KINDS[kind].0, clock.elapsed().as_secs_f64());
                }
                let mut result = result.lock().expect("no panic in here");
                let tally = &mut result.kinds[kind];
                tally.loops += 1;
                tally.time += clock.elapsed();
                match checked {
                    Ok(Checked::Refused(why)) => *tally.reasons.entry(why).or_default() += 1,
                    Ok(Checked::Folded { vectors, ended, beyond, unmapped }) => {
                        tally.folded += 1;
                        tally.vectors += vectors;
                        tally.ended += ended;
                        tally.beyond += beyond;
                        tally.unmapped += unmapped;
                    }
                    Err(what) => result.wrong.push((n, what)),
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let spawn = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread");
        let all: Vec<_> = (0..threads).map(spawn).collect();
        all.into_iter().for_each(|t| t.join().expect("no panic in here"));
    });
    result.into_inner().expect("no panic in here")
}

#[test]
fn exits_of_folded_loops_are_those_of_the_loops() {
    let first = number("EXACTNESS_FIRST").unwrap_or(1_010_000);
    // A fifth of the loops, unless `./x test --all` asks for all.
    let in_full = std::env::var_os("PLICA_TESTS").is_some_and(|size| size == "all");
    let count = number("EXACTNESS_LOOPS").unwrap_or(if in_full { 10_360 } else { 2_072 });
    let clock = Instant::now();
    let mut result = run(first, first + count);
    println!("              kind  loops folded  vectors   ended  beyond unmapped       s");
    let mut few = Vec::new();
    for ((name, _, share), t) in KINDS.iter().zip(&result.kinds) {
        if t.loops == 0 {
            continue;
        }
        println!(
            "{name:>18} {:>6} {:>6} {:>8} {:>7} {:>7} {:>8} {:>7.1}",
            t.loops,
            t.folded,
            t.vectors,
            t.ended,
            t.beyond,
            t.unmapped,
            t.time.as_secs_f64()
        );
        for (why, times) in &t.reasons {
            println!("{:>25} {why}", times);
        }
        // Some never come back to their head, whatever the inputs.
        let loops = t.loops - t.reasons.get(NO_LOOP).unwrap_or(&0);
        let (folded, ended) = (t.folded * 100 >= loops * u64::from(*share), t.ended * 8 >= t.vectors);
        if !folded || !ended || t.unmapped * 8 > t.vectors {
            few.push(*name);
        }
    }
    println!("{count} loops in {:.1} s", clock.elapsed().as_secs_f64());
    result.wrong.sort();
    for (n, what) in result.wrong.iter().take(number("EXACTNESS_SHOW").unwrap_or(5) as usize) {
        println!("\nloop {n} ({}):\n{what}", KINDS[(n % KINDS.len() as u64) as usize].0);
    }
    assert!(result.wrong.is_empty(), "{} loops differ", result.wrong.len());
    assert!(few.is_empty(), "too few are folded, or compared: {few:?}");
}
