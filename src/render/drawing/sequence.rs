//! Sequence diagrams as data.

use super::LifelineId;
use kernel::base::{Id as _, IndexVec};

/// Whether the sender of a message waits for its reception.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Transmission {
    /// Unspecified: a line with a filled head.
    #[default]
    Any,
    /// The sender does not wait: a line with an open head.
    Asynchronous,
    /// Sending and receiving are one action: a double line with a filled head.
    Synchronous,
}

/// A message of a sequence diagram.
///
/// A message without a sender comes from the environment, one without a receiver goes there; without both it
/// is not drawn. Several receivers receive it at once, and the sender may be one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// The label of the message.
    pub label: String,
    /// The sender.
    pub from: Option<LifelineId>,
    /// The receivers.
    pub to: Vec<LifelineId>,
    /// The line style of the message.
    pub transmission: Transmission,
    /// The name of the place in the environment from which the message comes; usually empty.
    pub origin: String,
    /// The name of the place in the environment to which the message also goes, if it does.
    pub target: Option<String>,
}

impl Message {
    /// Returns `true` if any part of the message is drawn.
    pub(super) fn is_drawn(&self) -> bool {
        self.from.is_some() || !self.to.is_empty()
    }
}

/// The two ends of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BracketEnd {
    /// The upper end.
    Top,
    /// The lower end.
    Bottom,
}

/// One line of a sequence diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SequenceItem {
    /// A message.
    Message(Message),
    /// One end of the brackets that mark a section of some lifelines.
    Bracket(BracketEnd, Vec<LifelineId>),
    /// The beginning of a frame. A frame is as wide as its contents.
    Open {
        /// The text in the corner: how the compartments are composed.
        operator: String,
        /// The text beside the operator, about the first compartment or all of them.
        remark: String,
    },
    /// The beginning of another compartment in the innermost frame, with the text about it.
    Next(String),
    /// The end of the innermost frame.
    Close,
    /// A text across lifelines.
    Note {
        /// The text of the note.
        text: String,
        /// The lifelines; if empty, those of the frame around it.
        over: Vec<LifelineId>,
    },
}

/// A sequence diagram: items from top to bottom, in nested frames.
///
/// Frames are brackets in the list of items, so that they may be nested to any depth. A frame that is not
/// closed ends below the last item; items that close or divide no frame are not drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sequence {
    /// The names of the lifelines, from left to right.
    pub lifelines: IndexVec<LifelineId, String>,
    /// The items.
    pub items: Vec<SequenceItem>,
}

impl SequenceItem {
    /// Returns the leftmost and the rightmost lifeline of the item.
    pub(super) fn span(&self) -> Option<[usize; 2]> {
        let (over, from) = match self {
            Self::Message(Message { from, to, .. }) => (to, *from),
            Self::Note { over, .. } | Self::Bracket(_, over) => (over, None),
            Self::Open { .. } | Self::Next(_) | Self::Close => return None,
        };
        let all = || over.iter().copied().chain(from).map(LifelineId::index);
        Some([all().min()?, all().max()?])
    }
}
