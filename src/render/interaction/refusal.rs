//! Reasons why an interaction has no automaton.

use kernel::base::Limit;
use model::interaction::Refusal;

/// Returns the reason why there is no automaton, in words.
pub fn refusal_text(refusal: Refusal) -> String {
    match refusal {
        Refusal::Unbounded(..) => {
            format!(
                "no finite automaton was found: {refusal}; --loops strict closes loops of diagrams"
            )
        }
        Refusal::TooMany(_) => format!("{refusal}; see --max-states"),
        Refusal::Limit(limit) => limit_text(limit).to_owned(),
    }
}

/// Returns the limit that was reached, in words.
pub fn limit_text(limit: Limit) -> &'static str {
    match limit {
        Limit::States => "there are too many states",
        Limit::Timeout | Limit::Memory | Limit::Interrupted => "a limit was reached",
    }
}
