//! The implementation of a choreography: for each participant the deterministic automaton of its projection.
//!
//! The projection to a participant keeps the states of the choreography and the actions of the participant; what others
//! do is an internal step. It is determinised by sets of states, so that a local state is the set of states in which
//! the choreography may be.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::choreography::{Choreography, Reading};
use super::expression::reachable;
use super::system::{Act, ChannelMessage, Participant, System, Transition};
use super::{Outcome, reject, unsupported};

/// Maximum number of states of a choreography in all local states of a projection, counted for each of these.
const STATES: usize = 1 << 22;

/// An interaction of a choreography, with its target state.
#[derive(Clone, Copy)]
pub(super) struct Interaction {
    pub(super) sender: usize,
    pub(super) receiver: usize,
    pub(super) message: ChannelMessage,
    pub(super) to: usize,
}

/// A choreography over the participants and channels of its implementation, from state 0: the outgoing interactions by
/// state.
pub(super) type Protocol = Vec<Vec<Interaction>>;

/// Returns the implementation of the reachable part of a choreography, with channels as evidence names them.
pub(super) fn implement(text: &Choreography<'_>, channels: &str) -> Outcome<(System, Protocol)> {
    let reading = Reading::new(&channels.split(',').collect::<Vec<_>>());
    let Some(reading) = reading.filter(|reading| text.word(*reading) == channels) else {
        return reject(format!("there is no reading of channels {channels:?}"));
    };
    let mut targets = BTreeMap::<&str, Vec<&str>>::new();
    text.edges.iter().for_each(|edge| targets.entry(edge.from).or_default().push(edge.to));
    let reached = reachable(text.initial, |from| targets.get(from).into_iter().flatten().copied());
    let others = reached.into_iter().filter(|state| Some(*state) != text.initial);
    let states: BTreeMap<&str, usize> = text.initial.into_iter().chain(others).zip(0..).collect();
    let edges = || text.edges.iter().filter(|edge| states.contains_key(edge.from));
    let channels = numbered(edges().map(|edge| text.channel(edge, reading)));
    let messages = numbered(edges().map(|edge| edge.message));
    let participants = numbered(edges().flat_map(|edge| [edge.sender, edge.receiver]));
    let mut system = System {
        bags: channels.keys().map(|name| text.is_bag(name, reading)).collect(),
        channels: channels.keys().map(|name| Value::from(name.as_str())).collect(),
        messages: messages.keys().map(|name| (*name).to_owned()).collect(),
        is_projected: true,
        ..System::default()
    };
    let mut protocol = vec![Vec::new(); states.len().max(1)];
    for edge in edges() {
        let channel = channels[&text.channel(edge, reading)];
        protocol[states[edge.from]].push(Interaction {
            sender: participants[edge.sender],
            receiver: participants[edge.receiver],
            message: ChannelMessage { channel, message: messages[edge.message] },
            to: states[edge.to],
        });
    }
    for name in participants.keys() {
        project(&mut system, name, &protocol)?;
    }
    system.list_users();
    Ok((system, protocol))
}

/// Returns the distinct items in order, each with its number.
fn numbered<T: Ord>(all: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    all.collect::<BTreeSet<T>>().into_iter().zip(0..).collect()
}

/// Adds a participant: its own actions in the choreography, determinised by sets of possible states of the
/// choreography.
fn project(system: &mut System, name: &str, protocol: &[Vec<Interaction>]) -> Outcome {
    let p = system.participants.len();
    let silent = |state: usize| {
        let others = protocol[state].iter().filter(|by| by.sender != p && by.receiver != p);
        others.map(|interaction| interaction.to).collect::<Vec<_>>()
    };
    let closure = |states: BTreeSet<usize>| BTreeSet::from_iter(reachable(states, silent));
    let mut participant = Participant { name: name.to_owned(), ..Participant::default() };
    participant.initial = vec![participant.add_state(0)];
    // By local state, the set of states of the choreography; and the other way round.
    let mut sets = vec![closure([0].into())];
    let mut known = BTreeMap::from([(sets[0].clone(), 0)]);
    let (mut local, mut size) = (0, 0);
    while local < sets.len() {
        let mut targets = BTreeMap::<Act, BTreeSet<usize>>::new();
        for interaction in sets[local].iter().flat_map(|state| &protocol[*state]) {
            let &Interaction { sender, receiver, message, to } = interaction;
            if sender == p {
                targets.entry(Act::Send(message)).or_default().insert(to);
            } else if receiver == p {
                targets.entry(Act::Receive(message)).or_default().insert(to);
            }
        }
        for (act, target) in targets {
            let target = closure(target);
            let to = *known.entry(target).or_insert_with_key(|target| {
                size += target.len();
                sets.push(target.clone());
                participant.add_state(sets.len() as u64 - 1)
            });
            participant.states[local].transitions.push(Transition { act, to, lost: None });
        }
        if size > STATES {
            return unsupported("a projection with so many states");
        }
        local += 1;
    }
    system.participants.push(participant);
    Ok(())
}
