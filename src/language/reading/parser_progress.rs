//! Limits on the work of generated parsers.

use std::cell::Cell;

/// Limits on the work of the parser.
///
/// The parser keeps the tokens that an error swallows, so that a large file that is not a model
/// would fill the memory: the lexer ends the text after many consecutive tokens without a
/// reduction, and when the limit of diagnostics is reached.
#[derive(Debug, Default)]
pub(crate) struct ParserProgress {
    swallowed: Cell<usize>,
    stopped: Cell<bool>,
}

impl ParserProgress {
    /// Maximum number of consecutive tokens that an error may swallow.
    const MAX_SWALLOWED: usize = 1_000_000;

    /// Records that the last tokens were reduced.
    pub(crate) fn made(&self) {
        self.swallowed.set(0);
    }

    /// Ends the text here.
    pub(crate) fn stop(&self) {
        self.stopped.set(true);
    }

    /// Returns `true` if the text was ended early.
    pub(crate) fn is_cut(&self) -> bool {
        self.stopped.get()
    }

    /// Counts a token; returns `true` if another one may follow.
    pub(crate) fn take_token(&self) -> bool {
        self.swallowed.set(self.swallowed.get() + 1);
        if self.swallowed.get() >= Self::MAX_SWALLOWED {
            self.stop();
        }
        !self.is_cut()
    }
}
