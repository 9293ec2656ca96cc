//! Codes of the errors of logs of component systems.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// A line is no event.
pub const MALFORMED_EVENT: Code = Code::new("E1201");
/// An event names something that the system does not have.
pub const UNKNOWN_NAME: Code = Code::new("E1202");
/// A value has another type than its variable.
pub const WRONG_TYPE: Code = Code::new("E1203");
/// A component ends without an interaction.
pub const END_WITHOUT_INTERACTION: Code = Code::new("E1204");
/// A step is none of the model.
pub const NOT_OF_THE_MODEL: Code = Code::new("E1205");
/// Events that belong together stand in several files.
pub const IN_TWO_LOGS: Code = Code::new("E1206");
/// The last line was cut off.
pub const CUT_OFF: Code = Code::new("W1201");
