//! Limits that were reached, and advice on them.

use super::numbers::memory_size;
use driver::Limits;
use kernel::base::{Limit, grouped, milliseconds};

/// Returns the description of the limit that ended a search.
pub fn limit(limit: Limit, max_states: Option<u64>, limits: &Limits) -> String {
    match (limit, max_states) {
        (Limit::States, Some(states)) => {
            format!("the limit of {} states was reached", grouped(states))
        }
        _ => reached(limit, limits),
    }
}

/// Returns why a question was not examined.
pub fn not_started(limit: Limit, limits: &Limits) -> String {
    match limit {
        Limit::Interrupted => "not started".to_owned(),
        Limit::Timeout | Limit::Memory | Limit::States => {
            format!("not started: {}", reached(limit, limits))
        }
    }
}

/// Returns the description of the limit of the whole run that was reached.
pub fn reached(limit: Limit, limits: &Limits) -> String {
    match (limit, limits.timeout.xor(limits.model_timeout), limits.memory) {
        (Limit::Timeout, Some(timeout), _) => {
            let time = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
            format!("the time limit of {} was reached", milliseconds(time))
        }
        (Limit::Timeout, None, _) => "a time limit was reached".to_owned(),
        (Limit::Memory, _, None) => "three quarters of the machine's memory are used up".to_owned(),
        (Limit::Memory, _, Some(memory)) => {
            format!("the memory limit of {} was reached", memory_size(memory))
        }
        (Limit::Interrupted, ..) => "stopped on request".to_owned(),
        (Limit::States, ..) => "a limit was reached".to_owned(),
    }
}

/// Returns advice on a limit that was reached before any result.
pub fn advice(limit: Limit) -> Option<String> {
    advice_after("nothing was found so far", limit)
}

/// Returns advice on a limit, after the description of the partial result.
pub fn advice_after(state: &str, limit: Limit) -> Option<String> {
    let option = match limit {
        Limit::Timeout => "--timeout or --model-timeout",
        Limit::States => "--max-states",
        Limit::Memory => "--memory",
        Limit::Interrupted => return None,
    };
    Some(format!("{state}; raise {option}, see: scm-check explain limits"))
}
