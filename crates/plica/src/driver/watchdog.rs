//! A thread that watches the clock and Ctrl-C beside a run.
//!
//! Oblivious to what runs. Invariant: when the work is done, or has panicked, the thread ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it looks.
const TICK: Duration = Duration::from_millis(20);

/// What is watched, and what is done about it.
pub struct Watchdog<'a> {
    /// When the run is to end.
    pub deadline: Option<Instant>,
    /// A run that was to end so long ago will not end by itself.
    pub grace: Duration,
    /// Set when the run is to end (Ctrl-C).
    pub cancel: &'a AtomicBool,
    /// Set by the thread when the solver is to stop.
    pub interrupt: &'a AtomicBool,
    /// Called when the run does not end by itself.
    pub stuck: Option<&'a (dyn Fn() + Sync)>,
}

/// Says that the work is done when it is dropped.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Watchdog<'_> {
    /// Runs `work` beside the thread.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    self.look();
                    std::thread::park_timeout(TICK);
                }
            });
            // Also when the work panics: the thread would wait for ever.
            let _done = Done(&done);
            work()
        })
    }

    fn look(&self) {
        let over = |since: Duration| self.deadline.is_some_and(|d| Instant::now() >= d + since);
        if self.cancel.load(Ordering::Relaxed) || over(Duration::ZERO) {
            self.interrupt.store(true, Ordering::Relaxed);
        }
        if over(self.grace)
            && let Some(stuck) = self.stuck
        {
            stuck();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work that stops when `flag` is set.
    fn until(flag: &AtomicBool) {
        while !flag.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn the_solver_is_interrupted_when_the_time_is_over() {
        let (cancel, interrupt) = (AtomicBool::new(false), AtomicBool::new(false));
        let (deadline, grace) = (Some(Instant::now()), Duration::from_secs(3600));
        let stuck = || panic!("it stops");
        Watchdog { deadline, grace, cancel: &cancel, interrupt: &interrupt, stuck: Some(&stuck) }
            .watch(|| until(&interrupt));
        let (cancel, interrupt) = (AtomicBool::new(true), AtomicBool::new(false));
        Watchdog { deadline: None, grace, cancel: &cancel, interrupt: &interrupt, stuck: None }
            .watch(|| until(&interrupt));
    }

    #[test]
    fn work_that_does_not_stop_is_noticed() {
        let (cancel, interrupt, noticed) = (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
        let stuck = || noticed.store(true, Ordering::Relaxed);
        let (deadline, grace) = (Some(Instant::now()), Duration::from_millis(50));
        Watchdog { deadline, grace, cancel: &cancel, interrupt: &interrupt, stuck: Some(&stuck) }
            .watch(|| until(&noticed));
        assert!(interrupt.load(Ordering::Relaxed));
    }
}
