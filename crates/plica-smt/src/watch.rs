//! Stops a solver that does not look at the clock: a thread beside the call.
//!
//! Oblivious to what is called and to how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::answer::UnknownReason;
use crate::backend::Limit;
use crate::tuning;

/// Runs `work`; calls `stop` (once and again until it helps) when the limit is exceeded. Returns the result and whether
/// `stop` was called.
pub(crate) fn watch<R>(limit: &Limit, stop: impl Fn() + Sync, work: impl FnOnce() -> R) -> (R, bool) {
    let done = AtomicBool::new(false);
    let stopped = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                let now = match limit.exceeded() {
                    Some(UnknownReason::Timeout) => limit.lateness() >= tuning::SOLVER_GRACE.get(),
                    other => other.is_some(),
                };
                if now {
                    stopped.store(true, Ordering::Release);
                    stop();
                }
                std::thread::park_timeout(tuning::WATCH_PERIOD.get());
            }
        });
        let result = work();
        done.store(true, Ordering::Release);
        watcher.thread().unpark();
        result
    });
    (result, stopped.load(Ordering::Acquire))
}
