//! Evidence about a choreography automaton: from the text of a `.ca` file to its edges, the readings of its channels, and
//! its implementation.
//!
//! A line is an edge if its second word begins with `-` and has an arrow, whatever its first word is. Ambiguous text is
//! rejected: names of participants with an arrowhead, white space other than spaces and tabs, and everything that is
//! stated twice.
//!
//! A channel is named by its edge, or else by the architecture. A reading of the channels, which evidence names, may
//! replace the architecture and the kinds of the channels.
//!
//! Evidence is about the implementation: for each participant the deterministic automaton of its projection. The
//! projection to a participant keeps the states of the choreography and the actions of the participant; what others do
//! is an internal step. It is determinised by sets of states, so that a local state is the set of states in which the
//! choreography may be.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::core::{
    Act, ChannelMessage, Expectation, Interaction, Model, Outcome, Participant, System, Transition,
    found, reachable, read_expectations, supported, unsupported,
};

/// Maximum number of states of a choreography in all local states of a projection, counted for each of these.
const STATES: usize = 1 << 22;

/// Reason for which a line is rejected, if there is no more specific one.
const UNKNOWN: &str = "it is not understood";

/// A choreography as written.
#[derive(Default)]
pub(crate) struct Choreography<'a> {
    name: Option<&'a str>,
    architecture: Option<&'a str>,
    is_bag: Option<bool>,
    /// Whether a channel is a bag.
    buffers: BTreeMap<&'a str, bool>,
    initial: Option<&'a str>,
    edges: Vec<Edge<'a>>,
}

/// An interaction, from one state to another.
struct Edge<'a> {
    line: Line<'a>,
    from: &'a str,
    sender: &'a str,
    receiver: &'a str,
    message: &'a str,
    via: Option<&'a str>,
    to: &'a str,
}

/// A line of the text, with its number from 1.
type Line<'a> = (usize, &'a str);

/// Reading of the channels: renamed by an architecture, and all of one kind, if the reading states them.
#[derive(Clone, Copy)]
struct Reading<'a> {
    architecture: Option<&'a str>,
    is_bag: Option<bool>,
}

impl<'a> Reading<'a> {
    /// Returns the reading for a list of words, each of which states a different aspect; an empty list is the reading
    /// as written.
    fn new(words: &[&'a str]) -> Option<Self> {
        let (mut architecture, mut is_bag) = (None, None);
        for word in words {
            match *word {
                "as written" if words.len() == 1 => {}
                "p2p" | "mailbox" | "onebuf" | "free" if architecture.is_none() => {
                    architecture = Some(*word);
                }
                "fifo" | "bag" if is_bag.is_none() => is_bag = Some(*word == "bag"),
                _ => return None,
            }
        }
        Some(Self { architecture: architecture.filter(|name| *name != "free"), is_bag })
    }
}

/// Reads a choreography and the answers that it states.
pub(crate) fn read(bytes: &[u8]) -> Outcome<(Choreography<'_>, Vec<Expectation>)> {
    let text = str::from_utf8(bytes).or_else(|_| unsupported("a model that is not UTF-8"))?;
    let mut read = Choreography::default();
    let (mut naming_states, mut stated) = (Vec::new(), Vec::new());
    for line @ (_, text) in (1..).zip(text.lines()) {
        let (code, comment) = text.split_once('#').unwrap_or((text, ""));
        let words: Vec<&str> = code.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let is_odd = |c: char| (c.is_whitespace() && c != ' ' && c != '\t') || c == '\u{feff}';
        let is_control = |c: char| c.is_control() && c != '\t';
        let read_line = if text.contains(is_control) || code.contains(is_odd) {
            Err("it has white space that is no space and no tab")
        } else if words.get(1).is_some_and(|word| word.starts_with('-') && word.contains("->")) {
            read.edge(line, &words)
        } else {
            if let ["init" | "final", states @ ..] = &words[..] {
                naming_states.push((line, states.to_vec()));
            }
            read.statement(&words)
        };
        read_line.or_else(|why| refuse(line, why))?;
        // A line `expect KEY VALUE` has no comment.
        if let Some(directive) = comment.strip_prefix('!')
            && words.first() != Some(&"expect")
        {
            stated.extend(directive.trim_start_matches([' ', '\t']).strip_prefix("expect"));
        }
    }
    let expectations = read_expectations(&stated, "#!")?;
    let is_free = matches!(read.architecture, None | Some("free"));
    if is_free
        && read.edges.iter().any(|edge| edge.via.is_some())
        && let Some(edge) = read.edges.iter().find(|edge| edge.via.is_none())
    {
        return refuse(edge.line, "its channel is not named");
    }
    let ends = read.edges.iter().flat_map(|edge| [edge.from, edge.to]);
    let mut states: BTreeSet<&str> = ends.collect();
    states.extend(read.initial.filter(|_| read.edges.is_empty()));
    for (line, named) in naming_states {
        if !named.iter().all(|state| states.contains(state)) {
            return refuse(line, "there is no such state");
        }
    }
    read.initial = read.initial.or(read.edges.first().map(|edge| edge.from));
    Ok((read, expectations))
}

/// Rejects a line.
fn refuse<T>((number, text): Line<'_>, why: &str) -> Outcome<T> {
    unsupported(format!("line {number} of the model, `{}`: {why}", text.trim()))
}

impl<'a> Choreography<'a> {
    /// Reads a line that is not an edge.
    fn statement(&mut self, words: &[&'a str]) -> Result<(), &'static str> {
        let is_first = match *words {
            [] | ["final", ..] | ["expect", _, ..] => true,
            ["name", name] => self.name.replace(name).is_none(),
            ["arch", architecture @ ("p2p" | "mailbox" | "onebuf" | "free")] => {
                self.architecture.replace(architecture).is_none()
            }
            ["kind", kind @ ("fifo" | "bag")] => self.is_bag.replace(kind == "bag").is_none(),
            ["buffer", buffer, kind @ ("fifo" | "bag")] => {
                self.buffers.insert(buffer, kind == "bag").is_none()
            }
            ["init", state] => self.initial.replace(state).is_none(),
            _ => return Err(UNKNOWN),
        };
        if is_first { Ok(()) } else { Err("that was said before") }
    }

    /// Reads an edge.
    fn edge(&mut self, line: Line<'a>, words: &[&'a str]) -> Result<(), &'static str> {
        let (from, label, via, to) = match *words {
            [from, label, to] => (from, label.strip_suffix('-'), None, to),
            [from, label, "via", channel, to] => {
                (from, Some(label), Some(channel.strip_suffix('-').ok_or(UNKNOWN)?), to)
            }
            _ => return Err(UNKNOWN),
        };
        let label = label.and_then(|label| label.strip_prefix('-')).ok_or(UNKNOWN)?;
        let (sender, rest) = label.split_once("->").ok_or(UNKNOWN)?;
        let (receiver, message) = rest.split_once(':').ok_or(UNKNOWN)?;
        if [sender, receiver, message].contains(&"") || via == Some("") {
            return Err(UNKNOWN);
        }
        if sender.contains('>') || receiver.contains('>') {
            return Err("names of participants have no `>` here");
        }
        if sender == receiver {
            return Err("a message to oneself");
        }
        self.edges.push(Edge { line, from, sender, receiver, message, via, to });
        Ok(())
    }

    /// Returns the text for a reading in evidence. Renamed channels are FIFO unless the reading states a kind.
    fn word(&self, Reading { architecture, is_bag }: Reading<'_>) -> String {
        let is_open = architecture.is_none() || !self.buffers.is_empty();
        let is_bag = if is_open { is_bag } else { is_bag.or(Some(false)) };
        let kind = is_bag.map(|is_bag| if is_bag { "bag" } else { "fifo" });
        let words: Vec<&str> = architecture.into_iter().chain(kind).collect();
        if words.is_empty() { "as written".to_owned() } else { words.join(",") }
    }

    /// Returns the channels of the edges by a reading, each with whether it is a bag; `None` if it is not a reading.
    fn channels(&self, words: &[&str]) -> Option<Vec<(bool, String)>> {
        let reading = Reading::new(words)?;
        let channels = self.edges.iter().map(|edge| self.channel(edge, reading));
        Some(channels.map(|name| (self.is_bag(&name, reading), name)).collect())
    }

    /// Returns the name of the channel of an edge.
    fn channel(&self, edge: &Edge<'_>, reading: Reading<'_>) -> String {
        let Edge { sender, receiver, .. } = edge;
        let via = if reading.architecture.is_some() { None } else { edge.via };
        match (via, reading.architecture.or(self.architecture)) {
            (Some(via), _) => via.to_owned(),
            (None, Some("mailbox")) => format!("@{receiver}"),
            (None, Some("onebuf")) => "@".to_owned(),
            (None, _) => format!("{sender}>{receiver}"),
        }
    }

    /// Returns `true` if a channel is a bag.
    fn is_bag(&self, channel: &str, reading: Reading<'_>) -> bool {
        let as_written = self.buffers.get(channel).copied().or(self.is_bag);
        reading.is_bag.or(as_written).unwrap_or(false)
    }
}

impl Model for Choreography<'_> {
    /// Returns the implementation of the reachable part of the choreography.
    fn system(&self, channels: &str) -> Outcome<System> {
        let reading = Reading::new(&channels.split(',').collect::<Vec<_>>());
        let reading = reading.filter(|reading| self.word(*reading) == channels);
        let reading = found(reading, || format!("there is no reading of channels {channels:?}"))?;
        let mut targets = BTreeMap::<&str, Vec<&str>>::new();
        self.edges.iter().for_each(|edge| targets.entry(edge.from).or_default().push(edge.to));
        let reached =
            reachable(self.initial, |from| targets.get(from).into_iter().flatten().copied());
        let others = reached.into_iter().filter(|state| Some(*state) != self.initial);
        let states: BTreeMap<&str, usize> =
            self.initial.into_iter().chain(others).zip(0..).collect();
        let edges = || self.edges.iter().filter(|edge| states.contains_key(edge.from));
        let channels = numbered(edges().map(|edge| self.channel(edge, reading)));
        let messages = numbered(edges().map(|edge| edge.message));
        let participants = numbered(edges().flat_map(|edge| [edge.sender, edge.receiver]));
        let mut system = System {
            bags: channels.keys().map(|name| self.is_bag(name, reading)).collect(),
            channels: channels.keys().map(|name| Value::from(name.as_str())).collect(),
            messages: messages.keys().map(|name| (*name).to_owned()).collect(),
            ..System::default()
        };
        let mut protocol = vec![Vec::new(); states.len().max(1)];
        for edge in edges() {
            let channel = channels[&self.channel(edge, reading)];
            protocol[states[edge.from]].push(Interaction {
                sender: participants[edge.sender],
                receiver: participants[edge.receiver],
                message: ChannelMessage { channel, message: messages[edge.message] },
                to: states[edge.to],
            });
        }
        for name in participants.keys() {
            project(&mut system, name, &protocol)?;
        }
        system.list_users();
        system.protocol = protocol;
        Ok(system)
    }

    fn is_same(&self, stated: &[String], channels: &str, _are_reread: bool) -> bool {
        let stated: Vec<&str> = stated.iter().map(String::as_str).collect();
        let stated = self.channels(&stated);
        stated.is_some() && stated == self.channels(&channels.split(',').collect::<Vec<_>>())
    }

    fn is_choreography(&self) -> bool {
        true
    }
}

/// Returns the distinct items in order, each with its number.
fn numbered<T: Ord>(all: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    all.collect::<BTreeSet<T>>().into_iter().zip(0..).collect()
}

/// Adds a participant: its own actions in the choreography, determinised by sets of possible states of the
/// choreography.
fn project(system: &mut System, name: &str, protocol: &[Vec<Interaction>]) -> Outcome {
    let p = system.participants.len();
    let silent = |state: usize| {
        let others = protocol[state].iter().filter(|by| by.sender != p && by.receiver != p);
        others.map(|interaction| interaction.to).collect::<Vec<_>>()
    };
    let closure = |states: BTreeSet<usize>| BTreeSet::from_iter(reachable(states, silent));
    let mut participant = Participant { name: name.to_owned(), ..Participant::default() };
    participant.initial = vec![participant.add_state(0)];
    // By local state, the set of states of the choreography; and the other way round.
    let mut sets = vec![closure([0].into())];
    let mut known = BTreeMap::from([(sets[0].clone(), 0)]);
    let (mut local, mut size) = (0, 0);
    while local < sets.len() {
        let mut targets = BTreeMap::<Act, BTreeSet<usize>>::new();
        for interaction in sets[local].iter().flat_map(|state| &protocol[*state]) {
            let &Interaction { sender, receiver, message, to } = interaction;
            if sender == p {
                targets.entry(Act::Send(message)).or_default().insert(to);
            } else if receiver == p {
                targets.entry(Act::Receive(message)).or_default().insert(to);
            }
        }
        for (act, target) in targets {
            let target = closure(target);
            let to = *known.entry(target).or_insert_with_key(|target| {
                size += target.len();
                sets.push(target.clone());
                participant.add_state(sets.len() as u64 - 1)
            });
            participant.states[local].transitions.push(Transition { act, to, lost: None });
        }
        supported(size <= STATES, "a projection with so many states")?;
        local += 1;
    }
    system.participants.push(participant);
    Ok(())
}
