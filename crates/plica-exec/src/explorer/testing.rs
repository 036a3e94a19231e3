//! Paths that end become tests, if their runs cover what no test covers yet.
//!
//! A path of a unit ends where the unit returns; its run goes on in the callers, who are given what comes. Oblivious to
//! what becomes of the leaf.

use plica_ir::{FuncId, Loc};

use super::{Explorer, Found};
use crate::confirm::{execute, restrict};
use crate::event::unfold;
use crate::finding::Witness;
use crate::state::State;

/// A run that is to follow a path may take so many commands more than the path, twice over: a path that came to a state
/// seen before has not come to its end.
const MORE: u64 = 1_000_000;
/// Commands of a run where it is not known how many the path has.
const LIMIT: u64 = 20_000_000;

/// The functions on the stack with the location each is at, and the calls among them that enter a unit; innermost first.
type Stack = (Vec<(FuncId, Loc)>, Vec<u32>);

impl Explorer<'_> {
    /// A path has ended regularly.
    pub(super) fn test(&mut self, s: &State) {
        let Some(tests) = &self.tests else { return };
        if !self.machine.coverage.exceeds(&tests.covered) {
            return;
        }
        let mut witness = Witness::of(s);
        let listed = self.list_inputs(&mut witness, s).is_some();
        let limit = if s.composed || !witness.folds.is_empty() { LIMIT } else { 2 * (s.steps + MORE) };
        let run = if listed { execute(self.machine, self.setup, &witness, limit) } else { None };
        if let Some(tests) = &mut self.tests {
            let before = tests.tests.len();
            tests.add(witness, run, &self.machine.coverage);
            if let Some(test) = tests.tests.get(before) {
                self.listener.hear(Found::Test(test), self.reach);
            }
        }
    }

    /// Lists what a run along the path of a state is given, from the program's start. Answers where the program is then.
    /// `None` if the inputs are too many.
    pub(super) fn list_inputs(&mut self, witness: &mut Witness, s: &State) -> Option<Stack> {
        if s.composed {
            // The way there goes through callers and callees, which know their part of it.
            witness.steps = u64::MAX / 4;
            let story = self.reach.calls()?.story(self.at as u32, s)?;
            witness.pc = story.pc;
            (witness.inputs, witness.folds) = story.unfolded;
            Some((story.trace, story.calls))
        } else {
            self.fewer_iterations(witness);
            witness.model = restrict(&self.machine.pool, witness);
            // No summary takes part, so nobody is asked what happens inside of calls.
            let unfolded = unfold(&self.machine.pool, &witness.events, &witness.model, &mut |_| None);
            (witness.inputs, witness.folds) = unfolded?;
            Some((s.backtrace(), Vec::new()))
        }
    }
}
