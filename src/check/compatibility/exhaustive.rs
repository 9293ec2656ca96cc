//! Exhaustive within a bound: every send can fit, if only others go on.

use crate::configurations::ConfigurationSpace;
use kernel::base::{Control, IndexVec, Limit};
use kernel::search::{Edges, NodeId, StateGraph};
use model::cfsm::{ChannelId, Direction, ParticipantId, Step};

/// A send that never fits within the bound without its sender's doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The configuration.
    pub node: NodeId,
    /// The sender.
    pub participant: ParticipantId,
    /// The channel, which is full.
    pub channel: ChannelId,
}

/// Returns the first configuration with a send that does not fit, and for which no steps of others make room.
///
/// # Errors
/// The limit that was reached first.
pub(super) fn first_misfit(
    graph: &StateGraph<ConfigurationSpace<'_>>,
    edges: &Edges<Step>,
    control: &Control,
) -> Result<Option<Misfit>, Limit> {
    let space = graph.system();
    let system = space.system();
    let channels = system.channels().len();
    let mut waiting: IndexVec<ChannelId, Vec<(NodeId, ParticipantId)>> =
        IndexVec::filled(Vec::new(), channels);
    let mut room: IndexVec<ChannelId, IndexVec<NodeId, bool>> =
        IndexVec::filled(IndexVec::new(), channels);
    for node in graph.nodes() {
        let view = space.view(*graph.state(node));
        for channel in system.channels().ids() {
            room[channel].push(view.has_room(channel));
        }
        for (participant, automaton) in system.automata().enumerate() {
            for (port, _) in automaton.by_channel(view.control(participant)) {
                if let Some((Direction::Send, channel)) = port
                    && !room[channel][node]
                {
                    waiting[channel].push((node, participant));
                }
            }
        }
    }
    let mut first: Option<Misfit> = None;
    for (channel, waiting) in waiting.enumerate() {
        control.within(0, 0)?;
        let Some(&(_, sender)) = waiting.first() else { continue };
        let room = std::mem::take(&mut room[channel]);
        let can_fit = edges.can_reach_by(room, |step| step.participant != sender);
        let misfit = waiting.iter().find(|(node, _)| !can_fit[*node]);
        let misfit = misfit.map(|&(node, participant)| Misfit { node, participant, channel });
        first = [first, misfit].into_iter().flatten().min_by_key(|misfit| misfit.node);
    }
    Ok(first)
}
