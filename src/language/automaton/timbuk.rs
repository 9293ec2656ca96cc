//! The reader of Timbuk.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::codes;
use super::raw::{MAX_STATES, RawAutomaton, RawTransition, syntax, too_large};
use crate::reading::{nearest, shortened, with_nearest_or};
use kernel::diagnostics::{Code, Sink};
use kernel::source::{Source, Span};

/// The words that open the parts of a text, in their order.
pub(super) const PARTS: [&str; 6] =
    ["Ops", "Automaton", "States", "Final", "States", "Transitions"];

const ORDER: &str =
    "the parts are Ops, Automaton, States, Final States and Transitions, in this order";
const RULE: &str = "a transition is `a(q0) -> q1`; `x -> q0` marks an initial state";

/// A word or a sign with its place.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    span: Span,
}

impl Token<'_> {
    fn is_name(self) -> bool {
        self.text.chars().all(is_name) && self.text != "->"
    }
}

struct TimbukReader<'a, 's> {
    tokens: Vec<Token<'a>>,
    next: usize,
    end: Span,
    sink: &'s mut Sink,
}

/// Returns `true` if a character belongs to names.
pub(super) fn is_name(character: char) -> bool {
    !character.is_whitespace() && !matches!(character, '(' | ')' | ':')
}

pub(super) fn read(source: &Source, sink: &mut Sink) -> Option<RawAutomaton> {
    let end = Span::new(source.text().len(), source.text().len());
    let mut reader = TimbukReader { tokens: tokens(source), next: 0, end, sink };
    reader.automaton()
}

/// Cuts the text into names and signs; an arrow needs no space around it, unless a name ends in `-`.
fn tokens(source: &Source) -> Vec<Token<'_>> {
    let text = source.text();
    let mut at = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let mut tokens = Vec::new();
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if rest.starts_with("->") {
            2
        } else if is_name(first) {
            let mut name = rest.char_indices();
            let ends =
                |&(place, one): &(usize, char)| !is_name(one) || rest[place..].starts_with("->");
            name.find(ends).map_or(rest.len(), |(place, _)| place)
        } else {
            first.len_utf8()
        };
        tokens.push(Token { text: &rest[..length], span: Span::new(at, at + length) });
        at += length;
    }
    tokens
}

impl<'a> TimbukReader<'a, '_> {
    fn automaton(&mut self) -> Option<RawAutomaton> {
        let mut raw = RawAutomaton::default();
        self.part(0)?;
        let symbols = self.symbols(&mut raw)?;
        self.part(1)?;
        if !self.stands("States") {
            self.take();
        }
        self.part(2)?;
        let states = self.states(&mut raw)?;
        self.part(3)?;
        self.part(4)?;
        while let Some(name) = self.declared("Transitions") {
            let is_part = nearest(name.text, [PARTS[5]].into_iter()).is_some();
            if is_part && !states.contains_key(name.text) {
                self.next -= 1;
                break;
            }
            raw.accepting.extend(self.known(&states, name));
        }
        self.part(5)?;
        let mut start: Option<Token<'a>> = None;
        while let Some(symbol) = self.take() {
            let Some((argument, target)) = self.rule(symbol) else {
                self.skip_line(symbol);
                continue;
            };
            let place = symbol.span.to(target.span);
            let given = usize::from(argument.is_some());
            match symbols.get(symbol.text) {
                None if self.sink.is_full() => {}
                None => {
                    let message = format!("`{}` is not declared", shortened(symbol.text));
                    let help = || "declare it behind Ops, as `NAME:1`".to_owned();
                    let unknown = codes::UNKNOWN_SYMBOL.at(symbol.span, message);
                    let known = raw.alphabet.iter().map(String::as_str);
                    self.sink.push(with_nearest_or(unknown, symbol.text, known, help));
                }
                Some(&arity) if arity != given => {
                    let name = shortened(symbol.text);
                    let message = format!("`{name}` has arity {arity}, not {given}");
                    self.mistake(codes::WRONG_ARITY, place, message, RULE);
                }
                Some(_) => {}
            }
            let from = argument.map(|argument| self.known(&states, argument));
            let to = self.known(&states, target);
            match (from, to) {
                (None, Some(to)) => {
                    if let Some(other) = start.filter(|other| other.text != symbol.text) {
                        let message = "words begin with two different symbols";
                        let help = "use one symbol of arity 0 for all initial states";
                        let two = codes::WRONG_ARITY.at(symbol.span, message);
                        self.sink.push(two.also(other.span, "the first").help(help));
                    }
                    start = start.or(Some(symbol));
                    raw.initial.push(to);
                }
                (Some(Some(source)), Some(target)) => {
                    let symbol = symbol.text.to_owned();
                    raw.transitions.push(RawTransition { source, symbol, target, place });
                }
                _ => {}
            }
        }
        Some(raw)
    }

    /// Reads the declarations of symbols, and returns their arities.
    fn symbols(&mut self, raw: &mut RawAutomaton) -> Option<FxHashMap<&'a str, usize>> {
        let mut symbols = FxHashMap::default();
        while let Some(name) = self.declared("Automaton") {
            let colon = self.take().filter(|token| token.text == ":");
            let number = colon.and_then(|_| self.take());
            let Some(arity) = number.and_then(|number| number.text.parse::<usize>().ok()) else {
                let message = format!("`{}` has no arity", shortened(name.text));
                let help = "a declaration is `NAME:1`, or `NAME:0` for where words begin";
                syntax(name.span, message, help, self.sink);
                return None;
            };
            if arity > 1 {
                let message = format!("`{}` has arity {arity}", shortened(name.text));
                let help = "words have symbols of arity 1, and one of arity 0 to begin with";
                self.mistake(codes::WRONG_ARITY, name.span, message, help);
            }
            if symbols.insert(name.text, arity).is_some() {
                let message = format!("`{}` is declared twice", shortened(name.text));
                self.mistake(codes::DUPLICATE, name.span, message, "leave out one of them");
            } else if arity == 1 {
                raw.alphabet.push(name.text.to_owned());
            }
        }
        Some(symbols)
    }

    /// Reads the declarations of states, and returns their numbers.
    fn states(&mut self, raw: &mut RawAutomaton) -> Option<FxHashMap<&'a str, usize>> {
        let mut states = FxHashMap::default();
        while let Some(name) = self.declared("Final") {
            // Some writers give states the arity 0.
            if self.stands(":") {
                self.next += 2;
            }
            if raw.names.len() == MAX_STATES {
                too_large(name.span, self.sink);
                return None;
            }
            if states.insert(name.text, raw.names.len()).is_some() {
                let message = format!("state `{}` is declared twice", shortened(name.text));
                self.mistake(codes::DUPLICATE, name.span, message, "leave out one of them");
            }
            raw.names.push(name.text.to_owned());
        }
        raw.states = raw.names.len();
        Some(states)
    }

    /// Reads the rest of a rule behind its symbol: the argument, if there is one, and the target.
    fn rule(&mut self, symbol: Token<'a>) -> Option<(Option<Token<'a>>, Token<'a>)> {
        if !symbol.text.chars().all(is_name) {
            return self.wrong(Some(symbol), "a symbol");
        }
        let mut argument = None;
        if self.stands("(") {
            self.next += 1;
            if !self.stands(")") {
                argument = Some(self.state()?);
            }
            self.sign(")")?;
        }
        self.sign("->")?;
        Some((argument, self.state()?))
    }

    fn state(&mut self) -> Option<Token<'a>> {
        match self.take() {
            Some(token) if token.is_name() => Some(token),
            found => self.wrong(found, "a state"),
        }
    }

    fn sign(&mut self, sign: &str) -> Option<()> {
        match self.take() {
            Some(token) if token.text == sign => Some(()),
            found => self.wrong(found, &format!("`{sign}`")),
        }
    }

    /// Reports what stands in a rule in place of what is expected.
    fn wrong<T>(&mut self, found: Option<Token<'a>>, expected: &str) -> Option<T> {
        let (found, place) = self.described(found);
        syntax(place, format!("expected {expected}, found {found}"), RULE, self.sink);
        None
    }

    /// Returns a description of a token, or of the end of the file, and its place.
    fn described(&self, token: Option<Token<'a>>) -> (String, Span) {
        match token {
            Some(token) => (format!("`{}`", shortened(token.text)), token.span),
            None => ("the end of the file".to_owned(), self.end),
        }
    }

    /// Skips the rest of a rule whose target could not be read: up to the next name that is followed
    /// by a bracket or an arrow.
    fn skip_line(&mut self, symbol: Token<'a>) {
        let starts = |tokens: &[Token<'a>]| {
            let [first, second, ..] = tokens else { return false };
            first.is_name() && matches!(second.text, "(" | "->") && first.span > symbol.span
        };
        while self.next < self.tokens.len() && !starts(&self.tokens[self.next..]) {
            self.next += 1;
        }
    }

    /// Returns the next name, if it does not open the next part.
    fn declared(&mut self, next_part: &str) -> Option<Token<'a>> {
        self.peek().filter(|token| token.text != next_part && token.is_name())?;
        self.take()
    }

    fn known(&mut self, states: &FxHashMap<&str, usize>, name: Token<'a>) -> Option<usize> {
        let found = states.get(name.text).copied();
        if found.is_none() && !self.sink.is_full() {
            let message = format!("state `{}` does not exist", shortened(name.text));
            let unknown = codes::UNKNOWN_STATE.at(name.span, message);
            let known: BTreeSet<&str> = states.keys().copied().collect();
            let help = || "declare it behind States".to_owned();
            self.sink.push(with_nearest_or(unknown, name.text, known.into_iter(), help));
        }
        found
    }

    /// Reads the keyword that opens part `number`.
    fn part(&mut self, number: usize) -> Option<()> {
        let word = PARTS[number];
        let token = self.take();
        if token.is_some_and(|token| token.text == word) {
            return Some(());
        }
        let (found, place) = self.described(token);
        let missing = codes::MISSING.at(place, format!("expected `{word}`, found {found}"));
        let meant = token.and_then(|token| nearest(token.text, [word].into_iter()));
        self.sink.push(match meant {
            Some(meant) => missing.did_you_mean(meant),
            None => missing.help(ORDER),
        });
        meant.map(|_| ())
    }

    fn mistake(&mut self, code: Code, place: Span, message: impl Into<String>, help: &str) {
        self.sink.push(code.at(place, message).help(help));
    }

    /// Returns `true` if this is the next word or sign.
    fn stands(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.text == text)
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    fn take(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?;
        self.next += 1;
        Some(token)
    }
}
