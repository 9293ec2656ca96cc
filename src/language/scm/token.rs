//! The words of the language.

use logos::Logos;

/// A token, comments included. The reserved words come first, in the order of [`keywords`].
#[derive(Logos, Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Default)]
#[logos(skip r"[ \t\r\n]+")]
pub(super) enum Token {
    #[token("and")]
    And,
    #[token("automaton")]
    Automaton,
    #[token("bad_states")]
    BadStates,
    #[token("cast")]
    Cast,
    #[token("false")]
    False,
    #[token("in")]
    In,
    #[token("initial")]
    Initial,
    #[token("int")]
    Int,
    #[token("lossy")]
    Lossy,
    #[token("nb_channels")]
    NbChannels,
    #[token("not")]
    Not,
    #[token("or")]
    Or,
    #[token("parameters")]
    Parameters,
    #[token("real")]
    Real,
    #[token("scm")]
    Scm,
    #[token("sqrt")]
    Sqrt,
    #[token("state")]
    State,
    #[token("threshold")]
    Threshold,
    #[token("to")]
    To,
    #[token("true")]
    True,
    #[token("uncontrollable")]
    Uncontrollable,
    #[token("when")]
    When,
    #[token("with")]
    With,
    #[regex("[A-Za-z][A-Za-z0-9_]*|_[A-Za-z0-9_]+")]
    Name,
    /// A whole number, which may not fit into 64 bits.
    #[regex("[0-9]+")]
    Integer,
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
    Divide,
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
    /// A whole transition in its usual form, without comments inside; its message may be a reserved word.
    #[regex(
        r"to[ \t\r\n]+[0-9]+[ \t\r\n]*:[ \t\r\n]*when[ \t\r\n]+true[ \t\r\n]*(,[ \t\r\n]*[0-9]+[ \t\r\n]*[!?][ \t\r\n]*([A-Za-z][A-Za-z0-9_]*|_[A-Za-z0-9_]+)[ \t\r\n]*)?;"
    )]
    UsualTransition,
    /// The head of a state, without comments inside.
    #[regex(r"state[ \t\r\n]+[0-9]+[ \t\r\n]*:")]
    StateHead,
    /// `automaton` inside a bad specification, which opens no section.
    AutomatonInside,
    /// An attribute attached to an arithmetic operator, as in `x +_i,n 1`.
    Attribute,
    /// Invalid characters, which were reported.
    Error,
    #[regex(r"//[^\r\n]*", allow_greedy = true)]
    LineComment,
    /// Only the opening: comments nest, which no regular expression can match.
    #[token("/*")]
    BlockComment,
    /// The predecessor of the first token of a text.
    #[default]
    Start,
}

impl Token {
    /// The keywords that open sections, in their order in a file.
    pub(super) const SECTIONS: [Self; 6] = [
        Self::NbChannels,
        Self::Lossy,
        Self::Parameters,
        Self::Automaton,
        Self::Threshold,
        Self::BadStates,
    ];

    /// Returns `true` if this is one of the reserved words.
    pub(super) fn is_keyword(self) -> bool {
        self <= Self::With || self == Self::AutomatonInside
    }

    /// Returns `true` if this is a reserved word that determines the meaning of numbers and names behind it.
    pub(super) fn is_head(self) -> bool {
        use Token::{And, Cast, False, Not, Or, Sqrt, True, Uncontrollable};
        let is_part = matches!(self, And | Cast | False | Not | Or | Sqrt | True | Uncontrollable);
        self.is_keyword() && !is_part
    }

    /// Returns `true` if this is a sort of messages or variables.
    pub(super) fn is_sort(self) -> bool {
        matches!(self, Self::Int | Self::Real)
    }

    /// Returns the text of a reserved word.
    pub(super) fn word(self) -> &'static str {
        keywords().nth(self as usize).expect("it is a reserved word")
    }
}

/// Returns the reserved words, none of which can be a name, in the order of their tokens.
pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    "and automaton bad_states cast false in initial int lossy nb_channels not or parameters real scm sqrt state threshold to true \
     uncontrollable when with"
        .split(' ')
}
