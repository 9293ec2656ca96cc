//! The contents of all channels, each stored once.

use std::ops::Range;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use kernel::base::{Id as _, typed_id};

use super::words::WordId;

typed_id! {
    /// The contents of all channels.
    pub(super) struct ContentsId;
}

typed_id! {
    /// A FIFO channel, or a message in a bag.
    pub(super) struct KeyId;
}

/// Numbers of bytes that the number of a word can take.
const WIDTHS: [usize; 3] = [1, 2, 4];

/// Contents of all channels: a word for each key. They are numbered in the order of insertion, the empty ones first.
#[derive(Debug)]
pub(super) struct Contents {
    /// The numbers of the words of all contents, one contents after the other, in as many bytes each as the greatest needs.
    bytes: Vec<u8>,
    width: usize,
    /// A factor for each key: see [`sum`](Self::sum).
    factors: Vec<u64>,
    table: HashTable<ContentsId>,
}

/// Returns the word whose number is in some bytes.
#[inline]
fn word(bytes: &[u8]) -> WordId {
    WordId::from_index(match *bytes {
        [one] => one.into(),
        [low, high] => u16::from_le_bytes([low, high]).into(),
        [one, two, three, four] => u32::from_le_bytes([one, two, three, four]) as usize,
        _ => unreachable!("a number takes one, two or four bytes"),
    })
}

/// Returns the hash of the contents with a sum, whose high bits depend on all words.
fn hash(sum: u64) -> u64 {
    sum.rotate_left(26)
}

impl Contents {
    /// Returns the empty contents of so many keys.
    pub(super) fn new(keys: usize) -> Self {
        // Odd numbers without a pattern: multiples of the golden ratio, mixed.
        let factor = |key: usize| {
            let mixed = (key as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1
        };
        let mut table = HashTable::new();
        table.insert_unique(hash(0), ContentsId::from_index(0), |_| hash(0));
        let factors = (0..keys).map(factor).collect();
        Self { bytes: vec![0; keys], width: 1, factors, table }
    }

    /// Returns the number of bytes of the contents and their places in the table.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len() + self.table.allocation_size()
    }

    /// Returns the place of the words of some contents.
    fn place(&self, id: ContentsId) -> Range<usize> {
        let length = self.factors.len() * self.width;
        id.index() * length..(id.index() + 1) * length
    }

    /// Returns the word of a key.
    #[inline]
    pub(super) fn word(&self, id: ContentsId, key: KeyId) -> WordId {
        let start = (id.index() * self.factors.len() + key.index()) * self.width;
        word(&self.bytes[start..start + self.width])
    }

    /// Returns the words of some keys.
    pub(super) fn words(
        &self,
        id: ContentsId,
        keys: Range<usize>,
    ) -> impl Iterator<Item = WordId> + '_ {
        keys.map(move |key| self.word(id, KeyId::from_index(key)))
    }

    /// Returns the sum over all keys of a factor of the key times the number of its word, by which contents are found. After
    /// a change of one word that is one product more.
    ///
    /// # Complexity
    /// Linear in the number of keys.
    pub(super) fn sum(&self, id: ContentsId) -> u64 {
        let words = self.bytes[self.place(id)].chunks_exact(self.width).map(word);
        let products =
            words.zip(&self.factors).map(|(word, by)| by.wrapping_mul(word.index() as u64));
        products.fold(0, u64::wrapping_add)
    }

    /// Returns the sum after a change of the contents with a sum.
    fn changed_sum(&self, sum: u64, (from, to): (WordId, WordId), key: KeyId) -> u64 {
        let change = (to.index() as u64).wrapping_sub(from.index() as u64);
        sum.wrapping_add(self.factors[key.index()].wrapping_mul(change))
    }

    /// Returns `true` if contents are others but for the word of a key, which is `word`.
    fn is_changed(&self, id: ContentsId, before: ContentsId, key: KeyId, to: WordId) -> bool {
        let (these, others) = (&self.bytes[self.place(id)], &self.bytes[self.place(before)]);
        let (start, end) = (key.index() * self.width, (key.index() + 1) * self.width);
        word(&these[start..end]) == to
            && these[..start] == others[..start]
            && these[end..] == others[end..]
    }

    /// Returns the contents after a change of the word of a key, if they are stored; `sum` is that of the contents before.
    pub(super) fn find_changed(
        &self,
        before: ContentsId,
        sum: u64,
        key: KeyId,
        word: WordId,
    ) -> Option<ContentsId> {
        let sum = self.changed_sum(sum, (self.word(before, key), word), key);
        let is_found = |&id: &ContentsId| self.is_changed(id, before, key, word);
        self.table.find(hash(sum), is_found).copied()
    }

    /// Returns the contents after a change of the word of a key, which are stored if they are new; `sum` is that of the
    /// contents before.
    pub(super) fn insert_changed(
        &mut self,
        before: ContentsId,
        sum: u64,
        key: KeyId,
        word: WordId,
    ) -> ContentsId {
        self.widen(word);
        let sum = self.changed_sum(sum, (self.word(before, key), word), key);
        let mut table = std::mem::take(&mut self.table);
        let new = ContentsId::from_index(table.len());
        let entry = table.entry(
            hash(sum),
            |&id| self.is_changed(id, before, key, word),
            |&id| hash(self.sum(id)),
        );
        let id = match entry {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(vacant) => *vacant.insert(new).get(),
        };
        self.table = table;
        if id == new {
            self.bytes.extend_from_within(self.place(before));
            let start = self.place(new).start + key.index() * self.width;
            let number = word.index().to_le_bytes();
            self.bytes[start..start + self.width].copy_from_slice(&number[..self.width]);
        }
        id
    }

    /// Makes room for the number of a word.
    ///
    /// # Complexity
    /// Linear in the number of all stored words, at most twice.
    fn widen(&mut self, word: WordId) {
        let fits = |width: &&usize| word.index() as u64 >> (8 * **width) == 0;
        let &width = WIDTHS.iter().find(fits).expect("a number has four bytes");
        if width > self.width {
            let words = self.bytes.chunks_exact(self.width).map(self::word);
            let bytes = words.flat_map(|word| word.index().to_le_bytes().into_iter().take(width));
            self.bytes = bytes.collect();
            self.width = width;
        }
    }
}
