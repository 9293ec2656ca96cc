//! Runs whose parts go on side by side, as data and as text.

use kernel::base::{IndexVec, grouped, typed_id};

use super::text_style::{LIFELINE, Sign};
use super::{Column, Table, TableRow, TextStyle};

typed_id! {
    /// A lane of a timeline.
    pub struct LaneId;
}

/// A run: each lane is busy from events that start something there to events that end it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Timeline {
    /// The name of the run.
    pub name: String,
    /// The names of the lanes.
    pub lanes: IndexVec<LaneId, String>,
    /// For each lane, how much that has not ended was started before the first event.
    pub busy: IndexVec<LaneId, u32>,
    /// Number of events that are left out before the first one.
    pub left_out: u64,
    /// The events, in their order.
    pub events: Vec<TimelineEvent>,
}

/// An event of a timeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimelineEvent {
    /// Something starts in some lanes.
    Start {
        /// What starts.
        label: String,
        /// The lanes.
        lanes: Vec<LaneId>,
    },
    /// What was started first in a lane, and has not ended, ends.
    End {
        /// What is true then.
        label: String,
        /// The lane.
        lane: LaneId,
    },
}

/// The first and the last row of a busy interval.
const START: Sign = Sign('.', '\u{252c}');
const END: Sign = Sign('\'', '\u{2534}');

/// Returns the timeline as text: a line for each event with its number, and a column for each lane.
///
/// # Complexity
/// Linear in the number of events times that of lanes.
pub fn timeline_text(timeline: &Timeline, style: TextStyle) -> String {
    let mut table = Table { columns: vec![Column::number(""), Column::text("")], rows: Vec::new() };
    table.columns.extend(timeline.lanes.iter().map(Column::text));
    let mut busy = timeline.busy.clone();
    for (event, number) in timeline.events.iter().zip(timeline.left_out + 1..) {
        let mut signs: IndexVec<LaneId, Option<Sign>> =
            busy.iter().map(|&open| (open > 0).then_some(LIFELINE)).collect();
        let label = match event {
            TimelineEvent::Start { label, lanes } => {
                for &lane in lanes {
                    signs[lane] = Some(START);
                    busy[lane] += 1;
                }
                label.clone()
            }
            TimelineEvent::End { label, lane } => {
                signs[*lane] = Some(END);
                busy[*lane] = busy[*lane].saturating_sub(1);
                format!("  {}: {label}", timeline.lanes[*lane])
            }
        };
        let cell = |sign: Option<Sign>| sign.map(|it| it.symbol(style.signs).to_string());
        let cells = signs.into_iter().map(|sign| cell(sign).unwrap_or_default());
        let cells = [grouped(number), label].into_iter().chain(cells);
        table.rows.push(TableRow { cells: cells.collect(), note: None });
    }
    table.text(style.width.unwrap_or(usize::MAX))
}
