//! Requested steps, followed by the automata as far as possible.

use super::{Replay, Script, ScriptMove, StepId};
use crate::cfsm::{
    ChannelId, Contents, Direction, Label, MessageId, ParticipantId, StateId, Step, System,
    TransitionId,
};
use kernel::base::{Id as _, IndexVec};

/// A requested step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Request {
    /// The participant that shall move.
    pub participant: ParticipantId,
    /// The label of its transition.
    pub label: Label,
    /// The state that the participant shall reach, if that matters.
    pub target: Option<StateId>,
}

/// Why the automata cannot follow a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The participant is in one of these states, and none has such a transition.
    NoTransition {
        /// The states that the steps before may have led to.
        states: Vec<StateId>,
    },
    /// The message cannot be received from the channel.
    NotReceivable {
        /// The channel.
        channel: ChannelId,
        /// The messages in the channel, oldest first.
        held: Vec<MessageId>,
    },
}

/// A step that the automata cannot follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The step.
    pub step: StepId,
    /// Why the automata cannot follow it.
    pub obstacle: Obstacle,
}

/// Requests, and how far the automata follow them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Followed {
    /// All requested moves; those after the departure have no transitions.
    pub script: Script,
    /// The run of the automata.
    pub replay: Replay,
    /// The first step that they cannot follow, if any.
    pub departure: Option<Departure>,
}

impl From<Replay> for Followed {
    /// Returns a run as one that was requested and followed completely.
    fn from(replay: Replay) -> Self {
        Self { script: replay.script().clone(), replay, departure: None }
    }
}

/// Follows `requests` from initial states.
///
/// The contents of the channels depend only on the requests, so each participant is followed separately, in
/// all states that it may be in. Of several paths of maximal length the first is taken, by the order of
/// initial states and of transitions.
///
/// # Complexity
/// Linear in the number of requests times the transitions of one automaton.
pub fn follow(system: &System, requests: &[Request]) -> Followed {
    let mut paths: IndexVec<ParticipantId, LocalPaths> =
        system.automata().iter().map(|automaton| LocalPaths::new(automaton.initial())).collect();
    let mut contents = IndexVec::filled(Contents::default(), system.channels().len());
    let mut departure = None;
    for (index, request) in requests.iter().enumerate() {
        let path = &mut paths[request.participant];
        let followed = path.advance(system, request).and_then(|next| {
            exchange(system, &mut contents, request.label)?;
            path.layers.push(next);
            Ok(())
        });
        if let Err(obstacle) = followed {
            departure = Some(Departure { step: StepId::from_index(index), obstacle });
            break;
        }
    }
    let done = departure.as_ref().map_or(requests.len(), |departure| departure.step.index());
    let mut initial = IndexVec::new();
    let mut transitions: IndexVec<ParticipantId, std::vec::IntoIter<TransitionId>> =
        IndexVec::new();
    for path in &paths {
        let (state, taken) = path.first();
        initial.push(state);
        transitions.push(taken.into_iter());
    }
    let to_move = |(index, &Request { participant, label, .. }): (usize, &Request)| {
        let transition = (index < done).then(|| {
            let next = transitions[participant].next();
            next.expect("a path has a transition for each step of its participant")
        });
        ScriptMove { participant, label, transition }
    };
    let moves: Vec<ScriptMove> = requests.iter().enumerate().map(to_move).collect();
    let steps: Vec<Step> = moves.iter().filter_map(|one| one.step()).collect();
    let replay =
        Replay::new(system, initial, steps).expect("what the automata can follow can be replayed");
    Followed { script: Script::new(system, moves), replay, departure }
}

/// The states that a participant may be in between two of its steps, each with its predecessor: a transition
/// from a state of the layer before.
type Layer = Vec<(StateId, Option<(usize, TransitionId)>)>;

/// The paths of one participant.
struct LocalPaths {
    /// The layer before its first step, and the layer after each.
    layers: Vec<Layer>,
}

impl LocalPaths {
    fn new(initial: &[StateId]) -> Self {
        Self { layers: vec![initial.iter().map(|&state| (state, None)).collect()] }
    }

    /// Returns the states that the participant may be in after a step.
    fn advance(&self, system: &System, request: &Request) -> Result<Layer, Obstacle> {
        let automaton = &system.automata()[request.participant];
        let last = self.layers.last().expect("there is a layer from the start");
        let mut next = Layer::new();
        for (place, &(state, _)) in last.iter().enumerate() {
            for &id in automaton.outgoing(state) {
                let transition = &automaton.transitions()[id];
                let fits = transition.label == request.label
                    && request.target.is_none_or(|target| target == transition.target)
                    && next.iter().all(|&(known, _)| known != transition.target);
                if fits {
                    next.push((transition.target, Some((place, id))));
                }
            }
        }
        if next.is_empty() {
            let states = last.iter().map(|&(state, _)| state).collect();
            return Err(Obstacle::NoTransition { states });
        }
        Ok(next)
    }

    /// Returns the initial state and the transitions of the first path to the last layer.
    fn first(&self) -> (StateId, Vec<TransitionId>) {
        let mut transitions = Vec::new();
        let mut place = 0;
        for layer in self.layers[1..].iter().rev() {
            let (before, transition) =
                layer[place].1.expect("only the first layer has none before");
            transitions.push(transition);
            place = before;
        }
        transitions.reverse();
        (self.layers[0][place].0, transitions)
    }
}

/// Applies the action of a label to the channels.
fn exchange(
    system: &System,
    contents: &mut IndexVec<ChannelId, Contents>,
    label: Label,
) -> Result<(), Obstacle> {
    let Label::Action(direction, channel, message) = label else { return Ok(()) };
    let contents = &mut contents[channel];
    match direction {
        Direction::Send => contents.push(message),
        Direction::Receive => {
            let Some(place) = contents.receivable(system.channels()[channel].kind, message) else {
                let held = contents.messages().to_vec();
                return Err(Obstacle::NotReceivable { channel, held });
            };
            contents.remove(place);
        }
    }
    Ok(())
}
