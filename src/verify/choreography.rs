//! Choreography automata: from the text of a `.ca` file to its edges.
//!
//! A line is an edge if its second word begins with `-` and has an arrow, whatever its first word is. Ambiguous text is
//! rejected: names of participants with an arrowhead, white space other than spaces and tabs, and everything that is
//! stated twice.

use std::collections::{BTreeMap, BTreeSet};

use super::expectation::{self, Expectation};
use super::{Outcome, unsupported};

/// Reason for which a line is rejected, if there is no more specific one.
const UNKNOWN: &str = "it is not understood";
const TWICE: &str = "that was said before";

/// A choreography as written.
#[derive(Debug, Default)]
pub(super) struct Choreography<'a> {
    architecture: Option<&'a str>,
    is_bag: Option<bool>,
    /// Whether a channel is a bag.
    buffers: BTreeMap<&'a str, bool>,
    pub(super) initial: Option<&'a str>,
    pub(super) edges: Vec<Edge<'a>>,
}

/// An interaction, from one state to another.
#[derive(Debug)]
pub(super) struct Edge<'a> {
    pub(super) from: &'a str,
    pub(super) sender: &'a str,
    pub(super) receiver: &'a str,
    pub(super) message: &'a str,
    via: Option<&'a str>,
    pub(super) to: &'a str,
}

/// Reading of the channels: renamed by an architecture, and all of one kind, if the reading states them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading<'a> {
    pub(super) anew: Option<&'a str>,
    pub(super) is_bag: Option<bool>,
}

impl<'a> Reading<'a> {
    /// Returns the reading for a list of words, each of which states a different aspect; an empty list is the reading
    /// as written.
    pub(super) fn new(words: &[&'a str]) -> Option<Self> {
        let (mut anew, mut is_bag) = (None, None);
        for word in words {
            let is_first = match *word {
                "as written" => words.len() == 1,
                "p2p" | "mailbox" | "onebuf" | "free" => anew.replace(*word).is_none(),
                "fifo" | "bag" => is_bag.replace(*word == "bag").is_none(),
                _ => false,
            };
            is_first.then_some(())?;
        }
        Some(Self { anew: anew.filter(|anew| *anew != "free"), is_bag })
    }
}

/// Reads a choreography and the answers that it states.
pub(super) fn read(bytes: &[u8]) -> Outcome<(Choreography<'_>, Vec<Expectation>)> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return unsupported("a model that is not UTF-8");
    };
    let (mut read, mut name, mut named, mut edges) =
        (Choreography::default(), None, vec![], vec![]);
    let mut stated = Vec::new();
    for (line, n) in text.lines().zip(1..) {
        let code = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = code.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let is_odd = |c: char| c != ' ' && c != '\t' && (c.is_whitespace() || c == '\u{feff}');
        let done = if line.contains(|c: char| c != '\t' && c.is_control()) || code.contains(is_odd)
        {
            Err("it has white space that is no space and no tab")
        } else if words.get(1).is_some_and(|word| word.starts_with('-') && word.contains("->")) {
            edges.push((line, n));
            read.edge(&words)
        } else {
            named.extend(
                ["init", "final"].contains(words.first().unwrap_or(&"")).then_some((line, n)),
            );
            read.statement(&words, &mut name)
        };
        // A line `expect KEY VALUE` has no comment.
        let comment = line.split_once('#').filter(|_| words.first() != Some(&"expect"));
        let directive = comment.and_then(|(_, comment)| comment.strip_prefix('!'));
        let directive = directive.map(|text| text.trim_start_matches([' ', '\t']));
        stated.extend(directive.and_then(|text| text.strip_prefix("expect")));
        done.or_else(|why| refuse(line, n, why))?;
    }
    let Some(expectations) = expectation::read(stated.into_iter()) else {
        return unsupported("a model with a line `#! expect` that is not understood");
    };
    let is_free = matches!(read.architecture, None | Some("free"));
    if is_free && read.edges.iter().any(|edge| edge.via.is_some()) {
        let open = read.edges.iter().position(|edge| edge.via.is_none());
        open.map_or(Ok(()), |i| refuse(edges[i].0, edges[i].1, "its channel is not named"))?;
    }
    let mut states: BTreeSet<&str> =
        read.edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    states.extend(read.initial.filter(|_| read.edges.is_empty()));
    for (line, n) in named {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().skip(1);
        if !words.all(|state| states.contains(state)) {
            refuse(line, n, "there is no such state")?;
        }
    }
    read.initial = read.initial.or(read.edges.first().map(|edge| edge.from));
    Ok((read, expectations))
}

/// Rejects a line.
fn refuse<T>(line: &str, n: usize, why: &str) -> Outcome<T> {
    unsupported(format!("line {n} of the model, `{}`: {why}", line.trim()))
}

impl<'a> Choreography<'a> {
    /// Reads a line that is not an edge.
    fn statement(
        &mut self,
        words: &[&'a str],
        name: &mut Option<&'a str>,
    ) -> Result<(), &'static str> {
        let is_first = match *words {
            [] | ["final", ..] | ["expect", _, ..] => true,
            ["name", given] => name.replace(given).is_none(),
            ["arch", given @ ("p2p" | "mailbox" | "onebuf" | "free")] => {
                self.architecture.replace(given).is_none()
            }
            ["kind", kind @ ("fifo" | "bag")] => self.is_bag.replace(kind == "bag").is_none(),
            ["buffer", buffer, kind @ ("fifo" | "bag")] => {
                self.buffers.insert(buffer, kind == "bag").is_none()
            }
            ["init", state] => self.initial.replace(state).is_none(),
            _ => return Err(UNKNOWN),
        };
        if is_first { Ok(()) } else { Err(TWICE) }
    }

    /// Reads an edge.
    fn edge(&mut self, words: &[&'a str]) -> Result<(), &'static str> {
        let (from, label, via, to) = match *words {
            [from, label, to] => (from, label.strip_suffix('-'), None, to),
            [from, label, "via", channel, to] => {
                (from, Some(label), Some(channel.strip_suffix('-').ok_or(UNKNOWN)?), to)
            }
            _ => return Err(UNKNOWN),
        };
        let label = label.and_then(|label| label.strip_prefix('-')?.split_once("->"));
        let parted = label.and_then(|(sender, rest)| Some((sender, rest.split_once(':')?)));
        let (sender, (receiver, message)) = parted.ok_or(UNKNOWN)?;
        if [sender, receiver, message].contains(&"") || via == Some("") {
            return Err(UNKNOWN);
        }
        if sender.contains('>') || receiver.contains('>') {
            return Err("names of participants have no `>` here");
        }
        if sender == receiver {
            return Err("a message to oneself");
        }
        self.edges.push(Edge { from, sender, receiver, message, via, to });
        Ok(())
    }

    /// Returns the text for a reading in evidence. Renamed channels are FIFO unless the reading states a kind.
    pub(super) fn word(&self, Reading { anew, is_bag }: Reading<'_>) -> String {
        let is_open = anew.is_none() || !self.buffers.is_empty();
        let kind = is_bag.or(if is_open { None } else { Some(false) });
        let kind = kind.map(|is_bag| if is_bag { "bag" } else { "fifo" });
        let words: Vec<&str> = anew.into_iter().chain(kind).collect();
        if words.is_empty() { "as written".to_owned() } else { words.join(",") }
    }

    /// Returns `true` if two readings give the same channels; `false` if one of them is not a reading.
    pub(super) fn is_same(&self, one: &[&str], other: &[&str]) -> bool {
        let named = |words: &[&str]| {
            let Reading { anew, is_bag } = Reading::new(words)?;
            let channel = |edge| self.channel(edge, anew);
            let kind = |name: String| (is_bag.unwrap_or_else(|| self.is_bag(&name)), name);
            Some(self.edges.iter().map(channel).map(kind).collect::<Vec<_>>())
        };
        named(one).is_some_and(|one| named(other) == Some(one))
    }

    /// Returns the name of the channel of an edge, by the architecture `anew` if there is one.
    pub(super) fn channel(&self, edge: &Edge<'_>, anew: Option<&str>) -> String {
        let Edge { sender, receiver, via, .. } = edge;
        match (anew.or(self.architecture), via.filter(|_| anew.is_none())) {
            (_, Some(via)) => via.to_owned(),
            (Some("mailbox"), None) => format!("@{receiver}"),
            (Some("onebuf"), None) => "@".to_owned(),
            _ => format!("{sender}>{receiver}"),
        }
    }

    /// Returns `true` if a channel is a bag as written.
    pub(super) fn is_bag(&self, channel: &str) -> bool {
        self.buffers.get(channel).copied().or(self.is_bag).unwrap_or(false)
    }
}
