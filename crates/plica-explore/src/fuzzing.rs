//! Fuzzing: a share of the work goes into concrete runs on inputs that are made by chance from those of other runs,
//! which come to places that other runs did not come to (hybrid concolic testing: Majumdar and Sen, ICSE 2007; the
//! feedback is that of AFL).
//!
//! Many errors need no condition to be solved: a tenth of all inputs fails, while the first question about a path is
//! one that no solver answers. And what exploring finds out, inputs of paths, is what fuzzing goes on from. Oblivious
//! to trees. Invariant: no verdict but *violated* depends on it, since what it finds is a run of the program; it sees
//! counts only, so that it is the same on every machine.

use std::sync::Arc;

use plica_exec::{
    Alternative, Event, Events, FaultKind, Input, Machine, Outcome, Run, UnitId, Witness, execute_on, spelled,
};
use plica_ir::Program;
use plica_smt::{Budget, Work};
use plica_term::{Evaluator, Model};
use plica_tree::{NodeId, StopReason};

use crate::explorer::Explorer;
use crate::fork::{Side, Standing};
use crate::leaf::Leaf;
use crate::mutation::{Given, Mutator};
use crate::tuning;
use crate::unit::Pending;

/// See the module's description.
#[derive(Default)]
pub(crate) struct Fuzzer {
    /// Made when it is needed first: most runs are over before that.
    mutator: Option<Mutator>,
    /// Inputs of runs that came to something new.
    corpus: Vec<Vec<Given>>,
    /// Inputs of paths, to be run on next.
    waiting: Vec<Vec<Given>>,
    /// How often control came to each location in one run, as bits for numbers of the same size.
    seen: Vec<u8>,
    /// How much a run was given, at most, that came to no end of the program: mostly to an assumption that is false.
    farthest: usize,
    spent: Work,
    /// Runs since one came to something new.
    in_vain: u64,
    /// Paths whose inputs were taken, and that have ended since.
    taken: u64,
    ended: u64,
}

impl Fuzzer {
    /// With nothing but the empty input.
    pub fn new() -> Fuzzer {
        Fuzzer { waiting: vec![Vec::new()], ..Fuzzer::default() }
    }

    /// Of how many units of the run's work one is for fuzzing: the longer nothing new was found, the more.
    fn share(&self, for_tests: bool) -> u64 {
        let share = if for_tests { &tuning::SHARE_OF_FUZZING_FOR_TESTS } else { &tuning::SHARE_OF_FUZZING };
        let slower = self.in_vain / tuning::FUZZING_IN_VAIN.get();
        share.get() << slower.min(tuning::SLOWEST_FUZZING.get())
    }

    /// An input that was not run on, if one can be made.
    fn next(&mut self, program: &Program) -> Option<Vec<Given>> {
        if let Some(input) = self.waiting.pop() {
            return Some(input);
        }
        let n = Some(self.corpus.len()).filter(|n| *n > 0)?;
        let mutator = self.mutator.get_or_insert_with(|| Mutator::new(program));
        let random = &mut mutator.random;
        // The later ones more often, since they came to more.
        let [one, two, other] = [random.usize(..n), random.usize(..n), random.usize(..n)];
        let mut input = self.corpus[one.max(two)].clone();
        mutator.change(&mut input, &self.corpus[other]);
        Some(input)
    }

    /// Has a run come to a location as often as none before?
    fn learn(&mut self, run: &Run) -> bool {
        let mut new = false;
        let visits = run.coverage.counts().map(bucket);
        if self.seen.is_empty() {
            self.seen = vec![0; run.coverage.len()];
        }
        for (seen, visited) in self.seen.iter_mut().zip(visits) {
            new |= *seen & visited != visited;
            *seen |= visited;
        }
        new
    }
}

/// A bit for numbers of about this size; none for zero.
fn bucket(count: u32) -> u8 {
    match count {
        0 => 0,
        1..=3 => 1 << (count - 1),
        4..=7 => 1 << 3,
        8..=15 => 1 << 4,
        16..=31 => 1 << 5,
        32..=127 => 1 << 6,
        _ => 1 << 7,
    }
}

impl Explorer<'_> {
    /// Fuzzes if it is its turn. Says why the run is over, if it is.
    pub(crate) fn fuzz(&mut self) -> Option<StopReason> {
        let work = self.work();
        if work < tuning::WORK_BEFORE_FUZZING.get() {
            return None;
        }
        let mut fuzzer = self.fuzzer.take()?;
        if fuzzer.spent == Work::NONE {
            fuzzer.waiting.extend(self.given_on_open());
        }
        let (goes_on, over) = self.fuzz_as_long_as(&mut fuzzer, work.minus(tuning::WORK_BEFORE_FUZZING.get()));
        self.fuzzer = goes_on.then_some(fuzzer);
        over
    }

    /// The same, as long as this is more than its part of so much work. Answers whether it goes on after that, too.
    fn fuzz_as_long_as(&mut self, fuzzer: &mut Fuzzer, work: Work) -> (bool, Option<StopReason>) {
        let for_tests = self.results.tests.is_some();
        let end = fuzzer.spent.plus(tuning::WORK_OF_FUZZING_TURN.get());
        loop {
            let due = work.part(1, fuzzer.share(for_tests)).plus(tuning::WORK_OF_FIRST_FUZZING.get());
            if fuzzer.spent >= due.min(end) {
                return (true, None);
            }
            let Some(input) = fuzzer.next(&self.machine.program) else { return (true, None) };
            let Some(new) = self.run_on(fuzzer, &input) else { return (false, None) };
            fuzzer.in_vain = if new { 0 } else { fuzzer.in_vain + 1 };
            self.counters.fuzzed += 1;
            self.counters.fuzzed_new += u64::from(new);
            if let Some(over) = self.out_of_time().or_else(|| self.error_bound()) {
                return (true, Some(over));
            }
        }
    }

    /// Asks about the sides of a decision. A long question waits for the first turn of fuzzing, since chance may know
    /// better, and goes on after it, so that nothing else is explored in another order. Fails with why the run is over.
    pub(crate) fn sides_or_chance(
        &mut self,
        leaf: &Leaf,
        alternatives: Vec<Alternative>,
        budget: Budget,
    ) -> Result<Vec<Side>, StopReason> {
        if self.fuzzer.as_ref().is_some_and(|fuzzer| fuzzer.spent == Work::NONE) {
            let left = tuning::WORK_BEFORE_FUZZING.get().minus(self.work());
            let less = self.at_most(left.max(tuning::WORK_PER_QUESTION_IN_TURN.get()), budget);
            if less != budget {
                let sides = self.sides(leaf, alternatives.clone(), less);
                let timed_out = |side: &Side| matches!(&side.standing, Standing::Failed(why) if why.is_for_time());
                if !sides.iter().any(timed_out) {
                    return Ok(sides);
                }
                self.fuzz().map_or(Ok(()), Err)?;
            }
        }
        Ok(self.sides(leaf, alternatives, budget))
    }

    /// Runs on an input; keeps it if it comes to something new, and answers whether it does. Nothing where inputs are
    /// more than numbers, or there are none: that is not for fuzzing.
    fn run_on(&mut self, fuzzer: &mut Fuzzer, input: &[Given]) -> Option<bool> {
        // Until there is something to be changed a run may be long.
        let more = if fuzzer.corpus.is_empty() { tuning::COMMANDS_OF_FIRST_RUN.get() } else { 0 };
        let run = self.concrete(self.machine, input, more);
        // What is more of the first is no part of its share: it would have no other turn for long.
        let commands = run.as_ref().map_or(0, |run| run.cost.min(tuning::COMMANDS_OF_FUZZING_RUN.get()));
        fuzzer.spent = fuzzer.spent.plus(Work::of_commands(commands)).plus(tuning::WORK_PER_FUZZING_RUN.get());
        let Some(run) = run else { return Some(false) };
        let Some(given) = self.given(&run.inputs, &Model::new()) else {
            // Where it is too large nothing is changed of it, but what it has found is found.
            let numbers = run.inputs.iter().all(|input| Given::are_numbers(input));
            if matches!(run.end, Outcome::Fault(_)) && !run.unset && numbers {
                self.found_by_chance(run, input.to_vec());
            }
            return None;
        };
        if given.is_empty() {
            // What comes of an input may be assumed before it is known that there is one.
            return (run.end == Outcome::Infeasible).then_some(false);
        }
        let ends = matches!(run.end, Outcome::Finished | Outcome::Fault(_));
        let new = ends && fuzzer.learn(&run);
        // The first has the names of inputs, whatever becomes of it, and what is given more satisfies more assumptions.
        let farther = !ends && given.len() > fuzzer.farthest;
        if farther {
            fuzzer.farthest = given.len();
        }
        if new || farther || fuzzer.corpus.is_empty() {
            fuzzer.corpus.push(given.clone());
        }
        match run.end {
            // What the fault is, if it is one, is for those to say who know what was never written.
            Outcome::Fault(_) if run.unset => {}
            Outcome::Fault(_) => self.found_by_chance(run, given),
            Outcome::Finished if new => {
                self.add_test(witness_of(&run), Some(run), None, false);
            }
            _ => {}
        }
        Some(new)
    }

    /// The run on an input, of some commands more than others have.
    fn concrete(&self, machine: &Machine, input: &[Given], more: u64) -> Option<Run> {
        let values = input.iter().map(|given| (given.name.clone(), given.parts.iter().copied().collect()));
        execute_on(machine, self.setup, values, tuning::COMMANDS_OF_FUZZING_RUN.get() + more)
    }

    /// A run has come to a fault: what is of no matter for that becomes zero, so that people see what is.
    fn found_by_chance(&mut self, mut run: Run, mut given: Vec<Given>) {
        let Outcome::Fault(fault) = &run.end else { return };
        let (kind, program) = (fault.kind, &self.machine.program);
        if self.results.findings.iter().any(|f| f.confirmed && f.is_at(program, kind, &run.trace)) {
            return;
        }
        let parts: Vec<(usize, usize)> =
            given.iter().enumerate().flat_map(|(i, given)| (0..given.parts.len()).map(move |part| (i, part))).collect();
        for (i, part) in parts.into_iter().take(tuning::PARTS_MADE_SIMPLER.get()) {
            let mut simpler = given.clone();
            if !simpler[i].clear(part) {
                continue;
            }
            let Some(again) = self.concrete(self.machine, &simpler, 0) else { continue };
            let same = matches!(&again.end, Outcome::Fault(fault) if fault.kind == kind) && again.trace == run.trace;
            if same && !again.unset {
                (run, given) = (again, simpler);
            }
        }
        if kind == FaultKind::Panic
            && let Some(text) = spelled(self.machine, |machine, more| self.concrete(machine, &given, more))
            && let Outcome::Fault(fault) = &mut run.end
        {
            fault.message = text;
        }
        let witness = witness_of(&run);
        let finding = self.finding_of(&run, &witness);
        self.add_test(witness, Some(run), finding, false);
    }

    /// What is given to a run, if that is numbers, and not too many.
    pub(crate) fn given(&self, inputs: &[Arc<Input>], model: &Model) -> Option<Vec<Given>> {
        // Before anything is evaluated: there may be millions.
        let size: usize = inputs.iter().map(|input| input.parts.len()).sum();
        if size > tuning::LARGEST_FUZZED_INPUT.get() {
            return None;
        }
        let pool = &self.machine.pool;
        let mut eval = Evaluator::new(pool, model);
        let given = inputs.iter().map(|input| Given::of(pool, input, |part| eval.eval(part).bits()));
        given.collect()
    }

    /// A test was made of a path: fuzzing goes on from there.
    pub(crate) fn sow(&mut self, inputs: &[Arc<Input>], model: &Model) {
        if self.fuzzer.is_some()
            && let Some(given) = self.given(inputs, model)
            && let Some(fuzzer) = &mut self.fuzzer
        {
            fuzzer.waiting.push(given);
        }
    }

    /// The same for a path that has ended: the more there were, the more seldom.
    pub(crate) fn sow_path(&mut self, leaf: &Leaf) {
        let Some(fuzzer) = &mut self.fuzzer else { return };
        fuzzer.ended += 1;
        // Tests say it of theirs.
        if self.results.tests.is_some() || leaf.composed || fuzzer.ended <= fuzzer.taken * fuzzer.taken {
            return;
        }
        fuzzer.taken += 1;
        if let Some(given) = self.given_on(leaf)
            && let Some(fuzzer) = &mut self.fuzzer
        {
            fuzzer.waiting.push(given);
        }
    }

    /// What is given on some paths that are open: it satisfies what was assumed so far.
    fn given_on_open(&mut self) -> Vec<Vec<Given>> {
        let unit = &self.units[UnitId::PROGRAM];
        let leaves = unit.tree.unknown_leaves(NodeId::ROOT).filter_map(|node| match unit.state(node) {
            Some(Pending::State(leaf)) if !leaf.composed => Some(Leaf::clone(leaf)),
            _ => None,
        });
        let leaves: Vec<Leaf> = leaves.take(tuning::PATHS_FUZZED_FROM.get()).collect();
        leaves.iter().filter_map(|leaf| self.given_on(leaf)).collect()
    }

    /// What is given on a path, where that is only numbers.
    fn given_on(&mut self, leaf: &Leaf) -> Option<Vec<Given>> {
        let parts = leaf.state.events.iter().map(|event| match event {
            Event::Input(input) => Some(input.parts.len()),
            Event::Folded(_) => None,
            Event::Called(_) => Some(0),
        });
        parts.sum::<Option<usize>>().filter(|parts| *parts <= tuning::LARGEST_FUZZED_INPUT.get())?;
        let mut witness = Witness::of(&leaf.state);
        self.list_inputs(&mut witness, leaf)?;
        self.given(&witness.inputs, &witness.model)
    }
}

/// What is to be known of a run for a test or a finding.
fn witness_of(run: &Run) -> Witness {
    let (model, events) = (Arc::new(Model::new()), Events::default());
    Witness { model, folds: Vec::new(), events, inputs: run.inputs.clone(), pc: Vec::new(), steps: run.steps }
}
