//! Questions that were put off: asked again with the time that is left, once nothing else is to be done.
//!
//! At first a question gets a part of the run's time only, since others wait. One that is not answered in that time
//! leaves its side of the decision unknown here. Oblivious to what is asked. Invariant: a leaf whose question is put
//! off is unknown, so the run says neither "holds" nor "undecided" before it was asked again, or the run is over.

use std::time::{Duration, Instant};

use plica_smt::UnknownReason;
use plica_tree::{Extent, NodeId, Status, TreeError, UnsatRecord};

use super::Explorer;
use super::fork::{Side, Standing};
use crate::outcome::Alternative;
use crate::state::State;

/// No more are kept: each holds a state.
const MOST: usize = 4096;
/// Less time than this is not worth the attempt.
const LEAST: Duration = Duration::from_millis(100);

/// A side of a decision about which there is no answer yet.
pub(super) struct Postponed {
    /// The unit and the leaf.
    unit: usize,
    leaf: NodeId,
    /// The state before the decision.
    state: State,
    /// The side, and its place among the alternatives.
    index: usize,
    alternative: Alternative,
    /// The time that was spent the last time, if it was asked again.
    spent: Duration,
}

impl Explorer<'_> {
    /// Puts a side off if it was not answered for lack of time and nothing else can be done about it. Gives it back if
    /// not.
    pub(super) fn postpone(&mut self, leaf: NodeId, state: State, side: Side) -> Option<(State, Side)> {
        let for_time = matches!(side.standing, Standing::Failed(UnknownReason::Timeout));
        // Where a loop was folded on the way, or callers are left aside, there are other ways.
        let alone = state.backtrack.last.is_none() && state.reach.is_confirmed();
        if !(for_time && alone && self.limits.patient && self.postponed.len() < MOST) {
            return Some((state, side));
        }
        let Side { index, alternative, .. } = side;
        self.postponed.push_back(Postponed { unit: self.at, leaf, state, index, alternative, spent: Duration::ZERO });
        None
    }

    /// Asks the question that has waited longest, with its part of the time that is left. False if there is none.
    pub(super) fn ask_again(&mut self) -> Result<bool, TreeError> {
        let Some(mut p) = self.postponed.pop_front() else { return Ok(false) };
        if self.units[p.unit].abandoned {
            return Ok(true);
        }
        self.at = p.unit;
        let left = self.limits.deadline.map_or(Duration::MAX, |d| d.saturating_duration_since(Instant::now()));
        let share = (left / (self.postponed.len() as u32 + 1)).max(LEAST);
        let enough = share > p.spent + p.spent / 2;
        if !enough {
            let side =
                Side { index: p.index, alternative: p.alternative, standing: Standing::Failed(UnknownReason::Timeout) };
            return self.follow_side(p.leaf, p.state, side).map(|()| true);
        }
        let alternative = Alternative { cond: p.alternative.cond, effect: p.alternative.effect.clone() };
        self.reach.insist(Some(share));
        let side = self.sides(&p.state, vec![alternative]).pop();
        self.reach.insist(None);
        match side {
            None => {
                let evidence = UnsatRecord(self.refuted);
                self.refuted += 1;
                self.tree().settle(p.leaf, Status::Unreachable { extent: Extent::ForGood, evidence })?;
            }
            Some(Side { standing: Standing::Failed(UnknownReason::Timeout | UnknownReason::Interrupted), .. }) => {
                p.spent = share;
                self.postponed.push_back(p);
            }
            Some(side) => self.follow_side(p.leaf, p.state, Side { index: p.index, ..side })?,
        }
        Ok(true)
    }
}
