//! When a state of the RSC executions is one of those that a property forbids.

use super::configurations::Configuration;
use super::contents_ways::{Expression, Ways};
use super::evidence::{Judged, Objection};
use super::rsc_states::{Kept, Reader, State, rest, sent_to};
use super::safety::Property;
use kernel::base::Id as _;
use model::cfsm::{BadConfigurations, ChannelKind, MessageId, ParticipantId, StateId, System};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The most configurations that are looked at for one question.
const CONFIGURATIONS: usize = 200_000;

/// What a specification says of the states of a certificate.
pub(crate) struct BadStates<'a> {
    system: &'a System,
    bad: &'a BadConfigurations,
    /// Nothing without an expression.
    contents: Option<Contents>,
    /// What is known already: for states of the readers, now or later.
    known: RefCell<BTreeMap<(Vec<usize>, When), bool>>,
}

/// Which contents are asked about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum When {
    /// Those that lead to the states.
    Now,
    /// Those that lead to any states that are reached from there by what anybody sends anywhere.
    Later,
}

/// What the contents of the channels mean.
struct Contents {
    expression: Expression,
    /// For each channel the place of its reader, and the meaning of its states, now and later.
    readers: Vec<Option<(usize, [Vec<Ways>; 2])>>,
    /// What may be sent to each channel.
    sent: Vec<BTreeSet<MessageId>>,
}

impl<'a> BadStates<'a> {
    /// What `bad` says of states with these readers.
    pub(crate) fn new(system: &'a System, bad: &'a BadConfigurations, readers: &[Reader]) -> Self {
        let contents = bad.contents.as_ref().map(|contents| {
            let expression = Expression::new(contents);
            let of_channel = |channel| {
                let place = readers.iter().position(|reader| reader.channel == channel)?;
                let reader = &readers[place];
                let sent = sent_to(system, channel);
                let now = expression.meaning(&reader.messages, &reader.next);
                let later = (0..reader.next.len()).map(|state| {
                    let reached = reached(reader, &sent, state);
                    reached.into_iter().flat_map(|state| now[state].iter().copied()).collect()
                });
                let later = later.collect();
                Some((place, [now, later]))
            };
            let readers = system.channels().ids().map(of_channel).collect();
            let sent = system.channels().ids().map(|channel| sent_to(system, channel)).collect();
            Contents { expression, readers, sent }
        });
        Self { system, bad, contents, known: RefCell::default() }
    }

    /// Whether the contents are described that lead to these states of the readers, or later ones.
    ///
    /// A channel without a reader may hold any word over what is sent there.
    fn connects(&self, states: &[usize], when: When) -> bool {
        let Some(Contents { expression, readers, sent }) = &self.contents else { return true };
        let asked = (states.to_vec(), when);
        if let Some(&known) = self.known.borrow().get(&asked) {
            return known;
        }
        let ways = |(channel, reader): (usize, &Option<(usize, [Vec<Ways>; 2])>)| match reader {
            Some((place, meaning)) => {
                meaning[usize::from(when == When::Later)][states[*place]].clone()
            }
            None => expression.extended(&expression.nothing(), &sent[channel]),
        };
        let ways: Vec<Ways> = readers.iter().enumerate().map(ways).collect();
        let found = expression.connect(&ways);
        self.known.borrow_mut().insert(asked, found);
        found
    }

    /// Whether internal steps lead to where the contents of the state are bad.
    pub(crate) fn accepts(&self, state: &State) -> bool {
        let named = self.bad.control.iter().all(|(participant, states)| {
            let reached = rest(self.system, *participant, state.control[participant.index()]);
            states.iter().any(|state| reached.contains(state))
        });
        named && self.connects(&state.contents, When::Now)
    }

    /// Whether a named participant cannot get to where it should be, by itself, or the contents of
    /// the channels cannot become what they should be, whatever is sent there that anybody sends.
    pub(crate) fn is_hopeless(&self, state: &State) -> bool {
        let lost = self.bad.control.iter().any(|(participant, states)| {
            let reached = alone(self.system, *participant, state.control[participant.index()]);
            !states.iter().any(|state| reached.contains(state))
        });
        lost || !self.connects(&state.contents, When::Later)
    }
}

/// The states of a reader that words over what is sent lead to.
fn reached(reader: &Reader, sent: &BTreeSet<MessageId>, state: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([state]);
    loop {
        let before = found.len();
        for state in found.clone() {
            for (message, target) in reader.messages.iter().zip(&reader.next[state]) {
                if sent.contains(message) {
                    found.insert(*target);
                }
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The states that a participant could get to if every transition were possible.
fn alone(system: &System, participant: ParticipantId, state: StateId) -> BTreeSet<StateId> {
    let mut reached = BTreeSet::from([state]);
    loop {
        let before = reached.len();
        for transition in system.automata()[participant].transitions() {
            if reached.contains(&transition.source) {
                reached.insert(transition.target);
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}

/// A configuration that violates the property, after internal steps from the state and with any of
/// the oldest messages that the channels may have.
pub(crate) fn fault_in(
    system: &System,
    kept: &Kept,
    state: &State,
    property: Property,
) -> Judged<Option<Configuration>> {
    let control = system.automata().ids().map(|participant| {
        rest(system, participant, state.control[participant.index()]).into_iter().collect()
    });
    let contents = system.channels().enumerate().map(|(id, channel)| {
        let mut keys = state.blocked.iter().filter(|(key, _)| key.0 == id);
        if channel.kind == ChannelKind::Bag {
            return vec![keys.filter_map(|(key, _)| key.1).collect()];
        }
        match keys.next() {
            None => vec![Vec::new()],
            Some((_, Some(oldest))) => vec![vec![*oldest]],
            Some((_, None)) => {
                assert!(!kept.oldest.contains(&id), "where it is kept, it is known");
                sent_to(system, id).into_iter().map(|message| vec![message]).collect()
            }
        }
    });
    fault_among(system, property, control.collect(), contents.collect())
}

/// A configuration that violates the property, with any states that participants can get to by themselves and anything
/// in the channels: in a FIFO channel nothing, or any message that is sent there is the oldest.
pub(crate) fn fault_anywhere(system: &System, property: Property) -> Judged<Option<Configuration>> {
    let control = system.automata().iter().map(|automaton| {
        let mut reached = automaton.initial().to_vec();
        let mut at = 0;
        while let Some(&state) = reached.get(at) {
            for &id in automaton.outgoing(state) {
                let target = automaton.transitions()[id].target;
                if !reached.contains(&target) {
                    reached.push(target);
                }
            }
            at += 1;
        }
        reached
    });
    let contents = system.channels().enumerate().map(|(id, channel)| match channel.kind {
        ChannelKind::Fifo => std::iter::once(Vec::new())
            .chain(sent_to(system, id).into_iter().map(|message| vec![message]))
            .collect(),
        ChannelKind::Bag => system.messages().ids().fold(vec![Vec::new()], |sets, message| {
            let with = |set: &Vec<MessageId>| [set.as_slice(), &[message]].concat();
            let more: Vec<Vec<MessageId>> = sets.iter().map(with).collect();
            [sets, more].concat()
        }),
    });
    fault_among(system, property, control.collect(), contents.collect())
}

/// A configuration that violates the property, among all combinations.
fn fault_among(
    system: &System,
    property: Property,
    control: Vec<Vec<StateId>>,
    contents: Vec<Vec<Vec<MessageId>>>,
) -> Judged<Option<Configuration>> {
    let sizes = control.iter().map(Vec::len).chain(contents.iter().map(Vec::len));
    if sizes.fold(1_usize, usize::saturating_mul) > CONFIGURATIONS {
        return Err(Objection::Undecided("too many configurations".to_owned()));
    }
    let contents = combinations(&contents);
    for control in combinations(&control) {
        for contents in &contents {
            let here = Configuration { control: control.clone(), contents: contents.clone() };
            if property.is_violated_in(system, &here) != Some(false) {
                return Ok(Some(here));
            }
        }
    }
    Ok(None)
}

/// One of each, in all ways.
fn combinations<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    choices.iter().fold(vec![Vec::new()], |all, choices| {
        let with = |front: &Vec<T>| -> Vec<Vec<T>> {
            choices
                .iter()
                .map(|one| [front.as_slice(), std::slice::from_ref(one)].concat())
                .collect()
        };
        all.iter().flat_map(with).collect()
    })
}
