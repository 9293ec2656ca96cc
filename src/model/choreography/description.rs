//! Choreographies as they are written.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Architecture, Automaton, ChannelChoice, Edge, EdgeId, Interaction, NamedChannel};
use crate::cfsm::{ChannelId, ChannelKind, MessageId, ParticipantId, StateId};
use kernel::base::{Id as _, IndexVec, typed_id};

typed_id! {
    /// A channel that a description names.
    pub struct BufferId;
}

/// A channel that a description names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    /// Name of the channel.
    pub name: String,
    /// Kind of the channel; `None` for the default one.
    pub kind: Option<ChannelKind>,
}

/// An interaction whose channel may be unspecified.
pub type DescribedInteraction = Interaction<Option<BufferId>>;

/// A transition of a described choreography.
pub type DescribedEdge = Edge<Option<BufferId>>;

/// A choreography as it is written: a finite automaton whose interactions may leave their channels
/// unspecified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The name.
    pub name: String,
    /// The names of the participants, without repetition.
    pub participants: IndexVec<ParticipantId, String>,
    /// The names of the messages, without repetition.
    pub messages: IndexVec<MessageId, String>,
    /// The channels that are named, each once.
    pub buffers: IndexVec<BufferId, Buffer>,
    /// The channels of the interactions that name none. With [`Architecture::Free`], either no interaction
    /// names a channel, and the channels are those of [`Architecture::PeerToPeer`], or every interaction
    /// names one.
    pub architecture: Architecture,
    /// The kind of the channels without a kind of their own.
    pub kind: ChannelKind,
    /// The names of the states.
    pub states: IndexVec<StateId, String>,
    /// The initial state; `None` for a choreography without states.
    pub initial: Option<StateId>,
    /// The transitions.
    pub edges: IndexVec<EdgeId, DescribedEdge>,
    /// The states in which the protocol may end, for the checks that depend on ends.
    pub finals: Vec<StateId>,
}

impl Description {
    /// Returns the description of an automaton, in which every interaction names its channel.
    pub fn from_automaton(automaton: &Automaton) -> Self {
        let buffer = |id: ChannelId| BufferId::from_index(id.index());
        let edge = |edge: &Edge| DescribedEdge {
            source: edge.source,
            exchange: edge.exchange.map(|one| one.through(Some(buffer(one.channel)))),
            target: edge.target,
        };
        let named = |channel: &NamedChannel| Buffer {
            name: channel.name.clone(),
            kind: (channel.kind != ChannelKind::Fifo).then_some(channel.kind),
        };
        Self {
            name: automaton.name.clone(),
            participants: automaton.participants.clone(),
            messages: automaton.messages.clone(),
            buffers: automaton.channels.iter().map(named).collect(),
            architecture: Architecture::Free,
            kind: ChannelKind::Fifo,
            states: automaton.states.clone(),
            initial: Some(automaton.initial),
            edges: automaton.edges.iter().map(edge).collect(),
            finals: automaton.finals.clone(),
        }
    }

    /// Returns the automaton in which every interaction has a channel, with an initial state.
    ///
    /// # Complexity
    /// Linear in the size of the description.
    pub fn resolved(&self, choice: ChannelChoice) -> Automaton {
        let names_none =
            self.edges.iter().all(|edge| edge.exchange.is_none_or(|one| one.channel.is_none()));
        let anew = choice.renaming();
        let architecture = match (anew, self.architecture) {
            (Some(architecture), _) => architecture,
            (None, Architecture::Free) if names_none => Architecture::PeerToPeer,
            (None, written) => written,
        };
        let mut channels = Channels {
            description: self,
            architecture,
            is_anew: anew.is_some(),
            kind: choice.kind,
            named: IndexVec::new(),
            ids: FxHashMap::default(),
            alike: FxHashMap::default(),
            names: FxHashSet::default(),
            buffers: self.buffers.iter().rev().map(|one| (&*one.name, one.kind)).collect(),
        };
        let edges = self
            .edges
            .iter()
            .map(|edge| Edge {
                source: edge.source,
                exchange: edge.exchange.map(|one| one.through(channels.of(one))),
                target: edge.target,
            })
            .collect();
        let mut states = self.states.clone();
        let initial = self.initial.unwrap_or_else(|| states.push("0".to_owned()));
        Automaton {
            name: self.name.clone(),
            participants: self.participants.clone(),
            messages: self.messages.clone(),
            channels: channels.named,
            states,
            initial,
            edges,
            finals: self.finals.clone(),
        }
    }
}

impl ChannelChoice {
    /// Returns the reading with one kind for all channels of `description`, if the reading renames the channels and the
    /// description does not state the kind of the channels with the new names.
    #[must_use]
    pub fn settled(self, description: &Description) -> Self {
        let says_kinds = description.buffers.iter().any(|buffer| buffer.kind.is_some());
        let architecture = self.renaming();
        let kind = (architecture.is_some() && !says_kinds).then_some(ChannelKind::Fifo);
        Self { architecture, kind: self.kind.or(kind) }
    }
}

/// The channels used so far, in the order of their first use.
struct Channels<'a> {
    description: &'a Description,
    architecture: Architecture,
    /// Whether the channels are renamed, regardless of their names in the description.
    is_anew: bool,
    kind: Option<ChannelKind>,
    named: IndexVec<ChannelId, NamedChannel>,
    ids: FxHashMap<Channelled, ChannelId>,
    /// The channels that would have each name.
    alike: FxHashMap<String, Vec<(Channelled, ChannelId)>>,
    /// The names that are taken.
    names: FxHashSet<String>,
    /// The kind of the first buffer with each name.
    buffers: FxHashMap<&'a str, Option<ChannelKind>>,
}

/// Identity of a channel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Channelled {
    Named(BufferId),
    Pair(ParticipantId, ParticipantId),
    Receiver(ParticipantId),
    Everything,
}

impl Channels<'_> {
    fn of(&mut self, exchange: DescribedInteraction) -> ChannelId {
        let channelled = match (exchange.channel, self.architecture) {
            (Some(buffer), _) if !self.is_anew => Channelled::Named(buffer),
            (_, Architecture::Mailbox) => Channelled::Receiver(exchange.receiver),
            (_, Architecture::OneBuffer) => Channelled::Everything,
            (_, Architecture::PeerToPeer | Architecture::Free) => {
                Channelled::Pair(exchange.sender, exchange.receiver)
            }
        };
        if let Some(&id) = self.ids.get(&channelled) {
            return id;
        }
        let mut name = self.name(channelled);
        // A named channel is the same as any other channel with that name.
        let is_named = |one: Channelled| matches!(one, Channelled::Named(_));
        let kind = self.kind(&name);
        let alike = self.alike.entry(name.clone()).or_default();
        let shared = alike.iter().filter(|one| is_named(channelled) || is_named(one.0)).min();
        let id = if let Some(&(_, id)) = shared {
            id
        } else {
            // `a>b` to `c` and `a` to `b>c` are two channels, with two names.
            while !self.names.insert(name.clone()) {
                name.push('\'');
            }
            self.named.push(NamedChannel { name, kind })
        };
        alike.push((channelled, id));
        self.ids.insert(channelled, id);
        id
    }

    fn name(&self, channelled: Channelled) -> String {
        let name = |participant: ParticipantId| &self.description.participants[participant];
        match channelled {
            Channelled::Named(buffer) => self.description.buffers[buffer].name.clone(),
            Channelled::Pair(sender, receiver) => format!("{}>{}", name(sender), name(receiver)),
            Channelled::Receiver(receiver) => format!("@{}", name(receiver)),
            Channelled::Everything => "@".to_owned(),
        }
    }

    fn kind(&self, name: &str) -> ChannelKind {
        let named = self.buffers.get(name);
        let default = if self.is_anew { ChannelKind::Fifo } else { self.description.kind };
        self.kind.or_else(|| *named?).unwrap_or(default)
    }
}
