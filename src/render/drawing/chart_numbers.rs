//! The numbers of events in a chart in text.

use super::{Chart, Event, Numbering};
use kernel::base::grouped;

/// Returns the number of an event for a margin, with the name of its lifeline if another lifeline could have the same
/// number there.
pub(super) fn number_text(chart: &Chart, event: &Event) -> String {
    let number = grouped(event.number as u64);
    match chart.numbering {
        Numbering::EachLifeline if chart.lifelines.len() > 2 => {
            format!("{}: {number}", chart.lifelines[event.lifeline])
        }
        Numbering::EachLifeline | Numbering::Throughout => number,
    }
}
