//! Stops a solver that does not look at the clock: a thread beside the call.
//!
//! Oblivious to what is called and to how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::answer::UnknownReason;
use crate::backend::Limit;

/// How often flags are looked at.
const TICK: Duration = Duration::from_millis(5);

/// A solver is given so much longer than the limit to stop by itself.
const GRACE: Duration = Duration::from_millis(50);

/// Runs `work`; calls `stop` (once and again until it helps) when the limit is exceeded. Returns the result and whether
/// `stop` was called.
pub(crate) fn watch<R>(limit: &Limit, stop: impl Fn() + Sync, work: impl FnOnce() -> R) -> (R, bool) {
    let done = AtomicBool::new(false);
    let stopped = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                let now = match limit.exceeded() {
                    Some(UnknownReason::Timeout) => limit.lateness() >= GRACE,
                    other => other.is_some(),
                };
                if now {
                    stopped.store(true, Ordering::Release);
                    stop();
                }
                std::thread::park_timeout(TICK);
            }
        });
        let result = work();
        done.store(true, Ordering::Release);
        watcher.thread().unpark();
        result
    });
    (result, stopped.load(Ordering::Acquire))
}
