//! Systems of communicating automata, as plain data.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::expression::Nfa;

/// A message in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Number of the channel.
    pub channel: usize,
    /// Number of the message, in the order of names.
    pub message: usize,
}

/// Action of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// An internal action, which other participants do not observe.
    Internal,
    /// The send of a message to a channel.
    Send(Place),
    /// The reception of a message from a channel.
    Receive(Place),
}

/// A transition of a participant.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// The action.
    pub act: Act,
    /// Index of the target state.
    pub to: usize,
    /// The message that a lossy channel loses in the transition, if one is lost.
    pub lost: Option<Place>,
}

/// A local state of a participant.
#[derive(Clone, Debug)]
pub struct State {
    /// Number of the state in the text.
    pub number: u64,
    /// The outgoing transitions.
    pub transitions: Vec<Transition>,
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
    pub receivers: BTreeMap<Place, BTreeSet<usize>>,
    /// For each message in a channel, the participants with a send of it.
    pub senders: BTreeMap<Place, BTreeSet<usize>>,
    /// For each channel, the messages that are sent to it, in order.
    pub sent: Vec<Vec<usize>>,
    /// Whether the states have no names, since they are those of projections.
    pub is_projected: bool,
}

impl State {
    /// Returns `true` if the state has no outgoing transitions.
    pub fn is_final(&self) -> bool {
        self.transitions.is_empty()
    }

    /// Returns the messages that the state receives.
    pub fn receptions(&self) -> impl Iterator<Item = Place> {
        self.transitions.iter().filter_map(|transition| match transition.act {
            Act::Receive(place) => Some(place),
            _ => None,
        })
    }
}

impl Participant {
    /// Returns the index of the state with this number; adds the state if it is new.
    pub(super) fn place(&mut self, number: u64) -> usize {
        *self.index.entry(number).or_insert_with(|| {
            self.states.push(State { number, transitions: Vec::new() });
            self.states.len() - 1
        })
    }

    /// Returns the index of the state with this number, which often is the number itself.
    pub(super) fn find(&self, number: u64) -> Option<usize> {
        let is_there = |at: &usize| self.states.get(*at).is_some_and(|s| s.number == number);
        Some(number as usize).filter(is_there).or_else(|| self.index.get(&number).copied())
    }
}

impl System {
    /// Lists the messages that are sent to each channel.
    pub(super) fn list_sent(&mut self) {
        self.sent = vec![Vec::new(); self.bags.len()];
        for place in self.senders.keys() {
            self.sent[place.channel].push(place.message);
        }
    }

    /// Returns the participant with a name.
    pub fn participant(&self, name: &str) -> Option<usize> {
        self.participants.iter().position(|participant| participant.name == name)
    }

    /// Returns the index of the specification with a number, from 1.
    pub fn specification(&self, text: &str) -> Option<usize> {
        let place = usize::try_from(number(text.as_bytes())?).ok()?.checked_sub(1)?;
        (place < self.specifications.len()).then_some(place)
    }

    /// Returns the message with a name.
    pub fn message(&self, name: &str) -> Option<usize> {
        self.messages.binary_search_by(|message| message.as_str().cmp(name)).ok()
    }

    /// Returns the local state `local` of participant `p`.
    pub fn state(&self, p: usize, local: usize) -> &State {
        &self.participants[p].states[local]
    }

    /// Returns a message in a channel in the form of states of certificates.
    pub fn text(&self, place: Place) -> String {
        format!("{}:{}", place.channel, self.messages[place.message])
    }
}

/// Reads a number in its shortest form, of at most 19 digits.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    let digit = |number: u64, byte: &u8| {
        byte.is_ascii_digit().then(|| 10 * number + u64::from(byte - b'0'))
    };
    let is_short = text == b"0" || text.first().is_some_and(|first| *first != b'0');
    (is_short && text.len() < 20).then(|| text.iter().try_fold(0, digit))?
}
