//! Messages about syntax errors in the terms of the language.

use lalrpop_util::ParseError;

use super::advice::UnexpectedToken;
use super::codes;
use super::repair::{keyword_as_name, what_name};
use super::token::Token;
use crate::reading::{BoundedToken, Failure, TokenBound, alternatives, shortened, terminals};
use kernel::diagnostics::{Diagnostic, Remedy};
use kernel::source::{Source, Span};

/// Returns the diagnostic of a syntax error; `None` if the token at fault was reported
/// when it was read.
pub(super) fn diagnostic(source: &Source, error: &Failure<Token>) -> Option<Diagnostic> {
    match error {
        ParseError::UnrecognizedToken { token, expected } => {
            unexpected(source, *token, &terminals(expected))
        }
        ParseError::ExtraToken { token } => unexpected(source, *token, &[]),
        ParseError::UnrecognizedEof { location, expected } => {
            Some(at_end(source, *location, &terminals(expected)))
        }
        ParseError::InvalidToken { .. } | ParseError::User { .. } => None,
    }
}

/// Reports a token that the grammar does not expect where it stands.
fn unexpected(
    source: &Source,
    (place, token, end): BoundedToken<Token>,
    expected: &[&str],
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
        let unsupported = codes::UNSUPPORTED_WORD.at(span, message);
        return Some(unsupported.label("this word of McScM has no meaning here"));
    }
    let words = words(expected, place);
    let list = alternatives(&words);
    let expects = |terminal: &str| expected.contains(&terminal);
    let is_name = expects("NAME") && !expects("DECIMAL");
    if is_name && token.is_keyword() && !expects(";") {
        return Some(keyword_as_name(text, span, &list));
    }
    let (before, behind) = source.text().split_at(place.previous_end as usize);
    // Behind a swallowed `initial : 0` a semicolon is possible too, but never missing.
    if expects(";") && place.head != Token::Initial && begins_something(token) {
        let end = Span::new(before.len(), before.len());
        let help = match before {
            "" => "write `;` here".to_owned(),
            _ => format!("write `;` after `{}`", last_word(before)),
        };
        let missing = codes::MISSING_SEMICOLON.at(end, format!("expected `;` before `{text}`"));
        return Some(missing.label("`;` is missing").help(help));
    }
    let message = format!("expected {list}, found `{}`", shortened(text));
    if list == "`:`" && token.is_keyword() {
        let end = Span::new(before.len(), before.len());
        let help = format!("write `:` after `{}`", last_word(before));
        let wrong = codes::SYNTAX.at(span, message).label("unexpected");
        return Some(wrong.help(help).fix(end, " :"));
    }
    let list = if list.is_empty() { "the end of the file".to_owned() } else { list };
    let slip = UnexpectedToken {
        token,
        text,
        place,
        next: source.text()[span.end()..].chars().next(),
        begins_line: behind[..span.start() - before.len()].contains(['\n', '\r']),
        expected,
    };
    let message = format!("expected {list}, found `{}`", shortened(text));
    Some(codes::SYNTAX.at(span, message).label("unexpected").help_if(slip.advice()))
}

fn at_end(source: &Source, place: TokenBound<Token>, expected: &[&str]) -> Diagnostic {
    let end = source.text().trim_end().len().max(place.offset as usize);
    let at = |message| codes::SYNTAX.at(Span::new(end, end), message).label("the file ends here");
    if source.text().trim().is_empty() {
        return at("the file is empty, expected `scm`".to_owned()).remedy(Remedy::Template);
    }
    let list = alternatives(&words(expected, place));
    at(format!("expected {list}, found the end of the file"))
}

/// Returns `true` if a token begins a declaration, a transition, a state or a section.
fn begins_something(token: Token) -> bool {
    let is_section = Token::SECTIONS.contains(&token) && token != Token::NbChannels;
    is_section || token.is_sort() || matches!(token, Token::To | Token::State | Token::Initial)
}

/// Returns the expected tokens in plain words, each once, in a fixed order.
fn words(expected: &[&str], place: TokenBound<Token>) -> Vec<String> {
    const OPERATORS: [&str; 13] =
        ["or", "and", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%"];
    const VALUES: [&str; 5] = ["NAME", "INTEGER", "DECIMAL", "true", "not"];
    let sections = Token::SECTIONS.map(Token::word);
    let has = |name: &str| expected.contains(&name);
    let mut words = Vec::new();
    let is_value = VALUES.iter().all(|name| has(name)) || (has("NAME") && has("DECIMAL"));
    if is_value {
        words.push(if has("not") { "a condition" } else { "a value" }.to_owned());
    }
    let operators = !is_value && has("+") && has("*");
    for &name in expected {
        let word = match name {
            "NAME" | "INTEGER" | "DECIMAL" | "true" | "false" | "not" | "(" | "-" if is_value => {
                continue;
            }
            operator if operators && OPERATORS.contains(&operator) => continue,
            section if sections.contains(&section) => continue,
            "state" if has("initial") => continue,
            "NAME" if has("#") => "a message".to_owned(),
            "NAME" => what_name(place.previous, place.head).to_owned(),
            "INTEGER" => what_number(place).to_owned(),
            "DECIMAL" => "a number".to_owned(),
            "inner automaton" => "`automaton`".to_owned(),
            "unknown" | "attribute" | "line comment" | "block comment" | "cast" | "sqrt"
            | "uncontrollable" | "usual transition" | "state head" => continue,
            other => format!("`{other}`"),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if operators {
        words.push("an operator".to_owned());
    }
    // The grammar takes sections in any order.
    if sections.iter().all(|section| has(section)) && !has("initial") {
        words.extend(next_sections(place).iter().map(|section| format!("`{}`", section.word())));
    }
    words
}

/// Returns the sections that may come next where a section may come.
fn next_sections(place: TokenBound<Token>) -> &'static [Token] {
    match place.head {
        Token::Scm => &[Token::NbChannels],
        Token::NbChannels => &[Token::Lossy, Token::Parameters],
        Token::Lossy => &[Token::Parameters],
        Token::Parameters | Token::Int | Token::Real => &[Token::Automaton],
        Token::BadStates | Token::In | Token::With | Token::AutomatonInside => &[],
        _ => &[Token::Automaton, Token::BadStates],
    }
}

/// Returns the kind of a number at a place.
fn what_number(place: TokenBound<Token>) -> &'static str {
    match place.head {
        Token::NbChannels => "the number of channels",
        Token::Lossy | Token::When | Token::With => "a channel number",
        Token::Initial | Token::State | Token::To | Token::In => "a state number",
        _ => "a number",
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
