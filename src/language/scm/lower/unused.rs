//! Warnings about declarations that are never used.

use crate::scm::ast::Tree;
use crate::scm::codes;
use crate::system::Places;
use kernel::base::{Id as _, IndexVec};
use kernel::diagnostics::Sink;
use kernel::source::Span;
use model::cfsm::{ChannelId, MessageId, ParticipantId, StateId, System};

/// Maximum number of items that one warning names.
const NAMED: usize = 5;

/// Warns about unused channels, messages, states and variables.
pub(super) fn warn(system: &System, tree: &Tree<'_>, places: &Places, sink: &mut Sink) {
    let mut channels: IndexVec<ChannelId, bool> = IndexVec::filled(false, system.channels().len());
    let mut messages: IndexVec<MessageId, bool> = IndexVec::filled(false, system.messages().len());
    for action in system.actions() {
        channels[action.channel] = true;
        messages[action.message] = true;
    }
    unused_channels(tree, &channels, sink);
    let unused = messages
        .enumerate()
        .filter(|&(_, &used)| !used)
        .map(|(message, _)| (system.messages()[message].name.as_str(), places.messages[message]));
    for (things, place) in summed("message", "messages", unused) {
        let verb = if things.starts_with("messages") { "are" } else { "is" };
        let message = format!("{things} {verb} never sent or received");
        sink.push(codes::UNUSED_MESSAGE.at(place, message).label("unused"));
    }
    for participant in system.automata().ids() {
        unreachable_states(system, participant, places, sink);
    }
    for automaton in &tree.file.automata {
        // An expression that depends on a variable would have been refused.
        let variables = automaton.variables.iter().map(|declaration| declaration.name);
        let variables = variables.map(|name| (name.text, name.span));
        for (things, place) in summed("variable", "variables", variables) {
            let message = format!("nothing depends on {things}");
            sink.push(codes::UNUSED_VARIABLE.at(place, message).label("unused"));
        }
    }
}

fn unused_channels(tree: &Tree<'_>, used: &IndexVec<ChannelId, bool>, sink: &mut Sink) {
    let unused: Vec<usize> =
        used.enumerate().filter(|&(_, &used)| !used).map(|(id, _)| id.index()).collect();
    let Some(place) = tree.file.channels else { return };
    let message = match &*unused {
        [] => return,
        [only] => format!("channel {only} is never used"),
        several => format!("channels {} are never used", names(several)),
    };
    let declared = format!("{} are declared", used.len());
    sink.push(codes::UNUSED_CHANNEL.at(place.span, message).label(declared));
}

/// Returns warnings about items with names and places: one each for a few items, and one for all of many, at the place
/// of the first.
fn summed<'a>(
    one: &str,
    several: &str,
    things: impl Iterator<Item = (&'a str, Span)>,
) -> Vec<(String, Span)> {
    let things: Vec<(&str, Span)> = things.collect();
    if things.len() <= NAMED {
        let named = things.into_iter().map(|(name, place)| (format!("{one} `{name}`"), place));
        return named.collect();
    }
    let quoted: Vec<String> = things.iter().map(|(name, _)| format!("`{name}`")).collect();
    vec![(format!("{several} {}", names(&quoted)), things[0].1)]
}

/// Returns `1, 2 and 3`, or the first few and how many more there are.
fn names<T: std::fmt::Display>(things: &[T]) -> String {
    let text = |things: &[T]| -> String {
        things.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    match things {
        [first @ .., last] if things.len() <= NAMED => format!("{} and {last}", text(first)),
        _ => format!("{} and {} more", text(&things[..NAMED]), things.len() - NAMED),
    }
}

fn unreachable_states(
    system: &System,
    participant: ParticipantId,
    places: &Places,
    sink: &mut Sink,
) {
    let automaton = &system.automata()[participant];
    let mut reached = automaton.reachable().into_iter().peekable();
    let states = automaton.states().ids();
    let lost: Vec<StateId> = states.filter(|&id| reached.next_if_eq(&id).is_none()).collect();
    let Some(&first) = lost.first() else { return };
    let numbers: Vec<&str> = lost.iter().map(|&state| &automaton.states()[state]).collect();
    let name = automaton.name();
    let message = match &*numbers {
        [only] => format!("state {only} of automaton `{name}` cannot be reached"),
        several => format!("states {} of automaton `{name}` cannot be reached", names(several)),
    };
    let place: Span = places.states[participant][first];
    sink.push(codes::UNREACHABLE_STATE.at(place, message).label("no transitions lead here"));
}
