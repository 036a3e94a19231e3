//! The exits of a folded loop against what the program does.
//!
//! For each vector of inputs the program is run; then the path condition of every exit is evaluated under these inputs
//! and κ = the number of iterations: exactly one must hold, and it must have the values of the run. With any other κ
//! none may hold. Symbols that stand for a value of each iteration are arrays filled from the run. Oblivious to how
//! programs are made.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plica_exec::{Checks, FaultKind, Machine, MachineConfig, Outcome, State, Value};
use plica_explore::{Asker, Exit, Fold, Folded, Oracle, Query, Reach, Task};
use plica_ir::FuncId;
use plica_smt::{Answer, Budget, Solver, SolverConfig, Work};
use plica_templates::Folder;
use plica_term::{Evaluator, Model, Sort, SymbolKind, TermId, TermPool};

use super::carry::carried;
use super::compile::{Compiled, compile};
use super::fill::Filler;
use super::generate::Rng;
use super::loops::{End, First, Inputs, LoopId, Program, Run, mask, run};
use super::ways::{Finish, Strategy, is_beyond, symbol, ways};

/// A run of more iterations is taken for one that goes on for ever.
const LIMIT: usize = 700;

/// Time for a query.
const QUERY: Work = Work::millis(2000);
/// Time for folding a loop.
const FOLDING: Duration = Duration::from_secs(20);
/// Queries that take longer are shown on request.
const SLOW: Duration = Duration::from_millis(500);

/// The solver alone.
pub struct Plain(Solver, Arc<TermPool>);

impl Plain {
    /// A solver on this pool.
    pub fn new(pool: &Arc<TermPool>) -> Plain {
        let config = SolverConfig { work_limit: QUERY, ..SolverConfig::default() };
        Plain(Solver::new(pool.clone(), config).expect("a solver"), pool.clone())
    }
}

impl Oracle for Plain {
    fn check(&mut self, query: Query<'_>) -> Answer {
        let clock = Instant::now();
        let answer = Oracle::check(&mut self.0, query);
        if std::env::var("EXACTNESS_QUERIES").is_ok_and(|q| q == "all" || clock.elapsed() > SLOW) {
            println!("{answer:?} after {:?}", clock.elapsed());
            query.pc.iter().chain([&query.cond]).for_each(|&t| println!("    {}", self.1.infix(t)));
        }
        answer
    }

    fn work(&self) -> Work {
        self.0.work()
    }

    fn queries(&self) -> (u64, Duration) {
        Oracle::queries(&self.0)
    }
}

impl Reach for Plain {}

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
        let mut arrays: Vec<Vec<u8>> = p.arrays.iter().map(|&len| (0..len).map(|_| cell(rng)).collect()).collect();
        // Two arrays of one length often are nearly the same.
        if let [first, second] = &mut arrays[..]
            && first.len() == second.len()
            && rng.below(3) > 0
        {
            second.clone_from(first);
            let at = rng.below(first.len() as u64) as usize;
            second[at] = second[at].wrapping_add(rng.below(2) as u8);
        }
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
    assert_eq!((outcome, (s.top.func, s.top.loc)), (Outcome::Head, c.head), "the loop is not entered");
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
    let checks = Checks::NONE.with(FaultKind::OutOfBounds).with(FaultKind::SignedOverflow);
    let config = MachineConfig { checks, fold: true, ..MachineConfig::default() };
    let machine = Machine::new(Arc::new(compiled.ir.clone()), pool.clone(), config);
    let inputs: Vec<TermId> = p
        .vars
        .iter()
        .filter(|v| v.2 == First::Input)
        .map(|(name, w, _)| pool.symbol(&format!("in_{name}"), Sort::Bv(*w), SymbolKind::Input))
        .collect();
    let start = at_head(&machine, &compiled, &inputs);
    let mut folder = Folder::new(Some(Instant::now() + FOLDING));
    let asker = Asker { reach, budget: Budget::Usual, until: None };
    let task = Task {
        state: &start,
        way: plica_explore::Strategy::Fold,
        in_place: false,
        course: plica_explore::Course::Each,
    };
    let Folded::Exits { template, exits, .. } = folder.fold(&machine, asker, task) else {
        let why = folder.attempts.iter().rev().find_map(|a| a.result.as_ref().err().cloned());
        return Ok(Checked::Refused(why.unwrap_or_default()));
    };
    let shown = folder.attempts[template as usize].result.as_ref().map_err(Clone::clone)?;
    // One exit that is left open has the whole folding taken back, and those after it are not even made.
    // Where the closed forms end is open by itself: there the template has no answer.
    let open = |e: &&Exit| e.answer.is_err() && !is_beyond(e);
    if let Some(why) = exits.iter().find(open).and_then(|e| e.answer.as_ref().err()) {
        return Ok(Checked::Refused(format!("an exit is left open: {why}")));
    }
    let exits = exits.into_iter().map(|e| carried(&machine, e)).collect::<Result<Vec<_>, _>>()?;
    let exits = exits.into_iter().map(|e| ways(&machine, &compiled, shown.kappa, e)).collect::<Result<Vec<_>, _>>()?;
    let exits: Vec<Strategy> = exits.into_iter().flatten().collect();
    let mut inner: HashMap<String, Option<LoopId>> = HashMap::new();
    for a in folder.attempts.iter().filter(|a| a.level > 0) {
        let id = compiled.heads.get(&a.site.1).filter(|_| a.site.0 == FuncId(0)).copied();
        if let Some(kappa) = a.result.as_ref().ok().and_then(|s| symbol(pool, s.kappa)) {
            let name = pool.symbol_info(kappa).name.to_string();
            // Two loops may have taken the same name, on different ways through the iteration.
            inner.entry(name).and_modify(|known| *known = known.filter(|k| Some(*k) == id)).or_insert(id);
        }
    }
    let heads = &compiled.heads;
    let fill = Filler { p, pool, start: &start, inputs: &inputs, shown, inner, heads };
    let look = Look { fill, exits: &exits };
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
    Ok(Checked::Folded { vectors: tried, ended, beyond, unmapped })
}

enum Judged {
    Right,
    Beyond,
    Unmapped,
}

struct Look<'a> {
    fill: Filler<'a>,
    exits: &'a [Strategy],
}

impl Look<'_> {
    /// Compares with one run.
    fn judge(&self, inputs: &Inputs, run: &Run, rng: &mut Rng) -> Result<Judged, String> {
        let base = self.fill.base(inputs);
        let last = run.heads.len() as u64 - 1;
        let counts = self.counts(run, rng);
        let (mut beyond, mut unmapped, mut holding) = (false, false, 0);
        for (n, way) in self.exits.iter().enumerate() {
            // Where κ is eliminated there is one count only.
            let own = way.count.map(|count| match self.fill.model(&base, inputs, run, way, last) {
                Some(model) => vec![self.evaluator(&model).eval(count).bits() as u64],
                None => vec![last],
            });
            for k in own.unwrap_or_else(|| counts.clone()) {
                // A run that was cut off says nothing about later iterations.
                if run.end.is_none() && !run.forever && k + 1 >= last {
                    continue;
                }
                let Some(model) = self.fill.model(&base, inputs, run, way, k) else {
                    unmapped = true;
                    continue;
                };
                let mut eval = self.evaluator(&model);
                match eval.try_bits(way.pc) {
                    Some(1) => {}
                    None if k <= last => return Err(format!("exit {n} is undefined at κ={k}")),
                    _ => continue,
                }
                if way.end == Finish::Beyond {
                    // Where the closed forms are not exact it holds for any κ, but first for one of the run's.
                    if k > last && !self.beyond_before(&base, inputs, run, last) {
                        return Err(format!("exit {n} gives no answer from κ={k} on"));
                    }
                    beyond = true;
                    continue;
                }
                if run.end.is_none() || k != last {
                    return Err(format!("exit {n} holds for κ={k}"));
                }
                holding += 1;
                self.same(n, way, &mut eval, run)?;
            }
        }
        if holding > 1 {
            return Err(format!("{holding} exits hold for κ={last}"));
        }
        if holding == 0 && run.end.is_some() && !unmapped {
            beyond = self.beyond_before(&base, inputs, run, last);
            if !beyond {
                return Err(format!("no exit holds for κ={last}"));
            }
        }
        Ok(match (unmapped, beyond) {
            (true, _) => Judged::Unmapped,
            (_, true) => Judged::Beyond,
            _ => Judged::Right,
        })
    }

    /// An evaluator that soon gives up on quantifiers over many values: the runs are short.
    fn evaluator<'m>(&'m self, model: &'m Model) -> Evaluator<'m> {
        Evaluator::new(self.fill.pool, model).with_steps(1 << 18)
    }

    /// Numbers of iterations to try: the run's own, smaller ones, and larger ones at which the variables are the same
    /// again.
    fn counts(&self, run: &Run, rng: &mut Rng) -> Vec<u64> {
        let width = self.fill.pool.width(self.fill.shown.kappa);
        let last = run.heads.len() as u64 - 1;
        let w = self.fill.p.vars[0].1;
        let mut out: Vec<u64> = if last <= 3 { (0..last).collect() } else { vec![0, 1, last - 1, rng.below(last)] };
        if run.end.is_some() {
            out.extend([last, last + 1, last + (1 << w), last + (2 << w), last + ((1 + rng.below(1 << 20)) << w)]);
            out.push(mask(u64::MAX, width));
        }
        out
    }

    /// Does the template say, for some number of iterations of the run, that it gives no answer?
    fn beyond_before(&self, base: &Model, inputs: &Inputs, run: &Run, last: u64) -> bool {
        for way in self.exits.iter().filter(|w| w.end == Finish::Beyond) {
            for k in 0..=last {
                if let Some(model) = self.fill.model(base, inputs, run, way, k)
                    && self.evaluator(&model).holds(way.pc)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Does the exit have the values of the run?
    fn same(&self, n: usize, way: &Strategy, eval: &mut Evaluator<'_>, run: &Run) -> Result<(), String> {
        let tag = match (run.end, way.end) {
            (Some(End::Fault), Finish::Fault) => return Ok(()),
            (Some(End::Exit(tag)), Finish::Values) => tag,
            (other, _) => return Err(format!("exit {n} holds and ends with {:?} instead of {other:?}", way.end)),
        };
        let vars = self.fill.p.observed.iter().map(|&v| (self.fill.p.vars[v].0.clone(), run.last.0[v]));
        let cells =
            run.last.1.iter().enumerate().flat_map(|(a, cells)| {
                cells.iter().enumerate().map(move |(i, &v)| (format!("g{a}[{i}]"), u64::from(v)))
            });
        let expected = std::iter::once(("exit".to_string(), tag)).chain(vars).chain(cells);
        for ((name, value), &out) in expected.zip(&way.outs) {
            let found = eval.try_bits(out);
            if found != Some(u128::from(value)) {
                return Err(format!("exit {n}: {name} is {found:?} instead of {value}: {}", self.fill.pool.infix(out)));
            }
        }
        Ok(())
    }

    fn describe(&self) -> String {
        let mut out = String::new();
        for (name, first, value) in &self.fill.shown.effect {
            out += &format!("  {name}: {} → {}\n", self.fill.pool.infix(*first), self.fill.pool.infix(*value));
        }
        for (n, way) in self.exits.iter().enumerate() {
            out += &format!("  exit {n} ({:?}):\n", way.end);
            for &c in &way.state.pc {
                out += &format!("    {}\n", self.fill.pool.infix(c));
            }
        }
        out
    }
}
