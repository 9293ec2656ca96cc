//! Channels, and the keys through which actions conflict.

use super::MessageId;
use kernel::base::typed_id;

typed_id! {
    /// A channel of a system.
    pub struct ChannelId;
}

kernel::words! {
    /// The order in which a channel delivers its messages.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum ChannelKind {
        /// First in, first out.
        Fifo = "fifo",
        /// Any message in the channel; equal messages in the order in which they were sent.
        Bag = "bag",
    }
}

/// An unbounded channel, initially empty, that any participant may send to or receive from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Channel {
    /// The order of the channel's messages.
    pub kind: ChannelKind,
    /// Whether the channel may drop messages.
    pub lossy: bool,
}

/// The key that two sends, or two receptions, share if they are ordered by the channel.
///
/// Two sends conflict through their channel iff their keys are equal, and so do two receptions
/// (2.3 of [RSC](crate#bibliography)): on a FIFO channel all of them, in a bag those of one message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A FIFO channel.
    Channel(ChannelId),
    /// One message in a bag.
    Message(ChannelId, MessageId),
}

impl Key {
    /// Returns the key of `message` on a channel of this kind.
    pub fn new(kind: ChannelKind, channel: ChannelId, message: MessageId) -> Self {
        match kind {
            ChannelKind::Fifo => Self::Channel(channel),
            ChannelKind::Bag => Self::Message(channel, message),
        }
    }

    /// Returns the channel of this key.
    pub fn channel(self) -> ChannelId {
        match self {
            Self::Channel(channel) | Self::Message(channel, _) => channel,
        }
    }

    /// Returns the message of this key; `None` for a FIFO channel.
    pub fn message(self) -> Option<MessageId> {
        match self {
            Self::Channel(_) => None,
            Self::Message(_, message) => Some(message),
        }
    }
}
