//! Events of a run as a timeline.

use std::fmt::Write as _;

use driver::component::{MonitoredLogs, RunEvents};
use kernel::base::Id as _;
use language::component_log::RunEvent;
use model::component::{ComponentId, Composite};

use super::states::Shown;
use super::statistics::log_summary;
use crate::diagrams::Picture;
use crate::drawing::{LaneId, Timeline, TimelineEvent};
use crate::sentences::count_of;

/// Returns the events of a run, which is called `name`, with a lane for each component: it is busy from the start of an
/// interaction to the component's end.
pub fn run_picture(
    name: &str,
    composite: &Composite,
    events: &RunEvents<'_>,
    logs: &MonitoredLogs,
) -> Picture {
    let shown = Shown::all(composite);
    let lane = |component: ComponentId| LaneId::from_index(component.index());
    let drawn = events.iter().map(|event| match event {
        RunEvent::Interaction(id) => {
            let interaction = &composite.interactions()[*id];
            let lanes = interaction.participants.iter().map(|&(component, _)| lane(component));
            TimelineEvent::Start { label: interaction.name.clone(), lanes: lanes.collect() }
        }
        RunEvent::End(component, state) => TimelineEvent::End {
            label: shown.local_text(*component, state),
            lane: lane(*component),
        },
    });
    let timeline = Timeline {
        name: name.to_owned(),
        lanes: composite.components().iter().map(|one| one.name.clone()).collect(),
        busy: events.open_before().iter().copied().collect(),
        left_out: events.left_out(),
        events: drawn.collect(),
    };
    let mut before = log_summary(name, composite, logs);
    if timeline.left_out > 0 {
        let left_out = count_of(timeline.left_out, "event");
        let _ = writeln!(before, "  {left_out} before these; --all-steps shows all");
    }
    Picture::Timeline(timeline, before + "\n")
}
