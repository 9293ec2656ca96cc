//! The topology of a system as a picture.

use super::graph::add_legend;
use crate::drawing::{Edge, Graph, Node, NodeId, NodeShape, Stroke, wrapped_columns};
use kernel::base::IndexVec;
use model::cfsm::{Architecture, ChannelId, ParticipantId, System, Topology, TopologyObstacle};
use std::collections::BTreeSet;

/// Maximum number of columns of the note, which stands beside the participants.
const NOTE: usize = 40;

/// Returns the topology of `system`: participants, arrows from senders to receivers with their channels, and a note.
///
/// The note says of a peer-to-peer system whether its topology makes it half-duplex whatever the automata do; if not, the
/// arrows of the obstacle are bold.
///
/// # Complexity
/// That of [`Topology::new`] and of [`Architecture::suits`].
pub(crate) fn topology_graph(system: &System) -> Graph {
    let topology = Topology::new(system);
    let mut graph = Graph { name: system.name().to_owned(), ..Graph::default() };
    let mut node = |label: &str, shape| {
        graph.nodes.push(Node { label: label.to_owned(), shape, cluster: None, key: None })
    };
    let nodes: IndexVec<ParticipantId, NodeId> =
        system.automata().iter().map(|automaton| node(automaton.name(), NodeShape::Box)).collect();
    let is_peer_to_peer = Architecture::PeerToPeer.suits(system);
    let obstacle = topology.obstacle().filter(|_| is_peer_to_peer);
    let bold = obstacle.as_ref().map(edges).unwrap_or_default();
    let open = "so the topology does not tell whether the system is half-duplex";
    let note = match &obstacle {
        Some(obstacle) => format!("{}, {open}", obstacle_text(system, obstacle)),
        None if is_peer_to_peer => "no cycle, and whoever receives from two others sends nothing: \
                                    half-duplex, whatever the automata do"
            .to_owned(),
        None => format!("not peer-to-peer, {open}"),
    };
    let note = wrapped_columns(&note, NOTE).join("\n");
    node(&note, NodeShape::Note);
    let mut drawn: BTreeSet<ChannelId> = BTreeSet::new();
    for (edge, channels) in topology.edges() {
        drawn.extend(channels);
        let name = |&channel: &ChannelId| match system.channel_name(channel) {
            name if system.is_named(channel) => name.into_owned(),
            number => format!("channel {number}"),
        };
        graph.edges.push(Edge {
            from: nodes[edge.0],
            to: nodes[edge.1],
            label: channels.iter().map(name).collect::<Vec<_>>().join("\n"),
            stroke: if bold.contains(&edge) { Stroke::Bold } else { Stroke::Solid },
        });
    }
    add_legend(&mut graph, system, |channel| !drawn.contains(&channel));
    graph
}

/// Returns the edges of an obstacle.
fn edges(obstacle: &TopologyObstacle) -> BTreeSet<(ParticipantId, ParticipantId)> {
    match obstacle {
        TopologyObstacle::Cycle(cycle) => {
            cycle.iter().copied().zip(cycle.iter().copied().cycle().skip(1)).collect()
        }
        &TopologyObstacle::Junction { participant, sources: [first, second], target } => {
            let out = target.map(|target| (participant, target));
            [(first, participant), (second, participant)].into_iter().chain(out).collect()
        }
    }
}

/// Returns an obstacle in words: `a cycle: p -> q -> p`, or `q receives from p and r, and sends to s`.
pub fn obstacle_text(system: &System, obstacle: &TopologyObstacle) -> String {
    let name = |participant: ParticipantId| system.automata()[participant].name();
    match obstacle {
        TopologyObstacle::Cycle(cycle) => {
            let round = cycle.iter().chain(cycle.first());
            let names: Vec<&str> = round.map(|&participant| name(participant)).collect();
            format!("a cycle: {}", names.join(" -> "))
        }
        &TopologyObstacle::Junction { participant, sources: [first, second], target } => {
            let [participant, first, second] = [participant, first, second].map(name);
            let to = target.map_or_else(String::new, |target| format!(" to {}", name(target)));
            format!("{participant} receives from {first} and {second}, and sends{to}")
        }
    }
}
