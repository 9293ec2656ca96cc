//! Spans of a source text.

use std::ops::Range;

/// A range of bytes of one source text, possibly empty.
///
/// Each bound has four bytes: texts of four gigabytes and more are rejected before they are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Returns the span of the bytes from `start` up to, not including, `end`.
    ///
    /// Bounds beyond 32 bits are cut to the largest one; an end before the start is moved to it.
    pub fn new(start: usize, end: usize) -> Self {
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        Self { start, end: end.max(start) }
    }

    /// Returns the first byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// Returns the byte after the last.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Returns the number of bytes.
    pub fn len(self) -> usize {
        self.end() - self.start()
    }

    /// Returns `true` if the span has no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the bytes as a range.
    pub fn range(self) -> Range<usize> {
        self.start()..self.end()
    }
}
