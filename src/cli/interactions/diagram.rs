//! Automata of interactions for programs, and as pictures.

use super::made::Made;
use crate::language::automaton::Model;
use crate::model::interaction::Interaction;

/// So many characters of a term are written into its state.
const LONG: usize = 60;

/// Returns the automaton that was made, whose states are called by their terms where they have some.
pub(crate) fn automaton_model(made: &Made, interaction: &Interaction) -> Model {
    let model = Model::new(made.automaton().clone(), made.alphabet.clone());
    let Some(synthesised) = made.synthesised.as_ref().filter(|_| made.minimal.is_none()) else {
        return model;
    };
    let name =
        |&term| shortened(&synthesised.semantics.expression(term, &interaction.signature).text());
    Model { names: synthesised.terms.iter().map(name).collect(), ..model }
}

/// Returns the beginning of a long text.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONG {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONG - 3).collect();
    format!("{start}...")
}
