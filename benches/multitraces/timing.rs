//! Times of many calls, and how much is asked for.

use std::time::{Duration, Instant};

/// What takes longer is timed once.
const LONG: Duration = Duration::from_millis(5);

/// Tells whether benches are only tried out: as criterion has it, unless `cargo bench` runs them, and without `--test`.
pub(crate) fn is_tried() -> bool {
    let has = |word| std::env::args().any(|argument| argument == word);
    has("--test") || !has("--bench")
}

/// Returns how many there are of something: few, where benches are only tried out.
pub(crate) fn many(number: usize) -> usize {
    if is_tried() { number.min(3) } else { number }
}

/// Tells whether a part is run: all are, unless words on the command line name some.
pub(crate) fn is_asked(part: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    words.peek().is_none() || words.any(|word| part.contains(&word))
}

/// Calls something, and says how long that took.
pub(crate) fn timed<T>(call: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = call();
    (value, start.elapsed())
}

/// Calls something, and says how long that took: the best of three, where that is short.
pub(crate) fn best<T>(mut call: impl FnMut() -> T) -> (T, Duration) {
    let (mut value, mut least) = timed(&mut call);
    if least < LONG {
        for _ in 0..2 {
            let (other, time) = timed(&mut call);
            (value, least) = (other, least.min(time));
        }
    }
    (value, least)
}

/// Times of calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the mean in nanoseconds; 0 without times.
    pub(crate) fn mean(&self) -> u128 {
        let sum: u128 = self.0.iter().map(Duration::as_nanos).sum();
        sum / self.0.len().max(1) as u128
    }

    /// Returns the median in nanoseconds; 0 without times.
    pub(crate) fn median(&self) -> u128 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).map_or(0, Duration::as_nanos)
    }
}

/// Returns the median of ratios; nothing of none.
pub(crate) fn middle(mut ratios: Vec<f64>) -> Option<f64> {
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied()
}
