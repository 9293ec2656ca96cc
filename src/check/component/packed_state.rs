//! Global states as bytes, so that many of them fit into memory.

use kernel::base::{Id as _, IndexVec};
use model::component::{
    Atom, Changed, ComponentId, Composite, GlobalState, InteractionId, LocalState, PlaceId, Type,
    Value, bits_of,
};
use smallvec::SmallVec;

/// A state of an exploration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum PackedState {
    /// A global state, and the interaction that led to it where that matters.
    State(Box<[u8]>, Option<InteractionId>),
    /// The system has an error in the state before, or in the step to here.
    Fault,
    /// A variable has left its range for exploration.
    Beyond,
}

/// Returns the bytes of a global state; `None` if a variable has left its range.
pub(super) fn pack(composite: &Composite, state: &GlobalState) -> Option<Box<[u8]>> {
    let mut bytes = SmallVec::new();
    for (component, local) in state.enumerate() {
        pack_local(composite, component, local, &mut bytes)?;
    }
    Some(bytes.as_slice().into())
}

/// Returns the bytes of the global state that `before` becomes by changes of some components, of which the last one of a
/// component counts; `ends` are where the states of the components end in `before`. `None` if a variable has left its range.
pub(super) fn pack_changed(
    composite: &Composite,
    before: &[u8],
    ends: &IndexVec<ComponentId, usize>,
    mut changed: Changed,
) -> Option<Box<[u8]>> {
    changed.sort_by_key(|&(component, _)| component);
    let mut bytes = SmallVec::new();
    let mut copied = 0;
    for (index, (component, local)) in changed.iter().enumerate() {
        if changed.get(index + 1).is_some_and(|(next, _)| next == component) {
            continue;
        }
        let begin =
            component.index().checked_sub(1).map_or(0, |last| ends[ComponentId::from_index(last)]);
        bytes.extend_from_slice(&before[copied..begin]);
        copied = ends[*component];
        pack_local(composite, *component, local, &mut bytes)?;
    }
    bytes.extend_from_slice(&before[copied..]);
    Some(bytes.as_slice().into())
}

/// The bytes of a global state that is written.
type Written = SmallVec<[u8; 128]>;

/// Writes the state of a component; `None` if a variable has left its range.
fn pack_local(
    composite: &Composite,
    component: ComponentId,
    local: &LocalState,
    bytes: &mut Written,
) -> Option<()> {
    number(bytes, local.place.index() as u64);
    for (variable, value) in local.values.enumerate() {
        match value {
            Value::Int(value) => {
                let range = composite.atom(component).variables[variable].range;
                if range.is_some_and(|(least, most)| *value < least || *value > most) {
                    return None;
                }
                // Small numbers of either sign become small numbers.
                number(bytes, ((value << 1) ^ (value >> 63)).cast_unsigned());
            }
            Value::Bool(value) => bytes.push(u8::from(*value)),
            Value::Float(value) => bytes.extend_from_slice(&bits_of(*value).to_le_bytes()),
            Value::String(value) => {
                number(bytes, value.len() as u64);
                bytes.extend_from_slice(value.as_bytes());
            }
        }
    }
    Some(())
}

/// A global state that was read from bytes.
#[derive(Debug, Default)]
pub(super) struct Unpacked {
    pub(super) state: GlobalState,
    /// Where the state of each component ends in the bytes.
    pub(super) ends: IndexVec<ComponentId, usize>,
}

impl Unpacked {
    /// Replaces the state by that of other bytes.
    pub(super) fn replace(&mut self, composite: &Composite, bytes: &[u8]) {
        let mut rest = bytes;
        if self.ends.is_empty() {
            self.state = composite.start_values();
            self.ends = IndexVec::filled(0, self.state.len());
        }
        for (id, component) in composite.components().enumerate() {
            self.state[id] = unpack_local(&component.atom, &mut rest);
            self.ends[id] = bytes.len() - rest.len();
        }
    }
}

/// Returns the global state of these bytes.
pub(super) fn unpack(composite: &Composite, mut bytes: &[u8]) -> GlobalState {
    composite.components().iter().map(|one| unpack_local(&one.atom, &mut bytes)).collect()
}

/// Reads the state of a component.
fn unpack_local(atom: &Atom, bytes: &mut &[u8]) -> LocalState {
    let place = usize::try_from(take_number(bytes)).expect("places have small numbers");
    let values = atom.variables.iter().map(|variable| match variable.kind() {
        Type::Int => {
            let number = take_number(bytes);
            Value::Int((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
        }
        Type::Bool => Value::Bool(take(bytes, 1)[0] == 1),
        Type::Float => {
            let bits = take(bytes, 8).try_into().expect("eight bytes");
            Value::Float(f64::from_bits(u64::from_le_bytes(bits)))
        }
        Type::String => {
            let length = usize::try_from(take_number(bytes)).expect("texts fit into memory");
            let text = std::str::from_utf8(take(bytes, length)).expect("texts are UTF-8");
            Value::String(text.into())
        }
    });
    LocalState { place: PlaceId::from_index(place), values: values.collect() }
}

/// Writes a number in groups of seven bits, the lowest ones first.
fn number(bytes: &mut Written, mut number: u64) {
    while number >= 0x80 {
        bytes.push(low_bits(number) | 0x80);
        number >>= 7;
    }
    bytes.push(low_bits(number));
}

fn low_bits(number: u64) -> u8 {
    u8::try_from(number & 0x7f).expect("seven bits fit into a byte")
}

fn take_number(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)[0];
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(length);
    *bytes = rest;
    taken
}
