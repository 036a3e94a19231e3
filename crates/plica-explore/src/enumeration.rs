//! Enumeration: a run from its beginning in which inputs that have few values have one after the other.
//!
//! What decides is then known, so it is executed and not asked about (explicit-state search, as in Holzmann's *The
//! Model Checker SPIN*, IEEE TSE 1997, but that an input has no value until something is decided by it). A solver that
//! needs seconds for a product of three digits needs none for a thousand products. Calls are executed in place. Depth
//! first, so what is open is a value of each input at most. Oblivious to trees. Invariant: the paths that are open,
//! the values that are left, and the paths that have ended cover all inputs of the state that it begins with, but for
//! those on which a path comes to a state that another was in; each of them is one of the program's runs as far as it
//! goes.

use std::sync::Arc;

use plica_exec::{Alternative, Effect, Heap, Machine, Outcome, State, apply};
use plica_smt::{Answer, Ranges, Values, Work};
use plica_term::{ConstValue, Evaluator, Sort, Substitution, SymbolId, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::covered::Sights;
use crate::ended::Ended;
use crate::oracle::Asker;
use crate::samples::gcd;
use crate::tuning;
use crate::turn::{Turn, Went};

/// A path, and which part of all inputs it has.
#[derive(Clone, Debug)]
struct Way {
    state: State,
    /// The path condition with the values put in, as far as it does not hold by them.
    rest: Vec<TermId>,
    /// So many conditions of the path are in `rest`, or hold.
    looked_at: usize,
    /// What is known of inputs.
    ranges: Ranges,
    /// By so many conditions of the path.
    noted: usize,
    part: f64,
    /// Has control come to the head of a loop?
    at_head: bool,
    /// For so many batches nothing was decided.
    batches: u64,
}

impl Way {
    /// Of the inputs by which something is decided, the one to which the path condition leaves the fewest values, if
    /// these are few, and several.
    fn fewest_values(&mut self, pool: &TermPool, alternatives: &[Alternative]) -> Option<Few> {
        let new = &self.state.pc[self.noted.min(self.state.pc.len())..];
        new.iter().for_each(|&condition| self.ranges.note(pool, condition));
        self.noted = self.state.pc.len();
        let mut symbols: Vec<SymbolId> =
            alternatives.iter().flat_map(|a| pool.free_symbols(a.cond).iter().copied().collect::<Vec<_>>()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let values = |&symbol: &SymbolId| match pool.symbol_info(symbol) {
            info if info.kind.may_be_put_in() && matches!(info.sort, Sort::Bv(_)) => {
                Some((symbol, self.ranges.values(pool, pool.symbol_term(symbol))))
            }
            _ => None,
        };
        let few = |(_, values): &(SymbolId, Values)| (2..=tuning::VALUES_GIVEN.get()).contains(&values.count);
        let (symbol, values) = symbols.iter().filter_map(values).filter(few).min_by_key(|(_, values)| values.count)?;
        Some(Few { symbol, values, alone: symbols.len() == 1 })
    }
}

/// How far apart places are of which the first are everywhere among so many, and all of them each: a golden section.
fn stride(count: u128) -> u128 {
    let is_prime_to = |stride: &u128| gcd(*stride, count) == 1;
    (count * 618 / 1000..count).find(is_prime_to).unwrap_or(1)
}

/// A path on which an input has one of these values; those before were looked at.
#[derive(Debug)]
struct Split {
    way: Way,
    symbol: SymbolId,
    values: Values,
    next: u128,
    /// So many places after it the next value is.
    stride: u128,
}

#[derive(Debug)]
enum Open {
    Way(Way),
    Split(Split),
}

/// See the module's description.
#[derive(Debug)]
pub(crate) struct Enumeration {
    /// What has not changed since is the same in all states, whatever values inputs have.
    start: Heap,
    /// The last goes on first.
    open: Vec<Open>,
    ended: Ended,
    /// States seen before; each of them goes on, or is open.
    seen: Sights,
    /// The part of all inputs that was looked at to the end.
    done: f64,
    /// What it had cost when that was asked last, the part of all inputs that was done, and paths that had ended in
    /// states seen before.
    before: (Work, f64, u64),
    /// How many paths and values were open at once, and how many values had been given then.
    deepest: (usize, u64),
    /// Commands executed.
    pub steps: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Values given.
    pub given: u64,
    /// Paths that ended in states seen before.
    pub covered: u64,
}

impl Enumeration {
    /// The run from a state on, at which there is this event, to its end.
    pub fn of_run(machine: &Machine, start: Heap, state: State, event: Option<Outcome>) -> Enumeration {
        let mut all = Enumeration {
            start,
            open: Vec::new(),
            ended: Ended::default(),
            seen: Sights::default(),
            done: 0.0,
            before: (Work::NONE, 0.0, 0),
            deepest: (0, 0),
            steps: 0,
            decisions: 0,
            given: 0,
            covered: 0,
        };
        let (rest, looked_at) = (state.pc.clone(), state.pc.len());
        let way =
            Way { state, rest, looked_at, ranges: Ranges::default(), noted: 0, part: 1.0, at_head: false, batches: 0 };
        all.arrive(machine, way, event);
        all
    }

    /// What is left to do, by what part of the inputs was looked at for so much: all in all, or since this was asked
    /// last if that was less. Depth first, what is soon looked at may come first. Where many values lead to states seen
    /// before there are fewer of these than by that, and as much is left as was spent, for all that is known: but not
    /// while it goes deeper and deeper, which it does for ever where states never come again. As long as no value was
    /// given walking does the same.
    pub fn left(&mut self, spent: Work) -> Option<Work> {
        if self.given == 0 {
            return None;
        }
        let rest = 1.0 - self.done;
        let left = |cost: Work, part: f64| (part > 0.0).then(|| cost.as_units() as f64 * (rest / part));
        let (before, done, covered) = std::mem::replace(&mut self.before, (spent, self.done, self.covered));
        let all_in_all = left(spent, self.done);
        let lately = left(spent.minus(before), self.done - done);
        let left = all_in_all.zip(lately).map(|(all, lately)| Work::units(all.max(lately) as u64));
        let many = self.given >= tuning::VALUES_BEFORE_JUDGING.get() && 4 * self.covered >= self.given;
        let deepens = 2 * self.deepest.1 >= self.given;
        if many && self.covered > covered && !deepens { Some(left.map_or(spent, |left| left.min(spent))) } else { left }
    }

    /// Follows paths for a turn. A path that was at a head in a state like this before is not followed.
    pub fn go_on(&mut self, machine: &Machine, turn: &mut Turn<'_>) -> Went {
        let before = self.executed(machine);
        while let Some(open) = self.open.pop() {
            if self.open.len() > self.deepest.0 {
                self.deepest = (self.open.len(), self.given);
            }
            let ended = self.ended.len();
            let went = match open {
                Open::Way(way) if way.at_head && self.was_seen(machine, turn, &way.state) => {
                    self.covered += 1;
                    self.end(machine, way, Outcome::Finished);
                    true
                }
                Open::Way(way) => self.follow(machine, &mut turn.asker, way),
                Open::Split(split) => self.give(machine, &mut turn.asker, split),
            };
            let executed = self.executed(machine).minus(before);
            if !went {
                return turn.without_answer(executed);
            }
            if let Some((state, fault)) = self.ended.fault(ended) {
                return Went::Fault(Box::new(state.clone()), fault.clone());
            }
            if turn.is_over(machine, executed) {
                return if self.open.is_empty() { Went::Done } else { Went::Spent };
            }
        }
        Went::Done
    }

    /// Was a path at a head in a state like this before? Comparing them is most of what is done where they are.
    fn was_seen(&mut self, machine: &Machine, turn: &mut Turn<'_>, s: &State) -> bool {
        let before = machine.config.meter.described();
        let seen = turn.was_seen(&mut self.seen, machine, s);
        machine.config.meter.spend(machine.config.meter.described() - before);
        seen
    }

    /// The work that was not done by who answers questions.
    fn executed(&self, machine: &Machine) -> Work {
        let decided = tuning::WORK_PER_DECISION.get().part(self.decisions, 1);
        Work::of_commands(self.steps + machine.config.meter.commands()).plus(decided)
    }

    /// What has ended, with how it did.
    pub fn finish(self) -> Vec<(State, Option<Outcome>)> {
        self.ended.all().map(|(state, end)| (state, Some(end))).collect()
    }

    /// Follows a path to a decision, or for a batch. False if there is no answer about it.
    fn follow(&mut self, machine: &Machine, asker: &mut Asker<'_>, mut way: Way) -> bool {
        way.at_head = false;
        let before = way.state.steps;
        let event = machine.run(&mut way.state, tuning::COMMANDS_PER_BATCH.get());
        self.steps += way.state.steps - before;
        match event {
            Outcome::Decide(alternatives) => return self.decide(machine, asker, way, alternatives),
            // What goes round for ever comes to nothing. To look is a small part of what was executed.
            Outcome::Pause if self.goes_round(machine, &mut way) => self.end(machine, way, Outcome::Finished),
            event => self.arrive(machine, way, Some(event)),
        }
        true
    }

    fn goes_round(&mut self, machine: &Machine, way: &mut Way) -> bool {
        way.batches += 1;
        let before = way.state.steps;
        let worth_a_look = way.batches * tuning::COMMANDS_PER_BATCH.get() / tuning::PART_LOOKED_AT.get();
        let found = way.batches.is_power_of_two() && machine.goes_round(&mut way.state, worth_a_look);
        self.steps += way.state.steps - before;
        found
    }

    /// A path decides: by an input that has few values if there is one. False if there is no answer.
    fn decide(
        &mut self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        mut way: Way,
        alternatives: Vec<Alternative>,
    ) -> bool {
        self.decisions += 1;
        way.batches = 0;
        let pool = &machine.pool;
        let few = way.fewest_values(pool, &alternatives);
        let sides = match few {
            // What is the same for many values is seen at once, if that is soon seen.
            Some(Few { alone: true, ref values, .. }) if values.count > tuning::VALUES_NOT_ASKED_ABOUT.get() => {
                asker.at_most(tuning::WORK_PER_QUESTION_OF_VALUES.get()).feasible(machine, &way.state, alternatives)
            }
            Some(_) => Vec::new(),
            None => asker.feasible(machine, &way.state, alternatives),
        };
        if sides.is_empty() || sides.iter().any(|side| side.answer.is_err()) {
            let Some(Few { symbol, values, .. }) = few else {
                self.open.push(Open::Way(way));
                return false;
            };
            machine.unquiet(&way.state);
            let new = way.looked_at.min(way.state.pc.len());
            way.rest.extend_from_slice(&way.state.pc[new..]);
            way.looked_at = way.state.pc.len();
            let stride = stride(values.count);
            self.open.push(Open::Split(Split { way, symbol, values, next: 0, stride }));
            return true;
        }
        let forks = sides.len() > 1;
        if forks {
            machine.unquiet(&way.state);
        }
        let mut onward: Vec<(Way, Option<Outcome>)> = Vec::with_capacity(sides.len());
        for side in sides {
            let mut next = way.clone();
            if let Ok(model) = side.answer {
                next.state.model = model;
            }
            // Where an input pointer leads does not follow from the other sides being closed.
            if forks || matches!(side.alternative.effect, Effect::Point(..)) {
                next.state.pc.push(side.alternative.cond);
                next.state.learn(pool, side.alternative.cond);
            }
            let event = apply(machine, &mut next.state, side.alternative);
            onward.push((next, event));
        }
        // Inputs that an assumption leaves out are no part of them.
        let counts = |event: &Option<Outcome>| *event != Some(Outcome::Infeasible);
        let part = way.part / onward.iter().filter(|(_, event)| counts(event)).count().max(1) as f64;
        for (next, event) in onward.into_iter().rev() {
            let part = if counts(&event) { part } else { 0.0 };
            self.arrive(machine, Way { part, ..next }, event);
        }
        true
    }

    /// The next value of an input. False if there is no answer whether it can have it.
    fn give(&mut self, machine: &Machine, asker: &mut Asker<'_>, mut split: Split) -> bool {
        // Not in order: what small values come to is not what others do, and what was looked at is to say what is left.
        let count = split.values.count;
        let Some(value) = split.values.get((split.next * split.stride) % count) else { return true };
        let part = split.way.part / count as f64;
        let known = machine.pool.bv(value, machine.pool.width(machine.pool.symbol_term(split.symbol)));
        let mut put = Substitution::new(FxHashMap::from_iter([(split.symbol, known)]));
        let given = with(machine, asker, (&split, &self.start), (value, &mut put));
        let terms = put.looked_at() * tuning::COMMANDS_PER_TERM.get();
        machine.config.meter.spend(tuning::COMMANDS_PER_VALUE.get() + terms);
        let Some((way, end)) = given else {
            self.open.push(Open::Split(split));
            return false;
        };
        split.next += 1;
        self.given += 1;
        if split.next < count {
            self.open.push(Open::Split(split));
        }
        self.arrive(machine, Way { part, ..way }, end);
        true
    }

    /// Control has moved: the path goes on, or has ended.
    fn arrive(&mut self, machine: &Machine, mut way: Way, event: Option<Outcome>) {
        match event {
            None | Some(Outcome::Pause) => self.open.push(Open::Way(way)),
            Some(Outcome::Head | Outcome::Entered) => {
                way.state.enter_loop();
                way.at_head = true;
                self.open.push(Open::Way(way));
            }
            Some(Outcome::Left) => match machine.border(&mut way.state) {
                None => self.open.push(Open::Way(way)),
                event => self.arrive(machine, way, event),
            },
            // The run is over, and the path is where it was.
            Some(Outcome::Stop(stop)) if stop.kind.is_of_run() => self.open.push(Open::Way(way)),
            Some(end) => self.end(machine, way, end),
        }
    }

    fn end(&mut self, machine: &Machine, way: Way, end: Outcome) {
        self.done += way.part;
        self.ended.add(&machine.pool, way.state, end, false);
    }
}

/// The path on which an input has a value, and how it ends if it cannot have it. `None` if there is no answer.
fn with(
    machine: &Machine,
    asker: &mut Asker<'_>,
    (split, start): (&Split, &Heap),
    (value, put): (u128, &mut Substitution),
) -> Option<(Way, Option<Outcome>)> {
    let pool = &machine.pool;
    let symbol = pool.symbol_term(split.symbol);
    let none = || Some((split.way.clone(), Some(Outcome::Infeasible)));
    let mut way = split.way.clone();
    let s = &mut way.state;
    let mut model = (*s.model).clone();
    model.set(split.symbol, ConstValue::Bv(value));
    // Where nothing else decides, a condition holds now or never.
    let mut eval = Evaluator::new(pool, &model);
    let mut satisfied = true;
    for condition in std::mem::take(&mut way.rest) {
        let holds = eval.try_bits(condition).map(|bits| bits == 1);
        let alone = pool.few_free_symbols(condition) == Some(&[split.symbol]);
        match holds.filter(|_| alone) {
            Some(true) => {}
            Some(false) => return none(),
            None => {
                way.rest.push(condition);
                satisfied &= holds == Some(true);
            }
        }
    }
    drop(eval);
    way.rest.iter_mut().for_each(|condition| *condition = put.apply(pool, *condition));
    way.rest.retain(|&condition| !pool.is_true(condition));
    if way.rest.iter().any(|&condition| pool.is_false(condition)) {
        return none();
    }
    s.pc.push(pool.eq(symbol, put.apply(pool, symbol)));
    way.ranges.set(pool, symbol, value);
    way.looked_at = s.pc.len();
    s.model = Arc::new(model);
    if !satisfied {
        match asker.check(s, pool.true_()) {
            Answer::Sat(model) => s.model = model,
            Answer::Unsat => return none(),
            Answer::Unknown(_) => return None,
        }
    }
    let bytes = s.substitute(pool, put, 0, start);
    machine.config.meter.spend(bytes / tuning::BYTES_SUBSTITUTED.get());
    Some((way, None))
}

/// An input by which something is decided, and that has few values.
struct Few {
    symbol: SymbolId,
    values: Values,
    /// Is it the only one?
    alone: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value comes once, and the first of them are everywhere: of any eighth of the places there is one among the
    /// first twenty.
    #[test]
    fn values_are_given_from_everywhere() {
        for count in 2..2000u128 {
            let places: Vec<u128> = (0..count).map(|next| (next * stride(count)) % count).collect();
            let mut sorted = places.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count), "{count}");
            let near = |part: u128| places.iter().take(20).any(|place| place * 8 / count == part);
            assert!(count < 64 || (0..8).all(near), "{count}");
        }
    }
}
