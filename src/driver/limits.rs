//! Limits of a run.

use std::time::Duration;

/// Limits of a run as the user requested them; `None` means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time for one question, or for reading a model.
    pub timeout: Option<Duration>,
    /// Time for all questions about a model.
    pub model_timeout: Option<Duration>,
    /// Memory for the process, in bytes.
    pub memory: Option<u64>,
}
