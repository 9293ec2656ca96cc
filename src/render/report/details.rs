//! What only some kinds of answers report, for programs.

use serde::Serialize;

use super::ChoreographyDetails;
use crate::system::ConfigurationsDetails;

/// What one kind of answer reports beside the verdict: the object `detail` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// Nothing.
    None,
    /// Of an answer about configurations.
    Configurations(ConfigurationsDetails),
    /// Of an answer about a choreography.
    Choreography(Box<ChoreographyDetails>),
}
