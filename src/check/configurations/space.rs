//! The asynchronous semantics of a system as a transition system over its configurations.

use std::sync::atomic::{AtomicBool, Ordering};

use kernel::base::{Id as _, IndexVec, combinations};
use kernel::transition_system::TransitionSystem;
use model::cfsm::{
    ChannelId, ChannelKind, CommunicatingAutomaton, Configuration, Contents, Direction, Key, Label,
    MessageId, ParticipantId, StateId, Step, System,
};

/// Maximum number of bytes of a configuration that is stored in place, without the heap.
const IN_PLACE: usize = 30;

/// A configuration in few bytes; equal configurations have equal bytes.
///
/// There is a symbol for each participant, its control state; then, for each channel, one for each
/// message that it holds, and zero after each channel but the last. A bag's messages are sorted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PackedConfiguration(Bytes);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Bytes {
    /// The bytes beyond the length are zero.
    InPlace(u8, [u8; IN_PLACE]),
    OnHeap(Box<[u8]>),
}

impl Bytes {
    fn new(bytes: &[u8]) -> Self {
        match u8::try_from(bytes.len()) {
            Ok(length) if bytes.len() <= IN_PLACE => {
                let mut place = [0; IN_PLACE];
                place[..bytes.len()].copy_from_slice(bytes);
                Self::InPlace(length, place)
            }
            _ => Self::OnHeap(bytes.into()),
        }
    }

    fn as_slice(&self) -> &[u8] {
        match self {
            Self::InPlace(length, place) => &place[..usize::from(*length)],
            Self::OnHeap(bytes) => bytes,
        }
    }
}

/// The buffers of one worker.
#[derive(Clone, Debug, Default)]
pub struct ConfigurationScratch {
    /// The symbols of the configuration that is being expanded.
    symbols: Vec<u32>,
    /// For each channel the index of its first message, and at the end the index behind the last one.
    starts: Vec<usize>,
    bytes: Vec<u8>,
}

impl ConfigurationScratch {
    /// Returns the control state of a participant in the configuration that was read last.
    pub fn control(&self, participant: ParticipantId) -> StateId {
        StateId::from_index(self.symbols[participant.index()] as usize)
    }

    /// Returns `true` if a message can be received by way of `key` in the configuration that was read last.
    pub fn holds(&self, key: Key) -> bool {
        let held = &self.symbols[messages_of(self, key.channel())];
        key.message().map_or(!held.is_empty(), |message| held.contains(&symbol_of(message)))
    }

    /// Returns the number of messages that a channel holds in the configuration that was read last.
    pub fn held(&self, channel: ChannelId) -> usize {
        messages_of(self, channel).len()
    }
}

/// The asynchronous semantics of a system as a transition system over its configurations
/// (Definition 2.2.8 of [RSC](crate#bibliography)).
///
/// Its labels are single steps, internal ones included. There may be infinitely many states.
#[derive(Debug)]
pub struct ConfigurationSpace<'a> {
    system: &'a System,
    /// The initial states of each participant.
    initial: IndexVec<ParticipantId, &'a [StateId]>,
    /// Number of bytes of a symbol.
    width: usize,
    /// Maximum number of messages in a channel.
    bound: Option<usize>,
    /// Whether a send was left out since its channel was full.
    is_cut: AtomicBool,
}

impl<'a> ConfigurationSpace<'a> {
    /// Returns the space of `system`.
    pub fn new(system: &'a System) -> Self {
        let states = system.automata().iter().map(|automaton| automaton.states().len());
        // Zero is not a message.
        let symbols = states.fold(system.messages().len() + 1, usize::max);
        let width = match symbols {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        let initial = system.automata().iter().map(CommunicatingAutomaton::initial).collect();
        Self { system, initial, width, bound: None, is_cut: AtomicBool::new(false) }
    }

    /// Returns the space of `system` without the sends to channels that hold `bound` messages.
    pub fn bounded(system: &'a System, bound: usize) -> Self {
        Self { bound: Some(bound), ..Self::new(system) }
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

    fn unpack_symbols(&self, bytes: &[u8], symbols: &mut Vec<u32>) {
        symbols.clear();
        if self.width == 1 {
            symbols.extend(bytes.iter().map(|&byte| u32::from(byte)));
        } else {
            symbols.extend(bytes.chunks_exact(self.width).map(|bytes| {
                bytes.iter().rev().fold(0, |symbol, &byte| symbol << 8 | u32::from(byte))
            }));
        }
    }

    fn push(&self, symbol: u32, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&symbol.to_le_bytes()[..self.width]);
    }

    /// Writes the start indices of the channels of `symbols` to `starts`.
    fn find_channels(&self, symbols: &[u32], starts: &mut Vec<usize>) {
        let participants = self.system.automata().len();
        let mut start = participants;
        starts.clear();
        starts.push(start);
        for held in symbols[participants..].split(|&symbol| symbol == 0) {
            start += held.len() + 1;
            starts.push(start);
        }
    }

    /// Returns the index in `symbols` of the message `symbol` that can be received from `channel`.
    fn receivable(
        &self,
        scratch: &ConfigurationScratch,
        channel: ChannelId,
        symbol: u32,
    ) -> Option<usize> {
        let messages = messages_of(scratch, channel);
        let held = &scratch.symbols[messages.clone()];
        let place = match self.system.channels()[channel].kind {
            ChannelKind::Fifo => (held.first() == Some(&symbol)).then_some(0),
            ChannelKind::Bag => held.iter().position(|&held| held == symbol),
        };
        place.map(|place| messages.start + place)
    }

    /// Returns the index in `symbols` at which a sent message `symbol` is inserted.
    fn place_for(&self, scratch: &ConfigurationScratch, channel: ChannelId, symbol: u32) -> usize {
        let messages = messages_of(scratch, channel);
        match self.system.channels()[channel].kind {
            ChannelKind::Fifo => messages.end,
            ChannelKind::Bag => {
                let held = &scratch.symbols[messages.clone()];
                messages.start + held.partition_point(|&held| held <= symbol)
            }
        }
    }

    /// Reads the configuration that `packed` represents into `scratch`.
    pub fn read(&self, packed: &PackedConfiguration, scratch: &mut ConfigurationScratch) {
        self.unpack_symbols(packed.0.as_slice(), &mut scratch.symbols);
        self.find_channels(&scratch.symbols, &mut scratch.starts);
    }

    /// Returns `true` if one more message can be sent to `channel` in the configuration that was read last.
    pub fn has_room(&self, scratch: &ConfigurationScratch, channel: ChannelId) -> bool {
        self.bound.is_none_or(|most| scratch.held(channel) < most)
    }

    /// Emits the successors of `packed` by the steps of a participant, in order; [`read`](Self::read) must have read the
    /// configuration into `scratch`.
    pub fn successors_by(
        &self,
        participant: ParticipantId,
        packed: &PackedConfiguration,
        scratch: &mut ConfigurationScratch,
        emit: &mut impl FnMut(Step, PackedConfiguration),
    ) {
        let packed = packed.0.as_slice();
        let width = self.width;
        let automaton = &self.system.automata()[participant];
        for &id in automaton.outgoing(scratch.control(participant)) {
            let transition = &automaton.transitions()[id];
            scratch.bytes.clear();
            match transition.label {
                Label::Internal => scratch.bytes.extend_from_slice(packed),
                Label::Action(Direction::Send, channel, _) if !self.has_room(scratch, channel) => {
                    self.is_cut.store(true, Ordering::Relaxed);
                    continue;
                }
                Label::Action(Direction::Send, channel, message) => {
                    let place = self.place_for(scratch, channel, symbol_of(message)) * width;
                    scratch.bytes.extend_from_slice(&packed[..place]);
                    self.push(symbol_of(message), &mut scratch.bytes);
                    scratch.bytes.extend_from_slice(&packed[place..]);
                }
                Label::Action(Direction::Receive, channel, message) => {
                    let place = self.receivable(scratch, channel, symbol_of(message));
                    let Some(place) = place.map(|place| place * width) else { continue };
                    scratch.bytes.extend_from_slice(&packed[..place]);
                    scratch.bytes.extend_from_slice(&packed[place + width..]);
                }
            }
            let entered = state_symbol(transition.target).to_le_bytes();
            let place = participant.index() * width;
            scratch.bytes[place..place + width].copy_from_slice(&entered[..width]);
            let next = PackedConfiguration(Bytes::new(&scratch.bytes));
            emit(Step { participant, transition: id }, next);
        }
    }

    /// Returns the control state of a participant in the configuration that `packed` represents.
    pub fn control(&self, packed: &PackedConfiguration, participant: ParticipantId) -> StateId {
        let place = participant.index() * self.width;
        let bytes = &packed.0.as_slice()[place..place + self.width];
        let symbol = bytes.iter().rev().fold(0, |symbol, &byte| symbol << 8 | usize::from(byte));
        StateId::from_index(symbol)
    }

    /// Returns the configuration that `packed` represents. The messages of a bag are in the order of their
    /// declaration.
    ///
    /// # Complexity
    /// Linear in the size of the configuration.
    pub fn unpack(&self, packed: &PackedConfiguration) -> Configuration {
        let mut symbols = Vec::new();
        self.unpack_symbols(packed.0.as_slice(), &mut symbols);
        let (control, messages) = symbols.split_at(self.system.automata().len());
        let contents: IndexVec<ChannelId, Contents> = if self.system.channels().is_empty() {
            IndexVec::new()
        } else {
            let channels = messages.split(|&symbol| symbol == 0);
            channels.map(|held| held.iter().map(|&symbol| message(symbol)).collect()).collect()
        };
        let control = control.iter().map(|&state| StateId::from_index(state as usize)).collect();
        Configuration { control, contents }
    }
}

/// Returns the symbol of a message.
fn symbol_of(message: MessageId) -> u32 {
    u32::try_from(message.index() + 1).expect("an id fits into 32 bits, and so does the next")
}

fn message(symbol: u32) -> MessageId {
    MessageId::from_index(symbol as usize - 1)
}

fn state_symbol(state: StateId) -> u32 {
    u32::try_from(state.index()).expect("an id fits into 32 bits")
}

/// Returns the indices of the messages of `channel` in the symbols.
fn messages_of(scratch: &ConfigurationScratch, channel: ChannelId) -> std::ops::Range<usize> {
    scratch.starts[channel.index()]..scratch.starts[channel.index() + 1] - 1
}

impl TransitionSystem for ConfigurationSpace<'_> {
    type State = PackedConfiguration;
    type Label = Step;
    type Scratch = ConfigurationScratch;

    fn initial_states(&self) -> impl Iterator<Item = PackedConfiguration> {
        combinations(&self.initial).map(|control| {
            let mut bytes = Vec::new();
            for &state in &control {
                self.push(state_symbol(state), &mut bytes);
            }
            for _ in self.system.channels().iter().skip(1) {
                self.push(0, &mut bytes);
            }
            PackedConfiguration(Bytes::new(&bytes))
        })
    }

    fn successors(
        &self,
        state: &PackedConfiguration,
        scratch: &mut ConfigurationScratch,
        emit: &mut impl FnMut(Step, PackedConfiguration),
    ) {
        self.read(state, scratch);
        for participant in self.system.automata().ids() {
            self.successors_by(participant, state, scratch, emit);
        }
    }

    fn heap_bytes(&self, state: &PackedConfiguration) -> usize {
        match &state.0 {
            Bytes::InPlace(..) => 0,
            Bytes::OnHeap(bytes) => bytes.len(),
        }
    }
}
