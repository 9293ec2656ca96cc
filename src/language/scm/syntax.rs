//! Syntax errors in the words of the language.

use lalrpop_util::ParseError;

use super::builder::Failure;
use super::lexer::{Kind, Place};
use super::mistake::Mistake;
use super::repair::keyword_as_name;
use super::spelling::{nearest, shortened};
use super::token::{KEYWORDS, Token};
use crate::kernel::diagnostics::Diagnostic;
use crate::kernel::source::{Source, Span};

/// Returns what to say about a syntax error, or nothing where the token at fault was reported
/// when it was read.
pub(super) fn diagnostic(source: &Source, error: &Failure<'_>) -> Option<Diagnostic> {
    match error {
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            unexpected(source, Found { at: *start, token: *token, span: start.to(*end) }, expected)
        }
        ParseError::ExtraToken { token: (start, token, end) } => {
            unexpected(source, Found { at: *start, token: *token, span: start.to(*end) }, &[])
        }
        ParseError::UnrecognizedEof { location, expected } => {
            Some(at_end(source, *location, expected))
        }
        ParseError::InvalidToken { .. } | ParseError::User { .. } => None,
    }
}

/// A token that the grammar does not expect where it stands.
struct Found<'input> {
    at: Place,
    token: Token<'input>,
    span: Span,
}

impl Found<'_> {
    fn text<'a>(&self, source: &'a Source) -> &'a str {
        source.slice(self.span)
    }
}

fn unexpected(source: &Source, found: Found<'_>, expected: &[String]) -> Option<Diagnostic> {
    let text = found.text(source);
    let unsupported = match found.token {
        Token::Error => return None,
        Token::Attribute => Some("attributes of arithmetic operators are not supported"),
        Token::Cast => Some("`cast` is not supported"),
        Token::Sqrt => Some("`sqrt` is not supported"),
        Token::Uncontrollable => Some("`uncontrollable` is not supported"),
        _ => None,
    };
    if let Some(message) = unsupported {
        return Some(
            Diagnostic::new(Mistake::UnsupportedWord.code(), found.span, message)
                .label("this word of McScM has no meaning here"),
        );
    }
    let words = words(expected, found.at);
    let list = list(&words);
    let is_name = expects(expected, "NAME") && !expects(expected, "DECIMAL");
    if is_name && found.token.is_keyword() && !expects(expected, "\";\"") {
        return Some(keyword_as_name(text, found.span, &list));
    }
    let end = Span::new(found.at.previous_end as usize, found.at.previous_end as usize);
    // Behind a swallowed `initial : 0` a semicolon is possible too, but never missing.
    let is_missing = expects(expected, "\";\"") && found.at.head != Kind::Initial;
    if is_missing && begins_something(found.token) {
        let before = found.at.previous_end as usize;
        return Some(
            Diagnostic::new(
                Mistake::MissingSemicolon.code(),
                end,
                format!("expected `;` before `{text}`"),
            )
            .label("`;` is missing")
            .help(match before {
                0 => "write `;` here".to_owned(),
                _ => format!("write `;` after `{}`", last_word(&source.text()[..before])),
            }),
        );
    }
    let list = if list.is_empty() { "the end of the file".to_owned() } else { list };
    let mut diagnostic = Diagnostic::new(
        Mistake::Syntax.code(),
        found.span,
        format!("expected {list}, found `{}`", shortened(text)),
    )
    .label("unexpected");
    if let Some(hint) = hint(source, &found, expected) {
        diagnostic = diagnostic.help(hint);
    }
    Some(diagnostic)
}

fn at_end(source: &Source, place: Place, expected: &[String]) -> Diagnostic {
    let end = source.text().trim_end().len().max(place.offset as usize);
    let list = list(&words(expected, place));
    let diagnostic = Diagnostic::new(
        Mistake::Syntax.code(),
        Span::new(end, end),
        if source.text().trim().is_empty() {
            "the file is empty, expected `scm`".to_owned()
        } else {
            format!("expected {list}, found the end of the file")
        },
    )
    .label("the file ends here");
    if source.text().trim().is_empty() {
        diagnostic.help("`scm-check generate ring` writes a model to begin with")
    } else {
        diagnostic
    }
}

fn expects(expected: &[String], terminal: &str) -> bool {
    expected.iter().any(|name| name == terminal)
}

/// Tells whether a token begins a declaration, a transition, a state or a section.
fn begins_something(token: Token<'_>) -> bool {
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

/// Returns the expected tokens as people call them, each once, in a fixed order.
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
        Kind::Scm => &["nb_channels"],
        Kind::NbChannels => &["lossy", "parameters"],
        Kind::Lossy => &["parameters"],
        Kind::Parameters | Kind::Sort => &["automaton"],
        Kind::BadStates | Kind::In | Kind::With | Kind::AutomatonInside => &[],
        _ => &["automaton", "bad_states"],
    }
}

/// Returns what a name means behind a token and a keyword.
pub(super) fn what_name(previous: Kind, head: Kind) -> &'static str {
    match (previous, head) {
        (Kind::Scm, _) => "the name of the system",
        (Kind::Automaton | Kind::AutomatonInside, _) => "the name of an automaton",
        (Kind::Direction, _) => "a message",
        (Kind::Sort, _) => "a name",
        (_, Kind::With) => "a variable",
        _ => "a name",
    }
}

/// Returns what a number means at a place.
fn what_number(place: Place) -> &'static str {
    match place.head {
        Kind::NbChannels => "the number of channels",
        Kind::Lossy | Kind::When => "a channel number",
        Kind::Initial | Kind::State | Kind::To | Kind::In => "a state number",
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

/// Returns advice for mistakes that are made often.
fn hint(source: &Source, found: &Found<'_>, expected: &[String]) -> Option<String> {
    let text = found.text(source);
    let next = source.text()[found.span.end()..].chars().next();
    let place = found.at;
    let before = &source.text()[place.previous_end as usize..found.span.start()];
    let begins_line = before.contains(['\n', '\r']);
    let hint = match found.token {
        Token::Equals | Token::Equal
            if expects(expected, "\":\"") && !expects(expected, "\"=\"") =>
        {
            format!("write `:` instead of `{text}`")
        }
        Token::Equal if expects(expected, "\"=\"") => "write `=` instead of `==`".to_owned(),
        Token::Equals if expects(expected, "\"==\"") => match next {
            Some('<') => "write `<=` instead of `=<`".to_owned(),
            Some('>') => "write `>=` instead of `=>`".to_owned(),
            _ => "equality is written `==`".to_owned(),
        },
        Token::Colon if expects(expected, "\"=\"") => "an assignment is written `=`".to_owned(),
        Token::Greater if place.previous == Kind::Less => "inequality is written `!=`".to_owned(),
        Token::Bar if next == Some('|') => "disjunction is written `or`".to_owned(),
        Token::Bang if expects(expected, "\"not\"") => "negation is written `not`".to_owned(),
        Token::Minus if next == Some('-') => "comments begin with `//`".to_owned(),
        Token::Minus if expects(expected, "INTEGER") => "numbers are not negative here".to_owned(),
        Token::Times if next == Some('/') => "no comment is open here".to_owned(),
        Token::Times if expects(expected, "\"^*\"") => "repetition is written `^*`".to_owned(),
        Token::Plus if expects(expected, "\"^+\"") => {
            "repetition is written `^+`, alternatives are separated by `|`".to_owned()
        }
        Token::Open if next == Some('*') => "comments are written `/* */`".to_owned(),
        Token::Semicolon if place.head == Kind::Lossy => "`lossy` ends without `;`".to_owned(),
        Token::Semicolon if expects(expected, "\"(\"") && place.previous == Kind::Close => {
            "`bad_states` ends without `;`".to_owned()
        }
        Token::Comma if place.previous == Kind::Close => {
            "specifications follow each other without commas".to_owned()
        }
        Token::Comma if expects(expected, "\";\"") && place.head == Kind::Sort => {
            "each declaration has its own sort: `int a ; int b ;`".to_owned()
        }
        Token::Open if expects(expected, "\")\"") && begins_line => {
            "close the specification before this one by `)`".to_owned()
        }
        Token::Name(_) | Token::Hash | Token::Open | Token::Underscore
            if expects(expected, "\"^*\"") =>
        {
            "write `.` between parts that follow each other".to_owned()
        }
        Token::Hash => "comments begin with `//`".to_owned(),
        Token::Integer(_) if expects(expected, "\"and\"") && place.head == Kind::When => {
            "a comma stands between condition and action".to_owned()
        }
        Token::True | Token::False if expects(expected, "INTEGER") => {
            "the condition comes first: `when true , 0 ! m`".to_owned()
        }
        Token::Integer(_) if place.head == Kind::Initial && expects(expected, "\",\"") => {
            "several initial states are separated by commas".to_owned()
        }
        Token::Integer(_) if expects(expected, "\"when\"") => {
            "the condition comes first: `when true , 0 ! m`".to_owned()
        }
        Token::Integer(_) if place.previous == Kind::Sort => {
            "names begin with a letter or `_`".to_owned()
        }
        Token::Integer(_) if expects(expected, "\"to\"") => {
            "a transition is written `to 1 : when true , 0 ! m ;`".to_owned()
        }
        Token::Bang | Token::Query if expects(expected, "\"+\"") && place.head == Kind::When => {
            "the condition comes first: `when true , 0 ! m`".to_owned()
        }
        Token::Name(_) if expects(expected, "INTEGER") && place.head == Kind::When => {
            "channels are numbers: `0 ! m` sends to channel 0".to_owned()
        }
        Token::Name(_) | Token::Minus if expects(expected, "\"!\"") => {
            "sending is written `0 ! m`, receiving `0 ? m`".to_owned()
        }
        Token::Minus | Token::Dot
            if place.previous == Kind::Name && !expects(expected, "\"+\"") =>
        {
            "names consist of ASCII letters, digits and `_`".to_owned()
        }
        Token::Semicolon | Token::Comma
            if expects(expected, "\")\"") && !expects(expected, "\";\"") =>
        {
            "close the parenthesis by `)`".to_owned()
        }
        Token::Name(_) if place.previous == Kind::Scm || expects(expected, "\"scm\"") => {
            return keyword_hint(text, expected)
                .or_else(|| Some("a model begins with `scm` and its name".to_owned()));
        }
        _ if expects(expected, "\"scm\"") => "a model begins with `scm` and its name".to_owned(),
        Token::Name(name) => return keyword_hint(name, expected),
        Token::Initial if expects(expected, "\"to\"") || expects(expected, "\"automaton\"") => {
            "`initial` stands once, before the first state".to_owned()
        }
        Token::Automaton | Token::AutomatonInside
            if expects(expected, "\"(\"") && !expects(expected, "\"true\"") =>
        {
            "each specification stands in parentheses".to_owned()
        }
        Token::Int | Token::Real
            if expects(expected, "\"to\"") || expects(expected, "\"state\"") =>
        {
            "variables are declared before `initial`".to_owned()
        }
        Token::Integer(_) if place.previous == Kind::Comma && place.head == Kind::With => {
            "the action comes before `with`".to_owned()
        }
        _ => return None,
    };
    Some(hint)
}

/// Returns advice where a name looks like a keyword that is expected.
fn keyword_hint(name: &str, expected: &[String]) -> Option<String> {
    let keywords =
        || KEYWORDS.iter().copied().filter(|word| expects(expected, &format!("\"{word}\"")));
    let glued = keywords().find(|word| {
        name.strip_prefix(word).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    });
    if let Some(keyword) = glued {
        return Some(format!("write a blank after `{keyword}`"));
    }
    let lower = name.to_ascii_lowercase();
    nearest(&lower, keywords()).map(|keyword| format!("did you mean `{keyword}`?"))
}
