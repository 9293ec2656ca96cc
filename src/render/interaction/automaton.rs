//! Automata of interactions for programs, and as pictures.

use crate::diagrams::interaction_graph;
use crate::drawing::{self, Graph};
use crate::sentences::shortened;
use driver::interaction::Synthesis;
use language::automaton::{Model, diagram};
use model::interaction::Interaction;

/// Maximum number of characters of a term in the name of its state.
const MAX_NAME: usize = 200;

/// Returns the synthesised automaton; states with terms are named by them.
pub fn interaction_automaton_model(made: &Synthesis, interaction: &Interaction) -> Model {
    let model = Model::new(made.automaton().clone(), made.alphabet.clone());
    let Some(synthesised) = made.synthesised.as_ref().filter(|_| made.minimal.is_none()) else {
        return model;
    };
    let name = |state| shortened(&synthesised.term_text(state, &interaction.signature), MAX_NAME);
    Model { names: model.automaton.states().map(name).collect(), ..model }
}

/// Returns the synthesised automaton as a graph; states with terms are labelled by them.
pub fn interaction_automaton_graph(
    made: &Synthesis,
    interaction: &Interaction,
    name: &str,
) -> Graph {
    match made.synthesised.as_ref().filter(|_| made.minimal.is_none()) {
        Some(synthesised) => interaction_graph(synthesised, name, &interaction.signature),
        None => drawing::automaton_graph(&diagram(
            &interaction_automaton_model(made, interaction),
            name,
        )),
    }
}
