//! Codes of the errors and warnings about texts of communicating machines.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// A line does not follow the grammar.
pub const SYNTAX: Code = Code::new("E0701");
/// A machine does not exist.
pub const UNKNOWN_MACHINE: Code = Code::new("E0702");
/// A machine sends to itself or receives from itself.
pub const SELF_MESSAGE: Code = Code::new("E0703");
/// A state does not exist.
pub const UNKNOWN_STATE: Code = Code::new("E0704");
/// A machine has no beginning, no initial state or no end, or there is no machine.
pub const MISSING: Code = Code::new("E0705");
/// Two machines have one name, or a part of a machine stands twice.
pub const DUPLICATE: Code = Code::new("E0706");
/// A comment does not end.
pub const UNTERMINATED: Code = Code::new("E0707");
/// States cannot be reached.
pub const UNREACHABLE_STATE: Code = Code::new("W0801");
/// A transition stands twice.
pub const TRANSITION_TWICE: Code = Code::new("W0802");
/// A message is only sent, or only received, between two machines.
pub const ONE_ENDED: Code = Code::new("W0803");
