//! Diagnostic codes for inputs of every language, for the lines that locations write for a central check, and for errors
//! of systems that run: each kind has its stable code.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// An input whose bytes cannot be read, or are not text.
pub const UNREADABLE: Code = Code::new("E0000");
/// A line that no location can have written.
pub const WRONG_LINE: Code = Code::new("E0621");
/// A line that was written with another model.
pub const OTHER_MODEL: Code = Code::new("E0622");
/// A system of components has an error when it runs.
pub const SYSTEM_ERROR: Code = Code::new("E0631");
