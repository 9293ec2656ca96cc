//! Dependencies in an execution, as graphs.

use crate::drawing::{Cluster, ClusterId, Edge, Graph, Node, NodeId, NodeShape, Stroke};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    self, Action, ActionId, CommunicationId, ConflictGraph, Dependency, Execution, ParticipantId,
    System,
};
use model::evidence::CycleEdge;

/// The dependencies that are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnDependencies {
    /// For each reason only the dependencies between consecutive elements.
    Neighbours,
    /// All dependencies.
    All,
}

/// Returns the action graph of an execution (Definition 2.4.2 of [RSC](crate#bibliography)): a frame
/// for each participant that acts, solid arrows for its order and for messages, dotted ones for the
/// order that a channel imposes on different participants.
///
/// # Complexity
/// Cubic in the number of actions.
pub fn action_graph(system: &System, execution: &Execution, drawn: DrawnDependencies) -> Graph {
    let mut graph = Graph { name: system.name().to_owned(), ..Graph::default() };
    let mut clusters: IndexVec<ParticipantId, Option<ClusterId>> = IndexVec::new();
    for (participant, automaton) in system.automata().enumerate() {
        let acts = execution.actions().iter().any(|action| action.participant == participant);
        let label = automaton.name().to_owned();
        clusters.push(acts.then(|| graph.clusters.push(Cluster { label })));
    }
    let nodes: IndexVec<ActionId, NodeId> = execution
        .actions()
        .enumerate()
        .map(|(id, action)| {
            let sign = action.direction.sign();
            let message = &system.messages()[action.message].name;
            graph.nodes.push(Node {
                label: format!("{}{sign} {message}", system.channel_name(action.channel)),
                shape: NodeShape::Box,
                cluster: clusters[action.participant],
                key: Some((id.index() + 1).to_string()),
            })
        })
        .collect();
    let edges = cfsm::action_graph(execution);
    for &(before, after, ref reasons) in &edges {
        // The order of the actions of one participant needs no channel.
        let is_own = reasons.iter().any(|reason| matches!(reason, Dependency::Participant(_)));
        let is_shown = |reason: &&Dependency| {
            let is_implied = is_own && matches!(reason, Dependency::Channel(_));
            let mut earlier = edges.iter().filter(|edge| edge.0 == before && edge.1 < after);
            drawn == DrawnDependencies::All
                || !is_implied && !earlier.any(|(.., others)| others.contains(reason))
        };
        let reasons: Vec<&Dependency> = reasons.iter().filter(is_shown).collect();
        if reasons.is_empty() {
            continue;
        }
        let by_channel_alone =
            reasons.iter().all(|reason| matches!(reason, Dependency::Channel(_)));
        graph.edges.push(Edge {
            from: nodes[before],
            to: nodes[after],
            label: String::new(),
            stroke: if by_channel_alone { Stroke::Dotted } else { Stroke::Solid },
        });
    }
    graph
}

/// Returns the conflict graph of an execution (Definition 2.4.3 of [RSC](crate#bibliography)), with a
/// cycle drawn bold and labelled with its reasons; other arrows that only a channel explains are dotted.
/// The cycle is always drawn in full.
///
/// # Complexity
/// Quadratic in the number of communications.
pub fn conflict_graph(
    system: &System,
    execution: &Execution,
    cycle: &[CycleEdge],
    drawn: DrawnDependencies,
) -> Graph {
    let mut graph = Graph { name: system.name().to_owned(), ..Graph::default() };
    let conflicts = ConflictGraph::new(execution);
    let name = |action: &Action| system.automata()[action.participant].name();
    let nodes: IndexVec<CommunicationId, NodeId> = execution
        .communications()
        .enumerate()
        .map(|(id, communication)| {
            let send = &execution.actions()[communication.send];
            let receiver = communication
                .reception
                .map(|reception| format!("?{}", name(&execution.actions()[reception])))
                .unwrap_or_default();
            let message = &system.messages()[send.message].name;
            graph.nodes.push(Node {
                label: format!(
                    "{}!{}{receiver} {message}",
                    system.channel_name(send.channel),
                    name(send)
                ),
                shape: NodeShape::Box,
                cluster: None,
                key: Some((id.index() + 1).to_string()),
            })
        })
        .collect();
    let neighbours = conflicts.neighbours();
    for (from, to) in conflicts.edges() {
        let part = cycle.iter().find(|edge| (edge.from, edge.to) == (from, to));
        if drawn == DrawnDependencies::Neighbours
            && part.is_none()
            && !neighbours.contains(&(from, to))
        {
            continue;
        }
        let reasons = conflicts.conflicts(from, to);
        let by_channel_alone =
            reasons.iter().all(|reason| matches!(reason.dependency, Dependency::Channel(_)));
        let stroke = match part {
            Some(_) => Stroke::Bold,
            None if by_channel_alone => Stroke::Dotted,
            None => Stroke::Solid,
        };
        let label = part.map(|edge| reason(system, edge.dependency)).unwrap_or_default();
        graph.edges.push(Edge { from: nodes[from], to: nodes[to], label, stroke });
    }
    graph
}

/// Returns the participant or channel that imposes an order.
fn reason(system: &System, dependency: Dependency) -> String {
    match dependency {
        Dependency::Participant(participant) => system.automata()[participant].name().to_owned(),
        Dependency::Channel(key) => format!("channel {}", key.channel().index()),
        Dependency::MatchingPair => String::new(),
    }
}
