//! Correction of slips in single words before the parser sees them.
//!
//! A misspelt keyword would cost the parser the part that it opens, and each name declared there
//! would be reported as unknown; a keyword in place of a name would open a part that does not exist.
//! Such words are reported and corrected if the word before them, the last
//! keyword and the word behind them determine the correction: no consequential errors are then reported.

use super::codes;
use super::token::Token;
use crate::reading::{TokenBound, alternatives, nearest};
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;

/// A word with its context.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordInContext<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
    pub(super) token: Token,
    /// The end of the token before it.
    pub(super) place: TokenBound<Token>,
    /// The token behind it.
    pub(super) next: Option<Token>,
}

/// The token that replaces a word, the number of its bytes that it covers, and the report. The rest of the word is a
/// number that is glued to a keyword.
type Repair = (Token, usize, Diagnostic);

/// Returns `true` if a word may be a slip behind `place`, whatever comes next.
pub(super) fn may_be_slip(token: Token, place: TokenBound<Token>) -> bool {
    match token {
        Token::Name => !candidates(place.previous, place.head).is_empty(),
        _ if !token.is_keyword() => false,
        _ => {
            let names = [Token::Bang, Token::Query, Token::Scm, Token::Automaton];
            let is_name = names.contains(&place.previous) || place.previous.is_sort();
            is_name || place.previous == Token::AutomatonInside
        }
    }
}

impl WordInContext<'_> {
    /// Returns the replacement of the word and the report; `None` if the word is right
    /// or the correction is ambiguous.
    pub(super) fn repair(self) -> Option<Repair> {
        match self.token {
            Token::Name => self.misspelt(),
            token if token.is_keyword() => self.reserved(),
            _ => None,
        }
    }

    /// Handles a keyword that was chosen as a name.
    fn reserved(self) -> Option<Repair> {
        let is_name = match self.place.previous {
            sort if sort.is_sort() => matches!(self.next, Some(Token::Semicolon | Token::Equals)),
            // In a condition `!` may be meant as `not`.
            Token::Bang | Token::Query => {
                matches!(self.next, Some(Token::Semicolon | Token::With))
                    && !matches!(self.token, Token::True | Token::False)
            }
            Token::Scm | Token::Automaton | Token::AutomatonInside => {
                self.next == Some(Token::Colon)
            }
            _ => false,
        };
        is_name.then(|| {
            let expected = what_name(self.place.previous, self.place.head);
            (Token::Name, self.text.len(), keyword_as_name(self.text, self.span, expected))
        })
    }

    /// Handles a name in a place for keywords.
    fn misspelt(self) -> Option<Repair> {
        let candidates = candidates(self.place.previous, self.place.head);
        let report = |help: String| {
            let words: Vec<String> = candidates
                .iter()
                .filter(|&&token| token != Token::Initial || !self.place.head.is_sort())
                .map(|token| format!("`{}`", token.word()))
                .collect();
            let message = format!("expected {}, found `{}`", alternatives(&words), self.text);
            codes::SYNTAX.at(self.span, message).label("unexpected").help(help)
        };
        for &token in candidates.iter().filter(|token| matches!(token, Token::State | Token::To)) {
            let word = token.word();
            if self.next == Some(Token::Colon) && is_glued(self.text, word) {
                let help = format!("write a blank after `{word}`");
                return Some((token, word.len(), report(help)));
            }
        }
        let fitting = || candidates.iter().filter(|&&token| fits(token, self.next));
        let lower = self.text.to_ascii_lowercase();
        let word = nearest(&lower, fitting().map(|token| token.word()))?;
        let &token = fitting().find(|token| token.word() == word)?;
        Some((token, self.text.len(), report(format!("did you mean `{word}`?"))))
    }
}

/// Returns `true` if a text is a keyword with a number at once behind it.
pub(super) fn is_glued(text: &str, keyword: &str) -> bool {
    let number = text.strip_prefix(keyword).filter(|number| !number.is_empty());
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the report of a keyword in place of `expected`.
pub(super) fn keyword_as_name(text: &str, span: Span, expected: &str) -> Diagnostic {
    let message = format!("`{text}` is a keyword, expected {expected}");
    let help = format!("choose another name, `{text}_1` for instance");
    codes::KEYWORD_AS_NAME.at(span, message).label("a keyword").help(help)
}

/// Returns the kind of a name behind a token and a keyword.
pub(super) fn what_name(previous: Token, head: Token) -> &'static str {
    match (previous, head) {
        (Token::Scm, _) => "the name of the system",
        (Token::Automaton | Token::AutomatonInside, _) => "the name of an automaton",
        (Token::Bang | Token::Query, _) => "a message",
        (Token::Int | Token::Real, _) => "a name",
        (_, Token::With) => "a variable",
        _ => "a name",
    }
}

/// Returns the keywords that may follow in places where names may not.
fn candidates(previous: Token, head: Token) -> &'static [Token] {
    use Token::{
        Automaton, BadStates, Colon, Initial, Int, Integer, Lossy, NbChannels, Parameters, Real,
        Scm, Semicolon, Start, State, To, When, With,
    };
    match (previous, head) {
        (Start, _) => &[Scm],
        (Colon, Scm) => &[NbChannels],
        (Colon, Automaton) => &[Initial, Int, Real],
        (Colon, To) => &[When],
        (Semicolon, NbChannels) => &[Lossy, Parameters],
        (Integer, Lossy) => &[Parameters],
        (Colon, Parameters) => &[Int, Real, Automaton],
        (Semicolon, Int | Real) => &[Int, Real, Automaton, Initial],
        (Integer | Semicolon, Initial) => &[State],
        (Colon, State) | (Semicolon, To | When | With) => &[State, To, Automaton, BadStates],
        _ => &[],
    }
}

/// Returns `true` if `next` may stand behind a keyword.
fn fits(keyword: Token, next: Option<Token>) -> bool {
    match keyword {
        Token::State | Token::To => matches!(next, Some(Token::Integer)),
        Token::Scm | Token::Automaton | Token::Int | Token::Real => {
            matches!(next, Some(Token::Name))
        }
        Token::When => next != Some(Token::Colon),
        _ => matches!(next, Some(Token::Colon | Token::Equals)),
    }
}
