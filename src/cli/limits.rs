//! Parsing of times and sizes in options.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Maximum number of threads.
const MAX_JOBS: usize = 1024;

/// Error in a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum LimitError {
    #[error("expected a whole number such as 1000000 or 1_000_000")]
    Count,
    #[error("expected a whole number, at least 1")]
    Zero,
    #[error("expected a number of threads, 1 to {MAX_JOBS}")]
    Jobs,
    #[error("expected a time such as 500ms, 60s, 2m or 1h")]
    Time,
    #[error("expected a size such as 512MiB or 4GiB")]
    Size,
}

/// Reads a count; `_` may group its digits.
pub(crate) fn count(text: &str) -> Result<u64, LimitError> {
    let digits = text.replace('_', "");
    // The standard library would accept a sign.
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| plain).ok_or(LimitError::Count)
}

/// Reads a number of participants, messages and the like.
pub(crate) fn size(text: &str) -> Result<usize, LimitError> {
    usize::try_from(count(text)?).map_err(|_| LimitError::Count)
}

/// Reads a number that is not zero.
pub(crate) fn at_least_one(text: &str) -> Result<NonZeroUsize, LimitError> {
    NonZeroUsize::new(size(text)?).ok_or(LimitError::Zero)
}

/// Reads a number of threads.
pub(crate) fn jobs(text: &str) -> Result<usize, LimitError> {
    let number = text.parse().map_err(|_| LimitError::Jobs)?;
    if (1..=MAX_JOBS).contains(&number) { Ok(number) } else { Err(LimitError::Jobs) }
}

/// Reads a time limit: a number with `ms`, `s`, `m` or `h`; seconds without a unit.
pub(crate) fn time(text: &str) -> Result<Duration, LimitError> {
    let (number, unit) = split(text).ok_or(LimitError::Time)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(LimitError::Time),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| LimitError::Time)
}

/// Reads a size in memory: a number with `KiB`, `MiB`, `GiB`, `TiB`, `kB`, `MB`, `GB`, `TB` or `B`.
pub(crate) fn memory(text: &str) -> Result<u64, LimitError> {
    let (number, unit) = split(text).ok_or(LimitError::Size)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return Err(LimitError::Size),
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number has no sign, and the cast saturates"
    )]
    let bytes = (number * factor) as u64;
    Ok(bytes)
}

/// Splits `12.5MiB` into the number, without a sign, and the unit.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text
        .find(|character: char| !character.is_ascii_digit() && character != '.')
        .unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, text[end..].trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let time = |text: &str| time(text).map(|time| time.as_millis());
        assert_eq!(time("500ms"), Ok(500));
        assert_eq!(time("60s"), Ok(60_000));
        assert_eq!(time("2m"), Ok(120_000));
        assert_eq!(time("1.5"), Ok(1_500));
        for wrong in ["", "s", "-1s", "1 year", "1e9h", "..s", "9999999999999999999999h"] {
            assert_eq!(time(wrong), Err(LimitError::Time), "{wrong}");
        }
    }

    #[test]
    fn counts_are_whole_numbers() {
        assert_eq!(count("0"), Ok(0));
        assert_eq!(count("1_000_000"), Ok(1_000_000));
        for wrong in ["", "_", "-5", "+5", "1e6", "1.5", "many", "99999999999999999999"] {
            assert_eq!(count(wrong), Err(LimitError::Count), "{wrong}");
        }
    }

    #[test]
    fn there_is_at_least_one_thread() {
        assert_eq!(jobs("8"), Ok(8));
        for wrong in ["0", "-1", "1025", "x", ""] {
            assert_eq!(jobs(wrong), Err(LimitError::Jobs), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(memory("4GiB"), Ok(4 << 30));
        assert_eq!(memory("512 MiB"), Ok(512 << 20));
        assert_eq!(memory("1MB"), Ok(1_000_000));
        assert_eq!(memory("1000"), Ok(1000));
        for wrong in ["", "GiB", "-4GiB", "4 apples"] {
            assert_eq!(memory(wrong), Err(LimitError::Size), "{wrong}");
        }
    }
}
