//! What only some kinds of answers report, for programs.

use serde::Serialize;

use super::ChoreographyDetails;

/// What one kind of answer reports beside the verdict: the object `detail` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// Nothing.
    None,
    /// What an answer about a choreography reports.
    Choreography(Box<ChoreographyDetails>),
}
