//! Runs, replayed step by step with unbounded channels.

use std::collections::{BTreeMap, VecDeque};

use super::Outcome;
use super::configurations::Configurations;
use super::evidence::{Document, Item, required};
use super::states::Space as _;
use super::system::{Act, Participant, Place, State, System, Transition, number};

/// What orders two sends, or two receptions: the channel, and of a bag the message too.
type Key = (usize, Option<usize>);

/// An action of a run.
pub(super) struct Action {
    /// Which step of the run it is, from 1.
    pub(super) step: usize,
    pub(super) participant: usize,
    pub(super) is_send: bool,
    pub(super) key: Key,
    /// The number of its communication, from 1 in the order of sends.
    pub(super) communication: usize,
}

/// A run that can be executed: its actions without internal steps, and where it leads.
pub(super) struct Run {
    pub(super) actions: Vec<Action>,
    pub(super) communications: usize,
    pub(super) end: Vec<u32>,
}

/// Replays the run of a witness: each step is one of the single steps that can be taken, written down.
///
/// The k-th reception of a key is of the communication of its k-th send.
pub(super) fn replay(document: &Document<'_>, space: &Configurations<'_>) -> Outcome<Run> {
    let system = space.system;
    let mut run = Run { actions: Vec::new(), communications: 0, end: initial(document, system)? };
    let mut unmatched = BTreeMap::<Key, VecDeque<usize>>::new();
    for (item, step) in required(document.steps.as_ref(), "steps")?.iter().zip(1..) {
        let here = run.end.clone();
        let name = item.participant.as_deref().unwrap_or_default();
        let participant = system.participant(name).unwrap_or(0);
        let from = system.state(participant, here[participant] as usize);
        let mut leaving = from.transitions.iter();
        let taken = leaving.find(|by| {
            run.end.clone_from(&here);
            written(system, participant, from, by) == *item
                && space.follow(&mut run.end, participant, by)
        });
        let why = || format!("step {step} cannot be taken in {}", space.text(&here));
        let Transition { act, .. } = taken.ok_or_else(why)?;
        let (Act::Send(place) | Act::Receive(place)) = *act else { continue };
        let is_send = *act == Act::Send(place);
        let key = (place.channel, system.bags[place.channel].then_some(place.message));
        let open = unmatched.entry(key).or_default();
        let matched = if is_send { None } else { open.pop_front() };
        let communication = matched.unwrap_or_else(|| {
            run.communications += 1;
            open.push_back(run.communications);
            run.communications
        });
        run.actions.push(Action { step, participant, is_send, key, communication });
    }
    Ok(run)
}

/// Returns the initial configuration of a witness, which names a state for each participant.
fn initial(document: &Document<'_>, system: &System) -> Outcome<Vec<u32>> {
    let named = |participant: &Participant| {
        let text = document.initial.get(&participant.name)?;
        let local = participant.index.get(&number(text.as_bytes())?)?;
        participant.initial.contains(local).then_some(*local as u32)
    };
    let locals: Option<Vec<u32>> = system.participants.iter().map(named).collect();
    let locals = locals.filter(|locals| locals.len() == document.initial.len());
    let why = || "`initial` has not one initial state for each participant".to_owned();
    Ok(locals.ok_or_else(why)?)
}

/// Returns a message in a channel as evidence writes it.
pub(super) fn held(system: &System, place: Place) -> Item {
    let message = Some(system.messages[place.message].clone());
    Item { channel: Some(place.channel), message, ..Item::default() }
}

/// Returns a transition of `p` as evidence writes it.
fn written(system: &System, p: usize, from: &State, by: &Transition) -> Item {
    let (action, item) = match by.act {
        Act::Internal => ("internal", Item::default()),
        Act::Send(place) => ("send", held(system, place)),
        Act::Receive(place) => ("receive", held(system, place)),
    };
    let participant = Some(system.participants[p].name.clone());
    let [from, to] = [from, system.state(p, by.to)].map(|state| state.number.to_string().into());
    let lost = by.lost.map(|place| Box::new(held(system, place)));
    Item { participant, action: Some(action.to_owned()), from, to, lost, ..item }
}
