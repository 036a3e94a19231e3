//! A leaf that waits for its turn, in little room: there may be millions.
//!
//! Oblivious to what it waits for. Whoever looks at it while it waits sees all of the leaf but the variables of its
//! current frame; they are there again when it wakes.

use std::ops::{Deref, DerefMut};

use plica_exec::{Machine, Outcome, PackedVars};

use crate::leaf::Leaf;

/// See the module's description.
pub(crate) struct Parked {
    leaf: Leaf,
    vars: PackedVars,
    /// How the path ends, if it does.
    end: Option<Box<Outcome>>,
}

impl Parked {
    /// Has a leaf wait, whose path ends in this way, if it does.
    pub fn new(machine: &Machine, mut leaf: Leaf, end: Option<Outcome>) -> Box<Parked> {
        let vars = machine.pack(&mut leaf.state.top);
        leaf.state.pc.shrink_to_fit();
        Box::new(Parked { leaf, vars, end: end.map(Box::new) })
    }

    /// The leaf goes on.
    pub fn wake(self: Box<Parked>) -> (Leaf, Option<Outcome>) {
        let Parked { mut leaf, vars, end } = *self;
        vars.unpack(&mut leaf.state.top);
        (leaf, end.map(|end| *end))
    }

    /// Does the path end here?
    pub fn ends(&self) -> bool {
        self.end.as_deref().is_some_and(|end| *end != Outcome::Head)
    }

    /// The leaf as it would go on, while it still waits.
    pub fn awake(&self) -> Leaf {
        let mut leaf = self.leaf.clone();
        self.vars.unpack(&mut leaf.state.top);
        leaf
    }
}

impl Deref for Parked {
    type Target = Leaf;

    fn deref(&self) -> &Leaf {
        &self.leaf
    }
}

impl DerefMut for Parked {
    fn deref_mut(&mut self) -> &mut Leaf {
        &mut self.leaf
    }
}
