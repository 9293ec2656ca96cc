//! Places of tokens, with what stands before them.

use super::token::Token;
use kernel::source::Span;

/// A bound of a token, with information on the preceding tokens for syntax errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TokenBound {
    /// The position in the text.
    pub(super) offset: u32,
    /// The end of the token before it.
    pub(super) previous_end: u32,
    /// The token before it.
    pub(super) previous: Token,
    /// The last keyword before it.
    pub(super) head: Token,
}

impl TokenBound {
    /// Returns the span from this place to the end of the token before `end`.
    ///
    /// Where `end` is the beginning of the next token, what stands between is left out.
    pub(super) fn to(self, end: Self) -> Span {
        Span::new(self.offset as usize, (end.previous_end.max(self.offset)) as usize)
    }
}
