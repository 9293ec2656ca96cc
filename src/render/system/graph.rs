//! A system as a picture: each automaton in a frame, an arrow into its initial states.

use crate::drawing::{Cluster, Edge, Graph, Node, NodeId, NodeShape, Stroke};
use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{CommunicatingAutomaton, Label, ParticipantId, StateId, System, Transition};

/// Returns the automata of `system` as one graph.
///
/// Transitions between the same two states share an arrow, with a line for each. Labels are as in
/// SCM: `0 ! req` sends `req` on channel 0.
pub fn system_graph(system: &System) -> Graph {
    automata_graph(system, system.automata().ids())
}

/// Returns the automata of some participants as one graph.
pub fn automata_graph(
    system: &System,
    participants: impl IntoIterator<Item = ParticipantId>,
) -> Graph {
    let mut graph = Graph { name: system.name().to_owned(), ..Graph::default() };
    for participant in participants {
        let automaton = &system.automata()[participant];
        let cluster = graph.clusters.push(Cluster { label: automaton.name().to_owned() });
        let mut node = |label: &str, shape, key| {
            let label = label.to_owned();
            graph.nodes.push(Node { label, shape, cluster: Some(cluster), key })
        };
        let nodes: IndexVec<StateId, NodeId> = automaton
            .states()
            .iter()
            .map(|name| {
                node(name, NodeShape::Circle, Some(format!("{}:{name}", participant.index())))
            })
            .collect();
        let starts: Vec<NodeId> =
            automaton.initial().iter().map(|_| node("", NodeShape::Point, None)).collect();
        for (from, state) in starts.into_iter().zip(automaton.initial()) {
            let to = nodes[*state];
            graph.edges.push(Edge { from, to, label: String::new(), stroke: Stroke::Solid });
        }
        for state in automaton.states().ids() {
            graph.edges.extend(edges(system, automaton, state, &nodes));
        }
    }
    graph
}

/// Returns the arrows that leave a state.
fn edges(
    system: &System,
    automaton: &CommunicatingAutomaton,
    source: StateId,
    nodes: &IndexVec<StateId, NodeId>,
) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for &id in automaton.outgoing(source) {
        let transition = &automaton.transitions()[id];
        // A lossy channel may drop any message: the channel is marked, not each send.
        if transition.loss_of.is_some() {
            continue;
        }
        let label = label(system, transition);
        let (from, to) = (nodes[source], nodes[transition.target]);
        match edges.iter_mut().find(|edge| edge.to == to) {
            Some(edge) => {
                edge.label.push('\n');
                edge.label.push_str(&label);
            }
            None => edges.push(Edge { from, to, label, stroke: Stroke::Solid }),
        }
    }
    edges
}

/// Returns the action of a transition, as in SCM.
fn label(system: &System, transition: &Transition) -> String {
    match transition.label {
        Label::Internal => "internal".to_owned(),
        Label::Action(direction, channel, message) => {
            let sign = direction.sign();
            format!("{} {sign} {}", system.channel_name(channel), system.messages()[message].name)
        }
    }
}

/// Returns the automaton of one participant; all its states accept, since its language is
/// prefix-closed.
pub fn automaton_diagram(system: &System, automaton: &CommunicatingAutomaton) -> NamedAutomaton {
    let states = automaton.states().enumerate().map(|(id, name)| NamedState {
        name: name.clone(),
        initial: automaton.initial().contains(&id),
        accepting: true,
    });
    let transitions = automaton.transitions().iter().filter(|one| one.loss_of.is_none());
    let transitions = transitions.map(|one| NamedTransition {
        from: one.source.index(),
        letter: label(system, one),
        to: one.target.index(),
    });
    NamedAutomaton {
        name: automaton.name().to_owned(),
        states: states.collect(),
        transitions: transitions.collect(),
        gathered: None,
    }
}
