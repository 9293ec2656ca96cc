//! Syntax trees of protocols.

use rustc_hash::FxHashMap;

use crate::choreography::lexer::Token;
use kernel::source::Span;

/// The number of a role in the head of its protocol.
pub(super) type Role = usize;

/// A word of the name of a message.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word<'a> {
    Text(&'a str),
    /// What the protocol is given for its parameter with this number.
    Parameter(usize),
}

/// A part of a protocol; its parts precede it.
#[derive(Debug)]
pub(super) enum Node<'a> {
    /// No interaction.
    Empty,
    /// A message, to each receiver in their order.
    Message { name: Vec<Word<'a>>, sender: Role, receivers: Vec<Role> },
    /// The parts in sequence.
    Sequence(Vec<usize>),
    /// One of the branches, as the role at a place decides.
    Choice { at: (Role, Span), branches: Vec<usize> },
    /// All interleavings of the parts.
    Parallel(Vec<usize>),
    /// The body of the recursion with this number.
    Recursion { number: usize, body: usize },
    /// A jump to the beginning of a recursion.
    Continue(usize),
    /// Another protocol, by its number, with roles of this one and names for its parameters.
    Do {
        protocol: usize,
        roles: Vec<Role>,
        arguments: Vec<Vec<Word<'a>>>,
        /// Whether other parts may happen at the same time.
        is_parallel: bool,
    },
}

/// The kind of a protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProtocolKind {
    Global,
    /// A global protocol that is read only where another one uses it.
    Auxiliary,
    /// A protocol that roles call.
    Nested,
}

/// What a parameter of a protocol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ParameterKind {
    /// A message.
    Signature,
    /// A type of payloads.
    Type,
}

/// A parameter of a protocol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter<'a> {
    pub(super) kind: ParameterKind,
    pub(super) name: &'a str,
}

/// A protocol.
#[derive(Debug)]
pub(super) struct Protocol<'a> {
    pub(super) name: Token<'a>,
    pub(super) kind: ProtocolKind,
    /// The protocol that this one stands in.
    pub(super) outer: Option<usize>,
    pub(super) parameters: Vec<Parameter<'a>>,
    /// The parameters by their names, of which each has one or two.
    pub(super) parameter_numbers: FxHashMap<&'a str, usize>,
    /// The roles; the new ones are last.
    pub(super) roles: Vec<Token<'a>>,
    /// The roles by their names, of which each has one or two.
    pub(super) role_numbers: FxHashMap<&'a str, Role>,
    /// How many roles each call makes.
    pub(super) new_roles: usize,
    /// The variables of the recursions in the protocol.
    pub(super) recursions: Vec<&'a str>,
    /// The parts of the protocol with their places; the last one is the root.
    pub(super) nodes: Vec<(Node<'a>, Span)>,
}

impl Protocol<'_> {
    /// Returns how many roles a use of the protocol names.
    pub(super) fn given_roles(&self) -> usize {
        self.roles.len() - self.new_roles
    }
}
