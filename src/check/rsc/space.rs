//! The states of the RSC automaton, packed, and their successors.

use super::local_moves::{ChannelLetterId, KeyId, LocalMoves};
use kernel::base::{Field, Id as _, IndexVec, LayoutBuilder, RecordLayout, Words, combinations};
use model::cfsm::{Exchange, Key, ParticipantId, StateId, System, TransitionId};

/// A communication of an RSC execution as transitions: that of a send, and that of its reception unless it
/// stays unmatched.
///
/// As a letter, without transitions, it is an [`Exchange`]; in a given execution, a pair of positions,
/// [`cfsm::Communication`](model::cfsm::Communication).
///
/// The transitions are those of the actions; the internal steps before them are not stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommunicationStep {
    /// The participant that sends.
    pub sender: ParticipantId,
    /// The transition of the send.
    pub send: TransitionId,
    /// The message that is sent, and its channel.
    pub channel_letter: ChannelLetterId,
    /// The participant that receives at once, if one does, and the transition of the reception.
    pub reception: Option<(ParticipantId, TransitionId)>,
}

/// The control states and blocked keys of the RSC automaton as fields of packed words.
///
/// A check that needs more state appends fields of its own to the same layout.
#[derive(Clone, Debug)]
pub struct RscSpace {
    moves: LocalMoves,
    /// The initial states of each participant.
    initial: IndexVec<ParticipantId, Vec<StateId>>,
    control: IndexVec<ParticipantId, Field>,
    blocked: IndexVec<KeyId, Field>,
    matching: Matching,
}

/// Which send of a bag a reception matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matching {
    /// The first send of the message that no earlier reception matches. An unmatched send blocks its message.
    First,
    /// Any earlier send of the message that no earlier reception matches: a bag is never blocked, and nothing conflicts
    /// through it (2.5.2 of [RSC](crate#bibliography)).
    Any,
}

impl RscSpace {
    /// Returns the space of `system`, with its fields appended to `layout`.
    pub fn new(system: &System, layout: &mut LayoutBuilder) -> Self {
        Self::matching(system, Matching::First, layout)
    }

    /// Returns the space of `system` in which receptions from bags match sends so, with its fields appended to `layout`.
    pub fn matching(system: &System, matching: Matching, layout: &mut LayoutBuilder) -> Self {
        let moves = LocalMoves::new(system);
        let control = system
            .automata()
            .iter()
            .map(|automaton| layout.field(automaton.states().len() as u64))
            .collect();
        let values = |&key: &Key| if orders(matching, key) { 2 } else { 1 };
        let blocked = moves.keys().iter().map(|key| layout.field(values(key))).collect();
        let initial = system.automata().iter().map(|a| a.initial().to_vec()).collect();
        Self { moves, initial, control, blocked, matching }
    }

    /// Returns `true` if sends with a key conflict, so that an unmatched one blocks it.
    pub fn orders(&self, key: KeyId) -> bool {
        orders(self.matching, self.moves.keys()[key])
    }

    /// Returns the initial states of each participant.
    pub fn initial(&self) -> &IndexVec<ParticipantId, Vec<StateId>> {
        &self.initial
    }

    /// Returns a communication as a letter.
    pub fn exchange(&self, communication: CommunicationStep) -> Exchange {
        let channel_letter = &self.moves.channel_letters()[communication.channel_letter];
        Exchange {
            channel: channel_letter.channel,
            message: channel_letter.message,
            sender: communication.sender,
            receiver: communication.reception.map(|(receiver, _)| receiver),
        }
    }

    /// Returns the participants' moves.
    pub fn moves(&self) -> &LocalMoves {
        &self.moves
    }

    /// Returns the control state of `participant` in `state`.
    #[inline]
    pub fn control(&self, state: &[u64], participant: ParticipantId) -> StateId {
        StateId::from_index(self.control[participant].index(state))
    }

    /// Returns `true` if `key` holds an unmatched message in `state`.
    #[inline]
    pub fn is_blocked(&self, state: &[u64], key: KeyId) -> bool {
        self.blocked[key].get(state) != 0
    }

    /// Notes that `key` holds an unmatched message in `state`, if that blocks it.
    pub fn block(&self, state: &mut [u64], key: KeyId) {
        if self.matching == Matching::First || self.orders(key) {
            self.blocked[key].set(state, 1);
        }
    }

    /// Moves `participant` to the control state `local` in `state`.
    pub fn move_to(&self, state: &mut [u64], participant: ParticipantId, local: StateId) {
        self.control[participant].set(state, local.index() as u64);
    }

    /// Returns the keys that hold an unmatched message in `state`, in order.
    pub fn blocked_keys<'a>(&'a self, state: &'a [u64]) -> impl Iterator<Item = KeyId> + 'a {
        self.blocked.ids().filter(|&key| self.is_blocked(state, key))
    }

    /// Returns the control states of all participants in `state`.
    pub fn controls(&self, state: &[u64]) -> IndexVec<ParticipantId, StateId> {
        self.control.ids().map(|participant| self.control(state, participant)).collect()
    }

    /// Returns the initial states: every combination of the participants' initial states, no key blocked, all
    /// other fields of `layout` zero. The last participant's states vary fastest.
    pub fn initial_states<W: Words>(&self, layout: RecordLayout) -> impl Iterator<Item = W> {
        self.initial_states_among(layout, &self.initial)
    }

    /// Returns the initial states in which each participant is in one of `local`, in the same order.
    pub fn initial_states_among<'a, W: Words>(
        &'a self,
        layout: RecordLayout,
        local: &'a IndexVec<ParticipantId, Vec<StateId>>,
    ) -> impl Iterator<Item = W> + 'a {
        combinations(local).map(move |control| {
            let mut state = W::zeroed(layout.words());
            for (participant, local) in control.enumerate() {
                self.move_to(state.as_mut(), participant, *local);
            }
            state
        })
    }

    /// Emits the communications that are possible in `state`, each with the state that it leads
    /// to: by sender, unmatched before matched, then by receiver. All other fields are kept.
    ///
    /// A matched communication needs its key unblocked. Its receiver may be its sender.
    ///
    /// # Complexity
    /// Linear in the number of sends possible, times that of their receivers' receptions.
    #[inline]
    pub fn successors<W: Words>(&self, state: &W, emit: &mut impl FnMut(CommunicationStep, W)) {
        for sender in self.control.ids() {
            for send in self.moves.sends(sender, self.control(state.as_ref(), sender)) {
                let channel_letter = &self.moves.channel_letters()[send.channel_letter];
                let communication = |reception| CommunicationStep {
                    sender,
                    send: send.transition,
                    channel_letter: send.channel_letter,
                    reception,
                };
                let mut sent = state.clone();
                self.move_to(sent.as_mut(), sender, send.target);
                if self.is_blocked(state.as_ref(), channel_letter.key) {
                    emit(communication(None), sent);
                    continue;
                }
                let mut unmatched = sent.clone();
                self.block(unmatched.as_mut(), channel_letter.key);
                emit(communication(None), unmatched);
                for &receiver in &channel_letter.receivers {
                    let local = self.control(sent.as_ref(), receiver);
                    for reception in self.moves.receptions(receiver, local, send.channel_letter) {
                        let mut received = sent.clone();
                        self.move_to(received.as_mut(), receiver, reception.target);
                        emit(communication(Some((receiver, reception.transition))), received);
                    }
                }
            }
        }
    }
}

/// Returns `true` if sends with a key conflict.
fn orders(matching: Matching, key: Key) -> bool {
    matching == Matching::First || matches!(key, Key::Channel(_))
}
