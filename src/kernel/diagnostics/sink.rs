//! Collecting diagnostics.

use super::{Diagnostic, Severity};

/// Collects diagnostics up to a number, so that no input can make them fill the memory.
#[derive(Clone, Debug)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    room: usize,
    errors: usize,
}

impl Sink {
    /// Returns an empty sink that keeps `room` diagnostics and then forgets.
    pub fn new(room: usize) -> Self {
        Self { diagnostics: Vec::new(), room, errors: 0 }
    }

    /// Takes a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity() == Severity::Error {
            self.errors += 1;
        }
        if !self.is_full() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Takes all diagnostics of another sink.
    pub fn append(&mut self, other: Self) {
        self.errors += other.errors;
        let room = self.room.saturating_sub(self.diagnostics.len());
        self.diagnostics.extend(other.diagnostics.into_iter().take(room));
    }

    /// Tells whether further diagnostics are forgotten.
    pub fn is_full(&self) -> bool {
        self.diagnostics.len() >= self.room
    }

    /// Tells whether there was an error, kept or forgotten.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the diagnostics in the order of their places.
    ///
    /// Of equal places, the one that was found first comes first.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
        self.diagnostics
    }
}
