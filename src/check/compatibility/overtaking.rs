//! Can a message come first to another channel, although a participant has received something else already?

use crate::configurations::ConfigurationSpace;
use kernel::base::{Control, Id as _, Limit};
use kernel::search::{Edges, Finding, NodeId, StateGraph, shortest_accepting_path};
use kernel::transition_system::{Automaton, TransitionSystem};
use model::cfsm::{ChannelId, Direction, MessageId, ParticipantId, StateId, Step};

/// Maximum number of states of a search; with more, the message is taken to come first.
const STATES: u64 = 20_000;

/// The steps between configurations, with what depends on the reception that came before them.
struct Overtaking<'g, 'a> {
    graph: &'g StateGraph<ConfigurationSpace<'a>>,
    edges: &'g Edges<Step>,
    receiver: ParticipantId,
    channel: ChannelId,
    /// The participant that sends to the channel.
    sender: ParticipantId,
    /// The messages that the receiver could have received from the channel instead.
    wanted: Vec<MessageId>,
    /// The configurations after that reception.
    after: &'g [NodeId],
}

/// A configuration, with what does not depend on the reception that came before.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Since {
    node: NodeId,
    /// Whether a wanted message was sent as the first one to the channel, free of the reception.
    has_overtaken: bool,
    /// For each participant 1 if its next steps are free, then for each channel the number of its oldest messages that
    /// are: what a participant sends after it depends on the reception does so, too.
    free: Box<[u32]>,
}

/// Returns `true` if, in one of the configurations `after` a reception by a participant in a state, a run may begin whose
/// first send to `channel`, which is empty, is of a message that can be received in that state, and does not depend on
/// the reception.
///
/// # Errors
/// The limit that was reached first.
pub(super) fn can_overtake(
    (graph, edges): (&StateGraph<ConfigurationSpace<'_>>, &Edges<Step>),
    (receiver, state): (ParticipantId, StateId),
    channel: ChannelId,
    after: &[NodeId],
    control: &Control,
) -> Result<bool, Limit> {
    let system = graph.system().system();
    let mut sends = system.actions().filter(|action| action.direction == Direction::Send);
    let Some(send) = sends.find(|action| action.channel == channel) else { return Ok(false) };
    let sender = send.participant;
    let receptions = system.automata()[receiver].receptions(state);
    let wanted =
        receptions.filter(|(from, _)| *from == channel).map(|(_, message)| message).collect();
    let overtaking = Overtaking { graph, edges, receiver, channel, sender, wanted, after };
    match shortest_accepting_path(&overtaking, &control.part(STATES)).finding {
        Finding::Path(_) | Finding::Cut(Limit::States) => Ok(true),
        Finding::Nothing => Ok(false),
        Finding::Cut(limit) => Err(limit),
    }
}

impl TransitionSystem for Overtaking<'_, '_> {
    type State = Since;
    type Label = Step;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = Since> {
        self.after.iter().map(|&node| {
            let configuration = self.graph.system().unpack(*self.graph.state(node));
            let participants = configuration.control.ids();
            let free = participants.map(|participant| u32::from(participant != self.receiver));
            let held = configuration.contents.iter().map(|held| held.messages().len());
            let held = held.map(|held| u32::try_from(held).expect("a bound is small"));
            Since { node, has_overtaken: false, free: free.chain(held).collect() }
        })
    }

    fn successors(&self, state: &Since, (): &mut (), emit: &mut impl FnMut(Step, Since)) {
        if state.has_overtaken || state.free[self.sender.index()] == 0 {
            return;
        }
        let system = self.graph.system().system();
        for (step, node) in self.edges.leaving(state.node) {
            let mut next = Since { node, ..state.clone() };
            let participant = step.participant.index();
            let is_free = next.free[participant] == 1;
            if let Some(action) = system.action(step.participant, step.transition) {
                let held = &mut next.free[system.automata().len() + action.channel.index()];
                match action.direction {
                    Direction::Send if action.channel == self.channel => {
                        next.has_overtaken = is_free && self.wanted.contains(&action.message);
                        if !next.has_overtaken {
                            continue;
                        }
                    }
                    Direction::Send => *held += u32::from(is_free),
                    Direction::Receive if *held > 0 => *held -= 1,
                    Direction::Receive => next.free[participant] = 0,
                }
            }
            emit(step, next);
        }
    }

    fn heap_bytes(&self, state: &Since) -> usize {
        size_of_val(&*state.free)
    }
}

impl Automaton for Overtaking<'_, '_> {
    fn is_accepting(&self, state: &Since) -> bool {
        state.has_overtaken
    }
}
