//! A thread beside a command that sees to it that it ends: at its time limit, at a signal, before memory is at its end.
//!
//! The engine looks at these itself and ends with a whole report. This is for when it does not, since a library does
//! not listen. Oblivious to what runs. Invariant: a run that ends by itself within the grace is left alone.

use crate::beside::beside;
use crate::interrupt::Signals;
use crate::tuning;
use plica_report::ReasonKind;
use std::time::Instant;

/// What is watched, and what is done about it.
pub(crate) struct Watchdog<'a> {
    /// When the run is to end.
    pub deadline: Option<Instant>,
    /// Memory of the process, bytes.
    pub memory: Option<u64>,
    /// Signals that end the run.
    pub signals: &'a Signals,
    /// Called when the run does not end by itself.
    pub stuck: &'a (dyn Fn(ReasonKind) + Sync),
}

impl Watchdog<'_> {
    /// Runs `work` beside the thread.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        let (mut cancelled, mut full) = (None, None);
        let look = || {
            if let Some(why) = self.look(&mut cancelled, &mut full) {
                (self.stuck)(why);
            }
        };
        beside(tuning::WATCHDOG_PERIOD.get(), look, work)
    }

    /// Why the run has to end at once, if it has to.
    fn look(&self, cancelled: &mut Option<Instant>, full: &mut Option<Instant>) -> Option<ReasonKind> {
        let now = Instant::now();
        let late = |since: &mut Option<Instant>, is: bool| {
            is && now >= *since.get_or_insert(now) + tuning::WATCHDOG_GRACE.get()
        };
        let count = self.signals.count();
        if late(cancelled, count > 0) || count > 1 {
            return Some(ReasonKind::Interrupted);
        }
        if self.deadline.is_some_and(|end| now >= end + tuning::WATCHDOG_GRACE.get()) {
            return Some(ReasonKind::TimeLimit);
        }
        let limit = self.memory?;
        let used = crate::driver::resident_memory();
        if used < limit {
            *full = None;
        }
        // A solver that grows fast leaves no time.
        (late(full, used >= limit) || used >= limit + limit / 8).then_some(ReasonKind::MemoryLimit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::time::Duration;

    /// Why work that does not end by itself was found to be stuck.
    fn stuck(deadline: Option<Instant>, memory: Option<u64>) -> ReasonKind {
        let (signals, why) = (Signals::default(), Mutex::new(None));
        let stuck = |kind| *why.lock().unwrap() = Some(kind);
        let known = || *why.lock().unwrap();
        Watchdog { deadline, memory, signals: &signals, stuck: &stuck }.watch(|| {
            let until = Instant::now() + Duration::from_secs(20);
            while known().is_none() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        known().unwrap()
    }

    #[test]
    fn work_that_does_not_end_is_noticed() {
        assert_eq!(stuck(Some(Instant::now()), None), ReasonKind::TimeLimit);
        assert_eq!(stuck(None, Some(1)), ReasonKind::MemoryLimit);
    }

    #[test]
    fn work_that_ends_in_time_is_left_alone() {
        let signals = Signals::default();
        let stuck = |_| panic!("it ends");
        let deadline = Some(Instant::now());
        assert_eq!(Watchdog { deadline, memory: Some(u64::MAX), signals: &signals, stuck: &stuck }.watch(|| 5), 5);
    }
}
