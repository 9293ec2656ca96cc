//! The lines of a chart in text.

use super::canvas::Ink;
use super::{LifelineId, LineStyle};
use kernel::base::Id as _;

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

/// A line of the chart: along one row, or along a row, down a lane, and along another row.
#[derive(Clone, Debug)]
pub(super) struct ChartLine<'a> {
    /// The text of the line.
    pub(super) label: &'a str,
    /// The kind of the line.
    pub(super) style: LineStyle,
    /// The emphasis of the line.
    pub(super) ink: Ink,
    /// The lifeline at the start.
    pub(super) from: LifelineId,
    /// The lifeline at the end; for a message that is not received the one towards which it points, or `from`.
    pub(super) to: LifelineId,
    /// The side on which the line leaves its lifeline.
    pub(super) side: Side,
    /// The rows of the start and of the end.
    pub(super) rows: [usize; 2],
    /// The column of the lane of a line with two rows.
    pub(super) lane: usize,
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
    pub(super) fn arrival(&self) -> Side {
        if self.to == self.from { self.side } else { self.side.opposite() }
    }

    /// Returns `true` if the line has a lane.
    pub(super) fn is_falling(&self) -> bool {
        self.rows[0] < self.rows[1]
    }
}
