//! Ctrl-C: the first one ends the run cleanly with what it has, the second one at once.
//!
//! Oblivious to what runs. Invariant: the handler does nothing but set a flag, which is all that a signal handler may do.

use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The flag that is set as soon as the run is to end. Call once.
///
/// If the handlers cannot be installed the flag just stays unset and Ctrl-C ends plica as it ends any program.
pub fn cancel_flag() -> Arc<AtomicBool> {
    let cancel = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the shutdown looks at the flag before the second handler sets it.
        let second = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&cancel));
        if second.is_ok() {
            let _ = signal_hook::flag::register(signal, Arc::clone(&cancel));
        }
    }
    cancel
}
