//! What can be wrong with a text, each with its stable code.

use super::codes::CODES;
use kernel::diagnostics::Code;

const _: () = assert!(CODES.len() == Mistake::ALL.len(), "each kind has its code");

/// A kind of mistake, or of oddity, in a text that describes a choreography.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mistake {
    /// The text does not follow the grammar.
    Syntax,
    /// A line begins with a word that has no meaning.
    UnknownWord,
    /// A participant sends to itself.
    SelfMessage,
    /// An interaction names no channel where others do.
    MissingChannel,
    /// A channel is declared twice.
    ChannelTwice,
    /// A state does not exist.
    UnknownState,
    /// Something that is said once is said again.
    SaidAgain,
    /// Something that is understood and not supported.
    Unsupported,
    /// A role is not declared.
    UnknownRole,
    /// A protocol does not exist.
    UnknownProtocol,
    /// A recursion variable is not bound.
    UnknownRecursion,
    /// A protocol is given too few or too many roles, or one of them twice.
    WrongRoles,
    /// A role or a protocol is declared twice.
    Duplicate,
    /// A recursion that no finite automaton follows.
    SelfEmbedding,
    /// The automaton is too large.
    TooLarge,
    /// There is no protocol to begin with.
    NoProtocol,
    /// A comment or a quoted text does not end.
    Unterminated,
    /// There are no interactions.
    Empty,
    /// Operands of a parallel composition share a participant.
    SharedParticipant,
    /// No interaction uses a channel.
    UnusedChannel,
    /// An interaction is written twice between the same states.
    EdgeTwice,
    /// A part of the text is never reached.
    Unreachable,
    /// An annotation is not read.
    IgnoredAnnotation,
    /// A list names the same thing twice.
    Repeated,
}

impl Mistake {
    /// All kinds, in the order of their codes.
    pub const ALL: [Self; 24] = [
        Self::Syntax,
        Self::UnknownWord,
        Self::SelfMessage,
        Self::MissingChannel,
        Self::ChannelTwice,
        Self::UnknownState,
        Self::SaidAgain,
        Self::Unsupported,
        Self::UnknownRole,
        Self::UnknownProtocol,
        Self::UnknownRecursion,
        Self::WrongRoles,
        Self::Duplicate,
        Self::SelfEmbedding,
        Self::TooLarge,
        Self::NoProtocol,
        Self::Unterminated,
        Self::Empty,
        Self::SharedParticipant,
        Self::UnusedChannel,
        Self::EdgeTwice,
        Self::Unreachable,
        Self::IgnoredAnnotation,
        Self::Repeated,
    ];

    /// Returns the code, with what there is to explain.
    pub fn code(self) -> &'static Code {
        // The table has the order of the variants, as is asserted below.
        &CODES[self as usize]
    }
}

/// Returns the code called `name`, such as `E0303`, with what there is to explain.
///
/// ```
/// use language::choreography::explanation;
///
/// assert_eq!(explanation("E0303").map(|code| code.title), Some("message to oneself"));
/// ```
pub fn explanation(name: &str) -> Option<&'static Code> {
    Code::named(&CODES, name)
}

const _: () = {
    let mut place = 0;
    while place < Mistake::ALL.len() {
        assert!(Mistake::ALL[place] as usize == place, "the list has the order of the variants");
        place += 1;
    }
    assert!(Code::are_in_order(&CODES), "the codes stand in order");
};
