//! The states that a certificate lists of RSC executions, and what follows them.
//!
//! A participant rests in an initial state or where an action led it. A move is any number of its
//! internal steps and then an action. A communication is a send that stays unmatched, or a send and
//! its reception at once; it needs that nothing older is left behind its key.

use super::safety::reception;
use kernel::base::Id as _;
use model::cfsm::{
    ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, StateId, System,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is blocked by an unmatched send: a FIFO channel, or a message in a bag.
pub type Key = (ChannelId, Option<MessageId>);

/// A state of the RSC executions, with what a property keeps beside it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub control: Vec<StateId>,
    /// The blocked keys, with the oldest unmatched message where that is kept.
    pub blocked: BTreeMap<Key, Option<MessageId>>,
    pub chosen: Option<Chosen>,
    /// The states of the automata that read the unmatched sends.
    pub contents: Vec<usize>,
}

/// A send that was chosen, and what depends on it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chosen {
    pub sender: ParticipantId,
    pub channel: ChannelId,
    pub message: MessageId,
    pub participants: BTreeSet<ParticipantId>,
    pub keys: BTreeSet<Key>,
}

/// An automaton that reads the unmatched sends of a FIFO channel.
#[derive(Clone, Debug)]
pub struct Reader {
    pub channel: ChannelId,
    pub messages: Vec<MessageId>,
    /// For each state and each message, the next state.
    pub next: Vec<Vec<usize>>,
}

/// What a certificate keeps in its states.
#[derive(Clone, Default, Debug)]
pub struct Kept {
    /// Whether sends are chosen.
    pub chooses: bool,
    pub readers: Vec<Reader>,
    /// The FIFO channels whose oldest message is kept.
    pub oldest: BTreeSet<ChannelId>,
}

/// The key of a message on a channel.
pub fn key_of(system: &System, channel: ChannelId, message: MessageId) -> Key {
    match system.channels()[channel].kind {
        ChannelKind::Fifo => (channel, None),
        ChannelKind::Bag => (channel, Some(message)),
    }
}

/// The messages that anybody sends to a channel.
pub fn sent_to(system: &System, channel: ChannelId) -> BTreeSet<MessageId> {
    let all = system.automata().iter().flat_map(|automaton| automaton.transitions().iter());
    all.filter_map(|transition| match transition.label {
        Label::Action(Direction::Send, other, message) if other == channel => Some(message),
        _ => None,
    })
    .collect()
}

/// The states that internal steps of a participant lead to, its own included.
pub fn rest(system: &System, participant: ParticipantId, state: StateId) -> BTreeSet<StateId> {
    let mut states = BTreeSet::from([state]);
    loop {
        let before = states.len();
        for transition in system.automata()[participant].transitions() {
            if transition.label == Label::Internal && states.contains(&transition.source) {
                states.insert(transition.target);
            }
        }
        if states.len() == before {
            return states;
        }
    }
}

/// The moves of a participant: an action, and where it leads.
fn moves(
    system: &System,
    participant: ParticipantId,
    state: StateId,
) -> BTreeSet<((bool, ChannelId, MessageId), StateId)> {
    let sources = rest(system, participant, state);
    let transitions = system.automata()[participant].transitions().iter();
    transitions
        .filter(|transition| sources.contains(&transition.source))
        .filter_map(|transition| match transition.label {
            Label::Action(direction, channel, message) => {
                let is_send = direction == Direction::Send;
                Some(((is_send, channel, message), transition.target))
            }
            Label::Internal => None,
        })
        .collect()
}

/// The states in which nothing has happened.
pub fn initial(system: &System, kept: &Kept) -> Vec<State> {
    let configurations = super::configurations::initial(system);
    let state = |control| State {
        control,
        blocked: BTreeMap::new(),
        chosen: None,
        contents: vec![0; kept.readers.len()],
    };
    configurations.into_iter().map(|configuration| state(configuration.control)).collect()
}

/// The states after one communication more.
pub fn successors(system: &System, kept: &Kept, state: &State) -> BTreeSet<State> {
    let mut found = BTreeSet::new();
    for sender in system.automata().ids() {
        for ((is_send, channel, message), target) in
            moves(system, sender, state.control[sender.index()])
        {
            if !is_send {
                continue;
            }
            let mut sent = state.clone();
            sent.control[sender.index()] = target;
            found.extend(left_behind(system, kept, &sent, sender, channel, message));
            if state.blocked.contains_key(&key_of(system, channel, message)) {
                continue;
            }
            for receiver in system.automata().ids() {
                let received = (false, channel, message);
                for (what, target) in moves(system, receiver, sent.control[receiver.index()]) {
                    if what == received {
                        let mut next = sent.clone();
                        next.control[receiver.index()] = target;
                        let key = key_of(system, channel, message);
                        depend(system, &mut next, &[sender, receiver], key);
                        found.insert(next);
                    }
                }
            }
        }
    }
    found
}

/// The states after an unmatched send: `sent` has the control states already.
fn left_behind(
    system: &System,
    kept: &Kept,
    sent: &State,
    sender: ParticipantId,
    channel: ChannelId,
    message: MessageId,
) -> Vec<State> {
    let key = key_of(system, channel, message);
    let was_blocked = sent.blocked.contains_key(&key);
    let mut next = sent.clone();
    next.blocked.entry(key).or_insert_with(|| kept.oldest.contains(&channel).then_some(message));
    for (place, reader) in kept.readers.iter().enumerate() {
        if reader.channel == channel {
            let letter = reader.messages.iter().position(|&other| other == message);
            let letter = letter.expect("a reader knows whatever is sent");
            next.contents[place] = reader.next[sent.contents[place]][letter];
        }
    }
    let may_choose = kept.chooses
        && next.chosen.is_none()
        && !was_blocked
        && system.automata().iter().any(|automaton| {
            automaton.transitions().iter().any(|t| reception(t) == Some((channel, message)))
        });
    let mut found = Vec::new();
    if may_choose {
        let (participants, keys) = (BTreeSet::new(), BTreeSet::new());
        let chosen = Some(Chosen { sender, channel, message, participants, keys });
        found.push(State { chosen, ..next.clone() });
    }
    depend(system, &mut next, &[sender], key);
    found.push(next);
    found
}

/// Notes what a communication adds to what depends on the chosen send.
fn depend(system: &System, state: &mut State, involved: &[ParticipantId], key: Key) {
    let Some(chosen) = &mut state.chosen else { return };
    let own_key = key_of(system, chosen.channel, chosen.message);
    let depends = key == own_key
        || chosen.keys.contains(&key)
        || involved.iter().any(|p| *p == chosen.sender || chosen.participants.contains(p));
    if depends {
        chosen.participants.extend(involved);
        if senders(system, key) > 1 {
            chosen.keys.insert(key);
        }
    }
}

/// The number of participants that have a send to a key somewhere.
pub fn senders(system: &System, key: Key) -> usize {
    let sends = |label| match label {
        Label::Action(Direction::Send, channel, message) => key_of(system, channel, message) == key,
        _ => false,
    };
    let automata = system.automata().iter();
    automata.filter(|a| a.transitions().iter().any(|t| sends(t.label))).count()
}

/// Whether somebody who depends on the chosen send can receive it now.
pub fn closes_a_cycle(system: &System, state: &State) -> bool {
    state.chosen.as_ref().is_some_and(|chosen| {
        chosen.participants.iter().any(|&participant| {
            let moves = moves(system, participant, state.control[participant.index()]);
            moves.iter().any(|(what, _)| *what == (false, chosen.channel, chosen.message))
        })
    })
}
