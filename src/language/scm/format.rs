//! The canonical layout of a text, with its comments.
//!
//! The formatter works on tokens: a text with semantic errors is laid out, a text with syntax errors is
//! not.

use super::lexer::{Grain, Lexer};
use super::parser;
use super::token::Token;
use super::usual::{UsualTransition, digits, state_number};
use crate::reading::{Gap, LaidOut, MAX_DIAGNOSTICS, Spacing, check_encoding};
use kernel::diagnostics::{Diagnostics, Sink};
use kernel::source::{Source, Span};

/// Returns the text in the canonical layout: one declaration, state or transition a line, a blank
/// line before each automaton and before the bad states, comments where they were. Of two
/// spellings with the same meaning, that of McScM is used.
///
/// Formatting is idempotent, and the output of [`print`](super::print()) is unchanged.
///
/// # Errors
/// If the text has syntax errors, which are returned.
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
    let mut formatter = Formatter { output: LaidOut::of(source.text()), ..Formatter::default() };
    let mut comments = &*parse.comments;
    for (start, token, end) in Lexer::new(source, Grain::Lines, Sink::new(MAX_DIAGNOSTICS)) {
        let span = start.to(end);
        let before = comments.partition_point(|comment| comment.start() < span.start());
        if formatter.enter(token) {
            formatter.token(token, span, &comments[..before]);
            comments = &comments[before..];
        }
    }
    Ok(formatter.output.finish(comments))
}

/// Writes tokens and comments one after the other.
#[derive(Default)]
struct Formatter<'input> {
    output: LaidOut<'input>,
    /// The last keyword that begins a part of the file.
    part: Token,
    depth: usize,
    /// The previous token.
    previous: Option<Token>,
    /// Whether the previous token is a minus sign of the next value.
    is_sign: bool,
}

impl Formatter<'_> {
    /// Writes a token behind the comments before it.
    fn token(&mut self, token: Token, span: Span, comments: &[Span]) {
        let text = self.spelling(token, span);
        let gap = Gap { spacing: self.gap(token), indent: 0, comments: 0 };
        self.output.piece(span, &text, gap, comments);
        self.is_sign = token == Token::Minus
            && !matches!(
                self.previous,
                Some(Token::Name | Token::Integer | Token::Decimal | Token::Close)
            );
        self.previous = Some(token);
        match token {
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    /// Tracks the parts of the file; returns `true` if the token is kept.
    fn enter(&mut self, token: Token) -> bool {
        let begins_part = matches!(token, Token::Initial | Token::State | Token::StateHead);
        if begins_part || Token::SECTIONS.contains(&token) {
            self.part = token;
        }
        // McScM has no semicolon behind the initial states.
        !(token == Token::Semicolon && self.part == Token::Initial)
    }

    /// Returns the canonical spelling.
    fn spelling(&self, token: Token, span: Span) -> String {
        let text = &self.output.source[span.range()];
        match token {
            Token::Equals if self.previous == Some(Token::Parameters) => ":".to_owned(),
            Token::Colon if self.part == Token::NbChannels => "=".to_owned(),
            Token::Integer => digits(text).to_owned(),
            Token::StateHead => format!("state {} :", digits(state_number(text))),
            Token::UsualTransition => UsualTransition::of(text).to_string(),
            _ => text.to_owned(),
        }
    }

    fn gap(&self, token: Token) -> Spacing {
        let Some(previous) = self.previous else { return Spacing::Line };
        let is_last = matches!(self.part, Token::BadStates | Token::Threshold);
        match token {
            Token::NbChannels | Token::Automaton | Token::BadStates | Token::Threshold => {
                Spacing::EmptyLine
            }
            Token::Scm
            | Token::Lossy
            | Token::Parameters
            | Token::Int
            | Token::Real
            | Token::Initial
            | Token::State
            | Token::StateHead
            | Token::To
            | Token::UsualTransition => Spacing::Line,
            Token::Open if is_last && self.depth == 0 => Spacing::Line,
            Token::Close | Token::Dot | Token::Bar | Token::Star | Token::OnceOrMore => {
                Spacing::Nothing
            }
            Token::Comma if matches!(self.part, Token::Lossy | Token::Initial) => Spacing::Nothing,
            Token::Comma if is_last && self.depth > 0 => Spacing::Nothing,
            _ => match previous {
                Token::Open | Token::Dot | Token::Bar => Spacing::Nothing,
                Token::Minus if self.is_sign => Spacing::Nothing,
                _ => Spacing::Blank,
            },
        }
    }
}
