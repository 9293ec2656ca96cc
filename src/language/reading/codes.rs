//! Codes of the errors that texts in any language may have.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// The text is not UTF-8.
pub const INVALID_UTF8: Code = Code::new("E0001");
/// The file has more errors than are reported.
pub const TOO_MANY_MISTAKES: Code = Code::new("E0007");
/// The file is larger than four gigabytes.
pub const FILE_TOO_LARGE: Code = Code::new("E0008");
/// A `//#` line cannot be read.
pub const MALFORMED_DIRECTIVE: Code = Code::new("E0009");
/// A `//#` line is repeated.
pub const REPEATED_DIRECTIVE: Code = Code::new("E0010");
/// The text is written in another language than its file should be.
pub const OTHER_LANGUAGE: Code = Code::new("E0011");
