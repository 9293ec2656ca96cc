//! From text to tokens.
//!
//! The lexer never fails: unknown characters become [`Token::Error`], with a diagnostic, so that
//! the parser recovers from them as from any other error. Comments are skipped, and their places
//! kept: some of them are directives, and the formatter keeps them all.

use logos::{Lexer as Logos, Logos as _};

use super::codes;
use super::repair::{WordInContext, may_be_slip};
use super::token::Token;
use crate::reading::{BoundedToken, TokenBound, place, unknown_run};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

/// Maximum nesting depth of parentheses, negations and signs.
pub(super) const MAXIMAL_DEPTH: usize = 256;

/// Size of the tokens that a text is read in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Grain {
    /// Single words and signs, as the grammar and messages about syntax errors know them.
    Words,
    /// Heads of states and transitions in their usual form are one token each.
    Lines,
}

/// The tokens of a source, in the form that the parser takes.
#[derive(Debug)]
pub(super) struct Lexer<'input> {
    source: &'input Source,
    grain: Grain,
    tokens: Logos<'input, Token>,
    comments: Vec<Span>,
    sink: Sink,
    depth: usize,
    prefixes: usize,
    /// The end of the last token.
    last: TokenBound<Token>,
    stopped: bool,
}

impl<'input> Lexer<'input> {
    /// Starts at the beginning of `source`; diagnostics go to `sink`.
    pub(super) fn new(source: &'input Source, grain: Grain, mut sink: Sink) -> Self {
        let mut tokens = Token::lexer(source.text());
        if source.text().starts_with(BYTE_ORDER_MARK) {
            let length = BYTE_ORDER_MARK.len_utf8();
            tokens.bump(length);
            let message = "the file begins with a byte order mark";
            let warning = codes::BYTE_ORDER_MARK.at(Span::new(0, length), message);
            sink.push(warning.help("save the file as UTF-8 without a byte order mark"));
        }
        Self {
            source,
            grain,
            tokens,
            comments: Vec::new(),
            sink,
            depth: 0,
            prefixes: 0,
            last: TokenBound::default(),
            stopped: false,
        }
    }

    /// Returns the diagnostics and the places of the comments.
    pub(super) fn finish(self) -> (Sink, Vec<Span>) {
        (self.sink, self.comments)
    }

    fn raw(&mut self) -> Option<(Token, Span)> {
        loop {
            let result = self.tokens.next()?;
            let span = place(&self.tokens);
            match result {
                Ok(Token::LineComment) => self.comments.push(span),
                Ok(Token::BlockComment) => match block_comment(self.tokens.remainder()) {
                    Some(length) => {
                        self.tokens.bump(length);
                        self.comments.push(Span::new(span.start(), span.end() + length));
                    }
                    None => {
                        self.tokens.bump(self.tokens.remainder().len());
                        self.stopped = true;
                        let open = codes::UNTERMINATED_COMMENT
                            .at(span, "this comment does not end")
                            .label("opened here");
                        self.sink.push(open.help("comments nest: each `/*` needs its own `*/`"));
                    }
                },
                Ok(Token::UsualTransition) if self.grain == Grain::Words => {
                    return Some(self.shortened(Token::To, span));
                }
                Ok(Token::StateHead) if self.grain == Grain::Words => {
                    return Some(self.shortened(Token::State, span));
                }
                Ok(token) => return Some((token, span)),
                Err(()) => return Some((Token::Error, self.unknown())),
            }
        }
    }

    /// Replaces the token that was read last by the reserved word that it begins with.
    fn shortened(&mut self, word: Token, span: Span) -> (Token, Span) {
        let span = Span::new(span.start(), span.start() + word.word().len());
        self.resume(span.end());
        (word, span)
    }

    /// Goes on at a place of the text.
    fn resume(&mut self, at: usize) {
        self.tokens = Token::lexer(self.source.text());
        self.tokens.bump(at);
    }

    /// Returns the next token, and skips comments in the notation of other languages, whose words
    /// would otherwise be read as parts of the model.
    fn uncommented(&mut self) -> Option<(Token, Span)> {
        loop {
            let (token, span) = self.raw()?;
            let is_comment = match token {
                // Contents are in parentheses.
                Token::Hash => {
                    self.depth == 0
                        && !matches!(
                            self.last.head,
                            Token::BadStates | Token::AutomatonInside | Token::In | Token::With
                        )
                }
                Token::Minus => {
                    matches!(self.last.previous, Token::Start | Token::Semicolon)
                        && self.tokens.remainder().starts_with('-')
                }
                _ => false,
            };
            if !is_comment {
                return Some((token, span));
            }
            let text = self.source.slice(span);
            let message = format!("`{text}` begins no comment here");
            let help = "comments begin with `//`";
            self.sink.push(codes::SYNTAX.at(span, message).label("unexpected").help(help));
            let line = self.tokens.remainder();
            self.tokens.bump(line.find(['\n', '\r']).unwrap_or(line.len()));
        }
    }

    /// Reports a run of unknown characters, of which the first ones were read.
    fn unknown(&mut self) -> Span {
        let span = unknown_run(&mut self.tokens);
        let decoded = self.source.invalid().is_some()
            && self.source.slice(span).contains(char::REPLACEMENT_CHARACTER);
        if !decoded {
            self.sink.push(unknown_characters(self.source.slice(span), span));
        }
        span
    }

    /// Returns `true` if an `automaton` that was just read belongs to a bad specification.
    ///
    /// Recovery takes the keyword for the beginning of a section, so the two must be told apart even
    /// without a parenthesis: only in a specification is the head followed by `in`.
    fn is_inside(&self) -> bool {
        if self.depth > 0 {
            return true;
        }
        let mut ahead = self.tokens.clone();
        matches!(token_behind(&mut ahead), Some(Token::Name))
            && token_behind(&mut ahead) == Some(Token::Colon)
            && token_behind(&mut ahead) == Some(Token::In)
    }

    /// Returns the token of a word, with an unambiguous slip corrected.
    fn mended(&mut self, token: Token, span: Span) -> (Token, Span) {
        if !may_be_slip(token, self.last) {
            return (token, span);
        }
        let next = token_behind(&mut self.tokens.clone());
        let text = &self.source.text()[span.range()];
        match (WordInContext { text, span, token, place: self.last, next }).repair() {
            None => (token, span),
            Some((meant, length, diagnostic)) => {
                self.sink.push(diagnostic);
                let middle = span.start() + length;
                if length < text.len() {
                    // The rest of the word is read as a number.
                    self.resume(middle);
                }
                (meant, Span::new(span.start(), middle))
            }
        }
    }

    /// Returns `true` if a second model begins here, which ends the text.
    fn begins_another_model(&mut self, token: Token, span: Span) -> bool {
        if token != Token::Scm || matches!(self.last.previous, Token::Start | Token::Scm) {
            return false;
        }
        let mut ahead = self.tokens.clone();
        let begins = matches!(token_behind(&mut ahead), Some(Token::Name))
            && token_behind(&mut ahead) == Some(Token::Colon);
        if begins {
            let second = codes::SYNTAX
                .at(span, "a second model begins here")
                .label("nothing is read from here on");
            self.sink.push(second.help("put each model into a file of its own"));
        }
        begins
    }

    /// Returns `true` if the lexer stopped before the end of the text.
    pub(super) fn is_cut(&self) -> bool {
        self.stopped
    }

    /// Counts nesting; returns `true` if it is too deep.
    fn is_too_deep(&mut self, token: Token) -> bool {
        match token {
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            // Parentheses never enclose a semicolon.
            Token::Semicolon => self.depth = 0,
            _ => {}
        }
        match token {
            Token::Not | Token::Minus => self.prefixes += 1,
            _ => self.prefixes = 0,
        }
        self.depth > MAXIMAL_DEPTH || self.prefixes > MAXIMAL_DEPTH
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

impl Iterator for Lexer<'_> {
    type Item = BoundedToken<Token>;

    fn next(&mut self) -> Option<Self::Item> {
        self.stopped |= self.sink.is_full();
        if self.stopped {
            return None;
        }
        let (token, span) = self.uncommented()?;
        if self.begins_another_model(token, span) {
            self.stopped = true;
            return None;
        }
        let (mut token, mut span) = self.mended(token, span);
        if self.is_too_deep(token) {
            self.stopped = true;
            let message = format!("nested deeper than {MAXIMAL_DEPTH} levels");
            self.sink.push(codes::TOO_DEEP.at(span, message).label("nothing is read from here on"));
            token = Token::Error;
        }
        match token {
            Token::Automaton if self.is_inside() => token = Token::AutomatonInside,
            Token::Plus | Token::Minus | Token::Times | Token::Divide | Token::Modulo => {
                if let Some(length) = attribute(&self.source.text()[span.end()..]) {
                    self.tokens.bump(length);
                    span = Span::new(span.start(), span.end() + length);
                    token = Token::Attribute;
                }
            }
            Token::Integer if self.source.slice(span).parse::<u64>().is_err() => self
                .sink
                .push(codes::NUMBER_TOO_LARGE.at(span, "this number does not fit into 64 bits")),
            _ => {}
        }
        let (start, token, end) = self.last.followed_by(token, span, token.is_head());
        self.last = end;
        Some((start, token, end))
    }
}

/// Returns the next token that is not a comment, if it is valid.
fn token_behind(tokens: &mut Logos<'_, Token>) -> Option<Token> {
    loop {
        match tokens.next()?.ok()? {
            Token::LineComment => {}
            Token::BlockComment => {
                let length = block_comment(tokens.remainder())?;
                tokens.bump(length);
            }
            token => return Some(token),
        }
    }
}

/// Returns the length of the rest of a comment whose opening was just read, its end included.
pub(super) fn block_comment(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut depth = 1_usize;
    let mut at = 0;
    while at + 1 < bytes.len() {
        match (bytes[at], bytes[at + 1]) {
            (b'*', b'/') => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            (b'/', b'*') => {
                depth += 1;
                at += 2;
            }
            _ => at += 1,
        }
    }
    None
}

/// Returns the length of an attribute such as `_i` or `_i,n` that follows an operator at once.
fn attribute(rest: &str) -> Option<usize> {
    let word =
        |text: &str| text.bytes().take_while(|&b| b.is_ascii_alphanumeric() || b == b'_').count();
    let sort = word(rest);
    if sort != 2 || !rest.starts_with('_') {
        return None;
    }
    match rest[sort..].strip_prefix(',') {
        Some(rounding) if word(rounding) == 1 && !rounding.starts_with('_') => Some(sort + 2),
        _ => Some(sort),
    }
}

fn unknown_characters(text: &str, span: Span) -> Diagnostic {
    let first = text.chars().next().unwrap_or_default();
    let message = match first {
        '\u{4}' => "the byte 0x04 is no part of the language".to_owned(),
        _ if first.is_control() => {
            format!("the byte {:#04x} is no part of the language", u32::from(first))
        }
        _ => format!("{} no part of the language", quoted(text)),
    };
    let diagnostic = codes::UNKNOWN_CHARACTERS.at(span, message).label("not understood");
    match first {
        '\u{4}' => diagnostic.help("a file ends where it ends: remove the byte"),
        '&' => diagnostic.help("conjunction is written `and`"),
        '^' => diagnostic.help("repetition is written `^*` or `^+`, without a blank inside"),
        '\'' | '"' | '`' | '\u{2018}'..='\u{201f}' => {
            diagnostic.help("names are written without quotes")
        }
        '\u{a0}' | '\u{c}' | '\u{b}' => {
            diagnostic.help("blanks are space, tab and line break only")
        }
        _ if !first.is_ascii() => diagnostic.help("names consist of ASCII letters, digits and `_`"),
        _ => diagnostic,
    }
}

/// Returns a character in a form that can be shown in a line.
fn visible(character: char) -> String {
    if character.is_control() || character.is_whitespace() {
        character.escape_unicode().to_string()
    } else {
        character.to_string()
    }
}

/// Returns the first characters of `text` in quotes, with the matching verb.
fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    let shown: String = characters.by_ref().take(12).map(visible).collect();
    let dots = if characters.next().is_some() { "..." } else { "" };
    format!("`{shown}{dots}` is")
}
