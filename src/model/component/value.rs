//! Values of variables.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Index, IndexMut};
use std::sync::Arc;

use kernel::base::Id as _;

use super::VariableId;

kernel::words! {
    /// The type of a variable.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Type {
        /// Integers of 64 bits.
        Int = "int",
        /// Truth values.
        Bool = "bool",
        /// Floating-point numbers of 64 bits.
        Float = "float",
        /// Texts.
        String = "string",
    }
}

impl Type {
    /// Returns the value at which variables of the type start unless their atom says otherwise.
    pub fn default_value(self) -> Value {
        match self {
            Self::Int => Value::Int(0),
            Self::Bool => Value::Bool(false),
            Self::Float => Value::Float(0.0),
            Self::String => Value::String(Text::from("")),
        }
    }
}

/// A value of a variable.
///
/// States are compared and hashed by the bits of floating-point numbers: `-0.0` and `0.0` differ, and a number that
/// is none equals itself. The operators of the language compare by the rules of IEEE 754.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A floating-point number.
    Float(f64),
    /// A text.
    String(Text),
}

/// A text that is shared by all its copies.
///
/// It is one pointer, so that a [`Value`] takes 16 bytes: most values are numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::rc_buffer, reason = "`Arc<str>` is two pointers")]
pub struct Text(Arc<String>);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Text {
    fn from(text: T) -> Self {
        Self(Arc::new(text.into()))
    }
}

/// The values of a component's variables, in the order of its atom.
///
/// Two values are stored without an allocation: states are copied at each end of an interaction.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Values(Stored);

#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
enum Stored {
    #[default]
    None,
    One([Value; 1]),
    Two([Value; 2]),
    More(Box<[Value]>),
}

impl Values {
    /// Returns the values with their variables.
    pub fn enumerate(&self) -> impl ExactSizeIterator<Item = (VariableId, &Value)> {
        self.iter().enumerate().map(|(index, value)| (VariableId::from_index(index), value))
    }
}

impl Deref for Values {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        match &self.0 {
            Stored::None => &[],
            Stored::One(values) => values,
            Stored::Two(values) => values,
            Stored::More(values) => values,
        }
    }
}

impl Index<VariableId> for Values {
    type Output = Value;

    #[inline]
    fn index(&self, variable: VariableId) -> &Value {
        &(**self)[variable.index()]
    }
}

impl IndexMut<VariableId> for Values {
    #[inline]
    fn index_mut(&mut self, variable: VariableId) -> &mut Value {
        let values: &mut [Value] = match &mut self.0 {
            Stored::None => &mut [],
            Stored::One(values) => values,
            Stored::Two(values) => values,
            Stored::More(values) => values,
        };
        &mut values[variable.index()]
    }
}

impl FromIterator<Value> for Values {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut values = values.into_iter();
        Self(match [values.next(), values.next(), values.next()] {
            [None, ..] => Stored::None,
            [Some(first), None, _] => Stored::One([first]),
            [Some(first), Some(second), None] => Stored::Two([first, second]),
            first => Stored::More(first.into_iter().flatten().chain(values).collect()),
        })
    }
}

impl Value {
    /// Returns the type.
    pub const fn kind(&self) -> Type {
        match self {
            Self::Int(_) => Type::Int,
            Self::Bool(_) => Type::Bool,
            Self::Float(_) => Type::Float,
            Self::String(_) => Type::String,
        }
    }

    /// Returns the truth value.
    ///
    /// # Panics
    /// If it is of another type.
    #[inline]
    pub fn truth(&self) -> bool {
        match self {
            Self::Bool(value) => *value,
            other => panic!("{other} is no truth value: conditions have the type bool"),
        }
    }
}

/// Returns the bits by which states compare floating-point numbers: one pattern stands for all numbers that are none.
pub const fn bits_of(number: f64) -> u64 {
    if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(left), Self::Int(right)) => left == right,
            (Self::Bool(left), Self::Bool(right)) => left == right,
            (Self::Float(left), Self::Float(right)) => bits_of(*left) == bits_of(*right),
            (Self::String(left), Self::String(right)) => left == right,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Int(value) => value.hash(state),
            Self::Bool(value) => value.hash(state),
            Self::Float(value) => bits_of(*value).hash(state),
            Self::String(value) => value.hash(state),
        }
    }
}

impl fmt::Display for Value {
    /// Writes the value as the language does: `-3`, `true`, `0.5`, `"text"`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(formatter, "{value}"),
            Self::Bool(value) => write!(formatter, "{value}"),
            Self::Float(value) => write!(formatter, "{value:?}"),
            Self::String(value) => {
                formatter.write_str("\"")?;
                for character in value.chars() {
                    match character {
                        '"' | '\\' => write!(formatter, "\\{character}")?,
                        '\n' => formatter.write_str("\\n")?,
                        '\t' => formatter.write_str("\\t")?,
                        '\r' => formatter.write_str("\\r")?,
                        _ => write!(formatter, "{character}")?,
                    }
                }
                formatter.write_str("\"")
            }
        }
    }
}
