//! Classes of what is sent and received, in words.

use super::class_words::ClassWords;
use crate::sentences::count_of;

/// The words for topologies that make systems half-duplex.
pub(super) const TOPOLOGY: ClassWords = ClassWords::without_runs(
    "topology",
    |_| "nobody sends in a circle, and who sends receives from one other at most".to_owned(),
    "all systems with this topology are multiparty half-duplex",
);

/// The words for multiparty compatible systems, for some bound.
pub(super) const COMPATIBLE: ClassWords = ClassWords::without_runs(
    "multiparty-compatible",
    |_| {
        "every send fits some time, each message can be received, and nobody waits for ever"
            .to_owned()
    },
    "",
);

/// The words for eager systems.
pub(super) const EAGER: ClassWords = ClassWords::without_runs(
    "eager",
    |_| {
        "each configuration is reached by an execution whose messages are received at once or never"
            .to_owned()
    },
    "",
);

/// The words for systems that are RSC whatever receptions from bags match.
pub(super) const FULLY_BAG: ClassWords = ClassWords {
    class: "rsc[fully-bag]",
    holds: |_| {
        "every execution is equivalent to a synchronous one, whatever receptions from bags match"
            .to_owned()
    },
    decided: "",
    up_to_bound: "",
    least: "shortest",
    left: |_, _, _| {
        "the last reception can match a send on which it depends through others, so that no order makes all \
         messages synchronous"
            .to_owned()
    },
};

/// The words for synchronisable systems.
pub(super) const SYNCHRONISABLE: ClassWords = ClassWords {
    class: "synchronisable",
    holds: |_| "what is sent is what is sent if each message is received at once".to_owned(),
    decided: "",
    up_to_bound: "",
    least: "no such run has fewer sends",
    left: |_, _, _| "no run in which each message is received at once has these sends".to_owned(),
};

/// The words for stable systems.
pub(super) const STABLE: ClassWords = ClassWords {
    class: "stable[]",
    holds: |bound| {
        format!(
            "with {} messages in each channel the same is sent as with {bound}, by the same choices",
            bound + 1
        )
    },
    decided: "no channel ever holds more",
    up_to_bound: "that says nothing about more messages",
    least: "no such run has fewer sends",
    left: |_, _, bound| {
        format!(
            "no run with at most {} in each channel has these sends",
            count_of(bound as u64, "message")
        )
    },
};
