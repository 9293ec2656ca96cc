//! What can be wrong with a text in any language: each kind has its stable code.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// The text is not UTF-8.
pub const INVALID_UTF8: Code = Code::new("E0001");
/// The file has more mistakes than are reported.
pub const TOO_MANY_MISTAKES: Code = Code::new("E0007");
/// The file is larger than four gigabytes.
pub const FILE_TOO_LARGE: Code = Code::new("E0008");
/// A `//#` line cannot be read.
pub const MALFORMED_DIRECTIVE: Code = Code::new("E0009");
/// A `//#` line stands twice.
pub const REPEATED_DIRECTIVE: Code = Code::new("E0010");
