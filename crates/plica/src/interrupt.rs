//! Ctrl-C and its kin: the first one ends the run cleanly with what it has, the second one at once with what was found,
//! the third one without a word.
//!
//! Oblivious to what runs. Invariant: the handler does nothing but count, which is all that a signal handler may do.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXCPU, SIGXFSZ};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// So many signals end plica without a word.
const IMPATIENT: usize = 3;

/// The signals that came.
#[derive(Clone, Default)]
pub(crate) struct Signals {
    cancel: Arc<AtomicBool>,
    count: Arc<AtomicUsize>,
}

impl Signals {
    /// Listens from now on. Call once.
    ///
    /// A handler that cannot be installed is left out: the signal then ends plica as it ends any program.
    pub fn listen() -> Signals {
        let signals = Signals::default();
        let ignored = ignored_signals();
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGXCPU] {
            // What `nohup` has switched off stays so.
            if ignored >> (signal - 1) & 1 == 1 {
                continue;
            }
            let Signals { cancel, count } = signals.clone();
            let handler = move || {
                cancel.store(true, Ordering::Relaxed);
                if count.fetch_add(1, Ordering::Relaxed) + 1 >= IMPATIENT {
                    signal_hook::low_level::exit(128 + signal);
                }
            };
            // SAFETY: the handler changes atomics and may end the process, both of which are allowed in a signal
            // handler.
            let _ = unsafe { signal_hook::low_level::register(signal, handler) };
        }
        // A file that becomes larger than it may is an error of the write, not the end.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
        signals
    }

    /// Set as soon as the run is to end.
    pub fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    /// How many came.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }
}

/// The signals that whoever started plica has switched off, a bit each.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
