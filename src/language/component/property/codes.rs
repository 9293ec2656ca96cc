//! Codes of the errors and warnings about properties of component systems.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// Characters that belong to no token.
pub const CHARACTERS: Code = Code::new("E1101");
/// The text does not follow the grammar.
pub const SYNTAX: Code = Code::new("E1102");
/// An operator is written as in another language.
pub const OTHER_NOTATION: Code = Code::new("E1103");
/// Operators or parentheses nest too deeply.
pub const TOO_DEEP: Code = Code::new("E1104");
/// A number does not fit into 64 bits.
pub const NUMBER_TOO_LARGE: Code = Code::new("E1105");
/// A component does not exist.
pub const UNKNOWN_COMPONENT: Code = Code::new("E1106");
/// A place does not exist.
pub const UNKNOWN_PLACE: Code = Code::new("E1107");
/// A variable does not exist.
pub const UNKNOWN_VARIABLE: Code = Code::new("E1108");
/// An interaction does not exist.
pub const UNKNOWN_INTERACTION: Code = Code::new("E1109");
/// A function does not exist.
pub const UNKNOWN_FUNCTION: Code = Code::new("E1110");
/// A name stands where a predicate belongs.
pub const NAME_ALONE: Code = Code::new("E1111");
/// A value has the wrong type.
pub const WRONG_TYPE: Code = Code::new("E1112");
/// There are too many values, or too few.
pub const WRONG_COUNT: Code = Code::new("E1113");
/// An operation on constants has no value.
pub const NO_VALUE: Code = Code::new("E1114");
/// A temporal operator stands in a predicate.
pub const TEMPORAL_OPERATOR: Code = Code::new("E1115");
/// Two properties or two states have one name.
pub const DUPLICATE: Code = Code::new("E1116");
/// A state of an automaton does not exist.
pub const UNKNOWN_STATE: Code = Code::new("E1121");
/// An automaton has no initial state, or two.
pub const INITIAL_STATE: Code = Code::new("E1122");
/// A state has no transition in some case.
pub const MISSING_CASE: Code = Code::new("E1123");
/// A state has two transitions in some case.
pub const DOUBLE_CASE: Code = Code::new("E1124");
/// The conditions of a state have too many cases.
pub const TOO_MANY_CASES: Code = Code::new("E1125");
/// The type of an atom that watches does not exist.
pub const UNKNOWN_ATOM: Code = Code::new("E1131");
/// An atom that watches has no port, or several.
pub const OBSERVER_PORTS: Code = Code::new("E1132");
/// No state of an automaton accepts.
pub const NOTHING_ACCEPTS: Code = Code::new("W1101");
