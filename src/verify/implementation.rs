//! The implementation of a choreography: for each participant the deterministic automaton of its projection.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::choreography::{Choreography, Reading};
use super::expression::reachable;
use super::system::{Act, Participant, Place, System, Transition};
use super::{Outcome, reject, unsupported};

/// Maximum number of states of a choreography in all local states of a projection, counted for each of these.
const STATES: usize = 1 << 22;

/// An interaction of a choreography, with its target state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interaction {
    pub(super) sender: usize,
    pub(super) receiver: usize,
    pub(super) place: Place,
    pub(super) to: usize,
}

/// A choreography over the participants and channels of its implementation, from state 0: the outgoing interactions by
/// state.
#[derive(Clone, Debug)]
pub(super) struct Protocol(pub(super) Vec<Vec<Interaction>>);

/// Returns the implementation of the reachable part of a choreography, with channels as evidence names them.
pub(super) fn implement(text: &Choreography<'_>, channels: &str) -> Outcome<(System, Protocol)> {
    let words: Vec<&str> = channels.split(',').collect();
    let reading = Reading::new(&words).filter(|reading| text.word(*reading) == channels);
    let Some(Reading { anew, is_bag }) = reading else {
        return reject(format!("there is no reading of channels {channels:?}"));
    };
    let mut leaving = BTreeMap::<&str, Vec<&str>>::new();
    text.edges.iter().for_each(|edge| leaving.entry(edge.from).or_default().push(edge.to));
    let states = reachable(text.initial, |from| leaving.get(from).into_iter().flatten().copied());
    let initial = text.initial.into_iter();
    let states = initial.chain(states.into_iter().filter(|state| Some(*state) != text.initial));
    let states: BTreeMap<&str, usize> = states.zip(0..).collect();
    let edges = || text.edges.iter().filter(|edge| states.contains_key(edge.from));
    let channels = numbered(edges().map(|edge| text.channel(edge, anew)));
    let messages = numbered(edges().map(|edge| edge.message));
    let participants = numbered(edges().flat_map(|edge| [edge.sender, edge.receiver]));
    let mut system = System {
        bags: channels.keys().map(|name| is_bag.unwrap_or_else(|| text.is_bag(name))).collect(),
        channels: channels.keys().map(|name| Value::from(name.as_str())).collect(),
        messages: messages.keys().map(|name| (*name).to_owned()).collect(),
        is_projected: true,
        ..System::default()
    };
    let mut protocol = vec![Vec::new(); states.len().max(1)];
    for edge in edges() {
        let channel = channels[&text.channel(edge, anew)];
        protocol[states[edge.from]].push(Interaction {
            sender: participants[edge.sender],
            receiver: participants[edge.receiver],
            place: Place { channel, message: messages[edge.message] },
            to: states[edge.to],
        });
    }
    for name in participants.keys() {
        project(&mut system, name, &protocol)?;
    }
    system.list_sent();
    Ok((system, Protocol(protocol)))
}

/// Returns the distinct items in order, each with its number.
fn numbered<T: Ord>(all: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    all.collect::<BTreeSet<T>>().into_iter().zip(0..).collect()
}

/// Adds a participant: its own actions in the choreography, determinised by sets of possible states of the
/// choreography.
fn project(system: &mut System, name: &str, protocol: &[Vec<Interaction>]) -> Outcome {
    let p = system.participants.len();
    let silently = |from: usize| {
        let others = protocol[from].iter().filter(|by| by.sender != p && by.receiver != p);
        others.map(|by| by.to).collect::<Vec<_>>()
    };
    let closure = |from: BTreeSet<usize>| reachable(from, silently).into_iter().collect();
    let mut participant = Participant { name: name.to_owned(), ..Participant::default() };
    let start = participant.place(0);
    participant.initial.push(start);
    let mut sets: Vec<BTreeSet<usize>> = vec![closure([0].into())];
    let mut known = BTreeMap::from([(sets[0].clone(), 0)]);
    let (mut at, mut size) = (0, 0);
    while at < sets.len() {
        let mut targets = BTreeMap::<Act, BTreeSet<usize>>::new();
        for by in sets[at].iter().flat_map(|state| &protocol[*state]) {
            if by.sender == p {
                system.senders.entry(by.place).or_default().insert(p);
                targets.entry(Act::Send(by.place)).or_default().insert(by.to);
            } else if by.receiver == p {
                system.receivers.entry(by.place).or_default().insert(p);
                targets.entry(Act::Receive(by.place)).or_default().insert(by.to);
            }
        }
        for (act, target) in targets {
            let target = closure(target);
            let to = *known.entry(target).or_insert_with_key(|target| {
                size += target.len();
                sets.push(target.clone());
                participant.place(sets.len() as u64 - 1)
            });
            participant.states[at].transitions.push(Transition { act, to, lost: None });
        }
        if size > STATES {
            return unsupported("a projection with so many states");
        }
        at += 1;
    }
    system.participants.push(participant);
    Ok(())
}
