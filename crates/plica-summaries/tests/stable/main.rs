//! Summaries are written and read by another composer with another pool, and answer the same calls in the same way.
//!
//! A program is explored, and each call of a unit whose summary can be written is entered again where the summary was
//! read: what holds after it is brought back and held against what held after the original call, by the solver.
//! Oblivious to how bytes look. Invariant: deterministic; a failure names the function.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fastrand::Rng;
use plica_exec::{ContextId, Machine, State};
use plica_explore::{CallSite, Entered, Summaries};
use plica_smt::{Answer, Solver};
use plica_stable::{Decode, Encode};
use plica_summaries::{Composer, SummaryPolicy};
use plica_term::{Decoder, Encoder, TermPool};

#[path = "../fixture/mod.rs"]
mod fixture;

/// Numbers, memory through pointers and of globals, an array at unknown places, a pointer in memory, an input inside.
const PROGRAM: &str = r#"
    global counter: 8 bytes, cells of 4 = zero
    global cells: 32 bytes, cells of 4 = zero
    global chosen: 8 bytes, cells of 8 = "" with @counter at 0
    declare __VERIFIER_nondet_int() -> (i32)

    function max(i32 a, i32 b) -> (i32)
      temp i1 c
    entry:
      c := sgt i32 a, b
      branch c ? first : second
    first:
      return (a)
    second:
      return (b)

    function add_to(ptr p, i32 n) -> ()
      temp i32 old, i32 new, i1 c
    entry:
      old := load i32 p
      c := slt i32 n, 0:32
      branch c ? none : some
    some:
      new := add i32 old, n
      store i32 new, p
      return ()
    none:
      return ()

    function put(i32 at, i32 n) -> (i32)
      temp ptr p, i32 i, i32 old
    entry:
      i := and i32 at, 7:32
      p := @cells + i:32*4
      old := load i32 p
      store i32 n, p
      return (old)

    function through(i32 n) -> (i32)
      temp ptr p, i32 v
    entry:
      p := load ptr @chosen
      v := load i32 p
      v := add i32 v, n
      return (v)

    function given(i32 n) -> (i32)
      temp i32 v, i1 c
    entry:
      v := call @__VERIFIER_nondet_int()
      c := ult i32 v, n
      branch c ? less : more
    less:
      return (v)
    more:
      return (n)

    function outer(i32 n) -> (i32)
      temp i32 v
    entry:
      v := call @given(i32 n)
      return (v)

    function main(i32 x, i32 y) -> (i32)
      temp i32 m, i32 k, ptr second
    entry:
      m := call @max(i32 x, i32 7:32)
      k := call @max(i32 x, i32 y)
      call @add_to(ptr @counter, i32 m)
      second := @counter + 4
      call @add_to(ptr second, i32 y)
      m := call @put(i32 x, i32 k)
      m := call @put(i32 m, i32 y)
      k := call @through(i32 m)
      k := call @given(i32 k)
      k := call @outer(i32 k)
      return (k)
"#;

/// One that knows nothing yet.
fn empty(machine: &Arc<Machine>) -> Composer {
    Composer::new(machine.clone(), fixture::solver(&machine.pool), SummaryPolicy::Always)
}

fn carry(s: &State, from: &TermPool, to: &Machine) -> State {
    let mut e = Encoder::new(from);
    s.encode(&mut e);
    let bytes = e.finish();
    let mut d = Decoder::new(&to.pool, &bytes).expect("a state");
    let s = State::decode(&mut d).expect("a state");
    d.finish().expect("no more than a state");
    to.admit(s).expect("a state of the program")
}

/// Are the states the same wherever the conditions of either hold?
fn assert_equivalent(machine: &Machine, solver: &mut Solver, (a, b): (&State, &State), what: &str) {
    let pool = &machine.pool;
    let (p, q) = (pool.and_all(&a.pc), pool.and_all(&b.pc));
    let mut same = pool.eq(p, q);
    for (v, w) in a.top.vars.iter().zip(&b.top.vars) {
        let equal = if v == w { pool.true_() } else { pool.eq(v.to_term(pool), w.to_term(pool)) };
        same = pool.and(same, pool.or(pool.not(p), equal));
    }
    for (obj, size) in [(1, 8), (2, 32)] {
        let (mut a, mut b) = (a.clone(), b.clone());
        for off in (0..size).step_by(4) {
            let [v, w] = [&mut a, &mut b].map(|s| machine.peek_cell(s, plica_exec::ObjId(obj), off, 4).to_term(pool));
            same = pool.and(same, pool.or(pool.not(p), pool.eq(v, w)));
        }
    }
    assert!(matches!(solver.check_with_hint(&[], Some(pool.not(same)), None), Answer::Unsat), "{what}");
}

#[test]
fn a_summary_that_was_read_answers_calls_as_the_original_does() {
    let program = fixture::read(PROGRAM);
    let (machine, mut composer, _) = fixture::explored(&program, SummaryPolicy::Always);
    let mut solver = fixture::solver(&machine.pool);
    let (mut units, mut answered, mut refused) = (0, 0, Vec::new());
    for unit in composer.unit_ids().skip(1) {
        let name = program.func(composer.view(unit).expect("a unit").function).name.clone();
        let bytes = match composer.write_unit(unit) {
            Ok(bytes) => bytes,
            Err(why) => {
                refused.push(format!("{name}: {why}"));
                continue;
            }
        };
        units += 1;
        println!("{name}: {} bytes", bytes.len());
        let there = fixture::machine(&program, &Arc::new(TermPool::new()));
        let mut other = empty(&there);
        let read = other.read_unit(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(view(&composer, unit), view(&other, read), "{name}");
        for call in composer.call_ids().collect::<Vec<_>>() {
            let view = composer.view_call(call).expect("a call");
            if view.unit != unit || view.caller != plica_exec::UnitId::PROGRAM {
                continue;
            }
            let at = carry(view.state, &machine.pool, &there);
            let site = CallSite { machine: &there, state: &at, context: ContextId::NONE, in_place: false };
            let Entered::Unit { unit: entered, call: again, fresh: None } = other.enter(site) else {
                panic!("{name} is to be explored again");
            };
            assert_eq!(entered, read, "{name}");
            assert_eq!(composer.classes(call), other.classes(again), "{name}");
            for class in 0..composer.classes(call) {
                let before = composer.after(&machine, call, class).expect("a way on");
                let after = other.after(&there, again, class).expect("a way on");
                let mut after = carry(&after, &there.pool, &machine);
                // Inputs inside have the names of the context: all but these are held against each other.
                after.events = before.events.clone();
                if &*name != "given" {
                    assert_equivalent(&machine, &mut solver, (&before, &after), &name);
                }
                answered += 1;
            }
        }
    }
    assert!(units >= 6 && answered >= 6, "{units} units, {answered} ways on");
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].starts_with("outer: the unit's paths depend on other units"), "{refused:?}");
}

/// What is known of a unit, but for terms.
fn view(composer: &Composer, unit: plica_exec::UnitId) -> String {
    let view = composer.view(unit).expect("a unit");
    let inputs: Vec<_> = view.inputs.iter().map(|(_, input)| input).collect();
    let paths: Vec<_> = view.leaves.iter().map(|leaf| (leaf.class, leaf.pc.len(), leaf.alike)).collect();
    format!("{:?}", (view.function, view.shape, view.assumed, inputs, view.classes, paths, view.closed))
}

#[test]
fn prefixes_and_flipped_bytes_of_summaries_are_refused_or_read() {
    let program = fixture::read(PROGRAM);
    let (machine, composer, _) = fixture::explored(&program, SummaryPolicy::Always);
    let (mut rng, mut counts) = (Rng::with_seed(7), [0; 2]);
    for unit in composer.unit_ids().skip(1) {
        let Ok(bytes) = composer.write_unit(unit) else { continue };
        let there = fixture::machine(&program, &Arc::new(TermPool::new()));
        let mut other = empty(&there);
        for end in 0..bytes.len() {
            assert!(other.read_unit(&bytes[..end]).is_err());
        }
        let calls = composer.call_ids().filter_map(|call| composer.view_call(call)).filter(|call| call.unit == unit);
        let calls: Vec<State> = calls.map(|call| carry(call.state, &machine.pool, &there)).collect();
        for _ in 0..400 {
            let mut bytes = bytes.clone();
            let at = rng.usize(0..bytes.len());
            bytes[at] ^= 1 << rng.u8(0..8);
            // What is read is used, too.
            let attempt = catch_unwind(AssertUnwindSafe(|| {
                let mut other = empty(&there);
                let read = other.read_unit(&bytes);
                calls.iter().for_each(|state| {
                    let site = CallSite { machine: &there, state, context: ContextId::NONE, in_place: false };
                    if let Entered::Unit { call, .. } = other.enter(site) {
                        (0..other.classes(call)).for_each(|class| drop(other.after(&there, call, class)));
                    }
                });
                read.is_ok()
            }));
            counts[usize::from(attempt.unwrap_or_else(|_| panic!("it panics: byte {at} of {unit}")))] += 1;
        }
    }
    assert!(counts.iter().all(|&n| n > 50), "{counts:?}");
}
