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

use plica_exec::{
    Event, Exit, FaultKind, FoldedLoop, Machine, ObjectChange, Outcome, Reach, State, Stop, StopKind, Value, possible,
};
use plica_ir::{Command, VarId};
use plica_term::{Sort, Substitution, SymbolKind, TermId};
use rustc_hash::FxHashMap;

use crate::Folder;
use crate::closed::Recurrence;
use crate::history::solve_all;
use crate::infer::{Iteration, Path, ways};
use crate::merge::{choice, disjunction};
use crate::place::{Place, Slot, generalise};
use crate::quantify::forall;
use crate::template::{Template, conjuncts, per_iteration, plain};

/// The returning phase: what one return makes of the result and of memory.
#[derive(Debug)]
pub struct Returning {
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
    reach: &mut dyn Reach,
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
    base.pc = s.pc.clone();
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
        let found = ways(folder, machine, reach, start.clone(), &again);
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
    reach: &mut dyn Reach,
    s: &State,
    template: &Template,
    it: Iteration,
    mut ret: Returning,
) -> Result<Vec<Exit>, String> {
    let pool = &machine.pool;
    let kappa = template.kappa;
    let width = pool.width(kappa);
    let known = it.start.pc.len();
    let mut all = Substitution::new(template.after.clone());
    let mut out = Vec::new();
    let name = &template.event.name;
    let kind = SymbolKind::Kappa { at: s.events.len() as u32 };
    let count = pool.symbol(&format!("{name} returns"), Sort::Bv(width), kind);
    let frame = pool.symbol(&format!("{name} frame"), Sort::Bv(width), kind);
    let tau = pool.symbol(&format!("{name} τ returns"), Sort::Bv(width), SymbolKind::Bound);
    let ids = [kappa, count, tau].map(|t| pool.as_symbol(t));
    let [Some(kappa_id), Some(count_id), Some(tau_id)] = ids else {
        return Err("κ is no symbol".into());
    };
    // What the calling phase left in frame j.
    let mut to_frame = Substitution::new(FxHashMap::from_iter([(kappa_id, frame)]));
    let mut left: FxHashMap<_, _> = template.after.iter().map(|(&id, &v)| (id, to_frame.apply(pool, v))).collect();
    for f in &template.fresh {
        if let Some(id) = pool.as_symbol(f.symbol) {
            left.insert(id, pool.select(f.history, frame));
        }
    }
    let mut left = Substitution::new(left);
    let given = ret.start.events.len();
    let starts = ret.start.pc.len();
    if ret.back.iter().any(|w| w.state.events.len() > given) {
        return Err("inputs are given on the way back".into());
    }
    let paths: Vec<Vec<TermId>> =
        ret.back.iter().map(|w| w.state.pc[starts..].iter().map(|&c| left.apply(pool, c)).collect()).collect();
    let mut updates = Vec::new();
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
        updates.push((ret.results[i], choice(pool, &values)));
    }
    for slot in &ret.slots {
        let mut values = Vec::new();
        for (path, way) in paths.iter().zip(&mut ret.back) {
            let value = slot.value_in(machine, &mut way.state).ok_or("a pointer comes to point elsewhere")?;
            values.push((&path[..], left.apply(pool, value)));
        }
        updates.push((slot.symbol, choice(pool, &values)));
    }
    let ways: Vec<&[TermId]> = paths.iter().map(Vec::as_slice).collect();
    let phi = disjunction(pool, &ways);
    // Whatever else each call makes anew would have to be told apart by frame.
    let own = per_iteration(machine, &it.start, updates.iter().map(|u| u.1).chain([phi]));
    if own.iter().any(|&symbol| symbol != frame) {
        return Err("each call leaves values of its own behind".into());
    }

    if !template.side.is_empty() {
        let mut local = template.condition.clone();
        local.push(pool.not(pool.and_all(&template.side)));
        push(machine, reach, s, &mut out, s.clone(), local, Some(beyond()));
    }
    if machine.config.checks.covers(FaultKind::StackOverflow) {
        exhausted(machine, reach, s, &mut out, template, &it);
    }
    for way in it.exits {
        let mut local: Vec<TermId> = template.condition.iter().chain(&template.side).copied().collect();
        local.extend(way.state.pc[known..].iter().map(|&c| all.apply(pool, c)));
        // Where the conditions leave one number of calls only, it takes the place of κ.
        let calls = template.count(machine, reach, s, &plain(pool, &local)).unwrap_or(kappa);
        let mut fix = Substitution::new(FxHashMap::from_iter([(kappa_id, calls)]));
        local.iter_mut().for_each(|t| *t = fix.apply(pool, *t));
        let mut sub =
            Substitution::new(template.after.iter().map(|(&id, &value)| (id, fix.apply(pool, value))).collect());
        let event = || Event::Folded(Arc::new(FoldedLoop { count: calls, ..template.event.clone() }));
        let mut state = way.state;
        state.substitute(pool, &mut sub, s.depth.saturating_sub(1), s);
        let mut log = it.start.events.clone();
        log.push_back(event());
        log.extend(state.events.iter().skip(it.start.events.len()).cloned());
        state.events = log;
        state.granted.clear();
        if way.end.is_none() {
            let returned = state.returned.clone();
            let mut initial = Vec::new();
            for (i, &symbol) in ret.results.iter().enumerate() {
                let value = returned.get(i).copied().unwrap_or(Value::Uninit);
                let value = sub.apply(pool, value.to_term(pool));
                initial.push(if pool.sort(value) == pool.sort(symbol) {
                    value
                } else {
                    return Err("it returns nothing".into());
                });
            }
            for slot in &ret.slots {
                initial.push(slot.value_in(machine, &mut state).ok_or("a pointer comes to point elsewhere")?);
            }
            let mut recurrences: Vec<Recurrence> = updates
                .iter()
                .zip(initial)
                .map(|(&(symbol, update), initial)| Recurrence { symbol, initial, update })
                .collect();
            let one = pool.bv(1, width);
            recurrences.push(Recurrence { symbol: frame, initial: pool.sub(calls, one), update: pool.sub(frame, one) });
            let solution = solve_all(pool, &recurrences, &[], count).map_err(|(_, why)| format!("returning: {why}"))?;
            let mut during = FxHashMap::default();
            let mut at = Substitution::new(FxHashMap::from_iter([(count_id, tau)]));
            for (r, &value) in recurrences.iter().zip(&solution.values) {
                during.extend(pool.as_symbol(r.symbol).map(|id| (id, at.apply(pool, value))));
            }
            let mut during = Substitution::new(during);
            let mut body = vec![phi];
            body.extend(solution.steps.iter().map(|&step| at.apply(pool, step)));
            let body = during.apply(pool, pool.and_all(&body));
            let returns = forall(pool, tau_id, count, body);
            // An error on the way back, after `count` of κ returns; the last call may have been given inputs.
            let events = state.events.clone();
            for error in &ret.errors {
                if error.state.events.len() > given {
                    return Err("inputs are given on the way back".into());
                }
                let after: FxHashMap<_, _> = recurrences
                    .iter()
                    .zip(&solution.values)
                    .filter_map(|(r, &v)| pool.as_symbol(r.symbol).map(|id| (id, v)))
                    .collect();
                let mut after = Substitution::new(after);
                let mut local = local.clone();
                local.extend([returns, pool.ult(count, calls)]);
                local.extend(solution.starts.iter().chain(&solution.side));
                for &c in &error.state.pc[starts..] {
                    let c = left.apply(pool, c);
                    local.push(after.apply(pool, c));
                }
                let mut state = error.state.clone();
                state.substitute(pool, &mut left, s.depth, s);
                state.substitute(pool, &mut after, s.depth, s);
                state.events = events.clone();
                push(machine, reach, s, &mut out, state, local, error.end.clone());
            }
            let mut all_back = Substitution::new(FxHashMap::from_iter([(count_id, calls)]));
            if !solution.side.is_empty() {
                let exact: Vec<TermId> = solution.side.iter().map(|&c| all_back.apply(pool, c)).collect();
                let mut local = local.clone();
                local.push(pool.not(pool.and_all(&exact)));
                push(machine, reach, s, &mut out, s.clone(), local, Some(beyond()));
            }
            local.push(all_back.apply(pool, returns));
            local.extend(solution.starts.iter().chain(&solution.side).map(|&c| all_back.apply(pool, c)));
            let last: Vec<TermId> = solution.values.iter().map(|&v| all_back.apply(pool, v)).collect();
            set_results(machine, &mut state, &last[..ret.results.len()]);
            for (slot, &value) in ret.slots.iter().zip(&last[ret.results.len()..]) {
                slot.put(machine, &mut state, value);
            }
        }
        push(machine, reach, s, &mut out, state, local, way.end);
    }
    Ok(out)
}

/// The call for which the stack is too small, if it ever comes to that.
fn exhausted(
    machine: &Machine,
    reach: &mut dyn Reach,
    s: &State,
    out: &mut Vec<Exit>,
    template: &Template,
    it: &Iteration,
) {
    let pool = &machine.pool;
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
    state.substitute(pool, &mut Substitution::new(before), s.depth.saturating_sub(1), s);
    let mut log = it.start.events.clone();
    let count = pool.bv(calls, width);
    log.push_back(Event::Folded(Arc::new(FoldedLoop { count, ..template.event.clone() })));
    state.events = log;
    state.granted.clear();
    push(machine, reach, s, out, state, conditions, Some(*machine.stack_overflow()));
}

/// No answer for calls so deep that the closed forms of the returns are not known to hold.
fn beyond() -> Outcome {
    let text = "unsupported: a recursion goes on beyond where its closed form holds";
    Outcome::Stop(Stop::new(StopKind::Unsupported, text))
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

#[allow(clippy::too_many_arguments)]
fn push(
    machine: &Machine,
    reach: &mut dyn Reach,
    s: &State,
    out: &mut Vec<Exit>,
    mut state: State,
    local: Vec<TermId>,
    end: Option<Outcome>,
) {
    let pool = &machine.pool;
    let condition = pool.and_all(&local);
    let Some(answer) = possible(reach, s, condition) else { return };
    let local: Vec<TermId> = local.iter().flat_map(|&t| conjuncts(pool, t)).filter(|&t| !pool.is_true(t)).collect();
    state.pc = s.pc.iter().chain(&local).copied().collect();
    out.push(Exit { state, condition, answer, end });
}
