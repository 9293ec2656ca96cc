//! The reader of Aldebaran's `.aut`, line by line.

use super::codes;
use super::draft::{Draft, MAX_STATES, Transition, syntax, too_large, unknown_state};
use crate::reading::{Piece, lines, shortened};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

const HEADER: &str = "the first line is `des (initial, transitions, states)`, with three numbers";
const EDGE: &str = "a transition is `(source, \"label\", target)`, with two numbers";
const LIST: &str = "`// final:` and `// initial:` are followed by numbers of states";

/// Returns the text between two places of a piece, without the white space around it.
fn between(piece: Piece<'_>, from: usize, to: usize) -> Piece<'_> {
    piece.part(from, to).trimmed()
}

/// Returns the text behind `word` if a piece begins with it.
fn behind<'a>(piece: Piece<'a>, word: &str) -> Option<Piece<'a>> {
    piece.after(word).map(Piece::trimmed)
}

/// Returns the text in the brackets if a piece consists of a bracketed text.
fn in_brackets(piece: Piece<'_>) -> Option<Piece<'_>> {
    let inner = piece.text.strip_prefix('(')?.strip_suffix(')')?;
    Some(between(piece, 1, 1 + inner.len()))
}

fn number(piece: Piece<'_>) -> Option<usize> {
    let digits = piece.text.bytes().all(|byte| byte.is_ascii_digit());
    piece.text.parse().ok().filter(|_| digits)
}

struct Header {
    initial: usize,
    transitions: usize,
    states: usize,
    place: Span,
    initial_place: Span,
}

pub(super) fn read(source: &Source, sink: &mut Sink) -> Option<Draft> {
    let mut header: Option<Header> = None;
    let mut draft = Draft::default();
    let mut initial: Option<Vec<usize>> = None;
    let mut accepting: Option<Vec<usize>> = None;
    for piece in lines(source).filter(|line| !line.text.is_empty()) {
        if let Some(rest) = behind(piece, "//") {
            let list = |which: &mut Option<Vec<usize>>, rest: Piece<'_>, sink: &mut Sink| {
                let states = header.as_ref().map_or(0, |header| header.states);
                which.get_or_insert_default().extend(numbers(rest, states, sink));
            };
            if let Some(rest) = behind(rest, "final:") {
                list(&mut accepting, rest, sink);
            } else if let Some(rest) = behind(rest, "initial:") {
                list(&mut initial, rest, sink);
            }
        } else if header.is_none() {
            let read = read_header(piece, sink)?;
            draft.states = read.states;
            header = Some(read);
        } else if let Some(transition) = transition(piece, draft.states, sink) {
            draft.transitions.push(transition);
        }
    }
    let Some(header) = header else {
        let end = source.text().len();
        let message = "there is no line `des`";
        sink.push(Diagnostic::new(codes::MISSING, Span::new(end, end), message).help(HEADER));
        return None;
    };
    if draft.transitions.len() != header.transitions && !sink.has_errors() {
        let (said, found) = (header.transitions, draft.transitions.len());
        let message = format!("{said} transitions are announced, and {found} stand there");
        sink.push(
            Diagnostic::new(codes::WRONG_COUNT, header.place, message)
                .help("the file may be cut off, or the number wrong"),
        );
    }
    draft.initial = initial.unwrap_or_else(|| {
        if header.initial >= header.states {
            let text = header.initial.to_string();
            unknown_state(&text, header.states, header.initial_place, sink);
        }
        vec![header.initial]
    });
    draft.accepting = accepting.unwrap_or_else(|| {
        let message = "nothing says which states accept: all do";
        sink.push(
            Diagnostic::new(codes::NOTHING_FINAL, header.place, message)
                .help("a line `// final: 1 2` says which states accept"),
        );
        (0..header.states).collect()
    });
    Some(draft)
}

fn read_header(piece: Piece<'_>, sink: &mut Sink) -> Option<Header> {
    let Some(rest) = behind(piece, "des") else {
        let message = "the text does not begin with `des`";
        sink.push(Diagnostic::new(codes::MISSING, piece.span(), message).help(HEADER));
        return None;
    };
    let parts: Option<Vec<Piece<'_>>> = in_brackets(rest).map(|inner| {
        let mut from = 0;
        let mut parts = Vec::new();
        for part in inner.text.split(',') {
            parts.push(between(inner, from, from + part.len()));
            from += part.len() + 1;
        }
        parts
    });
    let Some(&[first, second, third]) = parts.as_deref() else {
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

fn transition(piece: Piece<'_>, states: usize, sink: &mut Sink) -> Option<Transition> {
    let parts = in_brackets(piece).and_then(|inner| {
        let (first, last) = (inner.text.find(',')?, inner.text.rfind(',')?);
        let label = (first < last).then(|| between(inner, first + 1, last))?;
        let last = between(inner, last + 1, inner.text.len());
        Some((between(inner, 0, first), label, last))
    });
    let Some((from, label, to)) = parts else {
        let message = "expected two states with a label between them, in brackets";
        syntax(piece.span(), message, EDGE, sink);
        return None;
    };
    let symbol = match label.text.strip_prefix('"') {
        None => label.text.to_owned(),
        Some(rest) => match rest.strip_suffix('"') {
            Some(quoted) => unescaped(quoted),
            None => {
                syntax(label.span(), "the label has no closing quotation mark", EDGE, sink);
                return None;
            }
        },
    };
    let (from, to) = (state(from, states, EDGE, sink), state(to, states, EDGE, sink));
    Some(Transition { source: from?, symbol, target: to?, place: piece.span() })
}

fn state(piece: Piece<'_>, states: usize, help: &str, sink: &mut Sink) -> Option<usize> {
    let is_number = !piece.text.is_empty() && piece.text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
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

fn numbers(piece: Piece<'_>, states: usize, sink: &mut Sink) -> Vec<usize> {
    piece.words().filter_map(|word| state(word, states, LIST, sink)).collect()
}

/// Returns a quoted label with its escapes resolved; a backslash before anything else is itself.
fn unescaped(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut rest = quoted.chars();
    while let Some(character) = rest.next() {
        let mut behind = rest.clone();
        let meant = match (character, behind.next()) {
            ('\\', Some('"')) => Some('"'),
            ('\\', Some('\\')) => Some('\\'),
            ('\\', Some('n')) => Some('\n'),
            ('\\', Some('r')) => Some('\r'),
            ('\\', Some('t')) => Some('\t'),
            _ => None,
        };
        text.push(meant.unwrap_or(character));
        if meant.is_some() {
            rest = behind;
        }
    }
    text
}
