//! Draws from a changing set of weighted leaves.
//!
//! Oblivious to what weights mean. A complete binary tree of sums in one vector; weights are integers, so that sums are
//! exact and draws are the same on every machine. Invariant: `sums[i] = sums[2i] + sums[2i + 1]`, and the weight of
//! slot `s` is `sums[capacity + s]`, not zero exactly when the slot is taken.

use rustc_hash::FxHashMap;

use crate::NodeId;

/// Leaves with weights. All operations take O(log n).
#[derive(Default)]
pub(super) struct Weights {
    sums: Vec<u64>,
    leaves: Vec<NodeId>,
    free: Vec<usize>,
    slots: FxHashMap<NodeId, usize>,
}

impl Weights {
    fn capacity(&self) -> usize {
        self.sums.len() / 2
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn contains(&self, leaf: NodeId) -> bool {
        self.slots.contains_key(&leaf)
    }

    /// The sum of all weights.
    pub(super) fn total(&self) -> u64 {
        self.sums.get(1).copied().unwrap_or(0)
    }

    /// Sets the weight of a leaf, which is added if it is not there. A weight of 0 counts as 1.
    pub(super) fn set(&mut self, leaf: NodeId, weight: u32) {
        let slot = match self.slots.get(&leaf) {
            Some(&slot) => slot,
            None => {
                let slot = self.free.pop().unwrap_or(self.leaves.len());
                if slot == self.leaves.len() {
                    self.leaves.push(leaf);
                } else {
                    self.leaves[slot] = leaf;
                }
                if slot >= self.capacity() {
                    self.grow();
                }
                self.slots.insert(leaf, slot);
                slot
            }
        };
        self.update(slot, u64::from(weight.max(1)));
    }

    /// Takes a leaf out; whether it was there.
    pub(super) fn remove(&mut self, leaf: NodeId) -> bool {
        let Some(slot) = self.slots.remove(&leaf) else { return false };
        self.update(slot, 0);
        self.free.push(slot);
        true
    }

    /// The leaf at a point below the total, with its weight.
    pub(super) fn at(&self, mut point: u64) -> Option<(NodeId, u64)> {
        if point >= self.total() {
            return None;
        }
        let capacity = self.capacity();
        let mut place = 1;
        while place < capacity {
            place *= 2;
            if point >= self.sums[place] {
                point -= self.sums[place];
                place += 1;
            }
        }
        Some((self.leaves[place - capacity], self.sums[place]))
    }

    fn update(&mut self, slot: usize, weight: u64) {
        let mut place = self.capacity() + slot;
        self.sums[place] = weight;
        while place > 1 {
            place /= 2;
            self.sums[place] = self.sums[2 * place] + self.sums[2 * place + 1];
        }
    }

    fn grow(&mut self) {
        let old = self.capacity();
        let capacity = (old * 2).max(2);
        let mut sums = vec![0; capacity * 2];
        sums[capacity..capacity + old].copy_from_slice(&self.sums[old..]);
        for place in (1..capacity).rev() {
            sums[place] = sums[2 * place] + sums[2 * place + 1];
        }
        self.sums = sums;
    }
}

#[cfg(test)]
mod tests {
    use super::Weights;
    use crate::NodeId;

    #[test]
    fn every_point_belongs_to_the_leaf_of_its_weight() {
        let mut weights = Weights::default();
        for index in 0..9 {
            weights.set(NodeId::new(index), index + 1);
        }
        weights.remove(NodeId::new(4));
        weights.set(NodeId::new(20), 5);
        weights.set(NodeId::new(8), 2);
        assert_eq!(weights.total(), 45 - 9 + 2);
        let mut seen = std::collections::BTreeMap::new();
        for point in 0..weights.total() {
            let (leaf, weight) = weights.at(point).expect("a point below the total");
            *seen.entry((leaf.as_u32(), weight)).or_insert(0) += 1;
        }
        assert!(seen.iter().all(|((_, weight), count)| weight == count), "{seen:?}");
        assert_eq!(seen.len(), 9);
        assert_eq!(weights.at(weights.total()), None);
    }
}
