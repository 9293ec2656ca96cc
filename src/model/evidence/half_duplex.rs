//! Runs that show that a system is not half-duplex: on a send the messages that are already on their way may stand in
//! the way of the sender.

use std::collections::BTreeSet;

use petgraph::algo::is_cyclic_directed;
use petgraph::graph::DiGraph;

use super::Replay;
use super::class_definition::ClassDefinition;
use crate::cfsm::{
    Action, ActionId, Architecture, ChannelEnds, ChannelId, Direction, Execution, Fault,
    Obligation, ParticipantId, System, action_graph,
};
use kernel::base::{Id as _, IndexVec};

/// The kind of the evidence, in files.
const EVIDENCE: &str = "not-half-duplex";

/// Binary half-duplex systems ([HDX](crate#bibliography)): of two participants, with messages from one of them only.
pub(super) const BINARY: ClassDefinition = ClassDefinition {
    name: "half-duplex[binary]",
    evidence: EVIDENCE,
    has_bound: false,
    fault: |system, _, replay, _| {
        let Ok(senders) = binary_senders(system) else { return Ok(None) };
        let held: BTreeSet<_> = held(replay).filter_map(|channel| senders[channel]).collect();
        Ok(left(system, replay, held.len() == 2))
    },
};

/// Restricted half-duplex systems (Definition 5.1.2 of [RSC](crate#bibliography)): peer-to-peer, with messages in one channel
/// at most.
pub(super) const RESTRICTED: ClassDefinition = ClassDefinition {
    name: "half-duplex[restricted]",
    evidence: EVIDENCE,
    has_bound: false,
    fault: |system, _, replay, _| {
        let is_defined = Architecture::PeerToPeer.suits(system);
        Ok(left(system, replay, is_defined && held(replay).count() > 1))
    },
};

/// Natural half-duplex systems (Definition 5.1.1 of [RSC](crate#bibliography)): peer-to-peer, with messages in one direction
/// at most between any two participants.
pub(super) const NATURAL: ClassDefinition = ClassDefinition {
    name: "half-duplex[natural]",
    evidence: EVIDENCE,
    has_bound: false,
    fault: |system, _, replay, _| {
        let opposite = opposite_channels(system);
        let meets = held(replay).any(|channel| {
            opposite[channel].is_some_and(|other| !replay.last().contents[other].is_empty())
        });
        Ok(left(system, replay, Architecture::PeerToPeer.suits(system) && meets))
    },
};

/// Multiparty half-duplex systems (Definition 5.1.3 of [RSC](crate#bibliography)): each execution is equivalent to one in
/// which nobody sends while there is a message in a channel that it receives from.
pub(super) const MULTIPARTY: ClassDefinition = ClassDefinition {
    name: "half-duplex[multiparty]",
    evidence: EVIDENCE,
    has_bound: false,
    fault: |system, _, replay, _| {
        let is_defined = Architecture::OneReceiver.suits(system);
        let shows = is_defined && !can_be_half_duplex(system, replay.execution());
        Ok(left(system, replay, shows))
    },
};

/// Returns all messages that can be received at the end of the run, if it shows a violation.
pub(super) fn left(system: &System, replay: &Replay, shows: bool) -> Option<Fault> {
    shows.then(|| Obligation::AllEmpty.fault(system, replay.last()))
}

/// Returns the channels that hold messages at the end of the run.
fn held(replay: &Replay) -> impl Iterator<Item = ChannelId> {
    let contents = replay.last().contents.enumerate();
    contents.filter(|(_, held)| !held.is_empty()).map(|(channel, _)| channel)
}

/// Returns who sends to each channel of a system of two participants, each of whose channels is used from one of them to
/// the other; `None` for a channel that nobody uses. A channel that is only read is one from the other participant.
///
/// # Complexity
/// Linear in the number of transitions.
///
/// # Errors
/// Why the system is no such system, as a clause: "channel 0 is used in both directions".
pub fn binary_senders(
    system: &System,
) -> Result<IndexVec<ChannelId, Option<ParticipantId>>, String> {
    let participants: Vec<ParticipantId> = system.automata().ids().collect();
    let &[first, second] = &participants[..] else {
        return Err(format!("the system has {}", participants.len()));
    };
    let mut senders = IndexVec::filled(None, system.channels().len());
    for Action { participant, direction, channel, .. } in system.actions() {
        let sender =
            if (direction == Direction::Send) == (participant == first) { first } else { second };
        if *senders[channel].get_or_insert(sender) != sender {
            let channel = system.channel_name(channel);
            return Err(format!("channel {channel} is used in both directions"));
        }
    }
    Ok(senders)
}

/// Returns for each channel of a peer-to-peer system the one in the other direction between the same two participants.
/// A channel that is never read goes to the other one of two participants; of more, to nobody who is known.
///
/// # Complexity
/// Linear in the number of transitions, and quadratic in the number of channels.
pub fn opposite_channels(system: &System) -> IndexVec<ChannelId, Option<ChannelId>> {
    let ends = ChannelEnds::all(system);
    let participants: Vec<ParticipantId> = system.automata().ids().collect();
    let other_than = |one: ParticipantId| match participants[..] {
        [first, second] => Some(if one == first { second } else { first }),
        _ => None,
    };
    let ends_of = |channel: ChannelId| {
        let sender = *ends[channel].senders.first()?;
        let receiver = ends[channel].receivers.first().copied().or_else(|| other_than(sender));
        Some((sender, receiver?))
    };
    let places: IndexVec<ChannelId, _> = ends.ids().map(ends_of).collect();
    let opposite = |channel: ChannelId| {
        let (from, to) = places[channel]?;
        places.ids().find(|&other| places[other] == Some((to, from)))
    };
    places.ids().map(opposite).collect()
}

/// Returns `true` if an execution is equivalent to one in which nobody sends while a channel that it receives from holds a
/// message. Each channel has at most one receiver.
///
/// In any equivalent execution, a send comes after a message that its participant had received before. Any other message
/// in a channel that it receives from must be sent after it: it is received after it, or not at all. So there is such an
/// execution iff these demands and the order of actions that do not commute have no cycle.
///
/// # Complexity
/// Quadratic in the number of actions.
pub fn can_be_half_duplex(system: &System, execution: &Execution) -> bool {
    let ends = ChannelEnds::all(system);
    let actions = execution.actions();
    let mut order = DiGraph::<(), ()>::new();
    for _ in actions {
        order.add_node(());
    }
    let node = |action: ActionId| petgraph::graph::NodeIndex::new(action.index());
    for (before, after, _) in action_graph(execution) {
        order.add_edge(node(before), node(after), ());
    }
    let sends = || actions.enumerate().filter(|(_, one)| one.direction == Direction::Send);
    for (send, one) in sends() {
        for (other, message) in sends().filter(|&(other, _)| other != send) {
            let is_input = ends[message.channel].receivers.contains(&one.participant);
            let was_received = execution.partner(other).is_some_and(|reception| reception < send);
            if is_input && !was_received {
                order.add_edge(node(send), node(other), ());
            }
        }
    }
    !is_cyclic_directed(&order)
}
