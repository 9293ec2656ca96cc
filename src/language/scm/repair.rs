//! Slips in single words, mended before the parser sees them.
//!
//! A misspelt keyword would cost the parser the part that it opens, and each name declared there
//! would be missed later; a keyword where a name belongs would open a part that is not there.
//! Such words are reported, and read as what they must be, where the word before them, the last
//! keyword and the word behind them leave no doubt: then nothing follows from the slip.

use super::codes;
use super::lexer::Place;
use super::syntax::{list, what_name};
use super::token::Token;
use crate::reading::nearest;
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;

/// A word with what stands around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
    pub(super) token: Token,
    /// The end of the token before it.
    pub(super) place: Place,
    /// The token behind it.
    pub(super) next: Option<Token>,
}

/// What is read instead of a word, how many bytes of it that is, and what to say. The rest of the word is a number that
/// is glued to a keyword.
type Repair = (Token, usize, Diagnostic);

impl Word<'_> {
    /// Returns what is read instead of the word, and what to say; nothing where the word is right
    /// or it is not clear what it should be.
    pub(super) fn repair(self) -> Option<Repair> {
        match self.token {
            Token::Name => self.misspelt(),
            token if token.is_keyword() => self.reserved(),
            _ => None,
        }
    }

    /// A keyword that was chosen as a name.
    fn reserved(self) -> Option<Repair> {
        let is_name = match self.place.previous {
            sort if sort.is_sort() => matches!(self.next, Some(Token::Semicolon | Token::Equals)),
            // In a condition `!` may stand for `not`.
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

    /// A name where only keywords may stand.
    fn misspelt(self) -> Option<Repair> {
        let candidates = candidates(self.place.previous, self.place.head);
        let report = |help: String| {
            let words: Vec<String> = candidates
                .iter()
                .filter(|&&token| token != Token::Initial || !self.place.head.is_sort())
                .map(|token| format!("`{}`", token.word()))
                .collect();
            codes::SYNTAX
                .at(self.span, format!("expected {}, found `{}`", list(&words), self.text))
                .label("unexpected")
                .help(help)
        };
        for &token in candidates.iter().filter(|token| matches!(token, Token::State | Token::To)) {
            let word = token.word();
            let digits = self.text.strip_prefix(word).filter(|rest| !rest.is_empty());
            let is_glued = digits.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
            if is_glued && self.next == Some(Token::Colon) {
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

/// Returns the report of a keyword where `expected` belongs.
pub(super) fn keyword_as_name(text: &str, span: Span, expected: &str) -> Diagnostic {
    let message = format!("`{text}` is a keyword, expected {expected}");
    codes::KEYWORD_AS_NAME
        .at(span, message)
        .label("a keyword")
        .help(format!("choose another name, `{text}_1` for instance"))
}

/// Returns the keywords that may follow where a name may not.
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
