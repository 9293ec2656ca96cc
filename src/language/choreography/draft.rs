//! Input and result of the reader of each language.

use super::Structured;
use super::builder::Builder;
use kernel::source::Span;

/// Treatment of guards (conditions on the values of messages), which the model cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guards {
    /// Guards are errors: without them the text has another meaning.
    Refused,
    /// Guards are dropped, with a warning for each.
    Dropped,
}

/// Intermediate result of the reader of one language.
#[derive(Debug, Default)]
pub(super) struct ChoreographyDraft {
    pub(super) builder: Builder,
    pub(super) structure: Option<Structured>,
    /// The places of the comments, which may state answers.
    pub(super) comments: Vec<Span>,
    pub(super) remarks: Vec<(String, String)>,
    /// Why the participants are not finitely many, if so: nothing else is known then.
    pub(super) endless: Option<String>,
    /// What of the text changes its meaning and is read over, in a sentence.
    pub(super) not_followed: Option<String>,
}
