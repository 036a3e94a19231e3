//! Questions that were put off: asked again with ever more work, once nothing else is to be done, or in the next turn
//! of the alternative that asks.
//!
//! At first a question gets a bounded amount of work only, since others wait. One that is not answered by that leaves
//! its side of the decision unknown here. An alternative beside which others may settle the same has even less for a
//! question: what is left of its turn, or more than it had for that question before. Oblivious to what is asked.
//! Invariant: a leaf whose question is put off is unknown, so the run says neither "holds" nor "undecided" before it
//! was asked again, or the run is over.

use plica_exec::Alternative as Way;
use plica_smt::{Budget, Solver, UnknownReason, Work};
use plica_tree::{Extent, FailReason, Status, TreeError};

use crate::choice::{Alternative, Branch, Standing::Sound};
use crate::explorer::Explorer;
use crate::fork::{Side, Standing};
use crate::leaf::Leaf;
use crate::tuning;

/// A side of a decision about which there is no answer yet.
pub(crate) struct Postponed {
    /// The leaf; its state is the one before the decision.
    pub leaf: Leaf,
    /// The side, and its place among the alternatives.
    index: usize,
    alternative: Way,
    /// What the next attempt may take.
    budget: Work,
}

impl Explorer<'_> {
    /// What may be done about the questions of a leaf before it is the turn of another alternative around it.
    pub(crate) fn in_turn(&self, leaf: &Leaf, budget: Budget) -> Budget {
        let left = |b: Branch| self.choices[b.choice].left_of(b.place);
        let Some(most) = self.sharing(leaf.branch).map(left).min() else { return budget };
        let in_vain = self.units[leaf.id.unit].asked.get(&leaf.id.node).copied().unwrap_or_default();
        self.at_most(most.max(at_least(in_vain)), budget)
    }

    /// The alternatives around something beside which others may settle what they are about.
    fn sharing(&self, branch: Option<Branch>) -> impl Iterator<Item = Branch> {
        self.choices.around(branch).filter(|b| {
            let choice = &self.choices[b.choice];
            let tree = &self.units[choice.unit].tree;
            let waits =
                |a: &Alternative| a.standing == Sound && tree.node(a.node).has_unknown() && self.differs(choice, a);
            let mut others = choice.alternatives.iter().enumerate().filter(|(place, _)| *place != usize::from(b.place));
            others.any(|(_, a)| waits(a))
        })
    }

    /// A budget, but for so much work at most.
    pub(crate) fn at_most(&self, most: Work, budget: Budget) -> Budget {
        match budget {
            // Beyond what a question ever has it is not asked again.
            Budget::Usual if most < self.bounds.limits.question.unwrap_or(Solver::usual_work()) => Budget::AtMost(most),
            Budget::AtMost(work) if most < work => Budget::AtMost(most),
            _ => budget,
        }
    }

    /// Have questions of a leaf had less work than they may have, and no answer for these reasons? Then they are asked
    /// again.
    pub(crate) fn asks_again<'a>(
        &mut self,
        leaf: &Leaf,
        open: impl IntoIterator<Item = &'a UnknownReason>,
        had: Budget,
        whole: Budget,
    ) -> bool {
        let asked = &mut self.units[leaf.id.unit].asked;
        let mut open = open.into_iter().map(|why| *why == UnknownReason::Paused);
        match (had, open.next()) {
            (Budget::AtMost(work), Some(paused)) if had != whole => {
                // Who gives up for lack of work need not say that this is why, and does not go on where it was.
                let goes_on = paused && open.all(|paused| paused);
                asked.insert(leaf.id.node, if goes_on { Work::NONE } else { work });
                if !goes_on {
                    for b in self.sharing(leaf.branch).collect::<Vec<_>>() {
                        self.choices[b.choice].alternatives[usize::from(b.place)].owes = at_least(work);
                    }
                }
                true
            }
            _ => {
                asked.remove(&leaf.id.node);
                false
            }
        }
    }

    /// Puts a side off if it was not answered for lack of work and nothing else can be done about it. Gives it back if
    /// not.
    pub(crate) fn postpone(&mut self, leaf: Leaf, side: Side) -> Option<(Leaf, Side)> {
        let for_time = matches!(&side.standing, Standing::Failed(why) if why.is_for_time());
        // Where something else may settle what it is about, or callers are left aside, there are other ways.
        let alone = !self.choices.has_other(leaf.branch) && leaf.state.reach.is_confirmed();
        let Some(usual) = self
            .bounds
            .limits
            .question
            .filter(|_| for_time && alone && self.waiting.postponed.len() < tuning::QUESTIONS_POSTPONED.get())
        else {
            return Some((leaf, side));
        };
        let Side { index, alternative, .. } = side;
        self.waiting.postponed.push_back(Postponed {
            leaf,
            index,
            alternative,
            budget: usual.part(tuning::POSTPONED_GROWTH.get(), 1),
        });
        None
    }

    /// Asks the question that has waited longest. False if there is none.
    pub(crate) fn ask_again(&mut self) -> Result<bool, TreeError> {
        let Some(mut p) = self.waiting.postponed.pop_front() else { return Ok(false) };
        let id = p.leaf.id;
        if self.units[id.unit].abandoned {
            return Ok(true);
        }
        let side = self.sides(&p.leaf, vec![p.alternative.clone()], Budget::Exactly(p.budget)).pop();
        match side {
            None => {
                let evidence = self.results.refutation();
                self.tree(id).settle(id.node, Status::Unreachable { extent: Extent::ForGood, evidence })?;
            }
            Some(Side { standing: Standing::Failed(why), .. })
                if why.is_for_time() || why == UnknownReason::Interrupted =>
            {
                p.budget = p.budget.part(tuning::POSTPONED_GROWTH.get(), 1);
                self.waiting.postponed.push_back(p);
                if self.out_of_time().is_some() {
                    self.leave_unanswered()?;
                }
            }
            Some(side) => self.follow_side(p.leaf, Side { index: p.index, ..side })?,
        }
        Ok(true)
    }

    /// The time is over: each question that is still put off is a reason of its own, which says where it was asked.
    fn leave_unanswered(&mut self) -> Result<(), TreeError> {
        for Postponed { leaf, .. } in std::mem::take(&mut self.waiting.postponed) {
            if !self.units[leaf.id.unit].abandoned {
                let text = UnknownReason::Timeout.to_string();
                self.fail(&leaf, FailReason::SolverTimeout, &text)?;
            }
        }
        Ok(())
    }
}

/// What a question is given at least that had so much work in vain, and begins anew.
fn at_least(in_vain: Work) -> Work {
    in_vain.part(tuning::GROWTH_OF_QUESTIONS_IN_TURN.get(), 1).max(tuning::WORK_PER_QUESTION_IN_TURN.get())
}
