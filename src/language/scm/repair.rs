//! Slips in single words, mended before the parser sees them.
//!
//! A misspelt keyword would cost the parser the part that it opens, and each name declared there
//! would be missed later; a keyword where a name belongs would open a part that is not there.
//! Such words are reported, and read as what they must be, where the word before them, the last
//! keyword and the word behind them leave no doubt: then nothing follows from the slip.

use super::codes;
use super::lexer::Kind;
use super::syntax::{list, what_name};
use super::token::Token;
use crate::reading::nearest;
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;

/// A word with what stands around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'input> {
    pub(super) text: &'input str,
    pub(super) span: Span,
    pub(super) token: Token<'input>,
    /// The token before it.
    pub(super) previous: Kind,
    /// The last keyword before it that says what numbers and names mean.
    pub(super) head: Kind,
    /// The token behind it.
    pub(super) next: Option<Token<'input>>,
}

/// What is read instead of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repair<'input> {
    /// Another token.
    Token(Token<'input>),
    /// A keyword to which its number is glued; the keyword has that many bytes.
    Glued(Token<'input>, usize),
}

impl<'input> Word<'input> {
    /// Returns what is read instead of the word, and what to say; nothing where the word is right
    /// or it is not clear what it should be.
    pub(super) fn repair(self) -> Option<(Repair<'input>, Diagnostic)> {
        match self.token {
            Token::Name(_) => self.misspelt(),
            token if token.is_keyword() => self.reserved(),
            _ => None,
        }
    }

    /// A keyword that was chosen as a name.
    fn reserved(self) -> Option<(Repair<'input>, Diagnostic)> {
        let is_name = match self.previous {
            Kind::Sort => matches!(self.next, Some(Token::Semicolon | Token::Equals)),
            // In a condition `!` may stand for `not`.
            Kind::Direction => {
                matches!(self.next, Some(Token::Semicolon | Token::With))
                    && !matches!(self.token, Token::True | Token::False)
            }
            Kind::Scm | Kind::Automaton | Kind::AutomatonInside => self.next == Some(Token::Colon),
            _ => false,
        };
        is_name.then(|| {
            let expected = what_name(self.previous, self.head);
            (Repair::Token(Token::Name(self.text)), keyword_as_name(self.text, self.span, expected))
        })
    }

    /// A name where only keywords may stand.
    fn misspelt(self) -> Option<(Repair<'input>, Diagnostic)> {
        let candidates = candidates(self.previous, self.head);
        let report = |help: String| {
            let words: Vec<String> = candidates
                .iter()
                .filter(|&&(word, _)| word != "initial" || self.head != Kind::Sort)
                .map(|(word, _)| format!("`{word}`"))
                .collect();
            Diagnostic::new(
                codes::SYNTAX,
                self.span,
                format!("expected {}, found `{}`", list(&words), self.text),
            )
            .label("unexpected")
            .help(help)
        };
        for &(word, token) in candidates.iter().filter(|(_, t)| takes_number(*t)) {
            let digits = self.text.strip_prefix(word).filter(|rest| !rest.is_empty());
            let is_glued = digits.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
            if is_glued && self.next == Some(Token::Colon) {
                let help = format!("write a blank after `{word}`");
                return Some((Repair::Glued(token, word.len()), report(help)));
            }
        }
        let fitting = || candidates.iter().filter(|&&(_, token)| fits(token, self.next));
        let lower = self.text.to_ascii_lowercase();
        let meant = nearest(&lower, fitting().map(|&(word, _)| word))?;
        let &(word, token) = fitting().find(|&&(word, _)| word == meant)?;
        Some((Repair::Token(token), report(format!("did you mean `{word}`?"))))
    }
}

/// Returns the report of a keyword where `expected` belongs.
pub(super) fn keyword_as_name(text: &str, span: Span, expected: &str) -> Diagnostic {
    let message = format!("`{text}` is a keyword, expected {expected}");
    Diagnostic::new(codes::KEYWORD_AS_NAME, span, message)
        .label("a keyword")
        .help(format!("choose another name, `{text}_1` for instance"))
}

type Candidate = (&'static str, Token<'static>);

/// Returns the keywords that may follow where a name may not.
fn candidates(previous: Kind, head: Kind) -> &'static [Candidate] {
    const INT: Candidate = ("int", Token::Int);
    const REAL: Candidate = ("real", Token::Real);
    const AUTOMATON: Candidate = ("automaton", Token::Automaton);
    const INITIAL: Candidate = ("initial", Token::Initial);
    const STATE: Candidate = ("state", Token::State);
    const TO: Candidate = ("to", Token::To);
    const BAD_STATES: Candidate = ("bad_states", Token::BadStates);
    const PARAMETERS: Candidate = ("parameters", Token::Parameters);
    const LOSSY: Candidate = ("lossy", Token::Lossy);
    match (previous, head) {
        (Kind::Start, _) => &[("scm", Token::Scm)],
        (Kind::Colon, Kind::Scm) => &[("nb_channels", Token::NbChannels)],
        (Kind::Colon, Kind::Automaton) => &[INITIAL, INT, REAL],
        (Kind::Colon, Kind::To) => &[("when", Token::When)],
        (Kind::Semicolon, Kind::NbChannels) => &[LOSSY, PARAMETERS],
        (Kind::Integer, Kind::Lossy) => &[PARAMETERS],
        (Kind::Colon, Kind::Parameters) => &[INT, REAL, AUTOMATON],
        (Kind::Semicolon, Kind::Sort) => &[INT, REAL, AUTOMATON, INITIAL],
        (Kind::Integer | Kind::Semicolon, Kind::Initial) => &[STATE],
        (Kind::Colon, Kind::State) | (Kind::Semicolon, Kind::To | Kind::When | Kind::With) => {
            &[STATE, TO, AUTOMATON, BAD_STATES]
        }
        _ => &[],
    }
}

fn takes_number(token: Token<'_>) -> bool {
    matches!(token, Token::State | Token::To)
}

/// Tells whether `next` may stand behind a keyword.
fn fits(keyword: Token<'_>, next: Option<Token<'_>>) -> bool {
    match keyword {
        Token::State | Token::To => matches!(next, Some(Token::Integer(_))),
        Token::Scm | Token::Automaton | Token::Int | Token::Real => {
            matches!(next, Some(Token::Name(_)))
        }
        Token::When => next != Some(Token::Colon),
        _ => matches!(next, Some(Token::Colon | Token::Equals)),
    }
}
