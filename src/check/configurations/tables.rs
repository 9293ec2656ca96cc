//! What the configurations of a system have in common, each stored once.

use std::ops::Range;

use super::vectors::Vectors;
use super::words::{MissingWord, WordId, Words};
use kernel::base::{Id as _, typed_id};
use model::cfsm::{Direction, MessageId};

typed_id! {
    /// The control states of all participants.
    pub(super) struct ControlId;
}

typed_id! {
    /// The contents of all channels.
    pub(super) struct ContentsId;
}

typed_id! {
    /// A FIFO channel, or a message in a bag.
    pub(super) struct KeyId;
}

typed_id! {
    /// A change of the contents.
    pub(super) struct ChangeId;
}

/// The sending or reception of a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Change {
    pub(super) direction: Direction,
    pub(super) key: KeyId,
    pub(super) message: MessageId,
}

/// What has to be stored first.
#[derive(Debug)]
pub(super) enum Missing {
    Word(MissingWord),
    /// The contents that were written to the buffer.
    Contents,
}

/// The control states, contents and words that were found so far.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) words: Words,
    /// The control states, packed.
    pub(super) controls: Vectors<ControlId, u64>,
    pub(super) contents: Vectors<ContentsId, WordId>,
}

impl Tables {
    /// Returns tables for control states of so many words, and contents of so many keys.
    pub(super) fn new(control: usize, keys: usize) -> Self {
        let (controls, contents) = (Vectors::new(control), Vectors::new(keys));
        Self { words: Words::new(), controls, contents }
    }

    /// Returns the number of bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        self.words.bytes() + self.controls.bytes() + self.contents.bytes()
    }

    /// Returns the contents after a change that is possible; `words` is a buffer.
    ///
    /// # Errors
    /// What has to be stored first.
    pub(super) fn contents_after(
        &self,
        contents: ContentsId,
        Change { direction, key, message }: Change,
        words: &mut Vec<WordId>,
    ) -> Result<ContentsId, Missing> {
        let before = self.contents.get(contents);
        let word = before[key.index()];
        let after = match direction {
            Direction::Send => self.words.with(word, message).map_err(Missing::Word)?,
            Direction::Receive => self.words.rest(word),
        };
        words.clear();
        words.extend_from_slice(before);
        words[key.index()] = after;
        self.contents.find(words).ok_or(Missing::Contents)
    }

    /// Returns the contents after a change that is possible, which are stored if they are new; `words` is a buffer.
    pub(super) fn insert_contents_after(
        &mut self,
        contents: ContentsId,
        change: Change,
        words: &mut Vec<WordId>,
    ) -> ContentsId {
        loop {
            match self.contents_after(contents, change, words) {
                Ok(found) => return found,
                Err(Missing::Word(missing)) => self.words.insert(missing),
                Err(Missing::Contents) => return self.contents.insert(words),
            }
        }
    }

    /// Returns the words that some keys hold.
    pub(super) fn words_of(&self, contents: ContentsId, keys: Range<usize>) -> &[WordId] {
        &self.contents.get(contents)[keys]
    }

    /// Returns the number of messages that some keys hold together.
    pub(super) fn held(&self, contents: ContentsId, keys: Range<usize>) -> usize {
        self.words_of(contents, keys).iter().map(|&word| self.words.length(word)).sum()
    }
}
