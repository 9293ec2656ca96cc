//! Synchronous executions of a system: every message is received as soon as it is sent.

use super::{Automaton, Edge, Interaction, NamedChannel};
use crate::cfsm::{
    ChannelId, CommunicatingAutomaton, Direction, Label, MessageId, ParticipantId, StateId, Step,
    System, Transition, control_text,
};
use fixedbitset::FixedBitSet;
use kernel::base::{Id as _, IndexVec, Interner, combinations};
use rustc_hash::FxHashMap;

/// Maximum number of participants of a system whose combinations of local states are named by these; in larger ones
/// they have numbers, since the names would be most of the text.
const MAX_NAMED: usize = 64;

/// Returns the automaton of the synchronous executions of `system` (Definition 6.3.3 of
/// [RSC](crate#bibliography)); `None` if it has more than `max_states` states, or a channel may lose
/// messages.
///
/// Its states are the reachable combinations of local states, all with empty channels; if the system declares final
/// states, the combinations of final states are final. An edge represents a
/// send and then the reception of its message; sender and receiver may be one participant, which then takes
/// two of its transitions. Internal transitions are silent edges. If there are several initial combinations,
/// a new initial state has a silent edge to each. Participants, messages and channels keep their ids, and
/// channels their names.
///
/// # Complexity
/// Linear in the number of edges.
pub fn synchronous(system: &System, max_states: usize) -> Option<Automaton> {
    if system.channels().iter().any(|channel| channel.lossy) {
        return None;
    }
    let found = stable_states(system, max_states)?;
    let is_final = |control: &ControlStates| {
        let mut automata = system.automata().enumerate();
        automata.all(|(participant, automaton)| automaton.is_final(control[participant]))
    };
    let mut finals = Vec::new();
    if system.automata().iter().any(|automaton| automaton.declared_final().next().is_some()) {
        finals.extend(found.states.enumerate().filter(|(_, one)| is_final(one)).map(|(id, _)| id));
    }
    let mut automaton = Automaton {
        name: system.name().to_owned(),
        participants: system.automata().iter().map(|one| one.name().to_owned()).collect(),
        messages: system.messages().iter().map(|message| message.name.clone()).collect(),
        channels: system
            .channels()
            .enumerate()
            .map(|(id, channel)| NamedChannel {
                name: system.channel_name(id).into_owned(),
                kind: channel.kind,
            })
            .collect(),
        states: found
            .states
            .enumerate()
            .map(|(id, control)| {
                if control.len() > MAX_NAMED {
                    return id.index().to_string();
                }
                control_text(system, |participant| control[participant])
            })
            .collect(),
        initial: found.initial[0],
        edges: found.edges.into_iter().collect(),
        finals,
    };
    if found.initial.len() > 1 {
        automaton.initial = automaton.states.push("initial".to_owned());
        for target in found.initial {
            automaton.edges.push(Edge { source: automaton.initial, exchange: None, target });
        }
    }
    Some(automaton)
}

/// The combinations of local states that are reached by synchronous executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StableStates {
    /// The combinations, the nearest first.
    pub states: IndexVec<StateId, IndexVec<ParticipantId, StateId>>,
    /// The combinations of initial states.
    pub initial: Vec<StateId>,
    /// Transitions between combinations, grouped by source; silent for an internal transition.
    pub edges: Vec<Edge>,
}

/// Returns the states and steps of the synchronous executions of `system`, as in [`synchronous`]; `None` if
/// it reaches more than `max_states` combinations of local states. The loss of a message is an internal
/// transition of its sender.
///
/// # Complexity
/// Linear in the number of edges.
pub fn stable_states(system: &System, max_states: usize) -> Option<StableStates> {
    let mut states: Interner<StateId, ControlStates> = Interner::default();
    let (mut starts, mut edges) = (Vec::new(), Vec::new());
    let initial = system.automata().iter().map(CommunicatingAutomaton::initial).collect();
    for control in combinations(&initial) {
        starts.push(states.id(&control));
        if states.items().len() > max_states {
            return None;
        }
    }
    let (steps, mut next) = (StableSteps::new(system), 0);
    while next < states.items().len() {
        let source = StateId::from_index(next);
        for StableStep { exchange, next, .. } in steps.leaving(&states.items()[source]) {
            edges.push(Edge { source, exchange, target: states.id(&next) });
            if states.items().len() > max_states {
                return None;
            }
        }
        next += 1;
    }
    Some(StableStates { states: states.into_items(), initial: starts, edges })
}

type ControlStates = IndexVec<ParticipantId, StateId>;

/// A step of a system from empty channels to empty channels: an internal transition, or one send with its reception.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StableStep {
    /// The interaction; `None` for a silent step.
    pub exchange: Option<Interaction>,
    /// The local states after the step.
    pub next: IndexVec<ParticipantId, StateId>,
    /// The internal transition, or the send.
    pub first: Step,
    /// The reception of the message.
    pub reception: Option<Step>,
}

/// The steps of a system with empty channels before and after: internal transitions, and sends followed at once by the
/// reception.
#[derive(Clone, Debug)]
pub struct StableSteps<'a> {
    system: &'a System,
    receivers: FxHashMap<(ChannelId, MessageId), Vec<ParticipantId>>,
    /// For each participant the states that more leaves than receptions.
    active: IndexVec<ParticipantId, FixedBitSet>,
}

impl<'a> StableSteps<'a> {
    /// Returns the steps of `system`.
    ///
    /// # Complexity
    /// Linear in the size of the system.
    pub fn new(system: &'a System) -> Self {
        let active = |automaton: &CommunicatingAutomaton| {
            let states = automaton.states().ids();
            let active = states.filter(|&state| !automaton.is_resting(state));
            active.map(StateId::index).collect()
        };
        let active = system.automata().iter().map(active).collect();
        Self { system, receivers: system.receivers(), active }
    }

    /// Returns the steps from a combination of local states.
    ///
    /// # Complexity
    /// Linear in the number of participants for each step, and in the number of the transitions of those that can send.
    pub fn leaving(&self, control: &IndexVec<ParticipantId, StateId>) -> Vec<StableStep> {
        let Self { system, receivers, active } = self;
        let mut steps = Vec::new();
        let local = control.iter().zip(active.enumerate());
        let can_act = local.filter(|(state, (_, active))| active.contains(state.index()));
        for (&state, (sender, _)) in can_act {
            let automaton = &system.automata()[sender];
            for &id in automaton.outgoing(state) {
                let Transition { label, target, .. } = automaton.transitions()[id];
                let first = Step { participant: sender, transition: id };
                let after = || {
                    let mut next = control.clone();
                    next[sender] = target;
                    next
                };
                let (channel, message) = match label {
                    Label::Action(Direction::Send, channel, message) => (channel, message),
                    Label::Action(Direction::Receive, ..) => continue,
                    Label::Internal => {
                        let (exchange, next, reception) = (None, after(), None);
                        steps.push(StableStep { exchange, next, first, reception });
                        continue;
                    }
                };
                for &receiver in receivers.get(&(channel, message)).into_iter().flatten() {
                    let automaton = &system.automata()[receiver];
                    let here = if receiver == sender { target } else { control[receiver] };
                    for &id in automaton.receptions_of(here, channel, message) {
                        let mut next = after();
                        next[receiver] = automaton.transitions()[id].target;
                        let exchange = Some(Interaction { sender, receiver, message, channel });
                        let reception = Some(Step { participant: receiver, transition: id });
                        steps.push(StableStep { exchange, next, first, reception });
                    }
                }
            }
        }
        steps
    }
}
