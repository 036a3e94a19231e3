//! Confirmation: a found fault is believed when the concrete run on its model gets to the same fault.
//!
//! The run uses the same stepper with every unknown value replaced by the model's, so that neither the solver nor
//! any term rewriting on the way is trusted: terms are constants throughout.

use std::collections::HashSet;
use std::sync::Arc;

use plica_term::{Evaluator, Model, SymbolId, TermId, TermPool};

use crate::event::Event;
use crate::fault::Stop;
use crate::finding::Finding;
use crate::fresh::World;
use crate::machine::Machine;
use crate::outcome::{Effect, Outcome};
use crate::state::State;

/// A path through folded loops is given so many commands to get to its fault.
const MAX_STEPS: u64 = 1_000_000_000;

/// Makes the initial state of a run on some machine.
pub type Setup<'a> = dyn Fn(&Machine) -> Result<State, Stop> + 'a;

/// The model without what the finding's path does not speak of: queries' answers may carry values from elsewhere.
pub(crate) fn restrict(pool: &TermPool, finding: &Finding) -> Arc<Model> {
    let mut wanted: HashSet<SymbolId> = HashSet::new();
    let mut want = |t: &TermId| wanted.extend(pool.free_symbols(*t).iter().copied());
    finding.pc.iter().for_each(&mut want);
    for event in &finding.events {
        match event {
            Event::Input(input) => input.parts.iter().for_each(&mut want),
            Event::Folded(fold) => {
                want(&fold.count);
                for (cond, inputs) in &fold.paths {
                    want(cond);
                    inputs.iter().flat_map(|i| &i.parts).for_each(&mut want);
                }
            }
        }
    }
    let mut model = Model::new();
    for (s, v) in finding.model.iter().filter(|(s, _)| wanted.contains(s)) {
        model.set(s, v.clone());
    }
    Arc::new(model)
}

/// Does the concrete run on the finding's model get to the same fault at the same place?
pub fn confirm(machine: &Machine, setup: &Setup<'_>, finding: &Finding) -> bool {
    let parts = |i: &Arc<crate::event::Input>| {
        let mut eval = Evaluator::new(&machine.pool, &finding.model);
        (i.name.clone(), i.parts.iter().map(|&p| eval.eval(p).bits()).collect())
    };
    let world = World::new((*finding.model).clone(), finding.inputs.iter().map(parts));
    let concrete = machine.concrete(Arc::new(world));
    let Ok(mut s) = setup(&concrete) else { return false };
    // What one iteration of a folded loop takes is not known beforehand.
    let limit = if finding.folds.is_empty() { 2 * finding.steps + 10_000 } else { MAX_STEPS };
    loop {
        // Deciding again may repeat a command, so a few more steps than the path had are allowed.
        let left = limit.saturating_sub(s.steps);
        if left == 0 {
            return false;
        }
        match concrete.run(&mut s, left) {
            Outcome::Fault(fault) => {
                return fault.kind == finding.fault.kind && s.backtrace().first() == finding.trace.first();
            }
            Outcome::Decide(alternatives) => {
                // Everything is known, so at most one side is true; none is when evaluation got stuck.
                let Some(a) = alternatives.into_iter().find(|a| concrete.pool.is_true(a.cond)) else { return false };
                match a.effect {
                    Effect::Goto(loc) => concrete.goto(&mut s, loc),
                    Effect::Bind(v, value) => s.set(v, value),
                    Effect::Constrain => s.granted.push(a.cond),
                    Effect::Fault(fault) => {
                        return fault.kind == finding.fault.kind && s.backtrace().first() == finding.trace.first();
                    }
                    Effect::Stop(_) | Effect::End => return false,
                }
            }
            _ => return false,
        }
    }
}
