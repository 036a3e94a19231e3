//! Is a state of a unit reachable from the program's start?
//!
//! The question is carried up the invocation graph: a state of a unit is reachable if it is under some chain of calls
//! that begins in the program. Chains are grown outwards, and one that contradicts the state already, whatever its own
//! callers do, is not grown further: so what no caller allows is refuted without going up to the start, also where
//! functions call themselves. Oblivious to how formulas are decided.

use std::collections::VecDeque;
use std::sync::Arc;

use plica_exec::{CallId, ContextId, UnitId, UnitInput};
use plica_explore::{Dependencies, Reached, Whole};
use plica_smt::{Answer, UnknownReason};
use plica_term::{Evaluator, Model, TermId};

use crate::modulo::{Verdict, value};
use crate::{Call, Composer};

impl Composer {
    pub(crate) fn in_context(&mut self, whole: Whole<'_>) -> Reached {
        let Whole { unit, state: s, context, cond, .. } = whole;
        let pool = self.pool();
        let mut conditions = s.pc.clone();
        if !pool.is_true(cond) {
            conditions.push(cond);
        }
        if unit == UnitId::PROGRAM {
            return self.modulo(&conditions, Some(&s.model)).reached(ContextId::NONE);
        }
        // The chain that the state was reached by most often does for its continuations too.
        let known = context != ContextId::NONE;
        if known && let Some(reached) = self.quick(&conditions, context, &s.model) {
            return reached;
        }
        if known {
            match self.through(&conditions, context) {
                Verdict::Sat(model) => return self.found(&conditions, context, &model),
                Verdict::Unsat(_) | Verdict::Later | Verdict::Unknown(_) => {}
            }
        }
        // Whatever the callers do. A unit that is explored ahead of them has a model of that.
        let shown = {
            let mut eval = Evaluator::new(&pool, &s.model);
            conditions.iter().all(|&t| eval.holds(t))
        };
        if !shown && !self.possible.contains(&conditions[..]) {
            match self.solver.check_with_hint(&conditions, None, None) {
                Answer::Unsat => return Reached::Unsat(Dependencies::default()),
                Answer::Sat(_) => {
                    self.possible.insert(conditions[..].into());
                }
                Answer::Unknown(_) => {}
            }
        }
        let calls = self.units[unit].calls.clone();
        for &call in calls.iter().rev().take(self.bounds.chains) {
            let Call { state, context: outer, .. } = &self.calls[call];
            if !state.reach.is_confirmed() {
                continue;
            }
            let (outer, model) = (*outer, state.model.clone());
            let context = self.contexts.enter(call, outer);
            if let Some(reached) = self.quick(&conditions, context, &model) {
                return reached;
            }
        }
        self.climb(unit, &conditions)
    }

    /// Is it reachable by a chain under a model that is known, without asking a solver?
    fn quick(&mut self, conditions: &[TermId], context: ContextId, hint: &Arc<Model>) -> Option<Reached> {
        let all = self.whole(conditions, context);
        let model = self.agree(&all, &[], hint).ok()?;
        self.counters.questions += 1;
        self.counters.by_evaluation += 1;
        Some(self.found(conditions, context, &Arc::new(model)))
    }

    fn through(&mut self, conditions: &[TermId], context: ContextId) -> Verdict {
        let all = self.whole(conditions, context);
        self.modulo(&all, None)
    }

    /// The whole path condition of a unit's path under a context.
    pub(crate) fn whole(&mut self, conditions: &[TermId], context: ContextId) -> Vec<TermId> {
        let mut all = self.path(context);
        for &t in conditions {
            let t = self.image(context, t);
            if !all.contains(&t) {
                all.push(t);
            }
        }
        all
    }

    /// A model of the whole path, with the values of the unit's own symbols.
    fn found(&mut self, conditions: &[TermId], context: ContextId, model: &Arc<Model>) -> Reached {
        let mut full = (**model).clone();
        full.extend(&self.own_values(context, conditions, model));
        Reached::Sat(Arc::new(full), context)
    }

    /// What a model of the whole says about the symbols of a unit that occur in these terms.
    pub(crate) fn own_values(&mut self, context: ContextId, terms: &[TermId], model: &Model) -> Model {
        let pool = self.pool();
        let mut symbols: Vec<_> = terms.iter().flat_map(|&t| pool.free_symbols(t).to_vec()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let mut own = Model::new();
        for s in symbols {
            let image = self.image(context, pool.symbol_term(s));
            let unit = &self.units[self.unit_entered(context)];
            let length = match unit.memory.as_ref().and_then(|m| m.which(s)) {
                Some(UnitInput::Array { obj, cell }) => unit.length(obj, cell),
                _ => None,
            };
            own.set(s, value(&pool, model, image, length).unwrap_or_else(|| Evaluator::new(&pool, model).eval(image)));
        }
        own
    }

    /// Grows chains of calls from the unit outwards.
    ///
    /// If that takes too long, from the start inwards.
    fn climb(&mut self, unit: UnitId, conditions: &[TermId]) -> Reached {
        let mut waits = Dependencies { returns: Vec::new(), calls: vec![unit] };
        let mut unknown: Option<UnknownReason> = None;
        let mut later = false;
        let (longest, most) = (self.bounds.chain << self.effort, self.bounds.chains << self.effort);
        // Calls outermost last.
        let newest = |x: &Composer, u: UnitId| x.units[u].calls.iter().rev().copied().collect::<Vec<CallId>>();
        let mut queue: VecDeque<Vec<CallId>> = newest(self, unit).into_iter().map(|call| vec![call]).collect();
        let mut looked = 0;
        while let Some(chain) = queue.pop_front() {
            looked += 1;
            // Each chain is a question: together they take what one may.
            if unknown.is_some() && self.until.is_some_and(|until| self.solver.work() >= until) {
                break;
            }
            if chain.len() > longest || looked > most {
                later = true;
                break;
            }
            let context = self.contexts.through(chain.iter().rev());
            let base = chain.last().map_or(UnitId::PROGRAM, |&call| self.calls[call].caller);
            let whole = self.whole(conditions, context);
            // What a part of a chain allows it always will, since summaries only grow.
            if base == UnitId::PROGRAM || !self.allowed.contains(&whole[..]) {
                match self.modulo(&whole, None) {
                    Verdict::Sat(model) if base == UnitId::PROGRAM => return self.found(conditions, context, &model),
                    Verdict::Sat(_) => drop(self.allowed.insert(whole.into())),
                    Verdict::Unsat(more) => {
                        waits.merge(&more);
                        continue;
                    }
                    Verdict::Later => {
                        later = true;
                        continue;
                    }
                    Verdict::Unknown(why) => {
                        unknown = Some(why);
                        continue;
                    }
                }
            }
            waits.merge(&Dependencies { returns: Vec::new(), calls: vec![base] });
            for call in newest(self, base) {
                let mut longer = chain.clone();
                longer.push(call);
                queue.push_back(longer);
            }
        }
        match unknown {
            Some(why) => Reached::Unknown(why),
            // Not at first: most often other paths have to become known before either way ends.
            None if later && self.effort > 0 => self.go_down(unit, conditions),
            None if later => Reached::Later,
            None => Reached::Unsat(waits),
        }
    }

    /// Goes through the chains of calls from the program's start inwards, where chains from the unit outwards do not
    /// come to an end: a function that calls itself often does so only as far as what it is given first allows.
    fn go_down(&mut self, unit: UnitId, conditions: &[TermId]) -> Reached {
        let around = self.lead_to(unit);
        let (longest, most) = (self.bounds.chain << self.effort, self.bounds.chains << self.effort);
        // A further chain would need a further call of one of these.
        let mut waits = Dependencies { returns: Vec::new(), calls: around.clone() };
        let mut unknown: Option<UnknownReason> = None;
        let mut queue = VecDeque::from([(UnitId::PROGRAM, ContextId::NONE, 0)]);
        let mut looked = 0;
        while let Some((at, context, depth)) = queue.pop_front() {
            looked += 1;
            if depth > longest || looked > most {
                return Reached::Later;
            }
            let path = self.path(context);
            // What can be always can, since summaries only grow.
            if !self.allowed.contains(&path[..]) {
                match self.modulo(&path, None) {
                    Verdict::Sat(_) => drop(self.allowed.insert(path.into())),
                    Verdict::Unsat(more) => {
                        waits.merge(&more);
                        continue;
                    }
                    Verdict::Later => return Reached::Later,
                    Verdict::Unknown(why) => {
                        unknown = Some(why);
                        continue;
                    }
                }
            }
            if at == unit {
                match self.through(conditions, context) {
                    Verdict::Sat(model) => return self.found(conditions, context, &model),
                    Verdict::Unsat(more) => waits.merge(&more),
                    Verdict::Later => return Reached::Later,
                    Verdict::Unknown(why) => unknown = Some(why),
                }
            }
            for (call, inner) in self.made_by(at) {
                if around.contains(&inner) {
                    queue.push_back((inner, self.contexts.enter(call, context), depth + 1));
                }
            }
        }
        unknown.map_or(Reached::Unsat(waits), Reached::Unknown)
    }

    /// The calls that a unit makes, with the units that they enter.
    fn made_by(&self, unit: UnitId) -> Vec<(CallId, UnitId)> {
        let all = self.calls.iter().filter(|(_, call)| call.made && call.caller == unit);
        all.map(|(i, call)| (i, call.unit)).collect()
    }

    /// The units from which calls lead to a unit, that unit included.
    fn lead_to(&self, unit: UnitId) -> Vec<UnitId> {
        let mut found = vec![unit];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for &call in &self.units[at].calls {
                let caller = self.calls[call].caller;
                if caller != UnitId::PROGRAM && !found.contains(&caller) {
                    found.push(caller);
                }
            }
        }
        found.sort_unstable();
        found
    }
}
