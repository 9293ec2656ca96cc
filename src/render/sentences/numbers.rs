//! Numbers with their nouns, and sizes.

use kernel::base::grouped;

/// Returns a number with its noun: `1 action`, `2 actions`.
pub fn number_of(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number as u64))
}

/// Returns things of which one is meant: `1, 2 or 3`.
pub fn alternatives(things: &[String]) -> String {
    match things {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => things.concat(),
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
