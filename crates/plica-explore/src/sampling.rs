//! Concrete runs for what numbers are at heads of loops, where candidate invariants are looked for.
//!
//! Oblivious to what is made of the values. Invariant: only runs count that no assumption of the program ends.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use plica_exec::{CellName, Machine, ObjId, Outcome, State, execute_seen};
use plica_ir::{FuncId, Loc};
use plica_term::{Model, Sort, TermId, TermPool, sign_extend};
use rustc_hash::FxHashMap;

use crate::course::Course;
use crate::explorer::Explorer;
use crate::general::Generaliser;
use crate::mutation::Given;
use crate::samples::Samples;
use crate::tuning;

/// Numbers that are looked at together, each with a term of its sort.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    /// The numbers: first some of one width, which are looked at for equations; the others tell rows apart.
    pub cells: Vec<(CellName, TermId)>,
    /// What they were.
    pub samples: Samples,
    /// How often a run came to the head, at most.
    pub rounds: usize,
}

impl Watched {
    /// What is looked at at a head where these numbers are, of which some are not known.
    pub fn at(pool: &TermPool, unknown: &[(CellName, TermId)], all: &[(CellName, TermId)]) -> Vec<Watched> {
        let mut sorts: Vec<Sort> = Vec::new();
        for &(_, like) in unknown {
            if !sorts.contains(&pool.sort(like)) {
                sorts.push(pool.sort(like));
            }
        }
        let of_sort = |sort: Sort| {
            let alike = unknown.iter().copied().filter(|(_, like)| pool.sort(*like) == sort);
            let mut cells: Vec<(CellName, TermId)> = alike.take(tuning::CELLS_IN_EQUATIONS.get()).collect();
            let samples = Samples::new(cells.len());
            let others = all.iter().copied().filter(|(cell, _)| cells.iter().all(|(known, _)| known != cell));
            let others: Vec<(CellName, TermId)> = others.take(tuning::CELLS_AS_PARTS.get()).collect();
            let is_one = cells.len() < 2;
            cells.extend(others);
            (!is_one).then_some(Watched { cells, samples, rounds: 0 })
        };
        sorts.into_iter().filter_map(of_sort).collect()
    }
}

/// How often a run has come to a head, and what was seen the first times: the values of what is looked at together.
#[derive(Default)]
struct Seen {
    times: usize,
    rows: Vec<Vec<Option<Vec<i128>>>>,
}

/// What is looked at, by where control is, in all frames.
pub(crate) type WatchedHeads = BTreeMap<Vec<(FuncId, Loc)>, Vec<Watched>>;

/// See the module's description.
pub(crate) struct Watch {
    /// Whose numbers.
    pub machine: Arc<Machine>,
    /// Objects that are there from the start and were written somewhere.
    pub written: BTreeSet<ObjId>,
    /// What is looked at.
    pub heads: WatchedHeads,
}

impl Watch {
    fn is_full(&self) -> bool {
        self.heads.values().flatten().all(|watched| watched.samples.are_enough())
    }

    /// What a state says of what is looked at there.
    fn see(&self, s: &State, seen: &mut FxHashMap<Vec<(FuncId, Loc)>, Seen>) {
        let head = s.backtrace();
        let Some(watched) = self.heads.get(&head) else { return };
        let seen = seen.entry(head).or_default();
        seen.times += 1;
        if seen.times > tuning::SAMPLES_PER_RUN.get() {
            return;
        }
        let pool = &self.machine.pool;
        let numbers: FxHashMap<CellName, TermId> =
            self.machine.numbers(s, self.written.iter().copied()).into_iter().collect();
        let value = |(cell, _): &(CellName, TermId)| {
            let t = *numbers.get(cell)?;
            Some(sign_extend(pool.const_value(t)?, pool.width(t)))
        };
        seen.rows.push(watched.iter().map(|watched| watched.cells.iter().map(value).collect()).collect());
    }
}

impl Explorer<'_> {
    /// Executes the program on inputs of small numbers, if there is something to be looked at in a course.
    pub(crate) fn sample(&mut self, course: Course) {
        let Some(mut watch) = self.generalisers.of(course).and_then(Generaliser::watch) else {
            return;
        };
        let mut random = fastrand::Rng::with_seed(0);
        let mut inputs: Vec<Vec<Given>> = vec![Vec::new()];
        for _ in 0..tuning::SAMPLING_RUNS.get() {
            if watch.is_full() {
                break;
            }
            // A run goes on for longer the more inputs it is given that are not zero.
            let parts = |at: &usize| inputs[*at].iter().map(|given| given.parts.len()).sum::<usize>();
            let longest = (0..inputs.len()).max_by_key(parts).unwrap_or_default();
            let at = if random.bool() { longest } else { random.usize(..inputs.len()) };
            let mut input = inputs[at].clone();
            input.iter_mut().for_each(|given| given.make_small(&mut random));
            let mut seen = FxHashMap::default();
            let values = input.iter().map(|given| (given.name.clone(), given.parts.iter().copied().collect()));
            let limit = tuning::COMMANDS_OF_SAMPLING_RUN.get();
            let see = &mut |s: &State| watch.see(s, &mut seen);
            let Some(run) = execute_seen(self.machine, self.setup, values, limit, see) else { continue };
            let Some(given) = self.given(&run.inputs, &Model::new()) else { break };
            inputs.push(given);
            if run.end == Outcome::Infeasible {
                continue;
            }
            for (head, seen) in seen {
                let Some(watched) = watch.heads.get_mut(&head) else { continue };
                watched.iter_mut().for_each(|watched| watched.rounds = watched.rounds.max(seen.times));
                for row in seen.rows {
                    let samples = watched.iter_mut().map(|watched| &mut watched.samples);
                    samples.zip(row).for_each(|(samples, row)| row.into_iter().for_each(|row| samples.add(row)));
                }
            }
        }
        if let Some(generaliser) = self.generalisers.of_mut(course) {
            generaliser.take_samples(watch.heads);
        }
    }
}
