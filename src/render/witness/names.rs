//! Names for the communications of one execution.

use kernel::base::IndexVec;
use model::cfsm::{Action, ActionId, CommunicationId, Execution, MessageId, System};
use model::evidence::ScriptMove;

/// Returns a name for each communication: that of its message, numbered in the order of the sends
/// (`a#1`, `a#2`) where several communications exchange the same message.
pub fn message_names(system: &System, execution: &Execution) -> IndexVec<CommunicationId, String> {
    let mut total: IndexVec<MessageId, usize> = IndexVec::filled(0, system.messages().len());
    let messages: IndexVec<CommunicationId, MessageId> = execution
        .communications()
        .iter()
        .map(|communication| execution.actions()[communication.send].message)
        .collect();
    for &message in &messages {
        total[message] += 1;
    }
    let mut seen: IndexVec<MessageId, usize> = IndexVec::filled(0, system.messages().len());
    messages
        .iter()
        .map(|&message| {
            let name = &system.messages()[message].name;
            seen[message] += 1;
            if total[message] == 1 { name.clone() } else { format!("{name}#{}", seen[message]) }
        })
        .collect()
}

/// Returns the message that a lossy channel drops in a move, as its send.
pub(super) fn lost(system: &System, one: ScriptMove) -> Option<Action> {
    let transition = &system.automata()[one.participant].transitions()[one.transition?];
    system.action(one.participant, transition.loss_of?)
}

/// Returns the communication of each action.
pub(super) fn communication_of(
    execution: &Execution,
) -> IndexVec<ActionId, Option<CommunicationId>> {
    let mut communication = IndexVec::filled(None, execution.actions().len());
    for (id, ends) in execution.communications().enumerate() {
        for action in ends.actions() {
            communication[action] = Some(id);
        }
    }
    communication
}
