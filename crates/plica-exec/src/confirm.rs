//! Confirmation: a found fault is believed when the concrete run on its model gets to the same fault.
//!
//! The run uses the same stepper with every unknown value replaced by the model's, so that neither the solver nor
//! any term rewriting on the way is trusted: terms are constants throughout.

use std::collections::HashSet;
use std::sync::Arc;

use plica_term::{Model, SymbolId, TermPool};

use crate::fault::Stop;
use crate::finding::Finding;
use crate::machine::Machine;
use crate::outcome::{Effect, Outcome};
use crate::state::State;

/// Makes the initial state of a run on some machine.
pub type Setup<'a> = dyn Fn(&Machine) -> Result<State, Stop> + 'a;

/// The model without what the finding's path does not speak of: queries' answers may carry values from elsewhere.
pub(crate) fn restrict(pool: &TermPool, finding: &Finding) -> Arc<Model> {
    let parts = finding.inputs.iter().flat_map(|i| i.parts.iter());
    let mut wanted: HashSet<SymbolId> = HashSet::new();
    for t in finding.pc.iter().chain(parts) {
        wanted.extend(pool.free_symbols(*t).iter().copied());
    }
    let mut model = Model::new();
    for (s, v) in finding.model.iter().filter(|(s, _)| wanted.contains(s)) {
        model.set(s, v.clone());
    }
    Arc::new(model)
}

/// Does the concrete run on the finding's model get to the same fault at the same place?
pub fn confirm(machine: &Machine, setup: &Setup<'_>, finding: &Finding) -> bool {
    let concrete = machine.concrete(finding.model.clone());
    let Ok(mut s) = setup(&concrete) else { return false };
    loop {
        // Deciding again may repeat a command, so a few more steps than the path had are allowed.
        let left = (2 * finding.steps + 10_000).saturating_sub(s.steps);
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
