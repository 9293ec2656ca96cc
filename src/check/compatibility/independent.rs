//! Independent within a bound: choices that a participant has do not depend on how full the channels are.

use std::collections::BTreeMap;

use super::overtaking::can_overtake;
use crate::configurations::ConfigurationSpace;
use kernel::base::{Control, Limit};
use kernel::search::{Edges, NodeId, StateGraph};
use model::cfsm::{ChannelId, CommunicatingAutomaton, Direction, ParticipantId, StateId, Step};

/// Returns `true` if the system is known to be independent within the bound.
///
/// # Errors
/// The limit that was reached first.
pub(super) fn is_independent(
    graph: &StateGraph<ConfigurationSpace<'_>>,
    edges: &Edges<Step>,
    control: &Control,
) -> Result<bool, Limit> {
    let space = graph.system();
    let system = space.system();
    // For receptions that others are possible instead of: the configurations after these.
    let mut after: BTreeMap<(ParticipantId, StateId, ChannelId), Vec<NodeId>> = BTreeMap::new();
    let undirected = |(_, automaton): &(ParticipantId, &CommunicatingAutomaton)| {
        automaton.states().ids().any(|state| channels_used(automaton, state).len() > 1)
    };
    let undirected: Vec<_> = system.automata().enumerate().filter(undirected).collect();
    for node in graph.nodes() {
        let view = space.view(*graph.state(node));
        for &(participant, automaton) in &undirected {
            let state = view.control(participant);
            let channels = channels_used(automaton, state);
            if channels.len() <= 1 {
                continue;
            }
            if !automaton.is_receiving(state) {
                let fits = |channel: &Option<ChannelId>| {
                    channel.is_none_or(|channel| view.has_room(channel))
                };
                if channels.iter().any(fits) != channels.iter().all(fits) {
                    return Ok(false);
                }
                continue;
            }
            let steps = edges.leaving(node);
            let steps = steps.filter(|(step, _)| step.participant == participant);
            let possible: Vec<(Option<ChannelId>, NodeId)> = steps
                .map(|(step, next)| {
                    (used_channel(automaton.transitions()[step.transition].label.port()), next)
                })
                .collect();
            let Some(&(first, _)) = possible.first() else { continue };
            if possible.iter().any(|&(channel, _)| channel != first) {
                return Ok(false);
            }
            let empty = channels.into_iter().flatten().filter(|&one| view.held(one) == 0);
            for channel in empty {
                let after = after.entry((participant, state, channel)).or_default();
                after.extend(possible.iter().map(|&(_, next)| next));
            }
        }
    }
    for ((participant, state, channel), after) in after {
        if can_overtake((graph, edges), (participant, state), channel, &after, control)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the channels of the transitions that leave a state, each once; `None` stands for internal steps.
fn channels_used(automaton: &CommunicatingAutomaton, state: StateId) -> Vec<Option<ChannelId>> {
    let ports = automaton.by_channel(state).map(|(port, _)| port);
    let mut channels: Vec<Option<ChannelId>> = ports.map(used_channel).collect();
    channels.sort_unstable();
    channels.dedup();
    channels
}

/// Returns the channel of an action; `None` for an internal step.
fn used_channel(port: Option<(Direction, ChannelId)>) -> Option<ChannelId> {
    port.map(|(_, channel)| channel)
}
