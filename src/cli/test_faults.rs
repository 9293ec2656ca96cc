//! Faults that the environment asks for, in tests of what becomes of the other inputs; only in builds with assertions.

use std::time::Duration;

use super::input::Input;

/// Returns the time that a variable of the environment says, in milliseconds.
pub(super) fn time(variable: &str) -> Option<Duration> {
    Some(Duration::from_millis(std::env::var(variable).ok()?.parse().ok()?))
}

/// Returns `true` if a variable of the environment names the file of the input, maybe among others, with commas between.
pub(super) fn is_named(variable: &str, input: &Input) -> bool {
    let name = input.path().and_then(|path| path.file_name()?.to_str());
    let names = std::env::var(variable).unwrap_or_default();
    name.is_some_and(|name| names.split(',').any(|one| one == name))
}

/// Does not return for an input that the environment names, and notices no limit.
pub(super) fn goes_on_for_ever(input: &Input) {
    while is_named("SCM_CHECK_TEST_WAITS", input) {
        std::thread::sleep(Duration::from_secs(1));
    }
    while is_named("SCM_CHECK_TEST_COMPUTES", input) {
        std::hint::spin_loop();
    }
}
