//! Automata that the user gives as the implementation of a choreography, instead of its projections.

use std::collections::BTreeMap;

use kernel::base::{Id as _, IndexVec};
use language::scm;
use model::cfsm::{
    Channel, ChannelId, CommunicatingAutomaton, Label, MessageId, MessageSort, ParticipantId,
    StateId, System, SystemBuilder,
};
use model::choreography::Choreography;

/// Why automata do not fit a choreography.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Misfit {
    #[error("it has no automaton {printed}, and {name} is a participant of the choreography")]
    NoAutomaton { printed: String, name: String },
    #[error("its channel {number} is of another kind than {name} is here")]
    OtherKind { number: usize, name: String },
    #[error("its channels may lose messages")]
    Lossy,
}

/// Returns a choreography and a system with the same ids: participants and messages are matched by their names, as
/// `chor project` prints them, and channels by their numbers. What only the system has comes last.
///
/// # Errors
/// If the automata do not fit the choreography.
pub(super) fn matched(
    choreography: &Choreography,
    projections: &System,
    given: &System,
) -> Result<(Choreography, System), Misfit> {
    let printed = scm::as_printed(projections);
    let source = choreography.source();
    let place = |(name, printed): (&String, &CommunicatingAutomaton)| {
        let printed = printed.name();
        let missing = || Misfit::NoAutomaton { printed: printed.to_owned(), name: name.clone() };
        let found = given.automata().enumerate().find(|(_, one)| one.name() == printed);
        found.map(|(id, _)| id).ok_or_else(missing)
    };
    let order: Result<Vec<ParticipantId>, Misfit> =
        source.participants.iter().zip(printed.automata()).map(place).collect();
    let mut order = order?;
    let more: Vec<ParticipantId> =
        given.automata().ids().filter(|id| !order.contains(id)).collect();
    order.extend(&more);
    for ((id, channel), known) in given.channels().enumerate().zip(&source.channels) {
        if channel.kind != known.kind {
            return Err(Misfit::OtherKind { number: id.index(), name: known.name.clone() });
        }
        if channel.lossy {
            return Err(Misfit::Lossy);
        }
    }
    let mut messages: IndexVec<MessageId, String> = source.messages.clone();
    let names = printed.messages().iter().map(|message| message.name.as_str());
    let mut ids: BTreeMap<&str, MessageId> = names.zip(messages.ids()).collect();
    for message in given.messages() {
        ids.entry(&message.name).or_insert_with(|| messages.push(message.name.clone()));
    }
    let ids: IndexVec<MessageId, MessageId> =
        given.messages().iter().map(|message| ids[message.name.as_str()]).collect();
    let extra: Vec<String> =
        more.iter().map(|&id| given.automata()[id].name().to_owned()).collect();
    let channels = given.channels().enumerate().skip(source.channels.len());
    let channels: Vec<_> =
        channels.map(|(id, channel)| (format!("channel {}", id.index()), channel.kind)).collect();
    let new_messages: Vec<String> = messages.iter().skip(source.messages.len()).cloned().collect();
    let choreography = choreography.clone().extended(extra, new_messages, channels);
    let system = renumbered(&choreography, given, &order, &ids);
    Ok((choreography, system))
}

/// Returns the given system with the ids of the choreography.
fn renumbered(
    choreography: &Choreography,
    given: &System,
    order: &[ParticipantId],
    messages: &IndexVec<MessageId, MessageId>,
) -> System {
    let source = choreography.source();
    let mut builder = SystemBuilder::new(given.name());
    for name in &source.messages {
        builder.message(name, MessageSort::Int);
    }
    let channels: IndexVec<ChannelId, ChannelId> = source
        .channels
        .iter()
        .map(|channel| {
            let made = Channel { kind: channel.kind, lossy: false };
            builder.named_channel(&*channel.name, made)
        })
        .collect();
    for (&place, name) in order.iter().zip(&source.participants) {
        let automaton: &CommunicatingAutomaton = &given.automata()[place];
        let id = builder.participant(name);
        let states: IndexVec<StateId, StateId> =
            automaton.states().iter().map(|state| builder.state(id, state)).collect();
        for &state in automaton.initial() {
            builder.initial(id, states[state]);
        }
        for state in automaton.declared_final() {
            builder.final_state(id, states[state]);
        }
        for transition in automaton.transitions() {
            let label = match transition.label {
                Label::Internal => Label::Internal,
                Label::Action(direction, channel, message) => {
                    Label::Action(direction, channels[channel], messages[message])
                }
            };
            builder.transition(id, states[transition.source], label, states[transition.target]);
        }
    }
    builder.finish()
}
