//! The words of the language.

use logos::Logos;

/// A token, comments and annotations included. The reserved words come first, in the order of [`keywords`].
#[derive(Logos, Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Default)]
#[logos(skip r"[ \t\r\n]+")]
pub(super) enum Token {
    #[token("as")]
    As,
    #[token("atom")]
    Atom,
    #[token("component")]
    Component,
    #[token("compound")]
    Compound,
    #[token("connector")]
    Connector,
    #[token("const")]
    Const,
    #[token("data")]
    Data,
    #[token("define")]
    Define,
    #[token("do")]
    Do,
    #[token("down")]
    Down,
    #[token("else")]
    Else,
    #[token("end")]
    End,
    #[token("export")]
    Export,
    #[token("extern")]
    Extern,
    #[token("false")]
    False,
    #[token("fi")]
    Fi,
    #[token("from")]
    From,
    #[token("function")]
    Function,
    #[token("if")]
    If,
    #[token("initial")]
    Initial,
    #[token("internal")]
    Internal,
    #[token("on")]
    On,
    #[token("package")]
    Package,
    #[token("place")]
    Place,
    #[token("port")]
    Port,
    #[token("priority")]
    Priority,
    #[token("provided")]
    Provided,
    #[token("then")]
    Then,
    #[token("to")]
    To,
    #[token("true")]
    True,
    #[token("type")]
    Type,
    #[token("up")]
    Up,
    #[token("use")]
    Use,
    /// `atom type`.
    AtomType,
    /// `compound type`.
    CompoundType,
    /// `connector type`.
    ConnectorType,
    /// `port type`.
    PortType,
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    /// A whole number, which may not fit into 64 bits.
    #[regex("[0-9]+")]
    Integer,
    #[regex(r"[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+([eE][+-]?[0-9]+)?")]
    Decimal,
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*""#)]
    Text,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("=")]
    Assign,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("'")]
    Trigger,
    #[token("?")]
    Query,
    #[token("||")]
    Or,
    #[token("&&")]
    And,
    #[token("|")]
    BitOr,
    #[token("^")]
    BitXor,
    #[token("&")]
    BitAnd,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token(">")]
    Greater,
    #[token(">=")]
    AtLeast,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Divide,
    #[token("%")]
    Remainder,
    #[token("!")]
    Not,
    #[token("~")]
    Complement,
    /// Only the sign: the rest of an annotation is read by the lexer.
    #[token("@")]
    Annotation,
    /// A text that does not end in its line.
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*"#)]
    UnterminatedText,
    /// Invalid characters, which were reported.
    Error,
    #[regex(r"//[^\r\n]*", allow_greedy = true)]
    LineComment,
    /// Only the opening.
    #[token("/*")]
    BlockComment,
    /// The predecessor of the first token of a text.
    #[default]
    Start,
}

impl Token {
    /// Returns `true` if this is one of the reserved words, or two of them that belong together.
    pub(super) fn is_keyword(self) -> bool {
        self <= Self::PortType
    }

    /// Returns `true` if a declaration of a package begins with this.
    pub(super) fn begins_declaration(self) -> bool {
        use Token::{AtomType, CompoundType, ConnectorType, Const, Extern, PortType, Use};
        matches!(self, AtomType | CompoundType | ConnectorType | PortType | Const | Extern | Use)
    }

    /// Returns `true` if a part of an atom, connector or compound type begins with this.
    pub(super) fn begins_part(self) -> bool {
        matches!(
            self,
            Self::Component
                | Self::Connector
                | Self::Data
                | Self::Define
                | Self::Export
                | Self::Initial
                | Self::Internal
                | Self::On
                | Self::Place
                | Self::Port
                | Self::Priority
        )
    }

    /// Returns the token of the two words `self` and `type`.
    pub(super) fn with_type(self) -> Option<Self> {
        match self {
            Self::Atom => Some(Self::AtomType),
            Self::Compound => Some(Self::CompoundType),
            Self::Connector => Some(Self::ConnectorType),
            Self::Port => Some(Self::PortType),
            _ => None,
        }
    }

    /// Returns `true` if a declaration that `end` closes begins with this.
    pub(super) fn opens(self) -> bool {
        matches!(self, Self::AtomType | Self::CompoundType | Self::ConnectorType)
    }
}

/// Returns the reserved words, none of which can be a name, in the order of their tokens.
pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    "as atom component compound connector const data define do down else end export extern false fi from function if \
     initial internal on package place port priority provided then to true type up use"
        .split(' ')
}
