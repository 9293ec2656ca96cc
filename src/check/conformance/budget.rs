//! What a check may take, and what it took.

use kernel::base::{Control, Limit};

/// The limits of a check with all its searches, and how many configurations they stored: also where a limit
/// ended one.
#[derive(Debug)]
pub(super) struct SearchBudget<'c> {
    control: &'c Control,
    pub(super) stored: u64,
}

impl<'c> SearchBudget<'c> {
    pub(super) fn new(control: &'c Control) -> Self {
        Self { control, stored: 0 }
    }

    /// Returns the limit that a search has reached which stored so many configurations in so many bytes, and
    /// shows how far it is: how many letters deep, and how many configurations wait.
    pub(super) fn limit(
        &self,
        stored: u64,
        bytes: u64,
        (depth, queue): (usize, usize),
    ) -> Option<Limit> {
        self.control.progress.publish(self.stored, 0, depth as u64, queue as u64, bytes);
        self.control.limit(stored, bytes)
    }
}
