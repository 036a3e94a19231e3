//! Calls as the explorer meets them: which unit they enter, and how the path goes on after them.
//!
//! Oblivious to formulas. Invariant: a call enters a unit only if it meets all that the unit takes for granted.

use std::sync::Arc;

use plica_exec::{CallId, ContextId, Event, FaultKind, Machine, State, UnitId, Value};
use plica_explore::{
    Ahead, CallDecider, CallDecision, CallSite, Composed, Entered, Fresh, Story, Summaries, Witnesses,
};
use plica_term::{Model, TermId};

use crate::tuning;
use crate::unit::{SummaryPath, Unit, ValueKind, WriteSlot};
use crate::{Call, Composer, SummaryPolicy};

impl Composer {
    /// Why a function cannot be summarised at a call, if it cannot.
    fn obstacle(&self, s: &State) -> Option<String> {
        let f = self.machine.program.func(s.top.func);
        let why = if let Some(why) = self.refused.get(&s.top.func) {
            why
        } else if f.variadic {
            "it takes a variable number of arguments"
        } else if !s.top.objects.is_empty() {
            "it takes an aggregate by value"
        } else {
            return None;
        };
        Some(self.cannot(s, why))
    }

    /// Says that the function at whose start a state is cannot be summarised.
    fn cannot(&self, s: &State, why: &str) -> String {
        format!("{} cannot be summarised: {why}", self.machine.program.func(s.top.func).display)
    }

    /// The unit for a call, if there is one already.
    fn fitting(&self, s: &State) -> Option<UnitId> {
        let fits = |u: &Unit| u.function == Some(s.top.func) && u.given_up.is_none() && u.admits(s);
        self.units.iter().rfind(|(_, u)| fits(u)).map(|(id, _)| id)
    }

    /// The unit for a call: one that there is already, or a new one, if there are fewer than `most`.
    fn unit_for(&mut self, s: &State, most: usize) -> Result<(UnitId, Fresh), String> {
        if let Some(unit) = self.fitting(s) {
            return Ok((unit, None));
        }
        let variants = self.units.values().filter(|u| u.function == Some(s.top.func)).count();
        if variants >= most {
            return Err(self.cannot(s, "it is called with too many different pointers"));
        }
        let id = self.units.next_key();
        // A function that calls itself does so with other numbers.
        let general = variants >= tuning::SPECIAL_UNITS_PER_FUNCTION.get() || self.machine.is_recursive(s.top.func);
        let unit = Unit::new(&self.machine, id, s, general).map_err(|why| self.cannot(s, &why))?;
        let fresh = unit.start.clone().map(|start| Box::new((unit.machine.clone(), start)));
        self.units.push(unit);
        Ok((id, fresh))
    }

    /// Notes a call; its number.
    fn note(&mut self, call: Call) -> CallId {
        let number = self.calls.next_key();
        if call.made {
            let unit = &mut self.units[call.unit];
            unit.calls.push(number);
            if let Some(memory) = &unit.memory {
                memory.enter(call.state.heap.clone());
            }
        }
        self.calls.push(call);
        number
    }
}

/// What comes out of a call, in terms of the caller.
struct WrittenOut {
    values: Vec<TermId>,
    returns: TermId,
    has_events: bool,
}

impl Composer {
    /// What comes out of a call of a unit of which all paths are known, if they are few: then no symbol has to stand
    /// for it.
    fn written_out(&mut self, unit: UnitId, context: ContextId, class: u32) -> Option<WrittenOut> {
        let pool = self.pool();
        let u = &self.units[unit];
        let leaves: Vec<SummaryPath> = u.leaves.iter().filter(|l| l.class == class).cloned().collect();
        if !u.closed || leaves.len() > tuning::PATHS_WRITTEN_OUT.get() {
            return None;
        }
        // A path that goes on after a call whose outcome is a symbol is only one if that call returns.
        let speaks = |leaf: &SummaryPath| !self.contexts.outcomes_in(&pool, &leaf.pc).is_empty();
        let total = u.always_returns() && !leaves.iter().any(speaks);
        let has_events = leaves.iter().any(|leaf| !leaf.events.is_empty());
        let mut ways = Vec::new();
        for leaf in leaves {
            let pc: Vec<TermId> = leaf.pc.iter().map(|&t| self.image(context, t)).collect();
            let values: Vec<TermId> = leaf.values.iter().map(|&t| self.image(context, t)).collect();
            ways.push((pool.and_all(&pc), values));
        }
        let returns = if total { pool.true_() } else { ways.iter().fold(pool.false_(), |all, w| pool.or(all, w.0)) };
        let (_, mut values) = ways.pop()?;
        for (condition, other) in ways.iter().rev() {
            for (value, other) in values.iter_mut().zip(other) {
                *value = pool.ite(*condition, *other, *value);
            }
        }
        Some(WrittenOut { values, returns, has_events })
    }

    /// Do these conditions of a unit hold on the path through these calls? The model is that of the first call, or this
    /// one if there is none.
    fn goes_through(&mut self, chain: &[CallId], pc: &[TermId], model: &Arc<Model>) -> bool {
        let model = chain.first().map_or(model, |&call| &self.calls[call].state.model).clone();
        let context = self.contexts.through(chain);
        let whole = self.whole(pc, context);
        self.agree(&whole, &[], &model).is_ok()
    }
}

impl CallDecider for Composer {
    fn decide(&mut self, site: CallSite<'_>) -> CallDecision {
        let (machine, s) = (site.machine, site.state);
        // Whether memory was written is not kept for what units read of their callers', nor what their callers' memory
        // points to.
        if [FaultKind::UninitializedRead, FaultKind::MemoryLeak].iter().any(|&k| machine.config.checks.covers(k)) {
            return CallDecision::Inline;
        }
        match self.policy {
            SummaryPolicy::Always => CallDecision::Now,
            SummaryPolicy::Auto if site.in_place => CallDecision::Inline,
            // Its paths would wait for themselves.
            SummaryPolicy::Auto if machine.is_recursive(s.top.func) => CallDecision::Inline,
            SummaryPolicy::Auto if self.obstacle(s).is_some() => CallDecision::Inline,
            SummaryPolicy::Auto => CallDecision::Later,
        }
    }

    fn gives_up(&self) -> bool {
        // With time more and more is known of a unit, but nobody wants to wait where a call can be executed in place.
        self.policy == SummaryPolicy::Auto
    }
}

impl Summaries for Composer {
    fn enter(&mut self, site: CallSite<'_>) -> Entered {
        let (s, caller, context) = (site.state, site.machine.unit_id(), site.context);
        let found = match self.obstacle(s) {
            Some(why) => Err(why),
            None => self.unit_for(s, tuning::UNITS_PER_FUNCTION.get()),
        };
        match (found, self.policy) {
            (Ok((unit, fresh)), _) => {
                let call = self.note(Call { unit, caller, state: s.clone(), context, made: true });
                Entered::Unit { unit, call, fresh }
            }
            (Err(why), SummaryPolicy::Always) => Entered::Refused(why),
            (Err(_), SummaryPolicy::Auto) => Entered::Inline,
        }
    }

    fn compose(&mut self, site: CallSite<'_>) -> Composed {
        let (machine, s) = (site.machine, site.state);
        // The paths of a function that calls itself wait for themselves.
        if site.in_place || self.obstacle(s).is_some() || self.machine.is_recursive(s.top.func) {
            return Composed::InPlace;
        }
        let Ok((unit, fresh)) = self.unit_for(s, tuning::UNITS_BEFORE_ITERATIONS.get()) else {
            return Composed::InPlace;
        };
        let u = &mut self.units[unit];
        if !u.closed {
            let again = std::mem::replace(&mut u.awaited, true);
            return if again { Composed::InPlace } else { Composed::First(Ahead { unit, fresh }) };
        }
        if u.leaves.len() > tuning::PATHS_WRITTEN_OUT.get() || !u.is_function() {
            return Composed::InPlace;
        }
        let call =
            self.note(Call { unit, caller: machine.unit_id(), state: s.clone(), context: site.context, made: false });
        self.counters.composed += 1;
        let (mut after, mut some) = (Vec::new(), self.machine.pool.false_());
        for class in 0..self.units[unit].classes.len() as u32 {
            let Some(mut state) = self.after(machine, call, class) else { return Composed::InPlace };
            let condition = state.pc.get(s.pc.len()).copied().unwrap_or(self.machine.pool.true_());
            some = self.machine.pool.or(some, condition);
            state.reach = state.reach.known_as(&s.reach);
            after.push(state);
        }
        let not = self.machine.pool.not(some);
        let rest = (!self.machine.pool.is_false(not)).then(|| {
            let mut rest = s.clone();
            rest.pc.push(not);
            Box::new(rest)
        });
        Composed::Ways { after, rest }
    }

    fn returned(&mut self, unit: UnitId, s: State) -> Result<(), String> {
        self.units[unit].add(s)
    }

    fn close(&mut self, unit: UnitId, total: bool) {
        // The number of iterations of a folded loop is an unknown that only the path's own condition fixes, and so is
        // what a call returns: a path that speaks of such is none for other values of these.
        let determined = |event: &Event| match event {
            Event::Input(_) => true,
            Event::Folded(_) => false,
            Event::Called(outcome) => self.units[self.unit_of(*outcome)].always_returns(),
        };
        let plain = |leaf: &SummaryPath| leaf.events.iter().all(determined);
        let total = total && !self.units[unit].partial && self.units[unit].leaves.iter().all(plain);
        let unit = &mut self.units[unit];
        unit.closed = true;
        unit.total = total;
    }

    fn unit(&self, call: CallId) -> UnitId {
        self.calls[call].unit
    }

    fn violated(&mut self, unit: UnitId) -> Option<String> {
        let u = &mut self.units[unit];
        let known = u.memory.as_ref().map_or((0, 0), |m| m.extent());
        if std::mem::replace(&mut u.checked, known) == known {
            return None;
        }
        // A call is held against what was known when it was made; the unit may have come to take more for granted
        // since.
        let u = &self.units[unit];
        if u.calls.iter().all(|&call| u.admits(&self.calls[call].state)) {
            return None;
        }
        let name = &self.machine.program.func(u.function?).display;
        Some(format!("{name} is called in ways that its summary does not allow for"))
    }

    fn give_up(&mut self, unit: UnitId, why: &str) {
        let unit = &mut self.units[unit];
        unit.given_up = Some(why.to_string());
        if let Some(function) = unit.function {
            self.refused.insert(function, why.to_string());
        }
    }

    fn classes(&self, call: CallId) -> u32 {
        let unit = &self.units[self.calls[call].unit];
        if self.policy == SummaryPolicy::Auto && !unit.closed { 0 } else { unit.classes.len() as u32 }
    }

    fn after(&mut self, machine: &Machine, call: CallId, class: u32) -> Option<State> {
        let unit = self.calls[call].unit;
        let class_of = self.units[unit].classes.get(class as usize)?.clone();
        let context = self.contexts.enter(call, ContextId::NONE);
        let number = self.outcome(context, class)?;
        let outcome = self.contexts.outcome(number).clone();
        let written = self.written_out(unit, context, class);
        let terms = written.as_ref().map_or(&outcome.values, |w| &w.values);
        let mut s = self.calls[call].state.clone();
        let pool = &machine.pool;
        let mut values = class_of.kinds.iter().zip(terms).map(|(kind, &term)| match kind {
            ValueKind::Number(_) => Value::of_term(pool, term),
            ValueKind::Into(obj) => Value::pointer(*obj, Value::of_term(pool, term)),
        });
        let results: Vec<Value> = values.by_ref().take(class_of.results).collect();
        for (slot, value) in class_of.slots.iter().zip(values) {
            match *slot {
                WriteSlot::Cell { obj, off, size } => machine.poke_cell(&mut s, obj, off, size, value),
                WriteSlot::Array { obj, cell } => machine.set_array(&mut s, obj, value.to_term(pool), cell),
            }
        }
        let mut merged = s.merged.take().unwrap_or_default();
        merged.extend(class_of.slots.iter().map(|slot| slot.object()));
        s.merged = Some(merged);
        machine.give(&mut s, &results);
        s.granted.clear();
        let condition = written.as_ref().map_or(outcome.returns, |w| w.returns);
        if !pool.is_true(condition) {
            s.pc.push(condition);
            s.reach.outdate();
            // No leaf of the caller stands for what the call does not return for.
            let caller = self.calls[call].caller;
            self.units[caller].partial |= written.is_some() && !self.units[unit].total;
        }
        if written.is_none_or(|w| w.has_events) {
            Arc::make_mut(&mut s.events).push_back(Event::Called(number));
        }
        Some(s)
    }

    fn in_place(&self, call: CallId) -> Option<Result<(), String>> {
        let call = &self.calls[call];
        let why = self.units[call.unit].given_up.as_ref()?;
        Some(match self.policy {
            SummaryPolicy::Auto => Ok(()),
            SummaryPolicy::Always => Err(self.cannot(&call.state, why)),
        })
    }
}

impl Witnesses for Composer {
    fn takes(&mut self, chain: &[CallId], s: &State) -> bool {
        self.goes_through(chain, &s.pc, &s.model)
    }

    fn follows(&mut self, chain: &[CallId], call: CallId) -> bool {
        let state = &self.calls[call].state;
        let (pc, model) = (state.pc.clone(), state.model.clone());
        self.goes_through(chain, &pc, &model)
    }

    fn story(&mut self, unit: UnitId, context: ContextId, s: &State) -> Option<Story> {
        self.tell(unit, context, s)
    }
}
