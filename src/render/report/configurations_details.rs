//! Details of answers about configurations, for programs.

use serde::Serialize;

/// Details of an answer about configurations.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ConfigurationsDetails {
    /// Line of the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Whether the system is RSC.
    pub membership: &'static str,
    /// The justification of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<&'static str>,
    /// The assumption that the user vouches for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumption: Option<&'static str>,
    /// Number of configurations, if all were explored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configurations: Option<u64>,
    /// Number of configurations that were explored, if there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configurations_explored: Option<u64>,
}
