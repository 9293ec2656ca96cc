//! The fault at the end of the run of a witness, in words.

use std::borrow::Cow;

use crate::sentences::listed;
use model::cfsm::{
    ChannelId, ChannelKind, Configuration, Fault, LinearProperty, MessageId, ParticipantId,
    SafetyProperty, System,
};
use model::evidence::{Witness, WitnessKind};

/// Maximum number of participants or channels that a sentence names.
const NAMED: usize = 3;

/// Returns one sentence, without a full stop, on the fault at the end of the run of `witness`; `None` unless
/// it shows that a safety property is violated.
pub fn fault_text(system: &System, witness: &Witness) -> Option<String> {
    let WitnessKind::Safety(property) = witness.kind() else { return None };
    let words = Words { system, configuration: witness.replay().last() };
    let fault = witness.fault();
    Some(match property {
        SafetyProperty::Linear(LinearProperty::UnspecifiedReception) => {
            words.everybody_waits(fault)
        }
        SafetyProperty::Linear(LinearProperty::Progress) => {
            format!("nothing can happen: {}", words.everybody_waits(fault))
        }
        SafetyProperty::Linear(LinearProperty::OrphanMessage) => {
            format!("everybody has ended, and {}", words.all_contents(fault, "still holds"))
        }
        SafetyProperty::Linear(LinearProperty::ReceptionDeadlock) => {
            format!("everybody waits: {}", words.everybody_waits(fault))
        }
        SafetyProperty::Deadlock => {
            format!("no continuation empties all channels: {}", words.all_contents(fault, "holds"))
        }
        SafetyProperty::Stuck(participant) => {
            format!(
                "{}, and no continuation lets it receive anything",
                words.may_receive(participant, "can receive")
            )
        }
        SafetyProperty::Unreceived(_) => {
            let (channel, message) = fault.messages[0];
            format!("{}, and no continuation receives it", words.holds(channel, message))
        }
    })
}

/// The words for the contents of one configuration.
struct Words<'a> {
    system: &'a System,
    configuration: &'a Configuration,
}

impl Words<'_> {
    fn message(&self, message: MessageId) -> String {
        format!("`{}`", self.system.messages()[message].name)
    }

    /// Returns the messages that each participant at fault waits for, and those that are available instead.
    fn everybody_waits(&self, fault: &Fault) -> String {
        let clause =
            |&participant: &ParticipantId| self.may_receive(participant, "can only receive");
        let named: Vec<String> = fault.participants.iter().take(NAMED).map(clause).collect();
        let others = match fault.participants.len() - named.len() {
            0 => String::new(),
            1 => "; and one more participant waits".to_owned(),
            others => format!("; and {others} more participants wait"),
        };
        format!("{}{others}", named.join("; "))
    }

    /// Returns the state of a participant, the messages that it can receive, and those that are available.
    fn may_receive(&self, participant: ParticipantId, verb: &str) -> String {
        let automaton = &self.system.automata()[participant];
        let state = self.configuration.control[participant];
        let mut wanted: Vec<(ChannelId, MessageId)> = automaton.receptions(state).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let channels: Vec<String> = wanted
            .chunk_by(|(one, _), (other, _)| one == other)
            .map(|wanted| {
                let messages: Vec<String> =
                    wanted.iter().map(|&(_, message)| self.message(message)).collect();
                let channel = wanted[0].0;
                let (messages, found) = (listed(&messages, "or"), self.found(channel));
                format!("{messages} on channel {}, {found}", self.channel(channel))
            })
            .collect();
        let name = automaton.name();
        let state = &automaton.states()[state];
        format!("`{name}` is in state {state} and {verb} {}", channels.join(", and "))
    }

    /// Returns the name of a channel.
    fn channel(&self, channel: ChannelId) -> Cow<'_, str> {
        self.system.channel_name(channel)
    }

    /// Returns the contents of a channel, as a relative clause.
    fn found(&self, channel: ChannelId) -> String {
        let held = self.configuration.contents[channel].messages();
        match (held.first(), self.system.channels()[channel].kind) {
            (None, _) => "which is empty".to_owned(),
            (Some(&oldest), ChannelKind::Fifo) => {
                format!("whose oldest message is {}", self.message(oldest))
            }
            (Some(_), ChannelKind::Bag) => format!("which holds {}", self.names(held)),
        }
    }

    /// Returns the names of messages, each once.
    fn names(&self, held: &[MessageId]) -> String {
        let mut held = held.to_vec();
        held.sort_unstable();
        held.dedup();
        let names: Vec<String> = held.into_iter().map(|message| self.message(message)).collect();
        listed(&names, "and")
    }

    /// Returns the contents of the channels at fault.
    fn all_contents(&self, fault: &Fault, verb: &str) -> String {
        let mut channels: Vec<ChannelId> =
            fault.messages.iter().map(|&(channel, _)| channel).collect();
        channels.dedup();
        let clause = |&channel: &ChannelId| {
            let held = self.configuration.contents[channel].messages();
            format!("channel {} {verb} {}", self.channel(channel), self.names(held))
        };
        let named: Vec<String> = channels.iter().take(NAMED).map(clause).collect();
        let others = match channels.len() - named.len() {
            0 => String::new(),
            1 => ", and one more channel is not empty".to_owned(),
            others => format!(", and {others} more channels are not empty"),
        };
        format!("{}{others}", named.join(", "))
    }

    /// Returns the place of a message.
    fn holds(&self, channel: ChannelId, message: MessageId) -> String {
        let (name, number) = (self.message(message), self.channel(channel));
        match self.system.channels()[channel].kind {
            ChannelKind::Fifo => format!("{name} is the oldest message of channel {number}"),
            ChannelKind::Bag => format!("{name} is in channel {number}"),
        }
    }
}
