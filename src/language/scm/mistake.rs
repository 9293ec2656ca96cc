//! What can be wrong with a text, each with its stable code.

use crate::kernel::diagnostics::{Code, Severity};

/// A kind of mistake, or of oddity, in a text of this language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mistake {
    /// The text is not UTF-8.
    InvalidUtf8,
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// Characters that belong to no token.
    UnknownCharacters,
    /// A comment does not end.
    UnterminatedComment,
    /// A number does not fit into 64 bits.
    NumberTooLarge,
    /// Expressions nest too deeply.
    TooDeep,
    /// The file has more mistakes than are reported.
    TooManyMistakes,
    /// The file is larger than four gigabytes.
    FileTooLarge,
    /// A `//#` line cannot be read.
    MalformedDirective,
    /// A `//#` line stands twice.
    RepeatedDirective,
    /// The text does not follow the grammar.
    Syntax,
    /// A keyword stands where a name belongs.
    KeywordAsName,
    /// A semicolon is missing.
    MissingSemicolon,
    /// A section is missing.
    MissingSection,
    /// A section stands at the wrong place, or twice.
    MisplacedSection,
    /// A message is not declared.
    UnknownMessage,
    /// A channel does not exist.
    UnknownChannel,
    /// A state does not exist.
    UnknownState,
    /// An automaton does not exist.
    UnknownAutomaton,
    /// A variable is not declared.
    UnknownVariable,
    /// A name or a state is declared twice.
    Duplicate,
    /// A bad specification names an automaton twice.
    AutomatonTwice,
    /// There are no channels.
    NoChannels,
    /// There are absurdly many channels.
    TooManyChannels,
    /// An automaton has no initial state.
    NoInitialState,
    /// An automaton has no states.
    NoStates,
    /// An automaton in a bad specification has no state.
    NoBadState,
    /// A condition stands where a value belongs, or a value where a condition does.
    WrongKind,
    /// A contents expression has the wrong number of separators.
    SeparatorCount,
    /// A separator stands under `^*` or `^+`.
    SeparatorRepeated,
    /// Alternatives have different numbers of separators.
    SeparatorMismatch,
    /// A contents expression constrains a bag.
    BagConstrained,
    /// A contents expression is too complex to be checked.
    ContentsTooComplex,
    /// A condition is not constantly true.
    ConditionUnsupported,
    /// A transition assigns to a variable.
    AssignmentUnsupported,
    /// The model has a `threshold` section.
    ThresholdUnsupported,
    /// A word of McScM that has no meaning here.
    UnsupportedWord,
    /// No transition uses a channel.
    UnusedChannel,
    /// No transition uses a message.
    UnusedMessage,
    /// A state cannot be reached in its automaton.
    UnreachableState,
    /// A transition is written twice.
    DuplicateTransition,
    /// A list names the same thing twice.
    Repeated,
    /// A variable or an initial value has no use.
    UnusedVariable,
    /// A message is declared with a value.
    DroppedMessageValue,
}

impl Mistake {
    /// All kinds, in the order of their codes.
    pub const ALL: [Self; 44] = [
        Self::InvalidUtf8,
        Self::ByteOrderMark,
        Self::UnknownCharacters,
        Self::UnterminatedComment,
        Self::NumberTooLarge,
        Self::TooDeep,
        Self::TooManyMistakes,
        Self::FileTooLarge,
        Self::MalformedDirective,
        Self::RepeatedDirective,
        Self::Syntax,
        Self::KeywordAsName,
        Self::MissingSemicolon,
        Self::MissingSection,
        Self::MisplacedSection,
        Self::UnknownMessage,
        Self::UnknownChannel,
        Self::UnknownState,
        Self::UnknownAutomaton,
        Self::UnknownVariable,
        Self::Duplicate,
        Self::AutomatonTwice,
        Self::NoChannels,
        Self::TooManyChannels,
        Self::NoInitialState,
        Self::NoStates,
        Self::NoBadState,
        Self::WrongKind,
        Self::SeparatorCount,
        Self::SeparatorRepeated,
        Self::SeparatorMismatch,
        Self::BagConstrained,
        Self::ContentsTooComplex,
        Self::ConditionUnsupported,
        Self::AssignmentUnsupported,
        Self::ThresholdUnsupported,
        Self::UnsupportedWord,
        Self::UnusedChannel,
        Self::UnusedMessage,
        Self::UnreachableState,
        Self::DuplicateTransition,
        Self::Repeated,
        Self::UnusedVariable,
        Self::DroppedMessageValue,
    ];

    /// Returns the code, with what there is to explain.
    pub fn code(self) -> &'static Code {
        // The table has the order of the variants, which a test makes sure of.
        &CODES[self as usize]
    }
}

/// Returns the code called `name`, such as `E0102`, with what there is to explain.
///
/// ```
/// use scm_check::language::scm::explanation;
///
/// assert_eq!(explanation("E0102").map(|code| code.title), Some("no such channel"));
/// ```
pub fn explanation(name: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.name.eq_ignore_ascii_case(name))
}

const CODES: [Code; Mistake::ALL.len()] = [
    Code {
        name: "E0001",
        severity: Severity::Error,
        title: "not UTF-8",
        explanation: "A model is text in UTF-8. Names and keywords are ASCII; comments may hold any \
            character. The file holds bytes that encode no character: save it again as \
            UTF-8.",
        example: "scm t : // the bytes ff fe",
    },
    Code {
        name: "E0002",
        severity: Severity::Error,
        title: "byte order mark",
        explanation: "Some editors write an invisible mark before the first character. McScM refuses \
            such files, so that a model with a mark could not be shared: save the file as \
            UTF-8 without it.",
        example: "<mark>scm t :",
    },
    Code {
        name: "E0003",
        severity: Severity::Error,
        title: "characters outside the language",
        explanation: "Outside comments a model holds ASCII letters, digits, `_` and the signs of the \
            language only; blanks are space, tab and line breaks. Conjunction is `and`, \
            repetition in contents is `^*`.",
        example: "to 1 : when x == 0 && y == 0 ;",
    },
    Code {
        name: "E0004",
        severity: Severity::Error,
        title: "comment without end",
        explanation: "Comments `/* ... */` nest: an opening inside a comment needs an end of its own. \
            The place is that of the outermost opening.",
        example: "/* outer /* inner */",
    },
    Code {
        name: "E0005",
        severity: Severity::Error,
        title: "number too large",
        explanation: "Numbers of states and channels are below two to the power of 64.",
        example: "nb_channels = 99999999999999999999 ;",
    },
    Code {
        name: "E0006",
        severity: Severity::Error,
        title: "nested too deeply",
        explanation: "Parentheses, and rows of `not` or `-`, nest at most 256 deep. Nothing behind \
            that place is read.",
        example: "when not not not ... true",
    },
    Code {
        name: "E0007",
        severity: Severity::Error,
        title: "too many mistakes",
        explanation: "Reading stops after a thousand mistakes. Correct the first ones: the others may \
            follow from them.",
        example: "(a file that is no model at all)",
    },
    Code {
        name: "E0008",
        severity: Severity::Error,
        title: "file too large",
        explanation: "Places in a file are kept in 32 bits, so files of four gigabytes and more are \
            refused.",
        example: "(a file of four gigabytes)",
    },
    Code {
        name: "E0009",
        severity: Severity::Error,
        title: "malformed `//#` line",
        explanation: "Comments that begin with `//#` speak to this program: `//# bag_buffers = 0, 1` \
            makes channels bags, `//# expect: rsc = violated` states an answer. They stand \
            on a line of their own.",
        example: "//# bag_buffers = zero",
    },
    Code {
        name: "E0010",
        severity: Severity::Error,
        title: "repeated `//#` line",
        explanation: "Which channels are bags is said once, and an answer is expected once for each \
            property and variant.",
        example: "//# bag_buffers = 0\n//# bag_buffers = 1",
    },
    Code {
        name: "E0020",
        severity: Severity::Error,
        title: "syntax error",
        explanation: "Something else was expected at this place. Reading goes on at the next `;` or at \
            the keyword that opens the next section.",
        example: "initial = 0",
    },
    Code {
        name: "E0021",
        severity: Severity::Error,
        title: "keyword as a name",
        explanation: "The words of the language are reserved: and, automaton, bad_states, cast, false, \
            in, initial, int, lossy, nb_channels, not, or, parameters, real, scm, sqrt, \
            state, threshold, to, true, uncontrollable, when, with. In capitals they are \
            names.",
        example: "parameters : int state ;",
    },
    Code {
        name: "E0022",
        severity: Severity::Error,
        title: "missing `;`",
        explanation: "Declarations, transitions and `nb_channels` end with `;`; `lossy`, `initial` and \
            `bad_states` do not.",
        example: "to 1 : when true , 0 ! m\nto 2 : when true , 0 ? m ;",
    },
    Code {
        name: "E0023",
        severity: Severity::Error,
        title: "missing section",
        explanation: "A model has, in this order: `scm`, `nb_channels`, perhaps `lossy`, `parameters` \
            (which may be empty), one or more of `automaton`, perhaps `bad_states`.",
        example: "scm t :\nparameters :",
    },
    Code {
        name: "E0024",
        severity: Severity::Error,
        title: "misplaced or repeated section",
        explanation: "A model has, in this order: `scm`, `nb_channels`, perhaps `lossy`, `parameters`, \
            one or more of `automaton`, perhaps `bad_states`; all but `automaton` once.",
        example: "lossy : 0\nnb_channels = 1 ;",
    },
    Code {
        name: "E0101",
        severity: Severity::Error,
        title: "undeclared message",
        explanation: "Every message that is sent, received or held by a channel is declared in \
            `parameters`.",
        example: "0 ! rqe",
    },
    Code {
        name: "E0102",
        severity: Severity::Error,
        title: "no such channel",
        explanation: "Channels are numbered from 0; `nb_channels` says how many there are.",
        example: "nb_channels = 1 ;\n... 1 ! m",
    },
    Code {
        name: "E0103",
        severity: Severity::Error,
        title: "no such state",
        explanation: "Every state that is named by `initial`, `to` or `in` is declared by `state` in \
            the same automaton.",
        example: "to 7 : when true ;",
    },
    Code {
        name: "E0104",
        severity: Severity::Error,
        title: "no such automaton",
        explanation: "A bad specification names automata of the model.",
        example: "bad_states : (automaton Z : in 0 : true)",
    },
    Code {
        name: "E0105",
        severity: Severity::Error,
        title: "unknown variable",
        explanation: "Conditions and assignments name variables that their automaton declares before \
            `initial`. Conditions may also name messages; assignments change variables of \
            their own automaton only.",
        example: "when z == 0",
    },
    Code {
        name: "E0106",
        severity: Severity::Error,
        title: "declared twice",
        explanation: "Automata, messages, the variables of one automaton and the states of one \
            automaton are told apart by their names and numbers.",
        example: "state 0 :\nstate 0 :",
    },
    Code {
        name: "E0107",
        severity: Severity::Error,
        title: "automaton twice in a bad specification",
        explanation: "In one specification the automata are a conjunction and the states of one \
            automaton a disjunction: list the states behind one `automaton`. McScM keeps the \
            last mention without a word.",
        example: "(automaton A : in 0 : true automaton A : in 1 : true)",
    },
    Code {
        name: "E0108",
        severity: Severity::Error,
        title: "no channels",
        explanation: "A system has at least one channel, if only an unused one.",
        example: "nb_channels = 0 ;",
    },
    Code {
        name: "E0109",
        severity: Severity::Error,
        title: "too many channels",
        explanation: "At most a million channels are supported.",
        example: "nb_channels = 4000000000 ;",
    },
    Code {
        name: "E0110",
        severity: Severity::Error,
        title: "no initial state",
        explanation: "Each automaton says where it starts: `initial : 0`, or several numbers separated \
            by commas, between its variables and its first state.",
        example: "automaton A :\nstate 0 :",
    },
    Code {
        name: "E0111",
        severity: Severity::Error,
        title: "no states",
        explanation: "Each automaton has a state, if only one without transitions.",
        example: "automaton A :\ninitial : 0",
    },
    Code {
        name: "E0112",
        severity: Severity::Error,
        title: "no state in a bad specification",
        explanation: "Behind `automaton` a specification lists the states that are bad: `in 0 : true \
            in 1 : true`. An automaton that may be anywhere is not named.",
        example: "(automaton A :)",
    },
    Code {
        name: "E0113",
        severity: Severity::Error,
        title: "condition and value confused",
        explanation: "Conditions are `true`, comparisons of values, and their combinations by `not`, \
            `and`, `or`. Values are numbers, variables and arithmetic.",
        example: "when 1",
    },
    Code {
        name: "E0120",
        severity: Severity::Error,
        title: "wrong number of `#`",
        explanation: "A contents expression describes all channels at once, in the order of their \
            numbers, bags included: each of its words has one `#` fewer than there are \
            channels.",
        example: "with a.b   (two channels)",
    },
    Code {
        name: "E0121",
        severity: Severity::Error,
        title: "`#` is repeated",
        explanation: "The number of `#` is fixed by the number of channels, so nothing that contains \
            one can be repeated.",
        example: "with (a.#)^*",
    },
    Code {
        name: "E0122",
        severity: Severity::Error,
        title: "alternatives differ in `#`",
        explanation: "Each alternative describes the same channels, so each has as many `#` as the \
            others.",
        example: "with a.#|b",
    },
    Code {
        name: "E0123",
        severity: Severity::Error,
        title: "contents of a bag are constrained",
        explanation: "What a bag holds cannot be constrained: between its separators every word over \
            the declared messages must be allowed, as by `(a|b)^*` where a and b are all the \
            messages.",
        example: "//# bag_buffers = 0\n... with a.#._",
    },
    Code {
        name: "E0124",
        severity: Severity::Error,
        title: "contents expression too complex",
        explanation: "Whether a bag is constrained is decided by following all sets of positions that \
            a word can reach; for this expression they are too many. Write `(a|b)^*`, with \
            all messages, for the bag.",
        example: "with (a|b)^*.a.(a|b).(a|b). ...",
    },
    Code {
        name: "E0201",
        severity: Severity::Error,
        title: "condition is not supported",
        explanation: "This version decides only conditions that hold whatever the values of variables \
            are: `true`, and what `not`, `and`, `or` make of `true` and `false`. McScM reads \
            other conditions and ignores them, which can make its answer wrong; here they \
            are refused.",
        example: "to 1 : when x == 0 ;",
    },
    Code {
        name: "E0202",
        severity: Severity::Error,
        title: "assignment is not supported",
        explanation: "This version does not follow the values of variables. McScM reads assignments \
            and ignores them; here they are refused.",
        example: "to 1 : when true with x = 1 ;",
    },
    Code {
        name: "E0203",
        severity: Severity::Error,
        title: "`threshold` is not supported",
        explanation: "Thresholds tell McScM how to approximate the values of variables, which this \
            version does not follow.",
        example: "threshold : x < 3",
    },
    Code {
        name: "E0204",
        severity: Severity::Error,
        title: "word is not supported",
        explanation: "`cast`, `sqrt`, `uncontrollable` and the attributes of arithmetic operators are \
            read by McScM; this program refuses them by name.",
        example: "when sqrt x <= 1",
    },
    Code {
        name: "W0301",
        severity: Severity::Warning,
        title: "unused channel",
        explanation: "Nothing is sent to these channels or received from them. Perhaps `nb_channels` \
            is too large.",
        example: "nb_channels = 5 ;",
    },
    Code {
        name: "W0302",
        severity: Severity::Warning,
        title: "unused message",
        explanation: "The message is declared, and neither sent nor received.",
        example: "parameters : int never_sent ;",
    },
    Code {
        name: "W0303",
        severity: Severity::Warning,
        title: "unreachable state",
        explanation: "No path of transitions leads from an initial state to this state, whatever the \
            other automata do.",
        example: "state 9 :",
    },
    Code {
        name: "W0304",
        severity: Severity::Warning,
        title: "transition stands twice",
        explanation: "The second changes nothing.",
        example: "to 1 : when true ;\nto 1 : when true ;",
    },
    Code {
        name: "W0305",
        severity: Severity::Warning,
        title: "said twice",
        explanation: "The second mention changes nothing.",
        example: "initial : 0, 0",
    },
    Code {
        name: "W0306",
        severity: Severity::Warning,
        title: "variable without use",
        explanation: "No condition and no assignment that is read depends on it.",
        example: "int x = 3 ;",
    },
    Code {
        name: "W0307",
        severity: Severity::Warning,
        title: "message with a value",
        explanation: "What a declaration in `parameters` says behind `=` has no influence on the \
            communications.",
        example: "parameters : int m = 3 ;",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_in_the_order_of_the_kinds() {
        for (index, mistake) in Mistake::ALL.into_iter().enumerate() {
            assert_eq!(mistake as usize, index);
        }
        assert!(CODES.windows(2).all(|pair| {
            let number = |code: &Code| (code.severity, code.name);
            number(&pair[0]) < number(&pair[1])
        }));
    }
}
