//! What a page shows of a run.

use crate::drawing::{Graph, Table};

/// A run that a page walks through, step by step, beside its chart, whose events are the steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    /// Where the run begins, as a sentence.
    pub start: String,
    /// How many steps there are.
    pub steps: usize,
    /// The steps that are shown: of a long run not all.
    pub stops: Vec<Stop>,
    /// The steps as a table, a row for each stop, and one without cells where steps are left out.
    pub table: Table,
    /// What has a value at each step.
    pub groups: Vec<GaugeGroup>,
    /// The messages that a stop sends or receives, in the order in which they are sent.
    pub messages: Vec<Message>,
    /// A cycle of orders, none of which can be given up.
    pub cycle: Vec<OrderEdge>,
    /// What follows from the cycle.
    pub conclusion: String,
    /// Pictures in which the places are marked where the run has come to.
    pub drawings: Vec<Drawing>,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Its number, from 1.
    pub step: usize,
    /// What happens, as a sentence.
    pub says: String,
    /// The line of the source that says that it may happen.
    pub line: Option<u32>,
    /// The number of the drawing in which it happens.
    pub drawing: usize,
}

/// Things of one kind that have a value at each step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaugeGroup {
    /// What they are together.
    pub caption: String,
    /// What one of them is.
    pub thing: String,
    /// What its value is.
    pub value: String,
    /// They.
    pub gauges: Vec<Gauge>,
}

/// Something that has a value before the first step and after each stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// Its name.
    pub name: String,
    /// The values: one more than there are stops.
    pub values: Vec<String>,
    /// What stands before a value in the key of the node that is marked in a drawing.
    pub key: Option<String>,
}

/// A message that is under way between two steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// What it is and where, as a clause.
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
    /// Who imposes the order.
    pub imposed_by: String,
    /// The steps that do not commute, each with its name.
    pub steps: [(usize, String); 2],
    /// The lines of the source where these stand.
    pub lines: Vec<u32>,
}

/// A picture in which the places are marked where the run has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// What it shows.
    pub name: String,
    /// What it leaves out, if it does.
    pub remark: Option<String>,
    /// The picture.
    pub graph: Graph,
}

impl Walk {
    /// Returns the place of the last stop, 0 if there is none: that of the first is 1.
    pub(super) fn last(&self) -> usize {
        self.stops.len()
    }

    /// Returns `true` if steps are left out.
    pub(super) fn is_cut(&self) -> bool {
        self.stops.len() < self.steps
    }

    /// Returns what is said of a stop, by its place, or of the beginning.
    pub(super) fn says(&self, place: usize) -> String {
        match place.checked_sub(1).map(|index| &self.stops[index]) {
            None => self.start.clone(),
            Some(stop) => format!("Step {} of {}: {}", stop.step, self.steps, stop.says),
        }
    }

    /// Returns all that has a value at each step.
    pub(super) fn gauges(&self) -> impl Iterator<Item = &Gauge> {
        self.groups.iter().flat_map(|group| &group.gauges)
    }
}

impl Gauge {
    /// Returns the value at a stop, and that at the stop before if it was another.
    pub(super) fn at(&self, place: usize) -> (&str, Option<&str>) {
        let value = self.values[place].as_str();
        let before = place.checked_sub(1).map(|before| self.values[before].as_str());
        (value, before.filter(|before| *before != value))
    }
}

impl Message {
    /// Returns `true` if it is under way after a step.
    pub(super) fn is_under_way(&self, step: usize) -> bool {
        self.sent <= step && self.received.is_none_or(|received| received > step)
    }
}
