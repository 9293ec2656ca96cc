//! Tokens of the languages with free layout.

use super::codes;
use crate::reading::{missing, nearest};
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
    /// Whether the token is the first of its line.
    pub(super) begins_line: bool,
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
    let (mut begins_line, mut is_cut) = (true, false);
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            begins_line |= matches!(first, '\n' | '\r');
            at += first.len_utf8();
            continue;
        }
        if dialect.line_comments.iter().any(|opening| rest.starts_with(opening)) {
            let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
            comments.push(Span::new(at, at + length));
            at += length;
            continue;
        }
        if rest.starts_with("//") || first == '#' {
            let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let line = dialect.line_comments[0];
            let place = Span::new(at, at + if first == '#' { 1 } else { 2 });
            let message = format!("comments begin with `{line}` here");
            let wrong = codes::SYNTAX.at(place, message).help(format!("write `{line}`"));
            sink.push(wrong.fix(place, line));
            at += length;
            continue;
        }
        let block = dialect.block_comments.iter().find(|(opening, _)| rest.starts_with(opening));
        if let Some((opening, closing)) = block {
            let end = comment_length(rest, opening, closing);
            let length = end.unwrap_or(rest.len());
            is_cut |= end.is_none();
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
            is_cut |= end.is_none();
            if end.is_none() {
                sink.push(unterminated(at, 1, "this quotation does not end", "\""));
            }
            (TokenKind::Quoted, end.unwrap_or(rest.len()))
        } else {
            let sign = dialect.signs.iter().find(|sign| rest.starts_with(**sign));
            (TokenKind::Sign, sign.map_or(first.len_utf8(), |sign| sign.len()))
        };
        let span = Span::new(at, at + length);
        tokens.push(Token { kind, text: &rest[..length], span, begins_line });
        begins_line = false;
        at += length;
    }
    let end = Span::new(text.len(), text.len());
    tokens.push(Token { kind: TokenKind::End, text: "", span: end, begins_line: true });
    (Cursor { tokens, at: 0, is_cut }, comments)
}

/// Returns the length of the comment that the text begins with, if it ends. Comments of ML, from `(*` to `*)`, may
/// stand in each other, and `(*)` there is neither end.
fn comment_length(text: &str, opening: &str, closing: &str) -> Option<usize> {
    let mut at = opening.len();
    if opening != "(*" {
        return text[at..].find(closing).map(|end| at + end + closing.len());
    }
    let mut depth = 1_usize;
    while depth > 0 {
        at += text[at..].find(['(', '*'])?;
        let rest = &text[at..];
        let (inside, length) = match () {
            () if rest.starts_with("(*)") => (depth, 3),
            () if rest.starts_with(opening) => (depth + 1, 2),
            () if rest.starts_with(closing) => (depth - 1, 2),
            () => (depth, 1),
        };
        (depth, at) = (inside, at + length);
    }
    Some(at)
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
    /// Whether a comment or a quotation without end, which was reported, takes the rest of the text.
    is_cut: bool,
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

    /// Advances behind the next token if it is `text`; otherwise reports that `text` is missing or misspelt. Returns
    /// a token also where the text can be read as if it were right: behind a misspelt word, and where a line ends
    /// without the sign that ends a statement.
    pub(super) fn expect(&mut self, text: &str, sink: &mut Sink) -> Option<Token<'a>> {
        if let Some(found) = self.eat(text) {
            return Some(found);
        }
        let token = self.peek();
        let is_word = text.starts_with(char::is_alphabetic);
        if is_word && token.kind == TokenKind::Word && is_near(token.text, &text.to_lowercase()) {
            self.misspelt(text, sink);
            return Some(self.take());
        }
        let signs = (0..).map(|number| self.ahead(number).text);
        let signs =
            signs.take_while(|sign| ["-", "=", ">", "--", "=>", "->"].contains(sign)).count();
        if text == "->" && signs > 0 {
            let arrow = token.span.to(self.ahead(signs - 1).span);
            let wrong = codes::SYNTAX.at(arrow, "an arrow is written `->`").help("write `->`");
            sink.push(wrong.fix(arrow, "->"));
            self.at += signs;
            return Some(self.last());
        }
        let needs_word = is_word || matches!(text, ":" | "->");
        if !self.is_cut() && self.at > 0 && (!needs_word || token.kind == TokenKind::Word) {
            let at = if is_word { token.span.start() } else { self.last().span.end() };
            sink.push(missing(codes::SYNTAX, text, at, &token.shown()));
            let ends = matches!(text, ";" | ")") && (token.begins_line || token.is("}"));
            let is_inserted = ends || is_word && self.ahead(1).kind != TokenKind::Word;
            return is_inserted.then_some(self.last());
        }
        self.wrong(&format!("`{text}`"), sink);
        None
    }

    /// Returns `true` if the rest of the text is a comment or a quotation without end, which was reported.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut && self.peek().kind == TokenKind::End
    }

    /// Reports the next token as a misspelt `meant`.
    pub(super) fn misspelt(&self, meant: &str, sink: &mut Sink) {
        let token = self.peek();
        let message = format!("expected `{meant}`, found {}", token.shown());
        sink.push(codes::SYNTAX.at(token.span, message).did_you_mean(meant));
    }

    /// Returns the one of some words that the next token is, or is probably meant to be, which is then reported; the
    /// token is not taken.
    pub(super) fn keyword(&self, words: &[&'static str], sink: &mut Sink) -> Option<&'static str> {
        let token = self.peek();
        if let Some(word) = words.iter().find(|word| token.is(word)) {
            return Some(word);
        }
        let lower = token.text.to_lowercase();
        let meant = nearest(&lower, words.iter().copied())?;
        self.misspelt(meant, sink);
        Some(meant)
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
        self.wrong_with(expected, "", sink);
    }

    /// Reports the next token, where something else was expected, with advice that may be empty.
    pub(super) fn wrong_with(&self, expected: &str, help: &str, sink: &mut Sink) {
        if self.is_cut() {
            return;
        }
        let token = self.peek();
        let message = format!("expected {expected}, found {}", token.shown());
        let help = Some(help).filter(|help| !help.is_empty()).map(str::to_owned);
        sink.push(codes::SYNTAX.at(token.span, message).help_if(help));
    }
}

/// Returns `true` if a word is probably a misspelt `meant`, which is not so short that any name resembles it.
fn is_near(word: &str, meant: &str) -> bool {
    meant.len() > 3 && nearest(&word.to_lowercase(), [meant].into_iter()).is_some()
}
