//! Checkpoints: a path at the head of a loop, or at the start of a function, as long as it may be taken in another way
//! from there.
//!
//! Oblivious to how it is taken.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::fold::Strategy;
use crate::leaf::Leaf;

/// See the module's description.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    /// The path.
    pub leaf: Leaf,
    /// What is to be tried.
    pub way: Strategy,
    tried: AtomicBool,
}

impl Checkpoint {
    /// A checkpoint on a path.
    pub fn at(leaf: Leaf, way: Strategy) -> Checkpoint {
        Checkpoint { leaf, way, tried: AtomicBool::new(false) }
    }

    /// Is this the first time that something is tried from here? One try is enough.
    pub fn take(&self) -> bool {
        !self.tried.swap(true, Ordering::Relaxed)
    }

    /// Was it tried?
    pub fn is_tried(&self) -> bool {
        self.tried.load(Ordering::Relaxed)
    }
}
