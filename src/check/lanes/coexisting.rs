//! Where a participant may be while another one, the last receiver, is in a state.

use super::moves::Moves;
use crate::rsc::{ChannelLetterId, KeyId};
use kernel::base::{Groups, Id as _, IndexVec};
use model::cfsm::{ParticipantId, StateId};

/// Maximum number of pairs of local states of two participants; of more, all are taken to coexist.
const PAIRS: usize = 1 << 22;

/// The pairs of local states of each participant and a receiver that RSC executions may lead to.
pub(super) struct Coexisting<'a> {
    moves: &'a Moves,
    pub(super) receiver: ParticipantId,
    /// For each participant whether pairs coexist, those of one state of it adjacent, once it is asked for.
    pairs: IndexVec<ParticipantId, Option<Vec<bool>>>,
    /// The moves of the receiver to each of its states: from which state, and for a reception from which key.
    backwards: Groups<(StateId, Option<KeyId>)>,
}

impl<'a> Coexisting<'a> {
    pub(super) fn new(moves: &'a Moves, receiver: ParticipantId) -> Self {
        let states = moves.states[receiver];
        let backwards = Groups::new(states, || {
            (0..states).map(StateId::from_index).flat_map(|source| {
                let sends = moves.local.sends(receiver, source).iter();
                let receptions = moves.local.all_receptions(receiver, source).iter();
                let sends = sends.map(move |send| (send.target.index(), (source, None)));
                sends.chain(receptions.map(move |reception| {
                    let key = moves.key(reception.channel_letter);
                    (reception.target.index(), (source, Some(key)))
                }))
            })
        });
        let pairs = IndexVec::filled(None, moves.states.len());
        Self { moves, receiver, pairs, backwards }
    }

    /// Returns for each state of the receiver whether it can come to where it can receive `letter`, without a reception from
    /// its key.
    pub(super) fn states_that_lead_to(&self, letter: ChannelLetterId) -> IndexVec<StateId, bool> {
        let mut leads = IndexVec::filled(false, self.moves.states[self.receiver]);
        let receptions = self.moves.receptions[letter].iter();
        let receptions = receptions.filter(|reception| reception.participant == self.receiver);
        let mut open: Vec<StateId> = receptions.map(|reception| reception.source).collect();
        let key = Some(self.moves.key(letter));
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut leads[state], true) {
                let steps = self.backwards.of(state.index()).iter();
                open.extend(steps.filter(|step| step.1 != key).map(|step| step.0));
            }
        }
        leads
    }

    /// Returns `true` if a participant and the receiver may be in these states together, or there are not so many steps
    /// `left` to find out.
    pub(super) fn coexist(
        &mut self,
        participant: ParticipantId,
        local: [StateId; 2],
        left: &mut u64,
    ) -> bool {
        let [rows, columns] = [participant, self.receiver].map(|one| self.moves.states[one]);
        if rows * columns > PAIRS {
            return true;
        }
        let (moves, pair) = (self.moves, [participant, self.receiver]);
        let pairs = self.pairs[participant].get_or_insert_with(|| reachable(moves, pair, left));
        *left == 0 || pairs[local[0].index() * columns + local[1].index()]
    }
}

/// Returns the pairs of local states that the RSC executions of two participants lead to if the others send and receive
/// whatever they can at any time.
///
/// A message is received at once, so that its sender moves as well: only what others can send is received by one of the
/// two alone.
fn reachable(moves: &Moves, pair: [ParticipantId; 2], left: &mut u64) -> Vec<bool> {
    let [rows, columns] = pair.map(|one| moves.states[one]);
    let mut pairs = vec![false; rows * columns];
    let mut open: Vec<[StateId; 2]> = Vec::new();
    for &one in &moves.initial[pair[0]] {
        open.extend(moves.initial[pair[1]].iter().map(|&other| [one, other]));
    }
    *left = left.saturating_sub((rows * columns / 16) as u64);
    while let Some(local) = open.pop() {
        if std::mem::replace(&mut pairs[local[0].index() * columns + local[1].index()], true) {
            continue;
        }
        let found = open.len();
        for place in [0, 1] {
            let [own, other] = [pair[place], pair[1 - place]];
            let [state, rest] = [local[place], local[1 - place]];
            let states = |own, other| if place == 0 { [own, other] } else { [other, own] };
            for send in moves.local.sends(own, state) {
                let (letter, sent) = (send.channel_letter, send.target);
                open.push(states(sent, rest));
                let together = moves.local.receptions(other, rest, letter).iter();
                open.extend(together.map(|reception| states(sent, reception.target)));
                let by_itself = moves.local.receptions(own, sent, letter).iter();
                open.extend(by_itself.map(|reception| states(reception.target, rest)));
            }
            for reception in moves.local.all_receptions(own, state) {
                if moves.is_sent_by_third(own, other, reception.channel_letter) {
                    open.push(states(reception.target, rest));
                }
            }
        }
        *left = left.saturating_sub((open.len() - found) as u64);
        if *left == 0 {
            break;
        }
    }
    pairs
}
