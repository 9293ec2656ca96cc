//! Configurations and their single steps: what can follow one, and certificates that list them all.

use rustc_hash::FxHashMap;

use super::packed::{Field, Layout, Store};
use super::safety::{Property, View, is_violated, views};
use super::system::{Act, Place, Specification, System};
use super::{Fault, Outcome, reject, unsupported};

/// The most configurations and words of memory that an exploration may take.
const CONFIGURATIONS: usize = 2_000_000;
const WORDS: usize = 1 << 27;
const COPIED: usize = 1 << 34;

/// The most combinations of initial states.
const INITIAL: usize = 1 << 24;

/// Something that a continuation is to bring about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    AllEmpty,
    Receives(usize),
    Taken(Place),
}

/// What is to be shown of all configurations that a certificate lists.
pub(super) enum Claim<'a> {
    NotBad(&'a Specification),
    Safe(Property),
}

/// The configurations of a system, packed; the contents of channels are numbered.
pub(super) struct Space<'a> {
    system: &'a System,
    control: Vec<Field>,
    channels: Vec<Field>,
    words: usize,
    contents: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    total: usize,
    /// How many messages were copied, which bounds the time of an exploration.
    copied: usize,
}

impl<'a> Space<'a> {
    pub(super) fn new(system: &'a System) -> Self {
        let mut layout = Layout::default();
        let control = system.participants.iter().map(|p| layout.field(p.states.len())).collect();
        let channels = system.bags.iter().map(|_| layout.field(1 << 32)).collect();
        let (contents, numbers) = (Vec::new(), FxHashMap::default());
        Self {
            system,
            control,
            channels,
            words: layout.words(),
            contents,
            numbers,
            total: 0,
            copied: 0,
        }
    }

    /// Returns the number of some contents, in the order that their channel keeps.
    fn number(&mut self, contents: Vec<u32>) -> Outcome<usize> {
        if let Some(number) = self.numbers.get(contents.as_slice()) {
            return Ok(*number as usize);
        }
        self.total += contents.len() + 8;
        if self.total > WORDS {
            return unsupported("contents as long as these");
        }
        let contents = contents.into_boxed_slice();
        self.numbers.insert(contents.clone(), self.contents.len() as u32);
        self.contents.push(contents);
        Ok(self.contents.len() - 1)
    }

    /// Packs a configuration.
    fn pack(&mut self, control: &[usize], contents: &[Vec<usize>]) -> Outcome<Vec<u64>> {
        let mut state = vec![0; self.words];
        for (field, local) in self.control.iter().zip(control) {
            field.set_index(&mut state, *local);
        }
        for (channel, messages) in contents.iter().enumerate() {
            let mut messages: Vec<u32> = messages.iter().map(|message| *message as u32).collect();
            if self.system.bags[channel] {
                messages.sort_unstable();
            }
            let number = self.number(messages)?;
            self.channels[channel].set_index(&mut state, number);
        }
        Ok(state)
    }

    fn held(&self, state: &[u64], channel: usize) -> &[u32] {
        &self.contents[self.channels[channel].index(state)]
    }

    fn local(&self, state: &[u64], p: usize) -> usize {
        self.control[p].index(state)
    }

    fn unpacked(&self, state: &[u64]) -> Vec<Vec<usize>> {
        let whole =
            |channel| self.held(state, channel).iter().map(|message| *message as usize).collect();
        (0..self.channels.len()).map(whole).collect()
    }

    /// Calls `visit` with each configuration that one step leads to, and with the step.
    fn successors(
        &mut self,
        state: &[u64],
        mut visit: impl FnMut(&Self, &[u64], usize, Act) -> Outcome,
    ) -> Outcome {
        let system = self.system;
        let mut next = state.to_vec();
        for p in 0..system.participants.len() {
            for transition in &system.state(p, self.local(state, p)).transitions {
                if let Act::Send(place) | Act::Receive(place) = transition.act {
                    let (message, bag) = (place.message as u32, system.bags[place.channel]);
                    let held = self.held(state, place.channel);
                    let mut messages = held.to_vec();
                    if matches!(transition.act, Act::Send(_)) {
                        let sorted = messages.partition_point(|other| *other <= message);
                        messages.insert(if bag { sorted } else { held.len() }, message);
                    } else {
                        match held.iter().position(|other| *other == message) {
                            Some(at) if bag || at == 0 => messages.remove(at),
                            _ => continue,
                        };
                    }
                    self.copied += messages.len();
                    let number = self.number(messages)?;
                    self.channels[place.channel].set_index(&mut next, number);
                }
                self.control[p].set_index(&mut next, transition.to);
                visit(self, &next, p, transition.act)?;
                next.copy_from_slice(state);
            }
        }
        Ok(())
    }

    fn is_reached(&self, goal: Goal, state: &[u64]) -> bool {
        matches!(goal, Goal::AllEmpty)
            && (0..self.channels.len()).all(|channel| self.held(state, channel).is_empty())
    }

    fn brings_about(&self, goal: Goal, p: usize, act: Act) -> bool {
        match (goal, act) {
            (Goal::Receives(participant), Act::Receive(_)) => participant == p,
            (Goal::Taken(goal), Act::Receive(place)) => {
                goal.channel == place.channel
                    && (goal.message == place.message || !self.system.bags[goal.channel])
            }
            _ => false,
        }
    }

    /// Says whether a configuration asks for the goal.
    fn owes(&self, goal: Goal, state: &[u64]) -> bool {
        match goal {
            Goal::AllEmpty => true,
            Goal::Receives(p) => {
                let state = self.system.state(p, self.local(state, p));
                state.receptions().next().is_some()
            }
            Goal::Taken(Place { channel, message }) => {
                let held = self.held(state, channel);
                let shown = if self.system.bags[channel] { held.len() } else { 1 };
                held.iter().take(shown).any(|other| *other as usize == message)
            }
        }
    }

    /// Reads the text of a configuration.
    fn decode(&mut self, text: &str) -> Outcome<Vec<u64>> {
        let Some((locals, contents)) = text.split_once('|') else {
            return reject("there is no `|`");
        };
        let mut states = Vec::new();
        control(self.system, locals, |_, local| states.push(local)).or_else(reject)?;
        let mut channels = Vec::new();
        for part in contents.split('#') {
            let mut messages = Vec::new();
            for name in part.split('.').filter(|_| !part.is_empty()) {
                match self.system.message(name) {
                    Some(message) => messages.push(message),
                    None => return reject(format!("the model has no message {name}")),
                }
            }
            channels.push(messages);
        }
        if channels.len() != self.channels.len() {
            return reject(format!(
                "there are {} channels, not {}",
                self.channels.len(),
                channels.len()
            ));
        }
        self.pack(&states, &channels)
    }

    fn text(&self, state: &[u64]) -> String {
        let locals = (0..self.control.len()).map(|p| self.local(state, p));
        let mut channels = Vec::new();
        for messages in self.unpacked(state) {
            let names: Vec<&str> =
                messages.iter().map(|m| self.system.messages[*m].as_str()).collect();
            channels.push(names.join("."));
        }
        format!("{}|{}", control_text(self.system, locals), channels.join("#"))
    }
}

/// Calls `found` with each participant and its local state in a text of local states joined by dots.
pub(super) fn control(
    system: &System,
    text: &str,
    mut found: impl FnMut(usize, usize),
) -> Result<(), String> {
    let mut locals = text.split('.');
    for (p, participant) in system.participants.iter().enumerate() {
        let local = locals.next().ok_or("there are fewer local states than participants")?;
        let state = system.local(p, local);
        found(p, state.ok_or_else(|| format!("{} has no state {local:?}", participant.name))?);
    }
    match locals.next() {
        Some(_) => Err("there are more local states than participants".to_owned()),
        None => Ok(()),
    }
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
    let mut count = 0;
    let mut chosen = vec![0; system.participants.len()];
    loop {
        let locals: Vec<usize> =
            chosen.iter().zip(&system.participants).map(|(i, p)| p.initial[*i]).collect();
        visit(&locals)?;
        count += 1;
        if count > INITIAL {
            return unsupported("so many initial states");
        }
        let Some(p) =
            (0..chosen.len()).find(|p| chosen[*p] + 1 < system.participants[*p].initial.len())
        else {
            return Ok(());
        };
        chosen[p] += 1;
        chosen[..p].fill(0);
    }
}

/// Fails if something that can follow the configuration brings the goal about.
pub(super) fn never(
    system: &System,
    control: &[usize],
    contents: &[Vec<usize>],
    goal: Goal,
) -> Outcome {
    let mut space = Space::new(system);
    let first = space.pack(control, contents)?;
    let mut store = Store::new(space.words, 0);
    store.insert(&first);
    let mut at = 0;
    while at < store.len() {
        let state = store.get(at).to_vec();
        at += 1;
        if space.is_reached(goal, &state) {
            return reject("from the last configuration all channels can still become empty");
        }
        space.successors(&state, |space, next, p, act| {
            if space.brings_about(goal, p, act) {
                return reject("from the last configuration the reception is still possible");
            }
            store.insert(next);
            if store.len() > CONFIGURATIONS || store.size() > WORDS || space.copied > COPIED {
                return unsupported("more than 2,000,000 configurations follow the last one");
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Checks a certificate that lists configurations.
pub(super) fn check(system: &System, claim: &Claim<'_>, states: &[&str]) -> Outcome {
    let mut space = Space::new(system);
    let mut store = Store::new(space.words, states.len());
    let state_of = |i: usize| format!("state {} ({})", i + 1, states[i]);
    for (i, text) in states.iter().enumerate() {
        let state = space.decode(text).map_err(|fault| match fault {
            Fault::Rejected(why) => Fault::Rejected(format!("{}: {why}", state_of(i))),
            unsupported @ Fault::Unsupported(_) => unsupported,
        })?;
        if !store.insert(&state) {
            return reject(format!("{} is listed twice", state_of(i)));
        }
    }
    let empty = vec![Vec::new(); system.bags.len()];
    initial_states(system, |locals| {
        let state = space.pack(locals, &empty)?;
        match store.find(&state) {
            Some(_) => Ok(()),
            None => reject(format!("the initial state {} is not listed", space.text(&state))),
        }
    })?;
    let goals = match claim {
        Claim::Safe(property) => goals(system, *property),
        Claim::NotBad(_) => Vec::new(),
    };
    let mut steps = Vec::new();
    let mut good = vec![vec![false; states.len()]; goals.len()];
    for i in 0..states.len() {
        let state = store.get(i);
        if is_bad(&space, claim, state)? {
            return reject(format!("{} violates the property", state_of(i)));
        }
        for (goal, good) in goals.iter().zip(&mut good) {
            good[i] = space.is_reached(*goal, state);
        }
        space.successors(state, |space, next, p, act| {
            let Some(to) = store.find(next) else {
                let (next, name) = (space.text(next), &system.participants[p].name);
                let by = match act {
                    Act::Internal => "making an internal step".to_owned(),
                    Act::Send(place) => {
                        format!("sending {} on {}", system.name(place), place.channel)
                    }
                    Act::Receive(place) => {
                        format!("receiving {} from {}", system.name(place), place.channel)
                    }
                };
                let from = state_of(i);
                return reject(format!(
                    "{from} has the successor {next} by {name} {by}, which is not listed"
                ));
            };
            for (goal, good) in goals.iter().zip(&mut good) {
                good[i] |= space.brings_about(*goal, p, act);
            }
            if !goals.is_empty() {
                steps.push((to as u32, i as u32));
            }
            Ok(())
        })?;
    }
    steps.sort_unstable();
    for (goal, mut good) in goals.into_iter().zip(good) {
        let mut open: Vec<usize> = (0..good.len()).filter(|i| good[*i]).collect();
        while let Some(to) = open.pop() {
            let first = steps.partition_point(|step| (step.0 as usize) < to);
            for &(_, from) in steps[first..].iter().take_while(|step| step.0 as usize == to) {
                if !std::mem::replace(&mut good[from as usize], true) {
                    open.push(from as usize);
                }
            }
        }
        if let Some(i) = (0..good.len()).find(|i| !good[*i] && space.owes(goal, store.get(*i))) {
            return reject(format!(
                "{} has no continuation that does what is asked for",
                state_of(i)
            ));
        }
    }
    Ok(())
}

/// Returns what a branching property may ask of continuations.
fn goals(system: &System, property: Property) -> Vec<Goal> {
    match property {
        Property::Deadlock => vec![Goal::AllEmpty],
        Property::Stuck(p) => vec![Goal::Receives(p)],
        Property::Unreceived(message) => {
            (0..system.bags.len()).map(|channel| Goal::Taken(Place { channel, message })).collect()
        }
        _ => Vec::new(),
    }
}

fn is_bad(space: &Space<'_>, claim: &Claim<'_>, state: &[u64]) -> Outcome<bool> {
    let system = space.system;
    match claim {
        Claim::NotBad(specification) => {
            let named = |(p, named): (usize, &Option<std::collections::BTreeSet<usize>>)| {
                named.as_ref().is_none_or(|named| named.contains(&space.local(state, p)))
            };
            let control = specification.control.iter().enumerate().all(named);
            let contents =
                |nfa: &super::expression::Nfa| nfa.accepts(&system.bags, &space.unpacked(state));
            Ok(control && specification.contents.as_ref().is_none_or(contents))
        }
        Claim::Safe(property) if !property.is_linear() => Ok(false),
        Claim::Safe(property) => {
            let control: Vec<usize> =
                (0..space.control.len()).map(|p| space.local(state, p)).collect();
            let candidates: Vec<&[usize]> = control.iter().map(std::slice::from_ref).collect();
            let views: Vec<View> = views(system, &space.unpacked(state));
            is_violated(system, *property, &candidates, &views)
        }
    }
}
