//! Collection of diagnostics.

use super::{Diagnostic, Severity};

/// Collects diagnostics up to a maximum number, so that no input can fill the memory with them.
///
/// Errors are counted separately from warnings and notes: no number of warnings hides an error.
#[derive(Clone, Debug)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    room: usize,
    errors: usize,
    warnings: usize,
}

impl Sink {
    /// Returns an empty sink that keeps `room` errors and `room` other diagnostics, and drops further ones.
    pub fn new(room: usize) -> Self {
        Self { diagnostics: Vec::new(), room, errors: 0, warnings: 0 }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity() {
            Severity::Error => &mut self.errors,
            Severity::Warning | Severity::Note => &mut self.warnings,
        };
        *count += 1;
        if *count <= self.room {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds all diagnostics of another sink.
    pub fn append(&mut self, other: Self) {
        let forgotten = |count: usize| count.saturating_sub(other.room);
        let (errors, warnings) = (forgotten(other.errors), forgotten(other.warnings));
        for diagnostic in other.diagnostics {
            self.push(diagnostic);
        }
        self.errors += errors;
        self.warnings += warnings;
    }

    /// Returns `true` if further errors are dropped.
    pub fn is_full(&self) -> bool {
        self.errors >= self.room
    }

    /// Returns the number of errors, kept or dropped.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Returns `true` if there was an error, kept or dropped.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the diagnostics in the order of their places.
    ///
    /// Of diagnostics at equal places, the one that was added first comes first.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
        self.diagnostics
    }
}
