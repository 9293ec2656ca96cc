//! Pauses that the environment asks for, in tests of what happens at the same time; only in builds with assertions.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Longest pause in milliseconds.
const LONGEST: u64 = 30;

/// One in so many pauses is none of length 0.
const RARITY: u64 = 4;

/// Waits at a point of the program for as long as the seed in the environment says, and not at all without a seed.
pub(crate) fn pause(point: &str) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let Ok(seed) = std::env::var("SCM_CHECK_TEST_PAUSES") else { return };
    let mut hasher = DefaultHasher::new();
    (seed, point, COUNT.fetch_add(1, Ordering::Relaxed)).hash(&mut hasher);
    let value = hasher.finish();
    if value.is_multiple_of(RARITY) {
        std::thread::sleep(Duration::from_millis(value / RARITY % (LONGEST + 1)));
    }
}
