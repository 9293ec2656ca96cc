//! The set of states found so far, numbered in the order of discovery.

use std::hash::{Hash, Hasher as _};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Marks a state without a predecessor.
const ROOT: u32 = u32::MAX;

/// States in the order of discovery, each with the state from which it was discovered.
///
/// States are compared exactly, never by hash alone. Each is stored and looked up with its [`hash`], which
/// the caller computes once for both. The number of a state is smaller than 2^32 - 1.
///
/// ```
/// use kernel::search::{Store, hash};
///
/// let mut store = Store::new();
/// assert!(store.insert(hash(&'a'), 'a', None));
/// assert!(store.insert(hash(&'b'), 'b', Some(0)));
/// assert!(!store.insert(hash(&'a'), 'a', Some(1)));
/// assert_eq!(store.find(hash(&'b'), &'b'), Some(1));
/// assert_eq!(store.parent(1), Some(0));
/// ```
#[derive(Debug)]
pub struct Store<S> {
    states: Vec<S>,
    /// The number of the state's predecessor, or [`ROOT`].
    parents: Vec<u32>,
    table: HashTable<u32>,
    /// The number of heap bytes of the states, beside their own size.
    heap_bytes: u64,
}

/// Returns the hash by which a [`Store`] finds `state`.
///
/// # Complexity
/// Linear in the size of the state.
pub fn hash<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

impl<S: Eq + Hash> Default for Store<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Eq + Hash> Store<S> {
    /// The number of states above which the growth of the table is included in the memory estimate.
    pub const LARGE: usize = 1 << 22;

    /// Returns an empty store.
    pub fn new() -> Self {
        Self { states: Vec::new(), parents: Vec::new(), table: HashTable::new(), heap_bytes: 0 }
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns `true` if the store is empty.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns `true` if another state can be numbered.
    pub fn has_room(&self) -> bool {
        self.states.len() < ROOT as usize
    }

    /// Returns the state with number `index`.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn state(&self, index: usize) -> &S {
        &self.states[index]
    }

    /// Returns the states with the numbers in `range`.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub fn slice(&self, range: std::ops::Range<usize>) -> &[S] {
        &self.states[range]
    }

    /// Returns all states, in the order of discovery.
    pub fn into_states(self) -> Vec<S> {
        self.states
    }

    /// Returns the number of the state from which `index` was discovered; `None` for an initial state.
    ///
    /// # Panics
    /// If there is no state `index`.
    pub fn parent(&self, index: usize) -> Option<usize> {
        let parent = self.parents[index];
        (parent != ROOT).then_some(parent as usize)
    }

    /// Returns `true` if `state` with hash `hash` is stored.
    ///
    /// # Complexity
    /// Constant on average, beside the comparison of states.
    pub fn contains(&self, hash: u64, state: &S) -> bool {
        self.find(hash, state).is_some()
    }

    /// Returns the number of `state` with hash `hash`, if it is stored.
    ///
    /// # Complexity
    /// Constant on average, beside the comparison of states.
    pub fn find(&self, hash: u64, state: &S) -> Option<usize> {
        let found = self.table.find(hash, |&index| self.states[index as usize] == *state);
        found.map(|&index| index as usize)
    }

    /// Stores `state`, whose hash is `hash`, as discovered from the state with number `parent`, unless it is
    /// stored already; returns `true` if it is new.
    ///
    /// There must be room for it: see [`Store::has_room`].
    ///
    /// # Complexity
    /// Constant on average, beside the comparison of states; a table that grows takes time linear in its size.
    ///
    /// # Panics
    /// If 2^32 states are stored already.
    pub fn insert(&mut self, hash: u64, state: S, parent: Option<usize>) -> bool {
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

    /// Adds `bytes` to the number of heap bytes of the states.
    pub fn add_heap_bytes(&mut self, bytes: usize) {
        self.heap_bytes += bytes as u64;
    }

    /// Returns the number of bytes of the hash table.
    pub fn table_bytes(&self) -> u64 {
        self.table.allocation_size() as u64
    }

    /// Returns the number of bytes of memory that the store uses.
    ///
    /// The spare capacity of vectors is not counted, since its memory is not in use yet.
    pub fn bytes(&self) -> u64 {
        let listed = self.states.len() * (size_of::<S>() + size_of::<u32>());
        self.heap_bytes + listed as u64 + self.table_bytes()
    }

    /// Returns the number of bytes that the store will have used after a few more states.
    ///
    /// A table grows by filling another one of twice its size, while both exist. For a large table, one of
    /// more than [`Store::LARGE`] states, that is more than all the rest, so a limit is checked before.
    pub fn bytes_soon(&self) -> u64 {
        let room = self.table.capacity() - self.table.len();
        let grows = self.table.len() > Self::LARGE && room < self.table.len() / 16;
        let growth = if grows { 2 * self.table_bytes() } else { 0 };
        self.bytes() + growth
    }
}
