//! Automata as graphs.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Cluster, Edge, Graph, Node, NodeId, NodeShape, Stroke};
use kernel::automata::NamedAutomaton;

/// Maximum number of gathered letters that are not replaced by their common word.
const FEW: usize = 2;

/// Returns the automaton as a graph. Transitions between the same two states share an arrow; where
/// all states accept, none is marked.
///
/// # Complexity
/// Linear in the size of the automaton, but for logarithms.
pub fn automaton_graph(automaton: &NamedAutomaton) -> Graph {
    let mut graph = Graph { name: automaton.name.clone(), ..Graph::default() };
    add_automaton(&mut graph, automaton, None);
    graph
}

/// Adds the automaton to a graph, in a frame if it has a title.
///
/// # Complexity
/// Linear in the size of the automaton, but for logarithms.
pub fn add_automaton(graph: &mut Graph, automaton: &NamedAutomaton, title: Option<&str>) {
    let cluster = title.map(|title| graph.clusters.push(Cluster { label: title.to_owned() }));
    let marked = automaton.states.iter().any(|state| !state.accepting);
    let mut node = |label: &str, shape| {
        graph.nodes.push(Node { label: label.to_owned(), shape, cluster, key: None })
    };
    let nodes: Vec<NodeId> = automaton
        .states
        .iter()
        .map(|state| {
            let is_double = marked && state.accepting;
            let shape = if is_double { NodeShape::DoubleCircle } else { NodeShape::Circle };
            node(&state.name, shape)
        })
        .collect();
    let starts: Vec<(NodeId, NodeId)> = automaton
        .states
        .iter()
        .zip(&nodes)
        .filter(|(state, _)| state.initial)
        .map(|(_, &to)| (node("", NodeShape::Point), to))
        .collect();
    for (from, to) in starts {
        graph.edges.push(Edge { from, to, label: String::new(), stroke: Stroke::Solid });
    }
    let mut letters: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
    for transition in &automaton.transitions {
        let between = letters.entry((transition.from, transition.to)).or_default();
        if !between.contains(&transition.letter.as_str()) {
            between.push(&transition.letter);
        }
    }
    for ((from, to), letters) in letters {
        let label = gathered_letters(automaton, letters).join("\n");
        let (from, to) = (nodes[from], nodes[to]);
        graph.edges.push(Edge { from, to, label, stroke: Stroke::Solid });
    }
}

/// Returns the letters; if all gathered letters are among them, their common word replaces them.
fn gathered_letters<'a>(automaton: &'a NamedAutomaton, letters: Vec<&'a str>) -> Vec<&'a str> {
    let Some((word, all)) = &automaton.gathered else { return letters };
    let all: BTreeSet<&str> = all.iter().map(String::as_str).collect();
    if all.len() <= FEW || !all.iter().all(|letter| letters.contains(letter)) {
        return letters;
    }
    let others = letters.into_iter().filter(|letter| !all.contains(letter));
    std::iter::once(word.as_str()).chain(others).collect()
}
