//! Which participants may be expanded alone.

use kernel::base::IndexVec;
use model::cfsm::{
    Action, ChannelId, CommunicatingAutomaton, Direction, Key, Label, ParticipantId, StateId,
    System,
};
use rustc_hash::FxHashMap;

use crate::configurations::ConfigurationView;

/// The transitions of a local state whose participant may be expanded alone, if all messages that it receives are there
/// and it has a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AloneState {
    /// The keys that it receives from, and no other participant, each once.
    receives: Vec<Key>,
    /// The channels that it sends to, each once: bags, or FIFO channels that no other participant sends to.
    sends: Vec<ChannelId>,
}

/// For each local state of each participant its transitions, if the participant may be expanded alone there.
#[derive(Clone, Debug)]
pub(super) struct AloneTable {
    of: IndexVec<ParticipantId, IndexVec<StateId, Option<AloneState>>>,
}

impl AloneTable {
    pub(super) fn new(system: &System) -> Self {
        // For each direction and key the only participant that uses it; `None` if there are several.
        let mut users: FxHashMap<(Direction, Key), Option<ParticipantId>> = FxHashMap::default();
        for Action { participant, direction, channel, message } in system.actions() {
            let key = (direction, system.key(channel, message));
            let user = users.entry(key).or_insert(Some(participant));
            *user = user.filter(|&user| user == participant);
        }
        let is_own = |direction, key| users[&(direction, key)].is_some();
        let of_state = |automaton: &CommunicatingAutomaton, state: StateId| {
            let mut alone = AloneState { receives: Vec::new(), sends: Vec::new() };
            for &id in automaton.outgoing(state) {
                let Label::Action(direction, channel, message) = automaton.transitions()[id].label
                else {
                    continue;
                };
                let key = system.key(channel, message);
                match direction {
                    Direction::Send if matches!(key, Key::Message(..)) => alone.sends.push(channel),
                    _ if !is_own(direction, key) => return None,
                    Direction::Send => alone.sends.push(channel),
                    Direction::Receive => alone.receives.push(key),
                }
            }
            alone.receives.sort_unstable();
            alone.receives.dedup();
            alone.sends.sort_unstable();
            alone.sends.dedup();
            (!automaton.has_ended(state)).then_some(alone)
        };
        let of = system.automata().iter().map(|automaton| {
            automaton.states().ids().map(|state| of_state(automaton, state)).collect()
        });
        Self { of: of.collect() }
    }

    /// Returns the transitions of a participant in a local state where it may be expanded alone, if it has an enabled step;
    /// `holds` says by way of which keys a message can be received.
    pub(super) fn alone(
        &self,
        participant: ParticipantId,
        state: StateId,
        holds: impl Fn(Key) -> bool,
    ) -> Option<&AloneState> {
        let alone = self.of[participant][state].as_ref();
        alone.filter(|alone| alone.receives.iter().all(|&key| holds(key)))
    }

    /// Returns the participants that may be expanded alone in the configuration `view`, if they have an
    /// enabled step: first those that receive and do not send, then the others, those whose channels hold the fewest
    /// messages first.
    pub(super) fn candidates(&self, view: &ConfigurationView<'_>) -> Vec<ParticipantId> {
        let rank = |participant| {
            let alone = self.alone(participant, view.control(participant), |key| view.holds(key));
            let AloneState { receives, sends } = alone?;
            let longest = sends.iter().map(|&channel| view.held(channel)).max();
            let longest = longest.or(receives.is_empty().then_some(0));
            Some((longest, participant))
        };
        let mut ranked: Vec<_> = self.of.ids().filter_map(rank).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, participant)| participant).collect()
    }
}
