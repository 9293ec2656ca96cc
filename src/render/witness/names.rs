//! Names for the communications of one execution, and for channels.

use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    ChannelId, CommunicatingAutomaton, CommunicationId, Direction, Execution, Label, MessageId,
    System,
};

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

/// Returns a caption for a channel: its name or, where it has none, its number, who sends to it, and
/// who receives from it.
pub fn channel_caption(system: &System, channel: ChannelId) -> String {
    if system.is_named(channel) {
        return system.channel_name(channel).into_owned();
    }
    let ends = |direction: Direction| {
        let names: Vec<&str> = system
            .automata()
            .iter()
            .filter(|automaton| {
                automaton.transitions().iter().any(|transition| {
                    matches!(transition.label, Label::Action(does, on, _)
                        if does == direction && on == channel)
                })
            })
            .map(CommunicatingAutomaton::name)
            .collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [_] | [_, _] => names.join(","),
            _ => format!("{} participants", names.len()),
        }
    };
    format!("{} {}->{}", channel.index(), ends(Direction::Send), ends(Direction::Receive))
}
