//! Blocks of statements that are being read.

use rustc_hash::{FxHashMap, FxHashSet};

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
    Parallel {
        branches: Vec<usize>,
    },
    /// A block whose statements happen in any order.
    Unordered,
    Recursion {
        number: usize,
        name: &'a str,
    },
}

impl BlockKind<'_> {
    /// Returns `true` if the parts of the block happen in any order.
    pub(super) fn is_parallel(&self) -> bool {
        matches!(self, Self::Parallel { .. } | Self::Unordered)
    }

    /// Returns the word that joins branches of this kind.
    pub(super) fn joiner(&self) -> Option<&'static str> {
        match self {
            Self::Choice { .. } => Some("or"),
            Self::Parallel { .. } => Some("and"),
            _ => None,
        }
    }
}

/// A protocol that is being read.
pub(super) struct Scope<'a> {
    pub(super) protocol: usize,
    /// The open blocks, the innermost last.
    pub(super) open: Vec<Block<'a>>,
    /// How many of the open blocks have parts that happen in any order.
    pub(super) parallel: usize,
    /// The open recursions of each name, the innermost last, with the number of those blocks around each.
    pub(super) recursions: FxHashMap<&'a str, Vec<(usize, usize)>>,
    /// The roles that the protocol has used.
    pub(super) used: FxHashSet<Role>,
    /// The recursions of the protocol that are continued.
    pub(super) continued: FxHashSet<usize>,
}
