//! Limits of a check, and the work it has done.

use kernel::base::{Control, Limit};

/// The limits of a check with all its searches, and the number of configurations they stored, also if a limit
/// ended a search.
#[derive(Debug)]
pub(super) struct SearchBudget<'c> {
    control: &'c Control,
    pub(super) stored: u64,
}

impl<'c> SearchBudget<'c> {
    pub(super) fn new(control: &'c Control) -> Self {
        Self { control, stored: 0 }
    }

    /// Checks the limits of a search that stored `stored` configurations in `bytes` bytes, and publishes its
    /// progress: the depth in letters and the number of waiting configurations.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn check(
        &self,
        stored: u64,
        bytes: u64,
        (depth, queue): (usize, usize),
    ) -> Result<(), Limit> {
        self.control.progress.publish(self.stored, 0, depth as u64, queue as u64, bytes);
        self.control.within(stored, bytes)
    }
}
