//! Runs that show that a system is not RSC if a reception from a bag may be matched with any earlier send.

use std::collections::BTreeSet;

use super::class_definition::ClassDefinition;
use super::half_duplex::left;
use crate::cfsm::{Action, ChannelId, ChannelKind, Direction, Execution, ParticipantId, System};

/// Systems that are RSC whatever sends the receptions from bags are matched with (2.5.2 of [RSC](crate#bibliography)):
/// actions on a bag commute, unless they match or are by one participant.
pub(super) const FULLY_BAG: ClassDefinition = ClassDefinition {
    name: "rsc[fully-bag]",
    evidence: "not-fully-bag-rsc",
    has_bound: false,
    fault: |system, _, replay, _| {
        Ok(left(system, replay, is_borderline(system, replay.execution())))
    },
};

/// The participants and FIFO channels that depend on a send.
struct Dependents {
    sender: ParticipantId,
    participants: BTreeSet<ParticipantId>,
    channels: BTreeSet<ChannelId>,
}

/// Returns `true` if the execution ends with a reception which, matched with one of the sends that are not received before,
/// closes a cycle of conflicts, and each earlier reception follows a send of its message at once.
///
/// # Complexity
/// Linear in the number of actions, times that of the sends that the last reception may match.
fn is_borderline(system: &System, execution: &Execution) -> bool {
    let actions = execution.actions().as_slice();
    let Some((last, before)) = actions.split_last() else { return false };
    let Some(communications) = adjacent(before) else { return false };
    if last.direction == Direction::Send {
        return false;
    }
    let is_fifo = |action: &Action| system.channels()[action.channel].kind == ChannelKind::Fifo;
    let mut choices = communications.iter().enumerate().filter(|(_, (send, receiver))| {
        receiver.is_none()
            && send.channel == last.channel
            && (is_fifo(send) || send.message == last.message)
    });
    let depends = |place: usize| {
        let (chosen, _) = communications[place];
        let mut dependents = Dependents {
            sender: chosen.participant,
            participants: BTreeSet::new(),
            channels: is_fifo(chosen).then_some(chosen.channel).into_iter().collect(),
        };
        for &(send, receiver) in &communications[place + 1..] {
            let involved = || [Some(send.participant), receiver].into_iter().flatten();
            let is_reached = |one: ParticipantId| {
                one == dependents.sender || dependents.participants.contains(&one)
            };
            if involved().any(is_reached) || dependents.channels.contains(&send.channel) {
                dependents.participants.extend(involved());
                dependents.channels.extend(is_fifo(send).then_some(send.channel));
            }
        }
        dependents.participants.contains(&last.participant)
    };
    // A FIFO channel has one head only.
    if is_fifo(last) {
        return choices.next().is_some_and(|(place, _)| depends(place));
    }
    choices.any(|(place, _)| depends(place))
}

/// Returns the sends of an execution, each with the participant that receives at once, if the next action is a reception of
/// the same message; `None` if there is another reception.
fn adjacent(actions: &[Action]) -> Option<Vec<(&Action, Option<ParticipantId>)>> {
    let mut found: Vec<(&Action, Option<ParticipantId>)> = Vec::new();
    let mut may_receive = false;
    for action in actions {
        let is_send = action.direction == Direction::Send;
        if is_send {
            found.push((action, None));
        } else {
            let (send, receiver) = found.last_mut().filter(|_| may_receive)?;
            if (send.channel, send.message) != (action.channel, action.message) {
                return None;
            }
            *receiver = Some(action.participant);
        }
        may_receive = is_send;
    }
    Some(found)
}
