//! Construction of descriptions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::codes;
use crate::reading::{nearest, shortened, with_nearest};
use kernel::base::{IndexVec, Interner};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::search::reachable;
use kernel::source::Span;
use model::cfsm::{ChannelKind, MessageId, ParticipantId, StateId};
use model::choreography::{
    Architecture, Buffer, BufferId, ChannelChoice, DescribedEdge, DescribedInteraction,
    Description, EdgeId,
};

/// Maximum number of states among which the nearest name is looked for.
const COMPARED: usize = 200;

/// A description under construction.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub(super) name: String,
    pub(super) participants: Interner<ParticipantId, String>,
    pub(super) messages: Interner<MessageId, String>,
    pub(super) buffers: Interner<BufferId, String>,
    /// The declared channels with their places.
    pub(super) declared: Vec<(BufferId, Span)>,
    pub(super) kinds: FxHashMap<BufferId, ChannelKind>,
    pub(super) architecture: Option<Architecture>,
    pub(super) kind: Option<ChannelKind>,
    pub(super) states: Interner<StateId, String>,
    pub(super) initial: Option<StateId>,
    pub(super) edges: IndexVec<EdgeId, DescribedEdge>,
    pub(super) places: IndexVec<EdgeId, Span>,
    pub(super) finals: Vec<StateId>,
}

impl Builder {
    /// Adds a transition.
    pub(super) fn edge(&mut self, edge: DescribedEdge, place: Span) {
        self.edges.push(edge);
        self.places.push(place);
    }

    /// Warns about transitions that are written twice, states that no transition enters, and choreographies
    /// without interactions.
    pub(super) fn review(&self, sink: &mut Sink) {
        if self.edges.iter().all(|edge| edge.exchange.is_none()) {
            let help = "an empty choreography is realisable; perhaps the interactions are missing";
            sink.push(codes::EMPTY.at(Span::default(), "nothing is ever sent").help(help));
            return;
        }
        let mut seen = FxHashMap::default();
        for (edge, &place) in self.edges.iter().zip(&self.places) {
            let key = (edge.source, edge.exchange, edge.target);
            if let Some(&first) = seen.get(&key) {
                let message = "this interaction stands twice";
                sink.push(codes::EDGE_TWICE.at(place, message).also(first, "first here"));
            } else {
                seen.insert(key, place);
            }
        }
        let edges = self.edges.iter().map(|edge| (edge.source, edge.target));
        let leaving = IndexVec::grouped(self.states.items().len(), edges);
        let reached = reachable(self.initial, |&state| leaving[state].iter().copied());
        let mut reached_or_reported = FxHashSet::from_iter(reached);
        // A state that is entered and never left may be a misspelt one.
        let finals = FxHashSet::from_iter(&self.finals);
        let is_end = |state: &&StateId| leaving[**state].is_empty() && !finals.contains(*state);
        let mut ends: Vec<StateId> = reached_or_reported.iter().filter(is_end).copied().collect();
        ends.sort_unstable();
        // Of many states the nearest is not looked for.
        if ends.len() > COMPARED {
            ends.clear();
        }
        for (edge, &place) in self.edges.iter().zip(&self.places) {
            if reached_or_reported.insert(edge.source) {
                let name = &self.states.items()[edge.source];
                let message = format!("nothing leads to state `{name}`");
                let unreachable = codes::UNREACHABLE.at(place, message);
                let ends = ends.iter().map(|&state| &*self.states.items()[state]);
                let help = nearest(name, ends.filter(|_| !sink.is_full()))
                    .map(|end| format!("nothing leaves state `{end}`: did you mean `{end}`?"));
                sink.push(unreachable.label("what leaves it never happens").help_if(help));
            }
        }
    }

    /// Returns the state with this name; `None`, with a diagnostic, if no transition has it.
    pub(super) fn known_state(&self, name: &str, place: Span, sink: &mut Sink) -> Option<StateId> {
        let found = self.states.known(name);
        if found.is_none() {
            let message = format!("no interaction leaves or enters state `{}`", shortened(name));
            let known = self.states.items().iter().map(String::as_str);
            let diagnostic = codes::UNKNOWN_STATE.at(place, message);
            sink.push(with_nearest(diagnostic, name, known));
        }
        found
    }

    /// Adds a transition with an interaction between the named participants through the named channel; adds
    /// none, with a diagnostic at `receiver_place`, if the participants are equal.
    pub(super) fn interaction(
        &mut self,
        (source, target): (StateId, StateId),
        [sender, receiver, message]: [&str; 3],
        via: Option<&str>,
        (place, receiver_place): (Span, Span),
        sink: &mut Sink,
    ) {
        let exchange = self.exchange([sender, receiver, message], via, receiver_place, sink);
        if exchange.is_some() {
            self.edge(DescribedEdge { source, exchange, target }, place);
        }
    }

    /// Returns an interaction between the named participants through the named channel; `None`, with a diagnostic at
    /// `receiver_place`, if the participants are equal.
    pub(super) fn exchange(
        &mut self,
        [sender, receiver, message]: [&str; 3],
        via: Option<&str>,
        receiver_place: Span,
        sink: &mut Sink,
    ) -> Option<DescribedInteraction> {
        if sender == receiver {
            sink.push(self_message(sender, receiver_place));
            return None;
        }
        Some(DescribedInteraction {
            sender: self.participants.id(sender),
            receiver: self.participants.id(receiver),
            message: self.messages.id(message),
            channel: via.map(|channel| self.buffers.id(channel)),
        })
    }

    /// Sets the initial state by its name; without a name, it is the source of the first transition. The name may be
    /// new in a choreography without interactions.
    pub(super) fn resolve_initial(&mut self, said: Option<(&str, Span)>, sink: &mut Sink) {
        self.initial = match said {
            Some((name, _)) if self.states.items().is_empty() && !sink.has_errors() => {
                Some(self.states.id(name))
            }
            Some((name, place)) => self.known_state(name, place, sink),
            None => self.edges.iter().next().map(|edge| edge.source),
        };
    }

    /// Declares states as final by their names. `repeated` adds the place of the first declaration to the diagnostic
    /// of a state that is named again.
    pub(super) fn resolve_finals<'a>(
        &mut self,
        names: impl Iterator<Item = (&'a str, Span)>,
        repeated: fn(Diagnostic, Span) -> Diagnostic,
        sink: &mut Sink,
    ) {
        let mut seen: FxHashMap<StateId, Span> = FxHashMap::default();
        for (name, place) in names {
            let Some(state) = self.known_state(name, place, sink) else { continue };
            if let Some(&first) = seen.get(&state) {
                let message = format!("state `{name}` is final already");
                let diagnostic = codes::REPEATED.at(place, message);
                sink.push(repeated(diagnostic, first));
            } else {
                seen.insert(state, place);
                self.finals.push(state);
            }
        }
    }

    /// Reports interactions that name no channel if other interactions name one.
    pub(super) fn check_channels(&self, sink: &mut Sink) {
        let edges = || self.edges.iter().zip(&self.places);
        let named = |edge: &DescribedEdge| edge.exchange.is_none_or(|one| one.channel.is_some());
        let is_free = self.architecture.is_none_or(|one| one == Architecture::Free);
        let first = edges().find(|(edge, _)| edge.exchange.is_some() && named(edge));
        let Some((_, &first)) = first.filter(|_| is_free) else { return };
        for (_, &place) in edges().filter(|(edge, _)| !named(edge)) {
            let help = "add `via` and a channel, or say by `arch p2p` which one is meant";
            let missing = codes::MISSING_CHANNEL.at(place, "this interaction names no channel");
            sink.push(missing.also(first, "this one does").help(help));
        }
    }

    /// Returns the description, with the places of its transitions; warns about declared channels that no
    /// interaction uses.
    pub(super) fn finish(self, sink: &mut Sink) -> (Description, IndexVec<EdgeId, Span>) {
        let buffer = |(id, name): (_, &String)| {
            let kind = self.kinds.get(&id).copied();
            Buffer { name: name.clone(), kind }
        };
        let description = Description {
            name: self.name,
            participants: self.participants.into_items(),
            messages: self.messages.into_items(),
            buffers: self.buffers.items().enumerate().map(buffer).collect(),
            architecture: self.architecture.unwrap_or(Architecture::Free),
            kind: self.kind.unwrap_or(ChannelKind::Fifo),
            states: self.states.into_items(),
            initial: self.initial,
            edges: self.edges,
            finals: self.finals,
        };
        let resolved = description.resolved(ChannelChoice::default());
        let used = || resolved.channels.iter().map(|channel| channel.name.as_str());
        let is_used: FxHashSet<&str> = used().collect();
        for (id, place) in self.declared {
            let name = &description.buffers[id].name;
            if is_used.contains(name.as_str()) {
                continue;
            }
            let message = format!("no interaction uses channel `{}`", shortened(name));
            let diagnostic = codes::UNUSED_CHANNEL.at(place, message);
            sink.push(with_nearest(diagnostic, name, used()));
        }
        (description, self.places)
    }
}

/// Returns the report that participant `name` sends to itself.
pub(super) fn self_message(name: &str, place: Span) -> Diagnostic {
    let message = format!("`{name}` sends to itself");
    codes::SELF_MESSAGE
        .at(place, message)
        .label("expected another participant")
        .help("an interaction has two participants: leave out what one of them does alone")
}
