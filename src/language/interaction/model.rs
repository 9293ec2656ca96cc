//! The result of reading an interaction.

use super::Expectation;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::interaction::{ExpressionId, Interaction};

/// The model that a file describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The interaction.
    pub interaction: Interaction,
    /// The place of each part of the interaction.
    pub spans: IndexVec<ExpressionId, Span>,
    /// The answers that the file states in comments such as `/*# expect: nfa_states = 8 */`.
    pub expectations: Vec<Expectation>,
}
