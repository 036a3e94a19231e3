//! One iteration of a loop, executed on a state in which everything that the loop changes is a symbol.
//!
//! What is changed is found by executing: an iteration is run, what differs afterwards becomes a symbol, and so on
//! until nothing new differs. The context of the loop (pointers, values it leaves alone, the path condition) stays as
//! it is, so the effect is that of this loop in this context. Oblivious to closed forms. Invariant: whatever state the
//! loop is in at its head after any number of iterations is an instance of the general state.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use plica_exec::{
    Alternative, CallDecision, Composed, Fold, Folded, Machine, ObjectChange, Outcome, Reach, State, Strategy, apply,
    feasible, possible,
};
use plica_ir::{Loc, VarId};
use plica_term::Evaluator;

use crate::Folder;
use crate::place::{Place, Slot, generalise};

/// Ways through one iteration, more than which are too many.
const MAX_PATHS: usize = 48;
/// The same while loops inside are unrolled.
const FEW_PATHS: usize = 24;
/// Commands of one iteration, over all its paths.
const MAX_STEPS: u64 = 400_000;
/// Decisions of one iteration, over all its paths: each may be a question to the solver.
const MAX_DECISIONS: u64 = 1_000;
/// Rounds until nothing new differs.
const MAX_ROUNDS: usize = 12;
/// Loops inside of loops.
pub const MAX_LEVEL: u32 = 4;

/// The end of a way through an iteration.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The state: back at the head, outside of the loop, or where the path ended.
    pub state: State,
    /// How the path ended, if it did.
    pub end: Option<Outcome>,
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
    reach: &mut dyn Reach,
    s: &State,
) -> Result<Iteration, String> {
    if folder.level >= MAX_LEVEL {
        return Err("loops are nested too deeply".into());
    }
    let (func, head, depth) = (s.top.func, s.top.loc, s.depth);
    let live: Vec<_> = machine.liveness(func).at(head).collect();
    if head == Loc(0) {
        // One call of itself by a function.
        let back = |s: &State| s.top.func == func && s.top.loc == head && s.depth > depth;
        return repeat(folder, machine, reach, s, &live, BTreeSet::new(), &back);
    }
    let flow = machine.flow(func);
    let Some(cycle) = flow.loops.at(head) else { return Err("it is no loop".into()) };
    let written = machine.program.func(func).written_in(&cycle.body);
    let places = live.iter().filter(|v| written.contains(v.index())).map(|&v| Place::Var(v)).collect();
    let back = |s: &State| s.depth == depth && s.top.loc == head;
    repeat(folder, machine, reach, s, &live, places, &back)
}

/// Executes an iteration again and again, until what it changes is known.
fn repeat(
    folder: &mut Folder,
    machine: &Machine,
    reach: &mut dyn Reach,
    s: &State,
    live: &[VarId],
    mut places: BTreeSet<Place>,
    back: &dyn Fn(&State) -> bool,
) -> Result<Iteration, String> {
    let mut base = s.clone();
    let outside = std::mem::replace(&mut folder.unroll_inside, true);
    let found = rounds(folder, machine, reach, &mut base, live, &mut places, back);
    folder.unroll_inside = outside;
    found
}

fn rounds(
    folder: &mut Folder,
    machine: &Machine,
    reach: &mut dyn Reach,
    base: &mut State,
    live: &[VarId],
    places: &mut BTreeSet<Place>,
    back: &dyn Fn(&State) -> bool,
) -> Result<Iteration, String> {
    for _ in 0..MAX_ROUNDS {
        let mut start = base.clone();
        let mut slots = Vec::new();
        for &place in &*places {
            slots.push(generalise(machine, &mut start, place, !folder.unscaled)?);
        }
        // Values that were settled on the way are the state's own, and stay.
        folder.level += 1;
        let mut first = start.clone();
        first.fence(base.top.loc);
        let kept = if folder.unroll_inside { folder.effort.halve() } else { None };
        let mut found = ways(folder, machine, reach, first.clone(), back);
        folder.effort.give(kept);
        if found.is_err() && folder.unroll_inside && !folder.waits() {
            // Loops inside are unrolled if they are short; now they are folded.
            folder.unroll_inside = false;
            found = ways(folder, machine, reach, first, back);
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
    reach: &mut dyn Reach,
    first: State,
    back: &dyn Fn(&State) -> bool,
) -> Result<(Vec<Path>, Vec<Path>), String> {
    let (depth, known) = (first.depth, first.reach.trail().count());
    let (cycles, exits, stack) = (Vec::new(), Vec::new(), vec![first]);
    let mut walk = Walk { folder, machine, reach, back, depth, known, steps: 0, decisions: 0, stack, cycles, exits };
    while let Some(s) = walk.stack.pop() {
        let most = if walk.folder.unroll_inside { FEW_PATHS } else { MAX_PATHS };
        if walk.cycles.len() + walk.exits.len() + walk.stack.len() > most {
            return Err(walk.folder.crowd(&format!("an iteration has more than {most} ways through it")));
        }
        walk.follow(s)?;
    }
    let Walk { folder, cycles, exits, .. } = walk;
    cycles.iter().chain(&exits).for_each(|way| folder.note_trail(&way.state, known));
    Ok((cycles, exits))
}

/// The walk through one iteration: what of it is still to be followed, and what was found.
struct Walk<'a> {
    folder: &'a mut Folder,
    machine: &'a Machine,
    reach: &'a mut dyn Reach,
    back: &'a dyn Fn(&State) -> bool,
    /// Frames at the start, and what the start's reachability rested on.
    depth: u32,
    known: usize,
    /// Commands and decisions so far.
    steps: u64,
    decisions: u64,
    stack: Vec<State>,
    cycles: Vec<Path>,
    exits: Vec<Path>,
}

impl Walk<'_> {
    /// Follows one way to its end, or to a decision with more than one side.
    fn follow(&mut self, mut s: State) -> Result<(), String> {
        let mut border = None;
        loop {
            let before = s.steps;
            let outcome = match border.take() {
                Some(outcome) => outcome,
                None => self.machine.run(&mut s, self.folder.effort.steps().min(MAX_STEPS - self.steps)),
            };
            self.spend(s.steps - before)?;
            match outcome {
                Outcome::Pause => return Err("an iteration is too long".into()),
                Outcome::Head if !(self.back)(&s) => arrive(self.folder, self.machine, self.reach, &mut s),
                Outcome::Decide(alternatives) => match self.decide(&mut s, alternatives)? {
                    ControlFlow::Continue(next) => border = next,
                    ControlFlow::Break(()) => return Ok(()),
                },
                end => {
                    self.put(s, Some(end));
                    return Ok(());
                }
            }
        }
    }

    fn spend(&mut self, steps: u64) -> Result<(), String> {
        self.steps += steps;
        self.folder.commands += steps * crate::effort::GENERAL;
        self.folder.effort.spend_steps(steps)?;
        if self.steps >= MAX_STEPS {
            return Err(self.folder.crowd("an iteration is too long"));
        }
        if self.folder.is_over() {
            return Err("the time is over".into());
        }
        Ok(())
    }

    /// A state with how its way ended or what border it is at: back at the head, outside, ended, or to be followed.
    fn put(&mut self, mut state: State, end: Option<Outcome>) {
        match end {
            None => self.stack.push(state),
            Some(Outcome::Head) if (self.back)(&state) => self.cycles.push(Path { state, end: None }),
            Some(Outcome::Head) => {
                arrive(self.folder, self.machine, self.reach, &mut state);
                self.stack.push(state);
            }
            Some(Outcome::Left) => self.exits.push(Path { state, end: None }),
            end => self.exits.push(Path { state, end }),
        }
    }

    /// Takes the only feasible side of a decision and goes on, at a border if there is one; or folds what is inside, or
    /// puts all sides aside.
    fn decide(
        &mut self,
        s: &mut State,
        alternatives: Vec<Alternative>,
    ) -> Result<ControlFlow<(), Option<Outcome>>, String> {
        self.decisions += 1;
        self.folder.effort.spend_questions(1)?;
        if self.decisions > MAX_DECISIONS {
            return Err(self.folder.crowd("an iteration takes too many decisions"));
        }
        let mut sides = feasible(self.machine, self.reach, s, alternatives);
        if sides.is_empty() {
            return Err("no side of a decision is feasible".into());
        }
        if let [side] = &sides[..]
            && let Ok(model) = &side.answer
        {
            s.model = model.clone();
            return Ok(ControlFlow::Continue(sides.pop().and_then(|side| apply(self.machine, s, side.alternative))));
        }
        if let Some(inner) = fold_inner(self.folder, self.machine, self.reach, s, self.depth)? {
            if inner.is_empty() {
                // It never gets out of the loop inside.
                self.folder.note_trail(s, self.known);
            }
            // The way out of the loop inside is one out of this one, or back to its head.
            inner.into_iter().for_each(|Path { state, end }| self.put(state, end));
            return Ok(ControlFlow::Break(()));
        }
        for side in sides {
            let mut next = s.clone();
            next.model = side.answer.map_err(|why| format!("the solver gave up: {why}"))?;
            next.pc.push(side.alternative.cond);
            let end = apply(self.machine, &mut next, side.alternative);
            self.put(next, end);
        }
        Ok(ControlFlow::Break(()))
    }
}

/// Control is at the head of a loop inside, or at the start of a function: the state is kept where that may turn out to
/// be of use.
fn arrive(folder: &Folder, machine: &Machine, reach: &mut dyn Reach, s: &mut State) {
    if s.top.loc != Loc(0) || machine.is_recursive(s.top.func) {
        return s.enter_loop(folder.folds_inside());
    }
    let wish = reach.calls().map_or(CallDecision::Inline, |calls| calls.decide(machine, s));
    if folder.composing && wish != CallDecision::Inline { s.go(Strategy::Call) } else { s.enter_loop(false) }
}

/// A state that a call leads to, with a model, if it does.
fn follow(machine: &Machine, reach: &mut dyn Reach, mut to: State, from: &State) -> Result<Option<State>, String> {
    let Some(condition) = to.pc.get(from.pc.len()).copied() else { return Ok(Some(to)) };
    if Evaluator::new(&machine.pool, &from.model).holds(condition) {
        return Ok(Some(to));
    }
    let Some(answer) = possible(reach, from, condition) else { return Ok(None) };
    to.model = answer.map_err(|why| format!("the solver gave up: {why}"))?;
    Ok(Some(to))
}

/// Folds a loop inside, or has a summary take the place of a call, if the state is in one; the states after it, with
/// how they end or what border they are at.
fn fold_inner(
    folder: &mut Folder,
    machine: &Machine,
    reach: &mut dyn Reach,
    s: &State,
    depth: u32,
) -> Result<Option<Vec<Path>>, String> {
    for checkpoint in s.checkpoints() {
        // Loops around this one are none of its business.
        if checkpoint.state.depth < depth || !checkpoint.take() {
            continue;
        }
        if checkpoint.way == Strategy::Call {
            match reach.calls().map_or(Composed::InPlace, |calls| calls.compose(machine, &checkpoint.state)) {
                Composed::InPlace => continue,
                Composed::First(unit) => return Err(folder.wait_for(unit)),
                Composed::Ways { after, rest } => {
                    folder.composed.insert(checkpoint.state.top.func);
                    let mut ways = Vec::new();
                    for state in after {
                        ways.extend(follow(machine, reach, state, &checkpoint.state)?.map(|mut state| {
                            let end = machine.border(&mut state);
                            Path { state, end }
                        }));
                    }
                    if let Some(rest) = rest {
                        // There the function is explored on, by its own exploration.
                        let rest = follow(machine, reach, *rest, &checkpoint.state)?;
                        ways.extend(rest.map(|state| Path { state, end: Some(Outcome::Entered) }));
                    }
                    return Ok(Some(ways));
                }
            }
        }
        if folder.wants(checkpoint.state.top.func, checkpoint.state.top.loc, reach.work()).is_none() {
            continue;
        }
        let exits = match folder.fold(machine, reach, &checkpoint.state, Strategy::Fold) {
            Folded::Refused | Folded::Dear => continue,
            Folded::First(unit) => return Err(folder.wait_for(unit)),
            Folded::Exits { exits, .. } => exits,
        };
        let mut states = Vec::new();
        for exit in exits {
            let mut state = exit.state;
            state.model = exit.answer.map_err(|why| format!("the solver gave up: {why}"))?;
            let end = exit.end.or_else(|| machine.border(&mut state));
            states.push(Path { state, end });
        }
        return Ok(Some(states));
    }
    Ok(None)
}
