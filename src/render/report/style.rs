//! What is wanted of the rows of a report.

use super::Detail;
use crate::witness::Extent;
use driver::Limits;

/// What is wanted of rows: the forms of evidence that somebody reads, and how sentences are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How much of a long run is shown.
    pub extent: Extent,
    /// Width of the terminal in columns, if there is one.
    pub width: Option<usize>,
    /// Whether explanations are read as text.
    pub is_explained: bool,
    /// Whether witnesses are read as JSON.
    pub has_documents: bool,
    /// Whether runs are read on a page.
    pub is_page: bool,
    /// Whether charts of witnesses are read.
    pub has_charts: bool,
    /// How much is said of the work that was done; `None` if nothing.
    pub work: Option<Detail>,
    /// Limits that were granted.
    pub limits: Limits,
    /// Number of states that a search may store, if it is limited.
    pub max_states: Option<u64>,
    /// Memory that is left for evidence, in bytes; `None` if it is not limited.
    pub room: Option<u64>,
    /// What to do to see a witness, where it is not shown.
    pub hint: Option<&'static str>,
}
