//! Typed indices, and vectors indexed by them.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense index of its own type, four bytes wide.
///
/// Implemented only by the macro `typed_id`: one type for each kind of numbered items.
pub trait Id: Copy + Ord + Hash + Debug {
    /// Returns the id of the item at `index`.
    ///
    /// # Panics
    /// If `index` does not fit into 32 bits.
    fn from_index(index: usize) -> Self;

    /// Returns the index of this id in its vector.
    fn index(self) -> usize;
}

/// Defines a typed index: `typed_id! { /// Docs. pub struct StateId; }`.
#[macro_export]
macro_rules! typed_id {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visibility struct $name(u32);

        impl $crate::base::Id for $name {
            // Other crates inline only functions marked so.
            #[inline]
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("an index fits into 32 bits"))
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// A vector whose positions are typed ids.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn(I)>,
}

impl<I: Id, T> IndexVec<I, T> {
    /// Returns an empty vector.
    pub const fn new() -> Self {
        Self { items: Vec::new(), id: PhantomData }
    }

    /// Returns a vector of `length` clones of `item`.
    pub fn filled(item: T, length: usize) -> Self
    where
        T: Clone,
    {
        Self { items: vec![item; length], id: PhantomData }
    }

    /// Appends `item` and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// Returns the item at `id`; a shorter vector is first extended to it by default items.
    pub fn slot(&mut self, id: I) -> &mut T
    where
        T: Default,
    {
        if self.items.len() <= id.index() {
            self.items.resize_with(id.index() + 1, T::default);
        }
        &mut self.items[id.index()]
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns `true` if there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the item at `id`, if there is one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// Returns all ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// Returns the items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Returns the items in order, mutably.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Returns the items in order, each with its id.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// Returns the items as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Id, T> IndexVec<I, Vec<T>> {
    /// Returns `length` lists of the items of `pairs`, each in the list of its id, in the order of `pairs`.
    ///
    /// # Complexity
    /// Linear in the number of lists and pairs.
    pub fn grouped(length: usize, pairs: impl IntoIterator<Item = (I, T)>) -> Self {
        let mut lists: Self = (0..length).map(|_| Vec::new()).collect();
        for (id, item) in pairs {
            lists[id].push(item);
        }
        lists
    }
}

impl<I: Id, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T: Debug> Debug for IndexVec<I, T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(&self.items).finish()
    }
}

impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(items: S) -> Self {
        Self { items: items.into_iter().collect(), id: PhantomData }
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a mut IndexVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter_mut()
    }
}

impl<I: Id, T> IntoIterator for IndexVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
