//! Participants that wait for ever, in RSC executions.

use crate::rsc::{KeyId, RscSpace};
use kernel::base::IndexVec;
use model::cfsm::{CommunicatingAutomaton, ParticipantId, StateId, System};

/// The participants' states and keys that do not matter any more once a participant waits for ever.
///
/// A participant that can only receive, from keys that hold an unmatched message, does nothing more in any
/// continuation. So it does not matter where it waits, nor whether other keys are blocked that it alone receives
/// from.
pub(super) struct Waiting {
    /// For each participant the first of the states in which it can only receive with the fewest receptions.
    first: IndexVec<ParticipantId, Option<StateId>>,
    /// For each participant the keys that it alone receives from.
    own: IndexVec<ParticipantId, Vec<KeyId>>,
}

impl Waiting {
    pub(super) fn new(system: &System, space: &RscSpace) -> Self {
        let moves = space.moves();
        let mut receivers: IndexVec<KeyId, Vec<ParticipantId>> =
            moves.keys().iter().map(|_| Vec::new()).collect();
        for letter in moves.channel_letters() {
            receivers[letter.key].extend(&letter.receivers);
        }
        let own = receivers.enumerate().filter_map(|(key, all)| {
            let &first = all.first()?;
            all.iter().all(|&one| one == first).then_some((first, key))
        });
        let first = |(participant, automaton): (ParticipantId, &CommunicatingAutomaton)| {
            let states = automaton.states().ids();
            states
                .filter(|&state| moves.sends(participant, state).is_empty())
                .min_by_key(|&state| moves.all_receptions(participant, state).len())
        };
        Self {
            own: IndexVec::grouped(system.automata().len(), own),
            first: system.automata().enumerate().map(first).collect(),
        }
    }

    /// Replaces a state of the RSC automaton by one with the same executions, the same wherever participants wait
    /// for ever.
    pub(super) fn settle(&self, space: &RscSpace, state: &mut [u64]) {
        let moves = space.moves();
        let is_blocked = |state: &[u64], participant, local| {
            let mut receptions = moves.all_receptions(participant, local).iter();
            receptions
                .all(|one| space.is_blocked(state, moves.channel_letters()[one.channel_letter].key))
        };
        for (participant, own) in self.own.enumerate() {
            let local = space.control(state, participant);
            if !moves.sends(participant, local).is_empty() || !is_blocked(state, participant, local)
            {
                continue;
            }
            for &key in own {
                space.block(state, key);
            }
            if let Some(first) = self.first[participant]
                && is_blocked(state, participant, first)
            {
                space.move_to(state, participant, first);
            }
        }
    }
}
