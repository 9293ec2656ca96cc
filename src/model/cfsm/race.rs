//! Receptions whose drawn order nothing enforces, and participants that are not told that the others have ended.

use super::{
    ChannelId, CommunicatingAutomaton, Configuration, Direction, Fault, Label, MessageId,
    ParticipantId, StateId, System, TransitionId,
};
use kernel::search::shortest_path;

/// Two receptions of one participant that may arrive in the other order (Alur, Holzmann, Peled 1996): in a reachable
/// configuration nothing but a reception can be done next, the message of `drawn` has not been sent, and that of `early`
/// is there, and is taken only later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Race {
    /// The participant that receives.
    pub participant: ParticipantId,
    /// The reception that comes first by its automaton.
    pub drawn: TransitionId,
    /// The reception of the message that may be there before.
    pub early: TransitionId,
}

impl Race {
    /// Returns the races that a configuration shows, where channels are FIFO. `later` returns the reception of a message
    /// from a channel that a participant comes to first from a state, as [`later_reception`] does.
    pub fn all_in(
        system: &System,
        configuration: &Configuration,
        mut later: impl FnMut(ParticipantId, StateId, ChannelId, MessageId) -> Option<TransitionId>,
    ) -> Vec<Self> {
        let contents = configuration.contents.enumerate();
        let first = contents.filter_map(|(id, held)| Some((id, *held.messages().first()?)));
        let first: Vec<(ChannelId, MessageId)> = first.collect();
        let mut races = Vec::new();
        for (participant, automaton) in system.automata().enumerate() {
            let state = configuration.control[participant];
            if first.is_empty() || !automaton.is_receiving(state) {
                continue;
            }
            for &drawn in automaton.outgoing(state) {
                let transition = &automaton.transitions()[drawn];
                let Label::Action(Direction::Receive, awaited, _) = transition.label else {
                    continue;
                };
                if first.iter().any(|&(channel, _)| channel == awaited) {
                    continue;
                }
                for &(channel, message) in &first {
                    if automaton.receptions(state).any(|taken| taken == (channel, message)) {
                        continue;
                    }
                    let early = later(participant, transition.target, channel, message);
                    races.extend(early.map(|early| Self { participant, drawn, early }));
                }
            }
        }
        races
    }

    /// Returns the participant, and the message that is there before.
    ///
    /// # Panics
    /// If the race is none of the system's.
    pub fn fault(&self, system: &System) -> Fault {
        let action = system.action(self.participant, self.early);
        let action = action.expect("a race is between receptions");
        Fault {
            participants: vec![self.participant],
            messages: vec![(action.channel, action.message)],
        }
    }
}

/// Returns the reception of a message from a channel that an automaton comes to first from a state; `None` if it comes to
/// none.
///
/// # Complexity
/// Linear in the size of the automaton.
pub fn later_reception(
    automaton: &CommunicatingAutomaton,
    from: StateId,
    channel: ChannelId,
    message: MessageId,
) -> Option<TransitionId> {
    let is_it = |id: &TransitionId| {
        automaton.transitions()[*id].label == Label::Action(Direction::Receive, channel, message)
    };
    let taken = |state: StateId| automaton.outgoing(state).iter().copied().find(is_it);
    let next = |&state: &StateId| {
        let outgoing = automaton.outgoing(state).iter();
        outgoing.map(|&id| ((), automaton.transitions()[id].target))
    };
    let path = shortest_path([from], next, |&state| taken(state).is_some())?;
    taken(*path.last())
}

/// Returns the participants that could receive still in a configuration in which all have ended and all channels are
/// empty; none of another one.
pub fn waiting_at_the_end(system: &System, configuration: &Configuration) -> Vec<ParticipantId> {
    let states =
        || system.automata().enumerate().map(|(id, one)| (id, one, configuration.control[id]));
    let have_ended = states().all(|(_, one, state)| one.is_final(state) && one.is_resting(state));
    if !have_ended || configuration.contents.iter().any(|contents| !contents.is_empty()) {
        return Vec::new();
    }
    states().filter(|(_, one, state)| !one.has_ended(*state)).map(|(id, ..)| id).collect()
}
