//! Binary half-duplex systems in words.

use super::class_words::ClassWords;
use crate::sentences::listed;
use crate::system::users;
use model::cfsm::{Direction, System};
use model::evidence::Witness;

/// The words for binary half-duplex systems.
pub(super) const BINARY: ClassWords = ClassWords {
    class: "half-duplex[binary]",
    holds: |_| "messages are never on their way in both directions".to_owned(),
    decided: "holds for channels without bound, so that the system is RSC, too",
    // It is never decided for bounded channels only.
    up_to_bound: "",
    least: "no run to messages in both directions has fewer",
    left: |system, witness, _| both_sentence(system, witness),
};

/// Returns which messages are on their way at the end of a run, and whose.
fn both_sentence(system: &System, witness: &Witness) -> String {
    let message = |&(channel, message)| {
        let sender = users(system, channel, Direction::Send).join("` or `");
        format!("`{}` from `{sender}`", system.messages()[message].name)
    };
    let messages: Vec<String> = witness.fault().messages.iter().map(message).collect();
    format!("{} are on their way at the same time", listed(&messages, "and"))
}
