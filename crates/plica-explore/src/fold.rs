//! How loops are folded, as the explorer sees it: a state at the head of a loop in, states after the loop out.
//!
//! Oblivious to templates: whoever implements [`Fold`] knows them.

use std::sync::Arc;

use plica_exec::{Machine, Outcome, State};
use plica_ir::{FuncId, Loc};
use plica_smt::{UnknownReason, Work};
use plica_term::{Model, TermId};

use crate::calls::Ahead;
use crate::course::Course;
use crate::oracle::Asker;

/// What is done about a loop that is worth folding. Chunks are for where folding led to questions without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Any number of iterations at once.
    Fold,
    /// The same for what is executed fast anyway: only if folding costs no more than executing so many commands, and if
    /// what comes out is as simple as what executing would give.
    Easy(u64),
    /// So many iterations at a time, as one formula.
    Chunk,
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
    /// Will questions about it probably not be answered?
    pub hard: bool,
    /// Does neither it nor one before it come after more than a few iterations?
    pub short: bool,
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

/// What is to be folded.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The state at the head of the loop.
    pub state: &'a State,
    /// How.
    pub way: Strategy,
    /// Are calls executed in place?
    pub in_place: bool,
    /// The course of the run that the path lies in.
    pub course: Course,
}

/// Folds loops.
pub trait Fold {
    /// What is to be tried in a course of the run at this head, if it is worth a try, after so much work was done in
    /// that course.
    fn wants(&mut self, head: (Course, (FuncId, Loc)), spent: Work) -> Option<Strategy>;

    /// Folding this loop led to questions that could not be answered.
    fn regret(&mut self, head: (Course, (FuncId, Loc)));

    /// Folds the loop, or so many of its iterations.
    fn fold(&mut self, machine: &Machine, asker: Asker<'_>, task: Task<'_>) -> Folded;
}
