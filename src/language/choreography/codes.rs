//! What there is to say about each code, in the order of the kinds of mistakes.

use kernel::diagnostics::{Code, Severity};

/// The codes; the position is that of the kind.
pub(super) const CODES: [Code; 24] = [
    Code {
        name: "E0301",
        severity: Severity::Error,
        title: "syntax error in a choreography",
        explanation: "Something else was expected at this place. Reading goes on behind the line, \
            or at the next sign that separates parts.",
        example: "0 -p->q:m 1",
    },
    Code {
        name: "E0302",
        severity: Severity::Error,
        title: "unknown word",
        explanation: "A line of a choreography automaton is an interaction, such as `0 -p->q:m- \
            1`, or begins with one of these words: name, arch, kind, buffer, init, \
            final, expect.",
        example: "inti 0",
    },
    Code {
        name: "E0303",
        severity: Severity::Error,
        title: "message to oneself",
        explanation: "An interaction has a sender and another participant that receives. What a \
            participant does alone is no part of a choreography.",
        example: "0 -p->p:m- 1",
    },
    Code {
        name: "E0304",
        severity: Severity::Error,
        title: "interaction without channel",
        explanation: "Where one interaction names its channel by `via`, all do, unless `arch` says \
            which channels the others use: `arch p2p`, `arch mailbox` or `arch onebuf`.",
        example: "0 -p->q:m via b- 1\n1 -q->p:n- 0",
    },
    Code {
        name: "E0305",
        severity: Severity::Error,
        title: "channel declared twice",
        explanation: "The kind of a channel is said once.",
        example: "buffer b fifo\nbuffer b bag",
    },
    Code {
        name: "E0306",
        severity: Severity::Error,
        title: "state of no interaction",
        explanation: "The initial and the final states are states that some interaction leaves or \
            enters. Only a choreography without interactions has a state by `init` \
            alone.",
        example: "init 7\n0 -p->q:m- 1",
    },
    Code {
        name: "E0307",
        severity: Severity::Error,
        title: "said again",
        explanation: "The name, the architecture, the kind of the channels and the initial state \
            are said at most once.",
        example: "init 0\ninit 1",
    },
    Code {
        name: "E0308",
        severity: Severity::Error,
        title: "not supported",
        explanation: "The text is understood, and means something that is no choreography \
            automaton or that this version does not read: guards, nested protocols, \
            connections, parallel blocks of Scribble and the like. They are refused \
            rather than ignored, since without them the text means something else.",
        example: "(0) p->q:m{x>0} (1)",
    },
    Code {
        name: "E0309",
        severity: Severity::Error,
        title: "undeclared role",
        explanation: "A protocol names its roles in its head; everything in it happens between \
            these.",
        example: "global protocol P(role A, role B) { m() from A to C; }",
    },
    Code {
        name: "E0310",
        severity: Severity::Error,
        title: "no such protocol",
        explanation: "`do` names a protocol of the same file.",
        example: "do Q(A, B);",
    },
    Code {
        name: "E0311",
        severity: Severity::Error,
        title: "no such recursion",
        explanation: "`continue` names a block `rec` that it stands in.",
        example: "rec X { m() from A to B; continue Y; }",
    },
    Code {
        name: "E0312",
        severity: Severity::Error,
        title: "wrong roles for a protocol",
        explanation: "`do` hands a protocol as many roles as its head has, all different.",
        example: "do P(A, A);",
    },
    Code {
        name: "E0313",
        severity: Severity::Error,
        title: "declared twice in a choreography",
        explanation: "The protocols of a file, the roles of a protocol and the receivers of a \
            message are told apart by their names.",
        example: "global protocol P(role A, role A) {}",
    },
    Code {
        name: "E0314",
        severity: Severity::Error,
        title: "recursion that is no loop",
        explanation: "A recursion may stand at the end of what it repeats, and is a loop; or at \
            the beginning. Where something comes before it and something else behind it, \
            the second has to be done as often as the first: no finite automaton counts \
            that, so it is refused.",
        example: "rec X { a() from A to B; choice at A { continue X; } or { b() from A to B; } c() from A to B; }",
    },
    Code {
        name: "E0315",
        severity: Severity::Error,
        title: "choreography too large",
        explanation: "Written out as an automaton, with all interleavings and with a copy of each \
            protocol for each use, the text has more than a million transitions.",
        example: "(a product of many parallel parts)",
    },
    Code {
        name: "E0316",
        severity: Severity::Error,
        title: "no protocol",
        explanation: "A file in Scribble has a protocol that is not `aux`; the first one is read.",
        example: "aux global protocol P(role A, role B) {}",
    },
    Code {
        name: "E0317",
        severity: Severity::Error,
        title: "comment or quoted text without end",
        explanation: "What is opened has to be closed.",
        example: "/* a comment",
    },
    Code {
        name: "W0401",
        severity: Severity::Warning,
        title: "empty choreography",
        explanation: "Nothing is ever sent. That is realisable, and probably not what was meant.",
        example: "name nothing",
    },
    Code {
        name: "W0402",
        severity: Severity::Warning,
        title: "parallel parts share a participant",
        explanation: "Parallel parts are read as all their interleavings. A participant of two \
            parts is one sequential automaton, and the others do not know what it does \
            first: the result is often not realisable.",
        example: "A -> B : x | A -> C : y",
    },
    Code {
        name: "W0403",
        severity: Severity::Warning,
        title: "unused channel in a choreography",
        explanation: "No interaction uses this channel. Perhaps its name is misspelt: peer-to-peer \
            channels are called `P>R`, mailboxes `@R`, and the one buffer `@`.",
        example: "arch mailbox\nbuffer q bag",
    },
    Code {
        name: "W0404",
        severity: Severity::Warning,
        title: "interaction stands twice",
        explanation: "The second changes nothing.",
        example: "0 -p->q:m- 1\n0 -p->q:m- 1",
    },
    Code {
        name: "W0405",
        severity: Severity::Warning,
        title: "never reached",
        explanation: "Nothing leads here from the beginning: the state is entered from nowhere, or \
            what stands before never ends.",
        example: "rec X { m() from A to B; continue X; } n() from A to B;",
    },
    Code {
        name: "W0406",
        severity: Severity::Warning,
        title: "annotation is not read",
        explanation: "What an annotation says of the values of messages has no influence: the \
            choreography is read as if it were not there.",
        example: "m(x:int) from A to B; @\"x > 0\"",
    },
    Code {
        name: "W0407",
        severity: Severity::Warning,
        title: "said twice in a choreography",
        explanation: "The second mention changes nothing.",
        example: "final 1 1",
    },
];
