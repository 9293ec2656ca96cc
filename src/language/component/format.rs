//! The canonical layout of a text, with its comments and annotations.
//!
//! The formatter works on tokens: a text with semantic errors is laid out, a text with syntax errors is not.

use super::lexer::Lexer;
use super::parser;
use super::token::Token;
use crate::reading::{Gap, LaidOut, MAX_DIAGNOSTICS, Spacing, check_encoding};
use kernel::diagnostics::{Diagnostics, Sink};
use kernel::source::{Source, Span};

/// Returns the text in the canonical layout: a part of a type a line, a blank line between types, a statement a line,
/// comments and annotations where they were. Blocks of one statement, and those that are in one line already, are in
/// one line unless they have an `if` or a comment. Lists and transitions that go on in another line, behind a comma or before `provided`, `do`, `up` and `down`, still do.
///
/// Formatting is idempotent, and the output of [`print`](super::print()) is unchanged.
///
/// # Errors
/// If the text has syntax errors, or holds what is refused by name, which is returned.
///
/// # Complexity
/// Linear in the text.
pub fn format(source: &Source) -> Result<String, Diagnostics> {
    let parse = parser::parse(source);
    let mut sink = parse.sink;
    check_encoding(source, &mut sink);
    if sink.has_errors() {
        return Err(Diagnostics(sink.into_sorted()));
    }
    let mut lexer = Lexer::new(source, Sink::new(MAX_DIAGNOSTICS));
    let mut tokens: Vec<(Token, Span)> =
        lexer.by_ref().map(|(start, token, end)| (token, start.to(end))).collect();
    let (_, comments, annotations) = lexer.finish();
    tokens.extend(annotations.iter().map(|annotation| (Token::Annotation, annotation.span)));
    tokens.sort_by_key(|(_, span)| span.start());
    let mut formatter = Formatter { output: LaidOut::of(source.text()), ..Formatter::default() };
    let mut comments = &*comments;
    for (at, &(token, span)) in tokens.iter().enumerate() {
        let before = comments.partition_point(|comment| comment.start() < span.start());
        formatter.piece(&tokens[at..], &comments[..before], &comments[before..]);
        comments = &comments[before..];
        formatter.behind(token);
    }
    Ok(formatter.output.finish(comments))
}

/// A block that is open.
#[derive(Clone, Copy)]
struct Block {
    /// Whether it is in one line.
    is_short: bool,
    /// The indent of the line where it begins.
    line: usize,
    /// The indent of the part or statement where it begins.
    part: usize,
}

/// Writes tokens, annotations and comments one after the other.
#[derive(Default)]
struct Formatter<'input> {
    output: LaidOut<'input>,
    /// The previous token, an annotation included, and the one before it.
    previous: [Option<Token>; 2],
    /// Whether the previous token is a sign before a value.
    is_sign: bool,
    /// Whether the last token stands in a type that `end` closes.
    is_inside: bool,
    /// Whether no part of the type was written yet.
    is_first: bool,
    /// Whether the last part is a priority.
    is_priority: bool,
    /// Whether the last declaration was closed by `end`.
    was_closed: bool,
    parentheses: usize,
    blocks: Vec<Block>,
    /// The number of open `if` in the block.
    branches: usize,
    /// The indent of the line that the current part or statement begins.
    indent: usize,
}

impl Formatter<'_> {
    /// Writes the first of some tokens behind the comments before it.
    fn piece(&mut self, tokens: &[(Token, Span)], before: &[Span], behind: &[Span]) {
        let (token, span) = tokens[0];
        let next = tokens.iter().map(|(token, _)| *token).find(|token| *token != Token::Annotation);
        let (mut spacing, indent, begins) = self.gap(next.unwrap_or(token), span);
        if self.previous[0] == Some(Token::Annotation) {
            spacing = if before.is_empty() { Spacing::Line } else { spacing.max(Spacing::Line) };
        }
        // Comments before the end of something stand with what is inside.
        let closes = matches!(token, Token::End | Token::CloseBrace | Token::Fi | Token::Else);
        let gap = Gap { spacing, indent, comments: indent + usize::from(closes) };
        if begins {
            self.indent = indent;
        }
        let text = match token {
            Token::AtomType => "atom type",
            Token::CompoundType => "compound type",
            Token::ConnectorType => "connector type",
            Token::PortType => "port type",
            _ => &self.output.source[span.range()],
        };
        self.output.piece(span, text, gap, before);
        if token == Token::OpenBrace {
            let is_short = is_short(tokens, self.output.source) && !comments_within(tokens, behind);
            self.blocks.push(Block { is_short, line: self.output.line, part: self.indent });
        }
    }

    /// Tracks where the text is behind a token.
    fn behind(&mut self, token: Token) {
        use Token::{Close, Decimal, False, Integer, Name, Text, True};
        let is_value = matches!(
            self.previous[0],
            Some(Name | Integer | Decimal | Text | Close | True | False)
        );
        self.is_sign = match token {
            Token::Minus | Token::Plus => !is_value,
            Token::Not | Token::Complement => true,
            _ => false,
        };
        match token {
            Token::Open => self.parentheses += 1,
            Token::Close => self.parentheses = self.parentheses.saturating_sub(1),
            Token::CloseBrace => {
                self.indent = self.blocks.pop().map_or(0, |block| block.part);
            }
            Token::If => self.branches += 1,
            Token::Fi => self.branches = self.branches.saturating_sub(1),
            Token::End => {
                self.was_closed = self.is_inside;
                self.is_inside = false;
            }
            token if token.begins_declaration() => {
                self.is_inside = token.opens();
                self.is_first = self.is_inside;
                self.was_closed = false;
            }
            token if token.begins_part() => {
                self.is_priority = token == Token::Priority;
                self.is_first = false;
            }
            _ => {}
        }
        self.previous = [Some(token), self.previous[0]];
    }

    /// Returns the gap before a token, the indent, and whether the token begins a part or a statement.
    fn gap(&self, token: Token, span: Span) -> (Spacing, usize, bool) {
        let Some(previous) = self.previous[0] else { return (Spacing::Nothing, 0, true) };
        let kept = self.output.kept(span.start());
        if token.begins_declaration() && self.blocks.is_empty() {
            let after_list = token.opens() && self.previous[1] != Some(Token::Package);
            let is_apart = self.was_closed || after_list && previous != Token::Annotation;
            let spacing = if is_apart { Spacing::EmptyLine } else { kept };
            return (spacing, 1, true);
        }
        if token == Token::Package {
            return (kept, 0, true);
        }
        if token == Token::End {
            return (Spacing::Line, usize::from(self.is_inside), true);
        }
        if let Some(&Block { is_short, line, .. }) = self.blocks.last() {
            return self.gap_in_block(token, previous, span, is_short, line);
        }
        let is_exported = previous == Token::Export;
        if self.is_inside && token.begins_part() && !is_exported && self.parentheses == 0 {
            let spacing = if self.is_first { Spacing::Line } else { kept };
            return (spacing, 2, true);
        }
        if matches!(token, Token::Provided | Token::Do | Token::Up | Token::Down) {
            return (self.wrapped(span), self.indent + 1, false);
        }
        // The parameters of a type stand deeper than its parts.
        let indent = self.indent + 1 + usize::from(self.is_inside && self.is_first);
        (self.gap_in_line(token, previous, span), indent, false)
    }

    fn gap_in_block(
        &self,
        token: Token,
        previous: Token,
        span: Span,
        is_short: bool,
        indent: usize,
    ) -> (Spacing, usize, bool) {
        let inner = indent + 1 + self.branches;
        let begins = matches!(
            previous,
            Token::OpenBrace | Token::Semicolon | Token::Then | Token::Else | Token::Fi
        );
        match token {
            Token::CloseBrace if previous == Token::OpenBrace => (Spacing::Nothing, indent, false),
            Token::CloseBrace if is_short => (Spacing::Blank, indent, false),
            Token::CloseBrace => (Spacing::Line, indent, true),
            Token::Else | Token::Fi => (Spacing::Line, inner - 1, true),
            _ if begins && is_short => (Spacing::Blank, inner, true),
            _ if previous == Token::OpenBrace => (Spacing::Line, inner, true),
            _ if begins => (self.output.kept(span.start()), inner, true),
            _ => (self.gap_in_line(token, previous, span), inner + 1, false),
        }
    }

    /// Returns the gap before a token that begins nothing.
    fn gap_in_line(&self, token: Token, previous: Token, span: Span) -> Spacing {
        let is_side = self.is_priority && self.parentheses == 0 && self.blocks.is_empty();
        match (previous, token) {
            (_, Token::Close | Token::Comma | Token::Semicolon | Token::Dot | Token::Trigger)
            | (Token::Open | Token::Dot, _)
            | (Token::Name, Token::Open) => Spacing::Nothing,
            (_, Token::Colon) | (Token::Colon | Token::Comma, _) if is_side => Spacing::Nothing,
            (Token::Comma, _) => self.wrapped(span),
            _ if self.is_sign => Spacing::Nothing,
            _ => Spacing::Blank,
        }
    }

    /// Returns a line break if there is one before a place in the source, else a blank.
    fn wrapped(&self, span: Span) -> Spacing {
        if self.output.is_broken_before(span.start()) { Spacing::Line } else { Spacing::Blank }
    }
}

/// Returns `true` if a block, whose tokens begin with its brace, has no `if`, and one statement at most or no line break.
fn is_short(tokens: &[(Token, Span)], source: &str) -> bool {
    let length = tokens.iter().take_while(|(token, _)| *token != Token::CloseBrace).count();
    let (inside, close) = tokens.split_at(length);
    let has = |wanted: Token| inside.iter().filter(|(token, _)| *token == wanted).count();
    let end = close.first().map_or(source.len(), |(_, span)| span.start());
    let is_one_line = !source[inside[0].1.end()..end].contains(['\n', '\r']);
    has(Token::If) == 0 && (has(Token::Semicolon) <= 1 || is_one_line)
}

/// Returns `true` if there is a comment in a block, whose tokens begin with its brace.
fn comments_within(tokens: &[(Token, Span)], comments: &[Span]) -> bool {
    let close = tokens.iter().find(|(token, _)| *token == Token::CloseBrace);
    let first = comments.first();
    matches!((close, first), (Some((_, close)), Some(first)) if first.start() < close.start())
}
