//! Values of variables.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The type of a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// Integers of 64 bits.
    Int,
    /// Truth values.
    Bool,
    /// Floating-point numbers of 64 bits.
    Float,
    /// Texts.
    String,
}

impl Type {
    /// All types.
    pub const ALL: [Self; 4] = [Self::Int, Self::Bool, Self::Float, Self::String];

    /// Returns the word of the language for the type.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Bool => "bool",
            Self::Float => "float",
            Self::String => "string",
        }
    }

    /// Returns the value at which variables of the type start unless their atom says otherwise.
    pub fn default_value(self) -> Value {
        match self {
            Self::Int => Value::Int(0),
            Self::Bool => Value::Bool(false),
            Self::Float => Value::Float(0.0),
            Self::String => Value::String(Arc::from("")),
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
    String(Arc<str>),
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

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(left), Self::Int(right)) => left == right,
            (Self::Bool(left), Self::Bool(right)) => left == right,
            (Self::Float(left), Self::Float(right)) => left.to_bits() == right.to_bits(),
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
            Self::Float(value) => value.to_bits().hash(state),
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
