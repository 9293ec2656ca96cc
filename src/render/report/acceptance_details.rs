//! What answers about traces of interactions report for programs.

use serde::Serialize;

/// What answers about traces report for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AcceptanceDetails {
    pub(crate) interaction: String,
    pub(crate) by: &'static str,
    pub(crate) length: usize,
    pub(crate) read: usize,
    pub(crate) expected: Vec<String>,
}
