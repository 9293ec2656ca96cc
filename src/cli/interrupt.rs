//! Ctrl-C and requests to end: the first stops the search, the second the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::draft::discard_all;
use scm_check::kernel::base::Control;
use scm_check::kernel::report::Standing;

/// Knows what runs, so that a signal can stop it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    raised: Arc<AtomicBool>,
    /// What runs: the search of the main thread, then those of others.
    running: Arc<Mutex<Vec<Option<Arc<Control>>>>>,
}

impl Interrupt {
    /// Starts to listen for signals.
    pub(crate) fn listen() -> Self {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        // Without a handler a signal ends the program at once: worse, but not wrong.
        let _ = ctrlc::set_handler(move || heard.signal());
        interrupt
    }

    fn signal(&self) {
        if self.raised.swap(true, Ordering::SeqCst) {
            discard_all();
            std::process::exit(i32::from(Standing::Interrupted.exit_code()));
        }
        self.stop();
    }

    /// Stops whatever runs.
    pub(crate) fn stop(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().flatten().for_each(|control| control.interrupt());
    }

    /// Tells whether there was a signal.
    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }

    /// Makes `control` the one that the next signal stops.
    pub(crate) fn watch(&self, control: &Arc<Control>) {
        self.watch_at(0, control);
    }

    /// The same for one of several threads, by its number from 1; 0 is the main thread.
    pub(crate) fn watch_at(&self, thread: usize, control: &Arc<Control>) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.len() <= thread {
            running.resize(thread + 1, None);
        }
        running[thread] = Some(Arc::clone(control));
        drop(running);
        if self.is_raised() {
            control.interrupt();
        }
    }
}
