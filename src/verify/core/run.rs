//! Runs, replayed step by step with unbounded channels.
//!
//! A run is an execution with its internal steps. It is replayed on the automata of the model: each step of the
//! evidence must be, in all its fields, a transition that leaves the current state and whose message, if it is a
//! reception, can be received. Nothing in the evidence is believed, except which of the possible steps is taken.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::{
    Act, Blame, ChannelMessage, Claim, Configurations, Item, Key, Outcome, Space as _, State,
    States, System, Transition, ensure, found, number, reject, require, required,
};

/// An action of a run.
pub(crate) struct Action {
    /// Number of the step of the run, from 1.
    pub(crate) step: usize,
    pub(crate) participant: usize,
    pub(crate) act: Act,
    pub(crate) key: Key,
    /// Number of earlier actions of the participant.
    pub(crate) own_before: u32,
    /// Number of the communication of the action, from 1 in the order of sends.
    pub(crate) communication: usize,
}

/// A run that can be executed: its actions without internal steps, and its last configuration.
pub(crate) struct Run {
    pub(crate) actions: Vec<Action>,
    pub(crate) end: Vec<u32>,
}

/// A run, as far as it was replayed.
///
/// The k-th reception of a key belongs to the communication of its k-th send, so the contents of the channels are the
/// messages that are sent and not received; they are written as a row only at the end of the run.
struct Replay<'a, 'd> {
    space: &'a Configurations<'a>,
    /// The names in evidence of local states that have no names of their own, by participant and state.
    names: BTreeMap<(usize, u32), &'d str>,
    locals: Vec<u32>,
    /// By key, the communications that have no reception yet, in the order of sends.
    unmatched: BTreeMap<Key, VecDeque<usize>>,
    /// By communication, the message; communications are counted from 1.
    sent: Vec<ChannelMessage>,
    /// For each participant, the number of its actions.
    own: Vec<u32>,
    actions: Vec<Action>,
}

/// Replays the run of a witness: each step must be a single step that can be taken, and only a borderline violation has a
/// cycle.
pub(crate) fn replay(claim: &Claim<'_>) -> Outcome<Run> {
    let &Claim { document, system, .. } = claim;
    let space = &Configurations::new(system);
    let (locals, sent, actions) = (Vec::new(), Vec::new(), Vec::new());
    let (names, unmatched) = (BTreeMap::new(), BTreeMap::new());
    let own = vec![0; system.participants.len()];
    let mut replay = Replay { space, names, locals, unmatched, sent, own, actions };
    let is_initial = replay.start(&document.initial).is_some();
    ensure(is_initial, || "`initial` has not one initial state for each participant")?;
    for (item, step) in required(document.steps.as_ref(), "steps")?.iter().zip(1..) {
        replay.take(item, step)?;
    }
    let count = replay.sent.len();
    ensure(document.communications == Some(count), || format!("there are {count} communications"))?;
    let kind = document.kind.as_deref().unwrap_or_default();
    let may_have = kind == "borderline-violation" || document.cycle.is_empty();
    ensure(may_have, || format!("`cycle` in a witness of kind {kind}"))?;
    Ok(Run { end: replay.row(), actions: replay.actions })
}

impl Run {
    /// Returns what is at fault in the last configuration, as the witness names it.
    pub(crate) fn blamed(&self, claim: &Claim<'_>) -> Outcome<Blame> {
        let &Claim { document, system, property, .. } = claim;
        let blames = Configurations::new(system).blames(property, &self.end);
        ensure(!blames.is_empty(), || "the last configuration does not violate it")?;
        let is_named = |blame: &Blame| {
            let names = blame.participants.iter().map(|p| system.participants[*p].name.clone());
            let messages = blame.messages.iter().map(|message| message_item(system, *message));
            is_same_set(&names.collect::<Vec<_>>(), &document.participants)
                && is_same_set(&messages.collect::<Vec<_>>(), &document.messages)
        };
        let why = "`participants` and `messages` are not those at fault in the last configuration";
        found(blames.into_iter().find(is_named), || why)
    }
}

/// Returns `true` if two lists are the same set.
fn is_same_set<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    one.iter().all(|item| other.contains(item)) && other.iter().all(|item| one.contains(item))
}

impl<'d> Replay<'_, 'd> {
    /// Reads the initial local states, one for each participant; `None` if they are malformed.
    fn start(&mut self, initial: &'d States) -> Option<()> {
        let system = self.space.system;
        for (p, participant) in system.participants.iter().enumerate() {
            let name = initial.get(&participant.name)?;
            let local =
                if system.is_projected() { 0 } else { *participant.index.get(&number(name)?)? };
            require(participant.initial.contains(&local))?;
            require(!system.is_projected() || self.is_named((p, 0), name))?;
            self.locals.push(local as u32);
        }
        require(self.locals.len() == initial.len())
    }

    /// Returns `true` if a local state that has no name of its own had no name so far, or has this name.
    fn is_named(&mut self, state: (usize, u32), name: &'d str) -> bool {
        *self.names.entry(state).or_insert(name) == name
    }

    /// Takes the step with a number.
    fn take(&mut self, item: &'d Item, step: usize) -> Outcome {
        let system = self.space.system;
        let name = item.participant.as_deref().unwrap_or_default();
        let nobody = || format!("step {step} is one of nobody");
        let participant = found(system.participant(name), nobody)?;
        let local = self.locals[participant];
        let from = system.state(participant, local as usize);
        let is_taken = |transition: &&Transition| {
            self.is_enabled(transition.act)
                && written(system, participant, from, transition, item) == *item
        };
        let Some(&Transition { act, to, .. }) = from.transitions.iter().find(is_taken) else {
            let here = self.space.text(&self.row());
            return reject(format!("step {step} cannot be taken in {here}"));
        };
        self.locals[participant] = to as u32;
        if system.is_projected() {
            for (local, name) in [(local, &item.from), (to as u32, &item.to)] {
                let is_same = |name| self.is_named((participant, local), name);
                let why = || format!("step {step} is from or to a state that has another name");
                ensure(name.as_str().is_some_and(is_same), why)?;
            }
        }
        if let Act::Send(message) | Act::Receive(message) = act {
            self.act(step, participant, act, message);
        }
        Ok(())
    }

    /// Returns `true` if an action can be executed: the message of a reception is the oldest of its key.
    fn is_enabled(&self, act: Act) -> bool {
        let Act::Receive(message) = act else { return true };
        let unmatched = self.unmatched.get(&self.space.system.key(message));
        let oldest = unmatched.and_then(VecDeque::front);
        oldest.is_some_and(|communication| self.sent[communication - 1] == message)
    }

    /// Executes an action that is enabled.
    fn act(&mut self, step: usize, participant: usize, act: Act, message: ChannelMessage) {
        let key = self.space.system.key(message);
        let unmatched = self.unmatched.entry(key).or_default();
        let communication = if act.is_send() {
            self.sent.push(message);
            unmatched.push_back(self.sent.len());
            self.sent.len()
        } else {
            unmatched.pop_front().unwrap_or_default()
        };
        let own_before = self.own[participant];
        self.own[participant] += 1;
        self.actions.push(Action { step, participant, act, key, own_before, communication });
    }

    /// Returns the current configuration.
    fn row(&self) -> Vec<u32> {
        // Keys have the order of rows: by channel, and in a bag by message.
        let held = self.unmatched.values().flatten().map(|number| self.sent[number - 1]);
        let items = held.filter_map(|message| self.space.item(message)).map(|item| item as u32);
        self.locals.iter().copied().chain(items).collect()
    }
}

/// Fails unless each reception directly follows its send: so the actions are an RSC execution.
pub(crate) fn ensure_rsc(actions: &[Action]) -> Outcome {
    for pair in actions.windows(2) {
        let is_late = !pair[1].act.is_send() && pair[0].communication != pair[1].communication;
        let why = "the reception does not directly follow its send";
        ensure(!is_late, || format!("step {}: {why}", pair[1].step))?;
    }
    Ok(())
}

/// Returns a message in a channel in the form of evidence.
fn message_item(system: &System, message: ChannelMessage) -> Item {
    let channel = system.channels[message.channel].clone();
    let message = Some(system.messages[message.message].clone());
    Item { channel, message, ..Item::default() }
}

/// Returns a transition of `p` in the form of evidence, with the names of `theirs` for states that have no own names.
fn written(system: &System, p: usize, from: &State, by: &Transition, theirs: &Item) -> Item {
    let (action, item) = match by.act {
        Act::Internal => ("internal", Item::default()),
        Act::Send(message) => ("send", message_item(system, message)),
        Act::Receive(message) => ("receive", message_item(system, message)),
    };
    let name = |state: &State, theirs: &Value| {
        if system.is_projected() { theirs.clone() } else { state.number.to_string().into() }
    };
    Item {
        participant: Some(system.participants[p].name.clone()),
        action: Some(action.to_owned()),
        from: name(from, &theirs.from),
        to: name(system.state(p, by.to), &theirs.to),
        lost: by.lost.map(|lost| Box::new(message_item(system, lost))),
        ..item
    }
}
