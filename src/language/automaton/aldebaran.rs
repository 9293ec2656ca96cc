//! The reader of Aldebaran's `.aut`, line by line.

use super::codes;
use super::print::ESCAPES;
use super::raw::{MAX_STATES, RawAutomaton, RawTransition, syntax, too_large, unknown_state};
use crate::reading::{Piece, lines, nearest, shortened};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

const HEADER: &str = "the first line is `des (initial, transitions, states)`, with three numbers";
const EDGE: &str = "a transition is `(source, \"label\", target)`, with two numbers";
const LIST: &str = "`// final:` and `// initial:` are followed by numbers of states";

/// Returns a text that was sliced from a piece, without the white space around it.
fn part<'a>(piece: Piece<'a>, text: &'a str) -> Piece<'a> {
    piece.within(text).without_blanks().trimmed()
}

/// Returns the text behind `word` if a piece begins with it.
fn behind<'a>(piece: Piece<'a>, word: &str) -> Option<Piece<'a>> {
    piece.after(word).map(Piece::trimmed)
}

/// Returns the text in the brackets if a piece consists of a bracketed text.
fn in_brackets(piece: Piece<'_>) -> Option<Piece<'_>> {
    Some(part(piece, piece.text.strip_prefix('(')?.strip_suffix(')')?))
}

fn number(piece: Piece<'_>) -> Option<usize> {
    let digits = piece.text.bytes().all(|byte| byte.is_ascii_digit());
    piece.text.parse().ok().filter(|_| digits)
}

/// The first line.
struct Header {
    initial: usize,
    transitions: usize,
    states: usize,
    place: Span,
    initial_place: Span,
}

pub(super) fn read(source: &Source, sink: &mut Sink) -> Option<RawAutomaton> {
    let mut header: Option<Header> = None;
    let mut raw = RawAutomaton::default();
    let mut initial: Option<Vec<usize>> = None;
    let mut accepting: Option<Vec<usize>> = None;
    for piece in lines(source).filter(|line| !line.text.is_empty()) {
        if let Some(comment) = behind(piece, "//") {
            for (word, list) in [("final:", &mut accepting), ("initial:", &mut initial)] {
                if let Some(numbers) = behind(comment, word) {
                    let known = numbers.words();
                    let known = known.filter_map(|word| state(word, raw.states, LIST, sink));
                    list.get_or_insert_default().extend(known);
                }
            }
        } else if header.is_none() {
            let read = read_header(piece, sink)?;
            raw.states = read.states;
            header = Some(read);
        } else {
            raw.transitions.extend(transition(piece, raw.states, sink));
        }
    }
    let Some(header) = header else {
        let end = source.text().len();
        let missing = codes::MISSING.at(Span::new(end, end), "there is no line `des`");
        sink.push(missing.help(HEADER));
        return None;
    };
    if raw.transitions.len() != header.transitions && !sink.has_errors() {
        let (said, found) = (header.transitions, raw.transitions.len());
        let message = format!("{said} transitions are announced, and {found} stand there");
        let help = "the file may be cut off, or the number wrong";
        sink.push(codes::WRONG_COUNT.at(header.place, message).help(help));
    }
    raw.initial = initial.unwrap_or_else(|| {
        if header.initial >= header.states {
            let text = header.initial.to_string();
            unknown_state(&text, header.states, header.initial_place, sink);
        }
        vec![header.initial]
    });
    raw.accepting = accepting.unwrap_or_else(|| {
        let message = "nothing says which states accept: all do";
        let help = "a line `// final: 1 2` says which states accept";
        sink.push(codes::NOTHING_FINAL.at(header.place, message).help(help));
        (0..header.states).collect()
    });
    Some(raw)
}

fn read_header(piece: Piece<'_>, sink: &mut Sink) -> Option<Header> {
    let Some(rest) = behind(piece, "des") else {
        let first = piece.text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let missing = codes::MISSING.at(piece.span(), "the text does not begin with `des`");
        sink.push(if nearest(&first.to_lowercase(), std::iter::once("des")).is_some() {
            let place = piece.part(0, first.len()).span();
            missing.help("did you mean `des`?").fix(place, "des")
        } else {
            missing.help(HEADER)
        });
        return None;
    };
    let numbers = in_brackets(rest);
    let numbers = numbers
        .map(|inner| inner.text.split(',').map(|number| part(inner, number)).collect::<Vec<_>>());
    let Some(&[first, second, third]) = numbers.as_deref() else {
        syntax(rest.span(), "expected three numbers in brackets", HEADER, sink);
        return None;
    };
    let mut read = |piece: Piece<'_>| {
        let found = number(piece);
        if found.is_none() {
            let message = format!("expected a number, found `{}`", shortened(piece.text));
            syntax(piece.span(), message, HEADER, sink);
        }
        found
    };
    let (initial, transitions, states) = (read(first), read(second), read(third));
    let (initial, transitions, states) = (initial?, transitions?, states?);
    if states > MAX_STATES {
        too_large(third.span(), sink);
        return None;
    }
    let (place, initial_place) = (piece.span(), first.span());
    Some(Header { initial, transitions, states, place, initial_place })
}

fn transition(piece: Piece<'_>, states: usize, sink: &mut Sink) -> Option<RawTransition> {
    let parts = in_brackets(piece).and_then(|inner| {
        let (from, rest) = inner.text.split_once(',')?;
        let (label, to) = rest.rsplit_once(',')?;
        Some([from, label, to].map(|text| part(inner, text)))
    });
    let Some([from, label, to]) = parts else {
        let message = "expected two states with a label between them, in brackets";
        syntax(piece.span(), message, EDGE, sink);
        return None;
    };
    let symbol = match label.text.strip_prefix('"').map(|rest| rest.strip_suffix('"')) {
        None => label.text.to_owned(),
        Some(Some(quoted)) => unescaped(quoted),
        Some(None) => {
            syntax(label.span(), "the label has no closing quotation mark", EDGE, sink);
            return None;
        }
    };
    let (from, to) = (state(from, states, EDGE, sink), state(to, states, EDGE, sink));
    Some(RawTransition { source: from?, symbol, target: to?, place: piece.span() })
}

fn state(piece: Piece<'_>, states: usize, help: &str, sink: &mut Sink) -> Option<usize> {
    if piece.text.is_empty() || !piece.text.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("expected a state, found `{}`", shortened(piece.text));
        syntax(piece.span(), message, help, sink);
        return None;
    }
    let found = number(piece).filter(|&state| state < states);
    if found.is_none() {
        unknown_state(piece.text, states, piece.span(), sink);
    }
    found
}

/// Returns a quoted label with its escapes resolved; a backslash before anything else is itself.
fn unescaped(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut rest = quoted.chars().peekable();
    while let Some(character) = rest.next() {
        let escape = ESCAPES.into_iter().find(|(_, letter)| rest.peek() == Some(letter));
        match escape.filter(|_| character == '\\') {
            Some((plain, _)) => {
                text.push(plain);
                rest.next();
            }
            None => text.push(character),
        }
    }
    text
}
