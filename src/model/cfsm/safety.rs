//! Safety properties that are defined for every system, and their violations.
//!
//! The definitions are literal ones, on a single configuration. They apply to the system as it was written:
//! removing a reception that cannot happen would turn a receiving state into a final one, and change the
//! answer. Searches for violations are in the crate `check`.

use std::collections::BTreeSet;

use super::{
    ChannelId, ChannelKind, CommunicatingAutomaton, Configuration, Direction, Label, MessageId,
    ParticipantId, StateId, Step, System,
};

/// A property that is defined by the system alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SafetyProperty {
    /// A *linear* property, whose violations are single configurations. The others are *branching*: a
    /// configuration violates them if no continuation from there meets an [`Obligation`].
    Linear(LinearProperty),
    /// From every reachable configuration one can be reached in which all channels are empty (Definitions
    /// 6.3.1 and 6.3.2 of [RSC](crate#bibliography)).
    Deadlock,
    /// Wherever the participant has a reception in its state, which is not final, some continuation lets it receive a
    /// message or come to a final state.
    Stuck(ParticipantId),
    /// Wherever the message is the oldest of its FIFO channel, or is in a bag, it is received from
    /// there in some continuation.
    Unreceived(MessageId),
}

/// A property whose violations are single configurations, which [`LinearProperty::fault`] identifies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LinearProperty {
    /// No participant waits for a message while each channel that it could receive from begins with one that
    /// neither it, in that state, nor any other participant, in any state, receives from there (Definition
    /// 4.2.4 of [RSC](crate#bibliography)). With a bag among those channels the participant may still go on.
    UnspecifiedReception,
    /// Some step is enabled, or all participants are in final states (Definition 4.2.5 of
    /// [RSC](crate#bibliography)). Internal steps count.
    Progress,
    /// No message is left when all participants are in final states and no step is enabled (Definition 4.2.6 of
    /// [RSC](crate#bibliography)).
    OrphanMessage,
    /// Not all participants wait for messages from empty channels (Definition 4.2.7 of
    /// [RSC](crate#bibliography)), unless all may wait for ever: their states are declared to be final.
    ReceptionDeadlock,
}

/// Why a name is that of no property of this system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownProperty {
    /// No property has this name.
    #[error("there is no property `{0}`")]
    NoSuchProperty(String),
    /// The system has no participant of this name, which is in parentheses.
    #[error("there is no participant `{0}`")]
    NoSuchParticipant(String),
    /// The system has no message of this name, which is in parentheses.
    #[error("there is no message `{0}`")]
    NoSuchMessage(String),
}

/// The participants and messages at fault in a configuration.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fault {
    /// The participants at fault, in order.
    pub participants: Vec<ParticipantId>,
    /// The messages at fault with their channels, in the order of the channels: of a FIFO channel
    /// the oldest one, of a bag one of each name.
    pub messages: Vec<(ChannelId, MessageId)>,
}

/// A condition that some continuation of a configuration must meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Obligation {
    /// All channels are empty.
    AllEmpty,
    /// The participant receives a message or comes to a final state.
    ReceptionBy(ParticipantId),
    /// A message is received from a FIFO channel: its oldest message is the first.
    ReceptionFrom(ChannelId),
    /// The message is received from a bag.
    ReceptionOf(ChannelId, MessageId),
}

impl SafetyProperty {
    /// The linear properties, in the order in which they are reported.
    pub const LINEAR: [Self; 4] = [
        Self::Linear(LinearProperty::UnspecifiedReception),
        Self::Linear(LinearProperty::Progress),
        Self::Linear(LinearProperty::OrphanMessage),
        Self::Linear(LinearProperty::ReceptionDeadlock),
    ];

    /// Returns all properties of `system`: the linear ones, deadlock, one for each participant and
    /// one for each message.
    pub fn all(system: &System) -> Vec<Self> {
        let mut all = Self::LINEAR.to_vec();
        all.push(Self::Deadlock);
        all.extend(system.automata().ids().map(Self::Stuck));
        all.extend(system.messages().ids().map(Self::Unreceived));
        all
    }

    /// Returns `true` if a single configuration shows a violation.
    pub fn is_linear(self) -> bool {
        matches!(self, Self::Linear(_))
    }

    /// Returns the name without the part in parentheses.
    pub fn kind_name(self) -> &'static str {
        match self {
            Self::Linear(LinearProperty::UnspecifiedReception) => "unspecified-reception",
            Self::Linear(LinearProperty::Progress) => "progress",
            Self::Linear(LinearProperty::OrphanMessage) => "orphan-message",
            Self::Linear(LinearProperty::ReceptionDeadlock) => "reception-deadlock",
            Self::Deadlock => "deadlock",
            Self::Stuck(_) => "stuck",
            Self::Unreceived(_) => "unreceived",
        }
    }

    /// Returns the name, which [`SafetyProperty::named`] parses.
    pub fn name(self, system: &System) -> String {
        let about = match self {
            Self::Stuck(participant) => system.automata()[participant].name(),
            Self::Unreceived(message) => &system.messages()[message].name,
            Self::Linear(_) | Self::Deadlock => return self.kind_name().to_owned(),
        };
        format!("{}({about})", self.kind_name())
    }

    /// Returns the property of `system` that is called `name`.
    ///
    /// # Errors
    /// If the property, or the participant or message that it is about, is unknown.
    pub fn named(system: &System, name: &str) -> Result<Self, UnknownProperty> {
        let unknown = || UnknownProperty::NoSuchProperty(name.to_owned());
        let simple = Self::LINEAR.into_iter().chain([Self::Deadlock]);
        if let Some(property) = simple.into_iter().find(|property| property.kind_name() == name) {
            return Ok(property);
        }
        let (kind, about) =
            name.strip_suffix(')').and_then(|name| name.split_once('(')).ok_or_else(unknown)?;
        match kind {
            "stuck" => system
                .automata()
                .enumerate()
                .find(|(_, automaton)| automaton.name() == about)
                .map(|(participant, _)| Self::Stuck(participant))
                .ok_or_else(|| UnknownProperty::NoSuchParticipant(about.to_owned())),
            "unreceived" => system
                .messages()
                .enumerate()
                .find(|(_, message)| message.name == about)
                .map(|(message, _)| Self::Unreceived(message))
                .ok_or_else(|| UnknownProperty::NoSuchMessage(about.to_owned())),
            _ => Err(unknown()),
        }
    }

    /// Returns the conditions that continuations of `configuration` must meet, each separately; the
    /// configuration violates the property if one of them cannot be met.
    ///
    /// A linear property has no obligations.
    pub fn obligations(self, system: &System, configuration: &Configuration) -> Vec<Obligation> {
        let duties = Self::duties(system, configuration);
        duties.filter(|&(property, _)| property == self).map(|(_, obligation)| obligation).collect()
    }

    /// Returns the [`obligations`](Self::obligations) of a configuration for all branching properties.
    pub fn duties<'a>(
        system: &'a System,
        configuration: &'a Configuration,
    ) -> impl Iterator<Item = (Self, Obligation)> + use<'a> {
        let place = ConfigurationView { system, configuration };
        let waits =
            move |&one: &ParticipantId| system.automata()[one].waits(configuration.control[one]);
        let waiting = system.automata().ids().filter(waits);
        let stuck = waiting.map(|one| (Self::Stuck(one), Obligation::ReceptionBy(one)));
        let held = place.all_receivable().map(|(channel, message)| {
            let obligation = match system.channels()[channel].kind {
                ChannelKind::Fifo => Obligation::ReceptionFrom(channel),
                ChannelKind::Bag => Obligation::ReceptionOf(channel, message),
            };
            (Self::Unreceived(message), obligation)
        });
        std::iter::once((Self::Deadlock, Obligation::AllEmpty)).chain(stuck).chain(held)
    }

    /// Returns `true` if a configuration shows by itself that the property, a linear one, is violated.
    ///
    /// # Complexity
    /// That of [`LinearProperty::fault`].
    pub fn is_violated_in(self, system: &System, configuration: &Configuration) -> bool {
        match self {
            Self::Linear(property) => property.fault(system, configuration).is_some(),
            _ => false,
        }
    }
}

impl LinearProperty {
    /// Returns the participants and messages at fault in `configuration`, if it violates the property.
    ///
    /// # Complexity
    /// Linear in the numbers of participants, channels and messages in bags, times the logarithm of the number of
    /// transitions that leave a state; where the first messages of all channels that a participant reads are unexpected also
    /// linear in the number of transitions of the system, for each of these channels.
    pub fn fault(self, system: &System, configuration: &Configuration) -> Option<Fault> {
        let place = ConfigurationView { system, configuration };
        let mut all = system.automata().ids();
        let unfinished = || system.automata().ids().filter(|&one| !place.is_final(one)).collect();
        match self {
            Self::UnspecifiedReception => all.find_map(|one| place.unspecified(one)),
            Self::Progress => {
                if all.any(|one| place.can_move(one)) {
                    return None;
                }
                let participants: Vec<ParticipantId> = unfinished();
                let channels = participants.iter().flat_map(|&one| place.channels_read(one));
                let channels: BTreeSet<ChannelId> = channels.collect();
                let messages = place.receivable_from(channels).collect();
                (!participants.is_empty()).then_some(Fault { participants, messages })
            }
            Self::OrphanMessage => {
                if !all.all(|one| place.is_final(one) && !place.can_move(one)) {
                    return None;
                }
                let messages: Vec<_> = place.all_receivable().collect();
                (!messages.is_empty()).then_some(Fault { participants: Vec::new(), messages })
            }
            Self::ReceptionDeadlock => {
                let is_empty = |channel| configuration.contents[channel].is_empty();
                let waits = |participant| {
                    place.is_receiving(participant)
                        && place.channels_read(participant).all(is_empty)
                };
                if !all.all(waits) {
                    return None;
                }
                let participants: Vec<ParticipantId> = unfinished();
                (!participants.is_empty()).then_some(Fault { participants, messages: Vec::new() })
            }
        }
    }

    /// Returns all results that [`LinearProperty::fault`] might return: if several participants make a
    /// configuration an unspecified reception, one fault for each.
    ///
    /// # Complexity
    /// That of [`LinearProperty::fault`], times the number of participants.
    pub fn faults(self, system: &System, configuration: &Configuration) -> Vec<Fault> {
        if self == Self::UnspecifiedReception {
            let place = ConfigurationView { system, configuration };
            return system.automata().ids().filter_map(|one| place.unspecified(one)).collect();
        }
        self.fault(system, configuration).into_iter().collect()
    }
}

impl Obligation {
    /// Returns `true` if `configuration` meets this obligation.
    pub fn is_met_in(self, configuration: &Configuration) -> bool {
        self == Self::AllEmpty && configuration.contents.iter().all(super::Contents::is_empty)
    }

    /// Returns `true` if a step meets this obligation, whatever the configuration after it is.
    pub fn is_met_by(self, system: &System, step: Step) -> bool {
        let transition = system.transition(step);
        let received = match transition.label {
            Label::Action(Direction::Receive, channel, message) => Some((channel, message)),
            Label::Action(Direction::Send, ..) | Label::Internal => None,
        };
        match self {
            Self::AllEmpty => false,
            Self::ReceptionBy(participant) => {
                let is_final = || system.automata()[participant].is_final(transition.target);
                step.participant == participant && (received.is_some() || is_final())
            }
            Self::ReceptionFrom(channel) => received.is_some_and(|(from, _)| from == channel),
            Self::ReceptionOf(channel, message) => received == Some((channel, message)),
        }
    }

    /// Returns the participants and messages at fault in `configuration` if no continuation meets this
    /// obligation.
    pub fn fault(self, system: &System, configuration: &Configuration) -> Fault {
        let place = ConfigurationView { system, configuration };
        let (participants, messages) = match self {
            Self::AllEmpty => (Vec::new(), place.all_receivable().collect()),
            Self::ReceptionBy(participant) => {
                let channels = place.channels_read(participant);
                (vec![participant], place.receivable_from(channels).collect())
            }
            Self::ReceptionFrom(channel) => {
                (Vec::new(), place.receivable_from([channel]).collect())
            }
            Self::ReceptionOf(channel, message) => (Vec::new(), vec![(channel, message)]),
        };
        Fault { participants, messages }
    }
}

/// A configuration of a system, with the notions that the definitions use.
#[derive(Clone, Copy)]
struct ConfigurationView<'a> {
    system: &'a System,
    configuration: &'a Configuration,
}

impl<'a> ConfigurationView<'a> {
    /// Returns the automaton of `participant` and its state.
    fn local(self, participant: ParticipantId) -> (&'a CommunicatingAutomaton, StateId) {
        (&self.system.automata()[participant], self.configuration.control[participant])
    }

    /// Returns `true` if the state of `participant` is final.
    fn is_final(self, participant: ParticipantId) -> bool {
        let (automaton, state) = self.local(participant);
        automaton.is_final(state)
    }

    /// Returns `true` if `participant` has transitions, all of them receptions.
    fn is_receiving(self, participant: ParticipantId) -> bool {
        let (automaton, state) = self.local(participant);
        automaton.is_receiving(state)
    }

    /// Returns the channels that the state of `participant` has receptions from, in order.
    fn channels_read(self, participant: ParticipantId) -> impl Iterator<Item = ChannelId> + 'a {
        let (automaton, state) = self.local(participant);
        automaton.channels_read(state)
    }

    /// Returns the messages that could be received next from `channel`, each once.
    fn receivable(self, channel: ChannelId) -> impl Iterator<Item = MessageId> + use<'a> {
        let held = self.configuration.contents[channel].messages();
        let (first, bag) = match self.system.channels()[channel].kind {
            ChannelKind::Fifo => (held.first().copied(), BTreeSet::new()),
            ChannelKind::Bag => (None, held.iter().copied().collect()),
        };
        first.into_iter().chain(bag)
    }

    /// Returns the messages that could be received next from `channels`, with their channels.
    fn receivable_from(
        self,
        channels: impl IntoIterator<Item = ChannelId>,
    ) -> impl Iterator<Item = (ChannelId, MessageId)> {
        let with_channel =
            move |channel| self.receivable(channel).map(move |message| (channel, message));
        channels.into_iter().flat_map(with_channel)
    }

    /// Returns the messages that could be received next, with their channels.
    fn all_receivable(self) -> impl Iterator<Item = (ChannelId, MessageId)> + use<'a> {
        self.receivable_from(self.system.channels().ids())
    }

    /// Returns the fault of `participant`, if its state is an unspecified reception.
    fn unspecified(self, participant: ParticipantId) -> Option<Fault> {
        let is_open = |channel| {
            self.system.channels()[channel].kind != ChannelKind::Fifo
                || self.configuration.contents[channel].is_empty()
        };
        let (automaton, state) = self.local(participant);
        if !automaton.is_receiving(state) || automaton.channels_read(state).any(is_open) {
            return None;
        }
        let mut messages = Vec::new();
        for channel in automaton.channels_read(state) {
            let oldest = *self.configuration.contents[channel].messages().first()?;
            let is_expected = !automaton.receptions_of(state, channel, oldest).is_empty();
            if is_expected || self.system.receives_elsewhere(participant, channel, oldest) {
                return None;
            }
            messages.push((channel, oldest));
        }
        Some(Fault { participants: vec![participant], messages })
    }

    /// Returns `true` if `participant` has an enabled step.
    fn can_move(self, participant: ParticipantId) -> bool {
        let (automaton, state) = self.local(participant);
        let is_received =
            |(channel, message)| !automaton.receptions_of(state, channel, message).is_empty();
        !automaton.is_resting(state)
            || self.receivable_from(automaton.channels_read(state)).any(is_received)
    }
}
