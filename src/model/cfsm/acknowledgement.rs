//! Systems in which a message is acknowledged: the smallest change that makes a sender wait.

use super::{
    BadConfigurations, Channel, ChannelKind, ContentsExpression, ContentsNode, Label, MessageId,
    MessageSort, System, SystemBuilder,
};

impl System {
    /// Returns this system with `message` acknowledged: after each send of it the sender receives `ack_MESSAGE` from a
    /// new FIFO channel, and after each reception of it the receiver sends that. Participants, messages, channels and
    /// states keep their ids; the new ones come after them, the new channel last.
    ///
    /// # Complexity
    /// Linear in the size of the system.
    #[must_use]
    pub fn with_acknowledged(&self, message: MessageId) -> Self {
        let mut builder = SystemBuilder::new(self.name());
        for declared in self.messages() {
            builder.message(&declared.name, declared.sort);
        }
        let name = unused(format!("ack_{}", self.messages()[message].name), |name| {
            self.messages().iter().any(|other| other.name == name)
        });
        let acknowledgement = builder.message(name, MessageSort::Int);
        for (id, channel) in self.channels().enumerate() {
            if self.is_named(id) {
                builder.named_channel(self.channel_name(id), *channel);
            } else {
                builder.channel(*channel);
            }
        }
        let back = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
        for (id, automaton) in self.automata().enumerate() {
            let participant = builder.participant(automaton.name());
            for state in automaton.states() {
                builder.state(participant, state);
            }
            for &state in automaton.initial() {
                builder.initial(participant, state);
            }
            let mut waiting = automaton.states().len();
            for transition in automaton.transitions().iter().filter(|one| one.loss_of.is_none()) {
                let answer = match transition.label {
                    Label::Action(direction, _, sent) if sent == message => direction.opposite(),
                    _ => {
                        let (source, target) = (transition.source, transition.target);
                        builder.transition(participant, source, transition.label, target);
                        continue;
                    }
                };
                let between = loop {
                    let name = waiting.to_string();
                    waiting += 1;
                    if !automaton.states().iter().any(|state| *state == name) {
                        break builder.state(participant, name);
                    }
                };
                builder.transition(participant, transition.source, transition.label, between);
                let answer = Label::Action(answer, back, acknowledgement);
                builder.transition(participant, between, answer, transition.target);
            }
            debug_assert_eq!(id, participant, "the participants keep their ids");
        }
        builder.finish()
    }
}

impl BadConfigurations {
    /// Returns these bad configurations for `system`, which has one more channel at the end than the system that they
    /// are about, and may have more messages and states. The new channel may hold anything; a configuration with a
    /// participant in one of the new states is bad only if the states of that participant do not matter.
    #[must_use]
    pub fn with_free_channel(&self, system: &System) -> Self {
        let contents = self.contents.as_ref().map(|contents| {
            let mut nodes = contents.nodes().clone();
            let root = contents.root();
            let separator = nodes.push(ContentsNode::Separator);
            let messages = system.messages().ids().map(ContentsNode::Message);
            let mut any: Vec<_> = messages.map(|node| nodes.push(node)).collect();
            let one = if any.len() > 1 {
                nodes.push(ContentsNode::Alternatives(any))
            } else {
                any.remove(0)
            };
            let all = nodes.push(ContentsNode::Star(one));
            nodes.push(ContentsNode::Concatenation(vec![root, separator, all]));
            ContentsExpression::from_nodes(nodes)
        });
        Self { control: self.control.clone(), contents }
    }
}

/// Returns `name`, with as many `_` behind it as make it unused.
fn unused(mut name: String, is_used: impl Fn(&str) -> bool) -> String {
    while is_used(&name) {
        name.push('_');
    }
    name
}
