//! The channels of a system, each as FIFO channels.

use kernel::automata::SymbolId;
use kernel::base::{IndexVec, typed_id};
use model::cfsm::{Action, ChannelId, ChannelKind, Key, MessageId, System};
use rustc_hash::FxHashMap;

typed_id! {
    /// A segment: a FIFO channel, or one message of a bag.
    pub struct SegmentId;
}

/// The segments of a system and the letters of which their contents consist.
///
/// A bag with equal messages in the order of their sends is a FIFO channel for each of its messages, and a lossy send
/// has an internal twin in the model, so FIFO channels are enough. The contents of all segments are one word: those of
/// segment 0, the oldest message first, then those of segment 1, and so on. Each letter says to which segment it
/// belongs.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    keys: IndexVec<SegmentId, Key>,
    /// The letters, by segment.
    letters: IndexVec<SymbolId, (SegmentId, MessageId)>,
    symbols: FxHashMap<(ChannelId, MessageId), SymbolId>,
    /// For each channel, its segments.
    of_channel: IndexVec<ChannelId, Vec<SegmentId>>,
}

impl Segments {
    pub(super) fn new(system: &System) -> Self {
        let mut used: Vec<(ChannelId, MessageId)> =
            system.actions().map(|Action { channel, message, .. }| (channel, message)).collect();
        used.sort_unstable();
        used.dedup();
        let mut segments = Self {
            keys: IndexVec::new(),
            letters: IndexVec::new(),
            symbols: FxHashMap::default(),
            of_channel: IndexVec::filled(Vec::new(), system.channels().len()),
        };
        for (channel, kind) in system.channels().enumerate() {
            if kind.kind == ChannelKind::Fifo {
                segments.segment(Key::Channel(channel));
            }
            for &(_, message) in used.iter().filter(|(used, _)| *used == channel) {
                let segment = match kind.kind {
                    ChannelKind::Fifo => segments.of_channel[channel][0],
                    ChannelKind::Bag => segments.segment(Key::Message(channel, message)),
                };
                let symbol = segments.letters.push((segment, message));
                segments.symbols.insert((channel, message), symbol);
            }
        }
        segments
    }

    fn segment(&mut self, key: Key) -> SegmentId {
        let segment = self.keys.push(key);
        self.of_channel[key.channel()].push(segment);
        segment
    }

    /// Returns what each segment is.
    pub(super) fn keys(&self) -> &IndexVec<SegmentId, Key> {
        &self.keys
    }

    /// Returns the letters, in the order of the segments.
    pub(super) fn letters(&self) -> &IndexVec<SymbolId, (SegmentId, MessageId)> {
        &self.letters
    }

    /// Returns the segment of a letter.
    #[inline]
    pub(super) fn of(&self, symbol: SymbolId) -> SegmentId {
        self.letters[symbol].0
    }

    /// Returns the letter of a message that is sent to a channel, or received from it.
    pub(super) fn symbol(&self, channel: ChannelId, message: MessageId) -> SymbolId {
        self.symbols[&(channel, message)]
    }

    /// Returns the segments of a channel.
    pub(super) fn of_channel(&self, channel: ChannelId) -> &[SegmentId] {
        &self.of_channel[channel]
    }
}
