//! Runs, replayed step by step with unbounded channels.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::configurations::Configurations;
use super::evidence::{Document, Item, required};
use super::states::Space as _;
use super::system::{Act, Participant, Place, State, System, Transition, number};
use super::{Outcome, ensure};

/// Key by which two sends, or two receptions, are ordered: the channel, and for a bag the message too.
type Key = (usize, Option<usize>);

/// An action of a run.
pub(super) struct Action {
    /// Number of the step of the run, from 1.
    pub(super) step: usize,
    pub(super) participant: usize,
    pub(super) is_send: bool,
    pub(super) place: Place,
    pub(super) key: Key,
    /// Number of earlier actions of the participant.
    pub(super) place_of_own: u32,
    /// Number of the communication of the action, from 1 in the order of sends.
    pub(super) communication: usize,
}

/// The names in evidence of local states that have no names of their own.
#[derive(Default)]
struct Names<'d>(BTreeMap<(usize, u32), &'d str>);

impl<'d> Names<'d> {
    /// Returns `true` if a local state of a participant had no name so far, or has this name.
    fn agree(&mut self, state: (usize, u32), name: &'d str) -> bool {
        *self.0.entry(state).or_insert(name) == name
    }
}

impl Action {
    /// Returns the action in the form of transitions.
    pub(super) fn act(&self) -> Act {
        if self.is_send { Act::Send(self.place) } else { Act::Receive(self.place) }
    }
}

/// A run that can be executed: its actions without internal steps, and its last configuration.
pub(super) struct Run {
    pub(super) actions: Vec<Action>,
    pub(super) communications: usize,
    pub(super) end: Vec<u32>,
}

/// Replays the run of a witness: each step must be a single step that can be taken.
///
/// The k-th reception of a key belongs to the communication of its k-th send, so the contents of the channels are the
/// messages that are sent and not received; they are written as a row only at the end of the run.
pub(super) fn replay(document: &Document<'_>, space: &Configurations<'_>) -> Outcome<Run> {
    let system = space.system;
    let mut names = Names::default();
    let mut here = initial(document, system, &mut names)?;
    let (mut actions, mut communications) = (Vec::new(), 0);
    let mut unmatched = BTreeMap::<Key, VecDeque<(usize, Place)>>::new();
    let mut own = vec![0; system.participants.len()];
    for (item, step) in required(document.steps.as_ref(), "steps")?.iter().zip(1..) {
        let name = item.participant.as_deref().unwrap_or_default();
        let nobody = || format!("step {step} is one of nobody");
        let participant = system.participant(name).ok_or_else(nobody)?;
        let from = system.state(participant, here[participant] as usize);
        let is_enabled = |by: &Transition| match by.act {
            Act::Receive(place) => {
                let oldest = unmatched.get(&key(system, place)).and_then(VecDeque::front);
                oldest.is_some_and(|(_, held)| *held == place)
            }
            Act::Send(_) | Act::Internal => true,
        };
        let mut leaving = from.transitions.iter();
        let taken = leaving
            .find(|by| is_enabled(by) && written(system, participant, from, by, item) == *item);
        let why = || {
            format!("step {step} cannot be taken in {}", space.text(&row(&here, &unmatched, space)))
        };
        let Transition { act, to, .. } = taken.ok_or_else(why)?;
        let ends = [(here[participant], &item.from), (*to as u32, &item.to)];
        here[participant] = *to as u32;
        for (local, name) in ends.into_iter().filter(|_| system.is_projected) {
            let is_one = name.as_str().is_some_and(|name| names.agree((participant, local), name));
            ensure(is_one, || format!("step {step} is from or to a state that has another name"))?;
        }
        let (Act::Send(place) | Act::Receive(place)) = *act else { continue };
        let is_send = *act == Act::Send(place);
        let key = key(system, place);
        let open = unmatched.entry(key).or_default();
        let matched = if is_send { None } else { open.pop_front() };
        let (communication, _) = matched.unwrap_or_else(|| {
            communications += 1;
            open.push_back((communications, place));
            (communications, place)
        });
        let place_of_own = own[participant];
        own[participant] += 1;
        let action = Action { step, participant, is_send, place, key, place_of_own, communication };
        actions.push(action);
    }
    Ok(Run { actions, communications, end: row(&here, &unmatched, space) })
}

/// Returns the configuration with these local states and unmatched sends.
fn row(
    locals: &[u32],
    unmatched: &BTreeMap<Key, VecDeque<(usize, Place)>>,
    space: &Configurations<'_>,
) -> Vec<u32> {
    let mut row = locals.to_vec();
    // Keys have the order of rows: by channel, and in a bag by message.
    row.extend(unmatched.values().flatten().filter_map(|(_, place)| space.item(*place)));
    row
}

/// Fails unless each reception directly follows its send.
pub(super) fn ensure_rsc(actions: &[Action]) -> Outcome {
    for pair in actions.windows(2) {
        let at_once = pair[1].is_send || pair[0].communication == pair[1].communication;
        let late = "the reception does not directly follow its send";
        ensure(at_once, || format!("step {}: {late}", pair[1].step))?;
    }
    Ok(())
}

/// Returns the key that orders actions with a message in a channel.
pub(super) fn key(system: &System, place: Place) -> Key {
    (place.channel, system.bags[place.channel].then_some(place.message))
}

/// Returns the initial configuration of a witness, which names a state for each participant.
fn initial<'d>(
    document: &'d Document<'_>,
    system: &System,
    names: &mut Names<'d>,
) -> Outcome<Vec<u32>> {
    let named = |(p, participant): (usize, &Participant)| {
        let text = document.initial.0.get(&participant.name)?;
        if system.is_projected {
            return names.agree((p, 0), text).then_some(0);
        }
        let local = participant.index.get(&number(text.as_bytes())?)?;
        participant.initial.contains(local).then_some(*local as u32)
    };
    let locals: Option<Vec<u32>> = system.participants.iter().enumerate().map(named).collect();
    let locals = locals.filter(|locals| locals.len() == document.initial.0.len());
    let why = || "`initial` has not one initial state for each participant".to_owned();
    Ok(locals.ok_or_else(why)?)
}

/// Returns a message in a channel in the form of evidence.
pub(super) fn held(system: &System, place: Place) -> Item {
    let message = Some(system.messages[place.message].clone());
    Item { channel: system.channels[place.channel].clone(), message, ..Item::default() }
}

/// Returns a transition of `p` in the form of evidence, with the names of `theirs` for states that have no own names.
fn written(system: &System, p: usize, from: &State, by: &Transition, theirs: &Item) -> Item {
    let (action, item) = match by.act {
        Act::Internal => ("internal", Item::default()),
        Act::Send(place) => ("send", held(system, place)),
        Act::Receive(place) => ("receive", held(system, place)),
    };
    let participant = Some(system.participants[p].name.clone());
    let text = |state: &State, name: &Value| {
        if system.is_projected { name.clone() } else { state.number.to_string().into() }
    };
    let (from, to) = (text(from, &theirs.from), text(system.state(p, by.to), &theirs.to));
    let lost = by.lost.map(|place| Box::new(held(system, place)));
    Item { participant, action: Some(action.to_owned()), from, to, lost, ..item }
}
