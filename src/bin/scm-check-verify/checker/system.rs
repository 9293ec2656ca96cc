//! Systems of communicating automata, as plain data.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::expression::Nfa;

/// How the channels of a model are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channels {
    AsWritten,
    Fifo,
    Bag,
}

/// A message in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub(super) channel: usize,
    pub(super) message: usize,
}

/// What a transition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Act {
    Internal,
    Send(Place),
    Receive(Place),
}

/// A transition; `lost` is what a lossy channel drops in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    pub(super) act: Act,
    pub(super) to: usize,
    pub(super) lost: Option<Place>,
}

/// A local state: its number in the text, and what leaves it.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) number: u64,
    pub(super) transitions: Vec<Transition>,
}

/// An automaton. `index` leads from the numbers of its states to their places in `states`.
#[derive(Clone, Debug)]
pub(super) struct Participant {
    pub(super) name: String,
    pub(super) states: Vec<State>,
    pub(super) index: FxHashMap<u64, usize>,
    pub(super) initial: Vec<usize>,
}

/// A specification of bad states: for each participant the states named, if it is named, and the contents.
#[derive(Clone, Debug)]
pub(super) struct Specification {
    pub(super) control: Vec<Option<BTreeSet<usize>>>,
    pub(super) contents: Option<Nfa>,
}

/// A system of communicating automata.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    pub(super) bags: Vec<bool>,
    pub(super) messages: Vec<String>,
    pub(super) participants: Vec<Participant>,
    /// The places of messages and of participants by their names.
    pub(super) message_index: FxHashMap<String, usize>,
    pub(super) participant_index: FxHashMap<String, usize>,
    pub(super) specifications: Vec<Specification>,
    /// Who has a reception of what, somewhere.
    pub(super) receivers: FxHashMap<Place, BTreeSet<usize>>,
    /// Who has a send of what, somewhere.
    pub(super) senders: FxHashMap<Place, BTreeSet<usize>>,
    /// What is sent to each channel by anybody, in order.
    pub(super) sent: Vec<Vec<usize>>,
}

impl State {
    /// Says whether nothing leaves the state.
    pub(super) fn is_final(&self) -> bool {
        self.transitions.is_empty()
    }

    /// Says whether all that leaves the state are receptions, and something does.
    pub(super) fn is_receiving(&self) -> bool {
        !self.is_final() && self.transitions.iter().all(|t| matches!(t.act, Act::Receive(_)))
    }

    /// Returns what the state receives.
    pub(super) fn receptions(&self) -> impl Iterator<Item = Place> {
        self.transitions.iter().filter_map(|transition| match transition.act {
            Act::Receive(place) => Some(place),
            _ => None,
        })
    }

    /// Returns the channels that the state receives from.
    pub(super) fn reads(&self) -> BTreeSet<usize> {
        self.receptions().map(|place| place.channel).collect()
    }
}

impl System {
    /// Returns the same system with its channels read in another way.
    pub(super) fn read_as(&self, channels: Channels) -> System {
        let mut system = self.clone();
        if channels != Channels::AsWritten {
            system.bags.fill(channels == Channels::Bag);
        }
        system
    }

    /// Fills in who sends and receives what.
    pub(super) fn with_tables(mut self) -> System {
        let mut sent = vec![BTreeSet::new(); self.bags.len()];
        for (p, participant) in self.participants.iter().enumerate() {
            for transition in participant.states.iter().flat_map(|state| &state.transitions) {
                match transition.act {
                    Act::Internal => {}
                    Act::Receive(place) => {
                        self.receivers.entry(place).or_default().insert(p);
                    }
                    Act::Send(place) => {
                        self.senders.entry(place).or_default().insert(p);
                        sent[place.channel].insert(place.message);
                    }
                }
            }
        }
        self.sent = sent.into_iter().map(|messages| messages.into_iter().collect()).collect();
        self
    }

    /// Returns the participant of that name.
    pub(super) fn participant(&self, name: &str) -> Option<usize> {
        self.participant_index.get(name).copied()
    }

    /// Returns the message of that name.
    pub(super) fn message(&self, name: &str) -> Option<usize> {
        self.message_index.get(name).copied()
    }

    /// Returns the local state `local` of participant `p`.
    pub(super) fn state(&self, p: usize, local: usize) -> &State {
        &self.participants[p].states[local]
    }

    /// Returns the name of the message at `place`.
    pub(super) fn name(&self, place: Place) -> &str {
        &self.messages[place.message]
    }

    /// Returns the local state of `p` that has this number, if there is one.
    pub(super) fn local(&self, p: usize, text: &str) -> Option<usize> {
        let number = number(text)?;
        let participant = &self.participants[p];
        // Most models number their states from 0 in the order of the text.
        let in_order = number as usize;
        match participant.states.get(in_order) {
            Some(state) if state.number == number => Some(in_order),
            _ => participant.index.get(&number).copied(),
        }
    }
}

/// Reads a number in its shortest form.
pub(super) fn number(text: &str) -> Option<u64> {
    let digit = |value: u64, byte: u8| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    };
    let shortest = text == "0" || !text.is_empty() && !text.starts_with('0');
    if shortest { text.bytes().try_fold(0, digit) } else { None }
}
