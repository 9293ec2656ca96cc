//! Detection of the language of a log, where the user does not state it.

use language::log::Format;

/// Properties of a log that are known before it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatHints<'a> {
    /// Extension of the file.
    pub extension: Option<&'a str>,
    /// Whether rules are given that define the events in OpenTelemetry exports.
    pub has_rules: bool,
    /// Whether the log is followed.
    pub is_followed: bool,
    /// Whether the log is standard input.
    pub is_standard: bool,
}

/// Returns the language of an input if it is read line by line; `begin` returns the first bytes of the input.
pub fn log_format(hints: FormatHints<'_>, begin: impl FnOnce() -> Vec<u8>) -> Option<Format> {
    let FormatHints { extension, has_rules, is_followed, is_standard } = hints;
    let by_extension = extension.and_then(Format::of_extension);
    match by_extension {
        Some(Format::JsonLines) if has_rules => Some(Format::OpenTelemetry),
        // An export may have this extension, too.
        Some(Format::JsonLines) => by_begin(&begin(), has_rules).or(by_extension),
        None if is_followed && has_rules => Some(Format::OpenTelemetry),
        _ if is_followed => by_extension.or(Some(Format::JsonLines)),
        _ if is_standard => by_begin(&begin(), has_rules),
        _ => by_extension,
    }
}

/// Returns the language of a log with these first bytes if it is read line by line. No multitrace begins like a JSON
/// object.
fn by_begin(bytes: &[u8], has_rules: bool) -> Option<Format> {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    // Exports may be elements of an array.
    let (is_list, text) = match text.strip_prefix(b"[") {
        Some(rest) => (true, rest.trim_ascii_start()),
        None => (false, text),
    };
    let key = text.strip_prefix(b"{")?.trim_ascii_start();
    let is_export = ["\"resourceSpans\"", "\"resourceLogs\"", "\"resourceMetrics\""]
        .iter()
        .any(|name| key.starts_with(name.as_bytes()));
    match (is_export || has_rules, is_list) {
        (true, _) => key.starts_with(b"\"").then_some(Format::OpenTelemetry),
        (false, true) => None,
        (false, false) => key.starts_with(b"\"").then_some(Format::JsonLines),
    }
}
