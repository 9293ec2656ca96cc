//! Items listed by the group that they belong to, in two tables.

/// Items listed by group, within each group in the order of insertion.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Groups<T> {
    /// For each group the index of its first item, and at the end the number of items.
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Groups<T> {
    /// Lists the items of `pairs`, each with its group, one of the first `groups` numbers. `pairs` is called
    /// twice: to count the items, and to store them.
    ///
    /// # Panics
    /// If there are 2^32 pairs or more.
    ///
    /// # Complexity
    /// Linear in the number of groups and pairs.
    pub fn new<P: Iterator<Item = (usize, T)>>(groups: usize, pairs: impl Fn() -> P) -> Self {
        let mut next = vec![0_u32; groups + 1];
        for (group, _) in pairs() {
            next[group + 1] += 1;
        }
        for group in 0..groups {
            next[group + 1] += next[group];
        }
        let start = next.clone();
        let mut items: Vec<T> =
            pairs().next().map_or_else(Vec::new, |(_, any)| vec![any; start[groups] as usize]);
        for (group, item) in pairs() {
            items[next[group] as usize] = item;
            next[group] += 1;
        }
        Self { start, items }
    }

    /// Returns the groups with the items of each in the order of their keys; those with the same key stay in order.
    ///
    /// # Complexity
    /// Linear in the number of items, times the logarithm of that of the largest group.
    #[must_use]
    pub fn sorted_by_key<K: Ord>(&self, mut key: impl FnMut(&T) -> K) -> Self {
        let mut sorted = self.clone();
        for bounds in self.start.windows(2) {
            sorted.items[bounds[0] as usize..bounds[1] as usize].sort_by_key(&mut key);
        }
        sorted
    }

    /// Returns the items of a group.
    #[inline]
    pub fn of(&self, group: usize) -> &[T] {
        &self.items[self.start[group] as usize..self.start[group + 1] as usize]
    }
}
