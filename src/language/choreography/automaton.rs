//! Choreography automata, one transition a line.

use rustc_hash::FxHashMap;

use super::codes;
use super::draft::Draft;
use crate::reading::{Piece, lines, meant, shortened};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use model::cfsm::ChannelKind;
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
    for line in lines(source) {
        if reader.sink.is_full() {
            break;
        }
        reader.line(line, &mut finals);
    }
    let Reader { draft: Draft { builder, .. }, said, sink } = &mut reader;
    let initial = said.get("init").map(|(place, name)| (name.as_str(), *place));
    builder.resolve_initial(initial, sink);
    let finals = finals.iter().map(|word| (word.text, word.span()));
    builder.resolve_finals(finals, |diagnostic, first| diagnostic.also(first, "first here"), sink);
    reader.draft.builder.check_channels(reader.sink);
    reader.draft
}

struct Reader<'b> {
    draft: Draft,
    /// The places of the declarations that may occur only once.
    said: FxHashMap<String, (Span, String)>,
    sink: &'b mut Sink,
}

impl Reader<'_> {
    fn line<'a>(&mut self, line: Piece<'a>, finals: &mut Vec<Piece<'a>>) {
        let head: Vec<Piece<'a>> = line.words().collect();
        let keeps_sharp = head.first().is_some_and(|word| word.text == "expect")
            && !is_edge(&head)
            && !line.text.starts_with('#');
        let comment = if keeps_sharp { None } else { line.text.find('#') };
        let Some(body) = comment.map_or(Some(line), |at| {
            self.draft.comments.push(line.part(at, line.text.len()).span());
            Some(line.part(0, at).trimmed()).filter(|body| !body.text.is_empty())
        }) else {
            return;
        };
        let words: Vec<Piece<'a>> = body.words().collect();
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

    /// Returns the single word behind `first`, unless the declaration occurred before.
    fn one<'a>(&mut self, first: Piece<'a>, rest: &[Piece<'a>], what: &str) -> Option<Piece<'a>> {
        let [value] = rest else {
            let place = rest.get(1).copied().unwrap_or(first);
            let message = format!("expected one thing behind `{}`: {what}", first.text);
            self.sink.push(Diagnostic::new(codes::SYNTAX, place.span(), message));
            return None;
        };
        let said = (value.span(), value.text.to_owned());
        if let Some((earlier, _)) = self.said.get(first.text) {
            let message = format!("`{}` is said again", first.text);
            self.sink.push(
                Diagnostic::new(codes::SAID_AGAIN, value.span(), message)
                    .also(*earlier, "first here")
                    .help("leave one of the lines out"),
            );
            return None;
        }
        self.said.insert(first.text.to_owned(), said);
        Some(*value)
    }

    /// Returns the value of a word.
    fn known<T: Copy>(&mut self, value: Piece<'_>, words: &[(&'static str, T)]) -> Option<T> {
        let report = |message| {
            let advice = meant(value.text, words.iter().map(|&(word, _)| word));
            let diagnostic = Diagnostic::new(codes::SYNTAX, value.span(), message);
            self.sink.push(diagnostic.help_if(advice));
        };
        known(value.text, words).map_err(report).ok()
    }

    fn buffer(&mut self, first: Piece<'_>, rest: &[Piece<'_>]) {
        let &[name, kind] = rest else {
            let place = rest.get(2).copied().unwrap_or(first);
            self.sink.push(
                Diagnostic::new(
                    codes::SYNTAX,
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
                Diagnostic::new(codes::CHANNEL_TWICE, name.span(), message)
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
            self.sink.push(Diagnostic::new(codes::SYNTAX, body.span(), message));
            return;
        };
        let end = key.start - body.start + key.text.len();
        let value = body.part(end, body.text.len()).trimmed();
        self.draft.remarks.push((key.text.to_owned(), value.text.to_owned()));
    }

    fn unknown(&mut self, body: Piece<'_>, first: Piece<'_>) {
        if body.text.contains("->") {
            let message = "this interaction cannot be read";
            self.sink.push(
                Diagnostic::new(codes::SYNTAX, body.span(), message)
                    .label("a `-` stands before the sender and behind the message")
                    .help(EDGE),
            );
            return;
        }
        let message = format!("unknown word `{}`", shortened(first.text));
        let help = meant(first.text, WORDS.into_iter()).unwrap_or_else(|| EDGE.to_owned());
        self.sink.push(
            Diagnostic::new(codes::UNKNOWN_WORD, first.span(), message)
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
                self.sink.push(Diagnostic::new(codes::SYNTAX, place.span(), message).help(EDGE));
                return;
            }
        };
        let closing = via.unwrap_or(label);
        if !closing.text.ends_with('-') || closing.text.len() < 2 {
            let end = closing.start + closing.text.len();
            self.sink.push(
                Diagnostic::new(
                    codes::SYNTAX,
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
            self.sink.push(Diagnostic::new(codes::SYNTAX, label.span(), message).help(EDGE));
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
}

/// Returns the value of a word, or the words that were expected instead.
pub(super) fn known<T: Copy>(word: &str, known: &[(&'static str, T)]) -> Result<T, String> {
    let found = known.iter().find(|(other, _)| *other == word);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<String> = known.iter().map(|(word, _)| format!("`{word}`")).collect();
        format!("expected {}", words.join(", "))
    })
}

/// Returns `true` if the words of a line form an interaction, regardless of the names of its states.
fn is_edge(words: &[Piece<'_>]) -> bool {
    words.get(1).is_some_and(|word| word.text.starts_with('-') && word.text.contains("->"))
}

/// Returns the sender, the receiver and the message of `P->R:M`.
fn interaction(label: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>, Piece<'_>)> {
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
