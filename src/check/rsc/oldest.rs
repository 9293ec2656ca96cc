//! The oldest unmatched messages of some keys, beside the states of the RSC automaton.

use super::local_moves::{ChannelLetterId, KeyId};
use super::space::{CommunicationStep, RscSpace};
use kernel::base::{Field, IndexVec, LayoutBuilder, Words};

/// The oldest messages of some FIFO channels as further fields of the states of the RSC automaton: the first unmatched
/// message of each.
#[derive(Debug)]
pub(crate) struct OldestMessages {
    /// The channel letters of each key, in order.
    channel_letters: IndexVec<KeyId, Vec<ChannelLetterId>>,
    /// The index of the oldest message among the key's channel letters, if it is kept; zero while the key is not blocked.
    fields: IndexVec<KeyId, Option<Field>>,
}

impl OldestMessages {
    /// Returns the channel letters of each key of `space`, in order.
    pub(crate) fn channel_letters(space: &RscSpace) -> IndexVec<KeyId, Vec<ChannelLetterId>> {
        let moves = space.moves();
        let by_key = moves.channel_letters().enumerate().map(|(id, letter)| (letter.key, id));
        IndexVec::grouped(moves.keys().len(), by_key)
    }

    /// Returns the fields for the keys for which `is_wanted` returns `true`, appended to `layout`; `channel_letters` are
    /// those of each key.
    pub(crate) fn new(
        channel_letters: IndexVec<KeyId, Vec<ChannelLetterId>>,
        is_wanted: impl Fn(KeyId) -> bool,
        layout: &mut LayoutBuilder,
    ) -> Self {
        let fields = channel_letters
            .enumerate()
            .map(|(key, letters)| is_wanted(key).then(|| layout.field(letters.len() as u64)));
        let fields = fields.collect();
        Self { channel_letters, fields }
    }

    /// Returns the keys of which the oldest message is kept, in order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = KeyId> + '_ {
        self.fields.enumerate().filter_map(|(key, field)| field.map(|_| key))
    }

    /// Returns the index of the oldest message of a blocked key among its channel letters; `None` if it is not kept.
    pub(crate) fn index(&self, state: &[u64], key: KeyId) -> Option<usize> {
        self.fields[key].map(|field| field.index(state))
    }

    /// Returns the oldest message of a blocked key; `None` if it is not kept.
    pub(crate) fn letter(&self, state: &[u64], key: KeyId) -> Option<ChannelLetterId> {
        self.index(state, key).map(|index| self.channel_letters[key][index])
    }

    /// Emits the [successors](RscSpace::successors) of `state` with their oldest messages.
    pub(crate) fn successors<W: Words>(
        &self,
        space: &RscSpace,
        state: &W,
        emit: &mut impl FnMut(CommunicationStep, W),
    ) {
        space.successors(state, &mut |communication, mut next: W| {
            let key = space.moves().channel_letters()[communication.channel_letter].key;
            if communication.reception.is_none()
                && let Some(field) = self.fields[key]
                && !space.is_blocked(state.as_ref(), key)
            {
                let place = self.channel_letters[key].binary_search(&communication.channel_letter);
                let place = place.expect("a letter is one of its key's");
                field.set(next.as_mut(), place as u64);
            }
            emit(communication, next);
        });
    }
}
