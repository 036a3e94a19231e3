//! Leaves drawn by what new coverage they promise.
//!
//! Oblivious to how coverage is counted. A leaf is worth the more the more seldom paths were at its own site, with a
//! mild preference for short paths. What KLEE's `nurs:covnew` goes by besides, how near something uncovered is and how
//! recent the last new thing on the path, covered no more of real libraries when it was tried (docs/benchmarks.md,
//! section 11). Invariant: the weight kept for a leaf is not below what it is worth now.

use super::weights::Weights;
use super::{CoverageView, Search};
use crate::tuning;
use crate::{NodeId, Tree};

/// The weight of a leaf at the root that is worth all it can be.
const SCALE: f64 = (1 << 24) as f64;

pub(super) struct Weighted {
    weights: Weights,
    random: fastrand::Rng,
}

impl Weighted {
    pub(super) fn new(seed: u64) -> Weighted {
        Weighted { weights: Weights::default(), random: fastrand::Rng::with_seed(seed) }
    }
}

/// Only operations that IEEE 754 rounds in one way, so that a seed gives the same run on every machine.
fn scaled(worth: f64, depth: u32) -> u32 {
    ((SCALE * worth / (1.0 + f64::from(depth)).sqrt()) as u32).max(1)
}

fn weight(tree: &Tree, leaf: NodeId, view: &dyn CoverageView) -> u32 {
    let node = tree.node(leaf);
    scaled(1.0 / (1.0 + view.visits(node.site()) as f64), node.depth())
}

impl Search for Weighted {
    /// A new leaf has the highest weight that it can have; the first draw that hits it finds out what it is worth.
    fn add(&mut self, tree: &Tree, leaf: NodeId) {
        if !self.weights.contains(leaf) {
            self.weights.set(leaf, scaled(1.0, tree.node(leaf).depth()));
        }
    }

    fn remove(&mut self, _tree: &Tree, leaf: NodeId) -> bool {
        self.weights.remove(leaf)
    }

    /// Rejection sampling: a leaf drawn by its old weight is taken with the chance that the new weight is of the old.
    /// That draws exactly by the new weights without looking at every leaf.
    fn choose(&mut self, tree: &Tree, view: &dyn CoverageView) -> Option<NodeId> {
        for draw in 1.. {
            let total = self.weights.total();
            if total == 0 {
                break;
            }
            let (leaf, old) = self.weights.at(self.random.u64(..total))?;
            let new = weight(tree, leaf, view);
            if u64::from(new) >= old || draw >= tuning::DRAWS_REFUSED.get() || self.random.u64(..old) < u64::from(new) {
                self.weights.remove(leaf);
                return Some(leaf);
            }
            self.weights.set(leaf, new);
        }
        None
    }

    fn len(&self) -> usize {
        self.weights.len()
    }
}
