//! Certificates: independently checkable evidence that a property holds.
//!
//! A certificate is an inductive invariant: a set of states of a documented transition system that contains
//! the initial states, is closed under successors, and has no state that would be a violation. These
//! conditions can be tested state by state, without search. The check that found the states writes them with
//! a [`StateWriter`]; an independent program reads them.
//!
//! The module `evidence` of the crate `language` has the format of the file.

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{LanguageInvariant, LinearInvariant, UpwardSet};
use crate::cfsm::{ChannelId, Configuration, Key, MessageId, ParticipantId, StateId, System};
use kernel::base::{Control, Id as _};

kernel::words! {
    /// The transition system whose states a certificate lists.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum StateSpace {
        /// RSC executions, by communications.
        RscExecutions = "rsc-executions",
        /// All configurations, by steps.
        Configurations = "configurations",
    }
}

/// The evidence that a check is to return.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvidenceRequest {
    /// Only an answer.
    Answer,
    /// Also a certificate, if the answer is that the property holds.
    Certificate,
}

/// A deterministic automaton that reads the unmatched sends of a channel; it starts in state 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentsAutomaton {
    /// The channel.
    pub channel: ChannelId,
    /// Messages of the channel, in the order of the letters.
    pub messages: Vec<MessageId>,
    /// For each state and letter, the next state.
    pub next: Vec<Vec<usize>>,
}

/// The states of a certificate, as written in its file but for the names in them; cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateTexts {
    /// The items; states refer to them by index.
    items: Arc<[StateItem]>,
    /// One state a line: the ids of the local states of the participants, then the indices of items.
    lines: Arc<str>,
}

/// An inductive invariant from which a property follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// All its states are listed.
    Explicit(ExplicitCertificate),
    /// For each control state a language of channel contents.
    Languages(Arc<LanguageInvariant>),
    /// Configurations, each listed with its successors by all participants, or by one alone whose steps depend on no
    /// steps of others.
    Persistent(StateTexts),
    /// The least ones of the configurations that are never reached.
    Upward(Arc<UpwardSet>),
    /// Linear invariants, of which each violation breaks one.
    Linear(Arc<[LinearInvariant]>),
    /// The certificate of a connected component of the topology, taken as a system of its own: of these participants.
    Component(Vec<ParticipantId>, Box<Certificate>),
}

/// An inductive invariant whose states are listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplicitCertificate {
    /// The transition system.
    pub over: StateSpace,
    /// Whether the property follows only for an RSC system.
    pub rests_on_rsc: bool,
    /// The automata for the contents of channels; empty unless the property needs them.
    pub contents: Vec<ContentsAutomaton>,
    /// The channels whose oldest unmatched message is part of the states.
    pub oldest: Vec<ChannelId>,
    /// The states, each once.
    pub states: StateTexts,
}

impl Certificate {
    /// Returns `true` if the property follows only for an RSC system.
    pub fn rests_on_rsc(&self) -> bool {
        match self {
            Self::Explicit(explicit) => explicit.rests_on_rsc,
            Self::Component(_, certificate) => certificate.rests_on_rsc(),
            Self::Languages(_) | Self::Persistent(_) | Self::Upward(_) | Self::Linear(_) => false,
        }
    }
}

impl From<ExplicitCertificate> for Certificate {
    fn from(explicit: ExplicitCertificate) -> Self {
        Self::Explicit(explicit)
    }
}

impl ExplicitCertificate {
    /// Returns the certificate that consists of states over RSC executions, and makes a claim about RSC
    /// executions alone.
    pub fn over_rsc_executions(states: StateTexts) -> Self {
        let over = StateSpace::RscExecutions;
        Self { over, rests_on_rsc: false, contents: Vec::new(), oldest: Vec::new(), states }
    }

    /// Returns the certificate that no configuration at all is in the set: it lists no states.
    pub fn of_impossibility() -> Self {
        Self::over_rsc_executions(StateTexts::default())
    }

    /// Returns the certificate that consists of configurations.
    pub fn over_configurations(states: StateTexts) -> Self {
        Self { over: StateSpace::Configurations, ..Self::over_rsc_executions(states) }
    }

    /// Returns this certificate with its claim restricted to RSC systems.
    #[must_use]
    pub fn resting_on_rsc(self) -> Self {
        Self { rests_on_rsc: true, ..self }
    }
}

impl StateTexts {
    /// Returns the texts of the items, to which states refer by index, with the names of `system`.
    pub fn items(&self, system: &System) -> Vec<String> {
        self.items.iter().map(|item| item.text(system)).collect()
    }

    /// Returns the texts of the states, with the names of `system`.
    ///
    /// # Panics
    /// If the states are those of a system with other participants.
    pub fn states(&self, system: &System) -> impl Iterator<Item = String> {
        self.lines.lines().map(|line| {
            let mut words = line.split(' ');
            let mut text = String::with_capacity(line.len());
            for (automaton, word) in system.automata().iter().zip(&mut words) {
                let state = StateId::from_index(word.parse().expect("an id was written"));
                let _ = write!(text, "{} ", &automaton.states()[state]);
            }
            words.for_each(|item| text.extend([item, " "]));
            text.pop();
            text
        })
    }
}

/// Number of states between two checks of the limits.
const CHUNK: usize = 4096;

/// A part of a state besides the local states of the participants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum StateItem {
    /// A message in a channel, or a key; `None` for the key of a FIFO channel.
    Held(ChannelId, Option<MessageId>),
    /// A state of an automaton for contents.
    Contents(ChannelId, usize),
    /// The chosen send.
    Send(ParticipantId, ChannelId, MessageId),
    /// A participant that depends on the chosen send.
    Dependent(ParticipantId),
    /// A key that an action depending on the chosen send sends to.
    DependentKey(Key),
    /// The only participant by whose steps successors are listed.
    Expanded(ParticipantId),
}

impl StateItem {
    /// Returns the text of the item in a file.
    fn text(self, system: &System) -> String {
        let place = |channel: ChannelId, message: Option<MessageId>| match message {
            Some(message) => format!("{}:{}", channel.index(), system.messages()[message].name),
            None => channel.index().to_string(),
        };
        match self {
            Self::Held(channel, message) => place(channel, message),
            Self::Contents(channel, state) => format!("{}/{state}", channel.index()),
            Self::Send(sender, channel, message) => {
                format!("{}!{}", sender.index(), place(channel, Some(message)))
            }
            Self::Dependent(participant) => format!("+{}", participant.index()),
            Self::DependentKey(key) => format!("*{}", place(key.channel(), key.message())),
            Self::Expanded(participant) => format!("@{}", participant.index()),
        }
    }
}

/// Writes states, unless a limit is reached first: for each the local states, then its items.
#[derive(Clone, Debug)]
pub struct StateWriter<'a> {
    system: &'a System,
    control: &'a Control,
    text: String,
    states: usize,
    items: Vec<StateItem>,
    numbers: FxHashMap<StateItem, usize>,
}

impl<'a> StateWriter<'a> {
    /// Returns a writer for states of `system`.
    pub fn new(system: &'a System, control: &'a Control) -> Self {
        let (text, items, numbers) = (String::new(), Vec::new(), FxHashMap::default());
        Self { system, control, text, states: 0, items, numbers }
    }

    /// Writes all `states`, each with `write`; returns `None` if a limit was reached first.
    ///
    /// The text counts twice for the memory limit, since a file is made of it.
    pub fn all<T>(
        mut self,
        states: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) -> Option<StateTexts> {
        for state in states {
            write(&mut self, state);
            self.text.push('\n');
            self.states += 1;
            if self.states.is_multiple_of(CHUNK)
                && self.control.limit(0, 2 * self.text.len() as u64).is_some()
            {
                return None;
            }
        }
        Some(StateTexts { items: self.items.into(), lines: self.text.into() })
    }

    /// Writes the local states of the participants, in their order; they come before all items.
    pub fn locals(&mut self, states: impl IntoIterator<Item = StateId>) {
        for (participant, state) in self.system.automata().ids().zip(states) {
            let gap = if participant.index() == 0 { "" } else { " " };
            let _ = write!(self.text, "{gap}{}", state.index());
        }
    }

    /// Writes a blocked key, with its oldest message if that is known.
    pub fn key(&mut self, key: Key, oldest: Option<MessageId>) {
        self.item(StateItem::Held(key.channel(), key.message().or(oldest)));
    }

    /// Writes the state of the automaton for the contents of a channel.
    pub fn contents(&mut self, channel: ChannelId, state: usize) {
        if state > 0 {
            self.item(StateItem::Contents(channel, state));
        }
    }

    /// Writes the chosen send.
    pub fn send(&mut self, sender: ParticipantId, channel: ChannelId, message: MessageId) {
        self.item(StateItem::Send(sender, channel, message));
    }

    /// Writes a participant that depends on the chosen send.
    pub fn dependent(&mut self, participant: ParticipantId) {
        self.item(StateItem::Dependent(participant));
    }

    /// Writes a key that an action depending on the chosen send sends to.
    pub fn dependent_key(&mut self, key: Key) {
        self.item(StateItem::DependentKey(key));
    }

    /// Writes the only participant by whose steps the successors of the state are listed.
    pub fn expanded(&mut self, participant: ParticipantId) {
        self.item(StateItem::Expanded(participant));
    }

    /// Writes a whole configuration.
    pub fn configuration(&mut self, configuration: &Configuration) {
        self.locals(configuration.control.iter().copied());
        for (channel, contents) in configuration.contents.enumerate() {
            for &message in contents.messages() {
                self.item(StateItem::Held(channel, Some(message)));
            }
        }
    }

    /// Writes the index of an item, which is assigned when it is first written.
    fn item(&mut self, item: StateItem) {
        let number = *self.numbers.entry(item).or_insert_with(|| {
            self.items.push(item);
            self.items.len() - 1
        });
        let _ = write!(self.text, " {number}");
    }
}
