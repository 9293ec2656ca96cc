//! Data of a run for a page.

use crate::drawing::{Graph, Table};

/// A run that a page steps through, beside its chart, whose events are the steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    /// A sentence about the beginning of the run.
    pub start: String,
    /// Number of steps.
    pub steps: usize,
    /// The steps that are shown: not all of a long run.
    pub stops: Vec<WalkStop>,
    /// The steps as a table, a row for each stop, and one without cells where steps are left out.
    pub table: Table,
    /// The gauges: the items that have a value at each step.
    pub groups: Vec<GaugeGroup>,
    /// The messages that a stop sends or receives, in the order in which they are sent.
    pub messages: Vec<WalkMessage>,
    /// A conflict cycle.
    pub cycle: Vec<OrderEdge>,
    /// The conclusion from the cycle.
    pub conclusion: String,
    /// Pictures in which the current places of the run are marked.
    pub drawings: Vec<WalkDrawing>,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkStop {
    /// The number of the step, from 1.
    pub step: usize,
    /// The description of the step, as a sentence.
    pub says: String,
    /// The source line of its transition.
    pub line: Option<u32>,
    /// The index of the drawing that shows the step.
    pub drawing: usize,
}

/// Gauges of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaugeGroup {
    /// The caption of the group.
    pub caption: String,
    /// The word for one of the gauges.
    pub thing: String,
    /// The word for their values.
    pub value: String,
    /// The gauges.
    pub gauges: Vec<Gauge>,
}

/// An item that has a value before the first step and after each stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// The name of the gauge.
    pub name: String,
    /// The values: one more than there are stops.
    pub values: Vec<String>,
    /// The prefix of the key of the node that is marked in a drawing; the value follows it.
    pub key: Option<String>,
}

/// A message in transit between two steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkMessage {
    /// The message and its channel, as a clause.
    pub says: String,
    /// The step that sends it.
    pub sent: usize,
    /// The step that receives it.
    pub received: Option<usize>,
}

/// An order between two messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderEdge {
    /// The message that must come first, and the one that must come after it.
    pub messages: [String; 2],
    /// The participant or channel that imposes the order.
    pub imposed_by: String,
    /// The steps that do not commute, each with its name.
    pub steps: [(usize, String); 2],
    /// The source lines of these steps.
    pub lines: Vec<u32>,
}

/// A picture in which the current places of the run are marked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkDrawing {
    /// The name of the drawing.
    pub name: String,
    /// A remark on omitted parts, if there are any.
    pub remark: Option<String>,
    /// The picture.
    pub graph: Graph,
}

impl Walk {
    /// Returns the place of the last stop, counted from 1; 0 if there is none.
    pub(super) fn last(&self) -> usize {
        self.stops.len()
    }

    /// Returns `true` if steps are left out.
    pub(super) fn is_cut(&self) -> bool {
        self.stops.len() < self.steps
    }

    /// Returns the description of a stop, by its place, or of the beginning.
    pub(super) fn says(&self, place: usize) -> String {
        match place.checked_sub(1).map(|index| &self.stops[index]) {
            None => self.start.clone(),
            Some(stop) => format!("Step {} of {}: {}", stop.step, self.steps, stop.says),
        }
    }

    /// Returns all gauges.
    pub(super) fn gauges(&self) -> impl Iterator<Item = &Gauge> {
        self.groups.iter().flat_map(|group| &group.gauges)
    }
}

impl Gauge {
    /// Returns the value at a stop, and the value at the stop before if it differs.
    pub(super) fn at(&self, place: usize) -> (&str, Option<&str>) {
        let value = self.values[place].as_str();
        let before = place.checked_sub(1).map(|before| self.values[before].as_str());
        (value, before.filter(|before| *before != value))
    }
}
