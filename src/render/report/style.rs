//! What is wanted of the rows of a report.

use crate::drawing::Extent;
use crate::sentences::Detail;
use driver::Limits;

/// Whether witnesses are written as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Documents {
    /// Nobody reads them.
    #[default]
    LeftOut,
    /// Somebody reads them.
    Wanted,
    /// Somebody reads them, and the memory that is granted does not suffice.
    NoRoom,
}

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
    pub documents: Documents,
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
    /// Whether the first line names the kind of all channels, where they are not read as written.
    pub names_channels: bool,
    /// What to do to see a witness, where it is not shown.
    pub hint: Option<&'static str>,
}

impl Style {
    /// Returns the style of rows without evidence, which are made at once.
    #[must_use]
    pub fn without_evidence(self) -> Self {
        let documents = Documents::LeftOut;
        Self { is_explained: false, documents, is_page: false, has_charts: false, ..self }
    }

    /// Returns the style of explanations as text, without width, limits and other forms of evidence.
    pub fn explained() -> Self {
        Self {
            extent: Extent::Ends,
            width: None,
            is_explained: true,
            documents: Documents::LeftOut,
            is_page: false,
            has_charts: false,
            work: None,
            limits: Limits::default(),
            max_states: None,
            names_channels: false,
            hint: None,
        }
    }
}
