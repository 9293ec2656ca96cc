//! The lines of a chart in text: their kinds and courses.

use super::LifelineId;
use super::canvas::Ink;
use kernel::base::Id as _;

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineStyle {
    /// A message that is received.
    Message,
    /// A message that is not received.
    Unmatched,
    /// An order.
    Order,
}

/// The course of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineCourse {
    /// Along one row, from a lifeline to another one.
    Level { row: usize, to: LifelineId },
    /// Along one row, to no lifeline.
    Open { row: usize },
    /// Along a row, down a lane, and along another row.
    Falling { first: usize, last: usize, lane: usize, to: LifelineId },
}

/// The side on which a line leaves its lifeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Side {
    /// Returns the other side.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The lanes beside a lifeline, each with the first and the last place of each line in it.
#[derive(Clone, Debug)]
pub(super) struct Lanes<T>(Vec<Vec<(T, T)>>);

impl<T: Copy + Ord> Lanes<T> {
    /// Returns an empty set of lanes.
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// Takes the first lane that is free from one place to another, and returns its number.
    pub(super) fn take(&mut self, first: T, last: T) -> usize {
        let is_free = |lane: &Vec<(T, T)>| lane.iter().all(|t| last < t.0 || t.1 < first);
        let index = self.0.iter().position(is_free).unwrap_or(self.0.len());
        if index == self.0.len() {
            self.0.push(Vec::new());
        }
        self.0[index].push((first, last));
        index
    }

    /// Returns the number of lanes.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

/// A line of the chart.
#[derive(Clone, Debug)]
pub(super) struct ChartLine<'a> {
    pub(super) label: &'a str,
    pub(super) style: LineStyle,
    pub(super) ink: Ink,
    pub(super) from: LifelineId,
    pub(super) side: Side,
    pub(super) course: LineCourse,
    /// The row of events below which an empty row makes room for the label.
    pub(super) anchor: usize,
}

impl ChartLine<'_> {
    /// Returns the gap in which the line starts; gap `i` is right of lifeline `i`.
    pub(super) fn gap(&self) -> usize {
        match self.side {
            Side::Right => self.from.index(),
            Side::Left => self.from.index() - 1,
        }
    }

    /// Returns the side of the lifeline of its end on which the line arrives.
    pub(super) fn arrival(&self) -> Option<Side> {
        match self.course {
            LineCourse::Open { .. } => None,
            LineCourse::Falling { to, .. } if to == self.from => Some(self.side),
            LineCourse::Level { .. } | LineCourse::Falling { .. } => Some(self.side.opposite()),
        }
    }

    /// Returns `true` if the line comes back to its own lifeline.
    pub(super) fn is_loop(&self) -> bool {
        matches!(self.course, LineCourse::Falling { to, .. } if to == self.from)
    }
}
