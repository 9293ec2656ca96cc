//! Constructs that are refused, with what to do instead.

use crate::choreography::codes;
use crate::choreography::lexer::Token;
use kernel::diagnostics::Diagnostic;

/// Advice about what may happen at any point.
const CUT: &str = "it may cut a block at any point: write the points as branches of `choice`";
/// Advice about roles that are made by messages.
const MADE: &str = "name all roles in the head, or write a `nested protocol` with `new role`";

/// The first words of constructs, with advice.
const FIRST: [(&str, &str); 9] = [
    ("interruptible", CUT),
    ("throws", CUT),
    ("catches", CUT),
    ("try", CUT),
    ("with", CUT),
    ("delegate", "name the role that acts from here on"),
    ("spawn", MADE),
    ("repeat", "write `rec X { .. continue X; }`"),
    ("run", "write `do P(A, B);`"),
];

/// The second words of constructs, behind a role, with advice.
const SECOND: [(&str, &str); 5] = [
    ("creates", MADE),
    ("invites", MADE),
    ("initiates", MADE),
    ("introduces", MADE),
    ("raises", CUT),
];

/// Returns the report of a construct that is refused, which begins with two tokens.
pub(super) fn refusal(first: Token<'_>, second: Token<'_>) -> Option<Diagnostic> {
    let of = |token: Token<'_>, words: &[(&str, &str)]| {
        let (word, help) = *words.iter().find(|(word, _)| token.is(word))?;
        let refused = codes::UNSUPPORTED.at(token.span, format!("`{word}` is not supported"));
        Some(refused.help(help))
    };
    of(first, &FIRST).or_else(|| of(second, &SECOND))
}

/// Returns `true` if a token before a brace begins a block of its own.
pub(super) fn is_block(token: Token<'_>) -> bool {
    token.is("par") || token.is("unordered") || FIRST.iter().any(|(word, _)| token.is(word))
}
