//! How much a test does: all of it in the full run, a third in the run of every day.
//!
//! With `SCM_CHECK_FULL` in the environment tests run all their random cases and read all bundled models. Without it they
//! run a third of the cases, and read every third model where they ask about it in several forms; `check::models` asks all
//! engines for all that the models state in both. What is required of a single case or model is the same in both.

/// One in so many cases and models is enough without `SCM_CHECK_FULL`.
const SHARE: usize = 3;

/// Returns `true` in the full run.
pub(crate) fn is_full() -> bool {
    std::env::var_os("SCM_CHECK_FULL").is_some()
}

/// Returns how many of `all` cases are run.
pub(crate) fn scaled(all: usize) -> usize {
    if is_full() { all } else { all.div_ceil(SHARE) }
}

/// Returns how often something has to occur that occurs at least `least` times among all cases: a quarter as often among a
/// third of them, since what is rare is spread unevenly.
pub(crate) fn required(least: usize) -> usize {
    if is_full() { least } else { (least / (SHARE + 1)).max(1) }
}

/// Returns the items that are looked at: all, or the first of every three, so that sorted items yield the same sample in
/// every run.
pub(crate) fn sampled<T>(items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    items.into_iter().step_by(if is_full() { 1 } else { SHARE })
}
