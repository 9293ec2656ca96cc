//! Tokens of signatures, interactions and multitraces.

use super::codes;
use crate::reading::{missing, shortened};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::trace::INTERNAL;

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Letters, digits and underscores.
    Word,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Comma,
    Semicolon,
    Dot,
    Bang,
    Query,
    At,
    Hash,
    Bar,
    Less,
    Greater,
    /// `--`, behind the origin of an arrow.
    Dashes,
    /// `->`, before the target of an arrow.
    Arrow,
    /// The sign of the empty set.
    Nothing,
    /// Characters that were reported when they were read.
    Unknown,
    /// The end of the text.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// A text as tokens; the last one is the end.
#[derive(Debug)]
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) comments: Vec<Span>,
}

/// Splits a text into tokens; unknown characters are reported.
///
/// # Complexity
/// Linear in the text.
pub(crate) fn lex(source: &Source, sink: &mut Sink) -> Lexed {
    let text = source.text();
    let mut lexed = Lexed { tokens: Vec::new(), comments: Vec::new() };
    // Some editors begin a file with a byte order mark.
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if let Some(inside) = rest.strip_prefix("/*") {
            let end = inside.find("*/").map(|length| at + 2 + length + 2);
            if end.is_none() {
                let message = "this comment does not end";
                let place = Span::new(at, at + 2);
                sink.push(codes::UNTERMINATED.at(place, message).help("a comment ends with `*/`"));
            }
            let end = end.unwrap_or(text.len());
            lexed.comments.push(Span::new(at, end));
            at = end;
            continue;
        }
        let (kind, length) = token(rest, first);
        let span = Span::new(at, at + length);
        if first == ':'
            && let Some(end) = colon_message(source, &mut lexed.tokens, at, sink)
        {
            at = end;
            continue;
        }
        if let Some((advice, fix)) = complaint(kind, &rest[..length]) {
            let message = format!("unknown characters `{}`", shortened(&rest[..length]));
            let diagnostic = codes::UNKNOWN_CHARACTERS.at(span, message);
            let diagnostic = match advice {
                "" => diagnostic.label("these belong to no sign of the language"),
                advice => diagnostic.help(advice),
            };
            sink.push(if fix.is_empty() { diagnostic } else { diagnostic.fix(span, fix) });
        }
        lexed.tokens.push(Token { kind, span });
        at += length;
    }
    lexed.tokens.push(Token { kind: Kind::End, span: Span::new(text.len(), text.len()) });
    lexed
}

/// Returns the kind and the length of the token that `rest` begins with.
fn token(rest: &str, first: char) -> (Kind, usize) {
    const ARROWS: [&str; 6] = ["-->", "->>", "->", "=>", "\u{2192}", "\u{27f6}"];
    let name = rest.strip_prefix(INTERNAL).filter(|name| name.starts_with(is_word)).unwrap_or(rest);
    if name.starts_with(is_word) {
        let end = name.find(|c: char| !is_word(c)).unwrap_or(name.len());
        return (Kind::Word, rest.len() - name.len() + end);
    }
    if let Some(arrow) = ARROWS.into_iter().find(|arrow| rest.starts_with(arrow)) {
        return (Kind::Arrow, arrow.len());
    }
    if let Some(dashes) = ["--", "\u{2013}", "\u{2014}"].into_iter().find(|s| rest.starts_with(s)) {
        return (Kind::Dashes, dashes.len());
    }
    if rest.starts_with("//") {
        return (Kind::Unknown, rest.find(['\n', '\r']).unwrap_or(rest.len()));
    }
    match simple(first) {
        Some(kind) => (kind, first.len_utf8()),
        None => {
            let known = |c: char| is_word(c) || c.is_whitespace() || simple(c).is_some();
            let end = rest.char_indices().skip(1).find(|&(_, c)| known(c) || "-/=".contains(c));
            (Kind::Unknown, end.map_or(rest.len(), |(end, _)| end))
        }
    }
}

fn simple(character: char) -> Option<Kind> {
    Some(match character {
        '(' => Kind::Open,
        ')' => Kind::Close,
        '{' => Kind::OpenBrace,
        '}' => Kind::CloseBrace,
        '[' => Kind::OpenBracket,
        ']' => Kind::CloseBracket,
        ',' => Kind::Comma,
        ';' => Kind::Semicolon,
        '.' => Kind::Dot,
        '!' => Kind::Bang,
        '?' => Kind::Query,
        '@' => Kind::At,
        '#' => Kind::Hash,
        '|' => Kind::Bar,
        '<' => Kind::Less,
        '>' => Kind::Greater,
        '\u{2205}' => Kind::Nothing,
        _ => return None,
    })
}

/// Reads `l -> k : m`, as other languages write the passing of a message, whose first three tokens were read and whose
/// colon is at `at`: reports it, replaces it by the tokens of `l -- m -> k`, and returns its end. Returns `None` if the
/// text is something else.
fn colon_message(
    source: &Source,
    tokens: &mut Vec<Token>,
    at: usize,
    sink: &mut Sink,
) -> Option<usize> {
    let &[ref before @ .., sender, arrow, receiver] = &**tokens else { return None };
    if before.last().is_some_and(|token| token.kind == Kind::Dashes) {
        return None;
    }
    let is_arrow =
        [Kind::Word, Kind::Arrow, Kind::Word] == [sender, arrow, receiver].map(|one| one.kind);
    let behind = &source.text()[at + 1..];
    let start = source.text().len() - behind.trim_start_matches([' ', '\t']).len();
    let rest = &source.text()[start..];
    let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    if !is_arrow || length == 0 {
        return None;
    }
    let message = Span::new(start, start + length);
    let [from, to, name] = [sender.span, receiver.span, message].map(|span| source.slice(span));
    let text = format!("{from} -- {name} -> {to}");
    let place = sender.span.to(message);
    let wrong = codes::SYNTAX.at(place, "a message stands before its arrow");
    sink.push(wrong.help(format!("write `{}`", shortened(&text))).fix(place, text));
    tokens.truncate(tokens.len() - 2);
    let kinds = [(Kind::Dashes, arrow.span), (Kind::Word, message), (Kind::Arrow, arrow.span)];
    tokens.extend(kinds.map(|(kind, span)| Token { kind, span }));
    tokens.push(receiver);
    Some(message.end())
}

/// Returns the advice on a misspelt token and the sign to write in its place, either of which may be empty; `None` if
/// the spelling is right.
fn complaint(kind: Kind, text: &str) -> Option<(&'static str, &'static str)> {
    match kind {
        Kind::Arrow if text != "->" => Some(("an arrow is written `->`", "->")),
        Kind::Dashes if text != "--" => Some(("where an arrow begins is followed by `--`", "--")),
        Kind::Unknown if text.starts_with("//") => Some(("comments are written `/* */`", "")),
        Kind::Unknown if text == "-" => {
            Some(("a message is passed by `sender -- message -> receiver`", "--"))
        }
        Kind::Unknown if text == ":" => {
            Some(("a message is passed by `l -- m -> k`, and an action is `l!m` or `l?m`", ""))
        }
        Kind::Unknown => Some(("", "")),
        _ => None,
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns `true` if a text can be the name of a lifeline, a message or a gate.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(is_word)
}

/// The tokens of a text, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    source: &'a Source,
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Starts at the first of `tokens`, the last of which is the end of `source`.
    pub(crate) fn new(source: &'a Source, tokens: &'a [Token]) -> Self {
        Self { source, tokens, at: 0 }
    }

    /// Returns the next token.
    pub(crate) fn peek(&self) -> Token {
        self.ahead(0)
    }

    /// Returns the kind of the next token.
    pub(crate) fn kind(&self) -> Kind {
        self.ahead(0).kind
    }

    /// Returns the token behind the next `skipped`.
    pub(crate) fn ahead(&self, skipped: usize) -> Token {
        self.tokens[(self.at + skipped).min(self.tokens.len() - 1)]
    }

    /// Returns the place of the last token that was taken; initially the beginning of the text.
    pub(crate) fn previous(&self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |before| self.tokens[before].span)
    }

    /// Returns the token that begins at a place, or the first one behind it.
    pub(super) fn at(&self, place: usize) -> Token {
        let before = self.tokens.partition_point(|token| token.span.start() < place);
        self.tokens[before.min(self.tokens.len() - 1)]
    }

    /// Returns the token before another one; the first one has itself before it.
    pub(super) fn before(&self, token: Token) -> Token {
        let start = token.span.start();
        let before = self.tokens.partition_point(|token| token.span.start() < start);
        self.tokens[before.saturating_sub(1)]
    }

    /// Returns the token that is the end of the text.
    pub(super) fn end(&self) -> Token {
        self.tokens[self.tokens.len() - 1]
    }

    /// Returns the text of a token.
    pub(crate) fn text(&self, token: Token) -> &'a str {
        self.source.slice(token.span)
    }

    /// Returns the text at a place.
    pub(crate) fn slice(&self, place: Span) -> &'a str {
        self.source.slice(place)
    }

    /// Takes the next token. The end stays.
    pub(crate) fn take(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    /// Takes the next token if it is of the given kind.
    pub(crate) fn eat(&mut self, kind: Kind) -> Option<Token> {
        (self.kind() == kind).then(|| self.take())
    }

    /// Takes the next token if it is of the given kind, described by `expected`; any other token is not taken but
    /// reported.
    pub(crate) fn expect(&mut self, kind: Kind, expected: &str, sink: &mut Sink) -> Option<Token> {
        let found = self.eat(kind);
        if found.is_none() {
            self.wrong(expected, "", sink);
        }
        found
    }

    /// Reports a sign that is missing before the next token.
    pub(crate) fn missing(&self, sign: &str, sink: &mut Sink) {
        let next = match self.kind() {
            Kind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", shortened(self.text(self.peek()))),
        };
        sink.push(missing(codes::SYNTAX, sign, self.previous().end(), &next));
    }

    /// Reports the next token, where something else was expected.
    pub(crate) fn wrong(&self, expected: &str, help: &str, sink: &mut Sink) {
        self.wrong_at(self.peek(), expected, help, sink);
    }

    /// Reports a token, where something else was expected.
    pub(super) fn wrong_at(&self, token: Token, expected: &str, help: &str, sink: &mut Sink) {
        let found = match token.kind {
            // The characters were reported when they were read.
            Kind::Unknown => return,
            Kind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", shortened(self.text(token))),
        };
        let message = format!("expected {expected}, found {found}");
        let diagnostic = codes::SYNTAX.at(token.span, message);
        sink.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
    }

    /// Skips tokens up to the next of the given kinds outside parentheses and braces that
    /// are opened on the way, or to the end.
    pub(crate) fn skip_to(&mut self, kinds: &[Kind]) {
        let mut depth = 0_usize;
        loop {
            let kind = self.kind();
            if kind == Kind::End || (depth == 0 && kinds.contains(&kind)) {
                return;
            }
            match kind {
                Kind::Open | Kind::OpenBrace => depth += 1,
                Kind::Close | Kind::CloseBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.take();
        }
    }
}
