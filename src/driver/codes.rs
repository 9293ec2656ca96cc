//! What can be wrong with an input, whatever language it is in, and with the lines that locations hand over to be
//! finished in one place: each kind has its stable code.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// An input whose bytes cannot be read, or are no text.
pub const UNREADABLE: Code = Code::new("E0000");
/// A line that cannot be one of a location.
pub const WRONG_LINE: Code = Code::new("E0621");
/// A line that was made with another model.
pub const OTHER_MODEL: Code = Code::new("E0622");
