//! Readings of the channels of a system.

use std::borrow::Cow;

use model::cfsm::{ChannelKind, System};

/// Reading of the channels of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChannelReading {
    /// As the model states.
    AsWritten,
    /// All of one kind.
    All(ChannelKind),
}

impl ChannelReading {
    /// Returns the word for this reading in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::AsWritten => "as written",
            Self::All(kind) => kind.word(),
        }
    }

    /// Returns `system` in this reading.
    pub fn of(self, system: &System) -> Cow<'_, System> {
        match self {
            Self::AsWritten => Cow::Borrowed(system),
            Self::All(kind) => Cow::Owned(system.with_channels(kind)),
        }
    }
}
