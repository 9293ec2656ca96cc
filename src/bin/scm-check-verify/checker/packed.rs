//! States packed into words, and the set of those that a certificate lists.

use std::hash::Hasher as _;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Some bits of one word of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Field {
    /// Returns what the field holds.
    pub(super) fn get(self, state: &[u64]) -> u64 {
        (state[self.word] >> self.shift) & self.mask
    }

    /// Returns what the field holds, as an index.
    pub(super) fn index(self, state: &[u64]) -> usize {
        self.get(state) as usize
    }

    /// Writes a value that the field was made for.
    pub(super) fn set(self, state: &mut [u64], value: u64) {
        debug_assert!(value <= self.mask, "the field was made for the value");
        let word = &mut state[self.word];
        *word = (*word & !(self.mask << self.shift)) | (value << self.shift);
    }

    /// Writes an index that the field was made for.
    pub(super) fn set_index(self, state: &mut [u64], index: usize) {
        self.set(state, index as u64);
    }
}

/// Deals out the bits of a state.
#[derive(Debug, Default)]
pub(super) struct Layout {
    word: usize,
    used: u32,
}

impl Layout {
    /// Returns a field for the values below `values`.
    pub(super) fn field(&mut self, values: usize) -> Field {
        let bits = (usize::BITS - values.saturating_sub(1).leading_zeros()).clamp(1, 63);
        if self.used + bits > u64::BITS {
            self.word += 1;
            self.used = 0;
        }
        let field = Field { word: self.word, shift: self.used, mask: (1 << bits) - 1 };
        self.used += bits;
        field
    }

    /// Returns how many words a state takes.
    pub(super) fn words(&self) -> usize {
        self.word + 1
    }
}

/// A set of states of equal length, numbered in the order in which they came.
#[derive(Debug)]
pub(super) struct Store {
    stride: usize,
    words: Vec<u64>,
    table: HashTable<u32>,
}

impl Store {
    /// Returns the empty set, with room for so many states.
    pub(super) fn new(stride: usize, room: usize) -> Self {
        let words = Vec::with_capacity(room.saturating_mul(stride).min(1 << 27));
        Self { stride, words, table: HashTable::with_capacity(room) }
    }

    /// Returns the state of this number.
    pub(super) fn get(&self, number: usize) -> &[u64] {
        &self.words[number * self.stride..][..self.stride]
    }

    /// Returns the number of a state, if it is there.
    pub(super) fn find(&self, state: &[u64]) -> Option<usize> {
        let same = |number: &u32| self.get(*number as usize).iter().eq(state);
        self.table.find(hash(state), same).map(|number| *number as usize)
    }

    /// Adds a state; says whether it is new.
    pub(super) fn insert(&mut self, state: &[u64]) -> bool {
        let (words, stride) = (&self.words, self.stride);
        let at = |number: &u32| &words[*number as usize * stride..][..stride];
        let entry = self.table.entry(
            hash(state),
            |number| at(number).iter().eq(state),
            |number| hash(at(number)),
        );
        let hashbrown::hash_table::Entry::Vacant(place) = entry else {
            return false;
        };
        place.insert((words.len() / stride) as u32);
        self.words.extend_from_slice(state);
        true
    }
}

fn hash(state: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in state {
        hasher.write_u64(word);
    }
    hasher.finish()
}
