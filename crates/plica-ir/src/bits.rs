//! Sets of small numbers, for analyses of one function. Oblivious to what the numbers are.

/// A set of numbers below a bound.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BitSet(Vec<u64>);

impl BitSet {
    /// The empty set of numbers below `len`.
    pub fn new(len: usize) -> BitSet {
        BitSet(vec![0; len.div_ceil(64)])
    }

    /// Is the number in it?
    #[inline]
    pub fn contains(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 == 1)
    }

    /// Puts a number in; was it new?
    pub fn insert(&mut self, i: usize) -> bool {
        let new = !self.contains(i);
        self.0[i / 64] |= 1 << (i % 64);
        new
    }

    /// Takes a number out.
    pub fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// Takes in all of another set of the same bound; did anything change?
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            changed |= *b & !*a != 0;
            *a |= b;
        }
        changed
    }

    /// Keeps only what another set of the same bound has too.
    pub fn intersect(&mut self, other: &BitSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(w, &bits)| (0..64).filter(move |b| bits >> b & 1 == 1).map(move |b| w * 64 + b))
    }
}
