//! Recursion templates: a function that calls itself κ times and then returns κ times.
//!
//! Two phases with one κ (Trtík's report, §2, §5.2). The calling phase is a loop whose head is the function's entry;
//! what it leaves behind are κ frames, of which frame j has the calling phase's values after j calls. The returning
//! phase is a loop over these frames from the last to the first; its places are the result and memory. Linear recursion
//! only: one call of itself on each way through the function. Oblivious to closed forms. There is no record of the κ
//! frames in any state: both phases are taken at once, and what ends a path in the middle of the second phase needs no
//! frames.

use std::collections::BTreeSet;
use std::sync::Arc;

use plica_exec::{Event, FaultKind, FoldedLoop, Machine, ObjectChange, Outcome, State, Value};
use plica_explore::{Asker, Exit};
use plica_ir::{Command, VarId};
use plica_smt::UnknownReason;
use plica_term::{Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::Folder;
use crate::closed::Recurrence;
use crate::history::{Solution, solve_all};
use crate::infer::{Iteration, Path, ways};
use crate::merge::{choice, disjunction};
use crate::place::{Place, Slot, generalise};
use crate::quantify::forall;
use crate::template::{Template, per_iteration, plain};

/// Why a place of the returning phase has no closed form.
const POINTS_ELSEWHERE: &str = "a pointer comes to point elsewhere";

/// The returning phase: what one return makes of the result and of memory.
#[derive(Debug)]
pub(crate) struct Returning {
    /// Symbols of the callee's result, and what the caller's result is for each way.
    results: Vec<TermId>,
    slots: Vec<Slot>,
    start: State,
    back: Vec<Path>,
    errors: Vec<Path>,
}

/// Executes what happens between a return of the function to itself and the next return.
pub fn returning(
    folder: &mut Folder,
    machine: &Machine,
    asker: &mut Asker<'_>,
    s: &State,
    it: &Iteration,
) -> Result<Returning, String> {
    let [cycle] = &it.cycles[..] else { return Err(folder.crowd("it calls itself in more than one way")) };
    let pool = &machine.pool;
    let (func, depth) = (s.top.func, s.depth);
    // The frames that one call leaves behind, with the memory that the calls after it leave.
    let mut base = cycle.state.clone();
    base.top.objects.clear();
    base.heap = it.start.heap.clone();
    base.take_conditions(s, []);
    base.model = s.model.clone();
    base.events = it.start.events.clone();
    if !base.pop_frame() {
        return Err("it is not called".into());
    }
    let mut frame = Some(&base.top);
    let mut rest = base.callers.as_ref();
    for _ in 0..=base.depth.saturating_sub(depth) {
        if frame.is_some_and(|f| !f.objects.is_empty()) {
            return Err("local objects would be left in every frame".into());
        }
        frame = rest.map(|c| &c.frame);
        rest = rest.and_then(|c| c.rest.as_ref());
    }
    let code = &machine.program.func(base.top.func).code;
    let Some(Command::Call { dsts, results: types, .. }) = code.get(base.top.loc.index()) else {
        return Err("it is not called".into());
    };
    let mut results = Vec::new();
    for (i, (&dst, ty)) in dsts.iter().zip(types.iter()).enumerate() {
        let name = format!("result {i}'{depth}.{}", func.0);
        let symbol = pool.symbol(&name, Sort::Bv(ty.width()), SymbolKind::General);
        base.set(dst, Value::Term(symbol));
        results.push(symbol);
    }
    base.top.loc.0 += 1;
    let mut places: BTreeSet<Place> =
        it.slots.iter().map(|slot| slot.place).filter(|p| !matches!(p, Place::Var(_))).collect();
    for way in it.exits.iter().filter(|w| w.end.is_none()) {
        last_call(machine, &it.start, &way.state, &mut places, &mut base)?;
    }
    for _ in 0..8 {
        let mut start = base.clone();
        let mut slots = Vec::new();
        for &place in &places {
            slots.push(rename(machine, &mut start, place)?);
        }
        let again = |s: &State| s.top.func == func && s.top.loc.0 == 0 && s.depth > depth;
        folder.level += 1;
        let found = ways(folder, machine, asker, start.clone(), &again);
        folder.level -= 1;
        let (calls, others) = found?;
        if !calls.is_empty() {
            return Err("it calls itself more than once".into());
        }
        let (mut back, errors): (Vec<Path>, Vec<Path>) = others.into_iter().partition(|w| w.end.is_none());
        let mut known = places.clone();
        let mut changed = false;
        for way in &mut back {
            changed |= crate::infer::changed(machine, &start, &mut way.state, &[], &mut known, &mut base)?;
        }
        if known == places && !changed {
            return Ok(Returning { results, slots, start, back, errors });
        }
        places = known;
    }
    Err("what its returns change keeps growing".into())
}

/// Adds what the last call changes, the one that does not call again: the returns find it changed.
fn last_call(
    machine: &Machine,
    start: &State,
    end: &State,
    places: &mut BTreeSet<Place>,
    base: &mut State,
) -> Result<(), String> {
    let mut end = end.clone();
    end.top.objects = start.top.objects.clone();
    crate::infer::changed(machine, start, &mut end, &[], places, base)?;
    // No further round tells whether what has become an array was changed.
    for (obj, change) in end.object_changes(start) {
        if change == ObjectChange::Whole {
            places.retain(|p| !matches!(p, Place::Cell { obj: o, .. } if *o == obj));
            places.insert(Place::Array { obj, cell: machine.array_cell(&end, obj).unwrap_or(1) });
        }
    }
    Ok(())
}

/// A slot of the returning phase: named apart from those of the calling phase.
fn rename(machine: &Machine, s: &mut State, place: Place) -> Result<Slot, String> {
    let pool = &machine.pool;
    let mut slot = generalise(machine, s, place, false)?;
    let Some(info) = pool.as_symbol(slot.symbol).map(|id| pool.symbol_info(id)) else { return Ok(slot) };
    let symbol = pool.symbol(&format!("{} on return", info.name), info.sort, info.kind);
    slot.put(machine, s, symbol);
    slot.symbol = symbol;
    Ok(slot)
}

/// The states after all calls have returned.
pub fn exits(
    machine: &Machine,
    asker: &mut Asker<'_>,
    s: &State,
    template: &Template,
    it: Iteration,
    ret: Returning,
) -> Result<Vec<Exit>, String> {
    let pool = &machine.pool;
    let hard = it.cycles.iter().chain(&it.exits).chain(&ret.back).chain(&ret.errors).any(|way| way.hard);
    let mut back = Unwinding::new(machine, s, template, &it.start, ret)?;
    let mut exits = Exits { machine, asker, s, template, hard, out: Vec::new() };
    if !template.side.is_empty() {
        let mut local = template.condition.clone();
        local.push(pool.not(pool.and_all(&template.side)));
        exits.beyond(s.clone(), local);
    }
    if machine.config.checks.covers(FaultKind::StackOverflow) {
        exits.exhausted(&it);
    }
    let mut all = Substitution::new(template.after.clone());
    for way in it.exits {
        let mut last = exits.last_call(&it.start, way.state, back.kappa, &mut all);
        if way.end.is_none() {
            back.unwind(&mut exits, &mut last)?;
        }
        exits.push(last.state, last.conditions, way.end);
    }
    Ok(exits.out)
}

/// The returning phase in the terms of the calling phase: what a return makes of the result and of memory, in the frame
/// that the call before it has left behind.
struct Unwinding {
    returning: Returning,
    /// The number of calls.
    kappa: SymbolId,
    /// The number of returns so far, and the symbol for it under a quantifier.
    count: TermId,
    count_id: SymbolId,
    tau: SymbolId,
    tau_term: TermId,
    /// The number of the frame that is returned to.
    frame: TermId,
    /// What the calling phase has left in that frame.
    left: Substitution,
    /// What one return makes of the results and of each slot.
    updates: Vec<(TermId, TermId)>,
    /// When a return leads to the next.
    phi: TermId,
}

impl Unwinding {
    fn new(
        machine: &Machine,
        s: &State,
        template: &Template,
        start: &State,
        returning: Returning,
    ) -> Result<Unwinding, String> {
        let pool = &machine.pool;
        let width = pool.width(template.kappa);
        let name = &template.event.name;
        let kind = SymbolKind::Kappa { at: s.events.len() as u32 };
        let count = pool.symbol(&format!("{name} returns"), Sort::Bv(width), kind);
        let frame = pool.symbol(&format!("{name} frame"), Sort::Bv(width), kind);
        let tau = pool.symbol(&format!("{name} τ returns"), Sort::Bv(width), SymbolKind::Bound);
        let ids = [template.kappa, count, tau].map(|t| pool.as_symbol(t));
        let [Some(kappa), Some(count_id), Some(tau_id)] = ids else {
            return Err("κ is no symbol".into());
        };
        let left = left_in(pool, template, kappa, frame);
        let (updates, phi) = (Vec::new(), pool.bool(true));
        let mut back =
            Unwinding { returning, kappa, count, count_id, tau: tau_id, tau_term: tau, frame, left, updates, phi };
        back.one_return(machine)?;
        // Whatever else each call makes anew would have to be told apart by frame.
        let own = per_iteration(machine, start, back.updates.iter().map(|u| u.1).chain([back.phi]));
        if own.iter().any(|&symbol| symbol != frame) {
            return Err("each call leaves values of its own behind".into());
        }
        Ok(back)
    }

    /// Finds what one return makes of the results and the slots, over all its ways.
    fn one_return(&mut self, machine: &Machine) -> Result<(), String> {
        let (pool, left, ret) = (&machine.pool, &mut self.left, &mut self.returning);
        let given = ret.start.events.len();
        let starts = ret.start.pc.len();
        if ret.back.iter().any(|w| w.state.events.len() > given) {
            return Err("inputs are given on the way back".into());
        }
        let paths: Vec<Vec<TermId>> =
            ret.back.iter().map(|w| w.state.pc[starts..].iter().map(|&c| left.apply(pool, c)).collect()).collect();
        for i in 0..ret.results.len() {
            let mut values = Vec::new();
            for (path, way) in paths.iter().zip(&ret.back) {
                let value = way.state.returned.get(i).copied().unwrap_or(Value::Uninit);
                let term = value.to_term(pool);
                if matches!(value, Value::Uninit | Value::Ptr { .. } | Value::SymPtr { .. })
                    || pool.sort(term) != pool.sort(ret.results[i])
                {
                    return Err("what it returns is no number".into());
                }
                values.push((&path[..], left.apply(pool, term)));
            }
            if values.is_empty() {
                return Err("it never returns to itself".into());
            }
            self.updates.push((ret.results[i], choice(pool, &values)));
        }
        for slot in &ret.slots {
            let mut values = Vec::new();
            for (path, way) in paths.iter().zip(&mut ret.back) {
                let value = slot.value_in(machine, &mut way.state).ok_or(POINTS_ELSEWHERE)?;
                values.push((&path[..], left.apply(pool, value)));
            }
            self.updates.push((slot.symbol, choice(pool, &values)));
        }
        let ways: Vec<&[TermId]> = paths.iter().map(Vec::as_slice).collect();
        self.phi = disjunction(pool, &ways);
        Ok(())
    }

    /// Returns from the last call through all frames. Errors on the way back, and what goes on beyond where the closed
    /// forms hold, become exits of their own.
    fn unwind(&mut self, exits: &mut Exits, last: &mut LastCall) -> Result<(), String> {
        let (machine, pool) = (exits.machine, &exits.machine.pool);
        let recurrences = self.recurrences(machine, last)?;
        let solution =
            solve_all(pool, &recurrences, &[], self.count).map_err(|(_, why)| format!("returning: {why}"))?;
        let returns = self.all_return(pool, &recurrences, &solution);
        self.errors(exits, last, &recurrences, &solution, returns)?;
        let mut all_back = Substitution::new(FxHashMap::from_iter([(self.count_id, last.calls)]));
        if !solution.side.is_empty() {
            let exact: Vec<TermId> = solution.side.iter().map(|&c| all_back.apply(pool, c)).collect();
            let mut local = last.conditions.clone();
            local.push(pool.not(pool.and_all(&exact)));
            exits.beyond(exits.s.clone(), local);
        }
        last.conditions.push(all_back.apply(pool, returns));
        last.conditions.extend(solution.ends.iter().chain(&solution.side).map(|&c| all_back.apply(pool, c)));
        let values: Vec<TermId> = solution.values.iter().map(|&v| all_back.apply(pool, v)).collect();
        let ret = &self.returning;
        set_results(machine, &mut last.state, &values[..ret.results.len()]);
        for (slot, &value) in ret.slots.iter().zip(&values[ret.results.len()..]) {
            slot.put(machine, &mut last.state, value);
        }
        Ok(())
    }

    /// The recurrences of the returning phase, from what the last call has returned.
    fn recurrences(&self, machine: &Machine, last: &mut LastCall) -> Result<Vec<Recurrence>, String> {
        let (pool, ret) = (&machine.pool, &self.returning);
        let returned = last.state.returned.clone();
        let mut initial = Vec::new();
        for (i, &symbol) in ret.results.iter().enumerate() {
            let value = returned.get(i).copied().unwrap_or(Value::Uninit);
            let value = last.after.apply(pool, value.to_term(pool));
            if pool.sort(value) != pool.sort(symbol) {
                return Err("it returns nothing".into());
            }
            initial.push(value);
        }
        for slot in &ret.slots {
            initial.push(slot.value_in(machine, &mut last.state).ok_or(POINTS_ELSEWHERE)?);
        }
        let mut recurrences: Vec<Recurrence> = self
            .updates
            .iter()
            .zip(initial)
            .map(|(&(symbol, update), initial)| Recurrence { symbol, initial, update })
            .collect();
        let (one, frame) = (pool.bv(1, pool.width(self.count)), self.frame);
        let initial = pool.sub(last.calls, one);
        recurrences.push(Recurrence { symbol: frame, initial, update: pool.sub(frame, one) });
        Ok(recurrences)
    }

    /// That each of the first `count` returns leads to the next.
    fn all_return(&self, pool: &TermPool, recurrences: &[Recurrence], solution: &Solution) -> TermId {
        let mut during = FxHashMap::default();
        let mut at = Substitution::new(FxHashMap::from_iter([(self.count_id, self.tau_term)]));
        for (r, &value) in recurrences.iter().zip(&solution.values) {
            during.extend(pool.as_symbol(r.symbol).map(|id| (id, at.apply(pool, value))));
        }
        let mut during = Substitution::new(during);
        let mut body = vec![self.phi];
        body.extend(solution.steps.iter().map(|&step| at.apply(pool, step)));
        let body = during.apply(pool, pool.and_all(&body));
        forall(pool, self.tau, self.count, body)
    }

    /// Errors on the way back, after `count` of κ returns; the last call may have been given inputs.
    fn errors(
        &mut self,
        exits: &mut Exits,
        last: &LastCall,
        recurrences: &[Recurrence],
        solution: &Solution,
        returns: TermId,
    ) -> Result<(), String> {
        let (pool, s) = (&exits.machine.pool, exits.s);
        let start = &self.returning.start;
        for error in &self.returning.errors {
            if error.state.events.len() > start.events.len() {
                return Err("inputs are given on the way back".into());
            }
            let after: FxHashMap<_, _> = recurrences
                .iter()
                .zip(&solution.values)
                .filter_map(|(r, &v)| pool.as_symbol(r.symbol).map(|id| (id, v)))
                .collect();
            let mut after = Substitution::new(after);
            let mut local = last.conditions.clone();
            local.extend([returns, pool.ult(self.count, last.calls)]);
            local.extend(solution.ends.iter().chain(&solution.side));
            for &c in &error.state.pc[start.pc.len()..] {
                let c = self.left.apply(pool, c);
                local.push(after.apply(pool, c));
            }
            let mut state = error.state.clone();
            state.substitute(pool, &mut self.left, s.depth, &s.heap);
            state.substitute(pool, &mut after, s.depth, &s.heap);
            state.events = last.state.events.clone();
            exits.push(state, local, error.end.clone());
        }
        Ok(())
    }
}

/// What the calling phase has left in the frame with a number.
fn left_in(pool: &TermPool, template: &Template, kappa: SymbolId, frame: TermId) -> Substitution {
    let mut to_frame = Substitution::new(FxHashMap::from_iter([(kappa, frame)]));
    let mut left: FxHashMap<_, _> = template.after.iter().map(|(&id, &v)| (id, to_frame.apply(pool, v))).collect();
    for f in &template.fresh {
        if let Some(id) = pool.as_symbol(f.symbol) {
            left.insert(id, pool.select(f.history, frame));
        }
    }
    Substitution::new(left)
}

/// The end of the calling phase: a call that does not call again.
struct LastCall {
    /// The state at its end, after all calls before it.
    state: State,
    conditions: Vec<TermId>,
    /// How many calls there are.
    calls: TermId,
    /// What the calls make of the places.
    after: Substitution,
}

/// The exits of a recursion, as far as they are known.
struct Exits<'a, 'b> {
    machine: &'a Machine,
    asker: &'a mut Asker<'b>,
    /// The state before the first call.
    s: &'a State,
    template: &'a Template,
    /// Are questions about one of the ways probably not answered?
    hard: bool,
    out: Vec<Exit>,
}

impl Exits<'_, '_> {
    /// The way out of a call in general, as that of the last of κ calls. `all` is what these make of the places.
    fn last_call(&mut self, start: &State, mut state: State, kappa: SymbolId, all: &mut Substitution) -> LastCall {
        let (pool, template, s) = (&self.machine.pool, self.template, self.s);
        let mut conditions: Vec<TermId> = template.condition.iter().chain(&template.side).copied().collect();
        conditions.extend(state.pc[start.pc.len()..].iter().map(|&c| all.apply(pool, c)));
        // Where the conditions leave one number of calls only, it takes the place of κ.
        let count = template.count(self.machine, self.asker, s, &plain(pool, &conditions));
        let calls = count.unwrap_or(template.kappa);
        let mut fix = Substitution::new(FxHashMap::from_iter([(kappa, calls)]));
        conditions.iter_mut().for_each(|t| *t = fix.apply(pool, *t));
        let after = template.after.iter().map(|(&id, &value)| (id, fix.apply(pool, value))).collect();
        let mut after = Substitution::new(after);
        state.substitute(pool, &mut after, s.depth.saturating_sub(1), &s.heap);
        let mut log = (*start.events).clone();
        log.push_back(Event::Folded(Arc::new(FoldedLoop { count: calls, ..template.event.clone() })));
        log.extend(state.events.iter().skip(start.events.len()).cloned());
        state.events = Arc::new(log);
        state.granted.clear();
        LastCall { state, conditions, calls, after }
    }

    /// The call for which the stack is too small, if it ever comes to that.
    fn exhausted(&mut self, it: &Iteration) {
        let (machine, pool, template, s) = (self.machine, &self.machine.pool, self.template, self.s);
        let ([cycle], Some(kappa)) = (&it.cycles[..], pool.as_symbol(template.kappa)) else { return };
        let each = cycle.state.top.stack.saturating_sub(s.top.stack);
        let left = machine.config.stack.saturating_sub(s.top.stack);
        let width = pool.width(template.kappa);
        let Some(calls) = left.checked_div(each).map(|n| u128::from(n) + 1).filter(|n| width >= 128 || n >> width == 0)
        else {
            return;
        };
        let mut fix = Substitution::new(FxHashMap::from_iter([(kappa, pool.bv(calls, width))]));
        let conditions = template.condition.iter().chain(&template.side).map(|&c| fix.apply(pool, c)).collect();
        // The call is the last thing that its caller does.
        let mut last = Substitution::new(FxHashMap::from_iter([(kappa, pool.bv(calls - 1, width))]));
        let before = template.after.iter().map(|(&id, &value)| (id, last.apply(pool, value))).collect();
        let mut state = cycle.state.clone();
        state.pop_frame();
        state.substitute(pool, &mut Substitution::new(before), s.depth.saturating_sub(1), &s.heap);
        let mut log = (*it.start.events).clone();
        let count = pool.bv(calls, width);
        log.push_back(Event::Folded(Arc::new(FoldedLoop { count, ..template.event.clone() })));
        state.events = Arc::new(log);
        state.granted.clear();
        self.push(state, conditions, Some(*machine.stack_overflow()));
    }

    /// A way on under conditions, if it is reachable.
    fn push(&mut self, state: State, local: Vec<TermId>, end: Option<Outcome>) {
        let exit = self.exit(state, local, end);
        self.out.extend(exit);
    }

    /// No answer for calls so deep that the closed forms of the returns are not known to hold: as with a question that
    /// is not answered, the recursion is to be taken in other ways.
    fn beyond(&mut self, state: State, local: Vec<TermId>) {
        let text = "a recursion goes on beyond where its closed form holds";
        if let Some(exit) = self.exit(state, local, None) {
            let answer = exit.answer.and(Err(UnknownReason::Incomplete(text.into())));
            self.out.push(Exit { answer, ..exit });
        }
    }

    fn exit(&mut self, mut state: State, local: Vec<TermId>, end: Option<Outcome>) -> Option<Exit> {
        let (pool, s) = (&self.machine.pool, self.s);
        let condition = pool.and_all(&local);
        let answer = self.asker.possible(s, condition)?;
        state.take_conditions(s, local.iter().flat_map(|&t| pool.conjuncts(t)).filter(|&t| !pool.is_true(t)));
        Some(Exit { state, condition, answer, end, hard: self.hard, short: false })
    }
}

/// Gives the caller, who has been returned to, the results.
fn set_results(machine: &Machine, state: &mut State, results: &[TermId]) {
    let func = machine.program.func(state.top.func);
    let call = state.top.loc.0.checked_sub(1).and_then(|at| func.code.get(at as usize));
    let Some(Command::Call { dsts, .. }) = call else { return };
    let dsts: Vec<VarId> = dsts.to_vec();
    for (dst, &value) in dsts.into_iter().zip(results) {
        state.set(dst, machine.fit(Value::of_term(&machine.pool, value), func.vars[dst.index()].ty));
    }
}
