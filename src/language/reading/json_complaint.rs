//! Messages of the JSON reader.

use std::ops::Range;

/// Returns the message of an error of the JSON reader, without its position and in the words of JSON.
pub fn json_complaint(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    if let Some(open) = text.strip_prefix("EOF while parsing ") {
        return format!("the text ends within {open}");
    }
    let found = ["invalid type: ", "invalid value: ", "invalid length "];
    let found = found.iter().find_map(|start| text.strip_prefix(start)?.split_once(", expected "));
    match (text, found) {
        ("key must be a string", _) => "a key stands in double quotes".to_owned(),
        (_, Some((found, expected))) => {
            format!("expected {}, found {}", expected_kind(expected), found_kind(found))
        }
        _ => text.to_owned(),
    }
}

/// Returns the kind of a JSON value by the name that the reader has for what it expects.
fn expected_kind(name: &str) -> String {
    match name {
        "a sequence" => "a list".to_owned(),
        "a string" => "a text".to_owned(),
        "a map" => "an object".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "usize" | "u64" | "u32" => "a number from 0".to_owned(),
        _ if name.starts_with("struct ") => "an object".to_owned(),
        _ => name.replace("a tuple of size", "a list of"),
    }
}

/// Returns a JSON value by the name that the reader has for what it found.
fn found_kind(name: &str) -> String {
    let kinds =
        [("integer", "the number"), ("floating point", "the number"), ("string", "the text")];
    let kind = kinds.into_iter().find_map(|(kind, plain)| Some((plain, name.strip_prefix(kind)?)));
    match (name, kind) {
        ("sequence", _) => "a list".to_owned(),
        ("map", _) => "an object".to_owned(),
        (_, Some((plain, value))) => format!("{plain}{value}"),
        _ if name.parse::<usize>().is_ok() => format!("a list of {name}"),
        _ => name.to_owned(),
    }
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
