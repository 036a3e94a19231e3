//! Loops, and runs, that are executed beside the tree: with paths merged where they meet, or with one value after the
//! other for inputs that have few. Alternatives to walking and folding them.
//!
//! What was done in one turn is gone on with in the next. Oblivious to how paths are merged, and values given.

use plica_exec::{Machine, Outcome, State};
use plica_smt::{Budget, Work};
use plica_term::TermId;
use plica_tree::TreeError;

use crate::advance::Looked;
use crate::alternatives::Untried;
use crate::choice::Branch;
use crate::enumeration::Enumeration;
use crate::explorer::Explorer;
use crate::fold::{Exit, Strategy};
use crate::leaf::Leaf;
use crate::looping::FoldedLoop;
use crate::oracle::Asker;
use crate::region::Region;
use crate::turn::{Turn, Went};
use crate::unit::Pending;

/// How far a loop, or a run, was executed.
pub(crate) enum Sweep {
    /// With paths merged.
    Merging(Region),
    /// With values enumerated.
    Enumerating(Enumeration),
}

impl Sweep {
    /// Commands executed, terms made by batches of these without a decision, decisions taken, and paths that ended in
    /// states seen before.
    fn counts(&self) -> [u64; 4] {
        match self {
            Sweep::Merging(region) => [region.steps, region.terms, region.decisions, region.covered],
            Sweep::Enumerating(all) => [all.steps, 0, all.decisions, all.covered],
        }
    }

    /// What came out and what has ended, with how it did.
    fn finish(self) -> Vec<(State, Option<Outcome>)> {
        match self {
            Sweep::Merging(region) => region.finish(),
            Sweep::Enumerating(all) => all.finish(),
        }
    }
}

impl Explorer<'_> {
    /// Executes the loop at whose head a leaf is, or the run, for a turn.
    pub(crate) fn sweep_on(&mut self, leaf: Leaf, mut untried: Box<Untried>) -> Looked {
        let branch = untried.branch;
        let most = self.choices.left(branch);
        let machine = self.machine(leaf.id.unit);
        let keep = self.results.tests.is_some();
        let new = || Box::new(Sweep::Merging(Region::of_loop(&machine, leaf.state.clone(), keep)));
        let mut sweep = untried.sweep.take().unwrap_or_else(new);
        let before = self.work();
        loop {
            let spent = self.work().minus(before);
            let went = self.go_on(&machine, &leaf, &mut sweep, most.minus(spent));
            if let Sweep::Merging(region) = &mut *sweep {
                for state in region.merged() {
                    self.test(&leaf.onward(leaf.id.node, state), true);
                }
            }
            match went {
                Went::Fault(state, fault) => {
                    // It is settled with the other paths. What cannot be confirmed is said then.
                    let _ = self.record(&leaf.onward(leaf.id.node, *state), fault);
                    if let Some(hit) = self.error_bound() {
                        untried.sweep = Some(sweep);
                        self.file(Pending::Untried(untried));
                        return Ok(Some(hit));
                    }
                }
                Went::Merged => {}
                Went::Spent => {
                    let had = self.choices[branch.choice].alternatives[usize::from(branch.place)].spent;
                    if let Sweep::Enumerating(all) = &mut *sweep {
                        self.choices.left_to_enumerate = all.left(had.plus(self.work().minus(before)));
                    }
                    // Others have their turns.
                    self.choices.end_turns(branch, most);
                    self.choices.forgo(branch, most.minus(self.work().minus(before)));
                    untried.sweep = Some(sweep);
                    self.file(Pending::Untried(untried));
                    return Ok(self.error_bound());
                }
                Went::Refused => {
                    self.drop_alternatives(branch.choice, &[untried.means]);
                    return Ok(self.error_bound());
                }
                Went::Done => {
                    self.leave_swept(&machine, leaf, branch, *sweep)?;
                    return Ok(self.error_bound());
                }
            }
        }
    }

    fn go_on(&mut self, machine: &Machine, leaf: &Leaf, sweep: &mut Sweep, most: Work) -> Went {
        let (until, done) = (Some(self.reach.work().plus(most)), self.work());
        let before = sweep.counts();
        // What callers and summaries say of a path is not in its state.
        let mut covered = self.units[leaf.id.unit].covered.as_mut().filter(|_| !leaf.composed);
        covered.iter_mut().for_each(|covered| covered.allow(done));
        let asker = Asker { reach: self.reach, budget: Budget::Usual, until };
        let mut turn = Turn::new(asker, covered, &self.choices, most);
        let went = match sweep {
            Sweep::Merging(region) => region.go_on(machine, &mut turn),
            Sweep::Enumerating(all) => all.go_on(machine, &mut turn),
        };
        let after = sweep.counts();
        let [steps, terms, decisions, covered] = std::array::from_fn(|i| after[i] - before[i]);
        self.counters.covered += covered;
        self.counters.steps += steps;
        self.quiet_terms += terms;
        self.bounds.decisions += decisions;
        went
    }

    /// All paths have come out of the loop, or ended: they go on from there.
    fn leave_swept(
        &mut self,
        machine: &Machine,
        mut leaf: Leaf,
        branch: Branch,
        sweep: Sweep,
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
        let exits: Vec<Exit> = sweep.finish().into_iter().map(exit).collect();
        self.open_choice(branch, true);
        let merged = FoldedLoop { template: None, exits, composed: false, trail: Vec::new() };
        self.leave(&leaf, merged, Strategy::Fold)
    }
}

/// What was added to a path condition, for showing.
fn condition(machine: &Machine, s: &State, decided: usize) -> TermId {
    machine.pool.and_all(&s.pc[decided..])
}
