//! Messages in channels as letters of one word.

use kernel::base::{IndexVec, typed_id};
use model::cfsm::{Action, ChannelId, Direction, Key, MessageId, System};

typed_id! {
    /// A message that is sent to a channel.
    pub(crate) struct LetterId;
}

/// The messages that are sent to each channel.
///
/// A bag counts as a FIFO channel for each of its messages. The contents of all channels are one word of letters, channel
/// by channel: since a letter says where its message is, a word is a subword of another one iff it is so in each
/// channel. A message that is never sent to a channel is in no reachable configuration, and has no letter.
#[derive(Debug)]
pub(crate) struct Letters {
    /// The letters in order.
    letters: IndexVec<LetterId, (Key, MessageId)>,
}

impl Letters {
    pub(crate) fn new(system: &System) -> Self {
        let sends = system.actions().filter(|action| action.direction == Direction::Send);
        let sent =
            sends.map(|Action { channel, message, .. }| (system.key(channel, message), message));
        let mut letters: Vec<_> = sent.collect();
        letters.sort_unstable();
        letters.dedup();
        Self { letters: letters.into_iter().collect() }
    }

    /// Returns the number of letters.
    pub(crate) fn len(&self) -> usize {
        self.letters.len()
    }

    /// Returns the letters of a FIFO channel, or of one message of a bag.
    pub(crate) fn of(&self, key: Key) -> impl Iterator<Item = LetterId> {
        self.letters.enumerate().filter(move |(_, letter)| letter.0 == key).map(|(id, _)| id)
    }

    /// Returns all letters.
    pub(crate) fn ids(&self) -> impl Iterator<Item = LetterId> {
        self.letters.ids()
    }

    /// Returns where a letter is, and its message.
    pub(crate) fn channel_and_message(&self, letter: LetterId) -> (ChannelId, MessageId) {
        let (key, message) = self.letters[letter];
        (key.channel(), message)
    }

    /// Returns the letter of a message in a channel; `None` if it is never sent there.
    pub(crate) fn letter(
        &self,
        system: &System,
        channel: ChannelId,
        message: MessageId,
    ) -> Option<LetterId> {
        let letter = (system.key(channel, message), message);
        let place = self.letters.as_slice().binary_search(&letter).ok()?;
        self.letters.ids().nth(place)
    }

    /// Returns the part of a word that belongs to the channel of a letter.
    pub(crate) fn place(&self, word: &[LetterId], letter: LetterId) -> std::ops::Range<usize> {
        let key = self.letters[letter].0;
        let start = word.partition_point(|&other| self.letters[other].0 < key);
        let length = word[start..].partition_point(|&other| self.letters[other].0 == key);
        start..start + length
    }
}

/// Returns `true` if `word` can be made of `longer` by leaving letters out.
pub(super) fn is_subword(word: &[LetterId], longer: &[LetterId]) -> bool {
    let mut rest = longer.iter();
    word.len() <= longer.len() && word.iter().all(|letter| rest.any(|other| other == letter))
}
