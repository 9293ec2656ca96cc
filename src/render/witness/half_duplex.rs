//! Half-duplex systems in words.

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
    up_to_bound: "",
    least: "no run to messages in both directions has fewer",
    left: |system, witness, _| both_sentence(system, witness),
};

/// The words for restricted half-duplex systems.
pub(super) const RESTRICTED: ClassWords = ClassWords {
    class: "half-duplex[restricted]",
    holds: |_| "messages are never on their way in two channels".to_owned(),
    decided: "holds for channels without bound, so that the system is RSC, too",
    up_to_bound: "",
    least: "no run to messages in two channels has fewer",
    left: |system, witness, _| both_sentence(system, witness),
};

/// The words for natural half-duplex systems.
pub(super) const NATURAL: ClassWords = ClassWords {
    class: "half-duplex[natural]",
    holds: |_| {
        "between two participants messages are on their way in one direction at most".to_owned()
    },
    decided: "",
    up_to_bound: "",
    least: "no such run has fewer of those that were searched",
    left: |system, witness, _| both_sentence(system, witness),
};

/// The words for multiparty half-duplex systems.
pub(super) const MULTIPARTY: ClassWords = ClassWords {
    class: "half-duplex[multiparty]",
    holds: |_| {
        "in each execution, or in another order of its steps, nobody sends while a message waits for it".to_owned()
    },
    decided: "",
    up_to_bound: "",
    least: "a run like it",
    left: |_, _, _| {
        "whatever the order of these steps, somebody sends while a message waits for it".to_owned()
    },
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
