//! Automata of interactions as pictures, with the terms of their states.

use crate::drawing::{Cluster, Graph, Node, NodeShape, automaton_graph};
use kernel::automata::NamedAutomaton;
use language::automaton::{Model, diagram};
use model::interaction::Synthesised;
use model::trace::Signature;

/// Maximum length and number of the lines of a term within a state.
const WITHIN: (usize, usize) = (34, 4);

/// Maximum length and number of the lines of a term beside the automaton.
const BESIDE: (usize, usize) = (100, 8);

/// Returns the automaton with its states named by their terms, each on one line.
///
/// # Complexity
/// Linear in the sizes of the automaton and of the terms.
pub fn interaction_automaton(
    made: &Synthesised,
    name: &str,
    signature: &Signature,
) -> NamedAutomaton {
    let letters = made.letters().all().iter().map(|letter| letter.text(signature)).collect();
    let names = made.automaton.states().map(|state| made.term_text(state, signature)).collect();
    diagram(&Model { names, ..Model::new(made.automaton.clone(), letters) }, name)
}

/// Returns the automaton as a graph: each state has its number and its term; a term that is too
/// long is in a list beside the automaton, truncated if it is very long.
///
/// # Complexity
/// That of [`interaction_automaton`].
pub fn interaction_graph(made: &Synthesised, name: &str, signature: &Signature) -> Graph {
    let diagram = interaction_automaton(made, name, signature);
    let mut graph = automaton_graph(&diagram);
    let marked = diagram.states.iter().any(|state| !state.accepting);
    let mut list = Vec::new();
    // The nodes of the states come first, in their order.
    for (place, (node, state)) in graph.nodes.iter_mut().zip(&diagram.states).enumerate() {
        let is_double = marked && state.accepting;
        let mut lines = term_lines(&state.name, WITHIN.0);
        if lines.len() > WITHIN.1 {
            node.label = place.to_string();
            node.shape = if is_double { NodeShape::DoubleCircle } else { NodeShape::Circle };
            let mut lines = term_lines(&state.name, BESIDE.0);
            if lines.len() > BESIDE.1 {
                lines.truncate(BESIDE.1);
                lines.push("...".to_owned());
            }
            list.push(format!("{place}  {}", lines.join("\n    ")));
        } else {
            lines.insert(0, place.to_string());
            node.label = lines.join("\n");
            node.shape = if is_double { NodeShape::DoubleBox } else { NodeShape::Box };
        }
    }
    if !list.is_empty() {
        let label = "terms of the states".to_owned();
        let cluster = Some(graph.clusters.push(Cluster { label }));
        let (label, shape) = (list.join("\n"), NodeShape::Note);
        graph.nodes.push(Node { label, shape, cluster, key: None });
    }
    graph
}

/// Returns the text of a term in lines of at most `max_length` characters, as far as there are blanks to break it at,
/// preferably behind commas.
///
/// # Complexity
/// Linear in the text.
pub fn term_lines(term: &str, max_length: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in term.split_inclusive(", ") {
        for piece in pieces(word, max_length) {
            let size = piece.chars().count();
            if length > 0 && length + piece.trim_end().chars().count() > max_length {
                lines.push(line.trim_end().to_owned());
                line.clear();
                length = 0;
            }
            line.push_str(piece);
            length += size;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Returns the whole text if it is short enough, and otherwise pieces that end behind blanks.
fn pieces(text: &str, max_length: usize) -> Vec<&str> {
    if text.trim_end().chars().count() <= max_length {
        vec![text]
    } else {
        text.split_inclusive(' ').collect()
    }
}
