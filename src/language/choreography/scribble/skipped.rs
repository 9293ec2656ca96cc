//! What is read over: parts of protocols that say nothing about the order of messages.

use crate::choreography::codes;
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;

/// A kind of parts that are read over; the first one of a kind in a file is named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Skipped {
    /// A condition on values behind a message.
    Condition,
    /// A condition on values that options say to drop.
    Guard,
    /// When something happens.
    Time,
    /// Which roles may crash, and what happens then.
    Crash,
    /// Connections have to be made.
    Explicit,
    /// The end of a connection.
    Disconnect,
    /// A connection is secured.
    Wrap,
    /// A role in a session of another protocol is handed over.
    Delegation,
    /// The invitations of a call.
    Invitation,
    /// A pragma that asks for more than what is read.
    Pragma,
    /// The protocol of one role, beside global ones.
    Local,
}

impl Skipped {
    /// Returns the warning about the first part of this kind.
    pub(super) fn at(self, place: Span) -> Diagnostic {
        const NEITHER: &str = "neither are those that follow in this file";
        const SKIPPED: &str = "those that follow in this file are skipped, too";
        let (message, help) = match self {
            Self::Condition => ("conditions on values are not read", NEITHER),
            Self::Guard => ("this condition on values is dropped", SKIPPED),
            Self::Time => ("times and clocks are not read", "messages may take any time"),
            Self::Crash => (
                "crashes are not followed: no role crashes",
                "a message `crash` is a message like any other",
            ),
            Self::Explicit => {
                ("`explicit` is skipped: all channels are open", "`connect` is read as a message")
            }
            Self::Disconnect => ("`disconnect` is skipped: it is no message", SKIPPED),
            Self::Wrap => ("`wrap` is skipped: it is no message", SKIPPED),
            Self::Delegation => (
                "what happens in the role that is handed over is not read",
                "the message is read as one with a value",
            ),
            Self::Invitation => (
                "the invitations of `calls` are skipped: no message is sent for them",
                "the protocol that is called happens in this place",
            ),
            Self::Pragma => ("this pragma is skipped", SKIPPED),
            Self::Local => ("local protocols are skipped", "the global one is read"),
        };
        codes::IGNORED_ANNOTATION.at(place, message).help(help)
    }
}

/// Returns what a comment asks for that is not read, if it is a pragma such as `(*# Name, Name #*)`.
pub(super) fn asked_by_pragma(comment: &str) -> Option<Skipped> {
    let words = comment.strip_prefix("(*#")?.strip_suffix("#*)")?;
    let mut names = words.split([',', ' ', '\t', '\n', '\r']).filter(|name| !name.is_empty());
    let name = names.find(|name| !matches!(*name, "NestedProtocols" | "RefinementTypes"))?;
    Some(if name == "ErrorHandlingCrashBranch" { Skipped::Crash } else { Skipped::Pragma })
}
