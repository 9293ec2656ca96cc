//! Codes of the errors and warnings about texts that describe choreographies.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// The text does not follow the grammar.
pub const SYNTAX: Code = Code::new("E0301");
/// A line begins with a word that has no meaning.
pub const UNKNOWN_WORD: Code = Code::new("E0302");
/// A participant sends to itself.
pub const SELF_MESSAGE: Code = Code::new("E0303");
/// An interaction names no channel where others do.
pub const MISSING_CHANNEL: Code = Code::new("E0304");
/// A channel is declared twice.
pub const CHANNEL_TWICE: Code = Code::new("E0305");
/// A state does not exist.
pub const UNKNOWN_STATE: Code = Code::new("E0306");
/// A declaration that may occur once occurs again.
pub const SAID_AGAIN: Code = Code::new("E0307");
/// A construct is recognised but not supported.
pub const UNSUPPORTED: Code = Code::new("E0308");
/// A role is not declared.
pub const UNKNOWN_ROLE: Code = Code::new("E0309");
/// A protocol does not exist.
pub const UNKNOWN_PROTOCOL: Code = Code::new("E0310");
/// A recursion variable is not bound.
pub const UNKNOWN_RECURSION: Code = Code::new("E0311");
/// A protocol is given too few or too many roles or parameters, or one of them twice.
pub const WRONG_ROLES: Code = Code::new("E0312");
/// A role or a protocol is declared twice.
pub const DUPLICATE: Code = Code::new("E0313");
/// A recursion does not describe a regular language.
pub const SELF_EMBEDDING: Code = Code::new("E0314");
/// The automaton is too large.
pub const TOO_LARGE: Code = Code::new("E0315");
/// There is no protocol to begin with.
pub const NO_PROTOCOL: Code = Code::new("E0316");
/// A comment or a quoted text does not end.
pub const UNTERMINATED: Code = Code::new("E0317");
/// There are no interactions.
pub const EMPTY: Code = Code::new("W0401");
/// Operands of a parallel composition share a participant.
pub const SHARED_PARTICIPANT: Code = Code::new("W0402");
/// No interaction uses a channel.
pub const UNUSED_CHANNEL: Code = Code::new("W0403");
/// An interaction is written twice between the same states.
pub const EDGE_TWICE: Code = Code::new("W0404");
/// A part of the text is never reached.
pub const UNREACHABLE: Code = Code::new("W0405");
/// An annotation, or another part that says nothing about the order of messages, is not read.
pub const IGNORED_ANNOTATION: Code = Code::new("W0406");
/// A list names the same thing twice.
pub const REPEATED: Code = Code::new("W0407");
/// A role is declared and never used.
pub const UNUSED_ROLE: Code = Code::new("W0408");
/// A part of a term changes nothing.
pub const WITHOUT_EFFECT: Code = Code::new("W0409");
/// A name is used once, and resembles another.
pub const SIMILAR_NAME: Code = Code::new("W0410");
/// A choice is decided by another role than the named one.
pub const WRONG_DECIDER: Code = Code::new("W0411");
/// The last statement of a block has no semicolon.
pub const MISSING_SEMICOLON: Code = Code::new("W0412");
/// A protocol makes new roles without end.
pub const ENDLESS_ROLES: Code = Code::new("W0413");
/// A branch of a choice is the beginning of another one.
pub const BEGINNING: Code = Code::new("W0414");
