//! The asynchronous semantics of a system as a transition system over its configurations.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::contents::{ContentsId, KeyId};
use super::tables::{Change, ChangeId, ControlId, Missing, Tables};
use super::words::Words;
use kernel::base::{Field, Id as _, IndexVec, Interner, LayoutBuilder, RecordLayout, combinations};
use kernel::transition_system::TransitionSystem;
use model::cfsm::{
    Action, Channel, ChannelId, ChannelKind, CommunicatingAutomaton, Configuration, Direction, Key,
    Label, ParticipantId, StateId, Step, System, TransitionId,
};

/// Maximum number of transitions that are tried one by one; of more only those whose messages come first in their channels.
const TRIED: usize = 8;

/// A configuration of a [`ConfigurationSpace`]; equal configurations of one space have equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedConfiguration {
    control: ControlId,
    contents: ContentsId,
}

impl PackedConfiguration {
    /// Returns `true` if a channel holds a message.
    pub fn has_messages(self) -> bool {
        // The first contents that are stored are the empty ones.
        self.contents.index() != 0
    }
}

/// The buffers of one worker.
#[derive(Clone, Debug, Default)]
pub struct ConfigurationScratch {
    control: Vec<u64>,
    /// The transitions to try of a state that has many.
    transitions: Vec<TransitionId>,
}

/// The FIFO channels, and the messages in each bag.
#[derive(Debug)]
struct Keys {
    /// In the order of the channels, and of the messages of one.
    all: IndexVec<KeyId, Key>,
    /// The number of keys of the channels before each, and of all.
    before: Vec<usize>,
}

impl Keys {
    fn new(system: &System) -> Self {
        let of = |action: Action| {
            Key::new(system.channels()[action.channel].kind, action.channel, action.message)
        };
        let used: BTreeSet<Key> = system.actions().map(of).collect();
        let (mut all, mut before) = (IndexVec::new(), vec![0]);
        for (channel, Channel { kind, .. }) in system.channels().enumerate() {
            match kind {
                ChannelKind::Fifo => {
                    all.push(Key::Channel(channel));
                }
                ChannelKind::Bag => {
                    let own = used.iter().filter(|key| key.channel() == channel);
                    own.for_each(|&key| {
                        all.push(key);
                    });
                }
            }
            before.push(all.len());
        }
        Self { all, before }
    }

    /// Returns the numbers of the keys of a channel.
    fn of(&self, channel: ChannelId) -> Range<usize> {
        self.before[channel.index()]..self.before[channel.index() + 1]
    }

    /// Returns the number of a key; `None` if it is a message that is never in that bag.
    fn number(&self, key: Key) -> Option<KeyId> {
        let own = self.of(key.channel());
        let place = self.all.as_slice()[own.clone()].binary_search(&key).ok()?;
        Some(KeyId::from_index(own.start + place))
    }
}

/// The asynchronous semantics of a system as a transition system over its configurations
/// (Definition 2.2.8 of [RSC](crate#bibliography)).
///
/// Its labels are single steps, internal ones included. There may be infinitely many states.
#[derive(Debug)]
pub struct ConfigurationSpace<'a> {
    system: &'a System,
    keys: Keys,
    /// The place of each participant's state among the control states.
    fields: IndexVec<ParticipantId, Field>,
    /// The size of control states.
    layout: RecordLayout,
    /// The initial states of each participant.
    initial: IndexVec<ParticipantId, &'a [StateId]>,
    changes: IndexVec<ChangeId, Change>,
    /// How each transition changes the contents, unless it is an internal one.
    change_of: IndexVec<ParticipantId, IndexVec<TransitionId, Option<ChangeId>>>,
    /// Maximum number of messages in a channel.
    bound: Option<usize>,
    /// Whether a send was left out since its channel was full.
    is_cut: AtomicBool,
    tables: RwLock<Tables>,
}

/// What to do about something that is not stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IfMissing {
    Store,
    End,
}

/// Returns a function that emits what another one does, and never needs no more.
fn to_the_end(
    emit: &mut impl FnMut(Step, PackedConfiguration),
) -> impl FnMut(Step, PackedConfiguration) -> ControlFlow<()> {
    |step, after| {
        emit(step, after);
        ControlFlow::Continue(())
    }
}

/// The tables while they are read.
type Reading<'t> = RwLockReadGuard<'t, Tables>;

impl<'a> ConfigurationSpace<'a> {
    /// Returns the space of `system`.
    pub fn new(system: &'a System) -> Self {
        let keys = Keys::new(system);
        let mut changes = Interner::default();
        let mut change = |label: Label| match label {
            Label::Internal => None,
            Label::Action(direction, channel, message) => {
                let kind = system.channels()[channel].kind;
                let key = keys.number(Key::new(kind, channel, message))?;
                Some(changes.id(&Change { direction, key, message }))
            }
        };
        let automata = system.automata();
        let mut changes_of = |automaton: &CommunicatingAutomaton| {
            automaton.transitions().iter().map(|transition| change(transition.label)).collect()
        };
        let change_of = automata.iter().map(&mut changes_of).collect();
        let initial = automata.iter().map(CommunicatingAutomaton::initial).collect();
        let mut layout = LayoutBuilder::new();
        let mut field =
            |automaton: &CommunicatingAutomaton| layout.field(automaton.states().len() as u64);
        let fields = automata.iter().map(&mut field).collect();
        let layout = layout.finish();
        let tables = Tables::new(layout.bytes(), keys.all.len());
        let (is_cut, tables) = (AtomicBool::new(false), RwLock::new(tables));
        let changes = changes.items().clone();
        let bound = None;
        Self { system, keys, fields, layout, initial, changes, change_of, bound, is_cut, tables }
    }

    /// Returns the space of `system` without the sends to channels that hold `bound` messages.
    pub fn bounded(system: &'a System, bound: usize) -> Self {
        Self { bound: Some(bound), ..Self::new(system) }
    }

    /// Returns the space of the same system with all sends; the numbers of configurations stay.
    #[must_use]
    pub fn without_bound(self) -> Self {
        Self { bound: None, ..self }
    }

    /// Returns the maximum number of messages in a channel, if there is one.
    pub fn bound(&self) -> Option<usize> {
        self.bound
    }

    /// Returns `true` if a send was left out of the successors that were computed so far.
    pub fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    /// Returns the system.
    pub fn system(&self) -> &'a System {
        self.system
    }

    fn read(&self) -> Reading<'_> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tables> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a configuration as something to look at. No steps can be asked for while it exists.
    pub fn view(&self, configuration: PackedConfiguration) -> ConfigurationView<'_> {
        ConfigurationView { space: self, tables: self.read(), configuration }
    }

    /// Emits the successors of a configuration by the steps of a participant, in order.
    pub fn successors_by(
        &self,
        participant: ParticipantId,
        configuration: PackedConfiguration,
        scratch: &mut ConfigurationScratch,
        emit: &mut impl FnMut(Step, PackedConfiguration),
    ) {
        let emit = &mut to_the_end(emit);
        self.emit_steps(configuration, [participant], IfMissing::Store, scratch, emit);
    }

    /// Emits the successors of a configuration by the steps of some participants until `emit` needs no more; returns `false`
    /// if it ends at something that is not stored.
    fn emit_steps(
        &self,
        PackedConfiguration { control, contents }: PackedConfiguration,
        participants: impl IntoIterator<Item = ParticipantId>,
        if_missing: IfMissing,
        scratch: &mut ConfigurationScratch,
        emit: &mut impl FnMut(Step, PackedConfiguration) -> ControlFlow<()>,
    ) -> bool {
        let mut tables = self.read();
        // Computed for the first change.
        let mut sum = None;
        scratch.control.clear();
        scratch.control.extend(tables.controls.words(control));
        scratch.control.resize(self.layout.words(), 0);
        for participant in participants {
            let (field, automaton) =
                (self.fields[participant], &self.system.automata()[participant]);
            let state = StateId::from_index(field.index(&scratch.control));
            let mut tried = std::mem::take(&mut scratch.transitions);
            tried.clear();
            let outgoing = match automaton.outgoing(state) {
                few if few.len() <= TRIED => few,
                _ => {
                    self.possible(&tables, contents, (automaton, state), &mut tried);
                    &tried
                }
            };
            for &transition in outgoing {
                let contents = match self.change_of[participant][transition] {
                    None => contents,
                    Some(change) => {
                        match self.contents_after(&tables, contents, &mut sum, change) {
                            Ok(None) => continue,
                            Ok(Some(after)) => after,
                            Err(_) if if_missing == IfMissing::End => return false,
                            Err(_) => {
                                drop(tables);
                                let change = self.changes[change];
                                let after = self.write().insert_contents_after(contents, change);
                                tables = self.read();
                                after
                            }
                        }
                    }
                };
                field.set(
                    &mut scratch.control,
                    automaton.transitions()[transition].target.index() as u64,
                );
                let control = match tables.controls.find(&scratch.control) {
                    Some(found) => found,
                    None if if_missing == IfMissing::End => return false,
                    None => {
                        drop(tables);
                        let control = self.write().controls.insert(&scratch.control);
                        tables = self.read();
                        control
                    }
                };
                field.set(&mut scratch.control, state.index() as u64);
                let after = PackedConfiguration { control, contents };
                if emit(Step { participant, transition }, after).is_break() {
                    scratch.transitions = tried;
                    return true;
                }
            }
            scratch.transitions = tried;
        }
        true
    }

    /// Appends the transitions of a local state that may be possible, in order: the others send to full channels, or receive
    /// from FIFO channels that begin with another message.
    ///
    /// # Complexity
    /// Linear in the number of these transitions and of the channels that the state uses, but for logarithms.
    fn possible(
        &self,
        tables: &Tables,
        contents: ContentsId,
        (automaton, state): (&CommunicatingAutomaton, StateId),
        into: &mut Vec<TransitionId>,
    ) {
        for (port, transitions) in automaton.by_channel(state) {
            into.extend_from_slice(match port {
                Some((Direction::Send, channel)) if !self.has_room(tables, contents, channel) => {
                    self.is_cut.store(true, Ordering::Relaxed);
                    &[]
                }
                Some((Direction::Receive, channel))
                    if self.system.channels()[channel].kind == ChannelKind::Fifo =>
                {
                    let key = KeyId::from_index(self.keys.of(channel).start);
                    let word = tables.contents.word(contents, key);
                    let first = tables.words.messages(word).next();
                    first.map_or(&[], |first| automaton.receptions_of(state, channel, first))
                }
                _ => transitions,
            });
        }
        into.sort_unstable();
    }

    /// Returns `true` if one more message can be sent to a channel.
    fn has_room(&self, tables: &Tables, contents: ContentsId, channel: ChannelId) -> bool {
        self.bound.is_none_or(|most| tables.held(contents, self.keys.of(channel)) < most)
    }

    /// Returns the contents after a change; `None` if it is not possible. `sum` is that of the contents before, if it was
    /// computed.
    ///
    /// # Errors
    /// What has to be stored first.
    fn contents_after(
        &self,
        tables: &Tables,
        contents: ContentsId,
        sum: &mut Option<u64>,
        change: ChangeId,
    ) -> Result<Option<ContentsId>, Missing> {
        let by = self.changes[change];
        let Change { direction, key, message } = by;
        match direction {
            Direction::Send => {
                if !self.has_room(tables, contents, self.keys.all[key].channel()) {
                    self.is_cut.store(true, Ordering::Relaxed);
                    return Ok(None);
                }
            }
            Direction::Receive => {
                let word = tables.contents.word(contents, key);
                if !tables.words.begins_with(word, message) {
                    return Ok(None);
                }
            }
        }
        let sum = *sum.get_or_insert_with(|| tables.contents.sum(contents));
        tables.contents_after(contents, sum, by).map(Some)
    }

    /// Returns the control state of a participant in a configuration.
    pub fn control(
        &self,
        configuration: PackedConfiguration,
        participant: ParticipantId,
    ) -> StateId {
        self.state(&self.read(), configuration.control, participant)
    }

    fn state(&self, tables: &Tables, control: ControlId, participant: ParticipantId) -> StateId {
        let mut words = tables.controls.words(control);
        let word = |place| words.nth(place).unwrap_or(0);
        StateId::from_index(self.fields[participant].index_by(word))
    }

    /// Returns a configuration in full. The messages of a bag are in the order of their declaration.
    ///
    /// # Complexity
    /// Linear in the size of the configuration.
    pub fn unpack(&self, configuration: PackedConfiguration) -> Configuration {
        let mut unpacked = self.buffer();
        self.unpack_into(configuration, &mut unpacked);
        unpacked
    }

    /// Returns a configuration to be replaced by others.
    pub fn buffer(&self) -> Configuration {
        let control = self.system.automata().iter().map(|_| StateId::from_index(0)).collect();
        Configuration::empty(self.system, control)
    }

    /// Replaces a configuration of this space by another one, as [`unpack`](Self::unpack) returns it, without new memory
    /// where that is possible.
    ///
    /// # Complexity
    /// Linear in the size of the configuration.
    pub fn unpack_into(&self, configuration: PackedConfiguration, unpacked: &mut Configuration) {
        self.begin_into(configuration, usize::MAX, unpacked);
    }

    /// Like [`unpack_into`](Self::unpack_into), with only those messages that can be received next: of a FIFO channel the
    /// first, of a bag one of each message. That is all that linear properties depend on.
    ///
    /// # Complexity
    /// Linear in the number of channels and of messages of bags.
    pub fn heads_into(&self, configuration: PackedConfiguration, unpacked: &mut Configuration) {
        self.begin_into(configuration, 1, unpacked);
    }

    /// Unpacks the first `most` messages of each word.
    fn begin_into(
        &self,
        configuration: PackedConfiguration,
        most: usize,
        unpacked: &mut Configuration,
    ) {
        let tables = self.read();
        for (participant, place) in unpacked.control.iter_mut().enumerate() {
            let participant = ParticipantId::from_index(participant);
            *place = self.state(&tables, configuration.control, participant);
        }
        for (channel, place) in unpacked.contents.iter_mut().enumerate() {
            let keys = self.keys.of(ChannelId::from_index(channel));
            let words = tables.contents.words(configuration.contents, keys);
            place.refill(words.flat_map(|word| tables.words.messages(word).take(most)));
        }
    }
}

/// A configuration to look at.
#[derive(Debug)]
pub struct ConfigurationView<'t> {
    space: &'t ConfigurationSpace<'t>,
    tables: Reading<'t>,
    configuration: PackedConfiguration,
}

impl ConfigurationView<'_> {
    /// Returns the control state of a participant.
    pub fn control(&self, participant: ParticipantId) -> StateId {
        self.space.state(&self.tables, self.configuration.control, participant)
    }

    /// Returns `true` if a message can be received by way of `key`.
    pub fn holds(&self, key: Key) -> bool {
        let (contents, held) = (self.configuration.contents, &self.tables.contents);
        self.space.keys.number(key).is_some_and(|key| held.word(contents, key) != Words::EMPTY)
    }

    /// Returns `true` if one more message can be sent to a channel.
    pub fn has_room(&self, channel: ChannelId) -> bool {
        self.space.has_room(&self.tables, self.configuration.contents, channel)
    }

    /// Returns the number of messages that a channel holds.
    pub fn held(&self, channel: ChannelId) -> usize {
        self.tables.held(self.configuration.contents, self.space.keys.of(channel))
    }
}

impl TransitionSystem for ConfigurationSpace<'_> {
    type State = PackedConfiguration;
    type Label = Step;
    type Scratch = ConfigurationScratch;

    fn initial_states(&self) -> impl Iterator<Item = PackedConfiguration> {
        let contents = ContentsId::from_index(0);
        combinations(&self.initial).map(move |control| {
            let mut packed = vec![0; self.layout.words()];
            for (field, state) in self.fields.iter().zip(control) {
                field.set(&mut packed, state.index() as u64);
            }
            let control = self.write().controls.insert(&packed);
            PackedConfiguration { control, contents }
        })
    }

    fn successors(
        &self,
        state: &PackedConfiguration,
        scratch: &mut ConfigurationScratch,
        emit: &mut impl FnMut(Step, PackedConfiguration),
    ) {
        let emit = &mut to_the_end(emit);
        self.emit_steps(*state, self.fields.ids(), IfMissing::Store, scratch, emit);
    }

    fn known_successors(
        &self,
        state: &PackedConfiguration,
        scratch: &mut ConfigurationScratch,
        emit: &mut impl FnMut(Step, PackedConfiguration) -> ControlFlow<()>,
    ) -> bool {
        self.emit_steps(*state, self.fields.ids(), IfMissing::End, scratch, emit)
    }

    fn shared_bytes(&self) -> usize {
        self.read().bytes()
    }
}
