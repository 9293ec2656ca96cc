//! Configurations and their possible steps, in words.

use super::names::contents_text;
use model::cfsm::{ChannelId, Configuration, Label, ParticipantId, Step, System};

/// Returns the state of a participant: `client=0`.
pub fn place(system: &System, configuration: &Configuration, participant: ParticipantId) -> String {
    let automaton = &system.automata()[participant];
    format!("{}={}", automaton.name(), &automaton.states()[configuration.control[participant]])
}

/// Returns the contents of a channel: `channel 0 = req`.
pub fn held(system: &System, configuration: &Configuration, channel: ChannelId) -> String {
    format!(
        "channel {} = {}",
        system.channel_name(channel),
        contents_text(system, configuration, channel)
    )
}

/// Returns the states of all participants.
pub fn control_text(system: &System, configuration: &Configuration) -> String {
    let places: Vec<String> =
        system.automata().ids().map(|id| place(system, configuration, id)).collect();
    places.join(", ")
}

/// Returns the contents of the channels that are not empty.
pub fn channels_text(system: &System, configuration: &Configuration) -> String {
    let full: Vec<String> = configuration
        .contents
        .enumerate()
        .filter(|(_, contents)| !contents.is_empty())
        .map(|(channel, _)| held(system, configuration, channel))
        .collect();
    if full.is_empty() {
        "stable: all channels are empty".to_owned()
    } else {
        format!("not stable: {}", full.join(", "))
    }
}

/// Returns a step that may be chosen, with its source and target states.
pub fn choice_text(system: &System, step: Step) -> String {
    let automaton = &system.automata()[step.participant];
    let transition = &automaton.transitions()[step.transition];
    let lost = transition.loss_of.and_then(|send| system.action(step.participant, send));
    let does = match (transition.label, lost) {
        (Label::Internal, None) => "~".to_owned(),
        (Label::Internal, Some(lost)) => {
            format!(
                "~ loses {} on channel {}",
                system.messages()[lost.message].name,
                system.channel_name(lost.channel)
            )
        }
        (Label::Action(direction, channel, message), _) => {
            let sign = direction.sign();
            let message = &system.messages()[message].name;
            format!("{sign} {message} on channel {}", system.channel_name(channel))
        }
    };
    let [source, target] =
        [transition.source, transition.target].map(|state| &automaton.states()[state]);
    format!("{} {does}, {source} -> {target}", automaton.name())
}
