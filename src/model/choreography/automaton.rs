//! Choreography automata.

use crate::cfsm::{
    Action, ChannelId, ChannelKind, Direction, Exchange, MessageId, ParticipantId, StateId,
};
use kernel::base::{IndexVec, typed_id};
use kernel::search::reachable;

typed_id! {
    /// A transition of a choreography automaton.
    pub struct EdgeId;
}

/// A channel with a name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamedChannel {
    /// Name of the channel, unique in the choreography.
    pub name: String,
    /// Whether the channel keeps the order of its messages.
    pub kind: ChannelKind,
}

/// An interaction of a choreography: a message from one participant to another one, which always receives it,
/// through a channel. A whole sequence diagram is a different type,
/// [`Interaction`](crate::interaction::Interaction).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Interaction<C = ChannelId> {
    /// The participant that sends.
    pub sender: ParticipantId,
    /// The participant that receives, other than the sender.
    pub receiver: ParticipantId,
    /// The message.
    pub message: MessageId,
    /// The channel.
    pub channel: C,
}

impl<C> Interaction<C> {
    /// Returns the interaction through another channel.
    pub fn through<D>(self, channel: D) -> Interaction<D> {
        let Self { sender, receiver, message, .. } = self;
        Interaction { sender, receiver, message, channel }
    }
}

impl Interaction {
    /// Returns the interaction as a letter, received or not.
    pub fn letter(self, is_received: bool) -> Exchange {
        let Self { sender, receiver, message, channel } = self;
        Exchange { channel, message, sender, receiver: is_received.then_some(receiver) }
    }

    /// Returns the two actions of the interaction, the send first.
    pub fn actions(self) -> [Action; 2] {
        let Self { sender, receiver, message, channel } = self;
        [(sender, Direction::Send), (receiver, Direction::Receive)]
            .map(|(participant, direction)| Action { participant, direction, channel, message })
    }

    /// Returns the action of a participant in the interaction, if there is one.
    pub fn action_of(self, participant: ParticipantId) -> Option<Action> {
        self.actions().into_iter().find(|action| action.participant == participant)
    }
}

/// A transition of a choreography automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge<C = ChannelId> {
    /// The source state.
    pub source: StateId,
    /// The interaction; `None` for a silent transition.
    pub exchange: Option<Interaction<C>>,
    /// The target state.
    pub target: StateId,
}

/// A choreography automaton (Definition 6.1.1 of [RSC](crate#bibliography)): all its states accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// The name.
    pub name: String,
    /// The names of the participants.
    pub participants: IndexVec<ParticipantId, String>,
    /// The names of the messages.
    pub messages: IndexVec<MessageId, String>,
    /// The channels.
    pub channels: IndexVec<ChannelId, NamedChannel>,
    /// The names of the states.
    pub states: IndexVec<StateId, String>,
    /// The initial state.
    pub initial: StateId,
    /// The transitions, with their ids in the description.
    pub edges: IndexVec<EdgeId, Edge>,
    /// The states in which the protocol may end, for the checks that depend on ends.
    pub finals: Vec<StateId>,
}

impl Automaton {
    /// Returns the transitions as steps of an automaton over interactions.
    pub fn steps(&self) -> impl Iterator<Item = (StateId, Option<Interaction>, StateId)> {
        self.edges.iter().map(|edge| (edge.source, edge.exchange, edge.target))
    }

    /// Returns the transitions that leave each state, in order.
    ///
    /// # Complexity
    /// Linear in the size of the automaton.
    pub fn leaving(&self) -> IndexVec<StateId, Vec<EdgeId>> {
        let edges = self.edges.enumerate();
        IndexVec::grouped(self.states.len(), edges.map(|(id, edge)| (edge.source, id)))
    }

    /// Returns a state and those that silent transitions lead to from it, the nearest first. `leaving` is
    /// [`Automaton::leaving`].
    ///
    /// # Complexity
    /// Linear in the number of transitions that leave these states.
    pub fn silent_closure(
        &self,
        leaving: &IndexVec<StateId, Vec<EdgeId>>,
        state: StateId,
    ) -> Vec<StateId> {
        reachable([state], |&state| {
            let edges = leaving[state].iter().map(|&id| self.edges[id]);
            edges.filter(|edge| edge.exchange.is_none()).map(|edge| edge.target)
        })
    }
}
