//! Ids of steps.

use kernel::base::{Id as _, typed_id};

typed_id! {
    /// A step of a run, internal ones included.
    pub struct StepId;
}

impl StepId {
    /// Returns the number under which the step is shown: steps count from 1.
    pub fn number(self) -> usize {
        self.index() + 1
    }
}
