//! Random walks from the root.
//!
//! Oblivious to coverage. A leaf's chance depends on the decisions above it, not on how many other leaves there are, so
//! a loop that forks without end does not crowd out the rest. Invariant: a node's count is not zero exactly when a leaf
//! of the frontier is at or below it. (The tree's own count of unknown leaves would not do: leaves that a worker holds
//! are unknown but not in the frontier.)

use super::{CoverageView, Search};
use crate::{NodeId, Tree};

pub(super) struct RandomPath {
    /// By node: for a leaf 1 if it is in the frontier; else the number of children whose count is not zero.
    live: Vec<u32>,
    len: usize,
    random: fastrand::Rng,
}

impl RandomPath {
    pub(super) fn new(seed: u64) -> RandomPath {
        RandomPath { live: Vec::new(), len: 0, random: fastrand::Rng::with_seed(seed) }
    }

    fn is_live(&self, id: NodeId) -> bool {
        self.live.get(id.index()).is_some_and(|&count| count > 0)
    }
}

impl Search for RandomPath {
    fn add(&mut self, tree: &Tree, leaf: NodeId) {
        debug_assert!(tree.node(leaf).is_leaf(), "{leaf} has children and cannot be in the frontier");
        if self.live.len() < tree.len() {
            self.live.resize(tree.len(), 0);
        }
        if self.is_live(leaf) {
            return;
        }
        self.len += 1;
        for id in tree.ancestors(leaf) {
            let count = &mut self.live[id.index()];
            *count += 1;
            if *count > 1 {
                break;
            }
        }
    }

    fn remove(&mut self, tree: &Tree, leaf: NodeId) -> bool {
        if !self.is_live(leaf) || !tree.node(leaf).is_leaf() {
            return false;
        }
        self.len -= 1;
        for id in tree.ancestors(leaf) {
            let count = &mut self.live[id.index()];
            *count -= 1;
            if *count > 0 {
                break;
            }
        }
        true
    }

    fn choose(&mut self, tree: &Tree, _view: &dyn CoverageView) -> Option<NodeId> {
        if !self.is_live(tree.root()) {
            return None;
        }
        let mut id = tree.root();
        loop {
            let children = tree.node(id).children();
            let count = children.iter().filter(|&child| self.is_live(child)).count();
            if count == 0 {
                break;
            }
            let place = if count == 1 { 0 } else { self.random.usize(..count) };
            match children.iter().filter(|&child| self.is_live(child)).nth(place) {
                Some(child) => id = child,
                None => break,
            }
        }
        self.remove(tree, id).then_some(id)
    }

    fn len(&self) -> usize {
        self.len
    }
}
