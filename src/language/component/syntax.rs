//! Messages about syntax errors in the terms of the language.

use lalrpop_util::ParseError;

use super::codes;
use super::token::{Token, keywords};
use crate::reading::{Failure, TokenBound, alternatives, missing, nearest, shortened, terminals};
use kernel::diagnostics::{Code, Diagnostic};
use kernel::source::{Source, Span};

/// Returns the diagnostic of a syntax error; `None` if the token at fault was reported when it was read.
pub(super) fn diagnostic(source: &Source, error: &Failure<Token>) -> Option<Diagnostic> {
    match error {
        ParseError::UnrecognizedToken { token, expected } => {
            let (start, token, end) = *token;
            let expected = &terminals(expected);
            Unexpected { source, token, start, span: start.to(end), expected }.report()
        }
        ParseError::UnrecognizedEof { location, expected } => {
            Some(at_end(source, *location, &terminals(expected)))
        }
        ParseError::ExtraToken { .. }
        | ParseError::InvalidToken { .. }
        | ParseError::User { .. } => None,
    }
}

fn at_end(source: &Source, place: TokenBound<Token>, expected: &[&str]) -> Diagnostic {
    let at = Span::new(place.offset as usize, place.offset as usize);
    if source.text().trim().is_empty() {
        let empty = codes::SYNTAX.at(at, "the file is empty, expected `package`");
        return empty.help("a file begins with `package` and its name");
    }
    let message =
        format!("expected {}, found the end of the file", alternatives(&words(expected, place)));
    codes::SYNTAX.at(at, message).label("the file ends here")
}

/// A token that the grammar does not expect where it stands.
struct Unexpected<'a> {
    source: &'a Source,
    token: Token,
    start: TokenBound<Token>,
    span: Span,
    /// The names of the terminals that the grammar expects.
    expected: &'a [&'a str],
}

impl Unexpected<'_> {
    fn report(&self) -> Option<Diagnostic> {
        if self.token == Token::Error {
            return None;
        }
        if let Some((code, message, help)) = self.refused() {
            return Some(code.at(self.span, message).label("refused").help(help));
        }
        let text = self.source.slice(self.span);
        if self.expects(";") && self.begins_statement() {
            let found = format!("`{text}`");
            let at = self.start.previous_end as usize;
            return Some(missing(codes::MISSING_SEMICOLON, ";", at, &found));
        }
        if text.is_empty() && self.token.is_keyword() {
            // An `end` that stands for a missing one, which has been reported.
            return None;
        }
        let words = words(self.expected, self.start);
        if self.token.is_keyword()
            && self.expects("NAME")
            && !self.token.begins_declaration()
            && words.len() == 1
        {
            return Some(keyword_as_name(text, self.span, &alternatives(&words)));
        }
        let expected = match alternatives(&words) {
            list if list.is_empty() => "the end of the file".to_owned(),
            list => list,
        };
        let message = format!("expected {expected}, found `{}`", shortened(text));
        let diagnostic = codes::SYNTAX.at(self.span, message).label("unexpected");
        Some(match self.advice() {
            Some(Advice::Word(word)) => diagnostic.did_you_mean(word),
            Some(Advice::Text(text)) => diagnostic.help(text),
            None => diagnostic,
        })
    }

    fn expects(&self, terminal: &str) -> bool {
        self.expected.contains(&terminal)
    }

    fn begins_statement(&self) -> bool {
        matches!(self.token, Token::Name | Token::CloseBrace | Token::If | Token::Fi | Token::Else)
    }

    /// Returns the code, the message and the advice of a construct that is refused by name.
    fn refused(&self) -> Option<(Code, String, &'static str)> {
        let text = self.source.slice(self.span);
        let named = |code: Code, what: &str, help: &'static str| {
            Some((code, format!("{what} not supported"), help))
        };
        if self.start.previous == Token::Extern {
            return match self.token {
                Token::Data | Token::Type => named(
                    codes::EXTERN_TYPE,
                    "extern types are",
                    "the types are `int`, `bool`, `float` and `string`",
                ),
                Token::Port | Token::PortType => named(
                    codes::EXTERNAL_PORT,
                    "external ports are",
                    "let an atom stand for what is outside",
                ),
                Token::Name if text == "operator" => named(
                    codes::EXTERN_OPERATOR,
                    "extern operators are",
                    "the operators are those of `int`, `bool`, `float` and `string`",
                ),
                _ => None,
            };
        }
        if self.token != Token::Name || self.expects("NAME") && self.start.previous != Token::Start
        {
            return None;
        }
        match text {
            "timed" | "when" | "resume" | "clock" | "reset" | "delayable" | "eager" | "lazy" => {
                let what = format!("`{text}` belongs to clocks, which are");
                named(
                    codes::TIMED,
                    &what,
                    "time is not modelled: leave clocks and their conditions out",
                )
            }
            "invariant" => named(
                codes::INVARIANT,
                "an `invariant` is",
                "state it as a property: `//# property NAME = G(w1.x <= 3)`",
            ),
            "external" => named(
                codes::EXTERNAL_PORT,
                "external ports are",
                "let an atom stand for what is outside",
            ),
            _ => None,
        }
    }

    fn advice(&self) -> Option<Advice> {
        let text = self.source.slice(self.span);
        let next = self.source.text()[self.span.end()..].chars().next();
        let advice = match (self.token, self.start.previous) {
            (Token::Type, _) => "write the two words together: `atom type`",
            (Token::Atom | Token::Compound, _) => {
                "a type is declared by `atom type` or `compound type`"
            }
            (Token::Plus | Token::Minus | Token::Times | Token::Divide, _) if self.expects("=") => {
                "an assignment is written `x = x + 1;`"
            }
            (Token::Assign, _) if self.expects("==") => "equality is written `==`",
            (Token::Semicolon, Token::Fi) => "`fi` ends without `;`",
            (Token::Semicolon, _) if !self.expects(";") && self.start.head != Token::Do => {
                "declarations end without `;`"
            }
            (Token::OpenBrace, Token::Then | Token::Else | Token::Close)
                if self.start.head != Token::Do =>
            {
                "a condition is written `if (x > 0) then y = 1; else y = 2; fi`"
            }
            (Token::And | Token::Or, _)
                if self.start.previous == Token::Close && self.start.head == Token::Provided =>
            {
                "the whole condition stands in parentheses: `provided (x > 0 && y > 0)`"
            }
            (Token::Name, _) if next == Some('\'') => {
                "a trigger is marked behind its name: `define p' q`"
            }
            (Token::Name, _) => {
                let words = keywords().filter(|word| self.expects(word));
                return nearest(&text.to_ascii_lowercase(), words).map(Advice::Word);
            }
            _ => return None,
        };
        Some(Advice::Text(advice))
    }
}

/// Returns the report of a reserved word in place of `expected`.
pub(super) fn keyword_as_name(text: &str, span: Span, expected: &str) -> Diagnostic {
    let message = format!("`{text}` is a reserved word, expected {expected}");
    let help = format!("choose another name, `{text}_1` for instance");
    codes::KEYWORD_AS_NAME.at(span, message).label("a reserved word").help(help)
}

/// What to write instead.
enum Advice {
    Word(&'static str),
    Text(&'static str),
}

/// Returns the expected tokens in plain words, each once, in a fixed order.
fn words(expected: &[&str], place: TokenBound<Token>) -> Vec<String> {
    const OPERATORS: [&str; 19] = [
        "||", "&&", "|", "^", "&", "==", "!=", "<", "<=", ">", ">=", "<<", ">>", "+", "-", "*",
        "/", "%", "?",
    ];
    const VALUES: [&str; 11] =
        ["NAME", "INTEGER", "DECIMAL", "TEXT", "true", "false", "(", "-", "!", "~", "+"];
    const DECLARATIONS: [&str; 7] =
        ["port type", "atom type", "compound type", "connector type", "const", "extern", "use"];
    let has = |name: &str| expected.contains(&name);
    let is_value = has("INTEGER");
    let has_operators = !is_value && has("*") && has("||");
    let mut words = Vec::new();
    let mut add = |word: String| {
        if !words.contains(&word) {
            words.push(word);
        }
    };
    if is_value {
        add("a value".to_owned());
    }
    // The beginnings of all declarations, and of all parts, are one word each.
    let declarations = has("port type") && has("atom type");
    let parts = has("data") && has("export") && has("end")
        || has("component") && has("end")
        || has("define") && has("end");
    for &name in expected {
        let word = match name {
            value if is_value && VALUES.contains(&value) => continue,
            sign if has_operators && OPERATORS.contains(&sign) => continue,
            "." if has_operators || has("NAME") || has("=") => continue,
            "unknown" | "atom" | "compound" => continue,
            "NAME" => what_name(place).to_owned(),
            word if declarations && DECLARATIONS.contains(&word) => "a declaration".to_owned(),
            "component" | "connector" | "data" | "define" | "export" | "initial" | "internal"
            | "on" | "place" | "port" | "priority"
                if parts =>
            {
                "a part of the type".to_owned()
            }
            other => format!("`{other}`"),
        };
        add(word);
    }
    if has_operators {
        add("an operator".to_owned());
    }
    words
}

/// Returns the kind of a name behind a token and a keyword.
fn what_name(place: TokenBound<Token>) -> &'static str {
    match (place.previous, place.head) {
        (Token::Package | Token::Use, _) => "the name of a package",
        (Token::PortType | Token::AtomType | Token::ConnectorType | Token::CompoundType, _) => {
            "the name of the type"
        }
        (Token::Data | Token::Component | Token::Connector | Token::Port, _) => "a type",
        (Token::Function, _) => "a type or the name of the function",
        (Token::From | Token::To | Token::Place, _) => "a place",
        (Token::On, _) | (_, Token::On | Token::Define) => "a port",
        _ => "a name",
    }
}
