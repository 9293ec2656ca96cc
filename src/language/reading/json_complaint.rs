//! Messages of the JSON reader.

use std::ops::Range;

/// Returns the message of an error of the JSON reader, without its position and in the words of JSON.
pub fn json_complaint(error: &serde_json::Error) -> String {
    /// Words of the reader, with those of JSON.
    const WORDS: [(&str, &str); 9] = [
        ("key must be a string", "a key stands in double quotes"),
        ("EOF while parsing", "the text ends within"),
        ("invalid type: ", "found "),
        ("invalid length ", "found a list of "),
        ("a sequence", "a list"),
        ("sequence", "a list"),
        ("map", "an object"),
        ("a tuple of size", "a list of"),
        ("usize", "a number from 0"),
    ];
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    let plain = |part: &str| {
        WORDS.iter().fold(part.to_owned(), |text, (word, plain)| text.replacen(word, plain, 1))
    };
    // What stands in quotation marks is of the user.
    let parts = text.split('"').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 0 { plain(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("\"")
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
