//! A partition whose sets are split by marking some of their elements.

use std::ops::Range;

/// A partition of the numbers below some bound.
#[derive(Debug)]
pub(crate) struct RefinablePartition {
    /// The elements, those of each set in one range, the marked ones first.
    elements: Vec<usize>,
    /// The index of each element in `elements`.
    places: Vec<usize>,
    /// The set of each element.
    sets: Vec<usize>,
    ranges: Vec<Range<usize>>,
    /// The number of marked elements of each set.
    marked: Vec<usize>,
    /// The sets with marked elements.
    touched: Vec<usize>,
}

impl RefinablePartition {
    /// Returns the partition of the numbers below `bound` in which numbers are in one set iff they have the
    /// same `key`; the sets are in the order of the keys.
    pub(crate) fn by<K: Ord>(bound: usize, key: impl Fn(usize) -> K) -> Self {
        let mut elements: Vec<usize> = (0..bound).collect();
        elements.sort_by_key(|&element| key(element));
        let mut places = vec![0; bound];
        let mut sets = vec![0; bound];
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (place, &element) in elements.iter().enumerate() {
            match ranges.last_mut() {
                Some(range) if key(elements[range.start]) == key(element) => range.end = place + 1,
                _ => ranges.push(place..place + 1),
            }
            places[element] = place;
            sets[element] = ranges.len() - 1;
        }
        let marked = vec![0; ranges.len()];
        Self { elements, places, sets, ranges, marked, touched: Vec::new() }
    }

    /// Returns the exclusive upper bound of the elements.
    pub(crate) fn bound(&self) -> usize {
        self.elements.len()
    }

    /// Returns the number of sets.
    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Returns the set of an element.
    pub(crate) fn set_of(&self, element: usize) -> usize {
        self.sets[element]
    }

    /// Returns the elements of a set.
    pub(crate) fn elements(&self, set: usize) -> &[usize] {
        &self.elements[self.ranges[set].clone()]
    }

    /// Marks an element; a repeated call has no effect.
    pub(crate) fn mark(&mut self, element: usize) {
        let set = self.sets[element];
        let first_unmarked = self.ranges[set].start + self.marked[set];
        let place = self.places[element];
        if place < first_unmarked {
            return;
        }
        let other = self.elements[first_unmarked];
        self.elements.swap(place, first_unmarked);
        self.places[element] = first_unmarked;
        self.places[other] = place;
        if self.marked[set] == 0 {
            self.touched.push(set);
        }
        self.marked[set] += 1;
    }

    /// Splits each set into its marked and its other elements, and unmarks all. The smaller part becomes a
    /// new set with the next number.
    pub(crate) fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let marked = std::mem::take(&mut self.marked[set]);
            let Range { start, end } = self.ranges[set];
            let middle = start + marked;
            if middle == end {
                continue;
            }
            let (stays, leaves) = if marked <= end - middle {
                (middle..end, start..middle)
            } else {
                (start..middle, middle..end)
            };
            self.ranges[set] = stays;
            for place in leaves.clone() {
                self.sets[self.elements[place]] = self.ranges.len();
            }
            self.ranges.push(leaves);
            self.marked.push(0);
        }
    }
}
