//! Certificates of weights: what sums show is not reached.
//!
//! Whether weights are an invariant is tried with each transition, and with at most one message in all channels: what a
//! step does to the sum does not depend on anything else. What is bad is looked for, content by content, and of
//! contents with the same effects one is looked at. A sum that must not be reached stays so with more messages, if
//! none of those that there can be has a negative weight. Where sums of that kind do not exclude everything, what is
//! bad is looked for among configurations with few messages: it is wrong if all sums allow it, else nobody knows.
//!
//! Decisions where the format leaves something open:
//!
//! - the weights of a message that is listed twice are added;
//! - a number that is no local state may have a weight;
//! - one invariant excludes what is bad with certain local states, and contents, of those that matter: all for
//!   progress, orphan messages and reception deadlocks, those of the one who waits for an unspecified reception, and
//!   for bad states those that are named.

use super::configurations::{Configuration, initial};
use super::contents_ways::{Expression, Ways};
use super::evidence::{
    Judged, Model, Objection, Question, list, natural, number_in, require, state_named, text, wrong,
};
use super::evidence_languages::properties;
use super::reachability::is_bad;
use super::rsc_state_text::{held, table};
use super::rsc_states::sent_to;
use super::safety::{Property, waits_in_vain};
use kernel::base::Id as _;
use model::cfsm::{ChannelId, ChannelKind, MessageId, ParticipantId, StateId, Step, System};
use serde_json::Value;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most configurations, or contents, that are looked at for a certificate.
const LOOKS: usize = 30_000;
/// The most messages in configurations that are tried where no invariant is known to exclude them.
const MESSAGES: usize = 3;

/// A message in a channel.
type Held = (ChannelId, MessageId);

/// The local states that somebody may be in, for all.
type Control = Vec<BTreeSet<StateId>>;

/// Weights of local states, of each participant, and of messages.
struct Invariant {
    locals: Vec<BTreeMap<StateId, i128>>,
    messages: BTreeMap<Held, i128>,
}

/// What is asked: who waits, if it is one participant that matters, or what else is bad.
#[derive(Clone, Copy)]
enum Bad<'a> {
    Unspecified(ParticipantId),
    Other(Question<'a>),
}

/// Whether a certificate shows that none of its properties is violated.
pub(crate) fn valid_linear(model: Model<'_>, certificate: &Value) -> Judged<()> {
    let over = text(certificate, "over")?;
    require(over == "configurations", || format!("sums over {over}"))?;
    require(certificate.get("rests_on").is_none(), || "it rests on something".to_owned())?;
    let system = &*model.certified(certificate)?;
    let invariants = invariants(system, certificate)?;
    for invariant in &invariants {
        invariant.never_grows(system)?;
    }
    let reached = |participant: ParticipantId| {
        let states = system.automata()[participant].states().ids();
        let is_reached = |state: &StateId| {
            invariants.iter().all(|one| one.locals[participant.index()].contains_key(state))
        };
        states.filter(is_reached).collect::<BTreeSet<StateId>>()
    };
    let reached: Control = system.automata().ids().map(reached).collect();
    let sums = Sums { system, invariants: &invariants, looks: Cell::new(0) };
    let mut undecided = Ok(());
    for name in properties(certificate)? {
        let question = model.question_named(name)?;
        if let Question::BadStates(bad) = question {
            model.means_something(bad, system)?;
        }
        for (bad, control) in cases(system, question, &reached)? {
            match sums.exclude(bad, &control) {
                Err(Objection::Undecided(why)) => undecided = Err(Objection::Undecided(why)),
                other => other?,
            }
        }
    }
    undecided
}

/// What is to be excluded by one invariant, for each contents.
fn cases<'a>(
    system: &System,
    question: Question<'a>,
    reached: &Control,
) -> Judged<Vec<(Bad<'a>, Control)>> {
    let single = |control: &Control, participants: &mut dyn Iterator<Item = ParticipantId>| {
        participants.fold(vec![control.clone()], |all: Vec<Control>, participant| {
            let of_one = |control: Control| {
                let states = control[participant.index()].clone();
                states.into_iter().map(move |state| {
                    let mut control = control.clone();
                    control[participant.index()] = [state].into();
                    control
                })
            };
            all.into_iter().flat_map(of_one).take(LOOKS / 10).collect()
        })
    };
    let everybody = || system.automata().ids();
    let mut cases: Vec<(Bad<'a>, Control)> = Vec::new();
    match question {
        Question::Safety(Property::UnspecifiedReception) => {
            for participant in everybody() {
                let all = single(reached, &mut std::iter::once(participant));
                let bad = Bad::Unspecified(participant);
                cases.extend(all.into_iter().map(|control| (bad, control)));
            }
        }
        Question::Safety(property) if property.is_linear() => {
            let all = single(reached, &mut everybody());
            cases.extend(all.into_iter().map(|control| (Bad::Other(question), control)));
        }
        Question::BadStates(bad) => {
            let mut control = reached.clone();
            for (participant, states) in &bad.control {
                let named = |state: &StateId| states.contains(state);
                control[participant.index()].retain(named);
            }
            let mut named = bad.control.iter().map(|(participant, _)| *participant);
            let all = single(&control, &mut named);
            cases.extend(all.into_iter().map(|control| (Bad::Other(question), control)));
        }
        _ => return wrong("sums do not show this"),
    }
    if cases.len() >= LOOKS / 10 {
        return Err(Objection::Undecided("too many local states".to_owned()));
    }
    cases.retain(|(_, control)| control.iter().all(|states| !states.is_empty()));
    Ok(cases)
}

fn invariants(system: &System, certificate: &Value) -> Judged<Vec<Invariant>> {
    let table = table(certificate)?.into_iter().map(|item| held(system, item));
    let table = table.collect::<Judged<Vec<_>>>()?;
    let weight = |value: &Value| match value.as_i64() {
        Some(weight) => Ok(i128::from(weight)),
        None => wrong(format!("{value} is no weight")),
    };
    let invariant = |invariant: &Value| {
        let mut messages = BTreeMap::new();
        for pair in list(invariant, "messages")? {
            let Some([place, value]) = pair.as_array().map(Vec::as_slice) else {
                return wrong(format!("{pair} is not a message and a weight"));
            };
            let Some(held) = table.get(natural(place)?) else { return wrong("no such item") };
            *messages.entry(*held).or_default() += weight(value)?;
        }
        let states = list(invariant, "states")?;
        require(states.len() == system.automata().len(), || "not everybody".to_owned())?;
        let mut locals = Vec::new();
        for (participant, states) in system.automata().ids().zip(states) {
            let Some(states) = states.as_object() else { return wrong("no local states") };
            let mut weights = BTreeMap::new();
            for (name, value) in states {
                let value = weight(value)?;
                match state_named(system, participant, name) {
                    Ok(state) => drop(weights.insert(state, value)),
                    Err(_) => drop(number_in(name)?),
                }
            }
            locals.push(weights);
        }
        Ok(Invariant { locals, messages })
    };
    list(certificate, "invariants")?.iter().map(invariant).collect()
}

impl Invariant {
    /// The sum, if all local states have weights.
    fn sum(&self, here: &Configuration) -> Option<i128> {
        let locals = self.locals.iter().zip(&here.control);
        let locals = locals.map(|(weights, state)| weights.get(state).copied());
        Some(locals.sum::<Option<i128>>()? + self.weight(&in_channels(here)))
    }

    fn weight(&self, contents: &[Held]) -> i128 {
        contents.iter().filter_map(|held| self.messages.get(held)).sum()
    }

    /// Whether the initial local states weigh 0 at most, and no step makes a sum larger.
    fn never_grows(&self, system: &System) -> Judged<()> {
        for here in initial(system) {
            for (weights, state) in self.locals.iter().zip(&here.control) {
                let is_low = weights.get(state).is_some_and(|weight| *weight <= 0);
                require(is_low, || format!("{state:?} is initial"))?;
            }
        }
        let any: Vec<StateId> = initial(system)[0].control.clone();
        for (participant, automaton) in system.automata().enumerate() {
            for &state in self.locals[participant.index()].keys() {
                let mut control = any.clone();
                control[participant.index()] = state;
                let nothing = Configuration::initial(system, control);
                let one = all_sent(system).into_iter().map(|(channel, message)| {
                    let mut here = nothing.clone();
                    here.put(system, channel, message);
                    here
                });
                for here in one.chain([nothing.clone()]) {
                    for transition in automaton.transitions().ids() {
                        let step = Step { participant, transition };
                        let Some(next) = here.after(system, step) else { continue };
                        let sum = self.sum(&next);
                        let is_kept = sum.is_some_and(|sum| Some(sum) <= self.sum(&here));
                        require(is_kept, || format!("{next:?} follows {here:?}"))?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// What the channels hold.
fn in_channels(here: &Configuration) -> Vec<Held> {
    let channels = here.contents.iter().enumerate();
    let held = |(channel, held): (usize, &Vec<MessageId>)| {
        let of_one = |message: &MessageId| (ChannelId::from_index(channel), *message);
        held.iter().map(of_one).collect::<Vec<Held>>()
    };
    channels.flat_map(held).collect()
}

/// The messages that are sent, by channel.
fn all_sent(system: &System) -> Vec<Held> {
    let of_one = |channel| sent_to(system, channel).into_iter().map(move |one| (channel, one));
    system.channels().ids().flat_map(of_one).collect()
}

/// What contents are for, with the same local states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    /// The oldest message of each FIFO channel, and all of each bag.
    Next(BTreeSet<Held>),
    /// The ways of what each channel holds through an expression.
    Ways(Vec<Ways>),
}

/// The sums of a system.
struct Sums<'a> {
    system: &'a System,
    invariants: &'a [Invariant],
    /// How often something was looked at.
    looks: Cell<usize>,
}

impl Sums<'_> {
    /// Whether invariants exclude what is bad with some local states.
    fn exclude(&self, bad: Bad<'_>, control: &Control) -> Judged<()> {
        let all = all_sent(self.system);
        // In what is bad with up to two messages each one occurs that may occur at all.
        let may_be_held: BTreeSet<Held> = match bad {
            Bad::Other(Question::Safety(
                Property::Progress | Property::OrphanMessage | Property::ReceptionDeadlock,
            )) => {
                let few = self.contents(&all, 2)?.into_iter();
                few.clone().try_for_each(|_| self.look(1))?;
                few.filter(|contents| self.is_bad(bad, control, contents)).flatten().collect()
            }
            _ => all.iter().copied().collect(),
        };
        let is_fit = |one: &&Invariant| {
            let weight = |held| one.messages.get(held).copied().unwrap_or_default();
            may_be_held.iter().all(|held| weight(held) >= 0)
        };
        let fit: Vec<&Invariant> = self.invariants.iter().filter(is_fit).collect();
        let least = |one: &&Invariant| {
            let locals = one.locals.iter().zip(control);
            locals.filter_map(|(weights, states)| states.iter().map(|one| weights[one]).min()).sum()
        };
        let least: Vec<i128> = fit.iter().map(least).collect();
        let sums = |contents: &[Held]| -> Vec<i128> {
            fit.iter().zip(&least).map(|(one, least)| least + one.weight(contents)).collect()
        };
        let held: Vec<Held> = may_be_held.into_iter().collect();
        let (mut queue, mut seen) = (VecDeque::from([Vec::new()]), BTreeSet::new());
        while let Some(contents) = queue.pop_front() {
            let sums = sums(&contents);
            let key = (contents.last().copied(), self.effect(bad, &contents), sums.clone());
            if sums.iter().any(|sum| *sum > 0) || !seen.insert(key) {
                continue;
            }
            self.look(1 + contents.len())?;
            if self.is_bad(bad, control, &contents) {
                return self.is_excluded_otherwise(bad, control);
            }
            queue.extend(self.longer(&held, &contents));
        }
        Ok(())
    }

    /// Whether what is bad is not excluded by what is known, though all sums together may do so.
    fn is_excluded_otherwise(&self, bad: Bad<'_>, control: &Control) -> Judged<()> {
        let mut controls = vec![Vec::new()];
        for states in control {
            let longer = |control: &Vec<StateId>| {
                let one = |state: &StateId| [control.as_slice(), &[*state]].concat();
                states.iter().map(one).collect::<Vec<_>>()
            };
            controls = controls.iter().flat_map(longer).take(LOOKS / 10).collect();
        }
        for contents in self.contents(&all_sent(self.system), MESSAGES)? {
            if !self.is_bad(bad, control, &contents) {
                continue;
            }
            for control in controls.iter().take(LOOKS / 200) {
                self.look(1)?;
                let here = self.configuration(control.clone(), &contents);
                let is_low = |one: &Invariant| one.sum(&here).is_some_and(|sum| sum <= 0);
                let is_allowed = self.invariants.iter().all(is_low);
                require(!is_allowed, || format!("{here:?} is bad"))?;
            }
        }
        Err(Objection::Undecided("what several invariants do".to_owned()))
    }

    /// Counts that something is looked at, with its length.
    fn look(&self, length: usize) -> Judged<()> {
        self.looks.set(self.looks.get() + length);
        match self.looks.get() {
            0..LOOKS => Ok(()),
            _ => Err(Objection::Undecided("too much to look at".to_owned())),
        }
    }

    fn configuration(&self, control: Vec<StateId>, contents: &[Held]) -> Configuration {
        let mut here = Configuration::initial(self.system, control);
        for &(channel, message) in contents {
            here.put(self.system, channel, message);
        }
        here
    }

    /// Whether the contents are bad with local states of which only those matter that are the same in all.
    fn is_bad(&self, bad: Bad<'_>, control: &Control, contents: &[Held]) -> bool {
        let some = control.iter().filter_map(|states| states.first().copied()).collect();
        let here = self.configuration(some, contents);
        match bad {
            Bad::Unspecified(participant) => waits_in_vain(self.system, &here, participant),
            Bad::Other(Question::BadStates(bad)) => is_bad(bad, &here),
            Bad::Other(Question::Safety(property)) => {
                property.is_violated_in(self.system, &here) == Some(true)
            }
            Bad::Other(Question::Rsc) => unreachable!("sums do not show this"),
        }
    }

    fn effect(&self, bad: Bad<'_>, contents: &[Held]) -> Effect {
        let is_bag = |channel| self.system.channels()[channel].kind == ChannelKind::Bag;
        if let Bad::Other(Question::BadStates(bad)) = bad {
            let Some(expression) = bad.contents.as_ref().map(Expression::new) else {
                return Effect::Ways(Vec::new());
            };
            let mut ways = vec![expression.nothing(); self.system.channels().len()];
            for (channel, message) in contents {
                let ways = &mut ways[channel.index()];
                *ways = expression.read(ways, *message);
            }
            return Effect::Ways(ways);
        }
        let mut next = BTreeSet::new();
        for (channel, message) in contents {
            if is_bag(*channel) || next.iter().all(|(other, _)| other != channel) {
                next.insert((*channel, *message));
            }
        }
        Effect::Next(next)
    }

    /// The contents with one message more, behind the others.
    fn longer(&self, held: &[Held], contents: &[Held]) -> Vec<Vec<Held>> {
        let is_bag = |channel| self.system.channels()[channel].kind == ChannelKind::Bag;
        let may_follow = |next: &&Held| match contents.last() {
            Some(last) if is_bag(next.0) => last <= *next,
            Some(last) => last.0 <= next.0,
            None => true,
        };
        held.iter().filter(may_follow).map(|next| [contents, &[*next]].concat()).collect()
    }

    /// All contents with few messages.
    fn contents(&self, held: &[Held], most: usize) -> Judged<Vec<Vec<Held>>> {
        let mut all = vec![Vec::new()];
        let mut begin = 0;
        for _ in 0..most {
            let end = all.len();
            for place in begin..end {
                let longer = self.longer(held, &all[place]);
                all.extend(longer);
            }
            begin = end;
            if all.len() > LOOKS / 10 {
                return Err(Objection::Undecided("too many contents".to_owned()));
            }
        }
        Ok(all)
    }
}
