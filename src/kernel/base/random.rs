//! A small seeded generator of numbers, the same on every machine.

/// A pseudorandom sequence that its seed determines.
///
/// The generator is not cryptographic: it draws examples. The step is that of `SplitMix64` (Steele, Lea and
/// Flood, 2014): a counter that advances by an odd constant, and a mixer of its bits.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts the sequence of `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `bound`, all of them equally likely up to a bias of `bound` / 2^64.
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a number below zero does not exist");
        let scaled = (u128::from(self.bits()) * bound as u128) >> 64;
        usize::try_from(scaled).expect("a number below `bound` is as small as `bound`")
    }

    /// Returns a number from `min` to `max`, both included.
    ///
    /// # Panics
    /// If `min` is greater than `max`.
    pub fn between(&mut self, min: usize, max: usize) -> usize {
        assert!(min <= max, "a range is not empty");
        min + self.below(max - min + 1)
    }

    /// Returns `true` in `percent` of 100 draws.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns one of `items`, or `None` if there is none.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}
