//! Synchronous executions of a system: every message is received as soon as it is sent.

use super::{Automaton, Edge, Interaction, NamedChannel};
use crate::cfsm::{
    CommunicatingAutomaton, Direction, Label, ParticipantId, StateId, Step, System, Transition,
    control_text,
};
use kernel::base::{Id as _, IndexVec, Interner, combinations};

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
    let mut next = 0;
    while next < states.items().len() {
        let source = StateId::from_index(next);
        for StableStep { exchange, next, .. } in stable_steps(system, &states.items()[source]) {
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

/// Returns the steps with empty channels before and after: internal transitions, and sends followed at once
/// by the reception.
///
/// # Complexity
/// Linear in the number of sends possible, times that of participants and their transitions.
pub fn stable_steps(
    system: &System,
    control: &IndexVec<ParticipantId, StateId>,
) -> Vec<StableStep> {
    let mut steps = Vec::new();
    for (sender, automaton) in system.automata().enumerate() {
        for &id in automaton.outgoing(control[sender]) {
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
                    steps.push(StableStep {
                        exchange: None,
                        next: after(),
                        first,
                        reception: None,
                    });
                    continue;
                }
            };
            let reception = Label::Action(Direction::Receive, channel, message);
            for (receiver, automaton) in system.automata().enumerate() {
                let here = if receiver == sender { target } else { control[receiver] };
                for &id in automaton.outgoing(here) {
                    let received = automaton.transitions()[id];
                    if received.label == reception {
                        let mut next = after();
                        next[receiver] = received.target;
                        let exchange = Interaction { sender, receiver, message, channel };
                        let reception = Some(Step { participant: receiver, transition: id });
                        let exchange = Some(exchange);
                        steps.push(StableStep { exchange, next, first, reception });
                    }
                }
            }
        }
    }
    steps
}
