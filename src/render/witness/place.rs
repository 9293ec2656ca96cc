//! What stands where in a configuration, in words.

use crate::sentences::listed;
use crate::system::{link, users};
use model::cfsm::{ChannelId, Configuration, Direction, Fault, MessageId, ParticipantId, System};

/// Maximum number of participants or channels that a sentence names.
pub(super) const NAMED: usize = 4;

/// Returns a name for a channel in a sentence: `channel 0 (client->server)`, as far as both are single.
pub(super) fn channel_name(system: &System, channel: ChannelId) -> String {
    let name = system.channel_name(channel);
    match link(system, channel).filter(|_| !system.is_named(channel)) {
        Some(link) => format!("channel {name} ({link})"),
        None => format!("channel {name}"),
    }
}

/// The words for one configuration.
pub(super) struct Place<'a> {
    /// The system.
    pub(super) system: &'a System,
    /// The configuration.
    pub(super) configuration: &'a Configuration,
}

impl Place<'_> {
    /// Returns the name of a participant.
    pub(super) fn name(&self, participant: ParticipantId) -> &str {
        self.system.automata()[participant].name()
    }

    /// Returns the names of messages, each once.
    pub(super) fn names(&self, messages: &[MessageId]) -> Vec<String> {
        let mut messages = messages.to_vec();
        messages.sort_unstable();
        messages.dedup();
        let name = |message| format!("`{}`", self.system.messages()[message].name);
        messages.into_iter().map(name).collect()
    }

    /// Returns the messages that a participant can receive in its state, by channel.
    pub(super) fn wanted(&self, participant: ParticipantId) -> Vec<(ChannelId, Vec<MessageId>)> {
        let state = self.configuration.control[participant];
        let mut wanted: Vec<(ChannelId, MessageId)> =
            self.system.automata()[participant].receptions(state).collect();
        wanted.sort_unstable();
        let by_channel = wanted.chunk_by(|(one, _), (other, _)| one == other);
        by_channel
            .map(|all| (all[0].0, all.iter().map(|&(_, message)| message).collect()))
            .collect()
    }

    /// Returns the messages that stand first where a participant waits, with a verb: "`denied` is"; `None` if there are
    /// none.
    pub(super) fn there(&self, participant: ParticipantId) -> Option<String> {
        let wanted = self.wanted(participant);
        let first: Vec<MessageId> = wanted
            .iter()
            .filter_map(|&(channel, _)| self.configuration.contents[channel].messages().first())
            .copied()
            .collect();
        let names = self.names(&first);
        let verb = if names.len() == 1 { "is" } else { "are" };
        (!names.is_empty()).then(|| format!("{} {verb}", listed(&names, "and")))
    }

    /// Returns the message that a participant waits for, and whose: "`phil0` waits for `ok` from `fork1`".
    pub(super) fn waits(&self, participant: ParticipantId) -> String {
        let wanted: Vec<String> = self
            .wanted(participant)
            .into_iter()
            .map(|(channel, messages)| {
                let messages = listed(&self.names(&messages), "or");
                match &*users(self.system, channel, Direction::Send) {
                    [sender] => format!("{messages} from `{sender}`"),
                    _ => format!("{messages} on {}", channel_name(self.system, channel)),
                }
            })
            .collect();
        let there = match self.there(participant) {
            Some(there) => format!(" ({there} there)"),
            None => String::new(),
        };
        format!("`{}` waits for {}{there}", self.name(participant), listed(&wanted, "or"))
    }

    /// Returns what the participants at fault wait for.
    pub(super) fn everybody_waits(&self, fault: &Fault) -> String {
        let named = fault.participants.iter().take(NAMED);
        let named: Vec<String> = named.map(|&participant| self.waits(participant)).collect();
        let others = match fault.participants.len() - named.len() {
            0 => String::new(),
            1 => ", and one more participant waits".to_owned(),
            others => format!(", and {others} more participants wait"),
        };
        format!("{}{others}", named.join(", "))
    }

    /// Returns the messages that are left in channels, with the channels.
    pub(super) fn left(&self, fault: &Fault) -> String {
        let by_channel = fault.messages.chunk_by(|(one, _), (other, _)| one == other);
        let clause = |all: &[(ChannelId, MessageId)]| {
            let messages: Vec<MessageId> = all.iter().map(|&(_, message)| message).collect();
            let channel = channel_name(self.system, all[0].0);
            format!("{} in {channel}", listed(&self.names(&messages), "and"))
        };
        let all: Vec<String> = by_channel.map(clause).collect();
        let others = match all.len().saturating_sub(NAMED) {
            0 => return listed(&all, "and"),
            1 => "a message in one more channel".to_owned(),
            others => format!("messages in {others} more channels"),
        };
        format!("{}, and {others}", all[..NAMED].join(", "))
    }
}
