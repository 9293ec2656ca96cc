//! Which participants may be expanded alone.

use kernel::base::IndexVec;
use model::cfsm::{
    Action, ChannelId, ChannelKind, CommunicatingAutomaton, Direction, Label, ParticipantId,
    StateId, System,
};

use crate::configurations::ConfigurationScratch;

/// What has to be known of a local state to expand its participant alone.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Alone {
    /// Never: a step of another participant may depend on these, or there are none.
    Never,
    /// All transitions are receptions, from FIFO channels that no other participant receives from: these.
    Receives(Vec<ChannelId>),
    /// All transitions are internal or sends, to bags or to FIFO channels that no other participant sends to: these.
    Acts(Vec<ChannelId>),
}

/// For each local state of each participant, whether and where the participant may be expanded alone.
#[derive(Clone, Debug)]
pub(super) struct AloneTable {
    of: IndexVec<ParticipantId, IndexVec<StateId, Alone>>,
}

impl AloneTable {
    pub(super) fn new(system: &System) -> Self {
        let users = |wanted: Direction| {
            let mut users: IndexVec<ChannelId, Vec<ParticipantId>> =
                IndexVec::filled(Vec::new(), system.channels().len());
            for Action { participant, direction, channel, .. } in system.actions() {
                if direction == wanted && users[channel].last() != Some(&participant) {
                    users[channel].push(participant);
                }
            }
            users
        };
        let (senders, receivers) = (users(Direction::Send), users(Direction::Receive));
        let is_fifo = |channel: ChannelId| system.channels()[channel].kind == ChannelKind::Fifo;
        let of_state = |automaton: &CommunicatingAutomaton, state: StateId| {
            let (mut received, mut sent) = (Vec::new(), Vec::new());
            for &id in automaton.outgoing(state) {
                match automaton.transitions()[id].label {
                    Label::Internal => {}
                    Label::Action(Direction::Send, channel, _) => {
                        if is_fifo(channel) && senders[channel].len() > 1 {
                            return Alone::Never;
                        }
                        sent.push(channel);
                    }
                    Label::Action(Direction::Receive, channel, _) => {
                        if !is_fifo(channel) || receivers[channel].len() > 1 {
                            return Alone::Never;
                        }
                        received.push(channel);
                    }
                }
            }
            if automaton.is_receiving(state) {
                Alone::Receives(received)
            } else if received.is_empty() && !automaton.is_final(state) {
                Alone::Acts(sent)
            } else {
                Alone::Never
            }
        };
        let of = system.automata().iter().map(|automaton| {
            automaton.states().ids().map(|state| of_state(automaton, state)).collect()
        });
        Self { of: of.collect() }
    }

    /// Returns the participants that may be expanded alone in the configuration that `scratch` has read if they have an
    /// enabled reception, in order.
    pub(super) fn receiving<'a>(
        &'a self,
        scratch: &'a ConfigurationScratch,
    ) -> impl Iterator<Item = ParticipantId> + 'a {
        let may = |(participant, of): &(ParticipantId, &IndexVec<StateId, Alone>)| {
            matches!(&of[scratch.control(*participant)], Alone::Receives(channels)
                if channels.iter().all(|&channel| scratch.held(channel) > 0))
        };
        self.of.enumerate().filter(may).map(|(participant, _)| participant)
    }

    /// Returns the participant that may be expanded alone in the configuration that `scratch` has read since it can
    /// only act for itself or send, the one whose channels hold the fewest messages.
    pub(super) fn acting(&self, scratch: &ConfigurationScratch) -> Option<ParticipantId> {
        let length = |(participant, of): (ParticipantId, &IndexVec<StateId, Alone>)| {
            let Alone::Acts(channels) = &of[scratch.control(participant)] else { return None };
            let longest = channels.iter().map(|&channel| scratch.held(channel)).max();
            Some((longest.unwrap_or(0), participant))
        };
        self.of.enumerate().filter_map(length).min().map(|(_, participant)| participant)
    }
}
