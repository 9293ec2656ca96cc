//! Configurations and their single steps: what can follow one, and certificates that list them all.

use std::collections::BTreeMap;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::safety::{Blame, Goal, Property, View, is_violated};
use super::system::{Act, Participant, Place, Specification, System, Transition};
use super::{Outcome, ensure, reject, unsupported};

/// The most configurations that may follow one, and the most messages that they may hold.
const CONFIGURATIONS: usize = 2_000_000;
const MESSAGES: usize = 1 << 25;

/// The most combinations of initial states.
const INITIAL: usize = 1 << 20;

/// What is to be shown of all configurations that a certificate lists, and what a witness refutes.
pub(super) enum Claim<'a> {
    NotBad(&'a Specification),
    Safe(Property),
}

impl Claim<'_> {
    /// Returns all ways to say why a configuration is not as claimed; none if it is.
    pub(super) fn blames(&self, system: &System, here: &Configuration) -> Outcome<Vec<Blame>> {
        let control = &here.control;
        let property = match self {
            Claim::NotBad(Specification { control: named, contents: words }) => {
                let mut locals = named.iter().zip(control);
                let is_bad = locals
                    .all(|(named, at)| named.as_ref().is_none_or(|n| n.contains(at)))
                    && words.as_ref().is_none_or(|w| w.accepts(&system.bags, &here.words(system)));
                return Ok(is_bad.then(Blame::default).into_iter().collect());
            }
            Claim::Safe(property) => *property,
        };
        let mut views = vec![View { empty: true, heads: Vec::new() }; system.bags.len()];
        for Place { channel, message } in &here.contents {
            let View { empty, heads } = &mut views[*channel];
            if std::mem::take(empty) || system.bags[*channel] {
                heads.push(*message);
            }
        }
        let candidates: Vec<&[usize]> = control.chunks(1).collect();
        let is_violated = is_violated(system, property, &candidates, &views)?;
        Ok(if is_violated { property.blames(system, control, &views) } else { Vec::new() })
    }
}

/// A single step: who takes it, which transition, and where it leads.
pub(super) type Step<'a> = (usize, &'a Transition, Configuration);

/// A configuration: the local states, and what the channels hold, in the order of the channels.
///
/// A FIFO channel has its oldest message first, a bag has them in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Configuration {
    pub(super) control: Vec<usize>,
    contents: Vec<Place>,
}

impl Configuration {
    /// Returns the configuration with these local states and empty channels.
    pub(super) fn initial(locals: &[usize]) -> Self {
        Self { control: locals.to_vec(), contents: Vec::new() }
    }

    /// Returns what a transition of `p` leads to; none if what it receives is not there.
    fn after(&self, system: &System, p: usize, by: &Transition) -> Option<Self> {
        let mut contents = self.contents.clone();
        if let Act::Send(place) | Act::Receive(place) = by.act {
            let is_send = by.act == Act::Send(place);
            let behind = place.channel + usize::from(is_send);
            let is_bag = system.bags[place.channel];
            let is_before =
                |held: &Place| if is_bag { *held < place } else { held.channel < behind };
            let at = contents.partition_point(is_before);
            if is_send {
                contents.insert(at, place);
            } else if contents.get(at) == Some(&place) {
                contents.remove(at);
            } else {
                return None;
            }
        }
        let mut control = self.control.clone();
        control[p] = by.to;
        Some(Self { control, contents })
    }

    /// Returns the single steps that can be taken.
    pub(super) fn successors<'a>(&'a self, system: &'a System) -> impl Iterator<Item = Step<'a>> {
        self.control.iter().enumerate().flat_map(move |(p, local)| {
            let transitions = system.state(p, *local).transitions.iter();
            transitions.filter_map(move |by| Some((p, by, self.after(system, p, by)?)))
        })
    }

    /// Reads the text of a configuration; none if it is not one. `messages` has their numbers by their names.
    fn read(system: &System, messages: &FxHashMap<&str, usize>, text: &str) -> Option<Self> {
        let (locals, channels) = text.split_once('|')?;
        let mut states = Vec::new();
        control(system, locals, |_, local| states.push(local)).ok()?;
        let channels: Vec<&str> = channels.split('#').collect();
        let mut contents = Vec::new();
        for (channel, held) in channels.iter().enumerate() {
            for name in held.split('.').filter(|_| !held.is_empty()) {
                contents.push(Place { channel, message: *messages.get(name)? });
            }
        }
        if channels.len() != system.bags.len() {
            return None;
        }
        contents
            .sort_by_key(|held| (held.channel, system.bags[held.channel].then_some(held.message)));
        Some(Self { control: states, contents })
    }

    /// Returns what each channel holds.
    fn words(&self, system: &System) -> Vec<Vec<usize>> {
        let mut words = vec![Vec::new(); system.bags.len()];
        self.contents.iter().for_each(|held| words[held.channel].push(held.message));
        words
    }

    /// Returns the text of the configuration.
    pub(super) fn text(&self, system: &System) -> String {
        let name = |message: &usize| system.messages[*message].as_str();
        let names = |held: &Vec<usize>| held.iter().map(name).collect::<Vec<_>>().join(".");
        let channels: Vec<String> = self.words(system).iter().map(names).collect();
        format!("{}|{}", control_text(system, self.control.iter().copied()), channels.join("#"))
    }
}

impl Goal {
    /// Says whether a step of `p` to `next` reaches the goal.
    fn is_reached(self, p: usize, by: &Transition, next: &Configuration) -> bool {
        match self {
            Self::AllEmpty => next.contents.is_empty(),
            Self::Receives(participant) => participant == p && matches!(by.act, Act::Receive(_)),
            Self::Taken(place) => by.act == Act::Receive(place),
        }
    }
}

/// Calls `found` with each participant and its local state in a text of local states joined by dots.
pub(super) fn control(
    system: &System,
    text: &str,
    mut found: impl FnMut(usize, usize),
) -> Result<(), String> {
    let locals: Vec<&str> = text.split('.').collect();
    if locals.len() != system.participants.len() {
        return Err("there is not one local state for each participant".to_owned());
    }
    for (p, local) in locals.into_iter().enumerate() {
        let state = system.local(p, local);
        found(p, state.ok_or_else(|| format!("participant {p} has no state {local:?}"))?);
    }
    Ok(())
}

/// Writes local states joined by dots.
pub(super) fn control_text(system: &System, locals: impl Iterator<Item = usize>) -> String {
    let number = |(p, local)| system.state(p, local).number.to_string();
    locals.enumerate().map(number).collect::<Vec<_>>().join(".")
}

/// Calls `visit` with each combination of initial states, until it fails.
pub(super) fn initial_states(
    system: &System,
    mut visit: impl FnMut(&[usize]) -> Outcome,
) -> Outcome {
    let mut all = vec![Vec::new()];
    for Participant { initial, .. } in &system.participants {
        if all.len().saturating_mul(initial.len()) > INITIAL {
            return unsupported("so many initial states");
        }
        let with = |local| {
            all.iter().map(move |before: &Vec<_>| before.iter().chain([local]).copied().collect())
        };
        all = initial.iter().flat_map(with).collect();
    }
    all.iter().try_for_each(|locals| visit(locals))
}

/// Fails if the goal can be reached from a configuration.
pub(super) fn never(system: &System, goal: Goal, last: Configuration) -> Outcome {
    let (mut messages, mut seen) = (0, FxHashSet::from_iter([last.clone()]));
    let mut open = vec![last];
    while let Some(here) = open.pop() {
        for (p, by, next) in here.successors(system) {
            let why = || format!("what never was to follow leads to {}", next.text(system));
            ensure(!goal.is_reached(p, by, &next), why)?;
            if seen.insert(next.clone()) {
                messages += next.contents.len();
                open.push(next);
            }
            if seen.len() > CONFIGURATIONS || messages > MESSAGES {
                return unsupported("what follows the last configuration has no end in sight");
            }
        }
    }
    Ok(())
}

/// Checks a certificate that lists configurations.
pub(super) fn check(system: &System, claim: &Claim<'_>, states: &[&str]) -> Outcome {
    let wrong = |i: usize, why: &str| format!("state {} ({}) {why}", i + 1, states[i]);
    let messages = system.messages.iter().zip(0..).map(|(name, i)| (name.as_str(), i)).collect();
    let read = |(i, text): (usize, &&str)| {
        let here = Configuration::read(system, &messages, text);
        here.ok_or_else(|| wrong(i, "is no configuration"))
    };
    let listed = states.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut numbers = FxHashMap::with_capacity_and_hasher(listed.len(), FxBuildHasher);
    for (i, here) in listed.iter().enumerate() {
        ensure(numbers.insert(here, i).is_none(), || wrong(i, "is listed twice"))?;
    }
    initial_states(system, |locals| {
        let first = Configuration::initial(locals);
        let missing = || format!("the initial state {} is not listed", first.text(system));
        ensure(numbers.contains_key(&first), missing)
    })?;
    let (mut steps, mut asked) = (Vec::new(), BTreeMap::<Goal, Vec<usize>>::new());
    for (i, here) in listed.iter().enumerate() {
        for blame in claim.blames(system, here)? {
            let goal = blame.unless.ok_or_else(|| wrong(i, "violates the property"))?;
            asked.entry(goal).or_default().push(i);
        }
        for (p, _, next) in here.successors(system) {
            let missing = || {
                let (next, name) = (next.text(system), &system.participants[p].name);
                wrong(i, &format!("has the successor {next} by {name}, which is not listed"))
            };
            steps.push((*numbers.get(&next).ok_or_else(missing)?, i));
        }
    }
    for (goal, asking) in asked {
        let mut before = vec![Vec::new(); states.len()];
        for (to, from) in &steps {
            before[*to].push(*from);
        }
        let reaches = |i: &usize| {
            let mut successors = listed[*i].successors(system);
            successors.any(|(p, by, next)| goal.is_reached(p, by, &next))
        };
        let mut open: Vec<usize> = (0..states.len()).filter(reaches).collect();
        let mut good = vec![false; states.len()];
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut good[i], true) {
                open.extend(&before[i]);
            }
        }
        if let Some(i) = asking.into_iter().find(|i| !good[*i]) {
            return reject(wrong(i, "has no continuation that the property asks for"));
        }
    }
    Ok(())
}
