//! A turn of what is executed beside the tree: who answers, how much may be done, and how far it came.
//!
//! Oblivious to what is executed, and in which order.

use plica_exec::{Fault, Machine, State};
use plica_smt::Work;

use crate::choice::Choices;
use crate::covered::{Covered, Sights, Viewpoint};
use crate::oracle::Asker;
use crate::tuning;

/// See the module's description.
pub(crate) struct Turn<'a> {
    /// Who answers.
    pub asker: Asker<'a>,
    /// What states at heads of loops are compared by, if they are.
    covered: Option<&'a mut Covered>,
    choices: &'a Choices,
    most: Work,
    /// The work of who answers when it began.
    asked: Work,
}

/// How far it has come.
#[derive(Debug)]
pub(crate) enum Went {
    /// All paths are out or have ended.
    Done,
    /// It has had the work that it may have for now.
    Spent,
    /// A path has come to a fault; others may go on.
    Fault(Box<State>, Fault),
    /// Many paths were merged that are of interest one by one.
    Merged,
    /// There is no answer about it, or its paths do not meet.
    Refused,
}

impl<'a> Turn<'a> {
    /// A turn that begins now, of so much work.
    pub fn new(asker: Asker<'a>, covered: Option<&'a mut Covered>, choices: &'a Choices, most: Work) -> Turn<'a> {
        let asked = asker.reach.work();
        Turn { asker, covered, choices, most, asked }
    }

    /// Was a state at the head of a loop seen before? Whoever drops its path must follow that one.
    pub fn was_seen(&mut self, seen: &mut Sights, machine: &Machine, s: &State) -> bool {
        let (covered, choices) = (self.covered.as_deref_mut(), self.choices);
        covered.is_some_and(|covered| covered.is_among(seen, machine, s, Viewpoint::default(), choices))
    }

    /// Is it over, when so much was done in it besides answering?
    pub fn is_over(&self, machine: &Machine, executed: Work) -> bool {
        self.has_nothing_left(executed) || machine.config.meter.over().is_some()
    }

    /// How it ends where there is no answer. What had little work may be answered with more.
    pub fn without_answer(&self, executed: Work) -> Went {
        let little = self.most < tuning::WORK_PER_HARD_QUESTION.get();
        if little || self.has_nothing_left(executed) { Went::Spent } else { Went::Refused }
    }

    fn has_nothing_left(&self, executed: Work) -> bool {
        let spent = self.asker.reach.work().minus(self.asked).plus(executed);
        spent >= self.most || self.asker.is_spent()
    }
}
