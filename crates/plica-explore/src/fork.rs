//! Expanding a leaf at a decision.
//!
//! Oblivious to how the sides were judged.

use std::sync::Arc;

use plica_exec::{Alternative, ContextId, Effect, Outcome, State, Stop, StopKind, Value, apply};
use plica_smt::UnknownReason;
use plica_term::Model;
use plica_tree::{Child, Kind, Site, TreeError};

use crate::calls::Dependencies;
use crate::explorer::Explorer;
use crate::leaf::Leaf;
use crate::oracle;
use crate::unit::Pending;

/// What is known about a side of a decision. Those that are refuted for good are left out.
pub(crate) enum Standing {
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
pub(crate) struct Side {
    /// Its place among the alternatives.
    pub index: usize,
    /// The side.
    pub alternative: Alternative,
    /// What is known about it.
    pub standing: Standing,
}

impl From<oracle::Side> for Side {
    fn from(side: oracle::Side) -> Side {
        let standing = side.answer.map_or_else(Standing::Failed, |model| Standing::Feasible(model, ContextId::NONE));
        Side { index: side.index, alternative: side.alternative, standing }
    }
}

impl Explorer<'_> {
    /// Gives a leaf one child per side.
    pub(crate) fn fork(&mut self, leaf: Leaf, sides: Vec<Side>, total: usize) -> Result<(), TreeError> {
        self.counters.forks += 1;
        let func = leaf.state.top.func;
        let inside = func != self.units[leaf.id.unit].function && !self.machine.is_recursive(func);
        self.forks_in_calls |= leaf.in_place && inside;
        let check = sides.iter().any(|x| matches!(x.alternative.effect, Effect::Fault(_) | Effect::Stop(_)));
        let children: Vec<Child> = sides.iter().map(|x| child(&leaf.state, x, check, total)).collect();
        let range = self.tree(leaf.id).expand(leaf.id.node, &children)?;
        let last = sides.len() - 1;
        let mut original = Some(leaf);
        for (i, (side, child)) in sides.into_iter().zip(range.iter()).enumerate() {
            // The last side takes the leaf itself.
            let leaf = if i == last { original.take() } else { original.clone() };
            let Some(leaf) = leaf else { continue };
            self.counters.states += u64::from(i > 0);
            match self.postpone(leaf.at(child), side) {
                None => {}
                Some((leaf, side)) => self.follow_side(leaf, side)?,
            }
        }
        Ok(())
    }

    /// Goes on with a side of a decision at a leaf of its own, whose state is the one before it.
    pub(crate) fn follow_side(&mut self, mut leaf: Leaf, side: Side) -> Result<(), TreeError> {
        let id = leaf.id;
        let too_deep = self.bounds.limits.depth.is_some_and(|d| u64::from(self.tree(id).node(id.node).depth()) > d);
        let mut sleeps = None;
        match side.standing {
            Standing::Feasible(model, context) => (leaf.state.model, leaf.context) = (model, context),
            Standing::Failed(reason) => return self.give_up(&leaf, &reason),
            Standing::Blocked(waits) => sleeps = Some(Some(waits)),
            Standing::Later => sleeps = Some(None),
        }
        leaf.state.pc.push(side.alternative.cond);
        leaf.state.learn(&self.machine.pool, side.alternative.cond);
        // Where states are made more general conditions are left out.
        if !leaf.course.generalises() {
            let terms = plica_smt::pinned(&self.machine.pool, &leaf.state.pc, &leaf.state.model);
            leaf.state.pin(&self.machine.pool, &terms);
        }
        if sleeps.is_some() {
            leaf.state.reach.outdate();
        }
        let end = apply(&self.machine(id.unit), &mut leaf.state, side.alternative);
        if let Some(waits) = sleeps {
            if end.as_ref().is_none_or(|end| *end == Outcome::Head) && self.leaves_out(&leaf)? {
                return Ok(());
            }
            // Arriving at a head is noticed again when the leaf is looked at.
            let open = Pending::path(self.machine, leaf, end.filter(|end| *end != Outcome::Head));
            match waits {
                Some(waits) => self.refute(id, open, waits)?,
                None => self.waiting.later.push((id, open)),
            }
            return Ok(());
        }
        match self.arrived(leaf, end)? {
            Some(leaf) if too_deep => {
                self.test(&leaf, true);
                let stop = Stop::new(StopKind::Bound, "the limit on the depth of paths");
                self.stop_path(&leaf, stop)?;
            }
            Some(leaf) => self.open(leaf),
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
        Effect::Point(_, address) => Kind::PointerChoice { object: object_of(Value::int(*address, 64).as_pointer()) },
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
