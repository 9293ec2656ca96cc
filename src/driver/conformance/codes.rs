//! What there is to say about the lines that locations hand over to be finished in one place.

use kernel::diagnostics::{Code, Severity};

/// A line that cannot be one of a location.
pub const WRONG_LINE: Code = Code {
    name: "E0621",
    severity: Severity::Error,
    title: "wrong line among those of `conform --local`",
    explanation: "`conform --central` reads the lines that `conform --local` printed at each location: one for \
        each session, and a last one that says how many there were. A line is something else or cut \
        off, its location is none of the model, a location speaks twice of a session, or its last line \
        counts other sessions than there are. A file without any line is no such output. Nothing is \
        concluded then; the exit code is 2. Print the lines of that location again.",
    example: "scm-check conform --model M --central events.jsonl",
};

/// A line that was made with another model.
pub const OTHER_MODEL: Code = Code {
    name: "E0622",
    severity: Severity::Error,
    title: "lines of `conform --local` are about another model",
    explanation: "Areas are parts of one automaton. Each line of `conform --local` names the digest of the \
        automaton and of its locations that it was made with, and `conform --central` has another \
        one: the model has changed since, or --signature, --locations or --reading differ. Nothing is \
        concluded then; the exit code is 2. Use the same model and options in all places.",
    example: "scm-check conform --model old.hif --local a a.jsonl > found.jsonl\n\
        scm-check conform --model new.hif --central found.jsonl",
};
