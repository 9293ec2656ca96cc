//! Syntax trees of protocols.

use crate::choreography::lexer::Token;
use kernel::source::Span;

/// Keywords of constructs that only other dialects of Scribble have.
const UNSUPPORTED: [&str; 12] = [
    "par",
    "interruptible",
    "connect",
    "disconnect",
    "wrap",
    "delegate",
    "throws",
    "with",
    "explicit",
    "nested",
    "local",
    "unordered",
];

/// The number of a role in the head of its protocol.
pub(super) type Role = usize;

/// A part of a protocol; its parts precede it.
#[derive(Debug)]
pub(super) enum Node {
    /// No interaction.
    Empty,
    /// A message, to each receiver in their order.
    Message { name: String, sender: Role, receivers: Vec<Role> },
    /// The parts in sequence.
    Sequence(Vec<usize>),
    /// One of the branches, as the role at a place decides.
    Choice { at: (Role, Span), branches: Vec<usize> },
    /// The body of the recursion with this number.
    Recursion { number: usize, body: usize },
    /// A jump to the beginning of a recursion.
    Continue(usize),
    /// A call of another protocol, by its number, with roles of this one.
    Do { protocol: usize, roles: Vec<Role> },
}

/// A protocol.
#[derive(Debug)]
pub(super) struct Protocol<'a> {
    pub(super) name: Token<'a>,
    pub(super) is_auxiliary: bool,
    pub(super) roles: Vec<Token<'a>>,
    /// The variables of the recursions in the protocol.
    pub(super) recursions: Vec<&'a str>,
    /// The parts of the protocol with their places; the last one is the root.
    pub(super) nodes: Vec<(Node, Span)>,
}

/// Returns `true` if a token begins a construct that only other dialects have.
pub(super) fn is_unsupported(token: Token<'_>) -> bool {
    UNSUPPORTED.iter().any(|word| token.is(word))
}
