//! Parts of an automaton, drawn in frames.

use crate::drawing::{Graph, add_automaton};
use kernel::automata::NamedAutomaton;

/// Returns the graph of automata with captions, each in a frame.
pub fn framed_graph(name: &str, frames: &[(NamedAutomaton, String)]) -> Graph {
    let mut graph = Graph { name: name.to_owned(), ..Graph::default() };
    for (automaton, caption) in frames {
        add_automaton(&mut graph, automaton, Some(caption));
    }
    graph
}
