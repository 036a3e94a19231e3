//! Expanding a leaf at a decision.
//!
//! Oblivious to how the sides were judged.

use std::sync::Arc;

use plica_smt::UnknownReason;
use plica_term::Model;
use plica_tree::{Child, Kind, NodeId, Site, TreeError};

use super::{Explorer, Pending};
use crate::calls::Dependencies;
use crate::fault::{Stop, StopKind};
use crate::fold::{self, apply};
use crate::ids::ContextId;
use crate::outcome::{Alternative, Effect, Outcome};
use crate::state::State;
use crate::value::Value;

/// What is known about a side of a decision. Those that are refuted for good are left out.
pub(super) enum Standing {
    /// It is reachable: a model, and the chain of calls.
    Feasible(Arc<Model>, ContextId),
    /// It is not, so far.
    Blocked(Dependencies),
    /// It takes more effort to say.
    Later,
    /// There is no answer.
    Failed(UnknownReason),
}

/// A side of a decision.
pub(super) struct Side {
    /// Its place among the alternatives.
    pub index: usize,
    /// The side.
    pub alternative: Alternative,
    /// What is known about it.
    pub standing: Standing,
}

impl From<fold::Side> for Side {
    fn from(side: fold::Side) -> Side {
        let standing = side.answer.map_or_else(Standing::Failed, |model| Standing::Feasible(model, ContextId::NONE));
        Side { index: side.index, alternative: side.alternative, standing }
    }
}

impl Explorer<'_> {
    /// Gives a leaf one child per side.
    pub(super) fn fork(&mut self, leaf: NodeId, s: State, sides: Vec<Side>, total: usize) -> Result<(), TreeError> {
        self.counters.forks += 1;
        let check = sides.iter().any(|x| matches!(x.alternative.effect, Effect::Fault(_) | Effect::Stop(_)));
        let children: Vec<Child> = sides.iter().map(|x| child(&s, x, check, total)).collect();
        let range = self.tree().expand(leaf, &children)?;
        let last = sides.len() - 1;
        let mut original = Some(s);
        for (i, (side, child)) in sides.into_iter().zip(range.iter()).enumerate() {
            // The last side takes the state itself.
            let state = if i == last { original.take() } else { original.clone() };
            let Some(state) = state else { continue };
            self.counters.states += u64::from(i > 0);
            match self.postpone(child, state, side) {
                None => {}
                Some((state, side)) => self.follow_side(child, state, side)?,
            }
        }
        Ok(())
    }

    /// Goes on with a side of a decision at a leaf of its own, from the state before it.
    pub(super) fn follow_side(&mut self, child: NodeId, mut state: State, side: Side) -> Result<(), TreeError> {
        let too_deep = self.limits.depth.is_some_and(|d| u64::from(self.tree().node(child).depth()) > d);
        let mut sleeps = None;
        match side.standing {
            Standing::Feasible(model, context) => (state.model, state.context) = (model, context),
            Standing::Failed(reason) => return self.give_up(child, &reason, &state),
            Standing::Blocked(waits) => sleeps = Some(Some(waits)),
            Standing::Later => sleeps = Some(None),
        }
        state.pc.push(side.alternative.cond);
        state.learn(&self.machine.pool, side.alternative.cond);
        if sleeps.is_some() {
            state.reach.outdate();
        }
        let end = apply(&self.machine(), &mut state, side.alternative);
        if let Some(waits) = sleeps {
            if end.as_ref().is_none_or(|end| *end == Outcome::Head) && self.leaves_out(child, &state)? {
                return Ok(());
            }
            // Arriving at a head is noticed again when the state is looked at.
            let open = Pending::State(Box::new(state), end.filter(|end| *end != Outcome::Head));
            match waits {
                Some(waits) => self.refute(child, open, waits)?,
                None => self.later.push((self.at, child, open)),
            }
            return Ok(());
        }
        match self.arrived(child, state, end)? {
            Some(state) if too_deep => {
                self.test(&state, true);
                let stop = Stop::new(StopKind::Bound, "the limit on the depth of paths");
                self.stop(child, stop, Some((state.top.func, state.top.loc)))?;
            }
            Some(state) => self.open(child, state),
            None => {}
        }
        Ok(())
    }
}

/// The child for a side.
fn child(s: &State, side: &Side, check: bool, total: usize) -> Child {
    let (func, mut loc) = (s.top.func, s.top.loc);
    let effect = &side.alternative.effect;
    if let Effect::Goto(l) = effect {
        loc = *l;
    }
    let kind = match effect {
        Effect::Fault(_) | Effect::Stop(_) => Kind::ErrorCheck { passes: false },
        Effect::Constrain if check => Kind::ErrorCheck { passes: true },
        Effect::Goto(_) if total == 2 => Kind::Branch { taken: side.index == 0 },
        Effect::Goto(_) => Kind::SwitchCase(side.index as u32),
        Effect::Bind(_, value) => Kind::PointerChoice { object: object_of(*value) },
        _ => Kind::Choice(side.index as u32),
    };
    let site = Site { function: func.0, location: loc.0 };
    Child { site, kind, condition: Some(side.alternative.cond.index()) }
}

fn object_of(v: Value) -> u32 {
    match v {
        Value::Ptr { obj, .. } | Value::SymPtr { obj, .. } => obj.0,
        _ => 0,
    }
}
