//! Codes of the errors and warnings about SCM texts.

use kernel::diagnostics::Code;

/// The pages that explain the codes.
pub const PAGES: &str = include_str!("codes.txt");

/// Characters that belong to no token.
pub const UNKNOWN_CHARACTERS: Code = Code::new("E0003");
/// A comment does not end.
pub const UNTERMINATED_COMMENT: Code = Code::new("E0004");
/// A number does not fit into 64 bits.
pub const NUMBER_TOO_LARGE: Code = Code::new("E0005");
/// Expressions nest too deeply.
pub const TOO_DEEP: Code = Code::new("E0006");
/// The text does not follow the grammar.
pub const SYNTAX: Code = Code::new("E0020");
/// A keyword stands where a name belongs.
pub const KEYWORD_AS_NAME: Code = Code::new("E0021");
/// A semicolon is missing.
pub const MISSING_SEMICOLON: Code = Code::new("E0022");
/// A section is missing.
pub const MISSING_SECTION: Code = Code::new("E0023");
/// A section stands at the wrong place, or twice.
pub const MISPLACED_SECTION: Code = Code::new("E0024");
/// A message is not declared.
pub const UNKNOWN_MESSAGE: Code = Code::new("E0101");
/// A channel does not exist.
pub const UNKNOWN_CHANNEL: Code = Code::new("E0102");
/// A state does not exist.
pub const UNKNOWN_STATE: Code = Code::new("E0103");
/// An automaton does not exist.
pub const UNKNOWN_AUTOMATON: Code = Code::new("E0104");
/// A variable is not declared.
pub const UNKNOWN_VARIABLE: Code = Code::new("E0105");
/// A name or a state is declared twice.
pub const DUPLICATE: Code = Code::new("E0106");
/// A bad specification names an automaton twice.
pub const AUTOMATON_TWICE: Code = Code::new("E0107");
/// There are no channels.
pub const NO_CHANNELS: Code = Code::new("E0108");
/// There are more channels than are supported.
pub const TOO_MANY_CHANNELS: Code = Code::new("E0109");
/// An automaton has no initial state.
pub const NO_INITIAL_STATE: Code = Code::new("E0110");
/// An automaton has no states.
pub const NO_STATES: Code = Code::new("E0111");
/// An automaton in a bad specification has no state.
pub const NO_BAD_STATE: Code = Code::new("E0112");
/// A condition stands where a value belongs, or a value where a condition does.
pub const WRONG_KIND: Code = Code::new("E0113");
/// A contents expression has the wrong number of separators.
pub const SEPARATOR_COUNT: Code = Code::new("E0120");
/// A separator stands under `^*` or `^+`.
pub const SEPARATOR_REPEATED: Code = Code::new("E0121");
/// Alternatives have different numbers of separators.
pub const SEPARATOR_MISMATCH: Code = Code::new("E0122");
/// A contents expression constrains a bag.
pub const BAG_CONSTRAINED: Code = Code::new("E0123");
/// A contents expression is too complex to be checked.
pub const CONTENTS_TOO_COMPLEX: Code = Code::new("E0124");
/// A separator stands in the contents of one channel.
pub const SEPARATOR_IN_PART: Code = Code::new("E0125");
/// Contents in a list of channels name none.
pub const CONTENTS_WITHOUT_CHANNEL: Code = Code::new("E0126");
/// The contents of a channel are given twice.
pub const CONTENTS_TWICE: Code = Code::new("E0127");
/// `?` stands where no message is declared.
pub const NO_MESSAGE: Code = Code::new("E0128");
/// A contents expression is too large when it is written out.
pub const CONTENTS_TOO_LARGE: Code = Code::new("E0129");
/// A condition is not constantly true.
pub const CONDITION_UNSUPPORTED: Code = Code::new("E0201");
/// A transition assigns to a variable.
pub const ASSIGNMENT_UNSUPPORTED: Code = Code::new("E0202");
/// The model has a `threshold` section.
pub const THRESHOLD_UNSUPPORTED: Code = Code::new("E0203");
/// A word of McScM that has no meaning here.
pub const UNSUPPORTED_WORD: Code = Code::new("E0204");
/// No transition uses a channel.
pub const UNUSED_CHANNEL: Code = Code::new("W0301");
/// No transition uses a message.
pub const UNUSED_MESSAGE: Code = Code::new("W0302");
/// A state cannot be reached in its automaton.
pub const UNREACHABLE_STATE: Code = Code::new("W0303");
/// A transition is written twice.
pub const DUPLICATE_TRANSITION: Code = Code::new("W0304");
/// A list names the same thing twice.
pub const REPEATED: Code = Code::new("W0305");
/// A variable or an initial value has no use.
pub const UNUSED_VARIABLE: Code = Code::new("W0306");
/// A message is declared with a value.
pub const DROPPED_MESSAGE_VALUE: Code = Code::new("W0307");
/// No configuration has the contents of a bad specification.
pub const IMPOSSIBLE_CONTENTS: Code = Code::new("W0308");
/// A comment is nearly a `//#` line.
pub const SILENT_DIRECTIVE: Code = Code::new("W0309");
/// The file begins with a byte order mark.
pub const BYTE_ORDER_MARK: Code = Code::new("W0310");
/// A message is sent on a channel from which nobody receives it.
pub const NEVER_RECEIVED: Code = Code::new("W0311");
/// A message is received from a channel on which nobody sends it.
pub const NEVER_SENT: Code = Code::new("W0312");
/// A channel is only written or only read.
pub const ONE_ENDED_CHANNEL: Code = Code::new("W0313");
/// A participant cannot move.
pub const IMMOBILE: Code = Code::new("W0314");
/// Several participants receive from one FIFO channel.
pub const SHARED_FIFO: Code = Code::new("W0315");
/// No states of the participants meet a bad specification.
pub const IMPOSSIBLE_STATES: Code = Code::new("W0316");
/// One send to a channel is of somebody else than all others.
pub const ODD_SEND: Code = Code::new("W0317");
/// A participant can always go on in a state that is declared final.
pub const FINAL_BUT_ACTIVE: Code = Code::new("W0318");
