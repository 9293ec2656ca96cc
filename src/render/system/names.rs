//! Names for systems, their channels, and the contents of channels.

use std::collections::BTreeMap;

use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    Architecture, ChannelId, ChannelKind, CommunicatingAutomaton, Configuration, Direction, Label,
    MessageId, System,
};

/// Returns the kind of a system: `peer-to-peer, fifo`.
pub fn kind(system: &System) -> String {
    format!("{}, {}", Architecture::new(system).word(), kinds(system))
}

/// Returns the kinds of the channels of a system: `fifo`, `bag` or `fifo and bag`.
pub fn kinds(system: &System) -> &'static str {
    let is = |kind| system.channels().iter().any(|channel| channel.kind == kind);
    match (is(ChannelKind::Fifo), is(ChannelKind::Bag)) {
        (true, true) => "fifo and bag",
        (false, true) => "bag",
        (_, false) => "fifo",
    }
}

/// Returns a caption for a channel: its name or, without a name, its number, its senders, and
/// its receivers.
pub fn channel_caption(system: &System, channel: ChannelId) -> String {
    if system.is_named(channel) {
        return system.channel_name(channel).into_owned();
    }
    let ends = |direction: Direction| {
        let names = users(system, channel, direction);
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [_] | [_, _] => names.join(","),
            _ => format!("{} participants", names.len()),
        }
    };
    format!("{} {}->{}", channel.index(), ends(Direction::Send), ends(Direction::Receive))
}

/// Returns a short name for each channel: its name or, without a name, its only sender and its only receiver, unless
/// another channel is between the same two. `None` if there is no such name.
///
/// # Complexity
/// Linear in the number of transitions times that of channels.
pub(crate) fn short_names(system: &System) -> IndexVec<ChannelId, Option<String>> {
    let name = |channel: ChannelId| {
        if system.is_named(channel) {
            return Some(system.channel_name(channel).into_owned());
        }
        link(system, channel)
    };
    let names: IndexVec<ChannelId, Option<String>> = system.channels().ids().map(name).collect();
    let mut counts = BTreeMap::new();
    for name in names.iter().flatten() {
        *counts.entry(name.clone()).or_insert(0) += 1;
    }
    names.iter().map(|name| name.clone().filter(|name| counts[name] == 1)).collect()
}

/// Returns the only sender and the only receiver of a channel: `client->server`; `None` if there are others, or none.
pub(crate) fn link(system: &System, channel: ChannelId) -> Option<String> {
    let ends = [Direction::Send, Direction::Receive].map(|one| users(system, channel, one));
    match ends.each_ref().map(Vec::as_slice) {
        [[sender], [receiver]] => Some(format!("{sender}->{receiver}")),
        _ => None,
    }
}

/// Returns the names of the participants that send to a channel, or receive from it.
pub(crate) fn users(system: &System, channel: ChannelId, direction: Direction) -> Vec<&str> {
    let uses = |automaton: &&CommunicatingAutomaton| {
        automaton.transitions().iter().any(|transition| {
            matches!(transition.label, Label::Action(does, on, _) if does == direction && on == channel)
        })
    };
    system.automata().iter().filter(uses).map(CommunicatingAutomaton::name).collect()
}

/// Returns what a participant does with a message: `sends` or `receives`.
pub(crate) fn verb(direction: Direction) -> &'static str {
    match direction {
        Direction::Send => "sends",
        Direction::Receive => "receives",
    }
}

/// Number of messages that are shown at either end of a channel with many messages.
const END: usize = 4;

/// Returns the contents of a channel, oldest message first; of many messages those in the middle
/// are only counted, so that a row stays short.
///
/// # Complexity
/// Constant, but for the lengths of names.
pub fn contents_text(system: &System, configuration: &Configuration, channel: ChannelId) -> String {
    let messages = configuration.contents[channel].messages();
    let name = |message: &MessageId| system.messages()[*message].name.as_str();
    if messages.is_empty() {
        return "(empty)".to_owned();
    }
    few_names(messages.len(), messages.iter().map(name))
}

/// Returns `count` names in a row; of many names those in the middle are only counted.
pub(crate) fn few_names<'a>(
    count: usize,
    mut names: impl DoubleEndedIterator<Item = &'a str>,
) -> String {
    if count <= 2 * END + 1 {
        return names.collect::<Vec<_>>().join(" ");
    }
    let middle = format!("..{}..", count - 2 * END);
    let oldest: Vec<&str> = names.by_ref().take(END).collect();
    let newest: Vec<&str> = names.rev().take(END).collect();
    let newest = newest.into_iter().rev();
    oldest.into_iter().chain([middle.as_str()]).chain(newest).collect::<Vec<_>>().join(" ")
}
