//! What reading a text yields.

use super::Expectation;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::interaction::{ExpressionId, Interaction};

/// What a file describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The interaction.
    pub interaction: Interaction,
    /// Where each of its parts stands.
    pub spans: IndexVec<ExpressionId, Span>,
    /// The answers that the file states in comments such as `/*# expect: nfa_states = 8 */`.
    pub expectations: Vec<Expectation>,
}
