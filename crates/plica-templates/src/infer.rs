//! One iteration of a loop, executed on a state in which everything that the loop changes is a symbol.
//!
//! What is changed is found by executing: an iteration is run, what differs afterwards becomes a symbol, and so on
//! until nothing new differs. The context of the loop (pointers, values it leaves alone, the path condition) stays as
//! it is, so the effect is that of this loop in this context. Oblivious to closed forms. Invariant: whatever state the
//! loop is in at its head after any number of iterations is an instance of the general state.

use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plica_exec::{Alternative, ContextId, Machine, ObjectChange, Outcome, State, Walk, apply, or_halt};
use plica_explore::{Asker, CallDecision, CallSite, Composed, Fold, Folded, Scoped, Scopes, Strategy, Task};
use plica_ir::{Loc, VarId};
use plica_term::Evaluator;

use crate::Folder;
use crate::place::{Place, Slot, generalise};
use crate::tuning;

/// The end of a way through an iteration.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The state: back at the head, outside of the loop, or where the path ended.
    pub state: State,
    /// How the path ended, if it did.
    pub end: Option<Outcome>,
    /// Will questions about it probably not be answered?
    pub hard: bool,
}

/// One iteration in general.
#[derive(Debug)]
pub(crate) struct Iteration {
    /// What the loop changes.
    pub slots: Vec<Slot>,
    /// The state at the head that the iteration starts from.
    pub start: State,
    /// Ways that lead back to the head: the loop's cycles in this context.
    pub cycles: Vec<Path>,
    /// Ways that do not.
    pub exits: Vec<Path>,
}

/// Executes one iteration of the loop at whose head `s` is.
pub fn iteration(
    folder: &mut Folder,
    machine: &Machine,
    asker: &mut Asker<'_>,
    s: &State,
) -> Result<Iteration, String> {
    if folder.level >= tuning::FOLDED_NESTING.get() {
        return Err("loops are nested too deeply".into());
    }
    let (func, head, depth) = (s.top.func, s.top.loc, s.depth);
    let live: Vec<_> = machine.liveness(func).at(head).collect();
    if head == Loc(0) {
        // One call of itself by a function.
        let back = |s: &State| s.top.func == func && s.top.loc == head && s.depth > depth;
        return repeat(folder, machine, asker, s, &live, BTreeSet::new(), &back);
    }
    let flow = machine.flow(func);
    let Some(cycle) = flow.loops.at(head) else { return Err("it is no loop".into()) };
    let written = machine.program.func(func).written_in(&cycle.body);
    let places = live.iter().filter(|v| written.contains(v.index())).map(|&v| Place::Var(v)).collect();
    let back = |s: &State| s.depth == depth && s.top.loc == head;
    repeat(folder, machine, asker, s, &live, places, &back)
}

/// Executes an iteration again and again, until what it changes is known.
fn repeat(
    folder: &mut Folder,
    machine: &Machine,
    asker: &mut Asker<'_>,
    s: &State,
    live: &[VarId],
    mut places: BTreeSet<Place>,
    back: &dyn Fn(&State) -> bool,
) -> Result<Iteration, String> {
    let mut base = s.clone();
    let outside = std::mem::replace(&mut folder.unroll_inside, true);
    let found = rounds(folder, machine, asker, &mut base, live, &mut places, back);
    folder.unroll_inside = outside;
    found
}

fn rounds(
    folder: &mut Folder,
    machine: &Machine,
    asker: &mut Asker<'_>,
    base: &mut State,
    live: &[VarId],
    places: &mut BTreeSet<Place>,
    back: &dyn Fn(&State) -> bool,
) -> Result<Iteration, String> {
    for _ in 0..tuning::ROUNDS_OF_PLACES.get() {
        let mut start = base.clone();
        let mut slots = Vec::new();
        for &place in &*places {
            slots.push(generalise(machine, &mut start, place, !folder.unscaled)?);
        }
        // Values that were settled on the way are the state's own, and stay.
        folder.level += 1;
        let mut first = start.clone();
        first.fence();
        let kept = if folder.unroll_inside { folder.effort.halve() } else { None };
        let mut found = ways(folder, machine, asker, first.clone(), back);
        folder.effort.give(kept);
        if found.is_err() && folder.unroll_inside && !folder.waits() {
            // Loops inside are unrolled if they are short; now they are folded.
            folder.unroll_inside = false;
            found = ways(folder, machine, asker, first, back);
        }
        folder.level -= 1;
        let (mut cycles, exits) = found?;
        let mut known = places.clone();
        let mut again = false;
        for way in &mut cycles {
            again |= changed(machine, &start, &mut way.state, live, &mut known, base)?;
        }
        if known == *places && !again {
            return Ok(Iteration { slots, start, cycles, exits });
        }
        *places = known;
    }
    Err("what it changes keeps growing".into())
}

/// Adds what differs between the start and the end of an iteration. Answers whether `base` was changed: objects that
/// were only looked at may have become arrays, and that is how they are from the start then.
pub(crate) fn changed(
    machine: &Machine,
    start: &State,
    end: &mut State,
    live: &[VarId],
    places: &mut BTreeSet<Place>,
    base: &mut State,
) -> Result<bool, String> {
    let mut again = false;
    if end.top.objects != start.top.objects {
        return Err("it makes local objects that stay".into());
    }
    if end.points_to_gone(&machine.pool, start, live) {
        return Err("it keeps the address of an iteration's local variable".into());
    }
    for &v in live {
        if end.top.vars[v.index()] != start.top.vars[v.index()] {
            places.insert(Place::Var(v));
        }
    }
    for (obj, change) in end.object_changes(start) {
        let name = || end.heap.get(obj).map_or_else(|| "an object".to_string(), |o| o.name.to_string());
        match change {
            ObjectChange::Created => return Err(format!("it allocates {}, which outlives the iteration", name())),
            ObjectChange::Status => return Err("it frees or resizes an object".into()),
            ObjectChange::Whole if start.array_term(obj).is_some() => {
                let cell = machine.array_cell(end, obj).unwrap_or(1);
                places.retain(|p| !matches!(p, Place::Cell { obj: o, .. } if *o == obj));
                places.insert(Place::Array { obj, cell });
            }
            ObjectChange::Whole => {
                // It has become an array; whether it changed shows in the next round.
                let cell = machine.array_cell(end, obj).unwrap_or(1);
                if places.iter().any(|p| matches!(p, Place::Cell { obj: o, .. } if *o == obj)) {
                    places.retain(|p| !matches!(p, Place::Cell { obj: o, .. } if *o == obj));
                    places.insert(Place::Array { obj, cell });
                } else {
                    machine.as_array(base, obj, cell);
                    again = true;
                }
            }
            ObjectChange::Cells(cells) => {
                if places.iter().any(|p| matches!(p, Place::Array { obj: o, .. } if *o == obj)) {
                    continue;
                }
                cells.into_iter().for_each(|(off, size)| add_cell(places, obj, off, size));
            }
        }
    }
    Ok(again)
}

/// Adds bytes; what they overlap with becomes one place with them.
fn add_cell(places: &mut BTreeSet<Place>, obj: plica_exec::ObjId, off: u64, size: u64) {
    let (mut from, mut to) = (off, off + size);
    let overlapping = |p: &Place, from: u64, to: u64| match *p {
        Place::Cell { obj: o, off, size } => o == obj && off < to && from < off + size,
        _ => false,
    };
    while let Some(&p) = places.iter().find(|p| overlapping(p, from, to)) {
        if let Place::Cell { off, size, .. } = p {
            (from, to) = (from.min(off), to.max(off + size));
        }
        places.remove(&p);
    }
    if to - from <= 8 {
        places.insert(Place::Cell { obj, off: from, size: to - from });
    } else {
        places.insert(Place::Array { obj, cell: 1 });
    }
}

/// All ways from a state whose loop or function is fenced: those that come `back`, and the others.
pub(crate) fn ways(
    folder: &mut Folder,
    machine: &Machine,
    asker: &mut Asker<'_>,
    first: State,
    back: &dyn Fn(&State) -> bool,
) -> Result<(Vec<Path>, Vec<Path>), String> {
    let known = first.reach.trail().count();
    let stack = vec![Way { state: first, hard: false, scopes: Scopes::default() }];
    let (cycles, exits) = (Vec::new(), Vec::new());
    let mut walk = Iterating { folder, machine, asker, back, known, steps: 0, decisions: 0, stack, cycles, exits };
    while let Some(way) = walk.stack.pop() {
        let most = if walk.folder.unroll_inside {
            tuning::PATHS_PER_UNROLLED_ITERATION.get()
        } else {
            tuning::PATHS_PER_ITERATION.get()
        };
        if walk.cycles.len() + walk.exits.len() + walk.stack.len() > most {
            return Err(walk.folder.crowd(&format!("an iteration has more than {most} ways through it")));
        }
        walk.walk(way)?;
    }
    let Iterating { folder, cycles, exits, .. } = walk;
    cycles.iter().chain(&exits).for_each(|way| folder.note_trail(&way.state, known));
    Ok((cycles, exits))
}

/// A way through one iteration that is still to be followed.
#[derive(Clone, Debug)]
struct Way {
    state: State,
    hard: bool,
    scopes: Scopes<Inner>,
}

/// A way with how it ends or what border it is at, if either.
type Arrival = (Way, Option<Outcome>);

impl Way {
    /// The way goes on in a state that followed from its own.
    fn onward(&self, state: State) -> Way {
        Way { state, hard: self.hard, scopes: self.scopes.clone() }
    }
}

/// The head of a loop inside, or the start of a function that is called there, to be gone back to.
#[derive(Debug)]
struct Inner {
    at: Way,
    way: Strategy,
    tried: AtomicBool,
}

impl Scoped for Way {
    type Checkpoint = Inner;

    fn state(&mut self) -> &mut State {
        &mut self.state
    }

    fn scopes(&mut self) -> &mut Scopes<Inner> {
        &mut self.scopes
    }

    fn checkpoint(self, way: Strategy) -> Inner {
        Inner { at: self, way, tried: AtomicBool::new(false) }
    }
}

/// The walk through one iteration: what of it is still to be followed, and what was found.
struct Iterating<'a, 'b> {
    folder: &'a mut Folder,
    machine: &'a Machine,
    asker: &'a mut Asker<'b>,
    back: &'a dyn Fn(&State) -> bool,
    /// What the start's reachability rested on.
    known: usize,
    /// Commands and decisions so far.
    steps: u64,
    decisions: u64,
    stack: Vec<Way>,
    cycles: Vec<Path>,
    exits: Vec<Path>,
}

/// Follows one way to its end, or to a decision with more than one side.
impl Walk for Iterating<'_, '_> {
    type Path = Way;
    type Halt = Result<(), String>;

    fn run(&mut self, mut way: Way) -> ControlFlow<Self::Halt, (Way, Outcome)> {
        let before = way.state.steps;
        let outcome = self
            .machine
            .run(&mut way.state, self.folder.effort.steps().min(tuning::COMMANDS_PER_ITERATION.get() - self.steps));
        or_halt(self.spend(way.state.steps - before))?;
        Continue((way, outcome))
    }

    /// Takes the only feasible side of a decision and goes on, at a border if there is one; or folds what is inside, or
    /// puts all sides aside.
    fn decide(
        &mut self,
        mut way: Way,
        alternatives: Vec<Alternative>,
    ) -> ControlFlow<Self::Halt, (Way, Option<Outcome>)> {
        self.decisions += 1;
        or_halt(self.folder.effort.spend_questions(1))?;
        if self.decisions > tuning::DECISIONS_PER_ITERATION.get() {
            return Break(Err(self.folder.crowd("an iteration takes too many decisions")));
        }
        let mut sides = self.asker.feasible(self.machine, &way.state, alternatives);
        if sides.is_empty() {
            return Break(Err("no side of a decision is feasible".into()));
        }
        if let [side] = &sides[..]
            && let Ok(model) = &side.answer
        {
            way.state.model = model.clone();
            let event = sides.pop().and_then(|side| apply(self.machine, &mut way.state, side.alternative));
            return Continue((way, event));
        }
        if let Some(inner) = or_halt(fold_inner(self.folder, self.machine, self.asker, &way))? {
            if inner.is_empty() {
                // It never gets out of the loop inside.
                self.folder.note_trail(&way.state, self.known);
            }
            // The way out of the loop inside is one out of this one, or back to its head.
            inner.into_iter().for_each(|(way, end)| self.put(way, end));
            return Break(Ok(()));
        }
        for side in sides {
            let mut next = way.clone();
            next.state.model = or_halt(side.answer.map_err(|why| format!("the solver gave up: {why}")))?;
            next.state.pc.push(side.alternative.cond);
            let end = apply(self.machine, &mut next.state, side.alternative);
            self.put(next, end);
        }
        Break(Ok(()))
    }

    fn head(&mut self, mut way: Way) -> ControlFlow<Self::Halt, Way> {
        if (self.back)(&way.state) {
            return Break(self.end(way, Outcome::Head));
        }
        self.arrive(&mut way);
        Continue(way)
    }

    fn end(&mut self, way: Way, end: Outcome) -> Self::Halt {
        if end == Outcome::Pause {
            return Err("an iteration is too long".into());
        }
        self.put(way, Some(end));
        Ok(())
    }
}

impl Iterating<'_, '_> {
    fn spend(&mut self, steps: u64) -> Result<(), String> {
        self.steps += steps;
        self.folder.commands += steps * tuning::COST_OF_GENERAL_COMMAND.get();
        self.folder.effort.spend_steps(steps)?;
        if self.steps >= tuning::COMMANDS_PER_ITERATION.get() {
            return Err(self.folder.crowd("an iteration is too long"));
        }
        if self.folder.is_over() {
            return Err("the time is over".into());
        }
        Ok(())
    }

    /// A way with how it ended or what border it is at: back at the head, outside, ended, or to be followed.
    fn put(&mut self, mut way: Way, end: Option<Outcome>) {
        let path = |way: Way, end| Path { state: way.state, end, hard: way.hard };
        match end {
            None => self.stack.push(way),
            Some(Outcome::Head) if (self.back)(&way.state) => self.cycles.push(path(way, None)),
            Some(Outcome::Head) => {
                self.arrive(&mut way);
                self.stack.push(way);
            }
            Some(Outcome::Left) => self.exits.push(path(way, None)),
            end => self.exits.push(path(way, end)),
        }
    }

    /// Control is at the head of a loop inside, or at the start of a function: the state is kept where that may turn
    /// out to be of use.
    fn arrive(&mut self, way: &mut Way) {
        let s = &way.state;
        if s.top.loc != Loc(0) || self.machine.is_recursive(s.top.func) {
            return way.enter_loop(self.folder.folds_inside());
        }
        let site = site(self.folder, self.machine, s);
        let wish = self.asker.reach.calls().map_or(CallDecision::Inline, |calls| calls.decide(site));
        if self.folder.composing && wish != CallDecision::Inline {
            way.go(Strategy::Call);
        } else {
            way.enter_loop(false);
        }
    }
}

/// A call within an iteration.
fn site<'a>(folder: &Folder, machine: &'a Machine, state: &'a State) -> CallSite<'a> {
    CallSite { machine, state, context: ContextId::NONE, in_place: folder.in_place }
}

/// A state that a call leads to, with a model, if it does.
fn follow(machine: &Machine, asker: &mut Asker<'_>, mut to: State, from: &State) -> Result<Option<State>, String> {
    let Some(condition) = to.pc.get(from.pc.len()).copied() else { return Ok(Some(to)) };
    if Evaluator::new(&machine.pool, &from.model).holds(condition) {
        return Ok(Some(to));
    }
    let Some(answer) = asker.possible(from, condition) else { return Ok(None) };
    to.model = answer.map_err(|why| format!("the solver gave up: {why}"))?;
    Ok(Some(to))
}

/// Folds a loop inside, or has a summary take the place of a call, if the way is in one; what comes after it, with how
/// it ends or what border it is at.
fn fold_inner(
    folder: &mut Folder,
    machine: &Machine,
    asker: &mut Asker<'_>,
    way: &Way,
) -> Result<Option<Vec<Arrival>>, String> {
    for (_, inner) in way.scopes.fresh(&way.state) {
        if inner.tried.swap(true, Ordering::Relaxed) {
            continue;
        }
        if inner.way == Strategy::Call {
            if let Some(ways) = compose(folder, machine, asker, &inner)? {
                return Ok(Some(ways));
            }
            continue;
        }
        let state = &inner.at.state;
        if folder.wants((folder.course, (state.top.func, state.top.loc)), asker.reach.work()).is_none() {
            continue;
        }
        let task = Task { state, way: Strategy::Fold, in_place: folder.in_place, course: folder.course };
        let exits = match folder.fold(machine, asker.again(), task) {
            Folded::Refused | Folded::Dear => continue,
            Folded::First(unit) => return Err(folder.wait_for(unit)),
            Folded::Exits { exits, .. } => exits,
        };
        let mut ways = Vec::new();
        for exit in exits {
            let mut state = exit.state;
            state.model = exit.answer.map_err(|why| format!("the solver gave up: {why}"))?;
            let end = exit.end.or_else(|| machine.border(&mut state));
            ways.push((Way { hard: exit.hard || inner.at.hard, ..inner.at.onward(state) }, end));
        }
        return Ok(Some(ways));
    }
    Ok(None)
}

/// Has a summary take the place of a call, if that can be.
fn compose(
    folder: &mut Folder,
    machine: &Machine,
    asker: &mut Asker<'_>,
    call: &Arc<Inner>,
) -> Result<Option<Vec<Arrival>>, String> {
    let from = &call.at.state;
    let site = site(folder, machine, from);
    let (after, rest) = match asker.reach.calls().map_or(Composed::InPlace, |calls| calls.compose(site)) {
        Composed::InPlace => return Ok(None),
        Composed::First(unit) => return Err(folder.wait_for(unit)),
        Composed::Ways { after, rest } => (after, rest),
    };
    folder.composed.insert(from.top.func);
    let mut ways = Vec::new();
    for state in after {
        ways.extend(follow(machine, asker, state, from)?.map(|mut state| {
            let end = machine.border(&mut state);
            (call.at.onward(state), end)
        }));
    }
    if let Some(rest) = rest {
        // There the function is explored on, by its own exploration.
        let rest = follow(machine, asker, *rest, from)?;
        ways.extend(rest.map(|state| (call.at.onward(state), Some(Outcome::Entered))));
    }
    Ok(Some(ways))
}
