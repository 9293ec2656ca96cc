//! Vectors of one length, each stored once.

use std::hash::{Hash, Hasher as _};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use kernel::base::Id;
use rustc_hash::FxHasher;

/// Vectors of one length, numbered in the order of insertion.
#[derive(Debug)]
pub(super) struct Vectors<I, T> {
    length: usize,
    /// The items of all vectors, one vector after the other.
    items: Vec<T>,
    table: HashTable<I>,
}

fn hash<T: Hash>(vector: &[T]) -> u64 {
    let mut hasher = FxHasher::default();
    // All have one length, which a slice would add.
    for item in vector {
        item.hash(&mut hasher);
    }
    hasher.finish()
}

impl<I: Id, T: Copy + Eq + Hash> Vectors<I, T> {
    /// Returns no vectors, of a length.
    pub(super) fn new(length: usize) -> Self {
        Self { length, items: Vec::new(), table: HashTable::new() }
    }

    /// Returns the number of bytes of the vectors and their places in the table.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.items.as_slice()) + self.table.allocation_size()
    }

    /// Returns the vector with a number.
    #[inline]
    pub(super) fn get(&self, id: I) -> &[T] {
        of(&self.items, self.length, id)
    }

    /// Returns the number of a vector, if it is stored.
    pub(super) fn find(&self, vector: &[T]) -> Option<I> {
        self.table.find(hash(vector), |&id| self.get(id) == vector).copied()
    }

    /// Returns the number of a vector, which is stored if it is new.
    pub(super) fn insert(&mut self, vector: &[T]) -> I {
        let Self { length, items, table } = self;
        let number = table.len();
        let entry = table.entry(
            hash(vector),
            |&id| of(items, *length, id) == vector,
            |&id| hash(of(items, *length, id)),
        );
        match entry {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(vacant) => {
                let id = *vacant.insert(I::from_index(number)).get();
                items.extend_from_slice(vector);
                id
            }
        }
    }
}

fn of<I: Id, T>(items: &[T], length: usize, id: I) -> &[T] {
    &items[id.index() * length..][..length]
}
