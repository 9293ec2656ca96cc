//! What answers about configurations report, for programs.

use serde::Serialize;

/// What an answer about configurations reports.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ConfigurationsDetails {
    /// Line of the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Whether the system is RSC.
    pub membership: &'static str,
    /// What the answer rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<&'static str>,
    /// What somebody vouches for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumption: Option<&'static str>,
    /// Number of configurations, where all were explored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configurations: Option<u64>,
    /// Number of configurations that were explored, where there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configurations_explored: Option<u64>,
}
