//! Tokens of the languages with free layout.

use super::codes;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A name or a number.
    Word,
    /// A text in quotation marks, including the marks.
    Quoted,
    /// Any other sign.
    Sign,
    /// The end of the text.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
    pub(super) span: Span,
}

impl Token<'_> {
    /// Returns `true` if the token is the given word or sign.
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text && matches!(self.kind, TokenKind::Word | TokenKind::Sign)
    }

    /// Returns the token in the form in which messages quote it.
    pub(super) fn shown(&self) -> String {
        match self.kind {
            TokenKind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", crate::reading::shortened(self.text)),
        }
    }
}

/// Lexical rules of a language.
#[derive(Debug)]
pub(super) struct Dialect {
    /// The prefixes of comments that extend to the end of the line.
    pub(super) line_comments: &'static [&'static str],
    /// The opening and closing delimiters of comments.
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    /// The signs with more than one character.
    pub(super) signs: &'static [&'static str],
    /// Whether a character belongs to words.
    pub(super) is_word: fn(char) -> bool,
}

/// Returns the position before the first token of a text, and the places of its comments.
///
/// # Complexity
/// Linear in the text.
pub(super) fn lex<'a>(
    source: &'a Source,
    dialect: &Dialect,
    sink: &mut Sink,
) -> (Cursor<'a>, Vec<Span>) {
    let text = source.text();
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if dialect.line_comments.iter().any(|opening| rest.starts_with(opening)) {
            let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
            comments.push(Span::new(at, at + length));
            at += length;
            continue;
        }
        let block = dialect.block_comments.iter().find(|(opening, _)| rest.starts_with(opening));
        if let Some((opening, closing)) = block {
            let end = rest[opening.len()..].find(closing);
            let length = end.map_or(rest.len(), |end| opening.len() + end + closing.len());
            if end.is_none() {
                sink.push(unterminated(at, opening.len(), "this comment does not end", closing));
            }
            comments.push(Span::new(at, at + length));
            at += length;
            continue;
        }
        let (kind, length) = if (dialect.is_word)(first) {
            let end = rest.find(|c: char| !(dialect.is_word)(c));
            (TokenKind::Word, end.unwrap_or(rest.len()))
        } else if first == '"' {
            let end = quoted_length(rest);
            if end.is_none() {
                sink.push(unterminated(at, 1, "this quotation does not end", "\""));
            }
            (TokenKind::Quoted, end.unwrap_or(rest.len()))
        } else {
            let sign = dialect.signs.iter().find(|sign| rest.starts_with(**sign));
            (TokenKind::Sign, sign.map_or(first.len_utf8(), |sign| sign.len()))
        };
        let span = Span::new(at, at + length);
        tokens.push(Token { kind, text: &rest[..length], span });
        at += length;
    }
    let end = Span::new(text.len(), text.len());
    tokens.push(Token { kind: TokenKind::End, text: "", span: end });
    (Cursor { tokens, at: 0 }, comments)
}

/// Returns the length of the quotation that the text begins with, if it ends.
fn quoted_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    let closing = text[1..].find(|c: char| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    closing.map(|at| at + 2)
}

fn unterminated(at: usize, length: usize, message: &str, closing: &str) -> Diagnostic {
    codes::UNTERMINATED
        .at(Span::new(at, at + length), message)
        .label("opened here")
        .help(format!("close it by `{closing}`"))
}

/// A position between tokens.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    /// All tokens; the last one is the end.
    tokens: Vec<Token<'a>>,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Returns the next token.
    pub(super) fn peek(&self) -> Token<'a> {
        self.ahead(0)
    }

    /// Returns the token behind the next `number` tokens.
    pub(super) fn ahead(&self, number: usize) -> Token<'a> {
        self.tokens[(self.at + number).min(self.tokens.len() - 1)]
    }

    /// Returns the token before this position, or the first token if there is none.
    pub(super) fn last(&self) -> Token<'a> {
        self.tokens[self.at.saturating_sub(1)]
    }

    /// Returns the next token and advances behind it.
    pub(super) fn take(&mut self) -> Token<'a> {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Advances behind the next token if it is `text`.
    pub(super) fn eat(&mut self, text: &str) -> Option<Token<'a>> {
        self.peek().is(text).then(|| self.take())
    }

    /// Advances behind the next token if it is `text`, and otherwise reports the token.
    pub(super) fn expect(&mut self, text: &str, sink: &mut Sink) -> Option<Token<'a>> {
        let found = self.eat(text);
        if found.is_none() {
            self.wrong(&format!("`{text}`"), sink);
        }
        found
    }

    /// Takes the next token if it is a word, and otherwise reports the token.
    pub(super) fn word(&mut self, what: &str, sink: &mut Sink) -> Option<Token<'a>> {
        if self.peek().kind == TokenKind::Word {
            return Some(self.take());
        }
        self.wrong(what, sink);
        None
    }

    /// Reports the next token as part of a construct that is not supported.
    pub(super) fn unsupported(&self, what: &str, sink: &mut Sink) {
        sink.push(codes::UNSUPPORTED.at(self.peek().span, format!("{what} is not supported")));
    }

    /// Reports the next token, where something else was expected.
    pub(super) fn wrong(&self, expected: &str, sink: &mut Sink) {
        let token = self.peek();
        let message = format!("expected {expected}, found {}", token.shown());
        sink.push(codes::SYNTAX.at(token.span, message));
    }
}
