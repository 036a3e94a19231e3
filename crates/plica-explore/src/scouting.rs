//! Scouts: paths that are followed to their ends while the loops that they come through are still on trial, or taken
//! in another way.
//!
//! Loops on trial, or folded, hold back the paths that come out of them. What is wrong behind them is seldom a matter
//! of all these paths: a few that go on show most of what there is, errors and places for tests. Hence a share of the
//! work is for one path at a time, a random walk from the root of the program's tree to an end, which stops at no
//! door. Oblivious to what it finds. Invariant: no verdict depends on scouts; what they explore is a part of the tree
//! like any other, and idle again when they have gone on.

use plica_exec::UnitId;
use plica_smt::Work;
use plica_tree::{Kind, Means, NodeId, Tree};

use crate::explorer::Explorer;
use crate::leaf::LeafId;
use crate::tuning;
use crate::unit::Pending;

/// See the module's description.
pub(crate) struct Scouts {
    /// Where the one that is on its way has come to: it goes on at a leaf at or below this node.
    at: Option<NodeId>,
    /// How often it was looked at.
    looks: u64,
    /// Work of all of them.
    spent: Work,
    /// Is the leaf being looked at one?
    looking: bool,
    /// No other begins before this turn of the schedule.
    next: u64,
    random: fastrand::Rng,
}

impl Scouts {
    pub fn new() -> Scouts {
        let random = fastrand::Rng::with_seed(0);
        Scouts { at: None, looks: 0, spent: Work::NONE, looking: false, next: 0, random }
    }
}

impl Explorer<'_> {
    /// The leaf at which a scout goes on, if it is its turn.
    pub(crate) fn scout(&mut self) -> Option<(LeafId, Pending)> {
        let turn = self.schedule.turns;
        let program = &self.units[UnitId::PROGRAM];
        // Every other turn at most, so that others go on whatever is counted.
        let due = self.loops.is_auto() && turn.is_multiple_of(2) && program.has_idle() && !program.abandoned;
        if !due || self.scouts.spent >= self.work().part(1, tuning::SHARE_OF_SCOUTS.get()) {
            return None;
        }
        let Scouts { at, looks, next, random, .. } = &mut self.scouts;
        let mut descend = |top| descend(&program.tree, top, random);
        let found = match *at {
            Some(node) if *looks < tuning::LOOKS_OF_SCOUT.get() => descend(node),
            _ => None,
        };
        let waits = |node: &NodeId| matches!(program.state(*node), Some(Pending::State(leaf)) if !leaf.composed);
        let found = found.filter(waits).or_else(|| {
            *looks = 0;
            if turn < *next {
                return None;
            }
            descend(program.tree.root()).filter(waits)
        });
        *at = found;
        let Some(node) = found else {
            // To look for a beginning takes the longer the deeper the tree is.
            *next = (*next).max(turn + turn / 4);
            return None;
        };
        *looks += 1;
        let open = self.units[UnitId::PROGRAM].take(node)?;
        self.scouts.looking = true;
        Some((LeafId { unit: UnitId::PROGRAM, node }, open))
    }

    /// Is the leaf that was just chosen that of a scout?
    pub(crate) fn is_scouting(&mut self) -> bool {
        std::mem::take(&mut self.scouts.looking)
    }

    /// A scout was looked at, which took so much work.
    pub(crate) fn scouted(&mut self, work: Work) {
        self.scouts.spent = self.scouts.spent.plus(work);
    }
}

/// An unknown leaf at or below a node, each side of a decision being as likely as the others. The course that walks is
/// taken, and loops are walked.
fn descend(tree: &Tree, top: NodeId, random: &mut fastrand::Rng) -> Option<NodeId> {
    let mut at = top;
    loop {
        let node = tree.node(at);
        if !node.has_unknown() {
            return None;
        }
        if node.is_leaf() {
            return Some(at);
        }
        let unknown = || node.children().iter().filter(|&child| tree.node(child).has_unknown());
        let walks = unknown().find(|&child| tree.node(child).kind() == Kind::Alternative(Means::Walk));
        at = match walks {
            Some(walk) => walk,
            None => unknown().nth(random.usize(..unknown().count()))?,
        };
    }
}
