//! Detection of the language of a log, where the user does not state it.

use language::log::Format;

/// Properties of a log that are known before it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatHints<'a> {
    /// Extension of the file.
    pub extension: Option<&'a str>,
    /// The format that the rules are about, if there are rules.
    pub rules: Option<Format>,
    /// Whether the log is followed.
    pub is_followed: bool,
    /// Whether the log is standard input.
    pub is_standard: bool,
}

/// Returns the language of an input if it is read line by line; `begin` returns the first bytes of the input.
pub fn log_format(hints: FormatHints<'_>, begin: impl FnOnce() -> Vec<u8>) -> Option<Format> {
    let FormatHints { extension, rules, is_followed, is_standard } = hints;
    let by_extension = extension.and_then(Format::of_extension);
    let is_multitrace = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("htf"));
    match (by_extension, rules) {
        (_, Some(Format::Records)) if !is_multitrace => Some(Format::Records),
        (Some(Format::JsonLines), Some(format)) => Some(format),
        // Spans may have this extension, too.
        (Some(Format::JsonLines), None) => Format::of_begin(&begin()).or(by_extension),
        (None, Some(format)) if is_followed => Some(format),
        _ if is_followed => by_extension.or(Some(Format::JsonLines)),
        (_, rules) if is_standard => Format::of_begin(&begin()).map(|found| rules.unwrap_or(found)),
        _ => by_extension,
    }
}
