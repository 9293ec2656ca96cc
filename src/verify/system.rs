//! Systems of communicating automata, as plain data.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::expression::Nfa;

/// A message in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The number of the channel.
    pub channel: usize,
    /// The number of the message, in the order of names.
    pub message: usize,
}

/// What a transition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Nothing that others see.
    Internal,
    /// It puts a message into a channel.
    Send(Place),
    /// It takes a message from a channel.
    Receive(Place),
}

/// A transition of a participant.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// What it does.
    pub act: Act,
    /// The place of the state that it leads to.
    pub to: usize,
    /// The message that a lossy channel drops in it, if one does.
    pub lost: Option<Place>,
}

/// A local state of a participant.
#[derive(Clone, Debug)]
pub struct State {
    /// Its number in the text.
    pub number: u64,
    /// The transitions that leave it.
    pub transitions: Vec<Transition>,
}

/// A participant: its automaton.
#[derive(Clone, Debug, Default)]
pub struct Participant {
    /// Its name.
    pub name: String,
    /// Its local states; the place of a state is its position here.
    pub states: Vec<State>,
    /// The place of each state, by its number in the text.
    pub index: FxHashMap<u64, usize>,
    /// The places of the initial states.
    pub initial: Vec<usize>,
}

/// A specification of bad states.
#[derive(Clone, Debug, Default)]
pub struct Specification {
    /// For each participant that is named, the places of its states.
    pub control: BTreeMap<usize, BTreeSet<usize>>,
    /// What the channels hold; anything where nothing is said.
    pub contents: Option<Nfa>,
}

/// A system of communicating automata.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Of each channel, whether it is a bag.
    pub bags: Vec<bool>,
    /// The channels as evidence names them.
    pub channels: Vec<Value>,
    /// The messages, in the order of their names.
    pub messages: Vec<String>,
    /// The participants, in the order of the text.
    pub participants: Vec<Participant>,
    /// The specifications of bad states, in the order of the text.
    pub specifications: Vec<Specification>,
    /// Who has a reception of what, somewhere.
    pub receivers: BTreeMap<Place, BTreeSet<usize>>,
    /// Who has a send of what, somewhere.
    pub senders: BTreeMap<Place, BTreeSet<usize>>,
    /// What is sent to each channel by anybody, in order.
    pub sent: Vec<Vec<usize>>,
    /// Whether its states have no names, since they are those of projections.
    pub is_projected: bool,
}

impl State {
    /// Returns `true` if nothing leaves the state.
    pub fn is_final(&self) -> bool {
        self.transitions.is_empty()
    }

    /// Returns what the state receives.
    pub fn receptions(&self) -> impl Iterator<Item = Place> {
        self.transitions.iter().filter_map(|transition| match transition.act {
            Act::Receive(place) => Some(place),
            _ => None,
        })
    }
}

impl Participant {
    /// Returns the place of the state with this number; at the first time it is a new one.
    pub(super) fn place(&mut self, number: u64) -> usize {
        *self.index.entry(number).or_insert_with(|| {
            self.states.push(State { number, transitions: Vec::new() });
            self.states.len() - 1
        })
    }

    /// Returns the place of the state with this number, which often is the number itself.
    pub(super) fn find(&self, number: u64) -> Option<usize> {
        let is_there = |at: &usize| self.states.get(*at).is_some_and(|s| s.number == number);
        Some(number as usize).filter(is_there).or_else(|| self.index.get(&number).copied())
    }
}

impl System {
    /// Lists what is sent to each channel.
    pub(super) fn list_sent(&mut self) {
        self.sent = vec![Vec::new(); self.bags.len()];
        for place in self.senders.keys() {
            self.sent[place.channel].push(place.message);
        }
    }

    /// Returns the participant of that name.
    pub fn participant(&self, name: &str) -> Option<usize> {
        self.participants.iter().position(|participant| participant.name == name)
    }

    /// Returns the place of the specification of that number, which is from 1.
    pub fn specification(&self, text: &str) -> Option<usize> {
        let place = usize::try_from(number(text.as_bytes())?).ok()?.checked_sub(1)?;
        (place < self.specifications.len()).then_some(place)
    }

    /// Returns the message of that name.
    pub fn message(&self, name: &str) -> Option<usize> {
        self.messages.binary_search_by(|message| message.as_str().cmp(name)).ok()
    }

    /// Returns the local state `local` of participant `p`.
    pub fn state(&self, p: usize, local: usize) -> &State {
        &self.participants[p].states[local]
    }

    /// Returns a message in a channel as states of certificates have it.
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
