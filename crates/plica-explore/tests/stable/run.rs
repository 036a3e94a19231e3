//! Running programs to somewhere in the middle, and exploring on from there.
//!
//! Oblivious to how a state got there. Invariant: all that is told of an exploration means the same in every pool.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use plica_exec::{Alternative, Machine, MachineConfig, Mode, Outcome, State, Stop, apply};
use plica_explore::{Exploration, Explorer, Limits};
use plica_ir::{FuncId, Program};
use plica_smt::{Answer, Solver, SolverConfig, Work};
use plica_stable::{Decode, DecodeError, Encode};
use plica_term::{Decoder, Encoder, Evaluator, TermPool};

/// Commands that a path may take.
const STEPS: u64 = 20_000;

/// A program that is explored from `main`.
pub struct Subject {
    pub program: Arc<Program>,
    pub entry: FuncId,
}

impl Subject {
    pub fn read(text: &str) -> Subject {
        let program = plica_ir::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(plica_ir::verify(&program), [], "{text}");
        let entry = program.function("main").expect("a function main");
        Subject { program: Arc::new(program), entry }
    }

    /// A machine that has seen nothing yet.
    pub fn machine(&self, pool: &Arc<TermPool>) -> Machine {
        Machine::new(self.program.clone(), pool.clone(), MachineConfig::default())
    }

    /// The state at the program's start.
    pub fn start(&self, machine: &Machine) -> Result<State, Stop> {
        let mut s = machine.initial_state(self.entry)?;
        machine.set_entry_inputs(&mut s, self.entry)?;
        Ok(s)
    }

    /// A state somewhere in the middle: after some decisions, and some commands more. `None` if the path ends before.
    pub fn middle(&self, machine: &Machine, rng: &mut Rng) -> Option<State> {
        let mut solver = solver(&machine.pool);
        let mut s = self.start(machine).ok()?;
        let decisions = rng.usize(0..8);
        for _ in 0..decisions {
            let mut sides = decision(machine, &mut s)?;
            rng.shuffle(&mut sides);
            s = sides.into_iter().find_map(|side| follow(machine, &mut solver, &s, side))?;
        }
        if rng.bool() {
            decision(machine, &mut s)?;
        } else {
            // In the middle of what lies between two decisions: a walk without a budget would not stop there.
            let budget = rng.u64(0..12);
            let outcome = machine.run(&mut s, budget);
            matches!(outcome, Outcome::Pause | Outcome::Decide(_)).then_some(())?;
        }
        Some(s)
    }

    /// What comes of exploring on from a state.
    pub fn explore(&self, pool: &Arc<TermPool>, s: &State) -> Told {
        let machine = self.machine(pool);
        // Errors are confirmed from the program's start, with the inputs that the state has been given.
        let setup = |machine: &Machine| match machine.mode {
            Mode::Concrete(_) => self.start(machine),
            _ => Ok(s.clone()),
        };
        let exploration = Exploration {
            machine: &machine,
            reach: &mut solver(pool),
            setup: &setup,
            first: None,
            settled: None,
            fold: None,
            replay: None,
            replays_all: false,
            loops: plica_explore::LoopMeans::Fold,
            fuzz: false,
            search: &|| plica_tree::make(plica_tree::Policy::Bfs, 1),
            directed: false,
            focused: false,
            limits: Limits { steps: Some(400_000), paths: Some(400), ..Limits::default() },
            cancel: &AtomicBool::new(false),
            on_tick: &mut |_, _, _, _| {},
            listener: &mut (),
        };
        let explored = Explorer::run(exploration, self.entry).expect("the explorer keeps to the tree's rules");
        let c = explored.conclusion();
        Told {
            verdict: match c.errors() {
                0 if c.holds() && explored.gaps.is_empty() => "holds",
                0 => "undecided",
                _ => "violated",
            },
            gaps: explored.gaps.iter().map(|gap| gap.text.to_string()).collect(),
            findings: explored
                .findings
                .iter()
                .map(|f| format!("{:?} at {:?}, {}", f.fault.kind, f.site(), f.confirmed))
                .collect(),
            paths: c.paths(),
            covered: machine.coverage.set().iter().collect(),
        }
    }
}

/// What an exploration comes to.
#[derive(PartialEq, Debug)]
pub struct Told {
    pub verdict: &'static str,
    pub gaps: BTreeSet<String>,
    pub findings: BTreeSet<String>,
    pub paths: u64,
    pub covered: BTreeSet<usize>,
}

pub fn solver(pool: &Arc<TermPool>) -> Solver {
    let config = SolverConfig { work_limit: Work::millis(20_000), ..SolverConfig::default() };
    Solver::new(pool.clone(), config).expect("a solver")
}

/// Runs to the next decision.
pub fn decision(machine: &Machine, s: &mut State) -> Option<Vec<Alternative>> {
    while s.steps < STEPS {
        match machine.run(s, 1_000) {
            Outcome::Decide(sides) => return Some(sides),
            Outcome::Pause => {}
            _ => return None,
        }
    }
    None
}

/// The state on one side of a decision, if it can be.
fn follow(machine: &Machine, solver: &mut Solver, s: &State, side: Alternative) -> Option<State> {
    let Answer::Sat(model) = solver.check_with_hint(&s.pc, Some(side.cond), Some(&s.model)) else { return None };
    let mut s = s.clone();
    s.model = model;
    s.pc.push(side.cond);
    apply(machine, &mut s, side).is_none().then_some(s)
}

/// Runs on for so many commands, along the model.
pub fn run_on(machine: &Machine, s: &mut State, commands: u64) {
    let end = s.steps + commands;
    let mut decisions = 0;
    while s.steps < end && decisions < commands {
        match machine.run(s, end - s.steps) {
            Outcome::Decide(sides) => {
                decisions += 1;
                let mut eval = Evaluator::new(&machine.pool, &s.model);
                let Some(side) = sides.into_iter().find(|side| eval.holds(side.cond)) else { return };
                s.pc.push(side.cond);
                if apply(machine, s, side).is_some() {
                    return;
                }
            }
            Outcome::Pause => {}
            _ => return,
        }
    }
}

/// The bytes of a state.
pub fn write(pool: &TermPool, s: &State) -> Vec<u8> {
    let mut e = Encoder::new(pool);
    s.encode(&mut e);
    e.finish()
}

/// The state that bytes are of.
pub fn read(pool: &TermPool, bytes: &[u8]) -> Result<State, DecodeError> {
    let mut d = Decoder::new(pool, bytes)?;
    let s = State::decode(&mut d)?;
    d.finish()?;
    Ok(s)
}
