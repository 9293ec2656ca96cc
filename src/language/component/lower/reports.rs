//! The diagnostics of all packages.

use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::Span;
use rustc_hash::FxHashSet;

/// Something has errors, which were reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported;

/// Collects diagnostics, for each package its own.
#[derive(Debug)]
pub(super) struct Reports {
    /// For each package, the diagnostics, and whether syntax errors may have swallowed parts of it.
    pub(super) packages: Vec<(Sink, bool)>,
    seen: FxHashSet<(usize, Span, String)>,
}

impl Reports {
    pub(super) fn new(packages: Vec<(Sink, bool)>) -> Self {
        Self { packages, seen: FxHashSet::default() }
    }

    /// Adds a diagnostic about a package: once, though a type with several instances is looked at several times.
    pub(super) fn push(&mut self, package: usize, diagnostic: Diagnostic) {
        if self.seen.insert((package, diagnostic.primary.span, diagnostic.message.clone())) {
            self.packages[package].0.push(diagnostic);
        }
    }

    /// Adds a diagnostic about something that is not there, unless a syntax error may have swallowed it.
    pub(super) fn absent(&mut self, package: usize, diagnostic: Diagnostic) {
        if !self.packages[package].1 {
            self.push(package, diagnostic);
        }
    }
}
