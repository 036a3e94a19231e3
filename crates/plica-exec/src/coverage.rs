//! Which locations were executed, by any path of the run. Shared by workers; oblivious to paths.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plica_ir::{FuncId, Loc, Program};

/// A flag per location at which control can arrive by a jump (block starts).
pub struct Coverage {
    seen: Vec<Box<[AtomicBool]>>,
    count: AtomicU64,
}

impl Coverage {
    /// Nothing is covered.
    pub fn new(program: &Program) -> Coverage {
        let flags = |n: usize| (0..n).map(|_| AtomicBool::new(false)).collect();
        Coverage {
            seen: program.functions.iter().map(|f| flags(f.code.len())).collect(),
            count: AtomicU64::new(0),
        }
    }

    /// Control has arrived here.
    #[inline]
    pub fn visit(&self, func: FuncId, loc: Loc) {
        let Some(flag) = self.seen[func.index()].get(loc.index()) else { return };
        if !flag.load(Ordering::Relaxed) && !flag.swap(true, Ordering::Relaxed) {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Has control ever arrived here?
    pub fn is_covered(&self, func: FuncId, loc: Loc) -> bool {
        self.seen.get(func.index()).and_then(|f| f.get(loc.index())).is_some_and(|f| f.load(Ordering::Relaxed))
    }

    /// How many locations control has arrived at by a jump or a call.
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }
}
