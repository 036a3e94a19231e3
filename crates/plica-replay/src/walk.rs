//! Executing a call along a choice tree, without asking.
//!
//! What is executed is the callee in the caller's state, so that results and memory come out as in place. At a decision
//! the regions of the call say which sides can be taken. Where they do not, the path is handed back to the explorer,
//! who asks. Oblivious to trees. Invariants: a path condition that comes out implies that the path is taken; those that
//! come out cover all inputs of the state at the call (docs/theory.md, R2).

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use plica_exec::{Alternative, Effect, Machine, Outcome, State, Walk, apply};
use plica_explore::Asker;
use plica_smt::Answer;
use plica_term::{Evaluator, Model, TermId, TermPool};

use crate::ReplayCounters;
use crate::regions::Region;
use crate::tuning;

/// A path that comes out of a call.
pub(crate) struct Passed {
    /// Where it has come to; its model satisfies its condition.
    pub state: State,
    /// What was decided on the way, implied decisions included.
    pub known: Vec<TermId>,
    /// How it ends, if it does, or that it is at the head of a loop.
    pub end: Option<Outcome>,
    /// Commands executed since the call.
    pub steps: u64,
}

/// A path through the call, with the regions that it is taken in.
pub(crate) struct Way {
    state: State,
    known: Vec<TermId>,
    regions: Vec<usize>,
}

/// What the regions say of a decision.
enum Sides {
    /// These are taken, each in some of the regions.
    Known(Vec<(usize, Vec<usize>)>),
    /// Nothing, of some of them.
    Unknown,
}

/// Walks through a call.
pub(crate) struct Replaying<'a, 'b> {
    machine: &'a Machine,
    asker: &'a mut Asker<'b>,
    regions: &'a [Region],
    counters: &'a mut ReplayCounters,
    /// The number of callers within the call.
    depth: u32,
    begun: u64,
    /// Paths that go on.
    todo: Vec<Way>,
    out: Vec<Passed>,
}

/// All paths through the call at whose callee's start a state is.
pub(crate) fn walk(
    machine: &Machine,
    asker: &mut Asker<'_>,
    state: &State,
    regions: &[Region],
    counters: &mut ReplayCounters,
) -> Vec<Passed> {
    let (depth, begun) = (state.depth, state.steps);
    let mut start = state.clone();
    start.enter_loop();
    let (todo, out) = (Vec::new(), Vec::new());
    let mut replaying = Replaying { machine, asker, regions, counters, depth, begun, todo, out };
    let first = replaying.way(start, Vec::new(), (0..regions.len()).collect());
    replaying.todo.push(first);
    while let Some(way) = replaying.todo.pop() {
        replaying.walk(way);
    }
    replaying.out
}

impl Walk for Replaying<'_, '_> {
    type Path = Way;
    type Halt = ();

    fn run(&mut self, mut way: Way) -> ControlFlow<(), (Way, Outcome)> {
        let mut batch = tuning::COMMANDS_BEFORE_LOOKING.get();
        loop {
            let left = tuning::COMMANDS_OF_CALL.get().saturating_sub(way.state.steps - self.begun);
            if left == 0 {
                return self.leave(way, None);
            }
            match self.machine.run_call(&mut way.state, left.min(batch), self.depth) {
                // What pointers lead to may be cyclic, and a path go round in it for ever: callers see to that.
                Outcome::Pause if self.machine.goes_round(&mut way.state.clone(), 0) => {
                    return self.leave(way, None);
                }
                Outcome::Pause => batch = batch.saturating_mul(2),
                Outcome::Join => {}
                event => return Continue((way, event)),
            }
        }
    }

    fn decide(&mut self, way: Way, alternatives: Vec<Alternative>) -> ControlFlow<(), (Way, Option<Outcome>)> {
        self.part(way, alternatives);
        Break(())
    }

    fn head(&mut self, mut way: Way) -> ControlFlow<(), Way> {
        if self.is_left_here(&way) || way.state.depth < self.depth {
            return self.leave(way, Some(Outcome::Head));
        }
        way.state.enter_loop();
        Continue(way)
    }

    fn end(&mut self, way: Way, end: Outcome) {
        self.come_out(way, (end != Outcome::Left).then_some(end));
    }
}

impl Replaying<'_, '_> {
    /// A path that is taken in these regions. The stepper looks at its model where it resolves addresses.
    fn way(&self, mut state: State, known: Vec<TermId>, regions: Vec<usize>) -> Way {
        if let Some(&first) = regions.first() {
            state.model = self.regions[first].model.clone();
        }
        Way { state, known, regions }
    }

    /// The path comes out, and the walk is over.
    fn leave<C>(&mut self, way: Way, end: Option<Outcome>) -> ControlFlow<(), C> {
        self.come_out(way, end);
        Break(())
    }

    fn come_out(&mut self, way: Way, end: Option<Outcome>) {
        let Way { state, known, .. } = way;
        let steps = state.steps - self.begun;
        self.counters.open_ways += u64::from(end.is_none() && state.depth >= self.depth);
        self.out.push(Passed { state, known, end, steps });
    }

    /// Does the tree leave it to callers how the loop is taken at whose head the path is?
    fn is_left_here(&self, way: &Way) -> bool {
        let at = (way.state.top.func, way.state.top.loc);
        way.regions.iter().all(|&number| !self.regions[number].closed && self.regions[number].site == at)
    }

    /// The path decides: it goes on by the only side, or parts.
    fn part(&mut self, mut way: Way, alternatives: Vec<Alternative>) {
        let sides = match self.sides(&way, &alternatives) {
            Sides::Known(sides) => sides,
            Sides::Unknown => return self.come_out(way, None),
        };
        self.counters.saved += alternatives.len() as u64 - 1;
        let parts = sides.len() > 1;
        if parts {
            self.machine.unquiet(&way.state);
        }
        let mut alternatives: Vec<Option<Alternative>> = alternatives.into_iter().map(Some).collect();
        for (side, regions) in sides.into_iter().rev() {
            let Some(alternative) = alternatives.get_mut(side).and_then(Option::take) else { continue };
            let known = if parts { way.known.clone() } else { std::mem::take(&mut way.known) };
            let mut next = self.way(way.state.clone(), known, regions);
            if parts {
                next.state.pc.push(alternative.cond);
            }
            next.known.push(alternative.cond);
            next.state.learn(&self.machine.pool, alternative.cond);
            match apply(self.machine, &mut next.state, alternative) {
                None => self.todo.push(next),
                Some(Outcome::Head) if !self.is_left_here(&next) => {
                    next.state.enter_loop();
                    self.todo.push(next);
                }
                Some(end) => self.come_out(next, Some(end)),
            }
        }
    }

    /// Which sides are taken in which regions.
    fn sides(&mut self, way: &Way, alternatives: &[Alternative]) -> Sides {
        let pool = &self.machine.pool;
        let mut sides: Vec<(usize, Vec<usize>)> = Vec::new();
        for &number in &way.regions {
            let region = &self.regions[number];
            let side = alternatives.iter().position(|a| is_known(pool, region, a.cond));
            let is_about_pointers = alternatives.iter().any(|a| matches!(a.effect, Effect::Point(..)));
            let side = match side {
                Some(side) => side,
                // Names of objects that are not there are left out, so that what is not refuted need not be so.
                None if is_about_pointers || !region.closed => return Sides::Unknown,
                // The tree knows the path to its end, so the others can be expected to be closed.
                None => match self.only_side(way, region, alternatives) {
                    Some(side) => side,
                    None => return Sides::Unknown,
                },
            };
            match sides.iter_mut().find(|(known, _)| *known == side) {
                Some((_, regions)) => regions.push(number),
                None => sides.push((side, vec![number])),
            }
        }
        sides.sort_unstable_by_key(|(side, _)| *side);
        Sides::Known(sides)
    }

    /// The side that all inputs of a region take, if there is one.
    fn only_side(&mut self, way: &Way, region: &Region, alternatives: &[Alternative]) -> Option<usize> {
        let side = side_of(&self.machine.pool, &region.model, alternatives)?;
        let mut state = way.state.clone();
        state.model = region.model.clone();
        state.pc.extend(region.conditions.iter().copied());
        for (i, other) in alternatives.iter().enumerate() {
            if i == side {
                continue;
            }
            self.counters.asked_inside += 1;
            match self.asker.check(&state, other.cond) {
                Answer::Unsat => {}
                Answer::Sat(_) | Answer::Unknown(_) => return None,
            }
        }
        Some(side)
    }
}

fn is_known(pool: &TermPool, region: &Region, cond: TermId) -> bool {
    pool.is_true(cond)
        || region.known.contains(&cond)
        || pool.conjuncts(cond).iter().all(|c| pool.is_true(*c) || region.known.contains(c))
}

fn side_of(pool: &TermPool, model: &Arc<Model>, alternatives: &[Alternative]) -> Option<usize> {
    let mut eval = Evaluator::new(pool, model);
    alternatives.iter().position(|a| eval.holds(a.cond))
}
