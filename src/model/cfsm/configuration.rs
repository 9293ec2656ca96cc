//! Configurations and the asynchronous semantics.

use super::{
    ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, StateId, System,
    TransitionId,
};
use kernel::base::IndexVec;

/// The messages in one channel, oldest first.
///
/// For a bag the order has no meaning for what can be received; it is that of the sends, so that
/// equal messages leave in the order in which they came.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Contents(Vec<MessageId>);

impl Contents {
    /// Returns the messages, oldest first.
    pub fn messages(&self) -> &[MessageId] {
        &self.0
    }

    /// Tells whether the channel is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<MessageId> for Contents {
    fn from_iter<M: IntoIterator<Item = MessageId>>(messages: M) -> Self {
        Self(messages.into_iter().collect())
    }
}

/// A configuration: the control state of each participant and the contents of each channel
/// (Definition 2.2.6 of [RSC](crate#bibliography)).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Configuration {
    /// The control state of each participant.
    pub control: IndexVec<ParticipantId, StateId>,
    /// The contents of each channel.
    pub contents: IndexVec<ChannelId, Contents>,
}

impl Configuration {
    /// Returns the configuration with the given control states and empty channels.
    pub fn empty(system: &System, control: IndexVec<ParticipantId, StateId>) -> Self {
        Self { control, contents: IndexVec::filled(Contents::default(), system.channels().len()) }
    }

    /// Returns the configuration that `participant` reaches by `transition`, or `None` where the
    /// transition is not enabled (Definition 2.2.8 of [RSC](crate#bibliography)).
    ///
    /// A send is enabled in its source state; a reception also needs the message at the head of
    /// its FIFO channel, or anywhere in its bag.
    ///
    /// # Complexity
    /// Linear in the size of the configuration, which is copied.
    pub fn after(
        &self,
        system: &System,
        participant: ParticipantId,
        transition: TransitionId,
    ) -> Option<Self> {
        let transition = &system.automata()[participant].transitions()[transition];
        if self.control[participant] != transition.source {
            return None;
        }
        let mut next = self.clone();
        next.control[participant] = transition.target;
        if let Label::Action(direction, channel, message) = transition.label {
            let contents = &mut next.contents[channel].0;
            match direction {
                Direction::Send => contents.push(message),
                Direction::Receive => {
                    let position = match system.channels()[channel].kind {
                        ChannelKind::Fifo => (contents.first() == Some(&message)).then_some(0),
                        ChannelKind::Bag => contents.iter().position(|&held| held == message),
                    }?;
                    contents.remove(position);
                }
            }
        }
        Some(next)
    }

    /// Returns the steps that are enabled here, in the order of the participants, then of their
    /// transitions.
    ///
    /// # Complexity
    /// The size of the configuration, times the transitions that leave the control states.
    pub fn enabled(&self, system: &System) -> Vec<Step> {
        let mut steps = Vec::new();
        for (participant, automaton) in system.automata().enumerate() {
            for &transition in automaton.outgoing(self.control[participant]) {
                if self.after(system, participant, transition).is_some() {
                    steps.push(Step { participant, transition });
                }
            }
        }
        steps
    }
}

/// One step of a run: who follows which transition, internal ones included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Who moves.
    pub participant: ParticipantId,
    /// The transition of its automaton.
    pub transition: TransitionId,
}
