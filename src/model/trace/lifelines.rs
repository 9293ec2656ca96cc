//! Sets of lifelines.

use std::hash::{Hash, Hasher};

use fixedbitset::FixedBitSet;

use super::LifelineId;
use kernel::base::Id as _;

/// A set of lifelines.
///
/// Sets with the same members are equal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LifelineSet {
    /// Bits up to the largest member.
    bits: FixedBitSet,
}

impl LifelineSet {
    /// Returns the empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the set of the first `number` lifelines.
    pub fn first(number: usize) -> Self {
        (0..number).map(LifelineId::from_index).collect()
    }

    /// Adds a lifeline.
    pub fn insert(&mut self, lifeline: LifelineId) {
        self.bits.grow(lifeline.index() + 1);
        self.bits.insert(lifeline.index());
    }

    /// Returns `true` if a lifeline is a member.
    pub fn contains(&self, lifeline: LifelineId) -> bool {
        self.bits.contains(lifeline.index())
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.bits.is_clear()
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.bits.count_ones(..)
    }

    /// Returns `true` if the sets have no common member.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.bits.is_disjoint(&other.bits)
    }

    /// Returns `true` if every member of this set is one of the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.bits.is_subset(&other.bits)
    }

    /// Returns the members of one of the sets, or of both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut bits = self.bits.clone();
        bits.union_with(&other.bits);
        Self { bits }
    }

    /// Returns the members of both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.iter().filter(|&lifeline| other.contains(lifeline)).collect()
    }

    /// Returns the members of this set that are not in the other.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.iter().filter(|&lifeline| !other.contains(lifeline)).collect()
    }

    /// Returns the members in order.
    pub fn iter(&self) -> impl Iterator<Item = LifelineId> + '_ {
        self.bits.ones().map(LifelineId::from_index)
    }
}

/// Sets of many lifelines are stored by the thousand: their sum takes a fraction of the time of hashing each word.
impl Hash for LifelineSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let words = self.bits.as_slice().iter();
        state.write_usize(words.fold(0, |sum, word| sum.wrapping_add(*word)));
        state.write_usize(self.bits.len());
    }
}

impl FromIterator<LifelineId> for LifelineSet {
    fn from_iter<I: IntoIterator<Item = LifelineId>>(lifelines: I) -> Self {
        let mut set = Self::new();
        for lifeline in lifelines {
            set.insert(lifeline);
        }
        set
    }
}
