//! Automata of interactions for programs, and as pictures.

use super::made::Made;
use scm_check::language::automaton::{Model, diagram};
use scm_check::model::interaction::Interaction;
use scm_check::render::diagrams::interaction_graph;
use scm_check::render::drawing;
use scm_check::render::drawing::Graph;
use scm_check::render::interaction::shortened;

/// So many characters of a term are the name of its state.
const LONG: usize = 200;

/// Returns the automaton that was made, whose states are called by their terms where they have some.
pub(crate) fn automaton_model(made: &Made, interaction: &Interaction) -> Model {
    let model = Model::new(made.automaton().clone(), made.alphabet.clone());
    let Some(synthesised) = made.synthesised.as_ref().filter(|_| made.minimal.is_none()) else {
        return model;
    };
    let name = |state| shortened(&synthesised.term_text(state, &interaction.signature), LONG);
    Model { names: model.automaton.states().map(name).collect(), ..model }
}

/// Returns the automaton that was made as a graph, with the terms of the states where they have some.
pub(crate) fn automaton_graph(made: &Made, interaction: &Interaction, name: &str) -> Graph {
    match made.synthesised.as_ref().filter(|_| made.minimal.is_none()) {
        Some(synthesised) => interaction_graph(synthesised, name, &interaction.signature),
        None => drawing::automaton_graph(&diagram(&automaton_model(made, interaction), name)),
    }
}
