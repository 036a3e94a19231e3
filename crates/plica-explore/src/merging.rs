//! Loops, and runs, in which paths are merged where they meet: an alternative to walking and folding them.
//!
//! What was done in one turn is gone on with in the next. Oblivious to how paths are merged.

use plica_exec::{Machine, Outcome, State};
use plica_smt::{Budget, Work};
use plica_term::TermId;
use plica_tree::{Means, TreeError};

use crate::advance::Looked;
use crate::alternatives::Untried;
use crate::choice::Branch;
use crate::explorer::Explorer;
use crate::fold::{Exit, Strategy};
use crate::leaf::Leaf;
use crate::looping::FoldedLoop;
use crate::oracle::Asker;
use crate::region::{Region, Went};
use crate::unit::Pending;

impl Explorer<'_> {
    /// Executes the loop at whose head a leaf is, with paths merged, for a turn.
    pub(crate) fn merge_on(&mut self, leaf: Leaf, mut untried: Box<Untried>) -> Looked {
        let branch = untried.branch;
        let most = self.choices.left(branch);
        let machine = self.machine(leaf.id.unit);
        let keep = self.results.tests.is_some();
        let region = untried.region.take();
        let mut region = region.unwrap_or_else(|| Box::new(Region::of_loop(&machine, leaf.state.clone(), keep)));
        let before = self.work();
        loop {
            let spent = self.work().minus(before);
            let went = self.go_on(&machine, &leaf, &mut region, most.minus(spent));
            for state in region.merged() {
                self.test(&leaf.onward(leaf.id.node, state), true);
            }
            match went {
                Went::Fault(state, fault) => {
                    // It is settled with the other paths. What cannot be confirmed is said then.
                    let _ = self.record(&leaf.onward(leaf.id.node, *state), fault);
                    if let Some(hit) = self.error_bound() {
                        untried.region = Some(region);
                        self.file(Pending::Untried(untried));
                        return Ok(Some(hit));
                    }
                }
                Went::Merged => {}
                Went::Spent => {
                    // Others have their turns.
                    self.choices.end_turns(branch, most);
                    self.choices.forgo(branch, most.minus(self.work().minus(before)));
                    untried.region = Some(region);
                    self.file(Pending::Untried(untried));
                    return Ok(self.error_bound());
                }
                Went::Refused => {
                    self.drop_alternatives(branch.choice, &[Means::Merge]);
                    return Ok(self.error_bound());
                }
                Went::Done => {
                    self.leave_region(&machine, leaf, branch, *region)?;
                    return Ok(self.error_bound());
                }
            }
        }
    }

    fn go_on(&mut self, machine: &Machine, leaf: &Leaf, region: &mut Region, most: Work) -> Went {
        let (until, done) = (Some(self.reach.work().plus(most)), self.work());
        let (steps, terms, decisions, ended) = (region.steps, region.terms, region.decisions, region.covered);
        // What callers and summaries say of a path is not in its state.
        let mut covered = self.units[leaf.id.unit].covered.as_mut().filter(|_| !leaf.composed);
        covered.iter_mut().for_each(|covered| covered.allow(done));
        let mut asker = Asker { reach: self.reach, budget: Budget::Usual, until };
        let went = region.go_on(machine, &mut asker, covered, &self.choices, most);
        self.counters.covered += region.covered - ended;
        self.counters.steps += region.steps - steps;
        self.quiet_terms += region.terms - terms;
        self.bounds.decisions += region.decisions - decisions;
        went
    }

    /// All paths of a loop have come out: they go on from there, if they are fewer than those that were walked.
    fn leave_region(
        &mut self,
        machine: &Machine,
        mut leaf: Leaf,
        branch: Branch,
        region: Region,
    ) -> Result<(), TreeError> {
        // Which values the run begins with is not known of paths that are one.
        leaf.first = None;
        let decided = leaf.state.pc.len();
        let exit = |(state, end): (State, Option<Outcome>)| Exit {
            condition: condition(machine, &state, decided),
            answer: Ok(state.model.clone()),
            end,
            state,
            hard: false,
            short: false,
        };
        let exits: Vec<Exit> = region.finish().into_iter().map(exit).collect();
        self.open_choice(branch, true);
        let merged = FoldedLoop { template: None, exits, composed: false, trail: Vec::new() };
        self.leave(&leaf, merged, Strategy::Fold)
    }
}

/// What was added to a path condition, for showing.
fn condition(machine: &Machine, s: &State, decided: usize) -> TermId {
    machine.pool.and_all(&s.pc[decided..])
}
