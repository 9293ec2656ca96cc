//! Lists of names in one piece of memory.

use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::ops::Index;

use super::Id;

/// Names, indexed by their ids, one behind the other in a single text: each takes four bytes beside its own.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Names<I> {
    text: String,
    /// The end of each name in the text.
    ends: Vec<u32>,
    id: PhantomData<I>,
}

impl<I: Id> Names<I> {
    /// Returns a list without names.
    pub const fn new() -> Self {
        Self { text: String::new(), ends: Vec::new(), id: PhantomData }
    }

    /// Adds a name and returns its id.
    ///
    /// # Panics
    /// If the names have four gigabytes together.
    pub fn push(&mut self, name: impl AsRef<str>) -> I {
        self.text.push_str(name.as_ref());
        self.ends.push(u32::try_from(self.text.len()).expect("names have less than 4 GiB"));
        I::from_index(self.ends.len() - 1)
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there is no name.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns all ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I> {
        (0..self.len()).map(I::from_index)
    }

    /// Returns the names in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.ids().map(|id| &self[id])
    }

    /// Returns the names in order, each with its id.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &str)> + ExactSizeIterator {
        self.ids().map(|id| (id, &self[id]))
    }
}

impl<I: Id> Default for Names<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id> Debug for Names<I> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

impl<I: Id, S: AsRef<str>> FromIterator<S> for Names<I> {
    fn from_iter<T: IntoIterator<Item = S>>(names: T) -> Self {
        let mut list = Self::new();
        for name in names {
            list.push(name);
        }
        list
    }
}

impl<I: Id> Index<I> for Names<I> {
    type Output = str;

    fn index(&self, id: I) -> &str {
        let index = id.index();
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[index] as usize]
    }
}
