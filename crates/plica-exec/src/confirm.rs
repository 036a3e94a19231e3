//! Confirmation: a found fault is believed when the concrete run on its model gets to the same fault.
//!
//! The run uses the same stepper with every unknown value replaced by the model's, so that neither the solver nor
//! any term rewriting on the way is trusted: terms are constants throughout.

use std::collections::HashSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use plica_ir::{FuncId, Loc};
use plica_term::{ConstValue, Evaluator, Model, Op, Sort, SymbolId, TermId, TermPool};

use crate::coverage::Coverage;
use crate::event::{Event, Input, Jump};
use crate::fault::{Fault, FaultKind, Stop, StopKind};
use crate::finding::{Finding, Witness};
use crate::fresh::{Parts, Visible, World, any};
use crate::machine::Machine;
use crate::outcome::{Alternative, Outcome, apply};
use crate::state::State;
use crate::tuning;
use crate::value::Value;
use crate::walk::Walk;

/// Makes the initial state of a run on some machine.
pub type Setup<'a> = dyn Fn(&Machine) -> Result<State, Stop> + 'a;

/// The model without what the witness's path does not speak of: queries' answers may carry values from elsewhere. What
/// the path condition speaks of and the model does not name is zero, as it is where that is evaluated.
pub fn restrict(pool: &TermPool, witness: &Witness) -> Arc<Model> {
    let mut wanted: HashSet<SymbolId> = HashSet::new();
    let mut want = |t: &TermId| wanted.extend(pool.free_symbols(*t).iter().copied());
    witness.pc.iter().for_each(&mut want);
    for event in witness.events.iter() {
        match event {
            Event::Input(input) => input.parts.iter().for_each(&mut want),
            Event::Called(_) => {}
            Event::Folded(fold) => {
                want(&fold.count);
                for (cond, inputs) in &fold.paths {
                    want(cond);
                    inputs.iter().flat_map(|i| &i.parts).for_each(&mut want);
                }
            }
        }
    }
    let mut model = witness.model.only(|s| wanted.contains(&s));
    for &t in &witness.pc {
        for &symbol in pool.free_symbols(t).iter().filter(|&&symbol| !witness.model.names(symbol)) {
            if matches!(pool.symbol_info(symbol).sort, Sort::Bv(_)) {
                model.set(symbol, ConstValue::Bv(0));
            }
        }
    }
    Arc::new(model)
}

/// What the concrete run on a finding's model says.
pub enum Confirmed {
    /// It gets to the same fault at the same place.
    Yes(Box<Run>),
    /// It does not.
    No,
    /// It takes more than there is: the fault may well be one.
    Cut(Stop),
}

/// Does the concrete run on the finding's model get to the same fault at the same place?
pub fn confirm(machine: &Machine, setup: &Setup<'_>, finding: &Finding) -> Confirmed {
    // Deciding again may repeat a command, so a few more steps than the path had are allowed. What one iteration of a
    // folded loop takes is not known beforehand.
    let w = &finding.witness;
    let limit = if w.folds.is_empty() {
        2 * w.steps + tuning::CONFIRMING_COMMANDS_MORE.get()
    } else {
        tuning::CONFIRMING_COMMANDS.get()
    };
    let Some(run) = execute(machine, setup, w, limit) else { return Confirmed::No };
    let parts: usize = w.inputs.iter().map(|input| input.parts.len()).sum();
    machine.config.meter.spend(run.steps + parts as u64 * tuning::COMMANDS_PER_PART.get());
    let cut = |kind, why: &str| {
        let text = format!("{}: the run that would show it {why}", finding.fault.message);
        Confirmed::Cut(Stop::new(kind, text))
    };
    match run.end {
        Outcome::Fault(ref fault)
            if is_shown_by(finding.fault.kind, fault.kind) && finding.is_there(&machine.program, &run.trace) =>
        {
            let again = |machine: &Machine, more: u64| execute(machine, setup, w, limit + more);
            let text = (finding.fault.kind == FaultKind::Panic).then(|| spelled(machine, again)).flatten();
            let end = text.map_or(run.end.clone(), |text| Outcome::Fault(Fault { message: text, ..fault.clone() }));
            Confirmed::Yes(Box::new(Run { end, ..run }))
        }
        Outcome::Stop(stop) if stop.kind.is_of_run() => Confirmed::Cut(stop),
        // A function that was explored on its own does not know who catches its panics.
        Outcome::Stop(stop) if stop.kind == StopKind::Unsupported && finding.fault.kind == FaultKind::Panic => {
            Confirmed::Cut(stop)
        }
        Outcome::Stop(stop) if stop.kind.is_resource() => cut(stop.kind, &format!("is cut short ({})", stop.message)),
        Outcome::Pause if run.steps >= tuning::CONFIRMING_COMMANDS.get() && !w.folds.is_empty() => {
            cut(StopKind::Bound, &format!("has more than {} instructions", tuning::CONFIRMING_COMMANDS.get()))
        }
        _ => Confirmed::No,
    }
}

/// What the panic at the end of a run says: a run that goes on into it, for some commands more, puts that together.
pub fn spelled(machine: &Machine, run: impl FnOnce(&Machine, u64) -> Option<Run>) -> Option<Arc<str>> {
    let mut machine = machine.clone();
    machine.config.spell_panics = true;
    match run(&machine, tuning::SPELLING_COMMANDS.get())?.end {
        Outcome::Fault(fault) if fault.kind == FaultKind::Panic && !fault.message.is_empty() => Some(fault.message),
        _ => None,
    }
}

/// Is a fault of the second class what a concrete run makes of one of the first? A pointer that was never written has
/// some value there.
fn is_shown_by(found: FaultKind, shown: FaultKind) -> bool {
    let leads_nowhere = matches!(
        shown,
        FaultKind::NullDereference
            | FaultKind::InvalidDereference
            | FaultKind::OutOfBounds
            | FaultKind::UseAfterFree
            | FaultKind::InvalidFree
            | FaultKind::InvalidCall
    );
    found == shown || found == FaultKind::UninitializedPointer && leads_nowhere
}

/// A concrete run.
pub struct Run {
    /// How it ended; [`Outcome::Pause`] if it did not.
    pub end: Outcome,
    /// Where.
    pub at: (FuncId, Loc),
    /// The functions on the stack then, with the location each is at, innermost first.
    pub trace: Vec<(FuncId, Loc)>,
    /// Commands executed.
    pub steps: u64,
    /// The same with what work on blocks of bytes stands for.
    pub cost: u64,
    /// Has a value come up that was never written? What that is is chosen.
    pub unset: bool,
    /// What it covers.
    pub coverage: Arc<Coverage>,
    /// What it was given, in order: constants.
    pub inputs: Vec<Arc<Input>>,
    /// What it shows of itself; complete if it has ended.
    pub shown: Visible,
}

/// The concrete run on a witness, of at most so many commands. `None` if there is no initial state.
///
/// Loops that ran very often are executed at their start and at their end only: in between the values come from the
/// template, after it has been compared with the execution.
pub fn execute(machine: &Machine, setup: &Setup<'_>, witness: &Witness, limit: u64) -> Option<Run> {
    let value = |p: TermId| match machine.pool.node(p).op {
        Op::Symbol(id) if !witness.model.names(id) => any(machine.pool.width(p), machine.pool.symbol_info(id).kind),
        _ => Evaluator::new(&machine.pool, &witness.model).eval(p).bits(),
    };
    let parts = |i: &Arc<Input>| (i.name.clone(), i.parts.iter().map(|&p| value(p)).collect());
    let world = World::new((*witness.model).clone(), witness.inputs.iter().map(parts));
    run_in(machine, setup, world, (limit, true), &Far::of(machine, witness), None)
}

/// The concrete run on inputs that nothing else is known of than their names and the values of their parts: those that
/// are asked for beyond are zero, and where one of a range is asked for it is of that range. Work on blocks counts for
/// the limit. `None` if there is no initial state, or not with these inputs.
pub fn execute_on(
    machine: &Machine,
    setup: &Setup<'_>,
    given: impl Iterator<Item = (Arc<str>, Parts)>,
    limit: u64,
) -> Option<Run> {
    run_in(machine, setup, World::of_chance(given), (limit, false), &[], None)
}

/// The same; `see` is shown each state in which control comes to the head of a loop.
pub fn execute_seen(
    machine: &Machine,
    setup: &Setup<'_>,
    given: impl Iterator<Item = (Arc<str>, Parts)>,
    limit: u64,
    see: &mut dyn FnMut(&State),
) -> Option<Run> {
    let run = run_in(machine, setup, World::of_chance(given), (limit, false), &[], Some(see))?;
    machine.config.meter.spend(run.steps);
    Some(run)
}

/// The run in a world, of at most so many commands. Work on blocks counts for these as well unless it is `patient`.
fn run_in(
    machine: &Machine,
    setup: &Setup<'_>,
    world: World,
    (limit, patient): (u64, bool),
    far: &[Far<'_>],
    see: Option<&mut dyn FnMut(&State)>,
) -> Option<Run> {
    let before = machine.config.meter.work();
    let world = Arc::new(world);
    let mut concrete = machine.concrete(world.clone());
    concrete.config.fold = !far.is_empty() || see.is_some();
    let s = setup(&concrete).ok()?;
    // What is known of an input before anything is executed does not hold.
    if s.pc.iter().any(|&known| concrete.pool.const_value(known) == Some(0)) {
        return None;
    }
    let (s, end) = Concrete { machine: &concrete, limit, patient, far, border: None, see }.walk(s);
    let given = s.events.iter().filter_map(|event| match event {
        Event::Input(input) => Some(input.clone()),
        _ => None,
    });
    Some(Run {
        end,
        at: (s.top.func, s.top.loc),
        trace: s.backtrace(),
        steps: s.steps,
        cost: s.steps + (machine.config.meter.work() - before) / tuning::BYTES_PER_COMMAND.get(),
        unset: world.was_asked_for_unset(),
        coverage: concrete.coverage.clone(),
        inputs: given.collect(),
        shown: world.shown(),
    })
}

/// Follows a concrete run: to its end, to its limit, or to the border of an iteration.
struct Concrete<'a, 's> {
    machine: &'a Machine,
    /// The commands of the run at which it is cut.
    limit: u64,
    /// Does work on blocks of bytes count for no more than a command?
    patient: bool,
    /// The loops that are not executed step by step.
    far: &'a [Far<'a>],
    /// The head of a loop at which an iteration ends, with the callers of its function.
    border: Option<((FuncId, Loc), u32)>,
    /// Who is shown the states at heads of loops.
    see: Option<&'a mut (dyn FnMut(&State) + 's)>,
}

impl Walk for Concrete<'_, '_> {
    type Path = State;
    type Halt = (State, Outcome);

    fn run(&mut self, mut s: State) -> ControlFlow<Self::Halt, (State, Outcome)> {
        loop {
            let left = self.limit.saturating_sub(s.steps);
            if left == 0 {
                return Break((s, Outcome::Pause));
            }
            match self.machine.run(&mut s, left) {
                Outcome::Pause if self.patient => {}
                event => return Continue((s, event)),
            }
        }
    }

    fn decide(
        &mut self,
        mut s: State,
        alternatives: Vec<Alternative>,
    ) -> ControlFlow<Self::Halt, (State, Option<Outcome>)> {
        // Everything is known, so at most one side is true; none is when evaluation got stuck.
        match alternatives.into_iter().find(|a| self.machine.pool.is_true(a.cond)) {
            None => Break((s, Outcome::Pause)),
            Some(side) => {
                let event = apply(self.machine, &mut s, side);
                Continue((s, event))
            }
        }
    }

    fn head(&mut self, mut s: State) -> ControlFlow<Self::Halt, State> {
        let site = (s.top.func, s.top.loc);
        if self.border == Some((site, s.depth)) {
            return Break((s, Outcome::Head));
        }
        match self.far.iter().find(|f| f.site == site && f.agrees(self.machine, &mut s, 0)) {
            None => {
                s.enter_loop();
                if let Some(see) = &mut self.see {
                    see(&s);
                    // Where all is known nothing is decided, so that it would not come here again.
                    s.report_next_heads();
                }
                Continue(s)
            }
            Some(far) => far.skip(self.machine, s),
        }
    }

    fn end(&mut self, s: State, end: Outcome) -> Self::Halt {
        (s, end)
    }
}

/// A loop that ran so often that it is not executed step by step.
struct Far<'a> {
    site: (FuncId, Loc),
    count: u128,
    kappa: SymbolId,
    places: &'a [Jump],
    model: &'a Model,
}

impl<'a> Far<'a> {
    /// The loops of the path that ran very often, and that can be jumped through.
    fn of(machine: &Machine, witness: &'a Witness) -> Vec<Far<'a>> {
        let mut out = Vec::new();
        for event in witness.events.iter() {
            let Event::Folded(fold) = event else { continue };
            let count = Evaluator::new(&machine.pool, &witness.model).eval(fold.count).bits();
            if let Some(places) = &fold.jump
                && count > tuning::ITERATIONS_JUMPED_THROUGH.get()
                && fold.paths.iter().all(|p| p.1.is_empty())
                && let Op::Symbol(kappa) = machine.pool.node(fold.kappa).op
            {
                out.push(Far { site: fold.site, count, kappa, places, model: &witness.model });
            }
        }
        out
    }

    /// The value of a place after so many iterations.
    fn expected(&self, machine: &Machine, place: &Jump, count: u128) -> u128 {
        let mut model = self.model.clone();
        model.set(self.kappa, ConstValue::Bv(count));
        Evaluator::new(&machine.pool, &model).eval(place.value).bits()
    }

    /// Are the places as the template says they are after so many iterations?
    fn agrees(&self, machine: &Machine, s: &mut State, count: u128) -> bool {
        self.places.iter().all(|place| {
            let value = match place.place {
                Ok(v) => s.top.vars[v.index()],
                Err((obj, off, size)) => machine.peek_cell(s, obj, off, size),
            };
            let found = match (place.object, value) {
                (Some(object), Value::Ptr { obj, off }) => (obj == object).then_some(u128::from(off)),
                (None, Value::Int { bits, .. }) => Some(u128::from(bits)),
                _ => None,
            };
            found == Some(self.expected(machine, place, count))
        })
    }

    /// From the state before the loop: executes the first iterations, and goes on shortly before the last.
    fn skip(&self, machine: &Machine, mut s: State) -> ControlFlow<(State, Outcome), State> {
        s.fence();
        let border = Some((self.site, s.depth));
        for i in 1..=tuning::ITERATIONS_SHOWN.get() {
            let limit = s.steps + tuning::CONFIRMING_COMMANDS_PER_ITERATION.get();
            let (at, end) = Concrete { machine, limit, patient: true, far: &[], border, see: None }.walk(s);
            s = at;
            if end != Outcome::Head {
                return Break((s, end));
            }
            if !self.agrees(machine, &mut s, i) {
                return Break((s, Outcome::Pause));
            }
        }
        for place in self.places {
            let bits = self.expected(machine, place, self.count - tuning::ITERATIONS_SHOWN.get()) as u64;
            let value = match (place.object, place.place) {
                (Some(obj), _) => Value::Ptr { obj, off: bits },
                (None, Ok(v)) => Value::int(bits, machine.program.func(s.top.func).vars[v.index()].ty.width()),
                (None, Err((_, _, size))) => Value::int(bits, size as u32 * 8),
            };
            match place.place {
                Ok(v) => s.set(v, value),
                Err((obj, off, size)) => machine.poke_cell(&mut s, obj, off, size, value),
            }
        }
        // From here on the loop is like any other.
        s.enter_loop();
        Continue(s)
    }
}
