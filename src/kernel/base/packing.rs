//! Records of small numbers packed into 64-bit words.
//!
//! A search stores every state, so a state is a few words: each component of it is a [`Field`] with only the
//! bits that it needs, and no field straddles two words.

use std::fmt::Debug;
use std::hash::Hash;

/// Returns the indices of the bits that are set, in order: that of bit `b` of word `w` is `64 w + b`.
///
/// # Complexity
/// Linear in the number of words and of indices.
pub fn ones(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.into_iter().enumerate().flat_map(|(place, word)| {
        std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
            .take_while(|&rest| rest != 0)
            .map(move |rest| place * 64 + rest.trailing_zeros() as usize)
    })
}

/// The words of one packed record: an array of fixed length, or a boxed slice for long records.
pub trait Words:
    Clone + Eq + Ord + Hash + Debug + Send + Sync + AsRef<[u64]> + AsMut<[u64]>
{
    /// Returns `length` words of zeros.
    ///
    /// # Panics
    /// If this type cannot hold `length` words.
    fn zeroed(length: usize) -> Self;

    /// Returns the number of heap bytes of the record, beside its own size.
    fn heap_bytes(&self) -> usize;
}

impl<const N: usize> Words for [u64; N] {
    fn zeroed(length: usize) -> Self {
        assert!(length <= N, "a record of {length} words fits into {N}");
        [0; N]
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

impl Words for Box<[u64]> {
    fn zeroed(length: usize) -> Self {
        vec![0; length].into_boxed_slice()
    }

    fn heap_bytes(&self) -> usize {
        size_of_val::<[u64]>(self)
    }
}

/// Evaluates an expression with the narrowest type of [`Words`] that holds records of a length:
/// `with_words!(length, W => search::<W>(system))`.
#[macro_export]
macro_rules! with_words {
    ($length:expr, $words:ident => $body:expr) => {
        match $length {
            1 => $crate::with_words!(@ $words = [u64; 1] => $body),
            2 => $crate::with_words!(@ $words = [u64; 2] => $body),
            3 | 4 => $crate::with_words!(@ $words = [u64; 4] => $body),
            5..=8 => $crate::with_words!(@ $words = [u64; 8] => $body),
            _ => $crate::with_words!(@ $words = Box<[u64]> => $body),
        }
    };
    (@ $words:ident = $type:ty => $body:expr) => {{
        type $words = $type;
        $body
    }};
}

/// The position of a number in a packed record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    word: u32,
    shift: u32,
    mask: u64,
}

impl Field {
    /// Returns the number stored in this field.
    #[inline]
    pub fn get(self, words: &[u64]) -> u64 {
        (words[self.word as usize] >> self.shift) & self.mask
    }

    /// Returns the number stored in this field, as an index.
    ///
    /// # Panics
    /// If it does not fit into a `usize`, which cannot happen for a number of items in memory.
    #[inline]
    pub fn index(self, words: &[u64]) -> usize {
        usize::try_from(self.get(words)).expect("a number of things in memory fits")
    }

    /// Returns the number stored in this field of a record whose words `word` returns, as an index.
    #[inline]
    pub fn index_by(self, word: impl FnOnce(usize) -> u64) -> usize {
        Self { word: 0, ..self }.index(&[word(self.word as usize)])
    }

    /// Stores `value` in this field.
    #[inline]
    pub fn set(self, words: &mut [u64], value: u64) {
        debug_assert!(value <= self.mask, "the value fits into its field");
        let word = &mut words[self.word as usize];
        *word = (*word & !(self.mask << self.shift)) | (value << self.shift);
    }
}

/// Lays out fields one after the other.
#[derive(Clone, Debug, Default)]
pub struct LayoutBuilder {
    words: u32,
    used: u32,
}

impl LayoutBuilder {
    /// Returns a layout without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a field that holds the numbers below `values`.
    ///
    /// A field for at most one value takes no bits.
    pub fn field(&mut self, values: u64) -> Field {
        let width = u64::BITS - values.saturating_sub(1).leading_zeros();
        if self.words == 0 || self.used + width > u64::BITS {
            self.words += 1;
            self.used = 0;
        }
        let mask = if width == u64::BITS { u64::MAX } else { (1 << width) - 1 };
        // A field without bits may come after a full word: it then points at bit 0 with mask 0.
        let shift = if self.used == u64::BITS { 0 } else { self.used };
        self.used += width;
        Field { word: self.words - 1, shift, mask }
    }

    /// Returns the finished layout.
    pub fn finish(self) -> RecordLayout {
        let bytes = 8 * self.words.saturating_sub(1) + self.used.div_ceil(u8::BITS);
        RecordLayout { words: self.words.max(1) as usize, bytes: bytes as usize }
    }
}

/// The size of a packed record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordLayout {
    words: usize,
    bytes: usize,
}

impl RecordLayout {
    /// Returns the number of 64-bit words.
    pub fn words(self) -> usize {
        self.words
    }

    /// Returns the number of bytes that are used: those that follow in the last word are zero.
    pub fn bytes(self) -> usize {
        self.bytes
    }
}
