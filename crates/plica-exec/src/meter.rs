//! What says to those who do long work that the run is over, and how much memory they may take.
//!
//! Oblivious to who sets the bounds of a run and looks at them.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use plica_tree::StopReason;

use crate::tuning;

/// What says to those who do long work that the run is over, and knows beforehand what memory they may take.
///
/// Shared by the thread that executes and by one beside it that looks at the clock. Invariant: once it says why the run
/// is over it stays with that.
#[derive(Debug, Default)]
pub struct Meter {
    over: AtomicU8,
    memory: Option<u64>,
    /// Bytes that were asked for in all.
    work: AtomicU64,
    /// Bytes that were asked for since the memory of the process was looked at.
    asked: AtomicU64,
    /// Commands that nobody else counts.
    commands: AtomicU64,
    /// What describing states took, as so many commands.
    described: AtomicU64,
}

/// Why a run is over, in the order of the codes 1, 2 and so on.
const ENDS: [StopReason; 3] = [StopReason::TimeLimit, StopReason::MemoryLimit, StopReason::Cancelled];

impl Meter {
    /// One with a bound on the memory of the process, in bytes.
    pub fn new(memory: Option<u64>) -> Meter {
        Meter { memory, ..Meter::default() }
    }

    /// Says that the run is over. Reasons other than time, memory and the user's wish are not known here.
    pub fn end(&self, reason: StopReason) {
        let code = ENDS.iter().position(|r| *r == reason).map_or(0, |i| i as u8 + 1);
        let _ = self.over.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why the run is over, if it is.
    #[inline]
    pub fn over(&self) -> Option<StopReason> {
        let code = self.over.load(Ordering::Relaxed);
        ENDS.get(usize::from(code).checked_sub(1)?).copied()
    }

    /// Ends the run if the process uses as much memory as it may.
    pub fn look_at_memory(&self) {
        if self.memory.is_some_and(|limit| resident_memory() >= limit) {
            self.end(StopReason::MemoryLimit);
        }
    }

    /// Bytes that were asked for so far, which tells how long commands took that work on blocks.
    #[inline]
    pub(crate) fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// What making large inputs took, and runs that confirm something, as so many commands.
    pub fn commands(&self) -> u64 {
        self.commands.load(Ordering::Relaxed)
    }

    /// Something took as long as so many commands, which nobody else counts.
    pub fn spend(&self, commands: u64) {
        self.commands.fetch_add(commands, Ordering::Relaxed);
    }

    /// What describing states took, as so many commands. That is no work: what describes most finds most states again,
    /// and would have its turns later than what goes on and on.
    pub fn described(&self) -> u64 {
        self.described.load(Ordering::Relaxed)
    }

    /// A state, or a part of one, was described, which took as long as so many commands.
    pub fn describe(&self, commands: u64) {
        self.described.fetch_add(commands, Ordering::Relaxed);
    }

    /// May so many bytes be taken? If not, the run is over.
    pub(crate) fn afford(&self, bytes: u64) -> Option<StopReason> {
        self.work.fetch_add(bytes, Ordering::Relaxed);
        if let Some(limit) = self.memory {
            let asked = bytes + self.asked.fetch_add(bytes, Ordering::Relaxed);
            if asked >= tuning::BYTES_BETWEEN_LOOKS.get() {
                self.asked.store(0, Ordering::Relaxed);
                if resident_memory().saturating_add(bytes) > limit {
                    self.end(StopReason::MemoryLimit);
                }
            }
        }
        self.over()
    }
}

/// Memory that the process uses now, bytes; 0 where it cannot be told.
pub fn resident_memory() -> u64 {
    // Linux: the second number of statm is the resident set in pages.
    std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|s| s.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()))
        .map_or(0, |pages| pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        let meter = Meter::new(Some(resident_memory() + (64 << 20)));
        assert_eq!(meter.afford(32 << 20), None);
        assert_eq!(meter.afford(256 << 20), Some(StopReason::MemoryLimit));
        // It stays with what it said.
        meter.end(StopReason::TimeLimit);
        assert_eq!((meter.over(), meter.afford(1)), (Some(StopReason::MemoryLimit), Some(StopReason::MemoryLimit)));
    }

    #[test]
    fn without_a_bound_everything_can_be_had() {
        let meter = Meter::default();
        assert_eq!(meter.afford(u64::MAX / 2), None);
        meter.look_at_memory();
        assert_eq!(meter.over(), None);
        meter.end(StopReason::Cancelled);
        assert_eq!(meter.over(), Some(StopReason::Cancelled));
    }
}
