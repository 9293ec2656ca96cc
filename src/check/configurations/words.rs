//! The words that channels hold; a bag holds a word of equal messages for each message.

use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use kernel::base::{Id as _, IndexVec, typed_id};
use model::cfsm::MessageId;
use rustc_hash::FxBuildHasher;

typed_id! {
    /// A word: messages, oldest first.
    pub(super) struct WordId;
}

/// Words, each stored once, with all that are left of it without its oldest messages.
#[derive(Debug)]
pub(super) struct Words {
    words: IndexVec<WordId, Word>,
    table: HashTable<WordId>,
}

/// A word by shorter ones. Of the empty word only the length means something.
#[derive(Debug)]
struct Word {
    /// The word without its last message.
    before: WordId,
    last: MessageId,
    first: MessageId,
    /// The word without its first message.
    rest: WordId,
    length: u32,
}

/// A word that is not stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct MissingWord {
    before: WordId,
    last: MessageId,
}

fn hash(before: WordId, last: MessageId) -> u64 {
    FxBuildHasher.hash_one((before, last))
}

impl Words {
    /// The empty word.
    pub(super) const EMPTY: WordId = WordId(0);

    /// Returns the words with the empty one alone.
    pub(super) fn new() -> Self {
        let (before, rest, none) = (Self::EMPTY, Self::EMPTY, MessageId::from_index(0));
        let empty = Word { before, last: none, first: none, rest, length: 0 };
        Self { words: std::iter::once(empty).collect(), table: HashTable::new() }
    }

    /// Returns the number of bytes of the words.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * size_of::<Word>() + self.table.allocation_size()
    }

    /// Returns the number of messages of a word.
    pub(super) fn length(&self, word: WordId) -> usize {
        self.words[word].length as usize
    }

    /// Returns the messages of a word, the oldest first.
    pub(super) fn messages(&self, word: WordId) -> impl Iterator<Item = MessageId> + '_ {
        let rest = std::iter::successors(Some(word), |&word| Some(self.words[word].rest));
        rest.take(self.length(word)).map(|word| self.words[word].first)
    }

    /// Returns `true` if a word begins with a message.
    pub(super) fn begins_with(&self, word: WordId, message: MessageId) -> bool {
        word != Self::EMPTY && self.words[word].first == message
    }

    fn find(&self, before: WordId, last: MessageId) -> Result<WordId, MissingWord> {
        let is_this =
            |&word: &WordId| self.words[word].before == before && self.words[word].last == last;
        let found = self.table.find(hash(before, last), is_this);
        found.copied().ok_or(MissingWord { before, last })
    }

    /// Stores a word, and all that are left of it without its oldest messages.
    ///
    /// # Complexity
    /// Linear in the number of those that were not stored.
    pub(super) fn insert(&mut self, MissingWord { before, last }: MissingWord) {
        // The words without the last message, and what is left of the shortest one with it.
        let mut missing = Vec::new();
        let mut start = before;
        let mut rest = loop {
            match self.find(start, last) {
                Ok(found) => break found,
                Err(_) => missing.push(start),
            }
            if start == Self::EMPTY {
                break Self::EMPTY;
            }
            start = self.words[start].rest;
        };
        // The shortest one is stored first: each needs the one without its first message.
        while let Some(before) = missing.pop() {
            let first = if before == Self::EMPTY { last } else { self.words[before].first };
            let length = self.words[before].length + 1;
            rest = self.words.push(Word { before, last, first, rest, length });
            let Self { words, table } = self;
            let hash_of = |&word: &WordId| hash(words[word].before, words[word].last);
            table.insert_unique(hash(before, last), rest, hash_of);
        }
    }

    /// Returns the word after a message is sent.
    ///
    /// # Errors
    /// A word that has to be stored first.
    pub(super) fn with(&self, word: WordId, message: MessageId) -> Result<WordId, MissingWord> {
        self.find(word, message)
    }

    /// Returns the word after its oldest message is received.
    pub(super) fn rest(&self, word: WordId) -> WordId {
        self.words[word].rest
    }
}
