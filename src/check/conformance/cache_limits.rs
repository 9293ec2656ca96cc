//! Limits of the cache of a checker.

/// How much of its results a [`Checker`](super::Checker) keeps from one multitrace to the next.
///
/// The limits affect only time and memory, never an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CacheLimits {
    /// Maximum number of bytes of the sets of states of a location. If it is exceeded, all sets are dropped
    /// before the next multitrace is read.
    pub bytes: usize,
    /// Maximum number of entries of a location's transition table between sets; other steps are looked up by
    /// hash.
    pub entries: usize,
}

impl Default for CacheLimits {
    /// Returns limits of 64 MiB and a million entries.
    fn default() -> Self {
        Self { bytes: 1 << 26, entries: 1 << 20 }
    }
}
