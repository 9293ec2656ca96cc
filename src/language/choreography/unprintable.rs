//! Why a choreography cannot be written in a language.

/// Why a choreography cannot be said in a language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unprintable {
    /// Two participants may begin, and a choice of the language is made by one.
    #[error("in one state both {} and {} may send, and a choice of Scribble is made by one", .0[0], .0[1])]
    TwoSenders([String; 2]),
    /// The text would be too long.
    #[error("without names for states the text would have more than {MAX_LINES} lines")]
    TooLong,
}

/// So many lines, or parts of a term, are printed in the languages of terms.
pub(super) const MAX_LINES: usize = 5_000;
