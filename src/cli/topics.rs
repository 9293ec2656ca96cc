//! The pages of `explain` that are not about a code.

/// A page.
pub(crate) struct Topic {
    /// What it can be asked for by; the list shows the first.
    pub(crate) names: &'static [&'static str],
    /// What it is about.
    pub(crate) title: &'static str,
    /// The page.
    pub(crate) text: &'static str,
}

/// The page about the ancestor's words, which is also the help of `rescu`.
pub(crate) const LEGACY_WORDS: &str = include_str!("explain/legacy-words.txt");

/// All pages, in reading order.
pub(crate) const TOPICS: &[Topic] = &[
    Topic {
        names: &["rsc"],
        title: "what is decided, and what the answer is worth",
        text: include_str!("explain/rsc.txt"),
    },
    Topic {
        names: &["borderline-violation", "violation", "witness", "counterexample"],
        title: "the evidence that a system is not RSC",
        text: include_str!("explain/borderline-violation.txt"),
    },
    Topic {
        names: &["evidence", "verify", "scm-check-verify", "confirmed", "rejected"],
        title: "how answers are confirmed by a second program",
        text: include_str!("explain/evidence.txt"),
    },
    Topic {
        names: &["certificate", "certificates"],
        title: "what a certificate says, as a file",
        text: include_str!("explain/certificate.txt"),
    },
    Topic {
        names: &["conflict-cycle", "cycle"],
        title: "why no order makes all messages synchronous",
        text: include_str!("explain/conflict-cycle.txt"),
    },
    Topic {
        names: &["conflict-graph", "causality"],
        title: "which communications must come before which",
        text: include_str!("explain/conflict-graph.txt"),
    },
    Topic {
        names: &["simulate", "simulation", "run", "interactive"],
        title: "one run of a model, and what holds of it",
        text: include_str!("explain/simulate.txt"),
    },
    Topic {
        names: &["replay"],
        title: "whether a witness shows what it says",
        text: include_str!("explain/replay.txt"),
    },
    Topic {
        names: &["reachability", "reach", "bad-configurations", "premise"],
        title: "whether bad states can be reached, and what that rests on",
        text: include_str!("explain/reachability.txt"),
    },
    Topic {
        names: &[
            "safety",
            "unspecified-reception",
            "progress",
            "orphan-message",
            "reception-deadlock",
            "deadlock",
            "stuck",
            "unreceived",
        ],
        title: "properties that need no specification",
        text: include_str!("explain/safety.txt"),
    },
    Topic {
        names: &["finite", "configurations", "undecidable"],
        title: "systems whose configurations can all be looked at",
        text: include_str!("explain/finite.txt"),
    },
    Topic {
        names: &["eager", "assume-eager"],
        title: "systems that RSC executions explore though they are not RSC",
        text: include_str!("explain/eager.txt"),
    },
    Topic {
        names: &["automata", "automaton", "timbuk", "aldebaran", "aut"],
        title: "finite automata: their files, words and symbols",
        text: include_str!("explain/automata.txt"),
    },
    Topic {
        names: &["choreographies", "choreography", "chor", "projection", "arch"],
        title: "protocols seen from outside, and their projections",
        text: include_str!("explain/choreographies.txt"),
    },
    Topic {
        names: &["interactions", "interaction", "sequence-diagram", "hif", "hsf"],
        title: "sequence diagrams as terms, and what is done with them",
        text: include_str!("explain/interactions.txt"),
    },
    Topic {
        names: &["laws", "simplify"],
        title: "how terms of interactions become simpler, law by law",
        text: include_str!("explain/laws.txt"),
    },
    Topic {
        names: &["loops", "loopW", "loopH", "loopP"],
        title: "the four loops of interactions, and which have automata",
        text: include_str!("explain/loops.txt"),
    },
    Topic {
        names: &["realisability", "realisable", "well-formed", "realizable", "strict", "level"],
        title: "whether projections do what a choreography says",
        text: include_str!("explain/realisability.txt"),
    },
    Topic {
        names: &[
            "protocol-checks",
            "coherence",
            "termination-awareness",
            "role-progress",
            "label-determinism",
            "commutation-closure",
            "globally-cooperative",
            "strong-progress",
        ],
        title: "what else can be asked of choreographies, by name",
        text: include_str!("explain/protocol-checks.txt"),
    },
    Topic {
        names: &["channels", "fifo", "bag", "mailbox", "peer-to-peer", "architecture"],
        title: "FIFO channels, bags, losses, and who shares them",
        text: include_str!("explain/channels.txt"),
    },
    Topic {
        names: &["lossy", "loss", "losses"],
        title: "channels that lose messages",
        text: include_str!("explain/lossy.txt"),
    },
    Topic {
        names: &["contents", "with", "wildcard", "bad_states", "regex"],
        title: "what bad_states may say about the contents of channels",
        text: include_str!("explain/contents.txt"),
    },
    Topic {
        names: &["mcscm", "armc"],
        title: "what McScM answers otherwise, and how to convert",
        text: include_str!("explain/mcscm.txt"),
    },
    Topic {
        names: &["internal-steps", "internal"],
        title: "transitions that neither send nor receive",
        text: include_str!("explain/internal-steps.txt"),
    },
    Topic {
        names: &["expectations", "expect", "check", "update", "regression"],
        title: "models that state their answers",
        text: include_str!("explain/expectations.txt"),
    },
    Topic {
        names: &["exit-codes", "exit", "exit-code", "verdicts", "unknown"],
        title: "the exit codes and the verdicts",
        text: include_str!("explain/exit-codes.txt"),
    },
    Topic {
        names: &[
            "limits",
            "timeout",
            "model-timeout",
            "memory",
            "max-states",
            "interrupted",
            "states",
        ],
        title: "time, memory and states, and what happens at the end of them",
        text: include_str!("explain/limits.txt"),
    },
    Topic {
        names: &["engines", "engine", "plain", "definition", "relations", "pebbles"],
        title: "the procedures that search for a violation",
        text: include_str!("explain/engines.txt"),
    },
    Topic {
        names: &["json", "report", "ndjson", "format"],
        title: "reports and models for programs",
        text: include_str!("explain/json.txt"),
    },
    Topic {
        names: &["html", "page", "browser"],
        title: "reports as a page for a browser",
        text: include_str!("explain/html.txt"),
    },
    Topic {
        names: &["conform", "conformance", "conforms", "multitraces", "locations"],
        title: "whether what was logged conforms to a model",
        text: include_str!("explain/conform.txt"),
    },
    Topic {
        names: &["logs", "log", "jsonl", "csv", "sessions"],
        title: "what is read as a log, and how sessions are told apart",
        text: include_str!("explain/logs.txt"),
    },
    Topic {
        names: &["conform-json", "checkpoint", "resume", "local"],
        title: "what conform writes for programs: reports, lines of --local, checkpoints",
        text: include_str!("explain/conform-json.txt"),
    },
    Topic {
        names: &["log-rules", "rules", "opentelemetry", "otel", "otlp"],
        title: "what is an event in exports of OpenTelemetry",
        text: include_str!("explain/log-rules.txt"),
    },
    Topic {
        names: &["draw", "pictures", "dot", "svg"],
        title: "pictures of models, automata and executions",
        text: include_str!("explain/draw.txt"),
    },
    Topic {
        names: &["legacy-words", "legacy", "rescu", "isrsc", "mc", "counter", "to_dot"],
        title: "-isrsc -mc -fifo -counter -to_dot",
        text: LEGACY_WORDS,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_short_and_fit_a_terminal() {
        for Topic { names, text, .. } in TOPICS {
            let lines = text.lines().count();
            assert!((8..=30).contains(&lines), "{names:?} has {lines} lines");
            for line in text.lines() {
                assert!(line.chars().count() <= 100 && line.is_ascii(), "{names:?}: {line}");
            }
        }
    }

    #[test]
    fn no_name_stands_for_two_pages() {
        let mut names: Vec<&str> =
            TOPICS.iter().flat_map(|topic| topic.names.iter().copied()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
