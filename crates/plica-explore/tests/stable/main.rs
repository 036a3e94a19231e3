//! Path states are written, read in another pool, and explored on from, with the same outcome; so are states that
//! waited.
//!
//! Each test takes states from the middle of generated programs. Oblivious to how bytes look. Invariant: deterministic;
//! a failure prints the program.

mod generate;
mod run;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use plica_exec::{Alternative, Machine, State};
use plica_smt::Answer;
use plica_term::{TermId, TermPool};

use run::{Subject, decision, read, run_on, solver, write};

/// Programs of a test.
fn programs() -> u64 {
    let in_full = std::env::var_os("PLICA_TESTS").is_some_and(|size| size == "all");
    if in_full { 3_000 } else { 400 }
}

/// States from the middle of programs, with the text that each is of.
fn states(from: u64, count: u64, mut each: impl FnMut(&str, &Subject, &Machine, State)) -> u64 {
    let mut seen = 0;
    for number in from..from + count {
        let text = generate::program(number);
        let subject = Subject::read(&text);
        let machine = subject.machine(&Arc::new(TermPool::new()));
        let mut rng = Rng::with_seed(number);
        // A path that ends too early is tried in another way.
        let middle = (0..12).find_map(|_| subject.middle(&machine, &mut rng));
        if let Some(s) = middle {
            seen += 1;
            each(&text, &subject, &machine, s);
        }
    }
    seen
}

#[test]
fn exploring_on_from_what_was_read_comes_to_the_same() {
    let (mut bytes, mut longest, mut with_events, mut deep, mut errors, mut undecided) = (0, 0, 0, 0, 0, 0);
    let (mut writing, mut reading) = (Duration::ZERO, Duration::ZERO);
    let seen = states(0, programs(), |text, subject, machine, s| {
        let clock = Instant::now();
        let written = write(&machine.pool, &s);
        writing += clock.elapsed();
        let fresh = Arc::new(TermPool::new());
        let clock = Instant::now();
        let again = read(&fresh, &written).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let again = subject.machine(&fresh).admit(again).unwrap_or_else(|error| panic!("{error}\n{text}"));
        reading += clock.elapsed();
        assert_eq!(written, write(&fresh, &again), "{text}");
        let (before, after) = (subject.explore(&machine.pool, &s), subject.explore(&fresh, &again));
        assert_eq!(before, after, "{text}");
        bytes += written.len();
        longest = longest.max(written.len());
        with_events += u64::from(s.events.len() > 3);
        deep += u64::from(s.depth > 0);
        errors += u64::from(before.verdict == "violated");
        undecided += u64::from(before.verdict == "undecided");
    });
    println!("{seen} states of {} bytes, at most {longest}", bytes / seen.max(1) as usize);
    println!("written in {writing:?}, read in {reading:?}");
    println!("{with_events} with inputs, {deep} in calls, {errors} violated, {undecided} undecided");
    assert!(seen * 4 >= programs() * 3, "only {seen} states");
    assert!([with_events, deep, errors].iter().all(|&n| n * 10 > seen), "too few kinds of states");
    assert!(undecided * 4 < seen, "{undecided} are undecided");
}

#[test]
fn a_path_that_waited_goes_on_as_if_it_had_not() {
    let (mut decisions, mut smaller) = (0, 0);
    let seen = states(50_000, programs(), |text, subject, machine, mut s| {
        let mut waited = s.clone();
        let packed = machine.pack(&mut waited.top);
        assert!(waited.top.vars.is_empty(), "{text}");
        packed.unpack(&mut waited.top);
        smaller += u64::from(waited.top.vars != s.top.vars);
        assert_eq!(subject.explore(&machine.pool, &s), subject.explore(&machine.pool, &waited), "{text}");
        let [here, there] = [&mut s, &mut waited].map(|s| decision(machine, s));
        let conditions =
            |sides: &Option<Vec<_>>| sides.as_ref().map(|sides| sides.iter().map(cond).collect::<Vec<_>>());
        assert_eq!(conditions(&here), conditions(&there), "{text}");
        decisions += u64::from(here.is_some());
    });
    assert!(decisions * 4 > seen && smaller * 4 > seen, "{decisions} decisions, {smaller} packed, of {seen}");
}

fn cond(side: &Alternative) -> TermId {
    side.cond
}

#[test]
fn conditions_that_were_read_hold_together_when_they_did() {
    let (mut sat, mut unsat) = (0, 0);
    states(10_000, programs(), |text, subject, machine, mut s| {
        let fresh = Arc::new(TermPool::new());
        let mut again = read(&fresh, &write(&machine.pool, &s)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let other = subject.machine(&fresh);
        let (Some(here), Some(there)) = (decision(machine, &mut s), decision(&other, &mut again)) else { return };
        assert_eq!((here.len(), s.pc.len()), (there.len(), again.pc.len()), "{text}");
        let (mut one, mut two) = (solver(&machine.pool), solver(&fresh));
        for (a, b) in here.iter().zip(&there) {
            let kinds = [
                one.check_with_hint(&s.pc, Some(a.cond), Some(&s.model)),
                two.check_with_hint(&again.pc, Some(b.cond), Some(&again.model)),
            ]
            .map(|answer| match answer {
                Answer::Sat(_) => "sat",
                Answer::Unsat => "unsat",
                Answer::Unknown(_) => "unknown",
            });
            assert_eq!(kinds[0], kinds[1], "{text}");
            *(if kinds[0] == "sat" { &mut sat } else { &mut unsat }) += 1;
        }
    });
    assert!(sat > 100 && unsat > 20, "{sat} and {unsat} questions");
}

#[test]
fn every_prefix_is_refused() {
    states(20_000, programs() / 20, |text, _, machine, s| {
        let written = write(&machine.pool, &s);
        let fresh = TermPool::new();
        for end in 0..written.len() {
            assert!(read(&fresh, &written[..end]).is_err(), "{end} of {} bytes\n{text}", written.len());
        }
    });
}

#[test]
fn flipped_bytes_never_panic() {
    // Refused, not admitted, run on.
    let mut counts = [0; 3];
    states(30_000, programs() / 4, |text, subject, machine, s| {
        let written = write(&machine.pool, &s);
        let mut rng = Rng::with_seed(written.len() as u64);
        for _ in 0..200 {
            let mut bytes = written.clone();
            let at = rng.usize(0..bytes.len());
            let old = bytes[at];
            bytes[at] = if rng.bool() { old ^ 1 << rng.u8(0..8) } else { rng.u8(..) };
            let attempt = catch_unwind(AssertUnwindSafe(|| {
                let fresh = Arc::new(TermPool::new());
                let Ok(other) = read(&fresh, &bytes) else { return 0 };
                let other_machine = subject.machine(&fresh);
                let Ok(mut other) = other_machine.admit(other) else { return 1 };
                run_on(&other_machine, &mut other, 1_000);
                2
            }));
            let what = || format!("byte {at} was {old} and is {}\n{text}", bytes[at]);
            counts[attempt.unwrap_or_else(|_| panic!("it panics: {}", what()))] += 1;
        }
    });
    println!("{counts:?}");
    assert!(counts.iter().all(|&n| n > 100));
}

#[test]
fn a_hundred_thousand_callers_are_written_and_read() {
    let text = "function down(i32 n) -> (i32)
  temp i1 c, i32 m, i32 r
entry:
  c := eq i32 n, 0:32
  branch c ? stop : on
stop:
  return (n)
on:
  m := sub i32 n, 1:32
  r := call @down(i32 m)
  return (r)
function main(i32 a) -> (i32)
  temp i32 r, i1 c
entry:
  r := call @down(i32 100000:32)
  c := eq i32 r, a
  branch c ? bad : good
bad:
  error()
  unreachable
good:
  return (r)";
    let subject = Subject::read(text);
    let pool = Arc::new(TermPool::new());
    let mut machine = subject.machine(&pool);
    machine.config.stack = u64::MAX;
    let mut s = subject.start(&machine).expect("a start");
    while s.depth < 100_000 {
        machine.run(&mut s, 1_000);
    }
    let clock = Instant::now();
    let written = write(&pool, &s);
    let fresh = Arc::new(TermPool::new());
    let again = read(&fresh, &written).expect("a state");
    let mut machine = subject.machine(&fresh);
    machine.config.stack = u64::MAX;
    let mut again = machine.admit(again).expect("a state of the program");
    println!("{} bytes for {} callers, {:?}", written.len(), s.depth, clock.elapsed());
    assert_eq!((again.depth, again.backtrace()), (s.depth, s.backtrace()));
    let sides = loop {
        if let plica_exec::Outcome::Decide(sides) = machine.run(&mut again, 100_000) {
            break sides;
        }
    };
    assert_eq!((sides.len(), again.depth), (2, 0));
}
