//! Several policies over one frontier, taking turns.
//!
//! Oblivious to what the parts do. Invariant: all parts hold the same leaves, so that what one chooses is removed from
//! the others.

use super::ages::Bfs;
use super::{CoverageView, Search};
use crate::{NodeId, Tree};

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
}

impl Mixture {
    pub(super) fn new(turns: Turns, parts: Vec<Box<dyn Search + Send>>) -> Mixture {
        Mixture { turns, parts, oldest: Bfs::default(), choices: 0 }
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
        self.choices = self.choices.wrapping_add(1);
        let chosen = if self.turns.is_for_the_oldest(self.choices) || self.parts.is_empty() {
            self.oldest.choose(tree, view)
        } else {
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
