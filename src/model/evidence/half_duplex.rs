//! Runs to configurations with messages on their way in both directions.

use super::Replay;
use super::class_definition::ClassDefinition;
use crate::cfsm::{Action, ChannelId, Direction, Fault, Obligation, ParticipantId, System};
use kernel::base::IndexVec;

/// Binary half-duplex systems ([HDX](crate#bibliography)).
pub(super) const BINARY: ClassDefinition = ClassDefinition {
    name: "half-duplex[binary]",
    evidence: "not-half-duplex",
    has_bound: false,
    fault: |system, _, replay, _| Ok(fault(system, replay)),
};

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

/// Returns all messages that can be received at the end of the run, if some channel holds a message from each of the two
/// participants there.
fn fault(system: &System, replay: &Replay) -> Option<Fault> {
    let senders = binary_senders(system).ok()?;
    let last = replay.last();
    let holds_one_from = |sender: ParticipantId| {
        let mut contents = last.contents.enumerate();
        contents.any(|(channel, held)| !held.is_empty() && senders[channel] == Some(sender))
    };
    let is_left = system.automata().ids().all(holds_one_from);
    is_left.then(|| Obligation::AllEmpty.fault(system, last))
}
