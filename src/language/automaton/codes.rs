//! What there is to say about each code, in the order of the kinds of mistakes.

use kernel::diagnostics::{Code, Severity};

/// The codes; the position is that of the kind.
pub(super) const CODES: [Code; 12] = [
    Code {
        name: "E0501",
        severity: Severity::Error,
        title: "syntax error in an automaton",
        explanation: "Something else was expected at this place. The languages are JSON, Timbuk and \
            Aldebaran; the ending of the file says which, or --from.",
        example: "des (0, 1, 2)\n(0, \"a\" 1)",
    },
    Code {
        name: "E0502",
        severity: Severity::Error,
        title: "no such state",
        explanation: "In JSON and in Aldebaran states are numbered from 0; how many there are stands \
            at the beginning. In Timbuk they are declared behind `States`.",
        example: "des (0, 1, 2)\n(0, \"a\", 2)",
    },
    Code {
        name: "E0503",
        severity: Severity::Error,
        title: "undeclared symbol",
        explanation: "In Timbuk every symbol stands behind `Ops`, with its arity.",
        example: "Ops a:1 x:0\nAutomaton A\nStates q\nFinal States q\nTransitions\nx -> q\nb(q) -> q",
    },
    Code {
        name: "E0504",
        severity: Severity::Error,
        title: "wrong arity",
        explanation: "Timbuk describes automata of trees. Those of words have one symbol of arity 0, \
            where words begin; all others have arity 1 and are used with one argument.",
        example: "Ops f:2 x:0",
    },
    Code {
        name: "E0505",
        severity: Severity::Error,
        title: "declared twice in an automaton",
        explanation: "Symbols and states are told apart by their names, and each part of a text \
            stands once.",
        example: "Ops a:1 a:1 x:0",
    },
    Code {
        name: "E0506",
        severity: Severity::Error,
        title: "a document of another kind",
        explanation: "An automaton in JSON says `\"schema\": \"scm-check/automaton\"` and \
            `\"schema_version\": 1`.",
        example: "{\"schema\": \"scm-check/report\", \"schema_version\": 1}",
    },
    Code {
        name: "E0507",
        severity: Severity::Error,
        title: "part of an automaton is missing",
        explanation: "Timbuk has the parts Ops, Automaton, States, Final States and Transitions, in \
            this order. Aldebaran begins with a line `des (initial, transitions, states)`.",
        example: "(0, \"a\", 1)",
    },
    Code {
        name: "E0508",
        severity: Severity::Error,
        title: "automaton too large",
        explanation: "Automata with more than sixteen million states are not read.",
        example: "des (0, 0, 99999999999)",
    },
    Code {
        name: "E0509",
        severity: Severity::Error,
        title: "locations are no partition",
        explanation: "`locations` lists the places that observe, each with the symbols that it \
            observes; a symbol belongs to one place.",
        example: "\"locations\": [[\"a\"], [\"a\", \"b\"]]",
    },
    Code {
        name: "W0601",
        severity: Severity::Warning,
        title: "another number of transitions",
        explanation: "The first line of a text in Aldebaran says how many transitions follow. Perhaps \
            the file is cut off.",
        example: "des (0, 2, 2)\n(0, \"a\", 1)",
    },
    Code {
        name: "W0602",
        severity: Severity::Warning,
        title: "nothing says which states accept",
        explanation: "Aldebaran has no accepting states: every state accepts. A line `// final: 1 2` \
            says which do; `// final:` alone that none does.",
        example: "des (0, 1, 2)\n(0, \"a\", 1)",
    },
    Code {
        name: "W0603",
        severity: Severity::Warning,
        title: "transition stands twice",
        explanation: "The second changes nothing.",
        example: "des (0, 2, 2)\n(0, \"a\", 1)\n(0, \"a\", 1)",
    },
];
