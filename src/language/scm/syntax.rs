//! Messages about syntax errors in the terms of the language.

use lalrpop_util::ParseError;

use super::advice::Slip;
use super::builder::Failure;
use super::codes;
use super::lexer::Place;
use super::repair::keyword_as_name;
use super::token::Token;
use crate::reading::shortened;
use kernel::diagnostics::Diagnostic;
use kernel::source::{Source, Span};

/// Returns the diagnostic of a syntax error; `None` if the token at fault was reported
/// when it was read.
pub(super) fn diagnostic(source: &Source, error: &Failure) -> Option<Diagnostic> {
    match error {
        ParseError::UnrecognizedToken { token, expected } => unexpected(source, *token, expected),
        ParseError::ExtraToken { token } => unexpected(source, *token, &[]),
        ParseError::UnrecognizedEof { location, expected } => {
            Some(at_end(source, *location, expected))
        }
        ParseError::InvalidToken { .. } | ParseError::User { .. } => None,
    }
}

/// Reports a token that the grammar does not expect where it stands.
fn unexpected(
    source: &Source,
    (place, token, end): (Place, Token, Place),
    expected: &[String],
) -> Option<Diagnostic> {
    let span = place.to(end);
    let text = source.slice(span);
    let unsupported = match token {
        Token::Error => return None,
        Token::Attribute => Some("attributes of arithmetic operators are not supported"),
        Token::Cast => Some("`cast` is not supported"),
        Token::Sqrt => Some("`sqrt` is not supported"),
        Token::Uncontrollable => Some("`uncontrollable` is not supported"),
        _ => None,
    };
    if let Some(message) = unsupported {
        return Some(
            codes::UNSUPPORTED_WORD
                .at(span, message)
                .label("this word of McScM has no meaning here"),
        );
    }
    let words = words(expected, place);
    let list = list(&words);
    let is_name = expects(expected, "NAME") && !expects(expected, "DECIMAL");
    if is_name && token.is_keyword() && !expects(expected, "\";\"") {
        return Some(keyword_as_name(text, span, &list));
    }
    let end = Span::new(place.previous_end as usize, place.previous_end as usize);
    // Behind a swallowed `initial : 0` a semicolon is possible too, but never missing.
    let is_missing = expects(expected, "\";\"") && place.head != Token::Initial;
    if is_missing && begins_something(token) {
        let before = place.previous_end as usize;
        return Some(
            codes::MISSING_SEMICOLON
                .at(end, format!("expected `;` before `{text}`"))
                .label("`;` is missing")
                .help(match before {
                    0 => "write `;` here".to_owned(),
                    _ => format!("write `;` after `{}`", last_word(&source.text()[..before])),
                }),
        );
    }
    let list = if list.is_empty() { "the end of the file".to_owned() } else { list };
    let mut diagnostic = codes::SYNTAX
        .at(span, format!("expected {list}, found `{}`", shortened(text)))
        .label("unexpected");
    let slip = Slip {
        token,
        text,
        place,
        next: source.text()[span.end()..].chars().next(),
        begins_line: source.text()[end.end()..span.start()].contains(['\n', '\r']),
        expected,
    };
    if let Some(advice) = slip.advice() {
        diagnostic = diagnostic.help(advice);
    }
    Some(diagnostic)
}

fn at_end(source: &Source, place: Place, expected: &[String]) -> Diagnostic {
    let end = source.text().trim_end().len().max(place.offset as usize);
    let list = list(&words(expected, place));
    let is_empty = source.text().trim().is_empty();
    let message = if is_empty {
        "the file is empty, expected `scm`".to_owned()
    } else {
        format!("expected {list}, found the end of the file")
    };
    let diagnostic = codes::SYNTAX.at(Span::new(end, end), message).label("the file ends here");
    if is_empty {
        return diagnostic.help("`scm-check generate ring` writes a model to begin with");
    }
    diagnostic
}

fn expects(expected: &[String], terminal: &str) -> bool {
    expected.iter().any(|name| name == terminal)
}

/// Returns `true` if a token begins a declaration, a transition, a state or a section.
fn begins_something(token: Token) -> bool {
    matches!(
        token,
        Token::To
            | Token::State
            | Token::Automaton
            | Token::BadStates
            | Token::Threshold
            | Token::Parameters
            | Token::Lossy
            | Token::Initial
            | Token::Int
            | Token::Real
    )
}

/// Returns the expected tokens in plain words, each once, in a fixed order.
fn words(expected: &[String], place: Place) -> Vec<String> {
    const OPERATORS: [&str; 13] =
        ["or", "and", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%"];
    const VALUES: [&str; 5] = ["NAME", "INTEGER", "DECIMAL", "true", "not"];
    let bare: Vec<&str> = expected.iter().map(|name| name.trim_matches('"')).collect();
    let has = |name: &str| bare.contains(&name);
    let mut words = Vec::new();
    let is_value = VALUES.iter().all(|name| has(name)) || (has("NAME") && has("DECIMAL"));
    if is_value {
        words.push(if has("not") { "a condition" } else { "a value" }.to_owned());
    }
    let operators = !is_value && has("+") && has("*");
    for &name in &bare {
        let word = match name {
            "NAME" | "INTEGER" | "DECIMAL" | "true" | "false" | "not" | "(" | "-" if is_value => {
                continue;
            }
            operator if operators && OPERATORS.contains(&operator) => continue,
            section if SECTIONS.contains(&section) => continue,
            "state" if has("initial") => continue,
            "NAME" if has("#") => "a message".to_owned(),
            "NAME" => what_name(place.previous, place.head).to_owned(),
            "INTEGER" => what_number(place).to_owned(),
            "DECIMAL" => "a number".to_owned(),
            "inner automaton" => "`automaton`".to_owned(),
            "unknown" | "attribute" | "line comment" | "block comment" | "cast" | "sqrt"
            | "uncontrollable" => continue,
            other => format!("`{other}`"),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if operators {
        words.push("an operator".to_owned());
    }
    if SECTIONS.iter().all(|section| has(section)) && !has("initial") {
        words.extend(next_sections(place).iter().map(|section| format!("`{section}`")));
    }
    words
}

/// The keywords that open sections. The grammar takes them in any order.
const SECTIONS: [&str; 6] =
    ["nb_channels", "lossy", "parameters", "automaton", "threshold", "bad_states"];

/// Returns the sections that may come next where a section may come.
fn next_sections(place: Place) -> &'static [&'static str] {
    match place.head {
        Token::Scm => &["nb_channels"],
        Token::NbChannels => &["lossy", "parameters"],
        Token::Lossy => &["parameters"],
        Token::Parameters | Token::Int | Token::Real => &["automaton"],
        Token::BadStates | Token::In | Token::With | Token::AutomatonInside => &[],
        _ => &["automaton", "bad_states"],
    }
}

/// Returns the kind of a name behind a token and a keyword.
pub(super) fn what_name(previous: Token, head: Token) -> &'static str {
    match (previous, head) {
        (Token::Scm, _) => "the name of the system",
        (Token::Automaton | Token::AutomatonInside, _) => "the name of an automaton",
        (Token::Bang | Token::Query, _) => "a message",
        (Token::Int | Token::Real, _) => "a name",
        (_, Token::With) => "a variable",
        _ => "a name",
    }
}

/// Returns the kind of a number at a place.
fn what_number(place: Place) -> &'static str {
    match place.head {
        Token::NbChannels => "the number of channels",
        Token::Lossy | Token::When | Token::With => "a channel number",
        Token::Initial | Token::State | Token::To | Token::In => "a state number",
        _ => "a number",
    }
}

/// Returns `a`, `a or b`, `a, b or c`.
pub(super) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn last_word(text: &str) -> &str {
    let start = text.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| {
        // A text that ends in something else than a word shows that character.
        let next = at + text[at..].chars().next().map_or(0, char::len_utf8);
        if next == text.len() { at } else { next }
    });
    let word = &text[start..];
    if word.len() > 40 { "the line before" } else { word }
}
