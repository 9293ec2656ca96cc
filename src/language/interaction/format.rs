//! The standard layout of a text, with its comments.

use super::codes;
use super::lexer::{Cursor, Kind, lex};
use super::names::{Declaration, Names};
use super::{layout, parser};
use crate::reading::{begin, finish, too_large};
use kernel::diagnostics::{Code, Diagnostic, Diagnostics, Severity, Sink};
use kernel::source::Source;

/// Codes of errors that make the layout of a text ambiguous or would lose text.
const SPOILING: [Code; 4] =
    [codes::SYNTAX, codes::UNKNOWN_CHARACTERS, codes::UNTERMINATED, codes::UNKNOWN_SECTION];

/// Returns a signature, an interaction, or both in one, in the standard layout, which is that of
/// [`print()`](super::print()); comments stay where they were.
///
/// A text with semantic errors, such as an unknown name, is laid out as well.
/// Formatting is idempotent.
///
/// # Errors
/// If the text has syntax errors, which are returned.
///
/// # Complexity
/// Linear in the text.
pub fn format(source: &Source) -> Result<String, Diagnostics> {
    let mut sink = begin(source).ok_or_else(|| Diagnostics(vec![too_large()]))?;
    let encoding = sink.has_errors();
    let lexed = lex(source, &mut sink);
    let mut cursor = Cursor::new(source, &lexed.tokens);
    let begins = cursor.kind();
    let signature = parser::sections(&mut cursor, &mut sink).signature;
    if cursor.kind() != Kind::End || begins != Kind::At {
        let mut names = Names { signature, declaration: Declaration::ByUse };
        parser::term(&mut cursor, &mut names, &mut sink);
    }
    let spoils = |diagnostic: &Diagnostic| {
        let known = SPOILING.contains(&diagnostic.code);
        known || encoding && diagnostic.severity() == Severity::Error
    };
    if sink.is_full() {
        return Err(Diagnostics(finish(source, sink, false)));
    }
    let wrong: Vec<Diagnostic> = sink.into_sorted().into_iter().filter(spoils).collect();
    if wrong.is_empty() { Ok(layout::layout(source, &lexed)) } else { Err(Diagnostics(wrong)) }
}

/// Returns a text without errors in the standard layout.
pub(super) fn laid_out(text: String) -> String {
    let source = Source::new("", text);
    let lexed = lex(&source, &mut Sink::new(0));
    layout::layout(&source, &lexed)
}
