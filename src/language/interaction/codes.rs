//! What there is to say about each code, in the order of the kinds of mistakes.

use kernel::diagnostics::{Code, Severity};

/// The codes; the position is that of the kind.
pub(super) const CODES: [Code; 24] = [
    Code {
        name: "E0401",
        severity: Severity::Error,
        title: "syntax error in an interaction or a trace",
        explanation: "Something else was expected at this place. Reading goes on at the next comma or \
            parenthesis that separates parts.",
        example: "seq(l -- m -> k l -- n -> k)",
    },
    Code {
        name: "E0402",
        severity: Severity::Error,
        title: "characters outside the language of interactions",
        explanation: "Names are letters, digits and `_`. Beside names there are the signs `--`, `->`, \
            `|`, `!`, `?`, `@`, `.`, commas, semicolons, parentheses, braces and brackets. Comments \
            are written `/* */`.",
        example: "l -- m => k",
    },
    Code {
        name: "E0403",
        severity: Severity::Error,
        title: "comment or quoted text without end in an interaction",
        explanation: "What is opened has to be closed. A comment ends at the first `*/`.",
        example: "l -- m -> k /* a comment",
    },
    Code {
        name: "E0404",
        severity: Severity::Error,
        title: "name does not begin with a letter",
        explanation: "The names of lifelines, messages and gates begin with a letter; letters, digits \
            and `_` follow.",
        example: "@lifeline{ 1st }",
    },
    Code {
        name: "E0405",
        severity: Severity::Error,
        title: "unknown section of a signature",
        explanation: "A signature has the sections `@message{..}`, `@lifeline{..}` and `@gate{..}`, each \
            at most once.",
        example: "@lifelines{ l; k }",
    },
    Code {
        name: "E0406",
        severity: Severity::Error,
        title: "section of a signature stands twice",
        explanation: "Each section of a signature stands once, and the names are declared in one file: \
            in the interaction itself, or in the signature beside it.",
        example: "@message{ m } @message{ n }",
    },
    Code {
        name: "E0407",
        severity: Severity::Error,
        title: "unknown lifeline",
        explanation: "The name is that of no lifeline, nor of a gate where an arrow may begin or end at \
            one. The signature declares lifelines by `@lifeline{..}` and gates by `@gate{..}`. Only \
            lifelines stand in coregions, in the actions of `sync` and in traces.",
        example: "@lifeline{ client; server } @message{ m } clint -- m -> server",
    },
    Code {
        name: "E0408",
        severity: Severity::Error,
        title: "unknown message of an interaction",
        explanation: "The signature declares messages by `@message{..}`.",
        example: "@lifeline{ l; k } @message{ request } l -- reqest -> k",
    },
    Code {
        name: "E0409",
        severity: Severity::Error,
        title: "unknown operator",
        explanation: "The operators are strict, seq, par, alt, coreg and sync with two or more operands; \
            opt, loopS, loopH, loopW and loopP with one. Capitals matter.",
        example: "sec(l -- m -> k, l -- n -> k)",
    },
    Code {
        name: "E0410",
        severity: Severity::Error,
        title: "wrong number of operands",
        explanation: "strict, seq, par, alt, coreg and sync have two or more operands; opt and the loops \
            have one. The empty interaction is written `o`.",
        example: "loopS(l -- m -> k, l -- n -> k)",
    },
    Code {
        name: "E0411",
        severity: Severity::Error,
        title: "message that touches no lifeline",
        explanation: "A message is sent or received by some lifeline: between gates alone, or from the \
            environment to nobody, nothing can be observed.",
        example: "@message{ m } m -> |",
    },
    Code {
        name: "E0412",
        severity: Severity::Error,
        title: "lifeline twice in a synchronous passing",
        explanation: "A `<synch>` passing is one letter, in which sending and all receptions happen at \
            once. A lifeline does not receive the same message twice at once, and does not receive \
            what it sends at that moment.",
        example: "l -- <synch> m -> (k, k)",
    },
    Code {
        name: "E0413",
        severity: Severity::Error,
        title: "not supported in interactions",
        explanation: "The text is understood, and means something that this version does not read. It \
            is refused rather than ignored, since without it the text means something else.",
        example: "and(l -- m -> k, l -- n -> k)",
    },
    Code {
        name: "E0414",
        severity: Severity::Error,
        title: "locations overlap",
        explanation: "A multitrace has one local trace for each location, and a lifeline is of one \
            location.",
        example: "{ [l,k] l!m; [k] k?m }",
    },
    Code {
        name: "E0415",
        severity: Severity::Error,
        title: "action at a foreign location",
        explanation: "A local trace holds actions of the lifelines of its location. `[#any]` is the \
            location of all lifelines that its trace speaks of.",
        example: "{ [l] k?m }",
    },
    Code {
        name: "E0416",
        severity: Severity::Error,
        title: "malformed expectation",
        explanation: "A comment that begins with `/*#` speaks to this program: `/*# expect: nfa_states = \
            8 */` states an answer, a property and its value. Commas separate several answers.",
        example: "/*# expect nfa_states 8 */",
    },
    Code {
        name: "E0417",
        severity: Severity::Error,
        title: "answer stated twice",
        explanation: "Each answer is stated once in a file.",
        example: "/*# expect: nfa_states = 8 */ /*# expect: nfa_states = 9 */",
    },
    Code {
        name: "W0501",
        severity: Severity::Warning,
        title: "names are not declared",
        explanation: "There is no signature, so that each name is declared by its first use: what an \
            arrow begins or ends at is a lifeline. A misspelt name is one more lifeline. A file with \
            the same name and the extension .hsf declares the names.",
        example: "client -- request -> server",
    },
    Code {
        name: "W0502",
        severity: Severity::Warning,
        title: "said twice in an interaction",
        explanation: "The second mention changes nothing.",
        example: "@message{ m; m }",
    },
    Code {
        name: "W0503",
        severity: Severity::Warning,
        title: "options are not read",
        explanation: "Files of other tools may hold options for their analyses. They say nothing of \
            what an interaction means, and this program has options of its own.",
        example: "@analyze_option{ goal = Pass }",
    },
    Code {
        name: "W0504",
        severity: Severity::Warning,
        title: "lifeline and gate of the same name",
        explanation: "Where an arrow may end at either, the lifeline is meant: nothing can be said of \
            the gate.",
        example: "@lifeline{ l } @gate{ l }",
    },
    Code {
        name: "W0505",
        severity: Severity::Warning,
        title: "loop without kind",
        explanation: "A loop of a drawn diagram repeats by weak sequencing: a lifeline may begin the next \
            round before others have ended this one. Few such loops have a finite automaton. Say \
            which loop is meant by the first word of its label: loopS where one round ends before the \
            next begins, loopH where rounds begin in order, loopW or loopP.",
        example: "loop retry",
    },
    Code {
        name: "W0506",
        severity: Severity::Warning,
        title: "empty multitrace",
        explanation: "The file, or standard input, has no text. It is read as a multitrace where nothing \
            happened anywhere, which many models accept. Write `{}` where that is meant; otherwise \
            whatever should have written the file has failed.",
        example: "(an empty file)",
    },
    Code {
        name: "W0507",
        severity: Severity::Warning,
        title: "lifeline of a multitrace without letters",
        explanation: "An automaton knows the lifelines of its letters only; one that acts in no run, as may be after \
            minimisation, is not known. A location of a multitrace may name it, where nothing may \
            have happened. What is written of it there is an error (E0407).",
        example: "{[l] l!m; [nobody]}",
    },
];
