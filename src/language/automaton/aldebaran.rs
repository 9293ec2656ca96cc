//! The reader of Aldebaran's `.aut`, line by line.

use super::codes;
use super::draft::{Draft, MOST_STATES, Transition, syntax, too_large, unknown_state};
use crate::scm::shortened;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

const HEADER: &str = "the first line is `des (initial, transitions, states)`, with three numbers";
const EDGE: &str = "a transition is `(source, \"label\", target)`, with two numbers";
const LIST: &str = "`// final:` and `// initial:` are followed by numbers of states";

/// A part of the text with its place.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Piece<'a> {
    fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    fn trimmed(self) -> Self {
        let front = self.text.len() - self.text.trim_start().len();
        Self { text: self.text.trim(), start: self.start + front }
    }

    /// Returns what stands between the two places.
    fn between(self, from: usize, to: usize) -> Self {
        Self { text: &self.text[from..to], start: self.start + from }.trimmed()
    }

    fn strip(self, opening: &str) -> Option<Self> {
        let rest = self.text.strip_prefix(opening)?;
        Some(self.between(self.text.len() - rest.len(), self.text.len()))
    }

    /// Returns what stands in the brackets that are all of it.
    fn in_brackets(self) -> Option<Self> {
        let inner = self.text.strip_prefix('(')?.strip_suffix(')')?;
        Some(self.between(1, 1 + inner.len()))
    }

    fn number(self) -> Option<usize> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        self.text.parse().ok().filter(|_| digits)
    }

    fn words(self) -> impl Iterator<Item = Piece<'a>> {
        self.text.split_whitespace().map(move |word| {
            let at = word.as_ptr() as usize - self.text.as_ptr() as usize;
            Piece { text: word, start: self.start + at }
        })
    }
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
    for piece in lines(source) {
        if let Some(rest) = piece.strip("//") {
            let list = |which: &mut Option<Vec<usize>>, rest: Piece<'_>, sink: &mut Sink| {
                let states = header.as_ref().map_or(0, |header| header.states);
                which.get_or_insert_default().extend(numbers(rest, states, sink));
            };
            if let Some(rest) = rest.strip("final:") {
                list(&mut accepting, rest, sink);
            } else if let Some(rest) = rest.strip("initial:") {
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

/// Returns the lines that are not blank, without the spaces around them.
fn lines(source: &Source) -> impl Iterator<Item = Piece<'_>> {
    let text = source.text();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let all = text.split_inclusive(['\n', '\r']);
    let lines = all.scan(source.text().len() - text.len(), |at, line| {
        let piece = Piece { text: line, start: *at };
        *at += line.len();
        Some(piece.trimmed())
    });
    lines.filter(|piece| !piece.text.is_empty())
}

fn read_header(piece: Piece<'_>, sink: &mut Sink) -> Option<Header> {
    let Some(rest) = piece.strip("des") else {
        let message = "the text does not begin with `des`";
        sink.push(Diagnostic::new(codes::MISSING, piece.span(), message).help(HEADER));
        return None;
    };
    let parts: Option<Vec<Piece<'_>>> = rest.in_brackets().map(|inner| {
        let mut from = 0;
        let mut parts = Vec::new();
        for part in inner.text.split(',') {
            parts.push(inner.between(from, from + part.len()));
            from += part.len() + 1;
        }
        parts
    });
    let Some(&[first, second, third]) = parts.as_deref() else {
        syntax(rest.span(), "expected three numbers in brackets", HEADER, sink);
        return None;
    };
    let mut number = |piece: Piece<'_>| {
        let found = piece.number();
        if found.is_none() {
            let message = format!("expected a number, found `{}`", shortened(piece.text));
            syntax(piece.span(), message, HEADER, sink);
        }
        found
    };
    let (initial, transitions, states) = (number(first), number(second), number(third));
    let (initial, transitions, states) = (initial?, transitions?, states?);
    if states > MOST_STATES {
        too_large(third.span(), sink);
        return None;
    }
    let (place, initial_place) = (piece.span(), first.span());
    Some(Header { initial, transitions, states, place, initial_place })
}

fn transition(piece: Piece<'_>, states: usize, sink: &mut Sink) -> Option<Transition> {
    let parts = piece.in_brackets().and_then(|inner| {
        let (first, last) = (inner.text.find(',')?, inner.text.rfind(',')?);
        let label = (first < last).then(|| inner.between(first + 1, last))?;
        let last = inner.between(last + 1, inner.text.len());
        Some((inner.between(0, first), label, last))
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
    let found = piece.number().filter(|&state| state < states);
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
