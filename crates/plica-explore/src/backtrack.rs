//! Going back: checkpoints at which a path can be taken in another way, and what a path knows of those on its way.
//!
//! A loop is folded, or a call summarised, because that mostly pays. Where it leads to questions without an answer, the
//! path is rolled back to the checkpoint and taken in the next way that there is. Oblivious to how loops are folded and
//! calls summarised. Invariant: what follows from the state that rolling back gives covers all that followed from the
//! checkpoint before, so that each path is still explored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::fold::Strategy;
use crate::leaf::Leaf;
use crate::scopes::Scoped;

/// What a path knows of its backtracking points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Backtrack {
    /// The last of them.
    pub last: Option<Arc<Checkpoint>>,
    /// Are questions about the path probably not answered? Then no long time is spent on them.
    pub hard: bool,
    /// Was it rolled back? Others come first then.
    pub yields: bool,
    /// Are calls executed in place from here on? So they are where summaries led to questions without an answer.
    pub in_place: bool,
}

/// A path at the head of a loop, kept until the loop proves to be worth folding.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    /// The path.
    pub leaf: Leaf,
    /// What is done about the loop.
    pub way: Strategy,
    tried: AtomicBool,
    piecewise: AtomicBool,
    rolled_back: AtomicBool,
    hard: AtomicBool,
    composed: AtomicBool,
}

impl Checkpoint {
    /// A checkpoint on a path.
    pub(crate) fn at(leaf: Leaf, way: Strategy) -> Checkpoint {
        let (tried, piecewise, rolled_back, hard, composed) = Default::default();
        Checkpoint { leaf, way, tried, piecewise, rolled_back, hard, composed }
    }

    /// Is this the first time that folding from here is tried? One try is enough.
    pub fn take(&self) -> bool {
        !self.tried.swap(true, Ordering::Relaxed)
    }

    /// Was it tried?
    pub(crate) fn is_tried(&self) -> bool {
        self.tried.load(Ordering::Relaxed)
    }

    /// Notes that taking so many iterations at a time was tried, or would not help.
    pub(crate) fn set_piecewise(&self) {
        self.piecewise.store(true, Ordering::Relaxed);
    }

    /// Was folding taken back, here or at a loop folded earlier on the same path? Then other paths cover this one.
    pub fn is_rolled_back(&self) -> bool {
        let mut checkpoint = Some(self);
        while let Some(m) = checkpoint {
            if m.rolled_back.load(Ordering::Relaxed) {
                return true;
            }
            checkpoint = m.leaf.backtrack.last.as_deref();
        }
        false
    }

    /// Notes that folding from here made questions hard to answer.
    pub(crate) fn set_hard(&self) {
        self.hard.store(true, Ordering::Relaxed);
    }

    /// Notes that summaries took the place of calls in the loop that was folded from here.
    pub(crate) fn set_composed(&self) {
        self.composed.store(true, Ordering::Relaxed);
    }

    /// Did they?
    pub(crate) fn is_composed(&self) -> bool {
        self.composed.load(Ordering::Relaxed)
    }

    /// The checkpoint to go back to where a question about a path is not answered: the last that made it hard, else the
    /// last.
    pub(crate) fn backtrack_target(self: &Arc<Checkpoint>) -> Arc<Checkpoint> {
        let mut checkpoint = Some(self);
        while let Some(m) = checkpoint {
            if m.hard.load(Ordering::Relaxed) {
                return m.clone();
            }
            checkpoint = m.leaf.backtrack.last.as_ref();
        }
        self.clone()
    }

    /// Takes the folding back: the path on which the loop is taken in the next way, the first time that it is asked
    /// for. What follows from it covers all that followed from the folded loop.
    pub fn roll_back(&self) -> Option<Leaf> {
        if self.rolled_back.swap(true, Ordering::Relaxed) {
            return None;
        }
        let mut leaf = self.leaf.clone();
        let way = match self.way {
            // With its calls in place the loop may be an easy one.
            way if self.is_composed() && !leaf.backtrack.in_place => {
                leaf.backtrack.in_place = true;
                way
            }
            Strategy::Chunk | Strategy::Call | Strategy::Unroll => Strategy::Unroll,
            Strategy::Fold | Strategy::Easy(_) if self.piecewise.load(Ordering::Relaxed) => Strategy::Unroll,
            Strategy::Fold | Strategy::Easy(_) => Strategy::Chunk,
        };
        leaf.backtrack.yields = true;
        leaf.go(way);
        Some(leaf)
    }
}
