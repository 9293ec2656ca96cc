//! What can be wrong with a text, each with its stable code.

use super::codes::CODES;
use kernel::diagnostics::Code;

const _: () = assert!(CODES.len() == Mistake::ALL.len(), "each kind has its code");

/// A kind of mistake, or of oddity, in a text that describes a finite automaton.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mistake {
    /// The text does not follow the grammar.
    Syntax,
    /// A state does not exist.
    UnknownState,
    /// A symbol is not declared.
    UnknownSymbol,
    /// A symbol has another number of arguments, or one that words do not have.
    WrongArity,
    /// A name is declared twice.
    Duplicate,
    /// The document is of another kind.
    WrongSchema,
    /// A part of the document is missing.
    Missing,
    /// There are more states than are read.
    TooLarge,
    /// The locations are no partition.
    WrongLocations,
    /// A number of things is not what it is said to be.
    WrongCount,
    /// Nothing says which states accept.
    NothingFinal,
    /// A transition stands twice.
    TransitionTwice,
}

impl Mistake {
    /// All kinds, in the order of their codes.
    pub const ALL: [Self; 12] = [
        Self::Syntax,
        Self::UnknownState,
        Self::UnknownSymbol,
        Self::WrongArity,
        Self::Duplicate,
        Self::WrongSchema,
        Self::Missing,
        Self::TooLarge,
        Self::WrongLocations,
        Self::WrongCount,
        Self::NothingFinal,
        Self::TransitionTwice,
    ];

    /// Returns the code, with what there is to explain.
    pub fn code(self) -> &'static Code {
        // The table has the order of the variants, as is asserted below.
        &CODES[self as usize]
    }
}

/// Returns the code called `name`, such as `E0502`, with what there is to explain.
///
/// ```
/// use language::automaton::explanation;
///
/// assert_eq!(explanation("E0502").map(|code| code.title), Some("no such state"));
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
