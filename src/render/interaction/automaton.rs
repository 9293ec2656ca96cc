//! Automata of interactions for programs, and as pictures.

use super::shortened;
use crate::diagrams::interaction_graph;
use crate::drawing::{self, Graph};
use driver::interaction::Synthesis;
use language::automaton::{Model, diagram};
use model::interaction::Interaction;

/// Number of characters of a term that are the name of its state.
const MAX_NAME: usize = 200;

/// Returns the automaton that was made, whose states are called by their terms where they have some.
pub fn interaction_automaton_model(made: &Synthesis, interaction: &Interaction) -> Model {
    let model = Model::new(made.automaton().clone(), made.alphabet.clone());
    let Some(synthesised) = made.synthesised.as_ref().filter(|_| made.minimal.is_none()) else {
        return model;
    };
    let name = |state| shortened(&synthesised.term_text(state, &interaction.signature), MAX_NAME);
    Model { names: model.automaton.states().map(name).collect(), ..model }
}

/// Returns the automaton that was made as a graph, with the terms of the states where they have some.
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
