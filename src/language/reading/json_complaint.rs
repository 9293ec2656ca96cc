//! What the reader of JSON complains about.

/// Returns what the reader of JSON says, without the place, which the error has as numbers.
pub fn json_complaint(error: &serde_json::Error) -> String {
    let mut text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    if text.ends_with(&place) {
        text.truncate(text.len() - place.len());
    }
    text
}
