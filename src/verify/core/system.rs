//! Systems of communicating automata, as plain data: what a model says, whatever language it is written in.
//!
//! A system has participants, channels and messages; all of them are known by their indices. A participant is a finite
//! automaton. A transition has at most one action: it sends a message to a channel or receives one from a channel. A
//! channel is unbounded, and it is FIFO unless it is a bag, whose messages are received in any order. The
//! specifications describe the configurations that must not be reached.
//!
//! Nothing is checked here: a system comes from a reader ([`scm`](super::scm), or that of choreographies), which keeps all
//! indices in range.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::expression::{Nfa, reachable};

/// A message in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChannelMessage {
    /// Number of the channel.
    pub channel: usize,
    /// Number of the message, in the order of names.
    pub message: usize,
}

/// What orders two sends, or two receptions: they commute only if they have different keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Number of the channel.
    pub channel: usize,
    /// Number of the message, if the channel is a bag.
    pub message: Option<usize>,
}

/// Action of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// An internal action, which other participants do not observe.
    Internal,
    /// The send of a message to a channel.
    Send(ChannelMessage),
    /// The reception of a message from a channel.
    Receive(ChannelMessage),
}

/// A transition of a participant.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// The action.
    pub act: Act,
    /// Index of the target state.
    pub to: usize,
    /// The message that a lossy channel loses in the transition, if one is lost.
    pub lost: Option<ChannelMessage>,
}

/// A local state of a participant.
#[derive(Clone, Debug)]
pub struct State {
    /// Number of the state in the text.
    pub number: u64,
    /// The outgoing transitions.
    pub transitions: Vec<Transition>,
    /// Whether the model declares that the state is final.
    pub is_declared_final: bool,
}

/// A participant: its automaton.
#[derive(Clone, Debug, Default)]
pub struct Participant {
    /// Name of the participant.
    pub name: String,
    /// Local states of the participant, by index.
    pub states: Vec<State>,
    /// Index of each state, by its number in the text.
    pub index: FxHashMap<u64, usize>,
    /// Indices of the initial states.
    pub initial: Vec<usize>,
}

/// A specification of bad states.
#[derive(Clone, Debug, Default)]
pub struct Specification {
    /// For each participant that is named, the indices of its states.
    pub control: BTreeMap<usize, BTreeSet<usize>>,
    /// Contents of the channels; `None` allows any contents.
    pub contents: Option<Nfa>,
}

/// An interaction of a choreography: a message is sent and received at once.
#[derive(Clone, Copy, Debug)]
pub struct Interaction {
    /// The participant that sends.
    pub sender: usize,
    /// The participant that receives.
    pub receiver: usize,
    /// The message with its channel.
    pub message: ChannelMessage,
    /// Index of the target state.
    pub to: usize,
}

/// A system of communicating automata.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// For each channel, whether it is a bag.
    pub bags: Vec<bool>,
    /// The channels as evidence names them.
    pub channels: Vec<Value>,
    /// The messages, in the order of their names.
    pub messages: Vec<String>,
    /// The participants, in the order of the text.
    pub participants: Vec<Participant>,
    /// The specifications of bad states, in the order of the text.
    pub specifications: Vec<Specification>,
    /// For each message in a channel, the participants with a reception of it.
    pub receivers: BTreeMap<ChannelMessage, BTreeSet<usize>>,
    /// For each message in a channel, the participants with a send of it.
    pub senders: BTreeMap<ChannelMessage, BTreeSet<usize>>,
    /// For each channel, the messages that are sent to it, in order.
    pub sent: Vec<Vec<usize>>,
    /// The choreography that the system implements, from state 0: the interactions that leave each state. It has no
    /// state if the system is not an implementation.
    pub protocol: Vec<Vec<Interaction>>,
}

impl Act {
    /// Returns `true` for a send.
    pub fn is_send(self) -> bool {
        matches!(self, Self::Send(_))
    }

    /// Returns the message of a reception.
    pub(crate) fn received(self) -> Option<ChannelMessage> {
        if let Self::Receive(message) = self { Some(message) } else { None }
    }
}

impl State {
    /// Returns `true` if the state has no outgoing transitions.
    pub fn has_ended(&self) -> bool {
        self.transitions.is_empty()
    }

    /// Returns `true` if a participant may wait in the state for ever.
    pub fn is_final(&self) -> bool {
        self.is_declared_final || self.has_ended()
    }

    /// Returns `true` if the state has receptions and is not final.
    pub(crate) fn must_receive(&self) -> bool {
        !self.is_final() && self.receptions().next().is_some()
    }

    /// Returns the messages that the state receives.
    pub fn receptions(&self) -> impl Iterator<Item = ChannelMessage> {
        self.transitions.iter().filter_map(|transition| transition.act.received())
    }

    /// Returns `true` if the state has receptions and no other transitions, and `is_true` of each channel that they read.
    pub(crate) fn is_receiving(&self, is_true: impl Fn(usize) -> bool) -> bool {
        let is_such = |received: ChannelMessage| is_true(received.channel);
        !self.has_ended()
            && self.transitions.iter().all(|by| by.act.received().is_some_and(is_such))
    }

    /// Returns `true` if the state receives from a channel.
    pub(crate) fn reads(&self, channel: usize) -> bool {
        self.receptions().any(|received| received.channel == channel)
    }

    /// Returns `true` if the state receives a message.
    pub(crate) fn receives(&self, message: &ChannelMessage) -> bool {
        self.receptions().any(|received| received == *message)
    }
}

impl Participant {
    /// Returns the local states that the participant reaches, whatever it receives.
    pub(crate) fn reached(&self) -> Vec<usize> {
        let next = |at: usize| self.states[at].transitions.iter().map(|by| by.to);
        Vec::from_iter(reachable(self.initial.iter().copied(), next))
    }

    /// Returns the index of the state with this number; adds the state if it is new.
    pub(crate) fn add_state(&mut self, number: u64) -> usize {
        *self.index.entry(number).or_insert_with(|| {
            self.states.push(State { number, transitions: Vec::new(), is_declared_final: false });
            self.states.len() - 1
        })
    }
}

impl System {
    /// Returns `true` if the system implements a choreography. Then its states have no names.
    pub(crate) fn is_projected(&self) -> bool {
        !self.protocol.is_empty()
    }

    /// Lists who sends and receives each message, and what is sent to each channel, once all transitions are known.
    pub(crate) fn list_users(&mut self) {
        (self.senders, self.receivers) = Default::default();
        for (p, participant) in self.participants.iter().enumerate() {
            for transition in participant.states.iter().flat_map(|state| &state.transitions) {
                let (users, message) = match transition.act {
                    Act::Internal => continue,
                    Act::Send(sent) => (&mut self.senders, sent),
                    Act::Receive(received) => (&mut self.receivers, received),
                };
                users.entry(message).or_default().insert(p);
            }
        }
        self.sent = vec![Vec::new(); self.bags.len()];
        for sent in self.senders.keys() {
            self.sent[sent.channel].push(sent.message);
        }
    }

    /// Returns the keys of the FIFO channels, and of the messages in bags that are sent or received, in order.
    pub(crate) fn keys(&self) -> BTreeSet<Key> {
        let fifo = (0..self.bags.len()).filter(|channel| !self.bags[*channel]);
        let fifo = fifo.map(|channel| Key { channel, message: None });
        let used = self.senders.keys().chain(self.receivers.keys());
        used.map(|message| self.key(*message)).chain(fifo).collect()
    }

    /// Returns the participant with a name.
    pub fn participant(&self, name: &str) -> Option<usize> {
        self.participants.iter().position(|participant| participant.name == name)
    }

    /// Returns the index of the specification with a number, from 1.
    pub fn specification(&self, text: &str) -> Option<usize> {
        let index = usize::try_from(number(text)?).ok()?.checked_sub(1)?;
        (index < self.specifications.len()).then_some(index)
    }

    /// Returns the message with a name.
    pub fn message(&self, name: &str) -> Option<usize> {
        self.messages.binary_search_by(|message| message.as_str().cmp(name)).ok()
    }

    /// Returns the local state `local` of participant `p`.
    pub fn state(&self, p: usize, local: usize) -> &State {
        &self.participants[p].states[local]
    }

    /// Returns the key of sends and receptions of a message: the channel if it is FIFO, else the message in the bag.
    pub fn key(&self, ChannelMessage { channel, message }: ChannelMessage) -> Key {
        Key { channel, message: self.bags[channel].then_some(message) }
    }

    /// Returns `true` if `state` of `p` does not receive a message, and no other participant receives it in any state.
    pub(crate) fn is_unspecified(&self, p: usize, state: &State, head: &ChannelMessage) -> bool {
        let mut receivers = self.receivers.get(head).into_iter().flatten();
        receivers.all(|q| *q == p) && !state.receives(head)
    }

    /// Returns the position of a message among those that are sent to its channel.
    pub(crate) fn position_in_sent(&self, channel: usize, message: usize) -> usize {
        self.sent[channel].partition_point(|other| *other < message)
    }

    /// Returns a message in a channel in the form of states of certificates.
    pub fn text(&self, held: ChannelMessage) -> String {
        format!("{}:{}", held.channel, self.messages[held.message])
    }
}

/// Reads a number in its shortest form, of at most 19 digits.
pub(crate) fn number(text: &str) -> Option<u64> {
    let is_shortest = text == "0" || !text.starts_with('0');
    let has_digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_shortest && has_digits_only && text.len() < 20 { text.parse().ok() } else { None }
}
