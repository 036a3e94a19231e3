//! Which locations were executed, by any path of the run. Shared by workers; oblivious to paths.

use std::sync::atomic::{AtomicU32, Ordering};

use plica_ir::{FuncId, Loc, Program};

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

    /// How many locations control has arrived at.
    pub fn count(&self) -> u64 {
        self.visits.iter().flat_map(|f| f.iter()).filter(|n| n.load(Ordering::Relaxed) > 0).count() as u64
    }
}
