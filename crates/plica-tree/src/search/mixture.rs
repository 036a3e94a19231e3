//! Several policies over one frontier, taking turns; in a full one what each has chosen is explored for a stretch.
//!
//! A program whose paths fork faster than they end would have millions begun and few ended. So where very many leaves
//! wait, the subtree of the leaf that a part chooses is explored depth first before a part chooses again: that ends
//! paths, and leaves no more leaves behind than lie beside one path.
//!
//! Oblivious to what the parts do. Invariant: all parts hold the same leaves, so that what one chooses is removed from
//! the others.

use super::ages::Bfs;
use super::{CoverageView, Search};
use crate::{NodeId, Tree, tuning};

/// When the oldest leaf has its turn. Either way it has infinitely many, which makes any mixture fair.
#[derive(Clone, Copy)]
pub(super) enum Turns {
    /// One choice in so many.
    Every(usize),
    /// After 1, 2, 4, 8, ... choices of the others.
    Doubling,
}

impl Turns {
    /// Whether the oldest leaf is chosen now; the first choice has the number 1.
    fn is_for_the_oldest(self, choice: usize) -> bool {
        match self {
            Turns::Every(period) => choice.is_multiple_of(period),
            // Stretches of 1, 2, 4, ... and one choice behind each: 2, 5, 10, 19, 36, ... = 2^k + k - 1 for k > 0.
            Turns::Doubling => {
                let k = choice.checked_ilog2().unwrap_or(0) as usize;
                k > 0 && choice == (1 << k) + k - 1
            }
        }
    }
}

/// Policies that share the choices evenly, but for the turns of the oldest leaf.
pub(super) struct Mixture {
    turns: Turns,
    parts: Vec<Box<dyn Search + Send>>,
    oldest: Bfs,
    choices: usize,
    /// Is the subtree of what a part chooses explored for a stretch, where the frontier is full?
    stretches: bool,
    stretch: Stretch,
}

/// The subtree of one leaf, explored depth first.
#[derive(Default)]
struct Stretch {
    /// Its leaves, the newest last; some may have been chosen or removed since.
    leaves: Vec<NodeId>,
    /// How many choices are left to it.
    left: usize,
    /// Was the leaf that was chosen last one of its?
    follows: bool,
}

impl Mixture {
    pub(super) fn new(turns: Turns, parts: Vec<Box<dyn Search + Send>>) -> Mixture {
        Mixture { turns, parts, oldest: Bfs::default(), choices: 0, stretches: false, stretch: Stretch::default() }
    }

    /// The same, in stretches where the frontier is full.
    pub(super) fn in_stretches(self) -> Mixture {
        Mixture { stretches: true, ..self }
    }

    /// The newest leaf of the stretch, if the frontier is full and there is one.
    fn go_on(&mut self) -> Option<NodeId> {
        if !self.is_full() || self.stretch.left == 0 {
            self.stretch = Stretch::default();
            return None;
        }
        self.stretch.left -= 1;
        let Mixture { stretch, oldest, .. } = self;
        std::iter::from_fn(|| stretch.leaves.pop()).find(|&leaf| oldest.has(leaf))
    }

    /// Are there so many leaves that paths are to be ended before others are begun?
    fn is_full(&self) -> bool {
        self.stretches && self.len() > tuning::LEAVES_OF_FULL_FRONTIER.get()
    }
}

impl Search for Mixture {
    fn add(&mut self, tree: &Tree, leaf: NodeId) {
        for part in &mut self.parts {
            part.add(tree, leaf);
        }
        self.oldest.add(tree, leaf);
        if self.stretch.follows {
            self.stretch.leaves.push(leaf);
        }
    }

    fn remove(&mut self, tree: &Tree, leaf: NodeId) -> bool {
        for part in &mut self.parts {
            part.remove(tree, leaf);
        }
        self.oldest.remove(tree, leaf)
    }

    fn choose(&mut self, tree: &Tree, view: &dyn CoverageView) -> Option<NodeId> {
        self.choices = self.choices.wrapping_add(1);
        let chosen = if self.turns.is_for_the_oldest(self.choices) || self.parts.is_empty() {
            self.stretch.follows = false;
            self.oldest.choose(tree, view)
        } else if let Some(leaf) = self.go_on() {
            self.stretch.follows = true;
            Some(leaf)
        } else {
            let follows = self.is_full();
            self.stretch = Stretch { leaves: Vec::new(), left: tuning::CHOICES_OF_STRETCH.get(), follows };
            let part = self.choices % self.parts.len();
            self.parts[part].choose(tree, view)
        }?;
        self.remove(tree, chosen);
        Some(chosen)
    }

    fn len(&self) -> usize {
        self.oldest.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Turns;

    #[test]
    fn stretches_between_turns_of_the_oldest_double() {
        let of_the_oldest = |turns: Turns| (1..1200).filter(move |&choice| turns.is_for_the_oldest(choice));
        let turns: Vec<usize> = of_the_oldest(Turns::Doubling).collect();
        let others: Vec<usize> = std::iter::once(0).chain(turns.iter().copied()).collect();
        let stretches: Vec<usize> = others.windows(2).map(|pair| pair[1] - pair[0] - 1).collect();
        assert_eq!(stretches, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
        assert_eq!(of_the_oldest(Turns::Every(16)).take(3).collect::<Vec<_>>(), [16, 32, 48]);
    }
}
