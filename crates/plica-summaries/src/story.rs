//! How the program gets to a state: the chain of calls, the whole path condition, and what is given on the way.
//!
//! What a summary hides is told from the path that the model takes through it. Oblivious to whether the model is right:
//! the confirming run finds out.

use std::sync::Arc;

use plica_exec::{ContextId, Event, Events, OutcomeId, State, Unfolded, UnitId, unfold};
use plica_explore::Story;
use plica_term::{Evaluator, Model, TermId};

use crate::Composer;
use crate::modulo::Interpreted;
use crate::tuning;

impl Composer {
    /// The story of a state of a unit under its model.
    pub(crate) fn tell(&mut self, unit: UnitId, context: ContextId, s: &State) -> Option<Story> {
        let context = if unit == UnitId::PROGRAM { ContextId::NONE } else { context };
        let mut at = Interpreted::new(
            (*s.model).clone(),
            None,
            self.bounds.calls << (self.effort + tuning::STORY_DOUBLINGS.get()),
        );
        let mut trace = s.backtrace();
        let (mut inputs, mut folds) = Unfolded::default();
        // From the inside out.
        let mut levels = vec![(context, s.events.clone())];
        let mut next = context;
        let mut calls = Vec::new();
        while let Some(a) = self.contexts.get(next) {
            let state = &self.calls[a.call].state;
            calls.push(a.call);
            // The first entry is the start of the called function.
            trace.extend(state.backtrace().into_iter().skip(1));
            levels.push((a.outer, state.events.clone()));
            next = a.outer;
        }
        for (context, events) in levels.into_iter().rev() {
            let (more, runs) = self.unfolded(context, &events, &mut at)?;
            inputs.extend(more);
            folds.extend(runs);
        }
        let pc = self.whole(&s.pc.clone(), context);
        Some(Story { trace, calls, pc, unfolded: (inputs, folds) })
    }

    /// What happens on a path of the unit that a context enters, under a model of the whole.
    fn unfolded(&mut self, context: ContextId, events: &Events, at: &mut Interpreted) -> Option<Unfolded> {
        let pool = self.pool();
        let own = self.own_model(context, events, &at.model);
        let mut inside = |outcome: OutcomeId| {
            let o = self.contexts.outcome(outcome);
            let (inner, class) = (o.context, o.class);
            let inner = self.under(inner, context);
            let outcome = self.outcome(inner, class)?;
            let taken = self.interpret(outcome, at)?;
            let unit = self.unit_entered(inner);
            let events = self.units[unit].leaves.get(taken)?.events.clone();
            self.unfolded(inner, &events, at)
        };
        let (inputs, folds) = unfold(&pool, events, &own, &mut inside)?;
        if context == ContextId::NONE {
            return Some((inputs, folds));
        }
        // The unit's symbols mean nothing outside of it.
        let mut eval = Evaluator::new(&pool, &own);
        let known = |mut input: Arc<plica_exec::Input>| {
            let parts = input.parts.iter().map(|&p| pool.bv(eval.eval(p).bits(), pool.width(p))).collect();
            Arc::make_mut(&mut input).parts = parts;
            input
        };
        Some((inputs.into_iter().map(known).collect(), folds))
    }

    /// The values of a unit's own symbols.
    fn own_model(&mut self, context: ContextId, events: &Events, model: &Model) -> Model {
        if context == ContextId::NONE {
            return model.clone();
        }
        let mut terms: Vec<TermId> = Vec::new();
        for event in events.iter() {
            match event {
                Event::Input(input) => terms.extend(&input.parts),
                Event::Folded(fold) => {
                    terms.push(fold.count);
                    for (cond, inputs) in &fold.paths {
                        terms.push(*cond);
                        terms.extend(inputs.iter().flat_map(|i| i.parts.iter().copied()));
                    }
                }
                Event::Called(_) => {}
            }
        }
        self.own_values(context, &terms, model)
    }
}
