//! Several policies over one frontier, taking turns.
//!
//! Oblivious to what the parts do. Invariant: all parts hold the same leaves, so that what one chooses is removed from
//! the others.

use super::ages::Bfs;
use super::{CoverageView, FAIR_PERIOD, Search};
use crate::{NodeId, Tree};

/// Policies that take turns. The oldest leaf has one turn in [`FAIR_PERIOD`], which makes any mixture fair; the other
/// parts share the rest evenly.
pub(super) struct Mixture {
    parts: Vec<Box<dyn Search + Send>>,
    oldest: Bfs,
    turn: usize,
}

impl Mixture {
    /// A fair mixture of at least one part.
    pub(super) fn fair(parts: Vec<Box<dyn Search + Send>>) -> Mixture {
        Mixture { parts, oldest: Bfs::default(), turn: 0 }
    }
}

impl Search for Mixture {
    fn add(&mut self, tree: &Tree, leaf: NodeId) {
        for part in &mut self.parts {
            part.add(tree, leaf);
        }
        self.oldest.add(tree, leaf);
    }

    fn remove(&mut self, tree: &Tree, leaf: NodeId) -> bool {
        for part in &mut self.parts {
            part.remove(tree, leaf);
        }
        self.oldest.remove(tree, leaf)
    }

    fn choose(&mut self, tree: &Tree, view: &dyn CoverageView) -> Option<NodeId> {
        self.turn = self.turn.wrapping_add(1);
        let chosen = if self.turn.is_multiple_of(FAIR_PERIOD) || self.parts.is_empty() {
            self.oldest.choose(tree, view)
        } else {
            let part = self.turn % self.parts.len();
            self.parts[part].choose(tree, view)
        }?;
        self.remove(tree, chosen);
        Some(chosen)
    }

    fn len(&self) -> usize {
        self.oldest.len()
    }
}
