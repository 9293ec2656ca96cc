//! Interning: numbering of distinct items.

use std::borrow::Borrow;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Id, IndexVec};

/// Items with numbers in the order of insertion; equal items have one number.
///
/// # Examples
/// ```
/// use kernel::base::{Interner, typed_id};
///
/// typed_id! {
///     /// A name.
///     pub struct NameId;
/// }
/// let mut names: Interner<NameId, String> = Interner::default();
/// let client = names.id("client");
/// assert_ne!(names.id("server"), client);
/// assert_eq!(names.id("client"), client);
/// assert_eq!((names.known("nobody"), names.items().len()), (None, 2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interner<I: Id, T: Eq + Hash> {
    items: IndexVec<I, T>,
    ids: FxHashMap<T, I>,
}

impl<I: Id, T: Eq + Hash> Interner<I, T> {
    /// Returns the id of `item`, a new one if the item is new.
    pub fn id<Q>(&mut self, item: &Q) -> I
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = T> + ?Sized,
    {
        if let Some(id) = self.known(item) {
            return id;
        }
        let id = self.items.push(item.to_owned());
        self.ids.insert(item.to_owned(), id);
        id
    }

    /// Returns the id of `item`, or `None` if it is not stored.
    pub fn known<Q>(&self, item: &Q) -> Option<I>
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.ids.get(item).copied()
    }

    /// Returns the items.
    #[inline]
    pub fn items(&self) -> &IndexVec<I, T> {
        &self.items
    }

    /// Returns the items, and drops the table of their ids.
    pub fn into_items(self) -> IndexVec<I, T> {
        self.items
    }
}

impl<I: Id, T: Eq + Hash> Default for Interner<I, T> {
    fn default() -> Self {
        Self { items: IndexVec::new(), ids: FxHashMap::default() }
    }
}
