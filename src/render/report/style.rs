//! Options for the rows of a report.

use crate::drawing::{Extent, TextStyle};
use crate::sentences::Detail;
use driver::Limits;

/// Whether witnesses are written as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Documents {
    /// No: they are not used.
    #[default]
    LeftOut,
    /// Yes.
    Wanted,
    /// They are wanted, but the granted memory does not suffice.
    NoRoom,
}

/// Whether the text about a run lists its steps and its conflict cycle beside the chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Steps {
    /// Yes.
    #[default]
    Listed,
    /// No: the chart says enough to readers of diagrams.
    LeftOut,
}

/// Options for rows: the wanted forms of evidence, and the layout of sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowStyle {
    /// How much of a long run is shown.
    pub extent: Extent,
    /// The look of drawings in text, with the width of the terminal in columns, if there is one.
    pub text: TextStyle,
    /// Whether explanations are wanted as text.
    pub is_explained: bool,
    /// Whether the steps of runs are listed.
    pub steps: Steps,
    /// Whether witnesses are wanted as JSON.
    pub documents: Documents,
    /// Whether the report is a page.
    pub is_page: bool,
    /// Whether charts of witnesses are wanted.
    pub has_charts: bool,
    /// The amount of detail about the work that was done; `None` for none.
    pub work: Option<Detail>,
    /// The limits of the run.
    pub limits: Limits,
    /// Maximum number of states that a search may store, if it is limited.
    pub max_states: Option<u64>,
    /// Whether the first line names the kind of all channels, if they are not read as written.
    pub names_channels: bool,
    /// Advice on how to see a witness, if it is not shown.
    pub hint: Option<&'static str>,
}

impl RowStyle {
    /// Returns the style of rows without evidence, which are quick to build.
    #[must_use]
    pub fn without_evidence(self) -> Self {
        let documents = Documents::LeftOut;
        Self { is_explained: false, documents, is_page: false, has_charts: false, ..self }
    }

    /// Returns the style of rows about diagrams: only verbose ones list the steps of runs.
    #[must_use]
    pub fn of_diagrams(self) -> Self {
        let steps = if self.work.is_some() { Steps::Listed } else { Steps::LeftOut };
        Self { steps, ..self }
    }

    /// Returns the style of explanations as text, without width, limits and other forms of evidence.
    pub fn explained() -> Self {
        Self { is_explained: true, ..Self::default() }
    }
}
