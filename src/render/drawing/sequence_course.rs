//! Courses of the messages of a sequence diagram.

use super::chart_line::Side;
use super::{LifelineId, Message};
use kernel::base::Id as _;

/// The place of the label of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LabelPlace {
    /// Between two lifelines.
    Between(usize, usize),
    /// At the origin, 0, or the target, 1, of the message in the environment.
    Outside(usize),
    /// Beside the loop in which the message comes back.
    Loop,
}

/// The course of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MessageCourse {
    /// The place of the label.
    pub(super) label: LabelPlace,
    /// If the message comes from the environment, the lifeline on whose left it arrives; if it goes to the
    /// environment, the lifeline on whose right it leaves.
    pub(super) outside: [Option<usize>; 2],
    /// The sender, if it is a receiver too.
    pub(super) own: Option<usize>,
    /// The lifelines at the ends of the line, unless the message only returns to its sender.
    pub(super) line: Option<(usize, usize)>,
    /// The receivers, each with the side from which the message comes.
    pub(super) heads: Vec<(usize, Side)>,
}

impl MessageCourse {
    /// Returns the course of a message.
    pub(super) fn new(message: &Message) -> Self {
        let from = message.from.map(LifelineId::index);
        let mut others: Vec<usize> = message.to.iter().map(|one| one.index()).collect();
        others.sort_unstable();
        others.dedup();
        let own = from.filter(|from| others.contains(from));
        others.retain(|&one| Some(one) != from);
        let is_open = message.target.is_some() || message.to.is_empty();
        let mut all = others.iter().copied().chain(from);
        let line = all.next().map(|first| {
            all.fold((first, first), |(low, high), one| (low.min(one), high.max(one)))
        });
        let line = line.filter(|_| own.is_none() || is_open || !others.is_empty());
        let ends = line.filter(|_| from.is_none() || is_open);
        let origin = ends.filter(|_| from.is_none()).map(|(first, _)| first);
        let target = ends.filter(|_| is_open).map(|(_, last)| last);
        // The label is before the first head on the line, where no other head is.
        let between = from.and_then(|from| {
            let right = others.iter().find(|&&to| to > from).map(|&to| (from, to));
            right.or_else(|| others.iter().rfind(|&&to| to < from).map(|&to| (to, from)))
        });
        let label = match between {
            Some((first, last)) => LabelPlace::Between(first, last),
            None if origin.is_some() => LabelPlace::Outside(0),
            None if target.is_some() => LabelPlace::Outside(1),
            None => LabelPlace::Loop,
        };
        let side = |to: usize| match from {
            Some(from) if to < from => Side::Right,
            _ => Side::Left,
        };
        let heads = others.iter().map(|&to| (to, side(to))).collect();
        Self { label, outside: [origin, target], own, line, heads }
    }
}
