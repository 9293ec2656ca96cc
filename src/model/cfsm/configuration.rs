//! Configurations and the asynchronous semantics.

use std::hash::{Hash, Hasher};

use super::{
    ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, StateId, Step, System,
};
use kernel::base::IndexVec;

/// The messages in one channel, oldest first.
///
/// For a bag the order does not restrict which message can be received; it is that of the sends, so that
/// equal messages leave in the order in which they were sent.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The messages, after `taken` entries that were removed: at most half of all entries.
    places: Vec<MessageId>,
    taken: usize,
}

impl Contents {
    /// Returns the messages, oldest first.
    pub fn messages(&self) -> &[MessageId] {
        &self.places[self.taken..]
    }

    /// Replaces all messages by others.
    pub fn refill(&mut self, messages: impl IntoIterator<Item = MessageId>) {
        self.places.clear();
        self.places.extend(messages);
        self.taken = 0;
    }

    /// Returns `true` if the channel is empty.
    pub fn is_empty(&self) -> bool {
        self.messages().is_empty()
    }

    /// Adds a message that is sent.
    pub fn push(&mut self, message: MessageId) {
        self.places.push(message);
    }

    /// Returns the index of `message` if it can be received from a channel of this kind: at the head of a
    /// FIFO channel, or the oldest such message of a bag.
    pub fn receivable(&self, kind: ChannelKind, message: MessageId) -> Option<usize> {
        let held = self.messages();
        match kind {
            ChannelKind::Fifo => (held.first() == Some(&message)).then_some(0),
            ChannelKind::Bag => held.iter().position(|&held| held == message),
        }
    }

    /// Removes the message at an index.
    ///
    /// # Complexity
    /// Linear in the number of older messages, on average over many removals.
    ///
    /// # Panics
    /// If there is no such index.
    pub fn remove(&mut self, place: usize) {
        self.places.copy_within(self.taken..self.taken + place, self.taken + 1);
        self.taken += 1;
        if 2 * self.taken > self.places.len() {
            self.places.drain(..self.taken);
            self.taken = 0;
        }
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Self) -> bool {
        self.messages() == other.messages()
    }
}

impl Eq for Contents {}

impl Hash for Contents {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.messages().hash(state);
    }
}

impl FromIterator<MessageId> for Contents {
    fn from_iter<M: IntoIterator<Item = MessageId>>(messages: M) -> Self {
        Self { places: messages.into_iter().collect(), taken: 0 }
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

    /// Returns the configuration that `step` leads to, or `None` if the step is not enabled.
    ///
    /// # Complexity
    /// Linear in the size of the configuration, which is copied if the step is enabled.
    pub fn after(&self, system: &System, step: Step) -> Option<Self> {
        let place = self.enabled_at(system, step)?;
        let mut next = self.clone();
        next.change(system, step, place);
        Some(next)
    }

    /// Changes to the configuration that `step` leads to, and returns `true`; if the step is not enabled,
    /// returns `false` without a change (Definition 2.2.8 of [RSC](crate#bibliography)).
    ///
    /// A send is enabled in its source state; a reception also needs the message at the head of
    /// its FIFO channel, or anywhere in its bag.
    ///
    /// # Complexity
    /// Constant, on average over many steps; for a reception from a bag, linear in the number of older
    /// messages in it.
    #[must_use]
    pub fn take(&mut self, system: &System, step: Step) -> bool {
        let place = self.enabled_at(system, step);
        if let Some(place) = place {
            self.change(system, step, place);
        }
        place.is_some()
    }

    /// Returns the index in its channel of the message that a step receives, or zero if it receives none;
    /// `None` if the step is not enabled.
    fn enabled_at(&self, system: &System, step: Step) -> Option<usize> {
        let transition = system.transition(step);
        if self.control[step.participant] != transition.source {
            return None;
        }
        let Label::Action(Direction::Receive, channel, message) = transition.label else {
            return Some(0);
        };
        self.contents[channel].receivable(system.channels()[channel].kind, message)
    }

    /// Takes an enabled step, with the message at `place` if it receives one.
    fn change(&mut self, system: &System, step: Step, place: usize) {
        let transition = system.transition(step);
        self.control[step.participant] = transition.target;
        match transition.label {
            Label::Internal => {}
            Label::Action(Direction::Send, channel, message) => {
                self.contents[channel].push(message);
            }
            Label::Action(Direction::Receive, channel, _) => self.contents[channel].remove(place),
        }
    }

    /// Returns the steps that are enabled here, in the order of the participants, then of their
    /// transitions.
    ///
    /// # Complexity
    /// The number of participants and of the transitions that leave the control states, and for those that
    /// receive from bags the number of messages in these.
    pub fn enabled(&self, system: &System) -> Vec<Step> {
        let participants = system.automata().ids();
        participants.flat_map(|participant| self.enabled_by(system, participant)).collect()
    }

    /// Returns the steps of a participant that are enabled here, in the order of its transitions.
    ///
    /// # Complexity
    /// The number of transitions that leave its control state, and for those that receive from bags the number of
    /// messages in these.
    pub fn enabled_by(
        &self,
        system: &System,
        participant: ParticipantId,
    ) -> impl Iterator<Item = Step> {
        let outgoing = system.automata()[participant].outgoing(self.control[participant]).iter();
        let leaving = outgoing.map(move |&transition| Step { participant, transition });
        leaving.filter(|&step| self.enabled_at(system, step).is_some())
    }
}
