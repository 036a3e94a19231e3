//! Leaves in classes that take turns: the strategies for choosing dangling nodes of Anand, Godefroid and Tillmann
//! (TACAS 2008), by branch, by call stack and by depth.
//!
//! Oblivious to what a call stack is: the view gives its number. Invariant: a leaf of the frontier is in exactly one
//! class, or waits to be put into one at the next choice, when there is a view to ask.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::ages::Ages;
use super::{CoverageView, Search};
use crate::{NodeId, Tree};

/// What the leaves of a class have in common.
#[derive(Clone, Copy)]
pub(super) enum Trait {
    /// The side of a branch that leads to them.
    Branch,
    /// The functions on top of their call stacks.
    Stack,
    /// The number of decisions on their paths.
    Depth,
}

/// Which class is next.
#[derive(Clone, Copy)]
pub(super) enum Turn {
    /// The one chosen least often.
    LeastChosen,
    /// The one with the next higher key, or the first again. For classes without end, of which new ones would always be
    /// those chosen least often.
    Next,
}

/// Leaves in classes. Within a class the oldest leaf is chosen.
pub(super) struct Classes {
    by: Trait,
    turn: Turn,
    arriving: FxHashSet<NodeId>,
    /// Leaves in the order in which they arrived, so that a seed gives the same run each time.
    arrivals: Vec<NodeId>,
    class_of: FxHashMap<NodeId, u64>,
    /// Classes that have leaves.
    classes: BTreeMap<u64, Ages>,
    /// The same classes by how often they were chosen.
    by_count: BTreeSet<(u64, u64)>,
    /// How often each class was chosen, also those that are empty now.
    counts: FxHashMap<u64, u64>,
    /// The class chosen last.
    last: Option<u64>,
}

impl Classes {
    pub(super) fn new(by: Trait, turn: Turn) -> Classes {
        Classes {
            by,
            turn,
            arriving: FxHashSet::default(),
            arrivals: Vec::new(),
            class_of: FxHashMap::default(),
            classes: BTreeMap::new(),
            by_count: BTreeSet::new(),
            counts: FxHashMap::default(),
            last: None,
        }
    }

    fn class(&self, tree: &Tree, view: &dyn CoverageView, leaf: NodeId) -> u64 {
        let node = tree.node(leaf);
        match self.by {
            // Where a side leads tells it from the other side.
            Trait::Branch => u64::from(node.site().function) << 32 | u64::from(node.site().location),
            Trait::Stack => view.stack(leaf),
            Trait::Depth => u64::from(node.depth()),
        }
    }

    fn count(&self, class: u64) -> u64 {
        self.counts.get(&class).copied().unwrap_or(0)
    }

    /// Puts those that arrived into their classes.
    fn classify(&mut self, tree: &Tree, view: &dyn CoverageView) {
        for leaf in std::mem::take(&mut self.arrivals) {
            if !self.arriving.remove(&leaf) {
                continue;
            }
            let class = self.class(tree, view, leaf);
            self.class_of.insert(leaf, class);
            self.by_count.insert((self.count(class), class));
            self.classes.entry(class).or_default().add(leaf);
        }
    }

    fn leave(&mut self, leaf: NodeId) -> Option<u64> {
        let class = self.class_of.remove(&leaf)?;
        let members = self.classes.get_mut(&class)?;
        members.remove(leaf);
        if members.is_empty() {
            self.classes.remove(&class);
            self.by_count.remove(&(self.count(class), class));
        }
        Some(class)
    }
}

impl Search for Classes {
    fn add(&mut self, _tree: &Tree, leaf: NodeId) {
        if !self.class_of.contains_key(&leaf) && self.arriving.insert(leaf) {
            self.arrivals.push(leaf);
        }
    }

    fn remove(&mut self, _tree: &Tree, leaf: NodeId) -> bool {
        self.arriving.remove(&leaf) || self.leave(leaf).is_some()
    }

    fn choose(&mut self, tree: &Tree, view: &dyn CoverageView) -> Option<NodeId> {
        self.classify(tree, view);
        let class = match self.turn {
            Turn::LeastChosen => self.by_count.first().map(|&(_, class)| class)?,
            Turn::Next => {
                let after = self.last.map_or(0, |last| last.saturating_add(1));
                *self.classes.range(after..).next().or_else(|| self.classes.first_key_value())?.0
            }
        };
        let leaf = self.classes.get(&class)?.oldest()?;
        let count = self.count(class);
        self.leave(leaf);
        self.counts.insert(class, count + 1);
        if self.by_count.remove(&(count, class)) {
            self.by_count.insert((count + 1, class));
        }
        self.last = Some(class);
        Some(leaf)
    }

    fn len(&self) -> usize {
        self.class_of.len() + self.arriving.len()
    }
}
