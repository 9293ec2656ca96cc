//! Extents of the frames of a sequence diagram, and positions of its lifelines and of those of charts.
//!
//! All constraints are on differences: an item requires room beside its lifelines, or a
//! distance between two of them, and a frame requires room beside its contents. The units are pixels
//! in one form and characters in the other.

use super::{Sequence, SequenceItem};

/// A frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FrameSpan {
    /// The enclosing frame.
    pub(super) parent: Option<usize>,
    /// The first and the last lifeline in the frame.
    pub(super) span: [usize; 2],
}

/// The frames, and the innermost frame of each item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Frames {
    /// The frames in the order in which they begin.
    pub(super) frames: Vec<FrameSpan>,
    /// For each item the innermost frame around it; for one that begins, divides or ends a frame, that frame.
    pub(super) holder: Vec<Option<usize>>,
}

impl Frames {
    /// Returns the frames of a diagram that has at least one lifeline.
    pub(super) fn new(sequence: &Sequence) -> Self {
        // The enclosing frame and the lifelines of each frame.
        let mut found: Vec<(Option<usize>, Option<[usize; 2]>)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut holder = Vec::with_capacity(sequence.items.len());
        for item in &sequence.items {
            if let SequenceItem::Open { .. } = item {
                found.push((open.last().copied(), None));
                open.push(found.len() - 1);
            }
            holder.push(open.last().copied());
            match (item, open.last()) {
                (SequenceItem::Close, _) => _ = open.pop(),
                (_, Some(&frame)) => found[frame].1 = united(found[frame].1, item.span()),
                (_, None) => {}
            }
        }
        for frame in (0..found.len()).rev() {
            if let (Some(parent), span) = found[frame] {
                found[parent].1 = united(found[parent].1, span);
            }
        }
        let whole = [0, sequence.lifelines.len().saturating_sub(1)];
        let mut frames: Vec<FrameSpan> = Vec::with_capacity(found.len());
        for (parent, span) in found {
            let around = parent.map_or(whole, |parent| frames[parent].span);
            frames.push(FrameSpan { parent, span: span.unwrap_or(around) });
        }
        Self { frames, holder }
    }

    /// Returns the first and the last lifeline of an item.
    pub(super) fn span(&self, sequence: &Sequence, place: usize) -> [usize; 2] {
        let around = self.holder[place].map_or_else(
            || [0, sequence.lifelines.len().saturating_sub(1)],
            |frame| self.frames[frame].span,
        );
        sequence.items[place].span().unwrap_or(around)
    }
}

fn united(one: Option<[usize; 2]>, other: Option<[usize; 2]>) -> Option<[usize; 2]> {
    match (one, other) {
        (Some(one), Some(other)) => Some([one[0].min(other[0]), one[1].max(other[1])]),
        (one, other) => one.or(other),
    }
}

/// The room that an item requires.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct RequiredRoom {
    /// Room beside lifelines: on the left and on the right.
    pub(super) beside: Vec<(usize, [f64; 2])>,
    /// Minimum distances between two lifelines.
    pub(super) between: Vec<(usize, usize, f64)>,
}

impl RequiredRoom {
    /// Requires room for a text of this width that begins at the first of two lifelines and
    /// ends before the last one, or beside the first if it is the only one.
    pub(super) fn beginning(&mut self, [first, last]: [usize; 2], width: f64) {
        if first < last {
            self.between.push((first, last, width));
        } else {
            self.beside.push((first, [0.0, width]));
        }
    }
}

/// The positions of lifelines and of the sides of frames.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Columns {
    /// The lifelines.
    pub(super) lifelines: Vec<f64>,
    /// The left and the right side of each frame.
    pub(super) sides: Vec<[f64; 2]>,
    /// The first column to the right of everything.
    pub(super) right: f64,
}

/// Returns columns that satisfy the requirements of all items. The sides of a frame are `inset` away from its
/// contents, and parts of neighbouring lifelines are `gap` apart; `names` is the room that each
/// lifeline needs on both sides.
///
/// # Complexity
/// Linear in the size of the diagram.
pub(super) fn columns(
    frames: &Frames,
    required: &[RequiredRoom],
    names: &[[f64; 2]],
    inset: f64,
    gap: f64,
) -> Columns {
    let mut room = names.to_vec();
    let mut reach = vec![[inset; 2]; frames.frames.len()];
    let mut wanted: Vec<Vec<(usize, f64)>> = vec![Vec::new(); names.len()];
    for (asked, holder) in required.iter().zip(&frames.holder) {
        for &(lifeline, beside) in &asked.beside {
            for side in [0, 1] {
                room[lifeline][side] = room[lifeline][side].max(beside[side]);
                if let Some(frame) = *holder
                    && frames.frames[frame].span[side] == lifeline
                {
                    reach[frame][side] = reach[frame][side].max(beside[side] + inset);
                }
            }
        }
        for &(first, last, least) in &asked.between {
            wanted[last].push((first, least));
        }
    }
    // Nested frames come after the enclosing one.
    for (index, frame) in frames.frames.iter().enumerate().rev() {
        for (side, &lifeline) in frame.span.iter().enumerate() {
            let beside = reach[index][side];
            room[lifeline][side] = room[lifeline][side].max(beside);
            if let Some(parent) = frame.parent
                && frames.frames[parent].span[side] == lifeline
            {
                reach[parent][side] = reach[parent][side].max(beside + inset);
            }
        }
    }
    let mut lifelines: Vec<f64> = Vec::with_capacity(names.len());
    let mut right = 0.0;
    for (lifeline, [left, beside]) in room.into_iter().enumerate() {
        let start = if lifeline == 0 { left } else { right + gap + left };
        let column = wanted[lifeline]
            .iter()
            .fold(start, |column, &(first, least)| column.max(lifelines[first] + least));
        lifelines.push(column);
        right = column + beside;
    }
    let side = |(frame, [left, right]): (&FrameSpan, [f64; 2])| {
        [lifelines[frame.span[0]] - left, lifelines[frame.span[1]] + right]
    };
    let sides = frames.frames.iter().zip(reach).map(side).collect();
    Columns { lifelines, sides, right }
}
