//! The result of reading an automaton.

use kernel::automata::{Alphabet, FiniteAutomaton};
use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use kernel::base::Id as _;

/// The model that a file describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The automaton.
    pub automaton: FiniteAutomaton,
    /// The names of its symbols.
    pub alphabet: Alphabet,
    /// The names of the states, one for each; empty if the states only have numbers.
    pub names: Vec<String>,
    /// The locations, each with the symbols that it observes; empty if the file declares none.
    pub locations: Vec<Vec<String>>,
}

impl Model {
    /// Returns a model in which only the symbols have names.
    ///
    /// # Panics
    /// If the alphabet has another number of symbols.
    pub fn new(automaton: FiniteAutomaton, alphabet: Alphabet) -> Self {
        assert_eq!(automaton.symbols(), alphabet.len(), "each symbol has a name");
        Self { automaton, alphabet, names: Vec::new(), locations: Vec::new() }
    }
}

/// Returns the automaton of a model under the given name, in the form in which it is drawn.
pub fn diagram(model: &Model, name: &str) -> NamedAutomaton {
    let Model { automaton, alphabet, names, .. } = model;
    let states = automaton.states().map(|state| NamedState {
        name: names.get(state.index()).cloned().unwrap_or_else(|| state.index().to_string()),
        initial: automaton.initial().contains(&state),
        accepting: automaton.is_accepting(state),
    });
    let transitions = automaton.edges().map(|(from, symbol, to)| NamedTransition {
        from: from.index(),
        letter: alphabet[symbol].clone(),
        to: to.index(),
    });
    NamedAutomaton {
        name: name.to_owned(),
        states: states.collect(),
        transitions: transitions.collect(),
        gathered: None,
    }
}
