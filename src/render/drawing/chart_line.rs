//! The lines of a chart in text: what they stand for and where they run.

use super::LifelineId;
use kernel::base::Id as _;

/// What a line stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// A message that is received.
    Message,
    /// A message that is not received.
    Unmatched,
    /// An order.
    Order,
}

/// The course of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    /// Along one row, from a lifeline to another one.
    Level { row: usize, to: LifelineId },
    /// Along one row, to nowhere.
    Open { row: usize },
    /// Along a row, down a lane, and along another row.
    Falling { first: usize, last: usize, lane: usize, to: LifelineId },
}

/// On which side a line leaves its lifeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// A line of the chart.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub(super) label: &'a str,
    pub(super) style: Style,
    pub(super) from: LifelineId,
    pub(super) side: Side,
    pub(super) course: Course,
    /// The events' row below which an empty row makes room for the label.
    pub(super) anchor: usize,
}

impl Line<'_> {
    /// Returns the gap in which the line starts; gap `i` is right of lifeline `i`.
    pub(super) fn gap(&self) -> usize {
        match self.side {
            Side::Right => self.from.index(),
            Side::Left => self.from.index() - 1,
        }
    }

    /// Tells whether the line comes back to its own lifeline.
    pub(super) fn is_loop(&self) -> bool {
        matches!(self.course, Course::Falling { to, .. } if to == self.from)
    }
}
