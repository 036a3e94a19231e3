//! The exits of a folded loop against what the program does.
//!
//! For each vector of inputs the program is run; then the path condition of every exit is evaluated under these inputs
//! and κ = the number of iterations: exactly one must hold, and it must have the values of the run. With any other κ
//! none may hold. Symbols that stand for a value of each iteration are arrays filled from the run. Oblivious to how
//! programs are made.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use plica_exec::{
    Checks, Event, Exit, FaultKind, Folded, Machine, MachineConfig, Outcome, Reach, State, StopKind, Value,
};
use plica_ir::FuncId;
use plica_smt::{Answer, Solver, SolverConfig};
use plica_templates::{Folder, Shown};
use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool};

use super::compile::{Compiled, compile};
use super::generate::Rng;
use super::loops::{End, First, Inputs, Program, Run, mask, run};

/// A run of more iterations is taken for one that goes on for ever.
const LIMIT: usize = 700;

/// The solver alone.
pub struct Plain(pub Solver);

impl Plain {
    /// A solver on this pool.
    pub fn new(pool: &Arc<TermPool>) -> Plain {
        let config = SolverConfig { time_limit: Duration::from_secs(2), ..SolverConfig::default() };
        Plain(Solver::new(pool.clone(), config).expect("a solver"))
    }
}

impl Reach for Plain {
    fn check(&mut self, pc: &[TermId], cond: TermId, hint: &Arc<Model>) -> Answer {
        self.0.check_with_hint(pc, Some(cond), Some(hint))
    }

    fn queries(&self) -> u64 {
        self.0.stats().queries
    }
}

/// What came of one loop.
#[derive(Debug)]
pub enum Checked {
    /// There is no template, and why.
    Refused(String),
    /// All as it should be.
    Folded {
        /// Vectors of inputs tried.
        vectors: u64,
        /// Those with which the loop comes to an end after one iteration or more.
        ended: u64,
        /// Those for which the template gives no answer, and says so.
        beyond: u64,
        /// Those that could not be evaluated, since a symbol stands for nothing in the run.
        unmapped: u64,
        /// Exits whose reachability the solver left open.
        unknown: u64,
    },
}

/// Vectors of inputs: zeros, the largest numbers, the least signed ones, small ones, and any.
fn vectors(p: &Program, rng: &mut Rng, count: usize) -> Vec<Inputs> {
    let widths: Vec<u32> = p.vars.iter().filter(|v| v.2 == First::Input).map(|v| v.1).collect();
    let mut out = Vec::new();
    for n in 0..count {
        let mut value = |w: u32| match n {
            0 => 0,
            1 => mask(u64::MAX, w),
            2 => 1 << (w - 1),
            3 => (1 << (w - 1)) - 1,
            _ => match rng.below(4) {
                0 => mask(rng.next() % 4, w),
                1 => mask((rng.next() % 4).wrapping_sub(2), w),
                _ => mask(rng.next(), w),
            },
        };
        let vars = widths.iter().map(|&w| value(w)).collect();
        let few = rng.below(2) == 0;
        let cell = |rng: &mut Rng| if few { rng.below(3) as u8 } else { rng.next() as u8 };
        let arrays = p.arrays.iter().map(|&len| (0..len).map(|_| cell(rng)).collect()).collect();
        out.push(Inputs { vars, arrays, seed: rng.next() });
    }
    out
}

/// The state at the head of the loop on top.
fn at_head(machine: &Machine, c: &Compiled, inputs: &[TermId]) -> State {
    let mut s = machine.initial_state(FuncId(0)).expect("a first state");
    for (i, &t) in inputs.iter().enumerate() {
        machine.set_entry_param(&mut s, i, Value::Term(t));
    }
    let outcome = machine.run(&mut s, 10_000);
    assert_eq!((outcome, s.top.loc), (Outcome::Head, c.head), "the loop is not entered");
    s.enter_loop(true);
    s
}

/// Folds a program's loop and tries `count` vectors. `Err` says what is wrong.
pub fn check(
    p: &Program,
    pool: &Arc<TermPool>,
    reach: &mut Plain,
    rng: &mut Rng,
    count: usize,
) -> Result<Checked, String> {
    let compiled = compile(p);
    let checks = Checks::NONE.with(FaultKind::OutOfBounds);
    let config = MachineConfig { checks, fold: true, ..MachineConfig::default() };
    let machine = Machine::new(Arc::new(compiled.ir.clone()), pool.clone(), config);
    let inputs: Vec<TermId> = p
        .vars
        .iter()
        .filter(|v| v.2 == First::Input)
        .map(|(name, w, _)| pool.symbol(&format!("in_{name}"), Sort::Bv(*w), SymbolKind::Input))
        .collect();
    let start = at_head(&machine, &compiled, &inputs);
    let mut folder = Folder::new(None);
    let Folded::Exits { template, exits } = plica_exec::Fold::fold(&mut folder, &machine, reach, &start) else {
        let why = folder.attempts.iter().rev().find_map(|a| a.result.as_ref().err().cloned());
        return Ok(Checked::Refused(why.unwrap_or_default()));
    };
    let shown = folder.attempts[template as usize].result.as_ref().map_err(Clone::clone)?;
    let unknown = exits.iter().filter(|e| e.answer.is_err()).count() as u64;
    let exits = exits.into_iter().map(|e| Way::new(&machine, &compiled, e)).collect::<Result<Vec<_>, _>>()?;
    let look = Look { p, pool, start: &start, inputs: &inputs, shown, exits: &exits };
    let (mut beyond, mut unmapped, mut tried, mut ended) = (0, 0, 0, 0);
    for inputs in vectors(p, rng, count) {
        let run = run(p, &inputs, LIMIT);
        tried += 1;
        ended += u64::from(run.end.is_some() && run.heads.len() > 1);
        match look.judge(&inputs, &run, rng) {
            Ok(Judged::Right) => {}
            Ok(Judged::Beyond) => beyond += 1,
            Ok(Judged::Unmapped) => unmapped += 1,
            Err(what) => {
                let end = match run.end {
                    Some(end) => format!("{end:?} after {} iterations", run.heads.len() - 1),
                    None => "no end".into(),
                };
                return Err(format!(
                    "{p}\ninputs {:?} arrays {:?}\nthe run: {end}, then {:?}\n{what}\n{}",
                    inputs.vars,
                    inputs.arrays,
                    run.last,
                    look.describe()
                ));
            }
        }
    }
    Ok(Checked::Folded { vectors: tried, ended, beyond, unmapped, unknown })
}

/// An exit, followed to the end of the program.
struct Way {
    exit: Exit,
    end: Finish,
    outs: Vec<TermId>,
    pc: TermId,
    symbols: Vec<SymbolId>,
    has_kappa: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Finish {
    Values,
    Fault,
    Beyond,
}

impl Way {
    fn new(machine: &Machine, c: &Compiled, mut exit: Exit) -> Result<Way, String> {
        let pool = &machine.pool;
        let end = match &exit.end {
            None => match machine.run(&mut exit.state, 10_000) {
                Outcome::Finished => Finish::Values,
                other => return Err(format!("behind the loop: {other:?}")),
            },
            Some(Outcome::Fault(_)) => Finish::Fault,
            Some(Outcome::Stop(stop)) if stop.kind == StopKind::Unsupported => Finish::Beyond,
            Some(other) => return Err(format!("an exit ends with {other:?}")),
        };
        let outs: Vec<TermId> = match end {
            Finish::Values => c.outs.iter().map(|v| exit.state.top.vars[v.index()].to_term(pool)).collect(),
            _ => Vec::new(),
        };
        let pc = pool.and_all(&exit.state.pc);
        let mut symbols: Vec<SymbolId> =
            outs.iter().chain([&pc]).flat_map(|&t| pool.free_symbols(t).to_vec()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let kappa = exit.kappa.and_then(|k| symbol(pool, k));
        let has_kappa = kappa.is_some_and(|k| symbols.contains(&k));
        Ok(Way { exit, end, outs, pc, symbols, has_kappa })
    }
}

fn symbol(pool: &TermPool, t: TermId) -> Option<SymbolId> {
    match pool.node(t).op {
        Op::Symbol(s) => Some(s),
        _ => None,
    }
}

enum Judged {
    Right,
    Beyond,
    Unmapped,
}

struct Look<'a> {
    p: &'a Program,
    pool: &'a TermPool,
    start: &'a State,
    inputs: &'a [TermId],
    shown: &'a Shown,
    exits: &'a [Way],
}

impl Look<'_> {
    /// Compares with one run.
    fn judge(&self, inputs: &Inputs, run: &Run, rng: &mut Rng) -> Result<Judged, String> {
        let base = self.base(inputs);
        let width = self.pool.width(self.shown.kappa);
        let last = run.heads.len() as u64 - 1;
        let mut counts: Vec<u64> = match run.end {
            Some(_) => vec![last],
            None => vec![],
        };
        let w = self.p.vars[0].1;
        let mut others: Vec<u64> = if last <= 3 { (0..last).collect() } else { vec![0, 1, last - 1, rng.below(last)] };
        if run.end.is_some() {
            others.extend([last + 1, last + (1 << w), last + (2 << w), last + (rng.below(1 << 20) << w)]);
            others.push(mask(u64::MAX, width));
        } else if !run.forever {
            // The run was cut off: the last iteration is not known in full.
            others.retain(|&k| k + 1 < last);
        }
        others.retain(|&k| run.end != Some(End::Exit(0)) || k != last);
        counts.extend(others.iter().filter(|&&k| run.end.is_none() || k != last));
        let (mut beyond, mut unmapped) = (false, false);
        for (at, &k) in counts.iter().enumerate() {
            let right = at == 0 && run.end.is_some();
            let mut holding = 0;
            for (n, way) in self.exits.iter().enumerate() {
                if !right && !way.has_kappa && run.end.is_some() {
                    continue;
                }
                let Some(model) = self.model(&base, inputs, run, way, k)? else {
                    unmapped = true;
                    continue;
                };
                let mut eval = Evaluator::new(self.pool, &model);
                let holds = match eval.try_bits(way.pc) {
                    Some(v) => v == 1,
                    None if k > last => false,
                    None => return Err(format!("exit {n} is undefined at κ={k}")),
                };
                if !holds {
                    continue;
                }
                if way.end == Finish::Beyond {
                    // Says nothing about larger κ that are none of the run's.
                    if k <= last {
                        beyond = true;
                        continue;
                    }
                    return Err(format!("exit {n} (beyond) holds for κ={k}"));
                }
                if !right {
                    return Err(format!("exit {n} holds for κ={k}"));
                }
                holding += 1;
                self.same(n, way, &mut eval, run)?;
            }
            if right && holding > 1 {
                return Err(format!("{holding} exits hold for κ={k}"));
            }
            if right && holding == 0 && !unmapped {
                if self.beyond_before(&base, inputs, run, last)? {
                    return Ok(Judged::Beyond);
                }
                return Err(format!("no exit holds for κ={k}"));
            }
        }
        Ok(if unmapped {
            Judged::Unmapped
        } else if beyond {
            Judged::Beyond
        } else {
            Judged::Right
        })
    }

    /// Does the template say, for some number of iterations of the run, that it gives no answer?
    fn beyond_before(&self, base: &Model, inputs: &Inputs, run: &Run, last: u64) -> Result<bool, String> {
        for way in self.exits.iter().filter(|w| w.end == Finish::Beyond) {
            for k in 0..=last {
                if let Some(model) = self.model(base, inputs, run, way, k)?
                    && Evaluator::new(self.pool, &model).holds(way.pc)
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Does the exit have the values of the run?
    fn same(&self, n: usize, way: &Way, eval: &mut Evaluator<'_>, run: &Run) -> Result<(), String> {
        let tag = match (run.end, way.end) {
            (Some(End::Fault), Finish::Fault) => return Ok(()),
            (Some(End::Exit(tag)), Finish::Values) => tag,
            (other, _) => return Err(format!("exit {n} holds and ends with {:?} instead of {other:?}", way.end)),
        };
        let vars = self.p.observed.iter().map(|&v| (self.p.vars[v].0.clone(), run.last.0[v]));
        let cells =
            run.last.1.iter().enumerate().flat_map(|(a, cells)| {
                cells.iter().enumerate().map(move |(i, &v)| (format!("g{a}[{i}]"), u64::from(v)))
            });
        let expected = std::iter::once(("exit".to_string(), tag)).chain(vars).chain(cells);
        for ((name, value), &out) in expected.zip(&way.outs) {
            let found = eval.try_bits(out);
            if found != Some(u128::from(value)) {
                return Err(format!("exit {n}: {name} is {found:?} instead of {value}: {}", self.pool.infix(out)));
            }
        }
        Ok(())
    }

    fn base(&self, inputs: &Inputs) -> Model {
        let mut model = Model::new();
        let mut set = |t: TermId, v: ConstValue| {
            if let Some(s) = symbol(self.pool, t) {
                model.set(s, v);
            }
        };
        for (&t, &v) in self.inputs.iter().zip(&inputs.vars) {
            set(t, ConstValue::Bv(v.into()));
        }
        for (a, cells) in inputs.arrays.iter().enumerate() {
            // Objects of globals come first, from 1 on.
            let obj = a + 1;
            let entries = cells.iter().enumerate().map(|(i, &v)| (i as u128, u128::from(v))).collect();
            let array =
                self.pool.symbol(&format!("uninit{obj}[]"), Sort::Array { index: 64, elem: 8 }, SymbolKind::Uninit);
            set(array, ConstValue::Array(Arc::new(ArrayValue { entries, default: 0 })));
            for (i, &v) in cells.iter().enumerate() {
                let cell = self.pool.symbol(&format!("uninit{obj}+{i}"), Sort::Bv(8), SymbolKind::Uninit);
                set(cell, ConstValue::Bv(v.into()));
            }
        }
        model
    }

    /// The values of the symbols of an exit after `k` iterations; `None` if there is one that stands for nothing known.
    fn model(&self, base: &Model, inputs: &Inputs, run: &Run, way: &Way, k: u64) -> Result<Option<Model>, String> {
        let mut model = base.clone();
        if let Some(kappa) = symbol(self.pool, self.shown.kappa) {
            model.set(kappa, ConstValue::Bv(k.into()));
        }
        let mut folds = 0;
        let mut ordinal = 0;
        for event in way.exit.state.events.iter().skip(self.start.events.len()) {
            match event {
                // The first one is the loop itself.
                Event::Folded(f) if folds == 0 => {
                    folds += 1;
                    self.histories(&mut model, inputs, run, &f.paths, f.iteration);
                }
                Event::Folded(f) => {
                    if let Some(s) = symbol(self.pool, f.count) {
                        let count = run.inner.get(k as usize).copied().unwrap_or(0);
                        model.set(s, ConstValue::Bv(count.into()));
                    }
                }
                Event::Input(input) => {
                    for &part in &input.parts {
                        if let Some(s) = symbol(self.pool, part) {
                            let w = self.pool.width(part);
                            model.set(s, ConstValue::Bv(inputs.nondet(k, ordinal, w).into()));
                        }
                    }
                    ordinal += 1;
                }
            }
        }
        for &s in &way.symbols {
            if model.get(s).is_some() {
                continue;
            }
            let info = self.pool.symbol_info(s);
            let values: Option<Vec<u128>> = if info.name.starts_with('κ') {
                Some(run.inner.iter().map(|&n| n.into()).collect())
            } else if info.name.starts_with("sequence") {
                self.sequence(s, run)
            } else {
                None
            };
            let (Some(values), Sort::Array { .. }) = (values, info.sort) else {
                return Ok(None);
            };
            let entries = values.into_iter().enumerate().map(|(i, v)| (i as u128, v)).collect();
            model.set(s, ConstValue::Array(Arc::new(ArrayValue { entries, default: 0 })));
        }
        Ok(Some(model))
    }

    /// Fills the arrays of what each iteration was given.
    fn histories(
        &self,
        model: &mut Model,
        inputs: &Inputs,
        run: &Run,
        paths: &[(TermId, Vec<plica_exec::Input>)],
        tau: SymbolId,
    ) {
        let mut filled: HashMap<SymbolId, ArrayValue> = HashMap::new();
        let history = |part: TermId| {
            let node = self.pool.node(part);
            node.args.first().and_then(|&h| symbol(self.pool, h)).filter(|_| node.op == Op::Select)
        };
        for input in paths.iter().flat_map(|p| &p.1) {
            filled.extend(input.parts.iter().filter_map(|&p| history(p)).map(|h| (h, ArrayValue::default())));
        }
        filled.iter().for_each(|(&h, v)| model.set(h, ConstValue::Array(Arc::new(v.clone()))));
        for k in 0..run.given.len() as u64 {
            model.set(tau, ConstValue::Bv(k.into()));
            for (cond, given) in paths {
                let mut trial = model.clone();
                let mut own = Vec::new();
                for (n, input) in given.iter().enumerate() {
                    let Some(&part) = input.parts.first() else { continue };
                    let Some(history) = history(part) else { continue };
                    let value = u128::from(inputs.nondet(k, n as u64, self.pool.width(part)));
                    let mut array = filled.get(&history).cloned().unwrap_or_default();
                    array.entries.insert(k.into(), value);
                    trial.set(history, ConstValue::Array(Arc::new(array)));
                    own.push((history, value));
                }
                if paths.len() == 1 || Evaluator::new(self.pool, &trial).holds(*cond) {
                    for (history, value) in own {
                        filled.entry(history).or_default().entries.insert(k.into(), value);
                    }
                    break;
                }
            }
        }
        for (history, array) in filled {
            model.set(history, ConstValue::Array(Arc::new(array)));
        }
    }

    /// The values of a place without a closed form before each iteration.
    fn sequence(&self, s: SymbolId, run: &Run) -> Option<Vec<u128>> {
        let is = |value: TermId| {
            let node = self.pool.node(value);
            node.op == Op::Select && symbol(self.pool, node.args[0]) == Some(s)
        };
        let (name, _, _) = self.shown.effect.iter().find(|e| is(e.2))?;
        if let Some(v) = self.p.vars.iter().position(|v| v.0 == *name) {
            return Some(run.heads.iter().map(|h| h.0[v].into()).collect());
        }
        let (array, cell) = name.strip_prefix('g')?.split_once('+').unwrap_or((&name[1..], "0"));
        let (array, cell): (usize, usize) = (array.parse().ok()?, cell.parse().ok()?);
        Some(run.heads.iter().map(|h| h.1[array][cell].into()).collect())
    }

    fn describe(&self) -> String {
        let mut out = String::new();
        for (name, first, value) in &self.shown.effect {
            out += &format!("  {name}: {} → {}\n", self.pool.infix(*first), self.pool.infix(*value));
        }
        for (n, way) in self.exits.iter().enumerate() {
            out += &format!("  exit {n} ({:?}, {:?}):\n", way.end, way.exit.answer.is_ok());
            for &c in &way.exit.state.pc {
                out += &format!("    {}\n", self.pool.infix(c));
            }
        }
        out
    }
}
