//! The partial executions of a choreography, as a finite automaton.

use super::Choreography;
use crate::cfsm::{ChannelId, ChannelKind, Direction, Exchange, MessageId, ParticipantId};
use kernel::automata::DfaStateId;
use kernel::base::{Id as _, IndexVec};
use std::collections::BTreeMap;

/// A set of blocked participants, and of blocked keys for sending and for receiving: no action of these
/// participants, and none with these keys, can follow.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Blocked(Box<[u64]>);

impl Blocked {
    fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    fn add(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// Returns `true` if the sets have a common element.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// Returns the union of the sets.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one | other).collect())
    }

    /// Returns `true` if this set is a subset of the other: the other one allows no more.
    pub fn is_part_of(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    /// Returns the number of heap bytes of the set.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

/// A state of the choreography, and the blocked set.
pub type PartialState = (DfaStateId, Blocked);

/// The automaton of the partial executions of a choreography that are RSC (Definition 6.2.3 of
/// [RSC](crate#bibliography), with the corrections below): the words of the choreography without some
/// receptions and without some interactions, such that no remaining action depends on one that was left out.
/// All states accept.
///
/// The definition is corrected in three places. An unmatched send needs a sender that is not blocked, and in
/// a bag a message that is not blocked for sending; an interaction that is left out of a FIFO channel leaves
/// the bags unchanged; all states accept, whatever the blocked sets.
#[derive(Clone, Debug)]
pub struct Partials<'a> {
    choreography: &'a Choreography,
    /// For each channel its first key; bags have one for each message.
    first_key: IndexVec<ChannelId, usize>,
    /// Number of keys.
    keys: usize,
    /// For each participant the places of the keys that nobody else sends to, or receives from.
    own: IndexVec<ParticipantId, Vec<usize>>,
}

impl<'a> Partials<'a> {
    /// Returns the automaton.
    pub fn new(choreography: &'a Choreography) -> Self {
        let source = choreography.source();
        let mut keys = 0;
        let mut first_key = IndexVec::new();
        for channel in &source.channels {
            first_key.push(keys);
            keys += match channel.kind {
                ChannelKind::Fifo => 1,
                ChannelKind::Bag => source.messages.len(),
            };
        }
        let own = source.participants.iter().map(|_| Vec::new()).collect();
        let mut partials = Self { choreography, first_key, keys, own };
        partials.own = partials.owned();
        partials
    }

    /// Returns for each participant the places of the keys that nobody else sends to, or receives from.
    fn owned(&self) -> IndexVec<ParticipantId, Vec<usize>> {
        let language = self.choreography.language();
        let mut users = BTreeMap::new();
        for (exchange, _) in language.states().flat_map(|state| language.transitions(state)) {
            for action in exchange.actions() {
                let place = self.place(action.direction, action.channel, action.message);
                let user = users.entry(place).or_insert(Some(action.participant));
                *user = user.filter(|&user| user == action.participant);
            }
        }
        let owned = users.into_iter().filter_map(|(place, user)| Some((user?, place)));
        IndexVec::grouped(self.own.len(), owned)
    }

    /// Adds to a set of blocked keys those that only blocked participants use, each alone: sets that allow the
    /// same become equal.
    pub fn saturate(&self, blocked: &mut Blocked) {
        for (participant, own) in self.own.enumerate() {
            if blocked.has(participant.index()) {
                for &place in own {
                    blocked.add(place);
                }
            }
        }
    }

    /// Returns the initial state.
    pub fn initial(&self) -> PartialState {
        (self.choreography.language().initial(), self.nothing())
    }

    /// Emits the states after the next interaction is left out.
    pub fn silent(&self, (state, blocked): &PartialState, emit: &mut impl FnMut(PartialState)) {
        for &(exchange, target) in self.choreography.language().transitions(*state) {
            let mut blocked = blocked.clone();
            blocked.add(exchange.sender.index());
            blocked.add(exchange.receiver.index());
            for direction in [Direction::Send, Direction::Receive] {
                blocked.add(self.place(direction, exchange.channel, exchange.message));
            }
            emit((target, blocked));
        }
    }

    /// Emits the states after the next interaction takes place as this letter: whole, or without its
    /// reception.
    pub fn read(
        &self,
        (state, blocked): &PartialState,
        letter: Exchange,
        emit: &mut impl FnMut(PartialState),
    ) {
        if !self.allows(blocked, letter) {
            return;
        }
        let Exchange { sender, receiver, channel, message } = letter;
        for &(exchange, target) in self.choreography.language().transitions(*state) {
            let is_same = exchange.sender == sender
                && exchange.channel == channel
                && exchange.message == message
                && receiver.is_none_or(|receiver| receiver == exchange.receiver);
            if !is_same {
                continue;
            }
            let mut blocked = blocked.clone();
            if receiver.is_none() {
                blocked.add(exchange.receiver.index());
                blocked.add(self.place(Direction::Receive, channel, message));
            }
            emit((target, blocked));
        }
    }

    /// Returns `true` if none of the actions of a letter is blocked.
    pub fn allows(&self, blocked: &Blocked, letter: Exchange) -> bool {
        letter.actions().all(|action| {
            let place = self.place(action.direction, action.channel, action.message);
            !blocked.has(action.participant.index()) && !blocked.has(place)
        })
    }

    /// Emits every letter that can be read, with the state after it.
    pub fn each(&self, state: &PartialState, emit: &mut impl FnMut(Exchange, PartialState)) {
        let mut letters: Vec<Exchange> = self
            .choreography
            .language()
            .transitions(state.0)
            .iter()
            .flat_map(|(exchange, _)| [true, false].map(|received| exchange.letter(received)))
            .collect();
        letters.sort_unstable();
        letters.dedup();
        for letter in letters {
            self.read(state, letter, &mut |next| emit(letter, next));
        }
    }

    /// Returns the participants that are blocked.
    pub fn blocked_participants(&self, blocked: &Blocked) -> impl Iterator<Item = ParticipantId> {
        let participants = self.choreography.source().participants.ids();
        participants.filter(|participant| blocked.has(participant.index()))
    }

    /// Returns `true` if all participants are blocked: no action can follow.
    pub fn blocks_everybody(&self, blocked: &Blocked) -> bool {
        self.choreography.source().participants.ids().all(|one| blocked.has(one.index()))
    }

    /// Returns the blocked keys: a channel, with a message if it is a bag, and the action up to which it is
    /// blocked. If sends are blocked, receptions are too.
    pub fn blocked_keys(
        &self,
        blocked: &Blocked,
    ) -> impl Iterator<Item = (ChannelId, Option<MessageId>, Direction)> {
        let source = self.choreography.source();
        let keys = source.channels.enumerate().flat_map(|(channel, named)| {
            let is_bag = named.kind == ChannelKind::Bag;
            let messages = source.messages.ids().map(Some).filter(move |_| is_bag);
            messages.chain((!is_bag).then_some(None)).map(move |message| (channel, message))
        });
        keys.filter_map(|(channel, message)| {
            // A channel with a single key has the same key for any message.
            let of = message.or_else(|| source.messages.ids().next())?;
            let is_blocked = |direction| blocked.has(self.place(direction, channel, of));
            let both = [Direction::Send, Direction::Receive];
            let direction = both.into_iter().find(|&direction| is_blocked(direction))?;
            Some((channel, message, direction))
        })
    }

    /// Returns the participants and keys of the actions of a letter. Two letters depend on each other iff
    /// these sets meet.
    pub fn touched(&self, letter: Exchange) -> Blocked {
        let mut touched = self.nothing();
        for action in letter.actions() {
            touched.add(action.participant.index());
            touched.add(self.place(action.direction, action.channel, action.message));
        }
        touched
    }

    /// Returns `true` if two letters depend on each other: they share a participant, or the key of their
    /// channel.
    pub fn depend(&self, one: Exchange, other: Exchange) -> bool {
        one.shares_participant(other)
            || self.key(one.channel, one.message) == self.key(other.channel, other.message)
    }

    fn nothing(&self) -> Blocked {
        // A bit for each participant, and two for each key.
        let bits = self.choreography.source().participants.len() + 2 * self.keys;
        Blocked(vec![0; bits.div_ceil(64)].into_boxed_slice())
    }

    /// Returns the number of the key of a message on a channel.
    fn key(&self, channel: ChannelId, message: MessageId) -> usize {
        self.first_key[channel]
            + match self.choreography.source().channels[channel].kind {
                ChannelKind::Fifo => 0,
                ChannelKind::Bag => message.index(),
            }
    }

    /// Returns the bit of a key.
    fn place(&self, direction: Direction, channel: ChannelId, message: MessageId) -> usize {
        let participants = self.choreography.source().participants.len();
        let key = self.key(channel, message);
        participants + 2 * key + usize::from(direction == Direction::Receive)
    }
}
