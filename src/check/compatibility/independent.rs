//! Independent within a bound: choices that a participant has do not depend on how full the channels are.

use std::collections::BTreeMap;

use super::overtaking::can_overtake;
use crate::configurations::ConfigurationSpace;
use kernel::base::{Control, Limit};
use kernel::search::{Edges, NodeId, StateGraph};
use model::cfsm::{ChannelId, CommunicatingAutomaton, Direction, ParticipantId, StateId, Step};

/// Which choices of a system are known not to depend on how full channels are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Independence {
    /// Each local state uses one channel only: there are no such choices.
    pub is_directed: bool,
    /// Those between sends.
    pub of_sends: bool,
    /// Those between receptions.
    pub of_receptions: bool,
}

impl Independence {
    /// Returns `true` if all are.
    pub fn is_complete(self) -> bool {
        self.of_sends && self.of_receptions
    }
}

/// Returns which choices are known to be independent within the bound.
///
/// # Errors
/// The limit that was reached first.
pub(super) fn independence(
    graph: &StateGraph<ConfigurationSpace<'_>>,
    edges: &Edges<Step>,
    control: &Control,
) -> Result<Independence, Limit> {
    let space = graph.system();
    let system = space.system();
    // For receptions that others are possible instead of: the configurations after these.
    let mut after: BTreeMap<(ParticipantId, StateId, ChannelId), Vec<NodeId>> = BTreeMap::new();
    let undirected = |(_, automaton): &(ParticipantId, &CommunicatingAutomaton)| {
        automaton.states().ids().any(|state| channels_used(automaton, state).len() > 1)
    };
    let undirected: Vec<_> = system.automata().enumerate().filter(undirected).collect();
    let is_directed = undirected.is_empty();
    let mut known = Independence { is_directed, of_sends: true, of_receptions: true };
    for node in graph.nodes() {
        if !known.of_sends && !known.of_receptions {
            break;
        }
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
                known.of_sends &= channels.iter().any(fits) == channels.iter().all(fits);
                continue;
            }
            if !known.of_receptions {
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
            known.of_receptions &= possible.iter().all(|&(channel, _)| channel == first);
            let empty = channels.into_iter().flatten().filter(|&one| view.held(one) == 0);
            for channel in empty {
                let after = after.entry((participant, state, channel)).or_default();
                after.extend(possible.iter().map(|&(_, next)| next));
            }
        }
    }
    for ((participant, state, channel), after) in after {
        if !known.of_receptions {
            break;
        }
        let place = (participant, state);
        known.of_receptions = !can_overtake((graph, edges), place, channel, &after, control)?;
    }
    Ok(known)
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
