//! Finite automata whose states and letters have names, for display.

use rustc_hash::FxHashSet;

use crate::base::{Control, Id as _, Limit};
use crate::search::explore;
use crate::transition_system::Automaton;

/// A state with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedState {
    /// Name of the state.
    pub name: String,
    /// Whether the state is initial.
    pub initial: bool,
    /// Whether the state accepts.
    pub accepting: bool,
}

/// A transition with a named letter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NamedTransition {
    /// Index of the source state.
    pub from: usize,
    /// Name of the letter.
    pub letter: String,
    /// Index of the target state.
    pub to: usize,
}

/// A finite automaton with names for its states and letters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamedAutomaton {
    /// Name of the automaton.
    pub name: String,
    /// The states.
    pub states: Vec<NamedState>,
    /// The transitions.
    pub transitions: Vec<NamedTransition>,
    /// Letters that are drawn as one if a loop reads all of them, with the text for them.
    pub gathered: Option<(String, Vec<String>)>,
}

impl NamedAutomaton {
    /// Returns the reachable part of `automaton`, `max_states` states at most. Its states and letters have the
    /// names that `state_name` and `letter_name` return.
    ///
    /// # Complexity
    /// Linear in the number of transitions, times that of those that leave one state.
    ///
    /// # Errors
    /// The limit that was reached first: no partial automaton is returned.
    pub fn explore<T>(
        automaton: T,
        name: &str,
        state_name: impl Fn(&T, &T::State) -> String,
        letter_name: impl Fn(&T, T::Label) -> String,
        max_states: u64,
        control: &Control,
    ) -> Result<Self, Limit>
    where
        T: Automaton + Sync,
        T::State: Send + Sync,
        T::Scratch: Send,
    {
        let initial: FxHashSet<T::State> = automaton
            .initial_states()
            .take(usize::try_from(max_states).unwrap_or(usize::MAX).saturating_add(1))
            .collect();
        let graph = explore(automaton, max_states, control);
        if let Some(limit) = graph.cut() {
            return Err(limit);
        }
        if graph.statistics().states > max_states {
            return Err(Limit::States);
        }
        let edges = graph.edges(control)?;
        let mut diagram = Self { name: name.to_owned(), ..Self::default() };
        for node in graph.nodes() {
            let state = graph.state(node);
            diagram.states.push(NamedState {
                name: state_name(graph.system(), state),
                initial: initial.contains(state),
                accepting: graph.system().is_accepting(state),
            });
            let first = diagram.transitions.len();
            for (letter, to) in edges.leaving(node) {
                let transition = NamedTransition {
                    from: node.index(),
                    letter: letter_name(graph.system(), letter),
                    to: to.index(),
                };
                if !diagram.transitions[first..].contains(&transition) {
                    diagram.transitions.push(transition);
                }
            }
        }
        Ok(diagram)
    }
}
