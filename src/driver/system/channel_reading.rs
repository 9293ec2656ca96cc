//! How the channels of a system are read.

use std::borrow::Cow;

use model::cfsm::{ChannelKind, System};

/// How the channels of a model are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChannelReading {
    /// As the model says.
    AsWritten,
    /// All of one kind.
    All(ChannelKind),
}

impl ChannelReading {
    /// Returns the word that stands for this reading in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::AsWritten => "as written",
            Self::All(ChannelKind::Fifo) => "fifo",
            Self::All(ChannelKind::Bag) => "bag",
        }
    }

    /// Returns the system that `system` is in this reading.
    pub fn of(self, system: &System) -> Cow<'_, System> {
        match self {
            Self::AsWritten => Cow::Borrowed(system),
            Self::All(kind) => Cow::Owned(system.with_channels(kind)),
        }
    }
}
