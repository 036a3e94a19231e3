//! How loops are folded, as the explorer sees it: a state at the head of a loop in, states after the loop out.
//!
//! Oblivious to templates: whoever implements [`Fold`] knows them. Also here: what the explorer and the search for a
//! loop's effect have in common, taking the feasible sides of a decision.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plica_ir::{FuncId, Loc};
use plica_smt::{Answer, UnknownReason};
use plica_term::{Evaluator, Model, TermId};

use crate::calls::Ahead;
use crate::machine::Machine;
use crate::outcome::{Alternative, Effect, Outcome};
use crate::premise::Premise;
use crate::reach::Reach;
use crate::state::{Inside, State};

/// What is done about a loop that is worth folding. Chunks are for where folding led to questions without an answer,
/// and unrolling for where these did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Any number of iterations at once.
    Fold,
    /// The same for what is executed fast anyway: only if folding costs no more than executing so many commands, and if
    /// what comes out is as simple as what executing would give.
    Easy(u64),
    /// So many iterations at a time, as one formula.
    Chunk,
    /// One iteration at a time.
    Unroll,
    /// For the start of a function: a summary takes the place of the call.
    Call,
}

/// A state at the head of a loop, kept until the loop proves to be worth folding.
#[derive(Debug)]
pub struct Mark {
    /// The state.
    pub state: State,
    /// What is done about the loop.
    pub way: Way,
    tried: AtomicBool,
    piecewise: AtomicBool,
    undone: AtomicBool,
    hard: AtomicBool,
    composed: AtomicBool,
}

impl Mark {
    /// Is this the first time that folding from here is tried? One try is enough.
    pub fn take(&self) -> bool {
        !self.tried.swap(true, Ordering::Relaxed)
    }

    /// Was it tried?
    pub(crate) fn is_tried(&self) -> bool {
        self.tried.load(Ordering::Relaxed)
    }

    /// Notes that taking so many iterations at a time was tried, or would not help.
    pub(crate) fn set_piecewise(&self) {
        self.piecewise.store(true, Ordering::Relaxed);
    }

    /// Was folding taken back, here or at a loop folded earlier on the same path? Then other paths cover this one.
    pub fn is_undone(&self) -> bool {
        let mut mark = Some(self);
        while let Some(m) = mark {
            if m.undone.load(Ordering::Relaxed) {
                return true;
            }
            mark = m.state.folded.as_deref();
        }
        false
    }

    /// Notes that folding from here made questions hard to answer.
    pub(crate) fn set_hard(&self) {
        self.hard.store(true, Ordering::Relaxed);
    }

    /// Notes that summaries took the place of calls in the loop that was folded from here.
    pub(crate) fn set_composed(&self) {
        self.composed.store(true, Ordering::Relaxed);
    }

    /// Did they?
    pub(crate) fn is_composed(&self) -> bool {
        self.composed.load(Ordering::Relaxed)
    }

    /// The mark to go back to where a question about a path is not answered: the last that made it hard, else the last.
    pub(crate) fn culprit(self: &Arc<Mark>) -> Arc<Mark> {
        let mut mark = Some(self);
        while let Some(m) = mark {
            if m.hard.load(Ordering::Relaxed) {
                return m.clone();
            }
            mark = m.state.folded.as_ref();
        }
        self.clone()
    }

    /// Takes the folding back: the state from which the loop is taken in the next way, the first time that it is asked
    /// for. What follows from it covers all that followed from the folded loop.
    pub fn undo(&self) -> Option<State> {
        if self.undone.swap(true, Ordering::Relaxed) {
            return None;
        }
        let mut state = self.state.clone();
        let way = match self.way {
            // With its calls in place the loop may be an easy one.
            way if self.is_composed() && !state.in_place => {
                state.in_place = true;
                way
            }
            Way::Chunk | Way::Call | Way::Unroll => Way::Unroll,
            Way::Fold | Way::Easy(_) if self.piecewise.load(Ordering::Relaxed) => Way::Unroll,
            Way::Fold | Way::Easy(_) => Way::Chunk,
        };
        state.deferred = true;
        state.go(way);
        Some(state)
    }
}

/// A way out of a folded loop.
#[derive(Debug)]
pub struct Exit {
    /// The state after it, its path condition included; its model satisfies it if there is one.
    pub state: State,
    /// What was added to the path condition: for showing.
    pub condition: TermId,
    /// A reachable exit, or why that is not known.
    pub answer: Result<Arc<Model>, UnknownReason>,
    /// How the path ends, if it does.
    pub end: Option<Outcome>,
}

/// What came of trying to fold a loop.
#[derive(Debug)]
pub enum Folded {
    /// It is to be unrolled.
    Refused,
    /// So far it takes longer to find out than to execute it: nothing is known about it.
    Dear,
    /// It calls a function that is to be explored first.
    First(Ahead),
    /// Its exits, those that are known to be unreachable left out. Without exits the loop runs for ever.
    Exits {
        /// The number of the template.
        template: u32,
        /// In the order of the template's exits.
        exits: Vec<Exit>,
        /// Did summaries take the place of calls in it?
        composed: bool,
        /// What was executed in its iterations, where it is not known yet whether the program gets there.
        trail: Vec<(FuncId, Loc)>,
    },
}

/// Folds loops.
pub trait Fold {
    /// What is to be tried at this head, if it is worth a try.
    fn wants(&mut self, func: FuncId, head: Loc) -> Option<Way>;

    /// Folding this loop led to questions that could not be answered.
    fn regret(&mut self, func: FuncId, head: Loc);

    /// Folds the loop at whose head the state is, or so many of its iterations.
    fn fold(&mut self, machine: &Machine, reach: &mut dyn Reach, s: &State, way: Way) -> Folded;
}

/// A side of a decision that was found feasible, or not decided.
pub struct Side {
    /// Its place among the alternatives.
    pub index: usize,
    /// The side.
    pub alternative: Alternative,
    /// A model of the path condition and the side's condition.
    pub answer: Result<Arc<Model>, UnknownReason>,
}

/// Can a condition hold in a state? Nothing if it is refuted, else a model of it and the path condition, or why that is
/// not known.
pub fn possible(reach: &mut dyn Reach, s: &State, condition: TermId) -> Option<Result<Arc<Model>, UnknownReason>> {
    match reach.check(&s.pc, condition, &s.model) {
        Answer::Unsat => None,
        Answer::Sat(model) => Some(Ok(model)),
        Answer::Unknown(why) => Some(Err(why)),
    }
}

/// The sides of a decision that are not refuted. The state's model tells one of them for nothing.
pub fn feasible(machine: &Machine, reach: &mut dyn Reach, s: &State, alternatives: Vec<Alternative>) -> Vec<Side> {
    let pool = &machine.pool;
    let mut eval = Evaluator::new(pool, &s.model);
    let known: Vec<bool> = alternatives.iter().map(|a| eval.holds(a.cond)).collect();
    drop(eval);
    let mut sides = Vec::new();
    for (index, alternative) in alternatives.into_iter().enumerate() {
        let answer = if known[index] { Some(Ok(s.model.clone())) } else { possible(reach, s, alternative.cond) };
        sides.extend(answer.map(|answer| Side { index, alternative, answer }));
    }
    sides
}

/// Carries out an alternative's effect on a state. Answers how the path ends, if it does, or that it is at the border
/// of a loop.
pub fn apply(machine: &Machine, s: &mut State, a: Alternative) -> Option<Outcome> {
    match a.effect {
        Effect::Goto(loc) => {
            machine.goto(s, loc);
            return machine.border(s);
        }
        Effect::Bind(v, value) => {
            s.set(v, value);
            s.granted.push(a.cond);
        }
        Effect::Constrain => s.granted.push(a.cond),
        Effect::Fault(fault) => return Some(Outcome::Fault(fault)),
        Effect::Stop(stop) => return Some(Outcome::Stop(stop)),
        Effect::End => return Some(Outcome::Finished),
        Effect::Exclude => {
            machine.note(s, Premise::Excluded);
            return Some(Outcome::Infeasible);
        }
    }
    None
}

impl State {
    /// Notes that control is at the head of a loop; with `mark` the state is kept.
    pub fn enter_loop(&mut self, mark: bool) {
        let head = self.top.loc;
        let way = self.top.inside.iter().find(|i| i.head == head).map_or(Way::Fold, |i| i.way);
        self.enter(mark, way);
    }

    /// Is the loop at whose head control is unrolled, since nothing else led to answers?
    pub(crate) fn unrolls(&self) -> bool {
        self.top.inside.iter().any(|i| i.head == self.top.loc && i.way == Way::Unroll)
    }

    /// The same, and what is to be done about the loop from now on.
    pub fn go(&mut self, way: Way) {
        self.enter(true, way);
    }

    fn enter(&mut self, mark: bool, way: Way) {
        let head = self.top.loc;
        self.top.inside.retain(|i| i.head != head);
        let (tried, piecewise, undone, hard, composed) = Default::default();
        let mark = (mark && way != Way::Unroll)
            .then(|| Arc::new(Mark { state: self.clone(), way, tried, piecewise, undone, hard, composed }));
        self.top.inside.push(Inside { head, decided: self.pc.len(), mark, fence: false, way });
    }

    /// Has every arrival at the loop's head, where control is, and leaving the loop reported. Loops around it are no
    /// longer folded from here.
    pub fn fence(&mut self, head: Loc) {
        self.top.inside.retain(|i| i.head != head);
        self.top.inside.iter_mut().for_each(|i| i.mark = None);
        self.top.inside.push(Inside { head, decided: self.pc.len(), mark: None, fence: true, way: Way::Fold });
    }

    /// The states at the heads of the loops that control is in, innermost first, as far as nothing was decided since.
    pub fn marks(&self) -> Vec<Arc<Mark>> {
        let fresh = |i: &&Inside| i.decided == self.pc.len();
        let mut out: Vec<Arc<Mark>> = Vec::new();
        out.extend(self.top.inside.iter().rev().filter(fresh).filter_map(|i| i.mark.clone()));
        let mut next = self.callers.as_ref();
        while let Some(node) = next {
            out.extend(node.frame.inside.iter().rev().filter(fresh).filter_map(|i| i.mark.clone()));
            next = node.rest.as_ref();
        }
        out
    }
}
