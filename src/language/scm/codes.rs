//! What there is to say about each code, in the order of the kinds of mistakes.

use kernel::diagnostics::{Code, Severity};

/// The codes; the position is that of the kind.
pub(super) const CODES: [Code; 51] = [
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
            makes channels bags, `//# expect: rsc = violated` states an answer. They end \
            with their line.",
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
            channels. To speak of some channels only, name them: `with 0 = a.b`.",
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
            the declared messages must be allowed, as by `*`, or by `(a|b)^*` where a and b are \
            all the messages. A list of channels leaves the bag out.",
        example: "//# bag_buffers = 0\n... with a.#._",
    },
    Code {
        name: "E0124",
        severity: Severity::Error,
        title: "contents expression too complex",
        explanation: "Whether a bag is constrained is decided by following all sets of positions that \
            a word can reach; for this expression they are too many. Write `*` for the bag.",
        example: "with (a|b)^*.a.(a|b).(a|b). ...",
    },
    Code {
        name: "E0125",
        severity: Severity::Error,
        title: "`#` in the contents of one channel",
        explanation: "Behind `0 =` stands what channel 0 holds, and nothing else: `#` separates \
            channels only where they are not named.",
        example: "with 0 = a.#.b",
    },
    Code {
        name: "E0126",
        severity: Severity::Error,
        title: "contents without a channel",
        explanation: "Contents are written for all channels in their order, with `#` between them, \
            or as a list in which each part names its channel; the two forms do not mix.",
        example: "with 0 = a, b",
    },
    Code {
        name: "E0127",
        severity: Severity::Error,
        title: "contents of a channel given twice",
        explanation: "A list of contents names each channel at most once. Several possibilities are \
            alternatives: `0 = a|b`.",
        example: "with 0 = a, 0 = b",
    },
    Code {
        name: "E0128",
        severity: Severity::Error,
        title: "`?` without messages",
        explanation: "In contents `?` is any one of the declared messages. Where none is declared, \
            channels are always empty: write `_`.",
        example: "parameters :\n... with ?",
    },
    Code {
        name: "E0129",
        severity: Severity::Error,
        title: "contents too large",
        explanation: "`?` and `*` stand for the alternatives of all messages, and so does each \
            channel that a list of contents does not name. In one file they may stand for \
            two million messages and signs together.",
        example: "nb_channels = 1000000 ;\n... with 0 = a",
    },
    Code {
        name: "E0201",
        severity: Severity::Error,
        title: "condition is not supported",
        explanation: "This version decides only conditions whose truth does not depend on variables: \
            `true`, `1 + 1 == 2`, and what `not`, `and`, `or` make of them. A transition \
            whose condition never holds is as good as none. McScM reads \
            all conditions and ignores them, which can make its answer wrong; the others \
            are refused here.",
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
    Code {
        name: "W0308",
        severity: Severity::Warning,
        title: "contents that no configuration has",
        explanation: "A channel holds only messages that some transition sends to it. Each word of \
            these contents has a message where it is never sent, so nothing meets the \
            specification. Perhaps another channel is meant: the leftmost contents are \
            those of channel 0.",
        example: "... 0 ! a ;\n... with b.#._",
    },
    Code {
        name: "W0309",
        severity: Severity::Warning,
        title: "comment that is nearly a `//#` line",
        explanation: "Lines that speak to this program begin with `//#`, without a blank or another sign before \
            the `#`. This one is an ordinary comment, and changes nothing.",
        example: "// # expect: rsc = holds",
    },
    Code {
        name: "W0310",
        severity: Severity::Warning,
        title: "byte order mark",
        explanation: "Some editors write an invisible mark before the first character. It is skipped. McScM \
            refuses such files: save the file as UTF-8 without the mark to share it; `scm-check fmt` does so.",
        example: "<mark>scm t :",
    },
];
