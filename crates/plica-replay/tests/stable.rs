//! Choice trees are written and read in another pool, and replay calls as the original ones do.
//!
//! Oblivious to how bytes look. Invariant: deterministic; a failure names the function.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use plica_exec::{Checks, FaultKind, Machine, MachineConfig};
use plica_explore::{Exploration, Explored, Explorer, Limits, LoopMeans};
use plica_ir::{FuncId, Program};
use plica_replay::{Replayer, TreeStore};
use plica_smt::{Solver, SolverConfig};
use plica_term::TermPool;

/// Numbers, globals, an input inside, a call inside, a fault.
const PROGRAM: &str = r#"
    global counter: 8 bytes, cells of 4 = zero
    declare __VERIFIER_nondet_int() -> (i32)
    declare plica_error() -> ()

    function middle(i32 a, i32 b, i32 c) -> (i32)
      temp i1 x
    entry:
      x := slt i32 a, b
      branch x ? up : down
    up:
      x := slt i32 b, c
      branch x ? second : first
    down:
      x := slt i32 a, c
      branch x ? first : third
    first:
      return (a)
    second:
      return (b)
    third:
      return (c)

    function take(i32 most) -> (i32)
      temp i32 n, i32 old, i32 new, i32 m, i1 x
    entry:
      n := call @__VERIFIER_nondet_int()
      m := call @middle(i32 n, i32 most, i32 7:32)
      x := slt i32 m, 3:32
      branch x ? none : some
    some:
      old := load i32 @counter
      x := eq i32 old, 3:32
      branch x ? bad : good
    bad:
      call @plica_error()
      return (0:32)
    good:
      new := add i32 old, 1:32
      store i32 new, @counter
      return (n)
    none:
      return (0:32)

    function main(i32 n) -> (i32)
      temp i32 a, i32 b, i32 c
    entry:
      a := call @take(i32 n)
      b := call @take(i32 a)
      c := call @take(i32 b)
      a := call @take(i32 c)
      b := call @middle(i32 a, i32 b, i32 c)
      return (b)
"#;

/// Trees in memory, and what was asked for.
#[derive(Clone, Default)]
struct Shelf(Rc<RefCell<BTreeMap<FuncId, Vec<u8>>>>);

impl TreeStore for Shelf {
    fn find(&mut self, function: FuncId) -> Option<Vec<u8>> {
        self.0.borrow().get(&function).cloned()
    }

    fn keep(&mut self, function: FuncId, tree: &[u8]) {
        self.0.borrow_mut().insert(function, tree.to_vec());
    }
}

fn program() -> Arc<Program> {
    let read = plica_ir::read(PROGRAM).unwrap_or_else(|error| panic!("{error}\n{PROGRAM}"));
    assert_eq!(plica_ir::verify(&read), []);
    Arc::new(read)
}

/// Explores the program from `main` in a pool of its own, with trees from a shelf.
fn explored(program: &Arc<Program>, shelf: &Shelf) -> (Replayer, Explored, u64) {
    let pool = Arc::new(TermPool::new());
    let checks = Checks::NONE.with(FaultKind::ErrorCall);
    let config = MachineConfig { checks, calls: true, ..MachineConfig::default() };
    let machine = Machine::new(program.clone(), pool.clone(), config);
    let mut solver = Solver::new(pool, SolverConfig::default()).expect("a solver");
    let entry = program.function("main").expect("a function main");
    let setup = |machine: &Machine| {
        let mut s = machine.initial_state(entry)?;
        machine.set_entry_inputs(&mut s, entry)?;
        Ok(s)
    };
    let mut replayer = Replayer::eager();
    replayer.keep_trees(Box::new(shelf.clone()));
    let exploration = Exploration {
        machine: &machine,
        reach: &mut solver,
        setup: &setup,
        first: None,
        settled: None,
        fold: None,
        replay: Some(&mut replayer),
        replays_all: true,
        loops: LoopMeans::Fold,
        fuzz: false,
        search: &|| plica_tree::make(plica_tree::Policy::Bfs, 1),
        directed: false,
        focused: false,
        limits: Limits { steps: Some(100_000), paths: Some(1_000), ..Limits::default() },
        cancel: &AtomicBool::new(false),
        on_tick: &mut |_, _, _, _| {},
        listener: &mut (),
    };
    let explored = Explorer::run(exploration, entry).expect("the explorer keeps to the tree's rules");
    (replayer, explored, solver.stats().queries)
}

/// What a run found out: where its errors are, and how many paths of which kind there are.
fn found(explored: &Explored) -> (Vec<String>, u64) {
    let errors = explored.findings.iter().map(|finding| format!("{:?} {:?}", finding.fault.kind, finding.trace));
    (errors.collect(), explored.conclusion().paths())
}

#[test]
fn trees_that_were_read_replay_as_the_original_ones_do() {
    let program = program();
    let shelf = Shelf::default();
    let (cold, first, asked) = explored(&program, &shelf);
    assert_eq!(cold.counters.recalled, 0);
    assert_eq!(shelf.0.borrow().len(), 2, "{:?}", shelf.0.borrow().keys());
    let before = shelf.0.borrow().clone();
    let (warm, second, again) = explored(&program, &shelf);
    assert_eq!((warm.counters.recalled, warm.counters.building), (2, 0));
    assert!(again < asked, "{again} {asked}");
    assert_eq!(found(&first), found(&second));
    for (one, other) in cold.remembered().iter().zip(warm.remembered()) {
        let name = &program.func(one.tree.function).name;
        assert_eq!(one.tree.extent(), other.tree.extent(), "{name}");
        assert_eq!(one.tree.write(), other.tree.write(), "{name}");
        assert_eq!(before[&one.tree.function], other.tree.write(), "{name}");
    }
}

#[test]
fn prefixes_and_flipped_bytes_of_trees_are_refused_or_read() {
    let program = program();
    let shelf = Shelf::default();
    explored(&program, &shelf);
    let trees = shelf.0.borrow().clone();
    let (mut rng, mut counts) = (Rng::with_seed(5), [0; 2]);
    for (function, bytes) in &trees {
        let name = &program.func(*function).name;
        let mut attempt = |bytes: Vec<u8>| {
            let damaged = Shelf::default();
            damaged.0.borrow_mut().insert(*function, bytes);
            // What is read is used, too.
            let run = catch_unwind(AssertUnwindSafe(|| explored(&program, &damaged).0.counters.recalled));
            let read = run.unwrap_or_else(|_| panic!("it panics: {name}"));
            counts[usize::from(read > 0)] += 1;
            read
        };
        for end in (0..bytes.len()).step_by(1 + bytes.len() / 40) {
            assert_eq!(attempt(bytes[..end].to_vec()), 0, "{name}");
        }
        for _ in 0..100 {
            let mut bytes = bytes.clone();
            let at = rng.usize(0..bytes.len());
            bytes[at] ^= 1 << rng.u8(0..8);
            attempt(bytes);
        }
    }
    assert!(counts.iter().all(|&n| n > 20), "{counts:?}");
}
