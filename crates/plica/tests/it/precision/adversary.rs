//! A search that is as bad as a fair one can be: it goes where it has been most often, and takes the oldest leaf only
//! as rarely as fairness allows.
//!
//! Oblivious to what the program does. Invariant: one choice in [`PATIENCE`] is the oldest leaf.

use plica_tree::{CoverageView, NodeId, Search, Tree};

/// One choice in so many is fair.
const PATIENCE: u64 = 16;

/// See the module's description.
#[derive(Default)]
pub struct Adversary {
    /// The oldest first.
    leaves: Vec<NodeId>,
    choices: u64,
}

impl Search for Adversary {
    fn add(&mut self, _tree: &Tree, leaf: NodeId) {
        if !self.leaves.contains(&leaf) {
            self.leaves.push(leaf);
        }
    }

    fn remove(&mut self, _tree: &Tree, leaf: NodeId) -> bool {
        let at = self.leaves.iter().position(|&l| l == leaf);
        at.map(|at| self.leaves.remove(at)).is_some()
    }

    fn choose(&mut self, tree: &Tree, view: &dyn CoverageView) -> Option<NodeId> {
        self.choices += 1;
        let fair = self.choices.is_multiple_of(PATIENCE);
        // Of several the newest, which is deepest in what repeats itself.
        let visits = |&at: &usize| (view.visits(tree.node(self.leaves[at]).site()), at);
        let at = if fair { 0 } else { (0..self.leaves.len()).max_by_key(visits)? };
        (at < self.leaves.len()).then(|| self.leaves.remove(at))
    }

    fn len(&self) -> usize {
        self.leaves.len()
    }
}
