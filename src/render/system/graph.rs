//! A system as a picture: each automaton in a frame, an arrow into its initial states, declared final states doubled.

use super::names::{channel_caption, short_names};
use crate::drawing::{Cluster, Edge, Graph, Node, NodeId, NodeShape, Stroke};
use std::collections::BTreeSet;

use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    ChannelId, CommunicatingAutomaton, Label, ParticipantId, StateId, System, Transition,
};

/// Returns the automata of `system` as one graph.
///
/// Transitions between the same two states share an arrow, with a line for each: `p->q ! req` sends `req` from `p` to
/// `q`. A note explains the numbers of channels that have no name and no two ends by which alone they are known.
pub fn system_graph(system: &System) -> Graph {
    noted_graph(system, &system.automata().ids().collect::<Vec<_>>())
}

/// Returns the automata of some participants as one graph, with a note about the channels that are numbers in it.
pub(crate) fn noted_graph(system: &System, participants: &[ParticipantId]) -> Graph {
    let names = short_names(system);
    let mut graph = automata_graph(system, &names, participants.iter().copied());
    let automata = participants.iter().map(|&participant| &system.automata()[participant]);
    let labels = automata.flat_map(CommunicatingAutomaton::transitions).map(|one| one.label);
    let used: BTreeSet<ChannelId> = labels
        .filter_map(|label| match label {
            Label::Internal => None,
            Label::Action(_, channel, _) => Some(channel),
        })
        .collect();
    let is_number = |channel| names[channel].is_none() && used.contains(&channel);
    add_legend(&mut graph, system, is_number);
    graph
}

/// Adds a note about the channels without names for which `is_shown` holds, with their senders and receivers, if there are
/// any.
pub(crate) fn add_legend(graph: &mut Graph, system: &System, is_shown: impl Fn(ChannelId) -> bool) {
    let shown = system.channels().ids().filter(|&id| !system.is_named(id) && is_shown(id));
    let captions: Vec<String> = shown.map(|channel| channel_caption(system, channel)).collect();
    if !captions.is_empty() {
        let label = format!("channels\n{}", captions.join("\n"));
        graph.nodes.push(Node { label, shape: NodeShape::Note, cluster: None, key: None });
    }
}

/// Returns the automata of some participants as one graph, in which channels have these [short names](short_names).
pub(crate) fn automata_graph(
    system: &System,
    names: &IndexVec<ChannelId, Option<String>>,
    participants: impl IntoIterator<Item = ParticipantId>,
) -> Graph {
    let mut graph = Graph { name: system.name().to_owned(), ..Graph::default() };
    let name = |channel: ChannelId| {
        names[channel].clone().unwrap_or_else(|| system.channel_name(channel).into_owned())
    };
    for participant in participants {
        let automaton = &system.automata()[participant];
        let cluster = graph.clusters.push(Cluster { label: automaton.name().to_owned() });
        let mut node = |label: &str, shape, key| {
            let label = label.to_owned();
            graph.nodes.push(Node { label, shape, cluster: Some(cluster), key })
        };
        let nodes: IndexVec<StateId, NodeId> = automaton
            .states()
            .enumerate()
            .map(|(state, name)| {
                let is_double = automaton.is_declared_final(state);
                let shape = if is_double { NodeShape::DoubleCircle } else { NodeShape::Circle };
                node(name, shape, Some(format!("{}:{name}", participant.index())))
            })
            .collect();
        let starts: Vec<NodeId> =
            automaton.initial().iter().map(|_| node("", NodeShape::Point, None)).collect();
        for (from, state) in starts.into_iter().zip(automaton.initial()) {
            let to = nodes[*state];
            graph.edges.push(Edge { from, to, label: String::new(), stroke: Stroke::Solid });
        }
        for state in automaton.states().ids() {
            graph.edges.extend(edges(system, automaton, state, &nodes, &name));
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
    name: &impl Fn(ChannelId) -> String,
) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for &id in automaton.outgoing(source) {
        let transition = &automaton.transitions()[id];
        // A lossy channel may drop any message: the channel is marked, not each send.
        if transition.loss_of.is_some() {
            continue;
        }
        let label = label(system, transition, name);
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

/// Returns the action of a transition, with the name of its channel.
fn label(system: &System, transition: &Transition, name: impl Fn(ChannelId) -> String) -> String {
    match transition.label {
        Label::Internal => "internal".to_owned(),
        Label::Action(direction, channel, message) => {
            let sign = direction.sign();
            format!("{} {sign} {}", name(channel), system.messages()[message].name)
        }
    }
}

/// Returns the automaton of one participant; all its states accept, since its language is
/// prefix-closed.
pub fn automaton_diagram(system: &System, automaton: &CommunicatingAutomaton) -> NamedAutomaton {
    let states = automaton.states().enumerate().map(|(id, name)| NamedState {
        name: name.to_owned(),
        initial: automaton.initial().contains(&id),
        accepting: true,
    });
    let transitions = automaton.transitions().iter().filter(|one| one.loss_of.is_none());
    let transitions = transitions.map(|one| NamedTransition {
        from: one.source.index(),
        letter: label(system, one, |channel| system.channel_name(channel).into_owned()),
        to: one.target.index(),
    });
    NamedAutomaton {
        name: automaton.name().to_owned(),
        states: states.collect(),
        transitions: transitions.collect(),
        gathered: None,
    }
}
