//! What can be wrong with a text, each with its stable code.

use super::codes::CODES;
use kernel::diagnostics::Code;

const _: () = assert!(CODES.len() == Mistake::ALL.len(), "each kind has its code");

/// A kind of mistake, or of oddity, in a signature, an interaction or a multitrace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mistake {
    /// The text does not follow the grammar.
    Syntax,
    /// Characters that belong to no sign of the language.
    UnknownCharacters,
    /// A comment, or a quoted text, does not end.
    Unterminated,
    /// A name does not begin with a letter.
    BadName,
    /// A section has a name that has no meaning.
    UnknownSection,
    /// A section stands twice, or the names are declared in two files.
    SectionTwice,
    /// A lifeline, or a gate, is not declared.
    UnknownLifeline,
    /// A message is not declared.
    UnknownMessage,
    /// An operator does not exist.
    UnknownOperator,
    /// An operator has too few or too many operands.
    OperandCount,
    /// A passing of a message touches no lifeline.
    NoLifeline,
    /// A synchronous passing has a lifeline twice.
    SynchronousTwice,
    /// Something that is understood and not supported.
    Unsupported,
    /// Two locations of a multitrace share a lifeline.
    Overlap,
    /// An action stands at a location that its lifeline is not of.
    WrongLocation,
    /// A comment `/*# expect: ... */` cannot be read.
    MalformedExpectation,
    /// An answer is stated twice.
    RepeatedExpectation,
    /// Names are declared by their use.
    Undeclared,
    /// A list names the same thing twice.
    Repeated,
    /// Options of another tool are not read.
    IgnoredOptions,
    /// A lifeline and a gate have the same name.
    LifelineAndGate,
    /// A loop does not say what it closes under.
    LoopWithoutKind,
    /// A multitrace has no text at all.
    EmptyMultitrace,
    /// A location names a lifeline that acts in no letter.
    SilentLifeline,
}

impl Mistake {
    /// All kinds, in the order of their codes.
    pub const ALL: [Self; 24] = [
        Self::Syntax,
        Self::UnknownCharacters,
        Self::Unterminated,
        Self::BadName,
        Self::UnknownSection,
        Self::SectionTwice,
        Self::UnknownLifeline,
        Self::UnknownMessage,
        Self::UnknownOperator,
        Self::OperandCount,
        Self::NoLifeline,
        Self::SynchronousTwice,
        Self::Unsupported,
        Self::Overlap,
        Self::WrongLocation,
        Self::MalformedExpectation,
        Self::RepeatedExpectation,
        Self::Undeclared,
        Self::Repeated,
        Self::IgnoredOptions,
        Self::LifelineAndGate,
        Self::LoopWithoutKind,
        Self::EmptyMultitrace,
        Self::SilentLifeline,
    ];

    /// Returns the code, with what there is to explain.
    pub fn code(self) -> &'static Code {
        // The table has the order of the variants, as is asserted below.
        &CODES[self as usize]
    }
}

/// Returns the code called `name`, such as `E0407`, with what there is to explain.
///
/// ```
/// use language::interaction::explanation;
///
/// assert_eq!(explanation("E0407").map(|code| code.title), Some("unknown lifeline"));
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
