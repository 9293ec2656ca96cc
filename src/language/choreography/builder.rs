//! Putting a description together.

use rustc_hash::FxHashMap;

use super::mistake::Mistake;
use crate::scm::{nearest, shortened};
use kernel::base::{Id, IndexVec};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::search::reachable;
use kernel::source::Span;
use model::cfsm::{ChannelKind, MessageId, ParticipantId, StateId};
use model::choreography::{
    Architecture, Buffer, BufferId, ChannelChoice, DescribedEdge, DescribedInteraction,
    Description, EdgeId,
};

/// Names that are told apart, each with its id.
#[derive(Debug)]
pub(super) struct Names<I: Id> {
    pub(super) names: IndexVec<I, String>,
    ids: FxHashMap<String, I>,
}

impl<I: Id> Names<I> {
    /// Returns the id of `name`, a new one at its first mention.
    pub(super) fn id(&mut self, name: &str) -> I {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    /// Returns the id of `name`, if it was mentioned.
    pub(super) fn known(&self, name: &str) -> Option<I> {
        self.ids.get(name).copied()
    }
}

impl<I: Id> Default for Names<I> {
    fn default() -> Self {
        Self { names: IndexVec::new(), ids: FxHashMap::default() }
    }
}

/// A description that grows.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub(super) name: String,
    pub(super) participants: Names<ParticipantId>,
    pub(super) messages: Names<MessageId>,
    pub(super) buffers: Names<BufferId>,
    /// The channels that are declared, and where.
    pub(super) declared: Vec<(BufferId, Span)>,
    pub(super) kinds: FxHashMap<BufferId, ChannelKind>,
    pub(super) architecture: Option<Architecture>,
    pub(super) kind: Option<ChannelKind>,
    pub(super) states: Names<StateId>,
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

    /// Warns of transitions that stand twice, of states that nothing leads to, and of a choreography in
    /// which nothing happens.
    pub(super) fn review(&self, sink: &mut Sink) {
        if self.edges.iter().all(|edge| edge.exchange.is_none()) {
            sink.push(
                Diagnostic::new(Mistake::Empty.code(), Span::default(), "nothing is ever sent")
                    .help(
                        "an empty choreography is realisable; perhaps the interactions are missing",
                    ),
            );
            return;
        }
        let mut seen = FxHashMap::default();
        for (id, edge) in self.edges.enumerate() {
            let key = (edge.source, edge.exchange, edge.target);
            if let Some(&first) = seen.get(&key) {
                let message = "this interaction stands twice";
                sink.push(
                    Diagnostic::new(Mistake::EdgeTwice.code(), self.places[id], message)
                        .also(first, "first here"),
                );
            } else {
                seen.insert(key, self.places[id]);
            }
        }
        let reached = self.reached();
        let mut told = IndexVec::<StateId, bool>::filled(false, self.states.names.len());
        for (id, edge) in self.edges.enumerate() {
            if !reached[edge.source] && !std::mem::replace(&mut told[edge.source], true) {
                let name = &self.states.names[edge.source];
                let message = format!("nothing leads to state `{name}`");
                sink.push(
                    Diagnostic::new(Mistake::Unreachable.code(), self.places[id], message)
                        .label("what leaves it never happens"),
                );
            }
        }
    }

    fn reached(&self) -> IndexVec<StateId, bool> {
        let mut reached = IndexVec::filled(false, self.states.names.len());
        let edges = self.edges.iter().map(|edge| (edge.source, edge.target));
        let leaving = IndexVec::grouped(self.states.names.len(), edges);
        for state in reachable(self.initial, |&state| leaving[state].iter().copied()) {
            reached[state] = true;
        }
        reached
    }

    /// Returns the state with this name; nothing, with a diagnostic, if no transition has it.
    pub(super) fn known_state(&self, name: &str, place: Span, sink: &mut Sink) -> Option<StateId> {
        let found = self.states.known(name);
        if found.is_none() {
            let message = format!("no interaction leaves or enters state `{}`", shortened(name));
            let mut diagnostic = Diagnostic::new(Mistake::UnknownState.code(), place, message);
            if let Some(meant) = nearest(name, self.states.names.iter().map(String::as_str)) {
                diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
            }
            sink.push(diagnostic);
        }
        found
    }

    /// Adds a transition with an interaction between participants and through a channel that are
    /// called by name; nothing, with a diagnostic at `receiver_place`, if they are one.
    pub(super) fn interaction(
        &mut self,
        (source, target): (StateId, StateId),
        [sender, receiver, message]: [&str; 3],
        via: Option<&str>,
        (place, receiver_place): (Span, Span),
        sink: &mut Sink,
    ) {
        if sender == receiver {
            sink.push(self_message(sender, receiver_place));
            return;
        }
        let exchange = DescribedInteraction {
            sender: self.participants.id(sender),
            receiver: self.participants.id(receiver),
            message: self.messages.id(message),
            via: via.map(|channel| self.buffers.id(channel)),
        };
        self.edge(DescribedEdge { source, exchange: Some(exchange), target }, place);
    }

    /// Reports interactions that name no channel where others do.
    pub(super) fn check_channels(&self, sink: &mut Sink) {
        let edges = || self.edges.iter().zip(&self.places);
        let named = |edge: &DescribedEdge| edge.exchange.is_none_or(|one| one.via.is_some());
        let is_free = self.architecture.is_none_or(|one| one == Architecture::Free);
        let first = edges().find(|(edge, _)| edge.exchange.is_some() && named(edge));
        let Some((_, &first)) = first.filter(|_| is_free) else { return };
        for (_, &place) in edges().filter(|(edge, _)| !named(edge)) {
            let message = "this interaction names no channel";
            sink.push(
                Diagnostic::new(Mistake::MissingChannel.code(), place, message)
                    .also(first, "this one does")
                    .help("add `via` and a channel, or say by `arch p2p` which one is meant"),
            );
        }
    }

    /// Returns the description, with the places of its transitions; warns of channels that are
    /// declared and that no interaction uses.
    pub(super) fn finish(self, sink: &mut Sink) -> (Description, IndexVec<EdgeId, Span>) {
        let kinds = self.kinds;
        let named = self.buffers.names.ids().map(|id| kinds.get(&id).copied());
        let buffers = self.buffers.names.iter().zip(named);
        let description = Description {
            name: self.name,
            participants: self.participants.names,
            messages: self.messages.names,
            buffers: buffers.map(|(name, kind)| Buffer { name: name.clone(), kind }).collect(),
            architecture: self.architecture.unwrap_or(Architecture::Free),
            kind: self.kind.unwrap_or(ChannelKind::Fifo),
            states: self.states.names,
            initial: self.initial,
            edges: self.edges,
            finals: self.finals,
        };
        let resolved = description.resolved(ChannelChoice::default());
        let used = || resolved.channels.iter().map(|channel| channel.name.as_str());
        for (id, place) in self.declared {
            let name = &description.buffers[id].name;
            if used().any(|other| other == name) {
                continue;
            }
            let message = format!("no interaction uses channel `{}`", shortened(name));
            let mut diagnostic = Diagnostic::new(Mistake::UnusedChannel.code(), place, message);
            if let Some(meant) = nearest(name, used()) {
                diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
            }
            sink.push(diagnostic);
        }
        (description, self.places)
    }
}

/// Reports that `name` sends to itself.
pub(super) fn self_message(name: &str, place: Span) -> Diagnostic {
    let message = format!("`{name}` sends to itself");
    Diagnostic::new(Mistake::SelfMessage.code(), place, message)
        .label("expected another participant")
        .help("an interaction has two participants: leave out what one of them does alone")
}
