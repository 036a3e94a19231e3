//! A template: the closed forms θ*[κ] of what a loop changes, the condition φ*[κ] of κ iterations, and its application.
//!
//! Algorithms 1 and 2 of Slabý, Strejček, Trtík 2013 on machine integers. All cycles of the loop are taken as one (see
//! `merge`), so after κ iterations nothing is left but the exits. Oblivious to how the iteration was found.

use std::sync::Arc;

use plica_exec::{Event, FoldedLoop, Input, Jump, Machine, ObjId, State};
use plica_explore::{Asker, Exit};
use plica_ir::{FuncId, Loc};
use plica_smt::{Answer, UnknownReason};
use plica_term::{Op, Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounds::{fact, range};
use crate::closed::{PerIteration, Recurrence};
use crate::expand::{Expansion, bound, bounds, expand, few, is_quantified};
use crate::history::solve_all;
use crate::infer::{Iteration, Path};
use crate::merge::{choice, disjunction};
use crate::orders::{Order, Places, facts};
use crate::place::{Place, Slot, product};
use crate::quantify::{Discharge, determined, forall_counted};
use crate::tuning;

/// More bits than a place has, in κ: enough for every exit that there is (see docs/theory.md).
pub const SPARE_BITS: u32 = 12;

/// The template of a loop in a context.
#[derive(Debug)]
pub(crate) struct Template {
    /// The number of iterations.
    pub kappa: TermId,
    /// What is done κ times: name, value before, value after κ iterations.
    pub effect: Vec<(String, TermId, TermId)>,
    /// φ*[κ], a conjunction.
    pub condition: Vec<TermId>,
    /// Where the closed forms hold.
    pub side: Vec<TermId>,
    /// For symbols of the general state: values after κ iterations.
    pub(crate) after: FxHashMap<SymbolId, TermId>,
    /// For these, and for what each iteration makes anew: values in iteration τ.
    pub(crate) during: Substitution,
    /// What each iteration makes anew, sequences included.
    pub(crate) fresh: Vec<PerIteration>,
    /// What an iteration does, and when.
    pub(crate) recurrences: Vec<Recurrence>,
    pub(crate) phi: TermId,
    /// What holds in each iteration besides.
    pub(crate) steps: Vec<TermId>,
    /// Per recurrence: has it no closed form?
    pub(crate) sequence: Vec<bool>,
    /// How the condition of all iterations was discharged.
    pub(crate) discharge: Discharge,
    /// How it shows among the path's events.
    pub(crate) event: FoldedLoop,
}

/// Widest κ: terms of the solvers' interface are no wider.
const MAX_WIDTH: u32 = 120;

/// The template of an iteration. `Err` says why there is none.
pub fn template(machine: &Machine, s: &State, it: &mut Iteration, level: u32) -> Result<Template, String> {
    if it.cycles.is_empty() {
        return Err("no way leads back to its head".into());
    }
    let pool = &machine.pool;
    let widths = it.slots.iter().map(|slot| match pool.sort(slot.symbol) {
        Sort::Bv(w) => w,
        _ => 64,
    });
    let width = widths.max().unwrap_or(32).max(32) + SPARE_BITS;
    if width > MAX_WIDTH {
        return Err("its numbers are too wide".into());
    }
    let template = build(machine, s, it, level, width)?;
    // Closed forms repeat themselves before κ does. What remembers inputs, or has no closed form, need not: then as
    // many iterations are needed as there are states, unless the conditions admit no more than κ can count.
    match template.states(pool, it, width)? {
        Some(wide) if wide > width => build(machine, s, it, level, wide),
        _ => Ok(template),
    }
}

/// The template with a κ of `width` bits.
fn build(machine: &Machine, s: &State, it: &mut Iteration, level: u32, width: u32) -> Result<Template, String> {
    let pool = &machine.pool;
    let known = it.start.pc.len();
    let ordinal = s.events.len();
    let name = if level == 0 { format!("κ{ordinal}") } else { format!("κ{ordinal}.{level}") };
    let name: Arc<str> = machine.mode.qualified(&name).into();
    let kappa = pool.symbol(&name, Sort::Bv(width), SymbolKind::Kappa { at: ordinal as u32 });
    let tau = pool.symbol(&format!("τ{ordinal}.{level}.{width}"), Sort::Bv(width), SymbolKind::Bound);

    let paths: Vec<Vec<TermId>> = it.cycles.iter().map(|c| c.state.pc[known..].to_vec()).collect();
    let (recurrences, names) = recurrences(machine, s, it, &paths)?;
    let all: Vec<&[TermId]> = paths.iter().map(Vec::as_slice).collect();
    let phi = disjunction(pool, &all);
    let mut given = Vec::new();
    for way in &it.cycles {
        given.push(given_in(way, &it.start)?);
    }
    let fresh = made_anew(machine, &it.start, &given, &recurrences, phi, (&name, width))?;

    // θ*[κ] and θ*[τ].
    let solution = solve_all(pool, &recurrences, &fresh, kappa);
    let solution = solution.map_err(|(i, why)| format!("{}: {why}", names[i]))?;
    let mut after = FxHashMap::default();
    let mut effect = Vec::new();
    for ((&value, slot), name) in solution.values.iter().zip(&it.slots).zip(&names) {
        let Some(id) = pool.as_symbol(slot.symbol) else { continue };
        after.insert(id, value);
        effect.push((name.clone(), product(pool, slot.initial, slot.scale), product(pool, value, slot.scale)));
    }
    let (Some(kappa_id), Some(tau_id)) = (pool.as_symbol(kappa), pool.as_symbol(tau)) else {
        return Err("κ is no symbol".into());
    };
    let mut at = Substitution::new(FxHashMap::from_iter([(kappa_id, tau)]));
    let mut during: FxHashMap<_, _> = after.iter().map(|(&id, &v)| (id, at.apply(pool, v))).collect();
    for f in &solution.fresh {
        if let Some(id) = pool.as_symbol(f.symbol) {
            during.insert(id, pool.select(f.history, tau));
        }
    }
    let mut during = Substitution::new(during);
    // φ*[κ]. A step speaks of its own iteration: κ in it is τ.
    let mut body = vec![phi];
    body.extend(solution.steps.iter().map(|&step| at.apply(pool, step)));
    let steps = body[1..].to_vec();
    let body = during.apply(pool, pool.and_all(&body));
    let (condition, discharge) = forall_counted(pool, tau_id, kappa, body);
    let mut condition = pool.conjuncts(condition);
    condition.extend(&solution.ends);
    let rises = solution.rising.iter().map(|&(end, next)| {
        let (now, next) = (at.apply(pool, end), during.apply(pool, at.apply(pool, next)));
        pool.and(Order::UP.holds(pool, now, next), Order::UP.holds(pool, next, end))
    });
    condition.push(implied(pool, tau_id, kappa, pool.and_all(&rises.collect::<Vec<_>>())));
    let paths = inputs_by_path(pool, &paths, given, &mut during);
    let site = (s.top.func, s.top.loc);
    // Calls of a function by itself cannot be jumped over: each leaves a frame.
    let jump = if site.1 == Loc(0) { None } else { it.slots.iter().map(|slot| jump(pool, slot, &after)).collect() };
    let event = FoldedLoop { site, goes_on: false, count: kappa, kappa, jump, name, iteration: tau_id, paths };
    Ok(Template {
        kappa,
        effect,
        condition,
        side: solution.side,
        after,
        during,
        fresh: solution.fresh,
        recurrences,
        phi,
        steps,
        sequence: solution.sequence,
        discharge,
        event,
    })
}

/// What the cycles, with their conditions in `paths`, make of the places; and the places' names.
fn recurrences(
    machine: &Machine,
    s: &State,
    it: &mut Iteration,
    paths: &[Vec<TermId>],
) -> Result<(Vec<Recurrence>, Vec<String>), String> {
    let (mut recurrences, mut names) = (Vec::new(), Vec::new());
    for slot in &it.slots {
        let name = slot.name(machine, s);
        let mut values = Vec::new();
        for (path, way) in paths.iter().zip(&mut it.cycles) {
            let value = slot.value_in(machine, &mut way.state);
            let value = value.ok_or_else(|| format!("{name} comes to point elsewhere"))?;
            values.push((&path[..], value));
        }
        let update = choice(&machine.pool, &values);
        recurrences.push(Recurrence { symbol: slot.symbol, initial: slot.initial, update });
        names.push(name);
    }
    Ok((recurrences, names))
}

/// What each iteration is given anew: an array for each, indexed by the iteration, named by κ and its bits.
fn made_anew(
    machine: &Machine,
    start: &State,
    given: &[Vec<Input>],
    recurrences: &[Recurrence],
    phi: TermId,
    (kappa, index): (&str, u32),
) -> Result<Vec<PerIteration>, String> {
    let pool = &machine.pool;
    let symbols = given.iter().flatten().flat_map(|i| i.parts.iter().copied());
    let mut wanted: Vec<TermId> = symbols.filter(|&t| pool.as_symbol(t).is_some()).collect();
    let terms = recurrences.iter().map(|r| r.update).chain(std::iter::once(phi));
    wanted.extend(per_iteration(machine, start, terms));
    let mut fresh: Vec<PerIteration> = Vec::new();
    for symbol in wanted {
        if fresh.iter().any(|f| f.symbol == symbol) {
            continue;
        }
        let Some(id) = pool.as_symbol(symbol) else { continue };
        let Sort::Bv(elem) = pool.sort(symbol) else { return Err("each iteration makes a new array".into()) };
        let name = format!("{}[{kappa}:{index}]", pool.symbol_info(id).name);
        let history = pool.symbol(&name, Sort::Array { index, elem }, SymbolKind::Input);
        fresh.push(PerIteration { symbol, history });
    }
    Ok(fresh)
}

/// The inputs of iteration τ by the way that it goes; one entry where all ways are given the same.
fn inputs_by_path(
    pool: &TermPool,
    paths: &[Vec<TermId>],
    given: Vec<Vec<Input>>,
    during: &mut Substitution,
) -> Vec<(TermId, Vec<Input>)> {
    let several = given.iter().any(|g| *g != given[0]);
    let mut ways: Vec<(TermId, Vec<Input>)> = Vec::new();
    for (path, inputs) in paths.iter().zip(given) {
        let cond = during.apply(pool, pool.and_all(path));
        let parts = |i: &Input| i.parts.iter().map(|&p| during.clone().apply(pool, p)).collect();
        let inputs = inputs.iter().map(|i| Input { parts: parts(i), ..i.clone() }).collect();
        ways.push((cond, inputs));
        if !several {
            break;
        }
    }
    ways
}

/// How a run that leaves out iterations sets a place, if it can.
fn jump(pool: &TermPool, slot: &Slot, after: &FxHashMap<SymbolId, TermId>) -> Option<Jump> {
    let place = match slot.place {
        Place::Var(v) => Ok(v),
        Place::Cell { obj, off, size } => Err((obj, off, size)),
        Place::Array { .. } => return None,
    };
    let value = pool.as_symbol(slot.symbol).and_then(|id| after.get(&id)).copied()?;
    Some(Jump { place, object: slot.object, value: product(pool, value, slot.scale) })
}

/// The inputs that an iteration is given. An inner loop whose number of iterations is not known counts as one.
fn given_in(way: &Path, start: &State) -> Result<Vec<Input>, String> {
    let mut out = Vec::new();
    for event in way.state.events.iter().skip(start.events.len()) {
        match event {
            Event::Input(input) => out.push((**input).clone()),
            Event::Folded(fold) if fold.paths.iter().all(|p| p.1.is_empty()) => {}
            Event::Folded(_) => return Err("a loop inside is given inputs".into()),
            Event::Called(_) => return Err("a call inside is summarised".into()),
        }
    }
    Ok(out)
}

/// Symbols that stand for another value in each iteration, other than inputs: memory of objects that live for one
/// iteration only, undefined operands, parameters of loops inside.
pub(crate) fn per_iteration(machine: &Machine, start: &State, terms: impl Iterator<Item = TermId>) -> Vec<TermId> {
    let pool = &machine.pool;
    // Sequences of loops before this one are what they are; those of loops inside are others each time.
    let pc: FxHashSet<SymbolId> = start.pc.iter().flat_map(|&t| pool.free_symbols(t).to_vec()).collect();
    let mut out = Vec::new();
    for t in terms {
        for &id in pool.free_symbols(t).iter() {
            let new = match pool.symbol_info(id).kind {
                SymbolKind::Unwritten { object } => ObjId(object) >= start.heap.next_id(),
                SymbolKind::Sequence => !pc.contains(&id),
                SymbolKind::Kappa { at } => at as usize >= start.events.len(),
                SymbolKind::Undefined => true,
                _ => false,
            };
            if new {
                out.push(pool.symbol_term(id));
            }
        }
    }
    out
}

/// An exit for some numbers of iterations.
struct Part {
    /// What holds.
    conditions: Vec<TermId>,
    /// The values of the places.
    after: FxHashMap<SymbolId, TermId>,
    /// The number of iterations.
    count: TermId,
    /// Do sequences occur?
    hard: bool,
    /// Are there only a few iterations?
    short: bool,
}

impl Template {
    /// Has some place no closed form?
    pub fn is_hard(&self) -> bool {
        self.sequence.iter().any(|&open| open)
    }

    /// Adds what is known of sums that have no closed form.
    pub fn bound_sums(&mut self, machine: &Machine, asker: &mut Asker<'_>, it: &mut Iteration) {
        let pool = &machine.pool;
        for (i, slot) in it.slots.iter().enumerate() {
            let r = self.recurrences[i];
            let value = pool.as_symbol(r.symbol).and_then(|id| self.after.get(&id).copied());
            let (true, Some(value)) = (self.sequence[i], value) else { continue };
            // One that counts has a value made of what it counts.
            if pool.node(value).op != Op::Select {
                continue;
            }
            let mut all: Option<(i128, i128)> = None;
            for way in &mut it.cycles {
                let Some(after) = slot.value_in(machine, &mut way.state) else { return };
                let (least, greatest) = range(machine, asker, &way.state, pool.sub(after, r.symbol));
                all = Some(all.map_or((least, greatest), |(a, b)| (a.min(least), b.max(greatest))));
            }
            let fact = all.map_or(pool.true_(), |all| fact(pool, &r, value, self.kappa, all));
            if !pool.is_true(fact) {
                self.condition.push(fact);
            }
        }
    }

    /// Adds what holds of places without a closed form in all iterations.
    pub fn order_sequences(&mut self, machine: &Machine, asker: &mut Asker<'_>, s: &State, it: &mut Iteration) {
        let pool = &machine.pool;
        let ids: Vec<SymbolId> = self.recurrences.iter().filter_map(|r| pool.as_symbol(r.symbol)).collect();
        // Where the places' symbols stand for their first values as well, conditions on those would be ambiguous.
        let mentioned = |t: TermId| pool.free_symbols(t).iter().any(|id| ids.contains(id));
        if !self.is_hard() || self.recurrences.iter().any(|r| mentioned(r.initial)) {
            return;
        }
        let mut afters = Vec::new();
        for way in &mut it.cycles {
            let values: Option<Vec<TermId>> =
                it.slots.iter().map(|slot| slot.value_in(machine, &mut way.state)).collect();
            let Some(values) = values else { return };
            afters.push(ids.iter().copied().zip(values).collect::<FxHashMap<_, _>>());
        }
        let ways: Vec<_> = it.cycles.iter().map(|way| &way.state).zip(afters).collect();
        let places = Places { recurrences: &self.recurrences, sequence: &self.sequence, fresh: &self.fresh };
        let found = facts(machine, asker, s, &places, &ways);
        let bound = self.event.iteration;
        let (mut now, mut last) = (self.during.clone(), Substitution::new(self.after.clone()));
        let of =
            |value: fn(&Recurrence) -> TermId| ids.iter().copied().zip(self.recurrences.iter().map(value)).collect();
        let (mut first, mut next) = (Substitution::new(of(|r| r.initial)), Substitution::new(of(|r| r.update)));
        let mut holds = Vec::new();
        for c in found.invariants {
            holds.extend([last.apply(pool, c), pool.forall(bound, self.kappa, now.apply(pool, c))]);
        }
        for (number, order) in found.monotone {
            let end = last.apply(pool, number);
            // As what the iteration makes of it: one instance says it of what the iteration sees.
            let after = now.apply(pool, next.apply(pool, number));
            holds.push(order.holds(pool, first.apply(pool, number), end));
            holds.push(pool.forall(bound, self.kappa, order.holds(pool, after, end)));
        }
        self.condition.extend(holds.into_iter().filter(|&t| !pool.is_true(t)));
    }

    /// The bits of κ that count all states that the loop can be in, if it has places whose values do not repeat
    /// themselves as closed forms do, and if the conditions do not bound κ anyway.
    fn states(&self, pool: &TermPool, it: &Iteration, width: u32) -> Result<Option<u32>, String> {
        let inputs = |id: &SymbolId| self.fresh.iter().any(|f| pool.as_symbol(f.history) == Some(*id));
        let remembers = |i: usize| {
            let value = pool.as_symbol(self.recurrences[i].symbol).and_then(|id| self.after.get(&id));
            self.sequence[i] || value.is_some_and(|&v| pool.free_symbols(v).iter().any(inputs))
        };
        let (open, closed): (Vec<usize>, Vec<usize>) = (0..self.recurrences.len()).partition(|&i| remembers(i));
        if open.is_empty() || self.condition.iter().any(|&c| bounds(pool, self.kappa, c)) {
            return Ok(None);
        }
        let mut bits = if closed.is_empty() { 1 } else { width };
        for i in open {
            match pool.sort(it.slots[i].symbol) {
                Sort::Bv(w) => bits += w,
                _ => return Err("it may remember more than can be counted".into()),
            }
        }
        if bits > MAX_WIDTH { Err("it has more states than can be counted".into()) } else { Ok(Some(bits)) }
    }

    /// The states after the loop, those known to be unreachable left out. Ends with the first about which nothing is
    /// known.
    pub fn exits(&self, machine: &Machine, asker: &mut Asker<'_>, s: &State, it: Iteration) -> Vec<Exit> {
        let known = it.start.pc.len();
        let mut out = Vec::new();
        let mut sub = Substitution::new(self.after.clone());
        // What sequences leave open at once they mostly leave open for good.
        let mut bounded = if self.is_hard() { asker.at_most(tuning::WORK_PER_HARD_EXIT.get()) } else { asker.again() };
        let mut short = true;
        for way in it.exits {
            let mut part = self.part(machine, &mut bounded, s, &way.state.pc[known..], &mut sub);
            // One that may come late is enough for the loop to be long.
            short = short && (part.short || is_short(machine, &mut bounded, s, &part));
            part.short = short;
            out.extend(self.exit(machine, &mut bounded, s, &it.start, way, part, false));
            if out.last().is_some_and(|e| e.answer.is_err()) {
                break;
            }
        }
        // Where an exit is open already, the others do not count.
        if !self.side.is_empty() && out.iter().all(|e| e.answer.is_ok()) {
            self.beyond(machine, asker, s, &mut out);
        }
        out
    }

    /// The states after the loop if it runs less than so many times, and the one at its head if it runs as often as
    /// that, each iteration spelled out. `None` if that takes too large a formula.
    pub fn chunk(&self, machine: &Machine, asker: &mut Asker<'_>, s: &State, it: Iteration) -> Option<Vec<Exit>> {
        let pool = &machine.pool;
        // What each iteration was given is told by which way it went, and that by the sequences.
        if self.event.paths.len() > 1 {
            return None;
        }
        let known = it.start.pc.len();
        let width = pool.width(self.kappa);
        let most = pool.bv(tuning::CHUNK_ITERATIONS.get(), width);
        let e = expand(pool, &self.recurrences, &self.fresh, self.phi, width, tuning::CHUNK_ITERATIONS.get())?;
        let mut out = Vec::new();
        let mut open = false;
        for way in it.exits {
            let mut part = self.expanded(pool, &e, &way.state.pc[known..], self.kappa);
            part.conditions.push(pool.ult(self.kappa, most));
            out.extend(self.exit(machine, asker, s, &it.start, way, part, false));
            // The loop is unrolled then, which leaves no use for further answers.
            open = out.last().is_some_and(|e| e.answer.is_err());
            if open {
                break;
            }
        }
        if !open {
            let part = self.expanded(pool, &e, &[], most);
            let on = Path { state: it.start.clone(), end: None, hard: false };
            // First, so that depth first leaves before it goes on.
            let on = self.exit(machine, asker, s, &it.start, on, part, true);
            out.splice(0..0, on);
        }
        Some(out)
    }

    /// One way out under the conditions of a part; nothing if it is unreachable.
    #[allow(clippy::too_many_arguments)]
    fn exit(
        &self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        s: &State,
        start: &State,
        way: Path,
        part: Part,
        goes_on: bool,
    ) -> Option<Exit> {
        let pool = &machine.pool;
        let condition = pool.and_all(&part.conditions);
        let answer = asker.possible(s, condition)?;
        let mut state = way.state;
        state.substitute(pool, &mut Substitution::new(part.after), s.depth, &s.heap);
        state.take_conditions(s, part.conditions.iter().copied().filter(|t| !pool.is_true(*t)));
        let mut log = (*start.events).clone();
        log.push_back(Event::Folded(Arc::new(FoldedLoop { count: part.count, goes_on, ..self.event.clone() })));
        log.extend(state.events.iter().skip(start.events.len()).cloned());
        state.events = Arc::new(log);
        state.granted.clear();
        let (hard, short) = (way.hard || part.hard, part.short);
        Some(Exit { state, condition, answer, end: way.end, hard, short })
    }

    /// An exit with the conditions `own`, without quantifiers and sequences if the loop can only run a few times.
    fn part(
        &self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        s: &State,
        own: &[TermId],
        sub: &mut Substitution,
    ) -> Part {
        let pool = &machine.pool;
        let mut conditions: Vec<TermId> = self.condition.iter().chain(&self.side).copied().collect();
        conditions.extend(own.iter().map(|&c| sub.apply(pool, c)));
        let plain = plain(pool, &conditions);
        let sequences = self.is_hard();
        let quantified = plain.len() < conditions.len();
        // Where the conditions leave one number only, it takes the place of κ. Those without quantifiers are easy to
        // ask about, and mostly enough.
        let count = self.count(machine, asker, s, &plain);
        let few = count.and_then(|count| few(pool, count));
        let most = few.or_else(|| bound(pool, self.kappa, &plain));
        // What each iteration was given is told by which way it went, and that by the sequences.
        if (sequences || quantified)
            && self.event.paths.len() == 1
            && let Some(most) = most
        {
            let count = if few.is_some() { count.unwrap_or(self.kappa) } else { self.kappa };
            let e = expand(pool, &self.recurrences, &self.fresh, self.phi, pool.width(self.kappa), most);
            if let Some(e) = e {
                return self.expanded(pool, &e, own, count);
            }
        }
        let mut part =
            Part { conditions, after: self.after.clone(), count: self.kappa, hard: sequences, short: most.is_some() };
        if let (Some(count), Some(id)) = (count, pool.as_symbol(self.kappa)) {
            let mut fix = Substitution::new(FxHashMap::from_iter([(id, count)]));
            part.conditions.iter_mut().for_each(|t| *t = fix.apply(pool, *t));
            part.after.values_mut().for_each(|t| *t = fix.apply(pool, *t));
            part.count = count;
        }
        part
    }

    /// The part of an exit that an expansion covers.
    fn expanded(&self, pool: &TermPool, e: &Expansion, own: &[TermId], count: TermId) -> Part {
        let ids = self.recurrences.iter().map(|r| pool.as_symbol(r.symbol));
        // A closed form says the same as a choice among iterations, and says it shorter.
        let mut fix = Substitution::new(pool.as_symbol(self.kappa).map(|id| (id, count)).into_iter().collect());
        let values = (0..self.recurrences.len()).map(|place| {
            let closed = pool.as_symbol(self.recurrences[place].symbol).and_then(|id| self.after.get(&id));
            match closed {
                Some(&value) if self.side.is_empty() && !self.is_hard() => fix.apply(pool, value),
                _ => e.value(pool, place, count),
            }
        });
        let after: FxHashMap<SymbolId, TermId> = ids.zip(values).filter_map(|(id, v)| Some((id?, v))).collect();
        let mut conditions = e.condition(pool, count);
        let mut at_exit = Substitution::new(after.clone());
        conditions.extend(own.iter().map(|&c| at_exit.apply(pool, c)));
        Part { conditions, after, count, hard: false, short: true }
    }

    /// The number of iterations as a term, where conditions without quantifiers admit one only.
    pub(crate) fn count(
        &self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        s: &State,
        plain: &[TermId],
    ) -> Option<TermId> {
        let pool = &machine.pool;
        let count = determined(pool, self.kappa, plain)?;
        let only = self.is_only(machine, asker, s, plain, count);
        only.then(|| self.plainer(machine, asker, s, plain, count))
    }

    /// The only number of iterations that the conditions admit as a term without needless choices: where some side of a
    /// choice is the number in any case, as `n` is of `n = 0 ? 0 : n`, closed forms in terms of it are simpler.
    fn plainer(
        &self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        s: &State,
        conditions: &[TermId],
        mut count: TermId,
    ) -> TermId {
        let pool = &machine.pool;
        for _ in 0..tuning::CHOICES_OF_COUNT.get() {
            let node = pool.node(count);
            if node.op != Op::Ite {
                break;
            }
            let sides = node.args[1..].iter().copied().filter(|&side| pool.const_value(side).is_none());
            let Some(side) = sides.into_iter().find(|&t| self.is_only(machine, asker, s, conditions, t)) else { break };
            count = side;
        }
        count
    }

    /// Do the conditions admit no other number of iterations?
    fn is_only(
        &self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        s: &State,
        conditions: &[TermId],
        count: TermId,
    ) -> bool {
        let pool = &machine.pool;
        let other = pool.and(pool.and_all(conditions), pool.ne(self.kappa, count));
        matches!(asker.check(s, other), Answer::Unsat)
    }

    /// Numbers of iterations for which the closed forms are not known to hold: no answer there.
    fn beyond(&self, machine: &Machine, asker: &mut Asker<'_>, s: &State, out: &mut Vec<Exit>) {
        let pool = &machine.pool;
        let mut local = self.condition.clone();
        local.push(pool.not(pool.and_all(&self.side)));
        let condition = pool.and_all(&local);
        let Some(answer) = asker.possible(s, condition) else { return };
        let mut state = s.clone();
        state.pc.extend(local);
        // As with a question that is not answered, the loop is to be taken in other ways.
        let text = "a loop goes on beyond where its closed form holds";
        let answer = answer.and(Err(UnknownReason::Incomplete(text.into())));
        out.push(Exit { state, condition, answer, end: None, hard: false, short: false });
    }
}

/// Is it refuted, soon and without quantifiers, that a part comes after many iterations? Not asked where folding has no
/// limit: there is nothing that a short loop would make way for.
fn is_short(machine: &Machine, asker: &mut Asker<'_>, s: &State, part: &Part) -> bool {
    if asker.until.is_none() {
        return false;
    }
    let pool = &machine.pool;
    let mut conditions = plain(pool, &part.conditions);
    conditions.push(pool.ult(pool.bv(tuning::ITERATIONS_OF_SHORT_LOOP.get(), pool.width(part.count)), part.count));
    asker.at_most(tuning::WORK_PER_LENGTH.get()).possible(s, pool.and_all(&conditions)).is_none()
}

/// `∀ bound < limit. body` where that follows from the other conditions of the template. Instances of what only grows
/// in sequences of values lead a search for models, too, and refute most of what does not fit; those of counts do not.
fn implied(pool: &TermPool, bound: SymbolId, limit: TermId, body: TermId) -> TermId {
    let info = pool.symbol_info(bound);
    let own = pool.symbol(&info.name, info.sort, SymbolKind::Implied);
    let body = Substitution::new(FxHashMap::from_iter([(bound, own)])).apply(pool, body);
    pool.as_symbol(own).map_or(pool.true_(), |own| pool.forall(own, limit, body))
}

/// The conditions without quantifiers: easy to ask about.
pub(crate) fn plain(pool: &TermPool, conditions: &[TermId]) -> Vec<TermId> {
    conditions.iter().copied().filter(|&c| !is_quantified(pool, c)).collect()
}

/// The head of a loop, or the start of a function that calls itself.
pub type LoopHead = (FuncId, Loc);
