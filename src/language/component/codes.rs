//! Codes of the errors and warnings about texts of component systems.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// The text does not follow the grammar.
pub const SYNTAX: Code = Code::new("E1001");
/// Characters that belong to no token.
pub const UNKNOWN_CHARACTERS: Code = Code::new("E1002");
/// A comment, a text or an annotation does not end.
pub const UNTERMINATED: Code = Code::new("E1003");
/// An `end` is missing or one too many.
pub const MISSING_END: Code = Code::new("E1004");
/// A semicolon is missing.
pub const MISSING_SEMICOLON: Code = Code::new("E1005");
/// A reserved word stands where a name belongs.
pub const KEYWORD_AS_NAME: Code = Code::new("E1006");
/// Expressions or statements nest too deeply.
pub const TOO_DEEP: Code = Code::new("E1007");
/// A number does not fit into its type.
pub const NUMBER_TOO_LARGE: Code = Code::new("E1008");
/// Clocks and other parts of timed systems.
pub const TIMED: Code = Code::new("E1010");
/// A connector exports a port to other connectors.
pub const CONNECTOR_OF_CONNECTORS: Code = Code::new("E1011");
/// A transition leaves or enters several places at once.
pub const SEVERAL_PLACES: Code = Code::new("E1012");
/// Types from outside.
pub const EXTERN_TYPE: Code = Code::new("E1013");
/// Operators from outside.
pub const EXTERN_OPERATOR: Code = Code::new("E1014");
/// Ports from outside.
pub const EXTERNAL_PORT: Code = Code::new("E1015");
/// Invariants in atoms.
pub const INVARIANT: Code = Code::new("E1016");
/// A `define` with parentheses.
pub const NESTED_DEFINE: Code = Code::new("E1017");
/// Several ports under one name.
pub const MERGED_PORTS: Code = Code::new("E1018");
/// A function with a result that nobody has registered.
pub const EXTERN_FUNCTION: Code = Code::new("E1019");
/// A name is not declared.
pub const UNKNOWN_NAME: Code = Code::new("E1020");
/// A type is not declared.
pub const UNKNOWN_TYPE: Code = Code::new("E1021");
/// A name is declared twice.
pub const DUPLICATE: Code = Code::new("E1022");
/// A name stands for several types of the used packages.
pub const AMBIGUOUS: Code = Code::new("E1023");
/// A part of a type or of the package is missing.
pub const MISSING_PART: Code = Code::new("E1024");
/// An expression has the wrong type.
pub const WRONG_TYPE: Code = Code::new("E1025");
/// There are too many or too few arguments.
pub const ARGUMENT_COUNT: Code = Code::new("E1026");
/// Something is set that cannot be set there.
pub const NOT_SETTABLE: Code = Code::new("E1027");
/// A constant has no value.
pub const NO_VALUE: Code = Code::new("E1028");
/// A port is not exported.
pub const PORT_NOT_EXPORTED: Code = Code::new("E1030");
/// A component stands in a connector twice.
pub const COMPONENT_TWICE: Code = Code::new("E1031");
/// Ports are no interaction of their connector.
pub const NO_INTERACTION: Code = Code::new("E1032");
/// A port is named where it does not take part.
pub const NOT_TAKING_PART: Code = Code::new("E1033");
/// Priorities are circular.
pub const CIRCULAR_PRIORITY: Code = Code::new("E1034");
/// There are too many interactions or components.
pub const TOO_MANY: Code = Code::new("E1035");
/// A compound type contains itself.
pub const CONTAINS_ITSELF: Code = Code::new("E1036");
/// A range cannot be read, or bounds nothing.
pub const RANGE: Code = Code::new("E1037");
/// A used package cannot be read.
pub const PACKAGE: Code = Code::new("E1038");
/// Two transitions on one port may be enabled at once.
pub const TWO_TRANSITIONS: Code = Code::new("W1001");
/// An exported port is in no connector.
pub const UNCONNECTED_PORT: Code = Code::new("W1002");
/// A variable starts at the value of its type.
pub const NO_START: Code = Code::new("W1003");
/// A function does nothing.
pub const NO_OPERATION: Code = Code::new("W1004");
/// BIP 2 asks for an export.
pub const NOT_EXPORTED: Code = Code::new("W1005");
