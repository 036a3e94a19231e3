//! A thread that looks at the clock, at Ctrl-C and at the memory beside an exploration, and tells those who do long
//! work.
//!
//! Oblivious to what runs. Invariant: the first reason to end that it sees is the one that everybody is told.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use plica_exec::Meter;
use plica_tree::StopReason;

use crate::beside::beside;
use crate::tuning;

/// What is looked at, and who is told.
pub(crate) struct Clock<'a> {
    /// When the exploration is to end.
    pub deadline: Option<Instant>,
    /// Set when the run is to end (Ctrl-C).
    pub cancel: &'a AtomicBool,
    /// Set by the thread when the solver is to stop.
    pub interrupt: &'a AtomicBool,
    /// Told by the thread when the stepper is to stop.
    pub meter: &'a Meter,
}

impl Clock<'_> {
    /// Runs `work` beside the thread.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        beside(tuning::CLOCK_PERIOD.get(), || self.look(), work)
    }

    fn look(&self) {
        if self.cancel.load(Ordering::Relaxed) {
            self.meter.end(StopReason::Cancelled);
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            self.meter.end(StopReason::TimeLimit);
        } else {
            self.meter.look_at_memory();
        }
        if self.meter.over().is_some() {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Why work is told to end.
    fn told(deadline: Option<Instant>, cancel: bool, memory: Option<u64>) -> Option<StopReason> {
        let (cancel, interrupt, meter) = (AtomicBool::new(cancel), AtomicBool::new(false), Meter::new(memory));
        Clock { deadline, cancel: &cancel, interrupt: &interrupt, meter: &meter }.watch(|| {
            let until = Instant::now() + Duration::from_secs(20);
            while !interrupt.load(Ordering::Relaxed) && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        meter.over()
    }

    #[test]
    fn solver_and_stepper_are_told_when_the_run_is_over() {
        assert_eq!(told(Some(Instant::now()), false, None), Some(StopReason::TimeLimit));
        assert_eq!(told(None, true, None), Some(StopReason::Cancelled));
        assert_eq!(told(None, false, Some(1)), Some(StopReason::MemoryLimit));
    }
}
