//! Codes of the errors and warnings about logs, and about the rules for reading them.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// A line does not follow its format.
pub const SYNTAX: Code = Code::new("E0601");
/// The file is compressed, or no text at all.
pub const NOT_TEXT: Code = Code::new("E0602");
/// A line is cut off.
pub const TRUNCATED: Code = Code::new("E0603");
/// Bytes encode no character, or a control character.
pub const CHARACTERS: Code = Code::new("E0604");
/// A line is longer than what is read.
pub const TOO_LONG: Code = Code::new("E0605");
/// A line lacks a part of an event.
pub const MISSING_PART: Code = Code::new("E0606");
/// A part of an event has an invalid value.
pub const WRONG_VALUE: Code = Code::new("E0607");
/// The model has no such location or lifeline.
pub const UNKNOWN_LOCATION: Code = Code::new("E0608");
/// An action of a lifeline is logged at a location that does not have the lifeline.
pub const FOREIGN_ACTION: Code = Code::new("E0609");
/// A session has an event after its end.
pub const CLOSED_SESSION: Code = Code::new("E0610");
/// The header does not name the columns.
pub const WRONG_HEADER: Code = Code::new("E0611");
/// A row has another number of columns than the header.
pub const COLUMN_COUNT: Code = Code::new("E0612");
/// The rules are not written in their language.
pub const RULE_SYNTAX: Code = Code::new("E0613");
/// A rule names an item that does not exist.
pub const WRONG_RULE: Code = Code::new("E0614");
/// There are too many errors: reading stops.
pub const TOO_MANY: Code = Code::new("E0615");
/// The log is in no form that is known.
pub const UNKNOWN_FORM: Code = Code::new("E0616");
/// Time goes back at a location.
pub const TIME_BACK: Code = Code::new("W0701");
/// The last line has no line break.
pub const NO_LINE_BREAK: Code = Code::new("W0702");
/// A time cannot be read.
pub const UNREADABLE_TIME: Code = Code::new("W0703");
/// There is no event in the log.
pub const NO_EVENT: Code = Code::new("W0704");
/// A part of an export is not an event, although no rule leaves it out.
pub const LEFT_OUT: Code = Code::new("W0705");
/// Events are sorted by time, and their times do not determine the order.
pub const UNTOLD_ORDER: Code = Code::new("W0706");
/// Some events have a session, others have none.
pub const SOME_WITHOUT_SESSION: Code = Code::new("W0707");
