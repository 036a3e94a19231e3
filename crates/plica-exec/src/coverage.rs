//! Which locations were executed, by any path of the run. Shared by workers; oblivious to paths.

use std::sync::atomic::{AtomicU32, Ordering};

use plica_ir::{BitSet, FuncId, Loc, Program};

/// How often control arrived at each location by a jump or a call. Counts are for guidance: when workers meet, one
/// may be lost, but never the first.
pub struct Coverage {
    visits: Vec<Box<[AtomicU32]>>,
}

impl Coverage {
    /// Nothing is covered.
    pub fn new(program: &Program) -> Coverage {
        let counters = |n: usize| (0..n).map(|_| AtomicU32::new(0)).collect();
        Coverage { visits: program.functions.iter().map(|f| counters(f.code.len())).collect() }
    }

    fn counter(&self, func: FuncId, loc: Loc) -> Option<&AtomicU32> {
        self.visits.get(func.index())?.get(loc.index())
    }

    /// Control has arrived here.
    #[inline]
    pub fn visit(&self, func: FuncId, loc: Loc) {
        if let Some(n) = self.counter(func, loc) {
            // No read-modify-write: this is on the path of every jump.
            n.store(n.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
        }
    }

    /// How often control has arrived here.
    pub fn visits(&self, func: FuncId, loc: Loc) -> u64 {
        self.counter(func, loc).map_or(0, |n| u64::from(n.load(Ordering::Relaxed)))
    }

    fn flat(&self) -> impl Iterator<Item = bool> {
        self.counts().map(|n| n > 0)
    }

    /// The locations that control has arrived at, those of all functions numbered one after the other.
    pub fn set(&self) -> BitSet {
        let mut set = BitSet::new(self.len());
        self.flat().enumerate().filter(|(_, visited)| *visited).for_each(|(i, _)| {
            set.insert(i);
        });
        set
    }

    /// All locations.
    pub fn everything(&self) -> BitSet {
        let mut set = BitSet::new(self.len());
        for i in 0..self.len() {
            set.insert(i);
        }
        set
    }

    /// The set of some locations, numbered as in [`Coverage::set`].
    pub fn numbers(&self, locations: impl IntoIterator<Item = (FuncId, Loc)>) -> BitSet {
        let starts: Vec<usize> = self
            .visits
            .iter()
            .scan(0, |next, f| {
                *next += f.len();
                Some(*next - f.len())
            })
            .collect();
        let mut set = BitSet::new(self.len());
        for (func, loc) in locations.into_iter().filter(|&(func, loc)| self.counter(func, loc).is_some()) {
            set.insert(starts[func.index()] + loc.index());
        }
        set
    }

    /// Has control arrived anywhere outside of this set?
    pub fn exceeds(&self, set: &BitSet) -> bool {
        self.flat().enumerate().any(|(i, visited)| visited && !set.contains(i))
    }

    /// The location with a number of [`Coverage::set`].
    pub fn place(&self, mut number: usize) -> Option<(FuncId, Loc)> {
        for (f, visits) in self.visits.iter().enumerate() {
            if number < visits.len() {
                return Some((FuncId(f as u32), Loc(number as u32)));
            }
            number -= visits.len();
        }
        None
    }

    /// How often control has arrived at each location, those of all functions one after the other.
    pub fn counts(&self) -> impl Iterator<Item = u32> {
        self.visits.iter().flat_map(|f| f.iter()).map(|n| n.load(Ordering::Relaxed))
    }

    /// How many locations there are.
    pub fn len(&self) -> usize {
        self.visits.iter().map(|f| f.len()).sum()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many locations control has arrived at.
    pub fn count(&self) -> u64 {
        self.flat().filter(|visited| *visited).count() as u64
    }
}
