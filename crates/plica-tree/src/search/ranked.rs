//! The leaf of the best rank: nearest to the target, or deepest in the tree.
//!
//! Oblivious to how distances come about. Invariant: a leaf of the frontier is in the order, or waits to be ranked at
//! the next choice, when there is a view to ask; its rank does not change while it waits.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{CoverageView, Search};
use crate::{NodeId, Tree};

/// What makes a leaf come first; of equals the newest does.
#[derive(Clone, Copy)]
pub(super) enum Rank {
    /// The least distance to the target; none at all comes last.
    Nearest,
    /// The largest depth.
    Deepest,
}

/// A rank, then how new the leaf is; lower is better.
type Place = (u64, std::cmp::Reverse<u64>);

/// Leaves by rank.
pub(super) struct Ranked {
    rank: Rank,
    order: BTreeMap<Place, NodeId>,
    /// `None` for a leaf that waits to be ranked.
    place_of: FxHashMap<NodeId, Option<Place>>,
    arrivals: Vec<NodeId>,
    now: u64,
}

impl Ranked {
    pub(super) fn new(rank: Rank) -> Ranked {
        Ranked { rank, order: BTreeMap::new(), place_of: FxHashMap::default(), arrivals: Vec::new(), now: 0 }
    }
}

impl Search for Ranked {
    fn add(&mut self, _tree: &Tree, leaf: NodeId) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.place_of.entry(leaf) {
            entry.insert(None);
            self.arrivals.push(leaf);
        }
    }

    fn remove(&mut self, _tree: &Tree, leaf: NodeId) -> bool {
        let Some(place) = self.place_of.remove(&leaf) else { return false };
        if let Some(place) = place {
            self.order.remove(&place);
        }
        true
    }

    fn choose(&mut self, tree: &Tree, view: &dyn CoverageView) -> Option<NodeId> {
        for leaf in std::mem::take(&mut self.arrivals) {
            let Some(place @ None) = self.place_of.get_mut(&leaf) else { continue };
            let rank = match self.rank {
                Rank::Nearest => view.distance(leaf).map_or(u64::MAX, u64::from),
                Rank::Deepest => u64::from(u32::MAX - tree.node(leaf).depth()),
            };
            self.now += 1;
            let ranked = (rank, std::cmp::Reverse(self.now));
            *place = Some(ranked);
            self.order.insert(ranked, leaf);
        }
        let (_, leaf) = self.order.pop_first()?;
        self.place_of.remove(&leaf);
        Some(leaf)
    }

    fn len(&self) -> usize {
        self.place_of.len()
    }
}
