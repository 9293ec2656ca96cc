//! Readings of the channels of a system.

use std::borrow::Cow;

use model::cfsm::{ChannelKind, System};
use model::choreography::ChannelChoice;

/// Reading of the channels of a system: a [`ChannelChoice`] without an architecture, since a system names its channels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChannelReading {
    /// As the model states.
    AsWritten,
    /// All of one kind.
    All(ChannelKind),
}

impl ChannelReading {
    /// Returns a reading that leaves the channels their names; `None` for others.
    pub fn of_choice(ChannelChoice { architecture, kind }: ChannelChoice) -> Option<Self> {
        architecture.is_none().then_some(kind.map_or(Self::AsWritten, Self::All))
    }

    /// Returns `system` in this reading.
    pub fn of(self, system: &System) -> Cow<'_, System> {
        match self {
            Self::AsWritten => Cow::Borrowed(system),
            Self::All(kind) => Cow::Owned(system.with_channels(kind)),
        }
    }
}

impl From<ChannelReading> for ChannelChoice {
    fn from(reading: ChannelReading) -> Self {
        let kind = match reading {
            ChannelReading::AsWritten => None,
            ChannelReading::All(kind) => Some(kind),
        };
        Self { architecture: None, kind }
    }
}
