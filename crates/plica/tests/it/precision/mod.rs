//! Precision and progress by brute force: what plica concludes about thousands of small programs is what trying all
//! values finds.
//!
//! Every program is run under every row of policies. Invariant: deterministic, but for solvers that do not answer; a
//! failure prints the program as small as it can be made, the row, and both sets.

mod adversary;
mod compare;
mod compile;
mod enumerate;
mod generate;
mod language;
mod shrink;

use std::time::{Duration, Instant};

use plica_summaries::SummaryPolicy as Calls;
use plica_tree::Policy;

use plica_explore::{LoopMeans, Merging};

use compare::{Evidence, Row, compare};
use enumerate::{Truth, enumerate};
use language::{Point, Program};

/// Programs of a test under all rows: for `./x test --all`, and for any other run.
const SHARE: (u64, u64) = (250, 24);
/// Programs of a test under the rows that merge paths first.
const MERGED: u64 = 375;
/// Steps that may be spent on knowing the truth about a program.
const BUDGET: usize = 400_000;
/// Solvers recurse over terms.
const STACK: usize = 256 << 20;

/// The rows of policies, all of which have to agree.
fn rows() -> Vec<Row> {
    let row = |name, search| Row {
        name,
        search,
        loops: None,
        calls: None,
        replay: false,
        evidence: Evidence::Coverage,
        questions: 200,
        complete: 70,
        blind: false,
    };
    let folding = |name, search| Row {
        loops: Some(LoopMeans::Fold),
        evidence: Evidence::Probes,
        questions: 400,
        complete: 80,
        ..row(name, search)
    };
    let summary = |name, search| Row { calls: Some(Calls::Always), questions: 90, complete: 60, ..row(name, search) };
    let either = |row: Row| Row { loops: Some(LoopMeans::Auto(Merging::Auto)), ..row };
    let merging = |row: Row| Row { loops: Some(LoopMeans::Auto(Merging::First)), ..row };
    let aimed = |row: Row| Row { evidence: Evidence::Targets, search: Some(Policy::Target), ..row };
    vec![
        summary("summary", Some(Policy::Coverage)),
        summary("summary bfs", Some(Policy::Bfs)),
        summary("summary fair dfs", Some(Policy::FairDfs)),
        summary("summary fair", Some(Policy::Fair)),
        summary("summary adversary", Some(Policy::Adversary)),
        Row { calls: Some(Calls::Auto), ..row("auto", Some(Policy::Coverage)) },
        Row { calls: Some(Calls::Auto), blind: true, ..row("auto, blind", Some(Policy::Coverage)) },
        Row { calls: Some(Calls::Auto), ..folding("auto compact", Some(Policy::Coverage)) },
        Row {
            calls: Some(Calls::Always),
            questions: 150,
            complete: 30,
            ..folding("summary compact", Some(Policy::Coverage))
        },
        Row { replay: true, ..row("replay", Some(Policy::Coverage)) },
        Row { replay: true, ..row("replay bfs", Some(Policy::Bfs)) },
        either(Row { replay: true, ..folding("replay either", Some(Policy::Coverage)) }),
        row("bfs", Some(Policy::Bfs)),
        row("dfs", Some(Policy::Dfs)),
        row("fair dfs", Some(Policy::FairDfs)),
        row("coverage", Some(Policy::Coverage)),
        row("random path", Some(Policy::RandomPath)),
        row("adversary", None),
        row("adversary, ever later", Some(Policy::Adversary)),
        row("fair", Some(Policy::Fair)),
        row("target", Some(Policy::Target)),
        summary("summary target", Some(Policy::Target)),
        aimed(row("aimed", None)),
        aimed(summary("summary aimed", None)),
        aimed(Row { calls: Some(Calls::Auto), ..folding("auto compact aimed", None) }),
        folding("compact bfs", Some(Policy::Bfs)),
        folding("compact", Some(Policy::Coverage)),
        either(folding("either", Some(Policy::Coverage))),
        either(folding("either adversary", None)),
        either(Row { calls: Some(Calls::Auto), ..folding("auto either", Some(Policy::RandomPath)) }),
        either(Row { calls: Some(Calls::Always), questions: 150, complete: 30, ..folding("summary either", None) }),
        merging(Row { questions: 440, ..folding("merging", Some(Policy::Coverage)) }),
        merging(Row { calls: Some(Calls::Auto), ..folding("auto merging", None) }),
        aimed(merging(folding("merging aimed", None))),
        aimed(either(Row { calls: Some(Calls::Auto), ..folding("auto either aimed", None) })),
    ]
}

/// A program and the truth about it; one about which it takes too long to know is left out for another.
fn program(n: u64) -> (Program, Truth) {
    (0..)
        .map(|attempt| generate::program(n | attempt << 32))
        .find_map(|p| enumerate(&p, BUDGET).map(|truth| (p, truth)))
        .expect("a program")
}

/// What came of the runs of a row.
#[derive(Clone, Default)]
struct Tally {
    complete: u64,
    paths: u64,
    time: Duration,
}

/// The number in a variable of the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn check(rows: &[Row], from: u64, to: u64) {
    // Turns are short, so that loops are folded although walking them soon ends, and alternatives meet.
    for (name, value) in [
        ("WORK_OF_TRIAL", 50),
        ("WORK_OF_ATTEMPT", 2_000),
        ("WORK_OF_TURN", 200),
        ("LEAVES_COMMITTED", 1),
        ("WORK_OF_FIRST_COURSES", 300),
        ("WORK_OF_COURSE", 100),
        ("SHARE_OF_ENUMERATING", 2),
        ("VALUES_NOT_ASKED_ABOUT", 3),
    ] {
        let constant = plica_explore::tuning::ALL.iter().find(|c| c.name().ends_with(&name.to_lowercase()));
        constant.expect("a tuning constant").set(value).expect("a value in its range");
    }
    let mut tallies = vec![Tally::default(); rows.len()];
    let (mut wrong, mut shown) = (0, 0);
    let (mut beyond, mut failing) = (0, 0);
    let mut thinking = Duration::ZERO;
    for n in from..to {
        let clock = Instant::now();
        let (p, truth) = program(n);
        if number("PRECISION_PRINT").is_some() {
            println!("{p}");
        }
        thinking += clock.elapsed();
        beyond += u64::from(has_dead_code(&p, &truth));
        failing += u64::from(!truth.failures.is_empty());
        for (row, tally) in rows.iter().zip(&mut tallies) {
            let clock = Instant::now();
            let result = compare(&p, &truth, row);
            let took = clock.elapsed();
            tally.time += took;
            if took > Duration::from_millis(number("PRECISION_SLOW").unwrap_or(5_000)) {
                println!("program {n} under {} took {took:?}\n{p}", row.name);
            }
            match result {
                Ok(run) => {
                    tally.complete += u64::from(run.complete);
                    tally.paths += run.paths;
                }
                Err(_) => {
                    wrong += 1;
                    if shown < number("PRECISION_SHOW").unwrap_or(2) {
                        shown += 1;
                        show(n, &p, row);
                    }
                }
            }
        }
    }
    let count = to - from;
    println!("{count} programs, {:.1} s to know them", thinking.as_secs_f64());
    println!("with something out of reach: {beyond}, with a failing assertion: {failing}");
    for (row, tally) in rows.iter().zip(&tallies) {
        let Tally { complete, paths, time } = tally;
        println!("{:>14} {complete:>6} ended by themselves {paths:>8} paths {:>8.1} s", row.name, time.as_secs_f64());
    }
    assert_eq!(wrong, 0, "runs that differ");
    // The programs have something to tell, and the rows come to an end.
    assert!(beyond * 4 > count && failing * 8 > count, "dull programs");
    // Chance has its share in few programs.
    let slack = if count < 100 { 20 } else { 0 };
    for (row, tally) in rows.iter().zip(&tallies) {
        assert!(
            tally.complete * 100 >= row.complete.saturating_sub(slack) * count,
            "too few runs under {} end by themselves",
            row.name
        );
    }
}

/// Is there a place that no run comes to, in a function that is called?
fn has_dead_code(p: &Program, truth: &Truth) -> bool {
    let compiled = compile::compile(p, false);
    let called = |f: plica_ir::FuncId| truth.points.contains(&Point::Start(f.index()));
    compiled.points.iter().any(|(site, point)| called(site.0) && !truth.points.contains(point))
}

/// Prints what is wrong with a program, made small.
fn show(n: u64, p: &Program, row: &Row) {
    let verdict = |p: &Program| enumerate(p, BUDGET).and_then(|truth| compare(p, &truth, row).err());
    let small = shrink::shrink(p, &mut |p| verdict(p).is_some());
    let what = verdict(&small).unwrap_or_else(|| "another time it is right".into());
    println!("program {n} under {}:\n{small}{what}\n", row.name);
}

/// So many programs, of several such shares, under all rows.
fn share(n: u64) {
    let count = number("PRECISION_SHARE").unwrap_or(if crate::common::in_full() { SHARE.0 } else { SHARE.1 });
    check_aside(rows(), number("PRECISION_FIRST").unwrap_or(0) + n * count, count);
}

/// Others under the rows that merge paths before they do anything else.
fn share_merged(n: u64) {
    let merges = |row: &Row| row.loops == Some(LoopMeans::Auto(Merging::First));
    let rows = rows().into_iter().filter(merges).collect();
    let count = number("PRECISION_SHARE").unwrap_or(MERGED);
    check_aside(rows, number("PRECISION_FIRST").unwrap_or(1 << 20) + n * count, count);
}

fn check_aside(rows: Vec<Row>, first: u64, count: u64) {
    let work = move || check(&rows, first, first + count);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// A test for each share of the programs, so that they run beside each other.
macro_rules! shares {
    ($share:ident: $($name:ident: $n:expr,)*) => {
        $(#[test]
        fn $name() {
            $share($n);
        })*
    };
}

shares! {
    share:
    what_is_concluded_is_so_0: 0,
    what_is_concluded_is_so_1: 1,
    what_is_concluded_is_so_2: 2,
    what_is_concluded_is_so_3: 3,
    what_is_concluded_is_so_4: 4,
    what_is_concluded_is_so_5: 5,
    what_is_concluded_is_so_6: 6,
    what_is_concluded_is_so_7: 7,
    what_is_concluded_is_so_8: 8,
    what_is_concluded_is_so_9: 9,
    what_is_concluded_is_so_10: 10,
    what_is_concluded_is_so_11: 11,
}

shares! {
    share_merged:
    what_is_merged_is_so_0: 0,
    what_is_merged_is_so_1: 1,
    what_is_merged_is_so_2: 2,
    what_is_merged_is_so_3: 3,
    what_is_merged_is_so_4: 4,
    what_is_merged_is_so_5: 5,
    what_is_merged_is_so_6: 6,
    what_is_merged_is_so_7: 7,
}
