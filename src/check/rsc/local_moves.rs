//! Moves of each participant in each of its states, internal steps first.

use rustc_hash::{FxHashMap, FxHashSet};

use kernel::base::{IndexVec, typed_id};
use kernel::search::{reachable, shortest_path};
use model::cfsm::{
    Action, ChannelId, CommunicatingAutomaton, Direction, Key, Label, MessageId, ParticipantId,
    StateId, System, TransitionId,
};

typed_id! {
    /// A key through which sends conflict: a FIFO channel, or a message in a bag.
    pub struct KeyId;
}
typed_id! {
    /// A message on a channel that some participant sends there.
    pub struct ChannelLetterId;
}

/// A message on a channel that some participant sends there, with the participants that may receive it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelLetter {
    /// The channel.
    pub channel: ChannelId,
    /// The message.
    pub message: MessageId,
    /// The key that its sends block while they are unmatched.
    pub key: KeyId,
    /// The participants with a reception of the message from the channel, in order.
    pub receivers: Vec<ParticipantId>,
}

/// A move of one participant: internal steps, then one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalMove {
    /// The channel letter that is sent or received.
    pub channel_letter: ChannelLetterId,
    /// The transition of the action.
    pub transition: TransitionId,
    /// The state after the action.
    pub target: StateId,
}

/// The moves of a system's participants from each state in which they rest between two moves: their
/// initial states, and those that an action leads to.
///
/// Other states are passed by internal steps within a move, and have no moves of their own. Receptions of
/// messages that no participant sends on that channel are left out: no execution has one.
#[derive(Clone, Debug)]
pub struct LocalMoves {
    keys: IndexVec<KeyId, Key>,
    channel_letters: IndexVec<ChannelLetterId, ChannelLetter>,
    sends: IndexVec<ParticipantId, IndexVec<StateId, Vec<LocalMove>>>,
    /// In each state sorted by channel letter, so that those of one channel letter are adjacent.
    receptions: IndexVec<ParticipantId, IndexVec<StateId, Vec<LocalMove>>>,
}

impl LocalMoves {
    /// Returns the moves of `system`.
    ///
    /// # Complexity
    /// For each participant the number of the states in which it rests times that of its
    /// transitions.
    pub fn new(system: &System) -> Self {
        let mut moves = Self {
            keys: IndexVec::new(),
            channel_letters: IndexVec::new(),
            sends: IndexVec::new(),
            receptions: IndexVec::new(),
        };
        let letter_ids = moves.collect_channel_letters(system);
        for automaton in system.automata() {
            let mut sends = IndexVec::new();
            let mut receptions = IndexVec::new();
            for (state, rests) in resting_states(automaton).enumerate() {
                let (mut out, mut into) = (Vec::new(), Vec::new());
                let mut seen = FxHashSet::default();
                let sources = if *rests { internal_closure(automaton, state) } else { Vec::new() };
                // Most states have a single move.
                let mut is_single = sources.len() == 1;
                for source in sources {
                    let outgoing = automaton.outgoing(source);
                    is_single &= outgoing.len() == 1;
                    for &id in outgoing {
                        let transition = &automaton.transitions()[id];
                        let Label::Action(direction, channel, message) = transition.label else {
                            continue;
                        };
                        let Some(&channel_letter) = letter_ids.get(&(channel, message)) else {
                            continue;
                        };
                        let target = transition.target;
                        let side = match direction {
                            Direction::Send => &mut out,
                            Direction::Receive => &mut into,
                        };
                        if is_single || seen.insert((direction, channel_letter, target)) {
                            side.push(LocalMove { channel_letter, transition: id, target });
                        }
                    }
                }
                into.sort_by_key(|reception: &LocalMove| reception.channel_letter);
                sends.push(out);
                receptions.push(into);
            }
            moves.sends.push(sends);
            moves.receptions.push(receptions);
        }
        moves
    }

    fn collect_channel_letters(
        &mut self,
        system: &System,
    ) -> FxHashMap<(ChannelId, MessageId), ChannelLetterId> {
        let mut letter_ids = FxHashMap::default();
        let mut key_ids = FxHashMap::default();
        let all = |wanted| system.actions().filter(move |action| action.direction == wanted);
        for Action { channel, message, .. } in all(Direction::Send) {
            letter_ids.entry((channel, message)).or_insert_with(|| {
                let key = system.key(channel, message);
                let key = *key_ids.entry(key).or_insert_with(|| self.keys.push(key));
                self.channel_letters.push(ChannelLetter {
                    channel,
                    message,
                    key,
                    receivers: Vec::new(),
                })
            });
        }
        for Action { participant, channel, message, .. } in all(Direction::Receive) {
            if let Some(&channel_letter) = letter_ids.get(&(channel, message)) {
                let receivers = &mut self.channel_letters[channel_letter].receivers;
                if receivers.last() != Some(&participant) {
                    receivers.push(participant);
                }
            }
        }
        letter_ids
    }

    /// Returns the keys that a send without reception can block: FIFO channels, and messages of bags, to which somebody
    /// sends. Their order is that of the first transition that sends there.
    pub fn keys(&self) -> &IndexVec<KeyId, Key> {
        &self.keys
    }

    /// Returns the channel letters, in the order of their first send.
    pub fn channel_letters(&self) -> &IndexVec<ChannelLetterId, ChannelLetter> {
        &self.channel_letters
    }

    /// Returns the sends that `participant` can do next in `state`, where it rests.
    pub fn sends(&self, participant: ParticipantId, state: StateId) -> &[LocalMove] {
        &self.sends[participant][state]
    }

    /// Returns the receptions that `participant` can do next in `state`, where it rests.
    pub fn all_receptions(&self, participant: ParticipantId, state: StateId) -> &[LocalMove] {
        &self.receptions[participant][state]
    }

    /// Returns the receptions from `channel_letter` that `participant` can do next in `state`, where it rests.
    pub fn receptions(
        &self,
        participant: ParticipantId,
        state: StateId,
        channel_letter: ChannelLetterId,
    ) -> &[LocalMove] {
        let receptions = self.all_receptions(participant, state);
        let start =
            receptions.partition_point(|reception| reception.channel_letter < channel_letter);
        let length = receptions[start..]
            .partition_point(|reception| reception.channel_letter == channel_letter);
        &receptions[start..start + length]
    }
}

/// Returns for each state `true` if the participant may rest there between two moves.
pub(crate) fn resting_states(automaton: &CommunicatingAutomaton) -> IndexVec<StateId, bool> {
    let mut rests = IndexVec::filled(false, automaton.states().len());
    for &state in automaton.initial() {
        rests[state] = true;
    }
    for transition in automaton.transitions() {
        if transition.label != Label::Internal {
            rests[transition.target] = true;
        }
    }
    rests
}

/// Returns the states that internal steps lead to from `state`, itself first, nearest first.
pub(crate) fn internal_closure(automaton: &CommunicatingAutomaton, state: StateId) -> Vec<StateId> {
    if internal_steps(automaton, state).next().is_none() {
        return vec![state];
    }
    reachable([state], |&state| internal_steps(automaton, state).map(|(_, target)| target))
}

/// Returns the internal steps that leave `state`, with their targets.
fn internal_steps(
    automaton: &CommunicatingAutomaton,
    state: StateId,
) -> impl Iterator<Item = (TransitionId, StateId)> {
    let steps = automaton.outgoing(state).iter().map(|&id| (id, automaton.transitions()[id]));
    steps.filter(|(_, step)| step.label == Label::Internal).map(|(id, step)| (id, step.target))
}

/// Returns the fewest internal steps that lead `automaton` from `from` to `to`, if any do.
pub(super) fn internal_path(
    automaton: &CommunicatingAutomaton,
    from: StateId,
    to: StateId,
) -> Option<Vec<TransitionId>> {
    let steps = |&state: &StateId| internal_steps(automaton, state);
    Some(shortest_path([from], steps, |&state| state == to)?.into_labels().collect())
}
