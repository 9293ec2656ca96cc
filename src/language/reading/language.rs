//! Texts in another language than the expected one.

use super::codes;
use crate::kinds::{Language, beginning, unread};
use kernel::diagnostics::Diagnostic;
use kernel::source::{Source, Span};

/// Advice about JSON.
const JSON: &str = "logs in JSON are read, and automata";

/// Endings of files that are no models, whatever words they have.
const OTHER_ENDINGS: [&str; 16] = [
    "csv", "tsv", "jsonl", "ndjson", "log", "xml", "bpmn", "html", "yaml", "yml", "toml", "md",
    "py", "rs", "go", "java",
];

/// Returns the report of a text with errors that begins as those of another language than the `expected` ones, or that is
/// in no language that is known; `None` if it may be in one of these.
pub(crate) fn foreign(source: &Source, expected: &[&str]) -> Option<Diagnostic> {
    let wanted = expected.first()?;
    let (first, name, help) = match unread(source) {
        // Its reader names other diagrams of Mermaid.
        Some((first, &(_, _, name, advice)))
            if !(*wanted == "Mermaid" && name.ends_with("of Mermaid")) =>
        {
            (first, name, advice.to_owned())
        }
        _ => match beginning(source) {
            Some((first, language)) => {
                (first, language.name, format!("such files are called {}", language.files()))
            }
            None => match json(source) {
                Some(first) => (first, "JSON", JSON.to_owned()),
                None => return unknown(source, expected),
            },
        },
    };
    if expected.contains(&name) {
        return unknown(source, expected);
    }
    let message = format!("expected the language {wanted}, found {name}");
    Some(codes::OTHER_LANGUAGE.at(word(source, first), message).help(help))
}

/// Returns the report of a text that is in no language that is known; `None` if its ending or its words are those of an
/// expected one.
fn unknown(source: &Source, expected: &[&str]) -> Option<Diagnostic> {
    let name = source.name();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let languages = || expected.iter().filter_map(|name| Language::named(name));
    let text = source.text().trim_start_matches('\u{feff}').trim_start();
    let is_other = OTHER_ENDINGS.contains(&ending);
    let is_meant = |language: &Language| {
        language.endings.contains(&ending) || !is_other && language.is_meant_in(source.text())
    };
    if languages().next().is_none() || languages().any(is_meant) || text.is_empty() {
        return None;
    }
    let files: Vec<String> = languages().map(Language::files).collect();
    let message = match ending {
        "csv" | "tsv" => format!("expected the language {}, found a table", expected[0]),
        "jsonl" | "ndjson" => format!("expected the language {}, found JSON lines", expected[0]),
        _ => format!("this is not in the language {}, nor in another that is known", expected[0]),
    };
    let help = format!("files in it are called {}", files.join(", "));
    Some(codes::OTHER_LANGUAGE.at(word(source, text), message).help(help))
}

/// Returns a text that seems to be JSON.
fn json(source: &Source) -> Option<&str> {
    let text = source.text().trim_start_matches('\u{feff}').trim_start();
    let inside = text.strip_prefix('[').map_or(text, str::trim_start).strip_prefix('{')?;
    inside.trim_start().starts_with('"').then_some(text)
}

/// Returns the place of the first word of a rest of a text.
fn word(source: &Source, rest: &str) -> Span {
    let start = rest.as_ptr() as usize - source.text().as_ptr() as usize;
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    Span::new(start, start + length)
}
