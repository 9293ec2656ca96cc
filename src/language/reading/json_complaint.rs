//! Messages of the JSON reader.

use std::ops::Range;

/// Returns the message of an error of the JSON reader, without its position.
pub fn json_complaint(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

/// Returns the range of the character of `text` at which the JSON reader stopped.
pub(crate) fn json_place(text: &str, error: &serde_json::Error) -> Range<usize> {
    let line: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (line + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}
