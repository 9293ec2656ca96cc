//! The set of states seen so far, numbered in the order of discovery.

use std::hash::{Hash, Hasher as _};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Marks a state without predecessor.
const ROOT: u32 = u32::MAX;

/// States in order of discovery, each with the state that it was discovered from.
///
/// States are compared whole, never by hash alone.
#[derive(Debug)]
pub(super) struct Store<S> {
    states: Vec<S>,
    /// The number of the state's predecessor, or [`ROOT`].
    parents: Vec<u32>,
    table: HashTable<u32>,
    /// The bytes that the states take on the heap, beside their own size.
    heap_bytes: u64,
}

/// Returns the hash under which the store files `state`.
pub(super) fn hash<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

impl<S: Eq + Hash> Store<S> {
    /// Returns an empty store.
    pub(super) fn new() -> Self {
        Self { states: Vec::new(), parents: Vec::new(), table: HashTable::new(), heap_bytes: 0 }
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Tells whether another state can be numbered.
    pub(super) fn has_room(&self) -> bool {
        self.states.len() < ROOT as usize
    }

    /// Returns the state with number `index`.
    pub(super) fn state(&self, index: usize) -> &S {
        &self.states[index]
    }

    /// Returns the states with the numbers in `range`.
    pub(super) fn slice(&self, range: std::ops::Range<usize>) -> &[S] {
        &self.states[range]
    }

    /// Returns the number of the state from which `index` was discovered.
    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        let parent = self.parents[index];
        (parent != ROOT).then_some(parent as usize)
    }

    /// Tells whether `state` with hash `hash` is stored.
    pub(super) fn contains(&self, hash: u64, state: &S) -> bool {
        self.table.find(hash, |&index| self.states[index as usize] == *state).is_some()
    }

    /// Stores `state` unless it is there; tells whether it is new.
    ///
    /// There must be room for it.
    pub(super) fn insert(&mut self, hash: u64, state: S, parent: Option<usize>) -> bool {
        let Self { states, parents, table, .. } = self;
        let entry = table.entry(
            hash,
            |&index| states[index as usize] == state,
            |&index| self::hash(&states[index as usize]),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(_) => false,
            hashbrown::hash_table::Entry::Vacant(vacant) => {
                let number = |index: usize| u32::try_from(index).expect("the store has room");
                vacant.insert(number(states.len()));
                parents.push(parent.map_or(ROOT, number));
                states.push(state);
                true
            }
        }
    }

    /// Counts `bytes` more that a stored state takes on the heap.
    pub(super) fn add_heap_bytes(&mut self, bytes: usize) {
        self.heap_bytes += bytes as u64;
    }

    /// Returns the bytes of memory that the store takes.
    pub(super) fn bytes(&self) -> u64 {
        let states = self.states.capacity() * size_of::<S>();
        let links = (self.parents.capacity() + self.table.capacity()) * size_of::<u32>();
        self.heap_bytes + (states + links + self.table.capacity()) as u64
    }
}
