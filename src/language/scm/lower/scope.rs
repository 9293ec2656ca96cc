//! The declared names, and reports of unknown ones.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::reading::nearest;
use crate::scm::ast::{Name, Number, Tree};
use crate::scm::builder::LostItems;
use crate::scm::codes;
use crate::scm::token::keywords;
use crate::system::Places;
use kernel::base::IndexVec;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use model::cfsm::{ChannelId, MessageId, ParticipantId, StateId, SystemBuilder};

/// Maximum number of declared names that are compared with an unknown one.
pub(super) const COMPARED: usize = 1_000;

/// The state of lowering.
#[derive(Debug)]
pub(super) struct Scope<'tree, 'input> {
    pub(super) source: &'tree Source,
    pub(super) tree: &'tree Tree<'input>,
    pub(super) lost: LostItems,
    pub(super) sink: Sink,
    pub(super) builder: SystemBuilder,
    pub(super) places: Places,
    /// The transitions of the tree that are the actions of the system, in its order.
    pub(super) communications: Vec<u32>,
    /// The channels, unless their number could not be read.
    pub(super) channels: Option<Channels>,
    /// The keyword of the section that declares messages.
    pub(super) parameters: Option<Span>,
    pub(super) messages: IndexVec<MessageId, Name<'input>>,
    pub(super) message_ids: FxHashMap<&'input str, MessageId>,
    pub(super) automata: IndexVec<ParticipantId, AutomatonScope<'input>>,
    pub(super) automaton_ids: FxHashMap<&'input str, ParticipantId>,
}

/// The declared channels.
#[derive(Debug)]
pub(super) struct Channels {
    pub(super) ids: Vec<ChannelId>,
    /// The number in `nb_channels`.
    pub(super) place: Span,
}

/// The names of one automaton.
#[derive(Debug, Default)]
pub(super) struct AutomatonScope<'input> {
    pub(super) name: Name<'input>,
    pub(super) variables: FxHashMap<&'input str, Span>,
    /// The variables in the order of the text.
    pub(super) variable_names: Vec<&'input str>,
    pub(super) states: FxHashMap<u64, StateId>,
    /// The numbers of states that are used and that other states, which are declared twice, were probably meant to have.
    pub(super) meant: BTreeSet<u64>,
    /// Whether a syntax error may have swallowed states.
    pub(super) damaged: bool,
}

impl<'input> Scope<'_, 'input> {
    /// Returns the channel of that number, or reports that there is none.
    pub(super) fn channel(&mut self, number: Number) -> Option<ChannelId> {
        let channels = self.channels.as_ref()?;
        let value = number.value?;
        let found = usize::try_from(value).ok().and_then(|index| channels.ids.get(index).copied());
        if found.is_none() && !self.sink.is_full() {
            let last = channels.ids.len() - 1;
            let (numbered, instead) = match last {
                0 => ("the only channel is number 0".to_owned(), "channel 0".to_owned()),
                1 => ("channels are numbered 0 to 1".to_owned(), "channel 0 or 1".to_owned()),
                _ => (
                    format!("channels are numbered 0 to {last}"),
                    format!("a channel from 0 to {last}"),
                ),
            };
            let help = match value.checked_add(1) {
                Some(needed) => format!("declare `nb_channels = {needed} ;` or use {instead}"),
                None => format!("use {instead}"),
            };
            let unknown = codes::UNKNOWN_CHANNEL
                .at(number.span, format!("channel {value} does not exist"))
                .label("out of range");
            self.sink.push(unknown.also(channels.place, numbered).help(help));
        }
        found
    }

    /// Returns the message of that name, or reports that there is none.
    pub(super) fn message(&mut self, name: &str, span: Span) -> Option<MessageId> {
        if let Some(&id) = self.message_ids.get(name) {
            return Some(id);
        }
        // A keyword was reported when it was read.
        if self.lost.declarations || self.sink.is_full() || keywords().any(|word| word == name) {
            return None;
        }
        let unknown = codes::UNKNOWN_MESSAGE
            .at(span, format!("message `{name}` is not declared"))
            .label("unknown");
        let known = self.messages.iter().take(COMPARED).map(|message| message.text);
        self.sink.push(match nearest(name, known) {
            Some(meant) => instead(unknown, self.messages[self.message_ids[meant]]),
            None => self.with_parameters(unknown).help(format!("declare it: `int {name} ;`")),
        });
        None
    }

    /// Returns the report with the place where messages are declared, if there is one.
    pub(super) fn with_parameters(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.parameters {
            Some(place) => diagnostic.also(place, "messages are declared here"),
            None => diagnostic,
        }
    }

    /// Returns the state of that number in an automaton, or reports that there is none.
    pub(super) fn state(&mut self, automaton: ParticipantId, number: Number) -> Option<StateId> {
        let scope = &self.automata[automaton];
        let value = number.value?;
        let found = scope.states.get(&value).copied();
        // If the automaton has no states, only that is reported.
        let is_known = scope.damaged
            || scope.states.is_empty()
            || scope.meant.contains(&value)
            || self.sink.is_full();
        if found.is_none() && !is_known {
            let Name { text, span } = scope.name;
            let message = format!("state {value} does not exist in automaton `{text}`");
            let unknown = codes::UNKNOWN_STATE.at(number.span, message).label("unknown");
            let help = format!("declare it: `state {value} :`");
            self.sink.push(unknown.also(span, states(text, value, scope)).help(help));
        }
        found
    }

    /// Returns the automaton of that name, or reports that there is none.
    pub(super) fn automaton(&mut self, name: Name<'input>) -> Option<ParticipantId> {
        if let Some(&id) = self.automaton_ids.get(name.text) {
            return Some(id);
        }
        if self.lost.automata || self.sink.is_full() {
            return None;
        }
        let message = format!("there is no automaton `{}`", name.text);
        let unknown = codes::UNKNOWN_AUTOMATON.at(name.span, message).label("unknown");
        let known = self.automata.iter().take(COMPARED).map(|automaton| automaton.name.text);
        self.sink.push(match nearest(name.text, known) {
            Some(meant) => instead(unknown, self.automata[self.automaton_ids[meant]].name),
            None => unknown,
        });
        None
    }

    /// Reports that something is declared twice.
    pub(super) fn twice(&mut self, what: &str, span: Span, first: Span) {
        let twice = codes::DUPLICATE.at(span, format!("{what} is declared twice"));
        self.sink.push(twice.label("again here").also(first, "first declared here"));
    }

    /// Warns about an item that is repeated.
    pub(super) fn repeated(&mut self, what: &str, span: Span) {
        let message = format!("{what} is named twice");
        self.sink.push(codes::REPEATED.at(span, message).label("this changes nothing"));
    }
}

/// Returns which states an automaton has: all of them if that is short, or else those next to a number.
fn states(name: &str, value: u64, scope: &AutomatonScope<'_>) -> String {
    /// Maximum number of states that are listed.
    const LISTED: usize = 8;
    if scope.states.len() > COMPARED {
        return "this automaton".to_owned();
    }
    let numbers: BTreeSet<u64> = scope.states.keys().copied().collect();
    let near = [numbers.range(..value).next_back(), numbers.range(value..).next()];
    let all: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match (numbers.first(), numbers.last()) {
        (Some(first), Some(last)) if first == last => {
            format!("the only state of `{name}` is {first}")
        }
        (Some(first), Some(last)) if last - first == all.len() as u64 - 1 => {
            format!("the states of `{name}` are {first} to {last}")
        }
        _ if all.len() <= LISTED => format!("the states of `{name}` are {}", all.join(", ")),
        _ => {
            let near: Vec<String> = near.into_iter().flatten().map(u64::to_string).collect();
            format!("the nearest states of `{name}`: {}", near.join(" and "))
        }
    }
}

/// Returns the report of an unknown name with the most similar declared one.
fn instead(diagnostic: Diagnostic, Name { text, span }: Name<'_>) -> Diagnostic {
    diagnostic.also(span, format!("`{text}` is declared here")).did_you_mean(text)
}
