//! The moves of a system, by what is sent and received.

use crate::rsc::{ChannelLetterId, KeyId, LocalMoves};
use kernel::base::IndexVec;
use model::cfsm::{ParticipantId, StateId, System};

/// A move of a participant from a state to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedMove {
    pub(super) participant: ParticipantId,
    pub(super) source: StateId,
    pub(super) target: StateId,
}

/// The moves of a system from each state, and for each channel letter.
#[derive(Debug)]
pub(super) struct Moves {
    pub(super) local: LocalMoves,
    /// The initial states of each participant.
    pub(super) initial: IndexVec<ParticipantId, Vec<StateId>>,
    /// The number of states of each participant.
    pub(super) states: IndexVec<ParticipantId, usize>,
    /// The sends of each channel letter, in the order of their participants.
    pub(super) sends: IndexVec<ChannelLetterId, Vec<PlacedMove>>,
    /// The receptions of each channel letter, in the order of their participants.
    pub(super) receptions: IndexVec<ChannelLetterId, Vec<PlacedMove>>,
    /// The senders of each channel letter, in order.
    senders: IndexVec<ChannelLetterId, Vec<ParticipantId>>,
    /// The channel letters of each key.
    pub(super) letters: IndexVec<KeyId, Vec<ChannelLetterId>>,
    /// Whether a key has several senders. With one sender it depends on nothing but that sender.
    pub(super) has_several_senders: IndexVec<KeyId, bool>,
}

impl Moves {
    pub(super) fn new(system: &System) -> Self {
        let local = LocalMoves::new(system);
        let count = local.channel_letters().len();
        let mut sends = IndexVec::filled(Vec::new(), count);
        let mut receptions = IndexVec::filled(Vec::new(), count);
        for (participant, automaton) in system.automata().enumerate() {
            for source in automaton.states().ids() {
                let placed = |target| PlacedMove { participant, source, target };
                for send in local.sends(participant, source) {
                    sends[send.channel_letter].push(placed(send.target));
                }
                for reception in local.all_receptions(participant, source) {
                    receptions[reception.channel_letter].push(placed(reception.target));
                }
            }
        }
        let senders: IndexVec<ChannelLetterId, Vec<ParticipantId>> = sends
            .iter()
            .map(|sends: &Vec<PlacedMove>| {
                let mut senders: Vec<_> = sends.iter().map(|send| send.participant).collect();
                senders.dedup();
                senders
            })
            .collect();
        let mut letters = IndexVec::filled(Vec::new(), local.keys().len());
        let mut first: IndexVec<KeyId, Option<ParticipantId>> =
            IndexVec::filled(None, local.keys().len());
        let mut has_several_senders = IndexVec::filled(false, local.keys().len());
        for (id, letter) in local.channel_letters().enumerate() {
            letters[letter.key].push(id);
            for &sender in &senders[id] {
                has_several_senders[letter.key] |=
                    *first[letter.key].get_or_insert(sender) != sender;
            }
        }
        let automata = system.automata().iter();
        let initial = automata.clone().map(|automaton| automaton.initial().to_vec()).collect();
        let states = automata.map(|automaton| automaton.states().len()).collect();
        Self { local, initial, states, sends, receptions, senders, letters, has_several_senders }
    }

    /// Returns the channel letters that somebody sends and somebody receives.
    pub(super) fn lanes(&self) -> impl Iterator<Item = ChannelLetterId> {
        let moves = self.sends.enumerate().zip(self.receptions.iter());
        let is_lane = |(sends, into): (&Vec<_>, &Vec<_>)| !sends.is_empty() && !into.is_empty();
        moves.filter(move |((_, sends), into)| is_lane((sends, into))).map(|((id, _), _)| id)
    }

    /// Returns the key of a channel letter.
    pub(super) fn key(&self, letter: ChannelLetterId) -> KeyId {
        self.local.channel_letters()[letter].key
    }

    /// Returns `true` if a participant other than these two sends a channel letter.
    pub(super) fn is_sent_by_third(
        &self,
        one: ParticipantId,
        other: ParticipantId,
        letter: ChannelLetterId,
    ) -> bool {
        self.senders[letter].iter().any(|&sender| sender != one && sender != other)
    }
}
