//! The words of the language.

use logos::Logos;

/// A token, comments included.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
pub(super) enum Token<'input> {
    #[token("scm")]
    Scm,
    #[token("nb_channels")]
    NbChannels,
    #[token("lossy")]
    Lossy,
    #[token("parameters")]
    Parameters,
    #[token("automaton")]
    Automaton,
    /// `automaton` inside a bad specification, which opens no section.
    AutomatonInside,
    #[token("initial")]
    Initial,
    #[token("state")]
    State,
    #[token("to")]
    To,
    #[token("when")]
    When,
    #[token("with")]
    With,
    #[token("in")]
    In,
    #[token("bad_states")]
    BadStates,
    #[token("threshold")]
    Threshold,
    #[token("int")]
    Int,
    #[token("real")]
    Real,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("not")]
    Not,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("uncontrollable")]
    Uncontrollable,
    #[token("cast")]
    Cast,
    #[token("sqrt")]
    Sqrt,
    #[regex("[A-Za-z][A-Za-z0-9_]*|_[A-Za-z0-9_]+")]
    Name(&'input str),
    /// A whole number; `None` where it does not fit into 64 bits.
    #[regex("[0-9]+", |lexer| Some(lexer.slice().parse::<u64>().ok()))]
    Integer(Option<u64>),
    #[regex(r"[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?")]
    Decimal,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token("=")]
    Equals,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("!")]
    Bang,
    #[token("?")]
    Query,
    #[token("==")]
    Equal,
    #[token("!=")]
    Different,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("<=")]
    AtMost,
    #[token(">=")]
    AtLeast,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Over,
    #[token("%")]
    Modulo,
    #[token("|")]
    Bar,
    #[token(".")]
    Dot,
    #[token("#")]
    Hash,
    #[token("_")]
    Underscore,
    #[token("^*")]
    Star,
    #[token("^+")]
    OnceOrMore,
    /// An attribute glued to an arithmetic operator, as in `x +_i,n 1`.
    Attribute,
    /// Something that is no token; its diagnostic exists already.
    Error,
    #[regex(r"//[^\r\n]*", allow_greedy = true)]
    LineComment,
    /// Only the opening: comments nest, which no regular expression can follow.
    #[token("/*")]
    BlockComment,
}

impl Token<'_> {
    /// Tells whether this is one of the reserved words.
    pub(super) fn is_keyword(self) -> bool {
        use Token::{
            And, Automaton, AutomatonInside, BadStates, Cast, False, In, Initial, Int, Lossy,
            NbChannels, Not, Or, Parameters, Real, Scm, Sqrt, State, Threshold, To, True,
            Uncontrollable, When, With,
        };
        matches!(
            self,
            And | Automaton
                | AutomatonInside
                | BadStates
                | Cast
                | False
                | In
                | Initial
                | Int
                | Lossy
                | NbChannels
                | Not
                | Or
                | Parameters
                | Real
                | Scm
                | Sqrt
                | State
                | Threshold
                | To
                | True
                | Uncontrollable
                | When
                | With
        )
    }
}

/// The reserved words, none of which can be a name.
pub(super) const KEYWORDS: [&str; 23] = [
    "and",
    "automaton",
    "bad_states",
    "cast",
    "false",
    "in",
    "initial",
    "int",
    "lossy",
    "nb_channels",
    "not",
    "or",
    "parameters",
    "real",
    "scm",
    "sqrt",
    "state",
    "threshold",
    "to",
    "true",
    "uncontrollable",
    "when",
    "with",
];
