//! Choreography automata, a line each.

use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::mistake::Mistake;
use crate::scm::{Piece, nearest, shortened};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use model::cfsm::{ChannelKind, StateId};
use model::choreography::Architecture;

/// The words that begin a line.
const WORDS: [&str; 7] = ["name", "arch", "kind", "buffer", "init", "final", "expect"];
/// The words for architectures.
pub(super) const ARCHITECTURES: [(&str, Architecture); 4] = [
    ("p2p", Architecture::PeerToPeer),
    ("mailbox", Architecture::Mailbox),
    ("onebuf", Architecture::OneBuffer),
    ("free", Architecture::Free),
];
/// The words for kinds of channels.
pub(super) const KINDS: [(&str, ChannelKind); 2] =
    [("fifo", ChannelKind::Fifo), ("bag", ChannelKind::Bag)];

const EDGE: &str = "an interaction is written `0 -p->q:m- 1`, or `0 -p->q:m via b- 1`";

/// Reads a text.
///
/// # Complexity
/// Linear in the text.
pub(super) fn read(source: &Source, sink: &mut Sink) -> Draft {
    let mut reader = Reader { draft: Draft::default(), said: FxHashMap::default(), sink };
    let mut finals = Vec::new();
    let mut start = 0;
    let text = source.text().strip_prefix('\u{feff}').unwrap_or_else(|| source.text());
    let skipped = source.text().len() - text.len();
    for line in text.split_inclusive(['\n', '\r']) {
        if reader.sink.is_full() {
            break;
        }
        let piece = Piece { text: line, start: start + skipped };
        reader.line(piece, &mut finals);
        start += line.len();
    }
    reader.resolve_initial();
    reader.resolve_finals(&finals);
    reader.draft.builder.check_channels(reader.sink);
    reader.draft
}

struct Reader<'b> {
    draft: Draft,
    /// Where each of the things stands that are said once.
    said: FxHashMap<String, (Span, String)>,
    sink: &'b mut Sink,
}

impl Reader<'_> {
    fn line<'a>(&mut self, line: Piece<'a>, finals: &mut Vec<Piece<'a>>) {
        let line = trimmed(line);
        let head = words(line);
        let keeps_sharp = head.first().is_some_and(|word| word.text == "expect")
            && !is_edge(&head)
            && !line.text.starts_with('#');
        let comment = if keeps_sharp { None } else { line.text.find('#') };
        let Some(body) = comment.map_or(Some(line), |at| {
            self.draft.comments.push(line.part(at, line.text.len()).span());
            Some(trimmed(line.part(0, at))).filter(|body| !body.text.is_empty())
        }) else {
            return;
        };
        let words = words(body);
        let Some((&first, rest)) = words.split_first() else { return };
        if is_edge(&words) {
            self.edge(body, &words);
            return;
        }
        match first.text {
            "name" => {
                if let Some(name) = self.one(first, rest, "a name without blanks") {
                    self.draft.builder.name = name.text.to_owned();
                }
            }
            "arch" => {
                let value = self.one(first, rest, "`p2p`, `mailbox`, `onebuf` or `free`");
                self.draft.builder.architecture =
                    value.and_then(|value| self.known(value, &ARCHITECTURES));
            }
            "kind" => {
                let value = self.one(first, rest, "`fifo` or `bag`");
                self.draft.builder.kind = value.and_then(|value| self.known(value, &KINDS));
            }
            "init" => {
                self.one(first, rest, "a state");
            }
            "final" => finals.extend(rest),
            "buffer" => self.buffer(first, rest),
            "expect" => self.remark(body, rest),
            _ => self.unknown(body, first),
        }
    }

    /// Returns the one word that stands behind `first`, unless something was said before.
    fn one<'a>(&mut self, first: Piece<'a>, rest: &[Piece<'a>], what: &str) -> Option<Piece<'a>> {
        let [value] = rest else {
            let place = rest.get(1).copied().unwrap_or(first);
            let message = format!("expected one thing behind `{}`: {what}", first.text);
            self.sink.push(Diagnostic::new(Mistake::Syntax.code(), place.span(), message));
            return None;
        };
        let said = (value.span(), value.text.to_owned());
        if let Some((earlier, _)) = self.said.get(first.text) {
            let message = format!("`{}` is said again", first.text);
            self.sink.push(
                Diagnostic::new(Mistake::SaidAgain.code(), value.span(), message)
                    .also(*earlier, "first here")
                    .help("leave one of the lines out"),
            );
            return None;
        }
        self.said.insert(first.text.to_owned(), said);
        Some(*value)
    }

    /// Returns what a word stands for.
    fn known<T: Copy>(&mut self, value: Piece<'_>, known: &[(&'static str, T)]) -> Option<T> {
        let found = known.iter().find(|(word, _)| *word == value.text);
        if found.is_none() {
            let words: Vec<String> = known.iter().map(|(word, _)| format!("`{word}`")).collect();
            let message = format!("expected {}", words.join(", "));
            let mut diagnostic = Diagnostic::new(Mistake::Syntax.code(), value.span(), message);
            if let Some(meant) = nearest(value.text, known.iter().map(|&(word, _)| word)) {
                diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
            }
            self.sink.push(diagnostic);
        }
        found.map(|&(_, value)| value)
    }

    fn buffer(&mut self, first: Piece<'_>, rest: &[Piece<'_>]) {
        let &[name, kind] = rest else {
            let place = rest.get(2).copied().unwrap_or(first);
            self.sink.push(
                Diagnostic::new(
                    Mistake::Syntax.code(),
                    place.span(),
                    "expected a channel and its kind behind `buffer`",
                )
                .help("write `buffer b bag`"),
            );
            return;
        };
        let kind = self.known(kind, &KINDS);
        let key = format!("buffer {}", name.text);
        if let Some((earlier, _)) = self.said.get(&key) {
            let message = format!("channel `{}` is declared twice", name.text);
            self.sink.push(
                Diagnostic::new(Mistake::ChannelTwice.code(), name.span(), message)
                    .also(*earlier, "first here"),
            );
            return;
        }
        self.said.insert(key, (name.span(), name.text.to_owned()));
        let id = self.draft.builder.buffers.id(name.text);
        self.draft.builder.declared.push((id, name.span()));
        if let Some(kind) = kind {
            self.draft.builder.kinds.insert(id, kind);
        }
    }

    fn remark(&mut self, body: Piece<'_>, rest: &[Piece<'_>]) {
        let Some(key) = rest.first() else {
            let message = "expected a key and a value behind `expect`";
            self.sink.push(Diagnostic::new(Mistake::Syntax.code(), body.span(), message));
            return;
        };
        let end = key.start - body.start + key.text.len();
        let value = trimmed(body.part(end, body.text.len()));
        self.draft.remarks.push((key.text.to_owned(), value.text.to_owned()));
    }

    fn unknown(&mut self, body: Piece<'_>, first: Piece<'_>) {
        if body.text.contains("->") {
            let message = "this interaction cannot be read";
            self.sink.push(
                Diagnostic::new(Mistake::Syntax.code(), body.span(), message)
                    .label("a `-` stands before the sender and behind the message")
                    .help(EDGE),
            );
            return;
        }
        let message = format!("unknown word `{}`", shortened(first.text));
        let help = match nearest(first.text, WORDS.into_iter()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => EDGE.to_owned(),
        };
        self.sink.push(
            Diagnostic::new(Mistake::UnknownWord.code(), first.span(), message)
                .label("no line begins like this")
                .help(help),
        );
    }

    fn edge(&mut self, body: Piece<'_>, words: &[Piece<'_>]) {
        let (label, via, target) = match words {
            [_, label, target] => (*label, None, *target),
            [_, label, via, channel, target] if via.text == "via" => {
                (*label, Some(*channel), *target)
            }
            _ => {
                let place = words.get(2).copied().unwrap_or(body);
                let message = if words.len() < 3 || words.len() == 4 && words[2].text == "via" {
                    "the state that the interaction leads to is missing"
                } else {
                    "expected `via` and a channel, or the state that the interaction leads to"
                };
                self.sink.push(
                    Diagnostic::new(Mistake::Syntax.code(), place.span(), message).help(EDGE),
                );
                return;
            }
        };
        let closing = via.unwrap_or(label);
        if !closing.text.ends_with('-') || closing.text.len() < 2 {
            let end = closing.start + closing.text.len();
            self.sink.push(
                Diagnostic::new(
                    Mistake::Syntax.code(),
                    Span::new(end, end),
                    "expected `-` behind the interaction",
                )
                .help(EDGE),
            );
            return;
        }
        let via = via.map(|channel| channel.part(0, channel.text.len() - 1));
        let label = label.part(1, label.text.len() - usize::from(via.is_none()));
        let Some((sender, receiver, message)) = interaction(label) else {
            let message = "expected sender, `->`, receiver, `:` and message";
            self.sink
                .push(Diagnostic::new(Mistake::Syntax.code(), label.span(), message).help(EDGE));
            return;
        };
        let builder = &mut self.draft.builder;
        let source = builder.states.id(words[0].text);
        let target = builder.states.id(target.text);
        builder.interaction(
            (source, target),
            [sender.text, receiver.text, message.text],
            via.map(|channel| channel.text),
            (body.span(), receiver.span()),
            self.sink,
        );
    }

    fn resolve_initial(&mut self) {
        let first = self.draft.builder.edges.iter().next().map(|edge| edge.source);
        let Some((place, name)) = self.said.get("init").cloned() else {
            self.draft.builder.initial = first;
            return;
        };
        let is_empty = self.draft.builder.states.items().is_empty();
        self.draft.builder.initial = if is_empty && !self.sink.has_errors() {
            Some(self.draft.builder.states.id(&name))
        } else {
            self.draft.builder.known_state(&name, place, self.sink)
        };
    }

    fn resolve_finals(&mut self, finals: &[Piece<'_>]) {
        let mut seen: FxHashMap<StateId, Span> = FxHashMap::default();
        for word in finals {
            let known = self.draft.builder.known_state(word.text, word.span(), self.sink);
            let Some(state) = known else { continue };
            if let Some(&first) = seen.get(&state) {
                let message = format!("state `{}` is final already", word.text);
                self.sink.push(
                    Diagnostic::new(Mistake::Repeated.code(), word.span(), message)
                        .also(first, "first here"),
                );
            } else {
                seen.insert(state, word.span());
                self.draft.builder.finals.push(state);
            }
        }
    }
}

/// Returns whether the words of a line are those of an interaction, whatever the state is called.
fn is_edge(words: &[Piece<'_>]) -> bool {
    words.get(1).is_some_and(|word| word.text.starts_with('-') && word.text.contains("->"))
}

/// Returns the sender, the receiver and the message of `P->R:M`.
pub(super) fn interaction(label: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>, Piece<'_>)> {
    let arrow = label.text.find("->")?;
    let colon = arrow + label.text[arrow..].find(':')?;
    let parts = (
        label.part(0, arrow),
        label.part(arrow + "->".len(), colon),
        label.part(colon + 1, label.text.len()),
    );
    let all = [parts.0, parts.1, parts.2];
    all.iter().all(|part| !part.text.is_empty()).then_some(parts)
}

/// Returns the words of a line.
pub(super) fn words(line: Piece<'_>) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut begin = None;
    for (at, character) in line.text.char_indices() {
        match (character.is_whitespace(), begin) {
            (true, Some(start)) => {
                found.push(line.part(start, at));
                begin = None;
            }
            (false, None) => begin = Some(at),
            _ => {}
        }
    }
    if let Some(start) = begin {
        found.push(line.part(start, line.text.len()));
    }
    found
}

/// Returns a line without the blanks around it.
fn trimmed(line: Piece<'_>) -> Piece<'_> {
    let text = line.text.trim_start();
    let start = line.text.len() - text.len();
    line.part(start, start + text.trim_end().len())
}
