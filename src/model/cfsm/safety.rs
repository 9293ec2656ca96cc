//! Safety properties that every system has, and what violates them.
//!
//! The definitions are literal ones, on a single configuration. They are meant for the system as it
//! was written: dropping a reception that cannot happen would turn a receiving state into a final
//! one, and the answer around. How to find such configurations is not said here.

use super::{
    Action, ChannelId, ChannelKind, Configuration, Direction, Label, MessageId, ParticipantId,
    System,
};

/// A property that needs nothing but the system.
///
/// The first four are *linear*: a single configuration violates them or does not, which
/// [`SafetyProperty::fault`] tells. The others are *branching*: a configuration violates them when
/// no continuation from there meets an [`Obligation`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SafetyProperty {
    /// No participant waits for a message while each channel that it could receive from begins
    /// with one that neither it, in that state, nor anybody else, in any state, receives from there
    /// (Definition 4.2.4 of [RSC](crate#bibliography)). With a bag among those channels it may
    /// still go on.
    UnspecifiedReception,
    /// Something is executable, or all participants are in final states (Definition 4.2.5 of
    /// [RSC](crate#bibliography)). An internal step is something executable.
    Progress,
    /// No message is left when all participants are in final states (Definition 4.2.6 of
    /// [RSC](crate#bibliography)).
    OrphanMessage,
    /// Not all participants wait for messages from empty channels (Definition 4.2.7 of
    /// [RSC](crate#bibliography)).
    ReceptionDeadlock,
    /// From everywhere a configuration can be reached in which all channels are empty (Definitions
    /// 6.3.1 and 6.3.2 of [RSC](crate#bibliography)).
    Deadlock,
    /// Wherever the participant has a reception in its state, it receives something in some
    /// continuation.
    Stuck(ParticipantId),
    /// Wherever the message is the oldest of its FIFO channel, or is in a bag, it is received from
    /// there in some continuation.
    Unreceived(MessageId),
}

/// A property that a single configuration violates or does not: one of the first four of
/// [`SafetyProperty`], which defines them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LinearProperty {
    /// [`SafetyProperty::UnspecifiedReception`].
    UnspecifiedReception,
    /// [`SafetyProperty::Progress`].
    Progress,
    /// [`SafetyProperty::OrphanMessage`].
    OrphanMessage,
    /// [`SafetyProperty::ReceptionDeadlock`].
    ReceptionDeadlock,
}

/// The name of no property of this system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownProperty {
    /// No property is called like that.
    #[error("there is no property `{name}`")]
    NoSuchProperty {
        /// What was asked for.
        name: String,
    },
    /// The system has no participant of that name.
    #[error("there is no participant `{name}`")]
    NoSuchParticipant {
        /// The name in parentheses.
        name: String,
    },
    /// The system has no message of that name.
    #[error("there is no message `{name}`")]
    NoSuchMessage {
        /// The name in parentheses.
        name: String,
    },
}

/// Who and what is at fault in a configuration.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fault {
    /// The participants at fault, in order.
    pub participants: Vec<ParticipantId>,
    /// The messages at fault with their channels, in the order of the channels: of a FIFO channel
    /// the oldest one, of a bag one of each name.
    pub messages: Vec<(ChannelId, MessageId)>,
}

/// Something that some continuation of a configuration must bring about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Obligation {
    /// All channels are empty.
    AllEmpty,
    /// The participant receives something.
    ReceptionBy(ParticipantId),
    /// Something is received from a FIFO channel: its oldest message is the first.
    ReceptionFrom(ChannelId),
    /// The message is received from a bag.
    ReceptionOf(ChannelId, MessageId),
}

impl SafetyProperty {
    /// The linear properties, in the order in which they are reported.
    pub const LINEAR: [Self; 4] =
        [Self::UnspecifiedReception, Self::Progress, Self::OrphanMessage, Self::ReceptionDeadlock];

    /// Returns all properties of `system`: the linear ones, deadlock, one for each participant and
    /// one for each message.
    pub fn all(system: &System) -> Vec<Self> {
        let mut all = Self::LINEAR.to_vec();
        all.push(Self::Deadlock);
        all.extend(system.automata().ids().map(Self::Stuck));
        all.extend(system.messages().ids().map(Self::Unreceived));
        all
    }

    /// Returns the property as a linear one; `None` if it is branching.
    pub fn linear(self) -> Option<LinearProperty> {
        match self {
            Self::UnspecifiedReception => Some(LinearProperty::UnspecifiedReception),
            Self::Progress => Some(LinearProperty::Progress),
            Self::OrphanMessage => Some(LinearProperty::OrphanMessage),
            Self::ReceptionDeadlock => Some(LinearProperty::ReceptionDeadlock),
            Self::Deadlock | Self::Stuck(_) | Self::Unreceived(_) => None,
        }
    }

    /// Returns `true` if a single configuration shows a violation.
    pub fn is_linear(self) -> bool {
        self.linear().is_some()
    }

    /// Returns the name without what stands in parentheses.
    pub fn kind_name(self) -> &'static str {
        match self {
            Self::UnspecifiedReception => "unspecified-reception",
            Self::Progress => "progress",
            Self::OrphanMessage => "orphan-message",
            Self::ReceptionDeadlock => "reception-deadlock",
            Self::Deadlock => "deadlock",
            Self::Stuck(_) => "stuck",
            Self::Unreceived(_) => "unreceived",
        }
    }

    /// Returns the name, which [`SafetyProperty::named`] understands.
    pub fn name(self, system: &System) -> String {
        let about = match self {
            Self::Stuck(participant) => system.automata()[participant].name(),
            Self::Unreceived(message) => &system.messages()[message].name,
            Self::UnspecifiedReception
            | Self::Progress
            | Self::OrphanMessage
            | Self::ReceptionDeadlock
            | Self::Deadlock => return self.kind_name().to_owned(),
        };
        format!("{}({about})", self.kind_name())
    }

    /// Returns the property of `system` that is called `name`.
    ///
    /// # Errors
    /// Says what is unknown: the property, or whom or what it is about.
    pub fn named(system: &System, name: &str) -> Result<Self, UnknownProperty> {
        let unknown = || UnknownProperty::NoSuchProperty { name: name.to_owned() };
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
                .ok_or_else(|| UnknownProperty::NoSuchParticipant { name: about.to_owned() }),
            "unreceived" => system
                .messages()
                .enumerate()
                .find(|(_, message)| message.name == about)
                .map(|(message, _)| Self::Unreceived(message))
                .ok_or_else(|| UnknownProperty::NoSuchMessage { name: about.to_owned() }),
            _ => Err(unknown()),
        }
    }

    /// Returns who and what is at fault in `configuration`, if it violates a linear property.
    ///
    /// No configuration alone violates a branching one.
    ///
    /// # Complexity
    /// Linear in the size of the system and the configuration, times the transitions of one state.
    pub fn fault(self, system: &System, configuration: &Configuration) -> Option<Fault> {
        match self {
            Self::UnspecifiedReception => system
                .automata()
                .ids()
                .find_map(|participant| unspecified(system, configuration, participant)),
            Self::Progress => no_progress(system, configuration),
            Self::OrphanMessage => {
                let messages = all_receivable(system, configuration);
                let ends = everyone(system, configuration, is_final) && !messages.is_empty();
                ends.then_some(Fault { participants: Vec::new(), messages })
            }
            Self::ReceptionDeadlock => {
                let waits = |system: &System, configuration: &Configuration, participant| {
                    is_receiving(system, configuration, participant)
                        && receptions(system, configuration, participant)
                            .all(|(channel, _)| configuration.contents[channel].is_empty())
                };
                everyone(system, configuration, waits).then(|| Fault {
                    participants: system.automata().ids().collect(),
                    messages: Vec::new(),
                })
            }
            Self::Deadlock | Self::Stuck(_) | Self::Unreceived(_) => None,
        }
    }

    /// Returns all that [`SafetyProperty::fault`] might return: where several participants make a
    /// configuration an unspecified reception, each by itself.
    ///
    /// # Complexity
    /// That of [`SafetyProperty::fault`], times the number of participants.
    pub fn faults(self, system: &System, configuration: &Configuration) -> Vec<Fault> {
        match self {
            Self::UnspecifiedReception => system
                .automata()
                .ids()
                .filter_map(|participant| unspecified(system, configuration, participant))
                .collect(),
            Self::Progress
            | Self::OrphanMessage
            | Self::ReceptionDeadlock
            | Self::Deadlock
            | Self::Stuck(_)
            | Self::Unreceived(_) => self.fault(system, configuration).into_iter().collect(),
        }
    }

    /// Returns what some continuation of `configuration` must bring about, each for itself; the
    /// configuration violates the property if one of them cannot be.
    ///
    /// There are none for a linear property.
    pub fn obligations(self, system: &System, configuration: &Configuration) -> Vec<Obligation> {
        match self {
            Self::Deadlock => vec![Obligation::AllEmpty],
            Self::Stuck(participant) => receptions(system, configuration, participant)
                .next()
                .map(|_| Obligation::ReceptionBy(participant))
                .into_iter()
                .collect(),
            Self::Unreceived(message) => all_receivable(system, configuration)
                .into_iter()
                .filter(|&(_, held)| held == message)
                .map(|(channel, _)| match system.channels()[channel].kind {
                    ChannelKind::Fifo => Obligation::ReceptionFrom(channel),
                    ChannelKind::Bag => Obligation::ReceptionOf(channel, message),
                })
                .collect(),
            Self::UnspecifiedReception
            | Self::Progress
            | Self::OrphanMessage
            | Self::ReceptionDeadlock => Vec::new(),
        }
    }
}

impl From<LinearProperty> for SafetyProperty {
    fn from(property: LinearProperty) -> Self {
        match property {
            LinearProperty::UnspecifiedReception => Self::UnspecifiedReception,
            LinearProperty::Progress => Self::Progress,
            LinearProperty::OrphanMessage => Self::OrphanMessage,
            LinearProperty::ReceptionDeadlock => Self::ReceptionDeadlock,
        }
    }
}

impl Obligation {
    /// Tells whether being in `configuration` meets this.
    pub fn is_met_in(self, configuration: &Configuration) -> bool {
        self == Self::AllEmpty && configuration.contents.iter().all(super::Contents::is_empty)
    }

    /// Tells whether `action` meets this.
    pub fn is_met_by(self, action: Action) -> bool {
        action.direction == Direction::Receive
            && match self {
                Self::AllEmpty => false,
                Self::ReceptionBy(participant) => action.participant == participant,
                Self::ReceptionFrom(channel) => action.channel == channel,
                Self::ReceptionOf(channel, message) => {
                    (action.channel, action.message) == (channel, message)
                }
            }
    }

    /// Returns who and what is at fault in `configuration` if no continuation meets this.
    pub fn fault(self, system: &System, configuration: &Configuration) -> Fault {
        match self {
            Self::AllEmpty => {
                Fault { participants: Vec::new(), messages: all_receivable(system, configuration) }
            }
            Self::ReceptionBy(participant) => {
                let read = channels_read(system, configuration, participant);
                let messages = read.into_iter().flat_map(|channel| {
                    receivable(system, configuration, channel).map(move |held| (channel, held))
                });
                Fault { participants: vec![participant], messages: messages.collect() }
            }
            Self::ReceptionFrom(channel) => Fault {
                participants: Vec::new(),
                messages: receivable(system, configuration, channel)
                    .map(|held| (channel, held))
                    .collect(),
            },
            Self::ReceptionOf(channel, message) => {
                Fault { participants: Vec::new(), messages: vec![(channel, message)] }
            }
        }
    }
}

/// Tells whether `participant` has no transition at all.
fn is_final(system: &System, configuration: &Configuration, participant: ParticipantId) -> bool {
    system.automata()[participant].is_final(configuration.control[participant])
}

/// Tells whether `participant` has transitions, all of them receptions.
fn is_receiving(
    system: &System,
    configuration: &Configuration,
    participant: ParticipantId,
) -> bool {
    system.automata()[participant].is_receiving(configuration.control[participant])
}

fn everyone(
    system: &System,
    configuration: &Configuration,
    holds: impl Fn(&System, &Configuration, ParticipantId) -> bool,
) -> bool {
    system.automata().ids().all(|participant| holds(system, configuration, participant))
}

/// Returns the receptions that leave the state of `participant`: channel and message.
fn receptions(
    system: &System,
    configuration: &Configuration,
    participant: ParticipantId,
) -> impl Iterator<Item = (ChannelId, MessageId)> {
    system.automata()[participant].receptions(configuration.control[participant])
}

/// Returns the channels that the state of `participant` has receptions from, in order.
fn channels_read(
    system: &System,
    configuration: &Configuration,
    participant: ParticipantId,
) -> Vec<ChannelId> {
    let mut channels: Vec<ChannelId> =
        receptions(system, configuration, participant).map(|(channel, _)| channel).collect();
    channels.sort_unstable();
    channels.dedup();
    channels
}

/// Returns the messages that could be received next from `channel`, each once.
fn receivable(
    system: &System,
    configuration: &Configuration,
    channel: ChannelId,
) -> impl Iterator<Item = MessageId> + use<> {
    let held = configuration.contents[channel].messages();
    let messages: Vec<MessageId> = match system.channels()[channel].kind {
        ChannelKind::Fifo => held.first().copied().into_iter().collect(),
        ChannelKind::Bag => {
            let mut held = held.to_vec();
            held.sort_unstable();
            held.dedup();
            held
        }
    };
    messages.into_iter()
}

/// Returns the messages that could be received next, with their channels.
fn all_receivable(system: &System, configuration: &Configuration) -> Vec<(ChannelId, MessageId)> {
    system
        .channels()
        .ids()
        .flat_map(|channel| {
            receivable(system, configuration, channel).map(move |message| (channel, message))
        })
        .collect()
}

/// Returns what `participant` waits for in vain, if that is an unspecified reception.
fn unspecified(
    system: &System,
    configuration: &Configuration,
    participant: ParticipantId,
) -> Option<Fault> {
    if !is_receiving(system, configuration, participant) {
        return None;
    }
    let mut messages = Vec::new();
    for channel in channels_read(system, configuration, participant) {
        if system.channels()[channel].kind != ChannelKind::Fifo {
            return None;
        }
        let oldest = *configuration.contents[channel].messages().first()?;
        let here = receptions(system, configuration, participant)
            .any(|reception| reception == (channel, oldest));
        let elsewhere = || {
            system.automata().enumerate().any(|(other, automaton)| {
                other != participant
                    && automaton.transitions().iter().any(|transition| {
                        transition.label == Label::Action(Direction::Receive, channel, oldest)
                    })
            })
        };
        if here || elsewhere() {
            return None;
        }
        messages.push((channel, oldest));
    }
    Some(Fault { participants: vec![participant], messages })
}

/// Returns who waits in vain, and what is there instead, if nothing is executable.
fn no_progress(system: &System, configuration: &Configuration) -> Option<Fault> {
    let mut fault = Fault::default();
    for participant in system.automata().ids() {
        if is_final(system, configuration, participant) {
            continue;
        }
        if !is_receiving(system, configuration, participant) {
            return None;
        }
        fault.participants.push(participant);
        for channel in channels_read(system, configuration, participant) {
            for message in receivable(system, configuration, channel) {
                fault.messages.push((channel, message));
            }
        }
        let executable =
            receptions(system, configuration, participant).any(|(channel, message)| {
                receivable(system, configuration, channel).any(|held| held == message)
            });
        if executable {
            return None;
        }
    }
    fault.messages.sort_unstable();
    fault.messages.dedup();
    (!fault.participants.is_empty()).then_some(fault)
}
