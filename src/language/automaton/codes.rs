//! Codes of the errors and warnings about texts that describe finite automata.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// The text does not follow the grammar.
pub const SYNTAX: Code = Code::new("E0501");
/// A state does not exist.
pub const UNKNOWN_STATE: Code = Code::new("E0502");
/// A symbol is not declared.
pub const UNKNOWN_SYMBOL: Code = Code::new("E0503");
/// A symbol has another number of arguments, or one that words do not have.
pub const WRONG_ARITY: Code = Code::new("E0504");
/// A name is declared twice.
pub const DUPLICATE: Code = Code::new("E0505");
/// The document is of another kind.
pub const WRONG_SCHEMA: Code = Code::new("E0506");
/// A part of the document is missing.
pub const MISSING: Code = Code::new("E0507");
/// There are more states than are read.
pub const TOO_LARGE: Code = Code::new("E0508");
/// The locations do not form a partition.
pub const WRONG_LOCATIONS: Code = Code::new("E0509");
/// A declared number differs from the actual number.
pub const WRONG_COUNT: Code = Code::new("W0601");
/// No line declares which states accept.
pub const NOTHING_FINAL: Code = Code::new("W0602");
/// A transition is written twice.
pub const TRANSITION_TWICE: Code = Code::new("W0603");
