//! The frontier in order of arrival, and the two policies that need nothing else.
//!
//! Oblivious to the shape of the tree: breadth and depth first come from the order in which leaves are added.
//! Invariant: the two maps hold the same leaves.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{CoverageView, Search};
use crate::{NodeId, Tree};

/// Leaves by the time at which they were added. All operations take O(log n).
#[derive(Default)]
pub(super) struct Ages {
    by_time: BTreeMap<u64, NodeId>,
    time_of: FxHashMap<NodeId, u64>,
    now: u64,
}

impl Ages {
    pub(super) fn add(&mut self, leaf: NodeId) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.time_of.entry(leaf) {
            entry.insert(self.now);
            self.by_time.insert(self.now, leaf);
            self.now += 1;
        }
    }

    pub(super) fn remove(&mut self, leaf: NodeId) -> bool {
        self.time_of.remove(&leaf).is_some_and(|time| self.by_time.remove(&time).is_some())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_time.is_empty()
    }

    pub(super) fn oldest(&self) -> Option<NodeId> {
        self.by_time.first_key_value().map(|(_, &leaf)| leaf)
    }

    fn take_oldest(&mut self) -> Option<NodeId> {
        let (_, leaf) = self.by_time.pop_first()?;
        self.time_of.remove(&leaf);
        Some(leaf)
    }

    fn take_newest(&mut self) -> Option<NodeId> {
        let (_, leaf) = self.by_time.pop_last()?;
        self.time_of.remove(&leaf);
        Some(leaf)
    }
}

/// Breadth first: the oldest leaf.
#[derive(Default)]
pub(super) struct Bfs(Ages);

impl Bfs {
    pub(super) fn has(&self, leaf: NodeId) -> bool {
        self.0.time_of.contains_key(&leaf)
    }
}

impl Search for Bfs {
    fn add(&mut self, _tree: &Tree, leaf: NodeId) {
        self.0.add(leaf);
    }

    fn remove(&mut self, _tree: &Tree, leaf: NodeId) -> bool {
        self.0.remove(leaf)
    }

    fn choose(&mut self, _tree: &Tree, _view: &dyn CoverageView) -> Option<NodeId> {
        self.0.take_oldest()
    }

    fn len(&self) -> usize {
        self.0.time_of.len()
    }
}

/// Depth first: the newest leaf; of siblings the one added last.
#[derive(Default)]
pub(super) struct Dfs(Ages);

impl Search for Dfs {
    fn add(&mut self, _tree: &Tree, leaf: NodeId) {
        self.0.add(leaf);
    }

    fn remove(&mut self, _tree: &Tree, leaf: NodeId) -> bool {
        self.0.remove(leaf)
    }

    fn choose(&mut self, _tree: &Tree, _view: &dyn CoverageView) -> Option<NodeId> {
        self.0.take_newest()
    }

    fn len(&self) -> usize {
        self.0.time_of.len()
    }
}
