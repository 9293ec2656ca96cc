//! Protocols as they are written.

use crate::choreography::lexer::Token;
use kernel::source::Span;

/// The number of a role in the head of its protocol.
pub(super) type Role = usize;

/// A part of a protocol; its own parts stand before it.
#[derive(Debug)]
pub(super) enum Node {
    /// Nothing.
    Empty,
    /// A message, to each receiver in their order.
    Message { name: String, sender: Role, receivers: Vec<Role> },
    /// One part after the other.
    Sequence(Vec<usize>),
    /// One of the branches.
    Choice { at: Role, branches: Vec<usize> },
    /// The body of the recursion with this number.
    Recursion { number: usize, body: usize },
    /// Again from the beginning of a recursion.
    Continue(usize),
    /// Another protocol, by its number, with roles of this one.
    Do { protocol: usize, roles: Vec<Role> },
}

/// A protocol.
#[derive(Debug)]
pub(super) struct Protocol<'a> {
    pub(super) name: Token<'a>,
    pub(super) is_auxiliary: bool,
    pub(super) roles: Vec<Token<'a>>,
    /// The variables of its recursions.
    pub(super) recursions: Vec<&'a str>,
    /// Its parts with their places; the last one is the whole.
    pub(super) nodes: Vec<(Node, Span)>,
}
