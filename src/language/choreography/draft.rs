//! What the reader of each language is told, and what it makes of a text.

use super::Structured;
use super::builder::Builder;
use kernel::source::Span;

/// What becomes of conditions on the values of messages, which are not followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guards {
    /// They are errors: without them the text would say something else.
    Refused,
    /// The text is read as if they were not there, with a warning for each.
    Dropped,
}

/// What the reader of one language makes of a text.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) builder: Builder,
    pub(super) structure: Option<Structured>,
    /// The comments, which may state answers.
    pub(super) comments: Vec<Span>,
    pub(super) remarks: Vec<(String, String)>,
}
