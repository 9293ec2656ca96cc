//! Why a choreography cannot be written in a language.

/// Reason why a choreography cannot be written in a language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unprintable {
    /// Two participants may begin, but a choice of the language is made by a single participant.
    #[error("in one state both {} and {} may send, and a choice of Scribble is made by one", .0[0], .0[1])]
    TwoSenders([String; 2]),
    /// The text would be too long.
    #[error("without names for states the text would have more than {MAX_LINES} lines")]
    TooLong,
}

/// Maximum number of lines, or parts of a term, that are printed in the languages of terms.
pub(super) const MAX_LINES: usize = 5_000;
