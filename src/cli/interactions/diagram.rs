//! Automata of interactions as pictures.

use super::made::Made;
use crate::kernel::base::Id as _;
use crate::kernel::drawing::{DiagramState, DiagramTransition, StateDiagram};
use crate::model::interaction::Interaction;

/// So many characters of a term are written into its state.
const LONG: usize = 60;

/// Returns the automaton that was made as a picture: the states of the synthesis are called by their
/// terms, those of others by their numbers.
pub(crate) fn state_diagram(made: &Made, interaction: &Interaction, name: &str) -> StateDiagram {
    let automaton = made.automaton();
    let term = |state: usize| {
        let made = made.synthesised.as_ref().filter(|_| made.minimal.is_none())?;
        let term = made.terms.as_slice()[state];
        Some(made.semantics.expression(term, &interaction.signature).text())
    };
    let states = automaton.states().map(|state| DiagramState {
        name: term(state.index())
            .map_or_else(|| state.index().to_string(), |term| shortened(&term)),
        initial: automaton.initial().contains(&state),
        accepting: automaton.is_accepting(state),
    });
    let transitions = automaton.edges().map(|(from, symbol, to)| DiagramTransition {
        from: from.index(),
        letter: made.alphabet[symbol].clone(),
        to: to.index(),
    });
    StateDiagram {
        name: name.to_owned(),
        states: states.collect(),
        transitions: transitions.collect(),
        gathered: None,
    }
}

/// Returns the beginning of a long text.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONG {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONG - 3).collect();
    format!("{start}...")
}
