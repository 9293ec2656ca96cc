//! What contains all configurations of a set: products of local states, with messages that channels hold.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use kernel::automata::FiniteStateId;
use kernel::base::{Control, Id as _, IndexVec, Limit, combinations};
use model::cfsm::{
    BadConfigurations, ChannelId, ChannelKind, CommunicatingAutomaton, ContentsChain,
    ContentsExpression, Direction, Key, LinearProperty, MessageId, ParticipantId, StateId, System,
};
use rustc_hash::FxHashSet;

use super::letters::{LetterId, Letters, is_subword};

/// The configurations that are searched for.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// Those that violate a property.
    Violations(LinearProperty),
    /// Those of a specification, which constrains the contents of no bag.
    Configurations(&'a BadConfigurations),
}

/// Configurations with local states of which each may occur with each, and with one of some words as a subword of the
/// contents.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    /// For each participant the states that it may be in; `None` for every state.
    pub(crate) control: IndexVec<ParticipantId, Vec<Option<StateId>>>,
    pub(crate) words: Vec<Vec<LetterId>>,
}

/// Returns products that contain the configurations of `target` with messages that are sent to their channels, and of
/// which each has such a configuration for every choice of states, or would have if bags could be empty.
///
/// # Errors
/// [`Limit::States`] if there are more than `limit` products, or words on the way to those of an expression; or the limit of
/// `control` that was reached first.
pub(crate) fn products(
    system: &System,
    letters: &Letters,
    target: Target<'_>,
    limit: usize,
    control: &Control,
) -> Result<Vec<Product>, Limit> {
    Ok(match target {
        Target::Configurations(bad) => {
            let words = match &bad.contents {
                Some(contents) => least_words(system, letters, contents, (limit, control))?,
                None => vec![Vec::new()],
            };
            let mut control = open(system);
            for (participant, states) in &bad.control {
                control[*participant] = states.iter().copied().map(Some).collect();
            }
            vec![Product { control, words }]
        }
        Target::Violations(LinearProperty::UnspecifiedReception) => {
            return unspecified(system, letters, (limit, control));
        }
        Target::Violations(LinearProperty::OrphanMessage) => {
            // A message is held that nobody receives: declared final states may receive some.
            let is_over = |automaton: &CommunicatingAutomaton, state| {
                automaton.is_final(state) && automaton.is_resting(state)
            };
            let control = states(system, |_, automaton, state| is_over(automaton, state));
            let received: FxHashSet<(ChannelId, MessageId)> = system
                .automata()
                .iter()
                .flat_map(|automaton| {
                    let over = automaton.declared_final().filter(|&one| is_over(automaton, one));
                    over.flat_map(|state| automaton.receptions(state))
                })
                .collect();
            let is_received =
                |letter: &LetterId| received.contains(&letters.channel_and_message(*letter));
            let (some, others): (Vec<_>, Vec<_>) = letters.ids().partition(is_received);
            let words = others.into_iter().map(|letter| vec![letter]).collect();
            let mut products = vec![Product { control, words }];
            products.extend(some.into_iter().map(|letter| {
                let held = letters.channel_and_message(letter);
                let control = states(system, |_, automaton, state| {
                    is_over(automaton, state)
                        && automaton.receptions(state).all(|received| received != held)
                });
                Product { control, words: vec![vec![letter]] }
            }));
            products
        }
        Target::Violations(LinearProperty::ReceptionDeadlock) => {
            unfinished(system, CommunicatingAutomaton::is_receiving)
        }
        Target::Violations(LinearProperty::Progress) => {
            unfinished(system, CommunicatingAutomaton::is_resting)
        }
    })
}

/// Returns products of states of a kind without messages, by the first participant whose state is not final.
fn unfinished(
    system: &System,
    is_such: fn(&CommunicatingAutomaton, StateId) -> bool,
) -> Vec<Product> {
    let products = system.automata().ids().map(|first| Product {
        control: states(system, |participant, automaton, state| {
            let is_right = match participant.cmp(&first) {
                Ordering::Less => automaton.is_final(state),
                Ordering::Equal => !automaton.is_final(state),
                Ordering::Greater => true,
            };
            is_right && is_such(automaton, state)
        }),
        words: vec![Vec::new()],
    });
    products.filter(|product| product.control.iter().all(|states| !states.is_empty())).collect()
}

/// Returns for each participant that its state is open.
fn open(system: &System) -> IndexVec<ParticipantId, Vec<Option<StateId>>> {
    IndexVec::filled(vec![None], system.automata().len())
}

/// Returns for each participant the states of a kind.
fn states(
    system: &System,
    is_such: impl Fn(ParticipantId, &CommunicatingAutomaton, StateId) -> bool,
) -> IndexVec<ParticipantId, Vec<Option<StateId>>> {
    let states = system.automata().enumerate().map(|(participant, automaton)| {
        let states = automaton.states().ids();
        let states = states.filter(|&state| is_such(participant, automaton, state));
        states.map(Some).collect()
    });
    states.collect()
}

/// Returns for each participant that waits the oldest messages with which it waits for ever.
fn unspecified(
    system: &System,
    letters: &Letters,
    (limit, control): (usize, &Control),
) -> Result<Vec<Product>, Limit> {
    let mut receivers: FxHashSet<(ChannelId, MessageId, ParticipantId)> = FxHashSet::default();
    for action in system.actions().filter(|one| one.direction == Direction::Receive) {
        receivers.insert((action.channel, action.message, action.participant));
    }
    let mut found = Vec::new();
    for (participant, automaton) in system.automata().enumerate() {
        for state in automaton.states().ids().filter(|&one| automaton.is_receiving(one)) {
            control.within(0, 0)?;
            let received: Vec<(ChannelId, MessageId)> = automaton.receptions(state).collect();
            let mut channels: Vec<ChannelId> = received.iter().map(|one| one.0).collect();
            channels.sort_unstable();
            channels.dedup();
            let is_bag = |&channel| system.channels()[channel].kind == ChannelKind::Bag;
            if channels.iter().any(is_bag) {
                continue;
            }
            let oldest = channels.iter().map(|&channel| {
                let unreceived = letters.of(Key::Channel(channel)).filter(|&letter| {
                    let (_, message) = letters.channel_and_message(letter);
                    let mut others = system.automata().ids().filter(|&one| one != participant);
                    !received.contains(&(channel, message))
                        && !others.any(|one| receivers.contains(&(channel, message, one)))
                });
                unreceived.collect()
            });
            let oldest: IndexVec<ChannelId, Vec<LetterId>> = oldest.collect();
            for word in combinations(&oldest) {
                let mut control = open(system);
                control[participant] = vec![Some(state)];
                found.push(Product { control, words: vec![word.as_slice().to_vec()] });
                if found.len() > limit {
                    return Err(Limit::States);
                }
            }
        }
    }
    Ok(found)
}

/// Returns the least words of an expression that have only messages that are sent, without those in bags.
///
/// Of the words with which a state of its automaton is reached only the least ones go on: a word behind a cycle has
/// that without the cycle as a subword.
fn least_words(
    system: &System,
    letters: &Letters,
    contents: &ContentsExpression,
    (limit, control): (usize, &Control),
) -> Result<Vec<Vec<LetterId>>, Limit> {
    type Place = (FiniteStateId, ChannelId);
    let automaton = ContentsChain::new(contents).with_separators();
    let is_bag =
        |channel| system.channels().get(channel).is_some_and(|one| one.kind == ChannelKind::Bag);
    let first = ChannelId::from_index(0);
    let starts = automaton.initial().iter().map(|&state| ((state, first), Vec::new()));
    let mut open: Vec<(Place, Vec<LetterId>)> = starts.collect();
    let mut least: BTreeMap<Place, Vec<Vec<LetterId>>> = BTreeMap::new();
    let mut count = 0;
    while let Some((place @ (state, channel), word)) = open.pop() {
        control.within(0, 0)?;
        let known = least.entry(place).or_default();
        if known.iter().any(|other| is_subword(other, &word)) {
            continue;
        }
        known.retain(|other| !is_subword(&word, other));
        known.push(word.clone());
        count += 1;
        if count > limit {
            return Err(Limit::States);
        }
        for &(symbol, next) in automaton.transitions(state) {
            let mut word = word.clone();
            let mut channel = channel;
            if symbol == ContentsChain::symbol(None) {
                channel = ChannelId::from_index(channel.index() + 1);
            } else if let Some(message) = ContentsChain::message(symbol)
                && !is_bag(channel)
            {
                let Some(letter) = letters.letter(system, channel, message) else { continue };
                word.push(letter);
            }
            open.push(((next, channel), word));
        }
    }
    let ends = least.into_iter().filter(|((state, _), _)| automaton.is_accepting(*state));
    Ok(ends.flat_map(|(_, words)| words).collect())
}
