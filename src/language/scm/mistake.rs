//! What can be wrong with a text, each with its stable code.

use super::codes::CODES;
use kernel::diagnostics::Code;

const _: () = assert!(CODES.len() == Mistake::ALL.len(), "each kind has its code");

/// A kind of mistake, or of oddity, in a text of this language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mistake {
    /// The text is not UTF-8.
    InvalidUtf8,
    /// Characters that belong to no token.
    UnknownCharacters,
    /// A comment does not end.
    UnterminatedComment,
    /// A number does not fit into 64 bits.
    NumberTooLarge,
    /// Expressions nest too deeply.
    TooDeep,
    /// The file has more mistakes than are reported.
    TooManyMistakes,
    /// The file is larger than four gigabytes.
    FileTooLarge,
    /// A `//#` line cannot be read.
    MalformedDirective,
    /// A `//#` line stands twice.
    RepeatedDirective,
    /// The text does not follow the grammar.
    Syntax,
    /// A keyword stands where a name belongs.
    KeywordAsName,
    /// A semicolon is missing.
    MissingSemicolon,
    /// A section is missing.
    MissingSection,
    /// A section stands at the wrong place, or twice.
    MisplacedSection,
    /// A message is not declared.
    UnknownMessage,
    /// A channel does not exist.
    UnknownChannel,
    /// A state does not exist.
    UnknownState,
    /// An automaton does not exist.
    UnknownAutomaton,
    /// A variable is not declared.
    UnknownVariable,
    /// A name or a state is declared twice.
    Duplicate,
    /// A bad specification names an automaton twice.
    AutomatonTwice,
    /// There are no channels.
    NoChannels,
    /// There are absurdly many channels.
    TooManyChannels,
    /// An automaton has no initial state.
    NoInitialState,
    /// An automaton has no states.
    NoStates,
    /// An automaton in a bad specification has no state.
    NoBadState,
    /// A condition stands where a value belongs, or a value where a condition does.
    WrongKind,
    /// A contents expression has the wrong number of separators.
    SeparatorCount,
    /// A separator stands under `^*` or `^+`.
    SeparatorRepeated,
    /// Alternatives have different numbers of separators.
    SeparatorMismatch,
    /// A contents expression constrains a bag.
    BagConstrained,
    /// A contents expression is too complex to be checked.
    ContentsTooComplex,
    /// A separator stands in the contents of one channel.
    SeparatorInPart,
    /// Contents in a list of channels name none.
    ContentsWithoutChannel,
    /// The contents of a channel are given twice.
    ContentsTwice,
    /// `?` stands where no message is declared.
    NoMessage,
    /// A contents expression is too large when it is written out.
    ContentsTooLarge,
    /// A condition is not constantly true.
    ConditionUnsupported,
    /// A transition assigns to a variable.
    AssignmentUnsupported,
    /// The model has a `threshold` section.
    ThresholdUnsupported,
    /// A word of McScM that has no meaning here.
    UnsupportedWord,
    /// No transition uses a channel.
    UnusedChannel,
    /// No transition uses a message.
    UnusedMessage,
    /// A state cannot be reached in its automaton.
    UnreachableState,
    /// A transition is written twice.
    DuplicateTransition,
    /// A list names the same thing twice.
    Repeated,
    /// A variable or an initial value has no use.
    UnusedVariable,
    /// A message is declared with a value.
    DroppedMessageValue,
    /// No configuration has the contents of a bad specification.
    ImpossibleContents,
    /// A comment is nearly a `//#` line.
    SilentDirective,
    /// The file begins with a byte order mark.
    ByteOrderMark,
}

impl Mistake {
    /// All kinds, in the order of their codes.
    pub const ALL: [Self; 51] = [
        Self::InvalidUtf8,
        Self::UnknownCharacters,
        Self::UnterminatedComment,
        Self::NumberTooLarge,
        Self::TooDeep,
        Self::TooManyMistakes,
        Self::FileTooLarge,
        Self::MalformedDirective,
        Self::RepeatedDirective,
        Self::Syntax,
        Self::KeywordAsName,
        Self::MissingSemicolon,
        Self::MissingSection,
        Self::MisplacedSection,
        Self::UnknownMessage,
        Self::UnknownChannel,
        Self::UnknownState,
        Self::UnknownAutomaton,
        Self::UnknownVariable,
        Self::Duplicate,
        Self::AutomatonTwice,
        Self::NoChannels,
        Self::TooManyChannels,
        Self::NoInitialState,
        Self::NoStates,
        Self::NoBadState,
        Self::WrongKind,
        Self::SeparatorCount,
        Self::SeparatorRepeated,
        Self::SeparatorMismatch,
        Self::BagConstrained,
        Self::ContentsTooComplex,
        Self::SeparatorInPart,
        Self::ContentsWithoutChannel,
        Self::ContentsTwice,
        Self::NoMessage,
        Self::ContentsTooLarge,
        Self::ConditionUnsupported,
        Self::AssignmentUnsupported,
        Self::ThresholdUnsupported,
        Self::UnsupportedWord,
        Self::UnusedChannel,
        Self::UnusedMessage,
        Self::UnreachableState,
        Self::DuplicateTransition,
        Self::Repeated,
        Self::UnusedVariable,
        Self::DroppedMessageValue,
        Self::ImpossibleContents,
        Self::SilentDirective,
        Self::ByteOrderMark,
    ];

    /// Returns the code, with what there is to explain.
    pub fn code(self) -> &'static Code {
        // The table has the order of the variants, as is asserted below.
        &CODES[self as usize]
    }
}

/// Returns the code called `name`, such as `E0102`, with what there is to explain.
///
/// ```
/// use language::scm::explanation;
///
/// assert_eq!(explanation("E0102").map(|code| code.title), Some("no such channel"));
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
