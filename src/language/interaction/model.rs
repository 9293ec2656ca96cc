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

impl Model {
    /// Returns the model in which each message that is lost before a known lifeline may also arrive there, where the
    /// diagram does not show it: see [`Interaction::with_losses_as_choices`]. The parts of the choice have the place of the
    /// arrow.
    #[must_use]
    pub fn with_losses_as_choices(&self) -> Self {
        let (interaction, origins) = self.interaction.with_losses_as_choices();
        let spans = origins.iter().map(|&origin| self.spans[origin]).collect();
        Self { interaction, spans, expectations: self.expectations.clone() }
    }
}
