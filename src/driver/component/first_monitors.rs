//! Monitors that have read the initial state, built within limits.

use std::sync::mpsc::{self, RecvTimeoutError};

use check::monitor::Semantics;
use check::witness_trace::{PropertyMonitor, UnreadableState, monitors};
use kernel::base::{Control, Limit};
use model::component::{Composite, GlobalState, Property};

use super::engine::POLL_INTERVAL;

/// Why there are no monitors.
pub(super) enum NoMonitors {
    /// One of them cannot read the initial state.
    Unreadable(UnreadableState),
    /// A limit was reached.
    Cut(Limit),
}

/// Returns monitors of `properties` that have read the initial state, as [`monitors`] does.
///
/// What is certain of a formula before its first step can take time exponential in its size, and nothing interrupts that:
/// when a limit is reached, a thread is left to itself until the process ends.
///
/// # Errors
/// If a monitor cannot read the state, or a limit is reached.
pub(super) fn first_monitors(
    composite: &Composite,
    properties: &[Property],
    (semantics, max_states): (Semantics, usize),
    initial: &GlobalState,
    control: &Control,
) -> Result<Vec<PropertyMonitor>, NoMonitors> {
    if properties.is_empty() {
        return Ok(Vec::new());
    }
    let (sender, receiver) = mpsc::channel();
    let (composite, properties, initial) =
        (composite.clone(), properties.to_vec(), initial.clone());
    let thread = std::thread::spawn(move || {
        let built = monitors(&composite, &properties, semantics, max_states, &initial);
        // After a limit nobody waits for it.
        let _ = sender.send(built);
    });
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(built) => return built.map_err(NoMonitors::Unreadable),
            Err(RecvTimeoutError::Timeout) => {
                if let Some(limit) = control.limit(0, 0) {
                    return Err(NoMonitors::Cut(limit));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                let panic = thread.join().expect_err("the thread has sent nothing");
                std::panic::resume_unwind(panic)
            }
        }
    }
}
