//! Systems: participants, automata, messages, channels.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    Action, Channel, ChannelId, ChannelKind, Direction, Key, Label, MessageId, ParticipantId,
    StateId, SystemNames, TransitionId,
};
use kernel::base::{Groups, Id as _, IndexVec, Names};
use kernel::search::reachable;
use rustc_hash::FxHashMap;

kernel::words! {
    /// The sort with which a message was declared. It carries no meaning.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum MessageSort {
        /// `int`
        Int = "int",
        /// `real`
        Real = "real",
    }
}

/// A message that participants exchange.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Message {
    /// Name of the message, unique in the system.
    pub name: String,
    /// The declared sort.
    pub sort: MessageSort,
}

/// A transition of a communicating automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transition {
    /// The source state.
    pub source: StateId,
    /// The label.
    pub label: Label,
    /// The target state.
    pub target: StateId,
    /// For an internal step that represents a send whose message is lost: that send.
    pub loss_of: Option<TransitionId>,
}

/// A step of a run: a participant and its transition, which may be an internal one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The participant that moves.
    pub participant: ParticipantId,
    /// The transition of its automaton.
    pub transition: TransitionId,
}

/// One participant's automaton: finite, possibly nondeterministic, with one or more initial states
/// (Definition 2.2.1 of [RSC](crate#bibliography), which has a single one and no internal steps).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommunicatingAutomaton {
    name: String,
    states: Names<StateId>,
    initial: Vec<StateId>,
    transitions: IndexVec<TransitionId, Transition>,
    /// For each state, the transitions that leave it, in order.
    outgoing: Groups<TransitionId>,
    /// For each state, the transitions that leave it, in the order of their labels.
    by_label: Groups<TransitionId>,
    /// For each state, whether it is declared to be final.
    declared_final: IndexVec<StateId, bool>,
}

impl CommunicatingAutomaton {
    /// Returns the participant's name, unique in the system.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the states; in SCM they are numbers in canonical decimal.
    pub fn states(&self) -> &Names<StateId> {
        &self.states
    }

    /// Returns the initial states, at least one, in the order of declaration, without repetition.
    pub fn initial(&self) -> &[StateId] {
        &self.initial
    }

    /// Returns the transitions: the declared ones in order, then the internal twins of the sends
    /// on lossy channels.
    pub fn transitions(&self) -> &IndexVec<TransitionId, Transition> {
        &self.transitions
    }

    /// Returns the transitions that leave `state`, in order.
    pub fn outgoing(&self, state: StateId) -> &[TransitionId] {
        self.outgoing.of(state.index())
    }

    /// Returns the receptions that leave `state`, in order: channel and message.
    pub fn receptions(&self, state: StateId) -> impl Iterator<Item = (ChannelId, MessageId)> {
        self.outgoing(state).iter().filter_map(|&id| match self.transitions[id].label {
            Label::Action(Direction::Receive, channel, message) => Some((channel, message)),
            _ => None,
        })
    }

    /// Returns the receptions of `message` from `channel` that leave `state`, in order.
    ///
    /// # Complexity
    /// Logarithmic in the number of transitions that leave `state`.
    pub fn receptions_of(
        &self,
        state: StateId,
        channel: ChannelId,
        message: MessageId,
    ) -> &[TransitionId] {
        let wanted = Label::Action(Direction::Receive, channel, message);
        let all = self.by_label.of(state.index());
        let start = all.partition_point(|&id| self.transitions[id].label < wanted);
        let length = all[start..].partition_point(|&id| self.transitions[id].label == wanted);
        &all[start..start + length]
    }

    /// Returns the transitions that leave `state` by what they do: the internal steps, then the sends to each channel, then
    /// the receptions from each channel, in the order of the channels. Each group has the labels in order.
    ///
    /// # Complexity
    /// For each group logarithmic in the number of transitions that leave `state`.
    pub fn by_channel(
        &self,
        state: StateId,
    ) -> impl Iterator<Item = (Option<(Direction, ChannelId)>, &[TransitionId])> {
        let mut left = self.by_label.of(state.index());
        std::iter::from_fn(move || {
            let of = |&id: &TransitionId| self.transitions[id].label.port();
            let port = of(left.first()?);
            let (group, others) = left.split_at(left.partition_point(|id| of(id) == port));
            left = others;
            Some((port, group))
        })
    }

    /// Returns the channels that the receptions that leave `state` receive from, in order.
    ///
    /// # Complexity
    /// For each channel that `state` uses logarithmic in the number of transitions that leave it.
    pub fn channels_read(&self, state: StateId) -> impl Iterator<Item = ChannelId> {
        self.by_channel(state).filter_map(|(port, _)| match port {
            Some((Direction::Receive, channel)) => Some(channel),
            _ => None,
        })
    }

    /// Returns the states that are reachable from the initial ones in the automaton alone, in order.
    ///
    /// # Complexity
    /// Linear in the numbers of states and transitions.
    pub fn reachable(&self) -> Vec<StateId> {
        let mut reached = reachable(self.initial.iter().copied(), |&state| {
            self.outgoing(state).iter().map(|&id| self.transitions[id].target)
        });
        reached.sort_unstable();
        reached
    }

    /// Returns `true` if no transition leaves `state`.
    pub fn has_ended(&self, state: StateId) -> bool {
        self.outgoing(state).is_empty()
    }

    /// Returns `true` if `state` is declared to be final: the participant may wait there for ever, or go on.
    pub fn is_declared_final(&self, state: StateId) -> bool {
        self.declared_final[state]
    }

    /// Returns the states that are declared to be final, in order.
    pub fn declared_final(&self) -> impl Iterator<Item = StateId> {
        self.declared_final.enumerate().filter(|(_, is_final)| **is_final).map(|(state, _)| state)
    }

    /// Returns `true` if `state` is final: no transition leaves it, or it is declared to be final.
    pub fn is_final(&self, state: StateId) -> bool {
        self.has_ended(state) || self.is_declared_final(state)
    }

    /// Returns `true` if nothing but the reception of a message can be done in `state`: all transitions that leave it are
    /// receptions, or none does.
    pub fn is_resting(&self, state: StateId) -> bool {
        self.by_label.of(state.index()).first().is_none_or(|&id| self.is_reception(id))
    }

    /// Returns `true` if a reception leaves `state`.
    pub fn has_reception(&self, state: StateId) -> bool {
        self.by_label.of(state.index()).last().is_some_and(|&id| self.is_reception(id))
    }

    fn is_reception(&self, id: TransitionId) -> bool {
        matches!(self.transitions[id].label, Label::Action(Direction::Receive, ..))
    }

    /// Returns `true` if a reception leaves `state`, and it is not final: the participant must not wait there for ever.
    pub fn waits(&self, state: StateId) -> bool {
        !self.is_final(state) && self.has_reception(state)
    }

    /// Returns `true` if transitions leave `state`, all of them receptions.
    pub fn is_receiving(&self, state: StateId) -> bool {
        !self.has_ended(state) && self.is_resting(state)
    }
}

/// A system of communicating automata (Definition 2.2.3 of [RSC](crate#bibliography)).
///
/// A system is built by [`SystemBuilder`]; every id in it is valid.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct System {
    name: String,
    messages: IndexVec<MessageId, Message>,
    channels: IndexVec<ChannelId, Channel>,
    /// The names of the channels; `None` for a channel without a name.
    channel_names: IndexVec<ChannelId, Option<String>>,
    automata: IndexVec<ParticipantId, CommunicatingAutomaton>,
    identity: Identity,
}

/// Identity of a system, shared only with its clones: a number that is unique in this process.
///
/// The identity is no part of the value: equal systems may have different ones.
#[derive(Clone, Copy, Debug)]
struct Identity(u64);

impl Identity {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl PartialEq for Identity {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Identity {}

impl Hash for Identity {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl System {
    /// Returns the system's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the declared messages.
    pub fn messages(&self) -> &IndexVec<MessageId, Message> {
        &self.messages
    }

    /// Returns the text of a label: `! message`, `? message` or `internal`.
    pub fn label_text(&self, label: Label) -> String {
        match label {
            Label::Internal => "internal".to_owned(),
            Label::Action(direction, _, message) => {
                format!("{} {}", direction.sign(), self.messages[message].name)
            }
        }
    }

    /// Returns the channels, numbered from 0.
    pub fn channels(&self) -> &IndexVec<ChannelId, Channel> {
        &self.channels
    }

    /// Returns the name of a channel, or its number if it has none.
    pub fn channel_name(&self, channel: ChannelId) -> Cow<'_, str> {
        match &self.channel_names[channel] {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(channel.index().to_string()),
        }
    }

    /// Returns `true` if a channel has a name besides its number.
    pub fn is_named(&self, channel: ChannelId) -> bool {
        self.channel_names[channel].is_some()
    }

    /// Returns the channel with this name or, for a channel without a name, with this number.
    ///
    /// # Complexity
    /// Linear in the number of channels.
    pub fn channel_called(&self, name: &str) -> Option<ChannelId> {
        self.channels.ids().find(|&channel| self.channel_name(channel) == name)
    }

    /// Returns the first initial state of each participant: the only ones of automata that have one each.
    ///
    /// # Panics
    /// If an automaton has no initial state.
    pub fn first_control(&self) -> IndexVec<ParticipantId, StateId> {
        self.automata.iter().map(|automaton| automaton.initial[0]).collect()
    }

    /// Returns the automata, one for each participant.
    pub fn automata(&self) -> &IndexVec<ParticipantId, CommunicatingAutomaton> {
        &self.automata
    }

    /// Returns the transition that a step takes.
    #[inline]
    pub fn transition(&self, step: Step) -> &Transition {
        &self.automata[step.participant].transitions[step.transition]
    }

    /// Returns the key through which sends (and receptions) of `message` on `channel` conflict.
    pub fn key(&self, channel: ChannelId, message: MessageId) -> Key {
        Key::new(self.channels[channel].kind, channel, message)
    }

    /// Returns the action of a transition, or `None` for an internal step.
    pub fn action(&self, participant: ParticipantId, transition: TransitionId) -> Option<Action> {
        self.automata[participant].transitions[transition].label.action(participant)
    }

    /// Returns `true` if a participant other than `participant` receives `message` from `channel` in some
    /// state.
    ///
    /// # Complexity
    /// Linear in the number of transitions.
    pub fn receives_elsewhere(
        &self,
        participant: ParticipantId,
        channel: ChannelId,
        message: MessageId,
    ) -> bool {
        let reception = Label::Action(Direction::Receive, channel, message);
        self.automata.enumerate().any(|(other, automaton)| {
            other != participant
                && automaton.transitions.iter().any(|transition| transition.label == reception)
        })
    }

    /// Returns for each message of a channel the participants that receive it there in some state, in order.
    ///
    /// # Complexity
    /// Linear in the number of transitions.
    pub fn receivers(&self) -> FxHashMap<(ChannelId, MessageId), Vec<ParticipantId>> {
        let mut receivers: FxHashMap<_, Vec<ParticipantId>> = FxHashMap::default();
        for action in self.actions().filter(|action| action.direction == Direction::Receive) {
            let of_message = receivers.entry((action.channel, action.message)).or_default();
            if of_message.last() != Some(&action.participant) {
                of_message.push(action.participant);
            }
        }
        receivers
    }

    /// Returns the actions of all transitions, participant by participant.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.automata.enumerate().flat_map(move |(participant, automaton)| {
            let ids = automaton.transitions().ids();
            ids.filter_map(move |transition| self.action(participant, transition))
        })
    }

    /// Returns a number that no other system of this process has, except the clones of this one.
    pub fn identity(&self) -> u64 {
        self.identity.0
    }

    /// Returns the system of some participants alone, numbered anew in the given order, with the same channels and
    /// messages.
    ///
    /// # Panics
    /// If there is no participant.
    #[must_use]
    pub fn of_participants(&self, participants: &[ParticipantId]) -> Self {
        assert!(!participants.is_empty(), "a system has a participant");
        let automata = participants.iter().map(|&one| self.automata[one].clone()).collect();
        Self { automata, identity: Identity::new(), ..self.clone() }
    }

    /// Returns this system with some participants idle; all ids stay.
    #[must_use]
    pub fn with_idle(&self, is_idle: impl Fn(ParticipantId) -> bool) -> Self {
        let mut system = Self { identity: Identity::new(), ..self.clone() };
        for (participant, automaton) in self.automata.enumerate().filter(|&(id, _)| is_idle(id)) {
            system.automata[participant] = CommunicatingAutomaton {
                transitions: IndexVec::new(),
                outgoing: Groups::new(automaton.states.len(), std::iter::empty),
                by_label: Groups::new(automaton.states.len(), std::iter::empty),
                ..automaton.clone()
            };
        }
        system
    }

    /// Returns this system with some more states declared to be final; all ids stay.
    #[must_use]
    pub fn with_final(&self, states: impl IntoIterator<Item = (ParticipantId, StateId)>) -> Self {
        let mut system = Self { identity: Identity::new(), ..self.clone() };
        for (participant, state) in states {
            system.automata[participant].declared_final[state] = true;
        }
        system
    }

    /// Returns this system without declared final states; all ids stay.
    #[must_use]
    pub fn without_final(&self) -> Self {
        let mut system = Self { identity: Identity::new(), ..self.clone() };
        for automaton in &mut system.automata {
            automaton.declared_final = IndexVec::filled(false, automaton.states.len());
        }
        system
    }

    /// Returns this system with other names, one for each of its parts; all ids stay.
    #[must_use]
    pub fn with_names(&self, names: SystemNames) -> Self {
        let mut system = Self { identity: Identity::new(), ..self.clone() };
        system.name = names.system;
        system.channel_names = names.channels;
        for (message, name) in system.messages.iter_mut().zip(names.messages) {
            message.name = name;
        }
        let automata = names.participants.into_iter().zip(names.states);
        for (automaton, (name, states)) in system.automata.iter_mut().zip(automata) {
            (automaton.name, automaton.states) = (name, states);
        }
        system
    }

    /// Returns this system with every channel of kind `kind`.
    #[must_use]
    pub fn with_channels(&self, kind: ChannelKind) -> Self {
        let mut system = Self { identity: Identity::new(), ..self.clone() };
        for channel in &mut system.channels {
            channel.kind = kind;
        }
        system
    }
}

/// Builds a [`System`] step by step.
///
/// The caller ensures the invariants; a violated one is a bug of the caller, and panics. Readers of files
/// check first and report diagnostics.
#[derive(Clone, Debug)]
pub struct SystemBuilder {
    pub(super) system: System,
}

impl SystemBuilder {
    /// Starts a system called `name`, without participants, messages or channels.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            system: System {
                name: name.into(),
                messages: IndexVec::new(),
                channels: IndexVec::new(),
                channel_names: IndexVec::new(),
                automata: IndexVec::new(),
                identity: Identity::new(),
            },
        }
    }

    /// Declares a message.
    pub fn message(&mut self, name: impl Into<String>, sort: MessageSort) -> MessageId {
        self.system.messages.push(Message { name: name.into(), sort })
    }

    /// Declares the next channel.
    pub fn channel(&mut self, channel: Channel) -> ChannelId {
        self.system.channel_names.push(None);
        self.system.channels.push(channel)
    }

    /// Declares the next channel, with a name.
    pub fn named_channel(&mut self, name: impl Into<String>, channel: Channel) -> ChannelId {
        self.system.channel_names.push(Some(name.into()));
        self.system.channels.push(channel)
    }

    /// Declares the next participant, with an automaton without states.
    pub fn participant(&mut self, name: impl Into<String>) -> ParticipantId {
        self.system.automata.push(CommunicatingAutomaton {
            name: name.into(),
            states: Names::new(),
            initial: Vec::new(),
            transitions: IndexVec::new(),
            outgoing: Groups::new(0, std::iter::empty),
            by_label: Groups::new(0, std::iter::empty),
            declared_final: IndexVec::new(),
        })
    }

    /// Declares a local state of `participant`.
    pub fn state(&mut self, participant: ParticipantId, name: impl AsRef<str>) -> StateId {
        let automaton = &mut self.system.automata[participant];
        automaton.declared_final.push(false);
        automaton.states.push(name)
    }

    /// Declares that `state` is final although transitions may leave it; a repeated call has no effect.
    pub fn final_state(&mut self, participant: ParticipantId, state: StateId) {
        self.system.automata[participant].declared_final[state] = true;
    }

    /// Makes `state` initial; a repeated call has no effect.
    pub fn initial(&mut self, participant: ParticipantId, state: StateId) {
        self.system.automata[participant].initial.push(state);
    }

    /// Declares a transition of `participant`.
    pub fn transition(
        &mut self,
        participant: ParticipantId,
        source: StateId,
        label: Label,
        target: StateId,
    ) -> TransitionId {
        let transition = Transition { source, label, target, loss_of: None };
        self.system.automata[participant].transitions.push(transition)
    }

    /// Returns the finished system, with an internal twin for each send on a lossy channel.
    ///
    /// # Panics
    /// If there is no participant, an automaton has no initial state, or an id is out of range.
    pub fn finish(mut self) -> System {
        assert!(!self.system.automata.is_empty(), "a system has a participant");
        // A builder may be cloned and used further.
        self.system.identity = Identity::new();
        for participant in self.system.automata.ids() {
            let automaton = &mut self.system.automata[participant];
            let mut seen: IndexVec<StateId, bool> = IndexVec::filled(false, automaton.states.len());
            automaton.initial.retain(|&state| !std::mem::replace(&mut seen[state], true));
            assert!(!automaton.initial.is_empty(), "an automaton has an initial state");
            assert!(
                automaton.initial.iter().all(|&state| state.index() < automaton.states.len()),
                "an initial state is a state of its automaton"
            );
            for id in automaton.transitions.ids() {
                let transition = automaton.transitions[id];
                assert!(
                    transition.target.index() < automaton.states.len(),
                    "the target of a transition is a state of its automaton"
                );
                let Label::Action(direction, channel, message) = transition.label else { continue };
                assert!(self.system.messages.get(message).is_some(), "a message is declared");
                let lossy = self.system.channels.get(channel).expect("a channel is declared").lossy;
                if direction == Direction::Send && lossy {
                    let twin =
                        Transition { label: Label::Internal, loss_of: Some(id), ..transition };
                    automaton.transitions.push(twin);
                }
            }
            let leaving =
                || automaton.transitions.enumerate().map(|(id, t)| (t.source.index(), id));
            automaton.outgoing = Groups::new(automaton.states.len(), leaving);
            let label = |&id: &TransitionId| automaton.transitions[id].label;
            automaton.by_label = automaton.outgoing.sorted_by_key(label);
        }
        self.system
    }
}
