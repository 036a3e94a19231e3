//! How loops are folded, as the explorer sees it: a state at the head of a loop in, states after the loop out.
//!
//! Oblivious to templates: whoever implements [`Fold`] knows them. Also here: what the explorer and the search for a
//! loop's effect have in common, taking the feasible sides of a decision.

use std::sync::Arc;

use plica_ir::{FuncId, Loc};
use plica_smt::{Answer, UnknownReason, Work};
use plica_term::{Evaluator, Model, TermId};

use crate::backtrack::Checkpoint;
use crate::calls::Ahead;
use crate::machine::Machine;
use crate::outcome::{Alternative, Effect, Outcome};
use crate::premise::Premise;
use crate::reach::Reach;
use crate::state::{Inside, State};

/// What is done about a loop that is worth folding. Chunks are for where folding led to questions without an answer,
/// and unrolling for where these did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
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
    /// What is to be tried at this head, if it is worth a try, after so much work was done in all.
    fn wants(&mut self, func: FuncId, head: Loc, spent: Work) -> Option<Strategy>;

    /// Folding this loop led to questions that could not be answered.
    fn regret(&mut self, func: FuncId, head: Loc);

    /// Folds the loop at whose head the state is, or so many of its iterations.
    fn fold(&mut self, machine: &Machine, reach: &mut dyn Reach, s: &State, way: Strategy) -> Folded;
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
    /// Notes that control is at the head of a loop; with `keep` the state is a checkpoint.
    pub fn enter_loop(&mut self, keep: bool) {
        let head = self.top.loc;
        let way = self.top.inside.iter().find(|i| i.head == head).map_or(Strategy::Fold, |i| i.way);
        self.enter(keep, way);
    }

    /// Is the loop at whose head control is unrolled, since nothing else led to answers?
    pub(crate) fn unrolls(&self) -> bool {
        self.top.inside.iter().any(|i| i.head == self.top.loc && i.way == Strategy::Unroll)
    }

    /// The same, and what is to be done about the loop from now on.
    pub fn go(&mut self, way: Strategy) {
        self.enter(true, way);
    }

    fn enter(&mut self, keep: bool, way: Strategy) {
        let head = self.top.loc;
        self.top.inside.retain(|i| i.head != head);
        let checkpoint = (keep && way != Strategy::Unroll).then(|| Arc::new(Checkpoint::at(self.clone(), way)));
        self.top.inside.push(Inside { head, decided: self.pc.len(), checkpoint, fence: false, way });
    }

    /// Has every arrival at the loop's head, where control is, and leaving the loop reported. Loops around it are no
    /// longer folded from here.
    pub fn fence(&mut self, head: Loc) {
        self.top.inside.retain(|i| i.head != head);
        self.top.inside.iter_mut().for_each(|i| i.checkpoint = None);
        self.top.inside.push(Inside {
            head,
            decided: self.pc.len(),
            checkpoint: None,
            fence: true,
            way: Strategy::Fold,
        });
    }

    /// The states at the heads of the loops that control is in, innermost first, as far as nothing was decided since.
    pub fn checkpoints(&self) -> Vec<Arc<Checkpoint>> {
        let fresh = |i: &&Inside| i.decided == self.pc.len();
        let mut out: Vec<Arc<Checkpoint>> = Vec::new();
        out.extend(self.top.inside.iter().rev().filter(fresh).filter_map(|i| i.checkpoint.clone()));
        let mut next = self.callers.as_ref();
        while let Some(node) = next {
            out.extend(node.frame.inside.iter().rev().filter(fresh).filter_map(|i| i.checkpoint.clone()));
            next = node.rest.as_ref();
        }
        out
    }
}
