//! From text to tokens.
//!
//! The lexer never fails: unknown characters become [`Token::Error`], with a diagnostic, so that the parser recovers
//! from them as from any other error. Comments and annotations are skipped, and their places kept: some of them mean
//! something, and the formatter keeps them all. A missing `end` is reported and put in.

use logos::{Lexer as Logos, Logos as _};

use super::codes;
use super::syntax::keyword_as_name;
use super::token::Token;
use crate::reading::{BoundedToken, TokenBound, missing, place, shortened, unknown_run};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

/// Maximum nesting depth of parentheses, signs, `?` and `if`.
pub(super) const MAXIMAL_DEPTH: usize = 256;

/// An annotation, such as `@cpp(src="a.cpp")`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Annotation {
    pub(super) span: Span,
    /// Where the next token begins.
    pub(super) next: usize,
}

/// The tokens of a source, in the form that the parser takes.
#[derive(Debug)]
pub(super) struct Lexer<'input> {
    source: &'input Source,
    tokens: Logos<'input, Token>,
    comments: Vec<Span>,
    annotations: Vec<Annotation>,
    sink: Sink,
    depth: usize,
    signs: usize,
    queries: usize,
    /// Whether the last token stands in an atom, connector or compound type.
    is_inside: bool,
    /// Whether the last token closes the package.
    is_closed: bool,
    /// Whether the missing of an `end` at the end of the text was reported.
    is_end_missing: bool,
    /// A token that was read, and comes behind those that were put in.
    waiting: Option<(Token, Span)>,
    /// The end of the last token.
    last: TokenBound<Token>,
    stopped: bool,
}

impl<'input> Lexer<'input> {
    /// Starts at the beginning of `source`; diagnostics go to `sink`.
    pub(super) fn new(source: &'input Source, sink: Sink) -> Self {
        let mut tokens = Token::lexer(source.text());
        if source.text().starts_with(BYTE_ORDER_MARK) {
            tokens.bump(BYTE_ORDER_MARK.len_utf8());
        }
        Self {
            source,
            tokens,
            comments: Vec::new(),
            annotations: Vec::new(),
            sink,
            depth: 0,
            signs: 0,
            queries: 0,
            is_inside: false,
            is_closed: false,
            is_end_missing: false,
            waiting: None,
            last: TokenBound::default(),
            stopped: false,
        }
    }

    /// Returns the diagnostics, the places of the comments, and the annotations.
    pub(super) fn finish(self) -> (Sink, Vec<Span>, Vec<Annotation>) {
        (self.sink, self.comments, self.annotations)
    }

    /// Returns `true` if the lexer stopped before the end of the text.
    pub(super) fn is_cut(&self) -> bool {
        self.stopped
    }

    fn raw(&mut self) -> Option<(Token, Span)> {
        loop {
            let result = self.tokens.next()?;
            let span = place(&self.tokens);
            match result {
                Ok(Token::LineComment) => self.comments.push(span),
                Ok(Token::BlockComment) => self.block_comment(span),
                Ok(Token::Annotation) => match self.annotation(span) {
                    Ok(span) => self.annotations.push(Annotation { span, next: usize::MAX }),
                    Err(diagnostic) => {
                        self.sink.push(*diagnostic);
                        return Some((Token::Error, span));
                    }
                },
                Ok(Token::UnterminatedText) => {
                    let open = codes::UNTERMINATED.at(span, "this text does not end in its line");
                    self.sink.push(open.label("opened here").help("a text ends with `\"`"));
                    return Some((Token::Error, span));
                }
                Ok(token) => return Some((token, span)),
                Err(()) => return Some((Token::Error, self.unknown())),
            }
        }
    }

    fn block_comment(&mut self, span: Span) {
        let rest = self.tokens.remainder();
        if let Some(at) = rest.find("*/") {
            self.tokens.bump(at + 2);
            self.comments.push(Span::new(span.start(), span.end() + at + 2));
        } else {
            self.tokens.bump(rest.len());
            self.stopped = true;
            let open = codes::UNTERMINATED.at(span, "this comment does not end");
            self.sink.push(open.label("opened here").help("a comment ends with `*/`"));
        }
    }

    /// Reads an annotation, whose sign was just read.
    fn annotation(&mut self, sign: Span) -> Result<Span, Box<Diagnostic>> {
        let rest = self.tokens.remainder();
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name = rest.bytes().take_while(|byte| is_word(byte)).count();
        if self.depth > 0 || name == 0 {
            let message = "`@` begins an annotation, which stands before a declaration";
            let help =
                "conditions on places stand in properties only: `//# property p = F(w1@done)`";
            return Err(Box::new(codes::SYNTAX.at(sign, message).label("unexpected").help(help)));
        }
        let blanks = rest[name..].len() - rest[name..].trim_start_matches([' ', '\t']).len();
        let length = if rest[name + blanks..].starts_with('(') {
            let Some(length) = parenthesised(&rest[name + blanks..]) else {
                let open = Span::new(sign.start(), sign.end() + name);
                let open = codes::UNTERMINATED.at(open, "this annotation does not end");
                let open = open.label("opened here").help("an annotation ends with `)`");
                return Err(Box::new(open));
            };
            name + blanks + length
        } else {
            name
        };
        self.tokens.bump(length);
        Ok(Span::new(sign.start(), sign.end() + length))
    }

    /// Reports a run of unknown characters, of which the first ones were read.
    fn unknown(&mut self) -> Span {
        let span = unknown_run(&mut self.tokens);
        let text = self.source.slice(span);
        if self.source.invalid().is_none() || !text.contains(char::REPLACEMENT_CHARACTER) {
            let message = format!("`{}` is no part of the language", shortened(text));
            let unknown = codes::UNKNOWN_CHARACTERS.at(span, message).label("not understood");
            let help = match text.chars().next() {
                Some('[' | ']') => {
                    Some("the ports of `define` stand without brackets: `define p q`")
                }
                Some('#') => Some("comments begin with `//`"),
                Some('\u{2018}'..='\u{201f}' | '`') => Some("a trigger is marked by `'`"),
                Some(first) if !first.is_ascii() => {
                    Some("names consist of ASCII letters, digits and `_`")
                }
                _ => None,
            };
            self.sink.push(unknown.help_if(help.map(str::to_owned)));
        }
        span
    }

    /// Returns the next token behind those that are missing before it.
    fn completed(&mut self) -> Option<(Token, Span)> {
        if let Some(token) = self.waiting.take() {
            return Some(token);
        }
        let Some((mut token, mut span)) = self.raw() else {
            return self.at_end();
        };
        if let Some(typed) = token.with_type()
            && let Some((Token::Type, end)) = self.peek()
        {
            self.raw();
            (token, span) = (typed, span.to(end));
        }
        if self.is_place(token) {
            let text = self.source.slice(span);
            self.sink.push(keyword_as_name(text, span, "a place"));
            token = Token::Name;
        }
        if token == Token::End {
            if !self.is_inside
                && let Some((_, next)) = self.peek()
            {
                let message = "this `end` closes the package, but more follows";
                let one_more = codes::MISSING_END.at(span, message).label("one `end` too many");
                self.sink.push(one_more.also(next, "this stands behind it"));
                return self.completed();
            }
            self.is_closed = !self.is_inside;
            self.is_inside = false;
        } else if token.begins_declaration() {
            if self.is_inside {
                self.is_inside = token.opens();
                self.waiting = Some((token, span));
                let next = format!("`{}`", self.source.slice(span));
                let at = self.last.offset as usize;
                let missing = missing(codes::MISSING_END, "end", at, &next);
                self.sink.push(missing.fix(Span::new(at, at), "\n  end"));
                return Some((Token::End, Span::new(at, at)));
            }
            self.is_inside = token.opens();
        }
        Some((token, span))
    }

    /// Returns `true` if a reserved word stands where only the name of a place may stand.
    ///
    /// Taken as a name, it costs no other error.
    fn is_place(&self, token: Token) -> bool {
        let next = || self.peek().map(|(token, _)| token);
        let is_listed = match self.last.previous {
            Token::Place => true,
            Token::Comma => self.last.head == Token::Place,
            Token::From => return token.is_keyword() && next() == Some(Token::To),
            _ => false,
        };
        is_listed
            && token.is_keyword()
            && token != Token::End
            && next().is_some_and(|next| matches!(next, Token::Comma | Token::End | Token::Initial))
    }

    /// Returns the `end` that is missing at the end of the text, if there is text.
    fn at_end(&mut self) -> Option<(Token, Span)> {
        if self.last.previous == Token::Start || self.is_closed || self.stopped {
            return None;
        }
        let at = Span::new(self.last.offset as usize, self.last.offset as usize);
        if !self.is_end_missing {
            self.is_end_missing = true;
            let message = "expected `end`, found the end of the file";
            let missing = codes::MISSING_END.at(at, message).label("the file ends here");
            self.sink.push(missing.help("each type and the package end with `end`"));
        }
        self.is_closed = !self.is_inside;
        self.is_inside = false;
        Some((Token::End, at))
    }

    /// Returns the next token that is not a comment, with its place.
    fn peek(&self) -> Option<(Token, Span)> {
        let mut ahead = self.tokens.clone();
        loop {
            let token = ahead.next()?.unwrap_or(Token::Error);
            let span = place(&ahead);
            match token {
                Token::LineComment => {}
                Token::BlockComment => {
                    let length = ahead.remainder().find("*/")?;
                    ahead.bump(length + 2);
                }
                token => return Some((token, span)),
            }
        }
    }

    /// Counts nesting; returns `true` if it is too deep.
    fn is_too_deep(&mut self, token: Token) -> bool {
        match token {
            Token::Open | Token::OpenBrace | Token::If => self.depth += 1,
            Token::Close | Token::CloseBrace | Token::Fi => {
                self.depth = self.depth.saturating_sub(1);
            }
            Token::Query => self.queries += 1,
            Token::Semicolon => self.queries = 0,
            _ if token.begins_declaration() || token.begins_part() => {
                self.depth = 0;
                self.queries = 0;
            }
            _ => {}
        }
        match token {
            Token::Not | Token::Minus | Token::Plus | Token::Complement => self.signs += 1,
            _ => self.signs = 0,
        }
        self.depth.max(self.queries).max(self.signs) > MAXIMAL_DEPTH
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
        let (mut token, span) = self.completed()?;
        if self.is_too_deep(token) {
            self.stopped = true;
            let message = format!("nested deeper than {MAXIMAL_DEPTH} levels");
            self.sink.push(codes::TOO_DEEP.at(span, message).label("nothing is read from here on"));
            token = Token::Error;
        }
        for annotation in self.annotations.iter_mut().rev() {
            if annotation.next != usize::MAX {
                break;
            }
            annotation.next = span.start();
        }
        let is_head = token.is_keyword() && !matches!(token, Token::True | Token::False);
        let (start, token, end) = self.last.followed_by(token, span, is_head);
        self.last = end;
        Some((start, token, end))
    }
}

/// Returns the length of the parenthesised text that `text` begins with; parentheses in quotes do not count.
fn parenthesised(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'(' if !is_quoted => depth += 1,
            b')' if !is_quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}
