//! A small seeded generator of random numbers.

/// Marsaglia's xorshift with 64 bits.
pub(crate) struct Xorshift(u64);

impl Xorshift {
    /// Starts from a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number from 0 to `largest`.
    pub(crate) fn below(&mut self, largest: usize) -> usize {
        let bound = largest as u64 + 1;
        usize::try_from((self.next() >> 11) % bound).unwrap()
    }
}
