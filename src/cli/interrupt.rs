//! Ctrl-C and requests to end: the first stops the search, the second the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::kernel::base::Control;
use crate::kernel::report::Standing;

/// Knows what runs, so that a signal can stop it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    raised: Arc<AtomicBool>,
    running: Arc<Mutex<Option<Arc<Control>>>>,
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
            std::process::exit(i32::from(Standing::Interrupted.exit_code()));
        }
        if let Some(control) = &*self.running.lock().unwrap_or_else(PoisonError::into_inner) {
            control.interrupt();
        }
    }

    /// Tells whether there was a signal.
    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }

    /// Makes `control` the one that the next signal stops.
    pub(crate) fn watch(&self, control: &Arc<Control>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(control));
        if self.is_raised() {
            control.interrupt();
        }
    }
}
