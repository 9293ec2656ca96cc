//! Configurations that a search has visited.

use std::hash::Hasher as _;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use kernel::base::Id as _;
use model::interaction::{RegionId, TermId};
use model::trace::LetterId;

/// A configuration without its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The remaining term.
    pub(super) term: TermId,
    /// The lifelines of the locations that are idle since their traces are read; determined by the positions.
    pub(super) idle: RegionId,
    /// Number of unread local letters; determined by the positions.
    pub(super) unread: u32,
    /// Number of steps on the path to the configuration.
    pub(super) depth: u32,
    /// Number of the preceding configuration, if there is one.
    pub(super) from: u32,
    /// Letter of the last step.
    pub(super) letter: LetterId,
}

/// The configurations of one search, each once, numbered in the order of their insertion.
#[derive(Clone, Debug, Default)]
pub(super) struct ConfigurationStore {
    width: usize,
    entries: Vec<Entry>,
    positions: Vec<u32>,
    table: HashTable<u32>,
}

/// Maximum capacity of the table that is kept after a search.
const KEPT: usize = 4_096;

impl ConfigurationStore {
    /// Removes all configurations, and sets the number of positions of new ones.
    pub(super) fn restart(&mut self, width: usize) {
        if self.entries.len() > KEPT {
            *self = Self::default();
        }
        self.width = width;
        self.entries.clear();
        self.positions.clear();
        self.table.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the numbers of all configurations.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        (0..self.entries.len())
            .map(|number| u32::try_from(number).expect("configurations fit into memory"))
    }

    /// Returns the approximate number of bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.entries.len() * (size_of::<Entry>() + 8 + 4 * self.width)) as u64
    }

    #[inline]
    pub(super) fn entry(&self, number: u32) -> Entry {
        self.entries[number as usize]
    }

    #[inline]
    pub(super) fn positions(&self, number: u32) -> &[u32] {
        &self.positions[number as usize * self.width..][..self.width]
    }

    /// Returns the letters on the path to a configuration, which need not be stored, from the first one on.
    pub(super) fn word_to(&self, last: Entry) -> Vec<LetterId> {
        let mut word = Vec::new();
        let mut here = last;
        while here.depth > 0 {
            word.push(here.letter);
            here = self.entry(here.from);
        }
        word.reverse();
        word
    }

    /// Stores a configuration; returns its number if it is new.
    #[inline]
    pub(super) fn insert(&mut self, entry: Entry, positions: &[u32]) -> Option<u32> {
        let hash = hash_of(entry.term, positions);
        let (entries, stored, width) = (&self.entries, &self.positions, self.width);
        let is_same = |&number: &u32| {
            let number = number as usize;
            entries[number].term == entry.term && stored[number * width..][..width] == *positions
        };
        if self.table.find(hash, is_same).is_some() {
            return None;
        }
        let number = u32::try_from(self.entries.len()).expect("configurations fit into memory");
        self.entries.push(entry);
        self.positions.extend_from_slice(positions);
        let (entries, stored) = (&self.entries, &self.positions);
        self.table.insert_unique(hash, number, |&number| {
            let number = number as usize;
            hash_of(entries[number].term, &stored[number * width..][..width])
        });
        Some(number)
    }
}

#[inline]
fn hash_of(term: TermId, positions: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_usize(term.index());
    for &position in positions {
        hasher.write_u32(position);
    }
    hasher.finish()
}
