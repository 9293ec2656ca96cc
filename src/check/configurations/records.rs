//! Packed records of one length, each stored once.

use std::hash::{Hash as _, Hasher as _};

use hashbrown::HashTable;
use kernel::base::Id;
use rustc_hash::FxHasher;

/// Records of 64-bit words, all of one length, numbered in the order of insertion.
#[derive(Debug)]
pub(super) struct Records<I> {
    /// The number of bytes that are used of each.
    length: usize,
    /// The bytes of all records, one record after the other.
    bytes: Vec<u8>,
    table: HashTable<I>,
}

fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    let mut hasher = FxHasher::default();
    // All have one length.
    words.into_iter().for_each(|word| word.hash(&mut hasher));
    hasher.finish()
}

/// Returns the word that begins with at most eight bytes; the others are zero.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

impl<I: Id> Records<I> {
    /// Returns no records, of which so many bytes are used.
    pub(super) fn new(length: usize) -> Self {
        Self { length, bytes: Vec::new(), table: HashTable::new() }
    }

    /// Returns the number of bytes of the records and their places in the table.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len() + self.table.allocation_size()
    }

    /// Returns the words of a record; those that are not used may be missing.
    #[inline]
    pub(super) fn words(&self, id: I) -> impl Iterator<Item = u64> + '_ {
        let bytes = &self.bytes[id.index() * self.length..][..self.length];
        bytes.chunks(8).map(word)
    }

    /// Returns the number of a record, if it is stored.
    pub(super) fn find(&self, record: &[u64]) -> Option<I> {
        let is_this = |&id: &I| self.words(id).zip(record).all(|(word, other)| word == *other);
        self.table.find(hash(record.iter().copied()), is_this).copied()
    }

    /// Returns the number of a record, which is stored if it is new.
    pub(super) fn insert(&mut self, record: &[u64]) -> I {
        if let Some(found) = self.find(record) {
            return found;
        }
        let id = I::from_index(self.table.len());
        let bytes = record.iter().flat_map(|word| word.to_le_bytes());
        self.bytes.extend(bytes.take(self.length));
        let mut table = std::mem::take(&mut self.table);
        // The words that are not used are zero.
        let words = |&id: &I| self.words(id).chain(std::iter::repeat(0)).take(record.len());
        table.insert_unique(hash(record.iter().copied()), id, |id| hash(words(id)));
        self.table = table;
        id
    }
}
