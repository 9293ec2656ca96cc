//! Sequence diagrams as data.

use super::LifelineId;
use kernel::base::{Id as _, IndexVec};

/// Whether the sender of a message waits until it is received.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Transmission {
    /// It is not said: a line with a filled head.
    #[default]
    Any,
    /// It does not: a line with an open head.
    Asynchronous,
    /// It does, sending and receiving are one: a double line with a filled head.
    Synchronous,
}

/// A message of a sequence diagram.
///
/// Without a sender it comes from the environment, without a receiver it goes there; without both it
/// is not drawn. Several receivers get it at once, and the sender may be one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// What is written on it.
    pub label: String,
    /// Who sends it.
    pub from: Option<LifelineId>,
    /// Who receives it.
    pub to: Vec<LifelineId>,
    /// What its line looks like.
    pub transmission: Transmission,
    /// What the place in the environment is called that it comes from; mostly it has no name.
    pub origin: String,
    /// That it goes to the environment too, with the name of the place there.
    pub target: Option<String>,
}

impl Message {
    /// Returns `true` if anything of it is drawn.
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
pub enum Item {
    /// A message.
    Message(Message),
    /// One end of the brackets that mark a stretch of some lifelines.
    Bracket(BracketEnd, Vec<LifelineId>),
    /// A frame begins. It is as wide as what stands in it.
    Open {
        /// What is written in its corner: how its compartments are composed.
        operator: String,
        /// What is written beside that, about its first compartment or all of them.
        remark: String,
    },
    /// In the innermost frame another compartment begins, with what is written about it.
    Next(String),
    /// The innermost frame ends.
    Close,
    /// A text across lifelines.
    Note {
        /// What is written there.
        text: String,
        /// The lifelines; without any, those of the frame around it.
        over: Vec<LifelineId>,
    },
}

/// A sequence diagram: what happens, from top to bottom, in frames that stand in each other.
///
/// Frames are brackets in the list of items, so that they may be nested to any depth. One that is not
/// closed ends below the last item; what closes or divides no frame is not drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sequence {
    /// The names of those who take part, from left to right.
    pub lifelines: IndexVec<LifelineId, String>,
    /// What happens.
    pub items: Vec<Item>,
}

impl Item {
    /// Returns the leftmost and the rightmost lifeline that it names.
    pub(super) fn span(&self) -> Option<(usize, usize)> {
        let ends = |ids: &mut dyn Iterator<Item = LifelineId>| {
            let places = ids.map(LifelineId::index);
            places.fold(None, |span: Option<(usize, usize)>, place| {
                let (first, last) = span.unwrap_or((place, place));
                Some((first.min(place), last.max(place)))
            })
        };
        match self {
            Self::Message(Message { from, to, .. }) => ends(&mut to.iter().copied().chain(*from)),
            Self::Note { over, .. } | Self::Bracket(_, over) => ends(&mut over.iter().copied()),
            Self::Open { .. } | Self::Next(_) | Self::Close => None,
        }
    }
}
