//! What may depend on the sends of a lane.

use super::coexisting::Coexisting;
use super::moves::{Moves, PlacedMove};
use crate::rsc::{ChannelLetterId, KeyId};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{ParticipantId, StateId};

/// Maximum number of steps of each filter; lanes that these do not suffice for stay live.
const STEPS: u64 = 20_000_000;

/// Returns the lanes of which a receiver may depend on a send and be where it can receive it, by following each participant
/// by itself.
///
/// # Complexity
/// For each lane linear in the number of moves; once for all lanes of a key if that clears them.
pub(super) fn live(moves: &Moves, lanes: &[ChannelLetterId]) -> Vec<ChannelLetterId> {
    let mut of_key: IndexVec<KeyId, Vec<ChannelLetterId>> =
        IndexVec::filled(Vec::new(), moves.letters.len());
    for &lane in lanes {
        of_key[moves.key(lane)].push(lane);
    }
    let mut flow = Flow::new(moves);
    let mut live = Vec::new();
    for (key, lanes) in of_key.enumerate() {
        flow.follow(key, lanes);
        let reached = lanes.iter().copied().filter(|&lane| flow.reaches_receiver(lane));
        for lane in reached.collect::<Vec<_>>() {
            // By itself it may follow fewer sends.
            if lanes.len() > 1 {
                flow.follow(key, &[lane]);
            }
            if flow.reaches_receiver(lane) {
                live.push(lane);
            }
        }
    }
    live.sort_unstable();
    live
}

/// Returns the lanes of which a receiver may come to depend on a send, and then to where it can receive it, by following
/// each participant together with the receiver.
///
/// Steps that do not depend on the chosen send can be done before it. So the receiver rests from the chosen send on, until
/// it depends on it, and participants are followed that may be where they are together with the receiver where it is.
///
/// # Complexity
/// For each lane and each state of a receiver linear in the number of moves, and for each two participants linear in the
/// product of their numbers of moves.
pub(super) fn live_in_pairs(moves: &Moves, lanes: &[ChannelLetterId]) -> Vec<ChannelLetterId> {
    let mut of_receiver: IndexVec<ParticipantId, Vec<ChannelLetterId>> =
        IndexVec::filled(Vec::new(), moves.states.len());
    for &lane in lanes {
        let receptions = &moves.receptions[lane];
        let receivers = receptions.chunk_by(|one, other| one.participant == other.participant);
        receivers.for_each(|receptions| of_receiver[receptions[0].participant].push(lane));
    }
    let mut flow = Flow::new(moves);
    let mut is_live = IndexVec::filled(false, moves.sends.len());
    for (receiver, lanes) in of_receiver.enumerate().filter(|(_, lanes)| !lanes.is_empty()) {
        flow.coexisting = Some(Coexisting::new(moves, receiver));
        for &lane in lanes {
            is_live[lane] = is_live[lane] || flow.may_come_to_receive(lane);
        }
    }
    lanes.iter().copied().filter(|&lane| is_live[lane]).collect()
}

/// The tokens of a lane: participants in local states, and keys, that may depend on its sends.
///
/// A token on a participant moves as the participant does. When the participant communicates, the token may pass to
/// whom it communicates with, and to the key; from a key it passes to all who use it.
struct Flow<'a> {
    moves: &'a Moves,
    /// The number of this flow, which the marks of its tokens have.
    number: u32,
    participants: IndexVec<ParticipantId, IndexVec<StateId, u32>>,
    /// The states after chosen sends, without tokens.
    after_chosen: IndexVec<ParticipantId, IndexVec<StateId, u32>>,
    keys: IndexVec<KeyId, u32>,
    /// The channel letters whose senders got tokens.
    to_senders: IndexVec<ChannelLetterId, u32>,
    /// The channel letters whose receivers got tokens.
    to_receivers: IndexVec<ChannelLetterId, u32>,
    open: Vec<(ParticipantId, StateId)>,
    /// The last receiver, if it is observed, and where the others may be with it.
    coexisting: Option<Coexisting<'a>>,
    /// The state in which the receiver rests.
    local: StateId,
    /// For each state of the receiver whether it can come to receive a message of the lane.
    can_receive: IndexVec<StateId, bool>,
    /// Whether the receiver may depend on the send in a state in which it can come to receive it, or no steps are left.
    is_reached: bool,
    /// The number of steps that are left.
    left: u64,
}

impl<'a> Flow<'a> {
    fn new(moves: &'a Moves) -> Self {
        let letters = moves.sends.len();
        let states = moves.states.iter();
        let participants: IndexVec<ParticipantId, _> =
            states.map(|&states| IndexVec::filled(0, states)).collect();
        Self {
            moves,
            number: 0,
            after_chosen: participants.clone(),
            participants,
            keys: IndexVec::filled(0, moves.letters.len()),
            to_senders: IndexVec::filled(0, letters),
            to_receivers: IndexVec::filled(0, letters),
            open: Vec::new(),
            coexisting: None,
            local: StateId::from_index(0),
            can_receive: IndexVec::new(),
            is_reached: false,
            left: STEPS,
        }
    }

    /// Returns `true` if a token is where a message of `lane` can be received, or no steps are left.
    fn reaches_receiver(&self, lane: ChannelLetterId) -> bool {
        let is_marked =
            |at: &PlacedMove| self.participants[at.participant][at.source] == self.number;
        self.is_reached || self.moves.receptions[lane].iter().any(is_marked)
    }

    /// Returns `true` if the receiver that is observed may be the last receiver of a violation about `lane`.
    fn may_come_to_receive(&mut self, lane: ChannelLetterId) -> bool {
        let coexisting = self.coexisting.as_ref().expect("a receiver is observed");
        self.can_receive = coexisting.states_that_lead_to(lane);
        let may_rest = self.can_receive.enumerate().filter(|(_, can)| **can);
        let may_rest: Vec<StateId> = may_rest.map(|(local, _)| local).collect();
        may_rest.into_iter().any(|local| {
            self.local = local;
            self.follow(self.moves.key(lane), &[lane]);
            self.is_reached
        })
    }

    /// Follows the tokens of the sends of `lanes`, which have the key `chosen`.
    ///
    /// After the chosen send nothing is received from its key, since the key is blocked. The participant that did it has
    /// no token yet, but its next move does.
    fn follow(&mut self, chosen: KeyId, lanes: &[ChannelLetterId]) {
        self.number += 1;
        self.is_reached = false;
        self.open.clear();
        let moves = self.moves;
        for &lane in lanes {
            for send in &moves.sends[lane] {
                let PlacedMove { participant, target, .. } = *send;
                if self.is_reached || !self.may_be(send) {
                    continue;
                }
                if self.is_observed(participant) {
                    let next = moves.local.all_receptions(participant, target).iter();
                    let next = next.filter(|into| moves.key(into.channel_letter) != chosen);
                    let next = next.chain(moves.local.sends(participant, target));
                    next.for_each(|next| self.add(participant, next.target));
                } else if std::mem::replace(
                    &mut self.after_chosen[participant][target],
                    self.number,
                ) != self.number
                {
                    self.taint(chosen, chosen);
                    self.step(chosen, participant, target);
                }
            }
        }
        while let Some((participant, state)) = self.open.pop() {
            if self.is_reached {
                return;
            }
            self.step(chosen, participant, state);
        }
    }

    /// Follows the moves of a participant from a state.
    fn step(&mut self, chosen: KeyId, participant: ParticipantId, state: StateId) {
        let moves = self.moves;
        for send in moves.local.sends(participant, state) {
            let letter = send.channel_letter;
            let key = moves.key(letter);
            self.add_sent(chosen, participant, send.target, letter);
            self.taint(chosen, key);
            if key != chosen {
                self.pass_to_receivers(letter);
            }
        }
        for reception in moves.local.all_receptions(participant, state) {
            let letter = reception.channel_letter;
            let key = moves.key(letter);
            if key == chosen {
                continue;
            }
            if self.may_receive(participant, letter) {
                self.add(participant, reception.target);
                self.taint(chosen, key);
            }
            self.pass_to_senders(chosen, letter);
        }
    }

    /// Gives a participant a token after a send, and after it has received what it sent.
    fn add_sent(
        &mut self,
        chosen: KeyId,
        participant: ParticipantId,
        state: StateId,
        letter: ChannelLetterId,
    ) {
        let moves = self.moves;
        self.add(participant, state);
        if moves.key(letter) != chosen {
            let receptions = moves.local.receptions(participant, state, letter);
            for reception in receptions {
                self.add(participant, reception.target);
            }
        }
    }

    fn add(&mut self, participant: ParticipantId, state: StateId) {
        self.spend();
        if self.is_observed(participant) {
            self.is_reached |= self.can_receive[state];
            return;
        }
        let mark = &mut self.participants[participant][state];
        if *mark != self.number {
            *mark = self.number;
            self.open.push((participant, state));
        }
    }

    fn spend(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.is_reached |= self.left == 0;
    }

    /// Gives a key a token, if it has several senders, and passes it to who uses the key.
    fn taint(&mut self, chosen: KeyId, key: KeyId) {
        let moves = self.moves;
        if !moves.has_several_senders[key] || self.keys[key] == self.number {
            return;
        }
        self.keys[key] = self.number;
        for &letter in &moves.letters[key] {
            self.pass_to_senders(chosen, letter);
            if key != chosen {
                self.pass_to_receivers(letter);
            }
        }
    }

    fn pass_to_senders(&mut self, chosen: KeyId, letter: ChannelLetterId) {
        if std::mem::replace(&mut self.to_senders[letter], self.number) == self.number {
            return;
        }
        let moves = self.moves;
        for send in &moves.sends[letter] {
            if self.may_be(send) {
                self.add_sent(chosen, send.participant, send.target, letter);
            }
        }
    }

    fn pass_to_receivers(&mut self, letter: ChannelLetterId) {
        if std::mem::replace(&mut self.to_receivers[letter], self.number) == self.number {
            return;
        }
        let moves = self.moves;
        for reception in &moves.receptions[letter] {
            if self.may_be(reception) && self.may_receive(reception.participant, letter) {
                self.add(reception.participant, reception.target);
            }
        }
    }

    fn is_observed(&self, participant: ParticipantId) -> bool {
        self.coexisting.as_ref().is_some_and(|observed| observed.receiver == participant)
    }

    /// Returns `true` if a participant may be where a move begins while the receiver rests.
    fn may_be(&mut self, placed: &PlacedMove) -> bool {
        let local = self.local;
        self.spend();
        match &mut self.coexisting {
            Some(observed) if observed.receiver == placed.participant => placed.source == local,
            Some(observed) => {
                observed.coexist(placed.participant, [placed.source, local], &mut self.left)
            }
            None => true,
        }
    }

    /// Returns `true` if somebody but the participant and the receiver may send what the participant receives. What the
    /// participant sends itself is received at once.
    fn may_receive(&self, participant: ParticipantId, letter: ChannelLetterId) -> bool {
        let is_third = |observed: &Coexisting<'_>| {
            self.moves.is_sent_by_third(participant, observed.receiver, letter)
        };
        self.coexisting.as_ref().is_none_or(is_third)
    }
}
