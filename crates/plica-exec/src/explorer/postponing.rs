//! Questions that were put off: asked again with ever more work, once nothing else is to be done.
//!
//! At first a question gets a bounded amount of work only, since others wait. One that is not answered by that leaves
//! its side of the decision unknown here. Oblivious to what is asked. Invariant: a leaf whose question is put
//! off is unknown, so the run says neither "holds" nor "undecided" before it was asked again, or the run is over.

use plica_smt::{Budget, UnknownReason, Work};
use plica_tree::{Extent, FailReason, NodeId, Status, TreeError, UnsatRecord};

use super::Explorer;
use super::fork::{Side, Standing};
use crate::ids::UnitId;
use crate::outcome::Alternative;
use crate::state::State;

/// No more are kept: each holds a state.
const MOST: usize = 4096;
/// How much more work each attempt may take than the one before.
const GROWTH: u64 = 2;

/// A side of a decision about which there is no answer yet.
pub(super) struct Postponed {
    /// The unit and the leaf.
    unit: UnitId,
    leaf: NodeId,
    /// The state before the decision.
    state: State,
    /// The side, and its place among the alternatives.
    index: usize,
    alternative: Alternative,
    /// What the next attempt may take.
    budget: Work,
}

impl Explorer<'_> {
    /// Puts a side off if it was not answered for lack of work and nothing else can be done about it. Gives it back if
    /// not.
    pub(super) fn postpone(&mut self, leaf: NodeId, state: State, side: Side) -> Option<(State, Side)> {
        let for_time = matches!(side.standing, Standing::Failed(UnknownReason::Timeout));
        // Where a loop was folded on the way, or callers are left aside, there are other ways.
        let alone = state.backtrack.last.is_none() && state.reach.is_confirmed();
        let Some(usual) = self.limits.question.filter(|_| for_time && alone && self.postponed.len() < MOST) else {
            return Some((state, side));
        };
        let Side { index, alternative, .. } = side;
        self.postponed.push_back(Postponed {
            unit: self.at,
            leaf,
            state,
            index,
            alternative,
            budget: usual.part(GROWTH, 1),
        });
        None
    }

    /// Asks the question that has waited longest. False if there is none.
    pub(super) fn ask_again(&mut self) -> Result<bool, TreeError> {
        let Some(mut p) = self.postponed.pop_front() else { return Ok(false) };
        if self.units[p.unit].abandoned {
            return Ok(true);
        }
        self.at = p.unit;
        let alternative = Alternative { cond: p.alternative.cond, effect: p.alternative.effect.clone() };
        self.reach.set_budget(Budget::Exactly(p.budget));
        let side = self.sides(&p.state, vec![alternative]).pop();
        self.reach.set_budget(Budget::Usual);
        match side {
            None => {
                let evidence = UnsatRecord(self.refuted);
                self.refuted += 1;
                self.tree().settle(p.leaf, Status::Unreachable { extent: Extent::ForGood, evidence })?;
            }
            Some(Side { standing: Standing::Failed(UnknownReason::Timeout | UnknownReason::Interrupted), .. }) => {
                p.budget = p.budget.part(GROWTH, 1);
                self.postponed.push_back(p);
                if self.out_of_time().is_some() {
                    self.leave_unanswered()?;
                }
            }
            Some(side) => self.follow_side(p.leaf, p.state, Side { index: p.index, ..side })?,
        }
        Ok(true)
    }

    /// The time is over: each question that is still put off is a reason of its own, which says where it was asked.
    fn leave_unanswered(&mut self) -> Result<(), TreeError> {
        for p in std::mem::take(&mut self.postponed) {
            if self.units[p.unit].abandoned {
                continue;
            }
            self.at = p.unit;
            let text = UnknownReason::Timeout.to_string();
            self.fail(p.leaf, FailReason::SolverTimeout, &text, &p.state)?;
        }
        Ok(())
    }
}
