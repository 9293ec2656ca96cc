//! Suggestions for misspelt names, and shortening of quoted texts.

use kernel::diagnostics::{Code, Diagnostic};
use kernel::source::{Source, Span};
use rustc_hash::FxHashMap;
use strsim::osa_distance;

/// Returns the first of the `known` names that differs from `name` in the fewest letters, if
/// the difference is small enough for a slip: at most one letter in three, and at least one letter is right.
///
/// # Complexity
/// The length of `name` times the lengths of all known names of about the same length.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// Maximum length of a name that is compared: longer names are unlikely to be slips, and comparing them is slow.
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return None;
    }
    let allowed = (name.len() / 3).max(1);
    known
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= allowed)
        .map(|candidate| (osa_distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= allowed && distance < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the advice to write the [`nearest`] of the `known` names, if there is one.
pub(crate) fn meant<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|meant| format!("did you mean `{meant}`?"))
}

/// Returns the diagnostic of an unknown name with the [`nearest`] of the `known` names, if there is one.
pub(crate) fn with_nearest<'a>(
    diagnostic: Diagnostic,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    match nearest(name, known) {
        Some(meant) => diagnostic.did_you_mean(meant),
        None => diagnostic,
    }
}

/// Returns the diagnostic of an unknown name with the [`nearest`] of the `known` names, or with other advice.
pub(crate) fn with_nearest_or<'a>(
    diagnostic: Diagnostic,
    name: &str,
    known: impl Iterator<Item = &'a str>,
    help: impl FnOnce() -> String,
) -> Diagnostic {
    match nearest(name, known) {
        Some(meant) => diagnostic.did_you_mean(meant),
        None => diagnostic.help(help()),
    }
}

/// Returns the report of the first of some parts of a text that is equal to one before it, whatever blanks are in them;
/// long parts are not compared.
pub(crate) fn equal_parts(code: Code, source: &Source, parts: &[Span]) -> Option<Diagnostic> {
    /// Maximum number of bytes of a part that is compared: parts may be nested.
    const LONGEST: usize = 2_000;
    let mut seen: FxHashMap<String, Span> = FxHashMap::default();
    parts.iter().filter(|part| !part.is_empty() && part.len() <= LONGEST).find_map(|&part| {
        let first = seen.insert(source.slice(part).split_whitespace().collect(), part)?;
        let equal = code.at(part, "two alternatives of this choice are equal");
        Some(equal.also(first, "the same as here"))
    })
}

/// Returns the diagnostic of a sign or a word that is missing at a place, before `next`, as messages quote it, with what
/// is missing as advice and as a change. A word belongs at the beginning of what follows it.
pub(crate) fn missing(code: Code, sign: &str, at: usize, next: &str) -> Diagnostic {
    let place = Span::new(at, at);
    let is_word = sign.starts_with(char::is_alphabetic);
    let text = if is_word { format!("{sign} ") } else { sign.to_owned() };
    let diagnostic = code.at(place, format!("expected `{sign}` before {next}"));
    let diagnostic = diagnostic.label(format!("`{sign}` is missing"));
    diagnostic.help(format!("write `{sign}` here")).fix(place, text)
}

/// Returns `a`, `a or b`, `a, b or c`.
pub(crate) fn alternatives(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Returns the text in one line, truncated if it is long.
pub(crate) fn shortened(text: &str) -> String {
    let one_line = |c: char| if c.is_control() { ' ' } else { c };
    let mut characters = text.chars();
    let shown: String = characters.by_ref().take(40).map(one_line).collect();
    if characters.next().is_some() { format!("{shown}...") } else { shown }
}
