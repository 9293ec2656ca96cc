//! How states of certificates are written.
//!
//! Decisions where the format leaves something open: items may stand in any order, but once, and
//! those of a FIFO channel of a configuration stand oldest first; the table of items may have the
//! same one twice, and nothing that no state has; numbers are canonical decimal; a message is one
//! that somebody sends to its channel, a chosen one also one that somebody receives.

use super::evidence::{
    Judged, channel, list, message_named, number_in, participant, require, state_named, wrong,
};
use super::rsc_states::{Chosen, Kept, Key, State, key_of, senders, sent_to};
use super::safety::reception;
use model::cfsm::{
    ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, StateId, System,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What states have beside local states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A blocked key, with the oldest message of a FIFO channel where that is kept.
    Blocked(Key, Option<MessageId>),
    /// The state of a reader, by its place.
    Contents(usize, usize),
    Chosen(ParticipantId, ChannelId, MessageId),
    Dependent(ParticipantId),
    DependentKey(Key),
}

/// The items of a certificate.
pub(crate) fn table(certificate: &Value) -> Judged<Vec<&str>> {
    let text = |item: &'_ Value| item.as_str().is_some();
    let items = list(certificate, "items")?;
    require(items.iter().all(text), || "an item is no text".to_owned())?;
    Ok(items.iter().filter_map(Value::as_str).collect())
}

/// The local states and the items that a text has.
pub(crate) fn parts<'t, T>(
    system: &System,
    table: &'t [T],
    text: &str,
) -> Judged<(Vec<StateId>, Vec<&'t T>)> {
    let words: Vec<&str> = text.split(' ').collect();
    let everybody = system.automata().len();
    require(words.len() >= everybody, || format!("{text:?} is not everybody"))?;
    let (locals, items) = words.split_at(everybody);
    let local = |(participant, name): (_, &&str)| state_named(system, participant, name);
    let locals = system.automata().ids().zip(locals).map(local).collect::<Judged<_>>()?;
    let item = |number: &&str| match table.get(number_in(number)?) {
        Some(item) => Ok(item),
        None => wrong(format!("there is no item {number}")),
    };
    Ok((locals, items.iter().map(item).collect::<Judged<_>>()?))
}

/// The state of RSC executions that a text describes.
pub(crate) fn decode(system: &System, kept: &Kept, table: &[Item], text: &str) -> Judged<State> {
    let (control, items) = parts(system, table, text)?;
    let contents = vec![0; kept.readers.len()];
    let mut state = State { control, blocked: BTreeMap::new(), chosen: None, contents };
    let (mut participants, mut keys) = (BTreeSet::new(), BTreeSet::new());
    for item in items {
        let once = match item {
            Item::Blocked(key, oldest) => state.blocked.insert(*key, *oldest).is_none(),
            Item::Contents(place, number) => {
                std::mem::replace(&mut state.contents[*place], *number) == 0
            }
            Item::Dependent(participant) => participants.insert(*participant),
            Item::DependentKey(key) => keys.insert(*key),
            &Item::Chosen(sender, channel, message) => {
                let (participants, keys) = (BTreeSet::new(), BTreeSet::new());
                let chosen = Chosen { sender, channel, message, participants, keys };
                state.chosen.replace(chosen).is_none()
            }
        };
        require(once, || format!("{item:?} for the second time in {text:?}"))?;
    }
    if let Some(chosen) = &mut state.chosen {
        (chosen.participants, chosen.keys) = (participants, keys);
    } else {
        let nothing = participants.is_empty() && keys.is_empty();
        require(nothing, || "something depends on nothing".to_owned())?;
    }
    Ok(state)
}

/// What the items of a certificate are.
pub(crate) fn items(system: &System, kept: &Kept, table: &[&str]) -> Judged<Vec<Item>> {
    table.iter().map(|text| item(system, kept, text)).collect()
}

fn item(system: &System, kept: &Kept, text: &str) -> Judged<Item> {
    if let Some((number, state)) = text.split_once('/') {
        let channel = channel(system, number_in(number)?)?;
        let place = kept.readers.iter().position(|reader| reader.channel == channel);
        let (Some(place), state) = (place, number_in(state)?) else { return wrong("no reader") };
        let known = state > 0 && state < kept.readers[place].next.len();
        require(known, || format!("no such state of contents: {text:?}"))?;
        return Ok(Item::Contents(place, state));
    }
    let dependent = text.strip_prefix(['+', '*']);
    if dependent.is_none() && !text.contains('!') {
        let (key, oldest) = key(system, &kept.oldest, text)?;
        return Ok(Item::Blocked(key, oldest));
    }
    require(kept.chooses, || "nothing is chosen here".to_owned())?;
    if let Some(number) = text.strip_prefix('+') {
        return Ok(Item::Dependent(participant(system, number_in(number)?)?));
    }
    if let Some(text) = dependent {
        let (key, _) = key(system, &BTreeSet::new(), text)?;
        require(senders(system, key) > 1, || format!("{text:?} has one sender"))?;
        return Ok(Item::DependentKey(key));
    }
    let Some((sender, text)) = text.split_once('!') else { return wrong("no item") };
    let sender = participant(system, number_in(sender)?)?;
    let (channel, message) = held(system, text)?;
    let sends = Label::Action(Direction::Send, channel, message);
    let mut own = system.automata()[sender].transitions().iter();
    require(own.any(|transition| transition.label == sends), || format!("no send {text:?}"))?;
    let mut all = system.automata().iter().flat_map(|automaton| automaton.transitions().iter());
    let received = all.any(|transition| reception(transition) == Some((channel, message)));
    require(received, || format!("nobody receives {text:?}"))?;
    Ok(Item::Chosen(sender, channel, message))
}

/// A message in a channel to which somebody sends it.
pub(crate) fn held(system: &System, text: &str) -> Judged<(ChannelId, MessageId)> {
    let Some((number, name)) = text.split_once(':') else { return wrong("no message") };
    let channel = channel(system, number_in(number)?)?;
    let message = message_named(system, name)?;
    let is_sent = sent_to(system, channel).contains(&message);
    require(is_sent, || format!("nobody sends {text:?}"))?;
    Ok((channel, message))
}

/// A key, with the oldest message of a FIFO channel where that is kept.
fn key(
    system: &System,
    oldest: &BTreeSet<ChannelId>,
    text: &str,
) -> Judged<(Key, Option<MessageId>)> {
    if text.contains(':') {
        let (channel, message) = held(system, text)?;
        let key = key_of(system, channel, message);
        let is_kept = key.1.is_some() || oldest.contains(&channel);
        require(is_kept, || format!("{text:?} says too much"))?;
        return Ok((key, key.1.is_none().then_some(message)));
    }
    let channel = channel(system, number_in(text)?)?;
    let is_fifo = system.channels()[channel].kind == ChannelKind::Fifo;
    let is_key = is_fifo && !oldest.contains(&channel) && !sent_to(system, channel).is_empty();
    require(is_key, || format!("{text:?} is no key"))?;
    Ok(((channel, None), None))
}
