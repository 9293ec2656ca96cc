//! Random cases: how many a test runs, from which seed, and the system of a seed.
//!
//! There are 2,000 cases, or a third of them without `SCM_CHECK_FULL`; `SCM_CHECK_CASES` sets another number. A test that
//! takes long for each of them runs so many in 100.
//! `SCM_CHECK_SEED` sets the seed of the first case, the others follow it. [`seeds`] prints both. A test that
//! fails names the seed of the case, so that with `SCM_CHECK_CASES=1` and that seed it comes back alone. The seed
//! decides which states are declared to be final, too.

use crate::support::effort::scaled;
use oracle::configurations::Bounds;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::System;
use scm_check::internals::model::generate::{RandomParameters, random};

/// The number of cases in the full run.
const CASES: usize = 2_000;

/// The first seed when nothing else is asked for.
const SEED: u64 = 1_000_000;

/// What the oracle explores of a random system.
pub(crate) const BOUNDS: Bounds = Bounds { configurations: 500, messages: 6 };

/// A number from the environment, or `default` where it is not set.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().expect("a setting is a number"),
        Err(_) => default,
    }
}

/// Returns the number of cases of a test that has `all` in the full run.
pub(crate) fn case_count(all: usize) -> u64 {
    setting("SCM_CHECK_CASES", scaled(all) as u64)
}

/// The seeds of the cases of a test, of which there are `share` in 100 of those asked for.
pub(crate) fn seeds(share: u64) -> impl Iterator<Item = u64> {
    seeds_of(case_count(CASES), share)
}

/// As [`seeds`], but as many as in the full run: for tests that need to meet what is rare.
pub(crate) fn all_seeds(share: u64) -> impl Iterator<Item = u64> {
    seeds_of(setting("SCM_CHECK_CASES", CASES as u64), share)
}

#[expect(clippy::print_stderr, reason = "whoever sees a failure needs the seed")]
fn seeds_of(cases: u64, share: u64) -> impl Iterator<Item = u64> {
    let first = setting("SCM_CHECK_SEED", SEED);
    let cases = (cases * share).div_ceil(100);
    eprintln!("{cases} cases from SCM_CHECK_SEED={first}");
    (0..cases).map(move |case| first.wrapping_add(case))
}

/// As [`seeds`], but a quarter of them where nothing is asked for: for tests each case of which takes very long.
pub(crate) fn few_seeds(share: u64) -> impl Iterator<Item = u64> {
    let is_asked = std::env::var_os("SCM_CHECK_CASES").is_some();
    seeds(if is_asked { share } else { share / 4 })
}

/// Whether so many cases are run that it makes sense to ask how often something happened.
pub(crate) fn are_many() -> bool {
    case_count(CASES) >= 600
}

/// The random system of a seed.
pub(crate) fn system_of(seed: u64) -> System {
    let mut numbers = Random::new(seed);
    let parameters = RandomParameters::draw(&mut numbers);
    with_final_states(random(&parameters, numbers.bits()), seed)
}

/// Declares some states of a system to be final, for two seeds in three: a third of the states, whatever leaves them,
/// and often all states in which somebody may wait at first.
pub(crate) fn with_final_states(system: System, seed: u64) -> System {
    // The same number as in other places, but for this offset, would draw states like those of the system.
    let mut numbers = Random::new(seed ^ 0x5eed_f1a1);
    if numbers.percent(33) {
        return system;
    }
    let initial_percent = [33, 33, 80][numbers.below(3)];
    let mut states = Vec::new();
    for (participant, automaton) in system.automata().enumerate() {
        for state in automaton.states().ids() {
            let is_initial = automaton.initial().contains(&state);
            if numbers.percent(if is_initial { initial_percent } else { 33 }) {
                states.push((participant, state));
            }
        }
    }
    system.with_final(states)
}

/// Puts items into a random order.
pub(crate) fn shuffle<T>(items: &mut [T], numbers: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, numbers.below(last + 1));
    }
}
