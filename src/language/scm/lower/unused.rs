//! Warnings about what is declared and never used.

use crate::scm::ast::{Section, Tree};
use crate::scm::mistake::Mistake;
use crate::scm::model::Places;
use kernel::base::{Id as _, IndexVec};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::Span;
use model::cfsm::{
    ChannelId, CommunicatingAutomaton, Label, MessageId, ParticipantId, StateId, System,
};

/// How many things one warning names.
const NAMED: usize = 5;

/// Warns about channels, messages, states and variables without use.
pub(super) fn warn(system: &System, tree: &Tree<'_>, places: &Places, sink: &mut Sink) {
    let mut channels: IndexVec<ChannelId, bool> = IndexVec::filled(false, system.channels().len());
    let mut messages: IndexVec<MessageId, bool> = IndexVec::filled(false, system.messages().len());
    for transition in system.automata().iter().flat_map(CommunicatingAutomaton::transitions) {
        if let Label::Action(_, channel, message) = transition.label {
            channels[channel] = true;
            messages[message] = true;
        }
    }
    unused_channels(tree, &channels, sink);
    for (message, _) in messages.enumerate().filter(|&(_, &used)| !used) {
        let name = &system.messages()[message].name;
        sink.push(
            Diagnostic::new(
                Mistake::UnusedMessage.code(),
                places.messages[message],
                format!("message `{name}` is never sent or received"),
            )
            .label("unused"),
        );
    }
    for participant in system.automata().ids() {
        unreachable_states(system, participant, places, sink);
    }
    for section in &tree.file.sections {
        let Section::Automaton(automaton) = section else { continue };
        // Where something depended on a variable it would have been refused.
        for declaration in &automaton.variables {
            let name = declaration.name;
            sink.push(
                Diagnostic::new(
                    Mistake::UnusedVariable.code(),
                    name.span,
                    format!("nothing depends on variable `{}`", name.text),
                )
                .label("unused"),
            );
        }
    }
}

fn unused_channels(tree: &Tree<'_>, used: &IndexVec<ChannelId, bool>, sink: &mut Sink) {
    let unused: Vec<usize> =
        used.enumerate().filter(|&(_, &used)| !used).map(|(id, _)| id.index()).collect();
    let place = tree.file.sections.iter().find_map(|section| match section {
        Section::Channels(_, number) => *number,
        _ => None,
    });
    let Some(place) = place else { return };
    let message = match &*unused {
        [] => return,
        [only] => format!("channel {only} is never used"),
        several => format!("channels {} are never used", names(several)),
    };
    sink.push(
        Diagnostic::new(Mistake::UnusedChannel.code(), place.span, message)
            .label(format!("{} are declared", used.len())),
    );
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
    let mut reached: IndexVec<StateId, bool> = IndexVec::filled(false, automaton.states().len());
    let mut open: Vec<StateId> = automaton.initial().to_vec();
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reached[state], true) {
            let targets =
                automaton.outgoing(state).iter().map(|&t| automaton.transitions()[t].target);
            open.extend(targets);
        }
    }
    let lost: Vec<StateId> = reached.ids().filter(|&state| !reached[state]).collect();
    let Some(&first) = lost.first() else { return };
    let numbers: Vec<&str> = lost.iter().map(|&state| automaton.states()[state].as_str()).collect();
    let name = automaton.name();
    let message = match &*numbers {
        [only] => format!("state {only} of automaton `{name}` cannot be reached"),
        several => format!("states {} of automaton `{name}` cannot be reached", names(several)),
    };
    let place: Span = places.states[participant][first];
    sink.push(
        Diagnostic::new(Mistake::UnreachableState.code(), place, message)
            .label("no transitions lead here"),
    );
}
