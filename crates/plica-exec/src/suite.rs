//! A test suite in the making: inputs of whole runs of the program, each of which covers what none before it does.
//!
//! This is what Algorithm 1 of Anand, Godefroid and Tillmann 2008 keeps: a test per new node that an execution gets to.
//! Oblivious to the tree and to how inputs are found. Invariant: what is said to be covered was executed, by a run on
//! constants that came to a regular end.

use plica_ir::{BitSet, Program};

use crate::confirm::Run;
use crate::coverage::Coverage;
use crate::finding::Witness;
use crate::outcome::Outcome;

/// A test.
pub struct Test {
    /// What the run is given.
    pub witness: Witness,
    /// What it covers, by [`Coverage::set`].
    pub covered: BitSet,
}

/// See the module's description.
pub struct Tests {
    /// In the order in which they were found.
    pub tests: Vec<Test>,
    /// What they cover together.
    pub covered: BitSet,
    /// What paths may have got to that ended regularly, while the runs that were to follow them did not.
    pub lost: BitSet,
}

impl Tests {
    /// No tests, where so much is covered already.
    pub fn new(program: &Program, covered: Option<BitSet>) -> Tests {
        let none = Coverage::new(program).set();
        Tests { tests: Vec::new(), covered: covered.unwrap_or_else(|| none.clone()), lost: none }
    }

    /// Takes in the run that was to follow a path; there is none if its inputs could not be listed.
    pub(crate) fn add(&mut self, mut witness: Witness, run: Option<Run>, explored: &Coverage) {
        match run {
            Some(run) if run.end == Outcome::Finished => {
                let covered = run.coverage.set();
                // A program without branches has a run too.
                if self.covered.union(&covered) || self.tests.is_empty() {
                    // Where the run goes on after the path, it may be given more.
                    witness.inputs = run.inputs;
                    self.tests.push(Test { witness, covered });
                }
            }
            run => {
                self.lost.union(&run.map_or_else(|| explored.set(), |run| run.coverage.set()));
            }
        }
    }
}
