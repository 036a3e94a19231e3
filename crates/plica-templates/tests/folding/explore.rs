//! Explores a program that is given as text with its loops folded, and tells as text what came of it.
//!
//! Oblivious to what is expected. Invariant: what is told does not depend on the machine.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plica_exec::{Checks, FaultKind, Machine, MachineConfig};
use plica_explore::{Exploration, Explored, Explorer, Limits};
use plica_ir::{FuncId, Loc};
use plica_smt::{Solver, SolverConfig, Work};
use plica_templates::{Folder, Shown};
use plica_term::{TermId, TermPool};

/// Time for a question.
const QUESTION: Work = Work::millis(20_000);

/// What came of exploring a program from `main`, whose parameters are inputs.
pub fn explore(program: &str) -> String {
    let program = plica_ir::read(program).unwrap_or_else(|error| panic!("{error}\n{program}"));
    assert_eq!(plica_ir::verify(&program), []);
    let entry = program.function("main").expect("a function main");
    let checks = Checks::NONE.with(FaultKind::ErrorCall).with(FaultKind::OutOfBounds);
    let config = MachineConfig { checks, fold: true, ..MachineConfig::default() };
    let pool = Arc::new(TermPool::new());
    let machine = Arc::new(Machine::new(Arc::new(program), pool.clone(), config));
    let config = SolverConfig { work_limit: QUESTION, ..SolverConfig::default() };
    let setup = |machine: &Machine| {
        let mut s = machine.initial_state(entry)?;
        machine.set_entry_inputs(&mut s, entry)?;
        Ok(s)
    };
    let mut folder = Folder::new(None);
    let exploration = Exploration {
        machine: &machine,
        reach: &mut Solver::new(pool, config).expect("a solver"),
        setup: &setup,
        first: None,
        settled: None,
        fold: Some(&mut folder),
        replay: None,
        replays_all: false,
        loops: plica_explore::LoopMeans::Fold,
        fuzz: false,
        search: &|| plica_tree::make(plica_tree::Policy::Bfs, 1),
        directed: false,
        focused: false,
        limits: Limits { steps: Some(1_000_000), paths: Some(1_000), ..Limits::default() },
        cancel: &AtomicBool::new(false),
        on_tick: &mut |_, _, _, _| {},
        listener: &mut (),
    };
    let explored = Explorer::run(exploration, entry).expect("the explorer keeps to the tree's rules");
    told(&machine, &folder, &explored)
}

/// The verdict, the errors, the loops with their templates.
fn told(machine: &Machine, folder: &Folder, explored: &Explored) -> String {
    let c = explored.conclusion();
    let verdict = match c.errors() {
        0 if c.holds() && explored.gaps.is_empty() => "holds",
        0 => "undecided",
        _ => "violated",
    };
    let mut out = format!("{verdict}; paths: {}\n", c.paths());
    for gap in &explored.gaps {
        let _ = writeln!(out, "because {}", gap.text);
    }
    for finding in &explored.findings {
        let sure = if finding.confirmed { "confirmed" } else { "not confirmed" };
        let _ = writeln!(out, "error: {} at {}; {sure}", finding.fault.message, place(machine, finding.site()));
    }
    for attempt in &folder.attempts {
        let _ = write!(out, "loop {}; ways back: {}", place(machine, attempt.site), attempt.cycles);
        match &attempt.result {
            Ok(shown) => out += &template(machine, shown),
            Err(why) => {
                let _ = writeln!(out, "; refused: {why}");
            }
        }
    }
    out
}

/// Function and block.
fn place(machine: &Machine, (func, loc): (FuncId, Loc)) -> String {
    let f = machine.program.func(func);
    let block = f.blocks.iter().rev().find(|block| block.start <= loc);
    format!("{}:{}", f.name, block.map_or("", |block| &block.name))
}

/// What is changed how, as long as what holds, and where control goes then.
fn template(machine: &Machine, shown: &Shown) -> String {
    let show = |t: &TermId| machine.pool.infix(*t);
    let mut out = "\n".to_string();
    for (place, before, after) in &shown.effect {
        let _ = writeln!(out, "  {place}: {} becomes {}", show(before), show(after));
    }
    for (what, conditions) in [("if", &shown.condition), ("where", &shown.side)] {
        for t in conditions.iter().filter(|t| !machine.pool.is_true(**t)) {
            let _ = writeln!(out, "  {what} {}", show(t));
        }
    }
    for (site, end) in &shown.exits {
        let end = end.as_ref().map_or(String::new(), |end| format!(": {end}"));
        let _ = writeln!(out, "  exit to {}{end}", place(machine, *site));
    }
    out
}
