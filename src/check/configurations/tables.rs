//! What the configurations of a system have in common, each stored once.

use std::ops::Range;

use super::contents::{Contents, ContentsId, KeyId};
use super::records::Records;
use super::words::{MissingWord, WordId, Words};
use kernel::base::typed_id;
use model::cfsm::{Direction, MessageId};

typed_id! {
    /// The control states of all participants.
    pub(super) struct ControlId;
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
    /// The contents with this word of the changed key.
    Contents(WordId),
}

/// The control states, contents and words that were found so far.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) words: Words,
    /// The control states, packed.
    pub(super) controls: Records<ControlId>,
    pub(super) contents: Contents,
}

impl Tables {
    /// Returns tables for control states of so many bytes, and contents of so many keys.
    pub(super) fn new(control: usize, keys: usize) -> Self {
        let (controls, contents) = (Records::new(control), Contents::new(keys));
        Self { words: Words::new(), controls, contents }
    }

    /// Returns the number of bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        self.words.bytes() + self.controls.bytes() + self.contents.bytes()
    }

    /// Returns the contents after a change that is possible; `sum` is the [`sum`](Contents::sum) of the contents before.
    ///
    /// # Errors
    /// What has to be stored first.
    pub(super) fn contents_after(
        &self,
        contents: ContentsId,
        sum: u64,
        Change { direction, key, message }: Change,
    ) -> Result<ContentsId, Missing> {
        let word = self.contents.word(contents, key);
        let after = match direction {
            Direction::Send => self.words.with(word, message).map_err(Missing::Word)?,
            Direction::Receive => self.words.rest(word),
        };
        self.contents.find_changed(contents, sum, key, after).ok_or(Missing::Contents(after))
    }

    /// Returns the contents after a change that is possible, which are stored if they are new.
    pub(super) fn insert_contents_after(
        &mut self,
        contents: ContentsId,
        change: Change,
    ) -> ContentsId {
        let sum = self.contents.sum(contents);
        loop {
            match self.contents_after(contents, sum, change) {
                Ok(found) => return found,
                Err(Missing::Word(missing)) => self.words.insert(missing),
                Err(Missing::Contents(word)) => {
                    return self.contents.insert_changed(contents, sum, change.key, word);
                }
            }
        }
    }

    /// Returns the number of messages that some keys hold together.
    pub(super) fn held(&self, contents: ContentsId, keys: Range<usize>) -> usize {
        self.contents.words(contents, keys).map(|word| self.words.length(word)).sum()
    }
}
