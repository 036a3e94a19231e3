//! A region: a loop executed on a state, or a run from its beginning, with paths merged where they meet.
//!
//! The path that is farthest behind goes on first, so that the others wait for it where control flow joins
//! (Kuznetsov, Kinder, Bucur, Candea: *Efficient State Merging in Symbolic Execution*, PLDI 2012; regions as in
//! Avgerinos, Rebert, Cha, Brumley: *Enhancing Symbolic Execution with Veritesting*, ICSE 2014). Calls are executed in
//! place. Oblivious to trees and to what becomes of what comes out. Invariant: the paths that are open, that have come
//! out and that have ended cover all inputs of the state at the head, and each of them is one of the program's runs as
//! far as it goes. A path that is at the head of a loop in a state seen there before ends: the one that was there is
//! followed, and all ways on are ways on of that one (docs/theory.md, T13b).

mod forks;
mod progress;

use std::collections::BTreeMap;

use plica_exec::{Alternative, Effect, LoopScopeId, Machine, Outcome, State, apply};
use plica_ir::Loc;
use plica_smt::Work;

use crate::covered::Sights;
use crate::ended::Ended;
use crate::oracle::Asker;
use crate::tuning;
use crate::turn::{Turn, Went};
use forks::{Forks, NodeIx};
use progress::{Progress, Rounds, progress};

/// A path in a region.
#[derive(Clone, Debug)]
struct Way {
    state: State,
    node: NodeIx,
    rounds: Rounds,
    /// Has it come to the head of a loop, and not been looked at there?
    at_head: bool,
}

/// See the module's description.
#[derive(Debug)]
pub(crate) struct Region {
    /// The loop; nothing if it is the run.
    scope: Option<LoopScopeId>,
    /// The callers of its function.
    depth: u32,
    forks: Forks,
    /// By how far they have come.
    open: BTreeMap<Progress, Vec<Way>>,
    count: usize,
    /// Were there many paths at one place that could not be merged?
    apart: bool,
    /// Out of the loop.
    out: Vec<Way>,
    ended: Ended,
    /// Are the paths that were merged of interest one by one? Then they are kept until somebody takes them.
    keep: bool,
    merged: Vec<State>,
    /// States at heads of loops.
    seen: Sights,
    /// Commands executed.
    pub steps: u64,
    /// Terms that were made by batches of these without a decision.
    pub terms: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Paths that ended in states seen before.
    pub covered: u64,
}

impl Region {
    /// The loop at whose head a state is. With `keep` paths that are merged are kept.
    pub fn of_loop(machine: &Machine, mut state: State, keep: bool) -> Region {
        state.fence();
        let scope = state.scope_at_head().map_or(0, |scope| scope.id);
        let mut rounds = Rounds::default();
        rounds.arrive(&state, false);
        let mut region = Region::new(machine, Some(scope), &state, keep);
        region.put(machine, Way { state, node: NodeIx::ROOT, rounds, at_head: false });
        region
    }

    /// The run from a state on, at which there is this event, to its end.
    pub fn of_run(machine: &Machine, state: State, event: Option<Outcome>, keep: bool) -> Region {
        let way = Way { state, node: NodeIx::ROOT, rounds: Rounds::default(), at_head: false };
        let mut region = Region::new(machine, None, &way.state, keep);
        region.arrive(machine, way, event);
        region
    }

    fn new(machine: &Machine, scope: Option<LoopScopeId>, state: &State, keep: bool) -> Region {
        Region {
            scope,
            depth: state.depth,
            forks: Forks::new(&machine.pool, state.pc.len()),
            open: BTreeMap::new(),
            count: 0,
            apart: false,
            out: Vec::new(),
            ended: Ended::default(),
            keep,
            merged: Vec::new(),
            seen: Sights::default(),
            steps: 0,
            terms: 0,
            decisions: 0,
            covered: 0,
        }
    }

    fn put(&mut self, machine: &Machine, way: Way) {
        let key = progress(machine, &way.state, &way.rounds, self.depth);
        self.open.entry(key).or_default().push(way);
        self.count += 1;
    }

    /// Follows paths for a turn. A path that was at a head in a state like this before is not followed.
    pub fn go_on(&mut self, machine: &Machine, turn: &mut Turn<'_>) -> Went {
        let (steps, terms, decisions) = (self.steps, self.terms, self.decisions);
        while let Some((_, ways)) = self.open.pop_first() {
            self.count -= ways.len();
            let mut ways = self.meet(machine, ways).into_iter();
            if self.merged.len() >= tuning::MERGED_PATHS_KEPT.get() {
                ways.for_each(|way| self.put(machine, way));
                return Went::Merged;
            }
            while let Some(mut way) = ways.next() {
                if std::mem::take(&mut way.at_head) && turn.was_seen(&mut self.seen, machine, &way.state) {
                    self.covered += 1;
                    self.end(machine, way, Outcome::Finished);
                    continue;
                }
                let before = self.ended.len();
                let went = self.follow(machine, &mut turn.asker, way);
                let decided = tuning::WORK_PER_DECISION.get().part(self.decisions - decisions, 1);
                let made = tuning::WORK_PER_QUIET_TERM.get().part(self.terms - terms, 1);
                let executed = Work::of_commands(self.steps - steps).plus(made).plus(decided);
                let went = match (went, self.ended.fault(before)) {
                    (false, _) => Some(turn.without_answer(executed)),
                    (true, Some((state, fault))) => Some(Went::Fault(Box::new(state.clone()), fault.clone())),
                    _ if self.apart || self.count > tuning::PATHS_IN_REGION.get() || self.is_stuck() => {
                        Some(Went::Refused)
                    }
                    _ if turn.is_over(machine, executed) => Some(Went::Spent),
                    _ => None,
                };
                if let Some(went) = went {
                    ways.for_each(|way| self.put(machine, way));
                    return went;
                }
            }
        }
        self.out = self.take_out(machine);
        Went::Done
    }

    /// Do paths wait for one that goes round and round?
    fn is_stuck(&self) -> bool {
        let waits = self.count > 1 || !self.out.is_empty();
        let rounds = |way: &Way| way.rounds.inside();
        let first = self.open.first_key_value().and_then(|(_, ways)| ways.iter().map(rounds).max());
        waits && first.is_some_and(|rounds| rounds > tuning::ROUNDS_WAITED_FOR.get())
    }

    /// What came out and what has ended, with how it did.
    pub fn finish(self) -> Vec<(State, Option<Outcome>)> {
        let out = self.out.into_iter().map(|way| (way.state, None));
        out.chain(self.ended.all().map(|(state, end)| (state, Some(end)))).collect()
    }

    /// Paths that were merged since this was last asked.
    pub fn merged(&mut self) -> Vec<State> {
        std::mem::take(&mut self.merged)
    }

    /// Merges what came out where it meets.
    fn take_out(&mut self, machine: &Machine) -> Vec<Way> {
        let mut places: BTreeMap<Progress, Vec<Way>> = BTreeMap::new();
        for way in std::mem::take(&mut self.out) {
            places.entry(progress(machine, &way.state, &Rounds::default(), 0)).or_default().push(way);
        }
        places.into_values().flat_map(|ways| self.meet(machine, ways)).collect()
    }

    /// Paths at the same place: those that can be go on as one.
    fn meet(&mut self, machine: &Machine, ways: Vec<Way>) -> Vec<Way> {
        let mut classes: Vec<Vec<Way>> = Vec::new();
        for way in ways {
            match classes.iter_mut().find(|class| machine.may_merge(&class[0].state, &way.state)) {
                Some(class) => class.push(way),
                None => classes.push(vec![way]),
            }
        }
        self.apart |= classes.len() > tuning::PATHS_APART.get();
        classes.into_iter().flat_map(|class| self.join(machine, class)).collect()
    }

    fn join(&mut self, machine: &Machine, class: Vec<Way>) -> Vec<Way> {
        let [first, _, ..] = &class[..] else { return class };
        let nodes: Vec<NodeIx> = class.iter().map(|way| way.node).collect();
        let union = self.forks.union(&machine.pool, &nodes);
        let mut pc = first.state.pc[..union.decided].to_vec();
        pc.extend(union.cond);
        let states: Vec<&State> = class.iter().map(|way| &way.state).collect();
        let Some(state) = machine.merge(&states, &union.pick, pc) else { return class };
        let node = self.forks.join(&machine.pool, &nodes, &union);
        let rounds = first.rounds.clone();
        // What is known of one of them that was looked at is to be followed.
        let at_head = class.iter().all(|way| way.at_head);
        if self.keep {
            self.merged.extend(class.into_iter().map(|way| way.state));
        }
        vec![Way { state, node, rounds, at_head }]
    }

    /// Follows a path to where others may meet it, or to a decision. False if there is no answer about it.
    fn follow(&mut self, machine: &Machine, asker: &mut Asker<'_>, mut way: Way) -> bool {
        loop {
            let (before, at) = (way.state.steps, (way.state.depth, way.state.top.func, way.state.top.loc));
            let terms = machine.pool.len();
            let most = tuning::COMMANDS_PER_BATCH.get();
            let event = match self.open.is_empty() {
                true => machine.run(&mut way.state, most),
                false => machine.run_to_join(&mut way.state, most),
            };
            self.steps += way.state.steps - before;
            if event == Outcome::Pause {
                self.terms += (machine.pool.len() - terms) as u64;
            }
            let stays = (way.state.depth, way.state.top.func, way.state.top.loc) == at;
            if event == Outcome::Pause && stays && way.state.steps <= before + 1 {
                // What is true of one path and not of another cannot be said of both.
                self.put(machine, way);
                return false;
            }
            let Outcome::Decide(alternatives) = event else {
                self.arrive(machine, way, Some(event));
                return true;
            };
            match self.decide(machine, asker, way, alternatives) {
                Some(Some(on)) => way = on,
                Some(None) => return true,
                None => return false,
            }
        }
    }

    /// A path decides: the path if it goes on by one side, nothing if it was split; `None` if there is no answer.
    fn decide(
        &mut self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        mut way: Way,
        alternatives: Vec<Alternative>,
    ) -> Option<Option<Way>> {
        self.decisions += 1;
        let taken = |asker: &Asker<'_>| asker.reach.work().plus(asker.reach.saved());
        let before = taken(asker);
        let mut sides = asker.feasible(machine, &way.state, alternatives);
        if let [side] = &sides[..]
            && let Ok(model) = &side.answer
        {
            way.state.model = model.clone();
            let alternative = sides.pop()?.alternative;
            if matches!(alternative.effect, Effect::Point(..)) {
                // Where an input pointer leads does not follow from the other sides being closed.
                way.state.pc.push(alternative.cond);
                way.node = self.forks.narrow(way.node, alternative.cond);
            } else if taken(asker).minus(before) >= tuning::WORK_OF_LEMMA.get() {
                // What took long to prove makes it easier to prove the like of it in the next iteration.
                way.state.pc.push(alternative.cond);
                self.forks.lengthen(way.node);
            }
            let event = self.apply(machine, &mut way, alternative);
            if event.is_none() && !way.state.granted.is_empty() {
                return Some(Some(way));
            }
            self.arrive(machine, way, event);
            return Some(None);
        }
        if sides.is_empty() || sides.iter().any(|side| side.answer.is_err()) {
            // With more work there may be an answer.
            self.put(machine, way);
            return None;
        }
        machine.unquiet(&way.state);
        let conds: Vec<_> = sides.iter().map(|side| side.alternative.cond).collect();
        let points = sides.iter().any(|side| matches!(side.alternative.effect, Effect::Point(..)));
        let nodes = self.forks.split(way.node, &conds, !points);
        for (side, node) in sides.into_iter().zip(nodes) {
            let mut next = Way { node, ..way.clone() };
            next.state.model = side.answer.ok()?;
            next.state.pc.push(side.alternative.cond);
            next.state.learn(&machine.pool, side.alternative.cond);
            let event = self.apply(machine, &mut next, side.alternative);
            self.arrive(machine, next, event);
        }
        Some(None)
    }

    /// Carries out an alternative's effect on a path that has its condition.
    fn apply(&mut self, machine: &Machine, way: &mut Way, alternative: Alternative) -> Option<Outcome> {
        let length = way.state.pc.len();
        let event = apply(machine, &mut way.state, alternative);
        // A condition may have been replaced by what it is made of.
        (length..way.state.pc.len()).for_each(|_| self.forks.lengthen(way.node));
        event
    }

    /// Control has moved: the path goes on, has come out, or has ended.
    fn arrive(&mut self, machine: &Machine, mut way: Way, event: Option<Outcome>) {
        match event {
            None | Some(Outcome::Join | Outcome::Pause) => self.put(machine, way),
            Some(Outcome::Head) => {
                let again = way.state.scope_at_head().is_some();
                if way.state.top.loc == Loc(0) {
                    way.state.enter_loop();
                } else {
                    way.rounds.arrive(&way.state, again);
                    way.state.fence();
                    way.at_head = true;
                }
                self.put(machine, way);
            }
            Some(Outcome::Left) if self.scope.is_some_and(|scope| !way.state.is_within(scope)) => self.out.push(way),
            // Out of a loop inside.
            Some(Outcome::Left) => match machine.border(&mut way.state) {
                None => self.put(machine, way),
                event => self.arrive(machine, way, event),
            },
            // The run is over, and the path is where it was.
            Some(Outcome::Stop(stop)) if stop.kind.is_of_run() => self.put(machine, way),
            Some(end) => self.end(machine, way, end),
        }
    }

    /// A path has ended.
    fn end(&mut self, machine: &Machine, way: Way, end: Outcome) {
        self.forks.end(way.node);
        self.ended.add(&machine.pool, way.state, end, self.keep);
    }
}
