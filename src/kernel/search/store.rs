//! The set of states seen so far, numbered in the order of discovery.

use std::hash::{Hash, Hasher as _};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Marks a state without predecessor.
const ROOT: u32 = u32::MAX;

/// The number of states from which on the growth of the table is foreseen.
const LARGE: usize = 1 << 22;

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

    /// Returns all states, in the order of discovery.
    pub(super) fn into_states(self) -> Vec<S> {
        self.states
    }

    /// Returns the number of the state from which `index` was discovered.
    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        let parent = self.parents[index];
        (parent != ROOT).then_some(parent as usize)
    }

    /// Tells whether `state` with hash `hash` is stored.
    pub(super) fn contains(&self, hash: u64, state: &S) -> bool {
        self.find(hash, state).is_some()
    }

    /// Returns the number of `state` with hash `hash`, if it is stored.
    pub(super) fn find(&self, hash: u64, state: &S) -> Option<usize> {
        let found = self.table.find(hash, |&index| self.states[index as usize] == *state);
        found.map(|&index| index as usize)
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
    ///
    /// The room that vectors keep for more is not counted: nobody has touched it yet.
    pub(super) fn bytes(&self) -> u64 {
        let listed = self.states.len() * (size_of::<S>() + size_of::<u32>());
        self.heap_bytes + (listed + self.table.allocation_size()) as u64
    }

    /// Returns the bytes that the store will have taken after a few more states.
    ///
    /// A table grows by filling another one of twice its size, while both are there. Of a large
    /// table that is more than all the rest, so a limit is asked before.
    pub(super) fn bytes_soon(&self) -> u64 {
        let room = self.table.capacity() - self.table.len();
        let grows = self.table.len() > LARGE && room < self.table.len() / 16;
        let growth = if grows { 2 * self.table.allocation_size() } else { 0 };
        self.bytes() + growth as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_growth_of_a_large_table_is_foreseen() {
        let mut store = Store::new();
        let mut growths = 0;
        for state in 0..7_500_000_u64 {
            let (table, foreseen) = (store.table.allocation_size(), store.bytes_soon());
            assert!(foreseen >= store.bytes());
            store.insert(hash(&state), state, None);
            if store.table.allocation_size() != table && store.len() > LARGE {
                // Both tables were there while one was filled from the other.
                let most = store.bytes() + table as u64;
                assert!(foreseen.abs_diff(most) < 100, "{foreseen} were foreseen, {most} taken");
                growths += 1;
            }
        }
        assert_eq!(growths, 1);
    }
}
