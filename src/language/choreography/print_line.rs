//! Writing texts line by line.

use std::fmt::Write as _;

/// Appends a line to a text.
pub(super) fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("writing to a string cannot fail");
}
