//! Tokens as generated parsers take them: with what stands before them, for messages about syntax errors.

use lalrpop_util::{ErrorRecovery, ParseError};
use logos::{Lexer, Logos};

use kernel::source::Span;

/// A syntax error; [`ParseError::User`] does not occur.
pub(crate) type Failure<T> = ParseError<TokenBound<T>, T, ()>;
/// A syntax error from which the parser recovered.
pub(crate) type Recovery<T> = ErrorRecovery<TokenBound<T>, T, ()>;
/// A token between its bounds.
pub(crate) type BoundedToken<T> = (TokenBound<T>, T, TokenBound<T>);

/// A bound of a token, with information on the preceding tokens for syntax errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TokenBound<T> {
    /// The position in the text.
    pub(crate) offset: u32,
    /// The end of the token before it.
    pub(crate) previous_end: u32,
    /// The token before it.
    pub(crate) previous: T,
    /// The last keyword before it that determines the meaning of what follows.
    pub(crate) head: T,
}

impl<T: Copy> TokenBound<T> {
    /// Returns the span from this place to the end of the token before `end`.
    ///
    /// Where `end` is the beginning of the next token, what stands between is left out.
    pub(crate) fn to(self, end: Self) -> Span {
        Span::new(self.offset as usize, end.previous_end.max(self.offset) as usize)
    }

    /// Returns a token that follows this bound; `is_head` says whether it determines the meaning of what follows.
    pub(crate) fn followed_by(self, token: T, span: Span, is_head: bool) -> BoundedToken<T> {
        let [start, end] =
            [span.start(), span.end()].map(|offset| u32::try_from(offset).unwrap_or(u32::MAX));
        let head = if is_head { token } else { self.head };
        let end = Self { offset: end, previous_end: end, previous: token, head };
        (Self { offset: start, ..self }, token, end)
    }
}

/// Returns the names of terminals without their quotes.
pub(crate) fn terminals(expected: &[String]) -> Vec<&str> {
    expected.iter().map(|name| name.trim_matches('"')).collect()
}

/// Returns the place of the token that was read last.
pub(crate) fn place<'s, T: Logos<'s, Source = str>>(tokens: &Lexer<'s, T>) -> Span {
    Span::new(tokens.span().start, tokens.span().end)
}

/// Skips a run of unknown characters of which the first ones were read, and returns the place of all of them.
pub(crate) fn unknown_run<'s, T>(tokens: &mut Lexer<'s, T>) -> Span
where
    T: Logos<'s, Source = str, Error = (), Extras = ()> + Clone,
{
    let mut span = place(tokens);
    loop {
        let before = tokens.clone();
        match tokens.next() {
            Some(Err(())) if place(tokens).start() == span.end() => span = span.to(place(tokens)),
            _ => {
                *tokens = before;
                return span;
            }
        }
    }
}
