//! Certificates: why a property holds, for whoever does not want to believe it.
//!
//! A certificate is an inductive invariant: a set of states of a documented transition system that
//! contains the initial states, is closed under successors, and has no state that would be a
//! violation. Whether that is so can be tested state by state, without search. The check that found
//! the states writes them down with a [`StateWriter`]; a program that shares nothing with it reads
//! them.
//!
//! # Format
//!
//! One JSON object, version 1 (`scm-check/certificate`), or a list of them:
//!
//! - `form`: `explicit`, all states one by one. `property`, `channels`, `sha256`: what it is about.
//! - `over`: the transition system, `rsc-executions` or `configurations`.
//! - `states`: a text for each state, each state once, in any order. Participants stand there by
//!   their position in the model, from 0, channels by their number, messages and local states by
//!   their names.
//!
//! Over RSC executions a transition is one communication, with internal steps before its actions, so
//! that participants stand where an action has left them. A state is `CONTROL|BLOCKED` and more:
//! `CONTROL` the local states joined by `.`; `BLOCKED` the keys that hold an unmatched message, joined
//! by `,` in any order: `0` a FIFO channel, `0:a` the message `a` of a bag.
//!
//! - For `rsc`, once a send is chosen to be completed by the last reception, `|p!C:m|P|K` follows: the
//!   chosen send, the participants of communications that depend on it, and the keys that these send
//!   to, where a key has several senders; `P` and `K` joined by `,`.
//! - For bad states, `|S` follows: the states, joined by `,`, of the automata in `contents`. Each
//!   reads the unmatched sends of one FIFO channel from its state 0; `next[state][message]` is where
//!   it goes. States without hope may be left out: a named participant, left to itself, cannot get
//!   to where it would be bad any more, or the channels can hold nothing bad any more, whatever
//!   else is sent.
//! - For a safety property, the key of a FIFO channel in `oldest` is `0:a` while it is blocked, `a`
//!   its oldest message.
//!
//! Over configurations a transition is one step, internal steps included, and a state is
//! `CONTROL|CONTENTS`: the channels joined by `#`, their messages joined by `.`, oldest first.
//!
//! What RSC executions show counts for an RSC system: `rests_on` names the certificate of that by its
//! digest, the SHA-256 of its `sha256`, `channels`, `over`, `property` and states, each followed by a
//! line feed. A certificate without it, but over RSC executions and not for `rsc`, has no states: no
//! configuration at all can be like that.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::Subject;
use crate::kernel::base::{Control, Id as _, hexadecimal};
use crate::model::cfsm::{
    ChannelId, Configuration, Key, MessageId, ParticipantId, StateId, System,
};

/// The name of the format.
pub(super) const SCHEMA: &str = "scm-check/certificate";

/// The transition system whose states a certificate lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Over {
    /// RSC executions, by communications.
    RscExecutions,
    /// All configurations, by steps.
    Configurations,
}

impl Over {
    /// Returns the word that stands for it in files.
    fn word(self) -> &'static str {
        match self {
            Self::RscExecutions => "rsc-executions",
            Self::Configurations => "configurations",
        }
    }
}

/// What a check is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// An answer.
    Answer,
    /// Also a certificate, if the answer is that the property holds.
    Certificate,
}

/// A deterministic automaton that reads the unmatched sends of a channel; it starts in state 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentsAutomaton {
    /// The channel.
    pub channel: ChannelId,
    /// Its messages, in the order of the letters.
    pub messages: Vec<MessageId>,
    /// For each state and letter, the next state.
    pub next: Vec<Vec<usize>>,
}

/// The states of a certificate, as they stand in its file; cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateTexts(
    /// One state a line.
    Arc<str>,
);

/// An inductive invariant from which a property follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The transition system.
    pub over: Over,
    /// Whether the property follows for an RSC system only.
    pub rests_on_rsc: bool,
    /// What the states say of the contents of channels; empty unless that is asked for.
    pub contents: Vec<ContentsAutomaton>,
    /// The channels of which the states know the oldest unmatched message.
    pub oldest: Vec<ChannelId>,
    /// The states, each once.
    pub states: StateTexts,
}

/// A certificate in a file, but for its states.
#[derive(Serialize)]
struct Head<'a> {
    schema: &'static str,
    schema_version: u32,
    form: &'static str,
    property: &'a str,
    channels: &'static str,
    sha256: Option<&'a str>,
    over: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on: Option<RestsOn<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contents: Vec<ContentsObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    oldest: Vec<usize>,
}

#[derive(Serialize)]
struct RestsOn<'a> {
    property: &'static str,
    digest: &'a str,
}

#[derive(Serialize)]
struct ContentsObject<'a> {
    channel: usize,
    messages: Vec<&'a str>,
    next: &'a [Vec<usize>],
}

impl Certificate {
    /// Returns the certificate that consists of states over RSC executions, and claims something
    /// about them alone.
    pub fn over_rsc_executions(states: StateTexts) -> Self {
        let over = Over::RscExecutions;
        Self { over, rests_on_rsc: false, contents: Vec::new(), oldest: Vec::new(), states }
    }

    /// Returns the certificate that no configuration at all is like that: nothing need be listed.
    pub fn of_impossibility() -> Self {
        Self::over_rsc_executions(StateTexts::default())
    }

    /// Returns the certificate that consists of configurations.
    pub fn over_configurations(states: StateTexts) -> Self {
        Self { over: Over::Configurations, ..Self::over_rsc_executions(states) }
    }

    /// Returns the certificate that claims the same of an RSC system only.
    #[must_use]
    pub fn resting_on_rsc(self) -> Self {
        Self { rests_on_rsc: true, ..self }
    }

    /// Returns the digest by which another certificate names this one, in hexadecimal.
    pub fn digest(&self, subject: &Subject) -> String {
        let mut hasher = Sha256::new();
        let sha256 = subject.sha256.as_deref().unwrap_or_default();
        for field in [sha256, subject.channels, self.over.word(), &subject.property] {
            hasher.update(field);
            hasher.update("\n");
        }
        hasher.update(&*self.states.0);
        hexadecimal(&hasher.finalize())
    }

    /// Writes the certificate as a JSON object, a state a line; `rests_on` is the digest of the
    /// certificate that the system is RSC, if this one rests on it.
    ///
    /// # Complexity
    /// Linear in the sum of the lengths of the states.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn write(
        &self,
        system: &System,
        subject: &Subject,
        rests_on: Option<&str>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let name = |message: &MessageId| system.messages()[*message].name.as_str();
        let head = Head {
            schema: SCHEMA,
            schema_version: 1,
            form: "explicit",
            property: &subject.property,
            channels: subject.channels,
            sha256: subject.sha256.as_deref(),
            over: self.over.word(),
            rests_on: rests_on.map(|digest| RestsOn { property: "rsc", digest }),
            contents: self
                .contents
                .iter()
                .map(|automaton| ContentsObject {
                    channel: automaton.channel.index(),
                    messages: automaton.messages.iter().map(name).collect(),
                    next: &automaton.next,
                })
                .collect(),
            oldest: self.oldest.iter().map(|channel| channel.index()).collect(),
        };
        let head = serde_json::to_string(&head)?;
        let open = head.strip_suffix('}').expect("it is an object");
        write!(output, "{open},\"states\":[")?;
        for (number, state) in self.states.iter().enumerate() {
            output.write_all(if number == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *output, state)?;
        }
        output.write_all(b"]}")
    }
}

impl StateTexts {
    /// Returns the states.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.lines()
    }
}

/// After so many states the limits are asked.
const CHUNK: usize = 4096;

/// Writes states down, each part by part, unless a limit comes first.
#[derive(Clone, Debug)]
pub struct StateWriter<'a> {
    system: &'a System,
    control: &'a Control,
    text: String,
    states: usize,
    /// What comes between the last part of the state and the next one.
    separator: &'static str,
}

impl<'a> StateWriter<'a> {
    /// Returns a writer for states of `system`.
    pub fn new(system: &'a System, control: &'a Control) -> Self {
        Self { system, control, text: String::new(), states: 0, separator: "" }
    }

    /// Writes all `states`, each as `write` does; returns nothing if a limit came first.
    ///
    /// The text counts twice for the memory limit: a file is made of it.
    pub fn all<T>(
        mut self,
        states: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) -> Option<StateTexts> {
        for state in states {
            write(&mut self, state);
            self.text.push('\n');
            self.separator = "";
            self.states += 1;
            if self.states.is_multiple_of(CHUNK)
                && self.control.limit(0, 2 * self.text.len() as u64).is_some()
            {
                return None;
            }
        }
        Some(StateTexts(self.text.into()))
    }

    /// Writes the control states, in the order of the participants: the first part of any state.
    pub fn control(&mut self, states: impl IntoIterator<Item = StateId>) {
        let Self { system, text, .. } = self;
        let names = system.automata().iter().zip(states);
        join(text, ".", names, |text, (automaton, state)| {
            text.push_str(&automaton.states()[state]);
        });
        self.separator = "|";
    }

    /// Writes keys, each with its oldest message where that is known.
    pub fn keys(&mut self, keys: impl IntoIterator<Item = (Key, Option<MessageId>)>) {
        let system = self.system;
        let text = self.part();
        join(text, ",", keys, |text, (key, oldest)| {
            let message = match key {
                Key::Channel(_) => oldest,
                Key::Message(_, message) => Some(message),
            };
            let _ = write!(text, "{}", key.channel().index());
            if let Some(message) = message {
                text.push(':');
                text.push_str(&system.messages()[message].name);
            }
        });
    }

    /// Writes a send.
    pub fn send(&mut self, sender: ParticipantId, channel: ChannelId, message: MessageId) {
        let name = &self.system.messages()[message].name;
        let _ = write!(self.part(), "{}!{}:{name}", sender.index(), channel.index());
    }

    /// Writes positions of participants, or numbers of states.
    pub fn numbers(&mut self, numbers: impl IntoIterator<Item = usize>) {
        join(self.part(), ",", numbers, |text, number| {
            let _ = write!(text, "{number}");
        });
    }

    /// Writes a whole configuration.
    pub fn configuration(&mut self, configuration: &Configuration) {
        self.control(configuration.control.iter().copied());
        let system = self.system;
        let text = self.part();
        join(text, "#", configuration.contents.iter(), |text, contents| {
            join(text, ".", contents.messages(), |text, &message| {
                text.push_str(&system.messages()[message].name);
            });
        });
    }

    fn part(&mut self) -> &mut String {
        self.text.push_str(self.separator);
        &mut self.text
    }
}

/// Writes items with a separator between them.
fn join<T>(
    text: &mut String,
    separator: &str,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            text.push_str(separator);
        }
        write(text, item);
    }
}
