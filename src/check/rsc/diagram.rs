//! Diagram of the RSC automaton.

use super::{RscAutomaton, RscSpace};
use kernel::automata::NamedAutomaton;
use kernel::base::{Control, Limit};
use model::cfsm::{Exchange, Key, ParticipantId, System, control_text};

/// Returns the RSC automaton of `system` (Definition 3.3.1 of [RSC](crate#bibliography)), `max_states` states
/// at most. The name of a state shows its control states and the blocked keys in braces.
///
/// # Complexity
/// Linear in the number of transitions.
///
/// # Errors
/// The limit that was reached first.
pub fn diagram(
    system: &System,
    max_states: u64,
    control: &Control,
) -> Result<NamedAutomaton, Limit> {
    let automaton = RscAutomaton::<Box<[u64]>>::new(system);
    let space = automaton.space().clone();
    NamedAutomaton::explore(
        automaton,
        system.name(),
        |state| rsc_state_text(system, &space, state),
        |letter| exchange_text(system, space.exchange(letter)),
        max_states,
        control,
    )
}

/// Returns a state of the RSC automaton as text.
pub(crate) fn rsc_state_text(system: &System, space: &RscSpace, state: &[u64]) -> String {
    let controls = control_text(system, |participant| space.control(state, participant));
    let keys: Vec<Key> = space.blocked_keys(state).map(|key| space.moves().keys()[key]).collect();
    if keys.is_empty() { controls } else { format!("{controls}\n{}", keys_text(system, &keys)) }
}

/// Returns a set of keys: a channel, or a bag and a message.
pub(crate) fn keys_text(system: &System, keys: &[Key]) -> String {
    let text = |key: &Key| match key {
        Key::Channel(channel) => system.channel_name(*channel).into_owned(),
        Key::Message(channel, message) => {
            format!("{} {}", system.channel_name(*channel), system.messages()[*message].name)
        }
    };
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    format!("{{{}}}", sorted.iter().map(text).collect::<Vec<_>>().join(", "))
}

/// Returns a communication as a letter: `0!p?q m` if `q` receives at once what `p` sends, `0!p m` if no
/// participant does.
pub(crate) fn exchange_text(system: &System, exchange: Exchange) -> String {
    let Exchange { channel, message, sender, receiver } = exchange;
    let name = |participant: ParticipantId| system.automata()[participant].name();
    let receiver = receiver.map(|receiver| format!("?{}", name(receiver))).unwrap_or_default();
    let message = &system.messages()[message].name;
    format!("{}!{}{receiver} {message}", system.channel_name(channel), name(sender))
}
