//! Global states as bytes, so that many of them fit into memory.

use kernel::base::Id as _;
use model::component::{
    Composite, GlobalState, InteractionId, LocalState, PlaceId, Type, Value, bits_of,
};

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
    let mut bytes = Vec::with_capacity(4 * state.len());
    for (component, local) in state.enumerate() {
        let atom = composite.atom(component);
        number(&mut bytes, local.place.index() as u64);
        for (variable, value) in local.values.enumerate() {
            match value {
                Value::Int(value) => {
                    let range = atom.variables[variable].range;
                    if range.is_some_and(|(least, most)| *value < least || *value > most) {
                        return None;
                    }
                    // Small numbers of either sign become small numbers.
                    number(&mut bytes, ((value << 1) ^ (value >> 63)).cast_unsigned());
                }
                Value::Bool(value) => bytes.push(u8::from(*value)),
                Value::Float(value) => bytes.extend(bits_of(*value).to_le_bytes()),
                Value::String(value) => {
                    number(&mut bytes, value.len() as u64);
                    bytes.extend(value.as_bytes());
                }
            }
        }
    }
    Some(bytes.into_boxed_slice())
}

/// Returns the global state of these bytes.
pub(super) fn unpack(composite: &Composite, mut bytes: &[u8]) -> GlobalState {
    let bytes = &mut bytes;
    let locals = composite.components().iter().map(|component| {
        let place = usize::try_from(take_number(bytes)).expect("places have small numbers");
        let values = component.atom.variables.iter().map(|variable| match variable.kind() {
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
    });
    locals.collect()
}

/// Writes a number in groups of seven bits, the lowest ones first.
fn number(bytes: &mut Vec<u8>, mut number: u64) {
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
