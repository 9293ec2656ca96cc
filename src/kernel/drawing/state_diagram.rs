//! Finite automata as data that can be drawn.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::graph::{Cluster, Edge, Graph, Node, NodeId, NodeShape, Stroke};
use crate::base::{Control, Id as _, Limit};
use crate::search::explore;
use crate::transition_system::{Automaton, TransitionSystem};

/// A state of a drawn automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramState {
    /// Its name.
    pub name: String,
    /// Whether words may begin there.
    pub initial: bool,
    /// Whether words may end there.
    pub accepting: bool,
}

/// A transition of a drawn automaton.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DiagramTransition {
    /// The place of the state that it leaves.
    pub from: usize,
    /// What it reads.
    pub letter: String,
    /// The place of the state that it enters.
    pub to: usize,
}

/// A finite automaton with names for its states and letters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateDiagram {
    /// What it is the automaton of.
    pub name: String,
    /// The states.
    pub states: Vec<DiagramState>,
    /// The transitions.
    pub transitions: Vec<DiagramTransition>,
    /// Letters that are drawn as one, where a loop reads all of them, with the word for them.
    pub gathered: Option<(String, Vec<String>)>,
}

/// So many letters on one line are no trouble.
const FEW: usize = 2;

impl StateDiagram {
    /// Returns the automaton as a graph. Transitions between the same two states share an arrow; where
    /// all states accept, none is marked.
    ///
    /// # Complexity
    /// Linear in the size of the automaton, but for logarithms.
    pub fn graph(&self) -> Graph {
        let mut graph = Graph { name: self.name.clone(), ..Graph::default() };
        self.add_to(&mut graph, None);
        graph
    }

    /// Adds the automaton to a graph, in a frame if it has a title.
    ///
    /// # Complexity
    /// Linear in the size of the automaton, but for logarithms.
    pub fn add_to(&self, graph: &mut Graph, title: Option<&str>) {
        let cluster = title.map(|title| graph.clusters.push(Cluster { label: title.to_owned() }));
        let marked = self.states.iter().any(|state| !state.accepting);
        let mut node = |label: &str, shape| {
            graph.nodes.push(Node { label: label.to_owned(), shape, cluster, key: None })
        };
        let nodes: Vec<NodeId> = self
            .states
            .iter()
            .map(|state| {
                let is_double = marked && state.accepting;
                let shape = if is_double { NodeShape::DoubleCircle } else { NodeShape::Circle };
                node(&state.name, shape)
            })
            .collect();
        let starts: Vec<(NodeId, NodeId)> = self
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
        for transition in &self.transitions {
            let between = letters.entry((transition.from, transition.to)).or_default();
            if !between.contains(&transition.letter.as_str()) {
                between.push(&transition.letter);
            }
        }
        for ((from, to), letters) in letters {
            let label = self.gathered_letters(letters).join("\n");
            let (from, to) = (nodes[from], nodes[to]);
            graph.edges.push(Edge { from, to, label, stroke: Stroke::Solid });
        }
    }

    /// Returns the letters with the word for those that are gathered, if they are all there.
    fn gathered_letters<'a>(&'a self, letters: Vec<&'a str>) -> Vec<&'a str> {
        let Some((word, all)) = &self.gathered else { return letters };
        let all: BTreeSet<&str> = all.iter().map(String::as_str).collect();
        if all.len() <= FEW || !all.iter().all(|letter| letters.contains(letter)) {
            return letters;
        }
        let others = letters.into_iter().filter(|letter| !all.contains(letter));
        std::iter::once(word.as_str()).chain(others).collect()
    }
}

/// How the states and letters of an automaton are called.
pub trait Naming<T: TransitionSystem> {
    /// Returns the name of a state.
    fn state(&self, state: &T::State) -> String;
    /// Returns the name of a letter.
    fn letter(&self, letter: T::Label) -> String;
}

impl StateDiagram {
    /// Returns what is reachable in `automaton`, `most` states at most.
    ///
    /// # Complexity
    /// Linear in the number of transitions, times that of those that leave one state.
    ///
    /// # Errors
    /// The limit that came first: nothing is drawn by halves.
    pub fn of<T>(
        automaton: T,
        name: &str,
        naming: &impl Naming<T>,
        most: u64,
        control: &Control,
    ) -> Result<Self, Limit>
    where
        T: Automaton + Sync,
        T::State: Send + Sync,
        T::Scratch: Send,
    {
        let initial: FxHashSet<T::State> = automaton
            .initial_states()
            .take(usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1))
            .collect();
        let graph = explore(automaton, most, control);
        if let Some(limit) = graph.cut() {
            return Err(limit);
        }
        if graph.statistics().states > most {
            return Err(Limit::States);
        }
        let edges = graph.edges(control)?;
        let mut diagram = Self { name: name.to_owned(), ..Self::default() };
        for node in graph.nodes() {
            let state = graph.state(node);
            diagram.states.push(DiagramState {
                name: naming.state(state),
                initial: initial.contains(state),
                accepting: graph.system().is_accepting(state),
            });
            let first = diagram.transitions.len();
            for &(letter, to) in edges.leaving(node) {
                let transition = DiagramTransition {
                    from: node.index(),
                    letter: naming.letter(letter),
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
