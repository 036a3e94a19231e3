//! A test suite in the making: inputs of whole runs of the program, each of which covers what none before it does.
//!
//! This is what Algorithm 1 of Anand, Godefroid and Tillmann 2008 keeps: a test per new node that an execution gets to.
//! Oblivious to the tree and to how inputs are found. Invariant: what is said to be covered was executed, by a run on
//! constants.

use std::time::Duration;

use plica_exec::{Coverage, Outcome, Run, Visible, Witness};
use plica_ir::BitSet;

/// What a test's run comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestEnd {
    /// A regular end.
    Finished,
    /// The fault that the finding of this number is about.
    Fault(usize),
    /// It was not followed to its end, or it cannot be.
    Cut,
}

/// A test.
pub struct Test {
    /// What the run is given.
    pub witness: Witness,
    /// What it covers of what is looked for, by [`Coverage::set`].
    pub covered: BitSet,
    /// How it ends.
    pub end: TestEnd,
    /// What it shows of itself.
    pub shown: Visible,
}

/// See the module's description.
pub struct Tests {
    /// In the order in which they were found.
    pub tests: Vec<Test>,
    /// What they cover together with the findings, and all that is not looked for.
    pub covered: BitSet,
    /// What the findings cover of what is looked for, by their number.
    pub findings: Vec<(usize, BitSet)>,
    /// What paths have got to while the runs that were to follow them did not.
    pub lost: BitSet,
    /// Were there paths on which something that was never written decides?
    pub unset: bool,
    /// What is left for paths that a limit leaves open.
    pub spare: Duration,
    wanted: BitSet,
}

impl Tests {
    /// No tests. Of the locations that there are, some are looked for, and some are covered already.
    pub fn new(all: &Coverage, wanted: BitSet, covered: Option<&BitSet>, spare: Duration) -> Tests {
        let mut rest = all.everything();
        wanted.iter().for_each(|i| rest.remove(i));
        if let Some(covered) = covered {
            rest.union(covered);
        }
        let lost = all.numbers([]);
        Tests { tests: Vec::new(), covered: rest, findings: Vec::new(), lost, unset: false, spare, wanted }
    }

    /// What a run covers of what is looked for.
    fn of(&self, run: &Run) -> BitSet {
        let mut covered = run.coverage.set();
        covered.intersect(&self.wanted);
        covered
    }

    /// Takes in the run that shows a finding: a test that there is in any case.
    pub(crate) fn shows(&mut self, finding: usize, run: &Run) {
        let covered = self.of(run);
        self.covered.union(&covered);
        self.findings.retain(|f| f.0 != finding);
        self.findings.push((finding, covered));
    }

    /// Takes in the run that was to follow a path; there is none if its inputs could not be listed. `finding` is the
    /// one that the fault is about which the run ends in; `open` says that the path had not come to its end.
    pub(crate) fn add(
        &mut self,
        mut witness: Witness,
        run: Option<Run>,
        finding: Option<usize>,
        open: bool,
        explored: &Coverage,
    ) {
        let Some(run) = run else {
            if !open {
                self.lost.union(&explored.set());
            }
            return;
        };
        let end = match (&run.end, finding) {
            (Outcome::Finished, _) => TestEnd::Finished,
            (Outcome::Fault(_), Some(finding)) => TestEnd::Fault(finding),
            // An assumption is false: no run that counts gets there.
            (Outcome::Infeasible, _) if open => return,
            _ if open => TestEnd::Cut,
            _ => {
                self.lost.union(&run.coverage.set());
                return;
            }
        };
        let covered = self.of(&run);
        // A program without branches has a run too.
        if self.covered.union(&covered) || self.tests.is_empty() {
            // Where the run goes on after the path, it may be given more.
            witness.inputs = run.inputs;
            self.tests.push(Test { witness, covered, end, shown: run.shown });
        }
    }
}
