//! Numbers with their nouns, and sizes.

use kernel::base::grouped;

/// Returns a number with its noun: `1 action`, `2 actions`.
pub fn number_of(number: usize, noun: &str) -> String {
    count_of(number as u64, noun)
}

/// Returns a count with its noun: `1 action`, `2 actions`.
pub fn count_of(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(count))
}

/// Returns the first items, and the number of further ones: `a, b and 3 others`. All are named if only one would not
/// be.
pub fn few(things: &[impl AsRef<str>], max: usize, others: &str) -> String {
    let max = if things.len() == max + 1 { max + 1 } else { max };
    let shown: Vec<&str> = things.iter().take(max).map(AsRef::as_ref).collect();
    let shown = shown.join(", ");
    match things.len().saturating_sub(max) {
        0 => shown,
        more => format!("{shown} and {more} {others}"),
    }
}

/// Returns things with commas, and a word before the last one: `1, 2 or 3`; `nothing` if there are none.
pub fn listed(things: &[String], word: &str) -> String {
    match things {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}

/// Returns a size in memory as `5.0 MiB`.
pub fn memory_size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..0x10_0000 => (1 << 10, "KiB"),
        0x10_0000..0x4000_0000 => (1 << 20, "MiB"),
        _ => (1 << 30, "GiB"),
    };
    let tenths = bytes / (unit / 128) * 10 / 128;
    format!("{}.{} {name}", tenths / 10, tenths % 10)
}
