//! What reading a text yields.

use super::Structured;
use crate::reading::Expectation;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::choreography::{Description, EdgeId};

/// What a file describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The choreography as a finite automaton.
    pub description: Description,
    /// The answers that the file states in comments such as `//# expect: realisable = holds`.
    pub expectations: Vec<Expectation>,
    /// What lines `expect KEY VALUE` of a choreography automaton say: the keys with their values, which
    /// nobody judges.
    pub remarks: Vec<(String, String)>,
    /// Where each transition stands.
    pub edges: IndexVec<EdgeId, Span>,
    /// The term that the automaton follows, if the language has terms.
    pub structure: Option<Structured>,
}
