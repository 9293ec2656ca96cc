//! Systems written as lists of transitions.

use scm_check::model::cfsm::{
    Channel, ChannelKind, Direction, Label, MessageId, MessageSort, ParticipantId, StateId, System,
    SystemBuilder,
};

/// Reads a system: for each participant its initial states, a colon, and its transitions such as
/// `0 1!req 2; 2 ~ 3`, where `1!req` sends `req` on channel 1 and `~` is an internal step.
pub(crate) fn system(bags: &[usize], participants: &[(&str, &str)]) -> System {
    let mut reader = Reader { builder: SystemBuilder::new("written"), messages: Vec::new() };
    let highest = participants
        .iter()
        .flat_map(|(_, text)| text.split(' '))
        .filter_map(|word| word.split_once(['!', '?'])?.0.parse().ok())
        .max();
    for channel in 0..=highest.unwrap_or(0) {
        let kind = if bags.contains(&channel) { ChannelKind::Bag } else { ChannelKind::Fifo };
        reader.builder.channel(Channel { kind, lossy: false });
    }
    for (name, text) in participants {
        reader.participant(name, text);
    }
    reader.builder.finish()
}

struct Reader {
    builder: SystemBuilder,
    messages: Vec<(String, MessageId)>,
}

impl Reader {
    fn participant(&mut self, name: &str, text: &str) {
        let participant = self.builder.participant(name);
        let mut states = Vec::new();
        let (initial, transitions) = text.split_once(':').unwrap();
        for name in initial.split(' ') {
            let state = self.state(participant, &mut states, name);
            self.builder.initial(participant, state);
        }
        for transition in transitions.split(';') {
            let mut words = transition.split_whitespace();
            let Some(source) = words.next() else { continue };
            let source = self.state(participant, &mut states, source);
            let label = self.label(words.next().unwrap());
            let target = self.state(participant, &mut states, words.next().unwrap());
            self.builder.transition(participant, source, label, target);
        }
    }

    fn state(
        &mut self,
        participant: ParticipantId,
        states: &mut Vec<(String, StateId)>,
        name: &str,
    ) -> StateId {
        if let Some((_, state)) = states.iter().find(|(known, _)| known == name) {
            return *state;
        }
        let state = self.builder.state(participant, name);
        states.push((name.to_owned(), state));
        state
    }

    fn label(&mut self, text: &str) -> Label {
        if text == "~" {
            return Label::Internal;
        }
        let direction = if text.contains('!') { Direction::Send } else { Direction::Receive };
        let (channel, message) = text.split_once(['!', '?']).unwrap();
        let channel = scm_check::kernel::base::Id::from_index(channel.parse().unwrap());
        let known = self.messages.iter().find(|(known, _)| known == message).map(|(_, id)| *id);
        let message = known.unwrap_or_else(|| {
            let id = self.builder.message(message, MessageSort::Int);
            self.messages.push((message.to_owned(), id));
            id
        });
        Label::Action(direction, channel, message)
    }
}
