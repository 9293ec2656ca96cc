//! Codes of the errors and warnings about signatures, interactions and multitraces.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// The text does not follow the grammar.
pub const SYNTAX: Code = Code::new("E0401");
/// Characters that belong to no sign of the language.
pub const UNKNOWN_CHARACTERS: Code = Code::new("E0402");
/// A comment, or a quoted text, does not end.
pub const UNTERMINATED: Code = Code::new("E0403");
/// A name does not begin with a letter.
pub const BAD_NAME: Code = Code::new("E0404");
/// A section has a name that has no meaning.
pub const UNKNOWN_SECTION: Code = Code::new("E0405");
/// A section is repeated, or the names are declared in two files.
pub const SECTION_TWICE: Code = Code::new("E0406");
/// A lifeline, or a gate, is not declared.
pub const UNKNOWN_LIFELINE: Code = Code::new("E0407");
/// A message is not declared.
pub const UNKNOWN_MESSAGE: Code = Code::new("E0408");
/// An operator does not exist.
pub const UNKNOWN_OPERATOR: Code = Code::new("E0409");
/// An operator has too few or too many operands.
pub const OPERAND_COUNT: Code = Code::new("E0410");
/// A passing of a message touches no lifeline.
pub const NO_LIFELINE: Code = Code::new("E0411");
/// A synchronous passing has a lifeline twice.
pub const SYNCHRONOUS_TWICE: Code = Code::new("E0412");
/// A construct is recognised but not supported.
pub const UNSUPPORTED: Code = Code::new("E0413");
/// Two locations of a multitrace share a lifeline.
pub const OVERLAP: Code = Code::new("E0414");
/// An action is listed at a location that does not have its lifeline.
pub const WRONG_LOCATION: Code = Code::new("E0415");
/// A comment `/*# expect: ... */` cannot be read.
pub const MALFORMED_EXPECTATION: Code = Code::new("E0416");
/// An answer is stated twice.
pub const REPEATED_EXPECTATION: Code = Code::new("E0417");
/// Names are declared by their use.
pub const UNDECLARED: Code = Code::new("W0501");
/// A list names the same thing twice.
pub const REPEATED: Code = Code::new("W0502");
/// Options of another tool are not read.
pub const IGNORED_OPTIONS: Code = Code::new("W0503");
/// A lifeline and a gate have the same name.
pub const LIFELINE_AND_GATE: Code = Code::new("W0504");
/// A loop does not name its kind.
pub const LOOP_WITHOUT_KIND: Code = Code::note("W0505");
/// A multitrace has no text at all.
pub const EMPTY_MULTITRACE: Code = Code::new("W0506");
/// A location names a lifeline that acts in no letter.
pub const SILENT_LIFELINE: Code = Code::new("W0507");
/// A lifeline is declared and takes part in nothing.
pub const IDLE_LIFELINE: Code = Code::new("W0508");
/// A part changes nothing.
pub const WITHOUT_EFFECT: Code = Code::new("W0509");
/// Arrows from a lifeline to itself are internal steps.
pub const INTERNAL_STEPS: Code = Code::note("W0510");
/// Something in a diagram is no part of the interaction that is read.
pub const LEFT_OUT: Code = Code::new("W0511");
/// A frame of a diagram has no end.
pub const OPEN_FRAME: Code = Code::new("W0512");
/// A sign in the text of a diagram ends this text where the diagram is drawn.
pub const ENDS_EARLY: Code = Code::new("W0513");
/// A branch of a choice is the beginning of another one.
pub const BEGINNING: Code = Code::new("W0514");
/// The parts of a frame that are drawn side by side are linked.
pub const LINKED_PARTS: Code = Code::new("W0515");
