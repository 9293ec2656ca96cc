//! How the states of RSC executions are written.
//!
//! Decisions where the format leaves something open: what is joined by `,` may stand in any order,
//! and blocked keys stand there once; numbers are canonical decimal; a key is one that somebody
//! sends to.

use super::evidence::{
    Judged, channel, message_named, number_in, participant, require, state_named, wrong,
};
use super::rsc_states::{Chosen, Kept, Key, State, sent_to};
use scm_check::model::cfsm::{ChannelId, ChannelKind, MessageId, StateId, System};
use std::collections::{BTreeMap, BTreeSet};

/// What the states of a certificate have beside control states and blocked keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Beside {
    /// Perhaps a chosen send.
    Chosen,
    /// The states of the readers.
    Contents,
    /// Nothing.
    Nothing,
}

/// The items of a part that are joined by a comma.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| !text.is_empty())
}

/// The state that a text describes.
pub(crate) fn decode(system: &System, kept: &Kept, beside: Beside, text: &str) -> Judged<State> {
    let parts: Vec<&str> = text.split('|').collect();
    let mut state =
        State { control: Vec::new(), blocked: BTreeMap::new(), chosen: None, contents: Vec::new() };
    match (beside, parts.as_slice()) {
        (Beside::Nothing | Beside::Chosen, [_, _]) => {}
        (Beside::Chosen, [_, _, send, participants, keys]) => {
            state.chosen = Some(decode_chosen(system, send, participants, keys)?);
        }
        (Beside::Contents, [_, _, contents]) => {
            for (place, item) in items(contents).enumerate() {
                let number = number_in(item)?;
                let reader = kept.readers.get(place);
                let known = reader.is_some_and(|reader| number < reader.next.len());
                require(known, || format!("no such state of contents in {text:?}"))?;
                state.contents.push(number);
            }
            let all = state.contents.len() == kept.readers.len();
            require(all, || format!("states of contents are missing in {text:?}"))?;
        }
        _ => return wrong(format!("{text:?} has other parts")),
    }
    state.control = decode_control(system, parts[0])?;
    for item in items(parts[1]) {
        let (key, oldest) = decode_key(system, &kept.oldest, item)?;
        let once = state.blocked.insert(key, oldest).is_none();
        require(once, || format!("{item} is blocked twice"))?;
    }
    Ok(state)
}

/// The control states that a text describes.
pub(crate) fn decode_control(system: &System, text: &str) -> Judged<Vec<StateId>> {
    let names: Vec<&str> = text.split('.').collect();
    require(names.len() == system.automata().len(), || format!("{text:?} is not everybody"))?;
    let participants = system.automata().ids();
    participants
        .zip(names)
        .map(|(participant, name)| state_named(system, participant, name))
        .collect()
}

fn decode_chosen(system: &System, send: &str, participants: &str, keys: &str) -> Judged<Chosen> {
    let parts: Vec<&str> = send.split(['!', ':']).collect();
    let &[sender, to, message] = parts.as_slice() else { return wrong("not a send") };
    let written = format!("{sender}!{to}:{message}");
    require(written == send, || format!("{send:?} is not a send"))?;
    let mut chosen = Chosen {
        sender: participant(system, number_in(sender)?)?,
        channel: channel(system, number_in(to)?)?,
        message: message_named(system, message)?,
        participants: BTreeSet::new(),
        keys: BTreeSet::new(),
    };
    for item in items(participants) {
        chosen.participants.insert(participant(system, number_in(item)?)?);
    }
    for item in items(keys) {
        chosen.keys.insert(decode_key(system, &BTreeSet::new(), item)?.0);
    }
    Ok(chosen)
}

/// A key, with the oldest message of a FIFO channel where that is kept.
fn decode_key(
    system: &System,
    oldest: &BTreeSet<ChannelId>,
    text: &str,
) -> Judged<(Key, Option<MessageId>)> {
    let (number, message) = match text.split_once(':') {
        Some((number, message)) => (number, Some(message_named(system, message)?)),
        None => (text, None),
    };
    let channel = channel(system, number_in(number)?)?;
    let sent = sent_to(system, channel);
    let is_sent = message.map_or(!sent.is_empty(), |message| sent.contains(&message));
    require(is_sent, || format!("nobody sends to {text:?}"))?;
    match (system.channels()[channel].kind, message) {
        (ChannelKind::Bag, Some(message)) => Ok(((channel, Some(message)), None)),
        (ChannelKind::Fifo, message) if message.is_some() == oldest.contains(&channel) => {
            Ok(((channel, None), message))
        }
        _ => wrong(format!("{text:?} is no key")),
    }
}
