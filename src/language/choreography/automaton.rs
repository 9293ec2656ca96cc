//! Choreography automata, one transition a line.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::codes;
use super::draft::ChoreographyDraft;
use crate::reading::{Piece, lines, missing, nearest, shortened, with_nearest, with_nearest_or};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::cfsm::ChannelKind;
use model::choreography::Architecture;

/// The words that begin a line.
const WORDS: [&str; 7] = ["name", "arch", "kind", "buffer", "init", "final", "expect"];

/// The values that may be named at a place, with the word for each.
pub(super) type Named<T> = (&'static [T], fn(T) -> &'static str);

pub(super) const ARCHITECTURES: Named<Architecture> = (&Architecture::ALL, Architecture::word);
pub(super) const KINDS: Named<ChannelKind> = (&ChannelKind::ALL, ChannelKind::word);

const EDGE: &str = "an interaction is written `0 -p->q:m- 1`, or `0 -p->q:m via b- 1`";

/// Reads a text.
///
/// # Complexity
/// Linear in the text.
pub(super) fn read(source: &Source, sink: &mut Sink) -> ChoreographyDraft {
    let (declared, finals) = (FxHashMap::default(), Vec::new());
    let mut reader = LineReader { draft: ChoreographyDraft::default(), declared, finals, sink };
    for line in lines(source) {
        if reader.sink.is_full() {
            break;
        }
        reader.line(line);
    }
    let LineReader { mut draft, declared, finals, sink } = reader;
    let builder = &mut draft.builder;
    let initial = declared.get(&("init", "")).map(|name| (name.text, name.span()));
    builder.resolve_initial(initial, sink);
    let finals = finals.iter().map(|word| (word.text, word.span()));
    builder.resolve_finals(finals, |diagnostic, first| diagnostic.also(first, "first here"), sink);
    builder.check_channels(sink);
    draft
}

struct LineReader<'a, 'b> {
    draft: ChoreographyDraft,
    /// The declarations that may occur only once: for a word, and for a channel its name, the declared value.
    declared: FxHashMap<(&'a str, &'a str), Piece<'a>>,
    finals: Vec<Piece<'a>>,
    sink: &'b mut Sink,
}

impl<'a> LineReader<'a, '_> {
    fn line(&mut self, line: Piece<'a>) {
        let head: Vec<Piece<'a>> = line.words().collect();
        let keeps_sharp = head.first().is_some_and(|word| word.text == "expect")
            && !is_edge(&head)
            && !line.text.starts_with('#');
        let comment = if keeps_sharp { None } else { line.text.find('#') };
        let body = comment.map_or(line, |at| {
            self.draft.comments.push(line.part(at, line.text.len()).span());
            line.part(0, at).trimmed()
        });
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
                    value.and_then(|value| self.known(value, ARCHITECTURES));
            }
            "kind" => {
                let value = self.one(first, rest, "`fifo` or `bag`");
                self.draft.builder.kind = value.and_then(|value| self.known(value, KINDS));
            }
            "init" => _ = self.one(first, rest, "a state"),
            "final" => self.finals.extend(rest),
            "buffer" => self.buffer(first, rest),
            "expect" => self.remark(body, rest),
            _ => self.unknown(body, first),
        }
    }

    /// Returns the single word behind `first`, unless the declaration occurred before.
    fn one(&mut self, first: Piece<'a>, rest: &[Piece<'a>], what: &str) -> Option<Piece<'a>> {
        let &[value] = rest else {
            let place = rest.get(1).copied().unwrap_or(first);
            let message = format!("expected one thing behind `{}`: {what}", first.text);
            self.sink.push(codes::SYNTAX.at(place.span(), message));
            return None;
        };
        if let Some(earlier) = self.declared.get(&(first.text, "")) {
            let message = format!("`{}` is said again", first.text);
            let again = codes::SAID_AGAIN.at(value.span(), message);
            let again = again.also(earlier.span(), "first here");
            self.sink.push(again.help("leave one of the lines out"));
            return None;
        }
        self.declared.insert((first.text, ""), value);
        Some(value)
    }

    /// Returns the value of a word.
    fn known<T: Copy>(&mut self, value: Piece<'_>, named: Named<T>) -> Option<T> {
        let report = |message| {
            let diagnostic = codes::SYNTAX.at(value.span(), message);
            let words = named.0.iter().copied().map(named.1);
            self.sink.push(with_nearest(diagnostic, value.text, words));
        };
        known(value.text, named).map_err(report).ok()
    }

    fn buffer(&mut self, first: Piece<'a>, rest: &[Piece<'a>]) {
        let &[name, kind] = rest else {
            let place = rest.get(2).copied().unwrap_or(first);
            let message = "expected a channel and its kind behind `buffer`";
            self.sink.push(codes::SYNTAX.at(place.span(), message).help("write `buffer b bag`"));
            return;
        };
        let kind = self.known(kind, KINDS);
        if let Some(earlier) = self.declared.get(&(first.text, name.text)) {
            let message = format!("channel `{}` is declared twice", name.text);
            let twice = codes::CHANNEL_TWICE.at(name.span(), message);
            self.sink.push(twice.also(earlier.span(), "first here"));
            return;
        }
        self.declared.insert((first.text, name.text), name);
        let id = self.draft.builder.buffers.id(name.text);
        self.draft.builder.declared.push((id, name.span()));
        if let Some(kind) = kind {
            self.draft.builder.kinds.insert(id, kind);
        }
    }

    fn remark(&mut self, body: Piece<'_>, rest: &[Piece<'_>]) {
        let Some(key) = rest.first() else {
            let message = "expected a key and a value behind `expect`";
            self.sink.push(codes::SYNTAX.at(body.span(), message));
            return;
        };
        let end = key.start - body.start + key.text.len();
        let value = body.part(end, body.text.len()).trimmed();
        self.draft.remarks.push((key.text.to_owned(), value.text.to_owned()));
    }

    fn unknown(&mut self, body: Piece<'_>, first: Piece<'_>) {
        if let Some((at, receiver)) = body.words().nth(1).and_then(without_head) {
            self.sink.push(missing(codes::SYNTAX, ">", at, &format!("`{}`", shortened(receiver))));
            return;
        }
        if body.text.contains("->") || corrected(body.text).is_some() {
            self.malformed(body.span(), "this interaction cannot be read", body);
            return;
        }
        let message = format!("unknown word `{}`", shortened(first.text));
        let unknown = codes::UNKNOWN_WORD.at(first.span(), message);
        let unknown = unknown.label("no line begins like this");
        let help = || EDGE.to_owned();
        self.sink.push(with_nearest_or(unknown, first.text, WORDS.into_iter(), help));
    }

    /// Reports a malformed interaction, with the form that is probably meant.
    fn malformed(&mut self, place: Span, message: &str, body: Piece<'_>) {
        let diagnostic = codes::SYNTAX.at(place, message);
        self.sink.push(match corrected(body.text) {
            Some(text) => {
                let help = format!("did you mean `{}`?", shortened(&text));
                diagnostic.help(help).fix(body.span(), text)
            }
            None => diagnostic.help(EDGE),
        });
    }

    fn edge(&mut self, body: Piece<'_>, words: &[Piece<'_>]) {
        let (label, via, target) = match words {
            [_, label, target] => (*label, None, *target),
            [_, label, via, channel, target] if via.text == "via" => {
                (*label, Some(*channel), *target)
            }
            _ => {
                let is_short = words.len() < 3 || words.len() == 4 && words[2].text == "via";
                let (place, message) = if is_short {
                    let end = body.span().end();
                    let message = "the state that the interaction leads to is missing";
                    (Span::new(end, end), message)
                } else {
                    let message =
                        "expected `via` and a channel, or the state that the interaction leads to";
                    (words[2].span(), message)
                };
                self.malformed(place, message, body);
                return;
            }
        };
        let closing = via.unwrap_or(label);
        if !closing.text.ends_with('-') || closing.text.len() < 2 {
            let end = closing.span().end();
            self.malformed(Span::new(end, end), "expected `-` behind the interaction", body);
            return;
        }
        let via = via.map(|channel| channel.part(0, channel.text.len() - 1));
        let label = label.part(1, label.text.len() - usize::from(via.is_none()));
        let Some([sender, receiver, message]) = interaction(label) else {
            let message = "expected sender, `->`, receiver, `:` and message";
            self.malformed(label.span(), message, body);
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
pub(super) fn known<T: Copy>(word: &str, (values, name): Named<T>) -> Result<T, String> {
    values.iter().copied().find(|&value| name(value) == word).ok_or_else(|| {
        let words: Vec<String> = values.iter().map(|&one| format!("`{}`", name(one))).collect();
        format!("expected {}", words.join(", "))
    })
}

/// Returns `true` if the words of a line form an interaction, regardless of the names of its states.
fn is_edge(words: &[Piece<'_>]) -> bool {
    words.get(1).is_some_and(|word| word.text.starts_with('-') && word.text.contains("->"))
}

/// Returns the place where the arrow of `-P-Q:M` lacks its `>`, and the receiver `Q`; `None` if a word is written
/// otherwise.
fn without_head(word: Piece<'_>) -> Option<(usize, &str)> {
    let (names, _) = word.text.strip_prefix('-')?.split_once(':')?;
    let (sender, receiver) = names.split_once('-')?;
    let is_plain = !sender.is_empty() && !receiver.is_empty() && !receiver.contains('-');
    is_plain.then_some((word.start + sender.len() + 2, receiver))
}

/// Returns an interaction that lacks its `-` or is written with the signs of other languages, in the form of this one;
/// `None` if a part is missing.
fn corrected(text: &str) -> Option<String> {
    const ARROWS: [&str; 5] = ["-->", "->>", "->", "=>", "\u{2192}"];
    let plain = text.trim_end_matches([';', ',']).replace(['(', ')'], " ");
    // Of two arrows at one place the longer one.
    let found = ARROWS.into_iter().filter_map(|one| Some((plain.find(one)?, one)));
    let (at, arrow) = found.min_by_key(|(at, arrow)| (*at, Reverse(arrow.len())))?;
    let before: Vec<&str> = plain[..at].split_whitespace().collect();
    let behind = plain[at + arrow.len()..].replacen(':', " ", 1);
    let behind: Vec<&str> = behind.split_whitespace().collect();
    let [source, sender] = *before else { return None };
    let (receiver, message, via, target) = match *behind {
        [receiver, message, target] => (receiver, message, String::new(), target),
        [receiver, message, via, channel, target] => {
            nearest(via, ["via"].into_iter())?;
            let channel = Some(channel.trim_end_matches('-')).filter(|name| !name.is_empty())?;
            (receiver, message, format!(" via {channel}"), target)
        }
        _ => return None,
    };
    let (source, sender) = (source.trim_end_matches(':'), sender.trim_start_matches('-'));
    let message = message.trim_end_matches('-');
    let parts = [source, sender, receiver, message, target];
    let is_whole = parts.iter().all(|part| !part.is_empty()) && !target.ends_with('-');
    is_whole.then(|| format!("{source} -{sender}->{receiver}:{message}{via}- {target}"))
}

/// Returns the sender, the receiver and the message of `P->R:M`.
fn interaction(label: Piece<'_>) -> Option<[Piece<'_>; 3]> {
    let arrow = label.text.find("->")?;
    let colon = arrow + label.text[arrow..].find(':')?;
    let places = [(0, arrow), (arrow + "->".len(), colon), (colon + 1, label.text.len())];
    let parts = places.map(|(start, end)| label.part(start, end));
    parts.iter().all(|part| !part.text.is_empty()).then_some(parts)
}
