//! What only some kinds of answers report, for programs.

use serde::Serialize;

use crate::interaction::AcceptanceDetails;
use crate::system::ConfigurationsDetails;

/// What one kind of answer reports beside the verdict: the object `detail` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// Nothing.
    None,
    /// Of an answer about configurations.
    Configurations(ConfigurationsDetails),
    /// Of an answer about a trace of an interaction.
    Acceptance(AcceptanceDetails),
}
