//! How much of what is found of a specification is kept.

/// How much a [`Checker`](super::Checker) keeps of what it finds, from one multitrace to the next.
///
/// No answer depends on it, only time and memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CacheLimits {
    /// Where the sets of states of a location take more bytes than these, all of them are forgotten before the next
    /// multitrace is read.
    pub bytes: usize,
    /// The table that leads from set to set has at most so many entries for a location; other steps are looked up
    /// by their hashes.
    pub entries: usize,
}

impl Default for CacheLimits {
    /// Returns 64 MiB, and a million entries.
    fn default() -> Self {
        Self { bytes: 1 << 26, entries: 1 << 20 }
    }
}
