//! Sequence diagrams as data.

use super::LifelineId;
use crate::kernel::base::{Id as _, IndexVec};

/// One line of a sequence diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A message.
    ///
    /// Without a sender it comes from the environment, without a receiver it goes there; without both it
    /// is not drawn. Several receivers get it at once, and the sender may be one of them.
    Message {
        /// What is written on it.
        label: String,
        /// Who sends it.
        from: Option<LifelineId>,
        /// Who receives it.
        to: Vec<LifelineId>,
    },
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
            Self::Message { from, to, .. } => ends(&mut to.iter().copied().chain(*from)),
            Self::Note { over, .. } => ends(&mut over.iter().copied()),
            Self::Open { .. } | Self::Next(_) | Self::Close => None,
        }
    }
}
