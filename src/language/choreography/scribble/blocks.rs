//! Blocks of statements that are being read.

use super::syntax::Role;
use kernel::source::Span;

/// An open block.
pub(super) struct Block<'a> {
    pub(super) kind: BlockKind<'a>,
    pub(super) place: Span,
    pub(super) items: Vec<usize>,
}

impl<'a> Block<'a> {
    /// Returns an open block without items.
    pub(super) fn new(kind: BlockKind<'a>, place: Span) -> Self {
        Self { kind, place, items: Vec::new() }
    }
}

/// The kind of a block.
pub(super) enum BlockKind<'a> {
    /// The body of the protocol.
    Body,
    /// A block of unknown kind, since the text before it is malformed.
    Lost,
    Choice {
        at: (Role, Span),
        branches: Vec<usize>,
    },
    Recursion {
        number: usize,
        name: &'a str,
    },
}
