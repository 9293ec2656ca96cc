//! Systems in which a message is acknowledged: the smallest change that makes a sender wait.

use super::{
    BadConfigurations, Channel, ChannelKind, ContentsExpression, ContentsNode, Label, MessageId,
    MessageSort, System, SystemBuilder, Transition,
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
        let mut builder = SystemBuilder { system: self.with_idle(|_| true) };
        let mut name = format!("ack_{}", self.messages()[message].name);
        while self.messages().iter().any(|other| other.name == name) {
            name.push('_');
        }
        let acknowledgement = builder.message(name, MessageSort::Int);
        let back = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
        for (participant, automaton) in self.automata().enumerate() {
            let numbers = (automaton.states().len()..).map(|number| number.to_string());
            let mut new = numbers.filter(|name| !automaton.states().iter().any(|old| old == *name));
            for transition in automaton.transitions().iter().filter(|one| one.loss_of.is_none()) {
                let &Transition { source, label, target, .. } = transition;
                match label {
                    Label::Action(direction, _, sent) if sent == message => {
                        let name = new.next().expect("numbers have no end");
                        let between = builder.state(participant, name);
                        builder.transition(participant, source, label, between);
                        let answer = Label::Action(direction.opposite(), back, acknowledgement);
                        builder.transition(participant, between, answer, target);
                    }
                    _ => {
                        builder.transition(participant, source, label, target);
                    }
                }
            }
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
