//! The exits of a folded loop, followed to the end of the program.
//!
//! Behind the loop there may be decisions (code that only a way out passes): all sides are followed, feasible or not.
//! Oblivious to what the program ought to do.

use plica_exec::{Event, Machine, Outcome, State, StopKind, apply};
use plica_explore::Exit;
use plica_smt::UnknownReason;
use plica_term::{Evaluator, Op, SymbolId, TermId, TermPool};

use super::compile::Compiled;

/// A way out of the loop to the end of the program.
pub struct Strategy {
    /// The state in the end.
    pub state: State,
    /// How it ends.
    pub end: Finish,
    /// What is observed.
    pub outs: Vec<TermId>,
    /// The path condition.
    pub pc: TermId,
    /// All free symbols.
    pub symbols: Vec<SymbolId>,
    /// The number of iterations, where it is a term in place of κ.
    pub count: Option<TermId>,
}

/// The end of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// The end of the program.
    Values,
    /// An error.
    Fault,
    /// No answer.
    Beyond,
}

/// Is it the exit that stands for the iterations for which the closed forms are not known to hold?
pub fn is_beyond(exit: &Exit) -> bool {
    matches!(&exit.answer, Err(UnknownReason::Incomplete(why)) if why.contains("beyond where its closed form holds"))
}

/// The ways through an exit.
pub fn ways(machine: &Machine, c: &Compiled, kappa: TermId, exit: Exit) -> Result<Vec<Strategy>, String> {
    let pool = &machine.pool;
    let pc = pool.and_all(&exit.state.pc);
    if let Ok(model) = &exit.answer
        && Evaluator::new(pool, model).try_bits(pc) != Some(1)
    {
        return Err(format!("the model of an exit is none of its path condition {}", pool.infix(pc)));
    }
    if is_beyond(&exit) {
        return Ok(vec![Strategy::new(pool, c, exit.state, Finish::Beyond, kappa)]);
    }
    let mut out = Vec::new();
    let mut stack = vec![(exit.state, exit.end)];
    while let Some((mut state, end)) = stack.pop() {
        let end = match end.unwrap_or_else(|| machine.run(&mut state, 10_000)) {
            Outcome::Finished => Finish::Values,
            Outcome::Fault(_) => Finish::Fault,
            Outcome::Stop(stop) if stop.kind == StopKind::Unsupported => Finish::Beyond,
            Outcome::Decide(alternatives) => {
                for a in alternatives {
                    let mut next = state.clone();
                    next.pc.push(a.cond);
                    let end = apply(machine, &mut next, a);
                    stack.push((next, end));
                }
                continue;
            }
            other => return Err(format!("an exit ends with {other:?}")),
        };
        out.push(Strategy::new(pool, c, state, end, kappa));
    }
    Ok(out)
}

impl Strategy {
    fn new(pool: &TermPool, c: &Compiled, state: State, end: Finish, kappa: TermId) -> Strategy {
        let outs: Vec<TermId> = match end {
            Finish::Values => c.outs.iter().map(|v| state.top.vars[v.index()].to_term(pool)).collect(),
            _ => Vec::new(),
        };
        let pc = pool.and_all(&state.pc);
        let given = state.events.iter().filter_map(|e| match e {
            Event::Folded(f) if f.paths.len() > 1 => Some(f.paths.iter().map(|p| (p.0, f.iteration))),
            _ => None,
        });
        let conds: Vec<(TermId, SymbolId)> = given.flatten().collect();
        let bound: Vec<SymbolId> = conds.iter().map(|c| c.1).collect();
        let terms = outs.iter().chain([&pc]).chain(conds.iter().map(|c| &c.0));
        let mut symbols: Vec<SymbolId> = terms.flat_map(|&t| pool.free_symbols(t).to_vec()).collect();
        symbols.retain(|s| !bound.contains(s));
        symbols.sort_unstable();
        symbols.dedup();
        // The loop itself is the first one that was folded.
        let count = state.events.iter().find_map(|e| match e {
            Event::Folded(f) => Some(f.count),
            Event::Input(_) | Event::Called(_) => None,
        });
        let count = count.filter(|&c| c != kappa);
        Strategy { state, end, outs, pc, symbols, count }
    }
}

/// The symbol that a term is.
pub fn symbol(pool: &TermPool, t: TermId) -> Option<SymbolId> {
    match pool.node(t).op {
        Op::Symbol(s) => Some(s),
        _ => None,
    }
}
