//! Configurations and their single steps: what can follow one, and certificates that list them all.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::safety::{Blame, Goal, Property, View, blames, is_violated};
use super::system::{Act, Participant, Specification, System, Transition};
use super::{Outcome, ensure, reject, unsupported};

/// The most configurations that may follow one, and the most messages that they may hold.
const CONFIGURATIONS: usize = 2_000_000;
const MESSAGES: usize = 1 << 26;

/// The most combinations of initial states.
const INITIAL: usize = 1 << 24;

/// What is to be shown of all configurations that a certificate lists, and what a witness refutes.
pub(super) enum Claim<'a> {
    NotBad(&'a Specification),
    Safe(Property),
}

impl Claim<'_> {
    /// Returns all ways to say why a configuration is not as claimed; none if it is.
    pub(super) fn blames(&self, system: &System, here: &Configuration) -> Outcome<Vec<Blame>> {
        let Configuration { control, contents } = here;
        let property = match self {
            Claim::NotBad(Specification { control: named, contents: words }) => {
                let mut locals = named.iter().zip(control);
                let is_bad = locals
                    .all(|(named, at)| named.as_ref().is_none_or(|n| n.contains(at)))
                    && words.as_ref().is_none_or(|words| words.accepts(&system.bags, contents));
                return Ok(is_bad.then(Blame::default).into_iter().collect());
            }
            Claim::Safe(property) => *property,
        };
        let view = |(held, is_bag): (&Vec<usize>, &bool)| {
            let shown = if *is_bag { held.len() } else { held.len().min(1) };
            View { empty: held.is_empty(), heads: held[..shown].to_vec() }
        };
        let views: Vec<View> = contents.iter().zip(&system.bags).map(view).collect();
        let candidates: Vec<&[usize]> = control.chunks(1).collect();
        let is_violated = is_violated(system, property, &candidates, &views)?;
        Ok(if is_violated { blames(system, property, control, &views) } else { Vec::new() })
    }
}

/// A configuration: the local states, and for each channel its messages.
///
/// A bag has its messages in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Configuration {
    pub(super) control: Vec<usize>,
    contents: Vec<Vec<usize>>,
}

impl Configuration {
    /// Returns the configuration with these local states and empty channels.
    pub(super) fn initial(system: &System, locals: &[usize]) -> Self {
        Self { control: locals.to_vec(), contents: vec![Vec::new(); system.bags.len()] }
    }

    /// Returns what a transition of `p` leads to; none if what it receives is not there.
    fn after(&self, system: &System, p: usize, by: &Transition) -> Option<Self> {
        let mut next = self.clone();
        next.control[p] = by.to;
        if let Act::Send(place) | Act::Receive(place) = by.act {
            let held = &mut next.contents[place.channel];
            let ordered = held.partition_point(|message| *message < place.message);
            let is_bag = system.bags[place.channel];
            let (front, back) = if is_bag { (ordered, ordered) } else { (0, held.len()) };
            if by.act == Act::Send(place) {
                held.insert(back, place.message);
            } else if held.get(front) == Some(&place.message) {
                held.remove(front);
            } else {
                return None;
            }
        }
        Some(next)
    }

    /// Returns what single steps lead to, each with who takes it and the transition.
    pub(super) fn successors<'a>(
        &'a self,
        system: &'a System,
    ) -> impl Iterator<Item = (usize, &'a Transition, Self)> {
        self.control.iter().enumerate().flat_map(move |(p, local)| {
            let transitions = system.state(p, *local).transitions.iter();
            transitions.filter_map(move |by| Some((p, by, self.after(system, p, by)?)))
        })
    }

    /// Reads the text of a configuration; none if it is not one.
    fn read(system: &System, text: &str) -> Option<Self> {
        let (locals, channels) = text.split_once('|')?;
        let mut states = Vec::new();
        control(system, locals, |_, local| states.push(local)).ok()?;
        let channel = |(held, is_bag): (&str, &bool)| {
            let names = held.split('.').filter(|_| !held.is_empty());
            let mut messages: Vec<usize> =
                names.map(|n| system.message(n)).collect::<Option<_>>()?;
            if *is_bag {
                messages.sort_unstable();
            }
            Some(messages)
        };
        let contents: Vec<_> =
            channels.split('#').zip(&system.bags).map(channel).collect::<Option<_>>()?;
        let is_whole = channels.split('#').count() == system.bags.len();
        is_whole.then_some(Self { control: states, contents })
    }

    /// Returns the text of the configuration.
    pub(super) fn text(&self, system: &System) -> String {
        let name = |message: &usize| system.messages[*message].as_str();
        let names = |held: &Vec<usize>| held.iter().map(name).collect::<Vec<_>>().join(".");
        let channels: Vec<String> = self.contents.iter().map(names).collect();
        format!("{}|{}", control_text(system, self.control.iter().copied()), channels.join("#"))
    }
}

impl Goal {
    /// Says whether a step of `p` to `next` reaches the goal.
    fn is_reached(self, p: usize, by: &Transition, next: &Configuration) -> bool {
        match self {
            Self::AllEmpty => next.contents.iter().all(Vec::is_empty),
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
///
/// The digits of a number tell which of its initial states each participant is in.
pub(super) fn initial_states(
    system: &System,
    mut visit: impl FnMut(&[usize]) -> Outcome,
) -> Outcome {
    let counts = system.participants.iter().map(|participant| participant.initial.len());
    let count = counts.fold(1, usize::saturating_mul);
    if count > INITIAL {
        return unsupported("so many initial states");
    }
    (0..count).try_for_each(|mut number| {
        let digit = |Participant { initial, .. }: &Participant| {
            let local = initial[number % initial.len()];
            number /= initial.len();
            local
        };
        visit(&system.participants.iter().map(digit).collect::<Vec<_>>())
    })
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
                messages += next.contents.iter().map(Vec::len).sum::<usize>();
                open.push(next);
            }
            if seen.len() > CONFIGURATIONS || messages > MESSAGES {
                return unsupported("more than 2,000,000 configurations follow the last one");
            }
        }
    }
    Ok(())
}

/// Checks a certificate that lists configurations.
pub(super) fn check(system: &System, claim: &Claim<'_>, states: &[&str]) -> Outcome {
    let wrong = |i: usize, why: &str| format!("state {} ({}) {why}", i + 1, states[i]);
    let (mut numbers, mut listed) = (FxHashMap::default(), Vec::new());
    for (i, text) in states.iter().enumerate() {
        let here = Configuration::read(system, text);
        let here = here.ok_or_else(|| wrong(i, "is no configuration of the model"))?;
        ensure(numbers.insert(here.clone(), i).is_none(), || wrong(i, "is listed twice"))?;
        listed.push(here);
    }
    initial_states(system, |locals| {
        let first = Configuration::initial(system, locals);
        let missing = || format!("the initial state {} is not listed", first.text(system));
        ensure(numbers.contains_key(&first), missing)
    })?;
    let mut before = vec![Vec::new(); states.len()];
    let mut asked = BTreeMap::<Goal, Vec<usize>>::new();
    for (i, here) in listed.iter().enumerate() {
        for blame in claim.blames(system, here)? {
            let goal = blame.unless.ok_or_else(|| wrong(i, "violates the property"))?;
            asked.entry(goal).or_default().push(i);
        }
        for (p, _, next) in here.successors(system) {
            let missing = || {
                let (next, name) = (next.text(system), &system.participants[p].name);
                wrong(
                    i,
                    &format!("has the successor {next} by a step of {name}, which is not listed"),
                )
            };
            before[*numbers.get(&next).ok_or_else(missing)?].push(i);
        }
    }
    for (goal, asking) in asked {
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
