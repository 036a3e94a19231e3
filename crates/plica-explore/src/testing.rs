//! Paths that end become tests, if their runs cover what no test covers yet; so do those that a limit leaves open.
//!
//! A path of a unit ends where the unit returns; its run goes on in the callers, who are given what comes. Oblivious to
//! what becomes of the leaf.

use std::time::Instant;

use plica_exec::{CallId, Finding, Outcome, Run, Witness, execute, restrict, unfold};
use plica_ir::{FuncId, Loc};
use plica_tree::StopReason;

use crate::explorer::{Explorer, Found};
use crate::leaf::Leaf;
use crate::suite::Test;
use crate::tuning;
use crate::unit::Pending;

/// The functions on the stack with the location each is at, and the calls among them that enter a unit; innermost
/// first.
type Stack = (Vec<(FuncId, Loc)>, Vec<CallId>);

impl Explorer<'_> {
    /// A path has ended, or it is left where it is (`open`).
    pub(crate) fn test(&mut self, leaf: &Leaf, open: bool) {
        let Some(tests) = &self.results.tests else { return };
        if !self.machine.coverage.exceeds(&tests.covered) && !tests.tests.is_empty() {
            return;
        }
        let mut witness = Witness::of(&leaf.state);
        let listed = self.list_inputs(&mut witness, leaf).is_some();
        if witness.forget_unset(&self.machine.pool)
            && let Some(tests) = &mut self.results.tests
        {
            // No test can say what is read before it is written, so the run may take another way.
            tests.lost.union(&self.machine.coverage.set());
            tests.unset = true;
        }
        let limit = if leaf.composed || !witness.folds.is_empty() {
            tuning::TEST_COMMANDS.get()
        } else {
            2 * (leaf.state.steps + tuning::TEST_COMMANDS_MORE.get())
        };
        let run = if listed { execute(self.machine, self.setup, &witness, limit) } else { None };
        let finding = run.as_ref().and_then(|run| self.finding_of(run, &witness));
        let before = self.add_test(witness, run, finding, open);
        let made = self.results.tests.as_ref().and_then(|tests| tests.tests.get(before));
        if let Some(Test { witness, .. }) = made {
            let (inputs, model) = (witness.inputs.clone(), witness.model.clone());
            self.sow(&inputs, &model);
        }
    }

    /// Takes in a run as a test, if it covers what no other does: whoever listens is told. Answers how many tests there
    /// were.
    pub(crate) fn add_test(&mut self, witness: Witness, run: Option<Run>, finding: Option<usize>, open: bool) -> usize {
        let Some(tests) = &mut self.results.tests else { return 0 };
        let before = tests.tests.len();
        tests.add(witness, run, finding, open, &self.machine.coverage);
        if let Some(test) = tests.tests.get(before) {
            self.listener.hear(Found::Test(test), self.reach);
        }
        before
    }

    /// The finding that a run shows, if it ends in a fault. Where the run goes on after its path, the fault may be one
    /// that no path has come to: a concrete run stands behind it already.
    pub(crate) fn finding_of(&mut self, run: &Run, witness: &Witness) -> Option<usize> {
        let Outcome::Fault(fault) = &run.end else { return None };
        let same = |f: &Finding| f.confirmed && f.is_at(&self.machine.program, fault.kind, &run.trace);
        if let Some(known) = self.results.findings.iter().position(same) {
            return Some(known);
        }
        let witness = Witness { inputs: run.inputs.clone(), ..witness.clone() };
        let (trace, calls) = (run.trace.clone(), Vec::new());
        let finding = Finding { fault: fault.clone(), trace, calls, witness, confirmed: true, paths: 1 };
        self.listener.hear(Found::Error(&finding), self.reach);
        self.results.findings.push(finding);
        let number = self.results.findings.len() - 1;
        if let Some(tests) = &mut self.results.tests {
            tests.shows(number, run);
        }
        Some(number)
    }

    /// A limit ends the run: an input that follows each of the open paths so far may cover something on its further
    /// way.
    pub(crate) fn test_open(&mut self, reason: StopReason) {
        let Some(tests) = &self.results.tests else { return };
        let time = if reason == StopReason::Cancelled {
            tests.spare.min(tuning::TEST_TIME_WHEN_CANCELLED.get())
        } else {
            tests.spare
        };
        let end = Instant::now() + time;
        for unit in self.units.keys().filter(|&unit| !self.units[unit].abandoned).collect::<Vec<_>>() {
            for node in self.units[unit].leaves().into_iter().rev() {
                let Some(Pending::State(leaf)) = self.units[unit].state(node) else { continue };
                // Whether a path that is not confirmed can be followed at all is not known.
                if !leaf.state.reach.is_confirmed() {
                    continue;
                }
                let leaf = leaf.awake();
                self.test(&leaf, true);
                if Instant::now() >= end {
                    return;
                }
            }
        }
    }

    /// Lists what a run along the path of a leaf is given, from the program's start. Answers where the program is
    /// then. `None` if the inputs are too many.
    pub(crate) fn list_inputs(&mut self, witness: &mut Witness, leaf: &Leaf) -> Option<Stack> {
        if leaf.composed {
            // The way there goes through callers and callees, which know their part of it.
            witness.steps = u64::MAX / 4;
            let story = self.reach.calls()?.story(leaf.id.unit, leaf.context, &leaf.state)?;
            witness.pc = story.pc;
            (witness.inputs, witness.folds) = story.unfolded;
            Some((story.trace, story.calls))
        } else {
            if self.machine.config.calls && !leaf.in_place {
                // A summary that is a choice of values took the place of commands that nobody counted.
                witness.steps = u64::MAX / 4;
            }
            self.fewer_iterations(witness);
            witness.model = restrict(&self.machine.pool, witness);
            // No summary takes part, so nobody is asked what happens inside of calls.
            let unfolded = unfold(&self.machine.pool, &witness.events, &witness.model, &mut |_| None);
            (witness.inputs, witness.folds) = unfolded?;
            Some((leaf.state.backtrace(), Vec::new()))
        }
    }
}
