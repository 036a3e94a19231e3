//! A thread that looks at something now and then beside work that takes long.
//!
//! Oblivious to what it looks at and to the work. Invariant: when the work is done, or has panicked, the thread ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::Duration;

/// Ends the thread when it is dropped, also when the work panics: the scope would wait for it for ever.
struct Done<'a>(&'a AtomicBool, &'a Thread);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

/// Runs `work` beside a thread that calls `look` at once and after each `tick`, until the work is done.
pub fn beside<T>(tick: Duration, mut look: impl FnMut() + Send, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                look();
                std::thread::park_timeout(tick);
            }
        });
        let _done = Done(&done, thread.thread());
        work()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_ends_with_the_work_and_with_its_panic() {
        let looks = std::sync::atomic::AtomicUsize::new(0);
        let look = || {
            looks.fetch_add(1, Ordering::Relaxed);
        };
        // The tick is longer than any test: the thread is woken.
        let long = Duration::from_secs(1000);
        let seen = beside(long, look, || {
            while looks.load(Ordering::Relaxed) == 0 {
                std::thread::yield_now();
            }
            looks.load(Ordering::Relaxed)
        });
        assert_eq!(seen, 1);
        let work = || -> () { panic!("the work breaks off") };
        assert!(std::panic::catch_unwind(|| beside(long, || (), work)).is_err());
    }
}
