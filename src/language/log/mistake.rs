//! What can be wrong with a log, each with its stable code.

use super::codes::CODES;
use kernel::diagnostics::Code;

const _: () = assert!(CODES.len() == Mistake::ALL.len(), "each kind has its code");

/// A kind of mistake, or of oddity, in a log or in the rules that say how to read one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mistake {
    /// A line does not follow its format.
    Syntax,
    /// The file is compressed, or no text at all.
    NotText,
    /// A line is cut off.
    Truncated,
    /// Bytes encode no character, or one that no text has.
    Characters,
    /// A line is longer than what is read.
    TooLong,
    /// A line lacks a part of an event.
    MissingPart,
    /// A part of an event has a value that means nothing.
    WrongValue,
    /// The model has no such location or lifeline.
    UnknownLocation,
    /// An action of a lifeline stands at a location that it is not of.
    ForeignAction,
    /// The session ended before.
    ClosedSession,
    /// The header does not name the columns.
    WrongHeader,
    /// A row has another number of columns than the header.
    ColumnCount,
    /// The rules are not written in their language.
    RuleSyntax,
    /// A rule speaks of something that does not exist.
    WrongRule,
    /// Reading stops.
    TooMany,
    /// Time goes back at a location.
    TimeBack,
    /// Nothing ends the last line.
    NoLineBreak,
    /// A time cannot be read.
    UnreadableTime,
    /// There is no event in the log.
    NoEvent,
    /// A part of an export is no event, and no rule leaves it out.
    LeftOut,
    /// Events are sorted by time, and time does not tell their order.
    UntoldOrder,
    /// Some events have a session, others have none.
    SomeWithoutSession,
}

impl Mistake {
    /// All kinds, in the order of their codes.
    pub const ALL: [Self; 22] = [
        Self::Syntax,
        Self::NotText,
        Self::Truncated,
        Self::Characters,
        Self::TooLong,
        Self::MissingPart,
        Self::WrongValue,
        Self::UnknownLocation,
        Self::ForeignAction,
        Self::ClosedSession,
        Self::WrongHeader,
        Self::ColumnCount,
        Self::RuleSyntax,
        Self::WrongRule,
        Self::TooMany,
        Self::TimeBack,
        Self::NoLineBreak,
        Self::UnreadableTime,
        Self::NoEvent,
        Self::LeftOut,
        Self::UntoldOrder,
        Self::SomeWithoutSession,
    ];

    /// Returns the code, with what there is to explain.
    pub fn code(self) -> &'static Code {
        // The table has the order of the variants, as is asserted below.
        &CODES[self as usize]
    }
}

/// Returns the code called `name`, such as `E0608`, with what there is to explain.
///
/// ```
/// use language::log::explanation;
///
/// assert_eq!(explanation("E0608").map(|code| code.title), Some("unknown location in a log"));
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
